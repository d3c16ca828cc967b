//! The folded set, compared with the whole one: bit for bit, and answer for answer.

use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::solution::Rewind as _;
use peg_solitaire::solve::{FoldedReachable, Instructions, Reachable, ReachableSet, SolveError};
use pegfont_type::find::{Criteria, Finder};

/// Pseudorandom numbers: Knuth's multiplier for MMIX.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        self.0 >> 20
    }
}

/// Asserts that both sets are equal, and returns by how much the folded one is smaller.
fn assert_equal(board: &SmallBoard, start: Bitboard) -> f64 {
    let whole = Reachable::solve(board, start, Progress::NONE).unwrap();
    let folded = FoldedReachable::solve(board, start, Progress::NONE).unwrap();
    let name = format!("{board} from {}", board.picture_line(start));
    assert!(folded.unfold().unwrap().words() == whole.words(), "the bits of {name}");
    assert_eq!(folded.count(), whole.count(), "{name}");
    assert_eq!(ReachableSet::start(&folded), start);

    let mut random = Random(board.holes() as u64);
    let size = 1_u64 << whole.class().rank();
    for _ in 0..20_000 {
        let index = random.next() % size;
        assert_eq!(folded.contains_index(index), whole.contains_index(index), "{name}");
    }
    let (one, other) = (Finder::new(&folded), Finder::new(&whole));
    for _ in 0..40 {
        let design = Bitboard(random.next() & board.full().code());
        let criteria = Criteria::of(board, design);
        let found = one.nearest(&criteria, 12).unwrap();
        assert_eq!(found, other.nearest(&criteria, 12).unwrap(), "{name}");
        assert_eq!(one.reachability(design), other.reachability(design), "{name}");
        for found in &found {
            let solution = folded.solution_of(found.pattern).unwrap();
            assert!(solution.is_some(), "{name}");
            assert_eq!(solution, whole.solution_of(found.pattern).unwrap(), "{name}");
        }
        assert_eq!(folded.solution_of(design), whole.solution_of(design), "{name}");
    }
    whole.words().len() as f64 * 8.0 / folded.bytes() as f64
}

/// From the central vacancy.
fn assert_equal_on(name: &str) -> f64 {
    let board: SmallBoard = name.parse().unwrap();
    assert_equal(&board, board.central_vacancy())
}

#[test]
fn five_by_seven_takes_less_than_a_third_of_the_memory() {
    assert!(assert_equal_on("5x7") > 3.5);
}

#[test]
fn the_english_board_takes_less_than_a_sixth_of_the_memory() {
    assert!(assert_equal_on("english") > 6.0);
}

#[test]
fn six_by_six_takes_about_half_of_the_memory() {
    assert!(assert_equal_on("6x6") > 1.5);
}

#[test]
fn a_board_whose_layout_keeps_no_mirror_image_is_the_same_folded() {
    assert_equal_on("5x6");
}

#[test]
fn the_french_board_is_the_same_folded() {
    assert!(assert_equal_on("french") > 3.5);
}

#[test]
fn small_boards_are_the_same_folded_from_every_start() {
    for name in ["4x5", "4x4", "3x5", "triangle15", "triangle10", "line9", "1x3"] {
        let board: SmallBoard = name.parse().unwrap();
        let holes: Vec<_> = board.full().pegs().collect();
        for hole in holes {
            assert_equal(&board, board.full().without(hole.bit()));
        }
        assert_equal(&board, board.full());
        assert_equal(&board, Bitboard::EMPTY);
    }
}

#[test]
fn all_instructions_give_the_same_folded_bits() {
    let board: SmallBoard = "5x6".parse().unwrap();
    let solve = |instructions| {
        FoldedReachable::solve_with(&board, board.central_vacancy(), instructions, Progress::NONE)
    };
    let best = solve(Instructions::Best).unwrap().unfold().unwrap();
    for instructions in [Instructions::Narrow, Instructions::Plain] {
        assert!(solve(instructions).unwrap().unfold().unwrap().words() == best.words());
    }
}

#[test]
fn a_start_outside_the_board_is_refused_and_work_can_be_stopped() {
    let board: SmallBoard = "5x5".parse().unwrap();
    let stray = FoldedReachable::solve(&board, Bitboard(1 << 30), Progress::NONE);
    assert!(matches!(stray, Err(SolveError::OutsideBoard { .. })));
    let stop = |_, _| std::ops::ControlFlow::Break(());
    let stopped = FoldedReachable::solve_with(
        &board,
        board.central_vacancy(),
        Instructions::Best,
        Progress::new(&stop),
    );
    assert_eq!(stopped.err(), Some(SolveError::Interrupted(Interrupted)));
    // 2^56 blocks.
    let large: SmallBoard = "8x8".parse().unwrap();
    let refused = FoldedReachable::solve(&large, large.central_vacancy(), Progress::NONE);
    assert!(matches!(refused, Err(SolveError::Memory(_))));
}
