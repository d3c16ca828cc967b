//! The built-in fonts: their quality, and that building them again gives the same files.

use crate::running;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use peg_solitaire::board::{Bitboard, Position};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::{Analysis, Figures, Interval};
use peg_solitaire::solve::Reachable;
use pegfont_type::font::Font;
use pegfont_type::glyph::{Designs, Feature};

fn shipped(name: &str) -> (String, Font) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("fonts")
        .join(name);
    let text = std::fs::read_to_string(path).unwrap();
    let font = Font::parse(&text).unwrap();
    (text, font)
}

/// What the program prints in the folder of the repository.
fn printed(arguments: &[&str]) -> String {
    running::printed(Path::new(env!("CARGO_MANIFEST_DIR")), arguments)
}

/// The characters that share a pattern.
fn homoglyphs(font: &Font) -> Vec<Vec<char>> {
    let mut by_pattern: BTreeMap<Position, Vec<char>> = BTreeMap::new();
    for (&character, chosen) in font.characters() {
        by_pattern
            .entry(chosen.pattern())
            .or_default()
            .push(character);
    }
    by_pattern
        .into_values()
        .filter(|alike| alike.len() > 1)
        .collect()
}

/// Whether a pattern is nearer to a design of its own character than to those of any other.
fn is_clear(designs: &Designs, character: char, pattern: &Position) -> bool {
    let own = designs.original(character);
    let nearest = |character: char| {
        designs
            .of(character)
            .iter()
            .map(|design| design.distance(pattern))
            .min()
    };
    let drawn = designs
        .iter()
        .filter(|(_, glyph)| glyph.same_as.is_none() && !glyph.is_blank());
    let mut others = drawn.filter(|(other, _)| *other != own);
    others.all(|(other, _)| nearest(other) > nearest(own))
}

#[test]
fn every_ascii_character_is_within_two_holes_of_a_design() {
    let (_, font) = shipped("pegfont.toml");
    let distances: Vec<u32> = ('!'..='~')
        .map(|character| font.get(character).unwrap().distance())
        .collect();
    assert!(
        distances.iter().all(|&distance| distance <= 2),
        "{distances:?}"
    );
    let mean = f64::from(distances.iter().sum::<u32>()) / distances.len() as f64;
    assert!(mean <= 0.9, "{mean}");
}

#[test]
fn every_designed_character_has_a_pattern_nearer_to_its_designs_and_shared_by_homoglyphs_only() {
    let (_, font) = shipped("pegfont.toml");
    let glyphs = Designs::builtin().unwrap();
    for (character, _) in glyphs.iter().filter(|(_, glyph)| !glyph.is_blank()) {
        let chosen = font
            .get(character)
            .unwrap_or_else(|| panic!("{character:?} is missing"));
        assert!(
            is_clear(&glyphs, character, &chosen.pattern()),
            "{character:?}"
        );
    }
    assert!(
        homoglyphs(&font)
            .iter()
            .any(|alike| alike.contains(&'Α') && alike.contains(&'A'))
    );
    for alike in homoglyphs(&font) {
        let original = glyphs.original(alike[0]);
        assert!(
            alike
                .iter()
                .all(|&other| glyphs.original(other) == original),
            "{alike:?}"
        );
    }
}

/// Whether the font has all letters of a line of `languages.txt`, and their capitals where a
/// capital is one character.
fn writes(font: &Font, letters: &str) -> bool {
    let has = |letter: char| {
        let mut capital = letter.to_uppercase();
        let capital = capital.next().filter(|_| capital.next().is_none());
        [Some(letter), capital]
            .into_iter()
            .flatten()
            .all(|one| font.get(one).is_some())
    };
    letters
        .split(' ')
        .all(|part| match part.chars().collect::<Vec<_>>()[..] {
            [first, '-', last] => (first..=last).all(has),
            ref letters => letters.iter().copied().all(has),
        })
}

