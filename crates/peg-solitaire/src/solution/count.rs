//! Counts solutions exactly, from the start and from every position of an interval, and draws random ones with equal probability.
//! Solutions count as sequences of jumps.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::Solution;
use super::interval::{Evaluated, Interval, Value};
use crate::board::{Bitboard, Hole};
use crate::progress::Progress;
use crate::{Error, Result};

/// The number of solutions from each position of an interval to a target.
#[derive(Clone, Debug)]
pub struct Counts {
    interval: Interval,
    levels: Vec<Vec<u128>>,
}

/// The number of solutions from a position. A sum that overflows remains at the largest value.
impl Value for u128 {
    const AT_TARGET: Self = 1;
    const NOTHING: Self = 0;

    #[inline(always)]
    fn add(&mut self, after: &Self, _: Hole, _: Hole) {
        *self = self.saturating_add(*after);
    }
}

/// A count, if it did not overflow.
pub(super) fn checked(count: u128) -> Result<u128> {
    if count == u128::MAX { Err(Error::TooMany) } else { Ok(count) }
}

impl Counts {
    /// Counts the solutions from every position of the interval. Reports the positions done.
    pub fn of(interval: Interval, progress: Progress<'_>) -> Result<Self> {
        let Evaluated { start, kept, .. } = interval.evaluate(|&count: &u128| count, progress)?;
        checked(start)?;
        Ok(Self { interval, levels: kept })
    }

    /// The number of solutions from the start.
    pub fn total(&self) -> u128 {
        self.levels[0][0]
    }

    /// The number of solutions from a position; 0 if the position lies outside the interval.
    pub fn from(&self, position: Bitboard) -> u128 {
        self.interval.place(position, Hole(0)).map_or(0, |at| self.levels[at.played][at.number])
    }

    /// A solution chosen at random, each with the same probability. The same seed always chooses the same one.
    pub fn random_solution(&self, seed: u64) -> Solution {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let mut number = || u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
        // Draws again while the number is not below the last multiple of the total.
        let beyond = u128::MAX - u128::MAX % self.total();
        let mut rest = number();
        while rest >= beyond {
            rest = number();
        }
        // Solutions are numbered in the order of their jumps.
        rest %= self.total();
        let (board, start) = (self.interval.board(), self.interval.start());
        let (mut position, mut jumps) = (start, Vec::new());
        for _ in 0..self.interval.jumps() {
            let jump = board.legal_jumps(position).find(|jump| {
                let count = self.from(jump.play(position));
                let found = rest < count;
                if !found {
                    rest -= count;
                }
                found
            });
            let jump = jump.expect("a position has as many solutions as its jumps");
            jumps.push(jump);
            position = jump.play(position);
        }
        Solution::played(board, start, jumps)
    }
}
