//! Queries on sets of positions: the members of a kind, counted by pegs or listed, each symmetry
//! class once.

use std::ops::RangeInclusive;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use crate::symmetric::symmetric_classes;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::class::{Images, SymmetryGroup, sorted};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::{ANY_PEGS, Holder, InMemory, Reachable, SymmetryClasses, appended};
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
    /// All kinds.
    pub const ALL: [Self; 6] = [
        Self::Reachable,
        Self::Winning,
        Self::Losing,
        Self::DeadEnds,
        Self::Symmetric,
        Self::Solvable,
    ];

    /// The name.
    pub const fn name(self) -> &'static str {
        self.in_words().name
    }

    /// What the positions are, in a few words.
    pub const fn about(self) -> &'static str {
        self.in_words().about
    }

    const fn in_words(self) -> KindInWords {
        match self {
            Self::Reachable => KindInWords {
                name: "reachable",
                about: "positions that the start leads to",
            },
            Self::Winning => KindInWords {
                name: "winning",
                about: "reachable ones that lead to the finish",
            },
            Self::Losing => KindInWords {
                name: "losing",
                about: "lost by a mistake, one jump after a winning one",
            },
            Self::DeadEnds => KindInWords {
                name: "dead-ends",
                about: "reachable ones without a jump",
            },
            Self::Symmetric => KindInWords {
                name: "symmetric",
                about: "reachable images of themselves; alone, by symmetry",
            },
            Self::Solvable => KindInWords {
                name: "solvable",
                about: "all that lead to the finish, reachable or not",
            },
        }
    }

    /// Whether the winning positions tell which these are.
    fn is_won(self) -> bool {
        matches!(self, Self::Winning | Self::Losing)
    }
}

struct KindInWords {
    name: &'static str,
    about: &'static str,
}

/// The positions of a problem, of the kinds that were asked for.
#[derive(Debug)]
pub struct Positions<B = InMemory> {
    board: SmallBoard,
    kinds: Vec<Kind>,
    /// Of each of the kinds.
    members: Vec<Members<B>>,
}

/// The positions of a kind: the set that the kind is a query on.
#[derive(Debug)]
enum Members<B> {
    Reachable(Arc<Reachable<B>>),
    DeadEnds(Arc<Reachable<B>>),
    Symmetric(Arc<Reachable<B>>),
    Winning(Arc<Winning<B>>),
    Losing(Arc<Winning<B>>),
    Solvable(Solvable<B>),
}

impl<B: Holder> Members<B> {
    fn kind(&self) -> Kind {
        match self {
            Self::Reachable(_) => Kind::Reachable,
            Self::DeadEnds(_) => Kind::DeadEnds,
            Self::Symmetric(_) => Kind::Symmetric,
            Self::Winning(_) => Kind::Winning,
            Self::Losing(_) => Kind::Losing,
            Self::Solvable(_) => Kind::Solvable,
        }
    }

    /// The positions among which those of the kind are, or after which: losing ones are one jump
    /// after winning ones.
    fn lists(&self) -> Result<Vec<SymmetryClasses<'_, B>>> {
        match self {
            Self::Reachable(set) | Self::DeadEnds(set) | Self::Symmetric(set) => {
                Ok(vec![SymmetryClasses::reachable(set)?])
            }
            Self::Winning(set) | Self::Losing(set) => Ok(vec![set.symmetry_classes()?]),
            Self::Solvable(set) => set.symmetry_classes(),
        }
    }

    /// Whether a symmetry class can be found several times, so that only a list tells how many
    /// there are.
    fn repeats(&self) -> bool {
        match self {
            Self::Losing(_) | Self::Symmetric(_) => true,
            Self::Solvable(set) => set.repeats(),
            Self::Reachable(_) | Self::DeadEnds(_) | Self::Winning(_) => false,
        }
    }
}

