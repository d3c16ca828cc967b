//! Figures: which ones `font build` computes, and how `font check` verifies them.

use crate::running::pegfont;
use peg_solitaire::board::SmallBoard;
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Interval;
use peg_solitaire::solve::Reachable;
use pegfont_type::find::choose::Choosing;
use pegfont_type::font::{self, Font};
use pegfont_type::glyph::Glyphs;
use std::fs;

const DESIGNS: &str = r##"
script = "Latin"
board = "4x5"

[[glyph]]
char = "o"
rows = """
....
.##.
.##.
....
....
"""

[[glyph]]
char = "i"
rows = """
.#..
....
.#..
.#..
....
"""
"##;

/// A small font with figures.
fn small() -> Font {
    let glyphs = Glyphs::parse("designs.toml", DESIGNS).unwrap();
    let board: SmallBoard = "4x5".parse().unwrap();
    let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
    let mut font = font::build("small", &glyphs, &reachable, Choosing::default(), Progress::NONE)
        .unwrap()
        .font;
    font.compute_figures(&reachable, Interval::MOST_POSITIONS, Progress::NONE).unwrap();
    font
}

/// Checks a font file with these contents: the exit code, and what is printed and said.
fn checked(text: &str, more: &[&str]) -> (Option<i32>, String, String) {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("font.toml"), text).unwrap();
    let output =
        pegfont(folder.path(), &[&["font", "check", "--font", "font.toml"], more].concat());
    let [printed, said] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap());
    (output.status.code(), printed, said)
}

/// The text with another value of a key in the character's table.
fn with(text: &str, character: char, key: &str, value: &str) -> String {
    let at = text.find(&format!("char = \"{character}\"")).unwrap();
    let at = at + text[at..].find(&format!("\n{key} = ")).unwrap() + 1;
    let end = at + text[at..].find('\n').unwrap();
    format!("{}{key} = {value}{}", &text[..at], &text[end..])
}

#[test]
fn a_built_font_passes() {
    let (code, printed, said) = checked(&small().to_toml(), &[]);
    assert_eq!((code, said.as_str()), (Some(0), ""));
    assert_eq!(
        printed,
        "small: 2 characters and 0 alternates, whose solutions lead to their patterns\n2 of 2 checked have the right figures\n"
    );
}

#[test]
fn every_wrong_figure_is_named_and_ends_with_an_error() {
    let font = small();
    let text = font.to_toml();
    let figures = font.get('o').unwrap().figures.unwrap();
    let wrong = with(&text, 'o', "solutions", "\"17\"");
    let (code, printed, said) = checked(&wrong, &[]);
    assert_eq!((code, said.as_str()), (Some(1), "error: 1 figure is wrong\n"));
    let expected = format!("'o': 17 solutions are stated, and there are {}", figures.solutions());
    assert!(printed.lines().any(|line| line == expected), "{printed}");
    assert!(printed.ends_with("1 of 2 checked have the right figures\n"), "{printed}");

    let other = figures.effort() + 0.1;
    let wrong = with(&wrong, 'o', "effort", &format!("{other:.1}"));
    let (code, printed, said) = checked(&wrong, &[]);
    assert_eq!((code, said.as_str()), (Some(1), "error: 2 figures are wrong\n"));
    let effort = figures.effort();
    let expected = format!("'o': an effort of {other:.1} is stated, and it is {effort:.1}");
    assert!(printed.lines().any(|line| line == expected), "{printed}");
    let (code, printed, _) = checked(&wrong, &["--json"]);
    assert_eq!(code, Some(1));
    let answer: serde_json::Value = serde_json::from_str(&printed).unwrap();
    let named = |at: usize| answer["wrong"][at]["figure"].as_str().unwrap();
    assert_eq!((named(0), named(1)), ("solutions", "effort"));
    assert_eq!((&answer["right"], &answer["wrong"][0]["character"]), (&1.into(), &"o".into()));
    assert_eq!(checked(&wrong, &["--only", "i"]).0, Some(0));
    assert_eq!(checked(&wrong, &["--only", "io"]).0, Some(1));
    assert_eq!(checked(&wrong, &["--only", "x"]).0, Some(2));
}

