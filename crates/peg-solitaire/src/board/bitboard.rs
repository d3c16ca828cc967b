//! Positions of at most 64 holes as machine words. Knows nothing of the board's shape;
//! [`SmallBoard`](super::SmallBoard) does.

use std::fmt;
use std::ops::{BitAnd, BitOr, BitXor};

use crate::bits::ones;

/// The number of a hole on its board: row by row from the top left, starting at 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole(pub u16);

impl Hole {
    /// The position with a single peg, in this hole.
    /// # Panics
    /// If the number is above 63: the hole is not one of a small board.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        assert!(self.0 < 64, "the hole is not one of a small board");
        Bitboard(1 << self.0)
    }

    /// The number as an index into arrays with one entry per hole.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A set of pegs, with one bit per hole. Hole 0 is the least significant bit.
///
/// The integer is the *code* of the position in the literature. On the 3 x 3 board:
///
/// ```text
///   # . #        holes  0 1 2        code  2^0 + 2^2
///   . # .               3 4 5            + 2^4
///   . . #               6 7 8            + 2^8  =  277
/// ```
///
/// ```
/// use peg_solitaire::board::{SmallBoard, Bitboard};
/// let board: SmallBoard = "3x3".parse()?;
/// assert_eq!(board.parse_pattern("#.#\n.#.\n..#")?, Bitboard(277));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The empty board.
    pub const EMPTY: Self = Self(0);

    /// The code: one bit per hole.
    pub const fn code(self) -> u64 {
        self.0
    }

    /// The number of pegs.
    pub const fn count(self) -> u32 {
        self.0.count_ones()
    }

    /// Whether the hole holds a peg.
    /// # Panics
    /// If its number is above 63.
    #[inline]
    pub const fn has(self, hole: Hole) -> bool {
        self.0 & hole.bit().0 != 0
    }

    /// Whether there is no peg.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this position contains every peg of `other`.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// The pegs of this position that are not in `other`.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// The Hamming distance: the number of holes in which the two positions differ.
    pub const fn distance(self, other: Self) -> u32 {
        (self.0 ^ other.0).count_ones()
    }

    /// The holes with a peg, in order.
    pub fn pegs(self) -> impl Iterator<Item = Hole> {
        ones(self.0).map(|bit| Hole(bit as u16))
    }
}

impl FromIterator<Hole> for Bitboard {
    /// # Panics
    /// If the number of a hole is above 63.
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        holes
            .into_iter()
            .fold(Self::EMPTY, |pegs, hole| pegs | hole.bit())
    }
}

macro_rules! word_by_word {
    ($($Trait:ident $name:ident $operator:tt;)*) => {$(
        impl $Trait for Bitboard {
            type Output = Self;
            fn $name(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }
    )*};
}
word_by_word! { BitAnd bitand &; BitOr bitor |; BitXor bitxor ^; }

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#x})", self.0)
    }
}
