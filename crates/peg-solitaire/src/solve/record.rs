//! The records of what can be reached: a set in memory or in slices on disk, or a table of last jumps. Who only looks positions up takes either.

use std::fmt;

use serde::Serialize;

use super::{ClassSet, Reachable};
#[cfg(feature = "files")]
use super::{InSlices, StoredLastJumps};
use crate::Error;
use crate::board::{Bitboard, Jump, SmallBoard};
use crate::class::PositionClass;

/// A record of what can be reached from a start. Look-ups in a set on disk can fail; those in memory never do.
#[derive(Clone, Copy, Debug)]
pub enum Record<'a> {
    /// The set in memory. It can be searched as a whole.
    Memory(&'a Reachable),
    /// The set in slices on disk.
    #[cfg(feature = "files")]
    Slices(&'a InSlices),
    /// The table of last jumps in its file.
    #[cfg(feature = "files")]
    Table(&'a StoredLastJumps),
}

impl<'a> From<&'a Reachable> for Record<'a> {
    fn from(set: &'a Reachable) -> Self {
        Self::Memory(set)
    }
}

#[cfg(feature = "files")]
impl<'a> From<&'a InSlices> for Record<'a> {
    fn from(set: &'a InSlices) -> Self {
        Self::Slices(set)
    }
}

#[cfg(feature = "files")]
impl<'a> From<&'a StoredLastJumps> for Record<'a> {
    fn from(table: &'a StoredLastJumps) -> Self {
        Self::Table(table)
    }
}

impl<'a> Record<'a> {
    /// The class whose dense index numbers the positions.
    pub fn class(self) -> &'a PositionClass {
        match self {
            Self::Memory(set) => set.class(),
            #[cfg(feature = "files")]
            Self::Slices(set) => set.class(),
            #[cfg(feature = "files")]
            Self::Table(table) => table.class(),
        }
    }

    /// The position that all others are reached from.
    pub fn start(self) -> Bitboard {
        match self {
            Self::Memory(set) => set.start(),
            #[cfg(feature = "files")]
            Self::Slices(set) => set.start(),
            #[cfg(feature = "files")]
            Self::Table(table) => table.start(),
        }
    }

    pub fn board(self) -> &'a SmallBoard {
        self.class().board()
    }

    /// The set in memory, if this is one.
    pub fn whole(self) -> Option<&'a ClassSet> {
        match self {
            Self::Memory(set) => Some(set),
            #[cfg(feature = "files")]
            Self::Slices(_) | Self::Table(_) => None,
        }
    }

    /// Whether the position of this dense index, below 2^rank, can be reached.
    /// # Panics
    /// If the index is 64 or more and not below 2^rank. Below 64, those that no position has are in no set.
    #[inline]
    pub fn contains_index(self, index: u64) -> Result<bool, Error> {
        match self {
            Self::Memory(set) => Ok(set.contains_index(index)),
            #[cfg(feature = "files")]
            Self::Slices(set) => set.contains_index(index),
            #[cfg(feature = "files")]
            Self::Table(table) => Ok(table.identifier(index)? != 0),
        }
    }

    /// Whether the position can be reached.
    pub fn contains(self, position: Bitboard) -> Result<bool, Error> {
        self.class().index(position).map_or(Ok(false), |index| self.contains_index(index))
    }

    /// Whether the position can be reached, and if not, why.
    pub fn reachability(self, position: Bitboard) -> Result<Reachability, Error> {
        Ok(match self.class().index(position) {
            None => Reachability::OtherClass,
            Some(index) if self.contains_index(index)? => Reachability::Reachable,
            Some(_) => Reachability::Unreachable,
        })
    }

    /// The jump that led to a reachable position: of those from a reachable one the first by triple. None for the
    /// start, and for what can't be reached.
    pub fn last_jump(self, position: Bitboard) -> Result<Option<Jump>, Error> {
        #[cfg(feature = "files")]
        if let Self::Table(table) = self {
            return table.last_jump(position);
        }
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
    /// It can be reached.
    Reachable,
    /// No jump can lead from the start's position class into the pattern's.
    OtherClass,
    /// It is in the start's position class, but no sequence of jumps leads to it.
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
