//! TrueType: one contour per peg. In a variable font, characters are composites of pegs, and have
//! the deltas that move the pegs back.
//! Assembles the tables; `glyphs` draws the glyphs, `declared` sets names and axes, `features`
//! writes the rules of OpenType features.

mod coverage;
mod declared;
mod features;
mod glyphs;
mod metrics;
mod outline;

use write_fonts::tables::cmap::Cmap;
use write_fonts::tables::gasp::{Gasp, GaspRange, GaspRangeBehavior};
use write_fonts::tables::glyf::{Bbox, GlyfLocaBuilder, Glyph};
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
use glyphs::GlyphTable;
pub use metrics::Metrics;
use metrics::PITCH;
use peg_solitaire::board::MAX_HOLES;

/// The creation time in every font file, in seconds since 1904: 1 January 2026. The current time
/// would change the bytes of the file with every run.
const MADE: i64 = 3_850_070_400;
/// The `prep` table: dropout control at every size (SCANCTRL 0x1ff), smart dropout control
/// (SCANTYPE 4). The glyphs have no instructions.
const CONTROL_PROGRAM: [u8; 7] = [0xb8, 0x01, 0xff, 0x85, 0xb0, 0x04, 0x8d];
/// The number of glyphs with an explicit advance: `.notdef`, the space and one more, as the
/// OpenType specification recommends for monospaced fonts. All others have the same.
const WRITTEN_ADVANCES: usize = 3;
/// The maximum number of characters and alternates.
const MOST_CHARACTERS: usize = 61_000;
/// The most glyphs besides: `.notdef`, the space, and the pieces of characters, which are the peg,
/// the dots, and for each jump a peg that returns.
const MOST_OTHERS: usize = 4 + MAX_HOLES;
/// The numbers of glyph names have 16 bits, and the first of them stand for names that every font
/// has.
const MOST_NAMES: usize = u16::MAX as usize - 258;
const _: () = assert!(MOST_CHARACTERS + MOST_OTHERS <= MOST_NAMES);

/// Writes the font as a TrueType file in this style.
pub(super) fn write(font: &Font, labels: &Labels, style: Style) -> Result<Vec<u8>, Error> {
    let found = font.characters().len() + font.alternates().len();
    ensure!(
        found <= MOST_CHARACTERS,
        "a font file can hold at most {MOST_CHARACTERS} characters; this font has {found}"
    );

    let written = tables(font, labels, style);
    written.map_err(|error| Error::new(format_args!("the font's tables can't be written: {error}")))
}

fn tables(
    font: &Font,
    labels: &Labels,
    style: Style,
) -> Result<Vec<u8>, Box<dyn std::error::Error>> {
    let is_variable = style == Style::Variable;
    let metrics = Metrics::of(font, style);
    let rewind_end = declared::rewind_end(font);
    let glyphs = GlyphTable::of(font, &metrics, is_variable.then_some(rewind_end));
    let bounds = glyphs.bounds();

    let mut locations = GlyfLocaBuilder::new();
    for glyph in &glyphs.outlines {
        locations.add_glyph(glyph)?;
    }
    let (glyf, loca, loca_format) = locations.build();

    let mappings = glyphs
        .mappings
        .iter()
        .map(|&(character, id)| (character, GlyphId::from(id)));
    let smoothed = GaspRange::new(u16::MAX, GaspRangeBehavior::all());

    let mut builder = FontBuilder::new();
    builder
        .add_table(&glyf)?
        .add_table(&loca)?
        .add_table(&Cmap::from_mappings(mappings)?)?
        .add_table(&head(&metrics, bounds, loca_format))?
        .add_table(&hhea(&metrics, bounds, &glyphs))?
        .add_table(&hmtx(&metrics, &glyphs))?
        .add_table(&maxp(&glyphs))?
        .add_table(&os2(&metrics, &glyphs, style))?
        .add_table(&post(&metrics, &glyphs))?
        .add_table(&declared::names(labels, style))?
        .add_table(&Gasp::new(1, 1, vec![smoothed]))?
        .add_raw(Tag::new(b"prep"), CONTROL_PROGRAM.as_slice());
    if let Some(gsub) = features::gsub(font, &glyphs) {
        builder.add_table(&gsub)?;
    }
    if is_variable {
        let gvar = Gvar::new(glyphs.variations, declared::AXES)?;
        builder
            .add_table(&declared::fvar(rewind_end))?
            .add_table(&declared::stat(rewind_end))?;
        builder.add_table(&gvar)?.add_table(&hvar())?;
    }

    Ok(builder.build())
}

