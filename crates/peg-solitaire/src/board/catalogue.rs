//! The boards of the literature, by name.

use std::str::FromStr;

use super::{Board, BoardError, Lattice};
use crate::words::brief;

/// A board, or a family of boards, that has a name. `FromStr` of [`Board`] and
/// [`SmallBoard`](super::SmallBoard) accepts the name of a board, and those of the boards of a
/// family.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedBoard {
    /// The name, in which `N`, `W` and `H` are numbers.
    pub name: &'static str,
    /// What the board is.
    pub about: &'static str,
    /// The name, or one of a board of the family.
    pub example: &'static str,
    /// Which others the family has; empty for a single board.
    pub others: &'static str,
    /// The widths of the rows, whose middles are in one column; none of a family.
    widths: &'static [i16],
}

impl NamedBoard {
    const fn of_rows(name: &'static str, about: &'static str, widths: &'static [i16]) -> Self {
        Self {
            name,
            about,
            example: name,
            others: "",
            widths,
        }
    }
}

/// All boards and families that have a name.
pub const NAMED_BOARDS: [NamedBoard; 7] = [
    NamedBoard {
        name: "WxH",
        about: "a rectangle of W columns and H rows: 5x7 is the board of the font, 6x6 a classic",
        example: "5x7",
        others: "any WxH",
        widths: &[],
    },
    NamedBoard::of_rows(
        "english",
        "the English board, a cross of 33 holes",
        &[3, 3, 7, 7, 7, 3, 3],
    ),
    NamedBoard::of_rows(
        "french",
        "the French board of 37 holes",
        &[3, 5, 7, 7, 7, 5, 3],
    ),
    NamedBoard::of_rows(
        "wiegleb",
        "Wiegleb's board, a cross of 45 holes",
        &[3, 3, 3, 9, 9, 9, 3, 3, 3],
    ),
    NamedBoard::of_rows(
        "diamond",
        "the diamond of 41 holes",
        &[1, 3, 5, 7, 9, 7, 5, 3, 1],
    ),
    NamedBoard {
        name: "triangleN",
        about: "a triangle of N = 3, 6, 10, 15, 21, 28 ... holes with jumps in six directions",
        example: "triangle15",
        others: "3, 6, 10, 15, ...",
        widths: &[],
    },
    NamedBoard {
        name: "lineN",
        about: "N holes in a row",
        example: "line9",
        others: "any number of holes",
        widths: &[],
    },
];

/// All names of boards in a sentence: `5x7 (any WxH), english, ...`.
pub(super) fn all_names() -> String {
    let names = NAMED_BOARDS.map(|board| match board.others {
        "" => board.example.to_owned(),
        others => format!("{} ({others})", board.example),
    });
    names.join(", ")
}

/// The widths of the rows of a board whose rows are all centred.
fn widths_of(name: &str) -> Option<&'static [i16]> {
    let board = NAMED_BOARDS.iter().find(|board| board.name == name)?;
    if board.widths.is_empty() {
        None
    } else {
        Some(board.widths)
    }
}

/// A board of rows with these widths, one below the other, with their middles in one column.
fn centred(widths: &[i16]) -> Result<Board, BoardError> {
    let mut coordinates = Vec::new();
    for (y, &width) in (0..).zip(widths) {
        coordinates.extend((-width / 2..=width / 2).map(|x| (x, y)));
    }

    Board::new(Lattice::Square, &coordinates)
}

/// A triangle with this many rows.
fn triangle(rows: i16) -> Result<Board, BoardError> {
    let mut coordinates = Vec::new();
    for y in 0..rows {
        coordinates.extend((0..=y).map(|x| (x, y)));
    }

    Board::new(Lattice::Triangular, &coordinates)
}

/// The most rows of a triangle that has no more than [`MAX_HOLES`](super::MAX_HOLES) holes.
const MAX_TRIANGLE_ROWS: usize = 90;

/// The number of rows of a triangle with so many holes, if there is one.
fn triangle_rows(holes: usize) -> Option<usize> {
    (0..=MAX_TRIANGLE_ROWS).find(|rows| rows * (rows + 1) / 2 == holes)
}

impl FromStr for Board {
    type Err = BoardError;

    /// The board with this name; see [`NAMED_BOARDS`].
    fn from_str(name: &str) -> Result<Board, BoardError> {
        if let Some(widths) = widths_of(name) {
            return Ok(centred(widths)?.named(name));
        }
        if let Some(holes) = name.strip_prefix("triangle").and_then(number) {
            let rows = triangle_rows(holes).ok_or_else(|| unknown(name))?;
            return Ok(triangle(rows as i16)?.named(name));
        }
        if let Some(holes) = name.strip_prefix("line").and_then(number) {
            return Ok(Board::rectangle(holes, 1)?.named(name));
        }

        let size = name.split_once('x');
        match size.map(|(columns, rows)| (number(columns), number(rows))) {
            Some((Some(columns), Some(rows))) => Board::rectangle(columns, rows),
            _ => Err(unknown(name)),
        }
    }
}

fn unknown(name: &str) -> BoardError {
    BoardError::UnknownName { name: brief(name) }
}

/// A number without leading zeros. One that is too large for any use is the largest.
pub(super) fn number(digits: &str) -> Option<usize> {
    let has_leading_zero = digits.len() > 1 && digits.starts_with('0');
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number || has_leading_zero {
        return None;
    }

    Some(digits.parse().unwrap_or(usize::MAX))
}
