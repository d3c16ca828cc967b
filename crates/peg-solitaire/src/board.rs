//! Boards: sets of at most 4,096 holes on a square or triangular lattice, with everything that
//! follows from their shape.

mod bitboard;
mod catalogue;
mod error;
mod jump;
mod marks;
mod moves;
mod pattern;
mod picture;
mod position;
mod shifts;
mod small;
mod symmetry;

use std::fmt;
use std::sync::{Arc, OnceLock};

use crate::{Error, Result};

pub use bitboard::{Bitboard, EachPeg, Hole, MAX_SMALL_HOLES};
pub use catalogue::{NAMED_BOARDS, NamedBoard};
pub use error::{BoardError, PatternError};
pub use jump::Jump;
pub use marks::parse_row;
pub(crate) use moves::{hole_name, moves};
pub use position::Position;
pub use shifts::Shifts;
pub use small::SmallBoard;
pub use symmetry::Symmetry;

/// The maximum number of holes.
pub const MAX_HOLES: usize = 1 << 12;

/// The maximum number of columns, and of rows.
pub const MAX_SIDE: usize = 512;

/// The lattice, which determines the neighbours of a hole.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Lattice {
    /// Four neighbours: left, right, above, below.
    Square,
    /// Six neighbours. The coordinates are skewed: `(x+1, y+1)` and `(x-1, y-1)` are neighbours in
    /// addition to those of the square lattice.
    Triangular,
}

impl Lattice {
    /// The directions of jumps, up to sign.
    pub const fn directions(self) -> &'static [(i16, i16)] {
        match self {
            Self::Square => &[(1, 0), (0, 1)],
            Self::Triangular => &[(1, 0), (0, 1), (1, 1)],
        }
    }

    /// The directions of jumps: first these, then their opposites.
    pub(crate) fn all_directions(self) -> impl Iterator<Item = (i16, i16)> {
        let one_way = self.directions().iter().copied();

        one_way.clone().chain(one_way.map(|(dx, dy)| (-dx, -dy)))
    }

    /// The column in a picture of characters, up to a shift, of a hole at a column and row.
    const fn picture_column(self, (x, y): (i16, i16)) -> i16 {
        match self {
            Self::Square => x,
            Self::Triangular => 2 * x - y,
        }
    }
}

/// A board with its triples and symmetries. Cheap to clone.
///
/// What works with machine words borrows a [`SmallBoard`] from a board of at most 64 holes.
///
/// ```
/// use peg_solitaire::board::Board;
/// let board: Board = "5x7".parse()?;
/// assert_eq!(board.holes(), 35);
/// assert_eq!(board.triples().len(), 21 + 25);
/// assert_eq!(board.symmetries().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Board {
    shape: Arc<Shape>,
}

/// The data that clones of a [`Board`] share.
#[derive(Clone)]
struct Shape {
    name: Option<String>,
    lattice: Lattice,
    columns: usize,
    rows: usize,
    /// The smallest column in a picture.
    left: i16,
    /// The column and row of each hole, by number; both start at 0.
    coordinates: Vec<(i16, i16)>,
    triples: OnceLock<Vec<Jump>>,
    symmetries: OnceLock<Vec<Symmetry>>,
    /// The jumps by their shifts, on a small board.
    shifts: OnceLock<Shifts<Jump>>,
}

/// The columns, or the rows, that holes lie in.
struct Span {
    first: i16,
    length: usize,
}

impl Span {
    fn of(places: impl Iterator<Item = i16> + Clone) -> Option<Self> {
        let first = places.clone().min()?;
        let last = places.max()?;

        Some(Self {
            first,
            length: usize::from(last.abs_diff(first)) + 1,
        })
    }
}

