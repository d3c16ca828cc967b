//! Holes, positions and numbers that a board doesn't have, given to functions whose documentation
//! names no panic: they are answered.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex};

use peg_solitaire::board::{Bitboard, Board, Hole, MAX_HOLES, SmallBoard};
use peg_solitaire::class::{Images, Orbits, PositionClass, SymmetryGroup};
use peg_solitaire::game::{Action, Game, Message, Session};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::{Grade, Solution};
use peg_solitaire::solve::Reachable;

const NONE: Progress<'_> = Progress::NONE;

fn small(name: &str) -> SmallBoard {
    name.parse().unwrap()
}

/// Holes that boards of fewer than 60 holes don't have.
fn foreign_holes() -> [Hole; 3] {
    [60, 64, MAX_HOLES as u16 - 1].map(|number| Hole::new(number).unwrap())
}

/// Positions with pegs outside of boards of fewer than 60 holes.
const FOREIGN: [Bitboard; 3] = [Bitboard(1 << 60), Bitboard(1 << 63 | 5), Bitboard(u64::MAX)];

#[test]
fn symmetries_leave_pegs_outside_of_the_board_where_they_are() {
    let board = small("english");
    let outside = !board.full();
    let group = SymmetryGroup::of(&board);
    let images = Images::of(&group);

    for position in FOREIGN {
        for mincode in [
            board.mincode(position),
            group.mincode(position),
            group.orbit(position)[0],
        ] {
            assert_eq!(mincode & outside, position & outside);
        }
        assert_eq!(
            group.hole_orbits(position & outside).len() as u32,
            (position & outside).count()
        );
        assert_eq!(group.order() % group.keeping(position).order(), 0);
        images.mincode(position);
        images.orbit(position.code());
    }
    for hole in foreign_holes() {
        assert_eq!(board.symmetries()[1].image(hole), hole);
        assert_eq!(images.representative_with(0, hole), (0, hole));
    }
}

#[test]
fn a_class_and_a_set_have_no_position_outside_of_their_board() {
    let board = small("5x5");
    let start = board.central_vacancy();
    let class = PositionClass::of(&board, start);
    let reachable = Reachable::solve(&board, start, NONE).unwrap();

    for position in FOREIGN {
        assert_eq!(class.index(position), None);
        assert!(!class.contains(position));
        assert!(!reachable.contains(position));
        class.index_of_member(position);
        Reachable::class_of(&board, position);
        Reachable::memory_needed(&board, position);
        board.legal_jumps(position).count();
    }
    for index in [1 << class.rank(), 1 << 40, u64::MAX] {
        class.position(index);
    }
    #[expect(clippy::reversed_empty_ranges, reason = "that is asked for")]
    let reversed = reachable.positions(7..5, ..);
    assert_eq!(reversed.count(), 0);
    assert_eq!(reachable.positions(u64::MAX.., ..).count(), 0);
    assert_eq!(reachable.positions(.., 26..).count(), 0);
}

#[test]
fn orbits_of_no_words_are_none() {
    let board = small("5x5");
    let class = PositionClass::of(&board, board.central_vacancy());
    let orbits = Orbits::new(&class, &SymmetryGroup::of(&board)).unwrap();
    assert_eq!(orbits.representatives(0, &[]).count(), 0);
    orbits.prefetch(u64::MAX);
}

#[test]
fn a_hole_that_the_board_does_not_have_is_not_pressed() {
    let board: Board = "5x7".parse().unwrap();
    let game = Game::new(&board, board.central_vacancy(), board.each_hole()).unwrap();

    for hole in foreign_holes() {
        let mut session = Session::new(game.clone());
        session.act(Action::Press(hole));
        assert_eq!(session.cursor, board.centre());
        assert_eq!(session.message, Some(Message::NoPeg));
        session.act(Action::Move(1, 0));
        assert_eq!(game.landings(hole).count(), 0);

        // The fields are public, so a program may set them to anything.
        session.cursor = hole;
        session.act(Action::Move(i32::MAX, i32::MIN));
        session.held = Some(hole);
        session.act(Action::Press(board.centre()));
        session.act(Action::Undo);
    }
}

#[test]
fn numbers_beyond_the_last_are_taken_as_the_last() {
    let board: Board = "5x7".parse().unwrap();
    let solution = Solution::parse(&board, board.central_vacancy(), "c2-c4").unwrap();
    for many in [2, usize::MAX] {
        assert_eq!(solution.position(many), solution.end());
        assert_eq!(solution.first(many), solution);
        assert_eq!(solution.last(many), solution);
        assert_eq!(solution.jumps_in(many), 1);
    }
    assert_eq!(Grade::of(f64::NAN), Grade::Fiendish);
}

#[test]
fn a_part_of_progress_that_ends_before_it_begins_has_no_length() {
    for total in [0, 1, u64::MAX] {
        let reported = Mutex::new(Vec::new());
        let watch = |done, _| {
            reported.lock().unwrap().push(done);
            ControlFlow::Continue(())
        };

        let part = Progress::new(&watch).part(3, 1, total);
        part.report(0, 1).unwrap();
        part.report(u64::MAX, 0).unwrap();

        let reported = reported.into_inner().unwrap();
        assert_eq!(reported[0], reported[1], "{total}");
    }
}

#[test]
fn advice_on_another_game_is_refused_by_a_session() {
    let board: Board = "4x4".parse().unwrap();
    let game = |hole: Hole| Game::new(&board, board.central_vacancy(), [hole]).unwrap();
    let mut session = Session::new(game(board.centre()));
    let other = game(board.parse_hole("a1").unwrap());
    let advice = peg_solitaire::game::Advice::of(&other, None, NONE);
    assert!(session.advise(Arc::new(advice)).is_err());
}
