//! A set of positions of one class, with one bit for each dense index. Of the blocks that are
//! mirror images of each other, one is *kept*. How much memory that saves depends on the symmetries
//! that the layout keeps: a factor of eight on the English board, four on 5 x 7, and none on 5 x 6.
//! The kept blocks are in memory, or read from disk when they are needed.
//!
//! The indices of a position and its complement differ in all bits. So the set of the complements
//! has the same bits, read from the other end:
//!
//! ```text
//! positions      0 0 1 0 1 1 0 0      bit i: the position of index i
//! complements    0 0 1 1 0 1 0 0      bit i: the complement of the position of index 7 - i
//! ```

mod ascending;
mod blocks;
mod combined;
mod fold;
mod holder;

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::kernel;
use crate::board::{Bitboard, SmallBoard};
use crate::class::{PegCounter, PositionClass, SymmetryGroup, Tally};
use crate::progress::Progress;
use crate::{Error, Result, memory, parallel};

pub use blocks::{Blocks, InMemory, Lazy};
pub(crate) use combined::Combined;
pub use combined::SetOperation;
use fold::KeptBit;
pub(super) use fold::{Fold, Home};
pub use holder::Holder;

/// A set of positions of one class, with one bit each. One block of each set of mirror images is
/// stored: 67 MiB for 2^31 bits on 5 x 7.
///
/// In memory, no question can fail, and none needs to be told to stop. On disk, the same questions
/// begin with `try`, because each may have to read a block. They work in memory, too, so that what
/// is written with them works on every set.
///
/// | question | time it takes |
/// |---|---|
/// | `contains` | a word of memory; on disk, 16 KiB are read and checked, unless they were lately |
/// | `count`, `count_by_pegs` | a pass over the kept blocks, on all threads |
/// | `positions` | a look-up for each position of the class in the range of numbers |
/// | `rank`, `select` | the same, on all threads |
/// | `union`, `intersection`, `difference` | a pass over both sets; on disk none |
/// | `with_complements_in` | the same |
#[derive(Clone)]
pub struct PositionSet<B = InMemory> {
    pub(super) fold: Arc<Fold>,
    pub(super) blocks: B,
}

/// Room for a block that is read, and for its image.
#[derive(Default)]
pub(crate) struct BlockRooms {
    read: Vec<u64>,
    turned: Vec<u64>,
}

/// Where kept blocks are taken in parts: so many for each thread that all end at about the same
/// time.
const PARTS_FOR_A_THREAD: usize = 16;
/// The words of kept blocks between two reports of the progress.
const WORDS_BETWEEN_REPORTS: usize = 1 << 14;

/// What every set answers, whatever holds its blocks.
impl<B> PositionSet<B> {
    /// The board of the positions.
    pub fn board(&self) -> &SmallBoard {
        self.class().board()
    }

    /// The position class. Its dense index numbers the bits.
    pub fn class(&self) -> &PositionClass {
        &self.fold.layout.class
    }

    /// The number of positions of the class, in the set or not: 2^rank.
    pub fn class_size(&self) -> u64 {
        1 << self.class().rank()
    }

    /// The symmetries with which the set is folded.
    pub(crate) fn group(&self) -> &SymmetryGroup {
        &self.fold.layout.group
    }

    /// The number of words of a block, and of blocks.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.fold.block_words(), self.fold.blocks())
    }

    /// The same set, borrowed.
    pub(crate) fn borrowed(&self) -> PositionSet<&B> {
        PositionSet {
            fold: Arc::clone(&self.fold),
            blocks: &self.blocks,
        }
    }
}

impl<B: Blocks> PositionSet<B> {
    /// Whether the position is in the set.
    ///
    /// # Errors
    /// When a block can't be read.
    pub fn try_contains(&self, position: Bitboard) -> Result<bool> {
        match self.class().index(position) {
            Some(index) => self.try_contains_index(index),
            None => Ok(false),
        }
    }

    /// Whether the position of this dense index, below 2^rank, is in the set.
    ///
    /// # Errors
    /// When a block can't be read.
    ///
    /// # Panics
    /// If the index is 64 or more and not below 2^rank. Below 64, those that no position has are in
    /// no set.
    #[inline]
    pub fn try_contains_index(&self, index: u64) -> Result<bool> {
        match self.fold.locate(index) {
            Some(kept) => self.blocks.has(kept.place, kept.bit),
            None => Ok(false),
        }
    }

