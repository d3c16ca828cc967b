//! The boards of the literature, by name.

use std::str::FromStr;

use super::{Board, BoardError, Lattice};
use crate::words::brief;

/// The names that `FromStr` of [`Board`] and [`SmallBoard`](super::SmallBoard) accepts, with what
/// they are: `WxH` such as `5x7`, `english`, `french`, `wiegleb`, `diamond`, `triangleN` such as
/// `triangle15`, and `lineN` such as `line9`.
pub const BOARD_NAMES: [(&str, &str); 7] = [
    (
        "WxH",
        "a rectangle of W columns and H rows: 5x7 is the board of the font, 6x6 a classic",
    ),
    ("english", "the English board, a cross of 33 holes"),
    ("french", "the French board of 37 holes"),
    ("wiegleb", "Wiegleb's board, a cross of 45 holes"),
    ("diamond", "the diamond of 41 holes"),
    (
        "triangleN",
        "a triangle of N = 3, 6, 10, 15, 21, 28 ... holes with jumps in six directions",
    ),
    ("lineN", "N holes in a row"),
];

/// The widths of the rows of a board whose rows are all centred.
fn widths_of(name: &str) -> Option<&'static [i16]> {
    match name {
        "english" => Some(&[3, 3, 7, 7, 7, 3, 3]),
        "french" => Some(&[3, 5, 7, 7, 7, 5, 3]),
        "wiegleb" => Some(&[3, 3, 3, 9, 9, 9, 3, 3, 3]),
        "diamond" => Some(&[1, 3, 5, 7, 9, 7, 5, 3, 1]),
        _ => None,
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

    /// The board with this name; see [`BOARD_NAMES`].
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
