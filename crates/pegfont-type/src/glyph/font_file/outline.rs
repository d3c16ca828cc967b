//! Reads TrueType and OpenType fonts at a size in pixels as designs: hinted, and without shades of
//! grey. A font without outlines has bitmaps. The words of a text are shaped where letters join or
//! trade places.

use std::collections::BTreeMap;

use harfrust::{Buffer, Direction, Feature, Font, Script, ShapeOptions, ShaperFont, Tag, unicode};
use skrifa::bitmap::{BitmapData, BitmapStrike, BitmapStrikes, Origin};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{
    DrawSettings, Engine, HintingInstance, HintingOptions, OutlineGlyphCollection, Target,
    pen::PathElement,
};
use skrifa::{FontRef, GlyphId, MetadataProvider as _};
use tiny_skia::{FillRule, Mask, PathBuilder, Transform};

use super::bitmaps::{Bitmap, Bitmaps, Fitting, PIECE, inked};
use super::sfnt;
use crate::error::Error;
use crate::glyph::levels;
use pegfont_base::words::only_character;

/// The maximum width and height of a character in pixels. Larger ones fit no board.
const MAX_SIDE: f32 = 256.0;

/// The characters that are read, and the pieces of the words of a text.
pub(super) fn parse(name: &str, font: &[u8], fitting: &Fitting) -> Result<Bitmaps, Error> {
    let wrong = |what| Error::in_file(name, 0, what);
    let fonts = sfnt::check(font).map_err(wrong)?;
    let data = font;
    let font = FontRef::from_index(font, 0).map_err(|error| {
        wrong(format!(
            "this is not a readable TrueType or OpenType font: {error}"
        ))
    })?;
    let (pencil, note) = Pencil::new(&font, fitting.pixels, fitting.usual_pixels());
    let native = Some(pencil.pixels).filter(|_| fitting.pixels.is_none() && pencil.is_native);
    let first =
        (fonts > 1).then(|| format!("this is a collection of {fonts} fonts: the first is read"));
    let notes = first.into_iter().chain(note).map(wrong).collect();
    let mut read = Bitmaps {
        native,
        notes,
        ..Bitmaps::default()
    };
    let only = fitting.only.as_deref();
    for (code, glyph) in font.charmap().mappings() {
        let wanted = |character: &char| {
            !character.is_control() && only.is_none_or(|only| only.contains(*character))
        };
        let Some(character) = char::from_u32(code).filter(wanted) else {
            continue;
        };
        match pencil.ink(&[(glyph, [0.0, 0.0])]) {
            Ok(ink) => {
                read.characters.insert(character, Bitmap { line: 0, ink });
            }
            Err(TooLarge) => read.too_large.push(character),
        }
    }
    if read.characters.is_empty() && only.is_none() {
        return Err(wrong("the font has no characters with outlines".to_owned()));
    }
    let drawn = || {
        read.characters
            .iter()
            .filter(|(character, _)| !character.is_whitespace())
    };
    if drawn().next().is_some() && drawn().all(|(_, bitmap)| bitmap.ink.is_empty()) {
        let pixels = pencil.pixels;
        let what = format!("no character has ink at {pixels} pixels per em; give other --pixels");
        return Err(wrong(what));
    }
    if fitting.tight
        && let Some(shaper) = Font::new(data.to_vec(), 0)
    {
        let shaper = ShaperFont::new(&shaper);
        for line in only.unwrap_or_default().lines() {
            read.shape(line, &shaper, &pencil);
        }
    }
    read.frame = inked(&read.characters).unwrap_or_default();
    Ok(read)
}

/// The scripts whose letters stand apart. A word of any other one is a single piece.
const APART: [&[u8; 4]; 14] = [
    b"Zyyy", b"Zinh", b"Zzzz", b"Latn", b"Grek", b"Cyrl", b"Armn", b"Geor", b"Hebr", b"Hani",
    b"Hira", b"Kana", b"Hang", b"Thai",
];

/// Ligatures, which letters that stand apart don't form.
const LIGATURES: [&[u8; 4]; 3] = [b"liga", b"clig", b"calt"];

/// Glyphs, and where each is drawn, in units of the font.
type PlacedGlyphs = Vec<(GlyphId, [i32; 2])>;

