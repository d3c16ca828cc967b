//! Intervals between positions, and what is computed on them, compared with plain play on small boards and with the literature on
//! the English board.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::plain::solved;
use crate::published::published;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, Jump, Lattice, SmallBoard};
use peg_solitaire::progress::{Interrupted, Progress};
use peg_solitaire::solution::{Analysis, Counts, FewestMoves, Interval, Solution};
use peg_solitaire::solve::Reachable;
use proptest::prelude::*;

const MOST: usize = Interval::MOST_POSITIONS;

/// The results of plain play for a target.
#[derive(Clone, Copy, Default)]
struct Seen {
    solutions: u128,
    fewest_moves: usize,
    with_fewest: u128,
    probability: f64,
}

/// Plays every sequence of at most `most` jumps and records the results for its end.
fn play_all(board: &SmallBoard, start: Bitboard, most: usize) -> HashMap<Bitboard, Seen> {
    fn on(
        board: &SmallBoard,
        at: Bitboard,
        line: &mut Vec<Jump>,
        chance: f64,
        most: usize,
        seen: &mut HashMap<Bitboard, Seen>,
    ) {
        let moves = line.chunk_by(|one, next| one.to() == next.from()).count();
        let here = seen.entry(at).or_default();
        if here.solutions == 0 || moves < here.fewest_moves {
            (here.fewest_moves, here.with_fewest) = (moves, 0);
        }
        here.with_fewest += u128::from(moves == here.fewest_moves);
        here.solutions += 1;
        here.probability += chance;
        if line.len() == most {
            return;
        }
        let legal: Vec<Jump> = board.legal_jumps(at).collect();
        for &jump in &legal {
            line.push(jump);
            on(board, jump.play(at), line, chance / legal.len() as f64, most, seen);
            line.pop();
        }
    }
    let mut seen = HashMap::new();
    on(board, start, &mut Vec::new(), 1.0, most, &mut seen);
    seen
}

fn agrees_with_plain_play(name: &str, vacancy: &str, most: usize) {
    let board: SmallBoard = name.parse().unwrap();
    let start = board.full().without(board.parse_hole(vacancy).unwrap().bit());
    let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
    let seen = play_all(&board, start, most);
    assert!(seen.len() > 500, "{name} {vacancy}: {} targets are too few", seen.len());
    for (&target, seen) in &seen {
        let interval = Interval::within(&reachable, &[target], MOST, Progress::NONE).unwrap();
        let alone = Interval::between(&board, start, &[target], MOST, Progress::NONE).unwrap();
        assert!(interval.widths().eq(alone.widths()));
        let analysis = Analysis::of(&interval, Progress::NONE).unwrap();
        let fewest = &analysis.fewest_moves;
        let found = (analysis.solutions, fewest.moves, fewest.solutions);
        let expected = (seen.solutions, seen.fewest_moves, seen.with_fewest);
        assert_eq!(found, expected, "{name} {vacancy}\n{}", board.picture(target));
        assert!((analysis.probability / seen.probability - 1.0).abs() < 1e-9);
        assert_eq!(fewest.solution.moves().count(), fewest.moves);
        assert_eq!(fewest.solution.end(), target);
        assert_eq!(FewestMoves::of(&alone, Progress::NONE).unwrap().solution, fewest.solution);
        assert_eq!(Counts::of(alone, Progress::NONE).unwrap().total(), seen.solutions);
    }
}

#[test]
fn plain_play_finds_the_same() {
    for (name, vacancies, most) in
        [("4x4", "b2 b1", 9), ("4x5", "b3", 8), ("5x5", "c3 a1", 7), ("triangle15", "a1", 9)]
    {
        vacancies.split(' ').for_each(|vacancy| agrees_with_plain_play(name, vacancy, most));
    }
}

