//! The boards of the literature, by name.

use super::{Board, BoardError};

/// A board of the literature, or a family of boards.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NamedBoard {
    /// The name that [`Board`]'s `FromStr` accepts; a capital letter stands for a number.
    pub name: &'static str,
    /// A description.
    pub what: &'static str,
    /// The picture of a single board; `None` for a family.
    picture: Option<&'static str>,
}

/// The names that [`Board`]'s `FromStr` accepts.
pub const BOARD_NAMES: &[NamedBoard] = &[
    NamedBoard {
        name: "WxH",
        what: "a rectangle of W columns and H rows: 5x7 is the board of the font, 6x6 a classic",
        picture: None,
    },
    NamedBoard {
        name: "english",
        what: "the English board, a cross of 33 holes",
        picture: Some("  ###\n  ###\n#######\n#######\n#######\n  ###\n  ###"),
    },
    NamedBoard {
        name: "french",
        what: "the French board of 37 holes",
        picture: Some("  ###\n #####\n#######\n#######\n#######\n #####\n  ###"),
    },
    NamedBoard {
        name: "wiegleb",
        what: "Wiegleb's board, a cross of 45 holes",
        picture: Some(
            "   ###\n   ###\n   ###\n#########\n#########\n#########\n   ###\n   ###\n   ###",
        ),
    },
    NamedBoard {
        name: "diamond",
        what: "the diamond of 41 holes",
        picture: Some(
            "    #\n   ###\n  #####\n #######\n#########\n #######\n  #####\n   ###\n    #",
        ),
    },
    NamedBoard {
        name: "triangleN",
        what: "a triangle of N = 3, 6, 10, 15, 21, 28 ... holes with jumps in six directions",
        picture: None,
    },
    NamedBoard { name: "lineN", what: "N holes in a row", picture: None },
];

/// The board with this name.
pub(super) fn named(name: &str) -> Result<Board, BoardError> {
    let unknown = || BoardError::UnknownName { name: name.to_owned() };
    if let Some(picture) =
        BOARD_NAMES.iter().find(|board| board.name == name).and_then(|board| board.picture)
    {
        return Ok(Board::from_picture(picture)?.0.named(name));
    }
    if let Some(holes) = name.strip_prefix("triangle").and_then(number) {
        let rows = (0..=90).find(|rows| rows * (rows + 1) / 2 == holes).ok_or_else(unknown)?;
        let coordinates: Vec<_> =
            (0..rows as i16).flat_map(|y| (0..=y).map(move |x| (x, y))).collect();
        return Ok(Board::new(super::Lattice::Triangular, &coordinates)?.named(name));
    }
    if let Some(holes) = name.strip_prefix("line").and_then(number) {
        return Ok(Board::rectangle(holes, 1)?.named(name));
    }
    let (columns, rows) = size(name).ok_or_else(unknown)?;
    Board::rectangle(columns, rows)
}

/// The columns and rows of a name like `5x7`.
fn size(name: &str) -> Option<(usize, usize)> {
    let (columns, rows) = name.split_once('x')?;
    Some((number(columns)?, number(rows)?))
}

/// A number without leading zeros.
fn number(digits: &str) -> Option<usize> {
    let plain = !digits.is_empty()
        && (digits == "0" || !digits.starts_with('0'))
        && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| digits.parse().unwrap_or(usize::MAX))
}
