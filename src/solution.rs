//! A solution: a checked sequence of jumps from a start position.

mod backtrack;
mod bundle;
mod cone;
mod count;
mod difficulty;
mod fewest_moves;
mod hints;
mod level;
mod preference;
mod sample;
pub(crate) mod shifts;
mod stabiliser;

use std::fmt;

use thiserror::Error;

pub use backtrack::Rewind;
pub use cone::{Cone, ConeError};
pub use count::{Counts, TooManySolutions};
pub use difficulty::{Analysis, Grade, UnknownGrade};
pub use fewest_moves::FewestMoves;
pub use hints::Hint;
pub use preference::{Preference, PreferenceError, UnknownPreference};

use crate::board::{Board, Jump, PatternError, Position, Symmetry};

/// A sequence of jumps that can be played, one after the other, from its start.
///
/// ```
/// use pegfont::{board::Board, solution::Solution};
/// let board: Board = "5x7".parse()?;
/// let solution = Solution::parse(&board, board.central_vacancy(), "c2-c4 a2-c2")?;
/// assert_eq!(solution.positions().count(), 3);
/// assert_eq!(solution.end().pegs(), 32);
/// assert_eq!(solution.to_string(), "c2-c4 a2-c2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Solution {
    board: Board,
    start: Position,
    jumps: Vec<Jump>,
}

/// Why a sequence of jumps is no solution.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SolutionError {
    #[error("jump {number}, {jump}, can't be played: {why}")]
    Illegal { number: usize, jump: String, why: &'static str },
    #[error("jump {number}: {error}")]
    Notation { number: usize, error: PatternError },
}

impl Solution {
    /// The solution that plays these jumps from the start.
    ///
    /// # Errors
    /// At the first jump that is not legal.
    pub fn new(board: &Board, start: Position, jumps: Vec<Jump>) -> Result<Self, SolutionError> {
        let mut position = start;
        for (index, &jump) in jumps.iter().enumerate() {
            if !jump.is_legal(position) {
                let why = if !position.has(jump.from) {
                    "there is no peg to jump with"
                } else if !position.has(jump.over) {
                    "there is no peg to jump over"
                } else {
                    "the hole to land in is not empty"
                };
                let jump = board.jump_name(jump);
                return Err(SolutionError::Illegal { number: index + 1, jump, why });
            }
            position = jump.play(position);
        }
        Ok(Self { board: board.clone(), start, jumps })
    }

    /// Reads a solution in jump notation: moves separated by white space, each a chain of jumps by one
    /// peg like `c2-c4` or `c2-c4-e4`.
    ///
    /// # Errors
    /// At the first jump that is not so written or not legal.
    pub fn parse(board: &Board, start: Position, text: &str) -> Result<Self, SolutionError> {
        let mut jumps = Vec::new();
        for word in text.split_whitespace() {
            let number = jumps.len() + 1;
            let chain = board.parse_move(word);
            jumps.extend(chain.map_err(|error| SolutionError::Notation { number, error })?);
        }
        Self::new(board, start, jumps)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position before the first jump.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start
    }

    /// The jumps, in order.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The positions from the start to the end: one more than there are jumps.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = Position> + ExactSizeIterator {
        (0..self.jumps.len() + 1).map(|played| self.position(played))
    }

    /// The position after this many jumps (or all, where there are fewer).
    #[must_use]
    pub fn position(&self, played: usize) -> Position {
        let jumps = self.jumps.iter().take(played);
        jumps.fold(self.start, |position, jump| jump.play(position))
    }

    /// The position after the last jump.
    #[must_use]
    pub fn end(&self) -> Position {
        self.position(self.jumps.len())
    }

    /// The same solution on the board turned or reflected: it starts and ends on the images of start and end.
    #[must_use]
    pub fn image(&self, symmetry: &Symmetry) -> Self {
        let jumps = self.jumps.iter().map(|jump| jump.image(symmetry)).collect();
        Self { board: self.board.clone(), start: symmetry.apply(self.start), jumps }
    }

    /// The moves: chains of jumps by the same peg, each as long as it can be.
    pub fn moves(&self) -> impl Iterator<Item = &[Jump]> {
        self.jumps.chunk_by(|one, next| one.to == next.from)
    }
}

impl fmt::Display for Solution {
    /// The moves in jump notation, separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, chain) in self.moves().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(&self.board.hole_name(chain[0].from))?;
            for jump in chain {
                write!(f, "-{}", self.board.hole_name(jump.to))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Solution({self})")
    }
}
