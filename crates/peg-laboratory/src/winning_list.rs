//! The winning positions of one or more problems, stored compactly. Looks up in a microsecond
//! whether a position wins, and which jumps keep it winning.
//!
//! Only positions with at most half the board's pegs are stored, and the complements of the others,
//! which win the problem played backwards. If the problems are their own reverses (a complement
//! problem, or all problems of a board), the two lists are the same (G. I. Bell, Notes on solving
//! and playing peg solitaire on a computer, arXiv:0903.3696).
//!
//! [`IndexedWinning`] has the winning positions of a board with the problems that each belongs to,
//! for a player who starts with any vacancy: can a position be reduced to one peg, and to one peg
//! in the hole that was empty at first (section 6 there)?
//!
//! One position of each symmetry class is enough for the first question. For the second it is not
//! where a vacancy in one of several symmetric holes leads to the same position class: a position
//! does not show from which of them it was reached. So such a class is stored in each orientation
//! that can be reduced to one peg in the first of these holes. On the triangle of 15 holes these
//! are the holes beside a corner (`docs/internals/solver.md`).

use std::collections::{BTreeMap, BTreeSet};

use peg_solitaire::Result;
use peg_solitaire::board::{Bitboard, Hole, SmallBoard, Symmetry};
use peg_solitaire::class::{Images, PositionClass, SymmetryGroup, sorted};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::appended;
use peg_solitaire::winning::Winning;
use pegfont_base::parallel;
use pegfont_base::table::{Column, Table};

/// The winning positions of one or more problems on one board.
#[derive(Debug)]
pub struct WinningList {
    /// The board of the problems.
    pub board: SmallBoard,
    /// The symmetries whose images of a position are looked up as one.
    images: Images,
    /// The winning positions with at most half the pegs, and the complements of the others, sorted
    /// by their codes; only the first if both are the same. Of a symmetry class it is the mincode,
    /// unless other images that can be reached from the same start may have another answer.
    pub lists: Vec<Vec<Bitboard>>,
}

impl WinningList {
    /// Solves problems on a board, each from a start to one peg in one of some holes.
    ///
    /// # Errors
    /// When a start has pegs outside the board, or a hole is outside; there is not enough memory;
    /// or `progress` says to stop.
    pub fn solve(
        board: &SmallBoard,
        problems: &[(Bitboard, Bitboard)],
        progress: Progress<'_>,
    ) -> Result<Self> {
        for &(start, finishes) in problems {
            board.check_all("start", [start])?;
            board.check_all("finish", [finishes])?;
        }
        let problems = sorted(problems.iter().copied());
        let [own, images] = groups(board, &problems);
        let images = Images::of(&images);
        let what = || format!("the list of the winning positions of {board}");
        let half = board.holes() as u32 / 2;
        let reversible = is_own_reverse(board, &problems);
        let mut lists = vec![Vec::new(); if reversible { 1 } else { 2 }];
        // One problem for all that are alike: the first.
        let first = |&(start, holes): &_| own.smallest(|by| (by.apply(start), by.apply(holes)));
        let alone = problems
            .iter()
            .filter(|&problem| first(problem) == *problem);
        let alone = alone.map(|&(start, holes)| (start, holes.pegs().map(Hole::bit).collect()));
        let alone: Vec<(Bitboard, Vec<Bitboard>)> = alone.collect();
        for (start, finishes) in &alone {
            Winning::check_memory(board, *start, finishes)?;
        }
        for ((start, finishes), part) in progress.each(&alone) {
            let winning = Winning::solve(board, *start, finishes, part.part(0, 1, 3))?;
            let classes = winning.symmetry_classes()?;
            let stored = |_, position: Bitboard| {
                let is_few = position.count() <= half;
                [images.mincode(if is_few {
                    position
                } else {
                    board.complement(position)
                })]
            };
            let pegs = [0..=half, half + 1..=board.holes() as u32];
            for ((list, pegs), part) in part.part(1, 3, 3).each(lists.iter_mut().zip(pegs)) {
                let more = classes.list(pegs, stored, part)?;
                *list = appended(what, std::mem::take(list), more)?;
            }
        }
        for list in &mut lists {
            parallel::sort(list);
            list.dedup();
        }
        Ok(Self {
            board: board.clone(),
            images,
            lists,
        })
    }

    /// The number of stored positions.
    pub fn count(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }

    /// How many positions are stored, by their number of pegs; and, where those are kept apart, how
    /// many for positions with more than half the pegs, by the number of their complements.
    pub fn table(&self) -> Table {
        let half = self.board.holes() / 2;
        let mut table = Table::new("Winning positions to be stored");
        table.add(Column::new("pegs"), 1..=half);
        for (list, heading) in self.lists.iter().zip(["stored", "complements"]) {
            let mut counts = vec![0_u64; half + 1];
            list.iter()
                .for_each(|code| counts[code.count() as usize] += 1);
            table.add(Column::new(heading).summed(), counts.into_iter().skip(1));
        }
        table
    }

    /// Whether one of the problems can still be won from a position that was reached from its
    /// start. The list knows nothing of a position that no start leads to: it may not be there even
    /// if it can be won.
    ///
    /// # Errors
    /// If the position has pegs outside the board.
    pub fn is_winning(&self, position: Bitboard) -> Result<bool> {
        self.board.check_all("position", [position])?;
        let (list, stored) = match position.count() <= self.board.holes() as u32 / 2 {
            true => (&self.lists[0], position),
            false => (
                &self.lists[self.lists.len() - 1],
                self.board.complement(position),
            ),
        };
        Ok(list.binary_search(&self.images.mincode(stored)).is_ok())
    }
}

