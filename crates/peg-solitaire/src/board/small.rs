//! Boards whose positions are machine words: those that the solver enumerates.

use std::fmt;
use std::str::FromStr;

use super::{
    Bitboard, Board, BoardError, Hole, Jump, Lattice, MAX_SMALL_HOLES, PatternError, Position,
    Shifts, Symmetry,
};
use crate::{Error, Result};

/// A [`Board`] of at most 64 holes, columns and rows. Its methods take and return a [`Bitboard`]
/// for a position. [`as_board`](Self::as_board) has the methods of boards of any size.
///
/// ```
/// use peg_solitaire::board::{Bitboard, Position, SmallBoard};
/// let small: SmallBoard = "3x3".parse()?;
/// assert_eq!(small.full(), Bitboard(0b111_111_111));
///
/// let board = small.as_board();
/// assert_eq!(board.full(), Position::from(small.full()));
/// assert_eq!(board.rows(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
    /// The same board as one of any size, on which a position is a [`Position`].
    #[inline]
    pub fn as_board(&self) -> &Board {
        &self.0
    }

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

    /// Checks that every peg of these positions is in a hole of this board.
    ///
    /// # Errors
    /// If one is not. `what` says in the error what the positions are: a start, or a finish.
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
            .get_or_init(|| self.shifts_with(|jump| jump))
    }

    /// What finds the jumps of many positions, with something known about each jump.
    pub(crate) fn shifts_with<T: Clone>(&self, known: impl Fn(Jump) -> T) -> Shifts<T> {
        let step = |triple: &Jump| {
            let (x, y) = self.as_board().place(triple.from());
            let (over_x, over_y) = self.as_board().place(triple.over());
            (over_x - x, over_y - y)
        };

        // The triples of a direction come one after the other.
        let triples = self.triples();
        let directions = triples.chunk_by(|triple, next| step(triple) == step(next));
        Shifts::new(self.full(), directions, known)
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

/// What is asked most often of a board of any size.
impl SmallBoard {
    /// As [`Board::holes`].
    pub fn holes(&self) -> usize {
        self.0.holes()
    }

    /// As [`Board::each_hole`].
    pub fn each_hole(&self) -> impl DoubleEndedIterator<Item = Hole> + ExactSizeIterator + use<> {
        self.0.each_hole()
    }

    /// As [`Board::centre`].
    pub fn centre(&self) -> Hole {
        self.0.centre()
    }

    /// As [`Board::hole_name`].
    pub fn hole_name(&self, hole: Hole) -> String {
        self.0.hole_name(hole)
    }

    /// As [`Board::parse_hole`].
    ///
    /// # Errors
    /// As [`Board::parse_hole`].
    pub fn parse_hole(&self, name: &str) -> Result<Hole, PatternError> {
        self.0.parse_hole(name)
    }

    /// As [`Board::lattice`].
    pub fn lattice(&self) -> Lattice {
        self.0.lattice()
    }

    /// As [`Board::coordinates`].
    #[inline]
    pub fn coordinates(&self, hole: Hole) -> Option<(i16, i16)> {
        self.0.coordinates(hole)
    }

    /// As [`Board::hole_at`].
    #[inline]
    pub fn hole_at(&self, x: i16, y: i16) -> Option<Hole> {
        self.0.hole_at(x, y)
    }

    /// As [`Board::triples`].
    pub fn triples(&self) -> &[Jump] {
        self.0.triples()
    }

    /// As [`Board::each_jump`].
    pub fn each_jump(&self) -> impl Iterator<Item = Jump> {
        self.0.each_jump()
    }

    /// As [`Board::jump_name`].
    pub fn jump_name(&self, jump: Jump) -> String {
        self.0.jump_name(jump)
    }

    /// As [`Board::parse_move`].
    ///
    /// # Errors
    /// As [`Board::parse_move`].
    pub fn parse_move(&self, text: &str) -> Result<Vec<Jump>, PatternError> {
        self.0.parse_move(text)
    }

    /// As [`Board::symmetries`].
    pub fn symmetries(&self) -> &[Symmetry] {
        self.0.symmetries()
    }

    /// As [`Board::picture`].
    ///
    /// # Panics
    /// If a peg is in no hole of this board.
    pub fn picture(&self, position: impl Into<Position>) -> String {
        self.0.picture(position)
    }

    /// As [`Board::picture_line`].
    ///
    /// # Panics
    /// If a peg is in no hole of this board.
    pub fn picture_line(&self, position: impl Into<Position>) -> String {
        self.0.picture_line(position)
    }

    /// As [`Board::digits`].
    ///
    /// # Panics
    /// If a peg is in no hole of this board.
    pub fn digits(&self, position: impl Into<Position>) -> String {
        self.0.digits(position)
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
