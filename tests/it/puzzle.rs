//! `pegfont puzzle` and `pegfont sheet` as a user runs them: tables, JSON, sheets, and the messages about unreachable goals.
use crate::running::PROGRAM;
use std::path::Path;
use std::process::{Command, Output};

use peg_solitaire::board::SmallBoard;
use peg_solitaire::solution::Solution;
use serde_json::Value;

fn puzzle(arguments: &[&str]) -> Output {
    Command::new(PROGRAM).arg("puzzle").args(arguments).output().unwrap()
}

fn pegfont_sheet(path: &Path, arguments: &[&str]) -> Output {
    Command::new(PROGRAM).arg("sheet").args(arguments).arg("-o").arg(path).output().unwrap()
}

/// The puzzles that `--json` prints.
fn puzzles(output: &Output) -> Vec<Value> {
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    answer["puzzles"].as_array().unwrap().clone()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn the_puzzle_of_a_day_is_decided_by_its_date() {
    let puzzle = |date: &str| {
        let output = puzzle(&["--daily", "--date", date, "--json"]);
        assert!(output.status.success());
        puzzles(&output)[0]["title"].as_str().unwrap().to_owned()
    };
    let days = ["2026-11-21", "2026-11-22", "2026-11-23"].map(puzzle);
    assert_eq!(days, ["x", "L", "I"]);
    assert_eq!(puzzle("2026-11-21"), days[0]);
}

#[test]
fn the_json_of_a_puzzle_agrees_with_its_solution() {
    let output = puzzle(&["AEW", "--json", "--easy-first"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let answer = puzzles(&output);
    assert_eq!(answer.len(), 3);
    let board: SmallBoard = "5x7".parse().unwrap();
    let mut chances = Vec::new();
    for puzzle in &answer {
        let position = |key: &str| board.parse_pattern(puzzle[key].as_str().unwrap()).unwrap();
        let start = position("start");
        let solution =
            Solution::parse(&board, start, puzzle["solution"].as_str().unwrap()).unwrap();
        assert_eq!(solution.end(), position("target"));
        assert_eq!(solution.moves().count() as u64, puzzle["fewest_moves"].as_u64().unwrap());
        assert_eq!(solution.jumps().len(), puzzle["jumps"].as_array().unwrap().len());
        let widths = puzzle["by_pegs"].as_array().unwrap();
        let sum: u64 = widths.iter().map(|width| width["positions"].as_u64().unwrap()).sum();
        assert_eq!(puzzle["positions"].as_u64().unwrap(), sum);
        let effort = puzzle["bits"].as_f64().unwrap() + puzzle["forks_met"].as_f64().unwrap();
        chances.push(effort);
    }
    assert!(chances.is_sorted());
}

#[test]
fn other_boards_are_played_to_one_peg() {
    let output = puzzle(&["any", "--board", "triangle15", "--start", "a1", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let answer = puzzles(&output);
    assert_eq!(answer[0]["pegs"], 1);
    assert_eq!(answer[0]["jumps"].as_array().unwrap().len(), 13);
}

#[test]
fn an_unreachable_goal_is_reported_with_the_reason_and_its_neighbours() {
    let class = puzzle(&["##.##/#####/##.##/#####/#####/#####/#####"]);
    assert_eq!(class.status.code(), Some(1));
    assert!(text(&class.stderr).contains("another position class"), "{}", text(&class.stderr));
    assert!(text(&class.stderr).contains("nearest reachable patterns"), "{}", text(&class.stderr));
    let pegs = puzzle(&["#####/#####/#####/#####/#####/#####/#####"]);
    assert!(text(&pegs.stderr).contains("every jump takes one away"), "{}", text(&pegs.stderr));
}

#[test]
fn puzzle_reports_usage_errors_with_exit_code_2() {
    for (arguments, says) in [
        (vec!["A\u{1F980}"], "character 2"),
        (vec![" "], "no character"),
        (vec!["#####/#####"], "rows"),
        (vec!["z9", "--board", "english"], "any"),
    ] {
        let output = puzzle(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", text(&output.stderr));
        assert!(text(&output.stderr).contains(says), "{arguments:?}: {}", text(&output.stderr));
    }
}

#[test]
#[ignore = "needs pdftotext (Debian: poppler-utils)"]
fn a_sheet_in_pdf_names_its_puzzles_and_their_solutions() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.pdf");
    let output = pegfont_sheet(&sheet, &["AEW", "--solutions"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let printed = folder.path().join("sheet.txt");
    let run = Command::new("pdftotext").arg("-layout").args([&sheet, &printed]).output();
    let run = run.expect("pdftotext runs");
    assert!(run.status.success(), "{}", text(&run.stderr));
    let words = std::fs::read_to_string(printed).unwrap();
    assert_eq!(words.matches('\u{c}').count(), 2, "a page of puzzles and one of solutions");
    let words: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for letter in ["A", "E", "W"] {
        let solution =
            Command::new(PROGRAM).args(["puzzle", letter, "--solution"]).output().unwrap();
        assert!(words.contains(text(&solution.stdout).trim()), "{words}");
    }
}

#[test]
fn a_sheet_of_a_text_keeps_its_repeated_letters() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.svg");
    for (word, pages) in [("ADA", "page 3 of 3"), ("A D", "page 2 of 2")] {
        let output = pegfont_sheet(&sheet, &[word, "--per-page", "1"]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        assert!(text(&output.stdout).contains(pages), "{}", text(&output.stdout));
    }
}

#[test]
fn few_puzzles_fill_their_page_and_many_share_it() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.svg");
    // The lower edge of the lowest frame, of a page that is 842 high.
    let lowest = |word: &str| {
        let output = pegfont_sheet(&sheet, &[word]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let page = std::fs::read_to_string(&sheet).unwrap();
        let frames = page.split("<rect x=").skip(1).map(|frame| {
            let number = |name: &str| -> f64 {
                let (_, rest) = frame.split_once(&format!("{name}=\"")).unwrap();
                rest.split('"').next().unwrap().parse().unwrap()
            };
            number(" y") + number("height")
        });
        frames.fold(0.0, f64::max)
    };
    for word in ["P", "PEG", "PEGS", "PEGSOLITAR", "PEGSOLITARHMNBVC"] {
        assert!((640.0..810.0).contains(&lowest(word)), "{word}: {}", lowest(word));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn pages_whose_name_is_no_text_are_all_written() {
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join(std::ffi::OsStr::from_bytes(b"\xff.svg"));
    let output = pegfont_sheet(&sheet, &["AEW", "--per-page", "1"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 3);
}

#[test]
fn a_sheet_in_svg_has_one_file_per_page() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.svg");
    let made = |more: &[&str]| {
        let output = pegfont_sheet(&sheet, &[&["AEW"], more].concat());
        assert!(output.status.success(), "{}", text(&output.stderr));
        let pages = (1..).map(|page| match page {
            1 => sheet.clone(),
            page => folder.path().join(format!("sheet-{page}.svg")),
        });
        let pages: Vec<String> =
            pages.map_while(|page| std::fs::read_to_string(page).ok()).collect();
        for entry in std::fs::read_dir(folder.path()).unwrap() {
            std::fs::remove_file(entry.unwrap().path()).unwrap();
        }
        pages
    };
    let circles = |page: &str| page.matches("<circle").count();
    // The start and three targets have 35 holes each, and nothing gives the solutions away.
    let [page] = &made(&["--paper", "letter"])[..] else { panic!("one page") };
    assert_eq!(circles(page), 4 * 35);
    for words in ["Peg solitaire puzzles", ">A<", ">E<", ">W<"] {
        assert!(page.contains(words), "{words}: {page}");
    }
    let pages = made(&["--solutions", "--per-page", "2", "--title", "For Ada & Bob", "--cut-out"]);
    let [first, second, board, solutions] = &pages[..] else { panic!("{} pages", pages.len()) };
    assert!(first.contains(">For Ada &amp; Bob<") && second.contains(">For Ada &amp; Bob<"));
    assert_eq!((circles(first), circles(second)), (3 * 35, 2 * 35));
    // Every hole, a dot in the empty one, and the frame to cut along.
    assert_eq!((circles(board), board.matches("<rect").count()), (36, 2));
    assert!(solutions.contains("Solutions"));
}

#[test]
fn a_page_with_fewer_puzzles_has_larger_boards() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("sheet.svg");
    let radii = ["1", "4", "16", "36"].map(|count| {
        let output =
            pegfont_sheet(&sheet, &["ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789", "--per-page", count]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let page = std::fs::read_to_string(&sheet).unwrap();
        let radii = page.split(" r=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        // After the start.
        radii.skip(35).map(|radius| radius.parse::<f64>().unwrap()).fold(0.0, f64::max)
    });
    assert!(radii.windows(2).all(|pair| pair[0] > 1.3 * pair[1]), "{radii:?}");
}

#[test]
fn the_same_puzzle_gives_the_same_bytes_with_one_thread() {
    let mut alone = Command::new(PROGRAM);
    alone.args(["puzzle", "EK", "--json"]).env("RAYON_NUM_THREADS", "1");
    let alone = alone.output().unwrap();
    assert!(alone.status.success() && !alone.stdout.is_empty(), "{}", text(&alone.stderr));
    assert_eq!(alone.stdout, puzzle(&["EK", "--json"]).stdout);
}

#[test]
fn a_puzzle_can_begin_a_few_jumps_before_its_end() {
    let output = puzzle(&["AL", "--jumps-left", "5", "--json"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    for puzzle in puzzles(&output) {
        assert_eq!(puzzle["jumps"].as_array().unwrap().len(), 5);
        assert_eq!(puzzle["grade"], "gentle");
    }
    // A goal that the font doesn't have, and one with fewer jumps than that.
    let dash = "#####/#####/##.##/##.##/#####/#####/#####";
    let one = puzzle(&["any", "--board", "english", "--jumps-left", "3", "--json"]);
    assert_eq!(puzzles(&one)[0]["jumps"].as_array().unwrap().len(), 3);
    let short = puzzle(&[dash, "--jumps-left", "9", "--json", "--start", "c2"]);
    assert_eq!(puzzles(&short)[0]["jumps"].as_array().unwrap().len(), 1);
    let hints = puzzle(&["A", "--hints", "--jumps-left", "2", "--json"]);
    let answer: Value = serde_json::from_slice(&hints.stdout).unwrap();
    let pegs = answer["position"].to_string().matches('#').count();
    assert_eq!(pegs, 18 + 2, "{answer}");
}

#[test]
fn a_letter_is_a_target_from_any_start_on_its_board() {
    let start = "#####/#####/##.##/#####/#####/#####/#####";
    let output = puzzle(&["A", "--start", start]);
    let words = text(&output.stderr);
    assert!(!words.contains("another board"), "{words}");
    assert!(output.status.success() || words.contains("position class"), "{words}");
    let centre = puzzle(&["A", "--start", "c4", "--json"]);
    assert_eq!(puzzles(&centre)[0]["title"], "A");
    let english = puzzle(&["A", "--board", "english"]);
    assert!(text(&english.stderr).contains("this is another board"), "{}", text(&english.stderr));
}

#[test]
fn the_solution_that_is_asked_for_is_printed() {
    let printed = |how: &str| {
        let output = puzzle(&["A", how]);
        assert!(output.status.success(), "{how}: {}", text(&output.stderr));
        text(&output.stdout).trim_end().to_owned()
    };
    let moves = |text: &str| text.split_whitespace().count();
    let own = printed("--solution");
    let font = pegfont_type::font::Font::builtin().unwrap();
    assert_eq!(own, font.get('A').unwrap().solution.to_string());
    let ways = ["fewest-moves", "lowest", "random:1", "random:2"];
    let ways = ways.map(|how| printed(&format!("--solution={how}")));
    assert!(ways.iter().all(|way| moves(way) >= moves(&own)) && ways[0] == own, "{ways:?}");
    assert_ne!(ways[2], ways[3]);
    assert_eq!(ways[2], printed("--solution=random:1"));
    let several = text(&puzzle(&["EA", "--solution"]).stdout);
    assert!(several.starts_with("E: ") && several.ends_with(&format!("\nA: {own}\n")), "{several}");
    // Without a font on its board, with the keys of every puzzle.
    let pattern = "####/##.#/#..#/###.";
    let output = puzzle(&["--board", "4x4", "--start", "b2", pattern, "--solution", "--json"]);
    let answer = &puzzles(&output)[0];
    assert_eq!((&answer["target"], &answer["grade"]), (&pattern.into(), &Value::Null));
    let board: SmallBoard = "4x4".parse().unwrap();
    let start = board.bits(&board.parse_start("b2").unwrap());
    let solution = Solution::parse(&board, start, answer["solution"].as_str().unwrap()).unwrap();
    assert_eq!(board.picture_line(solution.end()), pattern);
}

/// The words of the pages of a list of names as SVG files, and what the command said.
fn pages_of(names: &str, arguments: &[&str]) -> (Vec<String>, Output) {
    let folder = tempfile::tempdir().unwrap();
    let list = folder.path().join("names.txt");
    std::fs::write(&list, names).unwrap();
    let sheet = folder.path().join("sheet.svg");
    let list = list.to_str().unwrap();
    let output = pegfont_sheet(&sheet, &[&["--names", list], arguments].concat());
    let mut paths: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "svg"));
    paths.sort_by_key(|path| (path.to_str().unwrap().len(), path.clone()));
    (paths.iter().map(|path| std::fs::read_to_string(path).unwrap()).collect(), output)
}

/// The words of an SVG file, in order.
fn words_of(page: &str) -> Vec<&str> {
    let texts = page.split("<text").skip(1);
    texts.map(|text| text.split(['>', '<']).nth(1).unwrap()).collect()
}

#[test]
fn a_list_of_names_has_a_page_each_with_every_letter_as_often_as_it_occurs() {
    let (pages, output) =
        pages_of("\u{feff}Anna\n\n  Jean-Luc \r\n\u{395}\u{3bb}\u{3ad}\u{3bd}\u{3b7}\n", &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let [anna, jean, helen] = &pages[..] else { panic!("{} pages", pages.len()) };
    let letters = |page: &str, name: &str| {
        let words = words_of(page);
        assert_eq!(words[..2], [name, "Name:"], "{words:?}");
        let is_letter =
            |word: &&str| word.chars().count() == 1 && !word.chars().all(|it| it.is_ascii_digit());
        let known = ["a", "b", "c", "d", "e"];
        let all: Vec<&str> = words.into_iter().filter(is_letter).collect();
        // The letters of the columns follow each letter of the name.
        all.chunks(6)
            .map(|chunk| {
                assert_eq!(chunk[1..], known);
                chunk[0]
            })
            .collect::<String>()
    };
    assert_eq!(letters(anna, "Anna"), "Anna");
    assert_eq!(letters(jean, "Jean-Luc"), "JeanLuc");
    assert_eq!(
        letters(helen, "\u{395}\u{3bb}\u{3ad}\u{3bd}\u{3b7}"),
        "\u{395}\u{3bb}\u{3ad}\u{3bd}\u{3b7}"
    );
    assert!(words_of(helen).contains(&"Page 3 of 3"));
}

#[test]
fn names_share_a_page_as_cards_and_have_each_solution_once() {
    let (pages, output) = pages_of("Anna\nAda\nHannah\n", &["--per-page", "2", "--solutions"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let [first, second, solutions] = &pages[..] else { panic!("{} pages", pages.len()) };
    assert!(words_of(first).contains(&"Anna") && words_of(first).contains(&"Ada"));
    assert!(words_of(second).contains(&"Hannah"));
    let moves = words_of(solutions).iter().filter(|words| words.contains("moves, ")).count();
    assert_eq!(moves, 6, "A H a d h n");
    // Easy names come first, and five jumps are easier than all.
    let (easy, _) = pages_of("Hannah\nAda\n", &["--easy-first", "--jumps-left", "5"]);
    assert_eq!(words_of(&easy[0])[0], "Ada");
    assert!(words_of(&easy[0]).contains(&"gentle, 5 jumps"));
}

#[test]
fn solutions_go_to_a_file_of_their_own() {
    let folder = tempfile::tempdir().unwrap();
    let (sheet, solutions) = (folder.path().join("s.pdf"), folder.path().join("t.svg"));
    let apart = format!("--solutions={}", solutions.display());
    let output = pegfont_sheet(&sheet, &["AB", &apart]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(std::fs::read(&sheet).unwrap().starts_with(b"%PDF"));
    let words = std::fs::read_to_string(&solutions).unwrap();
    assert!(words_of(&words).contains(&"Solutions"), "{words}");
    let same = format!("--solutions={}", sheet.display());
    let output = pegfont_sheet(&sheet, &["AB", &same]);
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn what_a_sheet_can_not_show_is_named_before_anything_is_written() {
    let folder = tempfile::tempdir().unwrap();
    let sheet = folder.path().join("s.pdf");
    let output = pegfont_sheet(&sheet, &["A", "--title", "\u{5b57}\u{6bcd}"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).contains("\u{5b57}\u{6bcd}"), "{}", text(&output.stderr));
    assert!(!sheet.exists());
    let (pages, output) = pages_of("Anna\n\u{5b57}a\u{6bcd}\n", &[]);
    assert!(pages.is_empty());
    let words = text(&output.stderr);
    assert!(words.contains("names.txt:2: ") && words.contains("\u{5b57}\u{6bcd}"), "{words}");
    for names in ["", "\n \n", "---\n", &"A".repeat(61)] {
        let (pages, output) = pages_of(names, &[]);
        assert!(pages.is_empty() && output.status.code() == Some(1), "{names:?}");
    }
}

#[test]
fn a_letter_with_a_mark_that_no_game_leaves_is_played_without_it() {
    let (pages, output) = pages_of("Ng\u{1ecd}c\n", &[]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(text(&output.stderr).contains("its board shows o"), "{}", text(&output.stderr));
    assert_eq!(words_of(&pages[0])[0], "Ng\u{1ecd}c");
}

#[test]
#[ignore = "needs pdftotext (Debian: poppler-utils)"]
fn names_in_five_scripts_are_words_of_a_pdf() {
    let folder = tempfile::tempdir().unwrap();
    let names = [
        "Anna \u{141}\u{f3}d\u{17a}",
        "\u{395}\u{3bb}\u{3ad}\u{3bd}\u{3b7}",
        "\u{41c}\u{430}\u{440}\u{438}\u{44f}",
        "Ng\u{1ecd}c",
        "\u{130}brahim",
    ];
    let list = folder.path().join("names.txt");
    std::fs::write(&list, names.join("\n")).unwrap();
    let sheet = folder.path().join("s.pdf");
    let output = pegfont_sheet(
        &sheet,
        &["--names", list.to_str().unwrap(), "--title", "\u{2013} \u{2018}\u{20ac}\u{2019}"],
    );
    assert!(output.status.success(), "{}", text(&output.stderr));
    let run = Command::new("pdftotext").arg(&sheet).arg("-").output().expect("pdftotext runs");
    let words = text(&run.stdout);
    for name in names.iter().chain(&["\u{2013} \u{2018}\u{20ac}\u{2019}"]) {
        assert!(words.contains(name), "{name}: {words}");
    }
}
