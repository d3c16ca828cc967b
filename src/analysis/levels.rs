//! How many symmetry classes of positions there are after so many jumps, or moves.

use std::sync::atomic::{AtomicU64, Ordering};

use super::classes::PositionSet;
use super::images::Images;
use super::table::{Column, Table};
use crate::board::{Board, Hole, Jump, Position};
use crate::class::PositionClass;
use crate::solve::{Reachable, SolveError, available_memory};

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
    #[must_use]
    pub fn by_jumps(reachable: &Reachable, winning: Option<&PositionSet<'_>>) -> Self {
        let pegs = reachable.start().pegs();
        let by_jumps = |set: &PositionSet<'_>| {
            let mut counts: Vec<u64> =
                set.classes_by_pegs().into_iter().take(pegs as usize + 1).rev().collect();
            while counts.len() > 1 && counts.last() == Some(&0) {
                counts.pop();
            }
            counts
        };
        let mut columns = vec![("reachable", by_jumps(&PositionSet::reachable(reachable)))];
        columns.extend(winning.map(|winning| ("winning", by_jumps(winning))));
        Self { pegs, columns, by_moves: false }
    }

    /// The classes that are first reached after 0, 1, ... moves (chains of jumps by one peg) forwards
    /// from the start; and, where a finish is given, backwards from there.
    ///
    /// # Errors
    /// When the sets don't fit into memory.
    pub fn by_moves(
        board: &Board,
        start: Position,
        finish: Option<Position>,
    ) -> Result<Self, SolveError> {
        let mut columns = vec![("forward", first_reached(board, start, Direction::Forwards)?)];
        if let Some(finish) = finish {
            columns.push(("backward", first_reached(board, finish, Direction::Backwards)?));
        }
        Ok(Self { pegs: start.pegs(), columns, by_moves: true })
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

/// The jumps of a board by the hole whose peg makes them.
struct Chains {
    direction: Direction,
    by_peg: Vec<Vec<Jump>>,
}

impl Chains {
    fn new(board: &Board, direction: Direction) -> Self {
        let mut by_peg = vec![Vec::new(); board.holes()];
        for jump in board.triples().iter().flat_map(|triple| triple.jumps()) {
            let peg = if direction == Direction::Forwards { jump.from } else { jump.to };
            by_peg[peg.index()].push(jump);
        }
        Self { direction, by_peg }
    }

    /// Calls with every position that is one move on.
    fn moves(&self, position: Position, found: &mut impl FnMut(Position)) {
        for peg in position.holes() {
            self.chain(position, peg, found);
        }
    }

    fn chain(&self, position: Position, peg: Hole, found: &mut impl FnMut(Position)) {
        for jump in &self.by_peg[peg.index()] {
            let (legal, next) = match self.direction {
                Direction::Forwards => (jump.is_legal(position), jump.to),
                Direction::Backwards => (jump.is_legal_backwards(position), jump.from),
            };
            if legal {
                let after = jump.play(position);
                found(after);
                self.chain(after, next, found);
            }
        }
    }
}

/// The number of classes first reached after 0, 1, ... moves. A class is reached when any of its
/// positions is: what follows from one follows from all, up to symmetry.
fn first_reached(
    board: &Board,
    start: Position,
    direction: Direction,
) -> Result<Vec<u64>, SolveError> {
    let class = PositionClass::of(board, start);
    // The set of classes seen, and two levels of positions, each at most a sixteenth of the set.
    let set = 1_u64.checked_shl(class.rank() as u32).unwrap_or(u64::MAX) / 8;
    let needed = set.saturating_mul(if class.rank() > 20 { 3 } else { 1 });
    let available = available_memory().unwrap_or(u64::MAX);
    if needed > available {
        return Err(SolveError::TooLarge { board: board.to_string(), needed, available });
    }
    let images =
        Images::of(board, |number| class.contains(board.symmetries()[number].apply(start)));
    let seen: Vec<AtomicU64> = (0..(set / 8).max(1)).map(|_| AtomicU64::new(0)).collect();
    let is_new = |position: Position| {
        let index = class.index_of_member(position);
        let bit = 1 << (index % 64);
        let word = &seen[(index / 64) as usize];
        // Most are known: a look is cheaper than a write.
        word.load(Ordering::Relaxed) & bit == 0 && word.fetch_or(bit, Ordering::Relaxed) & bit == 0
    };
    let chains = Chains::new(board, direction);
    let first = images.smallest(start);
    is_new(first);
    let mut level = vec![first];
    let mut counts = Vec::new();
    while !level.is_empty() {
        counts.push(level.len() as u64);
        let expand = |positions: &[Position]| {
            let mut next = Vec::new();
            for &position in positions {
                chains.moves(position, &mut |after| {
                    let smallest = images.smallest(after);
                    if is_new(smallest) {
                        next.push(smallest);
                    }
                });
            }
            next
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            let parts: Vec<Vec<Position>> = level.par_chunks(1 << 12).map(expand).collect();
            level = parts.concat();
        }
        #[cfg(not(feature = "parallel"))]
        {
            level = expand(&level);
        }
    }
    Ok(counts)
}
