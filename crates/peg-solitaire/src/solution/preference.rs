//! A choice among the solutions of a game: one with the fewest moves, one at random, or the one that the
//! last-jump array gives. Needs a record of the reachable positions.

use std::fmt;
use std::str::FromStr;

use super::{Counts, FewestMoves, Interval, Solution};
use crate::board::Bitboard;
use crate::progress::Progress;
use crate::solve::Record;
use crate::{Error, Result};

/// Which solution to choose, written `fewest-moves`, `random:SEED` or `lowest`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preference {
    /// The one that is easiest to watch of those with the [fewest moves](FewestMoves).
    FewestMoves,
    /// A random one, each with the same probability, chosen by this seed.
    Random(u64),
    /// Backwards from the first target that can be reached, always the jump with the lowest identifier: the solution that the last-jump array
    /// gives.
    Lowest,
}

impl Preference {
    /// The preferred solution to any of these targets, which all have the same number of pegs. [`Preference::Lowest`] takes the first target
    /// that can be reached. At most about `most` positions are kept on the way, see [`Interval::within`]. Reports how far the search and the
    /// evaluation are.
    ///
    /// # Errors
    /// When no target can be reached, more lies on the way than can be held or counted, or `progress` says to stop.
    pub fn solution(
        self,
        reachable: &dyn Record,
        targets: &[Bitboard],
        most: usize,
        progress: Progress<'_>,
    ) -> Result<Solution> {
        if self == Self::Lowest {
            for &target in targets {
                if let Some(solution) = Solution::leading_to(target, reachable)? {
                    return Ok(solution);
                }
            }
        }
        // Finding the positions takes about as long as evaluating them.
        let interval = Interval::within(reachable, targets, most, progress.part(0, 1, 2))?;
        let part = progress.part(1, 2, 2);
        Ok(match self {
            Self::FewestMoves => FewestMoves::of(&interval, part)?.solution,
            Self::Random(seed) => Counts::of(interval, part)?.random_solution(seed),
            Self::Lowest => unreachable!("a reachable target has a last jump"),
        })
    }
}

impl fmt::Display for Preference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::FewestMoves => f.write_str("fewest-moves"),
            Self::Random(seed) => write!(f, "random:{seed}"),
            Self::Lowest => f.write_str("lowest"),
        }
    }
}

impl FromStr for Preference {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        let seed = text.strip_prefix("random:").and_then(|seed| seed.parse().ok());
        match (text, seed) {
            ("fewest-moves", _) => Ok(Self::FewestMoves),
            ("lowest", _) => Ok(Self::Lowest),
            (_, Some(seed)) => Ok(Self::Random(seed)),
            _ => {
                let text: String = text.chars().take(40).collect();
                let what = format!(
                    "there is no solution {text:?}: write fewest-moves, random:SEED with a whole number, or lowest"
                );
                Err(Error::Wrong { what })
            }
        }
    }
}
