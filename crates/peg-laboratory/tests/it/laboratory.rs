//! The laboratory, compared with the figures of the literature (sources in tests/data/README.md).

use std::collections::HashSet;

use crate::plain::{board, solved};
use crate::published::published;
use peg_laboratory::{
    Kind, MinimalSolutions, Positions, levels_by_jumps, levels_by_moves, most_symmetric,
    random_play, symmetric,
};
use peg_solitaire::class::SymmetryGroup;
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::{Analysis, Counts, Interval};
use peg_solitaire::solve::Reachable;
use peg_solitaire::winning::Winning;
use pegfont_base::table::{Cell, Table};

/// Compares the columns that were published line by line, so that a failure shows the lines that
/// differ.
fn same_lines(table: &Table, published: &str) {
    let mut lines = published.lines();
    let keys: Vec<&str> = lines.next().unwrap().split(',').collect();
    for row in &table.rows {
        let mut cells = Vec::new();
        for key in &keys {
            let number = table.columns.iter().position(|column| column.key == *key);
            let number = number.unwrap_or_else(|| panic!("no column {key}"));
            // Rounded as in print, which has no commas.
            let cell = table.columns[number].text(&row[number]);
            cells.push(cell.replace(',', ""));
        }
        assert_eq!(Some(&*cells.join(",")), lines.next());
    }
    assert_eq!(lines.next(), None);
}

/// The winning positions of the central game.
fn winning() -> Winning {
    let reachable = solved("english");
    let finish = reachable.board().complement(reachable.start());
    Winning::of(reachable, &[finish], Progress::NONE).unwrap()
}

#[test]
fn the_levels_of_the_english_central_game_are_those_that_were_published() {
    let reachable = solved("english");
    assert_eq!(
        u128::from(reachable.count()),
        published("english reachable positions")
    );

    let levels = levels_by_jumps(reachable, &winning(), Progress::NONE).unwrap();
    same_lines(
        &levels,
        include_str!("../../../../tests/data/english-jumps.csv"),
    );
    let sum = |key: &str| u128::from(sum_of(&levels.column(key).unwrap()));
    assert_eq!(sum("reachable"), published("english reachable classes"));
    assert_eq!(sum("winning"), published("english winning classes"));
}

#[test]
fn the_levels_by_moves_of_the_english_central_game_are_those_that_were_published() {
    let english = board("english");
    let start = english.central_vacancy();
    let finish = Some(english.complement(start));
    let moves = levels_by_moves(&english, start, finish, Progress::NONE).unwrap();

    // The published table has positions of 22 pegs among the 37 of the last level but one
    // backwards, of which the fewest have 24.
    let published = include_str!("../../../../tests/data/english-levels-by-move.csv");
    let published = published.replace("\n19,57579,3,13,37,22,29\n", "\n19,57579,3,13,37,24,29\n");
    same_lines(&moves, &published);
    assert_eq!(moves.rows.len(), 24);
}

#[test]
fn the_symmetric_positions_of_the_english_central_game_are_those_that_were_published() {
    // In the published table the only symmetric position with one peg is the centre. But a peg in
    // the middle of an edge is reachable (the table by jumps counts it) and symmetric about the
    // line through it.
    let symmetries = include_str!("../../../../tests/data/english-symmetric.csv");
    let (symmetries, last) = symmetries.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(last, "31,1,1,0,0,0,0,0,0");

    let table = symmetric(solved("english"), 32, Progress::NONE).unwrap();
    // The first two columns are jumps and pegs.
    let types_1_to_4 = table.columns[2..6].iter();
    let types_1_to_4 = types_1_to_4.map(|column| sum_of(&table.column(&column.key).unwrap()));
    let without_start = u128::from(types_1_to_4.sum::<u64>() - 1);
    assert_eq!(
        without_start,
        published_number("symmetric positions of types 1 to 4")
    );
    let ours = table.csv();
    let (ours, last) = ours.trim_end().rsplit_once('\n').unwrap();
    assert_eq!(ours, symmetries);
    assert_eq!(last, "31,1,1,0,0,0,0,1,0");
}

