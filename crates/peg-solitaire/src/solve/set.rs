//! A set of positions of one class, with one bit for each dense index. Of the blocks that are
//! mirror images of each other, one is *kept*. How much memory that saves depends on the symmetries
//! that the layout keeps: a factor of eight on the English board, four on 5 x 7, and none on 5 x 6.
//!
//! The indices of a position and its complement differ in all bits. So the set of the complements
//! has the same bits, read from the other end:
//!
//! ```text
//! positions      0 0 1 0 1 1 0 0      bit i: the position of index i
//! complements    0 0 1 1 0 1 0 0      bit i: the complement of the position of index 7 - i
//! ```

mod fold;

use std::ops::{Bound, Range, RangeBounds};
use std::sync::Arc;

use multiversion::multiversion;

use crate::bits::WORD_BITS;
use crate::board::{Bitboard, Hole, SmallBoard};
use crate::class::{PositionClass, SymmetryGroup};
use crate::progress::Progress;
use crate::{Error, Result, memory, parallel};

pub(super) use fold::{Fold, Home};

/// A set of positions of one class, with one bit each. One block of each set of mirror images is
/// stored: 67 MiB for 2^31 bits on 5 x 7.
pub struct ClassSet {
    pub(super) fold: Arc<Fold>,
    /// The kept blocks, in the order of their places.
    pub(super) words: Vec<u64>,
}

impl ClassSet {
    /// The board of the positions.
    pub fn board(&self) -> &SmallBoard {
        self.class().board()
    }

    /// The position class. Its dense index numbers the bits.
    pub fn class(&self) -> &PositionClass {
        &self.fold.layout.class
    }

    /// The symmetries with which the set is folded.
    pub(crate) fn group(&self) -> &SymmetryGroup {
        &self.fold.layout.group
    }

    /// The bytes of the bits.
    pub fn bytes(&self) -> usize {
        8 * self.words.len()
    }

    /// All bits, the images' too, unless memory is short: bit i of word w stands for the dense
    /// index 64 w + i.
    pub fn unfold(&self) -> Result<Vec<u64>> {
        let what = || format!("a set of positions of {}", self.board());
        let size = self.fold.block_words();
        let mut unfolded = memory::zeros(what, self.fold.blocks() * size)?;

        let together = UNFOLDED_IN_A_ROW.div_ceil(size);
        let pieces = unfolded.chunks_mut(together * size).enumerate();
        parallel::map(pieces, |(piece, words)| {
            let mut turned = Vec::new();
            for (block, words) in (piece * together..).zip(words.chunks_mut(size)) {
                if let Some(found) = self.block(block, &mut turned) {
                    words.copy_from_slice(found);
                }
            }
        });
        Ok(unfolded)
    }

    /// The words of any block; none if nothing in it is in the set. `turned` is room for an image.
    fn block<'a>(&'a self, block: usize, turned: &'a mut Vec<u64>) -> Option<&'a [u64]> {
        self.fold
            .words(block, turned, |place| Some(self.kept_words(place)))
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
            Some((word, bit)) => self.words[word] >> bit & 1 == 1,
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
        self.fold.count_by_pegs(places, &self.words)
    }

    /// The number of words of a block, and of blocks.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.fold.block_words(), self.fold.blocks())
    }

    /// The kept blocks among those with these numbers. Of blocks that are images of each other, the
    /// first is kept.
    pub(crate) fn kept_among(&self, blocks: Range<usize>) -> impl Iterator<Item = (usize, &[u64])> {
        blocks.filter_map(|block| {
            let place = self.fold.place(block)?;
            Some((block, self.kept_words(place)))
        })
    }

    /// The words of the kept block at a place.
    fn kept_words(&self, place: usize) -> &[u64] {
        let size = self.fold.block_words();
        &self.words[place * size..][..size]
    }

    /// The positions of this set whose complements are in the other set. Both classes must have the
    /// same free holes, and all symmetries with which the other is folded must be among those of
    /// this one.
    pub(crate) fn whose_complements_are_in<'a>(&'a self, other: &'a Self) -> Result<Common<'a>> {
        Ok(Common {
            own: self,
            other,
            fold: Fold::with(&self.fold, &other.fold.layout.group)?,
        })
    }
}

/// The positions of a set whose complements are in another, which are computed block by block.
pub(crate) struct Common<'a> {
    own: &'a ClassSet,
    other: &'a ClassSet,
    fold: Arc<Fold>,
}

impl Common<'_> {
    /// Fills in the words of a block, if it is a kept one. Returns whether both sets have any of
    /// it. `turned` is room for an image.
    pub(crate) fn fill(&self, block: usize, words: &mut [u64], turned: &mut Vec<u64>) -> bool {
        if self.fold.place(block).is_none() {
            return false;
        }
        let Some(own) = self.own.block(block, turned) else {
            return false;
        };
        words.copy_from_slice(own);

        let opposite = self.fold.blocks() - 1 - block;
        let others = self.other.block(opposite, turned);
        and_reversed(words, others, self.own.class().rank());
        others.is_some()
    }

    /// The set of all common positions. `what` describes the use of the memory.
    pub(crate) fn set(self, what: impl Fn() -> String, progress: Progress<'_>) -> Result<ClassSet> {
        let size = self.fold.block_words();
        let places = &self.fold.places;
        let mut words = memory::zeros(what, places.count() * size)?;

        let together = COMPUTED_IN_A_ROW.div_ceil(size);
        let pieces = words.chunks_mut(together * size).enumerate();
        parallel::try_map(pieces, |(piece, words)| {
            progress.report((piece * together) as u64, places.count() as u64)?;
            let mut turned = Vec::new();
            for (place, words) in (piece * together..).zip(words.chunks_mut(size)) {
                self.fill(places.block(place), words, &mut turned);
            }
            Ok::<_, Error>(())
        })?;
        Ok(ClassSet {
            fold: self.fold,
            words,
        })
    }
}

