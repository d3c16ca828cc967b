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
use peg_solitaire::solve::{Holder, InMemory, Reachable, appended};
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
        let ListGroups { own, looked_up } = groups(board, &problems);
        // One problem for all that are alike: the first.
        let mut alone = Vec::new();
        for &(start, finishes) in &problems {
            let first = own.smallest(|turn| (turn.apply(start), turn.apply(finishes)));
            if first == (start, finishes) {
                let finishes: Vec<Bitboard> = finishes.pegs().map(Hole::bit).collect();
                Winning::<InMemory>::check_memory(board, start, &finishes)?;
                alone.push((start, finishes));
            }
        }

        let mut list = Self::empty(board, &problems, &looked_up);
        for ((start, finishes), part) in progress.each(&alone) {
            let winning = Winning::solve(board, *start, finishes, part.part(0, 1, 3))?;
            list.add(&winning, part.part(1, 3, 3))?;
        }
        list.sort();
        Ok(list)
    }

    /// The winning positions of one problem that was solved, to one peg in one of some holes, given
    /// what can be reached from its start.
    ///
    /// # Errors
    /// When a hole is outside the board, there is not enough memory, a block can't be read, or
    /// `progress` says to stop.
    pub fn of<B: Holder>(
        reachable: &Reachable<B>,
        finishes: Bitboard,
        progress: Progress<'_>,
    ) -> Result<Self> {
        let board = reachable.board();
        board.check_all("finish", [finishes])?;
        let problem = [(reachable.start(), finishes)];
        let ends: Vec<Bitboard> = finishes.pegs().map(Hole::bit).collect();
        let winning = Winning::of(reachable, &ends, progress.part(0, 1, 3))?;

        let mut list = Self::empty(board, &problem, &groups(board, &problem).looked_up);
        list.add(&winning, progress.part(1, 3, 3))?;
        list.sort();
        Ok(list)
    }

    /// No positions yet, with a second list for complements unless the problems are
    /// their own reverses.
    fn empty(
        board: &SmallBoard,
        problems: &[(Bitboard, Bitboard)],
        looked_up: &SymmetryGroup,
    ) -> Self {
        let count = if is_own_reverse(board, problems) {
            1
        } else {
            2
        };
        Self {
            board: board.clone(),
            images: Images::of(looked_up),
            lists: vec![Vec::new(); count],
        }
    }

    fn sort(&mut self) {
        for codes in &mut self.lists {
            parallel::sort(codes);
            codes.dedup();
        }
    }

    /// Adds the winning positions of a problem, up to symmetry.
    fn add<B: Holder>(&mut self, winning: &Winning<B>, progress: Progress<'_>) -> Result<()> {
        let board = &self.board;
        let what = || format!("the list of the winning positions of {board}");
        let half = self.most_stored();
        let classes = winning.symmetry_classes()?;
        let stored = |_, position: Bitboard| {
            let stored = if position.count() <= half {
                position
            } else {
                board.complement(position)
            };
            Ok([self.images.mincode(stored)])
        };

        let pegs = [0..=half, half + 1..=board.holes() as u32];
        for ((list, pegs), part) in progress.each(self.lists.iter_mut().zip(pegs)) {
            let more = classes.list(pegs, stored, part)?;
            *list = appended(what, std::mem::take(list), more)?;
        }
        Ok(())
    }

    /// The most pegs of a stored position.
    fn most_stored(&self) -> u32 {
        self.board.holes() as u32 / 2
    }

    /// The number of stored positions.
    pub fn count(&self) -> usize {
        self.lists.iter().map(Vec::len).sum()
    }

    /// How many positions are stored, by their number of pegs; and, where those are kept apart, how
    /// many for positions with more than half the pegs, by the number of their complements.
    pub fn table(&self) -> Table {
        let half = self.most_stored() as usize;
        let mut table = Table::new("Winning positions to be stored");
        table.add(Column::new("pegs"), 1..=half);
        for (list, heading) in self.lists.iter().zip(["stored", "complements"]) {
            let mut counts = vec![0_u64; half + 1];
            for code in list {
                counts[code.count() as usize] += 1;
            }
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

        let is_in = |list: &[Bitboard], stored: Bitboard| {
            let code = self.images.mincode(stored);
            list.binary_search(&code).is_ok()
        };
        if position.count() <= self.most_stored() {
            return Ok(is_in(&self.lists[0], position));
        }
        let of_complements = &self.lists[self.lists.len() - 1];
        Ok(is_in(of_complements, self.board.complement(position)))
    }
}

struct ListGroups {
    /// The symmetries that map the problems to each other.
    own: SymmetryGroup,
    /// Those that a look-up may use.
    looked_up: SymmetryGroup,
}

/// A look-up may use all symmetries if the position class shows how a position is turned, because
/// no others map the class of a start to one.
fn groups(board: &SmallBoard, problems: &[(Bitboard, Bitboard)]) -> ListGroups {
    let all = SymmetryGroup::of(board);
    let is_own = |turn: &Symmetry| {
        problems.iter().all(|&(start, finishes)| {
            let image = (turn.apply(start), turn.apply(finishes));
            problems.binary_search(&image).is_ok()
        })
    };
    let own = all.with(is_own);

    let mut classes = Vec::new();
    for &(start, _) in problems {
        classes.push(PositionClass::of(board, start));
    }
    let is_in_a_class = |image| classes.iter().any(|class| class.contains(image));
    let is_shown = |turn: &Symmetry| {
        let mut starts = problems.iter().map(|&(start, _)| start);
        is_own(turn) || !starts.any(|start| is_in_a_class(turn.apply(start)))
    };
    let looked_up = if all.symmetries().all(is_shown) {
        all
    } else {
        own.clone()
    };
    ListGroups { own, looked_up }
}

/// Whether each problem, played backwards, is one of the problems.
fn is_own_reverse(board: &SmallBoard, problems: &[(Bitboard, Bitboard)]) -> bool {
    let mut games = BTreeSet::new();
    for &(start, finishes) in problems {
        games.extend(finishes.pegs().map(|hole| (start, hole.bit())));
    }

    games.iter().all(|&(start, finish)| {
        let reverse = (board.complement(finish), board.complement(start));
        games.contains(&reverse)
    })
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
    /// Solves all problems of a board that start with a single vacancy: for each hole that is no
    /// image of another, the complement problem, and all problems to one peg anywhere.
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop.
    pub fn solve(board: &SmallBoard, progress: Progress<'_>) -> Result<Self> {
        let all = SymmetryGroup::of(board);
        let full = board.full();
        let orbits = all.hole_orbits(full).into_iter();
        let holes = sorted(orbits.filter_map(|orbit| orbit.pegs().next()));

        let vacant = |hole: Hole| full.without(hole.bit());
        let mut asked = Vec::new();
        for &hole in &holes {
            asked.push((Some(hole), vec![(vacant(hole), hole.bit())]));
        }
        let anywhere = full.pegs().map(|hole| (vacant(hole), full));
        asked.push((None, anywhere.collect()));

        let mut lists = Vec::new();
        for ((hole, problems), part) in progress.each(&asked) {
            lists.push((*hole, WinningList::solve(board, problems, part)?));
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
