//! The sequences beside docs/numbers.md: small values are computed again, and large ones add up.

use peg_solitaire::board::SmallBoard;
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;

/// The terms of a sequence of the table: what they are of, and their values.
fn sequence(name: &str) -> Vec<(&'static str, u64)> {
    let table = include_str!("../../docs/numbers/sequences.csv");
    let rows = table.lines().skip(1).map(|row| {
        let cells: Vec<&str> = row.split(',').collect();
        (cells[0], cells[1], cells[2].parse().unwrap())
    });
    rows.filter(|row| row.0 == name)
        .map(|(_, term, value)| (term, value))
        .collect()
}

/// The value of a term of a sequence.
fn value(name: &str, term: &str) -> u64 {
    let found = sequence(name).into_iter().find(|one| one.0 == term);
    found.unwrap_or_else(|| panic!("no {term} in {name}")).1
}

fn total(name: &str) -> u64 {
    sequence(name).iter().map(|one| one.1).sum()
}

#[test]
fn the_reachable_positions_of_boards_of_up_to_25_holes_are_those_of_the_table() {
    let mut counted = 0;
    for (name, positions) in sequence("reachable positions") {
        let board: SmallBoard = name.parse().unwrap();
        if board.holes() > 25 {
            continue;
        }
        let start = board.central_vacancy();
        let found = Reachable::solve(&board, start, Progress::NONE).unwrap();
        assert_eq!(found.count(), positions, "{name}");
        counted += 1;
    }
    assert!(counted > 10, "{counted}");
}

#[test]
fn the_levels_of_the_large_boards_add_up_to_what_the_page_says() {
    let page = include_str!("../../docs/numbers.md");
    let all = "reachable positions";
    let sums = [
        total("reachable positions of 4x10 with n pegs"),
        total("reachable positions of 6x7 with n pegs"),
        total("reachable positions of wiegleb with n pegs"),
        total("reachable classes of wiegleb after n jumps"),
        // After n jumps there are as many as after 43 - n.
        2 * total("winning classes of wiegleb after n jumps"),
    ];
    assert_eq!(sums[..2], [value(all, "4x10"), value(all, "6x7")]);

    for sum in sums {
        let written = pegfont_base::words::grouped(sum);
        assert!(page.contains(&written), "{written}");
    }
}
