//! Searches that begin in the middle of a game: from any position to one peg.

use crate::plain::{Random, depth_first, replayed};
use crate::random_boards::{random_board, random_start};
use peg_solitaire::board::{Board, Jump, Position, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Impossible, Outcome, Reduced, Search};
use peg_solitaire::solution::Solution;
use proptest::prelude::*;

#[test]
fn what_can_not_be_reached_any_more_is_seen_without_a_search() {
    let (board, end) = Board::from_picture("......\n..#.##\n......").unwrap();
    let why = |rows: &str| {
        let start = board.parse_pattern(rows).unwrap();
        Search::impossible(&board, Some(&start), &end).unwrap()
    };
    assert_eq!(why("....../##..##/......"), None);
    assert_eq!(why("....../##.#../......"), Some(Impossible::TooManyPegs));
    assert_eq!(
        why("#...../.#..##/......"),
        Some(Impossible::OtherClassThanStart)
    );
    let (board, start) = Board::from_picture("##......\n##......\n#.......").unwrap();
    for (hole, far) in [("b3", None), ("e3", Some(Impossible::TooFar))] {
        let end = board.parse_hole(hole).unwrap().into();
        assert_eq!(
            Search::impossible(&board, Some(&start), &end),
            Ok(far),
            "{hole}"
        );
    }
}

#[test]
fn boards_of_up_to_a_thousand_holes_are_reduced_to_one_peg() {
    let problems = [
        ("9x9", "e5", Some("e5")),
        ("12x10", "a1", None),
        ("30x33", "d4", Some("a1")),
    ];
    for (name, vacancy, finish) in problems {
        let board: Board = name.parse().unwrap();
        let hole = |name: &str| board.parse_hole(name).unwrap();
        let start = board.complement(&[hole(vacancy)].into_iter().collect());
        let finish = finish.map(hole);
        let reduced = Search::default()
            .reduce(&board, &start, finish, Progress::NONE)
            .unwrap();
        let Outcome::Solved(solution) = reduced.outcome else {
            panic!("{board}")
        };
        let end = solution.end();
        assert!(finish.is_none_or(|finish| end.has(finish)), "{board}");
        assert_eq!((solution.start(), end.count()), (&start, 1));
        assert_eq!(replayed(&solution), board.picture(&end));
    }
}

#[test]
fn enumeration_searches_and_playing_out_answer_for_each_finish_as_plain_play_does() {
    let random = &mut Random(53);
    let triangle: SmallBoard = "triangle15".parse().unwrap();
    let start = |vacancy| {
        triangle
            .bits(&triangle.as_board().parse_start(vacancy).unwrap())
            .unwrap()
    };
    let known = ["a1", "c4", "b3"].map(|vacancy| (triangle.clone(), start(vacancy)));
    let others = (0..60)
        .map(|_| random_board(random, 12))
        .collect::<Vec<_>>();
    let others = others
        .into_iter()
        .map(|board| (board.clone(), random_start(random, &board)));
    for (number, (board, start)) in known.into_iter().chain(others).enumerate() {
        let reached = depth_first(&board, start);
        let ends: Position = board
            .each_hole()
            .filter(|hole| reached.has(hole.bit()))
            .collect();
        for (enumerated, attempts) in [(u64::MAX, 12), (0, 12), (0, 0)] {
            let search = Search {
                enumerated,
                attempts,
                ..Search::default()
            };
            let one = search
                .reduce(board.as_board(), &start.into(), None, Progress::NONE)
                .unwrap();
            let each = search
                .reduce_to_each(board.as_board(), &start.into(), Progress::NONE)
                .unwrap();
            assert_eq!(
                matches!(one.outcome, Outcome::Solved(_)),
                !ends.is_empty(),
                "{number}"
            );
            // What isn't among the undecided holes is known.
            assert!(ends.contains(&one.finishes), "{number}");
            assert!(
                ends.without(&one.finishes)
                    .without(&one.undecided)
                    .is_empty(),
                "{number}"
            );
            assert!(enumerated == 0 || one.undecided.is_empty(), "{number}");
            // One question has one answer, for any hole and for each.
            let reason = |reduced: &Reduced| match reduced.outcome {
                Outcome::Impossible(why) => Some(why),
                _ => None,
            };
            assert_eq!(reason(&one), reason(&each), "{number}");
            assert!(
                enumerated == 0 || one.fewest_pegs.is_some() == ends.is_empty(),
                "{number}"
            );
            assert_eq!((&each.finishes, each.games.len()), (&ends, ends.count()));
            assert!(each.undecided.is_empty(), "{number}");
            for (&hole, game) in &each.games {
                let checked =
                    Solution::new(board.as_board(), start, game.jumps().to_vec()).unwrap();
                assert_eq!(checked.end(), hole.into(), "{number}");
            }
        }
    }
}

#[test]
fn a_position_that_can_not_be_reduced_is_told_why() {
    let reduce = |rows: &str, finish: Option<&str>| {
        let (board, start) = Board::from_picture(rows).unwrap();
        let finish = finish.map(|name| board.parse_hole(name).unwrap());
        Search::default()
            .reduce(&board, &start, finish, Progress::NONE)
            .unwrap()
            .outcome
    };
    let no = |rows: &str, finish: Option<&str>, why| {
        assert_eq!(reduce(rows, finish), Outcome::Impossible(why), "{rows}");
    };
    let wide = |row: &str| format!("{row}\n{}", vec![".".repeat(row.len()); 8].join("\n"));
    no(&wide("............"), None, Impossible::NoPegs);
    no(
        &wide("##.........."),
        Some("a1"),
        Impossible::OtherClassThanStart,
    );
    no(&wide("#..........."), Some("d1"), Impossible::NoFirstJump);
    no(&wide("##.........."), Some("l1"), Impossible::TooFar);
    no(&wide("#..#..#....."), None, Impossible::NoFirstJump);
    no("###...", None, Impossible::OtherClassThanStart);
    let few =
        "........./........./..##.##../...##.#../..#.##.../...##.#../....#..../........./.........";
    no(&few.replace('/', "\n"), Some("b7"), Impossible::Exhausted);
    let Outcome::Solved(solution) = reduce(&wide("#..........."), Some("a1")) else {
        panic!()
    };
    assert!(solution.jumps().is_empty());
}

proptest! {
    #[test]
    fn what_random_jumps_lead_to_is_never_called_impossible(
        pegs in prop::collection::vec(any::<bool>(), 7 * 11),
        wishes in prop::collection::vec(any::<prop::sample::Index>(), 0..60),
    ) {
        let board = Board::rectangle(7, 11).unwrap();
        let start: Position = board.full().pegs().filter(|hole| pegs[hole.index()]).collect();
        let mut end = start.clone();
        for wish in wishes {
            let jumps: Vec<Jump> = board.legal_jumps(&end).collect();
            if !jumps.is_empty() {
                end.play(*wish.get(&jumps));
            }
        }
        prop_assert_eq!(Search::impossible(&board, Some(&start), &end), Ok(None));
    }
}
