//! The laboratory's commands, run as a user runs them. What they refuse is in `data/refusals.txt`.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::path::Path;
use std::process::{Command, Output, Stdio};

use crate::published::published;
use crate::running::{self, piped};
use peg_laboratory::Problems;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{LastJumps, Reachable, Slicing};
use serde_json::Value;

/// Runs a command line in the folder of the project.
fn run(line: &str) -> Output {
    let words = shlex::split(line).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    running::pegfont(Path::new("."), &words)
}

fn printed(line: &str) -> String {
    let output = run(line);
    assert!(
        output.status.success(),
        "{line}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8(output.stdout).unwrap()
}

fn answer(line: &str) -> Value {
    serde_json::from_str(&printed(&format!("{line} --json"))).unwrap()
}

/// The codes that a list of positions has, of which each line is `code:N`, perhaps with more behind
/// it.
fn codes(list: &str) -> Vec<u64> {
    let code = |line: &str| line.split(' ').next()?.strip_prefix("code:")?.parse().ok();
    list.lines()
        .map(|line| code(line).unwrap_or_else(|| panic!("{line}")))
        .collect()
}

#[test]
fn a_mistake_in_a_picture_on_standard_input_is_placed() {
    for (picture, place) in [("##\n#x\n", "2:2: "), ("triangular\n#\n##\n", "3:1: ")] {
        let output = piped(Path::new("."), &["levels", "-"], picture);
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(&format!("standard input:{place}")), "{said}");
    }
}

#[test]
fn the_position_in_a_picture_is_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    let file_name = file.to_str().unwrap();
    // From the middle, the game can't be solved.
    std::fs::write(&file, "triangular\n   #\n  # #\n # . #\n# # # #\n").unwrap();
    let table = printed(&format!("levels {file_name} --csv"));
    assert!(table.contains("\n0,9,1,0,0.0,1\n"), "{table}");
    let start = "####/####/#.##/##..";
    std::fs::write(&file, start.replace('/', "\n")).unwrap();
    let found = answer(&format!("pegfont find '{start}' --board {file_name}"));
    assert_eq!(found["start"], start);
}

#[test]
fn a_position_is_winning_or_lost_or_not_part_of_the_game() {
    // The mincode of a mistake in the corner game. Only some of its images are part of the game,
    // and those are lost.
    let about = answer("show triangle15 --position code:24");
    let said = about["images"].as_array().unwrap().iter().map(|image| {
        let image = image.as_str().unwrap();
        printed(&format!(
            "show triangle15 --start a1 --position code:{image}"
        ))
    });
    let (lost, others): (Vec<String>, Vec<String>) =
        said.partition(|said| said.ends_with("\nstanding: lost\n"));
    assert!(!lost.is_empty() && !others.is_empty());
    assert!(
        others
            .iter()
            .all(|said| said.ends_with("\nstanding: unreachable\n"))
    );
    // A hard position is one from which one jump wins.
    for hard in codes(&printed(
        "positions triangle15 hard --start b5 --finish a4 --winning --list",
    )) {
        let line = format!("show triangle15 --start b5 --finish a4 --position code:{hard}");
        let shown = answer(&line);
        assert_eq!(
            shown["winning_jumps"].as_array().unwrap().len(),
            1,
            "{shown}"
        );
    }
}

#[test]
fn indexed_positions_are_counted_and_listed_by_problem() {
    let table = printed("positions triangle15 indexed --csv");
    let mut lines = table.lines();
    // A corner, a hole beside it, the middle of an edge, and the middle.
    assert_eq!(lines.next(), Some("pegs,stored,anywhere,a1,a2,a3,b3"));
    let mut sums = [0; 7];
    for line in lines {
        for (sum, count) in sums.iter_mut().zip(line.split(',')) {
            *sum += count.parse::<u128>().unwrap();
        }
    }
    assert_eq!(sums[1], published("triangle15 indexed winning positions"));
    assert_eq!(sums[2..], [427, 95, 82, 361, 0]);
    let list = printed("positions triangle15 indexed --list");
    assert_eq!(codes(&list).len() as u128, sums[1]);
    let wins = |problem: &str| {
        list.lines()
            .filter(|line| line.split(' ').skip(1).any(|word| word == problem))
            .count()
    };
    assert_eq!(
        [wins("any"), wins("a1"), wins("a2"), wins("a3")],
        [427, 95, 82, 361]
    );
}