#[test]
fn a_solution_with_too_many_moves_is_found() {
    let font = small();
    let (board, start) = font.small().unwrap();
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    let chosen = font.get('o').unwrap();
    let fewest = chosen.solution.moves().count();
    let other = (0..100)
        .map(|seed| {
            let random =
                format!("random:{seed}").parse::<peg_solitaire::solution::Preference>().unwrap();
            random
                .solution(&reachable, &[chosen.small_pattern().unwrap()], 1 << 20, Progress::NONE)
                .unwrap()
        })
        .find(|solution| solution.moves().count() > fewest)
        .unwrap();
    let moves = other.moves().count();
    let text = with(&font.to_toml(), 'o', "solution", &format!("\"{other}\""));
    let text = with(&text, 'o', "fewest_moves", &moves.to_string());
    let (code, printed, _) = checked(&text, &[]);
    assert_eq!(code, Some(1));
    let expected = format!("'o': {moves} moves are stated, and the fewest are {fewest}");
    assert!(printed.lines().any(|line| line == expected), "{printed}");
}

#[test]
fn what_is_not_checked_is_said() {
    let text = small().to_toml();
    let (code, printed, _) = checked(&text, &["--at-most", "1"]);
    assert_eq!(code, Some(0));
    assert!(printed.contains("not checked: 'i', 'o' (too many positions"), "{printed}");
    assert!(printed.ends_with("no figures were checked\n"), "{printed}");
    let keys = ["solutions", "fewest_moves", "grade", "effort"];
    let figure = |line: &&str| !keys.iter().any(|key| line.starts_with(&format!("{key} = ")));
    let bare: Vec<&str> = text.lines().filter(figure).collect();
    let (code, printed, _) = checked(&bare.join("\n"), &[]);
    assert_eq!(code, Some(0));
    assert!(printed.contains("without figures: 'i', 'o'\n"), "{printed}");
    let (code, _, said) = checked(&with(&text, 'o', "solution", "\"a1-a3\""), &[]);
    assert_eq!(code, Some(1));
    assert!(said.contains("font.toml"), "{said}");
}

#[test]
fn figures_are_computed_for_none_for_the_cheap_ones_or_for_all() {
    let folder = tempfile::tempdir().unwrap();
    let font = Font::builtin().unwrap();
    // Two letters of another name, so that no figures can be copied: E is cheap, and a dash is not.
    let picture = |character| font.board().picture(font.get(character).unwrap().pattern());
    let glyph = |character: char| {
        format!(
            "[[glyph]]\nchar = \"{character}\"\nrows = \"\"\"\n{}\n\"\"\"\n",
            picture(character)
        )
    };
    let designs = format!("script = \"Latin\"\nboard = \"5x7\"\n{}{}", glyph('E'), glyph('-'));
    fs::write(folder.path().join("my.toml"), designs).unwrap();
    let built = |more: &[&str]| {
        let build = ["font", "build", "my.toml", "-o", "font.toml"];
        let output = pegfont(folder.path(), &[&build, more].concat());
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let text = fs::read_to_string(folder.path().join("font.toml")).unwrap();
        let font = Font::parse(&text).unwrap();
        let report = String::from_utf8(output.stdout).unwrap();
        (font.without_figures().collect::<String>(), report)
    };
    assert_eq!(built(&["--figures", "none"]).0, "-E");
    let (without, report) = built(&["--figures", "cheap", "--afresh"]);
    assert_eq!(without, "-");
    assert!(report.contains("no figures    - (more than a million positions"), "{report}");
    assert_eq!(built(&["--figures", "cheap"]).0, "", "known figures are copied");
    let output = pegfont(folder.path(), &["font", "build", "--figures", "none", "--afresh"]);
    assert_eq!(output.status.code(), Some(2));
}
