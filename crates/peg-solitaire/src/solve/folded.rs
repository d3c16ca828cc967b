//! The set of the reachable positions with one block of each set of mirror images. How much memory that saves depends on the symmetries
//! that the layout keeps: a factor of eight on the English board, four on 5 x 7, two on 6 x 6, and none on 5 x 6. The set answers the same
//! questions as the whole one, each with one more step.

mod folding;
mod homes;

use std::convert::Infallible;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use super::closure::{Closure, Levels};
use super::kernel::{Instructions, SharedWords};
use super::layout::Layout;
use super::reachable_set::{ReachableSet, ReadError};
use super::{SolveError, what};
use crate::board::{Bitboard, SmallBoard};
use crate::class::{ClassSet, IndexMap, PegCounter, PositionClass, Tally, WORD_BITS};
use crate::memory::{self, HugeArray};
use crate::progress::Progress;

pub(super) use folding::{Finished, Folding, Frames};
pub(super) use homes::Homes;

/// The positions that can be reached from a start, one block of each set of mirror images: 67 MiB instead of 256 on 5 x 7.
///
/// ```
/// use peg_solitaire::board::SmallBoard;
/// use peg_solitaire::progress::Progress;
/// use peg_solitaire::solve::{FoldedReachable, Reachable, ReachableSet as _};
/// let board: SmallBoard = "5x5".parse()?;
/// let start = board.central_vacancy();
/// let folded = FoldedReachable::solve(&board, start, Progress::NONE)?;
/// let whole = Reachable::solve(&board, start, Progress::NONE)?;
/// assert_eq!(folded.count(), whole.count());
/// assert!(folded.bytes() < 8 * whole.words().len() * 2 / 3);
/// assert!(folded.contains(start) && !folded.contains(board.full()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FoldedReachable {
    pub(super) layout: Layout,
    pub(super) start: Bitboard,
    pub(super) words: HugeArray,
    pub(super) homes: Homes,
    /// What each symmetry of the layout does to an index, the identity first.
    pub(super) maps: Vec<IndexMap>,
}

impl FoldedReachable {
    /// Finds every position that can be reached from the start. The progress is counted in blocks.
    ///
    /// # Errors
    /// When the start is not on the board, the set takes more memory than there is, or `progress` says to stop.
    pub fn solve(
        board: &SmallBoard,
        start: Bitboard,
        progress: Progress<'_>,
    ) -> Result<Self, SolveError> {
        Self::solve_with(board, start, Instructions::Best, progress)
    }

