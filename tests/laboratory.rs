//! The laboratory against the figures of the literature (sources in tests/data/README.md).

use pegfont::analysis::{Levels, Table, Winning, random_play, symmetric};
use pegfont::board::{Board, Position};
use pegfont::solve::Reachable;

fn board(name: &str) -> Board {
    name.parse().unwrap()
}

fn vacancy(board: &Board, hole: &str) -> Position {
    board.full().without(board.parse_hole(hole).unwrap().bit())
}

/// Compares line by line, so that a difference is told by its line.
fn same_lines(table: &Table, published: &str) {
    let table = table.csv();
    for (ours, theirs) in table.lines().zip(published.lines()) {
        assert_eq!(ours, theirs);
    }
    assert_eq!(table.lines().count(), published.lines().count());
}

#[test]
fn the_tables_of_the_english_central_game_are_those_that_were_published() {
    let english = board("english");
    let start = english.central_vacancy();
    let finish = english.complement(start);
    let reachable = Reachable::solve(&english, start).unwrap();
    assert_eq!(reachable.count(), 187_636_299);

    let winning = Winning::of(&reachable, &[finish]).unwrap();
    let levels = Levels::by_jumps(&reachable, Some(&winning.positions()));
    same_lines(&levels.table(), include_str!("data/english-jumps.csv"));
    assert_eq!(levels.counts("reachable").unwrap().iter().sum::<u64>(), 23_475_688);
    assert_eq!(levels.counts("winning").unwrap().iter().sum::<u64>(), 1_679_072);
    let stored = winning.positions().mincodes(|position| position.pegs() <= 16);
    assert_eq!(stored.len(), 839_536);

    // The published table has no symmetric position but the centre with one peg; yet a peg on the middle
    // of an edge is reachable (the table by jumps counts it) and symmetric in the line through it.
    let published = include_str!("data/english-symmetric.csv");
    let (published, last) = published.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(last, "31,1,1,0,0,0,0,0,0");
    let ours = symmetric(&reachable).table().csv();
    let (ours, last) = ours.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(ours.lines().collect::<Vec<_>>(), published.lines().collect::<Vec<_>>());
    assert_eq!(last, "31,1,1,0,0,0,0,1,0");

    let play = random_play(&reachable).unwrap();
    same_lines(&play.table(), include_str!("data/english-random-play.csv"));
    assert!((play.probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);

    let moves = Levels::by_moves(&english, start, Some(finish)).unwrap();
    // The published table leaves the cells after the last backward level empty.
    let published = include_str!("data/english-levels-by-move.csv");
    for (ours, theirs) in moves.table().csv().lines().zip(published.lines()) {
        assert_eq!(
            ours,
            if theirs.ends_with(',') { format!("{theirs}0") } else { theirs.to_owned() }
        );
    }
    assert_eq!(moves.counts("forward").unwrap().len(), 24);
}

#[test]
fn the_winning_positions_of_the_corner_complement_problem_are_those_that_were_published() {
    let triangle = board("triangle15");
    let start = vacancy(&triangle, "a1");
    let winning = Winning::solve(&triangle, start, &[triangle.complement(start)]).unwrap();
    let codes = winning.positions().mincodes(|position| position.pegs() <= 7);
    let published = include_str!("data/triangle15-corner-winning.csv").lines().skip(1);
    let mut listed = 0;
    for line in published {
        let (pegs, theirs) = line.split_once(',').unwrap();
        let theirs: Vec<u64> = theirs.split(' ').map(|code| code.parse().unwrap()).collect();
        let with_pegs = codes.iter().filter(|code| code.pegs() == pegs.parse::<u32>().unwrap());
        assert_eq!(with_pegs.map(|code| code.code()).collect::<Vec<_>>(), theirs);
        listed += theirs.len();
    }
    assert_eq!(codes.len(), listed);
}
