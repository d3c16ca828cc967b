//! Closing the set: each block is visited once, in order of decreasing weight. It receives what jumps from finished
//! blocks lead to, is closed inside, and is stored with its mirror images.

use std::sync::atomic::{AtomicBool, Ordering};

use super::SolveError;
use super::folded::Frames;
use super::kernel::{self, Instructions, SharedWords, Source, Vectors};
use super::layout::Layout;
use super::mirror::Mirror;
use super::vector_jumps::{VectorJump, VectorJumps};
use crate::board::{Bitboard, Hole};
use crate::class::{ClassSet, WORD_BITS};
use crate::memory::{self, MemoryError};
use crate::progress::Progress;

/// A layout with the tables that visiting a block needs.
pub(super) struct Closure<'a> {
    pub layout: &'a Layout,
    pub jumps: VectorJumps,
    /// What each vector of a block adds to the position of its bit 0.
    pub inner: Vec<Bitboard>,
    pub inner_holes: Bitboard,
    outer_holes: Bitboard,
    pub mirrors: Vec<Mirror>,
    pub instructions: Instructions,
}

impl<'a> Closure<'a> {
    pub fn new(layout: &'a Layout, instructions: Instructions) -> Self {
        let class = &layout.class;
        let inner = layout.inner_positions();
        Self {
            jumps: VectorJumps::new(layout),
            inner,
            inner_holes: layout.block_holes.without(layout.vector_holes),
            outer_holes: class.board().full().without(layout.block_holes),
            mirrors: layout
                .group
                .symmetries()
                .skip(1)
                .map(|symmetry| Mirror::new(layout, symmetry))
                .collect(),
            layout,
            instructions,
        }
    }

    /// The number of words of a block.
    pub fn block_words(&self) -> usize {
        1 << (self.layout.vector_bits - WORD_BITS + self.layout.inner_bits)
    }

    /// The position of bit 0 of a block.
    pub fn origin(&self, block: usize) -> Bitboard {
        let bits = self.layout.vector_bits + self.layout.inner_bits;
        self.layout.class.position((block as u64) << bits)
    }

