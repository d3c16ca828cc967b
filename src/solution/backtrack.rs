//! Backtracking: from a reachable position back to the start, jump by jump, by the last-jump array or by the bit
//! set alone.

use super::Solution;
use crate::board::{Board, Jump, Position};
use crate::solve::{LastJump, LastJumps, Reachable};

/// A record of what can be reached from a start, from which solutions can be rewound.
pub trait Rewind: Sync {
    /// The board.
    fn board(&self) -> &Board;

    /// The position that all solutions begin with.
    fn start(&self) -> Position;

    /// Whether the position can be reached.
    fn can_reach(&self, position: Position) -> bool;

    /// The jump that led to a reachable position: of those from a reachable one the first by triple. None for the
    /// start, and for what can't be reached.
    fn last_jump(&self, position: Position) -> Option<Jump>;

    /// The solution that leads to a position, if it can be reached.
    ///
    /// ```
    /// use pegfont::{board::Board, solution::Rewind, solve::Reachable};
    /// let board: Board = "5x5".parse()?;
    /// let reachable = Reachable::solve(&board, board.central_vacancy())?;
    /// let pattern = board.parse_pattern("##.##/#.##./#####/#####/#####".replace('/', "\n").as_str())?;
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