    /// Keeps those of some dense indices, each below 2^rank, whose positions are in the set. Much
    /// faster in memory than to ask for one after the other, because many are fetched at a time.
    ///
    /// # Errors
    /// When a block can't be read. What the list holds then is not defined.
    ///
    /// # Panics
    /// As [`try_contains_index`](Self::try_contains_index).
    pub fn retain(&self, indices: &mut Vec<u64>) -> Result<()> {
        let mut located = [None; FETCHED_AT_ONCE];
        let mut kept = 0;
        for first in (0..indices.len()).step_by(FETCHED_AT_ONCE) {
            let last = indices.len().min(first + FETCHED_AT_ONCE);
            for (located, &index) in located.iter_mut().zip(&indices[first..last]) {
                *located = self.fold.locate(index);
                if let Some(KeptBit { place, bit }) = *located {
                    self.blocks.prefetch(place, bit);
                }
            }

            for (at, located) in (first..last).zip(located) {
                let is_member = match located {
                    Some(KeptBit { place, bit }) => self.blocks.has(place, bit)?,
                    None => false,
                };
                // One that is not kept is overwritten by the next that is.
                indices[kept] = indices[at];
                kept += usize::from(is_member);
            }
        }

        indices.truncate(kept);
        Ok(())
    }

    /// The number of positions by number of pegs: entry p counts those with p pegs, from 0 to the
    /// number of holes. Each kept block is counted once and weighed by the number of its images.
    /// What files state of their positions is compared with that. The progress is counted in
    /// slices.
    ///
    /// # Errors
    /// When a block can't be read or has other positions than its file states, or `progress` says
    /// to stop.
    pub fn try_count_by_pegs(&self, progress: Progress<'_>) -> Result<Vec<u64>> {
        self.count_required(self, progress)
    }

    /// The same of this set, read from another place where it is, too.
    pub(super) fn count_required<C: Blocks>(
        &self,
        read: &PositionSet<C>,
        progress: Progress<'_>,
    ) -> Result<Vec<u64>> {
        let mut sums = vec![0; self.board().holes() + 1];
        let slices = self.fold.places.slices.iter();
        for ((number, slice), part) in progress.each(slices.enumerate()) {
            let counts = read.count_places(slice.places.clone(), part)?;
            self.blocks.require(number, &counts)?;
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        Ok(sums)
    }

    fn count_places(&self, places: Range<usize>, progress: Progress<'_>) -> Result<Vec<u64>> {
        let counter = PegCounter::new(self.class());
        let size = self.fold.block_words();
        let count = |tally: &mut Tally<'_>, block: usize, words: &[u64]| {
            tally.add(self.fold.places.images(block), block * size, words);
            Ok(())
        };
        let tallies = self.each_part(places, progress, || counter.tally(), count)?;
        Ok(counter.sum(tallies))
    }

    /// Takes the kept blocks at these places, each with its number, in parts on all threads. The
    /// progress is counted in blocks.
    fn each_part<T: Send>(
        &self,
        places: Range<usize>,
        progress: Progress<'_>,
        begin: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, usize, &[u64]) -> Result<()> + Sync,
    ) -> Result<Vec<T>> {
        let together = (WORDS_BETWEEN_REPORTS / self.fold.block_words()).max(1);
        let pieces = places.len().div_ceil(together);
        let parts = pieces.min(PARTS_FOR_A_THREAD * parallel::threads());

        let done = AtomicU64::new(0);
        parallel::try_map(0..parts, |part| {
            let mut sum = begin();
            let mut room = Vec::new();
            for piece in pieces * part / parts..pieces * (part + 1) / parts {
                let first = places.start + piece * together;
                let end = places.end.min(first + together);
                for place in first..end {
                    if let Some(words) = self.blocks.words(place, &mut room)? {
                        take(&mut sum, self.fold.places.block(place), words)?;
                    }
                }

                let more = (end - first) as u64;
                let done = done.fetch_add(more, Ordering::Relaxed) + more;
                progress.report(done, places.len() as u64)?;
            }
            Ok(sum)
        })
    }

    /// Takes all kept blocks, each with its number, in parts on all threads, in the order of their
    /// places. The progress is counted in blocks.
    pub(super) fn each_kept<T: Send>(
        &self,
        progress: Progress<'_>,
        begin: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, usize, &[u64]) -> Result<()> + Sync,
    ) -> Result<Vec<T>> {
        self.each_part(0..self.fold.places.count(), progress, begin, take)
    }

    /// All bits, the images' too, unless memory is short: bit i of word w stands for the dense
    /// index 64 w + i.
    ///
    /// # Errors
    /// When there is not enough memory, or a block can't be read.
    pub fn unfold(&self) -> Result<Vec<u64>> {
        let fill = |block, words: &mut [u64], rooms: &mut BlockRooms| {
            if let Some(found) = self.block(block, rooms)? {
                words.copy_from_slice(found);
            }
            Ok(())
        };
        let blocks = self.fold.blocks();
        filled(&self.fold, blocks, UNFOLDED_IN_A_ROW, Progress::NONE, fill)
    }

    /// The words of any block; none if nothing in it is in the set.
    pub(super) fn block<'a>(
        &'a self,
        block: usize,
        rooms: &'a mut BlockRooms,
    ) -> Result<Option<&'a [u64]>> {
        let BlockRooms { read, turned } = rooms;
        let Some(Home { place, turn }) = self.fold.home(block) else {
            return Ok(None);
        };
        let Some(kept) = self.blocks.words(place, read)? else {
            return Ok(None);
        };
        if turn == 0 {
            return Ok(Some(kept));
        }

        turned.resize(kept.len(), 0);
        let image = self.fold.mirrors[turn - 1].block(block);
        kernel::reflect(self.fold.back(turn), image, kept, turned);
        Ok(Some(turned))
    }

    /// This set with all its kept blocks in memory. The progress is counted in blocks.
    ///
    /// # Errors
    /// When there is not enough memory, a block can't be read, or `progress` says to stop.
    pub fn in_memory(&self, progress: Progress<'_>) -> Result<PositionSet> {
        let fill = |place, words: &mut [u64], rooms: &mut BlockRooms| {
            if let Some(found) = self.blocks.words(place, &mut rooms.read)? {
                words.copy_from_slice(found);
            }
            Ok(())
        };
        let kept = self.fold.places.count();
        let words = filled(&self.fold, kept, READ_IN_A_ROW, progress, fill)?;
        Ok(PositionSet::of(Arc::clone(&self.fold), words))
    }
}

