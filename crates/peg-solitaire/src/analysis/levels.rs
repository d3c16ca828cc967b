//! Counts the symmetry classes of positions by the number of jumps, or moves, that lead to them.

use std::sync::atomic::{AtomicU64, Ordering};

use super::symmetry_classes::{SymmetryClasses, appended};
use super::table::{Column, Table};
use crate::Error;
use crate::board::{Bitboard, Hole, Jump, Shifts, SmallBoard};
use crate::class::{IndexedJump, Orbits, PositionClass, SymmetryGroup, WordPositions};
use crate::memory::{self, MemoryError, prefetch};
use crate::parallel;
use crate::progress::Progress;
use crate::solve::Reachable;

/// Counts of symmetry classes, one a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels {
    /// The columns with their headings.
    columns: Vec<(&'static str, Vec<Level>)>,
    by_moves: bool,
}

/// The positions of a level.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Level {
    /// The number of symmetry classes.
    classes: u64,
    /// The fewest and the most pegs.
    pegs: (u32, u32),
}

impl Level {
    /// Two parts of a level, neither of them empty, as one.
    fn and(self, other: Self) -> Self {
        let (least, most) = self.pegs;
        let pegs = (least.min(other.pegs.0), most.max(other.pegs.1));
        Self { classes: self.classes + other.classes, pegs }
    }
}

/// The end of a problem from which moves are counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Forwards from the start.
    Start(Bitboard),
    /// Backwards from the finish.
    Finish(Bitboard),
}

