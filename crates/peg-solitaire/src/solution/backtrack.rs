//! Backtracking: from a reachable position back to the start, jump by jump, with the last-jump array or with the bit
//! set alone.

use super::Solution;
use crate::board::Bitboard;
use crate::solve::{ReachableSet, ReadError};

/// Solutions from a set of the positions that can be reached.
pub trait Rewind {
    /// A solution that ends in a position, if it can be reached.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, progress::Progress, solution::Rewind, solve::Reachable};
    /// let board: SmallBoard = "5x5".parse()?;
    /// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
    /// let pattern = board.parse_pattern("##.##/..###/#####/#####/#####")?;
    /// let solution = reachable.solution_of(pattern)?.expect("two jumps lead there");
    /// assert_eq!((solution.end(), solution.to_string().as_str()), (pattern.into(), "c1-c3 a2-c2"));
    /// assert_eq!(reachable.solution_of(board.full())?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a file of the set can't be read, or is damaged.
    fn solution_of(&self, position: Bitboard) -> Result<Option<Solution>, ReadError>;
}

impl<S: ReachableSet + ?Sized> Rewind for S {
    fn solution_of(&self, position: Bitboard) -> Result<Option<Solution>, ReadError> {
        if !self.contains(position)? {
            return Ok(None);
        }
        let mut jumps = Vec::new();
        let mut at = position;
        while at != self.start() {
            let Some(jump) = self.last_jump(at)? else { return Ok(None) };
            at = jump.play(at);
            jumps.push(jump);
        }
        jumps.reverse();
        Ok(Solution::new(self.board(), self.start(), jumps).ok())
    }
}
