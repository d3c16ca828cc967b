//! TrueType: one contour per peg and, in a variable font, the deltas that move the pegs back; in a solid font,
//! all glyphs repeat one peg. Assembles the tables; `glyphs` draws the glyphs, `declared` sets names and axes,
//! `features` writes the rules of OpenType features.

mod coverage;
mod declared;
mod features;
mod glyphs;
mod marks;
mod metrics;
mod outline;

use write_fonts::tables::cmap::Cmap;
use write_fonts::tables::gasp::{Gasp, GaspRange, GaspRangeBehavior};
use write_fonts::tables::glyf::{Bbox, Component, GlyfLocaBuilder, Glyph};
use write_fonts::tables::gvar::Gvar;
use write_fonts::tables::head::{Flags, Head};
use write_fonts::tables::hhea::Hhea;
use write_fonts::tables::hmtx::{Hmtx, LongMetric};
use write_fonts::tables::hvar::Hvar;
use write_fonts::tables::loca::LocaFormat;
use write_fonts::tables::maxp::Maxp;
use write_fonts::tables::os2::{Os2, SelectionFlags};
use write_fonts::tables::post::Post;
use write_fonts::tables::variations::{
    DeltaSetIndexMap, ItemVariationData, ItemVariationStore, VariationRegionList,
};
use write_fonts::types::{FWord, Fixed, GlyphId, LongDateTime, Tag, UfWord};
use write_fonts::{FontBuilder, OtRound};

use super::{Labels, Style};
use crate::error::Error;
use crate::font::Font;
use declared::Declared;
use features::Features;
use glyphs::Glyphs;
pub use metrics::Metrics;

/// The creation time in every font file, in seconds since 1904: 1 January 2026. The current time would change
/// the bytes of the file with every run.
const MADE: i64 = 3_850_070_400;
/// The `prep` table: dropout control at every size (SCANCTRL 0x1ff), smart dropout control (SCANTYPE 4). The
/// glyphs have no instructions.
const CONTROL_PROGRAM: [u8; 7] = [0xb8, 0x01, 0xff, 0x85, 0xb0, 0x04, 0x8d];
/// The minimum number of glyphs with an explicit advance: `.notdef`, the space and one more, as the OpenType
/// specification recommends for monospaced fonts.
const WRITTEN_ADVANCES: usize = 3;
/// The maximum number of characters and alternates. Glyph numbers have 16 bits, and `.notdef`, the space, the peg and
/// the marks need some of them.
const MOST_CHARACTERS: usize = 65_000;

