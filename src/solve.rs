//! The solver: which positions can be reached from a start, as a bit set over the dense index of
//! the start's position class.

use crate::board::{Board, Position};
use crate::class::PositionClass;

/// The positions that can be reached from a start, one bit each.
pub struct Reachable {
    class: PositionClass,
    start: Position,
    words: Vec<u64>,
}

impl Reachable {
    /// Finds every position that can be reached from the start.
    pub fn solve(board: &Board, start: Position) -> Result<Self, SolveError> {
        let class = PositionClass::of(board, start);
        let size = 1_u64 << class.rank();
        let mut words = vec![0_u64; (size as usize).div_ceil(64)];
        let mut levels = vec![vec![start]];
        while let Some(level) = levels.pop() {
            let mut next = Vec::new();
            for position in level {
                let index = class.index_of_member(position);
                let (word, bit) = ((index / 64) as usize, index % 64);
                if words[word] >> bit & 1 == 0 {
                    words[word] |= 1 << bit;
                    next.extend(board.legal_jumps(position).map(|jump| jump.play(position)));
                }
            }
            if !next.is_empty() {
                levels.push(next);
            }
        }
        Ok(Self { class, start, words })
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.class.board()
    }

    /// The position that all others are reached from; it is reachable itself.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start
    }

    /// The position class of the start, whose dense index numbers the bits.
    #[must_use]
    pub fn class(&self) -> &PositionClass {
        &self.class
    }

    /// Whether the position can be reached.
    #[must_use]
    pub fn contains(&self, position: Position) -> bool {
        self.class.index(position).is_some_and(|index| self.contains_index(index))
    }

    /// Whether the position of this dense index can be reached.
    #[must_use]
    pub fn contains_index(&self, index: u64) -> bool {
        self.words[(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    /// The number of reachable positions, the start included.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The bit set: bit i of word w stands for the dense index 64 w + i.
    #[must_use]
    pub fn words(&self) -> &[u64] {
        &self.words
    }
}

/// Why a board can't be solved.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum SolveError {
    /// The bit set does not fit.
    #[error(
        "{board} needs {needed} bytes of memory for its reachable positions; there are {available}"
    )]
    TooLarge { board: String, needed: u64, available: u64 },
}
