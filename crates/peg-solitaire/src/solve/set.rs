//! A set of positions of one class, with one bit for each dense index. Of the blocks that are mirror images of each other, one is
//! *kept*. How much memory that saves depends on the symmetries that the layout keeps: a factor of eight on the English board, four on
//! 5 x 7, and none on 5 x 6.
//!
//! The indices of a position and its complement differ in all bits. So the set of the complements has the same bits,
//! read from the other end:
//!
//! ```text
//! positions      0 0 1 0 1 1 0 0      bit i: the position of index i
//! complements    0 0 1 1 0 1 0 0      bit i: the complement of the position of index 7 - i
//! ```

mod by_code;
mod fold;
mod homes;

use std::convert::Infallible;
use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use multiversion::multiversion;

use super::{ReadError, SolveError};
use crate::board::{Bitboard, SmallBoard};
use crate::class::{PegCounter, PositionClass, Tally, WORD_BITS};
use crate::memory::{HugeArray, MemoryError};
use crate::parallel;

pub(super) use fold::Fold;
pub(super) use homes::Homes;

/// A set of positions of one class, with one bit each. One block of each set of mirror images is stored: 67 MiB for 2^31 bits on 5 x 7.
/// The blocks are in memory, where look-ups never fail, or in slices on disk.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, progress::Progress, solve::{ClassSet, Reachable}};
/// let board: SmallBoard = "4x4".parse()?;
/// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
/// let set: &ClassSet = &reachable;
/// assert_eq!(set.positions().count() as u64, set.count());
/// assert!(set.positions().all(|position| set.contains(position)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ClassSet<B = HugeArray> {
    fold: Arc<Fold>,
    /// The kept blocks, in the order of their places.
    blocks: B,
}

/// Where the kept blocks of a set are.
pub trait Blocks: Send + Sync + Sized {
    /// Why words can't be had.
    type Error: Into<ReadError> + Send;

    /// Some words of the blocks, by their numbers in all blocks together. `room` is for words that have to be read first.
    ///
    /// # Errors
    /// When a file can't be read, or is damaged.
    fn words<'a>(
        &'a self,
        words: Range<usize>,
        room: &'a mut Vec<u64>,
    ) -> Result<&'a [u64], Self::Error>;

    /// A word of the blocks.
    ///
    /// # Errors
    /// When a file can't be read, or is damaged.
    fn word(&self, number: usize) -> Result<u64, Self::Error>;

    /// The same set, if its blocks are in memory.
    fn whole(set: &ClassSet<Self>) -> Option<&ClassSet>;
}

impl Blocks for HugeArray {
    type Error = Infallible;

    fn words<'a>(
        &'a self,
        words: Range<usize>,
        _: &'a mut Vec<u64>,
    ) -> Result<&'a [u64], Infallible> {
        Ok(&self[words])
    }

    #[inline]
    fn word(&self, number: usize) -> Result<u64, Infallible> {
        Ok(self[number])
    }

    fn whole(set: &ClassSet) -> Option<&ClassSet> {
        Some(set)
    }
}

impl<B: Blocks> ClassSet<B> {
    /// The set of these blocks.
    pub(super) fn new(fold: Arc<Fold>, blocks: B) -> Self {
        Self { fold, blocks }
    }

    /// How the set is folded.
    pub(super) fn fold(&self) -> &Arc<Fold> {
        &self.fold
    }

    /// Where the blocks are.
    #[cfg(feature = "files")]
    pub(super) fn blocks(&self) -> &B {
        &self.blocks
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &SmallBoard {
        self.class().board()
    }

    /// The position class. Its dense index numbers the bits.
    #[must_use]
    pub fn class(&self) -> &PositionClass {
        &self.fold.layout.class
    }

    /// The bytes of the bits.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.fold.homes.places() * self.fold.block_words() * 8
    }

