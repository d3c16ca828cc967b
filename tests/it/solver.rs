//! The solver, compared with plain searches, with the literature, and with itself: on one thread
//! and on two.

use crate::plain::{self, Random, assert_entries, depth_first, reached, solved};
use crate::published::published;
use peg_laboratory::levels_by_moves;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, Lattice, SmallBoard};
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::search::Search;
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::{LastJumps, Reachable};
use peg_solitaire::winning::Winning;
use proptest::prelude::*;

/// The reachable set and the table of last jumps.
fn solve(board: &SmallBoard, start: Bitboard) -> (Reachable, LastJumps) {
    let reachable = Reachable::solve(board, start, Progress::NONE).unwrap();
    let table = LastJumps::fill(&reachable, Progress::NONE).unwrap();
    (reachable, table)
}

pub fn on_threads<T: Send>(threads: usize, work: impl FnOnce() -> T + Send) -> T {
    rayon::ThreadPoolBuilder::new()
        .num_threads(threads)
        .build()
        .unwrap()
        .install(work)
}

/// Asserts that the set has exactly the positions that a depth-first search finds, and that counts,
/// lists and the table agree with it.
fn assert_equals_plain_search(board: &SmallBoard, start: Bitboard) {
    let expected = depth_first(board, start);
    let sorted = expected.positions();
    let reachable = Reachable::solve(board, start, Progress::NONE).unwrap();
    let in_order = reached(&reachable);
    let mut found = in_order.clone();
    found.sort_unstable();
    let picture = board.picture(start);
    assert_eq!(
        found.len(),
        sorted.len(),
        "the number of positions on {board} from\n{picture}"
    );
    assert!(found == sorted, "the positions on {board} from\n{picture}");

    assert_eq!(reachable.count(), sorted.len() as u64);
    let mut by_pegs = vec![0; board.holes() + 1];
    for position in &sorted {
        by_pegs[position.count() as usize] += 1;
    }
    assert_eq!(reachable.count_by_pegs(), by_pegs);
    assert!(reachable.positions(.., ..).eq(sorted));

    let table = LastJumps::fill(&reachable, Progress::NONE).unwrap();
    assert_entries(&table, &expected);
    assert_eq!(table.verify(&reachable, Progress::NONE), Ok(()));
}

#[test]
fn five_by_seven_has_the_published_count_and_random_positions_rewind_to_the_start() {
    let reachable = solved("5x7");
    let counts = reachable.count_by_pegs();
    assert_eq!(
        u128::from(counts.iter().sum::<u64>()),
        published("5x7 reachable positions")
    );
    assert_eq!(counts[31..], [102, 20, 4, 1, 0]);
    assert_eq!(counts[..2], [0, 0], "no position with one peg is reached");

    let table = LastJumps::fill(reachable, Progress::NONE).unwrap();
    // Six bits for each of the set's.
    assert_eq!(table.words().len() * 8, 6 * reachable.bytes());
    assert_eq!(table.verify(reachable, Progress::NONE), Ok(()));
    let mut random = Random(57);
    for _ in 0..20_000 {
        let index = random.next() >> (64 - 31);
        let pattern = table.class().position(index);
        // The constructor of `Solution` checks that every jump is legal.
        let found = Solution::leading_to(pattern, reachable).unwrap();
        assert_eq!(found.is_some(), reachable.contains(pattern));
        assert_eq!(found.is_some(), table.identifier(index) != 0);
        if let Some(solution) = found {
            assert_eq!(*solution.start(), table.board().central_vacancy().into());
            assert_eq!(solution.end(), pattern.into());
            assert_eq!(solution.jumps().len() as u32, 34 - pattern.count());
        }
    }
    let full = table.board().full();
    assert_eq!(Solution::leading_to(full, reachable), Ok(None));
}

#[test]
fn the_number_of_threads_makes_no_difference() {
    // Their vectors have 1 to 16 words.
    for name in [
        "5x5",
        "4x7",
        "5x6",
        "4x8",
        "triangle21",
        "line12",
        "english",
    ] {
        let board = plain::board(name);
        let [one, two] =
            [1, 2].map(|threads| on_threads(threads, || solve(&board, board.central_vacancy())));
        assert!(
            *one.0.unfold().unwrap() == *two.0.unfold().unwrap(),
            "the set of {name}"
        );
        assert!(one.1.words() == two.1.words(), "the array of {name}");
    }
}

#[test]
fn small_boards_equal_a_plain_search_from_many_starts() {
    for name in [
        "4x5",
        "4x4",
        "3x3",
        "3x6",
        "triangle15",
        "line9",
        "line13",
        "line17",
        "1x3",
        "2x8",
    ] {
        let board = plain::board(name);
        // One of those that symmetries map to each other.
        let vacancies = board.full().pegs().map(|hole| board.complement(hole.bit()));
        let vacancies = vacancies.filter(|&start| board.mincode(start) == start);
        let most = if board.holes() > 16 { 2 } else { 20 };
        for start in vacancies.chain([board.full(), Bitboard::EMPTY]).take(most) {
            assert_equals_plain_search(&board, start);
        }
    }
}

