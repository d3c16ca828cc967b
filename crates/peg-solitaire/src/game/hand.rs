//! What all tables have in common: the hand of the player, and what each action does with it. Knows neither board nor advice;
//! a table tells.

use crate::board::{Hole, Jump};

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Action {
    /// Move the cursor by columns and rows.
    Move(i32, i32),
    /// Press on a hole: move the cursor there, and pick up or place a peg.
    Press(Hole),
    /// Release over a hole: place the picked-up peg, if it can jump there.
    Release(Hole),
    /// Pick up or place a peg at the cursor.
    Choose,
    /// Put the picked-up peg back.
    PutBack,
    /// Take back the last jump.
    Undo,
    /// Play the jump again that was taken back last.
    Redo,
    /// Take back all jumps.
    Restart,
    /// Show or hide the hints.
    Hints,
    /// Ask whether the game can still be won.
    Check,
    /// Start or stop automatic play.
    Autoplay,
    /// Some time has passed: automatic play goes on.
    Tick,
}

/// The hand of a player at a table: where it is, what it holds, and what the table told the player last.
#[derive(Clone, Debug)]
pub struct Hand {
    pub(super) cursor: Hole,
    pub(super) held: Option<Hole>,
    pub(super) message: String,
    pub(super) shows_hints: bool,
    pub(super) autoplay: bool,
}

impl Hand {
    pub(super) fn at(cursor: Hole) -> Self {
        Self { cursor, held: None, message: String::new(), shows_hints: false, autoplay: false }
    }

    /// The hole at the cursor.
    #[must_use]
    pub fn cursor(&self) -> Hole {
        self.cursor
    }

    /// The hole of the peg that is picked up, if there is one.
    #[must_use]
    pub fn held(&self) -> Option<Hole> {
        self.held
    }

    /// The message to show; empty if there is nothing to say.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Whether hints are shown.
    #[must_use]
    pub fn shows_hints(&self) -> bool {
        self.shows_hints
    }

    /// Whether the table plays by itself.
    #[must_use]
    pub fn autoplay(&self) -> bool {
        self.autoplay
    }
}

/// A table at which a hand plays.
pub(super) trait Seat {
    fn hand(&mut self) -> &mut Hand;
    fn has_peg(&self, hole: Hole) -> bool;
    fn hole_name(&self, hole: Hole) -> String;
    /// The legal jumps of the peg in a hole.
    fn jumps_of(&self, from: Hole) -> Vec<Jump>;
    /// The hole nearest to the cursor in a direction, if there is one.
    fn next_hole(&self, columns: i32, rows: i32) -> Option<Hole>;
    fn moves(&self) -> usize;
    fn is_won(&self) -> bool;
    fn is_stuck(&self) -> bool;
    /// Plays a legal jump.
    fn play(&mut self, jump: Jump);
    /// Takes back the last jump, if there is one.
    fn undo(&mut self) -> bool;
    /// Plays again what was taken back last, if anything was.
    fn redo(&mut self) -> bool;
    /// Says whether the game can still be won.
    fn check(&mut self);
    /// Plays the next jump of automatic play, which is on.
    fn play_on(&mut self);

    /// Does what the player asks for.
    fn take(&mut self, action: Action) {
        match action {
            Action::Tick if self.hand().autoplay => return self.play_on(),
            Action::Tick => return,
            Action::Move(columns, rows) => {
                let cursor = self.next_hole(columns, rows);
                return self.hand().cursor = cursor.unwrap_or(self.hand().cursor);
            }
            _ => self.hand().message.clear(),
        }
        if action != Action::Autoplay {
            self.hand().autoplay = false;
        }
        match action {
            Action::Press(hole) => {
                self.hand().cursor = hole;
                self.choose();
            }
            Action::Release(hole) => {
                if self.hand().held.is_some_and(|held| held != hole) {
                    self.hand().cursor = hole;
                    self.choose();
                }
            }
            Action::Choose => self.choose(),
            Action::PutBack => self.hand().held = None,
            Action::Undo => {
                self.hand().held = None;
                if !self.undo() {
                    self.hand().message = "nothing to undo".to_owned();
                }
            }
            Action::Redo => {
                self.hand().held = None;
                if !self.redo() {
                    self.hand().message = "nothing to redo".to_owned();
                }
            }
            Action::Restart => {
                self.hand().held = None;
                while self.undo() {}
            }
            Action::Hints => self.hand().shows_hints = !self.hand().shows_hints,
            Action::Check => self.check(),
            Action::Autoplay => {
                self.hand().held = None;
                self.hand().autoplay = !self.hand().autoplay;
            }
            Action::Tick | Action::Move(..) => {}
        }
    }

    /// Picks up the peg at the cursor, or jumps there.
    fn choose(&mut self) {
        let &mut Hand { cursor, held, .. } = self.hand();
        match held {
            Some(held) if held == cursor => self.hand().held = None,
            Some(held) if !self.has_peg(cursor) => {
                match self.jumps_of(held).into_iter().find(|jump| jump.to() == cursor) {
                    Some(jump) => self.jump(jump),
                    None => {
                        self.hand().message = format!("{} can't jump there", self.hole_name(held));
                    }
                }
            }
            _ if !self.has_peg(cursor) => {
                self.hand().message = "there is no peg here".to_owned();
            }
            _ => {
                let can_jump = !self.jumps_of(cursor).is_empty();
                self.hand().held = can_jump.then_some(cursor);
                if !can_jump {
                    self.hand().message = "this peg can't jump".to_owned();
                }
            }
        }
    }

    /// Plays a legal jump and says what came of it. The same peg may jump on, in one move.
    fn jump(&mut self, jump: Jump) {
        self.play(jump);
        let goes_on = !self.jumps_of(jump.to()).is_empty() && !self.is_won();
        let message = self.result();
        let hand = self.hand();
        hand.cursor = jump.to();
        hand.held = (goes_on && !hand.autoplay).then_some(jump.to());
        hand.message = message;
    }

    /// What the position itself says.
    fn result(&self) -> String {
        if self.is_won() {
            format!("Solved in {} moves!", self.moves())
        } else if self.is_stuck() {
            "no jumps left: undo (u) or restart (n)".to_owned()
        } else {
            String::new()
        }
    }
}
