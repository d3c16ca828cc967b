//! Advice for a player: which jumps can still win, and how many solutions each leaves, by the solver.

use std::cmp::Reverse;
use std::fmt;

use super::Game;
use crate::Error;
use crate::board::{Bitboard, Board, Jump, Position, SmallBoard};
use crate::class::PositionClass;
use crate::progress::Progress;
use crate::solution::{Counts, Interval, IntervalError};
use crate::solve::Reachable;

/// The rank of the largest classes that are small: a set takes 64 MiB. That of the English board is one.
const SMALL_RANK: usize = 29;

/// What is known about a game.
#[non_exhaustive]
pub enum Advice {
    /// How many solutions each position has.
    Counts(Counts),
    /// Too many positions lie on the way to count solutions: what can be reached backwards from the target, which is
    /// what can be reached forwards from its complement.
    Backwards {
        /// What can be reached from the target's complement.
        reachable: Box<Reachable>,
        /// Why solutions are not counted.
        why: String,
    },
    /// No jumps lead from the start to a target.
    Unreachable,
    /// There is no answer, and why.
    Unknown(String),
}

/// A legal jump and what it leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct RatedJump {
    /// The jump.
    pub jump: Jump,
    /// Whether the game can be won after it, if that is known.
    pub keeps: Option<bool>,
    /// The number of solutions after it, if they were counted.
    pub solutions: Option<u128>,
}

impl fmt::Debug for Advice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Counts(_) => "Counts(..)",
            Self::Backwards { .. } => "Backwards(..)",
            Self::Unreachable => "Unreachable",
            Self::Unknown(why) => return f.debug_tuple("Unknown").field(why).finish(),
        })
    }
}

impl Advice {
    /// What [`on`](Self::on) says of a game on a board of at most 64 holes.
    #[must_use]
    pub fn of(game: &Game, progress: Progress<'_>) -> Self {
        match game.small() {
            Ok((board, start, targets)) => Self::on(&board, start, &targets, progress),
            Err(error) => Self::Unknown(error.to_string()),
        }
    }

    /// Solves the game. That takes a fraction of a second for most games, and seconds for targets of few pegs.
    /// Advice that was stopped is [`Unknown`](Self::Unknown).
    #[must_use]
    pub fn on(
        board: &SmallBoard,
        start: Bitboard,
        targets: &[Bitboard],
        progress: Progress<'_>,
    ) -> Self {
        if is_in_other_class(board, start, targets) {
            return Self::Unreachable;
        }
        match Self::set(board, start, progress) {
            Ok(reachable) => progress.part(1, 2, 2, |part| {
                Self::by_set(reachable, targets, Interval::MOST_POSITIONS, part)
            }),
            Err(error) => Self::Unknown(error.to_string()),
        }
    }

    /// The reachable positions, which are half of the work.
    fn set(
        board: &SmallBoard,
        start: Bitboard,
        progress: Progress<'_>,
    ) -> Result<Reachable, Error> {
        progress.part(0, 1, 2, |part| Reachable::solve(board, start, part))
    }

    /// The advice from the reachable positions.
    fn by_set(
        reachable: Reachable,
        targets: &[Bitboard],
        most: usize,
        progress: Progress<'_>,
    ) -> Self {
        let interval =
            progress.part(0, 1, 2, |part| Interval::within(&reachable, targets, most, part));
        let board = reachable.board().clone();
        drop(reachable);
        progress.part(1, 2, 2, |part| Self::of_interval(interval, &board, targets, part))
    }

