//! The problems of a board: which the position classes allow, which are linked, and which can be solved.

use std::collections::BTreeSet;

use crate::plain::board;
use crate::published::published;
use peg_solitaire::analysis::{Problem, Problems};
use peg_solitaire::board::{Bitboard, Hole, Lattice, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Outcome, Search};

/// The invariants of three colours: colour the diagonals in turn, in each direction in which every triple then has one
/// hole of each colour. A jump changes the number of pegs on each colour by one, so it keeps whether two colours hold
/// numbers of the same parity.
fn by_three_colours(board: &SmallBoard, position: Bitboard) -> Vec<bool> {
    let colourings: &[fn(i16, i16) -> i16] = match board.lattice() {
        Lattice::Square => &[|x, y| (x + y) % 3, |x, y| (x + 2 * y) % 3],
        Lattice::Triangular => &[|x, y| (x + y) % 3],
    };
    let mut same = Vec::new();
    for colour in colourings {
        let mut pegs = [0; 3];
        for hole in position.pegs() {
            let (x, y) = board.coordinates(hole);
            pegs[colour(x, y) as usize] += 1;
        }
        same.extend([(pegs[0] + pegs[1]) % 2 == 0, (pegs[1] + pegs[2]) % 2 == 0]);
    }
    same
}

#[test]
fn the_problems_of_a_board_are_those_that_three_colours_allow() {
    for name in
        ["english", "french", "wiegleb", "6x6", "diamond", "triangle10", "triangle15", "triangle21"]
    {
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
        let listed: BTreeSet<_> =
            problems.problems().map(|problem| (problem.vacancy, problem.survivor)).collect();
        assert_eq!(problems.problems().count(), listed.len(), "{name}");
        assert_eq!(listed, allowed, "{name}");
    }
}

#[test]
fn vacancies_and_survivors_three_apart_in_a_line_are_in_one_group() {
    for name in ["english", "french", "wiegleb", "6x6", "triangle10", "triangle15", "triangle21"] {
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
            let (x, y) = board.coordinates(one);
            for other in directions.iter().filter_map(|&(dx, dy)| board.hole_at(x + dx, y + dy)) {
                for hole in board.full().pegs() {
                    assert_eq!(group(one, hole), group(other, hole), "{name}");
                    assert_eq!(group(hole, one), group(hole, other), "{name}");
                    linked += usize::from(group(one, hole).is_some());
                }
            }
        }
        // On the triangle of 10 holes only corners are three apart, and no problem has one.
        assert_eq!(linked == 0, name == "triangle10", "{name}: {linked} problems are linked");
    }
}

#[test]
fn every_problem_of_the_english_board_that_the_classes_allow_can_be_solved() {
    let english = board("english");
    let mut problems = Problems::of(&english);
    problems.solve(&english, Progress::NONE).unwrap();
    assert_eq!(problems.problems().count() as u128, published("english problems"));
    assert!(problems.problems().all(|problem| problem.solvable == Some(true)));
}

#[test]
fn the_french_board_can_be_solved_from_three_kinds_of_vacancies() {
    // No other vacancy is in the class of a single peg. For these, every problem has a solution.
    let french = board("french");
    let problems = Problems::of(&french);
    let vacancies: BTreeSet<_> =
        problems.problems().map(|problem| french.hole_name(problem.vacancy)).collect();
    assert_eq!(vacancies, BTreeSet::from(["c1", "d2", "d3"].map(str::to_owned)));
    solved_by_search(&french, &problems);
}

#[test]
fn every_problem_of_the_square_of_6_by_6_that_the_classes_allow_can_be_solved() {
    let square = board("6x6");
    solved_by_search(&square, &Problems::of(&square));
}

/// Solves every problem by search, without the reachable set.
fn solved_by_search(board: &SmallBoard, problems: &Problems) {
    for problem in problems.problems() {
        let start = board.full().without(problem.vacancy.bit());
        let search = Search { enumerated: 0, ..Search::default() };
        let survivor = Some(problem.survivor);
        let reduced = search.reduce(board, &start.into(), survivor, Progress::NONE).unwrap();
        let Outcome::Solved(solution) = reduced.outcome else {
            panic!("{problem:?}: {:?}", reduced.outcome);
        };
        assert_eq!((solution.start(), solution.end()), (&start.into(), problem.survivor.into()));
    }
}

#[test]
fn the_problems_of_the_triangle_of_15_holes_are_those_of_bells_catalogue() {
    // All impossible ones begin or end in a hole at the centre.
    let triangle = board("triangle15");
    let mut problems = Problems::of(&triangle);
    problems.solve(&triangle, Progress::NONE).unwrap();
    let (solvable, impossible): (Vec<Problem>, Vec<Problem>) =
        problems.problems().partition(|problem| problem.solvable == Some(true));
    assert_eq!(solvable.len() as u128, published("triangle15 solvable problems"));
    assert_eq!(impossible.len() as u128, published("triangle15 impossible problems"));
    let centre = ["b3", "b4", "c4"].map(|name| triangle.parse_hole(name).unwrap());
    assert!(impossible.iter().all(|problem| {
        centre.contains(&problem.vacancy) || centre.contains(&problem.survivor)
    }));
}

#[test]
fn triangles_have_as_many_kinds_of_vacancies_with_a_solution_as_published() {
    for name in ["triangle10", "triangle15", "triangle21"] {
        let board = board(name);
        let mut problems = Problems::of(&board);
        problems.solve(&board, Progress::NONE).unwrap();
        let solvable = problems.problems().filter(|problem| problem.solvable == Some(true));
        let kinds: BTreeSet<_> = solvable.map(|problem| problem.vacancy).collect();
        let published = published(&format!("{name} kinds of solvable vacancies"));
        assert_eq!(kinds.len() as u128, published, "{name}");
    }
}
