//! Values of another board, start or game are refused wherever they could be given: each public
//! function of the library that takes a value of a board beside another.

use std::sync::Arc;

use peg_laboratory::{
    Kind, LastPeg, Positions, RandomPlay, SymmetryType, WinningList, levels_by_jumps,
    levels_by_moves, random_play,
};
use peg_solitaire::board::{Bitboard, Board, Hole, MAX_HOLES, Position, SmallBoard};
use peg_solitaire::game::{Advice, Game, NoAdvice, Session};
use peg_solitaire::progress::Progress;
use peg_solitaire::puzzle::Puzzle;
use peg_solitaire::search::{LastPosition, Search};
use peg_solitaire::solution::{Counts, Interval, Solution, SolutionError};
use peg_solitaire::solve::{InMemory, LastJumps, Reachable};
use peg_solitaire::winning::{About, Winning};
use peg_solitaire::{Contradiction, Error};

const NONE: Progress<'_> = Progress::NONE;
const MOST: usize = Interval::MOST_POSITIONS;

/// A game of two jumps on 4 x 3 holes, and what belongs to a larger board.
struct Own {
    board: SmallBoard,
    start: Bitboard,
    finish: Bitboard,
    /// A position that the board doesn't have room for.
    outside: Bitboard,
}

impl Own {
    fn new() -> Self {
        let board: SmallBoard = "4x3".parse().unwrap();
        Self {
            start: board.parse_pattern("##.#/..../....").unwrap(),
            finish: board.parse_pattern(".#../..../....").unwrap(),
            outside: Bitboard(1 << 20 | 1),
            board,
        }
    }

    fn reachable(&self) -> Reachable {
        Reachable::solve(&self.board, self.start, NONE).unwrap()
    }

    fn game(&self) -> Game {
        Game::new(self.board.as_board(), self.start, [self.finish]).unwrap()
    }

    fn solution(&self) -> Solution {
        let solution = Solution::leading_to(self.finish, &self.reachable());
        solution.unwrap().expect("the game can be won")
    }
}

fn is_outside<T: std::fmt::Debug>(answer: Result<T, Error>) {
    assert!(
        matches!(answer, Err(Error::OutsideBoard { .. })),
        "{answer:?}"
    );
}

fn is_of_another_game<T: std::fmt::Debug>(answer: Result<T, Error>) {
    assert!(matches!(answer, Err(Error::OtherGame { .. })), "{answer:?}");
}

#[test]
fn analyses_refuse_positions_outside_their_board() {
    let own = Own::new();
    let (board, start, finish, outside) = (&own.board, own.start, own.finish, own.outside);
    let reachable = own.reachable();

    is_outside(Reachable::solve(board, outside, NONE));
    is_outside(Winning::of(&reachable, &[finish, outside], NONE));
    is_outside(Winning::solve(board, start, &[outside], NONE));
    is_outside(Winning::solve(board, outside, &[finish], NONE));
    is_outside(Winning::<InMemory>::check_memory(board, start, &[outside]));
    is_outside(Winning::<InMemory>::check_memory(board, outside, &[finish]));
    is_outside(RandomPlay::check_memory(board, outside, true));
    is_outside(levels_by_moves(board, outside, None, NONE));
    is_outside(levels_by_moves(board, start, Some(outside), NONE));
    is_outside(WinningList::solve(board, &[(outside, finish)], NONE));
    is_outside(WinningList::solve(board, &[(start, outside)], NONE));
    let list = WinningList::solve(board, &[(start, finish)], NONE).unwrap();
    is_outside(list.is_winning(outside));
    is_outside(LastPeg::from(board, outside));
    is_outside(SymmetryType::of(board, outside));

    is_outside(About::solve(board, outside, NONE));
    let about = About::solve(board, start, NONE).unwrap();
    is_outside(about.standing(outside, finish));
    is_outside(about.standing(start, outside));
    is_outside(about.winning_jumps(outside, NONE));

    for kind in Kind::ALL {
        is_outside(Positions::solve(board, outside, &[finish], &[kind], NONE));
        is_outside(Positions::solve(board, start, &[outside], &[kind], NONE));
    }
    let kinds = [Kind::Winning, Kind::Solvable];
    let positions = Positions::solve(board, start, &[finish], &kinds, NONE).unwrap();
    for kind in kinds {
        is_outside(positions.wins(kind, outside));
    }
}