impl Board {
    /// The board with holes at these columns and rows, in any order. A rectangle on the square
    /// lattice is named by its size.
    ///
    /// # Errors
    /// If there are no holes, more than [`MAX_HOLES`], two in the same place, or a side is longer
    /// than [`MAX_SIDE`].
    pub fn new(lattice: Lattice, coordinates: &[(i16, i16)]) -> Result<Self, BoardError> {
        let across = Span::of(coordinates.iter().map(|&(x, _)| x)).ok_or(BoardError::NoHoles)?;
        let down = Span::of(coordinates.iter().map(|&(_, y)| y)).ok_or(BoardError::NoHoles)?;
        let columns = across.length;
        let rows = down.length;
        if coordinates.len() > MAX_HOLES || columns.max(rows) > MAX_SIDE {
            return Err(BoardError::TooLarge { columns, rows });
        }

        // From here on, columns and rows count from 0.
        let mut coordinates: Vec<(i16, i16)> = coordinates
            .iter()
            .map(|&(x, y)| (x - across.first, y - down.first))
            .collect();
        coordinates.sort_unstable_by_key(|&(x, y)| (y, x));

        if let Some(twice) = coordinates.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(BoardError::SameHoleTwice {
                hole: hole_name(twice[0]),
            });
        }

        let is_rectangle = lattice == Lattice::Square && coordinates.len() == columns * rows;
        let name = if is_rectangle {
            Some(format!("{columns}x{rows}"))
        } else {
            None
        };

        let left = coordinates
            .iter()
            .map(|&at| lattice.picture_column(at))
            .min()
            .unwrap_or(0);