/// Writes the font as a TrueType file in this style.
pub(super) fn write(font: &Font, labels: &Labels, style: Style) -> Result<Vec<u8>, Error> {
    let found = font.characters().len() + font.alternates().len();
    if found > MOST_CHARACTERS {
        return Err(Error::new(format_args!(
            "a font file can hold at most {MOST_CHARACTERS} characters; this font has {found}"
        )));
    }
    let variable = style == Style::Variable;
    let metrics = Metrics::of(font, style);
    let declared = Declared::new(font, labels, style);
    let glyphs = Glyphs::of(font, &metrics, variable.then_some(declared.rewind_end));
    let bounds = glyphs.bounds();
    let features = Features::of(font, &metrics, &glyphs, &declared);

    let mut builder = FontBuilder::new();
    let failed = |error: &dyn std::fmt::Display| {
        Error::new(format_args!("the font's tables can't be written: {error}"))
    };
    macro_rules! add {
        ($($table:expr),* $(,)?) => {
            $(builder.add_table(&$table).map_err(|error| failed(&error))?;)*
        };
    }
    let mut locations = GlyfLocaBuilder::new();
    for glyph in &glyphs.outlines {
        locations.add_glyph(glyph).map_err(|error| failed(&error))?;
    }
    let (glyf, loca, loca_format) = locations.build();
    let mappings = glyphs.mappings.iter().map(|&(character, id)| (character, GlyphId::from(id)));
    let cmap = Cmap::from_mappings(mappings);
    add!(
        glyf,
        loca,
        cmap.map_err(|error| failed(&error))?,
        head(&metrics, bounds, loca_format),
        hhea(&metrics, &glyphs),
        hmtx(&metrics, &glyphs),
        maxp(&glyphs),
        os2(&metrics, bounds, &glyphs, style, features.longest_context),
        post(&metrics, &glyphs),
        declared.name_table(),
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
    if let Some(gsub) = &features.gsub {
        add!(*gsub);
    }
    if let (Some(gpos), Some(gdef)) = (&features.gpos, &features.gdef) {
        add!(*gpos, *gdef);
    }
    if variable {
        let gvar = Gvar::new(glyphs.variations, declared::AXES).map_err(|error| failed(&error))?;
        add!(declared.fvar(), declared.stat(), gvar, hvar());
    }
    Ok(builder.build())
}

/// The components of a glyph.
fn parts(outline: &Glyph) -> &[Component] {
    match outline {
        Glyph::Composite(composite) => composite.components(),
        Glyph::Simple(_) | Glyph::Empty => &[],
    }
}

/// The advances don't vary: every glyph has the same empty row of deltas.
fn hvar() -> Hvar {
    let rows = ItemVariationData::new(1, 0, Vec::new(), Vec::new());
    let regions = VariationRegionList::new(declared::AXES, Vec::new());
    let all_in_the_first = DeltaSetIndexMap::from_iter([0_u32]);
    Hvar::new(
        ItemVariationStore::new(regions, vec![Some(rows)]),
        Some(all_in_the_first),
        None,
        None,
    )
}

fn head(metrics: &Metrics, bounds: Bbox, loca_format: LocaFormat) -> Head {
    Head {
        font_revision: Fixed::from_f64(declared::VERSION),
        flags: Flags::BASELINE_AT_Y_0 | Flags::LSB_AT_X_0,
        units_per_em: metrics.units_per_em,
        created: LongDateTime::new(MADE),
        modified: LongDateTime::new(MADE),
        x_min: bounds.x_min,
        y_min: bounds.y_min,
        x_max: bounds.x_max,
        y_max: bounds.y_max,
        lowest_rec_ppem: metrics.rows(),
        index_to_loc_format: loca_format as i16,
        ..Head::default()
    }
}

fn hhea(metrics: &Metrics, glyphs: &Glyphs) -> Hhea {
    let inked = || {
        let all = glyphs.advancing(metrics.advance);
        all.filter_map(|(outline, advance)| Some((outline.bbox()?, advance as i16)))
    };
    let left = inked().map(|(bounds, _)| bounds.x_min).min();
    let right = inked().map(|(bounds, advance)| advance - bounds.x_max).min();
    let extent = inked().map(|(bounds, _)| bounds.x_max).max();
    Hhea {
        ascender: FWord::new(metrics.ascender),
        descender: FWord::new(metrics.descender),
        advance_width_max: UfWord::new(metrics.advance),
        min_left_side_bearing: FWord::new(left.unwrap_or_default()),
        min_right_side_bearing: FWord::new(right.unwrap_or_default()),
        x_max_extent: FWord::new(extent.unwrap_or_default()),
        caret_slope_rise: 1,
        number_of_h_metrics: written_advances(metrics, glyphs) as u16,
        ..Hhea::default()
    }
}

/// The number of glyphs with an explicit advance; all later ones have that of the last. The marks, which have none, are
/// among the first glyphs.
fn written_advances(metrics: &Metrics, glyphs: &Glyphs) -> usize {
    let last_other = glyphs
        .advancing(metrics.advance)
        .enumerate()
        .filter(|&(_, (_, advance))| advance != metrics.advance)
        .last();
    let needed = last_other.map_or(0, |(number, _)| number + 2);
    needed.max(WRITTEN_ADVANCES).min(glyphs.outlines.len())
}

fn hmtx(metrics: &Metrics, glyphs: &Glyphs) -> Hmtx {
    let bearing = |outline: &Glyph| outline.bbox().map_or(0, |bounds| bounds.x_min);
    let all = || glyphs.advancing(metrics.advance);
    let number = written_advances(metrics, glyphs);
    let written = all().take(number);
    let written = written.map(|(outline, advance)| LongMetric::new(advance, bearing(outline)));
    let others = all().skip(number).map(|(outline, _)| bearing(outline));
    Hmtx::new(written.collect(), others.collect())
}

fn maxp(glyphs: &Glyphs) -> Maxp {
    let most = |count: &dyn Fn(&Glyph) -> usize| {
        Some(glyphs.outlines.iter().map(count).max().unwrap_or(0) as u16)
    };
    let contours = |outline: &Glyph| match outline {
        Glyph::Simple(simple) => simple.contours.len(),
        Glyph::Composite(_) | Glyph::Empty => 0,
    };
    let points = |outline: &Glyph| match outline {
        Glyph::Simple(simple) => simple.contours.iter().map(|one| one.len()).sum(),
        Glyph::Composite(_) | Glyph::Empty => 0,
    };
    let of_parts = |count: &dyn Fn(&Glyph) -> usize, outline: &Glyph| -> usize {
        let part = |part: &Component| count(&glyphs.outlines[part.glyph.to_u32() as usize]);
        parts(outline).iter().map(part).sum()
    };
    Maxp {
        num_glyphs: glyphs.outlines.len() as u16,
        max_points: most(&points),
        max_contours: most(&contours),
        max_composite_points: most(&|outline| of_parts(&points, outline)),
        max_composite_contours: most(&|outline| of_parts(&contours, outline)),
        max_zones: Some(1),
        max_twilight_points: Some(0),
        max_storage: Some(0),
        max_function_defs: Some(0),
        max_instruction_defs: Some(0),
        max_stack_elements: Some(1),
        max_size_of_instructions: Some(0),
        max_component_elements: most(&|outline| parts(outline).len()),
        max_component_depth: most(&|outline| parts(outline).len().min(1)),
    }
}

fn os2(
    metrics: &Metrics,
    bounds: Bbox,
    glyphs: &Glyphs,
    style: Style,
    longest_context: u16,
) -> Os2 {
    let em = f64::from(metrics.units_per_em);
    let of_em = |part: f64| -> i16 { (em * part).ot_round() };
    let codes = || glyphs.mappings.iter().map(|&(character, _)| u32::from(character));
    let index = |code: u32| u16::try_from(code).unwrap_or(u16::MAX);
    let ranges = coverage::unicode_ranges(codes());
    Os2 {
        x_avg_char_width: metrics.advance as i16,
        // A family has one style of each weight, so that programs which ask for its regular one get round pegs.
        us_weight_class: if style == Style::Solid { 500 } else { 400 },
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
        // Outside of these, Windows cuts marks off. The height of lines is that of the typographic ones.
        us_win_ascent: metrics.ascender.max(bounds.y_max).unsigned_abs(),
        us_win_descent: metrics.descender.min(bounds.y_min).unsigned_abs(),
        ul_code_page_range_1: Some(coverage::code_pages(codes())),
        ul_code_page_range_2: Some(0),
        sx_height: Some(metrics.x_height),
        s_cap_height: Some(metrics.cap_height),
        us_default_char: Some(0),
        us_break_char: Some(u16::from(b' ')),
        us_max_context: Some(longest_context),
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
