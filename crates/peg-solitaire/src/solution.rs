//! A solution: a checked sequence of jumps from a start position. Never searches for one.

mod backtrack;
mod bundle;
mod cone;
mod count;
mod difficulty;
mod fewest_moves;
mod file;
mod hints;
mod large;
mod level;
mod moves;
mod preference;
mod sample;
pub(crate) mod shifts;

use std::fmt;

use thiserror::Error;

pub use backtrack::Rewind;
pub use cone::{Cone, ConeError};
pub use count::{CountError, Counts};
pub use difficulty::{Analysis, Grade, UnknownGrade};
pub use fewest_moves::FewestMoves;
pub use file::{GameFileError, GameMistake};
pub use hints::Hint;
pub use large::{AnySolution, LargeSolution, LargeSolutionError};
pub use preference::{Preference, PreferenceError, UnknownPreference};

use crate::board::{Bitboard, Board, Jump, OffBoard, PatternError, Symmetry};

/// A sequence of jumps that can be played, one after the other, from its start.
///
/// ```
/// use peg_solitaire::{board::Board, solution::Solution};
/// let board: Board = "5x7".parse()?;
/// let solution = Solution::parse(&board, board.central_vacancy(), "c2-c4 a2-c2")?;
/// assert_eq!(solution.positions().count(), 3);
/// assert_eq!(solution.end().count(), 32);
/// assert_eq!(solution.to_string(), "c2-c4 a2-c2");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Solution {
    board: Board,
    start: Bitboard,
    jumps: Vec<Jump>,
}

/// Why a sequence of jumps is not a solution. Jumps are numbered from 1.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SolutionError {
    #[error("start: {0}")]
    Start(#[from] OffBoard),
    #[error("jump {number} is not a jump on {board}")]
    OtherBoard { number: usize, board: Board },
    #[error("jump {number}, {jump}, can't be played: {why}")]
    Illegal { number: usize, jump: String, why: Obstacle },
    #[error("jump {number}: {error}")]
    Notation { number: usize, error: PatternError },
}

/// Why a jump can't be played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum Obstacle {
    #[error("there is no peg to jump with")]
    NoPeg,
    #[error("there is no peg to jump over")]
    NothingToJumpOver,
    #[error("the hole to land in is not empty")]
    Occupied,
}

impl Solution {
    /// The solution that plays these jumps from the start.
    ///
    /// # Errors
    /// If the start or a jump is not of this board, and at the first jump that is not legal.
    pub fn new(board: &Board, start: Bitboard, jumps: Vec<Jump>) -> Result<Self, SolutionError> {
        board.check(start)?;
        let mut position = start;
        for (&jump, number) in jumps.iter().zip(1..) {
            if !board.has_jump(jump) {
                return Err(SolutionError::OtherBoard { number, board: board.clone() });
            }
            if !jump.is_legal(position) {
                let why = if !position.has(jump.from()) {
                    Obstacle::NoPeg
                } else if !position.has(jump.over()) {
                    Obstacle::NothingToJumpOver
                } else {
                    Obstacle::Occupied
                };
                let jump = board.jump_name(jump);
                return Err(SolutionError::Illegal { number, jump, why });
            }
            position = jump.play(position);
        }
        Ok(Self { board: board.clone(), start, jumps })
    }

    /// Reads a solution in jump notation: moves separated by white space, each a chain of jumps by one
    /// peg like `c2-c4` or `c2-c4-e4`.
    ///
    /// # Errors
    /// At the first jump that is not in this notation or not legal.
    pub fn parse(board: &Board, start: Bitboard, text: &str) -> Result<Self, SolutionError> {
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
    pub fn start(&self) -> Bitboard {
        self.start
    }

    /// The jumps, in order.
    #[must_use]
    pub fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// The positions from the start to the end: one more than there are jumps.
    pub fn positions(&self) -> impl DoubleEndedIterator<Item = Bitboard> + ExactSizeIterator {
        (0..self.jumps.len() + 1).map(|played| self.position(played))
    }

    /// The position after this many jumps, or after all if there are fewer.
    #[must_use]
    pub fn position(&self, played: usize) -> Bitboard {
        let jumps = self.jumps.iter().take(played);
        jumps.fold(self.start, |position, jump| jump.play(position))
    }

    /// The solution of the position after this many jumps, or the whole solution if it has fewer.
    #[must_use]
    pub fn first(&self, jumps: usize) -> Self {
        let jumps = self.jumps.iter().copied().take(jumps).collect();
        Self { board: self.board.clone(), start: self.start, jumps }
    }

    /// The position after the last jump.
    #[must_use]
    pub fn end(&self) -> Bitboard {
        self.position(self.jumps.len())
    }

    /// The same solution on the board turned or reflected: it starts and ends on the images of start and end.
    /// `None` if the symmetry is not one of the solution's board.
    #[must_use]
    pub fn image(&self, symmetry: &Symmetry) -> Option<Self> {
        self.board.symmetries().contains(symmetry).then(|| {
            let jumps = self.jumps.iter().map(|jump| jump.image(symmetry)).collect();
            Self { board: self.board.clone(), start: symmetry.apply(self.start), jumps }
        })
    }

    /// The moves: chains of jumps by the same peg, each as long as possible.
    pub fn moves(&self) -> impl Iterator<Item = &[Jump]> {
        self.jumps.chunk_by(|one, next| one.to() == next.from())
    }
}

impl fmt::Display for Solution {
    /// The moves in jump notation, separated by spaces.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, chain) in self.moves().enumerate() {
            if index > 0 {
                f.write_str(" ")?;
            }
            f.write_str(&self.board.hole_name(chain[0].from()))?;
            for jump in chain {
                write!(f, "-{}", self.board.hole_name(jump.to()))?;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_start_or_a_jump_of_another_board_is_refused() {
        let small: Board = "4x4".parse().unwrap();
        let board: Board = "5x7".parse().unwrap();
        let start = board.central_vacancy();
        let new = |start, jump| Solution::new(&small, start, vec![jump]);
        let error = new(start, board.parse_jump("c2-c4").unwrap()).unwrap_err();
        assert!(matches!(error, SolutionError::Start(OffBoard { board, .. }) if board == small));
        // Its holes are numbered 2, 3 and 4, which do not lie in a line on the small board.
        let jump = board.parse_jump("c1-e1").unwrap();
        assert!(!small.has_jump(jump));
        let error = new(jump.from().bit() | jump.over().bit(), jump).unwrap_err();
        assert_eq!(error, SolutionError::OtherBoard { number: 1, board: small.clone() });
        assert!(!small.has_jump(board.parse_jump("c7-e7").unwrap()));
        let solution = Solution::parse(&board, start, "c2-c4").unwrap();
        assert!(solution.image(&small.symmetries()[1]).is_none());
    }

    #[test]
    fn a_board_has_the_jumps_over_its_triples_and_no_others() {
        let jumps = |board: &Board| -> Vec<Jump> {
            board.triples().iter().flat_map(|triple| triple.jumps()).collect()
        };
        let boards = ["5x7", "7x5", "english", "triangle15", "diamond", "line9"];
        let boards = boards.map(|name| name.parse::<Board>().unwrap());
        for board in &boards {
            let own = jumps(board);
            for jump in boards.iter().flat_map(jumps) {
                assert_eq!(board.has_jump(jump), own.contains(&jump), "{jump:?} on {board}");
            }
        }
    }
}
