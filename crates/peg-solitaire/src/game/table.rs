//! The table where a player sits: the game, the player's hand, and advice. It takes
//! [`Action`]s; keys, mouse and screen are the front end's.

use std::sync::Arc;

use super::{Action, Advice, Game, Hand, RatedJump};
use crate::board::{Hole, Jump, Position};
use crate::words::grouped;

/// A game in front of a player. It says when it [wants advice](Self::wants_advice), which [`Advice::of`] computes, on another thread if
/// need be.
///
/// ```
/// use std::sync::Arc;
/// use peg_solitaire::{board::SmallBoard, game::{Action, Advice, Game, Table}, progress::Progress};
/// let board: SmallBoard = "4x4".parse()?;
/// let start = board.parse_position("####\n#.##\n####\n####")?;
/// let target = board.parse_position("....\n.#..\n....\n#...")?;
/// let mut table = Table::new("two pegs", Game::new(&board, start, &[target])?);
/// table.act(Action::Check);
/// assert!(table.wants_advice());
/// table.advise(Arc::new(Advice::of(table.game(), Progress::NONE)));
/// assert!(table.hand().message().starts_with("still solvable"));
/// table.act(Action::Autoplay);
/// for _ in 0..13 {
///     table.act(Action::Tick);
/// }
/// assert!(table.game().is_won());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A game whose solution is known needs no advice:
///
/// ```
/// use peg_solitaire::{board::Board, game::{Action, Game, Table}, solution::Solution};
/// let (board, start) = Board::from_picture("##.##.")?;
/// let solution = Solution::parse(&board, start, "a1-c1 d1-f1")?;
/// let mut table = Table::new("two", Game::of(&solution));
/// table.act(Action::Autoplay);
/// table.act(Action::Tick);
/// table.act(Action::Tick);
/// assert_eq!(table.hand().message(), "Solved in 2 moves!");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Table {
    title: String,
    game: Game,
    hand: Hand,
    /// Whether the player waits for an answer.
    asked: bool,
    /// The advice on every position of the game, if no solution is known.
    advice: Option<Arc<Advice>>,
}

