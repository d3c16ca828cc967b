//! The notation of boards, positions, holes and jumps: pictures of `#` and `.`, hole names like
//! `c2`, jumps like `c2-c4`, and the codes of the literature.

use std::cmp::Reverse;

use thiserror::Error;

use super::catalogue::number;
use super::{Bitboard, Board, Hole, Jump, Lattice, MAX_HOLES, MAX_SIDE, MAX_SMALL_HOLES, Position};
use crate::words::{brief, grouped, is_unseen, quoted};

/// Why a board is refused.
#[expect(missing_docs, reason = "the messages say what is wrong, and where")]
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BoardError {
    #[error("a board needs at least one hole")]
    NoHoles,
    #[error("a board of {} holes is too large: the most is {MAX_SMALL_HOLES}", grouped(*.holes as u64))]
    TooManyHoles { holes: usize },
    #[error("a board can span at most {MAX_SMALL_HOLES} columns and {MAX_SMALL_HOLES} rows")]
    TooWide,
    #[error(
        "a board{} is too large: the most is {} holes, and {MAX_SIDE} in a row or column",
        if *.columns == usize::MAX || *.rows == usize::MAX { " of so many holes".into() } else { format!(" of {columns} x {rows} holes") }, grouped(MAX_HOLES as u64)
    )]
    TooLarge { columns: usize, rows: usize },
    #[error("hole {hole} appears twice")]
    SameHoleTwice { hole: String },
    #[error(
        "{line}:{column}: unexpected {} in the picture of a board \
         (a peg is '#', an empty hole '.', no hole a space)",
        quoted(*.character)
    )]
    StrayCharacter {
        line: usize,
        column: usize,
        character: char,
    },
    #[error("{line}:{column}: {}", either_way(*.character))]
    EitherWay {
        line: usize,
        column: usize,
        character: char,
    },
    #[error("no two holes are side by side: leave out the spaces between the columns. {MEANT_SO}")]
    ColumnsApart,
    #[error(
        "no two holes are one above the other: leave out the empty lines between the rows. {MEANT_SO}"
    )]
    RowsApart,
    #[error(
        "{line}:{column}: this hole is out of step with the others \
         (on a triangular board the holes of a row stand two characters apart, and those of the next row between them)"
    )]
    OutOfStep { line: usize, column: usize },
    #[error(
        "there is no board called {name:?}: boards are 5x7 (any WxH), \
         english, french, wiegleb, diamond, triangle15 (3, 6, 10, 15, ...), line9 (any number of holes)"
    )]
    UnknownName { name: String },
}

/// Why a position, hole or jump is refused.
#[expect(missing_docs, reason = "the messages say what is wrong, and where")]
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PatternError {
    #[error(
        "row {row}, column {column}: unexpected {} in the pattern (a peg is '#', an empty hole '.')",
        quoted(*.character)
    )]
    StrayCharacter {
        row: usize,
        column: usize,
        character: char,
    },
    #[error("row {row}, column {column}: {}", either_way(*.character))]
    EitherWay {
        row: usize,
        column: usize,
        character: char,
    },
    #[error("a pattern of {board} has {expected} rows; this one has {found}")]
    Rows {
        found: usize,
        expected: usize,
        board: String,
    },
    #[error(
        "row {row} of the pattern has {}",
        if *.found == *.expected { format!("its holes in other columns than {board}") } else { format!("{found} holes; on {board} it has {expected}") }
    )]
    Row {
        row: usize,
        found: usize,
        expected: usize,
        board: String,
    },
    #[error(
        "{text:?} is not a position on {board}: give its rows of '#' and '.', its {holes} digits of 0 and 1{}",
        if *.holes > MAX_SMALL_HOLES { String::new() } else { format!(", or code:NUMBER, below 2^{holes}") }
    )]
    Number {
        text: String,
        board: String,
        holes: usize,
    },
    #[error(
        "{text:?} is not a hole of {board}: write holes like {example}, column letter and row number from the top left, or by number from 1 to {holes}{}",
        if ["0", "hole0"].contains(&&**text) { "; the numbers begin with 1 here, so hole 0 of a code is written hole1" } else { "" }
    )]
    Hole {
        text: String,
        board: String,
        example: String,
        holes: usize,
    },
    #[error(
        "{text:?} is not a jump: write jumps like c2-c4, and moves of several jumps like c2-c4-e4"
    )]
    NotAJump { text: String },
    #[error(
        "{from}-{to} is not a jump on {board}: the two holes must be in a line with one hole between them"
    )]
    NoTriple {
        from: String,
        to: String,
        board: String,
    },
}

