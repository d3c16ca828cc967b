//! A player's session: the game, the cursor, the peg that is picked up, and advice. It takes
//! [`Action`]s; keys, mouse and screen are the front end's.

use std::sync::Arc;

use super::{Advice, Advised, Game, Message, RatedJump};
use crate::Result;
use crate::board::{Hole, Jump, Position};
use crate::solution::Solution;

/// What a player can do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Action {
    /// Move the cursor by columns and rows.
    Move(i32, i32),
    /// Press on a hole: move the cursor there, and pick up or place a peg.
    Press(Hole),
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
}

/// A game in front of a player. It says when it [wants advice](Self::wants_advice), which
/// [`Advice::of`] computes, on another thread if need be.
#[derive(Clone, Debug)]
pub struct Session {
    game: Game,
    /// The hole at the cursor.
    pub cursor: Hole,
    /// The hole of the peg that is picked up, if there is one.
    pub held: Option<Hole>,
    /// What to say until the next action, if there is something.
    pub message: Option<Message>,
    /// Whether [hints](Self::hints) are shown.
    pub shows_hints: bool,
    /// Whether the player waits for an answer.
    asked: bool,
    /// The advice on every position of the game, if no solution is known.
    advice: Option<Arc<Advice>>,
}

impl Session {
    /// A game, with the cursor in the centre.
    #[must_use]
    pub fn new(game: Game) -> Self {
        Self {
            cursor: game.board().centre(),
            game,
            held: None,
            message: None,
            shows_hints: false,
            asked: false,
            advice: None,
        }
    }

    /// The game as it was played so far.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// Whether something was asked for that needs advice on the game as it is.
    pub fn wants_advice(&self) -> bool {
        let needs_it = self.game.solution().is_none() && self.advice.is_none();
        needs_it && (self.asked || self.shows_hints)
    }

    /// Takes advice on the game, and answers what was asked.
    ///
    /// # Errors
    /// If the advice is on another game.
    pub fn advise(&mut self, advice: Arc<Advice>) -> Result<()> {
        advice.on(&self.game)?;
        self.advice = Some(advice);
        if self.asked {
            self.asked = false;
            self.message = self.verdict();
        }
        Ok(())
    }

