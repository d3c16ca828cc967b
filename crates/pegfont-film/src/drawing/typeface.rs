//! The typeface of words in print: DejaVu Sans, without hints, for Latin, Greek and Cyrillic
//! letters with their marks, and symbols. Measures words. Reads only the font file of this package.

use std::collections::HashMap;
use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider as _};

pub(super) static FILE: &[u8] = include_bytes!("../../fonts/labels.ttf");

/// The number of a glyph in the typeface.
pub(crate) type GlyphNumber = u16;

/// The glyphs of all characters: a layout asks for the same ones thousands of times.
static GLYPHS: LazyLock<HashMap<char, GlyphNumber>> = LazyLock::new(|| {
    let mut glyphs = HashMap::new();
    for (code, number) in font().charmap().mappings() {
        let character = char::from_u32(code);
        let number = GlyphNumber::try_from(number.to_u32());

        if let (Some(character), Ok(number)) = (character, number) {
            glyphs.insert(character, number);
        }
    }
    glyphs
});

static METRICS: LazyLock<GlyphMetrics<'static>> =
    LazyLock::new(|| font().glyph_metrics(Size::new(1000.0), LocationRef::default()));

pub(super) fn font() -> FontRef<'static> {
    FontRef::new(FILE).expect("the typeface is a font")
}

/// The glyph of a character, if the typeface has one.
pub(crate) fn glyph(character: char) -> Option<GlyphNumber> {
    GLYPHS.get(&character).copied()
}

/// How far a glyph leads, in thousandths of the size.
pub(super) fn advance(glyph: GlyphNumber) -> f32 {
    METRICS.advance_width(glyph.into()).unwrap_or_default()
}

/// The width of words. A character that the typeface lacks counts as a square.
pub(crate) fn width(text: &str, size: f32) -> f32 {
    let mut thousandths = 0.0;
    for character in text.chars() {
        thousandths += glyph(character).map_or(1000.0, advance);
    }
    thousandths / 1000.0 * size
}
