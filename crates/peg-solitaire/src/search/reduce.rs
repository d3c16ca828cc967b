//! From any position to a single peg. Such a game is what [`Search`] looks for already, read backwards: on the complement, the empty holes are
//! the pegs, and the last peg is the vacancy.

use super::weight::Weights;
use super::{Impossible, Outcome, Search, SearchError, has_no_jump};
use crate::board::{Board, Hole, Jump, Position};
use crate::progress::Progress;
use crate::solution::Solution;

impl Search {
    /// Searches for a game from a position to a single peg, in this hole or anywhere.
    ///
    /// ```
    /// use peg_solitaire::{board::Board, progress::Progress, search::{Outcome, Search}};
    /// let (board, start) = Board::from_picture(&["#########"; 8].join("\n"))?;
    /// let corner = board.parse_hole("a1")?;
    /// let start = start.without(&corner.into());
    /// let Outcome::Solved(solution) = Search::default().reduce(&board, &start, Some(corner), Progress::NONE)? else {
    ///     panic!("there is a game");
    /// };
    /// assert_eq!(board.picture(solution.end()).find('#'), Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// If the start or the hole is not on the board, or the watcher asks the search to stop.
    pub fn reduce(
        &self,
        board: &Board,
        start: &Position,
        finish: Option<Hole>,
        progress: Progress<'_>,
    ) -> Result<Outcome, SearchError> {
        let finishes = match finish {
            Some(hole) => [hole].into_iter().collect(),
            None => board.full(),
        };
        if !board.contains(start) || !board.contains(&finishes) {
            return Err(SearchError::OffBoard { board: board.clone() });
        }
        if let Some(why) = irreducible(board, start, &finishes) {
            return Ok(Outcome::Impossible(why));
        }
        if start.count() == 1 {
            return Ok(Outcome::Solved(checked(board, start, Vec::new())));
        }
        let vacancy = finish.map(|_| board.complement(&finishes));
        let (all, end) = (0..self.attempts, board.complement(start));
        let outcome = self.attempt_at(all, board, vacancy.as_ref(), &end, progress)?;
        let Outcome::Solved(backwards) = outcome else { return Ok(outcome) };
        let jumps = backwards.jumps().iter().rev().copied().collect();
        Ok(Outcome::Solved(checked(board, start, jumps)))
    }
}

/// Why the position can't be reduced to a single peg in any of these holes, if that is easily seen.
fn irreducible(board: &Board, start: &Position, finishes: &Position) -> Option<Impossible> {
    if start.is_empty() {
        return Some(Impossible::NoPegs);
    }
    if start.count() == 1 {
        let elsewhere = start.pegs().any(|hole| !finishes.has(hole));
        return elsewhere.then_some(Impossible::NoFirstJump);
    }
    let class = board.class(start);
    let is_allowed = |hole: &Hole| board.class_of_peg(*hole) == class;
    let allowed: Vec<Hole> = finishes.pegs().filter(is_allowed).collect();
    if allowed.is_empty() {
        return Some(Impossible::OtherClassThanStart);
    }
    if has_no_jump(board, start) {
        return Some(Impossible::NoFirstJump);
    }
    Weights::new(board).forbid_all(start, allowed).then_some(Impossible::TooFar)
}

/// The game, played and checked.
fn checked(board: &Board, start: &Position, jumps: Vec<Jump>) -> Solution {
    let solution = Solution::new(board, start.clone(), jumps);
    let solution = solution.expect("the game that was found can be played backwards");
    assert_eq!(solution.end().count(), 1, "the game that was found leaves one peg");
    solution
}
