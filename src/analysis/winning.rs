//! The winning positions of a problem: those that can be reached from its start, and from which one of
//! its finishes can be reached.
//!
//! Playing backwards from a finish is playing forwards from its complement, so both sides are the
//! same closure. The complement of a position has the free holes of its index exchanged, so the two
//! bit sets are joined word by word, one of them read from its end.

use std::borrow::Cow;

use thiserror::Error;

use super::classes::PositionSet;
use crate::board::{Board, Position};
use crate::class::PositionClass;
use crate::solve::{Reachable, SolveError, available_memory};

/// The positions of a problem from which it can still be solved, one bit each.
pub struct Winning {
    class: PositionClass,
    start: Position,
    finishes: Vec<Position>,
    words: Vec<u64>,
}

/// Why the winning positions can't be found.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WinningError {
    /// A closure does not fit, or its start is off the board.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The sets would not fit into memory together; nothing was begun.
    #[error(
        "the winning positions of {board} take {} MiB of memory, and {} MiB can be had: \
         close other programs, or ask about one finish or a smaller board",
        needed >> 20, available >> 20
    )]
    TooLarge { board: String, needed: u64, available: u64 },
}

impl Winning {
    /// The winning positions of a problem, given what can be reached from its start.
    ///
    /// ```
    /// use pegfont::{analysis::Winning, board::Board, solve::Reachable};
    /// let board: Board = "triangle15".parse()?;
    /// let corner = board.parse_hole("a1")?;
    /// let reachable = Reachable::solve(&board, board.full().without(corner.bit()))?;
    /// let winning = Winning::of(&reachable, &[corner.bit()])?;
    /// assert_eq!(winning.positions().classes_by_pegs()[1..=4], [1, 1, 2, 9]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn of(reachable: &Reachable, finishes: &[Position]) -> Result<Self, WinningError> {
        let board = reachable.board();
        let reached: Vec<Position> =
            finishes.iter().copied().filter(|&finish| reachable.contains(finish)).collect();
        let needs_another = reached.iter().any(|&f| board.complement(f) != reachable.start());
        Self::check_memory(board, if needs_another { 2 } else { 1 })?;
        let mut words = vec![0; reachable.words().len()];
        for &finish in &reached {
            let complement = board.complement(finish);
            if complement == reachable.start() {
                join(reachable, reachable, &mut words);
            } else {
                join(reachable, &Reachable::solve(board, complement)?, &mut words);
            }
        }
        let class = reachable.class().clone();
        Ok(Self { class, start: reachable.start(), finishes: finishes.to_vec(), words })
    }

    /// The winning positions of a problem, from its start alone.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn solve(
        board: &Board,
        start: Position,
        finishes: &[Position],
    ) -> Result<Self, WinningError> {
        let complements = finishes.iter().all(|&finish| board.complement(finish) == start);
        Self::check_memory(board, if complements { 2 } else { 3 })?;
        Self::of(&Reachable::solve(board, start)?, finishes)
    }

    /// Refuses boards of which so many sets don't fit.
    fn check_memory(board: &Board, sets: u64) -> Result<(), WinningError> {
        let needed = Reachable::memory_needed(board).saturating_mul(sets);
        let available = available_memory().unwrap_or(u64::MAX);
        if needed > available {
            return Err(WinningError::TooLarge { board: board.to_string(), needed, available });
        }
        Ok(())
    }

    /// The position that all others are reached from.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start
    }

    /// The positions that are aimed at.
    #[must_use]
    pub fn finishes(&self) -> &[Position] {
        &self.finishes
    }

    /// The winning positions.
    #[must_use]
    pub fn positions(&self) -> PositionSet<'_> {
        let all = self.finishes.iter().fold(Position::EMPTY, |all, &finish| all | finish);
        // Finishes of one peg each are told by their union; others are their own anchors.
        let mut anchors = vec![self.start];
        if self.finishes.iter().all(|finish| finish.pegs() == 1) {
            anchors.push(all);
        } else {
            anchors.extend(&self.finishes);
        }
        PositionSet::new(Cow::Borrowed(&self.class), Cow::Borrowed(&self.words), &anchors)
    }
}

/// Adds to `words` the positions of `forwards` whose complements are in `backwards`.
fn join(forwards: &Reachable, backwards: &Reachable, words: &mut [u64]) {
    let (class, other) = (forwards.class(), backwards.class());
    if class.rank() >= 6 && class.free_holes() == other.free_holes() {
        let last = words.len() - 1;
        let word = |(at, word): (usize, &mut u64)| {
            *word |= forwards.words()[at] & backwards.words()[last - at].reverse_bits();
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            words.par_iter_mut().enumerate().with_min_len(1 << 12).for_each(word);
        }
        #[cfg(not(feature = "parallel"))]
        words.iter_mut().enumerate().for_each(word);
        return;
    }
    let board = class.board();
    for index in 0..1_u64 << class.rank() {
        let complement = || board.complement(class.position(index));
        if forwards.contains_index(index) && backwards.contains(complement()) {
            words[(index / 64) as usize] |= 1 << (index % 64);
        }
    }
}
