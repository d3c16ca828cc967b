//! The table that is played at: the game, the player's finger on a hole, the peg held, what was asked for. It
//! answers to actions; it knows neither keys nor screen.

use std::sync::Arc;

use super::adviser::{Advice, Judged};
use crate::board::{Hole, Jump, Position};
use crate::game::Game;

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// Move the finger by columns and rows.
    Point(i32, i32),
    /// Put the finger on a hole and take or place a peg.
    Touch(Hole),
    /// Let go over a hole: places a held peg, if it can jump there.
    Release(Hole),
    /// Take or place a peg where the finger is.
    Choose,
    /// Put the held peg back.
    Drop,
    Undo,
    Redo,
    Restart,
    /// Show or hide the hints.
    Hints,
    /// Ask whether the goal is still within reach.
    Check,
    /// Let the program play on, or stop it.
    Autosolve,
    /// A moment has passed.
    Tick,
}

/// The table.
pub(super) struct Table {
    pub(super) title: String,
    pub(super) game: Game,
    pub(super) finger: Hole,
    pub(super) held: Option<Hole>,
    pub(super) message: String,
    pub(super) shows_hints: bool,
    pub(super) autosolves: bool,
    asked: bool,
    advice: Option<Arc<Advice>>,
}

impl Table {
    pub(super) fn new(title: &str, game: Game) -> Self {
        let finger = game.board().centre();
        Self {
            title: title.to_owned(),
            game,
            finger,
            held: None,
            message: String::new(),
            shows_hints: false,
            autosolves: false,
            asked: false,
            advice: None,
        }
    }

    /// Whether an answer is wanted that needs advice.
    pub(super) fn wants_advice(&self) -> bool {
        self.advice.is_none() && (self.asked || self.shows_hints || self.autosolves)
    }

    /// Takes advice, and answers what was asked.
    pub(super) fn advise(&mut self, advice: Arc<Advice>) {
        self.advice = Some(advice);
        if std::mem::take(&mut self.asked) {
            self.message = self.verdict();
        }
    }

    /// The jumps of the position as the advice judges them, if hints are shown.
    pub(super) fn hints(&self) -> Option<Vec<Judged>> {
        let advice = self.advice.as_ref().filter(|_| self.shows_hints)?;
        Some(advice.judge(self.game.board(), self.game.position()))
    }

