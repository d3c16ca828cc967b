//! Font files, read by skrifa: the glyphs show the positions of the solutions.

use crate::random_font::random_font;
use peg_solitaire::board::{Bitboard, Hole, SmallBoard};
use peg_solitaire::solution::Solution;
use pegfont_type::Error;
use pegfont_type::font::Font;
use pegfont_type::glyph::{Designs, Feature, Fitting};
use pegfont_type::typeface::{self, Labels, Metrics, Style, TypefaceFormat};
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::{DrawSettings, OutlinePen};
use skrifa::raw::TableProvider as _;
use skrifa::raw::tables::layout::FeatureParams;
use skrifa::{FontRef, GlyphId, MetadataProvider as _};

const VARIABLE: (TypefaceFormat, Style) = (TypefaceFormat::TrueType, Style::Variable);
const SOLID: (TypefaceFormat, Style) = (TypefaceFormat::TrueType, Style::Solid);

fn export(
    font: &Font,
    labels: &Labels,
    (format, style): (TypefaceFormat, Style),
) -> Result<Vec<u8>, Error> {
    typeface::export(font, labels, format, style)
}

/// An outline as polygons: each curve becomes `LINES_A_CURVE` lines.
#[derive(Default)]
pub struct Polygons {
    contours: Vec<Vec<(f32, f32)>>,
}

const LINES_A_CURVE: usize = 8;

impl OutlinePen for Polygons {
    fn move_to(&mut self, x: f32, y: f32) {
        self.contours.push(vec![(x, y)]);
    }

    fn line_to(&mut self, x: f32, y: f32) {
        self.contours
            .last_mut()
            .expect("a contour begins with a move")
            .push((x, y));
    }

    fn quad_to(&mut self, cx: f32, cy: f32, x: f32, y: f32) {
        let contour = self
            .contours
            .last_mut()
            .expect("a contour begins with a move");
        let &(x0, y0) = contour.last().expect("a contour begins with a move");
        for line in 1..=LINES_A_CURVE {
            let t = line as f32 / LINES_A_CURVE as f32;
            let at = |a: f32, b: f32, c: f32| {
                (1.0 - t) * (1.0 - t) * a + 2.0 * t * (1.0 - t) * b + t * t * c
            };
            contour.push((at(x0, cx, x), at(y0, cy, y)));
        }
    }

    fn curve_to(&mut self, _: f32, _: f32, _: f32, _: f32, _: f32, _: f32) {
        panic!("TrueType has no cubic curves");
    }

    fn close(&mut self) {}
}

impl Polygons {
    /// Whether a point has ink: its winding number is not zero.
    pub fn inks(&self, (x, y): (f32, f32)) -> bool {
        let mut winding = 0;
        for contour in &self.contours {
            let ends = contour.iter().skip(1).chain(contour.first());
            for (&(x0, y0), &(x1, y1)) in contour.iter().zip(ends) {
                let side = (x1 - x0) * (y - y0) - (x - x0) * (y1 - y0);
                if y0 <= y && y < y1 && side > 0.0 {
                    winding += 1;
                }
                if y1 <= y && y < y0 && side < 0.0 {
                    winding -= 1;
                }
            }
        }
        winding != 0
    }
}

/// The outline of a character at these coordinates of the axes.
fn outline(file: &FontRef, character: char, axes: &[(&str, f32)]) -> Polygons {
    let location = file.axes().location(axes.iter().copied());
    let glyph = file
        .charmap()
        .map(character)
        .expect("the character is in the font");
    drawn(file, glyph, LocationRef::from(&location))
}

/// A glyph's outline at a place on the axes.
pub fn drawn(file: &FontRef, glyph: GlyphId, place: LocationRef) -> Polygons {
    let glyph = file
        .outline_glyphs()
        .get(glyph)
        .expect("the glyph has an outline");
    let mut polygons = Polygons::default();
    glyph
        .draw(
            DrawSettings::unhinted(Size::unscaled(), place),
            &mut polygons,
        )
        .expect("the outline can be drawn");
    polygons
}

/// The holes with ink at a distance to the right of their centres.
fn inked(polygons: &Polygons, board: &SmallBoard, metrics: &Metrics, right: f32) -> Bitboard {
    let seen = |&hole: &Hole| {
        let (x, y) = metrics.centre(hole);
        polygons.inks((f32::from(x) + right, f32::from(y) + 0.5))
    };
    board.full().pegs().filter(seen).collect()
}

