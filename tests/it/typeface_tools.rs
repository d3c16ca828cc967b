//! Font files, checked by the standard programs for fonts: the OpenType Sanitizer, fontTools, FreeType,
//! HarfBuzz, fontbakery, Chromium. `cargo test -- --include-ignored` runs them; `tests/tools/requirements.txt`
//! lists the Python packages.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::random_font::random_font;
use peg_solitaire::board::Position;
use pegfont_type::font::Font;
use pegfont_type::format::Format;
use pegfont_type::typeface::{self, Labels, Metrics, Style};

const FORMATS: [(Format, Style, &str); 4] = [
    (Format::TrueType, Style::Variable, "variable.ttf"),
    (Format::TrueType, Style::Solid, "solid.ttf"),
    (Format::Woff2, Style::Variable, "variable.woff2"),
    (Format::Woff2, Style::Solid, "solid.woff2"),
];

/// A font under test and the folder with its files, which all programs share.
struct Exported {
    folder: PathBuf,
    own: bool,
}

/// The built-in font, and a font of random games on another board.
fn fonts() -> &'static [Exported] {
    static FONTS: OnceLock<Vec<Exported>> = OnceLock::new();
    FONTS.get_or_init(|| {
        let own = Font::builtin().expect("the font is whole");
        let random = random_font(&"english".parse().expect("a named board"), 1);
        vec![
            Exported { folder: exported("pegfont", own, &Labels::builtin(own)), own: true },
            Exported { folder: exported("random", &random, &Labels::of(&random)), own: false },
        ]
    })
}

/// A folder with the font in every format, and with what it must show as `expected.json`.
fn exported(name: &str, font: &Font, labels: &Labels) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (format, style, file) in FORMATS {
        let bytes = typeface::export(font, labels, format, style).expect("it exports");
        std::fs::write(folder.join(file), bytes).expect("the file can be written");
    }
    let expected = serde_json::to_string(&expected(font)).expect("it is JSON");
    std::fs::write(folder.join("expected.json"), expected).expect("the file can be written");
    folder
}

/// The centres of the holes, their places in the bitmap, and for every character the holes with pegs after
/// 0, 1, 2 ... jumps are undone.
fn expected(font: &Font) -> serde_json::Value {
    let (board, metrics) = (font.small().unwrap().0, Metrics::of(font, Style::Variable));
    let holes = |pegs: Position| pegs.pegs().map(|hole| hole.index()).collect::<Vec<_>>();
    let characters = font.characters().iter().map(|(character, chosen)| {
        let positions = match character.is_whitespace() {
            true => vec![Vec::new()],
            false => chosen.solution.positions().rev().map(holes).collect(),
        };
        (character.to_string(), positions)
    });
    let alternates = font.alternates().iter().map(|(&(character, feature), chosen)| {
        let positions: Vec<_> = chosen.solution.positions().rev().map(holes).collect();
        serde_json::json!({
            "character": character, "feature": feature.tag(), "positions": positions
        })
    });
    serde_json::json!({
        "units_per_em": metrics.units_per_em,
        "advance": metrics.advance,
        "peg_radius": metrics.peg_radius,
        "dot_radius": metrics.dot_radius,
        "centres": board.full().pegs().map(|hole| metrics.centre(hole)).collect::<Vec<_>>(),
        "places": board.full().pegs().map(|hole| board.picture_place(hole)).collect::<Vec<_>>(),
        "columns": board.columns(),
        "rows": board.rows(),
        "alternates": alternates.collect::<Vec<_>>(),
        "characters": characters.collect::<std::collections::BTreeMap<_, _>>(),
    })
}

/// Runs a script of `tests/tools` on the exported fonts, or only on the built-in one. Panics with the script's output
/// if it fails.
fn check(program: &str, only_own: bool) {
    for font in fonts().iter().filter(|font| font.own || !only_own) {
        let script = Path::new("tests/tools").join(format!("check_with_{program}.py"));
        let run = Command::new("python3").arg(&script).arg(&font.folder).output();
        let run = run.expect("python3 runs (Debian: python3)");
        assert!(
            run.status.success(),
            "{}: {}\n{}{}",
            script.display(),
            font.folder.display(),
            String::from_utf8_lossy(&run.stdout),
            String::from_utf8_lossy(&run.stderr)
        );
    }
}

#[test]
fn the_web_fonts_are_small() {
    let own = Font::builtin().expect("the font is whole");
    let whole = std::fs::metadata(fonts()[0].folder.join("variable.woff2")).expect("it is there");
    assert!(whole.len() < 120_000, "{} bytes", whole.len());
    let mut ascii = Font::new(own.name(), &own.board().clone(), own.start().clone()).unwrap();
    for (&character, chosen) in own.characters().iter().filter(|(one, _)| one.is_ascii()) {
        ascii.insert(character, chosen.clone()).unwrap();
    }
    let (format, style) = (Format::Woff2, Style::Variable);
    let bytes = typeface::export(&ascii, &Labels::of(&ascii), format, style).expect("it exports");
    assert!(bytes.len() < 25_000, "{} bytes", bytes.len());
}

#[test]
fn solid_files_repeat_one_peg_in_all_glyphs() {
    for (file, most) in [("solid.ttf", 110_000), ("solid.woff2", 30_000)] {
        let bytes = std::fs::metadata(fonts()[0].folder.join(file)).expect("it is there").len();
        assert!(bytes < most, "{file}: {bytes} bytes");
    }
}

#[test]
#[ignore = "needs python3 with opentype-sanitizer"]
fn the_sanitizer_accepts_every_file() {
    check("sanitizer", false);
}

#[test]
#[ignore = "needs python3 with fonttools and brotli"]
fn fonttools_loads_and_round_trips_every_file() {
    check("fonttools", false);
}

#[test]
#[ignore = "needs python3 with freetype-py"]
fn freetype_inks_the_pegs_of_every_step_of_every_character_and_the_pixels_of_the_solid_style() {
    check("freetype", false);
}

#[test]
#[ignore = "needs python3 with uharfbuzz and fonttools"]
fn harfbuzz_shapes_a_pangram_and_every_feature() {
    check("harfbuzz", false);
}

#[test]
#[ignore = "needs python3 with fontbakery"]
fn fontbakery_finds_no_fault() {
    check("bakery", true);
}

#[test]
#[ignore = "needs chromium, and python3 with pillow"]
fn chromium_shows_the_pegs_and_the_example_page() {
    check("chromium", true);
}
