//! The winning positions of a problem: those that can be reached from its start, and from which one of
//! its finishes can be reached.
//!
//! Playing backwards from a finish is playing forwards from its complement, so both sides are the
//! same closure. The complement of a position has the free holes of its index exchanged, so the two
//! bit sets are joined word by word, one of them read from its end.

use std::borrow::Cow;

use super::classes::{PositionSet, Spread};
use crate::board::{Board, Position};
use crate::class::PositionClass;
use crate::memory::{self, MemoryError};
use crate::solve::{Reachable, SolveError};

/// The positions of a problem from which it can still be solved, one bit each.
pub struct Winning {
    class: PositionClass,
    start: Position,
    finishes: Vec<Position>,
    words: Vec<u64>,
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
    pub fn of(reachable: &Reachable, finishes: &[Position]) -> Result<Self, SolveError> {
        let board = reachable.board();
        let reached: Vec<Position> =
            finishes.iter().copied().filter(|&finish| reachable.contains(finish)).collect();
        Self::check_memory(board, sets_besides(board, reachable.start(), &reached))?;
        let mut words = Vec::new();
        for &finish in &reached {
            let complement = board.complement(finish);
            let more = if complement == reachable.start() {
                joined(reachable, reachable)
            } else {
                joined(reachable, &Reachable::solve(board, complement)?)
            };
            if words.is_empty() {
                words = more;
            } else {
                words.iter_mut().zip(more).for_each(|(word, more)| *word |= more);
            }
        }
        if words.is_empty() {
            words = vec![0; reachable.words().len()];
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
    ) -> Result<Self, SolveError> {
        Self::check_memory(board, 1 + sets_besides(board, start, finishes))?;
        Self::of(&Reachable::solve(board, start)?, finishes)
    }

    /// Refuses boards of which so many sets don't fit.
    fn check_memory(board: &Board, sets: u64) -> Result<(), MemoryError> {
        let needed = Reachable::memory_needed(board).saturating_mul(sets);
        memory::require(format!("the set of the winning positions of {board}"), needed)
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

/// How many sets of a board's size are made at most, besides what can be reached from the start: the result, what can
/// be reached from the complement of a finish, and, for several finishes, what one more adds to the result.
fn sets_besides(board: &Board, start: Position, finishes: &[Position]) -> u64 {
    match finishes {
        [finish] if board.complement(*finish) == start => 1,
        [] | [_] => 2,
        _ => 3,
    }
}

/// The words of the positions of `forwards` whose complements are in `backwards`.
fn joined(forwards: &Reachable, backwards: &Reachable) -> Vec<u64> {
    let (class, other) = (forwards.class(), backwards.class());
    let board = class.board();
    let spread = Spread::new(class);
    let last = forwards.words().len() - 1;
    // In the same index the complement exchanges all bits.
    let same = class.rank() >= 6 && class.free_holes() == other.free_holes();
    let word = |(at, &word): (usize, &u64)| {
        if same {
            return word & backwards.words()[last - at].reverse_bits();
        }
        let mut kept = 0;
        spread.each(class, at, word, |index, position| {
            kept |= u64::from(backwards.contains(board.complement(position))) << (index % 64);
        });
        kept
    };
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        forwards.words().par_iter().enumerate().with_min_len(1 << 12).map(word).collect()
    }
    #[cfg(not(feature = "parallel"))]
    forwards.words().iter().enumerate().map(word).collect()
}
