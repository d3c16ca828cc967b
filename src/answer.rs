//! The answers to questions about fonts, puzzles and boards, as JSON: a struct for each command that has `--json`, written by
//! `serde`. It computes nothing.
//!
//! One rule for one thing, in every answer; `docs/json.md` shows them all.
//!
//! * Every answer is one object. A key is always there; a value that is not known is `null`.
//! * A position is its rows joined by `/` ([`Rows`]); a hole is its name, `c4`; a jump is `c2-c4` ([`JumpName`]).
//! * A count that can exceed 2^53 is a text of digits ([`Count`]).

mod board;
mod find;
mod font;
mod hints;
mod line;
mod puzzle;
mod solve;
mod winning;

use serde::{Serialize, Serializer};

use peg_solitaire::board::{Board, Jump, Position};
use peg_solitaire::solution;

pub use board::*;
pub use find::*;
pub use font::*;
pub use hints::*;
pub use line::*;
pub use puzzle::*;
pub use solve::*;
pub use winning::*;

/// A position: its rows joined by `/`, as in `#####/##.##/#####`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Rows(String);

impl Rows {
    /// The rows of a position on a board.
    #[must_use]
    pub fn of(board: &Board, position: impl Into<Position>) -> Self {
        Self(board.picture_line(position))
    }
}

/// A board: its name, or if it has none the rows of its picture; on a triangular board `triangular` comes before them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct BoardName(String);

impl BoardName {
    /// The name or the rows of a board.
    #[must_use]
    pub fn of(board: &Board) -> Self {
        Self(board.to_text().replace('\n', "/"))
    }
}

/// A jump by the names of its ends: `c2-c4`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct JumpName(String);

impl JumpName {
    /// The name of a jump on a board.
    #[must_use]
    pub fn of(board: &Board, jump: Jump) -> Self {
        Self(board.jump_name(jump))
    }
}

/// A count that can exceed 2^53, which is more than most readers of JSON hold exactly: it is written as a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Count(pub u128);

impl Serialize for Count {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&self.0)
    }
}

/// A solution; all three keys are `null` if it has none.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Played {
    /// The moves in jump notation, separated by spaces.
    pub solution: Option<String>,
    /// The number of moves.
    pub moves: Option<usize>,
    /// The jumps.
    pub jumps: Option<Vec<JumpName>>,
}

impl Played {
    /// A solution. There is no number of moves where jumps are played at the same time.
    #[must_use]
    pub fn of(solution: &solution::Solution) -> Self {
        let (board, jumps) = (solution.board(), solution.jumps().iter());
        Self {
            solution: Some(solution.to_string()),
            moves: (!solution.is_in_rounds()).then(|| solution.moves().count()),
            jumps: Some(jumps.map(|&jump| JumpName(board.jump_name(jump))).collect()),
        }
    }
}

/// The names of the holes of a position that have a peg.
fn hole_names(board: &Board, holes: impl Into<Position>) -> Vec<String> {
    holes.into().pegs().map(|hole| board.hole_name(hole)).collect()
}
