//! Queries on sets of positions: the members of a kind, counted by pegs or listed, each symmetry class once.

use super::solvable::Solvable;
use super::symmetry_classes::{SymmetryClasses, appended};
use super::table::{Column, Table};
use super::winning::Winning;
use crate::Error;
use crate::board::{Bitboard, SmallBoard};
use crate::class::{Images, SymmetryGroup};
use crate::memory;
use crate::parallel;
use crate::progress::Progress;
use crate::solve::Reachable;

/// A kind of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// The start leads to them.
    Reachable,
    /// They can be reached, and lead to a finish.
    Winning,
    /// They can be reached by a jump from a winning position, and lead to no finish.
    Losing,
    /// They can be reached, and allow no jump.
    DeadEnds,
    /// They can be reached, and a symmetry of the board leaves them as they are.
    Symmetric,
    /// They lead to a finish, whether or not they can be reached.
    Solvable,
}

impl Kind {
    /// All kinds, with their names.
    pub const ALL: [(&'static str, Self); 6] = [
        ("reachable", Self::Reachable),
        ("winning", Self::Winning),
        ("losing", Self::Losing),
        ("dead-ends", Self::DeadEnds),
        ("symmetric", Self::Symmetric),
        ("solvable", Self::Solvable),
    ];

    /// The name.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::ALL.iter().find(|(_, kind)| *kind == self).map_or("", |(name, _)| name)
    }
}

/// The positions of a problem: the sets that some kinds are queries on.
#[derive(Debug)]
pub struct Positions {
    kinds: Vec<Kind>,
    reachable: Reachable,
    winning: Option<Winning>,
    solvable: Option<Solvable>,
}

impl Positions {
    /// Solves a problem as far as these kinds need it.
    ///
    /// ```
    /// use peg_solitaire::{analysis::{Kind, Positions}, board::SmallBoard, progress::Progress};
    /// let board: SmallBoard = "triangle15".parse()?;
    /// let corner = board.parse_hole("a1")?.bit();
    /// let start = board.complement(corner);
    /// let positions = Positions::solve(&board, start, &[corner], &[Kind::Losing], Progress::NONE)?;
    /// assert_eq!(positions.mincodes(Kind::Losing, None)?.len(), 425);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the start is not on the board, there is not enough memory, or `progress` says to stop.
    pub fn solve(
        board: &SmallBoard,
        start: Bitboard,
        finishes: &[Bitboard],
        kinds: &[Kind],
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let has = |kind: Kind| kinds.contains(&kind);
        let reachable = progress.part(0, 1, 3, |part| Reachable::solve(board, start, part))?;
        let winning = (has(Kind::Winning) || has(Kind::Losing))
            .then(|| progress.part(1, 2, 3, |part| Winning::of(&reachable, finishes, part)));
        let solvable = has(Kind::Solvable)
            .then(|| progress.part(2, 3, 3, |part| Solvable::solve(board, finishes, part)));
        Ok(Self {
            kinds: kinds.to_vec(),
            winning: winning.transpose()?,
            solvable: solvable.transpose()?,
            reachable,
        })
    }

    /// The number of symmetry classes of each kind, by pegs.
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop.
    pub fn table(&self, progress: Progress<'_>) -> Result<Table, Error> {
        let pegs = 0..=self.reachable.board().holes() as u64;
        let mut columns = vec![("pegs".to_owned(), Column::counts(pegs))];
        let all = self.kinds.len() as u64;
        for (number, &kind) in (0..).zip(&self.kinds) {
            let counts =
                progress.part(number, number + 1, all, |part| self.count_by_pegs(kind, part))?;
            columns.push((kind.name().replace('-', "_"), Column::counts(counts)));
        }
        Ok(Table { title: "Symmetry classes of positions by pegs".to_owned(), columns })
    }

    /// The number of symmetry classes of a kind with 0, 1, ... pegs.
    fn count_by_pegs(&self, kind: Kind, progress: Progress<'_>) -> Result<Vec<u64>, Error> {
        match (kind, &self.winning, &self.solvable) {
            (Kind::Solvable, _, Some(solvable)) => {
                let complements = solvable.complements()?.count(|_| true, progress)?;
                Ok(complements.into_iter().rev().collect())
            }
            (Kind::Winning, Some(winning), _) => {
                winning.symmetry_classes()?.count(|_| true, progress)
            }
            (Kind::Losing, ..) => {
                let mut counts = vec![0; self.reachable.board().holes() + 1];
                for code in self.losing(|_| true, progress)? {
                    counts[code.count() as usize] += 1;
                }
                Ok(counts)
            }
            _ => SymmetryClasses::reachable(&self.reachable)?.count(self.is_of(kind), progress),
        }
    }

    /// The mincodes of the symmetry classes of one of the kinds, sorted; only those with this many pegs, if a number is given.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn mincodes(&self, kind: Kind, pegs: Option<u32>) -> Result<Vec<Bitboard>, Error> {
        let board = self.reachable.board();
        let fits = |position: Bitboard| pegs.is_none_or(|pegs| position.count() == pegs);
        match (kind, &self.winning, &self.solvable) {
            (Kind::Solvable, _, Some(solvable)) => {
                let complements =
                    solvable.complements()?.mincodes(|one| fits(board.complement(one)))?;
                let mincode = |&one: &Bitboard| board.mincode(board.complement(one));
                let mut codes: Vec<Bitboard> = complements.iter().map(mincode).collect();
                parallel::sort(&mut codes);
                Ok(codes)
            }
            (Kind::Winning, Some(winning), _) => winning.symmetry_classes()?.mincodes(fits),
            (Kind::Losing, ..) => self.losing(fits, Progress::NONE),
            _ => {
                let is_member = self.is_of(kind);
                SymmetryClasses::reachable(&self.reachable)?
                    .mincodes(|position| fits(position) && is_member(position))
            }
        }
    }

    /// The mincodes of the losing positions for which a condition holds. Images of a losing position may win, if the start has more
    /// symmetry than the problem.
    fn losing(
        &self,
        fits: impl Fn(Bitboard) -> bool + Sync,
        progress: Progress<'_>,
    ) -> Result<Vec<Bitboard>, Error> {
        let Some(winning) = &self.winning else { return Ok(Vec::new()) };
        let (board, wins) = (self.reachable.board(), winning.set());
        let images = Images::of(&SymmetryGroup::of(board));
        let what = || format!("the losing positions of {board}");
        let keep = |codes: &mut Vec<Bitboard>, _, position: Bitboard| {
            for jump in board.legal_jumps(position) {
                let after = jump.play(position);
                if fits(after) && !wins.contains(after) {
                    memory::reserve(what, codes, 1)?;
                    codes.push(images.mincode(after));
                }
            }
            Ok(())
        };
        let join = |one, other| Ok(appended(what, one, other)?);
        let classes = winning.symmetry_classes()?;
        let mut codes = classes.fold_orbits(progress, Vec::new, keep, join)?;
        parallel::sort(&mut codes);
        codes.dedup();
        Ok(codes)
    }

    /// Tells which positions that can be reached are of a kind that the set of these decides.
    fn is_of(&self, kind: Kind) -> impl Fn(Bitboard) -> bool + Sync {
        let board = self.reachable.board();
        let images = Images::of(&SymmetryGroup::of(board));
        move |position| match kind {
            Kind::DeadEnds => board.legal_jumps(position).next().is_none(),
            // The first image is the position itself.
            Kind::Symmetric => images.orbit(position.0) < images.order(),
            _ => true,
        }
    }
}