#[test]
fn the_documentation_lists_the_languages_that_the_font_does_not_write() {
    let (_, font) = shipped("pegfont.toml");
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(here.join(file)).unwrap();
    let (page, data) = (read("docs/fonts.md"), read("tests/data/languages.txt"));
    let section = page.split("## Letters and languages").nth(1).unwrap();
    let mut parts = section.split("\n\n").filter(|part| !part.is_empty());
    let (said, table) = (parts.next().unwrap(), parts.next().unwrap());
    let rows = table
        .lines()
        .skip(2)
        .filter_map(|row| row.split('|').nth(2));
    let listed: BTreeSet<&str> = rows.flat_map(|names| names.trim().split(", ")).collect();
    let languages: BTreeMap<&str, &str> = data
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_once(": "))
        .collect();
    let missing: BTreeSet<&str> = languages
        .iter()
        .filter(|(_, letters)| !writes(&font, letters))
        .map(|(&name, _)| name)
        .collect();
    assert_eq!(listed, missing);
    let (all, written) = (languages.len(), languages.len() - missing.len());
    assert!(read("CHANGELOG.md").contains(&format!("{written} languages")));
    for number in [font.characters().len(), all, written] {
        let said = said.replace('\n', " ");
        assert!(said.contains(&number.to_string()), "{number} in: {said}");
    }
}

#[test]
fn alternates_are_near_their_designs_and_clearly_different_from_each_other() {
    let glyphs = Designs::builtin().unwrap();
    let (_, font) = shipped("pegfont.toml");
    let drawn: BTreeMap<(char, Feature), &[Position]> = glyphs
        .alternates()
        .map(|(character, feature, glyph)| ((character, feature), &*glyph.designs))
        .collect();
    for form in drawn.keys() {
        assert!(font.alternates().contains_key(form), "{form:?} is lost");
    }
    let mut patterns: BTreeSet<Bitboard> = font
        .characters()
        .values()
        .filter_map(|one| one.small_pattern())
        .collect();
    for (&(character, feature), chosen) in font.alternates() {
        let what = format!("{character:?} {feature}");
        if let Some(designs) = drawn.get(&(character, feature)) {
            assert!(chosen.distance() <= 2, "{what}");
            assert!(designs.contains(&chosen.design), "{what}");
        } else {
            assert!(chosen.distance() <= 1, "{what}");
            assert!(glyphs.of(character).contains(&chosen.design), "{what}");
            assert!(is_clear(&glyphs, character, &chosen.pattern()), "{what}");
        }

        // The upright I is pinned, and has the pattern of katakana's エ.
        let is_new = patterns.insert(chosen.small_pattern().unwrap());
        let is_pinned = (character, feature) == ('I', Feature::Upright);
        assert!(is_new || is_pinned, "{what} has the pattern of another");

        let others = Feature::ALL.into_iter().filter(|&other| other != feature);
        let others = others.filter_map(|other| font.alternate(character, other));
        for other in others.chain(font.get(character)) {
            assert!(other.pattern().distance(&chosen.pattern()) >= 3, "{what}");
        }
    }
    let of_set = |set| {
        font.alternates()
            .keys()
            .filter(|(_, feature)| *feature == set)
            .count()
    };
    let counts = Feature::SETS.map(of_set);
    assert!(
        counts.is_sorted_by(|more, fewer| more >= fewer),
        "{counts:?}"
    );
    assert!(counts[0] >= 25, "{counts:?}");
}

#[test]
fn the_upright_i_and_t_are_symmetric_and_equally_high() {
    let (_, font) = shipped("pegfont.toml");
    let upright: Vec<(char, Position)> = font
        .alternates()
        .iter()
        .filter(|(form, _)| form.1 == Feature::Upright)
        .map(|(form, chosen)| (form.0, chosen.pattern().clone()))
        .collect();
    assert_eq!(
        upright.iter().map(|letter| letter.0).collect::<String>(),
        "IT"
    );

    for (letter, pattern) in upright {
        let picture = font.board().picture(&pattern);
        for row in picture.lines() {
            assert_eq!(row, row.chars().rev().collect::<String>(), "{letter}");
        }
        let with_pegs: Vec<bool> = picture.lines().map(|row| row.contains('#')).collect();
        assert_eq!(
            with_pegs,
            [false, true, true, true, true, true, true],
            "{letter}"
        );
    }
}

#[test]
fn building_the_built_in_font_reuses_its_figures() {
    let built = printed(&["font", "build", "--name", "pegfont", "-o", "-"]);
    assert!(
        built == shipped("pegfont.toml").0,
        "fonts/pegfont.toml was built otherwise"
    );
}

#[test]
fn figures_worked_out_afresh_are_those_that_are_shipped() {
    let (_, font) = shipped("pegfont.toml");
    let shipped = font.get('B').unwrap();
    let picture = font.board().picture(shipped.pattern());
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("b.toml");
    let head = "script = \"Latin\"\nboard = \"5x7\"\n\n[[glyph]]\nchar = \"B\"\n";
    std::fs::write(&path, format!("{head}rows = \"\"\"\n{picture}\n\"\"\"\n")).unwrap();
    let path = path.to_str().unwrap();
    let built = printed(&["font", "build", path, "--figures", "afresh", "-o", "-"]);
    let built = Font::parse(&built).unwrap();
    let built = built.get('B').unwrap();
    assert_eq!(
        (built.figures, &built.solution),
        (shipped.figures, &shipped.solution)
    );
}

