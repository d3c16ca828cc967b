//! The laboratory's commands, run as a user runs them.

use std::collections::{BTreeMap, BTreeSet};

use crate::published::published;
use crate::running::PROGRAM;
use assert_cmd::Command;
use peg_solitaire::board::Board;
use peg_solitaire::solution::Solution;

fn pegfont(arguments: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command.args(arguments);
    command
}

fn printed(arguments: &[&str]) -> String {
    let output = pegfont(arguments).output().unwrap();
    assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

/// The exit code and the message of a command that fails.
fn refused(arguments: &[&str]) -> (i32, String) {
    let output = pegfont(arguments).output().unwrap();
    assert!(output.stdout.is_empty(), "{arguments:?}");
    (output.status.code().unwrap(), String::from_utf8(output.stderr).unwrap())
}

#[test]
fn show_lists_holes_triples_symmetries_and_rank_of_a_board() {
    let text = printed(&["board", "show", "english", "--json"]);
    let shown: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(shown["holes"].as_array().unwrap().len(), 33);
    assert_eq!(shown["triples"].as_array().unwrap().len(), 38);
    assert_eq!(shown["symmetries"].as_array().unwrap().len(), 8);
    assert_eq!(shown["rank"], 29);
    assert_eq!(shown["null_class"], true);
    assert!(printed(&["board", "show", "boards/star.txt"]).contains("13 holes"));
    assert!(printed(&["board", "list"]).contains("wiegleb"));
}

#[test]
fn unknown_boards_and_invalid_pictures_are_refused() {
    let (code, said) = refused(&["board", "show", "atlantis"]);
    assert_eq!(code, 2);
    assert!(said.contains("atlantis") && said.contains("english"), "{said}");
    let too_large = "#".repeat(65);
    for (picture, word) in [("", "at least one hole"), ("##x", "'x'"), (too_large.as_str(), "65")] {
        let mut command = pegfont(&["board", "show", "-"]);
        let output = command.write_stdin(picture).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(word), "{said}");
    }
}

#[test]
fn a_board_without_holes_is_refused() {
    for name in ["0x3", "3x0", "line0", "triangle0"] {
        let (code, said) = refused(&["board", "show", name]);
        assert_eq!(code, 2);
        assert!(said.contains("at least one hole"), "{said}");
    }
}

#[test]
fn an_error_in_a_picture_of_a_board_names_the_line_and_the_column() {
    let pictures =
        [("##\n#x\n", "standard input:2:2: "), ("triangular\n#\n##\n", "standard input:3:1: ")];
    for (picture, place) in pictures {
        let output = pegfont(&["board", "levels", "-"]).write_stdin(picture).output().unwrap();
        assert_eq!(output.status.code(), Some(1));
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(place), "{said}");
    }
}

#[test]
fn solutions_are_counted() {
    let solutions = published("english solutions");
    let said = printed(&["board", "winning", "english", "--count"]);
    assert_eq!(said, format!("{solutions} solutions\n"));
    // The middle of the top row and its left end are in different position classes.
    let none =
        ["board", "winning", "english", "--start", "d1", "--finish", "c1", "--count", "--json"];
    let none: serde_json::Value = serde_json::from_str(&printed(&none)).unwrap();
    assert_eq!(none["solutions"], "0");
    let (code, _) = refused(&["board", "winning", "english", "--start", "any", "--count"]);
    assert_eq!(code, 2);
}

#[test]
fn indexed_positions_are_counted_by_problem() {
    let table = printed(&["board", "winning", "triangle15", "--indexed", "--csv"]);
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
    let list = printed(&["board", "winning", "triangle15", "--indexed", "--list"]);
    assert_eq!(list.lines().count() as u128, published("triangle15 indexed winning positions"));
    let wins = |problem: &str| {
        list.lines().filter(|line| line.split(' ').skip(1).any(|word| word == problem)).count()
    };
    assert_eq!([wins("any"), wins("a1"), wins("a2"), wins("a3")], [427, 95, 82, 361]);
    let (code, said) = refused(&["board", "winning", "triangle15", "--indexed", "--start", "a1"]);
    assert_eq!(code, 2);
    assert!(said.contains("--indexed") && said.contains("--start"), "{said}");
}