    /// The same with less memory: with the set of the reachable positions only if it is small, and with solutions counted only if at most
    /// about `most` positions, of 36 bytes each, lie on the way. It takes longer where the set is large and the target has few pegs.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, game::Advice, progress::Progress};
    /// let board: SmallBoard = "4x4".parse()?;
    /// let start = board.parse_position("####\n#.##\n####\n####")?;
    /// let target = board.parse_position("....\n.#..\n....\n#...")?;
    /// let advice = Advice::within_memory(&board, start, &[target], 100_000, Progress::NONE);
    /// let whole = Advice::on(&board, start, &[target], Progress::NONE);
    /// let position = start.into();
    /// assert_eq!(advice.solutions(&position), whole.solutions(&position));
    /// let advice = Advice::within_memory(&board, start, &[target], 10, Progress::NONE);
    /// assert_eq!((advice.is_solvable(&position), advice.solutions(&position)), (Some(true), None));
    /// assert!(advice.unknown().is_some_and(|why| why.contains("more than 10 positions")));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn within_memory(
        board: &SmallBoard,
        start: Bitboard,
        targets: &[Bitboard],
        most: usize,
        progress: Progress<'_>,
    ) -> Self {
        if is_in_other_class(board, start, targets) {
            return Self::Unreachable;
        }
        let is_small = PositionClass::of(board, start).rank() <= SMALL_RANK;
        // Without the memory for the set, the search may still succeed.
        if is_small && let Ok(reachable) = Self::set(board, start, progress) {
            return progress.part(1, 2, 2, |part| Self::by_set(reachable, targets, most, part));
        }
        let interval =
            progress.part(0, 1, 2, |part| Interval::between(board, start, targets, most, part));
        progress.part(1, 2, 2, |part| Self::of_interval(interval, board, targets, part))
    }

    /// The advice of an interval; or, where solutions can't be counted, what the closure says.
    fn of_interval(
        interval: Result<Interval, IntervalError>,
        board: &SmallBoard,
        targets: &[Bitboard],
        progress: Progress<'_>,
    ) -> Self {
        let counted = progress.part(0, 1, 2, |part| Self::counted(interval, part));
        progress.part(1, 2, 2, |part| {
            counted.unwrap_or_else(|why| Self::backwards(board, targets, &why, part))
        })
    }

    /// The advice of an interval; or, if it or its counts don't fit into memory, why.
    fn counted(
        interval: Result<Interval, IntervalError>,
        progress: Progress<'_>,
    ) -> Result<Self, String> {
        match interval.and_then(|interval| Counts::of(interval, progress)) {
            Ok(counts) => Ok(Self::Counts(counts)),
            Err(error @ (IntervalError::TooLarge { .. } | IntervalError::Memory(_))) => {
                Err(error.to_string())
            }
            Err(
                IntervalError::OtherClass
                | IntervalError::TooManyPegs { .. }
                | IntervalError::Unreachable,
            ) => Ok(Self::Unreachable),
            Err(error) => Ok(Self::Unknown(error.to_string())),
        }
    }

    /// Where solutions can't be counted, the closure says at least which positions can be won.
    fn backwards(
        board: &SmallBoard,
        targets: &[Bitboard],
        why: &str,
        progress: Progress<'_>,
    ) -> Self {
        let &[target] = targets else { return Self::Unknown(why.to_owned()) };
        let from = board.complement(target);
        match Reachable::solve(board, from, progress) {
            Ok(reachable) => {
                Self::Backwards { reachable: Box::new(reachable), why: why.to_owned() }
            }
            Err(error) => Self::Unknown(error.to_string()),
        }
    }

    /// Why no solutions are counted, if there could be some.
    #[must_use]
    pub fn unknown(&self) -> Option<&str> {
        match self {
            Self::Backwards { why, .. } | Self::Unknown(why) => Some(why),
            Self::Counts(_) | Self::Unreachable => None,
        }
    }

    /// Jumps that win from a position: each leaves as many solutions as possible. `None` if the position is lost, or no winning jump is known.
    #[must_use]
    pub fn solution_from(&self, board: &Board, position: &Position) -> Option<Vec<Jump>> {
        let mut jumps = Vec::new();
        let mut at = position.clone();
        while self.is_solvable(&at) == Some(true) {
            let best = self.rate_jumps(board, &at).into_iter().next();
            let Some(best) = best.filter(|best| best.keeps == Some(true)) else {
                return Some(jumps);
            };
            at.play(best.jump);
            jumps.push(best.jump);
        }
        None
    }

    /// Whether a target can be reached from a position, if that is known.
    #[must_use]
    pub fn is_solvable(&self, position: &Position) -> Option<bool> {
        let position = position.bits()?;
        match self {
            Self::Counts(counts) => Some(counts.from(position) > 0),
            Self::Backwards { reachable, .. } => {
                Some(reachable.contains(reachable.board().complement(position)))
            }
            Self::Unreachable => Some(false),
            Self::Unknown(_) => None,
        }
    }

    /// The number of solutions from a position, if they were counted.
    #[must_use]
    pub fn solutions(&self, position: &Position) -> Option<u128> {
        match self {
            Self::Counts(counts) => Some(counts.from(position.bits()?)),
            _ => None,
        }
    }

    /// Every legal jump: those with the most solutions first, those that lose last.
    #[must_use]
    pub fn rate_jumps(&self, board: &Board, position: &Position) -> Vec<RatedJump> {
        let rate = |jump: Jump| {
            let mut after = position.clone();
            after.play(jump);
            RatedJump { jump, keeps: self.is_solvable(&after), solutions: self.solutions(&after) }
        };
        let mut rated: Vec<RatedJump> = board.legal_jumps(position).map(rate).collect();
        rated.sort_by_key(|rated| Reverse((rated.keeps, rated.solutions)));
        rated
    }
}

/// Whether the position classes exclude every target.
fn is_in_other_class(board: &SmallBoard, start: Bitboard, targets: &[Bitboard]) -> bool {
    let class = PositionClass::of(board, start);
    !targets.is_empty() && !targets.iter().any(|&target| class.contains(target))
}
