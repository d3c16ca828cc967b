//! The table where a player sits: the game, the player's hand, and advice. It takes
//! [`Action`]s; keys, mouse and screen are the front end's.

use std::sync::Arc;

use super::hand::Seat;
use super::{Action, Advice, Game, Hand, RatedJump};
use crate::board::{Hole, Jump, Position};

/// A game in front of a player.
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
/// table.advise(Arc::new(Advice::on(&board, start, &[target], Progress::NONE)));
/// assert!(table.hand().message().starts_with("still solvable"));
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
    hand: Hand,
    /// Whether the player waits for an answer.
    asked: bool,
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

    /// Whether something was asked for that needs advice.
    #[must_use]
    pub fn wants_advice(&self) -> bool {
        self.advice.is_none() && (self.asked || self.hand.shows_hints || self.hand.autoplay)
    }

    /// Takes advice, and answers what was asked.
    pub fn advise(&mut self, advice: Arc<Advice>) {
        self.advice = Some(advice);
        if std::mem::take(&mut self.asked) {
            self.hand.message = self.verdict();
        }
    }

    /// The legal jumps, the best first, if hints are shown and there is advice.
    #[must_use]
    pub fn hints(&self) -> Option<Vec<RatedJump>> {
        let advice = self.advice.as_ref().filter(|_| self.hand.shows_hints)?;
        Some(self.rate(advice))
    }

    /// Does what the player asks for.
    pub fn act(&mut self, action: Action) {
        self.take(action);
    }

    /// The legal jumps, the best first.
    fn rate(&self, advice: &Advice) -> Vec<RatedJump> {
        advice.rate_jumps(self.game.board(), self.game.position())
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
        let played = self.game.played();
        let is_solvable = |position: &Position| advice.is_solvable(position) == Some(true);
        played.positions().rev().take_while(|position| !is_solvable(position)).count()
    }
}

impl Seat for Table {
    fn hand(&mut self) -> &mut Hand {
        &mut self.hand
    }

    fn has_peg(&self, hole: Hole) -> bool {
        self.game.position().has(hole)
    }

    fn hole_name(&self, hole: Hole) -> String {
        self.game.board().hole_name(hole)
    }

    fn jumps_of(&self, from: Hole) -> Vec<Jump> {
        let board = self.game.board();
        self.game.landings(from).filter_map(|to| board.jump(from, to)).collect()
    }

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

    fn moves(&self) -> usize {
        self.game.moves()
    }

    fn is_won(&self) -> bool {
        self.game.is_won()
    }

    fn is_stuck(&self) -> bool {
        self.game.is_stuck()
    }

    fn play(&mut self, jump: Jump) {
        self.game.play(jump).expect("the hand plays legal jumps");
    }

    fn undo(&mut self) -> bool {
        self.game.undo()
    }

    fn redo(&mut self) -> bool {
        self.game.redo()
    }

    fn check(&mut self) {
        self.asked = self.advice.is_none();
        self.hand.message = if self.asked { "thinking...".to_owned() } else { self.verdict() };
    }

    /// Plays the jump that leaves the most solutions.
    fn play_on(&mut self) {
        let Some(advice) = self.advice.clone() else { return };
        if self.game.is_won() {
            self.hand.autoplay = false;
            return;
        }
        let rated = self.rate(&advice);
        match rated.first().filter(|best| best.keeps == Some(true)) {
            Some(best) => self.jump(best.jump),
            None => {
                self.hand.autoplay = false;
                self.hand.message = self.verdict();
            }
        }
    }
}