/// The advances don't vary: every glyph has the same empty row of deltas.
fn hvar() -> Hvar {
    let rows = ItemVariationData::new(1, 0, Vec::new(), Vec::new());
    let regions = VariationRegionList::new(declared::AXES, Vec::new());
    let store = ItemVariationStore::new(regions, vec![Some(rows)]);
    let all_in_the_first = DeltaSetIndexMap::from_iter([0_u32]);

    Hvar::new(store, Some(all_in_the_first), None, None)
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
        // One pixel for each row of pegs: with fewer the font is illegible.
        lowest_rec_ppem: metrics.units_per_em / PITCH as u16,
        index_to_loc_format: loca_format as i16,
        ..Head::default()
    }
}

fn hhea(metrics: &Metrics, bounds: Bbox, glyphs: &GlyphTable) -> Hhea {
    Hhea {
        ascender: FWord::new(metrics.ascender),
        descender: FWord::new(metrics.descender),
        advance_width_max: UfWord::new(metrics.advance),
        min_left_side_bearing: FWord::new(bounds.x_min),
        min_right_side_bearing: FWord::new(metrics.advance as i16 - bounds.x_max),
        x_max_extent: FWord::new(bounds.x_max),
        caret_slope_rise: 1,
        number_of_h_metrics: WRITTEN_ADVANCES.min(glyphs.outlines.len()) as u16,
        ..Hhea::default()
    }
}

fn hmtx(metrics: &Metrics, glyphs: &GlyphTable) -> Hmtx {
    let bearing = |outline: &Glyph| outline.bbox().map_or(0, |bounds| bounds.x_min);
    let mut bearings = glyphs.outlines.iter().map(bearing);

    let mut written = Vec::new();
    for bearing in bearings.by_ref().take(WRITTEN_ADVANCES) {
        written.push(LongMetric::new(metrics.advance, bearing));
    }
    Hmtx::new(written, bearings.collect())
}

fn maxp(glyphs: &GlyphTable) -> Maxp {
    let mut simple = OutlineSize::default();
    let mut composite = OutlineSize::default();
    let mut most_components = 0;

    for outline in &glyphs.outlines {
        match outline {
            Glyph::Simple(_) => simple = simple.max(OutlineSize::of(outline)),
            Glyph::Composite(whole) => {
                let components = whole.components();
                let mut all = OutlineSize::default();
                for component in components {
                    let piece = &glyphs.outlines[component.glyph.to_u32() as usize];
                    all = all.plus(OutlineSize::of(piece));
                }
                composite = composite.max(all);
                most_components = most_components.max(components.len());
            }
            Glyph::Empty => {}
        }
    }

    Maxp {
        num_glyphs: glyphs.outlines.len() as u16,
        max_points: Some(simple.points as u16),
        max_contours: Some(simple.contours as u16),
        max_composite_points: Some(composite.points as u16),
        max_composite_contours: Some(composite.contours as u16),
        max_zones: Some(1),
        max_twilight_points: Some(0),
        max_storage: Some(0),
        max_function_defs: Some(0),
        max_instruction_defs: Some(0),
        max_stack_elements: Some(1),
        max_size_of_instructions: Some(0),
        max_component_elements: Some(most_components as u16),
        max_component_depth: Some(u16::from(most_components > 0)),
    }
}

/// How much memory a glyph needs.
#[derive(Clone, Copy, Default)]
struct OutlineSize {
    points: usize,
    contours: usize,
}

