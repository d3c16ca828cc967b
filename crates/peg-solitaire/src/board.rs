//! Boards: sets of at most 64 holes on a square or triangular lattice, with everything that follows from
//! their shape. Depends on no other module.

mod any;
mod catalogue;
mod hole_set;
mod jump;
mod large;
mod names;
mod paper;
mod pegs;
mod position;
mod symmetry;
mod text;

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

pub use any::AnyBoard;
pub use catalogue::{BOARD_NAMES, NamedBoard};
pub use hole_set::HoleSet;
pub use jump::{Jump, Triple};
pub use large::{LargeBoard, MAX_LARGE_HOLES, MAX_SIDE};
pub use pegs::Position;
pub use position::{Bitboard, Hole};
pub use symmetry::Symmetry;
pub use text::{BoardError, OffBoard, PatternError};

/// The maximum number of holes: one bit each in a [`Bitboard`].
pub const MAX_HOLES: usize = 64;

/// The lattice, which determines the neighbours of a hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lattice {
    /// Four neighbours: left, right, above, below.
    Square,
    /// Six neighbours. The coordinates are skewed: `(x+1, y+1)` and `(x-1, y-1)` are neighbours in addition
    /// to those of the square lattice.
    Triangular,
}

impl Lattice {
    /// The directions of jumps, up to sign.
    pub const fn directions(self) -> &'static [(i8, i8)] {
        match self {
            Self::Square => &[(1, 0), (0, 1)],
            Self::Triangular => &[(1, 0), (0, 1), (1, 1)],
        }
    }
}

/// A board with its triples and symmetries. Cheap to clone.
///
/// ```
/// use peg_solitaire::board::Board;
/// let board: Board = "5x7".parse()?;
/// assert_eq!(board.holes(), 35);
/// assert_eq!(board.triples().len(), 21 + 25);
/// assert_eq!(board.symmetries().len(), 4);
/// let start = board.central_vacancy();
/// let jump = board.parse_jump("c2-c4")?;
/// assert!(jump.is_legal(start));
/// let rows = ["#####", "##.##", "##.##", "#####", "#####", "#####", "#####"];
/// assert_eq!(board.picture(jump.play(start)), rows.join("\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Board {
    shape: Arc<Shape>,
}

/// The data that clones of a [`Board`] share.
struct Shape {
    name: Option<String>,
    lattice: Lattice,
    /// The column and row of each hole, by number; both start at 0.
    coordinates: Vec<(i8, i8)>,
    triples: Vec<Triple>,
    symmetries: Vec<Symmetry>,
}

impl Board {
    /// The board with holes at these columns and rows, in any order.
    ///
    /// # Errors
    /// If there are no holes, more than [`MAX_HOLES`], or two in the same place.
    pub fn new(lattice: Lattice, coordinates: &[(i8, i8)]) -> Result<Self, BoardError> {
        let mut coordinates = coordinates.to_vec();
        match coordinates.len() {
            0 => return Err(BoardError::NoHoles),
            1..=MAX_HOLES => {}
            holes => return Err(BoardError::TooManyHoles { holes }),
        }
        let left = coordinates.iter().map(|&(x, _)| x).min().unwrap_or(0);
        let top = coordinates.iter().map(|&(_, y)| y).min().unwrap_or(0);
        for (x, y) in &mut coordinates {
            *x = x.checked_sub(left).ok_or(BoardError::TooWide)?;
            *y = y.checked_sub(top).ok_or(BoardError::TooWide)?;
            if *x >= MAX_HOLES as i8 || *y >= MAX_HOLES as i8 {
                return Err(BoardError::TooWide);
            }
        }
        coordinates.sort_unstable_by_key(|&(x, y)| (y, x));
        if let Some(twice) = coordinates.windows(2).find(|pair| pair[0] == pair[1]) {
            let (x, y) = twice[0];
            return Err(BoardError::SameHoleTwice { hole: names::hole_name((x, y)) });
        }
        let triples = jump::triples(lattice, &coordinates);
        let symmetries = symmetry::symmetries(lattice, &coordinates);
        Ok(Self {
            shape: Arc::new(Shape { name: None, lattice, coordinates, triples, symmetries }),
        })
    }

    /// A rectangle of `columns` by `rows` holes on the square lattice.
    ///
    /// # Errors
    /// If it has no holes, or more than [`MAX_HOLES`].
    pub fn rectangle(columns: usize, rows: usize) -> Result<Self, BoardError> {
        let holes = columns.saturating_mul(rows);
        if holes == 0 {
            return Err(BoardError::NoHoles);
        }
        if holes > MAX_HOLES {
            return Err(BoardError::TooManyHoles { holes });
        }
        let coordinates: Vec<_> =
            (0..rows as i8).flat_map(|y| (0..columns as i8).map(move |x| (x, y))).collect();
        Ok(Self::new(Lattice::Square, &coordinates)?.named(format!("{columns}x{rows}")))
    }