/// The fewest words of common positions that a thread computes in a row.
const COMPUTED_IN_A_ROW: usize = 1 << 9;
/// The fewest words that a thread unfolds in a row, a huge page: two threads that touch a page for
/// the first time both clear it.
const UNFOLDED_IN_A_ROW: usize = 1 << 18;

/// Keeps the bits that are also set in the other words, if there are any, read from their end,
/// which is inside a word in a class of few positions.
#[multiversion(targets("x86_64+avx2"))]
pub(super) fn and_reversed(words: &mut [u64], others: Option<&[u64]>, rank: usize) {
    let Some(others) = others else {
        return words.fill(0);
    };

    let unused = 64 - (1 << rank.min(WORD_BITS));
    for (word, other) in words.iter_mut().zip(others.iter().rev()) {
        *word &= other.reverse_bits() >> unused;
    }
}

/// The most low bits of a number whose positions are looked up in a table.
const MAX_LISTED_BITS: usize = 10;

/// Positions by increasing code, without sorting them: the positions of the class are numbered a
/// second time, so that the numbers ascend with the codes.
///
/// Choose the parity holes so that each is a parity of holes with higher numbers. Take two
/// positions of a class and the highest free hole in which they differ: the position with a peg
/// there has the larger code. So the free holes, in order, are the bits of a number that ascends
/// with the code. A linear map leads from one numbering to the other.
impl ClassSet {
    /// The number of positions of the class, in the set or not: 2^rank.
    pub fn class_size(&self) -> u64 {
        1 << self.class().rank()
    }

    /// The positions of the set with `pegs` pegs by increasing code: all of them for the numbers
    /// `..`, or a part. The numbers count the positions of the class, in the set or not, by
    /// increasing code; they are below [`class_size`](Self::class_size). Runs of numbers whose
    /// positions have too few or too many pegs take no time.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, progress::Progress, solve::Reachable};
    /// let board: SmallBoard = "4x4".parse()?;
    /// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
    /// let half = reachable.class_size() / 2;
    /// let all = reachable.positions(..half, ..).chain(reachable.positions(half.., ..));
    /// let codes: Vec<u64> = all.map(|position| position.code()).collect();
    /// assert!(codes.is_sorted());
    /// assert_eq!(codes.len() as u64, reachable.count());
    /// assert_eq!(reachable.positions(.., 3..=3).count() as u64, reachable.count_by_pegs()[3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions(
        &self,
        numbers: impl RangeBounds<u64>,
        pegs: impl RangeBounds<u32>,
    ) -> impl Iterator<Item = Bitboard> {
        let ascending = AscendingCodes::of(self.class());
        let size = ascending.low.len() as u64;
        let (start, end) = bounds(&numbers);
        let end = end.min(self.class_size());

        let runs = start / size..end.div_ceil(size);
        runs.flat_map(move |run| {
            let first = run * size;
            let position = ascending.class.position(first);
            let outside = position.without(ascending.changed).count();
            let most = outside + ascending.changed.count();
            if !(outside..=most).any(|count| pegs.contains(&count)) {
                return Vec::new();
            }

            let from = start.saturating_sub(first).min(size) as usize;
            let to = (end - first).min(size) as usize;
            let index = self.class().index_of_member(position);
            let mut found = Vec::new();
            for low in &ascending.low[from..to.max(from)] {
                let position = position ^ low.holes;
                let is_asked = pegs.contains(&position.count());
                if is_asked && self.contains_index(index ^ low.index) {
                    found.push(position);
                }
            }
            found
        })
    }
}

/// The first number of a range, and the one after its last.
fn bounds(range: &impl RangeBounds<u64>) -> (u64, u64) {
    let start = match range.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&last) => last.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => u64::MAX,
    };
    (start, end)
}

/// The second numbering of a class.
struct AscendingCodes {
    /// The same positions, by numbers that ascend with the codes.
    class: PositionClass,
    /// What each value of a number's low bits changes.
    low: Vec<LowChange>,
    /// The holes that low bits change.
    changed: Bitboard,
}

/// What the low bits of a number change in the position, and in its dense index.
struct LowChange {
    holes: Bitboard,
    index: u64,
}

impl AscendingCodes {
    fn of(indexed: &PositionClass) -> Self {
        let board = indexed.board();
        let holes: Vec<Hole> = board.each_hole().collect();
        let class = PositionClass::with_order(board, indexed.position(0), &[], &holes);
        let low_bits = 0..class.rank().min(MAX_LISTED_BITS);

        let origin = class.position(0);
        let first = indexed.index_of_member(origin);
        let low = class.changes(low_bits.clone()).map(|holes| LowChange {
            holes,
            index: indexed.index_of_member(holes ^ origin) ^ first,
        });
        Self {
            low: low.collect(),
            changed: class.changed_by(low_bits),
            class,
        }
    }
}
