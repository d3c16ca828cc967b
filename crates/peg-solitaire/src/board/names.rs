//! The names of holes: column letters and a row number from the top left.

use std::fmt::Write as _;

/// The name of the hole at a column and row: `a1` is at the top left.
pub(super) fn hole_name((x, y): (i8, i8)) -> String {
    name_at((x as usize, y as usize))
}

/// The name of the hole at a column below 702 and a row, both from 0.
pub(super) fn name_at((x, y): (usize, usize)) -> String {
    let mut name = String::new();
    if x >= 26 {
        name.push((b'a' + (x / 26 - 1) as u8) as char);
    }
    name.push((b'a' + (x % 26) as u8) as char);
    let _ = write!(name, "{}", y + 1);
    name
}

/// The column and row in a hole's name, on any board.
pub(super) fn hole_coordinates(name: &str) -> Option<(i8, i8)> {
    let (x, y) = place_of(name)?;
    Some((i8::try_from(x).ok()?, i8::try_from(y).ok()?))
}

/// The column and row in a hole's name, both from 0.
pub(super) fn place_of(name: &str) -> Option<(usize, usize)> {
    let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
    let (column, row) = name.split_at(letters);
    if !(1..=2).contains(&letters) || row.is_empty() || row.len() > 3 || row.starts_with('0') {
        return None;
    }
    if !row.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let column = column.bytes().fold(0, |x, letter| x * 26 + usize::from(letter - b'a') + 1) - 1;
    let row: usize = row.parse().ok()?;
    Some((column, row - 1))
}
