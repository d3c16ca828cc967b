//! Which of all solutions of a game is wanted: the one with the fewest moves, one at random, or the one that the
//! last-jump array gives. It needs the reachable positions.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Cone, ConeError, Counts, FewestMoves, Rewind, Solution, TooManySolutions};
use crate::board::Position;
use crate::solve::Reachable;

/// The wish for a solution, written `fewest-moves`, `random:SEED` or `lowest`.
///
/// ```
/// use pegfont::{board::Board, solution::Preference, solve::Reachable};
/// let board: Board = "5x5".parse()?;
/// let reachable = Reachable::solve(&board, board.central_vacancy())?;
/// let target = board.parse_position("#####\n#...#\n#.#.#\n#...#\n#####")?;
/// let wish: Preference = "random:7".parse()?;
/// if let Ok(solution) = wish.solution(&reachable, target, 1 << 20) {
///     assert_eq!(solution.end(), target);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Preference {
    /// The most pleasant of those with the [fewest moves](FewestMoves).
    FewestMoves,
    /// One at random, each with the same probability, chosen by this seed.
    Random(u64),
    /// Going backwards from the target, always the jump with the lowest identifier: what the solver's
    /// last-jump array leads to.
    Lowest,
}

/// The text is no wish for a solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "{text:?} names no solution: write fewest-moves, random:SEED with a whole number, or lowest"
)]
pub struct UnknownPreference {
    text: String,
}

/// Why a solution can't be given.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PreferenceError {
    #[error(transparent)]
    Cone(#[from] ConeError),
    #[error(transparent)]
    TooMany(#[from] TooManySolutions),
}

impl Preference {
    /// The solution of this target that is wished for; at most about `most` positions are kept on the way, see
    /// [`Cone::within`].
    ///
    /// # Errors
    /// When the target can't be reached, or more lies on the way than can be held or counted.
    pub fn solution(
        self,
        reachable: &Reachable,
        target: Position,
        most: usize,
    ) -> Result<Solution, PreferenceError> {
        let cone = || Cone::within(reachable, &[target], most);
        Ok(match self {
            Self::FewestMoves => FewestMoves::of(&cone()?)?.solution().clone(),
            Self::Random(seed) => Counts::of(cone()?)?.random_solution(seed),
            Self::Lowest => match reachable.solution_of(target) {
                Some(solution) => solution,
                None => Counts::of(cone()?)?.random_solution(0),
            },
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
    type Err = UnknownPreference;

    fn from_str(text: &str) -> Result<Self, UnknownPreference> {
        let seed = text.strip_prefix("random:").and_then(|seed| seed.parse().ok());
        match (text, seed) {
            ("fewest-moves", _) => Ok(Self::FewestMoves),
            ("lowest", _) => Ok(Self::Lowest),
            (_, Some(seed)) => Ok(Self::Random(seed)),
            _ => Err(UnknownPreference { text: text.chars().take(40).collect() }),
        }
    }
}
