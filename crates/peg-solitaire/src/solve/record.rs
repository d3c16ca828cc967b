//! The records of what can be reached: a set in memory or in slices on disk, or a table of last jumps. Who only looks positions up takes any.

use std::fmt;

use serde::Serialize;

use super::ClassSet;
use crate::Result;
use crate::board::{Bitboard, Jump, SmallBoard};
use crate::class::PositionClass;

/// A record of what can be reached from a start. Look-ups in a set on disk can fail; those in memory never do.
pub trait Record: fmt::Debug + Sync {
    /// The class whose dense index numbers the positions.
    fn class(&self) -> &PositionClass;

    /// The position that all others are reached from.
    fn start(&self) -> Bitboard;

    /// Whether the position of this dense index, below 2^rank, can be reached.
    /// # Panics
    /// If the index is 64 or more and not below 2^rank. Below 64, those that no position has are in no set.
    fn contains_index(&self, index: u64) -> Result<bool>;

    /// The set in memory, if this is one.
    fn whole(&self) -> Option<&ClassSet> {
        None
    }

    /// The board of the positions.
    fn board(&self) -> &SmallBoard {
        self.class().board()
    }

    /// Whether the position can be reached.
    fn contains(&self, position: Bitboard) -> Result<bool> {
        self.class().index(position).map_or(Ok(false), |index| self.contains_index(index))
    }

    /// Whether the position can be reached, and if not, why.
    fn reachability(&self, position: Bitboard) -> Result<Reachability> {
        Ok(match self.class().index(position) {
            None => Reachability::OtherClass,
            Some(index) if self.contains_index(index)? => Reachability::Reachable,
            Some(_) => Reachability::Unreachable,
        })
    }

    /// The jump that led to a reachable position: of those from a reachable one the first by triple. None for the
    /// start, and for what can't be reached.
    fn last_jump(&self, position: Bitboard) -> Result<Option<Jump>> {
        for jump in self.board().legal_jumps_backwards(position) {
            if self.contains(jump.play(position))? {
                return Ok(Some(jump));
            }
        }
        Ok(None)
    }
}

/// Whether a pattern can be reached, and if not, why.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Reachability {
    /// The position can be reached.
    Reachable,
    /// No jump can lead from the start's position class into the pattern's.
    OtherClass,
    /// The position is in the start's position class, but no sequence of jumps leads to it.
    Unreachable,
}

/// What a pattern can or can't be: `can be reached`.
impl fmt::Display for Reachability {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reachable => "can be reached",
            Self::OtherClass => {
                "can't be reached: a parity rule (its position class) keeps every game from this start away from it"
            }
            Self::Unreachable => {
                "can't be reached: no game from this start leads to it, although its position class allows it"
            }
        })
    }
}
