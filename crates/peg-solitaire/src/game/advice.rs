//! Advice for a player: which jumps can still win, and how many solutions each leaves, by the
//! solver.

use std::cmp::Reverse;

use super::Game;
use crate::Error;
use crate::board::{Board, Jump, Position};
use crate::class::PositionClass;
use crate::progress::Progress;
use crate::solution::{Counts, Interval};
use crate::solve::{ClassSet, Reachable};

/// What is known about a game.
///
/// ```
/// use peg_solitaire::{board::Board, game::{Advice, Game}, progress::Progress};
/// let board: Board = "triangle15".parse()?;
/// let game = Game::new(&board, board.parse_start("a1")?, [board.parse_hole("a1")?])?;
/// let advice = Advice::of(&game, None, Progress::NONE);
/// let hint = advice.rate_jumps(&board, game.position())[0];
/// assert_eq!((hint.keeps, hint.solutions), (Some(true), Some(3408)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub enum Advice {
    /// How many solutions each position has.
    Counts(Counts),
    /// Too many positions lie on the way to count solutions: what can be reached backwards from the
    /// targets, which is what can be reached forwards from their complements.
    Backwards {
        /// What can be reached from the targets' complements.
        complements: Box<ClassSet>,
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
pub struct RatedJump {
    /// The jump.
    pub jump: Jump,
    /// Whether the game can be won after the jump, if that is known.
    pub keeps: Option<bool>,
    /// The number of solutions after the jump, if they were counted.
    pub solutions: Option<u128>,
}

impl Advice {
    /// Solves the game from its start, whatever was played of it, on a board of at most 64 holes:
    /// the advice is for every position of the game. That takes a fraction of a second for most
    /// games, and seconds for targets of few pegs. Who has the interval already makes
    /// [`Counts`](Self::Counts) of it. Advice that was stopped is [`Unknown`](Self::Unknown).
    ///
    /// With `most`, solutions are counted only if at most about this many positions, of 36 bytes
    /// each, lie on the way. The closure backwards from the targets, once, says the rest.
    #[must_use]
    pub fn of(game: &Game, most: Option<usize>, progress: Progress<'_>) -> Self {
        let (board, start, mut targets) = match game.small() {
            Ok(small) => small,
            Err(error) => return Self::Unknown(error.to_string()),
        };
        let class = PositionClass::of(&board, start);
        targets.retain(|&target| class.contains(target));
        if targets.is_empty() {
            return Self::Unreachable;
        }
        let interval = match most {
            None => Reachable::solve(&board, start, progress.part(0, 4, 8)).and_then(|reachable| {
                let most = Interval::MOST_POSITIONS;
                Interval::within(&reachable, &targets, most, progress.part(4, 6, 8))
            }),
            Some(most) => Interval::between(&board, start, &targets, most, progress.part(0, 1, 8)),
        };
        let count = |interval| Counts::of(interval, progress.part(6, 7, 8));
        let why = match interval.and_then(count) {
            Ok(counts) => return Self::Counts(counts),
            Err(error @ (Error::TooLarge { .. } | Error::Memory(_))) => error.to_string(),
            Err(Error::OtherClass | Error::TooManyPegs { .. } | Error::Unreachable) => {
                return Self::Unreachable;
            }
            Err(error) => return Self::Unknown(error.to_string()),
        };
        // Where solutions can't be counted, the closure says at least which positions can be won.
        let part = progress.part(if most.is_some() { 1 } else { 7 }, 8, 8);
        let closed = ClassSet::all_complements_leading_to(&board, &targets, part);
        match closed {
            Ok(complements) => Self::Backwards {
                complements: Box::new(complements),
                why,
            },
            Err(error) => Self::Unknown(error.to_string()),
        }
    }

    /// Why no solutions are counted, if there could be some.
    pub fn unknown(&self) -> Option<&str> {
        match self {
            Self::Backwards { why, .. } | Self::Unknown(why) => Some(why),
            Self::Counts(_) | Self::Unreachable => None,
        }
    }

    /// Jumps that win from a position: each leaves as many solutions as possible. `None` if the
    /// position is lost, or no winning jump is known.
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
    pub fn is_solvable(&self, position: &Position) -> Option<bool> {
        let position = position.bits()?;
        match self {
            Self::Counts(counts) => Some(counts.from(position) > 0),
            Self::Backwards { complements, .. } => {
                Some(complements.contains(complements.board().complement(position)))
            }
            Self::Unreachable => Some(false),
            Self::Unknown(_) => None,
        }
    }

    /// How many jumps of a game to take back until it can be won again, if that is known; one more
    /// than there are if it never could.
    pub fn jumps_lost(&self, game: &Game) -> Option<usize> {
        self.is_solvable(game.position())?;
        let is_lost = |position: &Position| self.is_solvable(position) == Some(false);
        Some(game.played().positions().rev().take_while(is_lost).count())
    }

    /// The number of solutions from a position, if they were counted.
    pub fn solutions(&self, position: &Position) -> Option<u128> {
        let Self::Counts(counts) = self else {
            return None;
        };
        Some(counts.from(position.bits()?))
    }

    /// Every legal jump: those with the most solutions first, those that lose last.
    pub fn rate_jumps(&self, board: &Board, position: &Position) -> Vec<RatedJump> {
        let rate = |jump: Jump| {
            let mut after = position.clone();
            after.play(jump);
            RatedJump {
                jump,
                keeps: self.is_solvable(&after),
                solutions: self.solutions(&after),
            }
        };
        let mut rated: Vec<RatedJump> = board.legal_jumps(position).map(rate).collect();
        rated.sort_by_key(|rated| Reverse((rated.keeps, rated.solutions)));
        rated
    }
}
