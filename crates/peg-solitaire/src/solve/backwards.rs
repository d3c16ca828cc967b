//! The closure played backwards: the positions of a class from which a target can be reached. Playing backwards is
//! playing forwards from the complements, so this is the closure of the targets' complements.

use std::sync::Arc;

use super::ClassSet;
use super::closure::closed;
use super::layout::Layout;
use crate::Error;
use crate::board::{Bitboard, Hole, SmallBoard};
use crate::class::PositionClass;
use crate::progress::Progress;

impl ClassSet {
    /// The complements of all positions, of the class of the first target, from which one of the targets can be reached. Targets of
    /// other classes are left out; no target leaves the complement of the empty board.
    pub(crate) fn all_complements_leading_to(
        board: &SmallBoard,
        targets: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let seeds = targets.iter().map(|&target| board.complement(target));
        let mut layout = Layout::new(board, seeds.clone().next().unwrap_or(board.full()));
        let seeds: Vec<Bitboard> = seeds.filter(|&seed| layout.class.contains(seed)).collect();
        layout.group = layout.group.keeping_sets(&[&seeds]);
        let what = || format!("what can be reached backwards on {board}");
        closed(layout, &seeds, what, progress)
    }

    /// The complements of all positions of the class, reachable or not, from which one of the targets can be
    /// reached. It takes as much time and memory as solving the board. None if no target is of the class.
    pub(crate) fn complements_leading_to(
        &self,
        targets: &[Bitboard],
        progress: Progress<'_>,
    ) -> Result<Option<ClassSet>, Error> {
        let (board, class) = (self.board(), self.class());
        let members = targets.iter().filter(|&&target| class.contains(target));
        let seeds: Vec<Bitboard> = members.map(|&target| board.complement(target)).collect();
        let Some(&seed) = seeds.first() else { return Ok(None) };
        // The same holes number the same bits. Only the contents of the parity holes may differ.
        let mut layout = self.fold().layout.clone();
        let parity = class.parity_holes();
        let parity_first: Vec<Hole> =
            parity.pegs().chain(board.full().without(parity).pegs()).collect();
        let order: Vec<Hole> = class.free_holes().iter().copied().chain(parity.pegs()).collect();
        layout.class = Arc::new(PositionClass::with_order(board, seed, &parity_first, &order));
        layout.group = layout.group.keeping_sets(&[&seeds]);
        assert_eq!(
            layout.class.free_holes(),
            class.free_holes(),
            "complements are numbered by the same holes"
        );
        let what = || format!("what can be reached backwards on {board}");
        closed(layout, &seeds, what, progress).map(Some)
    }
}
