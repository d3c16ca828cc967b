//! The solver, compared with plain searches, with the literature, and with itself: on one thread and two,
//! on one thread and on two.

use std::sync::LazyLock;

use crate::plain::{Random, assert_entries, depth_first, reached};
use crate::published::published;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, Lattice, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{LastJumps, Reachable, Record};
use proptest::prelude::*;

/// The 5 x 7 board, solved on two threads.
static FIVE_BY_SEVEN: LazyLock<(Reachable, LastJumps)> = LazyLock::new(|| {
    let board: SmallBoard = "5x7".parse().unwrap();
    on_threads(2, || solve(&board, board.central_vacancy()))
});

/// The reachable set and the table of last jumps.
fn solve(board: &SmallBoard, start: Bitboard) -> (Reachable, LastJumps) {
    let reachable = Reachable::solve(board, start, Progress::NONE).unwrap();
    let table = LastJumps::fill(&reachable, Progress::NONE).unwrap();
    (reachable, table)
}

fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(work)
}

/// The board, and the start with this vacancy.
fn without(board: &str, hole: &str) -> (SmallBoard, Bitboard) {
    let board: SmallBoard = board.parse().unwrap();
    let hole = board.parse_hole(hole).unwrap();
    let start = board.full().without(hole.bit());
    (board, start)
}

/// The number of reachable positions that the literature gives for a board.
fn published_count(board: &str) -> u64 {
    u64::try_from(published(&format!("{board} reachable positions"))).unwrap()
}

/// Asserts that the set has exactly the positions that a depth-first search finds, and that counts, lists and the table
/// agree with it.
fn assert_equals_plain_search(board: &SmallBoard, start: Bitboard) {
    let expected = depth_first(board, start);
    let sorted = expected.positions();
    let reachable = Reachable::solve(board, start, Progress::NONE).unwrap();
    let in_order = reached(&reachable);
    let mut found = in_order.clone();
    found.sort_unstable();
    let picture = board.picture(start);
    assert_eq!(found.len(), sorted.len(), "the number of positions on {board} from\n{picture}");
    assert!(found == sorted, "the positions on {board} from\n{picture}");

    assert_eq!(reachable.count(), sorted.len() as u64);
    let mut by_pegs = vec![0; board.holes() + 1];
    for position in &sorted {
        by_pegs[position.count() as usize] += 1;
    }
    assert_eq!(reachable.count_by_pegs(), by_pegs);
    assert!(reachable.positions(0..reachable.class_size()).eq(sorted));

    let table = LastJumps::fill(&reachable, Progress::NONE).unwrap();
    assert_entries(&table, &expected);
    assert_eq!(table.verify(&reachable, Progress::NONE), Ok(()));
}

#[test]
fn the_memory_of_a_board_includes_the_lists_of_its_blocks() {
    // Four bytes for each block, and five for each kept one: of 2^16 positions, or of 64 if the blocks have no exact order.
    for (name, rank, block_bits) in [("5x7", 31, 16), ("triangle28", 26, 6)] {
        let board: SmallBoard = name.parse().unwrap();
        let start = board.central_vacancy();
        let set = Reachable::solve(&board, start, Progress::NONE).unwrap();
        let (kept, blocks) = ((set.bytes() * 8) >> block_bits, 1 << (rank - block_bits));
        let least = set.bytes() + 4 * blocks + 5 * kept;
        let needed = Reachable::memory_needed(&board, start) as usize;
        // Blocks with more weight than the start's are not kept.
        assert!((least..least + least / 500).contains(&needed), "{name}: {least}, {needed}");
    }
}

#[test]
fn five_by_seven_has_the_published_count() {
    let (reachable, _) = &*FIVE_BY_SEVEN;
    assert_eq!(reachable.count(), published_count("5x7"));
    let counts = reachable.count_by_pegs();
    assert_eq!(counts.iter().sum::<u64>(), published_count("5x7"));
    assert_eq!(counts[..2], [0, 0], "no position with one peg is reached");
}

#[test]
fn five_by_seven_has_1_4_20_102_positions_after_0_to_3_jumps() {
    let counts = FIVE_BY_SEVEN.0.count_by_pegs();
    assert_eq!(counts[31..], [102, 20, 4, 1, 0]);
}

#[test]
fn every_entry_of_five_by_seven_is_right() {
    let (reachable, table) = &*FIVE_BY_SEVEN;
    assert_eq!(table.words().len() * 8, 3 << 29);
    assert_eq!(table.verify(reachable, Progress::NONE), Ok(()));
}

#[test]
fn a_hundred_thousand_random_patterns_rewind_to_the_start() {
    let (reachable, table) = &*FIVE_BY_SEVEN;
    let mut random = Random(57);
    let indices = std::iter::from_fn(|| Some(random.next() >> (64 - 31)));
    let patterns = indices.filter(|&index| reachable.contains_index(index));
    for index in patterns.take(100_000) {
        let pattern = table.class().position(index);
        // The constructor of `Solution` checks that every jump is legal.
        let solution = Solution::leading_to(pattern, table).unwrap().unwrap();
        assert_eq!(*solution.start(), table.board().central_vacancy());
        assert_eq!(solution.end(), pattern);
        assert_eq!(solution.jumps().len() as u32, 34 - pattern.count());
    }
}