#[test]
#[ignore = "needs python3"]
fn plots_are_well_formed() {
    let folder = tempfile::tempdir().unwrap();
    let mut plots = Vec::new();
    for (number, command) in [
        "levels triangle15",
        "levels triangle15 --moves",
        "winning triangle15 --start any",
        "winning triangle15 --start a1 --finish a4",
        "winning triangle15 --indexed",
        "symmetric 4x4",
        "symmetric triangle15",
        "random-play 5x5",
        "levels 1x1",
        "random-play 1x1",
    ]
    .iter()
    .enumerate()
    {
        let plot = folder.path().join(format!("{number}.svg")).to_str().unwrap().to_owned();
        let mut arguments: Vec<&str> = std::iter::once("board").chain(command.split(' ')).collect();
        arguments.extend(["--plot", &plot]);
        pegfont(&arguments).assert().success();
        plots.push(plot);
    }
    // Everything drawn lies within the picture, and all coordinates are numbers.
    let check = r#"
import re, sys, xml.etree.ElementTree as tree
for path in sys.argv[1:]:
    svg = tree.parse(path).getroot()
    _, _, width, height = map(float, svg.get("viewBox").split())
    for part in svg.iter():
        if part.tag.endswith("circle"):
            assert 0 <= float(part.get("cx")) <= width and 0 <= float(part.get("cy")) <= height, path
        if part.tag.endswith("path"):
            numbers = re.findall(r"[-\d.]+", part.get("d"))
            assert all(0 <= float(number) <= width for number in numbers), path
"#;
    let status = std::process::Command::new("python3").arg("-c").arg(check).args(plots).status();
    assert!(status.expect("python3 runs").success());
}

#[test]
fn a_start_or_finish_off_the_board_is_a_usage_error() {
    for arguments in [
        ["board", "levels", "triangle15", "--start", "z9"],
        ["board", "levels", "triangle15", "--finish", "e1"],
        ["board", "reduce", "5x5", "--finish", "f1"],
    ] {
        let (code, said) = refused(&arguments);
        assert_eq!(code, 2, "{said}");
        assert!(said.contains(arguments[4]), "{said}");
    }
}

#[test]
fn a_board_that_does_not_fit_says_how_much_it_takes() {
    let (code, said) = refused(&["board", "levels", "8x8"]);
    assert_eq!(code, 1);
    assert!(said.contains("memory"), "{said}");
}

#[test]
fn the_tables_come_as_text_values_json_and_pictures() {
    let folder = tempfile::tempdir().unwrap();
    let plot = folder.path().join("levels.svg");
    let csv = printed(&[
        "board",
        "levels",
        "triangle15",
        "--start",
        "a1",
        "--csv",
        "--plot",
        plot.to_str().unwrap(),
    ]);
    assert!(csv.starts_with("jumps,pegs,reachable,winning,share\n0,14,1,1,1.000\n"), "{csv}");
    let svg = std::fs::read_to_string(&plot).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
    let json = printed(&["board", "random-play", "triangle15", "--start", "a1", "--json"]);
    let table: serde_json::Value = serde_json::from_str(&json).unwrap();
    let columns = table["columns"].as_array().unwrap();
    let column = columns.iter().position(|heading| heading == "probability").unwrap();
    let rows = table["rows"].as_array().unwrap();
    let sum: f64 = rows.iter().map(|row| row[column].as_f64().unwrap()).sum();
    assert!((sum - 1.0).abs() < 1e-9);
    assert!(printed(&["board", "symmetric", "4x4"]).contains("square"));
}

