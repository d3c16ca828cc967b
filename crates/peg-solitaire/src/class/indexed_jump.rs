//! Jumps by what they add to the dense index of a position.

use super::PositionClass;
use crate::board::{Hole, Jump, Shifts};

/// A jump, and what it adds (modulo 2^64) to the dense index of a position from which it is legal. This is a constant, because the
/// three holes have the same contents in all these positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexedJump {
    pub(crate) jump: Jump,
    pub(crate) adds: u64,
}

impl PositionClass {
    /// The jumps of the board, by what they add to an index.
    pub(crate) fn indexed_jumps(&self) -> Shifts<IndexedJump> {
        Shifts::new(self.board(), |jump| self.indexed(jump))
    }

    /// What a jump adds to an index.
    pub(crate) fn indexed(&self, jump: Jump) -> IndexedJump {
        let bit = |hole: Hole| self.index_of_member(hole.bit());
        let adds = bit(jump.to()).wrapping_sub(bit(jump.from()) + bit(jump.over()));
        IndexedJump { jump, adds }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{Bitboard, SmallBoard};

    proptest! {
        #[test]
        fn a_jump_adds_the_same_to_every_index(
            name in prop::sample::select(vec!["5x7", "english", "triangle15", "diamond"]),
            code: u64,
        ) {
            let board: SmallBoard = name.parse().unwrap();
            let position = Bitboard(code & board.full().0);
            let class = PositionClass::of(&board, position);
            let index = class.index_of_member(position);
            for &IndexedJump { jump, adds } in class.indexed_jumps().legal(position) {
                prop_assert_eq!(class.index(jump.play(position)), Some(index.wrapping_add(adds)));
            }
        }
    }
}
