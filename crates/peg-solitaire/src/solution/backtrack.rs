//! Backtracking: from a reachable position back to the start, jump by jump.

use super::Solution;
use crate::Error;
use crate::board::Bitboard;
use crate::solve::Record;

impl Solution {
    /// A solution that ends in a position, if it can be reached: with the last jumps of the record.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, progress::Progress, solution::Solution, solve::Reachable};
    /// let board: SmallBoard = "5x5".parse()?;
    /// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
    /// let pattern = board.parse_pattern("##.##/..###/#####/#####/#####")?;
    /// let solution = Solution::leading_to(pattern, &reachable)?.expect("two jumps lead there");
    /// assert_eq!((solution.end(), solution.to_string().as_str()), (pattern.into(), "c1-c3 a2-c2"));
    /// assert_eq!(Solution::leading_to(board.full(), &reachable)?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a file of the set can't be read, or is damaged.
    pub fn leading_to<'a>(
        position: Bitboard,
        record: impl Into<Record<'a>>,
    ) -> Result<Option<Self>, Error> {
        let record = record.into();
        if !record.contains(position)? {
            return Ok(None);
        }
        let mut jumps = Vec::new();
        let mut at = position;
        while at != record.start() {
            let Some(jump) = record.last_jump(at)? else { return Ok(None) };
            at = jump.play(at);
            jumps.push(jump);
        }
        jumps.reverse();
        Ok(Self::new(record.board(), record.start(), jumps).ok())
    }
}
