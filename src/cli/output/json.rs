//! What answers in JSON have in common: how boards, holes, jumps and solutions are written in them. `docs/reference/json.md` shows and
//! explains every answer; each is made where its text is.

use serde::ser::{Error as _, SerializeSeq as _};
use serde::{Serialize, Serializer};
use serde_json::value::to_raw_value;

use peg_solitaire::board::{Bitboard, Board, Jump, Position};
use peg_solitaire::parallel;

/// The names of the holes of a position that have a peg.
pub fn hole_names(board: &Board, holes: impl Into<Position>) -> Vec<String> {
    holes.into().pegs().map(|hole| board.hole_name(hole)).collect()
}

/// Codes as strings of digits: many programs round large numbers.
pub fn codes(positions: &[Bitboard]) -> Vec<String> {
    positions.iter().map(|position| position.code().to_string()).collect()
}

pub fn jump_names(board: &Board, jumps: impl IntoIterator<Item = Jump>) -> Vec<String> {
    jumps.into_iter().map(|jump| board.jump_name(jump)).collect()
}

/// A list that is written bit by bit, each item in a line: all at once, a long one takes ten times the memory of its text.
pub struct Streamed<'a, T, F>(pub &'a [T], pub F);

/// How many items are put into words at once, on all threads.
const AT_ONCE: usize = 1 << 13;

impl<T: Sync, D: Serialize, F: Fn(&T) -> D + Sync> Serialize for Streamed<'_, T, F> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut list = out.serialize_seq(Some(self.0.len()))?;
        for items in self.0.chunks(AT_ONCE) {
            for line in parallel::try_map(items, |item| to_raw_value(&(self.1)(item)))
                .map_err(S::Error::custom)?
            {
                list.serialize_element(&line)?;
            }
        }
        list.end()
    }
}
