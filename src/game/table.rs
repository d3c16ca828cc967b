//! The table where a player sits: the game, the cursor, the peg picked up, hints, and the message to show. It takes
//! [`Action`]s; keys, mouse and screen are the front end's.

use std::sync::Arc;

use super::{Advice, Game, RatedJump};
use crate::board::{Hole, Jump, Position};

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

/// A game in front of a player.
///
/// ```
/// use std::sync::Arc;
/// use pegfont::{board::Board, game::{Action, Advice, Game, Table}};
/// let board: Board = "4x4".parse()?;
/// let start = board.parse_position("####\n#.##\n####\n####")?;
/// let target = board.parse_position("....\n.#..\n....\n#...")?;
/// let mut table = Table::new("two pegs", Game::new(&board, start, &[target])?);
/// table.act(Action::Check);
/// assert!(table.wants_advice());
/// table.advise(Arc::new(Advice::on(&board, start, &[target])));
/// assert!(table.message().starts_with("still solvable"));
/// table.act(Action::Autoplay);
/// for _ in 0..13 {
///     table.act(Action::Tick);
/// }
/// assert!(table.game().is_won());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    title: String,
    game: Game,
    cursor: Hole,
    held: Option<Hole>,
    message: String,
    shows_hints: bool,
    autoplay: bool,
    /// Whether the player waits for an answer.
    asked: bool,
    advice: Option<Arc<Advice>>,
}

impl Table {
    /// A game with its title, the cursor in the centre.
    #[must_use]
    pub fn new(title: &str, game: Game) -> Self {
        let cursor = game.board().centre();
        Self {
            title: title.to_owned(),
            game,
            cursor,
            held: None,
            message: String::new(),
            shows_hints: false,
            autoplay: false,
            asked: false,
            advice: None,
        }
    }