impl Table {
    /// A game with its title, the cursor in the centre.
    #[must_use]
    pub fn new(title: &str, game: Game) -> Self {
        let hand = Hand::at(game.board().centre());
        Self { title: title.to_owned(), game, hand, asked: false, advice: None }
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

    /// The player's hand: the cursor, the peg picked up, and the message to show.
    #[must_use]
    pub fn hand(&self) -> &Hand {
        &self.hand
    }

    /// Shows a message until the next action.
    pub fn show(&mut self, message: impl Into<String>) {
        self.hand.message = message.into();
    }

    /// Whether something was asked for that needs advice on the game as it is.
    #[must_use]
    pub fn wants_advice(&self) -> bool {
        let needs_it = self.game.solution().is_none() && self.advice.is_none();
        needs_it && (self.asked || self.hand.shows_hints || self.hand.autoplay)
    }

    /// Takes advice, and answers what was asked.
    pub fn advise(&mut self, advice: Arc<Advice>) {
        self.advice = Some(advice);
        if std::mem::take(&mut self.asked) {
            self.hand.message = self.verdict();
        }
    }

    /// The legal jumps, the best first, if hints are shown and anything is known.
    #[must_use]
    pub fn hints(&self) -> Option<Vec<RatedJump>> {
        if self.hand.shows_hints { self.rate() } else { None }
    }

    /// Does what the player asks for.
    pub fn act(&mut self, action: Action) {
        match action {
            Action::Tick if self.hand.autoplay => return self.play_on(),
            Action::Tick => return,
            Action::Move(columns, rows) => {
                self.hand.cursor = self.next_hole(columns, rows).unwrap_or(self.hand.cursor);
                return;
            }
            _ => self.hand.message.clear(),
        }
        if action != Action::Autoplay {
            self.hand.autoplay = false;
        }
        if matches!(action, Action::Undo | Action::Redo | Action::Restart | Action::Autoplay) {
            self.hand.held = None;
        }
        match action {
            Action::Press(hole) => {
                self.hand.cursor = hole;
                self.choose();
            }
            Action::Release(hole) => {
                if self.hand.held.is_some_and(|held| held != hole) {
                    self.hand.cursor = hole;
                    self.choose();
                }
            }
            Action::Choose => self.choose(),
            Action::PutBack => self.hand.held = None,
            Action::Undo => {
                if !self.game.undo() {
                    self.show("nothing to undo");
                }
            }
            Action::Redo => {
                if !self.game.redo() {
                    self.show("nothing to redo");
                }
            }
            Action::Restart => self.game.restart(),
            Action::Hints => self.hand.shows_hints = !self.hand.shows_hints,
            Action::Check => self.check(),
            Action::Autoplay => self.hand.autoplay = !self.hand.autoplay,
            Action::Tick | Action::Move(..) => {}
        }
    }

    /// Picks up the peg at the cursor, or jumps there.
    fn choose(&mut self) {
        let Hand { cursor, held, .. } = self.hand;
        let (board, position) = (self.game.board(), self.game.position());
        let has_peg = position.has(cursor);
        match held {
            Some(held) if held == cursor => self.hand.held = None,
            Some(held) if !has_peg => {
                match board.jump(held, cursor).filter(|&jump| position.allows(jump)) {
                    Some(jump) => self.jump(jump),
                    None => self.show(format!("{} can't jump there", board.hole_name(held))),
                }
            }
            _ if !has_peg => self.show("there is no peg here"),
            _ => {
                // A peg that was taken stays taken.
                let can_jump = self.game.landings(cursor).next().is_some();
                match can_jump {
                    true => self.hand.held = Some(cursor),
                    false => self.show("this peg can't jump"),
                }
            }
        }
    }

    /// Plays a legal jump and says what came of it. The same peg may jump on, in one move.
    fn jump(&mut self, jump: Jump) {
        self.game.play(jump).expect("the hand plays legal jumps");
        let goes_on = !self.game.is_won() && self.game.landings(jump.to()).next().is_some();
        self.hand.cursor = jump.to();
        self.hand.held = (goes_on && !self.hand.autoplay).then_some(jump.to());
        self.hand.message = self.result();
    }

    /// The hole nearest to the cursor in a direction, if there is one.
    fn next_hole(&self, columns: i32, rows: i32) -> Option<Hole> {
        let board = self.game.board();
        let place = |hole: Hole| {
            let (x, y) = board.picture_place(hole);
            (x as i32, y as i32)
        };
        let (x, y) = place(self.hand.cursor);
        let holes = board.each_hole().filter_map(|hole| {
            let (dx, dy) = (place(hole).0 - x, place(hole).1 - y);
            let (along, aside) = (dx * columns + dy * rows, dx * rows - dy * columns);
            (along > 0).then_some((along + 2 * aside.abs(), hole))
        });
        holes.min_by_key(|&(far, hole)| (far, hole.0)).map(|(_, hole)| hole)
    }

    /// The legal jumps, the best first, if anything is known. Of the jumps that the known solution doesn't play now, nothing is.
    fn rate(&self) -> Option<Vec<RatedJump>> {
        let (board, position) = (self.game.board(), self.game.position());
        let Some(line) = self.game.line() else {
            return Some(self.advice.as_ref()?.rate_jumps(board, position));
        };
        let rate = |jump: Jump| {
            let keeps = (line.is_on() && line.ready.contains(&jump)).then_some(true);
            RatedJump { jump, keeps, solutions: None }
        };
        let mut rated: Vec<RatedJump> = board.legal_jumps(position).map(rate).collect();
        rated.sort_by_key(|rated| rated.keeps.is_none());
        Some(rated)
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

    /// Says whether the game can still be won, or asks.
    fn check(&mut self) {
        let is_known = self.advice.is_some() || self.game.solution().is_some();
        self.asked = !is_known && !self.game.is_won();
        self.hand.message = match self.asked {
            false => self.verdict(),
            true => "thinking...".to_owned(),
        };
    }

    /// Whether the game can still be won, in words, if that is known.
    fn verdict(&self) -> String {
        if self.game.is_won() {
            return self.result();
        }
        if let Some(line) = self.game.line() {
            return match (line.is_on(), line.left) {
                (false, _) => format!("no solution from here is known: {}", undo(line.off)),
                (true, 1) => "a solution from here is known: one more jump".to_owned(),
                (true, left) => format!("a solution from here is known: {left} more jumps"),
            };
        }
        let Some(advice) = &self.advice else { return String::new() };
        let position = self.game.position();
        match (&**advice, advice.is_solvable(position)) {
            (Advice::Unreachable, _) => "this goal cannot be reached from the start".to_owned(),
            (Advice::Unknown(why), _) => format!("unknown: {why}"),
            (_, Some(true)) => match advice.solutions(position) {
                Some(1) => "still solvable, in one way".to_owned(),
                Some(count) => format!("still solvable, in {} ways", grouped(count)),
                None => "still solvable".to_owned(),
            },
            _ => format!("no longer solvable: {}", undo(self.jumps_to_take_back(advice))),
        }
    }

    /// How many jumps must be taken back until the game can be won again.
    fn jumps_to_take_back(&self, advice: &Advice) -> usize {
        let played = self.game.played();
        let is_solvable = |position: &Position| advice.is_solvable(position) == Some(true);
        played.positions().rev().take_while(|position| !is_solvable(position)).count()
    }

    /// Plays the next jump of the known solution, or the one that leaves the most solutions.
    fn play_on(&mut self) {
        if self.game.is_won() {
            self.hand.autoplay = false;
        } else if !self.wants_advice() {
            let best = match self.game.line() {
                Some(line) => line.next(),
                None => {
                    let rated = self.rate().into_iter().flatten();
                    rated.filter(|best| best.keeps == Some(true)).map(|best| best.jump).next()
                }
            };
            match best {
                Some(jump) => self.jump(jump),
                None => {
                    self.hand.message = self.verdict();
                    self.hand.autoplay = false;
                }
            }
        }
    }
}

/// What to do to get back to where the game can be won.
fn undo(jumps: usize) -> String {
    match jumps {
        1 => "undo the last jump (u)".to_owned(),
        jumps => format!("undo {jumps} jumps (u)"),
    }
}