    /// The same with a choice of instructions.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_with(
        board: &SmallBoard,
        start: Bitboard,
        instructions: Instructions,
        progress: Progress<'_>,
    ) -> Result<Self, SolveError> {
        if !board.full().contains(start) {
            return Err(SolveError::OutsideBoard { board: board.to_string() });
        }
        let layout = Layout::new(board, start);
        let closure = Closure::new(&layout, instructions);
        let starts = [layout.class.index_of_member(start)];
        let levels = Levels::new(&closure, &starts)?;
        let homes = Homes::new(&closure, &levels.blocks)?;
        let words = levels.blocks.len() * closure.block_words();
        memory::require(what(board), words as u64 * 8)?;
        let mut words = HugeArray::zeroed(|| what(board), words)?;
        let folding = Folding { closure: &closure, homes: &homes, start: starts[0] };
        let kept = Kept {
            words: SharedWords::new(&mut words, closure.block_words()),
            filled: closure.none_filled(levels.blocks.len())?,
        };
        closure.visit_all(&levels, progress, &|scratch, blocks| {
            let fresh = &mut scratch.fresh[..closure.block_words()];
            blocks.iter().fold(false, |changed, &block| {
                changed | kept.visit(&folding, block as usize, fresh, &mut scratch.frames)
            })
        })?;
        let maps = layout.group.index_maps(&layout.class);
        Ok(Self { layout, start, words, homes, maps })
    }

    /// The memory of the bits, in bytes.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.words.len() * 8
    }

    /// The number of positions.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count_by_pegs().iter().sum()
    }

    /// The number of positions by number of pegs: entry p counts those with p pegs, from 0 to the number of holes.
    #[must_use]
    pub fn count_by_pegs(&self) -> Vec<u64> {
        let size = 1 << (self.block_bits() - WORD_BITS);
        // For each place the number of the kept block, and how many blocks are its images.
        let mut images = vec![(0, 0); self.words.len() / size];
        for block in 0..1 << self.layout.block_bits {
            if let Some((place, turn)) = self.homes.of(block) {
                images[place].1 += 1;
                if turn == 0 {
                    images[place].0 = block;
                }
            }
        }
        let counter = PegCounter::new(&self.layout.class);
        let count = |tally: &mut Tally<'_>, place: usize| {
            let (block, images) = images[place];
            tally.add(images, block * size, &self.words[place * size..][..size]);
        };
        counter.count(images.len(), count).by_pegs()
    }

    /// The whole set, with a bit for each position.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn unfold(&self) -> Result<ClassSet, SolveError> {
        let closure = Closure::new(&self.layout, Instructions::Best);
        let size = closure.block_words();
        let board = self.layout.class.board();
        let mut set = ClassSet::empty(Arc::clone(&self.layout.class), || what(board))?;
        for (block, words) in set.words_mut().chunks_exact_mut(size).enumerate() {
            let Some((place, turn)) = self.homes.of(block) else { continue };
            let kept = &self.words[place * size..][..size];
            let Some(to_kept) = turn.checked_sub(1) else {
                words.copy_from_slice(kept);
                continue;
            };
            let back = &closure.mirrors[self.homes.inverse(turn) - 1];
            back.reflect(Instructions::Best, closure.mirrors[to_kept].block(block), kept, words);
        }
        Ok(set)
    }

    /// The number of bits of an index inside a block.
    fn block_bits(&self) -> usize {
        self.layout.vector_bits + self.layout.inner_bits
    }
}

impl fmt::Debug for FoldedReachable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("FoldedReachable")
            .field("board", &self.layout.class.board().to_string())
            .field("start", &self.start)
            .finish_non_exhaustive()
    }
}

impl ReachableSet for FoldedReachable {
    fn class(&self) -> &PositionClass {
        &self.layout.class
    }

    fn start(&self) -> Bitboard {
        self.start
    }

    fn contains_index(&self, index: u64) -> Result<bool, ReadError> {
        let bits = self.block_bits();
        let Some((place, turn)) = self.homes.of((index >> bits) as usize) else { return Ok(false) };
        let index = if turn == 0 { index } else { self.maps[turn].apply(index) };
        let inside = index & ((1 << bits) - 1);
        let word = (place << (bits - WORD_BITS)) | (inside >> WORD_BITS) as usize;
        Ok(self.words[word] >> (index & 63) & 1 == 1)
    }
}

/// The kept blocks in memory, while they are computed.
struct Kept<'w> {
    words: SharedWords<'w>,
    /// For each place, whether anything in its block was found.
    filled: Vec<AtomicBool>,
}

impl Kept<'_> {
    /// Computes a kept block. Returns whether it changed.
    fn visit(
        &self,
        folding: &Folding<'_>,
        block: usize,
        fresh: &mut [u64],
        frames: &mut Frames,
    ) -> bool {
        let Some(place) = folding.homes.kept(block) else { return false };
        let mut any = false;
        if folding.closure.layout.exact {
            fresh.fill(0);
        } else {
            // SAFETY: without an exact order there is one thread.
            fresh.copy_from_slice(unsafe { self.words.finished(place) });
            any = self.filled[place].load(Ordering::Relaxed);
        }
        any |= folding.begin(block, fresh);
        any |= folding.gather(block, fresh, self, frames).unwrap_or_else(|never| match never {});
        if !any {
            return false;
        }
        folding.close(block, fresh);
        // SAFETY: each kept block has a place of its own, which only this visit writes and no other thread reads: blocks
        // of a level don't depend on each other, and without an exact order there is one thread.
        let own = unsafe { self.words.own(place) };
        let changed = *own != *fresh;
        own.copy_from_slice(fresh);
        self.filled[place].store(true, Ordering::Relaxed);
        changed
    }
}

impl Finished for Kept<'_> {
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
}