#[test]
fn a_list_has_what_its_table_counts_and_mincodes_where_it_says_so() {
    let kinds = "reachable winning losing dead-ends symmetric solvable hard stored indexed";
    for game in [
        "1x6",
        "3x4 --start a1",
        "3x4 --start a1 --finish any",
        "triangle15 --start a2",
    ] {
        let (name, _) = game.split_once(' ').unwrap_or((game, ""));
        let board: SmallBoard = name.parse().unwrap();
        for kind in kinds.split(' ') {
            let line = match kind {
                "indexed" => format!("positions {name} indexed"),
                _ => format!("positions {game} {kind}"),
            };
            let table = answer(&line);
            let counted: &[&str] = match kind {
                "symmetric" => &["mirror", "rotation180", "rectangular", "orthogonal_axis"],
                "stored" => &["stored", "complements"],
                "indexed" => &["stored"],
                "dead-ends" => &["dead_ends"],
                kind => &[kind],
            };
            let headings = table["columns"].as_array().unwrap();
            let is_counted = |at: &usize| counted.contains(&headings[*at].as_str().unwrap());
            let rows = table["rows"].as_array().unwrap().iter();
            let cells =
                rows.flat_map(|row| (0..headings.len()).filter(is_counted).map(|at| &row[at]));
            let sum: u64 = cells.filter_map(Value::as_u64).sum();
            let listed = codes(&printed(&format!("{line} --list")));
            assert_eq!(listed.len() as u64, sum, "{line}");
            let has_mincodes = !["hard", "stored", "indexed"].contains(&kind);
            let is_mincode = |&code: &u64| board.mincode(Bitboard(code)) == Bitboard(code);
            assert!(!has_mincodes || listed.iter().all(is_mincode), "{line}");
            assert!(kind == "stored" || listed.is_sorted(), "{line}");
        }
    }
    // A large code is a string, in tables as well.
    let large = run("show 8x8 --position code:9007199254740993 --json");
    let printed: Value = serde_json::from_slice(&large.stdout).unwrap();
    assert_eq!(printed["code"], "9007199254740993");
    let said = String::from_utf8(large.stderr).unwrap();
    assert!(
        said.contains("`peglab reduce 8x8 --start code:9007199254740993`"),
        "{said}"
    );
    let graph = answer("solutions 1x6 --graph");
    assert_eq!(graph["rows"][0], serde_json::json!([1, "61", "51"]));
}

#[test]
fn the_stored_positions_of_the_central_game_are_those_that_were_published() {
    let all = codes(&printed("positions english stored --list"));
    assert_eq!(
        all.len() as u128,
        published("english stored winning classes")
    );
    let read = |text: &str| {
        text.split(' ')
            .map(|it| it.parse().unwrap())
            .collect::<Vec<u64>>()
    };
    for line in include_str!("../../../../tests/data/english-winning-codes.csv")
        .lines()
        .skip(1)
    {
        let [pegs, first, last] = line.split(',').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let pegs: u32 = pegs.parse().unwrap();
        let mut list = all.clone();
        list.retain(|code| code.count_ones() == pegs);
        list.sort_unstable();
        assert!(
            list.starts_with(&read(first)) && list.ends_with(&read(last)),
            "{line}"
        );
    }
}

#[test]
fn the_mincodes_of_the_winning_positions_are_those_that_were_published() {
    let lines = include_str!("../../../../tests/data/triangle15-corner-winning.csv")
        .lines()
        .skip(1);
    let lines = lines.map(|line| line.split_once(',').unwrap());
    let published =
        |text: &str| -> Vec<u64> { text.split(' ').map(|it| it.parse().unwrap()).collect() };
    let mut all = BTreeSet::new();
    for (pegs, list) in lines {
        let of = "positions triangle15 winning --start a1 --list --pegs";
        assert_eq!(codes(&printed(&format!("{of} {pegs}"))), published(list));
        all.extend(published(list));
    }
    let stored = codes(&printed("positions triangle15 stored --start a1 --list"));
    assert_eq!(stored, all.into_iter().collect::<Vec<_>>());
}

