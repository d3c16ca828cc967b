//! What `pegfont solve --json` and `pegfont solution --json` print.

use serde::Serialize;

use super::{BoardName, Played, Rows};
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solution;

/// Everything that can be reached, counted.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Solve {
    pub board: BoardName,
    pub start: Rows,
    /// The number of reachable positions, the start included.
    pub positions: u64,
    /// The same by number of pegs, the start's first.
    pub by_pegs: Vec<PegCount>,
    /// Whether every last jump was checked.
    pub verified: bool,
    /// The time that solving and counting took.
    pub seconds: f64,
}

/// The number of positions with this many pegs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct PegCount {
    pub pegs: u32,
    pub positions: u64,
}

impl Solve {
    /// The answer for a solved board; entry p of `counts` counts the positions with p pegs.
    #[must_use]
    pub fn new(
        board: &SmallBoard,
        start: Bitboard,
        counts: &[u64],
        verified: bool,
        seconds: f64,
    ) -> Self {
        let by_pegs = (0..).zip(counts).filter(|&(_, &positions)| positions > 0);
        let mut by_pegs: Vec<PegCount> =
            by_pegs.map(|(pegs, &positions)| PegCount { pegs, positions }).collect();
        by_pegs.reverse();
        Self {
            board: BoardName::of(board),
            start: Rows::of(board, start),
            positions: counts.iter().sum(),
            by_pegs,
            verified,
            seconds,
        }
    }
}

/// How to play to a target.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Solution {
    pub board: BoardName,
    pub start: Rows,
    pub target: Rows,
    #[serde(flatten)]
    pub played: Played,
    /// Every position from the start to the target, if asked for.
    pub path: Option<Vec<Rows>>,
}

impl Solution {
    /// The answer for a solution, with the positions on the way or without.
    #[must_use]
    pub fn new(solution: &solution::Solution, with_path: bool) -> Self {
        let board = solution.board();
        let path = || solution.positions().map(|position| Rows::of(board, position)).collect();
        Self {
            board: BoardName::of(board),
            start: Rows::of(board, solution.start()),
            target: Rows::of(board, solution.end()),
            played: Played::of(solution),
            path: with_path.then(path),
        }
    }
}
