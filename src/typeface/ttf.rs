//! TrueType: one contour per peg and, in a variable font, the deltas that move the pegs back. Assembles the
//! tables; `outline` traces the contours, `style` sets names and axes.

mod metrics;
mod outline;
mod style;

use write_fonts::tables::cmap::Cmap;
use write_fonts::tables::gasp::{Gasp, GaspRange, GaspRangeBehavior};
use write_fonts::tables::glyf::{Bbox, GlyfLocaBuilder, Glyph, SimpleGlyph};
use write_fonts::tables::gvar::{GlyphVariations, Gvar};
use write_fonts::tables::head::{Flags, Head};
use write_fonts::tables::hhea::Hhea;
use write_fonts::tables::hmtx::{Hmtx, LongMetric};
use write_fonts::tables::loca::LocaFormat;
use write_fonts::tables::maxp::Maxp;
use write_fonts::tables::os2::{Os2, SelectionFlags};
use write_fonts::tables::post::Post;
use write_fonts::types::{FWord, Fixed, GlyphId, LongDateTime, Tag, UfWord};
use write_fonts::{FontBuilder, OtRound};

use super::{Labels, TypefaceError, is_blank};
use crate::font::Font;
pub use metrics::Metrics;
use outline::Outline;
use style::Style;

/// The creation time in every font file, in seconds since 1904: 1 January 2026. The current time would change
/// the bytes of the file with every run.
const MADE: i64 = 3_850_070_400;
/// The `prep` table: dropout control at every size (SCANCTRL 0x1ff), smart dropout control (SCANTYPE 4). The
/// glyphs have no instructions.
const CONTROL_PROGRAM: [u8; 7] = [0xb8, 0x01, 0xff, 0x85, 0xb0, 0x04, 0x8d];
/// The number of glyphs with an explicit advance: `.notdef`, the space and one more, as the OpenType
/// specification recommends for monospaced fonts.
const WRITTEN_ADVANCES: usize = 3;
/// The maximum number of characters. Glyph numbers have 16 bits, and `.notdef` and the space need two of
/// them.
const MOST_CHARACTERS: usize = 65_000;

/// The glyphs of a font in the order of their numbers.
struct Glyphs {
    names: Vec<String>,
    outlines: Vec<SimpleGlyph>,
    variations: Vec<GlyphVariations>,
    mappings: Vec<(char, GlyphId)>,
}

/// Writes the font as a TrueType file, with or without axes.
pub(super) fn write(
    font: &Font,
    labels: &Labels,
    variable: bool,
) -> Result<Vec<u8>, TypefaceError> {
    let found = font.characters().len();
    if found > MOST_CHARACTERS {
        return Err(TypefaceError::TooManyCharacters { found, most: MOST_CHARACTERS });
    }
    let metrics = Metrics::of(font);
    let style = Style::new(font, labels, variable);
    let glyphs = glyphs(font, &metrics, variable.then_some(style.rewind_end));
    let bounds = glyphs.outlines.iter().filter(|outline| !outline.contours.is_empty());
    let bounds = bounds.map(|outline| outline.bbox).reduce(|a, b| a.union(b)).unwrap_or_default();

    let mut builder = FontBuilder::new();
    let failed = |error: &dyn std::fmt::Display| TypefaceError::Tables(error.to_string());
    macro_rules! add {
        ($($table:expr),* $(,)?) => {
            $(builder.add_table(&$table).map_err(|error| failed(&error))?;)*
        };
    }
    let mut locations = GlyfLocaBuilder::new();
    for outline in &glyphs.outlines {
        let glyph = match outline.contours.is_empty() {
            true => Glyph::Empty,
            false => Glyph::Simple(outline.clone()),
        };
        locations.add_glyph(&glyph).map_err(|error| failed(&error))?;
    }
    let (glyf, loca, loca_format) = locations.build();
    let cmap = Cmap::from_mappings(glyphs.mappings.iter().copied());
    add!(
        glyf,
        loca,
        cmap.map_err(|error| failed(&error))?,
        head(&metrics, bounds, loca_format),
        hhea(&metrics, bounds, &glyphs),
        hmtx(&metrics, &glyphs),
        maxp(&glyphs),
        os2(&metrics, &glyphs),
        post(&metrics, &glyphs),
        style.name_table(),
        Gasp::new(
            1,
            1,
            vec![GaspRange::new(
                u16::MAX,
                GaspRangeBehavior::GASP_GRIDFIT
                    | GaspRangeBehavior::GASP_DOGRAY
                    | GaspRangeBehavior::GASP_SYMMETRIC_GRIDFIT
                    | GaspRangeBehavior::GASP_SYMMETRIC_SMOOTHING
            )]
        ),
    );
    builder.add_raw(Tag::new(b"prep"), CONTROL_PROGRAM.as_slice());
    if variable {
        let gvar = Gvar::new(glyphs.variations, style::AXES).map_err(|error| failed(&error))?;
        add!(style.fvar(), style.stat(), gvar);
    }
    Ok(builder.build())
}

