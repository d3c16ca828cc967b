//! A board of either kind, small or large, for what is drawn and told alike.

use std::fmt;

use super::{Board, Hole, Jump, LargeBoard, Lattice};

/// A board of either kind, for what is drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum AnyBoard {
    /// A board of at most 64 holes.
    Small(Board),
    /// A rectangle of any size.
    Large(LargeBoard),
}

impl AnyBoard {
    /// The lattice.
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        match self {
            Self::Small(board) => board.lattice(),
            Self::Large(_) => Lattice::Square,
        }
    }

    /// The holes, in order.
    pub fn holes(&self) -> impl Iterator<Item = Hole> + use<> {
        let holes = match self {
            Self::Small(board) => board.holes(),
            Self::Large(board) => board.holes(),
        };
        (0..holes as u16).map(Hole)
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        match self {
            Self::Small(board) => board.rows(),
            Self::Large(board) => board.rows(),
        }
    }

    /// The column and line of a hole in a picture; see [`Board::picture_place`].
    #[must_use]
    pub fn picture_place(&self, hole: Hole) -> (usize, usize) {
        match self {
            Self::Small(board) => board.picture_place(hole),
            Self::Large(board) => board.coordinates(hole),
        }
    }

    /// The name of a hole.
    #[must_use]
    pub fn hole_name(&self, hole: Hole) -> String {
        match self {
            Self::Small(board) => board.hole_name(hole),
            Self::Large(board) => board.hole_name(hole),
        }
    }

    /// The name of a jump, like `c2-c4`.
    #[must_use]
    pub fn jump_name(&self, jump: Jump) -> String {
        format!("{}-{}", self.hole_name(jump.from()), self.hole_name(jump.to()))
    }
}

impl fmt::Display for AnyBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Small(board) => board.fmt(f),
            Self::Large(board) => board.fmt(f),
        }
    }
}
