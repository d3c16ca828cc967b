//! Queries on sets of positions: the members of a kind, counted by pegs or listed, each symmetry
//! class once.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::symmetric::symmetric_classes;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::class::{Images, SymmetryGroup, sorted};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;
use peg_solitaire::solve::{ANY_PEGS, SymmetryClasses, appended};
use peg_solitaire::winning::{Solvable, Winning};
use peg_solitaire::{Error, Result};
use pegfont_base::parallel;
use pegfont_base::table::{Column, Table};

/// A kind of positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Kind {
    /// Positions that the start leads to.
    Reachable,
    /// Reachable positions that lead to a finish.
    Winning,
    /// Positions one jump after a winning one that lead to no finish.
    Losing,
    /// Reachable positions that allow no jump. As all kinds are, they are counted and listed up to
    /// symmetry.
    DeadEnds,
    /// Reachable positions that a symmetry of the board leaves as they are.
    Symmetric,
    /// Positions that lead to a finish, whether or not they can be reached.
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

    /// The name: that in `ALL`.
    pub fn name(self) -> &'static str {
        Self::ALL
            .iter()
            .find(|(_, kind)| *kind == self)
            .map_or("", |(name, _)| name)
    }
}

/// The positions of a problem: the sets that some kinds are queries on.
#[derive(Debug)]
pub struct Positions {
    board: SmallBoard,
    kinds: Vec<Kind>,
    /// Not needed for the solvable positions.
    reachable: Option<Reachable>,
    winning: Option<Winning>,
    solvable: Option<Solvable>,
}

impl Positions {
    /// Solves a problem as far as these kinds need it. The finishes matter only for winning, losing
    /// and solvable positions.
    ///
    /// # Errors
    /// When the start or a finish has pegs outside the board, there is not enough memory, or
    /// `progress` says to stop.
    pub fn solve(
        board: &SmallBoard,
        start: Bitboard,
        finishes: &[Bitboard],
        kinds: &[Kind],
        progress: Progress<'_>,
    ) -> Result<Self> {
        board.check_all("start", [start])?;
        board.check_all("finish", finishes.iter().copied())?;
        let has = |kind: Kind| kinds.contains(&kind);
        let is_won = has(Kind::Winning) || has(Kind::Losing);
        if is_won {
            Winning::check_memory(board, start, finishes)?;
        }
        let is_reached = kinds.iter().any(|&kind| kind != Kind::Solvable);
        let reachable = is_reached.then(|| Reachable::solve(board, start, progress.part(0, 1, 3)));
        let reachable = reachable.transpose()?;
        let won = reachable.as_ref().filter(|_| is_won);
        let winning = won.map(|set| Winning::of(set, finishes, progress.part(1, 2, 3)));
        let (winning, part) = (winning.transpose()?, progress.part(2, 3, 3));
        let solvable = has(Kind::Solvable).then(|| Solvable::solve(board, finishes, part));
        let (solvable, kinds) = (solvable.transpose()?, kinds.to_vec());
        Ok(Self {
            board: board.clone(),
            kinds,
            reachable,
            winning,
            solvable,
        })
    }

    /// Whether a position is winning, or solvable: these are the two kinds to ask for.
    ///
    /// # Errors
    /// If the kind is another one, its positions were not asked for, or the position has pegs
    /// outside the board.
    pub fn wins(&self, kind: Kind, position: Bitboard) -> Result<bool> {
        self.check_wins(kind)?;
        self.board.check_all("position", [position])?;
        Ok(self.is_won(kind, position))
    }

    /// Checks that the positions of a kind were asked for.
    fn check_asked(&self, kind: Kind) -> Result<()> {
        if self.kinds.contains(&kind) {
            Ok(())
        } else {
            Err(Error::NotAsked { kind: kind.name() })
        }
    }

    /// Checks that positions of this kind win, and were solved.
    fn check_wins(&self, kind: Kind) -> Result<()> {
        match kind {
            Kind::Winning | Kind::Solvable => self.check_asked(kind),
            _ => self.check_asked(Kind::Winning),
        }
    }

