//! Puzzles for people: a start, a target, and what is known about the way between them; and the printable
//! sheet of several. It needs the solutions room; it computes nothing itself.

mod pdf;
mod sheet;
mod svg;

use crate::board::{Board, Position};
use crate::solution::{Analysis, Cone};

pub use sheet::{Page, Paper, Sheet};

/// A game to be played from its start to its target.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// What the target shows: a character, or some words.
    pub title: String,
    /// The board.
    pub board: Board,
    /// The position before the first jump.
    pub start: Position,
    /// The position to be reached; where there are several, the one that the solution shown reaches.
    pub target: Position,
    /// The width of the cone for each number of pegs, from the start's down.
    pub widths: Vec<(u32, u64)>,
    /// Solutions, fewest moves, difficulty.
    pub analysis: Analysis,
}

impl Puzzle {
    /// The puzzle of a cone that has been analysed.
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

    /// The number of positions on the way, start and target included.
    #[must_use]
    pub fn positions(&self) -> u64 {
        self.widths.iter().map(|(_, width)| width).sum()
    }
}
