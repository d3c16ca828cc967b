//! The glyphs of a font in the order of their numbers, with their names and the characters they stand for.
//! Draws each from its solution; knows no tables.

use write_fonts::tables::glyf::{Bbox, Glyph};
use write_fonts::tables::gvar::{GlyphDeltas, GlyphVariations};
use write_fonts::types::GlyphId16;

use super::Metrics;
use super::marks::{self, Mark};
use super::outline::{self, Outline};
use crate::font::{Character, Font};
use crate::glyph::Feature;
use crate::typeface::{BLANKS, is_blank};
use peg_solitaire::board::Position;

/// The glyphs of a font in the order of their numbers.
pub(super) struct Glyphs {
    pub names: Vec<String>,
    pub outlines: Vec<Glyph>,
    pub variations: Vec<GlyphVariations>,
    pub mappings: Vec<(char, GlyphId16)>,
    /// The alternates of characters, and the features that show them.
    pub alternates: Vec<(char, Feature, GlyphId16)>,
    /// The glyphs that take marks, with their patterns.
    pub letters: Vec<(GlyphId16, Position)>,
    /// The combining marks, which have no advance.
    pub marks: Vec<(&'static Mark, GlyphId16)>,
}

/// The number of the space.
const SPACE: GlyphId16 = GlyphId16::new(1);

/// How glyphs are drawn.
#[derive(Clone, Copy)]
enum Drawing {
    /// With the pegs of the whole game. The axis of the jumps ends here.
    Playing { end: u16 },
    /// As copies of the peg with this number and these bounds.
    Still { peg: GlyphId16, bounds: Bbox },
}

impl Glyphs {
    /// The glyph for missing characters, the space, in a solid font the peg that the others repeat, the marks,
    /// and one glyph per character and alternate. In a variable font, the axis of the jumps ends at
    /// `rewind_end`.
    pub(super) fn of(font: &Font, metrics: &Metrics, rewind_end: Option<u16>) -> Self {
        let mut glyphs = Self {
            names: Vec::new(),
            outlines: Vec::new(),
            variations: Vec::new(),
            mappings: BLANKS.map(|blank| (blank, SPACE)).into(),
            alternates: Vec::new(),
            letters: Vec::new(),
            marks: Vec::new(),
        };
        glyphs.add(".notdef", outline::frame(metrics));
        glyphs.add("space", Glyph::Empty);
        let drawing = match rewind_end {
            Some(end) => Drawing::Playing { end },
            None => {
                let outline = outline::peg(metrics);
                let bounds = outline.bbox().unwrap_or_default();
                Drawing::Still { peg: glyphs.add("peg", outline), bounds }
            }
        };
        for mark in marks::of(font) {
            let id = glyphs.mark(mark, metrics, drawing);
            glyphs.mappings.push((mark.character, id));
            glyphs.marks.push((mark, id));
        }
        for (&character, chosen) in font.characters() {
            if BLANKS.contains(&character) {
                continue;
            }
            if is_blank(character) {
                glyphs.mappings.push((character, SPACE));
                continue;
            }
            let id = glyphs.draw(glyph_name(character), character, chosen, metrics, drawing);
            glyphs.mappings.push((character, id));
        }
        for (&(character, feature), chosen) in font.alternates() {
            if is_blank(character) {
                continue;
            }
            let name = format!("{}.{feature}", glyph_name(character));
            let id = glyphs.draw(name, character, chosen, metrics, drawing);
            glyphs.alternates.push((character, feature, id));
        }
        glyphs
    }

    /// Adds a glyph that doesn't vary, and returns its number.
    fn add(&mut self, name: impl Into<String>, outline: Glyph) -> GlyphId16 {
        self.vary(name, outline, Vec::new())
    }

    fn vary(
        &mut self,
        name: impl Into<String>,
        outline: Glyph,
        deltas: Vec<GlyphDeltas>,
    ) -> GlyphId16 {
        let id = GlyphId16::new(self.outlines.len() as u16);
        self.names.push(name.into());
        self.outlines.push(outline);
        self.variations.push(GlyphVariations::new(id.into(), deltas));
        id
    }

    /// Adds the glyph of a character or an alternate.
    fn draw(
        &mut self,
        name: String,
        character: char,
        chosen: &Character,
        metrics: &Metrics,
        drawing: Drawing,
    ) -> GlyphId16 {
        let pattern = chosen.pattern();
        let id = match drawing {
            Drawing::Playing { end } => {
                let outline = Outline::trace(&chosen.solution);
                self.vary(name, outline.glyph(metrics), outline.deltas(metrics, end))
            }
            Drawing::Still { peg, bounds } => {
                let centres = pattern.pegs().map(|hole| metrics.centre(hole));
                self.add(name, outline::repeated(centres, metrics, (peg.into(), bounds)))
            }
        };
        if character.is_alphabetic() {
            self.letters.push((id, pattern));
        }
        id
    }

    /// Adds the glyph of a mark.
    fn mark(&mut self, mark: &Mark, metrics: &Metrics, drawing: Drawing) -> GlyphId16 {
        let (name, centres) = (glyph_name(mark.character), mark.centres(metrics));
        match drawing {
            Drawing::Playing { end } => {
                let deltas = outline::mark_deltas(centres.len(), metrics, end);
                self.vary(name, outline::mark(&centres, metrics), deltas)
            }
            Drawing::Still { peg, bounds } => {
                let pegs = outline::repeated(centres.into_iter(), metrics, (peg.into(), bounds));
                self.add(name, pegs)
            }
        }
    }

    /// The glyphs with their advances.
    pub(super) fn advancing(&self, advance: u16) -> impl Iterator<Item = (&Glyph, u16)> {
        let number = |id: GlyphId16| usize::from(id.to_u16());
        let first = self.marks.first().map_or(0, |&(_, id)| number(id));
        let marks = first..first + self.marks.len();
        let advance = move |at| if marks.contains(&at) { 0 } else { advance };
        self.outlines.iter().enumerate().map(move |(at, outline)| (outline, advance(at)))
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