        Ok(Self {
            shape: Arc::new(Shape {
                name,
                lattice,
                columns,
                rows,
                left,
                coordinates,
                triples: OnceLock::new(),
                symmetries: OnceLock::new(),
                shifts: OnceLock::new(),
            }),
        })
    }

    /// A rectangle of `columns` by `rows` holes on the square lattice.
    ///
    /// # Errors
    /// If it has no holes, more than [`MAX_HOLES`], or a side longer than [`MAX_SIDE`].
    pub fn rectangle(columns: usize, rows: usize) -> Result<Self, BoardError> {
        let holes = columns.saturating_mul(rows);
        if holes > MAX_HOLES || holes > 0 && columns.max(rows) > MAX_SIDE {
            return Err(BoardError::TooLarge { columns, rows });
        }

        let mut coordinates = Vec::with_capacity(holes);
        for y in 0..rows as i16 {
            coordinates.extend((0..columns as i16).map(|x| (x, y)));
        }
        Self::new(Lattice::Square, &coordinates)
    }

    /// This board under a name.
    #[must_use]
    pub fn named(self, name: impl Into<String>) -> Self {
        let mut shape = Arc::unwrap_or_clone(self.shape);
        shape.name = Some(name.into());

        Self {
            shape: Arc::new(shape),
        }
    }

    /// Whether [`small`](Self::small) gives a board.
    pub fn is_small(&self) -> bool {
        self.small().is_ok()
    }

    /// The name under which [`FromStr`](std::str::FromStr) finds the board, or `None` for a custom
    /// board.
    pub fn name(&self) -> Option<&str> {
        self.shape.name.as_deref()
    }

    /// The lattice of the holes.
    pub fn lattice(&self) -> Lattice {
        self.shape.lattice
    }

    /// The number of holes.
    pub fn holes(&self) -> usize {
        self.shape.coordinates.len()
    }

    /// All holes, in order.
    pub fn each_hole(&self) -> impl DoubleEndedIterator<Item = Hole> + ExactSizeIterator + use<> {
        (0..self.holes() as u16).map(Hole)
    }

    /// The number of columns, 1 to [`MAX_SIDE`]; on a triangular board, of skewed ones.
    pub fn columns(&self) -> usize {
        self.shape.columns
    }

    /// The number of rows, 1 to [`MAX_SIDE`].
    pub fn rows(&self) -> usize {
        self.shape.rows
    }

    /// Whether it is a rectangle on the square lattice.
    pub fn is_rectangle(&self) -> bool {
        self.lattice() == Lattice::Square && self.holes() == self.columns() * self.rows()
    }

    /// The column and row of a hole, from 0; none if the board has no such hole. On a triangular
    /// board the columns are skewed: the first hole of each row of a triangle is in column 0.
    #[inline]
    pub fn coordinates(&self, hole: Hole) -> Option<(i16, i16)> {
        self.shape.coordinates.get(hole.index()).copied()
    }

    /// The column and row of a hole of this board.
    #[inline]
    pub(crate) fn place(&self, hole: Hole) -> (i16, i16) {
        self.shape.coordinates[hole.index()]
    }

    /// The hole at a column and row, if there is one.
    pub fn hole_at(&self, x: i16, y: i16) -> Option<Hole> {
        let column = usize::try_from(x).ok()?;
        let row = usize::try_from(y).ok()?;
        if column >= self.columns() || row >= self.rows() {
            return None;
        }

        let is_full = self.holes() == self.columns() * self.rows();
        let number = if is_full {
            row * self.columns() + column
        } else {
            let coordinates = &self.shape.coordinates;
            let found = coordinates.binary_search_by_key(&(y, x), |&(x, y)| (y, x));
            found.ok()?
        };
        Some(Hole(number as u16))
    }

    /// The triples, all lines of three adjacent holes, each as the jump from the hole with the
    /// smallest number to that with the largest: first along the rows, then along the columns, then
    /// (on a triangular board) along the diagonals, each ordered by its first hole.
    pub fn triples(&self) -> &[Jump] {
        self.shape.triples.get_or_init(|| jump::triples(self))
    }

    /// The rotations and reflections that map the board to itself, the identity first.
    pub fn symmetries(&self) -> &[Symmetry] {
        let shape = &*self.shape;
        let found = || symmetry::symmetries(shape.lattice, &shape.coordinates);

        shape.symmetries.get_or_init(found)
    }

    /// The position with a peg in every hole.
    pub fn full(&self) -> Position {
        self.each_hole().collect()
    }

    /// Whether every peg of a position is in a hole of this board.
    pub fn contains(&self, position: &Position) -> bool {
        position.pegs().all(|hole| hole.index() < self.holes())
    }

    /// Checks that every peg of a position is in a hole of this board.
    ///
    /// # Errors
    /// If one is not.
    pub fn check(&self, position: &Position) -> Result<()> {
        if self.contains(position) {
            Ok(())
        } else {
            Err(Error::outside("position", self))
        }
    }

    /// The complement of a position: pegs and empty holes exchanged. Pegs outside of the board
    /// stay.
    pub fn complement(&self, position: &Position) -> Position {
        &self.full() ^ position
    }

    /// The full board without the peg nearest to the centre (the first one, if several are equally
    /// near).
    pub fn central_vacancy(&self) -> Position {
        self.full().without(&self.centre().into())
    }

    /// The hole nearest to the centre of the board (the first one, if several are equally near).
    pub fn centre(&self) -> Hole {
        let mut sum_of_columns = 0;
        let mut sum_of_rows = 0;
        for &(x, y) in &self.shape.coordinates {
            sum_of_columns += i64::from(x);
            sum_of_rows += i64::from(y);
        }

        // The centre is this sum, divided by the number of holes: whole numbers are exact.
        let count = self.holes() as i64;
        let distance = |&hole: &Hole| {
            let (x, y) = self.place(hole);
            self.square(
                i64::from(x) * count - sum_of_columns,
                i64::from(y) * count - sum_of_rows,
            )
        };
        let nearest = self.each_hole().min_by_key(distance);
        nearest.expect("a board has holes")
    }

    /// All holes, those nearest to a hole first. Of holes that are equally near, the first one
    /// comes first.
    ///
    /// # Panics
    /// If the board has no such hole.
    pub fn nearest_holes(&self, to: Hole) -> Vec<Hole> {
        let mut holes: Vec<Hole> = self.each_hole().collect();

        holes.sort_by_key(|&hole| self.squared_distance(hole, to));
        holes
    }

    /// The squared distance between two holes, in units of the distance between neighbours.
    pub(crate) fn squared_distance(&self, from: Hole, to: Hole) -> i64 {
        let (from_x, from_y) = self.place(from);
        let (to_x, to_y) = self.place(to);

        self.square(i64::from(to_x - from_x), i64::from(to_y - from_y))
    }

    /// The square of a distance on the lattice.
    fn square(&self, dx: i64, dy: i64) -> i64 {
        match self.lattice() {
            Lattice::Square => dx * dx + dy * dy,
            Lattice::Triangular => dx * dx + dy * dy - dx * dy,
        }
    }
}

impl PartialEq for Board {
    /// Boards are equal if their shapes are equal, whatever their names.
    fn eq(&self, other: &Self) -> bool {
        if Arc::ptr_eq(&self.shape, &other.shape) {
            return true;
        }

        self.shape.lattice == other.shape.lattice
            && self.shape.coordinates == other.shape.coordinates
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
