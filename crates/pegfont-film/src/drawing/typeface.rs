//! The typeface of words in print: DejaVu Sans, without hints, for Latin, Greek and Cyrillic letters with their marks, and symbols.
//! Measures words. Reads only the font file of this package.

pub(super) static FILE: &[u8] = include_bytes!("../../fonts/labels.ttf");

/// A glyph of the typeface, by its number.
pub(crate) type Glyph = u16;

/// The glyph of a character, if the typeface has one.
pub(crate) fn glyph(character: char) -> Option<Glyph> {
    let code = u16::try_from(u32::from(character)).ok()?;
    // The map from characters to glyphs has segments of consecutive characters (format 4).
    let map = table(b"cmap");
    let map = &map[long(map, 8) as usize..];
    let segments = usize::from(short(map, 6)) / 2;
    let (ends, starts) = (14, 16 + 2 * segments);
    let (deltas, ranges) = (starts + 2 * segments, starts + 4 * segments);
    let segment = (0..segments).find(|&number| short(map, ends + 2 * number) >= code)?;
    let start = short(map, starts + 2 * segment);
    if code < start {
        return None;
    }
    let delta = short(map, deltas + 2 * segment);
    let glyph = match short(map, ranges + 2 * segment) {
        0 => code.wrapping_add(delta),
        range => {
            let at = ranges + 2 * segment + usize::from(range) + 2 * usize::from(code - start);
            match short(map, at) {
                0 => 0,
                glyph => glyph.wrapping_add(delta),
            }
        }
    };
    (glyph != 0).then_some(glyph)
}

/// How far a glyph leads, in thousandths of the size.
pub(super) fn advance(glyph: Glyph) -> f32 {
    let last = short(table(b"hhea"), 34) - 1;
    let units = short(table(b"hmtx"), 4 * usize::from(glyph.min(last)));
    f32::from(units) * 1000.0 / f32::from(short(table(b"head"), 18))
}

/// The width of words. A character that the typeface lacks counts as a square.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let of = |character| glyph(character).map_or(1000.0, advance);
    text.chars().map(of).sum::<f32>() / 1000.0 * size
}

/// The largest size, of at most `most`, at which words are at most so wide.
pub(crate) fn fitting(text: &str, room: f32, most: f32) -> f32 {
    most.min(room / width(text, 1.0).max(0.01))
}

/// A table of the file.
fn table(tag: &[u8; 4]) -> &'static [u8] {
    let entries = FILE[12..].chunks_exact(16);
    let entry = entries.take(usize::from(short(FILE, 4))).find(|entry| entry.starts_with(tag));
    let entry = entry.expect("the typeface has this table");
    let (at, length) = (long(entry, 8) as usize, long(entry, 12) as usize);
    &FILE[at..at + length]
}

fn short(bytes: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([bytes[at], bytes[at + 1]])
}

fn long(bytes: &[u8], at: usize) -> u32 {
    u32::from(short(bytes, at)) << 16 | u32::from(short(bytes, at + 2))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_latin_greek_and_cyrillic_letters_have_glyphs() {
        for name in ["Œuvre Šárka – ‘’“”€", "Łukasz Żółć", "İbrahim Ğ", "Ngọc Ḅ", "Ελένη", "Ёжик Ї"]
        {
            assert!(name.chars().all(|character| glyph(character).is_some()), "{name}");
        }
        assert_eq!(['カ', '\u{1F600}'].map(glyph), [None; 2]);
    }

    #[test]
    fn a_wide_letter_is_wider_than_a_narrow_one() {
        assert!(width("W", 10.0) > 2.0 * width("i", 10.0));
        assert!((width(&"W".repeat(4), fitting("WWWW", 30.0, 12.0)) - 30.0).abs() < 0.01);
        assert_eq!(fitting("i", 30.0, 12.0), 12.0);
    }
}
