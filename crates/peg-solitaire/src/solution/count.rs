//! Counts solutions exactly, from the start and from every position of a cone. Solutions count as sequences of jumps.
//! Needs only a cone.

use thiserror::Error;

use super::cone::{Cone, Evaluated, Value};
use crate::board::{Bitboard, Hole};
use crate::memory::MemoryError;
use crate::progress::{Interrupted, Progress};

/// The number of solutions from each position of a cone to a target.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, progress::Progress, solution::{Cone, Counts}};
/// let board: SmallBoard = "4x4".parse()?;
/// let start = board.parse_position("####\n#.##\n####\n####")?;
/// let target = board.parse_position("....\n.#..\n....\n#...")?;
/// let counts = Counts::of(Cone::between(&board, start, &[target], Cone::MOST_POSITIONS, Progress::NONE)?, Progress::NONE)?;
/// let after_each: u128 =
///     board.legal_jumps(start).map(|jump| counts.from(jump.play(start))).sum();
/// assert_eq!(counts.total(), after_each);
/// assert_eq!(counts.from(target), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Counts {
    cone: Cone,
    levels: Vec<Vec<u128>>,
}

/// Why solutions can't be counted.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum CountError {
    /// There are 2^128 solutions or more.
    #[error("there are more than 2^128 solutions: too many to count in 128 bits")]
    TooMany,
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The work was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// A number of solutions. A sum that overflows remains at the largest value.
pub(super) trait Tally: Copy + Send + Sync + Into<u128> {
    const NONE: Self;
    const ONE: Self;
    fn plus(self, other: Self) -> Self;
    /// The number as a float, rounded.
    fn real(self) -> f64;
}

impl Tally for u64 {
    const NONE: Self = 0;
    const ONE: Self = 1;

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }

    #[inline(always)]
    fn real(self) -> f64 {
        self as f64
    }
}

impl Tally for u128 {
    const NONE: Self = 0;
    const ONE: Self = 1;

    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self.saturating_add(other)
    }

    /// Faster than the language's own conversion.
    #[inline(always)]
    fn real(self) -> f64 {
        const HALF: f64 = (1_u128 << 64) as f64;
        (self >> 64) as u64 as f64 * HALF + self as u64 as f64
    }
}

/// The number of solutions from a position.
#[derive(Clone, Copy)]
pub(super) struct Count<N>(pub(super) N);

impl<N: Tally> Value for Count<N> {
    const AT_TARGET: Self = Self(N::ONE);
    const NOTHING: Self = Self(N::NONE);

    #[inline(always)]
    fn add(&mut self, after: &Self, _: Hole, _: Hole) {
        self.0 = self.0.plus(after.0);
    }

    #[inline(always)]
    fn finish(&mut self, _: u32, _: u32) {}
}

/// A count, if it did not overflow.
pub(super) fn checked(count: u128) -> Result<u128, CountError> {
    if count == u128::MAX { Err(CountError::TooMany) } else { Ok(count) }
}

impl Counts {
    /// Counts the solutions from every position of the cone. Reports the positions done.
    ///
    /// # Errors
    /// When there are too many, not enough memory, or `progress` says to stop.
    pub fn of(cone: Cone, progress: Progress<'_>) -> Result<Self, CountError> {
        let Evaluated { start, kept, .. } =
            cone.evaluate(|count: &Count<u128>| count.0, progress)?;
        checked(start.0)?;
        Ok(Self { cone, levels: kept })
    }

    /// The cone.
    #[must_use]
    pub fn cone(&self) -> &Cone {
        &self.cone
    }

    /// The number of solutions from the start.
    #[must_use]
    pub fn total(&self) -> u128 {
        self.levels[0][0]
    }

    /// The number of solutions from a position; 0 if the position lies outside the cone.
    #[must_use]
    pub fn from(&self, position: Bitboard) -> u128 {
        self.cone.place(position).map_or(0, |(played, number)| self.levels[played][number])
    }
}
