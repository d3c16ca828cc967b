//! One position: from where it is reached, and where it leads, in any game.

use crate::Result;
use crate::board::{Bitboard, Hole, SmallBoard};
use crate::progress::Progress;
use crate::solve::Reachable;

/// What can be reached from a position, and what it can be reached from.
#[derive(Debug)]
pub struct About {
    /// The board of the position.
    pub board: SmallBoard,
    /// The holes that can be the only empty one at the start of a game with this position.
    pub vacancies: Bitboard,
    /// The holes in which one last peg can be left.
    pub finishes: Bitboard,
    /// The fewest pegs that can be left.
    pub least_pegs: u32,
    /// From the complement of the position: the complements of all that lead to it.
    backwards: Reachable,
}

/// What a position is in the game of a problem.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Standing {
    /// The position can be reached from the start, and a finish from it.
    Winning,
    /// The position can be reached from the start, but no finish from it.
    Lost,
    /// The start doesn't lead to the position.
    NotOfThisGame,
}

impl About {
    /// Plays forwards and backwards from a position.
    pub fn solve(board: &SmallBoard, position: Bitboard, progress: Progress<'_>) -> Result<Self> {
        let forwards = Reachable::solve(board, position, progress.part(0, 1, 2))?;
        let (finishes, by_pegs) = (single_pegs(&forwards), forwards.count_by_pegs());
        // There may not be memory for both.
        drop(forwards);
        let complement = board.complement(position);
        let backwards = Reachable::solve(board, complement, progress.part(1, 2, 2))?;
        Ok(Self {
            board: board.clone(),
            vacancies: single_pegs(&backwards),
            finishes,
            least_pegs: by_pegs.iter().position(|&count| count > 0).unwrap_or(0) as u32,
            backwards,
        })
    }

    /// What the position is in the game from a start to a last peg in one of these holes.
    pub fn standing(&self, start: Bitboard, finishes: Bitboard) -> Standing {
        match self.backwards.contains(self.board.complement(start)) {
            false => Standing::NotOfThisGame,
            true if (finishes & self.finishes).is_empty() => Standing::Lost,
            true => Standing::Winning,
        }
    }
}

/// The holes whose peg alone is in the set.
fn single_pegs(set: &Reachable) -> Bitboard {
    set.board().full().pegs().filter(|hole: &Hole| set.contains(hole.bit())).collect()
}