#[test]
fn the_stored_positions_of_the_central_game_are_16_files_of_codes_as_published() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("english.bin");
    let said = printed(&["board", "winning", "english", "-o", file.to_str().unwrap()]);
    assert!(said.contains("english-5.bin: 38 positions, 152 bytes\n"), "{said}");
    let mut stored = 0;
    let mut lists = BTreeMap::new();
    for pegs in 1..=16 {
        let bytes = std::fs::read(folder.path().join(format!("english-{pegs}.bin"))).unwrap();
        let (codes, rest) = bytes.as_chunks::<4>();
        let codes: Vec<u32> = codes.iter().map(|code| u32::from_le_bytes(*code)).collect();
        assert!(rest.is_empty() && codes.is_sorted_by(|one, next| one < next), "{pegs}");
        assert!(codes.iter().all(|code| code.count_ones() == pegs), "{pegs}");
        stored += codes.len() as u128;
        lists.insert(pegs, codes);
    }
    assert_eq!(stored, published("english stored winning classes"));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 16);
    let codes = |text: &str| text.split(' ').map(|code| code.parse().unwrap()).collect::<Vec<_>>();
    for line in include_str!("../data/english-winning-codes.csv").lines().skip(1) {
        let [pegs, first, last] = line.split(',').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let list = &lists[&pegs.parse().unwrap()];
        assert!(list.starts_with(&codes(first)) && list.ends_with(&codes(last)), "{line}");
    }
}

#[test]
fn the_indexed_positions_are_a_text_in_which_each_has_its_problems() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("triangle15.txt");
    let indexed = ["board", "winning", "triangle15", "--indexed"];
    let said = printed(&[&indexed[..], &["-o", file.to_str().unwrap()]].concat());
    assert!(said.contains("triangle15.txt: 437 positions, "), "{said}");
    let text = std::fs::read_to_string(file).unwrap();
    assert_eq!(text, printed(&[&indexed[..], &["--list"]].concat()).replace("code:", ""));
    let lines = text.lines().filter(|line| line.ends_with(" a1") || line.contains(" a1 "));
    assert_eq!(lines.count(), 95);
}

#[test]
fn random_play_is_the_same_on_any_number_of_threads() {
    let play = |threads: &str| {
        let mut command = pegfont(&["board", "random-play", "5x5", "--winning", "--json"]);
        command.env("RAYON_NUM_THREADS", threads).output().unwrap().stdout
    };
    let one = play("1");
    assert!(!one.is_empty() && one == play("2") && one == play("8"));
}

#[test]
fn a_position_is_winning_or_lost_or_not_part_of_the_game() {
    let cross = "code:486458901";
    let said = printed(&["board", "winning", "english", "--position", cross]);
    assert!(said.contains("not part of a game from this start"), "{said}");
    assert!(said.contains("it can be reduced to one peg, at a4 d4"), "{said}");
    let json = printed(&["board", "winning", "english", "--position", cross, "--json"]);
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&answer["standing"], &answer["winning"], &answer["solvable"]),
        (&"not_of_this_game".into(), &false.into(), &true.into())
    );
    // The mincode of a mistake in the corner game. Only some of its images are part of the game, and those are lost.
    let json = printed(&["board", "about", "triangle15", "code:24", "--json"]);
    let about: serde_json::Value = serde_json::from_str(&json).unwrap();
    let images = about["images"].as_array().unwrap();
    let said = images.iter().map(|image| {
        let code = format!("code:{image}");
        printed(&["board", "winning", "triangle15", "--start", "a1", "--position", &code])
    });
    let (lost, others): (Vec<String>, Vec<String>) =
        said.partition(|said| said.contains("lost: the finish can't be reached from here"));
    assert!(!lost.is_empty() && !others.is_empty());
    assert!(others.iter().all(|said| said.contains("not part of a game from this start")));
}

#[test]
fn a_position_is_told_with_its_codes_and_its_problems() {
    let json = printed(&["board", "about", "english", "code:486458901", "--json"]);
    let about: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(about["code"], 486_458_901);
    assert_eq!(about["complement"], (1_u64 << 33) - 1 - 486_458_901);
    assert!(about["finishes"].as_array().unwrap().contains(&"d4".into()));
    assert_eq!(about["least_pegs"], 1);
    let said = printed(&["board", "about", "triangle15", "code:32766"]);
    assert!(said.contains("the vacancies that lead to it: a1\n"), "{said}");
    let said = printed(&["board", "about", "5x5", "code:33550335"]);
    assert!(said.ends_with("it can be reduced to 2 pegs, and no fewer\n"), "{said}");
    let (code, said) = refused(&["board", "about", "triangle15", "code:32768"]);
    assert_eq!(code, 2);
    assert!(said.contains("32768"), "{said}");
}

