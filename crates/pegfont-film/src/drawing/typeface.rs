//! The typeface of words in print: DejaVu Sans, without hints, for Latin, Greek and Cyrillic letters with their marks, and symbols.
//! Measures words. Reads only the font file of this package.

use std::sync::LazyLock;

#[cfg(feature = "pictures")]
use super::{Anchor, Words};
use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
#[cfg(feature = "pictures")]
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::{FontRef, MetadataProvider as _};
#[cfg(feature = "pictures")]
use tiny_skia::{Path, PathBuilder, Transform};

/// How much thicker the strokes of bold words are, relative to the size.
#[cfg(feature = "pictures")]
pub(super) const BOLD: f32 = 0.035;

pub(super) static FILE: &[u8] = include_bytes!("../../fonts/labels.ttf");

/// A glyph of the typeface, by its number.
pub(crate) type Glyph = u16;

/// What is asked of the typeface for every character.
static CHARACTERS: LazyLock<(Charmap<'static>, GlyphMetrics<'static>)> = LazyLock::new(|| {
    (font().charmap(), font().glyph_metrics(Size::new(1000.0), LocationRef::default()))
});

fn font() -> FontRef<'static> {
    FontRef::new(FILE).expect("the typeface is a font")
}

/// The glyph of a character, if the typeface has one.
pub(crate) fn glyph(character: char) -> Option<Glyph> {
    Glyph::try_from(CHARACTERS.0.map(character)?.to_u32()).ok()
}

/// How far a glyph leads, in thousandths of the size.
pub(super) fn advance(glyph: Glyph) -> f32 {
    CHARACTERS.1.advance_width(glyph.into()).unwrap_or_default()
}

/// The width of words. A character that the typeface lacks counts as a square.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let of = |character| glyph(character).map_or(1000.0, advance);
    text.chars().map(of).sum::<f32>() / 1000.0 * size
}

/// Where words begin.
#[cfg(feature = "pictures")]
pub(super) fn left(words: &Words) -> f32 {
    let width = width(&words.text, words.size);
    words.at.0
        - match words.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        }
}

/// The outline of words. Characters that the typeface lacks leave a space.
#[cfg(feature = "pictures")]
pub(super) fn outline(words: &Words) -> Option<Path> {
    let (outlines, size) = (font().outline_glyphs(), Size::new(words.size));
    let (mut path, mut x) = (PathBuilder::new(), left(words));
    for character in words.text.chars() {
        let mut pen = Pen(PathBuilder::new());
        if let Some(outline) = glyph(character).and_then(|glyph| outlines.get(glyph.into())) {
            let settings = DrawSettings::unhinted(size, LocationRef::default());
            outline.draw(settings, &mut pen).expect("the typeface has no broken glyphs");
        }
        let place = Transform::from_row(1.0, 0.0, 0.0, -1.0, x, words.at.1);
        let placed = pen.0.finish().and_then(|path| path.transform(place));
        placed.iter().for_each(|placed| path.push_path(placed));
        x += width(character.encode_utf8(&mut [0; 4]), words.size);
    }
    path.finish()
}

/// Draws the outline of a glyph.
#[cfg(feature = "pictures")]
struct Pen(PathBuilder);

#[cfg(feature = "pictures")]
impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, cy, x, y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.cubic_to(cx0, cy0, cx1, cy1, x, y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}

/// The largest size, of at most `most`, at which words are at most so wide.
pub(crate) fn fitting(text: &str, room: f32, most: f32) -> f32 {
    most.min(room / width(text, 1.0).max(0.01))
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
