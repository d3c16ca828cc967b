//! Intervals between positions, and what is computed on them, compared with plain play on small
//! boards.

use std::ops::ControlFlow;

use crate::plain::{Play, solved};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, Jump, Lattice, SmallBoard};
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::solution::{Analysis, Counts, FewestMoves, Interval, Solution};
use peg_solitaire::solve::Reachable;
use proptest::prelude::*;

const MOST: usize = Interval::MOST_POSITIONS;

/// Pairs of rows of four holes, so far apart that no jump leads from one row to another. In each
/// row, except for the first `idle` pairs, two jumps are possible, one after the other.
fn lonely_rows(pairs: i16, idle: i16) -> (SmallBoard, Bitboard, Bitboard) {
    let places = (0..2 * pairs).flat_map(|row| (0..4).map(move |x| (row % 2 * 5 + x, row / 2 * 2)));
    let board = Board::new(Lattice::Square, &places.collect::<Vec<_>>())
        .unwrap()
        .small()
        .unwrap();
    let pegs = |columns: [i16; 2]| -> Bitboard {
        let rows = (idle..pairs).map(|pair| 2 * pair);
        let places = rows.flat_map(|y| columns.into_iter().flat_map(move |x| [(x, y), (8 - x, y)]));
        places.filter_map(|(x, y)| board.hole_at(x, y)).collect()
    };
    // On the left ##.#, which leads to .#..; on the right the mirror images.
    let start = pegs([0, 1]) | pegs([3, 3]);
    (board.clone(), start, pegs([1, 1]))
}

#[test]
fn solutions_are_counted_beyond_64_bits() {
    // There are idle rows so that holes have large numbers, for which moves are stored in more
    // bits.
    let (board, start, target) = lonely_rows(8, 2);
    let interval = Interval::between(&board, start, &[target], MOST, Progress::NONE).unwrap();
    assert_eq!(
        interval.widths().map(|(_, width)| width).sum::<u64>(),
        3_u64.pow(12)
    );
    // The orders of 24 jumps, twelve of which must each follow one of the others.
    let orders: u128 = (1..=24).product::<u128>() >> 12;
    assert!(orders > u128::from(u64::MAX));
    let analysis = Analysis::of(&interval, Progress::NONE).unwrap();
    assert_eq!(analysis.solutions, orders);
    assert_eq!((analysis.forks, analysis.forks_met), (0, 0.0));
    assert!(
        (analysis.probability - 1.0).abs() < 1e-12,
        "no jump can lose the game"
    );
    // The second jump of a row is by another peg.
    assert_eq!(analysis.fewest_moves.moves, 24);
    assert_eq!(analysis.fewest_moves.solutions, orders);
    assert_eq!(
        Counts::of(interval, Progress::NONE).unwrap().total(),
        orders
    );
}

#[test]
fn the_list_of_the_solutions_with_the_fewest_moves_can_be_stopped() {
    // 8 jumps, four of which must each follow one of the others: 2520 orders.
    let (board, start, target) = lonely_rows(2, 0);
    let interval = Interval::between(&board, start, &[target], 1 << 10, Progress::NONE).unwrap();
    let fewest = FewestMoves::of(&interval, Progress::NONE).unwrap();
    assert_eq!((fewest.moves, fewest.solutions), (8, 2520));
    // The list is the last fifth of the work.
    let stop = |done: u64, total: u64| match 5 * done > 4 * total {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let stopped = FewestMoves::all(&interval, 2520, Progress::new(&stop));
    assert_eq!(stopped, Err(Error::Interrupted(Interrupted)));
    let (listed, all) = FewestMoves::all(&interval, 2520, Progress::NONE)
        .unwrap()
        .unwrap();
    assert!(all == 2520 && listed.iter().all(|one| one.end() == target.into()));
}

/// The set of a small board, and a target reached by random play.
fn small_game() -> impl Strategy<Value = (&'static Reachable, Bitboard)> {
    // Plain play is slow on 5x5: there the target is early.
    let board = prop::sample::select(vec![
        ("4x4", 1),
        ("4x5", 1),
        ("triangle15", 1),
        ("3x6", 1),
        ("5x5", 17),
    ]);
    (
        board,
        prop::collection::vec(any::<prop::sample::Index>(), 1..22),
    )
        .prop_map(|((name, least), choices)| {
            let set = solved(name);
            let mut at = set.start();
            for choice in choices {
                let legal: Vec<Jump> = set.board().legal_jumps(at).collect();
                if !legal.is_empty() && at.count() > least {
                    at = choice.get(&legal).play(at);
                }
            }
            (set, at)
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn plain_play_finds_the_same_solutions((set, target) in small_game()) {
        let (board, start) = (set.board(), set.start());
        let interval = Interval::within(set, &[target], MOST, Progress::NONE).unwrap();
        let alone = Interval::between(board, start, &[target], MOST, Progress::NONE).unwrap();
        prop_assert!(interval.widths().eq(alone.widths()));
        let mut play = Play::to(board, vec![target]);
        let analysis = Analysis::of(&interval, Progress::NONE).unwrap();
        let fewest = &analysis.fewest_moves;
        let plain = play.fewest(start, None);
        prop_assert_eq!(Some((fewest.moves as u32, fewest.solutions)), plain);
        prop_assert_eq!((analysis.solutions, analysis.forks), (play.solutions(start), play.forks(start)));
        prop_assert!((analysis.probability / play.chance(start) - 1.0).abs() < 1e-9);
        let without_set = FewestMoves::of(&alone, Progress::NONE).unwrap();
        prop_assert_eq!(&without_set.solution, &fewest.solution);
        prop_assert_eq!(fewest.solution.moves().count(), fewest.moves);
        let counts = Counts::of(alone, Progress::NONE).unwrap();
        prop_assert_eq!(counts.total(), play.solutions(start));
        let played = Solution::new(board.as_board(), start, fewest.solution.jumps().to_vec()).unwrap();
        prop_assert_eq!(played.end(), target.into());
        for position in played.positions().map(|position| board.bits(&position).unwrap()) {
            for one in play.after(position).chain([position]) {
                prop_assert_eq!(counts.from(one).unwrap_or(0), play.solutions(one));
            }
        }
    }
}

#[test]
fn the_error_for_an_unreachable_target_gives_the_reason() {
    let reachable = solved("5x5");
    let (board, start) = (reachable.board(), reachable.start());
    let both = |target: Bitboard, most: usize| {
        let between = Interval::between(board, start, &[target], most, Progress::NONE);
        let within = Interval::within(reachable, &[target], most, Progress::NONE);
        assert_eq!(between.as_ref().unwrap_err(), within.as_ref().unwrap_err());
        within.unwrap_err()
    };
    let other_class = start.without(board.parse_hole("a1").unwrap().bit());
    assert_eq!(both(other_class, 1 << 22), Error::OtherClass);
    assert_eq!(
        both(board.full(), 1 << 22),
        Error::TooManyPegs {
            start: 24,
            target: 25
        }
    );
    let class = reachable.class();
    let unreachable = (0..1 << class.rank())
        .map(|index| class.position(index))
        .find(|&position| position.count() < 20 && !reachable.contains(position))
        .unwrap();
    assert_eq!(both(unreachable, 1 << 22), Error::Unreachable);
    let deep = reachable
        .positions(.., ..)
        .min_by_key(|position| position.count())
        .unwrap();
    assert_eq!(both(deep, 100), Error::TooLarge { most: 100 });
}