#[test]
fn kinds_are_counted_and_listed() {
    let kinds = ["board", "positions", "triangle15", "winning", "losing", "--start", "a1"];
    let csv = printed(&[&kinds[..], &["--csv"]].concat());
    assert!(csv.starts_with("pegs,winning,losing\n0,0,"), "{csv}");
    let (code, said) = refused(&[&kinds[..], &["--list"]].concat());
    assert_eq!(code, 2);
    assert!(said.contains("--list takes one kind"), "{said}");
    let four =
        ["board", "positions", "triangle15", "winning", "--start", "a1", "--list", "--pegs", "4"];
    let published = include_str!("../data/triangle15-corner-winning.csv");
    let codes = printed(&four).replace("code:", "").replace('\n', " ");
    assert!(published.contains(&format!("\n4,{}\n", codes.trim())), "{codes}");
}

#[test]
fn the_positions_of_a_level_are_listed() {
    let moves = ["board", "levels", "triangle15", "--start", "a1", "--finish", "a1", "--moves"];
    let first = printed(&[&moves[..], &["--list", "1"]].concat());
    assert_eq!(first.lines().count(), 1, "{first}");
    let json = printed(&[&moves[..], &["--list", "1", "--backward", "--json"]].concat());
    let level: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!((&level["kind"], &level["mincodes"][0]), (&"backward".into(), &10.into()));
    let (code, said) = refused(&[&moves[..], &["--list", "14"]].concat());
    assert_eq!(code, 2);
    assert!(said.contains("no position takes 14 moves: the last level is "), "{said}");
    let any = ["board", "levels", "triangle15", "--start", "a1", "--finish", "any", "--moves"];
    let (code, said) = refused(&[&any[..], &["--list", "1", "--backward"]].concat());
    assert_eq!(code, 2);
    assert!(said.contains("--backward needs a --finish of one hole"), "{said}");
}

#[test]
fn the_mincodes_of_the_winning_positions_are_those_that_were_published() {
    let codes = printed(&["board", "winning", "triangle15", "--start", "a1", "--list"]);
    let published = include_str!("../data/triangle15-corner-winning.csv").lines().skip(1);
    let published = published.flat_map(|line| line.split_once(',').unwrap().1.split(' '));
    let mut published: Vec<u64> = published.map(|code| code.parse().unwrap()).collect();
    published.sort_unstable();
    let code = |line: &str| line.strip_prefix("code:").unwrap().parse().unwrap();
    let codes: Vec<u64> = codes.lines().map(code).collect();
    assert_eq!(codes, published);
}

#[test]
fn the_shortest_solutions_are_listed_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let corner = ["board", "solutions", "triangle15", "--start", "a1", "--finish", "a1"];
    let said = printed(&corner);
    let fewest = published("triangle15 fewest moves from corner to corner");
    assert!(said.contains(&format!(" with the fewest moves, {fewest};")), "{said}");
    let list = printed(&[&corner[..], &["--list"]].concat());
    assert!(list.lines().all(|line| line.split(' ').count() as u128 == fewest), "{list}");
    let svg = folder.path().join("graph.svg");
    printed(&[&corner[..], &["--graph", svg.to_str().unwrap()]].concat());
    let svg = std::fs::read_to_string(svg).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("<path"), "{svg}");
    let dot = printed(&[&corner[..], &["--graph", "-"]].concat());
    assert!(dot.starts_with("digraph") && dot.contains("32766 -> "), "{dot}");
    let (code, said) = refused(&[&corner[..], &["--graph", "graph.png"]].concat());
    assert_eq!(code, 2);
    assert!(said.contains("svg"), "{said}");
    let (code, _) = refused(&[&corner[..], &["--graph", "-", "--list"]].concat());
    assert_eq!(code, 2);
}

