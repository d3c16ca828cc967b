//! The font file of the glyphs that a document uses.

use std::collections::BTreeSet;

use super::{Glyph, short, table};

/// A TrueType file with these glyphs under their own numbers; all others are empty.
pub(in crate::drawing) fn subset(glyphs: &BTreeSet<Glyph>) -> Vec<u8> {
    let mut kept = BTreeSet::from([0]);
    glyphs.iter().for_each(|&glyph| keep(&mut kept, glyph));
    let (mut outlines, mut places) = (Vec::new(), Vec::new());
    for glyph in 0..short(table(b"maxp"), 4) {
        // Places are half of their distance from the beginning.
        places.extend(((outlines.len() / 2) as u16).to_be_bytes());
        if kept.contains(&glyph) {
            outlines.extend(outline(glyph));
        }
    }
    places.extend(((outlines.len() / 2) as u16).to_be_bytes());
    let tables: [(&[u8; 4], &[u8]); 6] = [
        (b"glyf", &outlines),
        (b"head", table(b"head")),
        (b"hhea", table(b"hhea")),
        (b"hmtx", table(b"hmtx")),
        (b"loca", &places),
        (b"maxp", table(b"maxp")),
    ];
    let mut file = vec![0, 1, 0, 0, 0, 6, 0, 64, 0, 2, 0, 32];
    let mut at = 12 + 16 * tables.len();
    for (tag, table) in tables {
        file.extend(tag);
        file.extend(checksum(table).to_be_bytes());
        file.extend((at as u32).to_be_bytes());
        file.extend((table.len() as u32).to_be_bytes());
        at += table.len().next_multiple_of(4);
    }
    for (_, table) in tables {
        file.extend(table);
        file.resize(file.len().next_multiple_of(4), 0);
    }
    file
}

/// Adds a glyph, and those that it is composed of.
fn keep(kept: &mut BTreeSet<Glyph>, glyph: Glyph) {
    const WORDS: u16 = 1;
    const SCALE: u16 = 1 << 3;
    const MORE: u16 = 1 << 5;
    const TWO_SCALES: u16 = 1 << 6;
    const MATRIX: u16 = 1 << 7;
    let outline = outline(glyph);
    if !kept.insert(glyph) || outline.is_empty() || short(outline, 0) < 0x8000 {
        return;
    }
    let mut at = 10;
    loop {
        let flags = short(outline, at);
        keep(kept, short(outline, at + 2));
        at += if flags & WORDS > 0 { 8 } else { 6 };
        at += [(SCALE, 2), (TWO_SCALES, 4), (MATRIX, 8)]
            .iter()
            .filter(|(flag, _)| flags & flag > 0)
            .map(|(_, bytes)| bytes)
            .sum::<usize>();
        if flags & MORE == 0 {
            return;
        }
    }
}

/// The outline of a glyph, as it is in the file.
fn outline(glyph: Glyph) -> &'static [u8] {
    let place = |glyph| 2 * usize::from(short(table(b"loca"), 2 * glyph));
    &table(b"glyf")[place(usize::from(glyph))..place(usize::from(glyph) + 1)]
}

fn checksum(table: &[u8]) -> u32 {
    let word = |bytes: &[u8]| {
        let mut word = [0; 4];
        word[..bytes.len()].copy_from_slice(bytes);
        u32::from_be_bytes(word)
    };
    table.chunks(4).map(word).fold(0, u32::wrapping_add)
}

#[cfg(test)]
mod tests {
    use super::super::glyph;
    use super::*;

    #[test]
    fn a_subset_has_the_parts_of_its_glyphs() {
        let whole = subset(&(0..short(table(b"maxp"), 4)).collect());
        let one = subset(&glyph('ọ').into_iter().collect());
        let other = subset(&glyph('o').into_iter().collect());
        assert!(other.len() < one.len() && one.len() < whole.len() / 4);
        let mut kept = BTreeSet::new();
        keep(&mut kept, glyph('ọ').unwrap());
        assert!(kept.contains(&glyph('o').unwrap()), "{kept:?}");
    }
}