    /// Whether a position is solvable, or else winning. The kind was asked for.
    fn is_won(&self, kind: Kind, position: Bitboard) -> bool {
        match kind {
            Kind::Solvable => self
                .solvable
                .as_ref()
                .is_some_and(|all| all.contains(position)),
            _ => self
                .winning
                .as_ref()
                .is_some_and(|all| all.set().contains(position)),
        }
    }

    /// The number of symmetry classes of each kind, by pegs.
    pub fn table(&self, progress: Progress<'_>) -> Result<Table> {
        let holes = self.board.holes();
        let mut table = Table::new("Symmetry classes of positions by pegs");
        table.add(Column::new("pegs"), 0..=holes);
        for (&kind, part) in progress.each(&self.kinds) {
            let counts = self.count_by_pegs(kind, part)?;
            let key = kind.name().replace('-', "_");
            table.add(Column::new(key).summed(), counts);
        }
        Ok(table)
    }

    /// The number of symmetry classes of a kind with 0, 1, ... pegs.
    fn count_by_pegs(&self, kind: Kind, progress: Progress<'_>) -> Result<Vec<u64>> {
        let mut sum = vec![0; self.board.holes() + 1];
        if matches!(kind, Kind::Losing | Kind::Symmetric)
            || kind == Kind::Solvable && self.solvable.as_ref().is_some_and(Solvable::repeats)
        {
            let codes = self.mincodes(kind, None, progress)?;
            codes
                .iter()
                .for_each(|code| sum[code.count() as usize] += 1);
            return Ok(sum);
        }
        for (list, part) in progress.each(&self.lists(kind)?) {
            let counts = match kind {
                Kind::DeadEnds => list.count(|position| self.is_dead_end(position), part)?,
                _ => list.count_all(part)?,
            };
            sum.iter_mut()
                .zip(counts)
                .for_each(|(sum, count)| *sum += count);
        }
        Ok(sum)
    }

    /// The mincodes of the symmetry classes of one of the kinds, sorted; only those with this many
    /// pegs, if a number is given.
    ///
    /// # Errors
    /// If this kind was not asked for, there is not enough memory, or `progress` says to stop.
    pub fn mincodes(
        &self,
        kind: Kind,
        pegs: Option<u32>,
        progress: Progress<'_>,
    ) -> Result<Vec<Bitboard>> {
        let board = &self.board;
        let (pegs, images) = (
            &pegs.map_or(ANY_PEGS, |pegs| pegs..=pegs),
            &Images::of(&SymmetryGroup::of(board)),
        );
        let lists = self.lists(kind)?;
        // Images of a losing position may win, if the start has more symmetry than the problem.
        let lost = move |_, position| {
            let after = board
                .legal_jumps(position)
                .map(move |jump| jump.play(position));
            let is_lost = |after: &Bitboard| !self.is_won(Kind::Losing, *after);
            let lost = after
                .filter(|after| pegs.contains(&after.count()))
                .filter(is_lost);
            lost.map(|lost| images.mincode(lost))
        };
        let is_of_kind = |position: Bitboard| kind != Kind::DeadEnds || self.is_dead_end(position);
        let mut codes = Vec::new();
        for list in lists {
            let listed = |index, position| {
                let is_listed = is_of_kind(position) && list.is_first(index, is_of_kind);
                is_listed.then(|| images.mincode(position))
            };
            let found = match kind {
                Kind::Losing => list.list(ANY_PEGS, lost, progress)?,
                Kind::Symmetric => symmetric_classes(list.set(), pegs, progress)?,
                _ => list.list(pegs.clone(), listed, progress)?,
            };
            codes = appended(|| "the positions of a kind".to_owned(), codes, found)?;
        }
        parallel::sort(&mut codes);
        codes.dedup();
        Ok(codes)
    }