    /// What is played for, in words.
    #[must_use]
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &Game {
        &self.game
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

    /// Shows a message until the next action.
    pub fn show(&mut self, message: impl Into<String>) {
        self.message = message.into();
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

    /// Whether something was asked for that needs advice.
    #[must_use]
    pub fn wants_advice(&self) -> bool {
        self.advice.is_none() && (self.asked || self.shows_hints || self.autoplay)
    }

    /// Takes advice, and answers what was asked.
    pub fn advise(&mut self, advice: Arc<Advice>) {
        self.advice = Some(advice);
        if std::mem::take(&mut self.asked) {
            self.message = self.verdict();
        }
    }

    /// The legal jumps, the best first, if hints are shown and there is advice.
    #[must_use]
    pub fn hints(&self) -> Option<Vec<RatedJump>> {
        let advice = self.advice.as_ref().filter(|_| self.shows_hints)?;
        Some(advice.rate_jumps(self.game.board(), self.game.position()))
    }

    /// Does what the player asks for.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Tick => {
                self.play_on();
                return;
            }
            Action::Move(columns, rows) => return self.move_cursor(columns, rows),
            _ => self.message.clear(),
        }
        if action != Action::Autoplay {
            self.autoplay = false;
        }
        match action {
            Action::Press(hole) => {
                self.cursor = hole;
                self.choose();
            }
            Action::Release(hole) => {
                if self.held.is_some_and(|held| held != hole) {
                    self.cursor = hole;
                    self.choose();
                }
            }
            Action::Choose => self.choose(),
            Action::PutBack => self.held = None,
            Action::Undo => self.step("nothing to undo", Game::undo),
            Action::Redo => self.step("nothing to redo", Game::redo),
            Action::Restart => {
                self.held = None;
                self.game.restart();
            }
            Action::Hints => self.shows_hints = !self.shows_hints,
            Action::Check => {
                self.asked = self.advice.is_none();
                self.message = if self.asked { "thinking...".to_owned() } else { self.verdict() };
            }
            Action::Autoplay => {
                self.held = None;
                self.autoplay = !self.autoplay;
            }
            Action::Tick | Action::Move(..) => {}
        }
    }

    fn step(&mut self, otherwise: &str, step: impl Fn(&mut Game) -> bool) {
        self.held = None;
        if !step(&mut self.game) {
            self.message = otherwise.to_owned();
        }
    }

    /// Moves the cursor to the nearest hole in a direction.
    fn move_cursor(&mut self, columns: i32, rows: i32) {
        let board = self.game.board();
        let place = |hole: Hole| {
            let (x, y) = board.picture_place(hole);
            (x as i32, y as i32)
        };
        let (x, y) = place(self.cursor);
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
            self.cursor = hole;
        }
    }

    /// Picks up the peg at the cursor, or jumps there.
    fn choose(&mut self) {
        let (cursor, position) = (self.cursor, self.game.position());
        match self.held {
            Some(held) if held == cursor => self.held = None,
            Some(held) if !position.has(cursor) => {
                let jump = self.game.landings(held).find(|&to| to == cursor);
                match jump.and_then(|to| self.game.board().jump(held, to)) {
                    Some(jump) => self.jump(jump),
                    None => {
                        self.message =
                            format!("{} can't jump there", self.game.board().hole_name(held));
                    }
                }
            }
            _ if !position.has(cursor) => self.message = "there is no peg here".to_owned(),
            _ => {
                let landings: Vec<Hole> = self.game.landings(cursor).collect();
                self.held = (!landings.is_empty()).then_some(cursor);
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
                self.cursor = jump.to();
                let goes_on = self.game.landings(jump.to()).next().is_some() && !self.game.is_won();
                self.held = (goes_on && !self.autoplay).then_some(jump.to());
                self.message = self.result();
            }
            Err(error) => self.message = error.to_string(),
        }
    }

    /// What the position itself says.
    fn result(&self) -> String {
        if self.game.is_won() {
            format!("Solved in {} moves!", self.game.moves())
        } else if self.game.is_stuck() {
            "no jumps left: undo (u) or restart (n)".to_owned()
        } else {
            String::new()
        }
    }

    /// In automatic play: plays the jump that leaves the most solutions.
    fn play_on(&mut self) {
        if !self.autoplay {
            return;
        }
        let Some(advice) = self.advice.clone() else { return };
        if self.game.is_won() {
            self.autoplay = false;
            return;
        }
        let rated = advice.rate_jumps(self.game.board(), self.game.position());
        match rated.first().filter(|best| best.keeps == Some(true)) {
            Some(best) => self.jump(best.jump),
            None => {
                self.autoplay = false;
                self.message = self.verdict();
            }
        }
    }

    /// Whether the game can still be won, in words.
    fn verdict(&self) -> String {
        let Some(advice) = &self.advice else { return String::new() };
        if self.game.is_won() {
            return self.result();
        }
        let position = self.game.position();
        match (&**advice, advice.is_solvable(position)) {
            (Advice::Unreachable, _) => "this goal cannot be reached from the start".to_owned(),
            (Advice::Unknown(why), _) => format!("unknown: {why}"),
            (_, Some(true)) => match advice.solutions(position) {
                Some(1) => "still solvable, in one way".to_owned(),
                Some(count) => format!("still solvable, in {count} ways"),
                None => "still solvable".to_owned(),
            },
            _ => {
                let back = self.jumps_to_take_back(advice);
                let jumps =
                    if back == 1 { "the last jump".to_owned() } else { format!("{back} jumps") };
                format!("no longer solvable: undo {jumps} (u)")
            }
        }
    }

    /// How many jumps must be taken back until the game can be won again.
    fn jumps_to_take_back(&self, advice: &Advice) -> usize {
        let positions: Vec<Position> = self.game.played().positions().collect();
        let solvable = |&&position: &&Position| advice.is_solvable(position) == Some(true);
        positions.iter().rev().take_while(|position| !solvable(position)).count()
    }
}
