//! What all records of the reachable positions have in common, in memory or in slices on disk, or the array of last jumps: they know what can
//! be reached, and by which jump last.

use std::convert::Infallible;
use std::fmt;

use thiserror::Error;

use super::{Blocks, ClassSet, LastJump, LastJumps, Reachable};
use crate::board::{Bitboard, Jump, SmallBoard};
use crate::class::PositionClass;

/// A set on disk that can't be read, or is damaged: it gives no answer.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("{0}")]
pub struct ReadError(Box<str>);

#[cfg(feature = "files")]
impl From<super::SliceError> for ReadError {
    fn from(error: super::SliceError) -> Self {
        Self(error.to_string().into())
    }
}

impl From<Infallible> for ReadError {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}

/// A record of what can be reached from a start. Look-ups in a set on disk can fail; those in memory never do.
pub trait ReachableSet: fmt::Debug + Sync {
    /// The class whose dense index numbers the positions.
    fn class(&self) -> &PositionClass;

    /// The position that all others are reached from.
    fn start(&self) -> Bitboard;

    /// Whether the position of this dense index, below 2^rank, can be reached.
    ///
    /// # Errors
    /// When a file of the set can't be read, or is damaged.
    fn contains_index(&self, index: u64) -> Result<bool, ReadError>;

    /// The set in memory, if this is one. It can be searched as a whole.
    fn whole(&self) -> Option<&ClassSet> {
        None
    }

    /// The board.
    fn board(&self) -> &SmallBoard {
        self.class().board()
    }

    /// Whether the position can be reached.
    ///
    /// # Errors
    /// When a file of the set can't be read, or is damaged.
    fn contains(&self, position: Bitboard) -> Result<bool, ReadError> {
        self.class().index(position).map_or(Ok(false), |index| self.contains_index(index))
    }

    /// Whether the position can be reached, and if not, why.
    ///
    /// # Errors
    /// When a file of the set can't be read, or is damaged.
    fn reachability(&self, position: Bitboard) -> Result<Reachability, ReadError> {
        Ok(match self.class().index(position) {
            None => Reachability::OtherClass,
            Some(index) if self.contains_index(index)? => Reachability::Reachable,
            Some(_) => Reachability::Unreachable,
        })
    }

    /// The jump that led to a reachable position: of those from a reachable one the first by triple. None for the
    /// start, and for what can't be reached.
    ///
    /// # Errors
    /// When a file of the set can't be read, or is damaged.
    fn last_jump(&self, position: Bitboard) -> Result<Option<Jump>, ReadError> {
        for jump in self.board().legal_jumps_backwards(position) {
            if self.contains(jump.play(position))? {
                return Ok(Some(jump));
            }
        }
        Ok(None)
    }
}

/// Whether a pattern can be reached, and if not, why.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
                "can't be reached: it is in another position class than the start, and no jump leaves a class"
            }
            Self::Unreachable => {
                "can't be reached: no sequence of jumps leads to it, although it is in the start's position class"
            }
        })
    }
}

impl<B: Blocks> ReachableSet for Reachable<B> {
    fn class(&self) -> &PositionClass {
        self.set.class()
    }

    fn start(&self) -> Bitboard {
        self.start
    }

    #[inline]
    fn contains_index(&self, index: u64) -> Result<bool, ReadError> {
        self.set.find(index).map_err(Into::into)
    }

    fn whole(&self) -> Option<&ClassSet> {
        B::whole(&self.set)
    }
}

impl ReachableSet for LastJumps {
    fn class(&self) -> &PositionClass {
        self.class()
    }

    fn start(&self) -> Bitboard {
        self.start()
    }

    #[inline]
    fn contains_index(&self, index: u64) -> Result<bool, ReadError> {
        Ok(self.identifier(index) != 0)
    }

    fn last_jump(&self, position: Bitboard) -> Result<Option<Jump>, ReadError> {
        Ok(match self.last_jump(position) {
            LastJump::Jump(jump) => Some(jump),
            LastJump::Unreachable | LastJump::Start => None,
        })
    }
}
