//! Boards whose positions are machine words: those that the solver enumerates.

use std::fmt;
use std::ops::Deref;
use std::str::FromStr;

use super::{Bitboard, Board, BoardError, Jump, PatternError, Position, Shifts};
use crate::{Error, Result};

/// The maximum number of holes of a [`SmallBoard`]: one bit each in a [`Bitboard`].
pub const MAX_SMALL_HOLES: usize = 64;

/// A [`Board`] of at most 64 holes, columns and rows. Its methods hide those of the same name of
/// the board that it derefs to, and take and return a [`Bitboard`] for a position:
/// `Board::from(&small)` has the others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SmallBoard(Board);

impl Board {
    /// The board as one whose positions are machine words.
    ///
    /// # Errors
    /// If it has more than [`MAX_SMALL_HOLES`] holes, columns or rows.
    pub fn small(&self) -> Result<SmallBoard, BoardError> {
        let holes = self.holes();
        if holes > MAX_SMALL_HOLES {
            return Err(BoardError::TooManyHoles { holes });
        }
        if self.columns().max(self.rows()) > MAX_SMALL_HOLES {
            return Err(BoardError::TooWide);
        }

        Ok(SmallBoard(self.clone()))
    }
}

impl SmallBoard {
    /// The position with a peg in every hole.
    #[inline]
    pub fn full(&self) -> Bitboard {
        Bitboard(u64::MAX >> (MAX_SMALL_HOLES - self.holes()))
    }

    /// The position as a machine word.
    ///
    /// # Errors
    /// If a peg is in no hole of this board.
    pub fn bits(&self, position: &Position) -> Result<Bitboard> {
        match position.bits() {
            Some(bits) if self.full().contains(bits) => Ok(bits),
            _ => Err(Error::outside("position", self)),
        }
    }

    /// Checks that every peg of these positions is in a hole of this board; `what` they are.
    pub fn check_all(
        &self,
        what: &'static str,
        positions: impl IntoIterator<Item = Bitboard>,
    ) -> Result<()> {
        let full = self.full();
        for position in positions {
            if !full.contains(position) {
                return Err(Error::outside(what, self));
            }
        }

        Ok(())
    }

    /// The complement of a position: pegs and empty holes exchanged. Pegs outside of the board
    /// stay.
    pub fn complement(&self, position: Bitboard) -> Bitboard {
        self.full() ^ position
    }

    /// The full board without the peg nearest to the centre (the first one, if several are equally
    /// near).
    pub fn central_vacancy(&self) -> Bitboard {
        self.full().without(self.centre().bit())
    }

    /// The legal jumps in a position, in the order of [`Board::legal_jumps`].
    pub fn legal_jumps(&self, position: Bitboard) -> impl Iterator<Item = Jump> {
        self.shifts().legal(position).copied()
    }

    /// What finds the jumps of many positions.
    pub(crate) fn shifts(&self) -> &Shifts<Jump> {
        self.0
            .shape
            .shifts
            .get_or_init(|| Shifts::new(self, |jump| jump))
    }

    /// The smallest code in the position's symmetry class. Pegs outside of the board stay.
    pub fn mincode(&self, position: Bitboard) -> Bitboard {
        let images = self
            .symmetries()
            .iter()
            .map(|symmetry| symmetry.apply(position));
        images.min().unwrap_or(position)
    }

    /// Parses a position in any notation; see [`Board::parse_pattern`].
    ///
    /// # Errors
    /// As [`Board::parse_pattern`].
    pub fn parse_pattern(&self, text: &str) -> Result<Bitboard, PatternError> {
        Ok(self.0.parse_pattern(text)?.pegs().collect())
    }
}

impl Deref for SmallBoard {
    type Target = Board;

    fn deref(&self) -> &Board {
        &self.0
    }
}

impl From<&SmallBoard> for Board {
    fn from(small: &SmallBoard) -> Self {
        small.0.clone()
    }
}

impl FromStr for SmallBoard {
    type Err = BoardError;

    fn from_str(name: &str) -> Result<Self, BoardError> {
        name.parse::<Board>()?.small()
    }
}

impl fmt::Display for SmallBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
