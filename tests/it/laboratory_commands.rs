//! The laboratory's commands, run as a user runs them. What they refuse is in `data/refusals.txt`.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Output;

use crate::published::published;
use crate::running::{self, in_shell, piped};
use peg_solitaire::board::{Bitboard, SmallBoard};
use serde_json::Value;

/// Runs a command line in the folder of the project.
fn run(line: &str) -> Output {
    let words = shlex::split(line).unwrap();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    running::pegfont(Path::new("."), &words)
}

fn printed(line: &str) -> String {
    let output = run(line);
    assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn answer(line: &str) -> Value {
    serde_json::from_str(&printed(&format!("{line} --json"))).unwrap()
}

/// The codes that a list of positions has, of which each line is `code:N`, perhaps with more behind it.
fn codes(list: &str) -> Vec<u64> {
    let code = |line: &str| line.split(' ').next()?.strip_prefix("code:")?.parse().ok();
    list.lines().map(|line| code(line).unwrap_or_else(|| panic!("{line}"))).collect()
}

#[test]
fn a_mistake_in_a_picture_on_standard_input_is_placed() {
    for (picture, place) in [("##\n#x\n", "2:2: "), ("triangular\n#\n##\n", "3:1: ")] {
        let output = piped(Path::new("."), &["board", "levels", "-"], picture);
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
    let table = printed(&format!("board levels {file_name} --csv"));
    assert!(table.contains("\n0,9,1,0,0.000\n"), "{table}");
    let start = "####/####/#.##/##..";
    std::fs::write(&file, start.replace('/', "\n")).unwrap();
    let found = answer(&format!("find '{start}' --board {file_name}"));
    assert_eq!(found["start"], start);
}

#[test]
fn a_position_is_winning_or_lost_or_not_part_of_the_game() {
    // The mincode of a mistake in the corner game. Only some of its images are part of the game, and those are lost.
    let about = answer("board show triangle15 --position code:24");
    let said = about["images"].as_array().unwrap().iter().map(|image| {
        let image = image.as_str().unwrap();
        printed(&format!("board show triangle15 --start a1 --position code:{image}"))
    });
    let (lost, others): (Vec<String>, Vec<String>) =
        said.partition(|said| said.ends_with("\nlost: the finish can't be reached from here\n"));
    assert!(!lost.is_empty() && !others.is_empty());
    assert!(others.iter().all(|said| said.ends_with("\nnot part of a game from this start\n")));
    // A hard position is one from which one jump wins.
    for hard in
        codes(&printed("board positions triangle15 hard --start b5 --finish a4 --winning --list"))
    {
        let line = format!("board show triangle15 --start b5 --finish a4 --position code:{hard}");
        let shown = answer(&line);
        assert_eq!(shown["winning_jumps"].as_array().unwrap().len(), 1, "{shown}");
    }
}

#[test]
fn indexed_positions_are_counted_and_listed_by_problem() {
    let table = printed("board positions triangle15 indexed --csv");
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
    let list = printed("board positions triangle15 indexed --list");
    assert_eq!(codes(&list).len() as u128, sums[1]);
    let wins = |problem: &str| {
        list.lines().filter(|line| line.split(' ').skip(1).any(|word| word == problem)).count()
    };
    assert_eq!([wins("any"), wins("a1"), wins("a2"), wins("a3")], [427, 95, 82, 361]);
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("triangle15.txt");
    let said = printed(&format!("board positions triangle15 indexed -o {}", file.display()));
    assert!(said.contains("triangle15.txt: 437 positions, "), "{said}");
    assert_eq!(std::fs::read_to_string(file).unwrap(), list.replace("code:", ""));
}

#[test]
fn a_list_has_what_its_table_counts_and_mincodes_where_it_says_so() {
    let kinds = "reachable winning losing dead-ends symmetric solvable hard stored indexed";
    for game in ["1x6", "3x4 --start a1", "3x4 --start a1 --finish any", "triangle15 --start a2"] {
        let (name, _) = game.split_once(' ').unwrap_or((game, ""));
        let board: SmallBoard = name.parse().unwrap();
        for kind in kinds.split(' ') {
            let line = match kind {
                "indexed" => format!("board positions {name} indexed"),
                _ => format!("board positions {game} {kind}"),
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
            let list = answer(&format!("{line} --list"));
            let has_mincodes = list.get("mincodes").is_some();
            let listed = list[if has_mincodes { "mincodes" } else { "codes" }].as_array().unwrap();
            assert_eq!(listed.len() as u64, sum, "{line}");
            let numbers: Vec<u64> =
                listed.iter().map(|code| code.as_str().unwrap().parse().unwrap()).collect();
            assert_eq!(codes(&printed(&format!("{line} --list"))), numbers, "{line}");
            let is_mincode = |&code: &u64| board.mincode(Bitboard(code)) == Bitboard(code);
            assert!(!has_mincodes || numbers.iter().all(is_mincode), "{line}");
            assert!(list.get("complements").is_some() || numbers.is_sorted(), "{line}");
        }
        // Ends that are images of each other are listed once, as they are counted.
        let game = game.split(" --finish").next().unwrap();
        let ends = codes(&printed(&format!("board random-play {game} --list")));
        let classes: BTreeSet<_> = ends.iter().map(|&end| board.mincode(Bitboard(end))).collect();
        assert_eq!(classes.len(), ends.len(), "{game}");
    }
    // A large code is a string, in tables as well.
    let large = "board show 8x8 --position code:9007199254740993";
    assert_eq!(answer(large)["code"], "9007199254740993");
    let graph = answer("board solutions 1x6 --graph");
    assert_eq!(graph["rows"][0], serde_json::json!([1, "61", "51"]));
}

#[test]
fn the_stored_positions_of_the_central_game_are_16_files_of_codes_as_published() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("english.bin");
    let said = printed(&format!("board positions english stored -o {}", file.display()));
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
fn files_of_codes_are_written_all_or_none() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("p-3.bin")).unwrap();
    let line = ["board", "positions", "triangle15", "reachable", "-o", "p.bin"];
    let said = running::refused(folder.path(), &line);
    assert!(said.contains("p-3.bin"), "{said}");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn the_mincodes_of_the_winning_positions_are_those_that_were_published() {
    let lines = include_str!("../data/triangle15-corner-winning.csv").lines().skip(1);
    let lines = lines.map(|line| line.split_once(',').unwrap());
    let published =
        |text: &str| -> Vec<u64> { text.split(' ').map(|it| it.parse().unwrap()).collect() };
    let mut all = BTreeSet::new();
    for (pegs, list) in lines {
        let of = "board positions triangle15 winning --start a1 --list --pegs";
        assert_eq!(codes(&printed(&format!("{of} {pegs}"))), published(list));
        all.extend(published(list));
    }
    let stored = codes(&printed("board positions triangle15 stored --start a1 --list"));
    assert_eq!(stored, all.into_iter().collect::<Vec<_>>());
}

#[test]
fn symmetric_positions_are_listed_by_type_and_within_solutions() {
    let symmetric = "board positions 5x5 symmetric --start c3 --list";
    let all = codes(&printed(symmetric));
    let of = |types: &str| codes(&printed(&format!("{symmetric} --symmetry {types}")));
    let few = of("diagonal_axis");
    let more = of("diagonal_axis,orthogonal_axis").len();
    assert_eq!(more, few.len() + of("orthogonal_axis").len());
    assert!(!few.is_empty() && few.len() < all.len() && few.iter().all(|code| all.contains(code)));
    let corner = "board positions triangle15 symmetric --start a1 --finish a1";
    let winning = codes(&printed(&format!("{corner} --winning --list")));
    let all = codes(&printed(&format!("{corner} --list")));
    assert!(winning.len() < all.len() && winning.iter().all(|code| all.contains(code)));
    let table = printed(&format!("{corner} --winning --csv"));
    assert!(table.lines().count() > 10, "{table}");
}

#[test]
fn the_shortest_solutions_are_listed() {
    let corner = "board solutions triangle15 --start a1 --finish a1";
    let fewest = published("triangle15 fewest moves from corner to corner");
    let said = printed(corner);
    assert!(said.contains(&format!(" with the fewest moves, {fewest};")), "{said}");
    let list = printed(&format!("{corner} --list"));
    assert!(list.lines().all(|line| line.split(' ').count() as u128 == fewest), "{list}");
}

#[test]
fn random_play_is_the_same_on_any_number_of_threads_and_lists_its_ends() {
    let play = |threads: &str| {
        let script =
            format!("RAYON_NUM_THREADS={threads} \"$0\" board random-play 5x5 --winning --json");
        in_shell(Path::new("."), &script, &[]).stdout
    };
    let one = play("1");
    assert!(!one.is_empty() && one == play("2") && one == play("8"));
    let ends = printed("board random-play triangle15 --start a1 --finish a1 --list");
    let probabilities: Vec<f64> =
        ends.lines().map(|line| line.split_once(' ').unwrap().1.parse().unwrap()).collect();
    assert!(probabilities.is_sorted_by(|one, other| one >= other));
    assert!((probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-3, "{ends}");
}

#[test]
fn a_random_solution_to_any_finish_ends_in_one_or_another() {
    let any = "puzzle any --board triangle15 --start b5 --solution";
    let drawn: BTreeSet<String> = (0..16)
        .map(|seed| printed(&format!("{any}=random:{seed}")))
        .map(|solution| solution.trim_end().rsplit_once('-').unwrap().1.to_owned())
        .collect();
    assert!(drawn.len() > 1, "{drawn:?}");
}

#[test]
fn a_game_that_cant_be_solved_is_not_the_default() {
    let output = run("board levels triangle15 --csv");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("the nearest that can"), "{said}");
    let table = String::from_utf8(output.stdout).unwrap();
    let last = table.lines().last().unwrap();
    assert!(last.starts_with("13,1,") && !last.ends_with(",0.000"), "{table}");
}
