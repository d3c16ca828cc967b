//! Positions of at most 64 holes as machine words. Knows nothing of the board's shape;
//! [`SmallBoard`](super::SmallBoard) does.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not};

use super::MAX_HOLES;
use crate::bits::{Ones, ones};

/// The maximum number of holes of a [`SmallBoard`](super::SmallBoard): one bit each in a
/// [`Bitboard`].
pub const MAX_SMALL_HOLES: usize = u64::BITS as usize;

/// The number of a hole on its board: row by row from the top left, starting at 0.
///
/// A board gives its holes by place ([`hole_at`](super::Board::hole_at)), by name
/// ([`parse_hole`](super::Board::parse_hole)) or all of them
/// ([`each_hole`](super::Board::each_hole)).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Hole(pub(crate) u16);

impl Hole {
    /// The hole with this number; none from [`MAX_HOLES`] on, as no board has so many.
    ///
    /// ```
    /// use peg_solitaire::board::{Board, Hole};
    /// let board: Board = "5x7".parse()?;
    /// assert_eq!(Hole::new(11).map(|hole| board.hole_name(hole)).as_deref(), Some("b3"));
    /// assert_eq!(Hole::new(4096), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub const fn new(number: u16) -> Option<Self> {
        if (number as usize) < MAX_HOLES {
            Some(Self(number))
        } else {
            None
        }
    }

    /// The number, below [`MAX_HOLES`].
    #[inline]
    pub const fn number(self) -> u16 {
        self.0
    }

    /// The number as an index into arrays with one entry per hole.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The position with a single peg, in this hole.
    ///
    /// # Panics
    /// If the number is above 63: the hole is not one of a small board.
    #[inline]
    pub const fn bit(self) -> Bitboard {
        assert!(self.0 < 64, "the hole is not one of a small board");
        Bitboard(1 << self.0)
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
/// use peg_solitaire::board::{Bitboard, SmallBoard};
/// let board: SmallBoard = "3x3".parse()?;
/// assert_eq!(board.parse_pattern("#.#\n.#.\n..#")?, Bitboard(277));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Positions are combined hole by hole with `&`, `|`, `^` and `!`, and with their assigning forms:
///
/// ```
/// use peg_solitaire::board::{Bitboard, SmallBoard};
/// let board: SmallBoard = "3x3".parse()?;
/// let column = board.parse_pattern(".#.\n.#.\n.#.")?;
/// let row = board.parse_pattern("...\n###\n...")?;
///
/// assert_eq!(board.picture(column | row), ".#.\n###\n.#.");
/// assert_eq!(board.picture(column & row), "...\n.#.\n...");
/// assert_eq!(board.picture(column ^ row), ".#.\n#.#\n.#.");
/// assert_eq!(board.picture(column.without(row)), ".#.\n...\n.#.");
///
/// // A word has bits for 64 holes, so the pegs outside of the board are left out.
/// assert_eq!(board.picture(!column & board.full()), "#.#\n#.#\n#.#");
/// assert_eq!(board.complement(column), !column & board.full());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// It is a set of holes to iterate over, to collect and to extend:
///
/// ```
/// use peg_solitaire::board::{Bitboard, SmallBoard};
/// let board: SmallBoard = "3x3".parse()?;
/// let mut position: Bitboard = board.each_hole().step_by(2).collect();
/// assert_eq!(board.picture(position), "#.#\n.#.\n#.#");
///
/// position.extend(board.parse_hole("b1"));
/// position.remove(board.parse_hole("b2")?);
/// assert_eq!(board.picture(position), "###\n...\n#.#");
///
/// let names: Vec<String> = position.into_iter().map(|hole| board.hole_name(hole)).collect();
/// assert_eq!(names, ["a1", "b1", "c1", "a3", "c3"]);
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
    ///
    /// # Panics
    /// If its number is above 63.
    #[inline]
    pub const fn has(self, hole: Hole) -> bool {
        self.0 & hole.bit().0 != 0
    }

    /// Puts a peg into a hole.
    ///
    /// # Panics
    /// If its number is above 63.
    #[inline]
    pub const fn insert(&mut self, hole: Hole) {
        self.0 |= hole.bit().0;
    }

    /// Removes the peg of a hole, if there is one.
    ///
    /// # Panics
    /// If its number is above 63.
    #[inline]
    pub const fn remove(&mut self, hole: Hole) {
        self.0 &= !hole.bit().0;
    }

    /// Removes the peg of a hole, or puts one into it.
    ///
    /// # Panics
    /// If its number is above 63.
    #[inline]
    pub const fn flip(&mut self, hole: Hole) {
        self.0 ^= hole.bit().0;
    }

    /// Whether there is no peg.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether this position contains every peg of `other`.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Whether the two positions have no peg in common.
    pub const fn is_disjoint(self, other: Self) -> bool {
        self.0 & other.0 == 0
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
    #[inline]
    pub fn pegs(self) -> EachPeg {
        EachPeg(ones(self.0))
    }
}

/// The holes of a [`Bitboard`] that hold a peg, in order.
///
/// ```
/// use peg_solitaire::board::Bitboard;
/// let mut pegs = Bitboard(277).pegs();
/// assert_eq!(pegs.len(), 4);
/// assert_eq!(pegs.next_back().map(|hole| hole.number()), Some(8));
/// assert_eq!(pegs.map(|hole| hole.number()).collect::<Vec<u16>>(), [0, 2, 4]);
/// ```
#[derive(Clone, Debug)]
pub struct EachPeg(Ones);

impl Iterator for EachPeg {
    type Item = Hole;

    #[inline(always)]
    fn next(&mut self) -> Option<Hole> {
        self.0.next().map(|bit| Hole(bit as u16))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl DoubleEndedIterator for EachPeg {
    #[inline]
    fn next_back(&mut self) -> Option<Hole> {
        self.0.next_back().map(|bit| Hole(bit as u16))
    }
}

impl ExactSizeIterator for EachPeg {}

impl FusedIterator for EachPeg {}

impl IntoIterator for Bitboard {
    type Item = Hole;
    type IntoIter = EachPeg;

    #[inline]
    fn into_iter(self) -> EachPeg {
        self.pegs()
    }
}

impl FromIterator<Hole> for Bitboard {
    /// # Panics
    /// If the number of a hole is above 63.
    fn from_iter<I: IntoIterator<Item = Hole>>(holes: I) -> Self {
        let mut pegs = Self::EMPTY;
        pegs.extend(holes);
        pegs
    }
}

impl Extend<Hole> for Bitboard {
    /// # Panics
    /// If the number of a hole is above 63.
    fn extend<I: IntoIterator<Item = Hole>>(&mut self, holes: I) {
        for hole in holes {
            self.insert(hole);
        }
    }
}

macro_rules! hole_by_hole {
    ($($Trait:ident $name:ident $Assign:ident $assign:ident $operator:tt;)*) => {$(
        impl $Trait for Bitboard {
            type Output = Self;

            #[inline]
            fn $name(self, other: Self) -> Self {
                Self(self.0 $operator other.0)
            }
        }

        impl $Assign for Bitboard {
            #[inline]
            fn $assign(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    )*};
}

hole_by_hole! {
    BitAnd bitand BitAndAssign bitand_assign &;
    BitOr bitor BitOrAssign bitor_assign |;
    BitXor bitxor BitXorAssign bitxor_assign ^;
}

impl Not for Bitboard {
    type Output = Self;

    /// A peg in each of the 64 holes that holds none, whether the board has it or not.
    #[inline]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl fmt::Debug for Bitboard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Bitboard({:#x})", self.0)
    }
}

impl fmt::Display for Bitboard {
    /// The code as [`parse_pattern`](super::SmallBoard::parse_pattern) reads it. A board draws the
    /// position.
    ///
    /// ```
    /// use peg_solitaire::board::{Bitboard, SmallBoard};
    /// let board: SmallBoard = "3x3".parse()?;
    /// let position = Bitboard(277);
    /// assert_eq!(position.to_string(), "code:277");
    /// assert_eq!(board.parse_pattern(&position.to_string())?, position);
    /// assert_eq!(board.picture(position), "#.#\n.#.\n..#");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("code:{}", self.0))
    }
}

macro_rules! formatted_as_its_code {
    ($($Trait:ident)*) => {$(
        impl fmt::$Trait for Bitboard {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::$Trait::fmt(&self.0, f)
            }
        }
    )*};
}

formatted_as_its_code! { Binary LowerHex Octal UpperHex }

#[cfg(test)]
mod tests {
    use super::*;

    const PATTERNS: [u64; 6] = [0, 1, 1 << 63, 277, 0x00ff_00ff_00ff_00ff, u64::MAX];

    #[test]
    fn the_holes_come_in_order_from_either_end_and_are_counted() {
        for pattern in PATTERNS {
            let expected: Vec<u16> = (0..64).filter(|hole| pattern >> hole & 1 == 1).collect();
            let position = Bitboard(pattern);

            let forwards: Vec<u16> = position.into_iter().map(Hole::number).collect();
            assert_eq!(forwards, expected);

            let mut backwards: Vec<u16> = position.pegs().rev().map(Hole::number).collect();
            backwards.reverse();
            assert_eq!(backwards, expected);

            assert_eq!(position.pegs().len(), expected.len());
            assert_eq!(position.pegs().collect::<Bitboard>(), position);
        }
    }

    #[test]
    fn an_operator_and_its_assigning_form_agree_hole_by_hole() {
        for left in PATTERNS.map(Bitboard) {
            for right in PATTERNS.map(Bitboard) {
                let mut assigned = [left; 3];
                assigned[0] &= right;
                assigned[1] |= right;
                assigned[2] ^= right;
                assert_eq!(assigned, [left & right, left | right, left ^ right]);

                for hole in (!Bitboard::EMPTY).pegs() {
                    let (has_left, has_right) = (left.has(hole), right.has(hole));
                    let combined = assigned.map(|position| position.has(hole));
                    let expected = [
                        has_left && has_right,
                        has_left || has_right,
                        has_left != has_right,
                    ];
                    assert_eq!(combined, expected);
                    assert_ne!((!left).has(hole), has_left);
                }
                assert_eq!(left.is_disjoint(right), (left & right).is_empty());
            }
        }
    }

    #[test]
    fn pegs_are_put_in_and_taken_out_one_by_one() {
        for hole in (!Bitboard::EMPTY).pegs() {
            let mut position = Bitboard(277);
            position.insert(hole);
            assert!(position.has(hole));
            position.flip(hole);
            assert!(!position.has(hole));
            position.remove(hole);
            assert_eq!(position, Bitboard(277).without(hole.bit()));
        }
    }

    #[test]
    fn a_number_that_no_board_has_is_no_hole() {
        let last = MAX_HOLES as u16 - 1;
        assert_eq!(Hole::new(last).map(Hole::index), Some(MAX_HOLES - 1));
        for number in [last + 1, u16::MAX] {
            assert_eq!(Hole::new(number), None);
        }
    }

    #[test]
    fn a_position_is_formatted_as_its_code() {
        let position = Bitboard(277);
        assert_eq!(
            format!("{position} {position:x} {position:#X}"),
            "code:277 115 0x115"
        );
        assert_eq!(
            format!("{position:>10} {position:010b}"),
            "  code:277 0100010101"
        );
    }
}