impl Bitmaps {
    /// Shapes the words of a line, and draws their pieces, unless all are characters as they are.
    fn shape(&mut self, line: &str, font: &ShaperFont<'_, '_>, pencil: &Pencil<'_>) {
        let levels = levels(line);
        let mut start = 0;
        for word in line.split(char::is_whitespace) {
            let pieces = self.pieces(word, &levels[start..start + word.len()], font, pencil);
            if let Some(pieces) = pieces
                && pieces.iter().any(|piece| piece.1 >= PIECE)
            {
                self.words.insert(word.to_owned(), pieces);
            }
            start += word.len();
            start += line[start..].chars().next().map_or(0, char::len_utf8);
        }
    }

    /// The pieces of a word, each with its first byte, unless the font lacks one.
    fn pieces(
        &mut self,
        word: &str,
        levels: &[u8],
        font: &ShaperFont<'_, '_>,
        pencil: &Pencil<'_>,
    ) -> Option<Vec<(usize, char)>> {
        let common = [Script::COMMON, Script::INHERITED, Script::UNKNOWN];
        let script = |character: char| {
            Some(unicode::script(character.into())).filter(|it| !common.contains(it))
        };
        let mut runs: Vec<(usize, u8, Option<Script>)> = Vec::new();
        for (byte, character) in word.char_indices() {
            let (level, script) = (levels[byte], script(character));
            match runs.last_mut() {
                Some(run)
                    if run.1 == level
                        && (run.2.is_none() || script.is_none() || run.2 == script) =>
                {
                    run.2 = run.2.or(script);
                }
                _ => runs.push((byte, level, script)),
            }
        }
        let mut pieces = Vec::new();
        let ends = runs.iter().skip(1).map(|run| run.0).chain([word.len()]);
        for (&(start, level, script), end) in runs.iter().zip(ends.collect::<Vec<_>>()) {
            let is_apart = script.is_none_or(|it| APART.contains(&&it.tag().to_be_bytes()));
            let mut buffer = Buffer::new();
            for (byte, character) in word[start..end].char_indices() {
                buffer.push(character.into(), (start + byte) as u32);
            }
            buffer.set_script(script);
            let directions = [Direction::LeftToRight, Direction::RightToLeft];
            buffer.set_direction(directions[usize::from(level % 2)]);
            let features = LIGATURES.map(|tag| Feature::new(Tag::new(tag), 0, ..));
            let features = if is_apart { &features[..] } else { &[] };
            harfrust::shape(font, &mut buffer, ShapeOptions::new().features(features)).ok()?;
            let (infos, positions) = (buffer.glyph_infos(), buffer.glyph_positions());
            let mut clusters: BTreeMap<usize, (i32, PlacedGlyphs)> = BTreeMap::new();
            let mut right = 0;
            for (info, position) in infos.iter().zip(positions) {
                let cluster = if is_apart {
                    info.cluster as usize
                } else {
                    start
                };
                if info.glyph_id == 0 {
                    return None;
                }
                let (_, glyphs) = clusters.entry(cluster).or_insert((right, Vec::new()));
                glyphs.push((
                    info.glyph_id.into(),
                    [right + position.x_offset, position.y_offset],
                ));
                right += position.x_advance;
            }
            let ends: Vec<usize> = clusters.keys().copied().skip(1).chain([end]).collect();
            for ((from, (left, glyphs)), end) in clusters.into_iter().zip(ends) {
                let plain = only_character(&word[from..end]).filter(|&one| {
                    let nominal = font
                        .nominal_glyph(one.into())
                        .map(|glyph| (glyph, [left, 0]));
                    is_apart && glyphs.len() == 1 && nominal == Some(glyphs[0])
                });
                pieces.push((
                    from,
                    plain.map_or_else(|| self.piece(left, &glyphs, pencil), Some)?,
                ));
            }
        }
        Some(pieces)
    }

    /// A new character for glyphs that begin at this place.
    fn piece(
        &mut self,
        left: i32,
        glyphs: &[(GlyphId, [i32; 2])],
        pencil: &Pencil<'_>,
    ) -> Option<char> {
        let glyphs = glyphs.iter().map(|&(glyph, [x, y])| {
            (
                glyph,
                [x - left, -y].map(|units| units as f32 * pencil.scale),
            )
        });
        let ink = pencil.ink(&glyphs.collect::<Vec<_>>()).ok()?;
        let piece = char::from_u32(PIECE as u32 + self.characters.range(PIECE..).count() as u32)?;
        self.characters.insert(piece, Bitmap { line: 0, ink });
        Some(piece)
    }
}

/// A character, or a word, is too large for any board.
struct TooLarge;