/// The visible characters with their solutions.
fn solutions(font: &Font) -> impl Iterator<Item = (char, &Solution)> {
    let all = font
        .characters()
        .iter()
        .map(|(&character, chosen)| (character, &chosen.solution));
    all.filter(|(character, _)| !character.is_whitespace())
}

/// The fonts under test.
fn fonts() -> Vec<Font> {
    let boards = ["5x7", "4x7", "english", "triangle15"];
    let board = |name: &str| -> SmallBoard { name.parse().expect("a named board") };
    boards
        .iter()
        .map(|name| random_font(&board(name), 1))
        .collect()
}

#[test]
fn at_every_whole_step_the_pegs_are_those_after_that_many_jumps_were_taken_back() {
    for font in fonts() {
        let (board, metrics) = (font.small().unwrap().0, Metrics::of(&font, Style::Variable));
        let bytes = export(&font, &Labels::of(&font), VARIABLE).expect("it exports");
        let file = FontRef::new(&bytes).expect("it is a font");
        for (character, solution) in solutions(&font) {
            for step in 0..=32 {
                let polygons = outline(&file, character, &[("RWND", step as f32)]);
                let expected = solution.position(solution.jumps().len().saturating_sub(step));
                let found = inked(&polygons, &board, &metrics, 0.0);
                assert_eq!(
                    board.picture(found),
                    board.picture(expected),
                    "{character:?} on {board}, {step} jumps taken back"
                );
            }
        }
    }
}

#[test]
fn an_alternate_plays_its_own_solution() {
    let mut font = random_font(&"5x7".parse().expect("a board"), 3);
    for (feature, other) in Feature::ALL.into_iter().zip("vwxyz".chars()) {
        let alternate = font.get(other).expect("it has all of ASCII").clone();
        font.insert_alternate('0', feature, alternate)
            .expect("they are of one game");
    }
    let (board, metrics) = (font.small().unwrap().0, Metrics::of(&font, Style::Variable));
    let bytes = export(&font, &Labels::of(&font), VARIABLE).expect("it exports");
    let file = FontRef::new(&bytes).expect("it is a font");
    for feature in Feature::ALL {
        let name = format!("uni0030.{feature}");
        let glyphs = 0..file.maxp().expect("it has glyphs").num_glyphs();
        let names = file.glyph_names();
        let named = |&id: &u16| {
            names
                .get(id.into())
                .is_some_and(|found| found.as_str() == name)
        };
        let glyph = glyphs
            .into_iter()
            .find(named)
            .expect("the alternate has a glyph");
        let solution = &font
            .alternate('0', feature)
            .expect("it was put there")
            .solution;
        for step in [0, 1, 9, 32] {
            let location = file.axes().location([("RWND", step as f32)]);
            let polygons = drawn(&file, glyph.into(), LocationRef::from(&location));
            let expected = solution.position(solution.jumps().len().saturating_sub(step));
            assert_eq!(
                expected,
                inked(&polygons, &board, &metrics, 0.0).into(),
                "{name}, step {step}"
            );
        }
    }
}

#[test]
fn a_program_shows_the_set_of_upright_letters_by_name() {
    let font = Font::builtin().expect("it is read");
    for (format, style) in [VARIABLE, SOLID] {
        let bytes = export(font, &Labels::of(font), (format, style)).expect("it exports");
        let file = FontRef::new(&bytes).expect("it is a font");
        let gsub = file.gsub().expect("it has alternates");
        let features = gsub.feature_list().expect("it has features");

        let mut named = Vec::new();
        for record in features.feature_records() {
            let feature = record
                .feature(features.offset_data())
                .expect("it is a feature");
            if let Some(Ok(FeatureParams::StylisticSet(set))) = feature.feature_params() {
                let name = file.localized_strings(set.ui_name_id()).english_or_first();
                named.push((
                    record.feature_tag().to_string(),
                    name.map(|it| it.to_string()),
                ));
            }
        }
        assert_eq!(named, [("ss04".to_owned(), Some("Upright".to_owned()))]);
    }
}

