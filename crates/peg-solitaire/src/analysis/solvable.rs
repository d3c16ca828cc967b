//! The positions from which one peg can be left in one of some holes, whether or not a game leads to them. Playing
//! backwards is playing forwards from the complements, so the sets hold their complements.

use super::symmetry_classes::SymmetryClasses;
use crate::Error;
use crate::board::{Bitboard, SmallBoard};
use crate::class::SymmetryGroup;
use crate::memory::MemoryError;
use crate::progress::Progress;
use crate::solve::ClassSet;

/// All positions from which a finish can be reached, of every class that has one.
#[derive(Debug)]
pub(super) struct Solvable {
    board: SmallBoard,
    /// The finishes, and the symmetries that map them to each other.
    finishes: Vec<Bitboard>,
    group: SymmetryGroup,
    /// A set of complements for each position class with a finish; one of the classes that the group maps to each other.
    complements: Vec<ClassSet>,
}

impl Solvable {
    pub(super) fn solve(
        board: &SmallBoard,
        finishes: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let group = SymmetryGroup::of(board).keeping_sets(&[finishes]);
        let (finishes, complements) = (finishes.to_vec(), Vec::new());
        let mut solvable = Self { board: board.clone(), finishes, group, complements };
        let all = solvable.finishes.len() as u64;
        for (done, &finish) in (0..).zip(&solvable.finishes) {
            // A finish leads to itself, so its class is known if it is in a set.
            if !solvable.contains(finish) {
                let others = solvable.finishes.iter().copied();
                let targets: Vec<Bitboard> = std::iter::once(finish).chain(others).collect();
                solvable.complements.push(progress.part(done, done + 1, all, |part| {
                    ClassSet::all_complements_leading_to(board, &targets, part)
                })?);
            }
        }
        Ok(solvable)
    }

    /// Whether a finish can be reached from the position.
    pub(super) fn contains(&self, position: Bitboard) -> bool {
        let complement = self.board.complement(position);
        // All images in one position class have the same answer, so the first image in the class of a set has it.
        let answer = |image: Bitboard| {
            let of =
                |set: &ClassSet| set.class().index(image).map(|index| set.contains_index(index));
            self.complements.iter().find_map(of)
        };
        self.board.full().contains(position)
            && self.group.symmetries().find_map(|turn| answer(turn.apply(complement))) == Some(true)
    }

    /// The positions by symmetry classes, in a list for each position class.
    pub(super) fn symmetry_classes(&self) -> Result<Vec<SymmetryClasses<'_>>, MemoryError> {
        let all = SymmetryGroup::of(&self.board);
        let mut lists = Vec::new();
        for set in &self.complements {
            let is_member =
                |finish: &Bitboard| set.class().contains(self.board.complement(*finish));
            let finishes: Vec<Bitboard> = self.finishes.iter().copied().filter(is_member).collect();
            lists.push(SymmetryClasses::of_complements(set, &all.keeping_sets(&[&finishes]))?);
        }
        Ok(lists)
    }

    /// Whether a symmetry class can be in several lists: never, if the finishes have all the symmetry of the board.
    pub(super) fn repeats(&self) -> bool {
        let all = SymmetryGroup::of(&self.board).order();
        self.complements.len() > 1 && self.group.order() < all
    }
}
