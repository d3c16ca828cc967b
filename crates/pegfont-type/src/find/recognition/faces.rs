//! Characters as well-known faces draw them, from `glyphs/faces/misc-fixed.txt`.

use std::collections::BTreeMap;

use pegfont_glyphs::MISC_FIXED;

use super::shape::{Ink, InkShape};

/// The shapes of each wanted character that a face has.
pub(super) fn shapes(wanted: impl Fn(char) -> bool) -> BTreeMap<char, Vec<InkShape>> {
    let lines = || MISC_FIXED.lines().filter(|line| !line.starts_with('#'));
    let capitals: BTreeMap<&str, u32> = lines()
        .filter_map(|line| line.strip_prefix("capitals "))
        .flat_map(|heights| {
            heights
                .split(' ')
                .filter_map(|height| height.split_once(':'))
        })
        .filter_map(|(face, height)| Some((face, height.parse().ok()?)))
        .collect();
    let shapes = lines().filter_map(|line| {
        let (code, inks) = line.split_once(' ')?;
        let character = char::from_u32(u32::from_str_radix(code, 16).ok()?)?;
        let shapes = inks.split(' ').filter_map(|ink| {
            let (face, ink) = ink.split_once(':')?;
            Some(InkShape::of(&read(ink)?, *capitals.get(face)?))
        });
        wanted(character).then(|| (character, shapes.collect()))
    });
    shapes.collect()
}

/// Reads `WIDTH:TOP:ROWS`.
fn read(ink: &str) -> Option<Ink> {
    let mut parts = ink.split(':');
    let width: usize = parts.next()?.parse().ok()?;
    let top = parts.next()?.parse().ok()?;
    let (digits, rows) = (width.div_ceil(4), parts.next()?);
    let row = |start: usize| {
        let row = u32::from_str_radix(rows.get(start..start + digits)?, 16).ok()?;
        // The leftmost pixel is the highest bit of the digits, and column 0 of the ink.
        Some(row.reverse_bits() >> (32 - 4 * digits))
    };
    let rows = (0..rows.len())
        .step_by(digits)
        .map(row)
        .collect::<Option<_>>()?;
    Some(Ink { rows, top })
}