    /// The positions among which those of a kind are.
    pub(super) fn lists(&self, kind: Kind) -> Result<Vec<SymmetryClasses<'_>>> {
        self.check_asked(kind)?;
        match kind {
            Kind::Winning | Kind::Losing => {
                self.winning.iter().map(Winning::symmetry_classes).collect()
            }
            Kind::Solvable => self
                .solvable
                .as_ref()
                .map_or(Ok(Vec::new()), Solvable::symmetry_classes),
            Kind::Reachable | Kind::DeadEnds | Kind::Symmetric => self
                .reachable
                .iter()
                .map(SymmetryClasses::reachable)
                .collect(),
        }
    }

    fn is_dead_end(&self, position: Bitboard) -> bool {
        self.board.legal_jumps(position).next().is_none()
    }

    /// The hardest of the winning or the solvable positions, for each number of pegs: exactly one
    /// of their jumps wins, and none with that many pegs has more other jumps. A position whose
    /// only jump wins is not listed.
    ///
    /// # Errors
    /// If this kind was not asked for, there is not enough memory, or `progress` says to stop.
    pub fn hard(&self, kind: Kind, progress: Progress<'_>) -> Result<Vec<HardPosition>> {
        let board = &self.board;
        self.check_wins(kind)?;
        let wins = |position| self.is_won(kind, position);
        let has_one_winning_jump = |position: Bitboard| {
            let mut winning = board
                .legal_jumps(position)
                .filter(|jump| wins(jump.play(position)));
            winning.next().is_some() && winning.next().is_none()
        };
        // For each number of pegs, the most jumps so far.
        let most: Vec<_> = (0..=board.holes()).map(|_| AtomicU32::new(2)).collect();
        let look = |_, position: Bitboard| {
            let most = &most[position.count() as usize];
            let jumps = board.legal_jumps(position).count() as u32;
            let is_hard = jumps >= most.load(Relaxed) && has_one_winning_jump(position);
            is_hard.then(|| {
                most.fetch_max(jumps, Relaxed);
                (position.count(), jumps, position)
            })
        };
        let mut found = Vec::new();
        for (list, part) in progress.each(&self.lists(kind)?) {
            let more = list.list(ANY_PEGS, look, part)?;
            found = appended(|| "the hard positions".to_owned(), found, more)?;
        }
        found.retain(|&(pegs, jumps, _)| jumps == most[pegs as usize].load(Relaxed));
        found.sort_unstable();
        // An image of a hard position may be no hard position, if the problem has less symmetry
        // than the board.
        let group = SymmetryGroup::of(board);
        let first = |position: &Bitboard| {
            let mut images = group.orbit(*position).into_iter();
            images
                .find(|&image| wins(image) && has_one_winning_jump(image))
                .unwrap_or(*position)
        };
        let hardest = found
            .chunk_by(|one, other| one.0 == other.0)
            .map(|alike| HardPosition {
                pegs: alike[0].0,
                jumps: alike[0].1,
                positions: sorted(alike.iter().map(|(.., position)| first(position))),
            });
        Ok(hardest.collect())
    }
}

/// The hardest positions with a given number of pegs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HardPosition {
    /// The number of pegs.
    pub pegs: u32,
    /// The number of legal jumps, the maximum over these positions.
    pub jumps: u32,
    /// The positions, one of each symmetry class of the board: of its hard positions that with the
    /// smallest code. Sorted.
    pub positions: Vec<Bitboard>,
}

impl HardPosition {
    /// How many there are, by pegs.
    pub fn table(all: &[Self]) -> Table {
        let mut table = Table::new("Positions with the most jumps of which exactly one wins");
        table.add(Column::new("pegs"), all.iter().map(|hard| hard.pegs));
        table.add(Column::new("jumps"), all.iter().map(|hard| hard.jumps));
        let counts = all.iter().map(|hard| hard.positions.len());
        table.add(Column::new("hard").summed(), counts);
        table
    }
}
