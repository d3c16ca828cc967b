//! Backtracking: from a reachable position back to the start, jump by jump, with the last-jump array or with the bit
//! set alone.

use super::Solution;
use crate::board::{Board, Jump, Position};
use crate::solve::{LastJump, LastJumps, Reachable};

/// A set of the positions that can be reached from a start, with enough to rewind any of them to the start.
pub trait Rewind: Sync {
    /// The board.
    fn board(&self) -> &Board;

    /// The position that every solution starts from.
    fn start(&self) -> Position;

    /// Whether the position can be reached.
    fn can_reach(&self, position: Position) -> bool;

    /// The last jump to a reachable position: of those from another reachable position, the first by triple. None for the
    /// start, and for a position that can't be reached.
    fn last_jump(&self, position: Position) -> Option<Jump>;

    /// A solution that ends in a position, if it can be reached.
    ///
    /// ```
    /// use pegfont::{board::Board, solution::Rewind, solve::Reachable};
    /// let board: Board = "5x5".parse()?;
    /// let reachable = Reachable::solve(&board, board.central_vacancy())?;
    /// let pattern = board.parse_pattern("##.##/#.##./#####/#####/#####")?;
    /// let solution = reachable.solution_of(pattern);
    /// assert!(solution.is_none_or(|solution| solution.end() == pattern));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn solution_of(&self, position: Position) -> Option<Solution> {
        if !self.can_reach(position) {
            return None;
        }
        let mut jumps = Vec::new();
        let mut at = position;
        while at != self.start() {
            let jump = self.last_jump(at)?;
            at = jump.play(at);
            jumps.push(jump);
        }
        jumps.reverse();
        Solution::new(self.board(), self.start(), jumps).ok()
    }
}

impl Rewind for Reachable {
    fn board(&self) -> &Board {
        self.board()
    }

    fn start(&self) -> Position {
        self.start()
    }

    fn can_reach(&self, position: Position) -> bool {
        self.contains(position)
    }

    fn last_jump(&self, position: Position) -> Option<Jump> {
        let mut jumps = self.board().legal_jumps_backwards(position);
        jumps.find(|jump| self.contains(jump.play(position)))
    }
}

impl Rewind for LastJumps {
    fn board(&self) -> &Board {
        self.board()
    }

    fn start(&self) -> Position {
        self.start()
    }

    fn can_reach(&self, position: Position) -> bool {
        self.contains(position)
    }

    fn last_jump(&self, position: Position) -> Option<Jump> {
        match self.last_jump(position) {
            LastJump::Jump(jump) => Some(jump),
            LastJump::Unreachable | LastJump::Start => None,
        }
    }
}
