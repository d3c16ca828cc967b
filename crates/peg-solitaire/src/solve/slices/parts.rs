//! How a set is cut into slices: what decides the part of a block.
//!
//! Each bit of a block's part is a parity: whether the number of pegs on some of the holes that number the blocks is odd. The holes are
//! chosen so that most jumps stay inside a part, that mirror images are of the same part where possible, and that each part has about as
//! much of each level.

use std::cmp::Reverse;

use crate::Error;
use crate::bits::ones;
use crate::gf2::Basis;
use crate::solve::layout::Layout;
use crate::solve::mirror::Mirror;
use crate::solve::vector_jumps::VectorJump;

/// A slice has about this many bytes, if nothing else is asked for.
const USUAL_BYTES: u64 = 32 << 20;
/// The most parts. Each bit of a part's number doubles them.
pub(super) const MOST_PARTS: usize = 64;

/// How many parts a set of this many bytes is usually cut into.
pub(super) fn usual(bytes: u64, levels: usize) -> usize {
    let wanted = bytes / (levels.max(1) as u64 * USUAL_BYTES);
    usize::try_from(wanted).unwrap_or(MOST_PARTS).next_power_of_two().min(MOST_PARTS)
}

/// A parity of fewer holes than this splits most levels unevenly, and so does the sum of two parities that are nearly the same.
const FEWEST_HOLES: u32 = 4;
/// Only sums of this many parities are compared, so that there are not too many.
const MOST_TERMS: usize = 14;

/// The parities that are the bits of a block's part: one after the other, the one that makes the fewest jumps change the part.
pub(super) fn parities(
    layout: &Layout,
    mirrors: &[Mirror],
    jumps: &[VectorJump],
    parts: usize,
) -> Result<Vec<u64>, Error> {
    let wanted = parts.trailing_zeros() as usize;
    if !parts.is_power_of_two() || parts > MOST_PARTS || wanted > layout.block_bits {
        let most = MOST_PARTS.min(1 << layout.block_bits);
        return Err(Error::Parts { parts, most });
    }
    // Blocks of the same weight that depend on each other must be in the same part.
    let weight = |holes| layout.block_weight(holes);
    let keeps = |jump: &&VectorJump| {
        !layout.has_exact_blocks() && weight(jump.jump.mask()) == 2 * weight(jump.jump.to().bit())
    };
    let level: Vec<u64> = jumps.iter().filter(keeps).map(|jump| jump.block_flip as u64).collect();
    let all = 0..if level.is_empty() { layout.block_bits } else { 0 };
    let all: Vec<u64> = all.map(|bit| 1 << bit).collect();
    let symmetric = symmetric_parities(mirrors, layout.block_bits, level);
    let flips: Vec<u64> = jumps.iter().map(|jump| jump.block_flip as u64).collect();
    let odd = |flip: u64, parity: u64| (flip & parity).count_ones() % 2 == 1;
    // All sums of chosen parities: to choose one of them again would make no new parts.
    let (mut chosen, mut spanned) = (Vec::new(), vec![0]);
    while chosen.len() < wanted {
        let is_new = |parity: &&u64| !spanned.contains(*parity);
        let cost = |parity: &&u64| {
            let holes = spanned.iter().map(|sum| (sum ^ **parity).count_ones()).min().unwrap_or(0);
            let changes = |flip: &&u64| {
                odd(**flip, **parity) || chosen.iter().any(|&other| odd(**flip, other))
            };
            let changed = flips.iter().filter(changes).count();
            (Reverse(holes.min(FEWEST_HOLES)), changed, parity.count_ones(), **parity)
        };
        let best = symmetric.iter().filter(is_new).min_by_key(cost);
        let best = best.or_else(|| all.iter().filter(is_new).min_by_key(cost));
        let Some(&best) = best else { break };
        spanned.extend(spanned.clone().iter().map(|sum| sum ^ best));
        chosen.push(best);
    }
    Ok(chosen)
}

/// Parities that are the same for all mirror images of a block, and that these flips keep.
fn symmetric_parities(mirrors: &[Mirror], bits: usize, flips: Vec<u64>) -> Vec<u64> {
    // What a symmetry adds to a parity's holes, bit by bit, must have no effect.
    let mut equations = Basis::default();
    for mirror in mirrors {
        for bit in (0..bits).map(|bit| 1 << bit) {
            let equation = (mirror.block(bit) ^ mirror.block(0) ^ bit) as u64;
            equations.insert_with(equation, u64::ilog2);
        }
    }
    flips.into_iter().for_each(|flip| equations.insert_with(flip, u64::ilog2));
    let parities: Vec<u64> = equations.orthogonal((1 << bits) - 1).take(MOST_TERMS).collect();
    let sum = |chosen: u64| ones(chosen).fold(0, |sum, term| sum ^ parities[term as usize]);
    (0..1 << parities.len()).map(sum).collect()
}