#[test]
fn the_set_alone_rewinds_to_the_same_solutions_as_the_array() {
    let (reachable, table) = &*FIVE_BY_SEVEN;
    let mut random = Random(75);
    for _ in 0..2_000 {
        let pattern = table.class().position(random.next() >> (64 - 31));
        assert_eq!(Solution::leading_to(pattern, reachable), Solution::leading_to(pattern, table));
        assert_eq!(Ok(reachable.contains(pattern)), Record::from(table).contains(pattern));
    }
    let full = table.board().full();
    assert_eq!(Record::from(table).contains(full), Ok(false));
    assert_eq!(Solution::leading_to(full, table), Ok(None));
    assert_eq!([full, table.start()].map(|position| table.last_jump(position)), [None; 2]);
}

#[test]
fn the_english_board_has_the_published_count() {
    let picture = "  ###\n  ###\n#######\n###.###\n#######\n  ###\n  ###";
    let (board, start) = Board::from_picture(picture).unwrap();
    let board = board.small().unwrap();
    let start = board.bits(&start);
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    assert_eq!(reachable.count(), published_count("english"));
    assert_eq!(reachable.count_by_pegs().iter().sum::<u64>(), published_count("english"));
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    // Their vectors have 1 to 16 words.
    for name in ["5x5", "4x7", "5x6", "4x8", "triangle21", "line12", "english"] {
        let board: SmallBoard = name.parse().unwrap();
        let [one, two] =
            [1, 2].map(|threads| on_threads(threads, || solve(&board, board.central_vacancy())));
        assert!(*one.0.unfold().unwrap() == *two.0.unfold().unwrap(), "the set of {name}");
        assert!(one.1.words() == two.1.words(), "the array of {name}");
    }
}

#[test]
fn small_rectangles_equal_a_plain_search() {
    for (board, holes) in [
        ("4x4", "b2 a1 c1"),
        ("4x5", "b2 a1 b3 a3"),
        ("5x4", "c2"),
        ("5x5", "c3 a1 b1"),
        ("3x3", "b2 a2"),
        ("2x8", "a1"),
        ("1x9", "a2"),
    ] {
        for hole in holes.split(' ') {
            let (board, start) = without(board, hole);
            assert_equals_plain_search(&board, start);
        }
    }
}

#[test]
fn triangles_equal_a_plain_search() {
    for (board, holes) in [("triangle15", "a1 a2 a3 b3"), ("triangle21", "a1 b3")] {
        for hole in holes.split(' ') {
            let (board, start) = without(board, hole);
            assert_equals_plain_search(&board, start);
        }
    }
}

#[test]
fn a_symmetric_start_reaches_the_symmetric_positions() {
    for (board, hole) in [("4x4", "b1"), ("5x5", "b2"), ("4x5", "a2"), ("triangle21", "a4")] {
        let (board, start) = without(board, hole);
        let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
        for symmetry in board.symmetries() {
            let other = Reachable::solve(&board, symmetry.apply(start), Progress::NONE).unwrap();
            let mut images: Vec<_> = reachable
                .positions(0..reachable.class_size())
                .map(|position| symmetry.apply(position))
                .collect();
            let mut found: Vec<_> = other.positions(0..other.class_size()).collect();
            images.sort_unstable();
            found.sort_unstable();
            assert!(images == found, "{board} from {hole}, {symmetry:?}");
        }
    }
}

#[test]
fn the_solver_refuses_a_board_that_does_not_fit_into_memory() {
    let board: SmallBoard = "8x8".parse().unwrap();
    let start = board.central_vacancy();
    let refused = Reachable::solve(&board, start, Progress::NONE).err();
    assert!(matches!(refused, Some(Error::Memory(error)) if error.needed >> 50 > 0));
    assert!(matches!(
        LastJumps::check_memory(&board, start),
        Err(Error::TooManyTriples { triples: 96, .. })
    ));
    let board: SmallBoard = "3x3".parse().unwrap();
    let refused = Reachable::solve(&board, Bitboard(1 << 9), Progress::NONE).err();
    assert!(matches!(refused, Some(Error::OutsideBoard { .. })));
}

/// A board with any subset of a grid as holes, and a position on it.
fn any_board() -> impl Strategy<Value = (SmallBoard, Bitboard)> {
    let square =
        (1..=5_i16, 1..=5_i16).prop_map(|(columns, rows)| (Lattice::Square, columns, rows));
    let triangular =
        (1..=4_i16, 1..=5_i16).prop_map(|(columns, rows)| (Lattice::Triangular, columns, rows));
    let numbers = any::<[u64; 4]>();
    // Half of the boards have most of the holes, and half of the positions most of the pegs.
    (prop_oneof![square, triangular], numbers, any::<bool>(), any::<bool>()).prop_filter_map(
        "a board without holes",
        |((lattice, columns, rows), [a, b, c, d], most_holes, most_pegs)| {
            let cells = (0..rows).flat_map(|y| (0..columns).map(move |x| (x, y))).enumerate();
            let missing = if most_holes { a & b & c } else { a & b };
            let present = cells.filter(|(cell, _)| missing >> cell & 1 == 0);
            let holes: Vec<(i16, i16)> = present.map(|(_, at)| at).collect();
            let board = Board::new(lattice, &holes).ok()?.small().unwrap();
            let start = board.full() & Bitboard(if most_pegs { c | d } else { d });
            Some((board, start))
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_board_from_any_start_equals_a_plain_search((board, start) in any_board()) {
        assert_equals_plain_search(&board, start);
    }
}