impl OutlineSize {
    /// The size of a glyph that is no composite.
    fn of(outline: &Glyph) -> Self {
        let Glyph::Simple(simple) = outline else {
            return Self::default();
        };

        Self {
            points: simple.contours.iter().map(|contour| contour.len()).sum(),
            contours: simple.contours.len(),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            points: self.points + other.points,
            contours: self.contours + other.contours,
        }
    }

    fn max(self, other: Self) -> Self {
        Self {
            points: self.points.max(other.points),
            contours: self.contours.max(other.contours),
        }
    }
}

fn os2(metrics: &Metrics, glyphs: &GlyphTable, style: Style) -> Os2 {
    let em = f64::from(metrics.units_per_em);
    let of_em = |part: f64| -> i16 { (em * part).ot_round() };
    let codes = || {
        glyphs
            .mappings
            .iter()
            .map(|&(character, _)| u32::from(character))
    };
    let index = |code: u32| u16::try_from(code).unwrap_or(u16::MAX);
    let ranges = coverage::unicode_ranges(codes());

    Os2 {
        x_avg_char_width: metrics.advance as i16,
        // A family has one style of each weight, so that programs which ask for its regular one get
        // round pegs.
        us_weight_class: if style == Style::Solid { 500 } else { 400 },
        us_width_class: 5,
        y_subscript_x_size: of_em(0.65),
        y_subscript_y_size: of_em(0.6),
        y_subscript_y_offset: of_em(0.075),
        y_superscript_x_size: of_em(0.65),
        y_superscript_y_size: of_em(0.6),
        y_superscript_y_offset: of_em(0.35),
        y_strikeout_size: metrics.peg_radius,
        y_strikeout_position: metrics.cap_height / 2 + metrics.peg_radius / 2,
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
        ul_code_page_range_1: Some(coverage::code_pages(codes())),
        ul_code_page_range_2: Some(0),
        sx_height: Some(metrics.x_height),
        s_cap_height: Some(metrics.cap_height),
        us_default_char: Some(0),
        us_break_char: Some(u16::from(b' ')),
        us_max_context: Some(1),
        ..Os2::default()
    }
}

fn post(metrics: &Metrics, glyphs: &GlyphTable) -> Post {
    Post {
        underline_position: FWord::new(metrics.descender / 2),
        underline_thickness: FWord::new(metrics.peg_radius),
        is_fixed_pitch: 1,
        ..Post::new_v2(glyphs.names.iter().map(String::as_str))
    }
}

#[cfg(test)]
mod tests {
    use write_fonts::read::{FontRef, TableProvider as _};

    use super::*;
    use crate::font::Character;
    use peg_solitaire::board::{Board, Position};
    use peg_solitaire::solution::Solution;

    /// A font of ideographs, all of which are the end of one jump.
    fn font_of(count: usize) -> Font {
        let board = Board::rectangle(3, 1).expect("a board");
        let start: Position = board.parse_pattern("##.").expect("a position");
        let solution = Solution::parse(&board, &start, "a1-c1").expect("a jump");
        let mut font = Font::new("many", &board, start).expect("its start is on the board");
        for character in ('\u{3400}'..)
            .filter(|character| character.is_alphabetic())
            .take(count)
        {
            let chosen = Character::new("Han", solution.end(), solution.clone());
            font.insert(character, chosen)
                .expect("it is of the font's game");
        }
        font
    }

    #[test]
    fn as_many_characters_as_a_font_file_can_hold_have_a_glyph_each() {
        for style in [Style::Variable, Style::Solid] {
            let font = font_of(MOST_CHARACTERS);
            let file = write(&font, &Labels::of(&font), style).expect("it is written");
            let glyphs = FontRef::new(&file).and_then(|file| Ok(file.maxp()?.num_glyphs()));
            assert!(usize::from(glyphs.expect("it is a font")) > MOST_CHARACTERS);
        }
    }

    #[test]
    fn one_character_more_is_refused() {
        let font = font_of(MOST_CHARACTERS + 1);
        let refused = write(&font, &Labels::of(&font), Style::Solid).expect_err("too many");
        assert_eq!(
            refused.what,
            "a font file can hold at most 61000 characters; this font has 61001"
        );
    }
}
