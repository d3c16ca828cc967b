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

use std::collections::{BTreeMap, BTreeSet};

use super::table::{Column, Table};
use super::winning_list::WinningList;
use crate::Result;
use crate::board::{Bitboard, Hole, SmallBoard};
use crate::class::SymmetryGroup;
use crate::progress::Progress;

/// The winning positions of all problems of a board that start with a single vacancy.
#[derive(Debug)]
pub struct IndexedWinning {
    board: SmallBoard,
    /// The first of each set of holes that are images of each other.
    holes: Vec<Hole>,
    /// The stored positions, with at most half the pegs, each with its problems: to leave one peg anywhere (none), or in one of these
    /// holes, which was empty at first.
    stored: BTreeMap<Bitboard, BTreeSet<Option<Hole>>>,
}

impl IndexedWinning {
    /// Solves all problems of a board.
    pub fn solve(board: &SmallBoard, progress: Progress<'_>) -> Result<Self> {
        let (all, full) = (SymmetryGroup::of(board), board.full());
        let vacancy = |hole: Hole| full.without(hole.bit());
        let orbits = all.hole_orbits(full).into_iter();
        let mut holes: Vec<Hole> = orbits.filter_map(|holes| holes.pegs().next()).collect();
        holes.sort_unstable();
        let own = holes.iter().map(|&hole| (Some(hole), vec![(vacancy(hole), hole.bit())]));
        let anywhere = full.pegs().map(|hole| (vacancy(hole), full)).collect();
        let mut lists = Vec::new();
        for (done, (hole, problems)) in (0..).zip(own.chain([(None, anywhere)])) {
            let parts = holes.len() as u64 + 1;
            let part = progress.part(done, done + 1, parts);
            lists.push((hole, WinningList::solve(board, &problems, part)?));
        }
        // Whether the vacancies of several holes that are images of each other lead to the same position class. Then orientations are
        // stored, and first of all.
        let is_ambiguous = |list: &WinningList| list.images.order() < all.order();
        lists.sort_by_key(|(_, list)| !is_ambiguous(list));
        let mut stored: BTreeMap<Bitboard, BTreeSet<Option<Hole>>> = BTreeMap::new();
        // The position that is stored of a class, by mincode, where the orientation doesn't matter: the first of those that are stored.
        let mut classes: BTreeMap<Bitboard, Bitboard> = BTreeMap::new();
        for (hole, list) in lists {
            let is_ambiguous = is_ambiguous(&list);
            for &code in list.codes() {
                let class = classes.entry(all.mincode(code)).or_insert(code);
                if is_ambiguous {
                    *class = code.min(*class);
                }
                let place = if is_ambiguous { code } else { *class };
                stored.entry(place).or_default().insert(hole);
            }
        }
        Ok(Self { board: board.clone(), holes, stored })
    }

    /// The stored positions by increasing code, each with its problems: `any`, if one peg can be left anywhere, and the first of each set
    /// of holes, images of each other, whose complement problem can be won. A problem for which the orientation doesn't matter stands with
    /// the first stored position of a symmetry class.
    pub fn stored(&self) -> impl ExactSizeIterator<Item = (Bitboard, Vec<String>)> {
        let name = |hole: Option<Hole>| {
            hole.map_or_else(|| "any".to_owned(), |hole| self.board.hole_name(hole))
        };
        self.stored.iter().map(move |(&position, problems)| {
            (position, problems.iter().map(|&hole| name(hole)).collect())
        })
    }

    /// The number of stored positions by pegs, and of those from which one peg can be left anywhere or the complement problem of a
    /// vacancy can be won. One vacancy represents all its images.
    pub fn table(&self) -> Table {
        let half = self.board.holes() / 2;
        let counts = |problem: Option<Option<Hole>>| {
            let mut counts = vec![0; half + 1];
            for (position, problems) in &self.stored {
                let is_counted = problem.is_none_or(|problem| problems.contains(&problem));
                counts[position.count() as usize] += u64::from(is_counted);
            }
            Column::counts(counts.into_iter().skip(1))
        };
        let mut table = Table::new("Winning positions with the problems that they belong to");
        table.add("pegs", Column::numbers(1..=half as u64));
        table.add("stored", counts(None));
        table.add("anywhere", counts(Some(None)));
        for &hole in &self.holes {
            table.add(self.board.hole_name(hole), counts(Some(Some(hole))));
        }
        table
    }
}
