//! Closing a set in memory: each kept block is visited once, in order of decreasing weight. It receives what jumps from finished
//! blocks and their images lead to, is closed inside, and is stored.

use std::convert::Infallible;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::SolveError;
use super::gather::{Finished, Folding, Frames};
use super::kernel::{self, Instructions, SharedWords, Vectors};
use super::layout::Layout;
use super::levels::Levels;
use super::mirror::{self, Mirror};
use super::set::{ClassSet, Fold, Homes};
use super::vector_jumps::{VectorJump, VectorJumps};
use crate::board::Bitboard;
use crate::class::WORD_BITS;
use crate::memory::{self, HugeArray};
use crate::progress::Progress;

/// A layout with the tables that visiting a block needs.
pub(super) struct Closure<'a> {
    pub layout: &'a Layout,
    pub jumps: VectorJumps,
    /// What each vector of a block adds to the position of its bit 0.
    pub inner: Vec<Bitboard>,
    pub inner_holes: Bitboard,
    pub outer_holes: Bitboard,
    pub mirrors: Vec<Mirror>,
    pub instructions: Instructions,
}

impl<'a> Closure<'a> {
    pub fn new(layout: &'a Layout, instructions: Instructions) -> Self {
        Self {
            jumps: VectorJumps::new(layout),
            inner: layout.inner_positions(),
            inner_holes: layout.block_holes.without(layout.vector_holes),
            outer_holes: layout.class.board().full().without(layout.block_holes),
            mirrors: mirror::mirrors(layout),
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
}

/// All positions that can be reached from the starts. The layout's symmetries must map the starts to each other. `what` says what the
/// memory is for. The progress is counted in blocks.
pub(super) fn closed(
    layout: Layout,
    starts: &[Bitboard],
    instructions: Instructions,
    what: impl Fn() -> String,
    progress: Progress<'_>,
) -> Result<ClassSet, SolveError> {
    memory::require(what(), layout.memory_needed())?;
    let closure = Closure::new(&layout, instructions);
    let starts: Vec<u64> =
        starts.iter().map(|&start| layout.class.index_of_member(start)).collect();
    let levels = Levels::new(&closure, &starts)?;
    let homes = Homes::new(&layout, &closure.mirrors, &levels.blocks)?;
    let (blocks, size) = (levels.blocks.len(), closure.block_words());
    let mut words = HugeArray::zeroed(what, blocks * size)?;
    let mut filled = memory::list(|| layout.what(), blocks)?;
    filled.resize_with(blocks, || AtomicBool::new(false));
    let closing = Closing {
        folding: Folding { closure: &closure, homes: &homes, starts },
        words: SharedWords::new(&mut words, size),
        filled,
    };
    closing.visit_all(&levels, progress)?;
    drop(closing);
    let Closure { mirrors, .. } = closure;
    Ok(ClassSet::new(Arc::new(Fold { layout, mirrors, homes }), words))
}

/// The kept blocks in memory, while they are computed.
struct Closing<'c> {
    folding: Folding<'c>,
    words: SharedWords<'c>,
    /// For each place, whether anything in its block was found.
    filled: Vec<AtomicBool>,
}

impl Closing<'_> {
    /// Visits the blocks level by level: once in an exact order, or else until no visit changes anything.
    fn visit_all(&self, levels: &Levels, progress: Progress<'_>) -> Result<(), SolveError> {
        let exact = self.folding.closure.layout.exact;
        let all = levels.blocks.len() as u64;
        loop {
            let mut changed = false;
            let mut done = 0;
            for level in levels.iter() {
                changed |= self.visit_level(level);
                done += level.len() as u64;
                progress.report(done, all)?;
            }
            if exact || !changed {
                return Ok(());
            }
        }
    }

    /// Visits the blocks of a level, on all threads where they don't depend on each other. Returns whether any is to be visited again.
    fn visit_level(&self, level: &[u32]) -> bool {
        let visit = |frames: &mut Frames, &block: &u32| self.visit(block as usize, frames);
        #[cfg(feature = "parallel")]
        if self.folding.closure.layout.exact {
            use rayon::prelude::*;
            // Some KiB: enough work that the cost of sharing it out is negligible.
            let together = (512 / self.folding.closure.block_words()).max(1);
            level.par_iter().with_min_len(together).for_each_init(
                Frames::default,
                |frames, block| {
                    visit(frames, block);
                },
            );
            return false;
        }
        let mut frames = Frames::default();
        level.iter().fold(false, |changed, block| changed | visit(&mut frames, block))
    }

    /// Computes a kept block. Returns whether it changed, if blocks are visited again.
    fn visit(&self, block: usize, frames: &mut Frames) -> bool {
        let Folding { closure, homes, .. } = &self.folding;
        let Some(place) = homes.kept(block) else { return false };
        // SAFETY: each kept block has a place of its own, which only this visit writes and no other thread reads: blocks
        // of a level don't depend on each other, and without an exact order there is one thread. No jump leads from a block into itself.
        let own = unsafe { self.words.own(place) };
        let before = (!closure.layout.exact).then(|| own.to_vec());
        let mut any = self.filled[place].load(Ordering::Relaxed) | self.folding.begin(block, own);
        any |= self.folding.gather(block, own, self, frames).unwrap_or_else(|never| match never {});
        if !any {
            return false;
        }
        self.folding.close(block, own);
        self.filled[place].store(true, Ordering::Relaxed);
        before.is_some_and(|before| before != *own)
    }
}

impl Finished for Closing<'_> {
    type Error = Infallible;

    fn words<'a>(
        &'a self,
        place: usize,
        _: &'a mut Vec<u64>,
    ) -> Result<Option<&'a [u64]>, Infallible> {
        let filled = self.filled[place].load(Ordering::Relaxed);
        // SAFETY: a jump lowers the weight, and images weigh the same. So the source is of an earlier level, which
        // is finished. Without an exact order there is one thread.
        Ok(filled.then(|| unsafe { self.words.finished(place) }))
    }

    fn expect(&self, place: usize) {
        // SAFETY: as in `words`; and nothing is read.
        kernel::prefetch(unsafe { self.words.finished(place) });
    }
}
