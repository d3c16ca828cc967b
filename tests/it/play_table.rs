//! The game as a player controls it, without keys or a screen.

use std::sync::Arc;

use peg_solitaire::board::{Board, Hole, Jump, SmallBoard};
use peg_solitaire::game::{Action, Advice, Game, Table};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::Solution;
use peg_solitaire::words::grouped;
use proptest::prelude::*;

/// A game on the board of this picture; the goal is a position of that board.
fn table(picture: &str, goal: &str) -> Table {
    let (board, start) = Board::from_picture(picture).unwrap();
    let goal = board.parse_position(goal).unwrap();
    Table::new("a game", Game::new(&board, start, &[goal]).unwrap())
}

/// From 15 pegs to two, in 13 jumps.
fn two_pegs() -> Table {
    table("####\n#.##\n####\n####", "....\n.#..\n....\n#...")
}

fn hole(table: &Table, name: &str) -> Hole {
    table.game().board().parse_hole(name).unwrap()
}

fn press(table: &mut Table, name: &str) {
    table.act(Action::Press(hole(table, name)));
}

fn held(table: &Table) -> Option<String> {
    table.hand().held().map(|hole| table.game().board().hole_name(hole))
}

fn jumps(table: &Table) -> String {
    table.game().played().to_string()
}

fn advice(table: &Table) -> Arc<Advice> {
    Arc::new(Advice::of(table.game(), Progress::NONE))
}

/// Plays one jump from hole to hole.
fn jump(table: &mut Table, jump: Jump) {
    table.act(Action::PutBack);
    table.act(Action::Press(jump.from()));
    table.act(Action::Press(jump.to()));
}

/// Plays winning jumps until a losing one is legal, then plays that one.
fn play_a_losing_jump(table: &mut Table, advice: &Advice) {
    loop {
        let rated = advice.rate_jumps(table.game().board(), table.game().position());
        if let Some(losing) = rated.iter().find(|rated| rated.keeps == Some(false)) {
            return jump(table, losing.jump);
        }
        jump(table, rated[0].jump);
    }
}

#[test]
fn a_peg_is_picked_up_and_jumps_where_it_is_placed() {
    let mut table = two_pegs();
    press(&mut table, "d2");
    assert_eq!((held(&table), jumps(&table)), (Some("d2".to_owned()), String::new()));
    press(&mut table, "b2");
    assert_eq!((held(&table), jumps(&table)), (None, "d2-b2".to_owned()));
    assert_eq!(table.hand().cursor(), hole(&table, "b2"));
    assert_eq!(table.hand().message(), "");
}

#[test]
fn a_peg_that_can_jump_on_stays_picked_up() {
    let mut table = table("##.#.#", "....#.");
    press(&mut table, "a1");
    press(&mut table, "c1");
    assert_eq!((held(&table), table.game().moves()), (Some("c1".to_owned()), 1));
    press(&mut table, "e1");
    assert_eq!((jumps(&table).as_str(), table.game().moves()), ("a1-c1-e1", 1));
}

#[test]
fn a_solved_game_is_reported_and_puts_the_peg_down() {
    let mut table = table("##.#.", "..##.");
    press(&mut table, "a1");
    press(&mut table, "c1");
    // The peg could jump on.
    assert!(table.game().is_won() && table.game().landings(hole(&table, "c1")).next().is_some());
    assert_eq!(held(&table), None);
    assert!(table.hand().message().contains("Solved in 1 move"), "{}", table.hand().message());
}

#[test]
fn an_illegal_action_changes_nothing_and_shows_a_message() {
    let mut table = two_pegs();
    let before = table.game().clone();
    for (name, says, in_hand) in [
        ("b2", "there is no peg here", None),
        ("a1", "this peg can't jump", None),
        ("d2", "", Some("d2")),
        // This peg can jump here.
        ("b2", "", None),
    ] {
        press(&mut table, name);
        assert_eq!(table.hand().message(), says, "{name}");
        assert_eq!(held(&table).as_deref(), in_hand, "{name}");
    }
    assert_ne!(*table.game(), before);
    let before = table.game().clone();
    // c2 is empty now, so c4 cannot jump to the other column.
    press(&mut table, "c4");
    assert_eq!(held(&table).as_deref(), Some("c4"));
    press(&mut table, "d2");
    assert_eq!(table.hand().message(), "c4 can't jump there");
    assert_eq!(held(&table).as_deref(), Some("c4"));
    assert_eq!(*table.game(), before);
}

#[test]
fn a_picked_up_peg_is_put_back_on_its_own_hole_or_exchanged_for_another() {
    let mut table = two_pegs();
    press(&mut table, "d2");
    press(&mut table, "d2");
    assert_eq!(held(&table), None);
    press(&mut table, "d2");
    press(&mut table, "b4");
    assert_eq!(held(&table).as_deref(), Some("b4"));
    table.act(Action::PutBack);
    assert_eq!(held(&table), None);
    assert_eq!(jumps(&table), "");
}