    /// Does what the player wants.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Tick => {
                self.autosolve();
                return;
            }
            Action::Point(columns, rows) => return self.point(columns, rows),
            _ => self.message.clear(),
        }
        if action != Action::Autosolve {
            self.autosolves = false;
        }
        match action {
            Action::Touch(hole) => {
                self.finger = hole;
                self.choose();
            }
            Action::Release(hole) => {
                if self.held.is_some_and(|held| held != hole) {
                    self.finger = hole;
                    self.choose();
                }
            }
            Action::Choose => self.choose(),
            Action::Drop => self.held = None,
            Action::Undo => self.step("nothing to take back", Game::undo),
            Action::Redo => self.step("nothing to play again", Game::redo),
            Action::Restart => {
                self.held = None;
                self.game.restart();
            }
            Action::Hints => self.shows_hints = !self.shows_hints,
            Action::Check => {
                self.asked = self.advice.is_none();
                self.message = if self.asked { "thinking...".to_owned() } else { self.verdict() };
            }
            Action::Autosolve => {
                self.held = None;
                self.autosolves = !self.autosolves;
            }
            Action::Tick | Action::Point(..) => {}
        }
    }

    fn step(&mut self, otherwise: &str, step: impl Fn(&mut Game) -> bool) {
        self.held = None;
        if !step(&mut self.game) {
            self.message = otherwise.to_owned();
        }
    }

    /// Moves the finger to the nearest hole in a direction.
    fn point(&mut self, columns: i32, rows: i32) {
        let board = self.game.board();
        let place = |hole: Hole| {
            let (x, y) = board.picture_place(hole);
            (x as i32, y as i32)
        };
        let (x, y) = place(self.finger);
        let nearest = board
            .full()
            .holes()
            .filter_map(|hole| {
                let (dx, dy) = (place(hole).0 - x, place(hole).1 - y);
                let (along, aside) = (dx * columns + dy * rows, dx * rows - dy * columns);
                (along > 0).then_some((along + 2 * aside.abs(), hole))
            })
            .min_by_key(|&(far, hole)| (far, hole.0));
        if let Some((_, hole)) = nearest {
            self.finger = hole;
        }
    }

    /// Takes the peg under the finger, or jumps with the held one.
    fn choose(&mut self) {
        let (finger, position) = (self.finger, self.game.position());
        match self.held {
            Some(held) if held == finger => self.held = None,
            Some(held) if !position.has(finger) => {
                let jump = self.game.landings(held).find(|&to| to == finger);
                match jump.and_then(|to| self.game.board().jump(held, to)) {
                    Some(jump) => self.jump(jump),
                    None => {
                        self.message =
                            format!("{} can't jump there", self.game.board().hole_name(held));
                    }
                }
            }
            _ if !position.has(finger) => self.message = "there is no peg here".to_owned(),
            _ => {
                let landings: Vec<Hole> = self.game.landings(finger).collect();
                self.held = (!landings.is_empty()).then_some(finger);
                if landings.is_empty() {
                    self.message = "this peg can't jump".to_owned();
                }
            }
        }
    }

    fn jump(&mut self, jump: Jump) {
        match self.game.play(jump) {
            Ok(()) => {
                // The same peg may jump on, in one move.
                self.finger = jump.to();
                let goes_on = self.game.landings(jump.to()).next().is_some() && !self.game.is_won();
                self.held = (goes_on && !self.autosolves).then_some(jump.to());
                self.message = self.result();
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    /// What there is to say about the position itself.
    fn result(&self) -> String {
        if self.game.is_won() {
            format!("Solved in {} moves!", self.game.moves())
        } else if self.game.is_stuck() {
            "no jump is left: take back (u) or restart (n)".to_owned()
        } else {
            String::new()
        }
    }

    /// Plays the jump that leaves the most solutions.
    fn autosolve(&mut self) {
        if !self.autosolves {
            return;
        }
        let Some(advice) = self.advice.clone() else { return };
        if self.game.is_won() {
            self.autosolves = false;
            return;
        }
        let judged = advice.judge(self.game.board(), self.game.position());
        match judged.first().filter(|judged| judged.keeps == Some(true)) {
            Some(judged) => self.jump(judged.jump),
            None => {
                self.autosolves = false;
                self.message = self.verdict();
            }
        }
    }

    /// Whether the goal is still within reach, in words.
    fn verdict(&self) -> String {
        let Some(advice) = &self.advice else { return String::new() };
        if self.game.is_won() {
            return self.result();
        }
        let position = self.game.position();
        match (&**advice, advice.is_solvable(position)) {
            (Advice::Hopeless, _) => "this goal can't be reached from the start".to_owned(),
            (Advice::Unknown(why), _) => format!("can't tell: {why}"),
            (_, Some(true)) => match advice.solutions(position) {
                Some(1) => "still solvable, in one way".to_owned(),
                Some(count) => format!("still solvable, in {count} ways"),
                None => "still solvable".to_owned(),
            },
            _ => {
                let back = self.jumps_to_take_back(advice);
                let jumps =
                    if back == 1 { "the last jump".to_owned() } else { format!("{back} jumps") };
                format!("no longer solvable: take back {jumps} (u)")
            }
        }
    }

    /// How many jumps must be taken back until the goal is within reach again.
    fn jumps_to_take_back(&self, advice: &Advice) -> usize {
        let positions: Vec<Position> = self.game.played().positions().collect();
        let solvable = |&&position: &&Position| advice.is_solvable(position) == Some(true);
        positions.iter().rev().take_while(|position| !solvable(position)).count()
    }
}
