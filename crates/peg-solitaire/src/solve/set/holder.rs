//! What holds the blocks of a set, and the operations on two sets: the holder decides whether the
//! result is computed at once and kept in memory, or when it is asked for.

use std::fmt;
use std::sync::Arc;

use super::PositionSet;
use super::blocks::{Blocks, InMemory, Lazy};
use super::combined::{Combined, SetOperation};
use crate::Result;
use crate::progress::Progress;

/// A kind of blocks that sets are made with: [`InMemory`] or [`Lazy`].
pub trait Holder: Blocks + fmt::Debug + Send + Sized {
    /// Whether the blocks of a set that is made of two others are computed, and kept, at once.
    const KEEPS_ALL: bool;

    /// Takes over blocks that are in memory.
    fn holding(blocks: InMemory) -> Self;

    /// The set, if it is in memory.
    fn whole(set: &PositionSet<Self>) -> Option<&PositionSet>;

    /// What an operation makes of two sets whose positions are numbered alike.
    ///
    /// # Errors
    /// When the positions are numbered differently; for a set in memory, when there is not enough
    /// of it, or `progress` says to stop.
    fn combined(
        own: &PositionSet<Self>,
        operation: SetOperation,
        other: &PositionSet<Self>,
        progress: Progress<'_>,
    ) -> Result<PositionSet<Self>>;
}

impl Holder for InMemory {
    const KEEPS_ALL: bool = true;

    fn holding(blocks: InMemory) -> Self {
        blocks
    }

    fn whole(set: &PositionSet<Self>) -> Option<&PositionSet> {
        Some(set)
    }

    fn combined(
        own: &PositionSet,
        operation: SetOperation,
        other: &PositionSet,
        progress: Progress<'_>,
    ) -> Result<PositionSet> {
        Combined::new(own.borrowed(), operation, other.borrowed())?.set(progress)
    }
}

impl Holder for Lazy {
    const KEEPS_ALL: bool = false;

    fn holding(blocks: InMemory) -> Self {
        Self::new(blocks)
    }

    fn whole(_: &PositionSet<Self>) -> Option<&PositionSet> {
        None
    }

    fn combined(
        own: &PositionSet<Self>,
        operation: SetOperation,
        other: &PositionSet<Self>,
        _: Progress<'_>,
    ) -> Result<PositionSet<Self>> {
        let combined = Combined::new(own.clone(), operation, other.clone())?;
        Ok(PositionSet {
            fold: Arc::clone(combined.fold()),
            blocks: Self::new(combined),
        })
    }
}

/// Operations on two sets. Both must have the same class, and number its positions alike: sets that
/// belong to one start do, and what was made of these. In memory, each operation takes one pass over
/// the blocks of both sets, on all threads, and memory for the result. Of lazy sets, it takes neither:
/// blocks are combined when they are asked for.
///
/// # Errors
/// All fail when the positions are numbered differently; in memory, also when there is not enough
/// of it, or `progress` says to stop.
impl<B: Holder> PositionSet<B> {
    /// The positions in this set or in the other.
    pub fn union(&self, other: &Self, progress: Progress<'_>) -> Result<Self> {
        B::combined(self, SetOperation::Union, other, progress)
    }

    /// The positions in this set and in the other.
    pub fn intersection(&self, other: &Self, progress: Progress<'_>) -> Result<Self> {
        B::combined(self, SetOperation::Intersection, other, progress)
    }

    /// The positions in this set that are not in the other.
    pub fn difference(&self, other: &Self, progress: Progress<'_>) -> Result<Self> {
        B::combined(self, SetOperation::Difference, other, progress)
    }

    /// The positions in this set whose complements are in the other: with what can be reached from
    /// the complement of a finish, the positions of this set that lead to the finish. The other
    /// set may be of another class, that of the complements.
    pub fn with_complements_in(&self, other: &Self, progress: Progress<'_>) -> Result<Self> {
        B::combined(self, SetOperation::ComplementsIn, other, progress)
    }
}
