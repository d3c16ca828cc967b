//! The blocks to visit, one of each set of mirror images, in an order in which none depends on a later one: by decreasing weight.

use std::ops::Range;

use super::layout::Layout;
use super::mirror::Mirror;
use crate::board::Bitboard;
use crate::memory::{self, MemoryError};
use crate::parallel;

/// The bits of a block's number.
const NUMBER_BITS: usize = 32;
/// The blocks that a thread weighs in a row.
const PIECE: usize = 1 << 12;

/// The blocks to visit, one of each set of mirror images, by decreasing weight.
pub(super) struct Levels {
    pub blocks: Vec<u32>,
    ends: Vec<usize>,
}

impl Levels {
    pub fn new(
        layout: &Layout,
        mirrors: &[Mirror],
        starts: &[Bitboard],
    ) -> Result<Self, MemoryError> {
        let bits = layout.inside_bits();
        // The weight of each block, and its home, which is listed next.
        let listed = 1_u128 << layout.block_bits;
        let needed = u64::try_from(6 * listed).unwrap_or(u64::MAX);
        if layout.block_bits > NUMBER_BITS {
            let available = memory::available();
            return Err(MemoryError { what: layout.what().into(), needed, available });
        }
        memory::require(layout.what(), needed)?;
        let count = listed as usize;
        let weight =
            |block: usize| layout.block_weight(layout.class.position((block as u64) << bits));
        // Where no order is exact, a jump can lead to a heavier block.
        let heaviest = if layout.exact {
            starts.iter().map(|&start| layout.block_weight(start)).max().unwrap_or(0)
        } else {
            layout.block_weight(layout.class.board().full())
        };
        let weigh = |block: usize| -> u16 {
            let weight = weight(block);
            let first = || mirrors.iter().all(|mirror| mirror.block(block) >= block);
            // 0 marks a block that is not visited; weights begin at 1 here.
            if weight <= heaviest && first() { weight as u16 + 1 } else { 0 }
        };
        let mut weights = memory::zeros::<u16, _>(|| layout.what(), count)?;
        parallel::map(weights.chunks_mut(PIECE).enumerate(), |(piece, weights)| {
            for (block, weight) in (piece * PIECE..).zip(weights) {
                *weight = weigh(block);
            }
        });
        // A counting sort.
        let mut sizes = vec![0; heaviest as usize + 2];
        for &weight in &weights {
            sizes[usize::from(weight)] += 1;
        }
        let mut ends = Vec::new();
        let mut begins = vec![0; sizes.len()];
        let mut total = 0;
        for weight in (1..sizes.len()).rev().filter(|&weight| sizes[weight] > 0) {
            begins[weight] = total;
            total += sizes[weight];
            ends.push(total);
        }
        let mut blocks = memory::zeros(|| layout.what(), total)?;
        for (block, &weight) in weights.iter().enumerate().filter(|&(_, &weight)| weight > 0) {
            blocks[begins[usize::from(weight)]] = block as u32;
            begins[usize::from(weight)] += 1;
        }
        Ok(Self { blocks, ends })
    }

    /// The places of the blocks of each level.
    pub fn ranges(&self) -> impl Iterator<Item = Range<usize>> {
        let begins = std::iter::once(&0).chain(&self.ends);
        begins.zip(&self.ends).map(|(&begin, &end)| begin..end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SmallBoard;

    #[test]
    fn a_board_of_more_blocks_than_can_be_numbered_is_refused_before_any_is_listed() {
        let board: SmallBoard = "5x5".parse().unwrap();
        let mut layout = Layout::new(&board, board.central_vacancy());
        for bits in [33, 40, 57] {
            layout.block_bits = bits;
            let refused = Levels::new(&layout, &[], &[board.central_vacancy()]).err().unwrap();
            assert_eq!(refused.needed, 6 << bits);
        }
    }
}
