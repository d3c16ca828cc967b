//! What answers in JSON have in common: how boards, holes, jumps and solutions are written in them. `docs/reference/json.md` shows and
//! explains every answer; each is made where its text is.

use serde::{Serialize, Serializer};

use peg_solitaire::board::{Bitboard, Board, Jump, Position};

/// A board: its name, or if it has none the rows of its picture; on a triangular board `triangular` comes before them.
pub(super) fn board_name(board: &Board) -> String {
    board.to_text().replace('\n', "/")
}

/// The names of the holes of a position that have a peg.
pub(super) fn hole_names(board: &Board, holes: impl Into<Position>) -> Vec<String> {
    holes.into().pegs().map(|hole| board.hole_name(hole)).collect()
}

/// Codes as strings of digits: many programs round large numbers.
pub(super) fn codes(positions: &[Bitboard]) -> Vec<String> {
    positions.iter().map(|position| position.code().to_string()).collect()
}

pub(super) fn jump_names(board: &Board, jumps: impl IntoIterator<Item = Jump>) -> Vec<String> {
    jumps.into_iter().map(|jump| board.jump_name(jump)).collect()
}

/// A list that is written one by one: all at once, a long one takes ten times the memory of its text.
pub(super) struct Streamed<F>(pub(super) F);

impl<F: Fn() -> I, I: IntoIterator<Item: Serialize>> Serialize for Streamed<F> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_seq((self.0)())
    }
}
