//! A board of either kind, small or large, for what is drawn and told alike.

use std::fmt;

use super::catalogue::size;
use super::{Board, BoardError, Hole, Jump, LargeBoard, Lattice, PatternError, Position};

/// A board of either kind, for what is drawn and told alike.
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

    /// The board, if it has at most 64 holes.
    #[must_use]
    pub fn small(&self) -> Option<&Board> {
        match self {
            Self::Small(board) => Some(board),
            Self::Large(_) => None,
        }
    }

    /// The same board as a rectangle of any size, if it is one on the square lattice.
    #[must_use]
    pub fn rectangle(&self) -> Option<LargeBoard> {
        match self {
            Self::Small(board) => LargeBoard::of(board),
            Self::Large(board) => Some(*board),
        }
    }

    /// Parses a board by name or from a picture, as [`to_text`](Self::to_text) writes it. A rectangle of more than 64 holes is named by its
    /// size.
    ///
    /// ```
    /// use peg_solitaire::board::AnyBoard;
    /// let [small, large] = ["5x7", "8x16"].map(AnyBoard::from_text);
    /// assert_eq!((small?.holes().count(), large?.holes().count()), (35, 128));
    /// # Ok::<(), peg_solitaire::board::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// If the text names no board.
    pub fn from_text(text: &str) -> Result<Self, BoardError> {
        match (Board::from_text(text), size(text)) {
            (Err(BoardError::TooManyHoles { .. }), Some((columns, rows))) => {
                Ok(Self::Large(LargeBoard::new(columns, rows)?))
            }
            (board, _) => Ok(Self::Small(board?)),
        }
    }

    /// The board as a file holds it; see [`Board::to_text`].
    #[must_use]
    pub fn to_text(&self) -> String {
        match self {
            Self::Small(board) => board.to_text(),
            Self::Large(board) => board.to_string(),
        }
    }

    /// A peg in every hole.
    #[must_use]
    pub fn full(&self) -> Position {
        self.holes().collect()
    }

    /// Whether all pegs are in holes of this board.
    #[must_use]
    pub fn contains(&self, pegs: &Position) -> bool {
        let count = self.holes().count();
        pegs.pegs().all(|hole| hole.index() < count)
    }

    /// Position and empty holes exchanged.
    #[must_use]
    pub fn complement(&self, pegs: &Position) -> Position {
        self.holes().filter(|&hole| !pegs.has(hole)).collect()
    }

    /// A picture of pegs as its rows on one line, joined by `/`: what files and JSON hold.
    #[must_use]
    pub fn picture_line(&self, pegs: &Position) -> String {
        self.picture(pegs).replace('\n', "/")
    }

    /// A picture: `#` for a peg, `.` for an empty hole, a space for no hole.
    #[must_use]
    pub fn picture(&self, pegs: &Position) -> String {
        match self {
            Self::Small(board) => board.picture(pegs.pegs().collect()),
            Self::Large(board) => board.picture(pegs),
        }
    }

    /// Parses a pattern: the notations of [`Board::parse_pattern`], and on larger boards rows.
    ///
    /// # Errors
    /// If the text is not a pattern of the board.
    pub fn parse_pattern(&self, text: &str) -> Result<Position, PatternError> {
        match self {
            Self::Small(board) => board.parse_pattern(text).map(Position::from),
            Self::Large(board) => board.parse_rows(text),
        }
    }

    /// The hole with this name.
    ///
    /// # Errors
    /// If the board has no hole of this name.
    pub fn parse_hole(&self, name: &str) -> Result<Hole, PatternError> {
        match self {
            Self::Small(board) => board.parse_hole(name),
            Self::Large(board) => board.parse_hole(name),
        }
    }

    /// The distance of a hole's cell from the left and from the top; see [`Board::place_on_paper`].
    #[must_use]
    pub fn place_on_paper(&self, hole: Hole) -> (f32, f32) {
        match self {
            Self::Small(board) => board.place_on_paper(hole),
            Self::Large(board) => {
                let (column, row) = board.coordinates(hole);
                (column as f32, row as f32)
            }
        }
    }

    /// The width and height of all cells together.
    #[must_use]
    pub fn extent_on_paper(&self) -> (f32, f32) {
        match self {
            Self::Small(board) => board.extent_on_paper(),
            Self::Large(board) => (board.columns() as f32, board.rows() as f32),
        }
    }

    /// The number of columns, counted as [`picture_place`](Self::picture_place) does.
    #[must_use]
    pub fn picture_columns(&self) -> usize {
        self.holes().map(|hole| self.picture_place(hole).0 + 1).max().unwrap_or(0)
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

impl From<Board> for AnyBoard {
    fn from(board: Board) -> Self {
        Self::Small(board)
    }
}

impl From<&Board> for AnyBoard {
    fn from(board: &Board) -> Self {
        Self::Small(board.clone())
    }
}

impl From<LargeBoard> for AnyBoard {
    fn from(board: LargeBoard) -> Self {
        Self::Large(board)
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
