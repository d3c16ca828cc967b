//! Closing a set: each kept block is visited once, in order of decreasing weight. It receives what jumps from finished blocks and their
//! images lead to, is closed inside, and is stored. The finished blocks may be anywhere: in memory, on disk, or with another process.
//!
//! A jump can lead into a kept block from an image of another kept block. Instead of turning that image, the whole jump is turned:
//! it is played from the kept block into an image of this one, and what it adds is turned back.
//!
//! ```text
//!    kept K --------> image of T      played here, between blocks whose bits are at hand
//!      |                  |
//!      | symmetry         | turned back, once for all jumps of this symmetry
//!      v                  v
//!  image of K ------> kept T          the jump that is meant
//! ```

use std::convert::Infallible;
use std::sync::Arc;

use smallvec::SmallVec;

use super::SolveError;
use super::kernel::{self, Instructions, Source, Vectors};
use super::layout::Layout;
use super::levels::Levels;
use super::mirror;
use super::set::{ClassSet, Fold};
use super::vector_jumps::{VectorJump, VectorJumps};
use crate::board::Bitboard;
use crate::class::{PegCounter, Tally};
use crate::memory::{self, HugeArray};
use crate::progress::Progress;

/// The finished blocks that others are computed from.
pub(super) trait Finished: Sync {
    /// Why a block can't be had.
    type Error: Send;

    /// The words of the kept block at this place. None if nothing in it was found, or if it is to be left out. `room` is for
    /// words that have to be read first.
    fn words<'a>(
        &'a self,
        place: usize,
        room: &'a mut Vec<u64>,
    ) -> Result<Option<&'a [u64]>, Self::Error>;

    /// The block at this place will be asked for next.
    fn expect(&self, _place: usize) {}
}

/// A folded set with the tables that visiting a block needs.
pub(super) struct Closure<'f> {
    pub fold: &'f Fold,
    pub jumps: VectorJumps,
    /// What each vector of a block adds to the position of its bit 0.
    inner: Vec<Bitboard>,
    inner_holes: Bitboard,
    outer_holes: Bitboard,
    instructions: Instructions,
}

/// A thread's room for images of a block.
#[derive(Default)]
pub(super) struct Frames {
    framed: Vec<u64>,
    turned: Vec<u64>,
    read: Vec<u64>,
}

impl<'f> Closure<'f> {
    pub fn new(fold: &'f Fold, instructions: Instructions) -> Self {
        let layout = &fold.layout;
        Self {
            jumps: VectorJumps::new(layout),
            inner: layout.inner_positions(),
            inner_holes: layout.block_holes.without(layout.vector_holes),
            outer_holes: layout.outer_holes(),
            fold,
            instructions,
        }
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

    /// Computes kept blocks that don't depend on each other, on all threads. `words` has what was added to them already, and `filled`
    /// whether that is anything. Counts their positions, images included, if there is a counter.
    pub fn compute<'t, F: Finished>(
        &self,
        blocks: &[u32],
        words: &mut [u64],
        filled: &mut [bool],
        finished: &F,
        counter: Option<&'t PegCounter<'t>>,
    ) -> Result<Option<Box<Tally<'t>>>, F::Error> {
        let size = self.fold.block_words();
        let tally = || counter.map(|counter| Box::new(counter.tally()));
        let begin = || (tally(), Frames::default());
        let visit =
            |(mut tally, mut frames): (Option<Box<Tally<'t>>>, Frames),
             ((&block, filled), words): ((&u32, &mut bool), &mut [u64])| {
                self.visit(block as usize, words, filled, finished, &mut frames)?;
                if let Some(tally) = &mut tally
                    && *filled
                {
                    let images = self.fold.images(block as usize);
                    tally.add(images, block as usize * size, words);
                }
                Ok((tally, frames))
            };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            // Some KiB: enough work that the cost of sharing it out is negligible.
            let together = (512 / size).max(1);
            let work = blocks.par_iter().zip(filled).zip(words.par_chunks_mut(size));
            let rooms = work.with_min_len(together).try_fold(begin, visit);
            let tallies = rooms.map(|room| room.map(|(tally, _)| tally));
            tallies.try_reduce(tally, |one, other| {
                Ok(one.zip(other).map(|(one, other)| Box::new(one.with(*other))))
            })
        }
        #[cfg(not(feature = "parallel"))]
        {
            let mut work = blocks.iter().zip(filled).zip(words.chunks_mut(size));
            work.try_fold(begin(), visit).map(|(tally, _)| tally)
        }
    }

    /// Computes a kept block.
    fn visit<F: Finished>(
        &self,
        block: usize,
        words: &mut [u64],
        filled: &mut bool,
        finished: &F,
        frames: &mut Frames,
    ) -> Result<(), F::Error> {
        *filled |= self.gather(block, words, finished, frames)?;
        if *filled {
            let vectors = self.vectors(self.fold.origin(block));
            kernel::close(self.instructions, &vectors, words);
        }
        Ok(())
    }

    /// Adds to a kept block what jumps from finished ones and from their images lead to. Returns whether there are any.
    pub fn gather<F: Finished>(
        &self,
        block: usize,
        words: &mut [u64],
        finished: &F,
        frames: &mut Frames,
    ) -> Result<bool, F::Error> {
        let Frames { framed, turned, read } = frames;
        let mut any = self.pull(block, words, finished, read)?;
        for (number, mirror) in self.fold.mirrors.iter().enumerate() {
            let image = mirror.block(block);
            framed.clear();
            framed.resize(words.len(), 0);
            if !self.pull(image, framed, finished, read)? {
                continue;
            }
            any = true;
            turned.resize(words.len(), 0);
            let back = self.fold.back(number + 1);
            back.reflect(self.instructions, image, framed, turned);
            for (word, turned) in words.iter_mut().zip(&*turned) {
                *word |= *turned;
            }
        }
        Ok(any)
    }

    /// Adds what jumps from kept blocks into this one lead to. Returns whether there are any.
    fn pull<F: Finished>(
        &self,
        block: usize,
        into: &mut [u64],
        finished: &F,
        read: &mut Vec<u64>,
    ) -> Result<bool, F::Error> {
        let origin = self.fold.origin(block);
        let vectors = self.vectors(origin);
        let mut sources: SmallVec<[(&VectorJump, usize); 32]> = SmallVec::new();
        self.jumps.outer_into.each(origin, |number| {
            let jump = &self.jumps.outer[number];
            if let Some(place) = self.fold.homes.kept(block ^ jump.block_flip) {
                sources.push((jump, place));
            }
        });
        let mut any = false;
        for (number, &(jump, place)) in sources.iter().enumerate() {
            // While one source is added, the processor fetches the next.
            if let Some(&(_, next)) = sources.get(number + 1) {
                finished.expect(next);
            }
            if let Some(words) = finished.words(place, read)? {
                kernel::pull(self.instructions, &vectors, &Source { jump, words }, into);
                any = true;
            }
        }
        Ok(any)
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
    let mirrors = mirror::mirrors(&layout);
    let levels = Levels::new(&layout, &mirrors, starts)?;
    let fold = Fold::new(layout, mirrors, &levels.blocks)?;
    let size = fold.block_words();
    let mut words = HugeArray::zeroed(what, levels.blocks.len() * size)?;
    let mut filled = memory::zeros(|| fold.layout.what(), levels.blocks.len())?;
    for (place, word, bit) in fold.starts(starts) {
        filled[place] = true;
        words[place * size + word] |= bit;
    }
    let closure = Closure::new(&fold, instructions);
    if fold.layout.exact {
        closure.visit_once(&levels, &mut words, &mut filled, progress)?;
    } else {
        closure.visit_repeatedly(&levels, &mut words, &mut filled, progress)?;
    }
    drop(closure);
    Ok(ClassSet::new(Arc::new(fold), words))
}

