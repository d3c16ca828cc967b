//! Sets of which one of each set of mirror images is kept, on boards of all kinds.

use crate::plain::{Random, depth_first, reached};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::solve::Reachable;

/// Asserts that a set holds the start and what a jump from the set leads to, and nothing else, at many random positions; and
/// returns by how much it is smaller than with all its mirror images.
fn assert_closed(board: &SmallBoard, start: Bitboard) -> f64 {
    let set = Reachable::solve(board, start, Progress::NONE).unwrap();
    let all = set.unfold().unwrap();
    let name = format!("{board} from {}", board.picture_line(start));
    let symmetries: Vec<_> =
        board.symmetries().iter().filter(|symmetry| symmetry.apply(start) == start).collect();
    let mut random = Random(board.holes() as u64);
    for _ in 0..100_000 {
        let index = random.next() % set.class_size();
        let position = set.class().position(index);
        let mut before = board.legal_jumps_backwards(position).map(|jump| jump.play(position));
        let reached = position == start || before.any(|before| set.contains(before));
        assert_eq!(set.contains_index(index), reached, "{name}:\n{}", board.picture(position));
        assert_eq!(all[(index / 64) as usize] >> (index % 64) & 1 == 1, reached, "{name}");
        for symmetry in &symmetries {
            assert_eq!(set.contains(symmetry.apply(position)), reached, "{name}");
        }
    }
    let counted: u64 = all.iter().map(|word| u64::from(word.count_ones())).sum();
    assert_eq!(set.count(), counted, "{name}");
    all.len() as f64 * 8.0 / set.bytes() as f64
}

/// From the central vacancy.
fn assert_closed_on(name: &str) -> f64 {
    let board: SmallBoard = name.parse().unwrap();
    assert_closed(&board, board.central_vacancy())
}

#[test]
fn five_by_seven_takes_less_than_a_third_of_the_memory() {
    assert!(assert_closed_on("5x7") > 3.5);
}

#[test]
fn the_english_board_takes_less_than_a_sixth_of_the_memory() {
    assert!(assert_closed_on("english") > 6.0);
}

#[test]
fn six_by_six_takes_about_half_of_the_memory() {
    assert!(assert_closed_on("6x6") > 1.5);
}

#[test]
fn a_board_whose_layout_keeps_no_mirror_image_is_closed() {
    assert_closed_on("5x6");
}

#[test]
fn the_french_board_takes_less_than_a_sixth_of_the_memory() {
    assert!(assert_closed_on("french") > 6.0);
}

#[test]
fn small_boards_equal_a_plain_search_from_every_start() {
    for name in ["4x5", "4x4", "3x5", "triangle15", "triangle10", "line9", "1x3"] {
        let board: SmallBoard = name.parse().unwrap();
        let vacancies = board.full().pegs().map(|hole| board.full().without(hole.bit()));
        for start in vacancies.chain([board.full(), Bitboard::EMPTY]) {
            let set = Reachable::solve(&board, start, Progress::NONE).unwrap();
            let found = reached(&set);
            assert_eq!(set.count(), found.len() as u64, "{name}");
            let expected = depth_first(&board, start).positions();
            assert!(set.positions(0..set.class_size()).eq(expected), "{name}");
        }
    }
}

#[test]
fn a_start_outside_the_board_is_refused_and_work_can_be_stopped() {
    let board: SmallBoard = "5x5".parse().unwrap();
    let stray = Reachable::solve(&board, Bitboard(1 << 30), Progress::NONE);
    assert!(matches!(stray, Err(Error::OutsideBoard { .. })));
    let stop = |_, _| std::ops::ControlFlow::Break(());
    let stopped = Reachable::solve(&board, board.central_vacancy(), Progress::new(&stop));
    assert_eq!(stopped.err(), Some(Error::Interrupted(Interrupted)));
    // 2^56 blocks.
    let large: SmallBoard = "8x8".parse().unwrap();
    let refused = Reachable::solve(&large, large.central_vacancy(), Progress::NONE);
    assert!(matches!(refused, Err(Error::Memory(_))));
}
