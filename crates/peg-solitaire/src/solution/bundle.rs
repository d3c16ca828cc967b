//! A bundle of up to 64 positions, transposed: a word for each hole, with a bit for each position. Three operations then find all
//! positions in which a jump is legal. Needs only positions and jumps.
//!
//! ```text
//!             holes                    positions
//!           a b c d e                    0 1 2
//! 0         # # . # .                a   # . #
//! 1         . # # . #       ->       b   # # .      a jump a-b-c is legal where a and b have a peg
//! 2         # . # # .                c   . # #      and c has none: in position 0
//! ```

use crate::board::{Hole, Jump};

/// The most positions in a bundle.
pub(super) const MOST: usize = 64;

/// Positions, by hole.
pub(super) struct Bundle {
    holes: [u64; MOST],
}

impl Bundle {
    /// The positions of these codes; unused places are empty boards.
    #[inline(always)]
    pub(super) fn of(mut codes: [u64; MOST]) -> Self {
        // Swaps ever smaller squares on either side of the diagonal.
        let mut side = MOST / 2;
        let mut mask = u64::MAX >> side;
        while side > 0 {
            for first in (0..MOST).step_by(2 * side) {
                for row in first..first + side {
                    let swapped = (codes[row] >> side ^ codes[row + side]) & mask;
                    codes[row] ^= swapped << side;
                    codes[row + side] ^= swapped;
                }
            }
            side /= 2;
            mask ^= mask << side;
        }
        Self { holes: codes }
    }

    /// The positions in which a jump is legal, a bit for each.
    #[inline(always)]
    pub(super) fn legal(&self, jump: Jump) -> u64 {
        let pegs = |hole: Hole| self.holes[hole.index() % MOST];
        pegs(jump.from()) & pegs(jump.over()) & !pegs(jump.to())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::{Bitboard, SmallBoard};

    proptest! {
        #[test]
        fn a_bundle_knows_which_jumps_are_legal_in_each_position(
            name in prop::sample::select(vec!["5x7", "english", "triangle15", "diamond", "8x8"]),
            codes in prop::collection::vec(any::<u64>(), 0..=MOST),
        ) {
            let board: SmallBoard = name.parse().unwrap();
            let mut bundled = [0; MOST];
            for (place, code) in bundled.iter_mut().zip(&codes) {
                *place = code & board.full().0;
            }
            let bundle = Bundle::of(bundled);
            for jump in board.triples().iter().flat_map(|triple| triple.jumps()) {
                let legal = bundle.legal(jump);
                for (member, &code) in bundled.iter().enumerate() {
                    let expected = board.legal_jumps(Bitboard(code)).any(|other| other == jump);
                    prop_assert_eq!(legal >> member & 1 == 1, expected);
                }
            }
        }
    }
}
