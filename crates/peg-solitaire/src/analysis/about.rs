//! One position: from where it is reached, and where it leads, in any game.

use crate::Error;
use crate::board::{Bitboard, Hole, SmallBoard};
use crate::progress::Progress;
use crate::solve::Reachable;

/// What can be reached from a position, and what it can be reached from.
#[derive(Debug)]
pub struct About {
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

/// What a position is in the games of some problems.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Standing {
    /// The position can be reached from a start, and a finish from it.
    Winning,
    /// The position can be reached from a start, but no finish can be reached from it in that problem.
    Lost,
    /// No start leads to the position.
    NotOfThisGame,
}

impl About {
    /// Plays forwards and backwards from a position.
    pub fn solve(
        board: &SmallBoard,
        position: Bitboard,
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        let forwards = progress.part(0, 1, 2, |part| Reachable::solve(board, position, part))?;
        let (finishes, by_pegs) = (single_pegs(&forwards), forwards.count_by_pegs());
        // There may not be memory for both.
        drop(forwards);
        let complement = board.complement(position);
        let backwards = progress.part(1, 2, 2, |part| Reachable::solve(board, complement, part))?;
        Ok(Self {
            board: board.clone(),
            vacancies: single_pegs(&backwards),
            finishes,
            least_pegs: by_pegs.iter().position(|&count| count > 0).unwrap_or(0) as u32,
            backwards,
        })
    }

    /// What the position is in the games of the problems, starts with their finishes.
    pub fn standing(&self, problems: &[(Bitboard, Bitboard)]) -> Standing {
        let of = |&(start, finishes): &(Bitboard, Bitboard)| {
            let is_reached = self.backwards.contains(self.board.complement(start));
            match (is_reached, (finishes & self.finishes).is_empty()) {
                (true, false) => Standing::Winning,
                (true, true) => Standing::Lost,
                (false, _) => Standing::NotOfThisGame,
            }
        };
        problems.iter().map(of).min().unwrap_or(Standing::NotOfThisGame)
    }
}

/// The holes whose peg alone is in the set.
fn single_pegs(set: &Reachable) -> Bitboard {
    set.board().full().pegs().filter(|hole: &Hole| set.contains(hole.bit())).collect()
}