/// In memory, nothing fails.
impl PositionSet {
    /// These words of kept blocks as a set.
    pub(super) fn of(fold: Arc<Fold>, words: Vec<u64>) -> Self {
        let size = fold.block_words();
        Self {
            fold,
            blocks: InMemory { words, size },
        }
    }

    /// The bytes of the bits.
    pub fn bytes(&self) -> usize {
        8 * self.blocks.words.len()
    }

    /// Whether the position is in the set.
    pub fn contains(&self, position: Bitboard) -> bool {
        match self.class().index(position) {
            Some(index) => self.contains_index(index),
            None => false,
        }
    }

    /// Whether the position of this dense index, below 2^rank, is in the set.
    ///
    /// # Panics
    /// If the index is 64 or more and not below 2^rank. Below 64, those that no position has are in
    /// no set.
    #[inline]
    pub fn contains_index(&self, index: u64) -> bool {
        match self.fold.find(index) {
            Some((word, bit)) => self.blocks.words[word] >> bit & 1 == 1,
            None => false,
        }
    }

    /// The number of positions.
    pub fn count(&self) -> u64 {
        self.count_by_pegs().iter().sum()
    }

    /// The number of positions by number of pegs: entry p counts those with p pegs, from 0 to the
    /// number of holes. Each kept block is counted once and weighed by the number of its images.
    pub fn count_by_pegs(&self) -> Vec<u64> {
        let places = 0..self.fold.places.count();
        self.fold.count_by_pegs(places, &self.blocks.words)
    }

    /// This set, held by another holder.
    pub(crate) fn held<B: Holder>(self) -> PositionSet<B> {
        PositionSet {
            fold: self.fold,
            blocks: B::holding(self.blocks),
        }
    }
}

/// The words of so many blocks, unless memory is short. `fill` gets the number of each block, its
/// words, which are zeros, and room for what it reads. A thread fills in at least so many words in
/// a row. The progress is counted in blocks.
fn filled(
    fold: &Fold,
    blocks: usize,
    in_a_row: usize,
    progress: Progress<'_>,
    fill: impl Fn(usize, &mut [u64], &mut BlockRooms) -> Result<()> + Sync,
) -> Result<Vec<u64>> {
    let board = fold.layout.class.board();
    let what = || format!("a set of positions of {board}");
    let size = fold.block_words();
    let mut all = memory::zeros(what, blocks * size)?;

    let together = in_a_row.div_ceil(size);
    let pieces = all.chunks_mut(together * size).enumerate();
    parallel::try_map(pieces, |(piece, words)| {
        let first = piece * together;
        progress.report(first as u64, blocks as u64)?;

        let mut rooms = BlockRooms::default();
        for (block, words) in (first..).zip(words.chunks_mut(size)) {
            fill(block, words, &mut rooms)?;
        }
        Ok::<_, Error>(())
    })?;
    Ok(all)
}