    /// Whether the position of this dense index, below 2^rank, is in the set.
    #[inline]
    pub(super) fn find(&self, index: u64) -> Result<bool, B::Error> {
        let Some((place, inside)) = self.fold.find(index) else { return Ok(false) };
        let word = place * self.fold.block_words() + (inside >> WORD_BITS) as usize;
        Ok(self.blocks.word(word)? >> (inside & 63) & 1 == 1)
    }

    /// All bits, the images' too: bit i of word w stands for the dense index 64 w + i.
    ///
    /// # Errors
    /// When there is not enough memory, or a file can't be read or is damaged.
    pub fn unfold(&self) -> Result<HugeArray, SolveError> {
        let what = || format!("a set of positions of {}", self.board());
        let size = self.fold.block_words();
        let mut all = HugeArray::zeroed(what, self.fold.blocks() * size)?;
        let together = HUGE_PAGE.div_ceil(size);
        let unfold = |(piece, words): (usize, &mut [u64])| {
            let mut rooms = Rooms::default();
            for (block, words) in (piece * together..).zip(words.chunks_mut(size)) {
                if let Some(found) = self.block(block, &mut rooms)? {
                    words.copy_from_slice(found);
                }
            }
            Ok(())
        };
        parallel::try_map(all.chunks_mut(together * size).enumerate(), unfold)
            .map_err(|error: B::Error| SolveError::Read(error.into()))?;
        Ok(all)
    }

    /// The words of any block; none if nothing in it is in the set. The rooms are for words that have to be read or turned.
    pub(super) fn block<'a>(
        &'a self,
        block: usize,
        rooms: &'a mut Rooms,
    ) -> Result<Option<&'a [u64]>, B::Error> {
        let Some((place, turn)) = self.fold.homes.of(block) else { return Ok(None) };
        let size = self.fold.block_words();
        let kept = self.blocks.words(place * size..(place + 1) * size, &mut rooms.read)?;
        if turn == 0 {
            return Ok(Some(kept));
        }
        rooms.turned.resize(size, 0);
        self.fold.unfold_block(block, turn, kept, &mut rooms.turned);
        Ok(Some(&rooms.turned))
    }
}

/// A thread's room for blocks that are read or turned.
#[derive(Default)]
pub(super) struct Rooms {
    read: Vec<u64>,
    turned: Vec<u64>,
}

impl ClassSet {
    /// Whether the position is in the set.
    #[must_use]
    pub fn contains(&self, position: Bitboard) -> bool {
        self.class().index(position).is_some_and(|index| self.contains_index(index))
    }

    /// Whether the position of this dense index, below 2^rank, is in the set.
    #[inline]
    #[must_use]
    pub fn contains_index(&self, index: u64) -> bool {
        let Ok(found) = self.find(index);
        found
    }

