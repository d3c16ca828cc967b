//! The search for boards that are too large to enumerate: can this position be reduced to one peg?
//!
//! From the finish, the search lists all positions with few pegs from which a finish can be reached, level by
//! level, as far as memory allows. From the start it plays down to the last of these levels, at first with
//! only the best positions of each level, then with more. If that fails, a depth-first search tries the most
//! promising jumps first and remembers the positions that failed; if it exhausts all jumps, there is no
//! solution. Positions are taken up to symmetry, and positions excluded by a pagoda function (a weight that
//! no jump increases) are skipped.

mod depth;
mod ends;

use thiserror::Error;

use crate::board::{Bitboard, Hole, SmallBoard};
use crate::class::PositionClass;
use crate::memory::MemoryError;
use crate::progress::{Interrupted, Progress};
use crate::solution::Solution;
use depth::Depth;
use ends::Ends;

/// The limits of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SearchLimits {
    /// The maximum number of positions to examine.
    pub positions: u64,
    /// The memory for remembered positions, in bytes.
    pub memory: u64,
}

impl Default for SearchLimits {
    fn default() -> Self {
        Self { positions: 200_000_000, memory: 512 << 20 }
    }
}

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SearchAnswer {
    /// The jumps that lead to one peg.
    Solved(Solution),
    /// No finish is in the start's position class.
    WrongClass,
    /// A pagoda function excludes it: the start weighs less than every finish.
    Forbidden,
    /// Every jump was tried, and none leads to a finish.
    Impossible,
    /// The limit was reached without a result.
    GaveUp,
}

/// A search and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// The answer.
    pub answer: SearchAnswer,
    /// The number of positions examined, from both ends.
    pub positions: u64,
}

/// Why a search ended without an answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SearchError {
    /// The start has pegs outside the board.
    #[error("the start has pegs outside {board}")]
    OutsideBoard { board: String },
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The search was stopped.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

/// What the memory is for.
const REMEMBERED: &str = "the positions that a search remembers";

/// The number of positions after which progress is reported.
const REPORTED: u64 = 1 << 16;

impl Search {
    /// Searches for jumps from the position to one peg in one of the holes of `finishes`.
    ///
    /// ```
    /// use peg_solitaire::{analysis::{Search, SearchAnswer, SearchLimits}, board::SmallBoard, progress::Progress};
    /// let board: SmallBoard = "english".parse()?;
    /// let finishes = board.full();
    /// let search = Search::run(&board, board.central_vacancy(), finishes, SearchLimits::default(), Progress::NONE)?;
    /// let SearchAnswer::Solved(solution) = search.answer else { panic!() };
    /// assert_eq!(solution.end().count(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Reports how many of the positions that the limits allow have been examined.
    ///
    /// # Errors
    /// When the start has pegs outside the board, the memory that the limits allow is not available, or `progress` says to stop.
    pub fn run(
        board: &SmallBoard,
        start: Bitboard,
        finishes: Bitboard,
        limits: SearchLimits,
        progress: Progress<'_>,
    ) -> Result<Self, SearchError> {
        if !board.full().contains(start) {
            return Err(SearchError::OutsideBoard { board: board.to_string() });
        }
        let class = PositionClass::of(board, start);
        let aims: Vec<Bitboard> =
            finishes.pegs().map(Hole::bit).filter(|&aim| class.contains(aim)).collect();
        let done = |answer| Self { answer, positions: 0 };
        if start.count() == 1 && aims.contains(&start) {
            return Ok(match Solution::new(board, start, Vec::new()) {
                Ok(solution) => done(SearchAnswer::Solved(solution)),
                Err(_) => done(SearchAnswer::Impossible),
            });
        }
        if aims.is_empty() {
            return Ok(done(SearchAnswer::WrongClass));
        }
        let ends = Ends::new(board, &aims, start.count(), limits.memory / 4, progress)?;
        let holes = aims.iter().fold(Bitboard::EMPTY, |all, &aim| all | aim);
        let mut depth = Depth::new(board, start, holes, &ends, limits, progress)?;
        if !depth.is_allowed(start) {
            return Ok(Self { answer: SearchAnswer::Forbidden, positions: ends.positions() });
        }
        let answer = depth.answer(start)?;
        Ok(Self { answer, positions: ends.positions() + depth.seen })
    }
}