    /// The advice on the game as it is, if there is any.
    fn advised(&self) -> Option<Advised<'_>> {
        self.advice.as_ref()?.on(&self.game).ok()
    }

    /// The legal jumps, the best first, if hints are shown and anything is known. Of the jumps that
    /// the known solution doesn't play now, nothing is.
    pub fn hints(&self) -> Option<Vec<RatedJump>> {
        if !self.shows_hints {
            return None;
        }
        let Some(followed) = self.game.followed() else {
            return Some(self.advised()?.rate_jumps());
        };

        let mut ready = followed.ready;
        if followed.off > 0 {
            ready.clear();
        }
        let rated = |jump, keeps| RatedJump {
            jump,
            keeps,
            solutions: None,
        };
        let mut hints: Vec<RatedJump> = Vec::new();
        for &jump in &ready {
            hints.push(rated(jump, Some(true)));
        }
        for jump in self.game.board().legal_jumps(self.game.position()) {
            if !ready.contains(&jump) {
                hints.push(rated(jump, None));
            }
        }
        Some(hints)
    }

    /// Does what the player asks for.
    pub fn act(&mut self, action: Action) {
        // What was said stays while the cursor moves.
        if !matches!(action, Action::Move(..)) {
            self.message = None;
        }
        if matches!(action, Action::Undo | Action::Redo | Action::Restart) {
            self.held = None;
        }

        match action {
            Action::Move(columns, rows) => {
                if let Some(next) = self.next_hole(columns, rows) {
                    self.cursor = next;
                }
            }
            Action::Press(hole) if self.game.board().coordinates(hole).is_none() => {
                self.message = Some(Message::NoPeg);
            }
            Action::Press(hole) => {
                self.cursor = hole;
                self.choose();
            }
            Action::PutBack => self.held = None,
            Action::Undo => {
                if !self.game.undo() {
                    self.message = Some(Message::NothingToUndo);
                }
            }
            Action::Redo => {
                if !self.game.redo() {
                    self.message = Some(Message::NothingToRedo);
                }
            }
            Action::Restart => while self.game.undo() {},
            Action::Hints => self.shows_hints = !self.shows_hints,
            Action::Check => {
                let is_known = self.advice.is_some() || self.game.solution().is_some();
                self.asked = !is_known && !self.game.is_won();
                self.message = if self.asked {
                    Some(Message::Thinking)
                } else {
                    self.verdict()
                };
            }
        }
    }

    /// Picks up the peg at the cursor, or jumps there.
    fn choose(&mut self) {
        let cursor = self.cursor;
        let has_peg = self.game.position().has(cursor);

        match self.held {
            Some(held) if held == cursor => self.held = None,
            Some(held) if !has_peg => self.place(held),
            _ if !has_peg => self.message = Some(Message::NoPeg),
            // A peg that is picked up stays so.
            _ if self.game.landings(cursor).next().is_none() => {
                self.message = Some(Message::CannotJump);
            }
            _ => self.held = Some(cursor),
        }
    }

    /// Places the picked-up peg in the hole at the cursor, if that is a jump.
    fn place(&mut self, held: Hole) {
        let board = self.game.board();
        let Some(peg) = board.coordinates(held) else {
            self.held = None;
            self.message = Some(Message::NoPeg);
            return;
        };

        match board.jump(held, self.cursor) {
            Some(jump) if self.game.position().allows(jump) => self.jump(jump),
            _ => self.message = Some(Message::CannotJumpThere { peg }),
        }
    }

    /// Plays a legal jump and says what came of it. The same peg may jump on, in one move.
    fn jump(&mut self, jump: Jump) {
        self.game.play(jump).expect("only legal jumps are played");
        self.cursor = jump.to();

        let goes_on = !self.game.is_won() && self.game.landings(jump.to()).next().is_some();
        self.held = goes_on.then_some(jump.to());
        self.message = Message::on(&self.game);
    }

    /// The hole nearest to the cursor in a direction, if there is one; the centre, if the cursor is
    /// in no hole of the board.
    fn next_hole(&self, columns: i32, rows: i32) -> Option<Hole> {
        let board = self.game.board();
        if board.coordinates(self.cursor).is_none() {
            return Some(board.centre());
        }

        // Steps as large as they can be given don't overflow.
        let columns = i64::from(columns);
        let rows = i64::from(rows);
        let (x, y) = board.picture_place(self.cursor);
        let mut nearest: Option<(i64, Hole)> = None;
        for hole in board.each_hole() {
            let (to_x, to_y) = board.picture_place(hole);
            let across = to_x as i64 - x as i64;
            let down = to_y as i64 - y as i64;

            let along = across * columns + down * rows;
            let aside = across * rows - down * columns;
            // A hole beside the direction counts as if it were farther away.
            let far = along + 2 * aside.abs();
            if along > 0 && nearest.is_none_or(|(least, _)| far < least) {
                nearest = Some((far, hole));
            }
        }
        nearest.map(|(_, hole)| hole)
    }

    /// Whether the game can still be won, if that is known.
    fn verdict(&self) -> Option<Message> {
        if self.game.is_won() {
            return Message::on(&self.game);
        }

        let Some(followed) = self.game.followed() else {
            return self.advised().map(Message::verdict);
        };
        if followed.off > 0 {
            return Some(Message::OffSolution {
                jumps_ago: followed.off,
            });
        }
        Some(Message::OnSolution {
            jumps_left: followed.left.len(),
        })
    }
}

/// Where the player is on the known solution. Jumps that share no hole can be played in either
/// order, so the player follows the solution as long as each jump is one of its jumps whose turn it
/// is in all its holes.
struct Followed {
    /// The number of the player's jumps from the first that is not on the solution; 0 if all are.
    off: usize,
    /// The jumps of the solution that are left.
    left: Vec<Jump>,
    /// The jumps of the solution whose turn it is, in its order.
    ready: Vec<Jump>,
}

impl Game {
    /// What is left of the known solution, from the position, if the jumps made so far are on it.
    pub(super) fn rest(&self) -> Option<Solution> {
        let followed = self.followed()?;
        if followed.off > 0 {
            return None;
        }

        let start = self.position.clone();
        Some(Solution::played(&self.board, start, followed.left))
    }

    /// Follows the known solution with the jumps made so far, leaving out those that are not its.
    fn followed(&self) -> Option<Followed> {
        let mut followed = Followed {
            off: 0,
            left: self.solution()?.jumps().to_vec(),
            ready: Vec::new(),
        };
        for jump in self.jumps() {
            followed.play(jump);
        }

        let mut touched = Position::default();
        for &jump in &followed.left {
            let holes = holes_of(&jump);
            if !holes.iter().any(|&hole| touched.has(hole)) {
                followed.ready.push(jump);
            }
            touched.extend(holes);
        }
        Some(followed)
    }
}

impl Followed {
    /// Plays a jump: of those that are left and share a hole with it, the first is the one whose
    /// turn it is.
    fn play(&mut self, jump: &Jump) {
        let touched = holes_of(jump);
        let shares_hole = |known: &Jump| holes_of(known).iter().any(|hole| touched.contains(hole));
        let next = self.left.iter().position(shares_hole);
        let next = next.filter(|&next| self.left[next] == *jump);

        if self.off > 0 || next.is_none() {
            self.off += 1;
        }
        if let Some(next) = next {
            self.left.remove(next);
        }
    }
}

/// The three holes of a jump.
fn holes_of(jump: &Jump) -> [Hole; 3] {
    [jump.from(), jump.over(), jump.to()]
}
