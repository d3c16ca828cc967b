//! The winning positions of a problem: those that can be reached from its start, and from which one of
//! its finishes can be reached.

use super::symmetry_classes::SymmetryClasses;
use crate::Error;
use crate::board::{Bitboard, SmallBoard};
use crate::class::SymmetryGroup;
use crate::memory::{self, MemoryError};
use crate::progress::Progress;
use crate::solve::{ClassSet, Reachable};

/// The positions of a problem from which it can still be solved.
#[derive(Debug)]
pub struct Winning {
    /// The winning positions.
    pub set: ClassSet,
    /// The position that all others are reached from.
    pub start: Bitboard,
    /// The finishes that can be reached.
    pub finishes: Vec<Bitboard>,
}

impl Winning {
    /// The winning positions of a problem, given what can be reached from its start.
    ///
    /// The progress is counted in blocks.
    pub fn of(
        reachable: &Reachable,
        finishes: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let (board, start) = (reachable.board(), reachable.start());
        let finishes: Vec<Bitboard> =
            finishes.iter().copied().filter(|&finish| reachable.contains(finish)).collect();
        memory::require(what(board), needed(board, start, &finishes))?;
        let what = || what(board);
        let set = if finishes.is_empty() {
            reachable.emptied()?
        } else if finishes == [board.complement(start)] {
            // What can be reached from the complement of the finish is known.
            reachable.whose_complements_are_in(reachable)?.set(what, progress)?
        } else {
            let complements = progress
                .part(0, 9, 10, |part| reachable.complements_leading_to(&finishes, part))?;
            let winning = reachable.whose_complements_are_in(&complements)?;
            progress.part(9, 10, 10, |part| winning.set(what, part))?
        };
        Ok(Self { set, start, finishes })
    }

    /// Asks, before anything is solved, whether the reachable positions of a problem and its winning positions fit into memory together.
    ///
    /// # Errors
    /// When they don't.
    pub fn check_memory(
        board: &SmallBoard,
        start: Bitboard,
        finishes: &[Bitboard],
    ) -> Result<(), MemoryError> {
        let reachable = Reachable::memory_needed(board, start);
        memory::require(what(board), needed(board, start, finishes).saturating_add(reachable))
    }

    /// The winning positions of a problem, from its start alone.
    pub fn solve(
        board: &SmallBoard,
        start: Bitboard,
        finishes: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        Self::check_memory(board, start, finishes)?;
        let reachable = progress.part(0, 1, 2, |part| Reachable::solve(board, start, part))?;
        progress.part(1, 2, 2, |part| Self::of(&reachable, finishes, part))
    }

    /// The winning positions by symmetry classes.
    pub fn symmetry_classes(&self) -> Result<SymmetryClasses<'_>, MemoryError> {
        SymmetryClasses::new(&self.set, &self.group())
    }

    /// The symmetries that keep the start, and the finishes that can be reached.
    pub(super) fn group(&self) -> SymmetryGroup {
        SymmetryGroup::of(self.set.board()).keeping_sets(&[&[self.start], &self.finishes])
    }
}

/// What the memory of a set is for.
fn what(board: &SmallBoard) -> String {
    format!("the set of the winning positions of {board}")
}

/// The memory in bytes that the winning positions of a problem take, and, unless start and finish are complements, what can be reached from
/// the complements of the finishes.
fn needed(board: &SmallBoard, start: Bitboard, finishes: &[Bitboard]) -> u64 {
    let sets = if finishes == [board.complement(start)] { 1 } else { 2 };
    Reachable::memory_needed(board, start).saturating_mul(sets)
}