/// Positions that lead to a finish.
#[derive(Clone, Copy)]
enum Won<'p, B> {
    InGame(&'p Winning<B>),
    InAnyGame(&'p Solvable<B>),
}

impl<B: Holder> Won<'_, B> {
    fn contains(&self, position: Bitboard) -> Result<bool> {
        match self {
            Self::InGame(winning) => winning.set().try_contains(position),
            Self::InAnyGame(solvable) => solvable.contains(position),
        }
    }

    fn has_one_winning_jump(&self, board: &SmallBoard, position: Bitboard) -> Result<bool> {
        let mut winning = 0;
        for jump in board.legal_jumps(position) {
            if self.contains(jump.play(position))? {
                winning += 1;
            }
            if winning > 1 {
                break;
            }
        }
        Ok(winning == 1)
    }

    /// The first image of a hard position that is hard itself: not all are, if the problem has less
    /// symmetry than the board.
    fn first_hard_image(
        &self,
        group: &SymmetryGroup,
        board: &SmallBoard,
        position: Bitboard,
    ) -> Result<Bitboard> {
        for image in group.orbit(position) {
            if self.contains(image)? && self.has_one_winning_jump(board, image)? {
                return Ok(image);
            }
        }
        Ok(position)
    }
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
        if kinds.iter().any(|kind| kind.is_won()) {
            Winning::<InMemory>::check_memory(board, start, finishes)?;
        }

        let is_asked = kinds.iter().any(|&kind| kind != Kind::Solvable);
        let reachable = if is_asked {
            Some(Reachable::solve(board, start, progress.part(0, 1, 3))?)
        } else {
            None
        };
        Self::among(board, reachable, finishes, kinds, progress.part(1, 3, 3))
    }
}

impl<B: Holder> Positions<B> {
    /// The same, given what can be reached from the start.
    ///
    /// # Errors
    /// When a finish has pegs outside the board, there is not enough memory, a block can't be read,
    /// or `progress` says to stop.
    pub fn of(
        reachable: Reachable<B>,
        finishes: &[Bitboard],
        kinds: &[Kind],
        progress: Progress<'_>,
    ) -> Result<Self> {
        let board = reachable.board().clone();
        board.check_all("finish", finishes.iter().copied())?;
        Self::among(&board, Some(reachable), finishes, kinds, progress)
    }

    /// None is needed where only solvable positions are asked for.
    fn among(
        board: &SmallBoard,
        reachable: Option<Reachable<B>>,
        finishes: &[Bitboard],
        kinds: &[Kind],
        progress: Progress<'_>,
    ) -> Result<Self> {
        let mut members = Vec::new();
        if let Some(reachable) = reachable {
            let reachable = Arc::new(reachable);
            if kinds.iter().any(|kind| kind.is_won()) {
                let winning = Winning::of(&reachable, finishes, progress.part(0, 1, 2))?;
                let winning = Arc::new(winning);
                members.push(Members::Winning(Arc::clone(&winning)));
                members.push(Members::Losing(winning));
            }
            members.push(Members::Reachable(Arc::clone(&reachable)));
            members.push(Members::DeadEnds(Arc::clone(&reachable)));
            members.push(Members::Symmetric(reachable));
        }
        if kinds.contains(&Kind::Solvable) {
            let solvable = Solvable::solve(board, finishes, progress.part(1, 2, 2))?;
            members.push(Members::Solvable(solvable.held()));
        }

        // Memory that was only needed on the way is given back.
        members.retain(|members| kinds.contains(&members.kind()));
        Ok(Self {
            board: board.clone(),
            kinds: kinds.to_vec(),
            members,
        })
    }

    /// The positions of a kind, if it was asked for.
    fn members(&self, kind: Kind) -> Result<&Members<B>> {
        let found = self.members.iter().find(|members| members.kind() == kind);
        found.ok_or(Error::NotAsked { kind: kind.name() })
    }