#[test]
fn symmetric_positions_are_listed_within_solutions() {
    let corner = "positions triangle15 symmetric --start a1 --finish a1";
    let winning = codes(&printed(&format!("{corner} --winning --list")));
    let all = codes(&printed(&format!("{corner} --list")));
    assert!(winning.len() < all.len() && winning.iter().all(|code| all.contains(code)));
    let table = printed(&format!("{corner} --winning --csv"));
    assert!(table.lines().count() > 10, "{table}");
}

#[test]
fn a_game_that_cant_be_solved_is_not_the_default() {
    let output = run("levels triangle15 --csv");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the nearest that can"), "{said}");
    let table = String::from_utf8(output.stdout).unwrap();
    let last = table.lines().last().unwrap();
    assert!(
        last.starts_with("13,1,") && !last.ends_with(",0.0"),
        "{table}"
    );
}

/// The cells of CSV that needs no quotes, below the keys.
fn csv_rows(line: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let text = printed(&format!("{line} --csv"));
    let cells = |row: &str| row.split(',').map(str::to_owned).collect();
    let mut rows: Vec<Vec<String>> = text.lines().map(cells).collect();
    (rows.remove(0), rows)
}

/// Whether a cell of CSV says what a value of JSON does, of a number to the last digit but one, in
/// which readers of JSON may err.
fn agrees(cell: &str, value: &Value) -> bool {
    match value {
        Value::Null => cell.is_empty(),
        Value::Bool(is) => cell == if *is { "yes" } else { "no" },
        Value::String(words) => cell == words,
        Value::Number(number) => {
            let number = number.as_f64().unwrap();
            cell.parse()
                .is_ok_and(|found: f64| (found - number).abs() <= 1e-15 * number.abs())
        }
        other => panic!("{other}"),
    }
}

#[test]
fn csv_of_a_table_has_the_figures_of_json_to_the_last_digit() {
    for line in [
        "levels triangle15 --start a1",
        "levels triangle15 --start a1 --moves",
        "random-play triangle15 --start a1 --winning --games",
        "positions triangle15 winning losing --start a1",
        "positions triangle15 symmetric --start a1",
        "solutions triangle15 --start a1",
        "solutions triangle15 --start a1 --graph",
    ] {
        let (keys, rows) = csv_rows(line);
        let table = answer(line);
        assert_eq!(serde_json::json!(keys), table["columns"], "{line}");
        assert_eq!(
            rows.len(),
            table["rows"].as_array().unwrap().len(),
            "{line}"
        );
        for (number, row) in rows.iter().enumerate() {
            for (at, cell) in row.iter().enumerate() {
                let value = &table["rows"][number][at];
                assert!(agrees(cell, value), "{line}: {cell}, {value}");
            }
        }
    }
}

#[test]
fn csv_of_other_answers_has_the_figures_of_json_to_the_last_digit() {
    // They have the same keys in a list of JSON, or those that are named here.
    let of_puzzle = [
        ("target", "title"),
        ("shortest", "fewest_moves_solutions"),
        ("chance", "probability"),
        ("forks", "forks_met"),
    ];
    for (line, list) in [
        ("problems 4x4", "problems"),
        ("pegfont solve --board 4x4", "by_pegs"),
        ("pegfont puzzle APi", "puzzles"),
        ("pegfont puzzle A --hints", "hints"),
        ("pegfont font list --only ABg", "characters"),
    ] {
        let (keys, rows) = csv_rows(line);
        let answer = answer(line);
        let listed = answer[list].as_array().unwrap();
        let mut compared = 0;
        for (row, one) in rows.iter().zip(listed) {
            for (cell, key) in row.iter().zip(&keys) {
                let other = of_puzzle
                    .iter()
                    .find(|names| list == "puzzles" && names.0 == key);
                let key = other.map_or(&**key, |names| names.1);
                let Some(value) = one.get(key).filter(|it| !it.is_array()) else {
                    continue;
                };
                let loses = cell == "loses" && one["keeps"] == false;
                assert!(
                    loses || agrees(cell, value),
                    "{line}: {key}: {cell}, {value}"
                );
                compared += 1;
            }
        }
        assert!(
            compared >= 2 * listed.len() && compared > 3,
            "{line}: {compared}"
        );
    }
}