    /// The number of positions.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.count_by_pegs().iter().sum()
    }

    /// The number of positions by number of pegs: entry p counts those with p pegs, from 0 to the number of holes. Each kept block is
    /// counted once and weighed by the number of its images.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, progress::Progress, solve::Reachable};
    /// let board: SmallBoard = "5x5".parse()?;
    /// let counts = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?.count_by_pegs();
    /// assert_eq!(counts.len(), 26);
    /// // The start; from it a jump from each of four sides.
    /// assert_eq!(counts[23..], [4, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn count_by_pegs(&self) -> Vec<u64> {
        let size = self.fold.block_words();
        let kept = self.fold.kept();
        let counter = PegCounter::new(self.class());
        let count = |tally: &mut Tally<'_>, place: usize| {
            let (block, images) = kept[place];
            tally.add(images.into(), block as usize * size, self.kept_words(place));
        };
        counter.count(kept.len(), count).by_pegs(self.board().holes())
    }

    /// The positions, by increasing dense index.
    pub fn positions(&self) -> impl Iterator<Item = Bitboard> {
        let size = self.fold.block_words();
        (0..self.fold.blocks()).flat_map(move |block| {
            let mut rooms = Rooms::default();
            let Ok(words) = self.block(block, &mut rooms);
            let words = words.unwrap_or_default().to_vec();
            words.into_iter().zip(block * size..).flat_map(move |(word, number)| {
                let first = (number as u64) << WORD_BITS;
                let position = move |bit: u16| self.class().position(first | u64::from(bit));
                Bitboard(word).pegs().map(move |bit| position(bit.0))
            })
        })
    }

    /// The number of words of a block, and of blocks.
    pub(crate) fn shape(&self) -> (usize, usize) {
        (self.fold.block_words(), self.fold.blocks())
    }

    /// The kept blocks among those with these numbers. Of blocks that are images of each other, the first is kept.
    pub(crate) fn kept_among(&self, blocks: Range<usize>) -> impl Iterator<Item = (usize, &[u64])> {
        blocks.filter_map(|block| Some((block, self.kept_words(self.fold.homes.kept(block)?))))
    }

    /// The words of the kept block at a place.
    fn kept_words(&self, place: usize) -> &[u64] {
        let size = self.fold.block_words();
        &self.blocks[place * size..][..size]
    }

    /// The positions of this set whose complements are in the other set. Both classes must have the same free holes, and all
    /// symmetries with which the other is folded must be among those of this one. `what` describes the use of the memory.
    pub(crate) fn whose_complements_are_in(
        &self,
        other: &Self,
        what: impl Fn() -> String,
    ) -> Result<Self, MemoryError> {
        let fold = Fold::with(&self.fold, &other.fold.layout.group)?;
        let size = fold.block_words();
        let kept = fold.kept();
        let mut words = HugeArray::zeroed(what, kept.len() * size)?;
        let last = fold.blocks() - 1;
        let rank = self.class().rank();
        let join = |rooms: &mut Rooms, block: usize, words: &mut [u64]| {
            let Ok(own) = self.block(block, rooms);
            let Some(own) = own else { return };
            words.copy_from_slice(own);
            let Ok(others) = other.block(last - block, rooms);
            match others {
                None => words.fill(0),
                Some(others) if rank < WORD_BITS => and_reversed_bits(words, others, rank),
                Some(others) => and_reversed(words, others),
            }
        };
        let together = RUN.div_ceil(size);
        let pieces = words.chunks_mut(together * size).zip(kept.chunks(together));
        parallel::map(pieces, |(words, kept)| {
            let mut rooms = Rooms::default();
            for (words, &(block, _)) in words.chunks_mut(size).zip(kept) {
                join(&mut rooms, block as usize, words);
            }
        });
        Ok(Self::new(fold, words))
    }

    /// None of the positions of the class.
    pub(crate) fn emptied(&self) -> Result<Self, MemoryError> {
        let fold = Arc::new(self.fold.emptied()?);
        Ok(Self::new(fold, HugeArray::zeroed(|| "no positions", 0)?))
    }
}

/// The fewest words that a thread takes at a time.
const RUN: usize = 1 << 9;
/// The same where memory is touched first: two threads that touch a huge page at the same time both clear it.
const HUGE_PAGE: usize = 1 << 18;

impl<B: Blocks> fmt::Debug for ClassSet<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClassSet")
            .field("board", &self.board().to_string())
            .field("rank", &self.class().rank())
            .finish_non_exhaustive()
    }
}

/// Keeps the bits that are also set in the other words, read from their end.
#[multiversion(targets("x86_64+avx2"))]
fn and_reversed(words: &mut [u64], others: &[u64]) {
    for (word, other) in words.iter_mut().zip(others.iter().rev()) {
        *word &= other.reverse_bits();
    }
}

/// The same for a class with fewer positions than a word has bits.
fn and_reversed_bits(words: &mut [u64], others: &[u64], rank: usize) {
    for (word, other) in words.iter_mut().zip(others) {
        *word &= other.reverse_bits() >> (64 - (1 << rank));
    }
}
