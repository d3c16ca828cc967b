//! The game as a player controls it, without keys or a screen.

use std::collections::BTreeMap;
use std::sync::Arc;

use peg_solitaire::Error;
use peg_solitaire::board::{Board, Hole, Jump, SmallBoard};
use peg_solitaire::game::{Action, Advice, Game, Message, NoAdvice, RatedJump, Session};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use proptest::prelude::*;

/// A game on the board of this picture; the goal is a position of that board.
fn session(picture: &str, goal: &str) -> Session {
    let (board, start) = Board::from_picture(picture).unwrap();
    let goal = board.parse_pattern(goal).unwrap();
    Session::new(Game::new(&board, start, &[goal]).unwrap())
}

/// From 15 pegs to two, in 13 jumps.
fn two_pegs() -> Session {
    session("####\n#.##\n####\n####", "....\n.#..\n....\n#...")
}

fn hole(session: &Session, name: &str) -> Hole {
    session.game().board().parse_hole(name).unwrap()
}

/// Presses on holes, one after the other.
fn press(session: &mut Session, names: &str) {
    for name in names.split(' ') {
        session.act(Action::Press(hole(session, name)));
    }
}

/// Asserts which peg is picked up, which jumps were made, and what is said.
fn shows(session: &Session, held: &str, jumps: &str, message: &str) {
    let name = |hole: Hole| session.game().board().hole_name(hole);
    let found = session.held.map_or_else(String::new, name);
    let played = session.game().played().to_string();
    let said = session
        .message
        .as_ref()
        .map_or_else(String::new, Message::to_string);
    assert_eq!((&*found, &*played, &*said), (held, jumps, message));
}

fn advice(session: &Session) -> Arc<Advice> {
    Arc::new(Advice::of(session.game(), None, Progress::NONE))
}

/// Plays one jump from hole to hole.
fn jump(session: &mut Session, jump: Jump) {
    session.act(Action::PutBack);
    session.act(Action::Press(jump.from()));
    session.act(Action::Press(jump.to()));
}

/// Plays winning jumps until a losing one is legal, then plays that one.
fn play_a_losing_jump(session: &mut Session, advice: &Advice) {
    loop {
        let rated = advice.on(session.game()).unwrap().rate_jumps();
        if let Some(losing) = rated.iter().find(|rated| rated.keeps == Some(false)) {
            return jump(session, losing.jump);
        }
        jump(session, rated[0].jump);
    }
}

#[test]
fn a_session_shows_what_a_player_did() {
    for script in include_str!("../data/sessions.txt").split("\n## ").skip(1) {
        let mut lines = script.lines().skip(1).take_while(|line| !line.is_empty());
        let (picture, goal) = lines.next().unwrap().split_once(' ').unwrap();
        let mut session = session(&picture.replace('/', "\n"), goal);
        for line in lines {
            let (words, expected) = line.split_once('>').unwrap();
            for word in words.split_whitespace() {
                session.act(match word {
                    "esc" => Action::PutBack,
                    "u" => Action::Undo,
                    "r" => Action::Redo,
                    "n" => Action::Restart,
                    name => Action::Press(hole(&session, name)),
                });
                let is_hole = session.game().board().parse_hole(word);
                assert!(is_hole.is_err() || is_hole == Ok(session.cursor), "{line}");
            }
            let parts: Vec<&str> = expected.split('|').map(str::trim).collect();
            let [held, jumps, message] = parts[..] else {
                panic!("{line}")
            };
            shows(&session, held, jumps, message);
        }
    }
}

#[test]
fn a_question_requests_advice_and_is_answered_by_it() {
    let mut session = two_pegs();
    assert!(!session.wants_advice());
    session.act(Action::Check);
    assert!(session.wants_advice());
    assert_eq!(session.message, Some(Message::Thinking));
    let advice = advice(&session);
    session.advise(advice.clone()).unwrap();
    assert!(!session.wants_advice());
    let solutions = advice.on(session.game()).unwrap().solutions();
    assert!(solutions > Some(0));
    assert_eq!(session.message, Some(Message::Winnable { solutions }));
    play_a_losing_jump(&mut session, &advice);
    session.act(Action::Check);
    let lost = |jumps| Message::Lost {
        over: None,
        jumps_ago: Some(jumps),
    };
    assert_eq!(session.message, Some(lost(1)));
    // Every later jump loses, too.
    let next = session
        .game()
        .board()
        .legal_jumps(session.game().position())
        .next()
        .unwrap();
    jump(&mut session, next);
    session.act(Action::Check);
    assert_eq!(session.message, Some(lost(2)));
}

