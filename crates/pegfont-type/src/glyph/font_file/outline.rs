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
use super::pen::PathPen;
use super::sfnt;
use crate::error::Error;
use crate::glyph::levels;
use pegfont_base::words::only_character;

/// The maximum width and height of a character in pixels. Larger ones fit no board.
const MAX_SIDE: f32 = 256.0;

/// The characters that are read, and the pieces of the words of a text.
pub(super) fn parse(name: &str, file: &[u8], fitting: &Fitting) -> Result<Bitmaps, Error> {
    let wrong = |what| Error::in_file(name, 0, what);
    let fonts = sfnt::check(file).map_err(wrong)?;
    let font = FontRef::from_index(file, 0).map_err(|error| {
        wrong(format!(
            "this is not a readable TrueType or OpenType font: {error}"
        ))
    })?;
    let (pencil, note) = Pencil::new(&font, fitting.pixels, fitting.usual_pixels());

    let mut read = Bitmaps::default();
    if fitting.pixels.is_none() && pencil.is_native {
        read.native = Some(pencil.pixels);
    }
    if fonts > 1 {
        let first = format!("this is a collection of {fonts} fonts: the first is read");
        read.notes.push(wrong(first));
    }
    read.notes.extend(note.map(wrong));

    read.draw(&font, &pencil, fitting.only.as_deref());
    if read.characters.is_empty() && fitting.only.is_none() {
        return Err(wrong("the font has no characters with outlines".to_owned()));
    }
    if read.has_only_blanks() {
        let pixels = pencil.pixels;
        let what = format!("no character has ink at {pixels} pixels per em; give other --pixels");
        return Err(wrong(what));
    }

    if fitting.tight
        && let Some(shaper) = Font::new(file.to_vec(), 0)
    {
        let shaper = ShaperFont::new(&shaper);
        let text = fitting.only.as_deref().unwrap_or_default();
        for line in text.lines() {
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

/// A part of a word in one direction and one script.
struct ScriptRun {
    /// Its first byte in the word, and the byte behind it.
    start: usize,
    end: usize,
    level: u8,
    script: Option<Script>,
}

/// Glyphs that stand for some characters of a word together.
struct Cluster {
    /// The first byte of the characters.
    start: usize,
    /// Where the glyphs begin.
    left: i32,
    glyphs: PlacedGlyphs,
}

impl Bitmaps {
    /// Draws the characters of a font, or only some.
    fn draw(&mut self, font: &FontRef<'_>, pencil: &Pencil<'_>, only: Option<&str>) {
        for (code, glyph) in font.charmap().mappings() {
            let Some(character) = char::from_u32(code) else {
                continue;
            };
            let is_wanted = only.is_none_or(|only| only.contains(character));
            if character.is_control() || !is_wanted {
                continue;
            }

            match pencil.ink(&[(glyph, [0.0, 0.0])]) {
                Ok(ink) => {
                    self.characters.insert(character, Bitmap { line: 0, ink });
                }
                Err(TooLarge) => self.too_large.push(character),
            }
        }
    }

    /// Whether characters that should have ink are there, but none of them has any.
    fn has_only_blanks(&self) -> bool {
        let mut drawn = self
            .characters
            .iter()
            .filter(|(character, _)| !character.is_whitespace())
            .peekable();
        drawn.peek().is_some() && drawn.all(|(_, bitmap)| bitmap.ink.is_empty())
    }

    /// Shapes the words of a line, and draws their pieces, unless all are characters as they are.
    fn shape(&mut self, line: &str, font: &ShaperFont<'_, '_>, pencil: &Pencil<'_>) {
        let levels = levels(line);

        let mut start = 0;
        for word in line.split(char::is_whitespace) {
            let levels = &levels[start..start + word.len()];
            if let Some(pieces) = self.pieces(word, levels, font, pencil)
                && pieces.iter().any(|&(_, piece)| piece >= PIECE)
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
        let mut pieces = Vec::new();
        for run in script_runs(word, levels) {
            let clusters = run.shaped(word, font)?;

            let ends = clusters.iter().skip(1).map(|cluster| cluster.start);
            for (cluster, end) in clusters.iter().zip(ends.chain([run.end])) {
                let mut plain = None;
                if run.is_apart() {
                    plain = cluster.plain(&word[cluster.start..end], font);
                }
                let piece = match plain {
                    Some(character) => character,
                    None => self.piece(cluster, pencil)?,
                };
                pieces.push((cluster.start, piece));
            }
        }
        Some(pieces)
    }

    /// A new character for the glyphs of a cluster.
    fn piece(&mut self, cluster: &Cluster, pencil: &Pencil<'_>) -> Option<char> {
        let mut glyphs = Vec::new();
        for &(glyph, [x, y]) in &cluster.glyphs {
            let place = [x - cluster.left, -y].map(|units| units as f32 * pencil.scale);
            glyphs.push((glyph, place));
        }
        let ink = pencil.ink(&glyphs).ok()?;

        let number = self.characters.range(PIECE..).count() as u32;
        let piece = char::from_u32(PIECE as u32 + number)?;
        self.characters.insert(piece, Bitmap { line: 0, ink });
        Some(piece)
    }
}

/// The parts of a word in one direction and one script. What all scripts use belongs to the script
/// beside it.
fn script_runs(word: &str, levels: &[u8]) -> Vec<ScriptRun> {
    let common = [Script::COMMON, Script::INHERITED, Script::UNKNOWN];

    let mut runs: Vec<ScriptRun> = Vec::new();
    for (byte, character) in word.char_indices() {
        let level = levels[byte];
        let found = unicode::script(character.into());
        let script = Some(found).filter(|found| !common.contains(found));
        let end = byte + character.len_utf8();

        if let Some(run) = runs.last_mut() {
            let is_one_script = run.script.is_none() || script.is_none() || run.script == script;
            if run.level == level && is_one_script {
                run.end = end;
                run.script = run.script.or(script);
                continue;
            }
        }
        runs.push(ScriptRun {
            start: byte,
            end,
            level,
            script,
        });
    }
    runs
}

impl ScriptRun {
    /// Whether its letters stand apart.
    fn is_apart(&self) -> bool {
        self.script
            .is_none_or(|script| APART.contains(&&script.tag().to_be_bytes()))
    }

    /// The clusters that a font makes of it in this word, unless it lacks a glyph.
    fn shaped(&self, word: &str, font: &ShaperFont<'_, '_>) -> Option<Vec<Cluster>> {
        let mut buffer = Buffer::new();
        for (byte, character) in word[self.start..self.end].char_indices() {
            buffer.push(character.into(), (self.start + byte) as u32);
        }
        buffer.set_script(self.script);
        buffer.set_direction(if self.level.is_multiple_of(2) {
            Direction::LeftToRight
        } else {
            Direction::RightToLeft
        });

        let no_ligatures = LIGATURES.map(|tag| Feature::new(Tag::new(tag), 0, ..));
        let mut options = ShapeOptions::new();
        if self.is_apart() {
            options = options.features(&no_ligatures);
        }
        harfrust::shape(font, &mut buffer, options).ok()?;

        let mut clusters: BTreeMap<usize, Cluster> = BTreeMap::new();
        let mut right = 0;
        for (info, position) in buffer.glyph_infos().iter().zip(buffer.glyph_positions()) {
            if info.glyph_id == 0 {
                return None;
            }

            let start = if self.is_apart() {
                info.cluster as usize
            } else {
                self.start
            };
            let cluster = clusters.entry(start).or_insert(Cluster {
                start,
                left: right,
                glyphs: Vec::new(),
            });
            let place = [right + position.x_offset, position.y_offset];
            cluster.glyphs.push((info.glyph_id.into(), place));
            right += position.x_advance;
        }
        Some(clusters.into_values().collect())
    }
}

impl Cluster {
    /// The one character of a text, if the cluster shows it as the font does by itself.
    fn plain(&self, text: &str, font: &ShaperFont<'_, '_>) -> Option<char> {
        let character = only_character(text)?;
        let glyph = font.nominal_glyph(character.into())?;
        (self.glyphs == [(glyph, [self.left, 0])]).then_some(character)
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

        let mut glyphs = font.charmap().mappings();
        let has_outlines = glyphs.any(|(_, glyph)| Corners::of(&outlines, glyph).is_some());
        let strike = if has_outlines {
            None
        } else {
            nearest_strike(font, given.unwrap_or(usual))
        };

        let native = match &strike {
            Some(strike) => Some(strike.ppem() as u32),
            None => native(font, &outlines, units),
        };
        let pixels = match given {
            Some(given) if strike.is_none() => given,
            _ => native.unwrap_or(usual),
        };
        let is_native = native.is_some_and(|native| pixels % native == 0);

        let mut note = None;
        if let (Some(given), Some(native)) = (given, native) {
            if strike.is_some() && given != native {
                note = Some(format!(
                    "its bitmaps have no size of {given} pixels per em: that of {native} is used"
                ));
            } else if !is_native {
                note = Some(format!(
                    "a pixel font of {native} pixels per em, which at {given} loses strokes: \
                     leave --pixels out"
                ));
            }
        }

        let mut hinting = None;
        if !is_native {
            let size = Size::new(pixels as f32);
            let options = HintingOptions {
                engine: Engine::AutoFallback,
                target: Target::Mono,
            };
            hinting = HintingInstance::new(&outlines, size, LocationRef::default(), options).ok();
        }

        let pencil = Self {
            outlines,
            strike,
            hinting,
            pixels,
            is_native,
            scale: pixels as f32 / f32::from(units),
        };
        (pencil, note)
    }

    /// The pixels whose centre lies inside these glyphs, each at its place: columns to the right of
    /// the origin, rows below the baseline.
    fn ink(&self, glyphs: &[(GlyphId, [f32; 2])]) -> Result<Vec<(i32, i32)>, TooLarge> {
        if let Some(strike) = &self.strike {
            return Ok(glyphs
                .iter()
                .flat_map(|&(glyph, place)| bitmap(strike, glyph, place))
                .collect());
        }

        let mut path = PathBuilder::new();
        for &(glyph, place) in glyphs {
            self.trace(glyph, place, &mut path)?;
        }
        // Blank characters have no path.
        let Some(path) = path.finish() else {
            return Ok(Vec::new());
        };

        let bounds = path.bounds();
        let (left, top) = (bounds.left().floor(), bounds.top().floor());
        let measures = [bounds.width(), bounds.height(), left.abs(), top.abs()];
        if measures.into_iter().any(|pixels| pixels > MAX_SIDE) {
            return Err(TooLarge);
        }

        let side = |from: f32, to: f32| (to.ceil() - from).max(1.0) as u32;
        let mut mask =
            Mask::new(side(left, bounds.right()), side(top, bounds.bottom())).ok_or(TooLarge)?;
        let to_mask = Transform::from_translate(-left, -top);
        mask.fill_path(&path, FillRule::Winding, false, to_mask);
        Ok(placed(mask.data(), mask.width(), [left, top]))
    }

    /// Adds the outline of a glyph at a place to a path, whose y axis points down.
    fn trace(
        &self,
        glyph: GlyphId,
        [left, top]: [f32; 2],
        path: &mut PathBuilder,
    ) -> Result<(), TooLarge> {
        let Some(glyph) = self.outlines.get(glyph) else {
            return Ok(());
        };
        let settings = match &self.hinting {
            Some(hinting) => DrawSettings::hinted(hinting, false),
            None => DrawSettings::unhinted(Size::new(self.pixels as f32), LocationRef::default()),
        };
        let mut pen = PathPen {
            path,
            left,
            base: top,
        };
        glyph.draw(settings, &mut pen).map_err(|_| TooLarge)?;
        Ok(())
    }
}

/// The bitmaps of a font whose size is nearest to this one.
fn nearest_strike<'f>(font: &FontRef<'f>, pixels: u32) -> Option<BitmapStrike<'f>> {
    let away = |strike: &BitmapStrike<'_>| (strike.ppem() - pixels as f32).abs();
    BitmapStrikes::new(font)
        .iter()
        .min_by(|one, other| away(one).total_cmp(&away(other)))
}

/// The dark ones of pixels in rows, the first of which is at this place.
fn placed(pixels: &[u8], columns: u32, [left, top]: [f32; 2]) -> Vec<(i32, i32)> {
    let columns = columns.max(1) as usize;

    let mut ink = Vec::new();
    for (at, &darkness) in pixels.iter().enumerate() {
        if darkness > 127 {
            let (column, row) = (at % columns, at / columns);
            ink.push((column as i32 + left as i32, row as i32 + top as i32));
        }
    }
    ink
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

    let above = if glyph.placement_origin == Origin::TopLeft {
        0.0
    } else {
        glyph.height as f32
    };
    let left = x.round() + glyph.inner_bearing_x;
    let top = y.round() - glyph.inner_bearing_y - above;
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
    let drawn: Vec<Corners> = mappings()
        .step_by(step)
        .filter_map(|(_, glyph)| Corners::of(outlines, glyph))
        .collect();

    let fits = |size: u32| {
        let pixel = f32::from(units) / size as f32;
        // Where a pixel is no whole number of units, its corners are rounded.
        let is_whole = pixel.fract() == 0.0;
        let rounding = if is_whole { 0.0 } else { 1.0 };
        let least = if is_whole { 1.0 } else { 8.0 };

        let is_on_grid = |&place: &f32| (place - (place / pixel).round() * pixel).abs() <= rounding;
        let fitting = drawn
            .iter()
            .filter(|corners| corners.is_square && corners.places.iter().all(is_on_grid))
            .count();
        pixel >= least && fitting * 10 > drawn.len() * 9
    };
    SIZES.into_iter().find(|&size| fits(size))
}

/// The coordinates of an outline, and whether it has only level and upright lines.
struct Corners {
    places: Vec<f32>,
    is_square: bool,
}

impl Corners {
    /// The corners of a glyph, if it has an outline.
    fn of(outlines: &OutlineGlyphCollection<'_>, glyph: GlyphId) -> Option<Self> {
        let mut outline = Vec::new();
        let settings = DrawSettings::unhinted(Size::unscaled(), LocationRef::default());
        outlines.get(glyph)?.draw(settings, &mut outline).ok()?;

        let mut corners = Self {
            places: Vec::new(),
            is_square: true,
        };
        for element in outline {
            match element {
                PathElement::MoveTo { x, y } => corners.places.extend([x, y]),
                PathElement::LineTo { x, y } => {
                    let [.., left, top] = corners.places[..] else {
                        return None;
                    };
                    corners.is_square &= left == x || top == y;
                    corners.places.extend([x, y]);
                }
                PathElement::Close => {}
                _ => corners.is_square = false,
            }
        }
        Some(corners).filter(|corners| !corners.places.is_empty())
    }
}