/// What to write on the first line of a picture that is meant as it stands.
const MEANT_SO: &str = "If that is meant, write \"square\" on the first line, or \"triangular\" for \
                        jumps in six directions";

/// Whether a character that is not understood is a letter that some write for pegs, and others for
/// empty holes. Beside `#` or `.`, it is a mistake.
fn is_either_way(picture: &str, character: char) -> bool {
    "xXoO".contains(character) && !picture.contains(['#', '.'])
}

fn either_way(letter: char) -> String {
    format!(
        "{} may mean a peg or an empty hole: write '#' for a peg, '.' for an empty hole, and a \
         space for no hole",
        quoted(letter)
    )
}

/// A peg (true) or an empty hole in a picture, with its column and line.
pub(crate) type Mark = (usize, usize, bool);

/// What stands for a peg in pictures, and what for an empty hole.
const PEGS: &str = "#1*xX●•■⚫";
const EMPTY: &str = ".0·○◦□⚪";

/// The pegs and empty holes of a picture with their columns and lines, from 0, or the first
/// character that may mean anything else. All pegs are written in one way, and all empty holes:
///
/// - `#` and `.`; or others of [`PEGS`] and [`EMPTY`];
/// - `o` or `O` and `.`, where it is a peg, or `*` (`●`) and `o` or `O`, where it is an empty hole;
/// - `-` is no hole, like a space, where there are pegs and empty holes besides.
///
/// Tabs that all lines begin with are left out. Another is the next column, if there is never more
/// than one character between tabs.
pub(crate) fn marks(text: &str) -> Result<Vec<Mark>, (usize, usize, char)> {
    let indents = text.lines().filter(|line| !line.trim().is_empty());
    let indents = indents.map(|line| line.len() - line.trim_start_matches('\t').len());
    let indent = indents.min().unwrap_or(0);
    let seen = |one: &char| !is_unseen(*one) && *one != '\u{fe0f}';
    let rows = || {
        text.lines()
            .map(|line| line.get(indent..).unwrap_or_default().trim_end())
    };
    let is_cell = |cell: &str| cell.trim().chars().filter(seen).count() < 2;
    let is_table = text.contains('\t') && rows().all(|row| row.split('\t').all(is_cell));
    let of_line = |row: &str| -> Vec<(usize, char)> {
        match is_table {
            true => row
                .split('\t')
                .map(|cell| cell.trim().chars().find(seen).unwrap_or(' '))
                .enumerate()
                .collect(),
            false => row.chars().filter(seen).enumerate().collect(),
        }
    };
    let lines = rows().enumerate().flat_map(|(line, row)| {
        of_line(row)
            .into_iter()
            .map(move |(column, one)| (column, line, one))
    });
    let signs: Vec<_> = lines
        .filter(|sign| sign.2 == '\t' || !sign.2.is_whitespace())
        .collect();
    // Of several for the same, the one that is meant: our own, or the most frequent, or the first.
    let used = |signs_of: &str| {
        let all = |one: char| signs.iter().filter(move |sign| sign.2 == one);
        let used = signs_of.chars().filter(|&one| all(one).next().is_some());
        used.max_by_key(|&one| {
            let first = all(one).next().map(|&(column, line, _)| (line, column));
            ("#.".contains(one), all(one).count(), Reverse(first))
        })
    };
    let (mut peg, mut empty) = (used(PEGS), used(EMPTY));
    match (peg, empty) {
        (None, Some('.' | '·')) => peg = used("oO"),
        (Some('*' | '●' | '•' | '⚫'), None) => empty = used("oO"),
        _ => {}
    }
    let has_both = peg.is_some() && empty.is_some();
    let is_known = |one: char| [peg, empty].contains(&Some(one)) || has_both && one == '-';
    if let Some(&(column, line, one)) = signs.iter().find(|sign| !is_known(sign.2)) {
        return Err((line, column + indent, one));
    }
    let holes = signs.into_iter().filter(|sign| sign.2 != '-');
    Ok(holes
        .map(|(column, line, one)| (column, line, peg == Some(one)))
        .collect())
}