/// The glyph for missing characters, the space, and one glyph per character. In a variable font, the axis of
/// the jumps ends at `rewind_end`.
fn glyphs(font: &Font, metrics: &Metrics, rewind_end: Option<u16>) -> Glyphs {
    let blanks = [' ', '\u{a0}'].map(|blank| (blank, GlyphId::new(1)));
    let mut glyphs = Glyphs {
        names: vec![".notdef".to_owned(), "space".to_owned()],
        outlines: vec![outline::frame(metrics), SimpleGlyph::default()],
        variations: [0, 1].map(|id| GlyphVariations::new(GlyphId::new(id), Vec::new())).into(),
        mappings: blanks.into(),
    };
    for (&character, chosen) in font.characters() {
        if is_blank(character) {
            glyphs.mappings.push((character, GlyphId::new(1)));
            continue;
        }
        let id = GlyphId::new(glyphs.outlines.len() as u32);
        let outline = Outline::trace(&chosen.solution);
        glyphs.names.push(glyph_name(character));
        glyphs.mappings.push((character, id));
        glyphs.outlines.push(outline.glyph(metrics, rewind_end.is_some()));
        let deltas = rewind_end.map_or_else(Vec::new, |end| outline.deltas(metrics, end));
        glyphs.variations.push(GlyphVariations::new(id, deltas));
    }
    glyphs
}

/// The name of a glyph: the letter itself, or its code point as in the Adobe Glyph List.
fn glyph_name(character: char) -> String {
    match u32::from(character) {
        _ if character.is_ascii_alphabetic() => character.to_string(),
        code @ 0..=0xffff => format!("uni{code:04X}"),
        code => format!("u{code:X}"),
    }
}

fn head(metrics: &Metrics, bounds: Bbox, loca_format: LocaFormat) -> Head {
    Head {
        font_revision: Fixed::from_f64(style::VERSION),
        flags: Flags::BASELINE_AT_Y_0 | Flags::LSB_AT_X_0,
        units_per_em: metrics.units_per_em,
        created: LongDateTime::new(MADE),
        modified: LongDateTime::new(MADE),
        x_min: bounds.x_min,
        y_min: bounds.y_min,
        x_max: bounds.x_max,
        y_max: bounds.y_max,
        lowest_rec_ppem: metrics.lines(),
        index_to_loc_format: loca_format as i16,
        ..Head::default()
    }
}

fn hhea(metrics: &Metrics, bounds: Bbox, glyphs: &Glyphs) -> Hhea {
    Hhea {
        ascender: FWord::new(metrics.ascender),
        descender: FWord::new(metrics.descender),
        advance_width_max: UfWord::new(metrics.advance),
        min_left_side_bearing: FWord::new(bounds.x_min),
        min_right_side_bearing: FWord::new(metrics.advance as i16 - bounds.x_max),
        x_max_extent: FWord::new(bounds.x_max),
        caret_slope_rise: 1,
        number_of_h_metrics: glyphs.outlines.len().min(WRITTEN_ADVANCES) as u16,
        ..Hhea::default()
    }
}

