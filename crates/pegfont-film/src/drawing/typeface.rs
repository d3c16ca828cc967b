//! The typeface of words in print: DejaVu Sans, without hints, for Latin, Greek and Cyrillic
//! letters with their marks, and symbols. Measures words. Reads only the font file of this package.

use std::sync::LazyLock;

use skrifa::charmap::Charmap;
use skrifa::instance::{LocationRef, Size};
use skrifa::metrics::GlyphMetrics;
use skrifa::{FontRef, MetadataProvider as _};

pub(super) static FILE: &[u8] = include_bytes!("../../fonts/labels.ttf");

/// A glyph of the typeface, by its number.
pub(crate) type Glyph = u16;

/// What is asked of the typeface for every character.
static CHARACTERS: LazyLock<(Charmap<'static>, GlyphMetrics<'static>)> = LazyLock::new(|| {
    (
        font().charmap(),
        font().glyph_metrics(Size::new(1000.0), LocationRef::default()),
    )
});

pub(super) fn font() -> FontRef<'static> {
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
