//! The difficulty of a puzzle and its other figures, all from one evaluation of its interval.

use super::count::checked;
use super::fewest_moves::{FewestMoves, Moves};
use super::interval::{Evaluated, Interval, Value};
use crate::Result;
use crate::board::Hole;
use crate::progress::Progress;

/// The figures of a game from a start to a target.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, progress::Progress, solution::{Analysis, Interval}};
/// let board: SmallBoard = "5x7".parse()?;
/// let target = board.parse_pattern("#####\n##.##\n##.##\n#####\n#####\n#####\n#####")?;
/// let start = board.central_vacancy();
/// let interval = Interval::between(&board, start, &[target], 1 << 20, Progress::NONE)?;
/// let analysis = Analysis::of(&interval, Progress::NONE)?;
/// assert_eq!(analysis.solutions, 1);
/// assert_eq!(analysis.probability, 0.25); // one of the four first jumps
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Analysis {
    /// The number of solutions, as sequences of jumps.
    pub solutions: u128,
    /// The solutions with the fewest moves.
    pub fewest_moves: FewestMoves,
    /// The probability that a player who chooses among the legal jumps at random, each with the
    /// same probability, reaches a target: from 0 (excluded) to 1, up to rounding.
    pub probability: f64,
    /// The number of forks: positions of the interval from which a legal jump leaves it.
    pub forks: u64,
    /// The average number of forks in a solution, each solution being equally likely.
    pub forks_met: f64,
}

/// How hard a puzzle is, from easy to hard. The effort rises with each jump and each fork, and the
/// more so, the more jumps lead to dead ends.
///
/// | grade | [effort](Analysis::effort) | on 5 x 7, such as |
/// |---|---|---|
/// | gentle | below 14 | the last three jumps of a letter |
/// | easy | 14 to 24 | the last six |
/// | fair | 24 to 38 | the last nine; whole games to letters with many pegs |
/// | hard | 38 to 50 | whole games to most letters |
/// | fiendish | 50 and more | whole games to letters with few pegs |
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the table says it")]
pub enum Grade {
    Gentle,
    Easy,
    Fair,
    Hard,
    Fiendish,
}

impl Grade {
    /// All grades, from easy to hard.
    pub const ALL: [Self; 5] = [
        Self::Gentle,
        Self::Easy,
        Self::Fair,
        Self::Hard,
        Self::Fiendish,
    ];

    /// The grade of a puzzle that takes this [effort](Analysis::effort).
    #[must_use]
    pub fn of(effort: f64) -> Self {
        match effort {
            ..14.0 => Self::Gentle,
            ..24.0 => Self::Easy,
            ..38.0 => Self::Fair,
            ..50.0 => Self::Hard,
            _ => Self::Fiendish,
        }
    }

    /// The grade as a word, as in font files.
    pub const fn word(self) -> &'static str {
        match self {
            Self::Gentle => "gentle",
            Self::Easy => "easy",
            Self::Fair => "fair",
            Self::Hard => "hard",
            Self::Fiendish => "fiendish",
        }
    }
}

/// What a font keeps of the figures of a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    solutions: u128,
    effort: f64,
}

impl Figures {
    /// Figures with the effort truncated to tenths, or `None` if there is no solution or the effort
    /// is not a number from 0.
    pub fn new(solutions: u128, effort: f64) -> Option<Self> {
        let effort = (effort * 10.0).floor() / 10.0;
        let is_effort = effort.is_finite() && effort >= 0.0;

        if solutions > 0 && is_effort {
            Some(Self { solutions, effort })
        } else {
            None
        }
    }

    /// The number of solutions, as sequences of jumps: 1 or more.
    pub fn solutions(&self) -> u128 {
        self.solutions
    }

    /// The effort, truncated to tenths; see [`Analysis::effort`].
    pub fn effort(&self) -> f64 {
        self.effort
    }

    /// The grade.
    pub fn grade(&self) -> Grade {
        Grade::of(self.effort)
    }
}

/// All these values of a position, in as few bytes as they need: they are fetched in random order.
#[derive(Clone, Copy)]
#[repr(Rust, packed)]
struct Values {
    solutions: u128,
    moves: Moves,
    chance: f64,
    /// The number of forks, added up over all solutions.
    forks_met: f64,
}

impl Value for Values {
    const AT_TARGET: Self = Self {
        solutions: u128::AT_TARGET,
        moves: Moves::AT_TARGET,
        chance: 1.0,
        forks_met: 0.0,
    };
    const EMPTY_SUM: Self = Self {
        solutions: u128::EMPTY_SUM,
        moves: Moves::EMPTY_SUM,
        chance: 0.0,
        forks_met: 0.0,
    };

    #[inline(always)]
    fn add(&mut self, after: &Self, from: Hole, landing: Hole) {
        // Fields of a packed struct are copied, because none may be borrowed.
        let mut solutions = self.solutions;
        solutions.add(&{ after.solutions }, from, landing);
        self.solutions = solutions;

        let mut moves = self.moves;
        moves.add(&{ after.moves }, from, landing);
        self.moves = moves;

        self.chance += after.chance;
        self.forks_met += after.forks_met;
    }

    #[inline(always)]
    fn finish(&mut self, legal: u32, inside: u32) {
        self.moves.moves += 1;
        self.chance /= f64::from(legal);
        if inside < legal {
            self.forks_met += real(self.solutions);
        }
    }
}

/// The number as a float, rounded. Faster than the language's own conversion.
#[inline(always)]
fn real(count: u128) -> f64 {
    const HALF: f64 = (1_u128 << 64) as f64;
    (count >> 64) as u64 as f64 * HALF + count as u64 as f64
}

impl Analysis {
    /// Evaluates the whole interval. Reports the positions done.
    ///
    /// # Errors
    /// When there is not enough memory, there are more solutions than can be counted, or `progress`
    /// says to stop.
    pub fn of(interval: &Interval, progress: Progress<'_>) -> Result<Self> {
        let moves_of = |values: &Values| values.moves.moves;
        let evaluated = interval.evaluate(moves_of, progress.part(0, 4, 5))?;
        let Evaluated { start, forks, kept } = evaluated;

        let solutions = checked(start.solutions)?;
        let fewest_moves = FewestMoves::from_moves(interval, &kept, progress.part(4, 5, 5))?;
        Ok(Self {
            solutions,
            fewest_moves,
            probability: start.chance,
            forks,
            forks_met: start.forks_met / real(solutions),
        })
    }

    /// The difficulty of the puzzle as a number: the sum of the [bits](Self::bits) that a player
    /// needs and of the forks at which the game can be lost.
    pub fn effort(&self) -> f64 {
        self.bits() + self.forks_met
    }

    /// The information that a player needs, in bits: how often the probability of random play must
    /// be doubled to reach 1.
    pub fn bits(&self) -> f64 {
        -libm::log2(self.probability)
    }
}