/// A row of holes in any of the notations of boards: whether each has a peg. An error has the number
/// of the character, from 1, and the character that isn't understood.
///
/// ```
/// use peg_solitaire::board::parse_row;
///
/// assert_eq!(parse_row("1101"), Ok(vec![true, true, false, true]));
/// assert_eq!(parse_row("# # ."), Ok(vec![true, true, false]));
/// assert_eq!(parse_row("11x1"), Err((3, 'x')));
/// ```
///
/// # Errors
/// When a character is neither a peg nor an empty hole, or a hole is missing.
pub fn parse_row(text: &str) -> Result<Vec<bool>, (usize, char)> {
    let before = text.chars().take_while(|mark| mark.is_whitespace()).count();
    let row = text.trim();
    let marks = marks(row).map_err(|(_, column, mark)| (before + column + 1, mark))?;
    let marks = closed_up(marks);

    for (at, &(column, line, _)) in marks.iter().enumerate() {
        if (column, line) != (at, 0) {
            return Err((before + at + 1, row.chars().nth(at).unwrap_or(' ')));
        }
    }
    Ok(marks.iter().map(|mark| mark.2).collect())
}

/// The marks without the spaces between columns, if there is one everywhere.
fn without_spaces(marks: &[Mark]) -> Option<Vec<Mark>> {
    let left = corner(marks)?.0;
    if marks.iter().any(|mark| (mark.0 - left) % 2 == 1) {
        return None;
    }

    let mut closer = marks.to_vec();
    for mark in &mut closer {
        mark.0 = (mark.0 - left) / 2;
    }
    Some(closer)
}

/// The marks without the empty lines between rows, if there is one everywhere.
fn without_lines(marks: &[Mark]) -> Option<Vec<Mark>> {
    let top = corner(marks)?.1;
    if marks.iter().any(|mark| (mark.1 - top) % 2 == 1) {
        return None;
    }

    let mut closer = marks.to_vec();
    for mark in &mut closer {
        mark.1 = (mark.1 - top) / 2;
    }
    Some(closer)
}

/// The marks of a picture on the square lattice, without spaces between all columns and without
/// empty lines between all rows. Nobody draws a board whose every second column has no hole.
pub(crate) fn closed_up(marks: Vec<Mark>) -> Vec<Mark> {
    let marks = without_spaces(&marks).unwrap_or(marks);
    without_lines(&marks).unwrap_or(marks)
}

/// Refuses a board whose columns or rows stand apart, so that no jump goes along the rows, or along
/// the columns. A row of single holes is no such board.
fn check_not_apart(marks: &[Mark]) -> Result<(), BoardError> {
    if stand_apart(marks, |&(column, row, _)| (row, column)) {
        return Err(BoardError::ColumnsApart);
    }
    if stand_apart(marks, |&(column, row, _)| (column, row)) {
        return Err(BoardError::RowsApart);
    }
    Ok(())
}

/// Whether some lines have several holes, and no two of these are side by side. `place` gives the
/// line of a hole and its place in it, by which those of a line are in order.
fn stand_apart(marks: &[Mark], place: fn(&Mark) -> (usize, usize)) -> bool {
    let mut share_a_line = false;
    // The last place of each line.
    let mut last: Vec<Option<usize>> = Vec::new();
    for mark in marks {
        let (line, place) = place(mark);
        if line >= last.len() {
            last.resize(line + 1, None);
        }
        if let Some(before) = last[line].replace(place) {
            share_a_line = true;
            if before + 1 == place {
                return false;
            }
        }
    }
    share_a_line
}

/// What the first line of a picture says of it.
#[derive(Clone, Copy, PartialEq)]
enum Heading {
    None,
    /// The square lattice, where each character is a column and each line a row.
    Square,
    Triangular,
}

impl Heading {
    fn of(line: &str) -> Option<Self> {
        match line.trim() {
            "square" => Some(Self::Square),
            "triangular" => Some(Self::Triangular),
            _ => None,
        }
    }
}

