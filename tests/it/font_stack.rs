//! Several fonts used together, and targets, which every command reads in the same way.

use std::fs;
use std::path::Path;

use crate::running::{pegfont, printed};
use peg_solitaire::board::SmallBoard;
use peg_solitaire::solution::Solution;
use pegfont_type::font::{Character, Font};

/// What a command says that must be refused as a usage error.
fn refused(folder: &Path, arguments: &[&str]) -> String {
    let output = pegfont(folder, arguments);
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{arguments:?}: {said}");
    said
}

/// A font with one character, which plays these jumps.
fn one_character(name: &str, board: &str, character: char, jumps: &str) -> Font {
    let board: SmallBoard = board.parse().unwrap();
    let mut font = Font::new(name, &board, board.central_vacancy()).unwrap();
    let solution = Solution::parse(&board, board.central_vacancy(), jumps).unwrap();
    font.insert(character, Character::new("Own", solution.end(), solution)).unwrap();
    font
}

/// Fonts: a snowman, another snowman with another letter A, and one on another board.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, font: &Font| {
        fs::write(folder.path().join(name), font.to_toml()).unwrap();
    };
    write("snow.toml", &one_character("snow", "5x7", '\u{2603}', "c2-c4"));
    let mut other = one_character("other", "5x7", '\u{2603}', "c6-c4");
    let own_a = one_character("a", "5x7", 'A', "a4-c4").get('A').unwrap().clone();
    other.insert('A', own_a).unwrap();
    write("other.toml", &other);
    write("small.toml", &one_character("small", "3x5", 'x', "b1-b3"));
    folder
}

/// The pattern of a text in these fonts, with # and . as in a font file.
fn still(folder: &Path, text: &str, fonts: &[&str]) -> String {
    let fonts = fonts.iter().flat_map(|&font| ["--font", font]);
    let arguments: Vec<&str> = ["render", text, "-o", "-"].into_iter().chain(fonts).collect();
    printed(folder, &arguments).replace('\u{25cf}', "#").replace('\u{b7}', ".").replace(' ', "")
}

#[test]
fn a_text_takes_each_character_from_the_first_font_that_has_it() {
    let folder = folder();
    let folder = folder.path();
    let board: SmallBoard = "5x7".parse().unwrap();
    let end = |jump: &str| {
        let solution = Solution::parse(&board, board.central_vacancy(), jump).unwrap();
        board.picture(solution.end())
    };
    assert_eq!(still(folder, "\u{2603}", &["snow.toml", "other.toml"]).trim(), end("c2-c4"));
    assert_eq!(still(folder, "\u{2603}", &["other.toml", "snow.toml"]).trim(), end("c6-c4"));
    let builtin =
        board.picture(Font::builtin().unwrap().get('A').unwrap().small_pattern().unwrap());
    assert_eq!(still(folder, "A", &["snow.toml"]).trim(), builtin);
    assert_eq!(still(folder, "A", &["snow.toml", "other.toml"]).trim(), end("a4-c4"));
    assert_eq!(still(folder, "A", &["built-in", "other.toml"]).trim(), builtin);
    assert_eq!(still(folder, "x", &["small.toml"]).trim().lines().count(), 5);
}

#[test]
fn a_character_that_no_font_has_is_refused_with_the_names_of_all() {
    let folder = folder();
    let both = ["--font", "snow.toml", "--font", "other.toml"];
    let said = refused(folder.path(), &[&["render", "\u{2604}"], &both[..]].concat());
    assert!(said.contains("is not in the font snow + other + pegfont;"), "{said}");
}

#[test]
fn fonts_of_different_boards_are_refused_by_name() {
    let folder = folder();
    let folder = folder.path();
    for command in
        [&["render", "x"][..], &["font", "list"], &["font", "specimen"], &["puzzle", "x"]]
    {
        let fonts = ["--font", "snow.toml", "--font", "small.toml"];
        let said = refused(folder, &[command, &fonts[..]].concat());
        assert!(said.contains("--font small.toml: the font small is on 3x5, and snow on 5x7"));
    }
    let said = refused(folder, &["font", "list", "--font", "-", "--font", "-"]);
    assert!(said.contains("read only once"), "{said}");
    let said = refused(folder, &["puzzle", "x", "--font", "small.toml", "--board", "4x4"]);
    assert!(said.contains("--font: small is on 3x5, and the game on 4x4"), "{said}");
}

#[test]
fn font_commands_have_the_characters_of_the_named_fonts_only() {
    let folder = folder();
    let folder = folder.path();
    let count = |fonts: &[&str]| {
        let fonts = fonts.iter().flat_map(|&font| ["--font", font]);
        let arguments: Vec<&str> = ["font", "list"].into_iter().chain(fonts).collect();
        let pattern_lines = printed(folder, &arguments);
        pattern_lines.lines().skip(1).filter(|line| !line.contains(" ss0")).count()
    };
    assert_eq!(count(&["snow.toml"]), 1);
    assert_eq!(count(&["snow.toml", "other.toml"]), 2);
    assert_eq!(count(&["snow.toml", "built-in"]), count(&["built-in"]) + 1);
    assert_eq!(count(&[]), count(&["built-in"]));
    let fonts = ["--font", "snow.toml", "--font", "other.toml"];
    printed(folder, &[&["font", "export"], &fonts[..]].concat());
    assert!(folder.join("output/snow.ttf").exists());
}

#[test]
fn targets_read_the_same_in_every_command() {
    let folder = folder();
    let folder = folder.path();
    let board: SmallBoard = "3x5".parse().unwrap();
    let pattern =
        one_character("small", "3x5", 'x', "b1-b3").get('x').unwrap().small_pattern().unwrap();
    let rows = board.picture_line(pattern);
    let (digits, code) = (board.digits(pattern), format!("code:{}", pattern.0));
    let font = ["--font", "small.toml"];
    for target in ["x", &rows, &digits, &code] {
        let solution = printed(folder, &[&["puzzle", target, "--solution"], &font[..]].concat());
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
    let said = refused(folder, &["play", "AB"]);
    assert!(said.contains("\"AB\" has several characters: give one"), "{said}");
}
