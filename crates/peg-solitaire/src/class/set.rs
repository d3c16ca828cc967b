//! A set of positions of one class, with one bit for each dense index. It knows nothing about jumps.
//!
//! The indices of a position and its complement differ in all bits. So the set of the complements has the same bits,
//! read from the other end:
//!
//! ```text
//! positions      0 0 1 0 1 1 0 0      bit i: the position of index i
//! complements    0 0 1 1 0 1 0 0      bit i: the complement of the position of index 7 - i
//! ```

mod by_code;
mod count;

use std::fmt;
use std::sync::Arc;

use multiversion::multiversion;

use super::PositionClass;
use crate::board::{Bitboard, SmallBoard};
use crate::memory::{HugeArray, MemoryError};

pub(crate) use count::{PegCounter, Tally};

/// The bits of an index that number the bits of a word.
pub(crate) const WORD_BITS: usize = 6;

/// The number of words that a thread intersects at a time.
const PIECE: usize = 1 << 12;

/// A set of positions of one class, with one bit each.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, class::ClassSet, progress::Progress, solve::Reachable};
/// let board: SmallBoard = "4x4".parse()?;
/// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
/// let set: &ClassSet = &reachable;
/// assert_eq!(set.positions().count() as u64, set.count());
/// assert!(set.positions().all(|position| set.contains(position)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ClassSet {
    class: Arc<PositionClass>,
    words: HugeArray,
}

impl ClassSet {
    /// An empty set. `what` says what the memory is for.
    pub(crate) fn empty(
        class: Arc<PositionClass>,
        what: impl Fn() -> String,
    ) -> Result<Self, MemoryError> {
        let words = HugeArray::zeroed(what, 1 << class.rank().saturating_sub(WORD_BITS))?;
        Ok(Self { class, words })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &SmallBoard {
        self.class.board()
    }

    /// The position class. Its dense index numbers the bits.
    #[must_use]
    pub fn class(&self) -> &PositionClass {
        &self.class
    }

    pub(crate) fn shared_class(&self) -> &Arc<PositionClass> {
        &self.class
    }

    /// The bits: bit i of word w stands for the dense index 64 w + i.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Whether the position is in the set.
    #[must_use]
    pub fn contains(&self, position: Bitboard) -> bool {
        self.class.index(position).is_some_and(|index| self.contains_index(index))
    }

    /// Whether the position of this dense index, below 2^rank, is in the set.
    #[inline]
    #[must_use]
    pub fn contains_index(&self, index: u64) -> bool {
        self.words[(index >> WORD_BITS) as usize] >> (index & 63) & 1 == 1
    }

    /// The number of positions.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The positions, by increasing dense index.
    pub fn positions(&self) -> impl Iterator<Item = Bitboard> {
        let words = self.words.iter().enumerate().filter(|&(_, &word)| word != 0);
        words.flat_map(move |(number, &word)| {
            let first = (number as u64) << WORD_BITS;
            Bitboard(word).pegs().map(move |bit| self.class.position(first | u64::from(bit.0)))
        })
    }

    /// The positions of this set whose complements are in the other set. Both classes must have the same free holes.
    /// `what` describes the use of the memory.
    pub(crate) fn whose_complements_are_in(
        &self,
        other: &Self,
        what: impl Fn() -> String,
    ) -> Result<Self, MemoryError> {
        let mut both = Self::empty(Arc::clone(&self.class), what)?;
        let join = |(number, words): (usize, &mut [u64])| {
            let first = number * PIECE;
            words.copy_from_slice(&self.words[first..first + words.len()]);
            other.retain_complements(first, words);
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            both.words.par_chunks_mut(PIECE).enumerate().for_each(join);
        }
        #[cfg(not(feature = "parallel"))]
        both.words.chunks_mut(PIECE).enumerate().for_each(join);
        Ok(both)
    }

    /// Takes a run of words of another set, from word number `first` on, and keeps the positions whose complements are in this
    /// set. Both classes must have the same free holes.
    pub(crate) fn retain_complements(&self, first: usize, words: &mut [u64]) {
        let end = self.words.len() - first;
        let others = &self.words[end - words.len()..end];
        match self.class.rank() {
            0..WORD_BITS => and_reversed_bits(words, others, self.class.rank()),
            _ => and_reversed(words, others),
        }
    }
}

impl fmt::Debug for ClassSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ClassSet")
            .field("board", &self.board().to_string())
            .field("rank", &self.class.rank())
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
