//! Two sets as one, block by block: what is in both, in either, in one without the other, and what
//! leads to complements.

use std::sync::Arc;

use multiversion::multiversion;

use super::blocks::Blocks;
use super::{BlockRooms, Fold, PositionSet, filled};
use crate::bits::WORD_BITS;
use crate::progress::Progress;
use crate::{Error, Result};

/// What is made of two sets.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SetOperation {
    /// The positions in either.
    Union,
    /// The positions in both.
    Intersection,
    /// The positions in the first that are not in the other.
    Difference,
    /// The positions in the first whose complements are in the other.
    ComplementsIn,
}

/// Two sets as one, whose blocks are computed when they are needed.
pub(crate) struct Combined<A, B> {
    own: PositionSet<A>,
    operation: SetOperation,
    other: PositionSet<B>,
    fold: Arc<Fold>,
}

impl<A: Blocks, B: Blocks> Combined<A, B> {
    /// It is folded with the symmetries that both sets are folded with.
    ///
    /// # Errors
    /// When the positions of the sets are numbered differently, or there is not enough memory for
    /// what tells the places of blocks.
    pub(crate) fn new(
        own: PositionSet<A>,
        operation: SetOperation,
        other: PositionSet<B>,
    ) -> Result<Self> {
        if !are_numbered_alike(&own.fold, operation, &other.fold) {
            return Err(Error::other_game("positions", own.board()));
        }

        let fold = Fold::of_both(&own.fold, &other.fold, operation == SetOperation::Union)?;
        Ok(Self {
            own,
            operation,
            other,
            fold,
        })
    }

    pub(super) fn fold(&self) -> &Arc<Fold> {
        &self.fold
    }

    /// Fills in the words of a block, if it is a kept one. Returns whether there may be any
    /// position in it.
    pub(crate) fn fill(
        &self,
        block: usize,
        words: &mut [u64],
        rooms: &mut BlockRooms,
    ) -> Result<bool> {
        if self.fold.place(block).is_none() {
            return Ok(false);
        }

        let own = self.own.block(block, rooms)?;
        match own {
            Some(own) => words.copy_from_slice(own),
            None if self.operation == SetOperation::Union => words.fill(0),
            None => return Ok(false),
        }
        let has_own = own.is_some();

        let is_opposite = self.operation == SetOperation::ComplementsIn;
        let block_of_other = if is_opposite {
            self.fold.blocks() - 1 - block
        } else {
            block
        };
        let others = self.other.block(block_of_other, rooms)?;
        match self.operation {
            SetOperation::Union => join(words, others),
            SetOperation::Intersection => keep_common(words, others),
            SetOperation::Difference => take_away(words, others),
            SetOperation::ComplementsIn => and_reversed(words, others, self.own.class().rank()),
        }
        Ok(match self.operation {
            SetOperation::Union => has_own || others.is_some(),
            SetOperation::Difference => true,
            SetOperation::Intersection | SetOperation::ComplementsIn => others.is_some(),
        })
    }

    /// The set of all these positions, in memory. The progress is counted in blocks.
    pub(crate) fn set(self, progress: Progress<'_>) -> Result<PositionSet> {
        let fill = |place, words: &mut [u64], rooms: &mut BlockRooms| {
            self.fill(self.fold.places.block(place), words, rooms)?;
            Ok(())
        };
        let kept = self.fold.places.count();
        let words = filled(&self.fold, kept, COMPUTED_IN_A_ROW, progress, fill)?;
        Ok(PositionSet::of(self.fold, words))
    }
}

/// Whether the same index, or for complements the opposite one, stands for the same position in two
/// sets.
fn are_numbered_alike(own: &Fold, operation: SetOperation, other: &Fold) -> bool {
    let [class, other_class] = [&own.layout.class, &other.layout.class];
    if class.board() != other_class.board()
        || class.free_holes() != other_class.free_holes()
        || own.blocks() != other.blocks()
    {
        return false;
    }

    let member = other_class.position(0);
    if operation == SetOperation::ComplementsIn {
        class.contains(class.board().complement(member))
    } else {
        class.contains(member)
    }
}

impl<A: Blocks, B: Blocks> Blocks for Combined<A, B> {
    fn words<'a>(&'a self, place: usize, room: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>> {
        room.resize(self.fold.block_words(), 0);
        let block = self.fold.places.block(place);
        let has_any = self.fill(block, room, &mut BlockRooms::default())?;
        Ok(if has_any { Some(room) } else { None })
    }

    fn has(&self, place: usize, bit: u64) -> Result<bool> {
        let block = self.fold.places.block(place) as u64;
        let index = block << self.fold.layout.inside_bits() | bit;
        let rank = self.own.class().rank();
        if index >> rank != 0 {
            return Ok(false);
        }

        let is_in_own = self.own.try_contains_index(index)?;
        match self.operation {
            SetOperation::Union => Ok(is_in_own || self.other.try_contains_index(index)?),
            SetOperation::Intersection => Ok(is_in_own && self.other.try_contains_index(index)?),
            SetOperation::Difference => Ok(is_in_own && !self.other.try_contains_index(index)?),
            SetOperation::ComplementsIn => {
                let opposite = self.own.class_size() - 1 - index;
                Ok(is_in_own && self.other.try_contains_index(opposite)?)
            }
        }
    }
}

/// The fewest words that a thread computes in a row.
const COMPUTED_IN_A_ROW: usize = 1 << 9;

fn join(words: &mut [u64], others: Option<&[u64]>) {
    for (word, other) in words.iter_mut().zip(others.into_iter().flatten()) {
        *word |= other;
    }
}

fn keep_common(words: &mut [u64], others: Option<&[u64]>) {
    let Some(others) = others else {
        return words.fill(0);
    };
    for (word, other) in words.iter_mut().zip(others) {
        *word &= other;
    }
}

fn take_away(words: &mut [u64], others: Option<&[u64]>) {
    for (word, other) in words.iter_mut().zip(others.into_iter().flatten()) {
        *word &= !other;
    }
}

/// Keeps the bits that are also set in the other words, if there are any, read from their end,
/// which is inside a word in a class of few positions.
#[multiversion(targets("x86_64+avx2"))]
fn and_reversed(words: &mut [u64], others: Option<&[u64]>, rank: usize) {
    let Some(others) = others else {
        return words.fill(0);
    };

    let unused = 64 - (1 << rank.min(WORD_BITS));
    for (word, other) in words.iter_mut().zip(others.iter().rev()) {
        *word &= other.reverse_bits() >> unused;
    }
}
