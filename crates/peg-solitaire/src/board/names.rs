//! The names of holes: column letters and a row number from the top left.

use std::fmt::Write as _;

/// The name of the hole at a column below 702 and a row, both from 0: `a1` is at the top left. `?` if either is negative.
pub(super) fn hole_name((x, y): (i16, i16)) -> String {
    if x < 0 || y < 0 {
        return "?".to_owned();
    }
    let mut name = String::new();
    if x >= 26 {
        name.push((b'a' + (x / 26 - 1) as u8) as char);
    }
    name.push((b'a' + (x % 26) as u8) as char);
    let _ = write!(name, "{}", y + 1);
    name
}

/// The column and row in a hole's name, both from 0.
pub(super) fn hole_coordinates(name: &str) -> Option<(i16, i16)> {
    let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
    let (column, row) = name.split_at(letters);
    if !(1..=2).contains(&letters) || row.is_empty() || row.len() > 3 || row.starts_with('0') {
        return None;
    }
    if !row.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let column = column.bytes().fold(0, |x, letter| x * 26 + i16::from(letter - b'a') + 1) - 1;
    let row: i16 = row.parse().ok()?;
    Some((column, row - 1))
}
