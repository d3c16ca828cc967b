//! `pegfont solve`, run as a user runs them.

use std::fs;
use std::path::Path;

use peg_solitaire::board::SmallBoard;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::LastJumps;
use serde_json::Value;

use crate::plain::solved;
use crate::running::{self, files, refused};

/// What a command prints, which says nothing on standard error.
fn output(arguments: &[&str]) -> String {
    running::printed(Path::new("."), arguments)
}

#[test]
fn solve_prints_json_and_verifies() {
    let text = output(&["solve", "--board", "5x5", "--json", "--verify"]);
    let json: Value = serde_json::from_str(&text).unwrap();
    let reachable = solved("5x5");
    assert_eq!(json["board"], "5x5");
    assert_eq!(json["positions"], reachable.count());
    for (pegs, &count) in reachable.count_by_pegs().iter().enumerate() {
        let entry = serde_json::json!({ "pegs": pegs, "positions": count });
        assert_eq!(
            json["by_pegs"].as_array().unwrap().contains(&entry),
            count > 0,
            "{pegs}"
        );
    }
    assert_eq!(json["start"], "#####/#####/##.##/#####/#####");
    assert_eq!(json["verified"], "rules");
}

#[test]
fn solve_lists_codes_in_increasing_order() {
    let reachable = solved("4x5");
    let mut expected: Vec<u64> = reachable
        .positions(.., ..)
        .map(|position| position.code())
        .collect();
    expected.sort_unstable();
    let codes =
        |text: &str| -> Vec<u64> { text.lines().map(|line| line.parse().unwrap()).collect() };
    assert_eq!(
        codes(&output(&["solve", "--board", "4x5", "--list"])),
        expected
    );
    let three = codes(&output(&[
        "solve", "--board", "4x5", "--list", "--pegs", "3",
    ]));
    expected.retain(|code| code.count_ones() == 3);
    assert!(!expected.is_empty());
    assert_eq!(three, expected);
}

#[test]
fn the_table_is_that_of_the_library() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("small.table");
    output(&[
        "solve",
        "--board",
        "5x5",
        "-o",
        path.to_str().unwrap(),
        "--verify",
    ]);
    assert!(files(folder.path()).into_keys().eq(["small.table"]));
    let table = LastJumps::fill(solved("5x5"), Progress::NONE).unwrap();
    let mut expected = Vec::new();
    table.write(&mut expected, Progress::NONE).unwrap();
    assert!(fs::read(&path).unwrap() == expected);
}

#[test]
fn an_unreachable_pattern_is_reported_with_the_reason_and_the_nearest_patterns() {
    let board: SmallBoard = "5x5".parse().unwrap();
    let near = format!("0{}0{}", "1".repeat(11), "1".repeat(12));
    let near = refused(
        Path::new("."),
        &["puzzle", "--solution", "--board", "5x5", &near],
    );
    assert!(near.contains("whatever is played"), "{near}");
    assert!(near.contains("differs in 1"), "{near}");
    let nearest = board.picture(board.central_vacancy());
    assert!(nearest.lines().all(|row| near.contains(row)), "{near}");
    let reachable = solved("5x5");
    let class = reachable.class();
    let indices = 0..1 << class.rank();
    let inside = indices
        .map(|index| class.position(index))
        .find(|&one| !reachable.contains(one));
    let code = format!("code:{}", inside.unwrap().code());
    let text = refused(
        Path::new("."),
        &["puzzle", "--solution", "--board", "5x5", &code],
    );
    assert!(
        text.contains("no game from this start ends in it"),
        "{text}"
    );
}