/// Pairs of rows of four holes, so far apart that no jump leads from one row to another. In each row, except for the
/// first `idle` pairs, two jumps are possible, one after the other.
fn lonely_rows(pairs: i16, idle: i16) -> (SmallBoard, Bitboard, Bitboard) {
    let places = (0..2 * pairs).flat_map(|row| (0..4).map(move |x| (row % 2 * 5 + x, row / 2 * 2)));
    let board = Board::new(Lattice::Square, &places.collect::<Vec<_>>()).unwrap().small().unwrap();
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
    // The second board has holes with larger numbers, for which moves are stored in more bits.
    for (pairs, idle) in [(6, 0), (8, 2)] {
        let (board, start, target) = lonely_rows(pairs, idle);
        let interval = Interval::between(&board, start, &[target], MOST, Progress::NONE).unwrap();
        assert_eq!(interval.widths().map(|(_, width)| width).sum::<u64>(), 3_u64.pow(12));
        // The orders of 24 jumps, twelve of which must each follow one of the others.
        let orders: u128 = (1..=24).product::<u128>() >> 12;
        assert!(orders > u128::from(u64::MAX));
        let analysis = Analysis::of(&interval, Progress::NONE).unwrap();
        assert_eq!(analysis.solutions, orders);
        assert_eq!((analysis.forks, analysis.forks_met), (0, 0.0));
        assert!((analysis.probability - 1.0).abs() < 1e-12, "no jump can lose the game");
        // The second jump of a row is by another peg.
        assert_eq!(analysis.fewest_moves.moves, 24);
        assert_eq!(analysis.fewest_moves.solutions, orders);
        assert_eq!(Counts::of(interval, Progress::NONE).unwrap().total(), orders);
    }
}

#[test]
fn the_list_of_the_solutions_with_the_fewest_moves_can_be_stopped() {
    // 8 jumps, four of which must each follow one of the others: 2520 orders.
    let (board, start, target) = lonely_rows(2, 0);
    let interval = Interval::between(&board, start, &[target], 1 << 10, Progress::NONE).unwrap();
    let reports = AtomicU64::new(0);
    let count = |_, _| {
        reports.fetch_add(1, Ordering::Relaxed);
        ControlFlow::Continue(())
    };
    let fewest = FewestMoves::of(&interval, Progress::new(&count)).unwrap();
    assert_eq!((fewest.moves, fewest.solutions), (8, 2520));
    // Stops when all is counted, and they are being listed.
    let left = AtomicU64::new(reports.into_inner());
    let stop = |_, _| match left
        .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1))
    {
        Ok(_) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    let stopped = FewestMoves::all(&interval, 2520, Progress::new(&stop));
    assert_eq!(stopped, Err(Error::Interrupted(Interrupted)));
    let listed = FewestMoves::all(&interval, 2520, Progress::NONE).unwrap();
    assert!(listed.is_some_and(|solutions| solutions.iter().all(|one| one.end() == target)));
}

#[test]
fn the_english_central_game_has_the_published_solutions() {
    let reachable = solved("english");
    let (board, start) = (reachable.board(), reachable.start());
    let goal = [board.complement(start)];
    let interval = Interval::within(reachable, &goal, MOST, Progress::NONE).unwrap();
    // The closures find what a search from both ends does.
    let between = Interval::between(board, start, &goal, MOST, Progress::NONE).unwrap();
    assert!(interval.widths().eq(between.widths()));
    let fewest = FewestMoves::of(&interval, Progress::NONE).unwrap();
    assert_eq!(interval.symmetry_classes() as u128, published("english winning classes"));
    assert_eq!(fewest.moves as u128, published("english fewest moves"));
    // The literature counts a solution and its seven images once.
    let once = published("english solutions with the fewest moves up to symmetry");
    assert_eq!(fewest.solutions, 8 * once);
    assert_eq!(
        Counts::of(interval, Progress::NONE).unwrap().total(),
        published("english solutions")
    );
}

#[test]
fn random_play_on_the_english_board_leaves_one_peg_as_often_as_published() {
    let reachable = solved("english");
    let any: Vec<Bitboard> = reachable.board().full().pegs().map(|hole| hole.bit()).collect();
    let interval = Interval::within(reachable, &any, MOST, Progress::NONE).unwrap();
    assert_eq!(interval.targets().len(), 5);
    let probability = Analysis::of(&interval, Progress::NONE).unwrap().probability;
    // The last line of the table: 31 jumps.
    let table = include_str!("../data/english-random-play.csv");
    let (_, published) = table.trim_end().rsplit_once(',').unwrap();
    let published: f64 = published.parse().unwrap();
    assert_eq!(format!("{probability:.4e}"), format!("{published:.4e}"));
}

