//! Hints for a player: which legal jumps keep the target reachable, and how many solutions each
//! leaves. Needs the counts of a cone.

use super::Counts;
use crate::board::{Bitboard, Jump};

/// A legal jump and the number of solutions after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hint {
    /// The jump.
    pub jump: Jump,
    /// The number of solutions from there; 0 if the jump loses.
    pub solutions: u128,
}

impl Counts {
    /// Every legal jump from the position, in the order of
    /// [`SmallBoard::legal_jumps`](crate::board::SmallBoard::legal_jumps), with the number of solutions it leaves.
    #[must_use]
    pub fn hints(&self, position: Bitboard) -> Vec<Hint> {
        let legal = self.cone().board().legal_jumps(position);
        legal.map(|jump| Hint { jump, solutions: self.from(jump.play(position)) }).collect()
    }
}