    /// The same board under a name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        let Shape { lattice, ref coordinates, ref triples, ref symmetries, .. } = *self.shape;
        let shape = Shape {
            name: Some(name.into()),
            lattice,
            coordinates: coordinates.clone(),
            triples: triples.clone(),
            symmetries: symmetries.clone(),
        };
        Self { shape: Arc::new(shape) }
    }

    /// The name under which [`FromStr`] finds the board, or `None` for a custom board.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.shape.name.as_deref()
    }

    /// The lattice.
    #[inline]
    #[must_use]
    pub fn lattice(&self) -> Lattice {
        self.shape.lattice
    }

    /// The number of holes.
    #[inline]
    #[must_use]
    pub fn holes(&self) -> usize {
        self.shape.coordinates.len()
    }

    /// The number of columns.
    #[must_use]
    pub fn columns(&self) -> usize {
        self.shape.coordinates.iter().map(|&(x, _)| x as usize + 1).max().unwrap_or(0)
    }

    /// The number of rows.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.shape.coordinates.iter().map(|&(_, y)| y as usize + 1).max().unwrap_or(0)
    }

    /// The column and row of a hole, from 0. On a triangular board the columns are skewed: the first hole of
    /// each row of a triangle is in column 0.
    #[inline]
    #[must_use]
    pub fn coordinates(&self, hole: Hole) -> (i8, i8) {
        self.shape.coordinates[hole.index()]
    }

    /// The hole at a column and row, if there is one.
    #[must_use]
    pub fn hole_at(&self, x: i8, y: i8) -> Option<Hole> {
        let found = self.shape.coordinates.binary_search_by_key(&(y, x), |&(x, y)| (y, x));
        found.ok().map(|number| Hole(number as u16))
    }

    /// All lines of three adjacent holes: first along the rows, then along the columns, then (on a triangular
    /// board) along the diagonals, each ordered by its first hole.
    #[inline]
    #[must_use]
    pub fn triples(&self) -> &[Triple] {
        &self.shape.triples
    }

    /// The rotations and reflections that map the board to itself, the identity first.
    #[must_use]
    pub fn symmetries(&self) -> &[Symmetry] {
        &self.shape.symmetries
    }

    /// The position with a peg in every hole.
    #[inline]
    #[must_use]
    pub fn full(&self) -> Bitboard {
        Bitboard(u64::MAX >> (MAX_HOLES - self.holes()))
    }

    /// Checks that every peg of a position is in a hole of this board.
    ///
    /// # Errors
    /// If there are pegs elsewhere.
    pub fn check(&self, position: Bitboard) -> Result<(), OffBoard> {
        match position.without(self.full()) {
            Bitboard::EMPTY => Ok(()),
            pegs => Err(OffBoard { board: self.clone(), pegs }),
        }
    }

    /// The complement of a position: pegs and empty holes exchanged.
    #[must_use]
    pub fn complement(&self, position: Bitboard) -> Bitboard {
        self.full().without(position)
    }

    /// The full board without the peg nearest to the centre (the first one, if several are equally near).
    #[must_use]
    pub fn central_vacancy(&self) -> Bitboard {
        self.full().without(self.centre().bit())
    }

    /// The hole nearest to the centre of the board (the first one, if several are equally near).
    #[must_use]
    pub fn centre(&self) -> Hole {
        let count = self.holes() as i32;
        let sum = self
            .shape
            .coordinates
            .iter()
            .fold((0, 0), |(sx, sy), &(x, y)| (sx + i32::from(x), sy + i32::from(y)));
        let far = |&(x, y): &(i8, i8)| {
            let (dx, dy) = (i32::from(x) * count - sum.0, i32::from(y) * count - sum.1);
            match self.shape.lattice {
                Lattice::Square => dx * dx + dy * dy,
                Lattice::Triangular => dx * dx + dy * dy - dx * dy,
            }
        };
        let nearest = (0..self.holes()).min_by_key(|&hole| far(&self.shape.coordinates[hole]));
        Hole(nearest.unwrap_or(0) as u16)
    }

    /// The smallest code in the position's symmetry class.
    #[must_use]
    pub fn mincode(&self, position: Bitboard) -> Bitboard {
        let images = self.symmetries().iter().map(|symmetry| symmetry.apply(position));
        images.min().unwrap_or(position)
    }
}

impl PartialEq for Board {
    /// Boards are equal if their shapes are equal, whatever their names.
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.shape, &other.shape)
            || (self.shape.lattice == other.shape.lattice
                && self.shape.coordinates == other.shape.coordinates)
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Board({self})")
    }
}

impl fmt::Display for Board {
    /// The board's name, or its number of holes.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "a board of {} holes", self.holes()),
        }
    }
}

impl FromStr for Board {
    type Err = BoardError;

    /// The board with this name; see [`BOARD_NAMES`].
    fn from_str(name: &str) -> Result<Self, BoardError> {
        catalogue::named(name)
    }
}
