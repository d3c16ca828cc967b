//! The boards of the literature, by name.

use std::str::FromStr;

use super::{Board, BoardError, Lattice};
use pegfont_base::words::brief;

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

impl FromStr for Board {
    type Err = BoardError;

    /// The board with this name; see [`BOARD_NAMES`].
    fn from_str(name: &str) -> Result<Board, BoardError> {
        let unknown = || BoardError::UnknownName { name: brief(name) };
        // Of each row, in the middle of the board.
        let widths: &[i16] = match name {
            "english" => &[3, 3, 7, 7, 7, 3, 3],
            "french" => &[3, 5, 7, 7, 7, 5, 3],
            "wiegleb" => &[3, 3, 3, 9, 9, 9, 3, 3, 3],
            "diamond" => &[1, 3, 5, 7, 9, 7, 5, 3, 1],
            _ => &[],
        };
        if !widths.is_empty() {
            let row = |(&width, y): (&i16, i16)| (-width / 2..=width / 2).map(move |x| (x, y));
            let coordinates: Vec<_> = widths.iter().zip(0..).flat_map(row).collect();
            return Ok(Board::new(Lattice::Square, &coordinates)?.named(name));
        }
        if let Some(holes) = name.strip_prefix("triangle").and_then(number) {
            let rows = (0..=90)
                .find(|rows| rows * (rows + 1) / 2 == holes)
                .ok_or_else(unknown)?;
            let coordinates: Vec<_> = (0..rows as i16)
                .flat_map(|y| (0..=y).map(move |x| (x, y)))
                .collect();
            return Ok(Board::new(Lattice::Triangular, &coordinates)?.named(name));
        }
        if let Some(holes) = name.strip_prefix("line").and_then(number) {
            return Ok(Board::rectangle(holes, 1)?.named(name));
        }
        let size = name
            .split_once('x')
            .and_then(|(x, y)| number(x).zip(number(y)));
        let (columns, rows) = size.ok_or_else(unknown)?;
        Board::rectangle(columns, rows)
    }
}

/// A number without leading zeros.
pub(super) fn number(digits: &str) -> Option<usize> {
    let plain = !digits.is_empty()
        && (digits == "0" || !digits.starts_with('0'))
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(usize::MAX))
}
