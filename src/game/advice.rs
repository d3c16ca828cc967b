//! Advice for a player: which jumps can still win, and how many solutions each leaves. It needs the solver.

use std::cmp::Reverse;
use std::fmt::{self, Display};

use crate::board::{Board, Jump, Position};
use crate::progress::Progress;
use crate::solution::{Cone, ConeError, CountError, Counts};
use crate::solve::{Instructions, Reachable};

/// What is known about a game.
#[non_exhaustive]
pub enum Advice {
    /// How many solutions each position has.
    Counts(Counts),
    /// Too many positions lie on the way to count solutions: what can be reached backwards from the target, which is
    /// what can be reached forwards from its complement.
    Backwards(Box<Reachable>),
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
            Self::Backwards(_) => "Backwards(..)",
            Self::Unreachable => "Unreachable",
            Self::Unknown(why) => return f.debug_tuple("Unknown").field(why).finish(),
        })
    }
}

impl Advice {
    /// Solves the game. That takes a fraction of a second for most games, and seconds for targets of few pegs.
    #[must_use]
    pub fn on(board: &Board, start: Position, targets: &[Position]) -> Self {
        Self::on_with(board, start, targets, Progress::NONE)
    }

    /// Like [`on`](Self::on), reporting its progress. Advice that was stopped is [`Unknown`](Self::Unknown).
    #[must_use]
    pub fn on_with(
        board: &Board,
        start: Position,
        targets: &[Position],
        progress: Progress<'_>,
    ) -> Self {
        let solve = |start, first| {
            progress.part(first, first + 1, 4, |part| {
                Reachable::solve_with(board, start, Instructions::Best, part)
            })
        };
        let reachable = match solve(start, 0) {
            Ok(reachable) => reachable,
            Err(error) => return Self::Unknown(error.to_string()),
        };
        // Where the solutions can't be counted in memory, the closure says at least which positions can be won.
        let backwards = |error: &dyn Display| {
            let &[target] = targets else { return Self::Unknown(error.to_string()) };
            match solve(board.complement(target), 3) {
                Ok(reachable) => Self::Backwards(Box::new(reachable)),
                Err(error) => Self::Unknown(error.to_string()),
            }
        };
        let cone = progress.part(1, 2, 4, |part| {
            Cone::within_with(&reachable, targets, Cone::MOST_POSITIONS, part)
        });
        drop(reachable);
        match cone {
            Ok(cone) => match progress.part(2, 3, 4, |part| Counts::of_with(cone, part)) {
                Ok(counts) => Self::Counts(counts),
                Err(error @ CountError::Memory(_)) => backwards(&error),
                Err(error) => Self::Unknown(error.to_string()),
            },
            Err(error @ (ConeError::TooLarge { .. } | ConeError::Memory(_))) => backwards(&error),
            Err(ConeError::OtherClass | ConeError::TooManyPegs { .. } | ConeError::Unreachable) => {
                Self::Unreachable
            }
            Err(error) => Self::Unknown(error.to_string()),
        }
    }

    /// Whether a target can be reached from a position, if that is known.
    #[must_use]
    pub fn is_solvable(&self, position: Position) -> Option<bool> {
        match self {
            Self::Counts(counts) => Some(counts.from(position) > 0),
            Self::Backwards(reachable) => {
                Some(reachable.contains(reachable.board().complement(position)))
            }
            Self::Unreachable => Some(false),
            Self::Unknown(_) => None,
        }
    }

    /// The number of solutions from a position, if they were counted.
    #[must_use]
    pub fn solutions(&self, position: Position) -> Option<u128> {
        match self {
            Self::Counts(counts) => Some(counts.from(position)),
            _ => None,
        }
    }

    /// Every legal jump: those with the most solutions first, those that lose last.
    #[must_use]
    pub fn rate_jumps(&self, board: &Board, position: Position) -> Vec<RatedJump> {
        let rate = |jump: Jump| {
            let after = jump.play(position);
            RatedJump { jump, keeps: self.is_solvable(after), solutions: self.solutions(after) }
        };
        let mut rated: Vec<RatedJump> = board.legal_jumps(position).map(rate).collect();
        rated.sort_by_key(|rated| Reverse((rated.keeps, rated.solutions)));
        rated
    }
}
