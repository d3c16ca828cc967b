//! Pictures of boards and positions: `#` is a peg, `.` an empty hole, a space no hole. Boards are
//! read from them and drawn as them.

use super::error::is_either_way;
use super::marks::{Mark, check_not_apart, closed_up, corner, marks, out_of_step};
use super::{Board, BoardError, Hole, Lattice, Position};

/// What the first line of a picture says of it.
#[derive(Clone, Copy, PartialEq)]
enum FirstLine {
    /// Nothing: it is the first row, or empty.
    Row,
    /// The square lattice, where each character is a column and each line a row.
    Square,
    Triangular,
}

impl FirstLine {
    fn of(line: &str) -> Self {
        match line.trim() {
            "square" => Self::Square,
            "triangular" => Self::Triangular,
            _ => Self::Row,
        }
    }
}

/// A picture without its comments and its first line, if that names a lattice.
struct PictureText {
    first_line: FirstLine,
    rows: String,
    /// The number of each row in the text, from 1.
    numbers: Vec<usize>,
}

impl PictureText {
    fn of(text: &str) -> Self {
        let mut picture = Self {
            first_line: FirstLine::Row,
            rows: String::new(),
            numbers: Vec::new(),
        };

        let mut is_first = true;
        for (number, line) in (1..).zip(text.lines()) {
            if line.trim_start().starts_with("//") {
                continue;
            }
            if is_first && FirstLine::of(line) != FirstLine::Row {
                picture.first_line = FirstLine::of(line);
                is_first = false;
                continue;
            }

            is_first &= line.trim().is_empty();
            picture.rows.push_str(line);
            picture.rows.push('\n');
            picture.numbers.push(number);
        }
        picture
    }

    fn marks(&self) -> Result<Vec<Mark>, BoardError> {
        let marks = marks(&self.rows).map_err(|sign| {
            let line = self.numbers[sign.line];
            let column = sign.column + 1;
            let character = sign.character;
            if is_either_way(&self.rows, character) {
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

        if self.first_line == FirstLine::Triangular
            && let Some(mark) = out_of_step(&marks)
        {
            return Err(BoardError::OutOfStep {
                line: self.numbers[mark.line],
                column: mark.column + 1,
            });
        }
        Ok(marks)
    }
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
        let picture = PictureText::of(text);
        let mut marks = picture.marks()?;
        if picture.first_line == FirstLine::Row {
            marks = closed_up(marks);
            check_not_apart(&marks)?;
        }
        let lattice = match picture.first_line {
            FirstLine::Triangular => Lattice::Triangular,
            FirstLine::Row | FirstLine::Square => Lattice::Square,
        };

        let (left, top) = corner(&marks).ok_or(BoardError::NoHoles)?;
        let mut coordinates = Vec::new();
        for mark in &marks {
            coordinates.push(coordinates_in(
                lattice,
                mark.column - left,
                mark.line - top,
            )?);
        }
        let board = Self::new(lattice, &coordinates)?;

        // The marks are sorted by row, like the numbers of the holes.
        let mut position = Position::default();
        for (hole, mark) in board.each_hole().zip(&marks) {
            if mark.is_peg {
                position.insert(hole);
            }
        }
        Ok((board, position))
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
        self.position_drawn(&position.into(), '\n')
    }

    fn position_drawn(&self, position: &Position, between_rows: char) -> String {
        assert!(
            self.contains(position),
            "{position:?} is no position on {self}"
        );
        let character = |hole| if position.has(hole) { '#' } else { '.' };
        self.rows_drawn(character, between_rows)
    }

    /// Draws the board with a character for each hole, as [`Board::picture`] does.
    pub fn drawn(&self, character: impl Fn(Hole) -> char) -> String {
        self.rows_drawn(character, '\n')
    }

    fn rows_drawn(&self, character: impl Fn(Hole) -> char, between_rows: char) -> String {
        let mut picture = String::with_capacity(2 * self.holes());
        let mut column = 0;
        let mut row = 0;

        for hole in self.each_hole() {
            let (x, y) = self.picture_place(hole);
            while row < y {
                picture.push(between_rows);
                column = 0;
                row += 1;
            }
            for _ in column..x {
                picture.push(' ');
            }
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
    ///
    /// # Panics
    /// If a peg is in no hole of this board.
    pub fn picture_line(&self, position: impl Into<Position>) -> String {
        self.position_drawn(&position.into(), '/')
    }

    /// The board as a file holds it: by name if it has one that [`FromStr`](std::str::FromStr)
    /// knows, or else as a picture.
    pub fn to_text(&self) -> String {
        match self.name() {
            Some(name) if name.parse().as_ref() == Ok(self) => name.to_owned(),
            _ => self.to_picture(self.full()),
        }
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
}

/// The coordinates of the hole at a column and line of a picture, both counted from its corner.
fn coordinates_in(lattice: Lattice, column: usize, line: usize) -> Result<(i16, i16), BoardError> {
    let x = match lattice {
        Lattice::Square => column,
        Lattice::Triangular => (column + line).div_ceil(2),
    };

    match (i16::try_from(x), i16::try_from(line)) {
        (Ok(x), Ok(y)) => Ok((x, y)),
        _ => Err(BoardError::TooLarge {
            columns: column + 1,
            rows: line + 1,
        }),
    }
}
