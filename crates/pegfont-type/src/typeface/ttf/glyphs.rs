//! The glyphs of a font in the order of their numbers, with their names and the characters they
//! stand for. Draws each from its solution; knows no tables.

use write_fonts::tables::glyf::{Bbox, Glyph};
use write_fonts::tables::gvar::{GlyphDeltas, GlyphVariations};
use write_fonts::types::GlyphId16;

use super::outline::{self, Outline, Pieces};
use super::{Metrics, declared};
use crate::font::{Character, Font};
use crate::glyph::Feature;
use crate::typeface::BLANKS;

/// The glyphs of a font in the order of their numbers.
#[derive(Default)]
pub(super) struct GlyphTable {
    pub names: Vec<String>,
    pub outlines: Vec<Glyph>,
    pub variations: Vec<GlyphVariations>,
    pub mappings: Vec<(char, GlyphId16)>,
    /// The alternates of characters, and the features that show them.
    pub alternates: Vec<(char, Feature, GlyphId16)>,
}

impl GlyphTable {
    /// The glyph for missing characters, the space, and one glyph per character and alternate. In a
    /// variable font, they have the pegs of the whole game, and the axis of the jumps ends at
    /// `rewind_end`.
    pub(super) fn of(font: &Font, metrics: &Metrics, rewind_end: Option<u16>) -> Self {
        let mut glyphs = Self::default();
        glyphs.add(".notdef".to_owned(), outline::frame(metrics), Vec::new());
        let space = glyphs.add("space".to_owned(), Glyph::Empty, Vec::new());
        glyphs.mappings.extend(BLANKS.map(|blank| (blank, space)));

        let moving = rewind_end.map(|end| (end, glyphs.add_pieces(font, metrics, end)));
        let draw = |glyphs: &mut Self, name, chosen: &Character| match &moving {
            Some((end, pieces)) => {
                let outline = Outline::trace(&chosen.solution);
                let glyph = outline.glyph(metrics, pieces);
                glyphs.add(name, glyph, outline.deltas(metrics, *end))
            }
            None => glyphs.add(name, outline::cells(&chosen.pattern(), metrics), Vec::new()),
        };

        for (&character, chosen) in font.characters() {
            if BLANKS.contains(&character) {
                continue;
            }
            // Pegs in the spaces would keep text from separating into words.
            let id = if character.is_whitespace() {
                space
            } else {
                draw(&mut glyphs, glyph_name(character), chosen)
            };
            glyphs.mappings.push((character, id));
        }

        for (&(character, feature), chosen) in font.alternates() {
            if !character.is_whitespace() {
                let name = format!("{}.{feature}", glyph_name(character));
                let id = draw(&mut glyphs, name, chosen);
                glyphs.alternates.push((character, feature, id));
            }
        }
        glyphs
    }

    /// Adds the glyphs that the characters of a variable font are put together from.
    fn add_pieces(&mut self, font: &Font, metrics: &Metrics, end: u16) -> Pieces {
        let peg = self.add("peg".to_owned(), outline::peg(metrics), Vec::new());
        let (glyph, deltas) = outline::dots(metrics);
        let dots = self.add("dots".to_owned(), glyph, deltas);

        let first_returning = GlyphId16::new(self.outlines.len() as u16);
        for step in 0..declared::longest(font) {
            let (glyph, deltas) = outline::returning_peg(metrics, step, end);
            self.add(format!("peg.back{}", step + 1), glyph, deltas);
        }
        Pieces {
            peg,
            dots,
            first_returning,
        }
    }

    /// Adds a glyph, and returns its number.
    fn add(&mut self, name: String, outline: Glyph, deltas: Vec<GlyphDeltas>) -> GlyphId16 {
        let id = GlyphId16::new(self.outlines.len() as u16);
        self.names.push(name);
        self.outlines.push(outline);
        self.variations
            .push(GlyphVariations::new(id.into(), deltas));
        id
    }

    /// The smallest rectangle around all glyphs.
    pub(super) fn bounds(&self) -> Bbox {
        self.outlines
            .iter()
            .filter_map(Glyph::bbox)
            .reduce(|bounds, next| bounds.union(next))
            .unwrap_or_default()
    }
}

/// The name of a glyph: the letter itself, or its code point as in the Adobe Glyph List.
fn glyph_name(character: char) -> String {
    if character.is_ascii_alphabetic() {
        return character.to_string();
    }

    match u32::from(character) {
        code @ 0..=0xffff => format!("uni{code:04X}"),
        code => format!("u{code:X}"),
    }
}
