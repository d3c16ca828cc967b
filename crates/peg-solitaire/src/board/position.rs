//! Sets of pegs on boards of any size: as many machine words as it takes. Knows nothing of the
//! board's shape.

use std::fmt;
use std::ops::BitXor;

use smallvec::SmallVec;

use super::{Bitboard, Hole};
use crate::bits::ones;

/// A set of pegs on a board of any size. Up to hole 63 it takes no memory of its own.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    /// The last is not 0, so that equal sets have equal words.
    words: SmallVec<[u64; 1]>,
}

impl Position {
    /// The memory that a position takes on a machine of 64 bits, in bytes: 24 for itself, and its
    /// words. Searches count it alike on every machine, so that they find the same games.
    pub(crate) fn bytes(&self) -> usize {
        24 + size_of_val(&*self.words)
    }

    fn trim(&mut self) {
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    /// Combines the words of two positions one by one.
    #[inline]
    fn combine(&self, other: &Self, combine: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self
            .side_by_side(other)
            .map(|(own, others)| combine(own, others));
        if words.len() <= 1 {
            // Small boards are combined thousands of times for a font.
            return Bitboard(words.next().unwrap_or(0)).into();
        }

        let mut combined = Self {
            words: words.collect(),
        };
        combined.trim();
        combined
    }

    /// The words of two positions for the same holes.
    #[inline]
    fn side_by_side(&self, other: &Self) -> impl ExactSizeIterator<Item = (u64, u64)> {
        let own = &*self.words;
        let others = &*other.words;
        let word = |words: &[u64], at| words.get(at).copied().unwrap_or(0);

        (0..own.len().max(others.len())).map(move |at| (word(own, at), word(others, at)))
    }

    /// Whether the hole holds a peg.
    #[inline]
    pub fn has(&self, hole: Hole) -> bool {
        self.words
            .get(hole.index() / 64)
            .is_some_and(|word| word >> (hole.0 % 64) & 1 == 1)
    }

    /// The word with the bit of a hole, and this bit.
    #[inline]
    fn word_mut(&mut self, hole: Hole) -> (&mut u64, u64) {
        let number = hole.index() / 64;
        if number >= self.words.len() {
            self.words.resize(number + 1, 0);
        }

        let bit = 1 << (hole.0 % 64);
        (&mut self.words[number], bit)
    }

    /// Puts a peg into a hole.
    pub fn insert(&mut self, hole: Hole) {
        let (word, bit) = self.word_mut(hole);
        *word |= bit;
    }

    /// Removes the peg of a hole, if there is one.
    pub fn remove(&mut self, hole: Hole) {
        if self.has(hole) {
            self.flip(hole);
        }
    }

    /// Removes the peg of a hole, or puts one into it.
    pub fn flip(&mut self, hole: Hole) {
        let (word, bit) = self.word_mut(hole);
        *word ^= bit;
        self.trim();
    }

    /// The pegs as a machine word, if they are all in the first 64 holes.
    pub fn bits(&self) -> Option<Bitboard> {
        match self.words[..] {
            [] => Some(Bitboard::EMPTY),
            [word] => Some(Bitboard(word)),
            _ => None,
        }
    }

    /// Whether there is no peg.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether this position contains every peg of `other`.
    #[inline]
    pub fn contains(&self, other: &Self) -> bool {
        if other.words.len() > self.words.len() {
            return false;
        }

        let mut pairs = self.words.iter().zip(&other.words);
        pairs.all(|(own, others)| own & others == *others)
    }

    /// The pegs that are not in `other`.
    #[must_use]
    #[inline]
    pub fn without(&self, other: &Self) -> Self {
        self.combine(other, |word, other| word & !other)
    }

    /// The number of holes in which the two differ.
    #[inline]
    pub fn distance(&self, other: &Self) -> u32 {
        self.side_by_side(other)
            .map(|(own, others)| (own ^ others).count_ones())
            .sum()
    }

    /// The number of pegs.
    #[inline]
    pub fn count(&self) -> usize {
        self.words
            .iter()
            .map(|word| word.count_ones() as usize)
            .sum()
    }

    /// The holes with a peg, in order.
    #[inline]
    pub fn pegs(&self) -> impl Iterator<Item = Hole> {
        let firsts = (0..).step_by(64);
        let words = self.words.iter().zip(firsts);

        words.flat_map(|(&word, first)| ones(word).map(move |bit| Hole(first + bit as u16)))
    }
}

impl BitXor for &Position {
    type Output = Position;

    #[inline]
    fn bitxor(self, other: Self) -> Position {
        self.combine(other, |word, other| word ^ other)
    }
}

impl FromIterator<Hole> for Position {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        let mut pegs = Self::default();
        pegs.extend(holes);
        pegs
    }
}

impl Extend<Hole> for Position {
    fn extend<I: IntoIterator<Item = Hole>>(&mut self, holes: I) {
        for hole in holes {
            self.insert(hole);
        }
    }
}

impl From<Hole> for Position {
    /// A single peg.
    fn from(hole: Hole) -> Self {
        std::iter::once(hole).collect()
    }
}

impl From<Bitboard> for Position {
    #[inline]
    fn from(position: Bitboard) -> Self {
        match position.code() {
            0 => Self::default(),
            code => Self {
                words: SmallVec::from_buf([code]),
            },
        }
    }
}

impl From<&Self> for Position {
    fn from(position: &Self) -> Self {
        position.clone()
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Position")?;
        let numbers = self.pegs().map(Hole::number);
        f.debug_list().entries(numbers).finish()
    }
}