#[test]
fn half_a_step_on_the_jumping_peg_is_over_the_jumped_one() {
    let font = &fonts()[0];
    let (board, metrics) = (font.small().unwrap().0, Metrics::of(font, Style::Variable));
    let bytes = export(font, &Labels::of(font), VARIABLE).expect("it exports");
    let file = FontRef::new(&bytes).expect("it is a font");
    for (character, solution) in solutions(font) {
        for (step, jump) in solution.jumps().iter().rev().enumerate() {
            let polygons = outline(&file, character, &[("RWND", step as f32 + 0.5)]);
            let others = solution
                .position(solution.jumps().len() - step)
                .without(&jump.to().into());
            let far_out = f32::from(metrics.peg_radius) * 0.9;
            let found = inked(&polygons, &board, &metrics, far_out);
            assert_eq!(
                others.bits().map(|others| others | jump.over().bit()),
                Some(found),
                "{character:?}, {step} and a half"
            );
        }
    }
}

#[test]
fn the_hole_axis_marks_every_empty_hole_and_leaves_the_pegs() {
    let font = &fonts()[0];
    let (board, metrics) = (font.small().unwrap().0, Metrics::of(font, Style::Variable));
    let bytes = export(font, &Labels::of(font), VARIABLE).expect("it exports");
    let file = FontRef::new(&bytes).expect("it is a font");
    let outside_a_dot = f32::from(metrics.dot_radius) * 1.2;
    for (character, solution) in solutions(font) {
        for step in [0, 7, 32] {
            let axes = [("RWND", step as f32), ("HOLE", 100.0)];
            let polygons = outline(&file, character, &axes);
            let pegs = solution.position(solution.jumps().len().saturating_sub(step));
            assert_eq!(inked(&polygons, &board, &metrics, 0.0), board.full());
            assert_eq!(
                pegs,
                inked(&polygons, &board, &metrics, outside_a_dot).into()
            );
        }
    }
}

#[test]
fn pegs_of_the_solid_style_touch_their_neighbours_and_no_others() {
    for font in fonts() {
        let (board, metrics) = (font.small().unwrap().0, Metrics::of(&font, Style::Solid));
        let bytes = export(&font, &Labels::of(&font), SOLID).expect("it exports");
        let file = FontRef::new(&bytes).expect("it is a font");
        assert_eq!(file.axes().len(), 0);
        let just_inside = f32::from(metrics.peg_radius) - 1.0;
        let rows = |hole| board.as_board().picture_place(hole).1;
        for (character, solution) in solutions(&font) {
            let polygons = outline(&file, character, &[]);
            for right in [-just_inside, 0.0, just_inside] {
                let found = inked(&polygons, &board, &metrics, right);
                assert_eq!(solution.end(), found.into(), "{character:?} on {board}");
            }
        }
        for (one, next) in board.full().pegs().zip(board.full().pegs().skip(1)) {
            if rows(one) == rows(next) {
                let apart = metrics.centre(next).0 - metrics.centre(one).0;
                assert_eq!(
                    apart % (2 * metrics.peg_radius),
                    0,
                    "{board}: {one:?} and {next:?}"
                );
            }
        }
    }
}

#[test]
fn the_solid_style_is_a_style_of_the_same_family() {
    let font = &fonts()[0];
    let names = |format| {
        let bytes = export(font, &Labels::builtin(font), format).expect("it exports");
        let file = FontRef::new(&bytes).expect("it is a font");
        [1, 2, 16, 17, 4, 6, 11, 14].map(|id| {
            let name = file.localized_strings(id.into()).english_or_first();
            name.map(|name| name.to_string()).unwrap_or_default()
        })
    };
    let (home, licence) = (
        "https://crates.io/crates/pegfont",
        "https://opensource.org/license/mit",
    );
    let family = Labels::of(font).family;
    let postscript: String = family.chars().filter(char::is_ascii_alphanumeric).collect();
    let (full, short) = (format!("{family} Solid"), format!("{postscript}-Solid"));
    let expected = [
        &full, "Regular", &family, "Solid", &full, &short, home, licence,
    ];
    assert_eq!(names(SOLID), expected);
    let (full, short) = (format!("{family} Regular"), format!("{postscript}-Regular"));
    let expected = [&family, "Regular", "", "", &full, &short, home, licence];
    assert_eq!(names(VARIABLE), expected);
}

