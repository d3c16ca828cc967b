//! The problems of a board: which the position classes allow, which are linked, and which can be
//! solved.

use std::collections::BTreeSet;

use crate::plain::board;
use crate::published::published;
use crate::running;
use peg_laboratory::{Problem, Problems};
use peg_solitaire::board::{Bitboard, Hole, Lattice, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Outcome, Search};

/// The invariants of three colours: colour the diagonals in turn, in each direction in which every
/// triple then has one hole of each colour. A jump changes the number of pegs on each colour by
/// one, so it keeps whether two colours hold numbers of the same parity.
fn by_three_colours(board: &SmallBoard, position: Bitboard) -> Vec<bool> {
    let colourings: &[fn(i16, i16) -> i16] = match board.lattice() {
        Lattice::Square => &[|x, y| (x + y) % 3, |x, y| (x + 2 * y) % 3],
        Lattice::Triangular => &[|x, y| (x + y) % 3],
    };
    let mut same = Vec::new();
    for colour in colourings {
        let mut pegs = [0; 3];
        for hole in position.pegs() {
            let (x, y) = board.coordinates(hole).unwrap();
            pegs[colour(x, y) as usize] += 1;
        }
        same.extend([(pegs[0] + pegs[1]) % 2 == 0, (pegs[1] + pegs[2]) % 2 == 0]);
    }
    same
}

#[test]
fn the_problems_of_a_board_are_those_that_three_colours_allow() {
    for name in [
        "english",
        "french",
        "wiegleb",
        "6x6",
        "diamond",
        "triangle10",
        "triangle15",
        "triangle21",
    ] {
        let board = board(name);
        let mut allowed = BTreeSet::new();
        for vacancy in board.full().pegs() {
            let start = by_three_colours(&board, board.full().without(vacancy.bit()));
            let survivors = board.full().pegs();
            for survivor in survivors.filter(|hole| by_three_colours(&board, hole.bit()) == start) {
                let images = board.symmetries().iter();
                let images = images.map(|image| (image.image(vacancy), image.image(survivor)));
                allowed.insert(images.min().unwrap());
            }
        }
        let problems = Problems::of(&board);
        let all = problems.groups.iter().flatten();
        let all = all.map(|problem| (problem.vacancy, problem.survivor));
        let listed: BTreeSet<_> = all.clone().collect();
        assert_eq!(all.count(), listed.len(), "{name}");
        assert_eq!(listed, allowed, "{name}");
    }
}

#[test]
fn vacancies_and_survivors_three_apart_in_a_line_are_in_one_group() {
    for name in [
        "english",
        "french",
        "wiegleb",
        "6x6",
        "triangle10",
        "triangle15",
        "triangle21",
    ] {
        let board = board(name);
        let problems = Problems::of(&board);
        let group = |vacancy: Hole, survivor: Hole| {
            let images = board.symmetries().iter();
            let images = images.map(|image| (image.image(vacancy), image.image(survivor)));
            let (vacancy, survivor) = images.min().unwrap();
            problems.groups.iter().position(|group| {
                let mut problems = group.iter();
                problems.any(|one| (one.vacancy, one.survivor) == (vacancy, survivor))
            })
        };
        let mut linked = 0;
        let directions: &[(i16, i16)] = match board.lattice() {
            Lattice::Square => &[(3, 0), (0, 3)],
            Lattice::Triangular => &[(3, 0), (0, 3), (3, 3)],
        };
        for one in board.full().pegs() {
            let (x, y) = board.coordinates(one).unwrap();
            for other in directions
                .iter()
                .filter_map(|&(dx, dy)| board.hole_at(x + dx, y + dy))
            {
                for hole in board.full().pegs() {
                    assert_eq!(group(one, hole), group(other, hole), "{name}");
                    assert_eq!(group(hole, one), group(hole, other), "{name}");
                    linked += usize::from(group(one, hole).is_some());
                }
            }
        }
        // On the triangle of 10 holes only corners are three apart, and no problem has one.
        assert_eq!(
            linked == 0,
            name == "triangle10",
            "{name}: {linked} problems are linked"
        );
    }
}

#[test]
fn every_problem_of_the_english_board_that_the_classes_allow_can_be_solved() {
    let english = board("english");
    let mut problems = Problems::of(&english);
    problems.solve(Progress::NONE).unwrap();
    let all: Vec<&Problem> = problems.groups.iter().flatten().collect();
    assert_eq!(all.len() as u128, published("english problems"));
    assert!(all.iter().all(|problem| problem.solvable == Some(true)));
}