/// What draws the glyphs of a font at one size.
struct Pencil<'f> {
    outlines: OutlineGlyphCollection<'f>,
    /// The bitmaps of a font without outlines.
    strike: Option<BitmapStrike<'f>>,
    /// Without it, outlines are drawn as they are.
    hinting: Option<HintingInstance>,
    pixels: u32,
    /// Whether the size is the font's own.
    is_native: bool,
    /// Pixels in a unit of the font.
    scale: f32,
}

impl<'f> Pencil<'f> {
    /// The pencil, and a note if the size doesn't suit the font.
    fn new(font: &FontRef<'f>, given: Option<u32>, usual: u32) -> (Self, Option<String>) {
        let outlines = font.outline_glyphs();
        let units = font
            .metrics(Size::unscaled(), LocationRef::default())
            .units_per_em;
        let strikes = BitmapStrikes::new(font);
        let wanted = given.unwrap_or(usual) as f32;
        let mut glyphs = font.charmap().mappings();
        let has_outlines = glyphs.any(|(_, glyph)| Corners::of(&outlines, glyph).is_some());
        let strike = strikes
            .iter()
            .filter(|_| !has_outlines)
            .min_by(|one, other| {
                let away = |strike: &BitmapStrike<'_>| (strike.ppem() - wanted).abs();
                away(one).total_cmp(&away(other))
            });
        let native = match &strike {
            Some(strike) => Some(strike.ppem() as u32),
            None => native(font, &outlines, units),
        };
        let pixels = match (&strike, given) {
            (None, Some(given)) => given,
            _ => native.unwrap_or(usual),
        };
        let is_native = native.is_some_and(|native| pixels % native == 0);
        let size = Size::new(pixels as f32);
        let options = HintingOptions {
            engine: Engine::AutoFallback,
            target: Target::Mono,
        };
        let hinting = HintingInstance::new(&outlines, size, LocationRef::default(), options).ok();
        let note = match (given, native) {
            (Some(given), Some(native)) if strike.is_some() && given != native => Some(format!(
                "its bitmaps have no size of {given} pixels per em: that of {native} is used"
            )),
            (Some(given), Some(native)) if !is_native => Some(format!(
                "a pixel font of {native} pixels per em, which at {given} loses strokes: leave --pixels out"
            )),
            _ => None,
        };
        let hinting = hinting.filter(|_| !is_native);
        let scale = pixels as f32 / f32::from(units);
        (
            Self {
                outlines,
                strike,
                hinting,
                pixels,
                is_native,
                scale,
            },
            note,
        )
    }

    /// The pixels whose centre lies inside these glyphs, each at its place: columns to the right of
    /// the origin, rows below the baseline.
    fn ink(&self, glyphs: &[(GlyphId, [f32; 2])]) -> Result<Vec<(i32, i32)>, TooLarge> {
        if let Some(strike) = &self.strike {
            return Ok(glyphs
                .iter()
                .flat_map(|&(glyph, at)| bitmap(strike, glyph, at))
                .collect());
        }
        let size = Size::new(self.pixels as f32);
        let mut path = PathBuilder::new();
        for &(glyph, [left, top]) in glyphs {
            let Some(glyph) = self.outlines.get(glyph) else {
                continue;
            };
            let settings = match &self.hinting {
                Some(hinting) => DrawSettings::hinted(hinting, false),
                None => DrawSettings::unhinted(size, LocationRef::default()),
            };
            let mut outline = Vec::new();
            glyph.draw(settings, &mut outline).map_err(|_| TooLarge)?;
            let (across, down) = (|x: f32| left + x, |y: f32| top - y);
            for element in outline {
                match element {
                    PathElement::MoveTo { x, y } => path.move_to(across(x), down(y)),
                    PathElement::LineTo { x, y } => path.line_to(across(x), down(y)),
                    PathElement::QuadTo { cx0, cy0, x, y } => {
                        path.quad_to(across(cx0), down(cy0), across(x), down(y));
                    }
                    PathElement::CurveTo {
                        cx0,
                        cy0,
                        cx1,
                        cy1,
                        x,
                        y,
                    } => {
                        let (first, second) = ((across(cx0), down(cy0)), (across(cx1), down(cy1)));
                        path.cubic_to(first.0, first.1, second.0, second.1, across(x), down(y));
                    }
                    PathElement::Close => path.close(),
                }
            }
        }
        // Blank characters have no path.
        let Some(path) = path.finish() else {
            return Ok(Vec::new());
        };
        let bounds = path.bounds();
        let (left, top) = (bounds.left().floor(), bounds.top().floor());
        if [bounds.width(), bounds.height(), left.abs(), top.abs()]
            .iter()
            .any(|&it| it > MAX_SIDE)
        {
            return Err(TooLarge);
        }
        let side = |from: f32, to: f32| (to.ceil() - from).max(1.0) as u32;
        let mask = Mask::new(side(left, bounds.right()), side(top, bounds.bottom()));
        let mut mask = mask.ok_or(TooLarge)?;
        mask.fill_path(
            &path,
            FillRule::Winding,
            false,
            Transform::from_translate(-left, -top),
        );
        Ok(placed(mask.data(), mask.width(), [left, top]))
    }
}