#[test]
fn positions_of_a_kind_that_was_not_asked_for_are_unknown() {
    let Own {
        board,
        start,
        finish,
        ..
    } = Own::new();
    for asked in Kind::ALL {
        let positions = Positions::solve(&board, start, &[finish], &[asked], NONE).unwrap();
        for kind in Kind::ALL {
            let is_refused = |error| error == Some(Error::NotAsked { kind: kind.name() });
            let is_asked = kind == asked;
            assert_eq!(
                is_refused(positions.mincodes(kind, None, NONE).err()),
                !is_asked
            );
            if matches!(kind, Kind::Winning | Kind::Solvable) {
                assert_eq!(is_refused(positions.wins(kind, start).err()), !is_asked);
                assert_eq!(is_refused(positions.hard(kind, NONE).err()), !is_asked);
            } else {
                assert!(positions.hard(kind, NONE).is_err() || asked == Kind::Winning);
            }
        }
    }
}

#[test]
fn winning_positions_of_another_game_are_refused() {
    let own = Own::new();
    let reachable = own.reachable();
    let larger: SmallBoard = "5x4".parse().unwrap();
    let other_start = own.board.central_vacancy();
    for (board, start) in [
        (&own.board, other_start),
        (&larger, larger.central_vacancy()),
    ] {
        let ends: Vec<Bitboard> = board.full().pegs().map(Hole::bit).collect();
        let winning = Winning::solve(board, start, &ends, NONE).unwrap();
        is_of_another_game(levels_by_jumps(&reachable, &winning, NONE));
        is_of_another_game(random_play(&reachable, Some(&winning), false, NONE));
        is_of_another_game(random_play(&reachable, Some(&winning), true, NONE));
    }
}

#[test]
fn intervals_and_solutions_refuse_what_is_of_another_board() {
    let own = Own::new();
    let (board, start, finish, outside) = (&own.board, own.start, own.finish, own.outside);
    let reachable = own.reachable();

    is_outside(Interval::within(&reachable, &[outside], MOST, NONE));
    is_outside(Interval::between(board, start, &[outside], MOST, NONE));
    is_outside(Interval::between(board, outside, &[finish], MOST, NONE));
    is_outside(Solution::leading_to(outside, &reachable));
    let interval = Interval::between(board, start, &[finish], MOST, NONE).unwrap();
    let counts = Counts::of(interval, NONE).unwrap();
    assert!(counts.from(start) > Some(0));
    assert_eq!(counts.from(outside), None);

    let larger: Board = "5x4".parse().unwrap();
    let far = larger.parse_move("e1-e3").unwrap();
    let of_far = Solution::new(board.as_board(), start, far.clone());
    assert!(matches!(of_far, Err(SolutionError::OtherBoard { .. })));
    let of_outside = Solution::new(board.as_board(), outside, Vec::new());
    assert!(matches!(of_outside, Err(SolutionError::Start(_))));
    assert!(own.game().play(far[0]).is_err());
    let turn = &"5x5".parse::<Board>().unwrap().symmetries()[1].clone();
    assert_eq!(own.solution().image(turn), None);

    let table = LastJumps::fill(&reachable, NONE).unwrap();
    let others = Reachable::solve(board, board.central_vacancy(), NONE).unwrap();
    assert!(matches!(
        table.verify(&others, NONE),
        Err(Error::Wrong(Contradiction::OfAnotherSet))
    ));
}