#[test]
fn the_problems_of_a_large_board_are_listed_before_they_are_solved() {
    let board: SmallBoard = "triangle36".parse().unwrap();
    let mut expected = Vec::new();
    for (number, group) in (1..).zip(&Problems::of(&board).groups) {
        let mut line = format!("group {number}:");
        for problem in group {
            let [vacancy, finish] =
                [problem.vacancy, problem.survivor].map(|hole| board.hole_name(hole));
            line += &format!(" {vacancy}-{finish}");
        }
        expected.push(line);
    }

    // It would go on for minutes.
    let mut child = Command::new(crate::PROGRAM)
        .args(["problems", "triangle36"])
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let listed = lines
        .map(Result::unwrap)
        .take_while(|line| !line.is_empty());
    let listed: Vec<String> = listed.collect();
    child.kill().unwrap();
    child.wait().unwrap();

    assert!(listed[0].ends_with(", of which none is solved yet:"));
    assert_eq!(listed[1..], expected);
}

/// A row of the table in the documentation that says which questions a file answers.
struct AnswerRow<'d> {
    /// The words behind `peglab`.
    question: Vec<&'d str>,
    /// For a set on disk, and for a table.
    is_answered: [bool; 2],
    why_not: &'d str,
}

/// The rows of that table.
fn rows_of_answers() -> Vec<AnswerRow<'static>> {
    let page = include_str!("../../../../docs/laboratory.md");
    let section = page.split("## Answers from a file").nth(1).unwrap();
    let section = section.split("\n## ").next().unwrap();

    let mut rows = Vec::new();
    for line in section.lines().filter(|line| line.starts_with("| `")) {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, question, in_memory, on_disk, table, why_not, _] = cells[..] else {
            panic!("{line}")
        };
        let is_answered = |cell: &str| match cell {
            "yes" => true,
            "no" => false,
            other => panic!("{other}"),
        };
        assert!(is_answered(in_memory), "{line}");
        rows.push(AnswerRow {
            question: question.trim_matches('`').split(' ').collect(),
            is_answered: [on_disk, table].map(is_answered),
            why_not,
        });
    }
    rows
}

#[test]
fn every_cell_of_the_table_of_answers_from_a_file_is_so() {
    let folder = tempfile::tempdir().unwrap();
    let board: SmallBoard = "triangle15".parse().unwrap();
    let corner = board.parse_hole("a1").unwrap();
    let start = board.full().without(corner.bit());

    let set = folder.path().join("a.set");
    let plan = Slicing::new(&board, start, None).unwrap();
    plan.complete(&set, 1 << 30, Progress::NONE).unwrap();
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    let table = LastJumps::fill(&reachable, Progress::NONE).unwrap();
    let mut file = std::fs::File::create(folder.path().join("a.table")).unwrap();
    table.write(&mut file, Progress::NONE).unwrap();

    let rows = rows_of_answers();
    for command in [
        "levels",
        "positions",
        "random-play",
        "solutions",
        "problems",
        "show",
        "reduce",
    ] {
        assert!(
            rows.iter().any(|row| row.question[0] == command),
            "{command}"
        );
    }
    for row in rows {
        let AnswerRow {
            question,
            is_answered,
            why_not,
        } = row;
        let mut words = vec![question[0], "triangle15"];
        words.extend(&question[1..]);
        let is_of_one_start = !matches!(question[..], ["problems" | "show", ..] | [_, "indexed"]);
        if is_of_one_start {
            words.extend(["--start", "a1"]);
        }
        let in_memory = running::pegfont(folder.path(), &words);
        assert!(in_memory.status.success(), "{words:?}");

        for (name, is_answered) in ["a.set", "a.table"].into_iter().zip(is_answered) {
            let from_file = [&words[..], &["--reachable", name]].concat();
            let answered = running::pegfont(folder.path(), &from_file);
            if is_answered {
                assert!(answered.status.success(), "{from_file:?}");
                let [expected, found] =
                    [&in_memory, &answered].map(|run| String::from_utf8_lossy(&run.stdout));
                assert_eq!(found, expected, "{from_file:?}");
                assert_eq!(why_not, "");
            } else {
                let said = String::from_utf8_lossy(&answered.stderr);
                let expected = format!("error: {why_not}: leave out --reachable\n");
                assert_eq!((answered.status.code(), &*said), (Some(2), &*expected));
            }
        }
    }
}