/// A small board and a target reached by random play from the central vacancy.
fn small_game() -> impl Strategy<Value = (SmallBoard, Bitboard)> {
    let board = prop::sample::select(vec!["4x4", "4x5", "5x5", "triangle15", "3x6"]);
    (board, prop::collection::vec(any::<prop::sample::Index>(), 1..22)).prop_map(
        |(name, choices)| {
            let board: SmallBoard = name.parse().unwrap();
            let mut at = board.central_vacancy();
            for choice in choices {
                let legal: Vec<Jump> = board.legal_jumps(at).collect();
                if !legal.is_empty() {
                    at = choice.get(&legal).play(at);
                }
            }
            (board, at)
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn every_solution_returned_plays_and_ends_on_the_target((board, target) in small_game(), seed: u64) {
        let start = board.central_vacancy();
        let interval = Interval::between(&board, start, &[target], 1 << 22, Progress::NONE).unwrap();
        let fewest = FewestMoves::of(&interval, Progress::NONE).unwrap();
        let counts = Counts::of(interval, Progress::NONE).unwrap();
        let drawn = counts.random_solution(seed);
        for solution in [&fewest.solution, &drawn] {
            let played =
                Solution::new(&board, start, solution.jumps().to_vec()).unwrap();
            prop_assert_eq!(played.end(), target);
            prop_assert!(played.moves().count() >= fewest.moves);
            prop_assert!(played.positions().all(|position| counts.from(board.bits(&position)) > 0));
        }
        prop_assert_eq!(fewest.solution.moves().count(), fewest.moves);
        prop_assert_eq!(counts.random_solution(seed), drawn);
    }

    #[test]
    fn the_solutions_after_the_jumps_of_a_position_add_up((board, target) in small_game(), seed: u64) {
        let start = board.central_vacancy();
        let between = |start| Interval::between(&board, start, &[target], 1 << 22, Progress::NONE);
        let counts = Counts::of(between(start).unwrap(), Progress::NONE).unwrap();
        let solution = counts.random_solution(seed);
        let positions = solution.positions().map(|position| board.bits(&position));
        for position in positions.filter(|&at| at != target) {
            let after = || board.legal_jumps(position).map(|jump| jump.play(position));
            let sum: u128 = after().map(|after| counts.from(after)).sum();
            prop_assert_eq!(sum, counts.from(position));
            for after in after() {
                prop_assert_eq!(between(after).is_err(), counts.from(after) == 0);
            }
        }
    }

    #[test]
    fn symmetric_targets_have_as_many_solutions((board, target) in small_game()) {
        let start = board.central_vacancy();
        let about = |target| {
            let interval = Interval::between(&board, start, &[target], 1 << 22, Progress::NONE).unwrap();
            let analysis = Analysis::of(&interval, Progress::NONE).unwrap();
            (analysis.solutions, analysis.fewest_moves.moves, analysis.fewest_moves.solutions, analysis.forks)
        };
        let first = about(target);
        for symmetry in board.symmetries().iter().filter(|turn| turn.apply(start) == start) {
            prop_assert_eq!(about(symmetry.apply(target)), first);
        }
    }
}

/// The counts of a target that these jumps lead to.
fn counts_after(name: &str, jumps: &str) -> Counts {
    let board: SmallBoard = name.parse().unwrap();
    let start = board.central_vacancy();
    let target = board.bits(&Solution::parse(&board, start, jumps).unwrap().end());
    Counts::of(
        Interval::between(&board, start, &[target], 1 << 20, Progress::NONE).unwrap(),
        Progress::NONE,
    )
    .unwrap()
}

/// The 99.9 % quantile of the chi-squared distribution, by Wilson and Hilferty's approximation.
fn chi_squared_quantile(degrees: f64) -> f64 {
    let spread = 2.0 / (9.0 * degrees);
    degrees * (1.0 - spread + 3.090 * spread.sqrt()).powi(3)
}

#[test]
fn random_solutions_are_equally_likely() {
    let counts = counts_after("5x7", "c2-c4 a2-c2 d2-b2 a3-c3 c4-c2 c6-c4");
    let solutions = counts.total() as usize;
    assert!((5..500).contains(&solutions), "{solutions} solutions");
    let draws = 200 * solutions;
    let mut drawn: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..draws as u64 {
        *drawn.entry(counts.random_solution(seed).to_string()).or_default() += 1;
    }
    assert_eq!(drawn.len(), solutions);
    let expected = draws as f64 / solutions as f64;
    let chi_squared: f64 =
        drawn.values().map(|&times| (times as f64 - expected).powi(2) / expected).sum();
    assert!(chi_squared < chi_squared_quantile(solutions as f64 - 1.0), "{chi_squared}");
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
    assert_eq!(both(board.full(), 1 << 22), Error::TooManyPegs { start: 24, target: 25 });
    let class = reachable.class();
    let unreachable = (0..1 << class.rank())
        .map(|index| class.position(index))
        .find(|&position| position.count() < 20 && !reachable.contains(position))
        .unwrap();
    assert_eq!(both(unreachable, 1 << 22), Error::Unreachable);
    let deep = reachable
        .positions(0..reachable.class_size())
        .min_by_key(|position| position.count())
        .unwrap();
    assert_eq!(both(deep, 100), Error::TooLarge { most: 100 });
}
