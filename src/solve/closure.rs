//! Closing the set: every block is visited once, by descending weight, pulls in what jumps lead into it from
//! finished blocks, is closed inside, and stored with its mirror images.

use std::sync::atomic::{AtomicBool, Ordering};

use super::kernel::{self, Instructions, SharedWords, Vectors};
use super::layout::{Layout, WORD_BITS};
use super::steps::Steps;
use crate::board::{Hole, Position, Symmetry};

/// A layout with all that is looked up while blocks are visited.
pub(super) struct Closure<'a> {
    pub layout: &'a Layout,
    pub steps: Steps,
    /// What each vector of a block adds to the position of its bit 0.
    pub inner: Vec<Position>,
    inner_order: Vec<usize>,
    pub inner_holes: Position,
    outer_holes: Position,
    mirrors: Vec<Mirror>,
    pub instructions: Instructions,
}

/// What a symmetry does to block numbers, vector numbers and bits.
struct Mirror {
    blocks: Vec<[usize; 256]>,
    inner: Vec<usize>,
    exchanges: Vec<(usize, usize)>,
}

impl<'a> Closure<'a> {
    pub fn new(layout: &'a Layout, instructions: Instructions) -> Self {
        let class = &layout.class;
        let origin = class.position(0);
        let inner: Vec<Position> = (0..1_u64 << layout.inner_bits)
            .map(|number| class.position(number << layout.vector_bits) ^ origin)
            .collect();
        let mut inner_order: Vec<usize> = (0..inner.len()).collect();
        inner_order.sort_by_key(|&number| std::cmp::Reverse(layout.inner_weight(inner[number])));
        Self {
            steps: Steps::new(layout),
            inner,
            inner_order,
            inner_holes: layout.block_holes.without(layout.vector_holes),
            outer_holes: class.board().full().without(layout.block_holes),
            mirrors: layout
                .symmetries
                .iter()
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
    pub fn origin(&self, block: usize) -> Position {
        let bits = self.layout.vector_bits + self.layout.inner_bits;
        self.layout.class.position((block as u64) << bits)
    }

    pub fn vectors(&self, origin: Position) -> Vectors<'_> {
        Vectors {
            steps: &self.steps,
            origin,
            inner: &self.inner,
            inner_holes: self.inner_holes,
            inner_order: &self.inner_order,
        }
    }

    /// Whether a jump can lead into a block, as far as the block's number tells.
    pub fn leads_to(&self, step: &super::steps::Step, origin: Position) -> bool {
        step.leads_to(origin, self.outer_holes)
    }

    /// Sets the bits of all positions that can be reached from the ones that are set. `progress` is called
    /// with the number of blocks done and of all, now and then.
    pub fn close(&self, words: &mut [u64], start: u64, progress: &(dyn Fn(u64, u64) + Sync)) {
        let levels = Levels::new(self, start);
        let all = levels.blocks.len() as u64;
        let filled: Vec<AtomicBool> =
            (0..1_usize << self.layout.block_bits).map(|_| AtomicBool::new(false)).collect();
        let bits = self.layout.vector_bits + self.layout.inner_bits;
        let seed = ((start >> bits) as usize, (start & ((1 << bits) - 1)) as usize);
        let shared = SharedWords::new(words, self.block_words());
        let visit = |scratch: &mut Scratch, block: u32| {
            self.visit(block as usize, seed, &shared, &filled, scratch)
        };
        loop {
            let mut changed = false;
            let mut done = 0;
            for level in levels.iter() {
                changed |= each(level, self.block_words(), self.layout.exact, &visit);
                done += level.len() as u64;
                progress(done, all);
            }
            if self.layout.exact || !changed {
                return;
            }
        }
    }

    /// Computes a block and its mirror images; tells whether it changed.
    fn visit(
        &self,
        block: usize,
        seed: (usize, usize),
        shared: &SharedWords<'_>,
        filled: &[AtomicBool],
        scratch: &mut Scratch,
    ) -> bool {
        let origin = self.origin(block);
        let vectors = self.vectors(origin);
        let Scratch { fresh, image } = scratch;
        fresh.fill(0);
        let mut any = false;
        if !self.layout.exact {
            // SAFETY: a layout that is swept is walked by one thread.
            fresh.copy_from_slice(unsafe { shared.finished(block) });
            any = filled[block].load(Ordering::Relaxed);
        }
        if seed.0 == block {
            fresh[seed.1 >> WORD_BITS] |= 1 << (seed.1 & 63);
            any = true;
        }
        for step in &self.steps.outer {
            let source = block ^ step.block_flip;
            if self.leads_to(step, origin) && filled[source].load(Ordering::Relaxed) {
                // SAFETY: a jump lowers the weight, so the source is of an earlier level, which is
                // finished; a layout that is swept is walked by one thread.
                let words = unsafe { shared.finished(source) };
                kernel::pull(self.instructions, &vectors, step, fresh, words, self.origin(source));
                any = true;
            }
        }
        if !any {
            return false;
        }
        kernel::close(self.instructions, &vectors, fresh);
        // SAFETY: the block, and the images below, are of this level and written here alone: of all blocks
        // that are images of each other only the first is visited. A swept layout has one thread.
        let changed = self.layout.exact || unsafe { shared.finished(block) } != fresh;
        unsafe { shared.put(block, fresh) };
        filled[block].store(true, Ordering::Relaxed);
        for mirror in &self.mirrors {
            let target = mirror.block(block);
            if filled[target].load(Ordering::Relaxed) {
                continue;
            }
            let vector_words = 1 << (self.layout.vector_bits - WORD_BITS);
            for (vector, &number) in fresh.chunks_exact(vector_words).zip(&mirror.inner) {
                image[number * vector_words..][..vector_words].copy_from_slice(vector);
            }
            for &(low, high) in &mirror.exchanges {
                kernel::exchange(self.instructions, image, low, high);
            }
            // SAFETY: as above.
            unsafe { shared.put(target, image) };
            filled[target].store(true, Ordering::Relaxed);
        }
        changed
    }
}

/// A thread's own place for a block and for its image.
struct Scratch {
    fresh: Vec<u64>,
    image: Vec<u64>,
}

impl Scratch {
    fn new(words: usize) -> Self {
        Self { fresh: vec![0; words], image: vec![0; words] }
    }
}

/// Visits the blocks of a level, on all threads where they don't depend on each other.
fn each(
    level: &[u32],
    block_words: usize,
    independent: bool,
    visit: &(dyn Fn(&mut Scratch, u32) -> bool + Sync),
) -> bool {
    #[cfg(feature = "parallel")]
    if independent {
        use rayon::prelude::*;
        // Enough work in a piece that handing it out costs nothing against it.
        let piece = (4096 / block_words).max(1);
        let visits = level.par_iter().with_min_len(piece);
        let changed =
            visits.map_init(|| Scratch::new(block_words), |scratch, &block| visit(scratch, block));
        return changed.reduce(|| false, |one, other| one | other);
    }
    let _ = independent;
    let mut scratch = Scratch::new(block_words);
    level.iter().fold(false, |changed, &block| changed | visit(&mut scratch, block))
}

/// The blocks to be visited, one of each set of mirror images, by descending weight.
struct Levels {
    blocks: Vec<u32>,
    ends: Vec<usize>,
}

impl Levels {
    fn new(closure: &Closure<'_>, start: u64) -> Self {
        let layout = closure.layout;
        let bits = layout.vector_bits + layout.inner_bits;
        let count = 1_usize << layout.block_bits;
        let holes = &layout.class.free_holes()[layout.class.rank().min(bits)..];
        let tables = weight_tables(holes, |hole| layout.block_weight(hole.bit()));
        let outside = closure.outer_holes.without(holes.iter().copied().collect());
        let weight = |block: usize| -> u32 {
            let bytes = tables.iter().zip(block.to_le_bytes());
            let free: u32 = bytes.map(|(table, byte)| table[usize::from(byte)]).sum();
            if outside.is_empty() {
                return free;
            }
            free + layout.block_weight(closure.origin(block) & outside)
        };
        let heaviest = weight((start >> bits) as usize);
        let weigh = |block: usize| -> u16 {
            let weight = weight(block);
            let first = || closure.mirrors.iter().all(|mirror| mirror.block(block) >= block);
            // 0 marks a block that is not visited; weights begin at 1 here.
            if weight <= heaviest && first() { weight as u16 + 1 } else { 0 }
        };
        #[cfg(feature = "parallel")]
        let weights: Vec<u16> = {
            use rayon::prelude::*;
            (0..count).into_par_iter().with_min_len(4096).map(weigh).collect()
        };
        #[cfg(not(feature = "parallel"))]
        let weights: Vec<u16> = (0..count).map(weigh).collect();
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
        let mut blocks = vec![0; total];
        for (block, &weight) in weights.iter().enumerate().filter(|&(_, &weight)| weight > 0) {
            blocks[begins[usize::from(weight)]] = block as u32;
            begins[usize::from(weight)] += 1;
        }
        Self { blocks, ends }
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
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

impl Mirror {
    fn new(layout: &Layout, symmetry: &Symmetry) -> Self {
        let holes = layout.class.free_holes();
        // Where each bit of the index goes.
        let image = |hole: Hole| {
            let image = symmetry.image(hole);
            holes.iter().position(|&hole| hole == image).expect("the layout is invariant")
        };
        let images: Vec<usize> = holes.iter().map(|&hole| image(hole)).collect();
        let (inside, outside) = images.split_at(layout.vector_bits);
        let (inner, outside) = outside.split_at(layout.inner_bits);
        let bits = layout.vector_bits + layout.inner_bits;
        let moved = |targets: &[usize], base: usize, number: usize| -> usize {
            let set = targets.iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1);
            set.map(|(_, target)| 1 << (target - base)).sum()
        };
        let blocks = outside
            .chunks(8)
            .map(|targets| std::array::from_fn(|byte| moved(targets, bits, byte)))
            .collect();
        let inner = (0..1 << layout.inner_bits)
            .map(|number| moved(inner, layout.vector_bits, number))
            .collect();
        Self { blocks, inner, exchanges: exchanges(inside.to_vec()) }
    }

    fn block(&self, block: usize) -> usize {
        let bytes = self.blocks.iter().zip(block.to_le_bytes());
        bytes.map(|(table, byte)| table[usize::from(byte)]).sum()
    }
}

/// Exchanges of two bits that, one after the other, bring bit i to `targets[i]`.
fn exchanges(mut targets: Vec<usize>) -> Vec<(usize, usize)> {
    let mut exchanges = Vec::new();
    for bit in 0..targets.len() {
        while targets[bit] != bit {
            let target = targets[bit];
            exchanges.push((bit.min(target), bit.max(target)));
            targets.swap(bit, target);
        }
    }
    exchanges
}
