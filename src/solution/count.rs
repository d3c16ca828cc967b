//! The exact number of solutions: of the whole game, and from every position of its cone. It counts
//! sequences of jumps; it needs a cone and nothing else.

use thiserror::Error;

use super::cone::{Cone, Swept, Worth};
use crate::board::{Hole, Position};

/// How many solutions lead from each position of a cone to a target.
///
/// ```
/// use pegfont::{board::Board, solution::{Cone, Counts}};
/// let board: Board = "4x4".parse()?;
/// let start = board.parse_position("####\n#.##\n####\n####")?;
/// let target = board.parse_position("....\n.#..\n....\n#...")?;
/// let counts = Counts::of(Cone::between(&board, start, &[target], Cone::MOST_POSITIONS)?)?;
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

/// There are 2^128 solutions or more.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("there are more than 2^128 solutions: too many to count in 128 bits")]
pub struct TooManySolutions;

/// A number of solutions, as far as it fits into a type: a sum that does not stays at the largest value.
pub(super) trait Tally: Copy + Send + Sync + Into<u128> {
    const NONE: Self;
    const ONE: Self;
    fn plus(self, other: Self) -> Self;
    /// As a real number, up to rounding.
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

    /// Quicker than the language's own conversion.
    #[inline(always)]
    fn real(self) -> f64 {
        const HALF: f64 = (1_u128 << 64) as f64;
        (self >> 64) as u64 as f64 * HALF + self as u64 as f64
    }
}

/// The number of solutions from a position.
#[derive(Clone, Copy)]
pub(super) struct Count<N>(pub(super) N);

impl<N: Tally> Worth for Count<N> {
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
pub(super) fn checked(count: u128) -> Result<u128, TooManySolutions> {
    if count == u128::MAX { Err(TooManySolutions) } else { Ok(count) }
}

impl Counts {
    /// Counts the solutions from every position of the cone.
    ///
    /// # Errors
    /// When there are too many.
    pub fn of(cone: Cone) -> Result<Self, TooManySolutions> {
        let Swept { start, kept, .. } = cone.sweep(|count: &Count<u128>| count.0);
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

    /// The number of solutions from a position; 0 if no target can be reached from there (or the position can't
    /// be reached from the start).
    #[must_use]
    pub fn from(&self, position: Position) -> u128 {
        self.cone.place(position).map_or(0, |(played, number)| self.levels[played][number])
    }
}
