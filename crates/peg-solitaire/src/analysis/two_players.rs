//! The game for two: they take turns to jump, and who can't jump loses (B. Ravikumar).

use rustc_hash::FxHashMap;

use crate::board::{Bitboard, SmallBoard};
use crate::progress::{Interrupted, Progress};

/// The Grundy values of positions: of each, the least number that no position after a jump has. It is 0 if the player whose turn it is
/// loses. All positions that play can lead to are looked at; images of each other count once.
#[derive(Debug)]
pub struct GrundyValues<'a> {
    board: &'a SmallBoard,
    most: usize,
    progress: Progress<'a>,
    zeros_only: bool,
    /// The Grundy value of each symmetry class, keyed by mincode.
    values: FxHashMap<Bitboard, u8>,
}

impl<'a> GrundyValues<'a> {
    /// Keeps the values of at most `most` positions.
    pub fn new(board: &'a SmallBoard, most: usize, progress: Progress<'a>) -> Self {
        Self { board, most, progress, zeros_only: false, values: FxHashMap::default() }
    }

    /// Like [`new`](Self::new), but tells only whether a value is zero: other values are at least 1 and may be wrong. Visits fewer
    /// positions.
    pub fn zeros(board: &'a SmallBoard, most: usize, progress: Progress<'a>) -> Self {
        Self { zeros_only: true, ..Self::new(board, most, progress) }
    }

    /// The value of a position; none if there are too many positions.
    pub fn of(&mut self, position: Bitboard) -> Result<Option<u8>, Interrupted> {
        let code = self.board.mincode(position);
        if let Some(&value) = self.values.get(&code) {
            return Ok(Some(value));
        }
        // A bit for each value after a jump. No value is larger than the number of jumps that can follow.
        let mut after = 0_u64;
        for jump in self.board.legal_jumps(position) {
            let Some(value) = self.of(jump.play(position))? else { return Ok(None) };
            after |= 1 << value;
            if self.zeros_only && value == 0 {
                break;
            }
        }
        if self.values.len() >= self.most {
            return Ok(None);
        }
        if self.values.len().is_multiple_of(1 << 12) {
            self.progress.report(self.values.len() as u64, self.most as u64)?;
        }
        let value = after.trailing_ones() as u8;
        self.values.insert(code, value);
        Ok(Some(value))
    }
}
