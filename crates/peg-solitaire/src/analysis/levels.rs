//! Counts the symmetry classes of positions by the number of jumps, or moves, that lead to them.

use std::sync::atomic::{AtomicU64, Ordering};

use super::symmetry_classes::SymmetryClasses;
use super::table::{Column, Table};
use crate::board::{Bitboard, Hole, Jump, SmallBoard};
use crate::class::{Orbits, PositionClass, SymmetryGroup, WordPositions};
use crate::memory::{self, MemoryError, prefetch};
use crate::parallel;
use crate::progress::{Interrupted, Progress};
use crate::solution::shifts::{IndexedJump, Shifts};
use crate::solve::{Reachable, SolveError};

/// Counts of symmetry classes, one a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Levels {
    /// The pegs of level 0, for levels by jumps.
    pegs: u32,
    /// The columns with their headings.
    columns: Vec<(&'static str, Vec<u64>)>,
    by_moves: bool,
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
    ) -> Result<Self, SolveError> {
        let pegs = reachable.start().count();
        let by_jumps = |classes: &SymmetryClasses<'_>, part| -> Result<Vec<u64>, SolveError> {
            let count = |progress: Progress<'_>| classes.count(|_| true, progress);
            let by_pegs = progress.part(part, part + 1, 2, count)?;
            let mut counts: Vec<u64> = by_pegs.into_iter().take(pegs as usize + 1).rev().collect();
            while counts.len() > 1 && counts.last() == Some(&0) {
                counts.pop();
            }
            Ok(counts)
        };
        let mut columns =
            vec![("reachable", by_jumps(&SymmetryClasses::reachable(reachable)?, 0)?)];
        if let Some(winning) = winning {
            columns.push(("winning", by_jumps(winning, 1)?));
        }
        Ok(Self { pegs, columns, by_moves: false })
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
    ) -> Result<Self, SolveError> {
        if !board.full().contains(start | finish.unwrap_or(Bitboard::EMPTY)) {
            return Err(SolveError::OutsideBoard { board: board.to_string() });
        }
        let directions = if finish.is_some() { 2 } else { 1 };
        let forward = progress.part(0, 1, directions, |part| {
            first_reached(board, start, Direction::Forwards, part)
        })?;
        let mut columns = vec![("forward", forward)];
        if let Some(finish) = finish {
            let complement = board.complement(finish);
            let backward = progress.part(1, 2, directions, |part| {
                first_reached(board, complement, Direction::Backwards, part)
            })?;
            columns.push(("backward", backward));
        }
        Ok(Self { pegs: start.count(), columns, by_moves: true })
    }

    /// The counts under a heading: `reachable`, `winning`, `forward` or `backward`.
    #[must_use]
    pub fn counts(&self, heading: &str) -> Option<&[u64]> {
        self.columns.iter().find(|(name, _)| *name == heading).map(|(_, counts)| &**counts)
    }

    /// As a table.
    #[must_use]
    pub fn table(&self) -> Table {
        let levels = self.columns.iter().map(|(_, counts)| counts.len()).max().unwrap_or(0);
        let mut columns = Vec::new();
        if self.by_moves {
            columns.push(("level".to_owned(), Column::counts(0..levels as u64)));
        } else {
            columns.push(("jumps".to_owned(), Column::counts(0..levels as u64)));
            let pegs = (0..levels as u64).map(|level| u64::from(self.pegs).saturating_sub(level));
            columns.push(("pegs".to_owned(), Column::counts(pegs)));
        }
        for (heading, counts) in &self.columns {
            let padded = (0..levels).map(|level| counts.get(level).copied().unwrap_or(0));
            columns.push(((*heading).to_owned(), Column::counts(padded)));
        }
        let unit = if self.by_moves { "moves" } else { "jumps" };
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
    shifts: Shifts,
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
            let adds = IndexedJump::new(class, jump).adds;
            let pegs = jump.from().bit() | jump.over().bit();
            next[here.index()].push(Continuation {
                holes: pegs | jump.to().bit(),
                pegs,
                adds,
                there,
            });
        }
        Self { direction, shifts: Shifts::of(class), next }
    }

    /// Calls with the index of every position that is one move on.
    #[inline]
    fn moves(&self, position: Bitboard, index: u64, found: &mut impl FnMut(u64)) {
        self.shifts.each_jump(position.code(), |&IndexedJump { jump, adds }| {
            let (_, there) = self.direction.ends(jump);
            let after = index.wrapping_add(adds);
            found(after);
            self.chain(jump.play(position), after, there, found);
        });
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

/// The number of classes first reached after 0, 1, ... moves from the start; backwards, from its complement.
/// A class is reached when any of its positions is: the same follows from all of them, up to symmetry.
fn first_reached(
    board: &SmallBoard,
    start: Bitboard,
    direction: Direction,
    progress: Progress<'_>,
) -> Result<Vec<u64>, SolveError> {
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
    let mut counts = Vec::new();
    loop {
        let expand = |(number, words): (usize, &[AtomicU64])| -> Result<u64, Interrupted> {
            let mut positions = positions.clone();
            let mut count = 0;
            let mut found = Vec::new();
            for (at, word) in words.iter().enumerate() {
                let word = word.swap(0, Ordering::Relaxed);
                if word == 0 {
                    continue;
                }
                count += u64::from(word.count_ones());
                let first = orbits.index(((number * PIECE + at) * 64) as u64) / 64;
                positions.each(first as usize, word, |index, position| {
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
            Ok(count)
        };
        let count = parallel::try_map(level.chunks(PIECE).enumerate(), expand)?.iter().sum();
        if count == 0 {
            return Ok(counts);
        }
        counts.push(count);
        std::mem::swap(&mut level, &mut next);
    }
}
