//! Finds the longest sweep of any solution (a long move: a chain of jumps by one peg). A chain
//! inside the interval is part of a solution, so an evaluation of the whole interval proves that
//! there is none longer. Needs an interval.

use super::Solution;
use super::interval::{Interval, Located, Value};
use crate::Result;
use crate::board::{Bitboard, Hole, Jump};
use crate::progress::Progress;

/// The jumps of the longest chains from a position on.
#[derive(Clone, Copy)]
struct Chains {
    /// By the peg in each hole, as the next move.
    next: [u8; 64],
    /// By any peg, in any move.
    longest: u8,
}

impl Value for Chains {
    const AT_TARGET: Self = Self::EMPTY_SUM;
    const EMPTY_SUM: Self = Self {
        next: [0; 64],
        longest: 0,
    };

    #[inline(always)]
    fn add(&mut self, after: &Self, from: Hole, landing: Hole) {
        let chain = 1 + after.next[landing.index() % 64];
        let next = &mut self.next[from.index() % 64];
        *next = chain.max(*next);
        self.longest = chain.max(after.longest).max(self.longest);
    }
}

/// The longest sweep of any solution of an interval.
#[derive(Clone, Debug)]
pub struct LongestSweep {
    /// The number of its jumps.
    pub jumps: usize,
    /// A solution that has it, as one of its [moves](Solution::moves): one jump after the other.
    pub solution: Solution,
}

impl LongestSweep {
    /// Finds it by evaluating the whole interval. Reports the positions done.
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop.
    pub fn of(interval: &Interval, progress: Progress<'_>) -> Result<Self> {
        let longest_of = |chains: &Chains| chains.longest;
        let longest = interval.evaluate(longest_of, progress)?.kept;
        let board = interval.board();
        let jumps = longest[0][0];

        // The first jump after which a sweep of at least so many jumps lies ahead.
        let next = |position, least| {
            let after = |jump: &Jump| interval.locate(jump.play(position), jump.to());
            let is_ahead = |at: Located| longest[at.played][at.number] >= least;
            board
                .legal_jumps(position)
                .find(|jump| after(jump).is_some_and(is_ahead))
        };

        let mut position = interval.start();
        let mut played = Vec::new();
        // To the sweep, and it; then to a target.
        for least in [jumps, 0] {
            while let Some(jump) = next(position, least) {
                position = jump.play(position);
                played.push(jump);
            }

            let sweep = board
                .each_hole()
                .find_map(|hole| chain(interval, position, hole, least));
            for jump in sweep.expect("the longest sweep begins where it no longer lies ahead") {
                position = jump.play(position);
                played.push(jump);
            }
        }

        Ok(Self {
            jumps: jumps.into(),
            solution: Solution::played(board.as_board(), interval.start(), played),
        })
    }
}

/// A chain of this many jumps inside the interval, by the peg in a hole.
fn chain(interval: &Interval, position: Bitboard, hole: Hole, jumps: u8) -> Option<Vec<Jump>> {
    let Some(left) = jumps.checked_sub(1) else {
        return Some(Vec::new());
    };

    for jump in interval.board().legal_jumps(position) {
        let after = jump.play(position);
        if jump.from() != hole || interval.locate(after, jump.to()).is_none() {
            continue;
        }
        if let Some(mut chain) = chain(interval, after, jump.to(), left) {
            chain.insert(0, jump);
            return Some(chain);
        }
    }
    None
}
