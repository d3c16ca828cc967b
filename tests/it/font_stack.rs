//! Fonts of one's own, and targets, which every command reads in the same way.

use std::fs;

use crate::running::{pegfont, printed, refused};
use peg_solitaire::board::{Board, Lattice, SmallBoard};
use peg_solitaire::solution::Solution;
use pegfont_type::font::{Character, Font};
use pegfont_type::glyph::Designs;

/// A font with one character, which plays these jumps.
fn one_character(name: &str, board: &str, character: char, jumps: &str) -> Font {
    let board: SmallBoard = board.parse().unwrap();
    let mut font = Font::new(name, board.as_board(), board.central_vacancy()).unwrap();
    let solution = Solution::parse(board.as_board(), board.central_vacancy(), jumps).unwrap();
    font.insert(character, Character::new("Own", solution.end(), solution))
        .unwrap();
    font
}

/// Fonts: a snowman, the same with another letter A, and one on another board.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, font: &Font| {
        fs::write(folder.path().join(name), font.to_toml()).unwrap();
    };
    let mut snow = one_character("snow", "5x7", '\u{2603}', "c2-c4");
    write("snow.toml", &snow);
    let own_a = one_character("a", "5x7", 'A', "a4-c4")
        .get('A')
        .unwrap()
        .clone();
    snow.insert('A', own_a).unwrap();
    write("other.toml", &snow);
    write("small.toml", &one_character("small", "3x5", 'x', "b1-b3"));
    folder
}

#[test]
fn a_font_has_one_board_and_is_read_as_it_was_written() {
    let trapezium = [
        (0, 0),
        (1, 0),
        (0, 1),
        (1, 1),
        (2, 1),
        (0, 2),
        (1, 2),
        (2, 2),
        (3, 2),
    ];
    let board = Board::new(Lattice::Triangular, &trapezium).unwrap();
    let start = board.parse_start("c3").unwrap();
    for named in [
        board.clone(),
        board.clone().named("trapezium"),
        board.named("5x7"),
    ] {
        let mut font = Font::new("trapezium", &named, &start).unwrap();
        let solution = Solution::parse(&named, &start, "a1-c3").unwrap();
        font.insert('x', Character::new("Latin", solution.end(), solution))
            .unwrap();
        let read = Font::parse(&font.to_toml()).unwrap();
        assert_eq!(
            (read.board().lattice(), &read),
            (Lattice::Triangular, &font)
        );
        let other = one_character("small", "3x5", 'x', "b1-b3")
            .get('x')
            .unwrap()
            .clone();
        let said = font.insert('a', other).unwrap_err().to_string();
        assert!(said.contains("played on 3x5, the font's are on "), "{said}");
    }
}

#[test]
fn a_new_glyph_file_becomes_a_font_and_is_never_replaced() {
    let folder = tempfile::tempdir().unwrap();
    let said = printed(folder.path(), &["font", "new", "my.toml"]);
    assert!(said.ends_with("pegfont font build my.toml\n"), "{said}");
    let text = fs::read_to_string(folder.path().join("my.toml")).unwrap();
    let (designs, builtin) = (
        Designs::parse("my.toml", &text).unwrap(),
        Designs::builtin().unwrap(),
    );
    assert!((' '..='~').all(|one| designs.of(one) == builtin.of(one)));
    let build = [
        "font",
        "build",
        "my.toml",
        "--only",
        "PEG",
        "--figures",
        "none",
        "-o",
        "font.toml",
    ];
    printed(folder.path(), &build);
    printed(
        folder.path(),
        &["render", "PEG", "--font", "font.toml", "-o", "-"],
    );
    refused(folder.path(), &["font", "new", "my.toml"]);
    assert_eq!(
        fs::read_to_string(folder.path().join("my.toml")).unwrap(),
        text
    );
}

#[test]
fn a_text_takes_what_a_font_lacks_from_the_built_in_font() {
    let folder = folder();
    let folder = folder.path();
    // The pattern of a text, with # and . as in a font file.
    let still = |text: &str, font: &str| {
        let shown = printed(folder, &["render", text, "-o", "-", "--font", font]);
        shown
            .replace('\u{25cf}', "#")
            .replace('\u{b7}', ".")
            .replace(' ', "")
            .trim()
            .to_owned()
    };
    let board: SmallBoard = "5x7".parse().unwrap();
    let end = |jump: &str| {
        let solution = Solution::parse(board.as_board(), board.central_vacancy(), jump).unwrap();
        board.picture(solution.end())
    };
    let builtin = Font::builtin()
        .unwrap()
        .get('A')
        .unwrap()
        .small_pattern()
        .unwrap();
    assert_eq!(still("\u{2603}", "snow.toml"), end("c2-c4"));
    assert_eq!(still("A", "snow.toml"), board.picture(builtin));
    assert_eq!(still("A", "other.toml"), end("a4-c4"));
    assert_eq!(still("x", "small.toml").lines().count(), 5);
    let lacks = refused(
        folder,
        &["render", "\u{2604}", "--font", "snow.toml", "-o", "-"],
    );
    assert!(
        lacks.contains("is not in the font snow + pegfont;"),
        "{lacks}"
    );
    let said = refused(
        folder,
        &["puzzle", "x", "--font", "small.toml", "--board", "4x4"],
    );
    assert!(
        said.contains("--font: small is on 3x5, and the game on 4x4"),
        "{said}"
    );
}

#[test]
fn targets_read_the_same_in_every_command() {
    let folder = folder();
    let folder = folder.path();
    let board: SmallBoard = "3x5".parse().unwrap();
    let pattern = one_character("small", "3x5", 'x', "b1-b3")
        .get('x')
        .unwrap()
        .small_pattern()
        .unwrap();
    let rows = board.picture_line(pattern);
    let (digits, code) = (board.digits(pattern), format!("code:{}", pattern.0));
    let font = ["--font", "small.toml"];
    for target in ["x", &rows, &digits, &code] {
        let solution = printed(
            folder,
            &[&["puzzle", target, "--solution"], &font[..]].concat(),
        );
        assert_eq!(solution.trim(), "b1-b3", "{target}");
        if target != "x" {
            let found = printed(folder, &["find", target, "--board", "3x5"]);
            assert!(found.contains(&board.picture(pattern)), "{target}");
        }
    }
    for target in ["b1", "2", "hole2", "centre", "any"] {
        let of = |command: &[&str]| pegfont(folder, &[command, &[target], &font].concat());
        assert!(printed(folder, &["find", target, "--board", "3x5"]).contains('#'));
        // Whether one peg can be left there is the same question for both.
        let [puzzle, solution] = [&["puzzle"][..], &["puzzle", "--solution"]].map(of);
        assert_eq!(puzzle.status.code(), solution.status.code(), "{target}");
        let said = String::from_utf8(puzzle.stderr).unwrap();
        assert!(!said.contains("not a valid"), "{said}");
    }
}