impl Levels {
    /// The classes that can be reached after 0, 1, ... jumps; of those, where a set of winning positions
    /// is given, the ones that can still win.
    ///
    /// # Errors
    /// When there is not enough memory, or `progress` says to stop.
    pub fn by_jumps(
        reachable: &Reachable,
        winning: Option<&SymmetryClasses<'_>>,
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let pegs = reachable.start().count();
        let by_jumps = |classes: &SymmetryClasses<'_>, part| -> Result<Vec<Level>, Error> {
            let count = |progress: Progress<'_>| classes.count(|_| true, progress);
            let by_pegs = progress.part(part, part + 1, 2, count)?;
            let level = |(pegs, classes)| Level { classes, pegs: (pegs, pegs) };
            let mut levels: Vec<Level> =
                (0..).zip(by_pegs).take(pegs as usize + 1).map(level).collect();
            levels.reverse();
            while levels.len() > 1 && levels.last().is_some_and(|level| level.classes == 0) {
                levels.pop();
            }
            Ok(levels)
        };
        let mut columns =
            vec![("reachable", by_jumps(&SymmetryClasses::reachable(reachable)?, 0)?)];
        if let Some(winning) = winning {
            columns.push(("winning", by_jumps(winning, 1)?));
        }
        Ok(Self { columns, by_moves: false })
    }

    /// The classes that are first reached after 0, 1, ... moves (chains of jumps by one peg) forwards
    /// from the start; and, where a finish is given, backwards from there.
    ///
    /// # Errors
    /// When start or finish has pegs outside the board, the sets don't fit into memory, or `progress` says to stop.
    pub fn by_moves(
        board: &SmallBoard,
        start: Bitboard,
        finish: Option<Bitboard>,
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let directions = if finish.is_some() { 2 } else { 1 };
        let count = |part, end| {
            let levels = |part: Progress<'_>| first_reached(board, end, None, part);
            progress.part(part, part + 1, directions, levels).map(|(levels, _)| levels)
        };
        let mut columns = vec![("forward", count(0, End::Start(start))?)];
        if let Some(finish) = finish {
            columns.push(("backward", count(1, End::Finish(finish))?));
        }
        Ok(Self { columns, by_moves: true })
    }

    /// The mincodes of the classes that are first reached after so many moves from one end of a problem, sorted, and the number of
    /// their level: none, and that of the last level, if no class takes so many moves.
    ///
    /// ```
    /// use peg_solitaire::{analysis::{End, Levels}, board::SmallBoard, progress::Progress};
    /// let board: SmallBoard = "triangle15".parse()?;
    /// let start = board.complement(board.parse_hole("a1")?.bit());
    /// let (first, level) = Levels::after_moves(&board, End::Start(start), 1, Progress::NONE)?;
    /// assert_eq!((first.len(), level), (1, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the end has pegs outside the board, the sets don't fit into memory, or `progress` says to stop.
    pub fn after_moves(
        board: &SmallBoard,
        end: End,
        moves: usize,
        progress: Progress<'_>,
    ) -> Result<(Vec<Bitboard>, usize), Error> {
        let (levels, codes) = first_reached(board, end, Some(moves), progress)?;
        // The start is a level.
        Ok((codes, levels.len() - 1))
    }

    /// The counts under a heading: `reachable`, `winning`, `forward` or `backward`.
    #[must_use]
    pub fn counts(&self, heading: &str) -> Option<Vec<u64>> {
        let levels = self.columns.iter().find(|(name, _)| *name == heading)?;
        Some(levels.1.iter().map(|level| level.classes).collect())
    }

    /// As a table. By jumps, with the share of the positions that still win; by moves, with the ratio of each level to the one before,
    /// and its fewest and most pegs.
    #[must_use]
    pub fn table(&self) -> Table {
        let rows = self.columns.iter().map(|(_, levels)| levels.len()).max().unwrap_or(0);
        let unit = if self.by_moves { "moves" } else { "jumps" };
        let number = if self.by_moves { "level" } else { "jumps" };
        let mut columns = vec![(number.to_owned(), Column::counts(0..rows as u64))];
        let of = |levels: &[Level], row: usize| levels.get(row).copied().unwrap_or_default();
        let least = |levels: &[Level]| {
            Column::Counts(levels.iter().map(|level| Some(level.pegs.0.into())).collect())
        };
        if let (false, Some((_, levels))) = (self.by_moves, self.columns.first()) {
            columns.push(("pegs".to_owned(), least(levels)));
        }
        for (heading, levels) in &self.columns {
            let classes = |row| of(levels, row).classes;
            columns.push(((*heading).to_owned(), Column::counts((0..rows).map(classes))));
            if self.by_moves {
                let before = |row: usize| row.checked_sub(1).map_or(0, classes);
                let ratios =
                    Column::ratios((0..levels.len()).map(|row| (classes(row), before(row))));
                let most = levels.iter().map(|level| Some(level.pegs.1.into()));
                columns.push((format!("{heading}_ratio"), ratios));
                columns.push((format!("{heading}_least_pegs"), least(levels)));
                columns.push((format!("{heading}_most_pegs"), Column::Counts(most.collect())));
            }
        }
        if let (false, [(_, all), (_, winning)]) = (self.by_moves, &*self.columns) {
            let share = |row| (of(winning, row).classes, of(all, row).classes);
            columns.push(("share".to_owned(), Column::ratios((0..rows).map(share))));
        }
        Table { title: format!("Symmetry classes of positions by {unit}"), columns }
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Direction {
    Forwards,
    Backwards,
}

/// The jumps of a board as chains: a move continues from the hole where the last jump ended.
///
/// Backwards, chains are played on complements, where jumps are forward jumps, too. But there a move continues with a jump
/// into the hole that the last jump left.
struct Chains {
    direction: Direction,
    jumps: Shifts<IndexedJump>,
    /// For each hole, the jumps that go on from there.
    next: Vec<Vec<Continuation>>,
}

/// A jump that can continue a move.
struct Continuation {
    /// Its three holes, and those that must have pegs.
    holes: Bitboard,
    pegs: Bitboard,
    /// What it adds to the index.
    adds: u64,
    /// The hole from which others go on after it.
    there: Hole,
}

impl Chains {
    fn new(class: &PositionClass, direction: Direction) -> Self {
        let board = class.board();
        let mut next: Vec<Vec<Continuation>> = Vec::new();
        next.resize_with(board.holes(), Vec::new);
        for jump in board.triples().iter().flat_map(|triple| triple.jumps()) {
            let (here, there) = direction.ends(jump);
            let adds = class.indexed(jump).adds;
            let pegs = jump.from().bit() | jump.over().bit();
            next[here.index()].push(Continuation {
                holes: pegs | jump.to().bit(),
                pegs,
                adds,
                there,
            });
        }
        Self { direction, jumps: class.indexed_jumps(), next }
    }

    /// Calls with the index of every position that is one move on.
    #[inline]
    fn moves(&self, position: Bitboard, index: u64, found: &mut impl FnMut(u64)) {
        for &IndexedJump { jump, adds } in self.jumps.legal(position) {
            let (_, there) = self.direction.ends(jump);
            let after = index.wrapping_add(adds);
            found(after);
            self.chain(jump.play(position), after, there, found);
        }
    }

    #[inline]
    fn chain(&self, position: Bitboard, index: u64, at: Hole, found: &mut impl FnMut(u64)) {
        for next in &self.next[at.index()] {
            if position & next.holes == next.pegs {
                self.continued(position, index, next, found);
            }
        }
    }

    fn continued(
        &self,
        position: Bitboard,
        index: u64,
        next: &Continuation,
        found: &mut impl FnMut(u64),
    ) {
        let after = index.wrapping_add(next.adds);
        found(after);
        self.chain(position ^ next.holes, after, next.there, found);
    }
}

impl Direction {
    /// The hole in which the jump before must have ended, and the one in which this jump ends.
    fn ends(self, jump: Jump) -> (Hole, Hole) {
        match self {
            Self::Forwards => (jump.from(), jump.to()),
            Self::Backwards => (jump.to(), jump.from()),
        }
    }
}

/// How many words of a level are looked through in a row.
const PIECE: usize = 64;

/// The classes first reached after 0, 1, ... moves from one end; if a level is listed, only up to this level, with its mincodes.
/// A class is reached when any of its positions is: the same follows from all of them, up to symmetry.
fn first_reached(
    board: &SmallBoard,
    end: End,
    listed: Option<usize>,
    progress: Progress<'_>,
) -> Result<(Vec<Level>, Vec<Bitboard>), Error> {
    // Backwards, the positions are complements.
    let (start, direction) = match end {
        End::Start(start) => (start, Direction::Forwards),
        End::Finish(finish) if board.full().contains(finish) => {
            (board.complement(finish), Direction::Backwards)
        }
        End::Finish(finish) => (finish, Direction::Backwards),
    };
    if !board.full().contains(start) {
        let what = if direction == Direction::Forwards { "start" } else { "finish" };
        return Err(Error::outside(what, board));
    }
    let itself = |position: Bitboard| match direction {
        Direction::Forwards => position,
        Direction::Backwards => board.complement(position),
    };
    // Three sets: those seen, and two levels.
    let what = || format!("the levels by moves of {board}");
    memory::require(what(), Reachable::memory_needed(board, start).saturating_mul(3))?;
    let class = Reachable::class_of(board, start);
    let orbits = Orbits::new(&class, &SymmetryGroup::of(board).keeping_class(&class))?;
    let words = orbits.places().div_ceil(64) as usize;
    let empty = || -> Result<Vec<AtomicU64>, MemoryError> {
        let mut set = memory::list(what, words)?;
        set.resize_with(words, AtomicU64::default);
        Ok(set)
    };
    let (seen, mut level, mut next) = (empty()?, empty()?, empty()?);
    let is_new = |place: u64| {
        let (word, bit) = (&seen[(place / 64) as usize], 1 << (place % 64));
        // Most are known, and a read is cheaper than a write.
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    };
    let add = |set: &[AtomicU64], place: u64| {
        set[(place / 64) as usize].fetch_or(1 << (place % 64), Ordering::Relaxed);
    };
    let chains = Chains::new(&class, direction);
    let positions = WordPositions::new(&class);
    let first = orbits.place(class.index_of_member(start));
    is_new(first);
    add(&level, first);
    let done = AtomicU64::new(0);
    let mut levels = Vec::new();
    loop {
        let is_listed = listed == Some(levels.len());
        let expand = |(number, words): (usize, &[AtomicU64])| -> Result<_, Error> {
            let mut positions = positions.clone();
            let (mut count, mut least, mut most) = (0, u32::MAX, 0);
            let mut found = Vec::new();
            let mut codes = Vec::new();
            for (at, word) in words.iter().enumerate() {
                let word = word.swap(0, Ordering::Relaxed);
                if word == 0 {
                    continue;
                }
                count += u64::from(word.count_ones());
                let first = orbits.index(((number * PIECE + at) * 64) as u64) / 64;
                positions.each(first as usize, word, |index, position| -> Result<(), Error> {
                    let pegs = itself(position).count();
                    (least, most) = (least.min(pegs), most.max(pegs));
                    if is_listed {
                        memory::reserve(what, &mut codes, 1)?;
                        codes.push(board.mincode(itself(position)));
                        return Ok(());
                    }
                    chains.moves(position, index, &mut |after| {
                        orbits.prefetch(after);
                        found.push(after);
                    });
                    Ok(())
                })?;
                for place in &mut found {
                    *place = orbits.place(*place);
                    prefetch(&seen, (*place / 64) as usize);
                }
                for place in found.drain(..).filter(|&place| is_new(place)) {
                    add(&next, place);
                }
            }
            progress.report(done.fetch_add(count, Ordering::Relaxed) + count, orbits.places())?;
            let part = (count > 0).then_some(Level { classes: count, pegs: (least, most) });
            Ok((part, codes))
        };
        let (parts, lists): (Vec<Option<Level>>, Vec<Vec<Bitboard>>) =
            parallel::try_map(level.chunks(PIECE).enumerate(), expand)?.into_iter().unzip();
        let Some(whole) = parts.into_iter().flatten().reduce(Level::and) else {
            return Ok((levels, Vec::new()));
        };
        levels.push(whole);
        if is_listed {
            let mut codes =
                lists.into_iter().try_fold(Vec::new(), |all, more| appended(what, all, more))?;
            parallel::sort(&mut codes);
            return Ok((levels, codes));
        }
        std::mem::swap(&mut level, &mut next);
    }
}
