//! The notations of positions on a board: rows of `#` and `.`, digits, and the codes of the
//! literature.

use super::error::{is_either_way, is_hole_zero};
use super::marks::{Mark, corner, marks, without_lines, without_spaces};
use super::{Bitboard, Board, MAX_SMALL_HOLES, PatternError, Position};
use crate::words::brief;

/// The columns of the holes of each row.
type ColumnsByRow = Vec<Vec<usize>>;

/// The columns of the marks, row by row, both counted from the corner of the picture.
fn columns_by_row(marks: &[Mark]) -> ColumnsByRow {
    let (left, top) = corner(marks).unwrap_or_default();
    let count = marks.last().map_or(0, |mark| mark.line - top + 1);

    let mut rows = vec![Vec::new(); count];
    for mark in marks {
        rows[mark.line - top].push(mark.column - left);
    }
    rows
}

/// Whether a picture has the holes of a board. The spaces before its rows may be left out.
fn fits(found: &ColumnsByRow, expected: &ColumnsByRow) -> bool {
    if found == expected {
        return true;
    }

    let mut rows = found.iter().zip(expected);
    rows.all(|(found, expected)| found.iter().copied().eq(0..expected.len()))
}

impl Board {
    /// Parses a pattern in any notation: rows of `#` and `.`, separated by line breaks or by `/`;
    /// one digit 0 or 1 per hole, perhaps in groups with spaces between them; or, on a board of at
    /// most 64 holes, the code as a decimal number after `code:`. A number alone is a hole.
    ///
    /// # Errors
    /// If the text is none of these, or doesn't fit the board.
    pub fn parse_pattern(&self, text: &str) -> Result<Position, PatternError> {
        let word = text.trim();
        if let Some(pattern) = self.parse_rows(word) {
            return Ok(pattern);
        }
        if word.contains(['#', '.', '/', '\n']) {
            return self.parse_picture(text);
        }

        self.parse_digits(word)
            .or_else(|| self.parse_code(word))
            .ok_or_else(|| PatternError::Number {
                text: brief(word),
                board: self.to_string(),
                holes: self.holes(),
            })
    }

    /// A pattern as [`picture_line`](Self::picture_line) writes it on a rectangle. Files have
    /// hundreds of these.
    fn parse_rows(&self, word: &str) -> Option<Position> {
        if !self.is_rectangle() || word.len() != (self.columns() + 1) * self.rows() - 1 {
            return None;
        }

        let mut position = Position::default();
        let mut holes = self.each_hole();
        for row in word.as_bytes().split(|&byte| byte == b'/') {
            if row.len() != self.columns() {
                return None;
            }
            for (mark, hole) in row.iter().zip(&mut holes) {
                match mark {
                    b'#' => position.insert(hole),
                    b'.' => {}
                    _ => return None,
                }
            }
        }
        Some(position)
    }

    /// One digit per hole: 1 for a peg, 0 for an empty hole. There may be spaces between them.
    fn parse_digits(&self, word: &str) -> Option<Position> {
        let digits: String = word.split_whitespace().collect();
        if digits.len() != self.holes() {
            return None;
        }

        let mut position = Position::default();
        for (digit, hole) in digits.bytes().zip(self.each_hole()) {
            match digit {
                b'1' => position.insert(hole),
                b'0' => {}
                _ => return None,
            }
        }
        Some(position)
    }

    /// A code after `code:`.
    fn parse_code(&self, word: &str) -> Option<Position> {
        let code = word.strip_prefix("code:")?;
        if code.starts_with('+') || self.holes() > MAX_SMALL_HOLES {
            return None;
        }

        let position = Bitboard(code.parse().ok()?).into();
        self.contains(&position).then_some(position)
    }

    /// Parses a picture of a position on this board, as drawn by [`Board::picture`] or
    /// [`Board::picture_line`]: rows are separated by line breaks or by `/`. The spaces in them may
    /// be left out.
    ///
    /// # Errors
    /// If rows are missing, a row has the wrong number of holes, or there are other characters.
    fn parse_picture(&self, text: &str) -> Result<Position, PatternError> {
        let marks = self.marks_in_rows(text)?;
        self.check_rows(&marks)?;

        let mut position = Position::default();
        for (hole, mark) in self.each_hole().zip(&marks) {
            if mark.is_peg {
                position.insert(hole);
            }
        }
        Ok(position)
    }

    /// The marks of a picture of this board, without empty lines between its rows.
    fn marks_in_rows(&self, text: &str) -> Result<Vec<Mark>, PatternError> {
        let marks = marks(&text.replace('/', "\n")).map_err(|sign| {
            let row = sign.line + 1;
            let column = sign.column + 1;
            let character = sign.character;
            if is_either_way(text, character) {
                PatternError::EitherWay {
                    row,
                    column,
                    character,
                }
            } else {
                PatternError::StrayCharacter {
                    row,
                    column,
                    character,
                }
            }
        })?;

        match without_lines(&marks) {
            Some(closer) if columns_by_row(&marks).len() != self.rows() => Ok(closer),
            _ => Ok(marks),
        }
    }

    /// Checks that the marks of a picture are the holes of this board. There may be spaces between
    /// its columns.
    fn check_rows(&self, marks: &[Mark]) -> Result<(), PatternError> {
        let found = columns_by_row(marks);
        if found.len() != self.rows() {
            return Err(PatternError::Rows {
                found: found.len(),
                expected: self.rows(),
                board: self.to_string(),
            });
        }

        let expected = self.columns_of_holes();
        let is_spaced =
            || without_spaces(marks).is_some_and(|marks| fits(&columns_by_row(&marks), &expected));
        if fits(&found, &expected) || is_spaced() {
            return Ok(());
        }

        let differ = (0..self.rows()).find(|&row| found[row] != expected[row]);
        differ.map_or(Ok(()), |row| {
            Err(PatternError::Row {
                row: row + 1,
                found: found[row].len(),
                expected: expected[row].len(),
                board: self.to_string(),
            })
        })
    }

    /// The columns of the holes of each row in a picture of this board.
    fn columns_of_holes(&self) -> ColumnsByRow {
        let mut rows = vec![Vec::new(); self.rows()];
        for hole in self.each_hole() {
            let (column, row) = self.picture_place(hole);
            rows[row].push(column);
        }
        rows
    }

    /// A pattern as one digit per hole: 1 for a peg, 0 for an empty hole.
    ///
    /// # Panics
    /// If a peg is in no hole of this board.
    pub fn digits(&self, position: impl Into<Position>) -> String {
        let position = position.into();
        assert!(
            self.contains(&position),
            "{position:?} is no position on {self}"
        );

        self.each_hole()
            .map(|hole| if position.has(hole) { '1' } else { '0' })
            .collect()
    }

    /// Parses where a game begins: a hole stands for the vacancy there, everything else is read by
    /// [`Board::parse_pattern`].
    ///
    /// # Errors
    /// If the text is neither.
    pub fn parse_start(&self, text: &str) -> Result<Position, PatternError> {
        match self.parse_hole(&text.trim().to_ascii_lowercase()) {
            Ok(hole) => Ok(self.complement(&hole.into())),
            Err(no_hole) if is_hole_zero(text.trim()) => {
                self.parse_pattern(text).map_err(|_| no_hole)
            }
            Err(_) => self.parse_pattern(text),
        }
    }
}
