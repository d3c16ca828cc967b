//! Font files, checked by the standard programs for fonts: the OpenType Sanitizer, fontTools,
//! FreeType, HarfBuzz, fontbakery, Chromium. `cargo test -- --include-ignored` runs them;
//! `tests/tools/requirements.txt` lists the Python packages.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::random_font::random_font;
use crate::typeface::drawn;
use peg_solitaire::board::Position;
use pegfont_film::timeline::{Lines, Missing};
use pegfont_type::font::Font;
use pegfont_type::glyph::{Designs, Fitting};
use pegfont_type::typeface::{self, Labels, Metrics, Style, TypefaceFormat};
use skrifa::FontRef;
use skrifa::instance::LocationRef;

const FORMATS: [(TypefaceFormat, Style, &str); 4] = [
    (TypefaceFormat::TrueType, Style::Variable, "variable.ttf"),
    (TypefaceFormat::TrueType, Style::Solid, "solid.ttf"),
    (TypefaceFormat::Woff2, Style::Variable, "variable.woff2"),
    (TypefaceFormat::Woff2, Style::Solid, "solid.woff2"),
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
            Exported {
                folder: exported("pegfont", own, &Labels::builtin(own)),
                own: true,
            },
            Exported {
                folder: exported("random", &random, &Labels::of(&random)),
                own: false,
            },
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

/// The centres of the holes, their places in the bitmap, and for every character the holes with
/// pegs after 0, 1, 2 ... jumps are undone.
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
    let alternates = font
        .alternates()
        .iter()
        .map(|(&(character, feature), chosen)| {
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
        "places": board.full().pegs().map(|hole| board.as_board().picture_place(hole)).collect::<Vec<_>>(),
        "columns": board.as_board().columns(),
        "rows": board.as_board().rows(),
        "alternates": alternates.collect::<Vec<_>>(),
        "characters": characters.collect::<std::collections::BTreeMap<_, _>>(),
    })
}

/// Runs a script of `tests/tools` on the exported fonts, or only on the built-in one. Panics with
/// the script's output if it fails.
fn check(program: &str, only_own: bool) {
    for font in fonts().iter().filter(|font| font.own || !only_own) {
        let script = Path::new("tests/tools").join(format!("check_with_{program}.py"));
        let run = Command::new("python3")
            .arg(&script)
            .arg(&font.folder)
            .output();
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

const UNIFONT: &str = "/usr/share/fonts/opentype/unifont/unifont.otf";

/// The pixels of a word, with the glyphs and places of hb-shape: four units of Unifont are a pixel.
fn shaped_by_harfbuzz(font: &FontRef<'_>, word: &str) -> Vec<(i32, i32)> {
    // HarfBuzz 6 takes single letters for ligatures where a font has no rules for Arabic.
    let options = [
        "--no-glyph-names",
        "--no-clusters",
        "--features=-rlig",
        UNIFONT,
        word,
    ];
    let run = Command::new("hb-shape")
        .args(options)
        .output()
        .expect("hb-shape runs (Debian: libharfbuzz-bin)");
    let said = String::from_utf8(run.stdout).unwrap();
    let (mut pixels, mut right) = (Vec::new(), 0);
    for glyph in said.trim().trim_matches(['[', ']']).split('|') {
        let (place, advance) = glyph.split_once('+').unwrap();
        let (number, offset) = place.split_once('@').unwrap_or((place, "0,0"));
        let (x, y) = offset.split_once(',').unwrap();
        let [x, y] = [x, y].map(|offset| offset.parse::<i32>().unwrap());
        let glyph = number.parse::<u32>().unwrap().into();
        let outline = drawn(font, glyph, LocationRef::default());
        for (column, row) in (-16..32).flat_map(|column| (-16..32).map(move |row| (column, row))) {
            if outline.inks(((4 * column + 2) as f32, (4 * row + 2) as f32)) {
                pixels.push((column + (right + x) / 4, -row - y / 4));
            }
        }
        right += advance.parse::<i32>().unwrap();
    }
    moved(pixels)
}

/// Moves the pixels so that the first column and row are 0.
fn moved(pixels: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    let left = pixels.iter().map(|pixel| pixel.0).min().unwrap_or(0);
    let top = pixels.iter().map(|pixel| pixel.1).min().unwrap_or(0);
    let mut pixels: Vec<_> = pixels
        .into_iter()
        .map(|(x, y)| (x - left, y - top))
        .collect();
    pixels.sort_unstable();
    pixels.dedup();
    pixels
}

/// Words whose letters join, trade places or carry marks stand as HarfBuzz shapes them.
#[test]
#[ignore = "needs hb-shape, and unifont.otf of fonts-unifont"]
fn words_are_shaped_as_harfbuzz_shapes_them() {
    let bytes = std::fs::read(UNIFONT).expect("the font is there (Debian: fonts-unifont)");
    let font = FontRef::new(&bytes).unwrap();
    let read = |text: &str| {
        let fitting = Fitting {
            only: Some(text.to_owned()),
            tight: true,
            ..Fitting::default()
        };
        Designs::parse_font("unifont.otf", &bytes, &fitting).unwrap()
    };
    for word in [
        "مرحبا",
        "ﺓ",
        "كتاب",
        "नमस्ते",
        "हिन्दी",
        "বাংলা",
        "தமிழ்",
        "ខ្មែរ",
        "བོད",
        "ܫܠܡܐ",
        "ދިވެހި",
    ] {
        let designs = read(word);
        let pieces = designs.pieces(word);
        assert_eq!(pieces.len(), 1, "{word}");
        let ink = designs.ideal(pieces[0].1).expect("it is drawn");
        let place = |hole| designs.board().picture_place(hole);
        let ink = ink
            .pegs()
            .map(place)
            .map(|(x, y)| (x as i32, y as i32))
            .collect();
        assert_eq!(moved(ink), shaped_by_harfbuzz(&font, word), "{word}");
    }
    // Letters that stand apart, from left to right; a mark goes with its letter.
    for (text, seen) in [
        ("שלום", "םולש"),
        ("ab שלום 12", "ab12םולש"),
        ("(אב)", "?בא?"),
        ("x\u{30a}y", "?y"),
        ("ไทย", "ไทย"),
    ] {
        let designs = read(text);
        let lines = Lines::new(&designs, text, 16, Missing::Refuse).unwrap();
        let letters = lines.places()[0]
            .iter()
            .flatten()
            .map(|&at| lines.characters()[at]);
        let letters: String = letters
            .map(|one| if one < '\u{100000}' { one } else { '?' })
            .collect();
        assert_eq!(letters, seen, "{text}");
    }
}

#[test]
fn the_web_fonts_are_small() {
    let own = Font::builtin().expect("the font is whole");
    let whole = std::fs::metadata(fonts()[0].folder.join("variable.woff2")).expect("it is there");
    assert!(whole.len() < 74_000, "{} bytes", whole.len());
    let mut ascii = Font::new(own.name(), &own.board().clone(), own.start().clone()).unwrap();
    for (&character, chosen) in own.characters().iter().filter(|(one, _)| one.is_ascii()) {
        ascii.insert(character, chosen.clone()).unwrap();
    }
    let (format, style) = (TypefaceFormat::Woff2, Style::Variable);
    let bytes = typeface::export(&ascii, &Labels::of(&ascii), format, style).expect("it exports");
    assert!(bytes.len() < 25_000, "{} bytes", bytes.len());
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
