//! The search for a game between two positions, on boards of up to 4,096 holes: from a full board
//! with one vacancy, a given one or any, to a given last position; from any position to a single
//! peg. It enumerates little and proves little: it finds a game, or gives up. It plays backwards:
//! the empty holes are the pegs, and it clears the board towards a region where the last peg is.
//! `docs/internals/search.md` draws it.

mod attempt;
mod beam;
mod farthest;
mod fewest;
mod finish;
mod layouts;
mod lines;
mod order;
mod pagoda;
mod reduce;
mod window;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::board::{Board, Position};
use crate::progress::{Interrupted, Progress};
use crate::solution::Solution;
use crate::{Result, parallel};

use attempt::{Attempted, attempt};
pub use layouts::{LastPosition, PlayOutcome};
use pagoda::Golden;
pub use reduce::Reduced;
use window::JumpEnds;

/// A search for a game that ends in a given position. The same search gives the same game on every
/// machine.
///
/// ```
/// use peg_solitaire::search::{Outcome, Search};
/// use peg_solitaire::{board::Board, progress::Progress};
///
/// let rows = [
///     "...........",
///     "..#...#....",
///     "..#...#..#.",
///     "..#####..#.",
///     "..#...#..#.",
///     "..#...#..#.",
///     "...........",
///     "...........",
/// ];
/// let (board, end) = Board::from_picture(&rows.join("\n"))?;
/// let found = Search::default().run(&board, None, &end, Progress::NONE)?;
/// let Outcome::Solved(solution) = found else {
///     panic!("there is a game");
/// };
/// assert_eq!(solution.start().count(), board.holes() - 1);
/// assert_eq!(solution.end(), end);
/// // Jumps that don't touch each other are played at the same time.
/// assert!(solution.round_count() < solution.jumps().len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Search {
    /// Chooses between positions that are equally promising.
    pub seed: u64,
    /// How often to try, with more positions each few times and in other orders.
    pub attempts: u32,
    /// The work of all attempts together, in positions that the beams keep; see [`UNIT_OF_WORK`].
    pub work: u64,
    /// How many holes of the end an [attempt](Self::attempt) may change.
    pub tolerance: usize,
    /// To reduce a position to one peg, a board is enumerated if that takes at most this many
    /// bytes.
    pub enumerated: u64,
    /// Whether to look for the fewest moves on an enumerated board even if many positions lie
    /// between start and finish.
    pub fewest_moves: bool,
    /// The memory for what an attempt remembers, in bytes.
    pub memory: u64,
}

impl Default for Search {
    /// Enough attempts for texts and line art, which mostly need one; boards of up to 2 GiB are
    /// enumerated.
    fn default() -> Self {
        Self {
            seed: 1,
            attempts: 12,
            work: 60 * UNIT_OF_WORK,
            tolerance: 0,
            enumerated: 2 << 30,
            fewest_moves: false,
            memory: 256 << 20,
        }
    }
}

/// A unit for [`Search::work`]: a fraction of a second on one core.
pub const UNIT_OF_WORK: u64 = 500_000;

/// What a search found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// A game that ends in the position, in rounds.
    Solved(Solution),
    /// There is no game, whatever the vacancy.
    Impossible(Impossible),
    /// No game was found; there may be one.
    GaveUp(Limit),
}

/// What a search that gave up came to the end of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// All its attempts, positions or work: a search with more of them may find a game.
    Effort,
    /// The [memory](Search::memory) of an attempt.
    Memory,
}

/// Why no game ends in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error, serde::Serialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum Impossible {
    #[error("a game leaves at least one peg")]
    NoPegs,
    #[error("a game leaves at least one empty hole")]
    NoEmptyHole,
    #[error("it has as many pegs as the start or more, and every jump removes one")]
    TooManyPegs,
    #[error("no jump can have led to it")]
    NoLastJump,
    #[error("no jump can be played")]
    #[serde(rename = "no_jump")]
    NoFirstJump,
    /// A pagoda function, a weight that no jump can raise, is larger than at the start.
    #[serde(rename = "pagoda_function")]
    #[error("some of its pegs are too far away for the pegs that are there")]
    TooFar,
    /// Nine of the sixteen classes contain boards with one vacancy.
    #[error("no game from one empty hole can end in it, whatever is played")]
    OtherClass,
    #[serde(rename = "other_class")]
    #[error("no game from this start can end in it, whatever is played")]
    OtherClassThanStart,
    /// Where the board is enumerated, or a single window.
    #[error("every game that could lead to it was tried, from its end")]
    Exhausted,
}

impl Search {
    /// Why no game from this start, or from any vacancy, can end with these pegs, if that is easily
    /// seen. None proves nothing.
    ///
    /// # Errors
    /// If the start or the end is not on the board.
    pub fn impossible(
        board: &Board,
        start: Option<&Position>,
        end: &Position,
    ) -> Result<Option<Impossible>> {
        check(board, start, end)?;
        Ok(Self::why_impossible(board, start, end))
    }

    /// As [`impossible`](Self::impossible), of positions on the board.
    fn why_impossible(
        board: &Board,
        start: Option<&Position>,
        end: &Position,
    ) -> Option<Impossible> {
        if start == Some(end) {
            return None;
        }
        if end.is_empty() {
            return Some(Impossible::NoPegs);
        }

        match start {
            Some(start) => Self::why_not_from(board, start, end),
            None => Self::why_not_from_any_vacancy(board, end),
        }
    }