    pub fn vectors(&self, origin: Bitboard) -> Vectors<'_> {
        Vectors {
            jumps: &self.jumps,
            variant: self.jumps.variant(origin),
            origin,
            inner: &self.inner,
            inner_holes: self.inner_holes,
        }
    }

    /// Whether a jump can lead into a block, judging by the block's number.
    pub fn leads_to(&self, jump: &VectorJump, origin: Bitboard) -> bool {
        jump.leads_to(origin, self.outer_holes)
    }

    /// Adds to the set, which must be empty, all positions that can be reached from the starts. The layout's symmetries must map
    /// the starts to each other. The progress is counted in blocks.
    pub fn close(
        &self,
        set: &mut ClassSet,
        starts: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<(), SolveError> {
        let starts: Vec<u64> =
            starts.iter().map(|&start| self.layout.class.index_of_member(start)).collect();
        let levels = Levels::new(self, &starts)?;
        let filled = self.none_filled(1 << self.layout.block_bits)?;
        let shared = SharedWords::new(set.words_mut(), self.block_words());
        self.visit_all(&levels, progress, &|scratch, blocks| {
            self.visit(blocks, &starts, &shared, &filled, scratch)
        })
    }

    /// A mark for each of this many blocks: whether anything in it was found.
    pub fn none_filled(&self, blocks: usize) -> Result<Vec<AtomicBool>, MemoryError> {
        let mut filled = memory::list(|| self.blocks(), blocks)?;
        filled.resize_with(blocks, || AtomicBool::new(false));
        Ok(filled)
    }

    /// Visits the blocks level by level: once in an exact order, or else until no visit changes anything.
    pub fn visit_all(
        &self,
        levels: &Levels,
        progress: Progress<'_>,
        visit: &(dyn Fn(&mut Scratch, &[u32]) -> bool + Sync),
    ) -> Result<(), SolveError> {
        let all = levels.blocks.len() as u64;
        loop {
            let mut changed = false;
            let mut done = 0;
            for level in levels.iter() {
                changed |= each(level, self.block_words(), self.layout.exact, visit);
                done += level.len() as u64;
                progress.report(done, all)?;
            }
            if self.layout.exact || !changed {
                return Ok(());
            }
        }
    }

    /// What the memory of the lists of blocks is for.
    pub fn blocks(&self) -> String {
        format!("the list of the blocks of {}", self.layout.class.board())
    }

    /// Computes some blocks of a level and their mirror images. Returns whether any changed.
    fn visit(
        &self,
        blocks: &[u32],
        starts: &[u64],
        shared: &SharedWords<'_>,
        filled: &[AtomicBool],
        scratch: &mut Scratch,
    ) -> bool {
        let (mut sources, mut next) = (Vec::new(), Vec::new());
        self.find_sources(blocks[0] as usize, shared, filled, &mut next);
        let mut changed = false;
        for (number, &block) in blocks.iter().enumerate() {
            let block = block as usize;
            std::mem::swap(&mut sources, &mut next);
            // While a block is computed, the processor fetches what the next one needs.
            if let Some(&following) = blocks.get(number + 1) {
                self.find_sources(following as usize, shared, filled, &mut next);
                next.iter().for_each(|source| kernel::prefetch(source.words));
            }
            // SAFETY: the block is of this level and written here alone. Without an exact order there is one thread.
            let own = unsafe { shared.own(block) };
            let fresh = &mut scratch.fresh[..];
            if self.layout.exact {
                fresh.fill(0);
            } else {
                fresh.copy_from_slice(own);
            }
            if !self.compute(block, starts, &sources, fresh) {
                continue;
            }
            changed |= self.layout.exact || *own != *fresh;
            own.copy_from_slice(fresh);
            filled[block].store(true, Ordering::Relaxed);
            for mirror in &self.mirrors {
                let target = mirror.block(block);
                if !filled[target].load(Ordering::Relaxed) {
                    // SAFETY: of all blocks that are images of each other only the first is visited, and this one is another.
                    let image = unsafe { shared.own(target) };
                    mirror.reflect(self.instructions, block, fresh, image);
                    filled[target].store(true, Ordering::Relaxed);
                }
            }
        }
        changed
    }

    /// Finds the finished blocks that jumps lead from into this one.
    fn find_sources<'s>(
        &'s self,
        block: usize,
        shared: &'s SharedWords<'_>,
        filled: &[AtomicBool],
        sources: &mut Vec<Source<'s>>,
    ) {
        sources.clear();
        self.jumps.outer_into.each(self.origin(block), |number| {
            let jump = &self.jumps.outer[number];
            let source = block ^ jump.block_flip;
            if filled[source].load(Ordering::Relaxed) {
                // SAFETY: a jump lowers the weight, so the source is of an earlier level, which is
                // finished. Without an exact order there is one thread.
                let words = unsafe { shared.finished(source) };
                sources.push(Source { jump, words });
            }
        });
    }

    /// Adds to a block what its sources and the jumps inside it lead to. Returns whether that can be anything.
    fn compute(
        &self,
        block: usize,
        starts: &[u64],
        sources: &[Source<'_>],
        words: &mut [u64],
    ) -> bool {
        let bits = self.layout.vector_bits + self.layout.inner_bits;
        let mut any = !sources.is_empty();
        for start in starts.iter().filter(|&&start| (start >> bits) as usize == block) {
            words[(start & ((1 << bits) - 1)) as usize >> WORD_BITS] |= 1 << (start & 63);
            any = true;
        }
        if any {
            let vectors = self.vectors(self.origin(block));
            kernel::pull(self.instructions, &vectors, sources, words);
            kernel::close(self.instructions, &vectors, words);
        }
        any
    }
}

/// A thread's own room for a block.
pub(super) struct Scratch {
    pub fresh: Vec<u64>,
    pub frames: Frames,
}

impl Scratch {
    fn new(block_words: usize) -> Self {
        Self { fresh: vec![0; block_words], frames: Frames::default() }
    }
}

/// How many blocks are visited together: some KiB, enough work that the cost of sharing it out is negligible.
fn together(block_words: usize) -> usize {
    (512 / block_words).max(1)
}

