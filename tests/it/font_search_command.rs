//! Fonts on boards that can't be enumerated, on the command line: built, shown, exported and
//! refused.

use std::fs;
use std::io::Write as _;

use crate::running::{pegfont, printed};
use peg_solitaire::board::Board;
use peg_solitaire::solution::Solution;
use pegfont_type::font::{Character, Font};
use pegfont_type::typeface::{Labels, Style, TypefaceFormat, export};
use skrifa::{FontRef, MetadataProvider as _};

const FIXED: &[u8] = include_bytes!("../data/fixed-8x13.bdf");
const FIGURES: &[u8] = include_bytes!("../../examples/faces/figures-4x7.bdf");

/// A folder with the two bitmap fonts.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("fixed.bdf"), FIXED).unwrap();
    fs::write(folder.path().join("figures.bdf"), FIGURES).unwrap();
    folder
}

#[test]
fn a_font_on_104_holes_is_built_and_used_like_any_other() {
    let folder = folder();
    let run = |arguments: &[&str]| printed(folder.path(), arguments);
    let said = run(&["font", "build", "fixed.bdf", "-o", "fixed.toml"]);
    assert!(
        said.contains("5 characters") && said.contains("(nearest found)"),
        "{said}"
    );
    let text = fs::read_to_string(folder.path().join("fixed.toml")).unwrap();
    let font = Font::parse(&text).unwrap();
    assert_eq!(font.board(), &Board::rectangle(8, 13).unwrap());

    let own = ["--font", "fixed.toml"];
    let with = |first: &[&str], last: &[&str]| run(&[first, &own, last].concat());
    for file in ["film.gif", "film.svg", "still.png"] {
        with(&["render", "Al!"], &["-o", file]);
        assert!(
            fs::metadata(folder.path().join(file)).unwrap().len() > 1000,
            "{file}"
        );
    }
    let listed = with(&["font", "list"], &[]);
    assert_eq!(listed.lines().count(), 6, "{listed}");
    // Games of a large board are searched for: the columns after the jumps are unknown, and empty.
    assert!(
        listed
            .lines()
            .skip(1)
            .all(|line| line.split_whitespace().count() == 4),
        "{listed}"
    );
    with(&["font", "specimen"], &["-o", "specimen.svg"]);
    with(
        &["font", "export"],
        &["-o", "fixed.ttf", "-o", "fixed.woff2"],
    );
    let bytes = fs::read(folder.path().join("fixed.ttf")).unwrap();
    let file = FontRef::new(&bytes).unwrap();
    assert!(
        font.characters()
            .keys()
            .all(|&character| file.charmap().map(character).is_some())
    );
    // Every game can be taken back to its start.
    let axis = file.axes().get_by_tag(skrifa::Tag::new(b"RWND")).unwrap();
    let longest = font
        .forms()
        .map(|chosen| chosen.solution.jumps().len())
        .max()
        .unwrap();
    assert!(longest > 64 && axis.max_value() == 128.0, "{longest} jumps");
    let game = with(&["one-game", "A"], &["-o", "one.svg"]);
    assert!(game.contains("one.svg"), "{game}");
}

#[test]
fn a_start_can_be_chosen() {
    let folder = folder();
    let build = [
        "font",
        "build",
        "figures.bdf",
        "--board",
        "8x8",
        "--only",
        "17",
    ];
    printed(
        folder.path(),
        &[&build[..], &["-o", "figures.toml"]].concat(),
    );
    let from = [&build[..], &["--start", "a1", "-o", "a1.toml"]];
    let said = printed(folder.path(), &from.concat());
    assert!(
        said.contains("start         all pegs except a1\n"),
        "{said}"
    );
    let read =
        |name: &str| Font::parse(&fs::read_to_string(folder.path().join(name)).unwrap()).unwrap();
    assert_ne!(read("figures.toml").start(), read("a1.toml").start());
}

#[test]
fn a_font_that_gzip_has_packed_is_unpacked() {
    let folder = folder();
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(FIGURES).unwrap();
    let packed = packed.finish().unwrap();
    fs::write(
        folder.path().join("cut.bdf.gz"),
        &packed[..packed.len() / 2],
    )
    .unwrap();
    fs::write(folder.path().join("packed.bdf.gz"), packed).unwrap();
    let [plain, packed] = ["figures.bdf", "packed.bdf.gz"].map(|file| {
        printed(
            folder.path(),
            &[
                "one-game", "17", "--font", file, "-o", "-", "--format", "txt",
            ],
        )
    });
    assert_eq!(plain, packed);
    let cut = pegfont(folder.path(), &["one-game", "17", "--font", "cut.bdf.gz"]);
    assert!(
        String::from_utf8(cut.stderr)
            .unwrap()
            .contains("can't unpack cut.bdf.gz")
    );
}

/// What --only asks for and the font lacks ends the command with an exit code of its own.
#[test]
fn a_character_that_is_left_out_is_told_by_the_exit_code() {
    let folder = folder();
    let build = |only: &str, more: &[&str]| {
        let usual = [
            "font",
            "build",
            "figures.bdf",
            "--only",
            only,
            "--figures",
            "none",
            "-o",
            "a.toml",
        ];
        let run = pegfont(folder.path(), &[&usual[..], more].concat());
        (
            run.status.code().unwrap(),
            String::from_utf8_lossy(&[run.stdout, run.stderr].concat()).into_owned(),
        )
    };
    assert_eq!(build("1", &[]).0, 0);
    let (code, said) = build("18", &["--board", "4x7", "--distance", "0"]);
    assert!(
        code == 1 && said.contains("none of the characters is left"),
        "{said}"
    );
    let (code, said) = build("0123456789", &["--distance", "1"]);
    assert!(
        code == 3 && said.contains("left out") && said.contains("of --only left out"),
        "{said}"
    );
    // This board can be searched, too.
    let (code, said) = build("17", &["--search", "always"]);
    assert!(code == 0 && said.contains("(nearest found)"), "{said}");
    let (code, said) = build("17", &["--board", "9x9", "--search", "never"]);
    assert!(
        code == 2 && said.contains("--search never: a board of 81 holes is too large"),
        "{said}"
    );
}

#[test]
fn a_board_that_is_too_wide_for_a_font_file_is_refused() {
    let row = format!("##.{}", "#".repeat(400));
    let (board, start) = Board::from_picture(&row).unwrap();
    let jump = board.parse_move("a1-c1").unwrap()[0];
    let solution = Solution::new(&board, start.clone(), vec![jump]).unwrap();
    let mut font = Font::new("wide", &board, start).unwrap();
    font.insert('w', Character::new("Latin", solution.end(), solution))
        .unwrap();
    let refused = export(
        &font,
        &Labels::of(&font),
        TypefaceFormat::TrueType,
        Style::Variable,
    );
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.starts_with("a font file can have at most 300 pegs"),
        "{refused}"
    );
}