    fn why_not_from(board: &Board, start: &Position, end: &Position) -> Option<Impossible> {
        if end.count() >= start.count() {
            return Some(Impossible::TooManyPegs);
        }
        if board.class(start) != board.class(end) {
            return Some(Impossible::OtherClassThanStart);
        }
        if !has_jump(board, &board.complement(end)) {
            return Some(Impossible::NoLastJump);
        }
        if !has_jump(board, start) {
            return Some(Impossible::NoFirstJump);
        }
        if Golden::new(board).forbid(start, end) {
            return Some(Impossible::TooFar);
        }
        None
    }

    fn why_not_from_any_vacancy(board: &Board, end: &Position) -> Option<Impossible> {
        let holes = board.complement(end);
        if holes.is_empty() {
            return Some(Impossible::NoEmptyHole);
        }
        if !board.has_single_peg_in_class_of(&holes) {
            return Some(Impossible::OtherClass);
        }
        if holes.count() > 1 && !has_jump(board, &holes) {
            return Some(Impossible::NoLastJump);
        }
        None
    }

    /// This search again and again with other seeds: how long it takes to find a game varies much
    /// with the seed.
    fn again(self) -> impl Iterator<Item = Self> {
        (0_u64..).map(move |again| Self {
            seed: self.seed.wrapping_add(again << 32),
            ..self
        })
    }

    /// Searches for a game from a start with few empty holes, or from any vacancy, to the end.
    ///
    /// # Errors
    /// If the start or the end is not on the board, the empty holes of the start lie too far apart,
    /// or the watcher asks the search to stop.
    pub fn run(
        &self,
        board: &Board,
        start: Option<&Position>,
        end: &Position,
        progress: Progress<'_>,
    ) -> Result<Outcome> {
        if let Some(reason) = Self::impossible(board, start, end)? {
            return Ok(Outcome::Impossible(reason));
        }

        let mut left = self.work;
        self.attempt(0..self.attempts, board, start, end, &mut left, progress)
    }

    /// Makes some of the attempts at an end for which nothing speaks against a game, from this
    /// start or from some vacancy, and takes their work from what is `left`. The answer depends on
    /// that alone, not on the time or the number of threads. With a `tolerance`, holes that
    /// couldn't be cleared otherwise are changed, as few and as late as possible; the game that is
    /// found ends with them changed.
    ///
    /// # Errors
    /// If the start or the end is not on the board, the empty holes of the start lie too far apart,
    /// or the watcher asks the search to stop.
    pub fn attempt(
        &self,
        attempts: Range<u32>,
        board: &Board,
        start: Option<&Position>,
        end: &Position,
        left: &mut u64,
        progress: Progress<'_>,
    ) -> Result<Outcome> {
        check(board, start, end)?;

        let first = attempts.start;
        let count = attempts.len() as u64;
        // The lowest attempt with an answer: later ones need not go on.
        let lowest = AtomicU32::new(u32::MAX);
        let make = |number: u32, most: u64| {
            let done = u64::from(number - first);
            let part = progress.part(done, done + 1, count);
            let watch = |done: u64, total: u64| match part.report(done, total) {
                Ok(()) if lowest.load(Ordering::Relaxed) > number => ControlFlow::Continue(()),
                Ok(()) | Err(Interrupted) => ControlFlow::Break(()),
            };

            let problem = (board, start, end);
            let made = attempt(self, number, problem, most, Progress::new(&watch));
            let gave_up = matches!(&made, Ok(made) if matches!(made.outcome, Outcome::GaveUp(_)));
            if !gave_up {
                lowest.fetch_min(number, Ordering::Relaxed);
            }
            made
        };

        // The first attempt mostly succeeds. The others are made at the same time, and the lowest
        // that succeeds is taken.
        let alone = first..attempts.end.min(first + 1);
        let others = first + 1..attempts.end;
        let mut limit = Limit::Effort;
        for attempts in [alone, others] {
            let most = *left;
            for made in parallel::map(attempts, |number| make(number, most)) {
                let Attempted { outcome, work } = made?;
                let is_late = work > *left;
                *left = left.saturating_sub(work);
                if is_late {
                    return Ok(Outcome::GaveUp(limit));
                }

                match outcome {
                    Outcome::GaveUp(why) => limit = limit.max(why),
                    found => return Ok(found),
                }
            }
        }
        Ok(Outcome::GaveUp(limit))
    }
}

/// Whether any jump can be played. With the empty holes for pegs: whether any can have led to the
/// position.
fn has_jump(board: &Board, pegs: &Position) -> bool {
    board.legal_jumps(pegs).next().is_some()
}

/// Checks that a start, if there is one, and an end are on a board.
fn check(board: &Board, start: Option<&Position>, end: &Position) -> Result<()> {
    if let Some(start) = start {
        board.check(start)?;
    }
    board.check(end)
}

/// The game that ends in `end`, from the jumps of the complement to a single peg: the same jumps in
/// the opposite order.
fn game(board: &Board, end: &Position, backwards: &[JumpEnds]) -> Solution {
    let mut jumps = Vec::new();
    let mut start = end.clone();
    for ends in backwards {
        let jump = board.jump(ends.from, ends.to);
        let jump = jump.expect("the search finds jumps");
        start.play(jump);
        jumps.push(jump);
    }
    jumps.reverse();

    let solution = Solution::new(board, start, jumps).expect("the search finds legal jumps");
    assert_eq!(solution.end(), *end, "the search finds the end");
    solution.in_rounds()
}
