//! What `pegfont puzzle --json` prints.

use serde::Serialize;

use super::{BoardName, Count, PegCount, Played, Rows};
use crate::puzzle;

/// Puzzles, and how hard they are.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Puzzles {
    pub puzzles: Vec<Puzzle>,
}

/// One puzzle.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Puzzle {
    pub title: String,
    pub board: BoardName,
    pub start: Rows,
    pub target: Rows,
    /// The number of pegs of the target.
    pub pegs: u32,
    /// The number of solutions, as sequences of jumps.
    pub solutions: Count,
    pub fewest_moves: usize,
    /// The number of solutions with the fewest moves.
    pub fewest_moves_solutions: Count,
    /// The most pleasant solution with the fewest moves.
    #[serde(flatten)]
    pub played: Played,
    /// The number of positions on the way, start and target included.
    pub positions: u64,
    /// The same by number of pegs.
    pub by_pegs: Vec<PegCount>,
    /// The probability that random play reaches the target.
    pub probability: f64,
    /// The probability as information: -log2 of it.
    pub bits: f64,
    /// The number of positions on the way from which a legal jump leaves the way.
    pub forks: u64,
    /// The number of forks that a solution meets on average.
    pub forks_met: f64,
    /// Bits and forks met, added up.
    pub effort: f64,
    /// `gentle`, `easy`, `fair`, `hard` or `fiendish`.
    pub grade: &'static str,
}

impl Puzzles {
    /// The answer for solved puzzles.
    #[must_use]
    pub fn new(puzzles: &[puzzle::Puzzle]) -> Self {
        Self { puzzles: puzzles.iter().map(Puzzle::of).collect() }
    }
}

impl Puzzle {
    fn of(puzzle: &puzzle::Puzzle) -> Self {
        let (board, analysis) = (&puzzle.board, &puzzle.analysis);
        let fewest = &analysis.fewest_moves;
        let widths = puzzle.widths.iter();
        Self {
            title: puzzle.title.clone(),
            board: BoardName::of(board),
            start: Rows::of(board, puzzle.start),
            target: Rows::of(board, puzzle.target),
            pegs: puzzle.target.pegs(),
            solutions: Count(analysis.solutions),
            fewest_moves: fewest.moves(),
            fewest_moves_solutions: Count(fewest.solutions()),
            played: Played::of(fewest.solution()),
            positions: puzzle.positions(),
            by_pegs: widths.map(|&(pegs, positions)| PegCount { pegs, positions }).collect(),
            probability: analysis.probability,
            bits: analysis.bits(),
            forks: analysis.forks,
            forks_met: analysis.forks_met,
            effort: analysis.effort(),
            grade: analysis.grade().word(),
        }
    }
}