#[test]
fn a_board_is_shown_with_a_margin_or_with_numbers() {
    let wide = printed(&["board", "show", "3x3", "--margin", "1"]);
    assert_eq!(wide, ".....\n.###.\n.#.#.\n.###.\n.....\n");
    let mut command = pegfont(&["board", "show", "-", "--json"]);
    let output = command.write_stdin(wide).output().unwrap();
    assert!(String::from_utf8(output.stdout).unwrap().contains("e5"));
    let triangle = printed(&["board", "show", "triangle3", "--margin", "1"]);
    let holes = triangle.lines().skip(1).flat_map(str::chars).filter(|mark| *mark != ' ').count();
    assert_eq!((triangle.lines().next(), holes), (Some("triangular"), 12));
    let numbers = printed(&["board", "show", "triangle6", "--numbers"]);
    let numbers: Vec<&str> = numbers.split_whitespace().collect();
    assert_eq!(numbers, ["1", "2", "3", "4", "5", "6"]);
    let (code, said) = refused(&["board", "show", "64x64", "--margin", "1"]);
    assert_eq!(code, 2);
    assert!(said.contains("66"), "{said}");
}

#[test]
fn holes_are_numbered_and_digits_grouped_as_in_print() {
    let named = ["board", "reduce", "triangle15", "--start", "a1", "--json"];
    let by_name = printed(&[&named[..], &["--finish", "a1"]].concat());
    assert_eq!(printed(&[&named[..], &["--finish", "1"]].concat()), by_name);
    for hole in ["1", "hole1", "code:32766"] {
        let finish = if hole == "1" { "100000000000000" } else { "hole1" };
        let start =
            ["board", "reduce", "triangle15", "--start", hole, "--json", "--finish", finish];
        assert_eq!(printed(&start), by_name, "{hole}");
    }
    // Games with numbers are the same games.
    let triangle: Board = "triangle15".parse().unwrap();
    let start = triangle.complement(&triangle.parse_hole("a1").unwrap().into());
    let games = |command: &str, list: &[&str], more: &[&str]| -> Vec<Solution> {
        let game = ["board", command, "triangle15", "--start", "a1", "--finish", "1"];
        let said = printed(&[&game[..], list, more].concat());
        assert_eq!(said.contains("a1-"), more.is_empty(), "{said}");
        let games = said.lines().filter(|line| line.contains('-'));
        games.map(|line| Solution::parse(&triangle, start.clone(), line).unwrap()).collect()
    };
    for (command, list) in [("solutions", &["--list"][..]), ("reduce", &[])] {
        assert_eq!(games(command, list, &["--numbers"]), games(command, list, &[]), "{command}");
    }
    let (code, said) = refused(&[&named[..], &["--finish", "16"]].concat());
    assert_eq!(code, 2);
    assert!(said.contains("16"), "{said}");
    let grouped = printed(&["board", "about", "triangle15", "01111 11111 11111"]);
    assert_eq!(grouped, printed(&["board", "about", "triangle15", "011111111111111"]));
    assert!(printed(&["board", "about", "triangle15", "code:0"]).contains("it has no pegs"));
}

#[test]
fn two_players_are_told_who_wins() {
    let said = printed(&["line", "11", "--two-players"]);
    assert!(said.starts_with("two players: the first wins, with "), "{said}");
    assert_eq!(printed(&["line", "1", "--two-players"]), "two players: the second wins\n");
    let (code, said) = refused(&["line", &"1".repeat(63), "--two-players"]);
    assert_eq!(code, 2);
    assert!(said.contains("1 to 62 holes"), "{said}");
    assert!(printed(&["line", "--language"]).starts_with("0*(1|11|"));
    let about = ["board", "about", "triangle6", "001001", "--two-players"];
    assert!(printed(&about).contains("two players: the first wins, with "));
}

