//! The winning positions of a board with the problems that each belongs to, for a player who starts with any vacancy: can
//! a position be reduced to one peg, and to one peg in the hole that was empty at first (G. I. Bell, Notes on solving
//! and playing peg solitaire on a computer, arXiv:0903.3696, section 6)?
//!
//! One position of each symmetry class is enough for the first question. For the second it is not where a vacancy in one of
//! several symmetric holes leads to the same position class: a position does not show from which of them it was
//! reached. So such a class is stored in each orientation that can be reduced to one peg in the first of these holes.
//! On the triangle of 15 holes these are the holes beside a corner:
//!
//! ```text
//!         .
//!       1   2        The same numbers: the same position class.
//!     .   .   .
//!   0   .   .   0
//! .   2   .   1   .
//! ```

use std::collections::BTreeMap;

use super::table::{Column, Table};
use super::winning::Winning;
use super::winning_file::WinningFile;
use crate::Error;
use crate::board::{Bitboard, Hole, SmallBoard};
use crate::class::{PositionClass, SymmetryGroup};
use crate::progress::Progress;

/// The winning positions of all problems of a board that start with a single vacancy.
#[derive(Debug)]
pub struct IndexedWinning {
    board: SmallBoard,
    kinds: Vec<Kind>,
    /// The stored positions, with at most half the pegs. Bit 0 is set if one peg can be left anywhere, bit k + 1 if the
    /// complement problem of kind k can be won.
    stored: BTreeMap<Bitboard, u128>,
}

/// The complement problems of holes that symmetries map to each other.
#[derive(Debug)]
struct Kind {
    /// The first of the holes.
    hole: Hole,
    /// One winning position represents all its images under these symmetries: those of the board, or only those that
    /// keep the hole.
    group: SymmetryGroup,
}

impl Kind {
    fn of(board: &SmallBoard, holes: Bitboard) -> Option<Self> {
        let hole = holes.pegs().next()?;
        let vacancy = |hole: Hole| board.full().without(hole.bit());
        let class = PositionClass::of(board, vacancy(hole));
        let group = SymmetryGroup::of(board);
        let is_ambiguous = holes.pegs().skip(1).any(|other| class.contains(vacancy(other)));
        let group = if is_ambiguous { group.keeping(hole.bit()) } else { group };
        Some(Self { hole, group })
    }
}

impl IndexedWinning {
    /// Solves all problems of a board.
    ///
    /// ```
    /// use peg_solitaire::{analysis::IndexedWinning, board::SmallBoard, progress::Progress};
    /// let winning = IndexedWinning::solve(&"triangle15".parse()?, Progress::NONE)?;
    /// assert_eq!(winning.len(), 437);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop.
    pub fn solve(board: &SmallBoard, progress: Progress<'_>) -> Result<Self, Error> {
        let all = SymmetryGroup::of(board);
        let orbits = all.hole_orbits(board.full());
        let kinds: Vec<Kind> =
            orbits.into_iter().filter_map(|holes| Kind::of(board, holes)).collect();
        let parts = kinds.len() as u64 + 1;
        let mut stored: BTreeMap<Bitboard, u128> = BTreeMap::new();
        // The classes of which a position is stored, by mincode: a whole group asks for no orientation.
        let mut classes: BTreeMap<Bitboard, Bitboard> = BTreeMap::new();
        // The kinds that ask for orientations come first.
        let mut order: Vec<usize> = (0..kinds.len()).collect();
        order.sort_by_key(|&kind| kinds[kind].group.order() == all.order());
        for (done, number) in order.into_iter().enumerate() {
            let Kind { hole, group } = &kinds[number];
            let start = board.full().without(hole.bit());
            let winning = progress.part(done as u64, done as u64 + 1, parts, |part| {
                Winning::solve(board, start, &[hole.bit()], part)
            })?;
            let few = |_, position: Bitboard| {
                let is_stored = position.count() <= board.holes() as u32 / 2;
                is_stored.then(|| group.mincode(position))
            };
            let codes = winning.symmetry_classes()?.list(few, Progress::NONE)?;
            for code in codes {
                let class = *classes.entry(all.mincode(code)).or_insert(code);
                let place = if group.order() == all.order() { class } else { code };
                *stored.entry(place).or_default() |= 1 << (number + 1);
            }
        }
        let problems: Vec<(Bitboard, Bitboard)> = board
            .full()
            .pegs()
            .map(|hole| (board.full().without(hole.bit()), board.full()))
            .collect();
        let anywhere = progress
            .part(parts - 1, parts, parts, |part| WinningFile::solve(board, &problems, part))?;
        for &code in anywhere.codes() {
            *stored.entry(*classes.entry(code).or_insert(code)).or_default() |= 1;
        }
        Ok(Self { board: board.clone(), kinds, stored })
    }

