//! Sets of pegs on boards of any size: as many machine words as it takes. Knows nothing of the board's shape.

use std::fmt;

use smallvec::{SmallVec, smallvec};

use super::{Bitboard, Hole, Jump};

/// A set of pegs on a board of any size.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Position {
    words: SmallVec<[u64; 1]>,
}

impl Position {
    /// Whether the hole holds a peg.
    #[must_use]
    pub fn has(&self, hole: Hole) -> bool {
        self.words.get(hole.index() / 64).is_some_and(|word| word >> (hole.0 % 64) & 1 == 1)
    }

    /// Puts a peg into a hole.
    pub fn insert(&mut self, hole: Hole) {
        let word = hole.index() / 64;
        if word >= self.words.len() {
            self.words.resize(word + 1, 0);
        }
        self.words[word] |= 1 << (hole.0 % 64);
    }

    /// Removes the peg of a hole, if there is one.
    pub fn remove(&mut self, hole: Hole) {
        if let Some(word) = self.words.get_mut(hole.index() / 64) {
            *word &= !(1 << (hole.0 % 64));
        }
        // Equal sets have equal words.
        while self.words.last() == Some(&0) {
            self.words.pop();
        }
    }

    /// Removes the peg of a hole, or puts one into it.
    pub fn flip(&mut self, hole: Hole) {
        if self.has(hole) {
            self.remove(hole);
        } else {
            self.insert(hole);
        }
    }

    /// Whether every hole is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The pegs as a machine word, if they are all in the first 64 holes.
    #[must_use]
    pub fn small(&self) -> Option<Bitboard> {
        match self.words[..] {
            [] => Some(Bitboard::EMPTY),
            [word] => Some(Bitboard(word)),
            _ => None,
        }
    }

    /// The pegs that are not in `other`.
    #[must_use]
    pub fn without(&self, other: &Self) -> Self {
        self.pegs().filter(|&hole| !other.has(hole)).collect()
    }

    /// The number of holes in which the two differ.
    #[must_use]
    pub fn distance(&self, other: &Self) -> u32 {
        let word = |pegs: &Self, at| pegs.words.get(at).copied().unwrap_or(0);
        let all = 0..self.words.len().max(other.words.len());
        all.map(|at: usize| (word(self, at) ^ word(other, at)).count_ones()).sum()
    }

    /// The number of pegs.
    #[must_use]
    pub fn count(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The holes with a peg, in order.
    pub fn pegs(&self) -> impl Iterator<Item = Hole> {
        let words = self.words.iter().zip((0..).step_by(64));
        words.flat_map(|(&word, first)| Bitboard(word).pegs().map(move |hole| Hole(hole.0 + first)))
    }

    /// Whether a jump can be played.
    #[must_use]
    pub fn allow(&self, jump: Jump) -> bool {
        self.has(jump.from()) && self.has(jump.over()) && !self.has(jump.to())
    }

    /// Plays a legal jump.
    pub fn play(&mut self, jump: Jump) {
        self.insert(jump.to());
        self.remove(jump.from());
        self.remove(jump.over());
    }
}

impl FromIterator<Hole> for Position {
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        let mut pegs = Self::default();
        holes.into_iter().for_each(|hole| pegs.insert(hole));
        pegs
    }
}

impl Extend<Hole> for Position {
    fn extend<I: IntoIterator<Item = Hole>>(&mut self, holes: I) {
        holes.into_iter().for_each(|hole| self.insert(hole));
    }
}

impl From<Bitboard> for Position {
    fn from(position: Bitboard) -> Self {
        let words = if position.is_empty() { SmallVec::new() } else { smallvec![position.code()] };
        Self { words }
    }
}

impl PartialEq<Bitboard> for Position {
    fn eq(&self, position: &Bitboard) -> bool {
        let Self { words } = Self::from(*position);
        self.words == words
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Position")?;
        f.debug_list().entries(self.pegs().map(|hole| hole.0)).finish()
    }
}