/// The symmetries that map the problems to each other, and those that a look-up may use: all, if
/// the position class shows how a position is turned, because no others map the class of a start to
/// one.
fn groups(board: &SmallBoard, problems: &[(Bitboard, Bitboard)]) -> [SymmetryGroup; 2] {
    let all = SymmetryGroup::of(board);
    let is_own = |symmetry: &Symmetry| {
        let image = |&(start, finishes): &_| (symmetry.apply(start), symmetry.apply(finishes));
        problems
            .iter()
            .all(|problem| problems.binary_search(&image(problem)).is_ok())
    };
    let classes: Vec<_> = problems
        .iter()
        .map(|&(start, _)| PositionClass::of(board, start))
        .collect();
    let is_start = |image| classes.iter().any(|class| class.contains(image));
    let is_shown = |symmetry: &Symmetry| {
        is_own(symmetry)
            || !problems
                .iter()
                .any(|&(start, _)| is_start(symmetry.apply(start)))
    };
    let own = all.with(is_own);
    if all.symmetries().all(is_shown) {
        [own, all]
    } else {
        [own.clone(), own]
    }
}

/// Whether each problem, played backwards, is one of the problems.
fn is_own_reverse(board: &SmallBoard, problems: &[(Bitboard, Bitboard)]) -> bool {
    let ways = problems
        .iter()
        .flat_map(|&(start, finishes)| finishes.pegs().map(move |hole| (start, hole.bit())));
    let ways: BTreeSet<(Bitboard, Bitboard)> = ways.collect();
    let reverse = |&(start, finish): &_| (board.complement(finish), board.complement(start));
    ways.iter().all(|way| ways.contains(&reverse(way)))
}

/// The winning positions of all problems of a board that start with a single vacancy.
#[derive(Debug)]
pub struct IndexedWinning {
    board: SmallBoard,
    /// The first of each set of holes that are images of each other.
    holes: Vec<Hole>,
    /// The stored positions, with at most half the pegs, each with its problems: to leave one peg
    /// anywhere (none), or in one of these holes, which was empty at first.
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
        let own = holes
            .iter()
            .map(|&hole| (Some(hole), vec![(vacancy(hole), hole.bit())]));
        let anywhere = full.pegs().map(|hole| (vacancy(hole), full)).collect();
        let mut lists = Vec::new();
        for (done, (hole, problems)) in (0..).zip(own.chain([(None, anywhere)])) {
            let parts = holes.len() as u64 + 1;
            let part = progress.part(done, done + 1, parts);
            lists.push((hole, WinningList::solve(board, &problems, part)?));
        }
        // Whether the vacancies of several holes that are images of each other lead to the same
        // position class. Then orientations are stored, and first of all.
        let is_ambiguous = |list: &WinningList| list.images.order() < all.order();
        lists.sort_by_key(|(_, list)| !is_ambiguous(list));
        let mut stored: BTreeMap<Bitboard, BTreeSet<Option<Hole>>> = BTreeMap::new();
        // The position that is stored of a class, by mincode, where the orientation doesn't matter:
        // the first of those that are stored.
        let mut classes: BTreeMap<Bitboard, Bitboard> = BTreeMap::new();
        for (hole, list) in lists {
            let is_ambiguous = is_ambiguous(&list);
            for &code in &list.lists[0] {
                let class = classes.entry(all.mincode(code)).or_insert(code);
                if is_ambiguous {
                    *class = code.min(*class);
                }
                let place = if is_ambiguous { code } else { *class };
                stored.entry(place).or_default().insert(hole);
            }
        }
        Ok(Self {
            board: board.clone(),
            holes,
            stored,
        })
    }

    /// The stored positions by increasing code, each with its problems: `any`, if one peg can be
    /// left anywhere, and the first of each set of holes, images of each other, whose complement
    /// problem can be won. A problem for which the orientation doesn't matter stands with the first
    /// stored position of a symmetry class.
    pub fn stored(&self) -> impl ExactSizeIterator<Item = (Bitboard, Vec<String>)> {
        let name = |hole: Option<Hole>| {
            hole.map_or_else(|| "any".to_owned(), |hole| self.board.hole_name(hole))
        };
        self.stored.iter().map(move |(&position, problems)| {
            (position, problems.iter().map(|&hole| name(hole)).collect())
        })
    }

    /// The number of stored positions by pegs, and of those from which one peg can be left anywhere
    /// or the complement problem of a vacancy can be won. One vacancy represents all its images.
    pub fn table(&self) -> Table {
        let half = self.board.holes() / 2;
        let counts = |problem: Option<Option<Hole>>| {
            let mut counts = vec![0; half + 1];
            for (position, problems) in &self.stored {
                let is_counted = problem.is_none_or(|problem| problems.contains(&problem));
                counts[position.count() as usize] += u64::from(is_counted);
            }
            counts.into_iter().skip(1)
        };
        let mut table = Table::new("Winning positions with the problems that they belong to");
        table.add(Column::new("pegs"), 1..=half);
        table.add(Column::new("stored").summed(), counts(None));
        table.add(Column::new("anywhere").summed(), counts(Some(None)));
        for &hole in &self.holes {
            let key = self.board.hole_name(hole);
            table.add(Column::new(key).summed(), counts(Some(Some(hole))));
        }
        table
    }
}