#[test]
fn a_peg_that_is_dragged_jumps_where_it_is_released() {
    let mut table = two_pegs();
    let (from, to) = (hole(&table, "d2"), hole(&table, "b2"));
    // With no peg picked up, a release does nothing.
    table.act(Action::Release(to));
    assert_eq!((table.hand().message(), jumps(&table).as_str()), ("", ""));
    table.act(Action::Press(from));
    // A click is released where it was pressed.
    table.act(Action::Release(from));
    assert_eq!(held(&table).as_deref(), Some("d2"));
    table.act(Action::Release(to));
    assert_eq!(jumps(&table), "d2-b2");
}

#[test]
fn jumps_are_undone_redone_and_all_undone() {
    let mut table = two_pegs();
    for action in [Action::Undo, Action::Redo] {
        table.act(action);
        assert!(table.hand().message().starts_with("nothing to "), "{}", table.hand().message());
    }
    for name in ["d2", "b2", "c4", "c2"] {
        press(&mut table, name);
    }
    assert_eq!(jumps(&table), "d2-b2 c4-c2");
    table.act(Action::Undo);
    assert_eq!(jumps(&table), "d2-b2");
    table.act(Action::Redo);
    assert_eq!(jumps(&table), "d2-b2 c4-c2");
    assert_eq!(table.hand().message(), "");
    table.act(Action::Restart);
    assert_eq!((jumps(&table).as_str(), held(&table)), ("", None));
    table.act(Action::Redo);
    assert_eq!(jumps(&table), "d2-b2");
}

#[test]
fn a_game_without_legal_jumps_is_reported_as_stuck() {
    let mut table = table("##.#", "#...");
    press(&mut table, "a1");
    press(&mut table, "c1");
    assert!(table.game().is_stuck() == table.hand().message().contains("no jumps left"));
    press(&mut table, "d1");
    press(&mut table, "b1");
    assert!(table.game().is_stuck());
    assert!(table.hand().message().contains("no jumps left"), "{}", table.hand().message());
}

#[test]
fn a_question_requests_advice_and_is_answered_by_it() {
    let mut table = two_pegs();
    assert!(!table.wants_advice());
    table.act(Action::Check);
    assert!(table.wants_advice());
    assert_eq!(table.hand().message(), "thinking...");
    let advice = advice(&table);
    table.advise(advice.clone());
    assert!(!table.wants_advice());
    let solutions = advice.solutions(table.game().position()).unwrap();
    assert_eq!(table.hand().message(), format!("still solvable, in {} ways", grouped(solutions)));
    play_a_losing_jump(&mut table, &advice);
    table.act(Action::Check);
    assert_eq!(table.hand().message(), "no longer solvable: undo the last jump (u)");
    // Every later jump loses, too.
    let next = table.game().board().legal_jumps(table.game().position()).next().unwrap();
    jump(&mut table, next);
    table.act(Action::Check);
    assert_eq!(table.hand().message(), "no longer solvable: undo 2 jumps (u)");
}

#[test]
fn an_unreachable_goal_is_reported() {
    let mut table = table("####\n#.##\n####\n####", "####\n####\n####\n####");
    table.advise(advice(&table));
    table.act(Action::Check);
    assert_eq!(table.hand().message(), "this goal cannot be reached from the start");
    assert!(matches!(*advice(&table), Advice::Unreachable));
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
        let advice = Advice::on(&board, start, &[target], Progress::NONE);
        let frugal = Advice::within_memory(&board, start, &[target], 1 << 20, Progress::NONE);
        assert!(frugal.solutions(&start.into()) > Some(0));
        let rated = |advice: &Advice| advice.rate_jumps(&board, &start.into());
        assert_eq!(rated(&frugal), rated(&advice));
    }
}

#[test]
fn hints_list_every_jump_and_those_that_keep_the_most_solutions_first() {
    let mut table = two_pegs();
    let advice = advice(&table);
    table.act(Action::Hints);
    assert!(table.hand().shows_hints() && table.wants_advice());
    assert_eq!(table.hints(), None);
    table.advise(advice.clone());
    let hints = table.hints().unwrap();
    let board = table.game().board();
    assert_eq!(hints.len(), board.legal_jumps(table.game().position()).count());
    assert!(hints.is_sorted_by_key(|hint| std::cmp::Reverse(hint.solutions)));
    let all: u128 = hints.iter().map(|hint| hint.solutions.unwrap()).sum();
    assert_eq!(Some(all), advice.solutions(table.game().position()));
    table.act(Action::Hints);
    assert_eq!(table.hints(), None);
}

#[test]
fn automatic_play_waits_for_advice_wins_and_stops() {
    let mut table = two_pegs();
    table.act(Action::Autoplay);
    table.act(Action::Tick);
    assert!(table.hand().autoplay() && table.wants_advice() && jumps(&table).is_empty());
    table.advise(advice(&table));
    for played in 1..=13 {
        table.act(Action::Tick);
        assert_eq!(table.game().jumps().len(), played);
    }
    assert!(table.game().is_won());
    table.act(Action::Tick);
    assert!(!table.hand().autoplay());
    assert_eq!(table.game().jumps().len(), 13);
}