    /// The positions that lead to a finish, of one of the two kinds that do.
    fn won(&self, kind: Kind) -> Result<Won<'_, B>> {
        match self.members(kind)? {
            Members::Winning(winning) => Ok(Won::InGame(winning)),
            Members::Solvable(solvable) => Ok(Won::InAnyGame(solvable)),
            _ => Err(Error::NotAsked {
                kind: Kind::Winning.name(),
            }),
        }
    }

    /// Whether a position is winning, or solvable: these are the two kinds to ask for.
    ///
    /// # Errors
    /// If the kind is another one, its positions were not asked for, the position has pegs outside
    /// the board, or a block can't be read.
    pub fn wins(&self, kind: Kind, position: Bitboard) -> Result<bool> {
        let won = self.won(kind)?;
        self.board.check_all("position", [position])?;
        won.contains(position)
    }

    /// The number of symmetry classes of each kind that was asked for, by pegs. Each takes a pass
    /// over its set; losing and symmetric positions, and solvable ones of several position classes,
    /// are listed first.
    ///
    /// # Errors
    /// When a block can't be read, there is not enough memory, or `progress` says to stop.
    pub fn table(&self, progress: Progress<'_>) -> Result<Table> {
        let mut table = Table::new("Symmetry classes of positions by pegs");
        table.add(Column::new("pegs"), 0..=self.board.holes());
        for (&kind, part) in progress.each(&self.kinds) {
            let counts = self.count_by_pegs(kind, part)?;
            let key = kind.name().replace('-', "_");
            table.add(Column::new(key).summed(), counts);
        }
        Ok(table)
    }

    /// The number of symmetry classes of a kind with 0, 1, ... pegs.
    fn count_by_pegs(&self, kind: Kind, progress: Progress<'_>) -> Result<Vec<u64>> {
        let members = self.members(kind)?;
        let mut sums = vec![0; self.board.holes() + 1];

        if members.repeats() {
            for code in self.mincodes(kind, None, progress)? {
                sums[code.count() as usize] += 1;
            }
            return Ok(sums);
        }

        for (list, part) in progress.each(&members.lists()?) {
            let counts = match kind {
                Kind::DeadEnds => list.count(|position| self.is_dead_end(position), part)?,
                _ => list.count_all(part)?,
            };
            for (sum, count) in sums.iter_mut().zip(counts) {
                *sum += count;
            }
        }
        Ok(sums)
    }

    /// The mincodes of the symmetry classes of one of the kinds, sorted; only those with this many
    /// pegs, if a number is given.
    ///
    /// # Errors
    /// If this kind was not asked for, a block can't be read, there is not enough memory, or
    /// `progress` says to stop.
    pub fn mincodes(
        &self,
        kind: Kind,
        pegs: Option<u32>,
        progress: Progress<'_>,
    ) -> Result<Vec<Bitboard>> {
        let members = self.members(kind)?;
        let pegs = pegs.map_or(ANY_PEGS, |pegs| pegs..=pegs);
        let images = Images::of(&SymmetryGroup::of(&self.board));

        let mut codes = Vec::new();
        for (list, part) in progress.each(&members.lists()?) {
            let found = match members {
                Members::Losing(winning) => self.losing(winning, list, &pegs, &images, part)?,
                Members::Symmetric(set) => symmetric_classes(&***set, &pegs, part)?,
                _ => self.of_kind(kind, list, &pegs, &images, part)?,
            };
            codes = appended(|| "the positions of a kind".to_owned(), codes, found)?;
        }

        parallel::sort(&mut codes);
        codes.dedup();
        Ok(codes)
    }

    /// The mincodes of the positions in a list that are of the kind: dead ends are those without a
    /// jump, of the other kinds are all.
    fn of_kind(
        &self,
        kind: Kind,
        list: &SymmetryClasses<'_, B>,
        pegs: &RangeInclusive<u32>,
        images: &Images,
        progress: Progress<'_>,
    ) -> Result<Vec<Bitboard>> {
        let is_of_kind = |position| kind != Kind::DeadEnds || self.is_dead_end(position);
        let mincode = |index, position| {
            let is_listed = is_of_kind(position) && list.is_first(index, is_of_kind)?;
            Ok(is_listed.then(|| images.mincode(position)))
        };

        list.list(pegs.clone(), mincode, progress)
    }

    /// The mincodes of the positions one jump after winning ones that don't win. Images of a losing
    /// position may win, if the start has more symmetry than the problem.
    fn losing(
        &self,
        winning: &Winning<B>,
        list: &SymmetryClasses<'_, B>,
        pegs: &RangeInclusive<u32>,
        images: &Images,
        progress: Progress<'_>,
    ) -> Result<Vec<Bitboard>> {
        let losing = |_, position| {
            let mut lost = Vec::new();
            for jump in self.board.legal_jumps(position) {
                let after = jump.play(position);
                if pegs.contains(&after.count()) && !winning.set().try_contains(after)? {
                    lost.push(images.mincode(after));
                }
            }
            Ok(lost)
        };

        list.list(ANY_PEGS, losing, progress)
    }

    fn is_dead_end(&self, position: Bitboard) -> bool {
        self.board.legal_jumps(position).next().is_none()
    }

    /// The hardest of the winning or the solvable positions, for each number of pegs: exactly one
    /// of their jumps wins, and none with that many pegs has more other jumps. A position whose
    /// only jump wins is not listed.
    ///
    /// # Errors
    /// If this kind was not asked for, a block can't be read, there is not enough memory, or
    /// `progress` says to stop.
    pub fn hard(&self, kind: Kind, progress: Progress<'_>) -> Result<Vec<HardPosition>> {
        let board = &self.board;
        let won = self.won(kind)?;

        // For each number of pegs, the most jumps so far.
        let most: Vec<_> = (0..=board.holes()).map(|_| AtomicU32::new(2)).collect();
        let candidate = |_, position: Bitboard| {
            let pegs = position.count();
            let most = &most[pegs as usize];
            let jumps = board.legal_jumps(position).count() as u32;
            if jumps < most.load(Relaxed) || !won.has_one_winning_jump(board, position)? {
                return Ok(None);
            }

            most.fetch_max(jumps, Relaxed);
            Ok(Some(Hard {
                pegs,
                jumps,
                position,
            }))
        };
        let mut found = Vec::new();
        for (list, part) in progress.each(&self.members(kind)?.lists()?) {
            let more = list.list(ANY_PEGS, candidate, part)?;
            found = appended(|| "the hard positions".to_owned(), found, more)?;
        }
        found.retain(|hard| hard.jumps == most[hard.pegs as usize].load(Relaxed));
        found.sort_unstable();

        let group = SymmetryGroup::of(board);
        let mut hardest = Vec::new();
        for alike in found.chunk_by(|hard, next| hard.pegs == next.pegs) {
            let mut positions = Vec::new();
            for hard in alike {
                positions.push(won.first_hard_image(&group, board, hard.position)?);
            }
            hardest.push(HardPosition {
                pegs: alike[0].pegs,
                jumps: alike[0].jumps,
                positions: sorted(positions),
            });
        }
        Ok(hardest)
    }
}

/// A position with exactly one winning jump.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Hard {
    pegs: u32,
    /// The number of its legal jumps.
    jumps: u32,
    position: Bitboard,
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

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::AtomicUsize;

    use super::*;
    use peg_solitaire::board::Hole;

    #[test]
    fn the_progress_of_positions_in_several_lists_ends_once() {
        let board: SmallBoard = "4x4".parse().unwrap();
        let start = board.central_vacancy();
        let finishes: Vec<Bitboard> = board.full().pegs().map(Hole::bit).collect();
        let kinds = [Kind::Solvable];
        let positions = Positions::solve(&board, start, &finishes, &kinds, Progress::NONE).unwrap();
        let members = positions.members(Kind::Solvable).unwrap();
        assert!(members.lists().unwrap().len() > 1);

        let ended = AtomicUsize::new(0);
        let watch = |done, total| {
            if done == total {
                ended.fetch_add(1, Relaxed);
            }
            ControlFlow::Continue(())
        };
        let codes = positions.mincodes(Kind::Solvable, None, Progress::new(&watch));
        assert!(!codes.unwrap().is_empty());
        assert_eq!(ended.into_inner(), 1);
    }
}
