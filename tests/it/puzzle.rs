//! `pegfont puzzle` and `pegfont sheet` as a user runs them: tables, JSON, sheets, and the messages about unreachable goals.
use std::path::Path;
use std::process::{Command, Output};

use peg_solitaire::board::SmallBoard;
use peg_solitaire::solution::Solution;
use serde_json::Value;

fn puzzle(arguments: &[&str]) -> Output {
    let program = assert_cmd::cargo::cargo_bin!("pegfont");
    Command::new(program).arg("puzzle").args(arguments).output().unwrap()
}

fn pegfont_sheet(path: &Path, arguments: &[&str]) -> Output {
    let program = assert_cmd::cargo::cargo_bin!("pegfont");
    Command::new(program).arg("sheet").args(arguments).arg("-o").arg(path).output().unwrap()
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
    assert_eq!(days, ["x", "L", "Q"]);
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
        (vec!["A\u{1F600}"], "character 2"),
        (vec![" "], "no character"),
        (vec!["#####/#####"], "rows"),
        (vec!["z9", "--board", "english"], "any"),
        (vec!["A", "--sheet", "sheet.doc"], "pegfont sheet"),
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
    let output = pegfont_sheet(&sheet, &["AEW", "--solution"]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    let answer = puzzles(&puzzle(&["AEW", "--json", "--solution"]));
    let printed = folder.path().join("sheet.txt");
    let run = Command::new("pdftotext").arg("-layout").args([&sheet, &printed]).output();
    let run = run.expect("pdftotext runs");
    assert!(run.status.success(), "{}", text(&run.stderr));
    let words = std::fs::read_to_string(printed).unwrap();
    assert_eq!(words.matches('\u{c}').count(), 2, "a page of puzzles and one of solutions");
    let words: String = words.split_whitespace().collect::<Vec<_>>().join(" ");
    for puzzle in &answer {
        assert!(words.contains(puzzle["solution"].as_str().unwrap()), "{words}");
    }
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
    let pages = made(&["--solution", "--per-page", "2", "--title", "For Ada & Bob", "--cut-out"]);
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
        let output = pegfont_sheet(&sheet, &["A", "--per-page", count]);
        assert!(output.status.success(), "{}", text(&output.stderr));
        let page = std::fs::read_to_string(&sheet).unwrap();
        let radii = page.split(" r=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        radii.skip(35).map(|radius| radius.parse::<f64>().unwrap()).fold(0.0, f64::max)
    });
    assert!(radii.windows(2).all(|pair| pair[0] > 1.3 * pair[1]), "{radii:?}");
}

#[test]
fn the_same_puzzle_gives_the_same_bytes_with_one_thread() {
    let program = assert_cmd::cargo::cargo_bin!("pegfont");
    let mut alone = Command::new(program);
    alone.args(["puzzle", "EK", "--json"]).env("RAYON_NUM_THREADS", "1");
    let alone = alone.output().unwrap();
    assert!(alone.status.success() && !alone.stdout.is_empty(), "{}", text(&alone.stderr));
    assert_eq!(alone.stdout, puzzle(&["EK", "--json"]).stdout);
}