/// The heading of a picture, and its marks. The lines of comments are no rows of it.
fn read_picture(text: &str) -> Result<(Heading, Vec<Mark>), BoardError> {
    let mut heading = Heading::None;
    let mut is_first = true;
    let mut picture = String::new();
    // The number of each line of the picture, from 1.
    let mut numbers = Vec::new();
    for (number, line) in (1..).zip(text.lines()) {
        if line.trim_start().starts_with("//") {
            continue;
        }
        if is_first && let Some(found) = Heading::of(line) {
            heading = found;
            is_first = false;
            continue;
        }
        is_first &= line.trim().is_empty();
        picture.push_str(line);
        picture.push('\n');
        numbers.push(number);
    }

    let marks = marks(&picture).map_err(|(line, column, character)| {
        let (line, column) = (numbers[line], column + 1);
        if is_either_way(&picture, character) {
            BoardError::EitherWay {
                line,
                column,
                character,
            }
        } else {
            BoardError::StrayCharacter {
                line,
                column,
                character,
            }
        }
    })?;
    if heading == Heading::Triangular
        && let Some(out) = out_of_step(&marks)
    {
        return Err(BoardError::OutOfStep {
            line: numbers[out.1],
            column: out.0 + 1,
        });
    }
    Ok((heading, marks))
}

/// The first mark of a triangular board that is not halfway between those of the rows beside it.
fn out_of_step(marks: &[Mark]) -> Option<&Mark> {
    let step = |mark: &Mark| (mark.0 + mark.1) % 2;
    let first = step(marks.first()?);
    marks.iter().find(|mark| step(mark) != first)
}

impl Board {
    /// Parses a board and a position from a picture: `#` is a peg, `.` an empty hole, a space no
    /// hole; or in other notations, as far as they can mean only one thing: `o .`, `* O -`, `1 0`,
    /// `● ○`. Lines that begin with `//` are comments. `triangular` on the first line selects the
    /// triangular lattice: the holes of a row are two characters apart, and those of the next row
    /// lie halfway between them.
    ///
    /// If every second column has no hole, these are spaces between the columns, and likewise empty
    /// lines. `square` on the first line reads a picture as it stands.
    ///
    /// ```
    /// use peg_solitaire::board::Board;
    /// let rows = ["triangular", "   .", "  # #", " # # #", "# # # #"];
    /// let (board, start) = Board::from_picture(&rows.join("\n"))?;
    /// assert_eq!((board.holes(), start.count()), (10, 9));
    /// assert_eq!(board.symmetries().len(), 6);
    ///
    /// let spaced = "# # #\n# . #\n# # #";
    /// assert_eq!(Board::from_picture(spaced), Board::from_picture("###\n#.#\n###"));
    /// # Ok::<(), peg_solitaire::board::BoardError>(())
    /// ```
    ///
    /// # Errors
    /// If there are no holes, too many, or other characters in the picture; or without `square`, if
    /// no two holes are side by side, or one above the other.
    pub fn from_picture(text: &str) -> Result<(Self, Position), BoardError> {
        let (heading, mut marks) = read_picture(text)?;
        if heading == Heading::None {
            marks = closed_up(marks);
            check_not_apart(&marks)?;
        }
        let lattice = match heading {
            Heading::Triangular => Lattice::Triangular,
            Heading::None | Heading::Square => Lattice::Square,
        };

        let (left, top) = corner(&marks).ok_or(BoardError::NoHoles)?;
        let mut coordinates = Vec::new();
        for &(column, line, _) in &marks {
            let (x, y) = (column - left, line - top);
            let too_large = |_| BoardError::TooLarge {
                columns: x + 1,
                rows: y + 1,
            };
            let place = |at: usize| i16::try_from(at).map_err(too_large);
            coordinates.push(match lattice {
                Lattice::Square => (place(x)?, place(y)?),
                Lattice::Triangular => (place((x + y).div_ceil(2))?, place(y)?),
            });
        }
        let board = Self::new(lattice, &coordinates)?;
        // The marks are sorted by row, like the numbers of the holes.
        let pegs = marks.iter().enumerate().filter(|(_, mark)| mark.2);
        Ok((board, pegs.map(|(number, _)| Hole(number as u16)).collect()))
    }

