//! Rectangular boards of up to 4,096 holes. They are never enumerated; boards of at most 64 holes that are have a machine word for a
//! position.

use std::fmt;

use super::names;
use super::text::{BoardError, PatternError};
use super::{Board, Hole, Jump, Lattice, Position};

/// The maximum number of holes of a [`LargeBoard`].
pub const MAX_LARGE_HOLES: usize = 1 << 12;

/// The maximum number of columns, and of rows, of a [`LargeBoard`].
pub const MAX_SIDE: usize = 512;

/// A rectangle of holes on the square lattice, numbered row by row.
///
/// ```
/// use peg_solitaire::board::LargeBoard;
/// let board = LargeBoard::new(37, 10)?;
/// assert_eq!((board.holes(), board.to_string().as_str()), (370, "37x10"));
/// let last = board.hole_at(36, 9).unwrap();
/// assert_eq!(board.hole_name(last), "ak10");
/// # Ok::<(), peg_solitaire::board::BoardError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct LargeBoard {
    columns: usize,
    rows: usize,
}

impl LargeBoard {
    /// A rectangle of `columns` by `rows` holes.
    ///
    /// # Errors
    /// If it has no holes, more than [`MAX_LARGE_HOLES`], or a side longer than [`MAX_SIDE`].
    pub fn new(columns: usize, rows: usize) -> Result<Self, BoardError> {
        let holes = columns.saturating_mul(rows);
        if holes == 0 {
            return Err(BoardError::NoHoles);
        }
        if holes > MAX_LARGE_HOLES || columns > MAX_SIDE || rows > MAX_SIDE {
            return Err(BoardError::LargerThanLarge { columns, rows });
        }
        Ok(Self { columns, rows })
    }

    /// The same board as one of any size, if it is a rectangle on the square lattice. The holes keep their numbers.
    #[must_use]
    pub fn of(board: &Board) -> Option<Self> {
        let (columns, rows) = (board.columns(), board.rows());
        let is_rectangle = board.lattice() == Lattice::Square && board.holes() == columns * rows;
        is_rectangle.then_some(Self { columns, rows })
    }

    /// The number of columns.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// The number of rows.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// The number of holes.
    #[must_use]
    pub const fn holes(&self) -> usize {
        self.columns * self.rows
    }

    /// The hole at a column and row, both from 0, if it is on the board.
    #[must_use]
    pub fn hole_at(&self, column: usize, row: usize) -> Option<Hole> {
        let inside = column < self.columns && row < self.rows;
        inside.then(|| Hole((row * self.columns + column) as u16))
    }

    /// The column and row of a hole of this board, from 0.
    #[must_use]
    pub const fn coordinates(&self, hole: Hole) -> (usize, usize) {
        (hole.index() % self.columns, hole.index() / self.columns)
    }

    /// A peg in every hole.
    #[must_use]
    pub fn full(&self) -> Position {
        (0..self.holes() as u16).map(Hole).collect()
    }

    /// The hole nearest to the centre (the first one, if several are equally near).
    #[must_use]
    pub fn centre(&self) -> Hole {
        Hole(((self.rows - 1) / 2 * self.columns + (self.columns - 1) / 2) as u16)
    }

    /// Position and empty holes exchanged. Position outside of the board are dropped.
    #[must_use]
    pub fn complement(&self, pegs: &Position) -> Position {
        (0..self.holes() as u16).map(Hole).filter(|&hole| !pegs.has(hole)).collect()
    }

    /// Whether all pegs are in holes of this board.
    #[must_use]
    pub fn contains(&self, pegs: &Position) -> bool {
        pegs.pegs().all(|hole| hole.index() < self.holes())
    }

    /// The jump between two holes, if they are in a line with one hole between them.
    #[must_use]
    pub fn jump(&self, from: Hole, to: Hole) -> Option<Jump> {
        if from.index().max(to.index()) >= self.holes() {
            return None;
        }
        let ((x, y), (to_x, to_y)) = (self.coordinates(from), self.coordinates(to));
        let straight = matches!((x.abs_diff(to_x), y.abs_diff(to_y)), (2, 0) | (0, 2));
        let over = self.hole_at(usize::midpoint(x, to_x), usize::midpoint(y, to_y))?;
        straight.then_some(Jump::through(from, over, to))
    }