#[test]
fn symmetric_positions_are_listed_by_type_and_within_solutions() {
    let symmetric = ["board", "positions", "5x5", "symmetric", "--start", "c3", "--list"];
    let all = printed(&symmetric);
    let of = |types: &str| printed(&[&symmetric[..], &["--symmetry", types]].concat());
    let few = of("diagonal_axis");
    let more = of("diagonal_axis,orthogonal_axis").lines().count();
    assert_eq!(more, few.lines().count() + of("orthogonal_axis").lines().count());
    let (code, said) = refused(&[&symmetric[..], &["--symmetry", "oblong"]].concat());
    assert_eq!(code, 2);
    assert!(said.contains("--symmetry oblong: no such position; these types occur: "), "{said}");
    assert!(!few.is_empty() && few.lines().all(|code| all.lines().any(|one| one == code)));
    assert!(few.lines().count() < all.lines().count());
    let corner = ["board", "symmetric", "triangle15", "--start", "a1", "--finish", "a1"];
    let said = printed(&[&corner[..], &["--solutions"]].concat());
    assert!(said.contains("a reflection: at most 4 positions, with 14, "), "{said}");
    // Neither start nor finish is symmetric.
    let row =
        printed(&["board", "symmetric", "3x1", "--start", "c1", "--finish", "c1", "--solutions"]);
    assert!(row.contains("half a turn: no position of any solution\n"), "{row}");
    let json = printed(&[&corner[..], &["--solutions", "--json"]].concat());
    let answer: serde_json::Value = serde_json::from_str(&json).unwrap();
    let mut most = answer["most_symmetric"].as_array().unwrap().iter();
    assert!(most.any(|most| most["symmetric_positions"] == 4), "{json}");
    let winning = printed(&[&corner[..], &["--winning", "--csv"]].concat());
    assert!(winning.lines().count() > 10, "{winning}");
}

#[test]
fn random_play_lists_its_ends_and_says_how_likely_it_still_wins() {
    let play = ["board", "random-play", "triangle15", "--start", "a1", "--finish", "a1"];
    let ends = printed(&[&play[..], &["--list"]].concat());
    let probabilities: Vec<f64> =
        ends.lines().map(|line| line.split_once(' ').unwrap().1.parse().unwrap()).collect();
    assert!(probabilities.is_sorted_by(|one, other| one >= other));
    assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-3, "{ends}");
    let csv = printed(&[&play[..], &["--winning", "--csv"]].concat());
    assert!(
        csv.starts_with("jumps,pegs,dead_ends,probability,winning\n0,14,0,0,1.0000E+00\n"),
        "{csv}"
    );
    assert!(printed(&play).contains("The likeliest end, 1 in "));
}

#[test]
fn the_last_peg_of_another_position_class_is_refused_before_any_work() {
    for arguments in [
        ["puzzle", "e5", "--board", "diamond"],
        ["solution", "e5", "--board", "diamond"],
        ["puzzle", "d4", "--board", "french"],
    ] {
        let (code, said) = refused(&arguments);
        assert_eq!(code, 1, "{arguments:?}");
        assert!(said.contains("another position class"), "{arguments:?}: {said}");
        assert!(!said.contains("solving"), "{arguments:?}: {said}");
    }
    let said = printed(&["hints", "e5", "--board", "diamond"]);
    assert!(said.contains("The target can't be reached."), "{said}");
}

#[test]
fn answers_follow_from_start_and_finish_together() {
    // Of the two jumps that the start allows, one leaves the peg in the finish.
    let row = ["board", "random-play", "1x4", "--start", "./#/#/.", "--finish", "a1"];
    let play = printed(&[&row[..], &["--winning", "--csv"]].concat());
    assert!(play.ends_with("\n1,1,1,1.0000E+00,5.0000E-01\n"), "{play}");
    let game = ["triangle15", "--start", "b5", "--finish", "a4"];
    let hard = printed(&[&["board", "hard"], &game[..], &["--pegs", "9"]].concat());
    assert!(hard.contains("9 pegs: 8 jumps, one of them winning"), "{hard}");
    let reached = printed(&[&["board", "hard"], &game[..], &["--from-start", "--json"]].concat());
    let reached: serde_json::Value = serde_json::from_str(&reached).unwrap();
    for example in reached["hardest"].as_array().unwrap().iter().map(|hard| &hard["examples"][0]) {
        assert_eq!(example["winning_jumps"].as_array().unwrap().len(), 1, "{example}");
    }
}