/// The most bits that are fetched before the first of them is looked at.
const FETCHED_AT_ONCE: usize = 64;

/// The fewest words that a thread unfolds in a row, a huge page: two threads that touch a page for
/// the first time both clear it.
const UNFOLDED_IN_A_ROW: usize = 1 << 18;
/// The fewest words that a thread reads in a row.
const READ_IN_A_ROW: usize = 1 << 15;

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::board::Hole;
    use crate::solve::Reachable;
    use crate::winning::Winning;

    const NONE: Progress<'_> = Progress::NONE;

    fn listed<B: Holder>(set: &PositionSet<B>) -> BTreeSet<Bitboard> {
        set.try_positions(.., ..).map(Result::unwrap).collect()
    }

    /// What can be reached, and of that what leads to one peg in a hole.
    fn reachable_and_winning<B: Holder>(board: &SmallBoard, hole: Hole) -> [PositionSet<B>; 2] {
        let start = board.central_vacancy();
        let reachable = Reachable::solve(board, start, NONE).unwrap();
        let winning = Winning::of(&reachable, &[hole.bit()], NONE).unwrap();
        let whole = reachable.in_memory(NONE).unwrap();
        [whole.held(), winning.set().in_memory(NONE).unwrap().held()]
    }

    fn assert_operations<B: Holder>(name: &str) {
        let board: SmallBoard = name.parse().unwrap();
        for hole in board.full().pegs() {
            let [all, winning] = reachable_and_winning::<B>(&board, hole);
            let [all_listed, winning_listed] = [listed(&all), listed(&winning)];
            let lost = all.difference(&winning, NONE).unwrap();
            let expected = &all_listed - &winning_listed;
            assert_eq!(listed(&lost), expected, "{name}");

            let nothing = winning.intersection(&lost, NONE).unwrap();
            assert_eq!(listed(&nothing), BTreeSet::new(), "{name}");
            let again = winning.union(&lost, NONE).unwrap();
            assert_eq!(listed(&again), all_listed, "{name}");
            let both = all.intersection(&winning, NONE).unwrap();
            assert_eq!(listed(&both), winning_listed, "{name}");

            for set in [&all, &winning, &lost, &again] {
                let counts = set.try_count_by_pegs(NONE).unwrap();
                let positions = listed(set);
                assert_eq!(counts.iter().sum::<u64>(), positions.len() as u64, "{name}");
                for position in &positions {
                    assert!(set.try_contains(*position).unwrap());
                }

                let index = |&position| set.class().index(position).unwrap();
                let expected: BTreeSet<u64> = positions.iter().map(index).collect();
                let mut indices: Vec<u64> = (0..set.class_size()).collect();
                set.retain(&mut indices).unwrap();
                assert!(indices.iter().eq(&expected), "{name}");
            }
        }
    }

    #[test]
    fn operations_are_those_of_sorted_lists_in_memory_and_when_they_are_asked() {
        for name in ["1x5", "3x3", "3x4", "4x4", "triangle10"] {
            assert_operations::<InMemory>(name);
            assert_operations::<Lazy>(name);
        }
    }

    #[test]
    fn rank_and_select_are_those_of_the_sorted_list() {
        for name in ["1x5", "3x4", "4x4"] {
            let board: SmallBoard = name.parse().unwrap();
            let start = board.central_vacancy();
            let set = Reachable::solve(&board, start, NONE).unwrap();
            let sorted: Vec<Bitboard> = (&*set).into_iter().collect();
            for (before, &position) in (0..).zip(&sorted) {
                assert_eq!(set.select(before, NONE), Ok(Some(position)), "{name}");
                assert_eq!(set.rank(position, NONE), Ok(before + 1), "{name}");
                // Mostly of another class, or not in the set.
                let next = Bitboard(position.0 + 1);
                let expected = sorted.partition_point(|&found| found <= next) as u64;
                assert_eq!(set.rank(next, NONE), Ok(expected), "{name}");
            }
            assert_eq!(set.select(sorted.len() as u64, NONE), Ok(None), "{name}");
        }
    }

    #[test]
    fn sets_that_are_numbered_differently_are_refused() {
        let board: SmallBoard = "4x5".parse().unwrap();
        let of = |vacancy: &str| {
            let hole = board.parse_hole(vacancy).unwrap();
            Reachable::solve(&board, board.full().without(hole.bit()), NONE).unwrap()
        };
        let error = of("a1").union(&of("b3"), NONE).unwrap_err();
        assert!(matches!(error, Error::OtherGame { .. }), "{error}");
    }
}
