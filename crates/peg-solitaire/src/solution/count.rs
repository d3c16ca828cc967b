//! Counts solutions exactly, from the start and from every position of an interval, and finds the solution with a given number, so
//! random ones with equal probability. Solutions count as sequences of jumps.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::Solution;
use super::interval::{Evaluated, Interval, IntervalError, Value};
use crate::board::{Bitboard, Hole};
use crate::progress::Progress;

/// The number of solutions from each position of an interval to a target.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, progress::Progress, solution::{Interval, Counts}};
/// let board: SmallBoard = "4x4".parse()?;
/// let start = board.parse_position("####\n#.##\n####\n####")?;
/// let target = board.parse_position("....\n.#..\n....\n#...")?;
/// let interval = Interval::between(&board, start, &[target], Interval::MOST_POSITIONS, Progress::NONE)?;
/// let counts = Counts::of(interval, Progress::NONE)?;
/// let after_each: u128 =
///     board.legal_jumps(start).map(|jump| counts.from(jump.play(start))).sum();
/// assert_eq!(counts.total(), after_each);
/// assert_eq!(counts.from(target), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

    #[inline(always)]
    fn finish(&mut self, _: u32, _: u32) {}
}

/// A count, if it did not overflow.
pub(super) fn checked(count: u128) -> Result<u128, IntervalError> {
    if count == u128::MAX { Err(IntervalError::TooMany) } else { Ok(count) }
}

impl Counts {
    /// Counts the solutions from every position of the interval. Reports the positions done.
    ///
    /// # Errors
    /// When there are too many, not enough memory, or `progress` says to stop.
    pub fn of(interval: Interval, progress: Progress<'_>) -> Result<Self, IntervalError> {
        let Evaluated { start, kept, .. } = interval.evaluate(|&count: &u128| count, progress)?;
        checked(start)?;
        Ok(Self { interval, levels: kept })
    }

    /// The interval.
    #[must_use]
    pub fn interval(&self) -> &Interval {
        &self.interval
    }

    /// The number of solutions from the start.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.levels[0][0]
    }

    /// The number of solutions from a position; 0 if the position lies outside the interval.
    #[must_use]
    pub fn from(&self, position: Bitboard) -> u128 {
        self.interval.place(position).map_or(0, |(played, number)| self.levels[played][number])
    }

    /// The solution with this number, from 0 to below the [total](Counts::total). Solutions are in the order of their
    /// jumps, and jumps in that of [`SmallBoard::legal_jumps`](crate::board::SmallBoard::legal_jumps).
    #[must_use]
    pub fn solution(&self, number: u128) -> Option<Solution> {
        (number < self.total()).then(|| self.numbered(number))
    }

    fn numbered(&self, number: u128) -> Solution {
        let (board, start) = (self.interval.board(), self.interval.start());
        let mut position = start;
        let mut rest = number;
        let mut jumps = Vec::with_capacity(self.interval.jumps());
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

    /// A solution chosen at random, each with the same probability. The same seed always chooses the same one.
    #[must_use]
    pub fn random_solution(&self, seed: u64) -> Solution {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        // Draws again while the number is not below the last multiple of the total.
        let beyond = u128::MAX - u128::MAX % self.total();
        loop {
            let number = u128::from(random.next_u64()) << 64 | u128::from(random.next_u64());
            if number < beyond {
                return self.numbered(number % self.total());
            }
        }
    }
}
