//! The glyphs of a font in the order of their numbers, with their names and the characters they stand for.
//! Draws each from its solution; knows no tables.

use write_fonts::tables::glyf::{Bbox, Glyph};
use write_fonts::tables::gvar::GlyphVariations;
use write_fonts::types::GlyphId;

use super::Metrics;
use super::outline::{self, Outline};
use crate::board::Position;
use crate::font::Font;
use crate::typeface::is_blank;

/// The glyphs of a font in the order of their numbers.
pub(super) struct Glyphs {
    pub names: Vec<String>,
    pub outlines: Vec<Glyph>,
    pub variations: Vec<GlyphVariations>,
    pub mappings: Vec<(char, GlyphId)>,
}

/// The number of the space.
const SPACE: GlyphId = GlyphId::new(1);

impl Glyphs {
    /// The glyph for missing characters, the space, in a static font the peg that the others repeat, and one
    /// glyph per character. In a variable font, the axis of the jumps ends at `rewind_end`.
    pub(super) fn of(font: &Font, metrics: &Metrics, rewind_end: Option<u16>) -> Self {
        let mut glyphs = Self {
            names: Vec::new(),
            outlines: Vec::new(),
            variations: Vec::new(),
            mappings: [' ', '\u{a0}'].map(|blank| (blank, SPACE)).into(),
        };
        glyphs.add(".notdef", outline::frame(metrics));
        glyphs.add("space", Glyph::Empty);
        let peg = match rewind_end {
            Some(_) => GlyphId::NOTDEF,
            None => glyphs.add("peg", outline::peg(metrics)),
        };
        for (&character, chosen) in font.characters() {
            if is_blank(character) {
                glyphs.mappings.push((character, SPACE));
                continue;
            }
            let name = glyph_name(character);
            let id = match rewind_end {
                Some(end) => {
                    let outline = Outline::trace(&chosen.solution);
                    let id = glyphs.add(name, outline.glyph(metrics));
                    let deltas = outline.deltas(metrics, end);
                    glyphs.variations[id.to_u32() as usize] = GlyphVariations::new(id, deltas);
                    id
                }
                None => {
                    let outline = glyphs.still(chosen.pattern(), metrics, peg);
                    glyphs.add(name, outline)
                }
            };
            glyphs.mappings.push((character, id));
        }
        glyphs
    }

    /// Adds a glyph that doesn't vary, and returns its number.
    fn add(&mut self, name: impl Into<String>, outline: Glyph) -> GlyphId {
        let id = GlyphId::new(self.outlines.len() as u32);
        self.names.push(name.into());
        self.outlines.push(outline);
        self.variations.push(GlyphVariations::new(id, Vec::new()));
        id
    }

    /// The glyph of a pattern as copies of the peg.
    fn still(&self, pattern: Position, metrics: &Metrics, peg: GlyphId) -> Glyph {
        let bounds = self.outlines[peg.to_u32() as usize].bbox().unwrap_or_default();
        let centres = pattern.holes().map(|hole| metrics.centre(hole));
        outline::repeated(centres, metrics, (peg, bounds))
    }

    /// The smallest rectangle around all glyphs.
    pub(super) fn bounds(&self) -> Bbox {
        let all = self.outlines.iter().filter_map(Glyph::bbox);
        all.reduce(|a, b| a.union(b)).unwrap_or_default()
    }
}

/// The name of a glyph: the letter itself, or its code point as in the Adobe Glyph List.
fn glyph_name(character: char) -> String {
    match u32::from(character) {
        _ if character.is_ascii_alphabetic() => character.to_string(),
        code @ 0..=0xffff => format!("uni{code:04X}"),
        code => format!("u{code:X}"),
    }
}