#[test]
fn hints_with_less_memory_are_the_same() {
    // A board with a small set of positions, and one with a large set.
    for name in ["english", "5x7"] {
        let board: SmallBoard = name.parse().unwrap();
        let start = board.central_vacancy();
        let mut target = start;
        for _ in 0..14 {
            target = board.legal_jumps(target).next().unwrap().play(target);
        }
        let game = Game::new(board.as_board(), start, [target]).unwrap();
        let advice = Advice::of(&game, None, Progress::NONE);
        let frugal = Advice::of(&game, Some(1 << 20), Progress::NONE);
        let few = Advice::of(&game, Some(10), Progress::NONE);
        assert_eq!(few.on(&game).unwrap().is_solvable(), Some(true));
        let too_many = NoAdvice::Unsolved(Error::TooLarge { most: 10 });
        assert_eq!(few.unknown(), Some(&too_many));
        assert!(frugal.on(&game).unwrap().solutions() > Some(0));
        let rated = |advice: &Advice| advice.on(&game).unwrap().rate_jumps();
        assert_eq!(rated(&frugal), rated(&advice));
        // What can be reached backwards tells the same jumps apart.
        let keeps = |rated: Vec<RatedJump>| -> BTreeMap<Jump, Option<bool>> {
            rated.into_iter().map(|it| (it.jump, it.keeps)).collect()
        };
        assert_eq!(keeps(rated(&few)), keeps(rated(&advice)));
    }
}

#[test]
fn the_cursor_moves_in_the_given_direction_and_reaches_every_hole() {
    for name in ["5x7", "english", "triangle15", "line9"] {
        let board: SmallBoard = name.parse().unwrap();
        let game = Game::new(
            board.as_board(),
            board.central_vacancy(),
            Vec::<Hole>::new(),
        )
        .unwrap();
        let mut session = Session::new(game);
        let mut seen = session.cursor.bit();
        let mut waiting = vec![session.cursor];
        while let Some(hole) = waiting.pop() {
            let (x, y) = board.as_board().picture_place(hole);
            for (columns, rows) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                session.act(Action::Press(hole));
                session.act(Action::PutBack);
                session.act(Action::Move(columns, rows));
                let along = |to: Hole| {
                    let (to_x, to_y) = board.as_board().picture_place(to);
                    (to_x as i32 - x as i32) * columns + (to_y as i32 - y as i32) * rows
                };
                // It stays only if no hole lies on that side.
                let edge = board.full().pegs().all(|other| along(other) <= 0);
                assert!(if edge {
                    session.cursor == hole
                } else {
                    along(session.cursor) > 0
                });
                if !seen.has(session.cursor) {
                    seen |= session.cursor.bit();
                    waiting.push(session.cursor);
                }
            }
        }
        assert_eq!(board.picture(seen), board.picture(board.full()), "{name}");
    }
}

/// Two jumps to play, in either order.
fn with_a_solution() -> Session {
    let (board, start) = Board::from_picture("##.##.").unwrap();
    let solution = Solution::parse(&board, start, "a1-c1 d1-f1").unwrap();
    Session::new(Game::of(&solution))
}

fn known_to_win(session: &Session) -> Vec<String> {
    let hints = session.hints().unwrap();
    let wins = hints.iter().filter(|hint| hint.keeps == Some(true));
    wins.map(|hint| session.game().board().jump_name(hint.jump))
        .collect()
}

#[test]
fn a_known_solution_is_followed_in_any_order_and_left_and_taken_up_again() {
    let mut session = with_a_solution();
    session.act(Action::Hints);
    assert_eq!(known_to_win(&session), ["a1-c1", "d1-f1"]);
    session.act(Action::Check);
    assert!(!session.wants_advice());
    assert_eq!(session.message, Some(Message::OnSolution { jumps_left: 2 }));

    // Off the solution, nothing is known but the way back.
    press(&mut session, "e1 c1");
    assert!(known_to_win(&session).is_empty());
    session.act(Action::Check);
    assert!(!session.wants_advice());
    assert_eq!(session.message, Some(Message::OffSolution { jumps_ago: 1 }));
    session.act(Action::Undo);

    // In the other order than the solution.
    press(&mut session, "d1 f1 a1 c1");
    let solved = Message::Solved { jumps: 2, moves: 2 };
    assert_eq!(session.message, Some(solved));
}

proptest! {
    /// Actions in any order leave a legal game, and a picked-up peg can always jump.
    #[test]
    fn any_actions_leave_a_game_by_the_rules(
        name in prop::sample::select(vec!["4x4", "triangle15", "line9"]),
        actions in prop::collection::vec((0..11_u8, any::<prop::sample::Index>()), 0..120),
    ) {
        let board: SmallBoard = name.parse().unwrap();
        let game = Game::new(board.as_board(), board.central_vacancy(), [board.centre().bit()]).unwrap();
        let mut session = Session::new(game);
        let holes: Vec<Hole> = board.full().pegs().collect();
        for (action, which) in actions {
            let hole = *which.get(&holes);
            let pegs = session.game().position().count();
            session.act(match action {
                0..=3 => Action::Press(hole),
                4 | 5 => Action::Press(session.cursor),
                6 => Action::Undo,
                7 => Action::Redo,
                8 => Action::Move(which.index(3) as i32 - 1, 1),
                9 => Action::Hints,
                _ => Action::PutBack,
            });
            prop_assert!(session.game().position().count().abs_diff(pegs) <= 1);
            prop_assert_eq!(&session.game().played().end(), session.game().position());
            if let Some(held) = session.held {
                prop_assert!(session.game().landings(held).next().is_some());
            }
        }
    }
}