#[test]
fn automatic_play_stops_at_the_next_action_and_at_a_lost_position() {
    let mut table = two_pegs();
    let advice = advice(&table);
    table.advise(advice.clone());
    table.act(Action::Autoplay);
    table.act(Action::Tick);
    table.act(Action::Undo);
    assert!(!table.hand().autoplay());
    table.act(Action::Tick);
    assert_eq!(jumps(&table), "");
    play_a_losing_jump(&mut table, &advice);
    let before = table.game().clone();
    table.act(Action::Autoplay);
    table.act(Action::Tick);
    assert!(!table.hand().autoplay());
    assert!(table.hand().message().starts_with("no longer solvable"), "{}", table.hand().message());
    assert_eq!(*table.game(), before);
}

#[test]
fn the_cursor_moves_in_the_given_direction_and_reaches_every_hole() {
    for name in ["5x7", "english", "triangle15", "line9"] {
        let board: SmallBoard = name.parse().unwrap();
        let game = Game::new(&board, board.central_vacancy(), [Hole(0); 0]).unwrap();
        let mut table = Table::new(name, game);
        let mut seen = table.hand().cursor().bit();
        let mut waiting = vec![table.hand().cursor()];
        while let Some(hole) = waiting.pop() {
            let (x, y) = board.picture_place(hole);
            for (columns, rows) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                table.act(Action::Press(hole));
                table.act(Action::PutBack);
                table.act(Action::Move(columns, rows));
                let along = |to: Hole| {
                    let (to_x, to_y) = board.picture_place(to);
                    (to_x as i32 - x as i32) * columns + (to_y as i32 - y as i32) * rows
                };
                // It stays only if no hole lies on that side.
                let edge = board.full().pegs().all(|other| along(other) <= 0);
                assert!(if edge {
                    table.hand().cursor() == hole
                } else {
                    along(table.hand().cursor()) > 0
                });
                if !seen.has(table.hand().cursor()) {
                    seen = seen | table.hand().cursor().bit();
                    waiting.push(table.hand().cursor());
                }
            }
        }
        assert_eq!(board.picture(seen), board.picture(board.full()), "{name}");
    }
}

/// Two jumps to play, in either order.
fn with_a_solution() -> Table {
    let (board, start) = Board::from_picture("##.##.").unwrap();
    let solution = Solution::parse(&board, start, "a1-c1 d1-f1").unwrap();
    Table::new("two", Game::of(&solution))
}

fn known_to_win(table: &Table) -> Vec<String> {
    let hints = table.hints().unwrap();
    let wins = hints.iter().filter(|hint| hint.keeps == Some(true));
    wins.map(|hint| table.game().board().jump_name(hint.jump)).collect()
}

#[test]
fn a_known_solution_is_followed_in_any_order_and_left_and_taken_up_again() {
    let mut table = with_a_solution();
    table.act(Action::Hints);
    assert_eq!(known_to_win(&table), ["a1-c1", "d1-f1"]);
    table.act(Action::Check);
    assert!(!table.wants_advice());
    assert_eq!(table.hand().message(), "a solution from here is known: 2 more jumps");

    // Off the solution, nothing is known but the way back, and automatic play stops.
    press(&mut table, "e1");
    press(&mut table, "c1");
    let message = "no solution from here is known: undo the last jump (u)";
    assert!(known_to_win(&table).is_empty());
    table.act(Action::Check);
    assert!(!table.wants_advice());
    assert_eq!(table.hand().message(), message);
    table.act(Action::Autoplay);
    table.act(Action::Tick);
    assert!(!table.hand().autoplay() && table.game().jumps().len() == 1);
    assert_eq!(table.hand().message(), message);
    table.act(Action::Undo);

    // In the other order than the solution.
    for name in ["d1", "f1", "a1", "c1"] {
        press(&mut table, name);
    }
    assert_eq!(table.hand().message(), "Solved in 2 moves!");
}

proptest! {
    /// Actions in any order leave a legal game, and a picked-up peg can always jump.
    #[test]
    fn any_actions_leave_a_game_by_the_rules(
        name in prop::sample::select(vec!["4x4", "triangle15", "line9"]),
        actions in prop::collection::vec((0..11_u8, any::<prop::sample::Index>()), 0..120),
    ) {
        let board: SmallBoard = name.parse().unwrap();
        let game = Game::new(&board, board.central_vacancy(), [board.centre().bit()]).unwrap();
        let mut table = Table::new(name, game);
        let holes: Vec<Hole> = board.full().pegs().collect();
        for (action, which) in actions {
            let hole = *which.get(&holes);
            let pegs = table.game().position().count();
            table.act(match action {
                0..=3 => Action::Press(hole),
                4 => Action::Release(hole),
                5 => Action::Choose,
                6 => Action::Undo,
                7 => Action::Redo,
                8 => Action::Move(which.index(3) as i32 - 1, 1),
                9 => Action::Hints,
                _ => Action::PutBack,
            });
            prop_assert!(table.game().position().count().abs_diff(pegs) <= 1);
            prop_assert_eq!(&table.game().played().end(), table.game().position());
            if let Some(held) = table.hand().held() {
                prop_assert!(table.game().landings(held).next().is_some());
            }
        }
    }
}