#[test]
fn every_glyph_has_the_same_advance_and_spaces_are_blank() {
    let font = &fonts()[0];
    for format in [VARIABLE, SOLID] {
        let bytes = export(font, &Labels::of(font), format).expect("it exports");
        let file = FontRef::new(&bytes).expect("it is a font");
        let metrics = file.glyph_metrics(Size::unscaled(), LocationRef::default());
        for character in (' '..='~').chain(['\u{a0}']) {
            let glyph = file
                .charmap()
                .map(character)
                .expect("the character is in the font");
            assert_eq!(metrics.advance_width(glyph), Some(600.0), "{character:?}");
        }
        for blank in [' ', '\u{a0}'] {
            assert!(outline(&file, blank, &[]).contours.is_empty());
        }
    }
}

#[test]
fn the_axes_and_instances_have_their_names_and_ranges() {
    let font = &fonts()[0];
    let bytes = export(font, &Labels::of(font), VARIABLE).expect("it exports");
    let file = FontRef::new(&bytes).expect("it is a font");
    let axes: Vec<_> = file
        .axes()
        .iter()
        .map(|axis| {
            (
                axis.tag().to_string(),
                axis.min_value(),
                axis.default_value(),
                axis.max_value(),
            )
        })
        .collect();
    let axis = |tag: &str, from, standard, to| (tag.to_owned(), from, standard, to);
    let expected = [
        axis("RWND", 0.0, 0.0, 32.0),
        axis("HOLE", 0.0, 0.0, 100.0),
        axis("wght", 400.0, 400.0, 400.0),
    ];
    assert_eq!(axes, expected);
    let name = |id| {
        file.localized_strings(id)
            .english_or_first()
            .map(|name| name.to_string())
    };
    let instances: Vec<_> = file
        .named_instances()
        .iter()
        .map(|instance| name(instance.subfamily_name_id()).unwrap_or_default())
        .collect();
    assert_eq!(instances, ["Regular", "Rewound", "Holes", "Rewound Holes"]);
}

#[test]
fn an_empty_font_and_an_endless_label_are_refused() {
    let board: SmallBoard = "5x7".parse().expect("a board");
    let empty = Font::new("empty", board.as_board(), board.central_vacancy()).unwrap();
    let refused = export(&empty, &Labels::of(&empty), VARIABLE).unwrap_err();
    assert_eq!(refused.to_string(), "the font has no characters to export");
    let font = random_font(&board, 1);
    let labels = Labels {
        copyright: "x".repeat(2000),
        ..Labels::of(&font)
    };
    let refused = export(&font, &labels, VARIABLE).unwrap_err().to_string();
    assert!(
        refused.starts_with("a label of the font can't be longer than 1000"),
        "{refused}"
    );
}

#[test]
fn the_solid_style_at_eight_pixels_is_read_back_as_the_patterns() {
    let font = Font::builtin().unwrap();
    let bytes = export(font, &Labels::of(font), SOLID).unwrap();
    let fitting = Fitting {
        only: Some("PEGSOLITAIREgjy0123 \u{5d0}".to_owned()),
        ..Fitting::default()
    };
    let glyphs = Designs::parse_font("solid.ttf", &bytes, &fitting).unwrap();
    assert_eq!((glyphs.board(), &*glyphs.skipped), (font.board(), &[][..]));
    // It is drawn on a grid of eight to the em.
    assert_eq!(glyphs.native, Some(8));
    let fitting = Fitting {
        pixels: Some(11),
        ..fitting
    };
    let at_11 = Designs::parse_font("solid.ttf", &bytes, &fitting).unwrap();
    let said =
        "solid.ttf: a pixel font of 8 pixels per em, which at 11 loses strokes: leave --pixels out";
    assert_eq!(at_11.notes[0].to_string(), said);
    let read: String = glyphs.iter().map(|one| one.0).collect();
    assert_eq!(read, " 0123AEGILOPRSTgjy");
    for character in read.chars().skip(1) {
        let pattern = font.get(character).unwrap().pattern();
        assert_eq!(glyphs.of(character), [pattern], "{character}");
    }
    let small = Fitting {
        board: Some("3x3".parse().unwrap()),
        pixels: Some(8),
        ..fitting
    };
    let error = Designs::parse_font("solid.ttf", &bytes, &small)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("solid.ttf: none of the characters fits on 3x3: they have up to 5"));
}