impl Closure<'_> {
    /// Visits the blocks level by level: a jump lowers the weight, so each depends on earlier levels alone.
    fn visit_once(
        &self,
        levels: &Levels,
        words: &mut [u64],
        filled: &mut [bool],
        progress: Progress<'_>,
    ) -> Result<(), SolveError> {
        let size = self.fold.block_words();
        for level in levels.ranges() {
            let (finished, words) = words.split_at_mut(level.start * size);
            let (found, filled) = filled.split_at_mut(level.start);
            let finished = Earlier { words: finished, filled: found, size };
            let (blocks, all) = (&levels.blocks[level.clone()], level.len());
            let words = &mut words[..all * size];
            let Ok(_) = self.compute(blocks, words, &mut filled[..all], &finished, None);
            progress.report(level.end as u64, levels.blocks.len() as u64)?;
        }
        Ok(())
    }

    /// Visits blocks that depend on each other in cycles, one by one, until no visit changes anything.
    fn visit_repeatedly(
        &self,
        levels: &Levels,
        words: &mut [u64],
        filled: &mut [bool],
        progress: Progress<'_>,
    ) -> Result<(), SolveError> {
        let size = self.fold.block_words();
        let mut frames = Frames::default();
        let mut changed = true;
        while changed {
            changed = false;
            for level in levels.ranges() {
                for place in level.clone() {
                    let mut own = words[place * size..][..size].to_vec();
                    let mut any = filled[place];
                    let block = levels.blocks[place] as usize;
                    let finished = Earlier { words, filled, size };
                    let Ok(()) = self.visit(block, &mut own, &mut any, &finished, &mut frames);
                    changed |= words[place * size..][..size] != own;
                    words[place * size..][..size].copy_from_slice(&own);
                    filled[place] = any;
                }
                progress.report(level.end as u64, levels.blocks.len() as u64)?;
            }
        }
        Ok(())
    }
}

/// The blocks in memory that were computed already.
struct Earlier<'w> {
    words: &'w [u64],
    /// For each place, whether anything in its block was found.
    filled: &'w [bool],
    /// The number of words of a block.
    size: usize,
}

impl Earlier<'_> {
    fn block(&self, place: usize) -> &[u64] {
        &self.words[place * self.size..][..self.size]
    }
}

impl Finished for Earlier<'_> {
    type Error = Infallible;

    fn words<'a>(
        &'a self,
        place: usize,
        _: &'a mut Vec<u64>,
    ) -> Result<Option<&'a [u64]>, Infallible> {
        Ok(self.filled[place].then(|| self.block(place)))
    }

    fn expect(&self, place: usize) {
        kernel::prefetch(self.block(place));
    }
}