    /// The jumps from a hole to the two, three or four holes where they can end, legal or not.
    pub fn jumps_from(&self, from: Hole) -> impl Iterator<Item = Jump> {
        let (x, y) = self.coordinates(from);
        let ends = [(x + 2, y), (x, y + 2), (x.wrapping_sub(2), y), (x, y.wrapping_sub(2))];
        let ends = ends.into_iter().filter_map(|(x, y)| self.hole_at(x, y));
        ends.filter_map(move |to| self.jump(from, to))
    }

    /// The position class, which no jump leaves: the parities of the pegs on the diagonals, which are coloured with three colours in
    /// either direction. Only nine of the sixteen belong to a board with a single peg.
    #[must_use]
    pub fn class(&self, pegs: &Position) -> u8 {
        let mut rising = [0; 3];
        let mut falling = [0; 3];
        for (x, y) in pegs.pegs().map(|hole| self.coordinates(hole)) {
            rising[(x + y) % 3] ^= 1;
            falling[(x + 2 * y) % 3] ^= 1;
        }
        // A jump changes all three colours, so two colours together stay the same.
        let bits = [rising[0] ^ rising[1], rising[1] ^ rising[2], falling[0] ^ falling[1]];
        bits.iter().chain([&(falling[1] ^ falling[2])]).fold(0, |class, bit| class << 1 | bit)
    }

    /// Whether a single peg, somewhere on the board, is in the position class of these pegs.
    #[must_use]
    pub fn has_single_peg_in_class_of(&self, pegs: &Position) -> bool {
        let class = self.class(pegs);
        let places =
            (0..self.rows.min(3)).flat_map(|y| (0..self.columns.min(3)).map(move |x| (x, y)));
        let mut holes = places.filter_map(|(x, y)| self.hole_at(x, y));
        holes.any(|hole| self.class(&[hole].into_iter().collect()) == class)
    }

    /// The holes whose vacancy, alone on the board, is in the position class of these pegs.
    pub fn vacancies_in_class_of(&self, pegs: &Position) -> impl Iterator<Item = Hole> {
        let class = self.class(pegs) ^ self.class(&self.full());
        let holes = (0..self.holes() as u16).map(Hole);
        holes.filter(move |&hole| self.class(&[hole].into_iter().collect()) == class)
    }

    /// The name of a hole: column letters and row number from the top left, `a1`.
    #[must_use]
    pub fn hole_name(&self, hole: Hole) -> String {
        names::name_at(self.coordinates(hole))
    }

    /// The hole with this name.
    ///
    /// # Errors
    /// If the board has no hole of this name.
    pub fn parse_hole(&self, name: &str) -> Result<Hole, PatternError> {
        let hole = names::place_of(name).and_then(|(x, y)| self.hole_at(x, y));
        hole.ok_or_else(|| PatternError::Hole {
            text: name.chars().take(80).collect(),
            board: self.to_string(),
            example: "a1".to_owned(),
        })
    }

    /// A picture: `#` for a peg, `.` for an empty hole, without a line break at the end.
    #[must_use]
    pub fn picture(&self, pegs: &Position) -> String {
        let row = |y: usize| -> String {
            let holes = (0..self.columns).filter_map(|x| self.hole_at(x, y));
            holes.map(|hole| if pegs.has(hole) { '#' } else { '.' }).collect()
        };
        (0..self.rows).map(row).collect::<Vec<_>>().join("\n")
    }

    /// Parses the rows of pegs on this board, separated by line breaks or by `/`.
    ///
    /// # Errors
    /// If rows are missing, a row has the wrong number of holes, or there are other characters.
    pub fn parse_rows(&self, text: &str) -> Result<Position, PatternError> {
        let rows: Vec<&str> = text.trim().split(['/', '\n']).map(str::trim).collect();
        let board = || self.to_string();
        if rows.len() != self.rows {
            return Err(PatternError::Rows {
                found: rows.len(),
                expected: self.rows,
                board: board(),
            });
        }
        let mut pegs = Position::default();
        for (y, row) in rows.into_iter().enumerate() {
            for (x, character) in row.chars().enumerate() {
                match character {
                    '#' => pegs.extend(self.hole_at(x, y)),
                    '.' => {}
                    _ => {
                        let (row, column) = (y + 1, x + 1);
                        return Err(PatternError::StrayCharacter { row, column, character });
                    }
                }
            }
            let (found, expected) = (row.chars().count(), self.columns);
            if found != expected {
                return Err(PatternError::Row { row: y + 1, found, expected, board: board() });
            }
        }
        Ok(pegs)
    }