/// The dark ones of pixels in rows, the first of which is at this place.
fn placed(pixels: &[u8], columns: u32, [left, top]: [f32; 2]) -> Vec<(i32, i32)> {
    let filled = pixels
        .iter()
        .enumerate()
        .filter(|(_, filled)| **filled > 127);
    let columns = columns.max(1) as usize;
    let place = |at: usize| {
        (
            (at % columns) as i32 + left as i32,
            (at / columns) as i32 + top as i32,
        )
    };
    filled.map(|(at, _)| place(at)).collect()
}

/// The pixels of a glyph that has a bitmap, drawn at this place.
fn bitmap(strike: &BitmapStrike<'_>, glyph: GlyphId, [x, y]: [f32; 2]) -> Vec<(i32, i32)> {
    let Some(glyph) = strike.get(glyph) else {
        return Vec::new();
    };
    let BitmapData::Mask(mask) = &glyph.data else {
        return Vec::new();
    };
    let Ok(pixels) = mask.decode(glyph.width, glyph.height) else {
        return Vec::new();
    };
    let height = if glyph.placement_origin == Origin::TopLeft {
        0.0
    } else {
        glyph.height as f32
    };
    let (left, top) = (
        x.round() + glyph.inner_bearing_x,
        y.round() - glyph.inner_bearing_y - height,
    );
    placed(&pixels, glyph.width, [left, top])
}

/// The sizes in pixels per em that a pixel font may have.
const SIZES: std::ops::RangeInclusive<u32> = 4..=64;

/// How many characters of a font are looked at for its own size.
const LOOKED_AT: usize = 256;

/// The size of a font whose outlines consist of squares of a grid: in pixels per em.
fn native(font: &FontRef<'_>, outlines: &OutlineGlyphCollection<'_>, units: u16) -> Option<u32> {
    let mappings = || font.charmap().mappings();
    let step = mappings().count().div_ceil(LOOKED_AT).max(1);
    let grids = mappings()
        .step_by(step)
        .filter_map(|(_, glyph)| Corners::of(outlines, glyph));
    let grids: Vec<Corners> = grids.collect();
    let fits = |size: u32| {
        let pixel = f32::from(units) / size as f32;
        // Where a pixel is no whole number of units, its corners are rounded.
        let (rounding, least) = if pixel.fract() == 0.0 {
            (0.0, 1.0)
        } else {
            (1.0, 8.0)
        };
        let is_on = |&at: &f32| (at - (at / pixel).round() * pixel).abs() <= rounding;
        let on = grids
            .iter()
            .filter(|grid| grid.is_square && grid.places.iter().all(is_on))
            .count();
        pixel >= least && on * 10 > grids.len() * 9
    };
    SIZES.into_iter().find(|&size| fits(size))
}

/// The coordinates of an outline, and whether it has only level and upright lines.
struct Corners {
    places: Vec<f32>,
    is_square: bool,
}

impl Corners {
    /// The grid of a glyph, if it has an outline.
    fn of(outlines: &OutlineGlyphCollection<'_>, glyph: GlyphId) -> Option<Self> {
        let mut outline = Vec::new();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        outlines.get(glyph)?.draw(settings, &mut outline).ok()?;
        let mut grid = Self {
            places: Vec::new(),
            is_square: true,
        };
        for element in outline {
            match element {
                PathElement::MoveTo { x, y } => grid.places.extend([x, y]),
                PathElement::LineTo { x, y } => {
                    let [.., left, top] = grid.places[..] else {
                        return None;
                    };
                    grid.is_square &= left == x || top == y;
                    grid.places.extend([x, y]);
                }
                PathElement::Close => {}
                _ => grid.is_square = false,
            }
        }
        Some(grid).filter(|grid| !grid.places.is_empty())
    }
}
