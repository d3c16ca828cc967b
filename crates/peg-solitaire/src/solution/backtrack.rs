//! The backtracker: rewinds the last jumps of a record, from a position to the start.

use super::Solution;
use crate::Result;
use crate::board::Bitboard;
use crate::solve::Record;

impl Solution {
    /// A solution that ends in a position, if it can be reached: with the last jumps of the record. In a table of last jumps, these are its
    /// identifiers; in a set, the first that lead there from a member.
    ///
    /// # Errors
    /// When the record can't be read, or its jumps lead elsewhere.
    pub fn leading_to(position: Bitboard, record: &dyn Record) -> Result<Option<Self>> {
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
