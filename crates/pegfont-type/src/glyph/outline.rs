//! Reads TrueType and OpenType fonts at a size in pixels as designs: hinted, and without shades of grey.

use std::collections::BTreeMap;

use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{
    DrawSettings, Engine, HintingInstance, HintingOptions, OutlineGlyph, OutlinePen, Target,
};
use skrifa::{FontRef, MetadataProvider as _};
use tiny_skia::{FillRule, Mask, PathBuilder, Transform};

use super::bitmaps::Bitmap;
use crate::error::Error;

/// The maximum width and height of a character in pixels. Larger ones fit no board.
const MAX_SIDE: f32 = 256.0;

/// The characters, or only those of a text; and the characters that are too large.
pub(super) fn parse(
    name: &str,
    font: &[u8],
    pixels: u32,
    only: Option<&str>,
) -> Result<(BTreeMap<char, Bitmap>, Vec<char>), Error> {
    let wrong = |what| Error::in_file(name, 0, what);
    let font = FontRef::from_index(font, 0).map_err(|error| {
        wrong(format!("this is not a readable TrueType or OpenType font: {error}"))
    })?;
    let outlines = font.outline_glyphs();
    let size = Size::new(pixels as f32);
    let options = HintingOptions { engine: Engine::AutoFallback, target: Target::Mono };
    let hinting = HintingInstance::new(&outlines, size, LocationRef::default(), options).ok();
    let mut bitmaps = BTreeMap::new();
    let mut too_large = Vec::new();
    for (code, glyph) in font.charmap().mappings() {
        let wanted = |character: &char| {
            !character.is_control() && only.is_none_or(|only| only.contains(*character))
        };
        let Some(character) = char::from_u32(code).filter(wanted) else { continue };
        let Some(glyph) = outlines.get(glyph) else { continue };
        let settings = match &hinting {
            Some(hinting) => DrawSettings::hinted(hinting, false),
            None => DrawSettings::unhinted(size, LocationRef::default()),
        };
        match ink(&glyph, settings) {
            Some(ink) => {
                bitmaps.insert(character, Bitmap { line: 0, ink });
            }
            None => too_large.push(character),
        }
    }
    if bitmaps.is_empty() && only.is_none() {
        return Err(wrong("the font has no characters with outlines".to_owned()));
    }
    let drawn: Vec<_> =
        bitmaps.iter().filter(|(character, _)| !character.is_whitespace()).collect();
    if !drawn.is_empty() && drawn.iter().all(|(_, bitmap)| bitmap.ink.is_empty()) {
        let what = format!("no character has ink at {pixels} pixels per em; give other --pixels");
        return Err(wrong(what));
    }
    Ok((bitmaps, too_large))
}

/// The pixels whose centre lies inside the outline: columns to the right of the origin, rows below the baseline. `None` if
/// it can't be drawn, or is too large.
fn ink(glyph: &OutlineGlyph<'_>, settings: DrawSettings<'_>) -> Option<Vec<(i32, i32)>> {
    let mut pen = Pen(PathBuilder::new());
    glyph.draw(settings, &mut pen).ok()?;
    // Blank characters have no path.
    let Some(path) = pen.0.finish() else { return Some(Vec::new()) };
    let bounds = path.bounds();
    if bounds.width() > MAX_SIDE || bounds.height() > MAX_SIDE {
        return None;
    }
    let (left, top) = (bounds.left().floor(), bounds.top().floor());
    if left.abs() > MAX_SIDE || top.abs() > MAX_SIDE {
        return None;
    }
    let side = |from: f32, to: f32| (to.ceil() - from).max(1.0) as u32;
    let mut mask = Mask::new(side(left, bounds.right()), side(top, bounds.bottom()))?;
    mask.fill_path(&path, FillRule::Winding, false, Transform::from_translate(-left, -top));
    let columns = mask.width() as usize;
    let filled = mask.data().iter().enumerate().filter(|(_, filled)| **filled > 127);
    let place =
        |at: usize| ((at % columns) as i32 + left as i32, (at / columns) as i32 + top as i32);
    Some(filled.map(|(at, _)| place(at)).collect())
}

/// Collects an outline, with y downwards.
struct Pen(PathBuilder);

impl OutlinePen for Pen {
    fn move_to(&mut self, x: f32, y: f32) {
        self.0.move_to(x, -y);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.0.line_to(x, -y);
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        self.0.quad_to(cx, -cy, x, -y);
    }

    fn curve_to(&mut self, cx0: f32, cy0: f32, cx1: f32, cy1: f32, x: f32, y: f32) {
        self.0.cubic_to(cx0, -cy0, cx1, -cy1, x, -y);
    }

    fn close(&mut self) {
        self.0.close();
    }
}
