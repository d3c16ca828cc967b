//! Characters as well-known faces draw them, from `glyphs/faces/misc-fixed.txt`.

use std::collections::BTreeMap;

use pegfont_glyphs::MISC_FIXED;

use super::shape::{Ink, InkShape};

/// The shapes of each wanted character that a face has.
pub(super) fn shapes(wanted: impl Fn(char) -> bool) -> BTreeMap<char, Vec<InkShape>> {
    let lines = || MISC_FIXED.lines().filter(|line| !line.starts_with('#'));

    let mut capitals: BTreeMap<&str, u32> = BTreeMap::new();
    for line in lines() {
        let Some(heights) = line.strip_prefix("capitals ") else {
            continue;
        };
        for height in heights.split(' ') {
            if let Some((face, height)) = height.split_once(':')
                && let Ok(height) = height.parse()
            {
                capitals.insert(face, height);
            }
        }
    }

    let character = |code: &str| char::from_u32(u32::from_str_radix(code, 16).ok()?);
    let shape = |ink: &str| {
        let (face, ink) = ink.split_once(':')?;
        Some(InkShape::of(&read(ink)?, *capitals.get(face)?))
    };
    let mut shapes = BTreeMap::new();
    for line in lines() {
        if let Some((code, inks)) = line.split_once(' ')
            && let Some(character) = character(code)
            && wanted(character)
        {
            shapes.insert(character, inks.split(' ').filter_map(shape).collect());
        }
    }
    shapes
}

/// Reads `WIDTH:TOP:ROWS`.
fn read(ink: &str) -> Option<Ink> {
    let mut parts = ink.split(':');
    let width: usize = parts.next()?.parse().ok()?;
    let top = parts.next()?.parse().ok()?;
    let rows = parts.next()?;
    let digits = width.div_ceil(4);

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