    /// Draws the board and a position as [`from_picture`](Self::from_picture) reads them: the
    /// [picture](Self::picture), below a first line if it needs one.
    ///
    /// # Panics
    /// If a peg is in no hole of this board.
    pub fn to_picture(&self, position: impl Into<Position>) -> String {
        let picture = self.picture(position);
        if self.lattice() == Lattice::Triangular {
            return format!("triangular\n{picture}");
        }

        let is_read = matches!(Self::from_picture(&picture), Ok((board, _)) if board == *self);
        if is_read {
            picture
        } else {
            format!("square\n{picture}")
        }
    }

    /// Draws a position: one line per row, `#` for a peg, `.` for an empty hole, a space for no
    /// hole.
    ///
    /// # Panics
    /// If a peg is in no hole of this board.
    pub fn picture(&self, position: impl Into<Position>) -> String {
        let position = position.into();
        assert!(
            self.contains(&position),
            "{position:?} is no position on {self}"
        );
        self.drawn(|hole| if position.has(hole) { '#' } else { '.' })
    }

    /// Draws the board with a character for each hole, as [`Board::picture`] does.
    pub fn drawn(&self, character: impl Fn(Hole) -> char) -> String {
        let mut picture = String::with_capacity(2 * self.holes());
        let (mut column, mut row) = (0, 0);
        for hole in self.each_hole() {
            let (x, y) = self.picture_place(hole);
            while row < y {
                picture.push('\n');
                (column, row) = (0, row + 1);
            }
            picture.extend(std::iter::repeat_n(' ', x - column));
            picture.push(character(hole));
            column = x + 1;
        }
        picture
    }

    /// The column and row of a hole in a picture of characters: its coordinates on a square board;
    /// on a triangular board the holes of a row are two columns apart.
    ///
    /// # Panics
    /// If the board has no such hole.
    pub fn picture_place(&self, hole: Hole) -> (usize, usize) {
        let (x, y) = self.place(hole);
        let column = self.lattice().picture_column((x, y)) - self.shape.left;
        (column.max(0) as usize, y.max(0) as usize)
    }

    /// The number of columns of a picture.
    pub fn picture_columns(&self) -> usize {
        self.each_hole()
            .map(|hole| self.picture_place(hole).0 + 1)
            .max()
            .unwrap_or(0)
    }

    /// A [picture](Self::picture) with its rows on one line, joined by `/`: what files and JSON
    /// hold.
    pub fn picture_line(&self, position: impl Into<Position>) -> String {
        self.picture(position).replace('\n', "/")
    }

    /// The board as a file holds it: by name if it has one that [`FromStr`](std::str::FromStr)
    /// knows, or else as a picture.
    pub fn to_text(&self) -> String {
        let is_known = |name: &&str| name.parse().as_ref() == Ok(self);
        self.name()
            .filter(is_known)
            .map_or_else(|| self.to_picture(self.full()), str::to_owned)
    }

    /// [Its text](Self::to_text) on one line, as JSON has it.
    pub fn to_line(&self) -> String {
        self.to_text().replace('\n', "/")
    }

    /// Parses a board by name or from a picture, as [`Board::to_text`] writes it.
    ///
    /// # Errors
    /// If the text names no board.
    pub fn from_text(text: &str) -> Result<Self, BoardError> {
        if text.contains(['#', '.', '\n']) {
            Ok(Self::from_picture(text)?.0)
        } else {
            text.parse()
        }
    }