    /// The jump with this name, like `c2-c4`.
    ///
    /// # Errors
    /// If the board has no such jump.
    pub fn parse_jump(&self, name: &str) -> Result<Jump, PatternError> {
        let not_a_jump = || PatternError::NotAJump { text: name.chars().take(80).collect() };
        let (from, to) = name.split_once('-').ok_or_else(not_a_jump)?;
        let (from, to) = (self.parse_hole(from)?, self.parse_hole(to)?);
        self.jump(from, to).ok_or_else(|| PatternError::NoTriple {
            from: self.hole_name(from),
            to: self.hole_name(to),
            board: self.to_string(),
        })
    }

    /// Parses a board and its pegs from a picture, as [`LargeBoard::picture`] draws it.
    ///
    /// # Errors
    /// If it is not a rectangle of `#` and `.`, or too large.
    pub fn from_picture(text: &str) -> Result<(Self, Position), BoardError> {
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        let columns = lines.first().map_or(0, |line| line.len());
        let board = Self::new(columns, lines.len())?;
        let mut pegs = Position::default();
        for (y, line) in lines.iter().enumerate() {
            let mut marks = 0;
            for (x, character) in line.chars().enumerate() {
                match (character, board.hole_at(x, y)) {
                    ('#', Some(hole)) => pegs.insert(hole),
                    ('.', Some(_)) => {}
                    _ => {
                        let (line, column) = (y + 1, x + 1);
                        return Err(BoardError::StrayCharacter { line, column, character });
                    }
                }
                marks += 1;
            }
            if marks != columns {
                return Err(BoardError::NotARectangle { line: y + 1, found: marks, columns });
            }
        }
        Ok((board, pegs))
    }
}

impl fmt::Display for LargeBoard {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.columns, self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_pictures_can_be_read_again() {
        let board = LargeBoard::new(512, 8).unwrap();
        for hole in board.full().pegs() {
            assert_eq!(board.parse_hole(&board.hole_name(hole)), Ok(hole));
        }
        for wrong in ["", "a0", "a9", "1a", "ss1", "aaa1", "a01", "A1"] {
            assert!(board.parse_hole(wrong).is_err(), "{wrong}");
        }
        let picture = "#..#\n.##.\n....";
        let (board, pegs) = LargeBoard::from_picture(picture).unwrap();
        assert_eq!((board.picture(&pegs), pegs.count()), (picture.to_owned(), 4));
        let error = |text| LargeBoard::from_picture(text).unwrap_err();
        assert_eq!(error("##\n#"), BoardError::NotARectangle { line: 2, found: 1, columns: 2 });
        let stray = BoardError::StrayCharacter { line: 2, column: 2, character: 'x' };
        assert_eq!(error("##\n#x"), stray);
        assert_eq!(error(""), BoardError::NoHoles);
        let wide = LargeBoard::new(65, 64).unwrap_err();
        assert_eq!(wide, BoardError::LargerThanLarge { columns: 65, rows: 64 });
    }

    #[test]
    fn a_jump_stays_in_its_position_class() {
        let (board, full) = LargeBoard::new(9, 8).map(|board| (board, board.full())).unwrap();
        for (from, to) in full.pegs().flat_map(|from| full.pegs().map(move |to| (from, to))) {
            let Some(jump) = board.jump(from, to) else { continue };
            let mut pegs: Position = [from, jump.over()].into_iter().collect();
            assert!(pegs.allow(jump));
            let class = board.class(&pegs);
            pegs.play(jump);
            assert_eq!(pegs.pegs().collect::<Vec<_>>(), [to]);
            assert_eq!(board.class(&pegs), class);
        }
        let singles = full.pegs().map(|hole| board.class(&[hole].into_iter().collect()));
        assert_eq!(singles.collect::<std::collections::BTreeSet<_>>().len(), 9);
    }
}