    /// The number of stored positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.stored.len()
    }

    /// Whether no problem can be solved.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.stored.is_empty()
    }

    /// The stored positions by increasing code, each with its problems: `any`, if one peg can be left anywhere, and the first of each set
    /// of holes, images of each other, whose complement problem can be won.
    pub fn stored(&self) -> impl Iterator<Item = (Bitboard, Vec<String>)> {
        self.stored.iter().map(|(&position, &bits)| {
            let any = (bits & 1 == 1).then(|| "any".to_owned());
            let mut holes: Vec<Hole> = (1..)
                .zip(&self.kinds)
                .filter_map(|(bit, kind)| (bits >> bit & 1 == 1).then_some(kind.hole))
                .collect();
            holes.sort_unstable();
            let holes = holes.into_iter().map(|hole| self.board.hole_name(hole));
            (position, any.into_iter().chain(holes).collect())
        })
    }

    /// The number of stored positions by pegs, and of those from which one peg can be left anywhere or the complement problem of a
    /// vacancy can be won. One vacancy represents all its images.
    #[must_use]
    pub fn table(&self) -> Table {
        let half = self.board.holes() / 2;
        let counts = |has: &dyn Fn(u128) -> bool| {
            let mut counts = vec![0; half + 1];
            for (position, &bits) in &self.stored {
                counts[position.count() as usize] += u64::from(has(bits));
            }
            Column::counts(counts.into_iter().skip(1))
        };
        let mut table = Table::new("Winning positions with the problems that they belong to");
        table.add("pegs", Column::counts(1..=half as u64));
        table.add("stored", counts(&|_| true));
        table.add("anywhere", counts(&|bits| bits & 1 == 1));
        let mut kinds: Vec<(usize, &Kind)> = self.kinds.iter().enumerate().collect();
        kinds.sort_by_key(|(_, kind)| kind.hole);
        for (number, kind) in kinds {
            let wins = counts(&|bits| bits >> (number + 1) & 1 == 1);
            table.add(self.board.hole_name(kind.hole), wins);
        }
        table
    }

    /// Whether a position that was reached from a single vacancy can be reduced to one peg.
    #[must_use]
    pub fn is_winning(&self, position: Bitboard) -> bool {
        self.is_stored(&SymmetryGroup::of(&self.board), position, 0)
    }

    /// Whether a position that was reached from this vacancy can be reduced to one peg in the same hole.
    #[must_use]
    pub fn is_winning_complement(&self, vacancy: Hole, position: Bitboard) -> bool {
        self.kinds.iter().enumerate().any(|(number, Kind { hole, group })| {
            let to_first = SymmetryGroup::of(&self.board);
            let to_first = to_first.mapping(vacancy.bit(), hole.bit());
            to_first
                .is_some_and(|symmetry| self.is_stored(group, symmetry.apply(position), number + 1))
        })
    }

    /// Whether an image of a position, or of its complement if it has more pegs than are stored, has this bit.
    fn is_stored(&self, group: &SymmetryGroup, position: Bitboard, bit: usize) -> bool {
        let position = match position.count() <= self.board.holes() as u32 / 2 {
            true => position,
            false => self.board.complement(position),
        };
        let has_bit =
            |image: &Bitboard| self.stored.get(image).is_some_and(|bits| bits >> bit & 1 == 1);
        group.orbit(position).iter().any(has_bit)
    }
}