/// All glyphs have the same advance.
fn hmtx(metrics: &Metrics, glyphs: &Glyphs) -> Hmtx {
    let bearings = || glyphs.outlines.iter().map(|outline| outline.bbox.x_min);
    let written = bearings().take(WRITTEN_ADVANCES);
    let written = written.map(|bearing| LongMetric::new(metrics.advance, bearing)).collect();
    Hmtx::new(written, bearings().skip(WRITTEN_ADVANCES).collect())
}

fn maxp(glyphs: &Glyphs) -> Maxp {
    let points = |outline: &SimpleGlyph| outline.contours.iter().map(|one| one.len()).sum();
    let most = |count: &dyn Fn(&SimpleGlyph) -> usize| {
        Some(glyphs.outlines.iter().map(count).max().unwrap_or(0) as u16)
    };
    Maxp {
        num_glyphs: glyphs.outlines.len() as u16,
        max_points: most(&points),
        max_contours: most(&|outline| outline.contours.len()),
        max_composite_points: Some(0),
        max_composite_contours: Some(0),
        max_zones: Some(1),
        max_twilight_points: Some(0),
        max_storage: Some(0),
        max_function_defs: Some(0),
        max_instruction_defs: Some(0),
        max_stack_elements: Some(1),
        max_size_of_instructions: Some(0),
        max_component_elements: Some(0),
        max_component_depth: Some(0),
    }
}

fn os2(metrics: &Metrics, glyphs: &Glyphs) -> Os2 {
    let em = f64::from(metrics.units_per_em);
    let of_em = |part: f64| -> i16 { (em * part).ot_round() };
    let codes = || glyphs.mappings.iter().map(|&(character, _)| u32::from(character));
    let index = |code: u32| u16::try_from(code).unwrap_or(u16::MAX);
    let ranges = style::unicode_ranges(codes());
    Os2 {
        x_avg_char_width: metrics.advance as i16,
        us_weight_class: 400,
        us_width_class: 5,
        y_subscript_x_size: of_em(0.65),
        y_subscript_y_size: of_em(0.6),
        y_subscript_y_offset: of_em(0.075),
        y_superscript_x_size: of_em(0.65),
        y_superscript_y_size: of_em(0.6),
        y_superscript_y_offset: of_em(0.35),
        y_strikeout_size: metrics.stroke(),
        y_strikeout_position: metrics.cap_height / 2 + metrics.stroke() / 2,
        panose_10: [2, 0, 5, 9, 0, 0, 0, 0, 0, 0],
        ul_unicode_range_1: ranges[0],
        ul_unicode_range_2: ranges[1],
        ul_unicode_range_3: ranges[2],
        ul_unicode_range_4: ranges[3],
        ach_vend_id: Tag::new(b"PEGF"),
        fs_selection: SelectionFlags::REGULAR | SelectionFlags::USE_TYPO_METRICS,
        us_first_char_index: index(codes().min().unwrap_or(0)),
        us_last_char_index: index(codes().max().unwrap_or(0)),
        s_typo_ascender: metrics.ascender,
        s_typo_descender: metrics.descender,
        us_win_ascent: metrics.ascender.unsigned_abs(),
        us_win_descent: metrics.descender.unsigned_abs(),
        ul_code_page_range_1: Some(style::code_pages(codes())),
        ul_code_page_range_2: Some(0),
        sx_height: Some(metrics.x_height),
        s_cap_height: Some(metrics.cap_height),
        us_default_char: Some(0),
        us_break_char: Some(u16::from(b' ')),
        us_max_context: Some(1),
        ..Os2::default()
    }
}

fn post(metrics: &Metrics, glyphs: &Glyphs) -> Post {
    Post {
        underline_position: FWord::new(metrics.descender / 2),
        underline_thickness: FWord::new(metrics.stroke()),
        is_fixed_pitch: 1,
        ..Post::new_v2(glyphs.names.iter().map(String::as_str))
    }
}
