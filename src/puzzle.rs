//! Puzzles for people: a start, a target and the figures of the solutions between them, and a printable sheet
//! of several puzzles. Computes nothing itself.

mod pdf;
mod sheet;
mod svg;

use crate::board::{Board, Position};
use crate::solution::{Analysis, Cone};

pub use sheet::{Page, Paper, Sheet};

/// A game to be played from its start to its target.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// A caption for the target: a character, or some words.
    pub title: String,
    /// The board.
    pub board: Board,
    /// The position before the first jump.
    pub start: Position,
    /// The position to reach; if there are several, the one that the shown solution reaches.
    pub target: Position,
    /// The number of positions of the cone for each number of pegs, beginning with the start.
    pub widths: Vec<(u32, u64)>,
    /// The number of solutions, the fewest moves, the difficulty.
    pub analysis: Analysis,
}

impl Puzzle {
    /// The puzzle of an analysed cone.
    #[must_use]
    pub fn new(title: impl Into<String>, cone: &Cone, analysis: Analysis) -> Self {
        Self {
            title: title.into(),
            board: cone.board().clone(),
            start: cone.start(),
            target: analysis.fewest_moves.solution().end(),
            widths: cone.widths().collect(),
            analysis,
        }
    }

    /// The number of positions in the cone, including start and target.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.widths.iter().map(|(_, width)| width).sum()
    }
}