#[test]
fn the_figures_of_the_font_are_those_of_its_intervals() {
    let (_, font) = shipped("pegfont.toml");
    assert!(font.forms().all(|chosen| chosen.figures.is_some()));
    let (board, start) = font.small().unwrap();
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    let mut held = 0;
    // Intervals with many pegs left are small.
    let small = font
        .characters()
        .values()
        .filter(|chosen| chosen.pattern().count() > 12);
    for chosen in small.step_by(9) {
        let interval = Interval::within(
            &reachable,
            &[chosen.small_pattern().unwrap()],
            1 << 20,
            Progress::NONE,
        )
        .unwrap();
        let analysis = Analysis::of(&interval, Progress::NONE).unwrap();
        assert_eq!(
            chosen.figures,
            Figures::new(analysis.solutions, analysis.effort())
        );
        assert_eq!(chosen.solution.moves().count(), analysis.fewest_moves.moves);
        held += 1;
    }
    assert!(held > 20, "{held}");
}

#[test]
fn building_a_font_with_any_number_of_threads_gives_the_same_bytes() {
    let build = |threads: &str| {
        let build = "exec env RAYON_NUM_THREADS=$1 \"$0\" font build glyphs/ascii.toml -o -";
        let run = running::in_shell(Path::new(env!("CARGO_MANIFEST_DIR")), build, &[threads]);
        assert!(run.status.success());
        run.stdout
    };
    assert!(build("1") == build("3"));
}

#[test]
fn a_truncated_font_is_refused_or_smaller_but_never_wrong() {
    let (text, font) = shipped("pegfont.toml");
    let (mut refused, mut most) = (0, 0);
    // Every cut through the head and the first characters.
    let end = text.match_indices("[[character]]").nth(4).unwrap().0;
    for cut in (0..=end).filter(|&cut| text.is_char_boundary(cut)) {
        match Font::parse(&text[..cut]) {
            Err(_) => refused += 1,
            Ok(part) => {
                for (character, chosen) in part.characters() {
                    assert_eq!(Some(chosen), font.get(*character));
                }
                most = most.max(part.characters().len());
            }
        }
    }
    assert_eq!(most, 4, "cut before the fifth character there are four");
    assert!(refused > end / 2, "{refused} of {end} cuts are refused");
}

#[test]
fn an_unreachable_pin_is_refused_with_its_place_and_the_nearest_pattern() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my.toml");
    let rows = "rows = \"\"\"\n.##.\n#..#\n#..#\n.##.\n\"\"\"\npin = \"\"\"\n....\n....\n....\n....\n\"\"\"\n";
    let text = format!("script = \"Latin\"\nboard = \"4x4\"\n[[glyph]]\nchar = \"o\"\n{rows}");
    std::fs::write(&path, text).unwrap();
    let words = running::refused(folder.path(), &["font", "build", "my.toml", "-o", "-"]);
    assert!(
        words.contains("my.toml:11:7: 'o': the pinned pattern can't be reached"),
        "{words}"
    );
    assert!(
        words.contains("the nearest reachable pattern, at distance "),
        "{words}"
    );
}

#[test]
fn a_letter_that_is_hard_to_read_is_named_with_a_command_that_draws_it() {
    let folder = tempfile::tempdir().unwrap();
    let square = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/faces/square-5x5.toml");
    let square = square.to_str().unwrap();
    let printed = |arguments: &[&str]| running::printed(folder.path(), arguments);
    let said = printed(&["font", "build", square, "--only", "ZL", "-o", "own.toml"]);

    // A Z loses both its corners. An L has as many wrong pegs, and is still an L.
    let rest_of = |head: &str| said.lines().find_map(|line| line.strip_prefix(head));
    let hard = rest_of("hard to read").expect(&said);
    assert!(hard.contains("'Z'") && !hard.contains("'L'"), "{said}");

    let command = rest_of("look at them: pegfont ").expect(&said);
    let arguments: Vec<&str> = command.split_whitespace().collect();
    let drawn = printed(&arguments);
    let headings: Vec<&str> = drawn
        .lines()
        .filter(|line| ["Z", "L"].contains(line))
        .collect();
    assert_eq!(headings, ["Z"], "{drawn}");
}