#[test]
fn random_play_on_the_english_board_ends_as_was_published() {
    let english = board("english");
    let reachable = solved("english");
    let play = random_play(reachable, None, false, Progress::NONE).unwrap();
    same_lines(
        &play.table(),
        include_str!("../../../../tests/data/english-random-play.csv"),
    );
    assert!((play.probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);

    let play = random_play(reachable, Some(&winning()), true, Progress::NONE).unwrap();
    assert_eq!(play.ends.len() as u64, play.dead_ends.iter().sum::<u64>());
    let one_in = |probability: f64, unit: f64| (1.0 / probability / unit).round() as u128;
    let (likeliest, least) = (play.ends[0], play.ends[play.ends.len() - 1]);
    assert_eq!(
        one_in(likeliest.1, 1.0),
        published_number("likeliest end of random play: 1 in")
    );
    assert_eq!(likeliest.0.count(), 26);
    assert_eq!(
        one_in(least.1, 1.0),
        published_number("least likely end of random play: 1 in")
    );

    // A sum over all games that lead there, and to its images, has the same value.
    let images = SymmetryGroup::of(&english).orbit(least.0);
    let interval =
        Interval::within(reachable, &images, Interval::MOST_POSITIONS, Progress::NONE).unwrap();
    let probability = Analysis::of(&interval, Progress::NONE).unwrap().probability;
    assert!(
        (probability / least.1 - 1.0).abs() < 1e-9,
        "{probability} {}",
        least.1
    );
    assert_eq!(
        play.games.unwrap().iter().sum::<u128>(),
        published_number("games")
    );

    let left = play.left.unwrap();
    assert!((left[0] - 1.0).abs() < 1e-9);
    assert!(left[14] >= 0.01 && left[15] < 0.01, "{left:?}");
    assert_eq!(
        one_in(left[31], 1e6),
        published_number("centre left by random play: 1 in millions")
    );
}

#[test]
fn the_triangle_of_15_holes_has_as_many_games_as_published() {
    let triangle = board("triangle15");
    let games = triangle.full().pegs().map(|hole| {
        let start = triangle.full().without(hole.bit());
        let reachable = Reachable::solve(&triangle, start, Progress::NONE).unwrap();
        random_play(&reachable, None, true, Progress::NONE)
            .unwrap()
            .games
            .unwrap()
    });
    assert_eq!(
        games.flatten().sum::<u128>(),
        published("triangle15 games of all vacancies")
    );
}

#[test]
fn the_most_symmetric_solutions_of_the_english_central_game_are_those_that_were_published() {
    let winning = winning();
    for most in most_symmetric(&winning, Progress::NONE).unwrap() {
        let about = match most.symmetry.description(winning.set().board().lattice()) {
            "left and right exchanged" => "an axis",
            "reflection in the falling diagonal" => "a diagonal",
            _ => {
                // Only start and finish: no solution passes through a position that looks the same
                // after a turn.
                assert_eq!(most.positions, 2);
                continue;
            }
        };
        let published = [
            "most positions of a solution",
            "solutions with the most positions",
        ]
        .map(|what| published_number(&format!("{what} symmetric about {about}")));
        assert_eq!(
            [u128::from(most.positions), most.solutions.unwrap()],
            published
        );
    }

    // Of the symmetric positions within solutions, each has an axis or a diagonal and nothing else.
    let table = symmetric(winning.set(), 32, Progress::NONE).unwrap();
    for key in table.columns.iter().skip(2).map(|column| &column.key) {
        let column = table.column(key).unwrap();
        assert_eq!(sum_of(&column[1..31]) > 0, key.ends_with("_axis"), "{key}");
    }
}

fn sum_of(column: &[&Cell]) -> u64 {
    let count = |cell: &&Cell| {
        if let Cell::Count(count) = cell {
            *count
        } else {
            panic!("{cell:?}")
        }
    };
    column.iter().map(count).sum()
}

/// A published number about the English board.
fn published_number(name: &str) -> u128 {
    published(&format!("english {name}"))
}

#[test]
fn the_shortest_solutions_of_the_central_game_are_two_in_different_orders() {
    let english = board("english");
    let finish = english.centre().bit();
    let most = Interval::MOST_POSITIONS;
    let interval = Interval::within(solved("english"), &[finish], most, Progress::NONE).unwrap();
    assert_eq!(
        interval.symmetry_classes() as u128,
        published_number("winning classes")
    );
    assert!(
        MinimalSolutions::of(&interval, 7487, Progress::NONE)
            .unwrap()
            .is_none()
    );
    let minimal = MinimalSolutions::of(&interval, 7488, Progress::NONE)
        .unwrap()
        .unwrap();
    let once = published_number("solutions with the fewest moves up to symmetry");
    assert_eq!(minimal.solutions.len() as u128, once);
    assert_eq!(minimal.with_images as u128, 8 * once);
    assert_eq!(minimal.moves() as u128, published_number("fewest moves"));
    let orders = published_number("solutions with the fewest moves regardless of their order");
    assert_eq!(minimal.orders_ignored() as u128, orders);
    for solution in &minimal.solutions {
        assert_eq!(
            (solution.moves().count(), solution.end()),
            (minimal.moves(), finish.into())
        );
    }
    let counts = Counts::of(interval, Progress::NONE).unwrap();
    assert_eq!(counts.total(), published_number("solutions"));
    let table = minimal.table();
    let solutions = table.column("solutions").unwrap();
    assert_eq!(u128::from(sum_of(&solutions)), once);
    let graph = minimal.graph();
    let of = "solutions with the fewest moves: ";
    assert_eq!(
        graph.rows.len() as u128,
        published_number(&format!("{of}moves of their graph"))
    );
    let codes = graph.rows.iter().flat_map(|row| &row[1..]);
    let positions: HashSet<String> = codes.map(|code| format!("{code:?}")).collect();
    let published = published_number(&format!("{of}positions of their graph"));
    assert_eq!(positions.len() as u128, published);
}

#[test]
fn of_all_positions_that_leave_the_centre_those_with_17_pegs_have_one_with_17_jumps() {
    let english = board("english");
    let (start, centre) = (english.central_vacancy(), english.centre().bit());
    let kind = Kind::Solvable;
    let solvable = Positions::solve(&english, start, &[centre], &[kind], Progress::NONE).unwrap();
    let found = solvable.hard(kind, Progress::NONE).unwrap();
    let hardest = found.iter().find(|hard| hard.pegs == 17).unwrap();
    let published = (
        published("english hardest position with 17 pegs: jumps"),
        published("english hardest position with 17 pegs: classes"),
    );
    assert_eq!(
        (u128::from(hardest.jumps), hardest.positions.len() as u128),
        published
    );
    let position = hardest.positions[0];
    let wins = english
        .legal_jumps(position)
        .filter(|jump| solvable.wins(kind, jump.play(position)) == Ok(true));
    assert_eq!(wins.count(), 1);
}

#[test]
fn losing_positions_one_jump_from_a_winning_one_are_as_many_as_published() {
    for name in ["triangle15", "triangle21"] {
        let board = board(name);
        let corner = board.parse_hole("a1").unwrap().bit();
        let start = board.complement(corner);
        let positions =
            Positions::solve(&board, start, &[corner], &[Kind::Losing], Progress::NONE).unwrap();
        let losing = positions
            .mincodes(Kind::Losing, None, Progress::NONE)
            .unwrap()
            .len() as u128;
        assert_eq!(
            losing,
            published(&format!("{name} losing positions of the corner problem"))
        );
    }
}

#[test]
fn strips_of_few_columns_leave_as_many_pegs_as_the_table_says() {
    let table = include_str!("../../../../tests/data/strips.csv");
    let docs = include_str!("../../../../docs/reference/claims.md");
    for line in table.lines().skip(1) {
        let (columns, cells) = line.split_once(',').unwrap();
        let shown = format!("| {columns} | {} |\n", cells.replace(',', " | "));
        assert!(docs.contains(&shown), "{shown}");
        for (rows, least) in (2..)
            .zip(cells.split(','))
            .filter(|(_, least)| *least != "-")
        {
            let board = board(&format!("{columns}x{rows}"));
            // One of those that symmetries map to each other.
            let starts = board
                .full()
                .pegs()
                .map(|hole| board.full().without(hole.bit()));
            let left = starts
                .filter(|&start| board.mincode(start) == start)
                .map(|start| {
                    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
                    reachable
                        .count_by_pegs()
                        .iter()
                        .position(|&count| count > 0)
                        .unwrap()
                });
            assert_eq!(left.min(), least.parse().ok(), "{columns}x{rows}");
        }
    }
}
