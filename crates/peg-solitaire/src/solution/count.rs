//! Counts solutions exactly, from the start and from every position of an interval.
//! Solutions count as sequences of jumps.

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
    const EMPTY_SUM: Self = 0;

    #[inline(always)]
    fn add(&mut self, after: &Self, _: Hole, _: Hole) {
        *self = self.saturating_add(*after);
    }
}

/// A count, if it did not overflow.
pub(super) fn checked(count: u128) -> Result<u128> {
    if count == u128::MAX {
        Err(Error::TooMany)
    } else {
        Ok(count)
    }
}

impl Counts {
    /// Counts the solutions from every position of the interval. Reports the positions done.
    ///
    /// # Errors
    /// When there is not enough memory, there are more solutions than can be counted, or `progress`
    /// says to stop.
    pub fn of(interval: Interval, progress: Progress<'_>) -> Result<Self> {
        let Evaluated { start, kept, .. } = interval.evaluate(|&count: &u128| count, progress)?;
        checked(start)?;
        Ok(Self {
            interval,
            levels: kept,
        })
    }

    /// The number of solutions from the start.
    pub fn total(&self) -> u128 {
        self.levels[0][0]
    }

    /// The interval whose solutions are counted.
    pub fn interval(&self) -> &Interval {
        &self.interval
    }

    /// The number of solutions from a position of the interval. None of others: from those that the
    /// start leads to, there is no solution, and of those that it doesn't, nothing is known.
    pub fn from(&self, position: Bitboard) -> Option<u128> {
        let at = self.interval.locate(position, Hole(0))?;
        Some(self.levels[at.played][at.number])
    }
}
