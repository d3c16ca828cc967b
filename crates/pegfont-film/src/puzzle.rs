//! Puzzles for people: what to play for, how hard it is, the puzzle of a day, the link to one, and the printable sheet of several.

mod daily;
mod goal;
mod link;
mod sheet;

use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solution::{Analysis, Interval};
use peg_solitaire::solve::Record;

pub use daily::{Day, UnknownDay, character_of_day, daily_characters};
pub use goal::{Goal, GoalError};
pub use link::{Link, LinkError, MOST_LINK, MOST_MESSAGE};
pub use sheet::{A4, Card, Content, LETTER, Paper, Sheet, Task};

/// A game to be played from its start to its target.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// A caption for the target: a character, or some words.
    pub title: String,
    /// The board.
    pub board: SmallBoard,
    /// The position before the first jump.
    pub start: Bitboard,
    /// The position to reach; if there are several, the one that the shown solution reaches.
    pub target: Bitboard,
    /// The number of positions of the interval for each number of pegs, beginning with the start.
    pub widths: Vec<(u32, u64)>,
    /// The number of solutions, the fewest moves, the difficulty.
    pub analysis: Analysis,
}

impl Puzzle {
    /// Solves the puzzle of a goal, if its interval has at most about `most` positions: see [`Interval::MOST_POSITIONS`].
    ///
    /// # Errors
    /// When the target can't be reached, more positions lie on the way than may be kept, there is not enough memory, or `progress` says to stop.
    pub fn solve<'a>(
        reachable: impl Into<Record<'a>>,
        goal: &Goal,
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let reachable = reachable.into();
        let interval = progress
            .part(0, 1, 2, |part| Interval::within(reachable, &goal.targets, most, part))?;
        let analysis = progress.part(1, 2, 2, |part| Analysis::of(&interval, part))?;
        Ok(Self::new(&goal.title, &interval, analysis))
    }

    /// The puzzle of an analysed interval.
    #[must_use]
    pub fn new(title: impl Into<String>, interval: &Interval, analysis: Analysis) -> Self {
        Self {
            title: title.into(),
            board: interval.board().clone(),
            start: interval.start(),
            target: interval.board().bits(&analysis.fewest_moves.solution.end()),
            widths: interval.widths().collect(),
            analysis,
        }
    }

    /// The number of positions in the interval, including start and target.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.widths.iter().map(|(_, width)| width).sum()
    }
}
