//! What `pegfont hints --json` prints.

use serde::Serialize;

use super::{BoardName, Count, JumpName, Rows};
use peg_solitaire::board::{Board, Position};
use peg_solitaire::game::{Advice, Game, RatedJump};
use pegfont_film::puzzle::Link;

/// The legal jumps of a position, and which of them keep the target within reach.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Hints {
    pub board: BoardName,
    pub start: Rows,
    pub targets: Vec<Rows>,
    /// The position that is asked about.
    pub position: Rows,
    /// Whether a target can be reached from there, if that is known.
    pub solvable: Option<bool>,
    /// The number of solutions from there, if they could be counted.
    pub solutions: Option<Count>,
    /// Those with the most solutions first, those that lose last.
    pub hints: Vec<Hint>,
    /// Why the question can't be answered.
    pub unknown: Option<String>,
    /// The game as a link, for `pegfont play --link`, if its board is not too large for one.
    pub link: Option<String>,
}

/// A legal jump and what it leaves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Hint {
    pub jump: JumpName,
    /// Whether a target can be reached after it, if that is known.
    pub keeps: Option<bool>,
    /// The number of solutions after it, if they could be counted.
    pub solutions: Option<Count>,
}

impl Hints {
    /// The answer for the current position of a game.
    #[must_use]
    pub fn new(game: &Game, advice: &Advice) -> Self {
        let (board, position) = (game.board(), game.position());
        let rated = advice.rate_jumps(board, position);
        let unknown = match advice {
            Advice::Unknown(why) => Some(why.clone()),
            _ => None,
        };
        Self {
            board: BoardName::of(board),
            start: Rows::of(board, game.start()),
            targets: targets(board, game.targets()),
            position: Rows::of(board, position),
            solvable: advice.is_solvable(position),
            solutions: advice.solutions(position).map(Count),
            hints: rated.into_iter().map(|rated| Hint::of(board, rated)).collect(),
            unknown,
            link: Link::of(game).to_text().ok(),
        }
    }
}

impl Hint {
    fn of(board: &Board, rated: RatedJump) -> Self {
        let jump = JumpName::of(board, rated.jump);
        Self { jump, keeps: rated.keeps, solutions: rated.solutions.map(Count) }
    }
}

fn targets(board: &Board, targets: &[Position]) -> Vec<Rows> {
    targets.iter().map(|target| Rows::of(board, target)).collect()
}