    /// Parses a picture of a position on this board, as drawn by [`Board::picture`] or
    /// [`Board::picture_line`]: rows are separated by line breaks or by `/`. The spaces in them may
    /// be left out.
    ///
    /// # Errors
    /// If rows are missing, a row has the wrong number of holes, or there are other characters.
    fn parse_picture(&self, text: &str) -> Result<Position, PatternError> {
        let mut marks = marks(&text.replace('/', "\n")).map_err(|(line, column, character)| {
            let (row, column) = (line + 1, column + 1);
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
        // The columns of the holes of each row.
        let in_rows = |marks: &[Mark]| {
            let (left, top) = corner(marks).unwrap_or_default();
            let mut rows = vec![Vec::new(); marks.last().map_or(0, |mark| mark.1 - top + 1)];
            marks
                .iter()
                .for_each(|mark| rows[mark.1 - top].push(mark.0 - left));
            rows
        };
        // There may be empty lines between the rows.
        if let Some(closer) = without_lines(&marks)
            && in_rows(&marks).len() != self.rows()
        {
            marks = closer;
        }
        let found = in_rows(&marks);
        let mut expected = vec![Vec::new(); self.rows()];
        for (x, y) in self.each_hole().map(|hole| self.picture_place(hole)) {
            expected[y].push(x);
        }
        let (rows, board) = (found.len(), || self.to_string());
        if rows != self.rows() {
            return Err(PatternError::Rows {
                found: rows,
                expected: self.rows(),
                board: board(),
            });
        }
        // There may be spaces between the columns, and those before the rows may be left out.
        let fits = |found: &[Vec<usize>]| {
            let mut rows = found.iter().zip(&expected);
            *found == expected || rows.all(|(row, all)| row.iter().copied().eq(0..all.len()))
        };
        let is_spaced = || without_spaces(&marks).is_some_and(|marks| fits(&in_rows(&marks)));
        if !fits(&found)
            && !is_spaced()
            && let Some(y) = (0..rows).find(|&y| found[y] != expected[y])
        {
            let (found, expected) = (found[y].len(), expected[y].len());
            return Err(PatternError::Row {
                row: y + 1,
                found,
                expected,
                board: board(),
            });
        }
        Ok(self
            .each_hole()
            .zip(&marks)
            .filter(|(_, mark)| mark.2)
            .map(|(hole, _)| hole)
            .collect())
    }

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
        let binary: String = word.split_whitespace().collect();
        if binary.len() == self.holes() && binary.bytes().all(|digit| matches!(digit, b'0' | b'1'))
        {
            let pegs = binary
                .bytes()
                .enumerate()
                .filter(|&(_, digit)| digit == b'1');
            return Ok(pegs.map(|(number, _)| Hole(number as u16)).collect());
        }
        let code = word
            .strip_prefix("code:")
            .filter(|code| !code.starts_with('+'));
        let code = code.and_then(|code| code.parse().ok());
        let position: Option<Position> = code.map(|code| Bitboard(code).into());
        let has_codes = self.holes() <= MAX_SMALL_HOLES;
        let position = position.filter(|position| has_codes && self.contains(position));
        let (board, holes) = (self.to_string(), self.holes());
        position.ok_or_else(|| PatternError::Number {
            text: brief(word),
            board,
            holes,
        })
    }

    /// A pattern as [`picture_line`](Self::picture_line) writes it on a rectangle. Files have
    /// hundreds of these.
    fn parse_rows(&self, word: &str) -> Option<Position> {
        let is_row = |row: &[u8]| {
            row.len() == self.columns() && row.iter().all(|mark| matches!(mark, b'#' | b'.'))
        };
        let mut rows = word.as_bytes().split(|&mark| mark == b'/');
        let fits = self.is_rectangle() && word.len() == (self.columns() + 1) * self.rows() - 1;
        if !fits || !rows.all(is_row) {
            return None;
        }
        let marks = word.bytes().filter(|&mark| mark != b'/').zip(0..);
        Some(
            marks
                .filter(|&(mark, _)| mark == b'#')
                .map(|(_, number)| Hole(number))
                .collect(),
        )
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

    /// The name of a hole: column letter and row number from the top left, `a1`; `?` if the board
    /// has no such hole.
    pub fn hole_name(&self, hole: Hole) -> String {
        self.coordinates(hole)
            .map_or_else(|| "?".to_owned(), hole_name)
    }

    /// The hole with this name; with this number from 1, row by row, as much of the literature has
    /// it, `17` or `hole17`; or `centre`.
    ///
    /// # Errors
    /// If the text is not the name of a hole on this board.
    pub fn parse_hole(&self, name: &str) -> Result<Hole, PatternError> {
        let found = match number(name.strip_prefix("hole").unwrap_or(name)) {
            Some(number) => number
                .checked_sub(1)
                .and_then(|index| self.each_hole().nth(index)),
            None if name == "centre" => Some(self.centre()),
            None => hole_coordinates(name).and_then(|(x, y)| self.hole_at(x, y)),
        };
        found.ok_or_else(|| PatternError::Hole {
            text: name.chars().take(20).collect(),
            board: self.to_string(),
            example: self.hole_name(self.centre()),
            holes: self.holes(),
        })
    }

    /// Parses where a game begins: a hole stands for the vacancy there, everything else is read by
    /// [`Board::parse_pattern`].
    ///
    /// # Errors
    /// If the text is neither.
    pub fn parse_start(&self, text: &str) -> Result<Position, PatternError> {
        match self.parse_hole(&text.trim().to_ascii_lowercase()) {
            Ok(hole) => Ok(self.complement(&hole.into())),
            Err(error) => self.parse_pattern(text).map_err(|other| {
                if ["0", "hole0"].contains(&text.trim()) {
                    error
                } else {
                    other
                }
            }),
        }
    }

    /// The name of a jump, from its ends: `c2-c4`.
    pub fn jump_name(&self, jump: Jump) -> String {
        format!(
            "{}-{}",
            self.hole_name(jump.from()),
            self.hole_name(jump.to())
        )
    }

    /// Parses a move, one or more jumps by the same peg, like `c2-c4-e4` or `4-1-6`; also `C2-C4`
    /// and `c2c4`.
    ///
    /// # Errors
    /// If the text is not in this form, or two consecutive holes are not the ends of a triple.
    pub fn parse_move(&self, text: &str) -> Result<Vec<Jump>, PatternError> {
        // As solutions are written, of which files have hundreds.
        let plain = |name: &str| hole_coordinates(name).and_then(|(x, y)| self.hole_at(x, y));
        match text.split('-').map(plain).collect::<Option<Vec<Hole>>>() {
            Some(stops) if stops.len() > 1 => self.chain(&stops),
            _ => self.move_between(text, |stop| self.parse_hole(stop)),
        }
    }

    /// Parses a move whose holes are column and row, both from 1, as one number: `46-44`.
    pub(crate) fn parse_numbered_move(&self, text: &str) -> Result<Vec<Jump>, PatternError> {
        self.move_between(text, |stop| {
            let place = |digit: u8| Some(i16::from(digit.checked_sub(b'1').filter(|&it| it < 9)?));
            let &[x, y] = stop.as_bytes() else {
                return self.parse_hole("");
            };
            let hole = place(x).zip(place(y)).and_then(|(x, y)| self.hole_at(x, y));
            hole.map_or_else(|| self.parse_hole(""), Ok)
        })
    }

    fn move_between(
        &self,
        text: &str,
        hole: impl Fn(&str) -> Result<Hole, PatternError>,
    ) -> Result<Vec<Jump>, PatternError> {
        let lower = text.to_ascii_lowercase();
        let mut stops: Vec<&str> = Vec::new();
        for part in lower.split(DASHES) {
            let mut rest = part.trim();
            // d6d4
            let ends = |text: &str| {
                let name = text.find(|one: char| one.is_ascii_digit())?;
                let next = name + text[name..].find(|one: char| one.is_ascii_lowercase())?;
                (name > 0).then_some(next)
            };
            while let Some(end) = ends(rest) {
                stops.push(&rest[..end]);
                rest = &rest[end..];
            }
            stops.push(rest);
        }
        if stops.len() < 2 {
            return Err(PatternError::NotAJump { text: brief(text) });
        }
        self.chain(
            &stops
                .into_iter()
                .map(hole)
                .collect::<Result<Vec<Hole>, _>>()?,
        )
    }

    fn chain(&self, stops: &[Hole]) -> Result<Vec<Jump>, PatternError> {
        let jump = |ends: &[Hole]| {
            self.jump(ends[0], ends[1])
                .ok_or_else(|| PatternError::NoTriple {
                    from: self.hole_name(ends[0]),
                    to: self.hole_name(ends[1]),
                    board: self.to_string(),
                })
        };
        stops.windows(2).map(jump).collect()
    }
}

/// What may stand between the holes of a jump.
const DASHES: [char; 5] = ['-', '–', '—', '→', '>'];

/// The moves of a text: white space, commas and semicolons are between them, and numbers such as
/// `1.` may be before them.
pub(crate) fn moves(text: &str) -> Vec<&str> {
    let words = words_of_moves(text, text.char_indices()).into_iter();
    words
        .map(unnumbered)
        .filter(|word| !word.is_empty())
        .collect()
}

/// The words between gaps, of which none lies beside a dash. It takes the characters of the text
/// one by one, each once, because a file may have thousands of jumps or of spaces.
fn words_of_moves(text: &str, characters: impl Iterator<Item = (usize, char)>) -> Vec<&str> {
    let mut words = Vec::new();
    // The bytes of the word, and whether it ends in a dash so far.
    let mut word = 0..0;
    let mut is_open = false;
    for (at, one) in characters {
        if one.is_whitespace() || ",;".contains(one) {
            continue;
        }

        let is_dash = DASHES.contains(&one);
        let goes_on = at == word.end || is_open || is_dash;
        if !goes_on || word.is_empty() {
            words.extend(Some(&text[word]).filter(|word| !word.is_empty()));
            word = at..at;
        }
        word.end = at + one.len_utf8();
        is_open = is_dash;
    }
    words.extend(Some(&text[word]).filter(|word| !word.is_empty()));
    words
}

/// A word without a number such as `1.` or `1)` before it.
fn unnumbered(word: &str) -> &str {
    let rest = word.trim_start_matches(|one: char| one.is_ascii_digit());
    if rest.len() == word.len() {
        return word;
    }
    rest.strip_prefix(['.', ')']).unwrap_or(word)
}

/// The smallest column and line of the marks.
fn corner(marks: &[Mark]) -> Option<(usize, usize)> {
    let left = marks.iter().map(|&(column, ..)| column).min()?;
    Some((left, marks.first()?.1))
}

/// The name of the hole at a column below 702 and a row, both from 0: `a1` is at the top left.
pub(super) fn hole_name((x, y): (i16, i16)) -> String {
    let letter = |number: i16| char::from(b'a' + number as u8);
    match x {
        0..26 => format!("{}{}", letter(x), y + 1),
        _ => format!("{}{}{}", letter(x / 26 - 1), letter(x % 26), y + 1),
    }
}

/// The column and row in a hole's name, both from 0.
fn hole_coordinates(name: &str) -> Option<(i16, i16)> {
    let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
    let (column, row) = name.split_at(letters);
    if !(1..=2).contains(&letters) {
        return None;
    }
    let column = column
        .bytes()
        .fold(0, |x, letter| x * 26 + i16::from(letter - b'a') + 1)
        - 1;
    Some((column, i16::try_from(number(row)?).ok()? - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> (Vec<&str>, usize) {
        let mut looked_at = 0;
        let words = words_of_moves(text, text.char_indices().inspect(|_| looked_at += 1));
        (words, looked_at)
    }

    #[test]
    fn each_character_of_a_long_game_is_looked_at_once() {
        let jumps = 4096;
        for gap in [" ", ",  ;  ", "                    ", "\n\t"] {
            let text = vec!["a1-c1"; jumps].join(gap);
            let (words, looked_at) = words(&text);
            assert_eq!(words, vec!["a1-c1"; jumps]);
            assert_eq!(looked_at, text.chars().count());
        }
    }

    #[test]
    fn a_gap_beside_a_dash_is_part_of_a_move() {
        for (text, expected) in [
            ("a1-c1 c1-e1", vec!["a1-c1", "c1-e1"]),
            ("a1 - c1,c1-  e1", vec!["a1 - c1", "c1-  e1"]),
            (" ;a1 → c1\n–e1; ", vec!["a1 → c1\n–e1"]),
            ("- a1", vec!["- a1"]),
            ("a1 → c1 → e1 a1>a3", vec!["a1 → c1 → e1", "a1>a3"]),
            ("a1\u{a0}-\nc1", vec!["a1\u{a0}-\nc1"]),
            (" , ", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(words(text).0, expected, "{text}");
        }
        assert_eq!(
            moves("1. a1-c1 2) c1-e1 3.e1-g1 17"),
            ["a1-c1", "c1-e1", "e1-g1", "17"]
        );
    }
}