/// Visits the blocks of a level, on all threads where they don't depend on each other.
fn each(
    level: &[u32],
    block_words: usize,
    independent: bool,
    visit: &(dyn Fn(&mut Scratch, &[u32]) -> bool + Sync),
) -> bool {
    let pieces = if independent { together(block_words) } else { 1 };
    #[cfg(feature = "parallel")]
    if independent {
        use rayon::prelude::*;
        let visits = level.par_chunks(pieces);
        let changed =
            visits.map_init(|| Scratch::new(block_words), |scratch, blocks| visit(scratch, blocks));
        return changed.reduce(|| false, |one, other| one | other);
    }
    let mut scratch = Scratch::new(block_words);
    level.chunks(pieces).fold(false, |changed, blocks| changed | visit(&mut scratch, blocks))
}

/// The blocks to visit, one of each set of mirror images, by decreasing weight.
pub(super) struct Levels {
    pub blocks: Vec<u32>,
    ends: Vec<usize>,
}

impl Levels {
    pub fn new(closure: &Closure<'_>, starts: &[u64]) -> Result<Self, MemoryError> {
        let layout = closure.layout;
        let bits = layout.vector_bits + layout.inner_bits;
        let count = 1_usize << layout.block_bits;
        let holes = &layout.class.free_holes()[layout.class.rank().min(bits)..];
        let tables = weight_tables(holes, |hole| layout.block_weight(hole.bit()));
        let outside = closure.outer_holes.without(holes.iter().copied().collect());
        let weight = |block: usize| -> u32 {
            let mut free = 0;
            for (number, table) in tables.iter().enumerate() {
                free += table[block >> (8 * number) & 0xff];
            }
            if outside.is_empty() {
                return free;
            }
            free + layout.block_weight(closure.origin(block) & outside)
        };
        // Where no order is exact, a jump can lead to a heavier block.
        let heaviest = if layout.exact {
            starts.iter().map(|start| weight((start >> bits) as usize)).max().unwrap_or(0)
        } else {
            layout.block_weight(layout.class.board().full())
        };
        let weigh = |block: usize| -> u16 {
            let weight = weight(block);
            let first = || closure.mirrors.iter().all(|mirror| mirror.block(block) >= block);
            // 0 marks a block that is not visited; weights begin at 1 here.
            if weight <= heaviest && first() { weight as u16 + 1 } else { 0 }
        };
        let mut weights = memory::zeros::<u16, _>(|| closure.blocks(), count)?;
        let put = |(block, place): (usize, &mut u16)| *place = weigh(block);
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            weights.par_iter_mut().enumerate().with_min_len(4096).for_each(put);
        }
        #[cfg(not(feature = "parallel"))]
        weights.iter_mut().enumerate().for_each(put);
        // A counting sort.
        let mut sizes = vec![0; heaviest as usize + 2];
        for &weight in &weights {
            sizes[usize::from(weight)] += 1;
        }
        let mut ends = Vec::new();
        let mut begins = vec![0; sizes.len()];
        let mut total = 0;
        for weight in (1..sizes.len()).rev().filter(|&weight| sizes[weight] > 0) {
            begins[weight] = total;
            total += sizes[weight];
            ends.push(total);
        }
        let mut blocks = memory::zeros(|| closure.blocks(), total)?;
        for (block, &weight) in weights.iter().enumerate().filter(|&(_, &weight)| weight > 0) {
            blocks[begins[usize::from(weight)]] = block as u32;
            begins[usize::from(weight)] += 1;
        }
        Ok(Self { blocks, ends })
    }

    pub fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let begins = std::iter::once(&0).chain(&self.ends);
        begins.zip(&self.ends).map(|(&begin, &end)| &self.blocks[begin..end])
    }
}

/// For each byte of a block's number the weight of its pegs.
fn weight_tables(holes: &[Hole], weight: impl Fn(Hole) -> u32) -> Vec<[u32; 256]> {
    let table = |holes: &[Hole]| {
        std::array::from_fn(|byte| {
            let pegs = holes.iter().enumerate().filter(|(bit, _)| byte >> bit & 1 == 1);
            pegs.map(|(_, &hole)| weight(hole)).sum()
        })
    };
    holes.chunks(8).map(table).collect()
}