#[test]
fn every_problem_of_two_larger_boards_that_the_classes_allow_can_be_solved() {
    // Without the reachable sets.
    for name in ["french", "6x6"] {
        let board = board(name);
        let problems = Problems::of(&board);
        let all = problems.groups.iter().flatten();
        let vacancies: BTreeSet<_> = all.clone().map(|it| board.hole_name(it.vacancy)).collect();
        // No other vacancy is in the class of a single peg.
        let french = BTreeSet::from(["c1", "d2", "d3"].map(str::to_owned));
        assert!(name != "french" || vacancies == french, "{vacancies:?}");
        for &problem in all {
            let start = board.full().without(problem.vacancy.bit());
            let search = Search {
                enumerated: 0,
                ..Search::default()
            };
            let survivor = Some(problem.survivor);
            let reduced = search
                .reduce(board.as_board(), &start.into(), survivor, Progress::NONE)
                .unwrap();
            let Outcome::Solved(solution) = reduced.outcome else {
                panic!("{problem:?}: {:?}", reduced.outcome);
            };
            let ends = (solution.start(), solution.end());
            assert_eq!(ends, (&start.into(), problem.survivor.into()));
        }
    }
}

#[test]
fn triangles_have_as_many_problems_and_kinds_of_vacancies_with_a_solution_as_published() {
    for name in ["triangle10", "triangle15", "triangle21"] {
        let board = board(name);
        let mut problems = Problems::of(&board);
        problems.solve(Progress::NONE).unwrap();
        let (solvable, impossible): (Vec<Problem>, Vec<Problem>) = problems
            .groups
            .iter()
            .flatten()
            .partition(|problem| problem.solvable == Some(true));
        let kinds: BTreeSet<_> = solvable.iter().map(|problem| problem.vacancy).collect();
        let published = |of: &str| published(&format!("{name} {of}"));
        assert_eq!(
            kinds.len() as u128,
            published("kinds of solvable vacancies"),
            "{name}"
        );
        if name == "triangle15" {
            assert_eq!(solvable.len() as u128, published("solvable problems"));
            assert_eq!(impossible.len() as u128, published("impossible problems"));
            // All impossible ones begin or end in a hole at the centre.
            let centre = ["b3", "b4", "c4"].map(|name| board.parse_hole(name).unwrap());
            let ends = impossible
                .iter()
                .map(|problem| [problem.vacancy, problem.survivor]);
            assert!(
                ends.into_iter()
                    .all(|ends| ends.iter().any(|hole| centre.contains(hole)))
            );
        }
    }
}

/// The rows of a table beside docs/numbers.md, without the cells from the first quoted one on.
fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    let lines = table.lines().skip(1);
    let plain = lines.map(|line| line.split('"').next().unwrap());
    plain.map(|line| line.split(',').collect())
}

/// What the program prints.
fn printed(arguments: &[&str]) -> String {
    running::printed(tempfile::tempdir().unwrap().path(), arguments)
}

#[test]
fn the_problems_of_boards_of_up_to_20_holes_are_those_of_the_table() {
    let mut compared = 0;

    for row in rows(include_str!("../../../../docs/numbers/problems.csv")) {
        let [name, problems, solvable] = row[..3] else {
            panic!("{row:?}");
        };
        if board(name).holes() > 20 {
            continue;
        }

        let printed = printed(&["problems", name]);
        let first = printed.lines().next().unwrap();
        let groups = first
            .strip_prefix(&format!("{problems} problems in "))
            .unwrap();
        assert!(
            groups.ends_with(&format!("; {solvable} can be solved")),
            "{name}: {first}"
        );
        compared += 1;
    }

    assert!(compared >= 7, "only {compared} boards");
}

#[test]
fn triangles_have_the_positions_and_solutions_of_the_table() {
    let mut compared = 0;

    for row in rows(include_str!("../../../../docs/numbers/triangles.csv")) {
        let [
            holes,
            start,
            finish,
            _,
            classes,
            winning,
            dead_ends,
            solutions,
        ] = row[..]
        else {
            panic!("{row:?}");
        };
        // The largest has ten million winning positions.
        if holes == "28" {
            continue;
        }
        let number = |cell: &str| cell.parse::<u64>().unwrap();
        let name = format!("triangle{holes}");
        let game = [&name, "--start", start, "--finish", finish];
        let ask = |command: &'static str, option: &'static str| {
            printed(&[&[command], &game[..], &[option]].concat())
        };

        let levels = ask("levels", "--csv");
        assert_eq!(
            sum_of_column(&levels, "reachable"),
            number(classes),
            "{name}"
        );
        assert_eq!(sum_of_column(&levels, "winning"), number(winning), "{name}");

        let ends = ask("random-play", "--csv");
        assert_eq!(
            sum_of_column(&ends, "dead_ends"),
            number(dead_ends),
            "{name}"
        );

        let counted = ask("solutions", "--count").replace(',', "");
        assert_eq!(counted.trim(), format!("{solutions} solutions"), "{name}");
        compared += 1;
    }

    assert_eq!(compared, 5);
}

/// The sum of a column of a table.
fn sum_of_column(table: &str, heading: &str) -> u64 {
    let mut lines = table.lines();
    let mut headings = lines.next().unwrap().split(',');
    let column = headings.position(|it| it == heading).unwrap();

    let cells = lines.map(|line| line.split(',').nth(column).unwrap());
    cells.map(|cell| cell.parse::<u64>().unwrap()).sum()
}