#[test]
fn any_finish_is_one_in_any_position_class() {
    let kinds = ["board", "positions", "triangle10", "winning", "solvable", "--start", "c4"];
    let table = printed(&[&kinds[..], &["--finish", "any", "--csv"]].concat());
    for line in table.lines().skip(1) {
        let [_, winning, solvable] = line.split(',').collect::<Vec<_>>()[..] else { panic!() };
        let [winning, solvable] = [winning, solvable].map(|count| count.parse::<u32>().unwrap());
        assert!(winning <= solvable, "{line}");
    }
    let any = ["solution", "any", "--board", "triangle15", "--start", "b5", "--which"];
    let shortest = printed(&[&any[..], &["fewest-moves"]].concat());
    assert_eq!(shortest.split(' ').count(), 10, "{shortest}");
    let drawn: BTreeSet<String> = (0..16)
        .map(|seed| printed(&[&any[..], &[&format!("random:{seed}")]].concat()))
        .map(|solution| solution.trim_end().rsplit_once('-').unwrap().1.to_owned())
        .collect();
    assert!(drawn.len() > 1, "{drawn:?}");
}

#[test]
fn the_position_in_a_picture_is_the_start() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("board.txt");
    let file_name = file.to_str().unwrap();
    // From the middle, the game can't be solved.
    std::fs::write(&file, "triangular\n   #\n  # #\n # . #\n# # # #\n").unwrap();
    let table = printed(&["board", "levels", file_name, "--csv"]);
    assert!(table.contains("\n0,9,1,0,0.000\n"), "{table}");
    let start = "####/####/#.##/##..";
    std::fs::write(&file, start.replace('/', "\n")).unwrap();
    let found = printed(&["find", start, "--board", file_name, "--json"]);
    let found: serde_json::Value = serde_json::from_str(&found).unwrap();
    assert_eq!(found["start"], start);
}

#[test]
fn a_start_without_pegs_has_no_symmetric_positions_to_count() {
    let table = printed(&["board", "symmetric", "triangle6", "--start", "code:0", "--csv"]);
    assert_eq!(table.lines().count(), 2, "{table}");
}

#[test]
fn a_game_that_cant_be_solved_is_not_the_default() {
    let output = pegfont(&["board", "levels", "triangle15", "--csv"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the nearest that can"), "{said}");
    let table = String::from_utf8(output.stdout).unwrap();
    let last = table.lines().last().unwrap();
    assert!(last.starts_with("13,1,") && !last.ends_with(",0.000"), "{table}");
}

#[test]
fn reduce_finds_a_solution_or_proves_that_there_is_none() {
    let corner = ["board", "reduce", "triangle15", "--start", "a1", "--finish", "a1", "--json"];
    let answer: serde_json::Value = serde_json::from_str(&printed(&corner)).unwrap();
    assert_eq!(answer["answer"], "solved");
    let fewest = published("triangle15 fewest moves from corner to corner");
    assert_eq!(answer["fewest_moves"].as_u64().map(u128::from), Some(fewest));
    let said = printed(&["board", "reduce", "5x5", "--start", "c3", "--finish", "a1", "--search"]);
    assert!(said.contains("impossible: no finish is in the position class"), "{said}");
}

#[test]
fn a_row_is_reduced_with_its_jumps() {
    let said = printed(&["line", "1101"]);
    assert_eq!(said, "3 pegs can be reduced to one peg, in 2 jumps\n1-3 4-2\n");
    let (code, said) = refused(&["line", "1121"]);
    assert_eq!(code, 2);
    assert!(said.contains("character 3"), "{said}");
}