/// Asserts that a set holds the start and what a jump from the set leads to, and nothing else, at
/// many random positions; and returns by how much it is smaller than with all its mirror images.
fn assert_closed(set: &Reachable) -> f64 {
    let (board, start) = (set.board(), set.start());
    let all = set.unfold().unwrap();
    let symmetries: Vec<_> = board
        .symmetries()
        .iter()
        .filter(|symmetry| symmetry.apply(start) == start)
        .collect();
    let mut random = Random(board.holes() as u64);
    for _ in 0..100_000 {
        let index = random.next() % set.class_size();
        let position = set.class().position(index);
        let backwards = board.legal_jumps(board.complement(position));
        let mut before = backwards.map(|jump| jump.play(position));
        let reached = position == start || before.any(|before| set.contains(before));
        assert_eq!(
            set.contains_index(index),
            reached,
            "{board}:\n{}",
            board.picture(position)
        );
        assert_eq!(
            all[(index / 64) as usize] >> (index % 64) & 1 == 1,
            reached,
            "{board}"
        );
        for symmetry in &symmetries {
            assert_eq!(set.contains(symmetry.apply(position)), reached, "{board}");
        }
    }
    let counted: u64 = all.iter().map(|word| u64::from(word.count_ones())).sum();
    assert_eq!(set.count(), counted, "{board}");
    all.len() as f64 * 8.0 / set.bytes() as f64
}

#[test]
fn sets_of_which_one_of_each_set_of_mirror_images_is_kept_are_closed_and_smaller() {
    // The layout of 5 x 6 keeps no mirror image.
    for (name, least) in [("5x7", 3.5), ("english", 6.0), ("5x6", 1.0)] {
        assert!(assert_closed(solved(name)) >= least, "{name}");
    }
    for (name, least) in [("6x6", 1.5), ("french", 6.0)] {
        let board = plain::board(name);
        let set = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
        assert!(assert_closed(&set) > least, "{name}");
    }
}

#[test]
fn what_can_not_be_solved_is_refused_and_work_can_be_stopped() {
    // 2^56 blocks.
    let large = plain::board("8x8");
    let start = large.central_vacancy();
    let outside = Bitboard(1 << 30);
    let solve = |board, start| Reachable::solve(board, start, Progress::NONE).unwrap_err();
    assert!(matches!(solve(&large, start), Error::Memory(error) if error.needed >> 50 > 0));
    assert!(matches!(
        LastJumps::check_memory(&large, start),
        Err(Error::TooManyTriples { triples: 96, .. })
    ));
    let won = Winning::solve(&large, start, &[start], Progress::NONE).unwrap_err();
    assert!(matches!(won, Error::Memory(_)), "{won}");
    assert!(levels_by_moves(&large, start, None, Progress::NONE).is_err());

    let board = plain::board("5x5");
    let (start, finish) = (board.central_vacancy(), board.centre().bit());
    let search = Search::default().reduce(board.as_board(), &outside.into(), None, Progress::NONE);
    for error in [
        solve(&board, outside),
        levels_by_moves(&board, outside, None, Progress::NONE).unwrap_err(),
        levels_by_moves(&board, start, Some(outside), Progress::NONE).unwrap_err(),
        Winning::solve(&board, outside, &[finish], Progress::NONE).unwrap_err(),
        search.unwrap_err(),
    ] {
        assert!(matches!(error, Error::OutsideBoard { .. }), "{error}");
    }
    let stop = |_, _| std::ops::ControlFlow::Break(());
    let stopped = Reachable::solve(&board, start, Progress::new(&stop));
    assert_eq!(stopped.err(), Some(Error::Interrupted(Interrupted)));
}

/// A board with any subset of a grid as holes, and a position on it.
fn any_board() -> impl Strategy<Value = (SmallBoard, Bitboard)> {
    let square =
        (1..=5_i16, 1..=5_i16).prop_map(|(columns, rows)| (Lattice::Square, columns, rows));
    let triangular =
        (1..=4_i16, 1..=5_i16).prop_map(|(columns, rows)| (Lattice::Triangular, columns, rows));
    let numbers = any::<[u64; 4]>();
    // Half of the boards have most of the holes, and half of the positions most of the pegs.
    (
        prop_oneof![square, triangular],
        numbers,
        any::<bool>(),
        any::<bool>(),
    )
        .prop_filter_map(
            "a board without holes",
            |((lattice, columns, rows), [a, b, c, d], most_holes, most_pegs)| {
                let cells = (0..rows)
                    .flat_map(|y| (0..columns).map(move |x| (x, y)))
                    .enumerate();
                let missing = if most_holes { a & b & c } else { a & b };
                let present = cells.filter(|(cell, _)| missing >> cell & 1 == 0);
                // On larger boards, a plain search takes seconds.
                let holes: Vec<(i16, i16)> = present.map(|(_, at)| at).take(22).collect();
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