#[test]
fn games_puzzles_and_advice_refuse_what_is_of_another_game() {
    let own = Own::new();
    let (board, start, finish) = (&own.board, own.start, own.finish);
    let game = own.game();
    let larger: SmallBoard = "5x4".parse().unwrap();
    is_outside(Game::new(board.as_board(), own.outside, [finish]));
    is_outside(Game::new(board.as_board(), start, [own.outside]));

    let others = [
        Game::new(larger.as_board(), larger.central_vacancy(), [finish]).unwrap(),
        Game::new(board.as_board(), board.central_vacancy(), [finish]).unwrap(),
        Game::new(board.as_board(), start, [start]).unwrap(),
    ];
    for other in &others {
        for most in [None, Some(0)] {
            let advice = Arc::new(Advice::of(other, most, NONE));
            is_of_another_game(advice.on(&game));
            is_of_another_game(Session::new(game.clone()).advise(advice));
        }
        is_of_another_game(Advice::nothing(other, NoAdvice::NotYet).on(&game));

        let (own_board, own_start, targets) = other.small().unwrap();
        if let Ok(interval) = Interval::between(&own_board, own_start, &targets, MOST, NONE) {
            let counts = Counts::of(interval, NONE).unwrap();
            is_of_another_game(Advice::counted(&game, counts));
        }
        let set = Reachable::solve(&own_board, own_start, NONE).unwrap();
        if other.start() != game.start() {
            is_of_another_game(Puzzle::solve(&game, Some(&set), MOST, NONE));
        }
    }

    // As far as it was played, it is the same game.
    let solution = own.solution();
    let advice = Advice::of(&game, None, NONE);
    let mut played = game.clone();
    for &jump in solution.jumps() {
        assert!(advice.on(&played).unwrap().is_solvable() == Some(true));
        played.play(jump).unwrap();
    }

    let far = larger.legal_jumps(larger.central_vacancy()).next().unwrap();
    let elsewhere = Solution::new(larger.as_board(), larger.central_vacancy(), vec![far]).unwrap();
    for other in [elsewhere, solution.first(1)] {
        is_of_another_game(game.ending(&other, 1));
        is_of_another_game(Puzzle::of(&game, other));
    }
    assert!(Puzzle::of(&game, solution).is_ok());
}

#[test]
fn searches_refuse_positions_outside_their_board() {
    let own = Own::new();
    let board = Board::from(&own.board);
    let [start, end, outside] = [own.start, own.finish, own.outside].map(Position::from);
    let search = Search::default();
    for (start, end) in [
        (Some(&outside), &end),
        (Some(&start), &outside),
        (None, &outside),
    ] {
        is_outside(Search::impossible(&board, start, end));
        is_outside(search.run(&board, start, end, NONE));
        is_outside(search.attempt(0..1, &board, start, end, &mut { 1 }, NONE));
    }
    is_outside(search.reduce(&board, &outside, None, NONE));
    is_outside(search.reduce(&board, &start, Hole::new(999), NONE));
    is_outside(search.reduce_to_each(&board, &outside, NONE));
    let layout = LastPosition {
        board: board.clone(),
        end: outside,
    };
    is_outside(search.play(&[layout], 0, NONE));
}

#[test]
fn a_board_has_no_place_for_holes_of_another() {
    for name in ["5x7", "english", "triangle15"] {
        let board: Board = name.parse().unwrap();
        let beyond = Hole::new(board.holes() as u16).unwrap();
        let last = Hole::new(MAX_HOLES as u16 - 1).unwrap();
        for hole in [beyond, last] {
            assert_eq!(board.coordinates(hole), None);
            assert_eq!(board.jumps_from(hole).next(), None);
            assert_eq!(board.jump(hole, board.centre()), None);
            assert_eq!(board.jump(board.centre(), hole), None);
            assert_eq!(board.hole_name(hole), "?");
            is_outside(board.check(&hole.into()));
        }
        for hole in board.each_hole() {
            let (x, y) = board.coordinates(hole).unwrap();
            assert_eq!(board.hole_at(x, y), Some(hole));
        }
    }
}
