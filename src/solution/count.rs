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

/// A sum of counts: a sum that does not fit stays at this value.
const OVERFLOW: u128 = u128::MAX;

/// The number of solutions from a position.
#[derive(Clone, Copy)]
pub(super) struct Count(pub(super) u128);

impl Worth for Count {
    const AT_TARGET: Self = Self(1);
    const NOTHING: Self = Self(0);

    #[inline(always)]
    fn add(&mut self, after: &Self, _: Hole, _: Hole) {
        self.0 = self.0.saturating_add(after.0);
    }

    fn finish(&mut self, _: u32, _: u32) {}
}

/// A count, if it did not overflow.
pub(super) fn checked(count: u128) -> Result<u128, TooManySolutions> {
    if count == OVERFLOW { Err(TooManySolutions) } else { Ok(count) }
}

impl Counts {
    /// Counts the solutions from every position of the cone.
    ///
    /// # Errors
    /// When there are too many.
    pub fn of(cone: Cone) -> Result<Self, TooManySolutions> {
        let Swept { start, kept, .. } = cone.sweep(|count: &Count| count.0);
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
