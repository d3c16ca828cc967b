//! The order of the kept blocks on disk: by level, in a level by part, in a part by number. A *slice* is what one part has of one
//! level. It depends only on slices of earlier levels.
//!
//! Each bit of a block's part is a parity: whether the number of pegs on some of the holes that number the blocks is odd. The holes are
//! chosen so that most jumps stay inside a part, that mirror images are of the same part where possible, and that each part has about as
//! much of each level.

use std::cmp::Reverse;
use std::ops::Range;

use crate::Error;
use crate::bits::ones;
use crate::gf2::Basis;
use crate::memory;
use crate::solve::layout::Layout;
use crate::solve::levels::Levels;
use crate::solve::mirror::Mirror;
use crate::solve::vector_jumps::VectorJump;

/// A slice has about this many bytes, if nothing else is asked for.
const USUAL_BYTES: u64 = 32 << 20;
/// The most parts. Each bit of a part's number doubles them.
const MOST_PARTS: usize = 64;

/// The kept blocks in the order of their places.
pub(super) struct Order {
    /// For each bit of a block's part, the bits of its number whose parity it is.
    pub parities: Vec<u32>,
    pub blocks: Vec<u32>,
    pub slices: Vec<Slice>,
    /// The weight of each level's blocks, and the most that a jump takes away.
    weights: Vec<u32>,
    drop: u32,
}

/// What one part of the blocks has of one level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    pub level: usize,
    pub part: usize,
    /// The places of its blocks.
    pub places: Range<usize>,
}

impl Order {
    /// `jumps` are those between blocks.
    pub fn new(
        layout: &Layout,
        mirrors: &[Mirror],
        jumps: &[VectorJump],
        levels: Levels,
        parts: usize,
    ) -> Result<Self, Error> {
        let parities = parities(layout, mirrors, jumps, parts)?;
        let part = |block: u32| {
            let odd = parities.iter().map(|parity| (block & parity).count_ones() & 1);
            odd.enumerate().map(|(at, odd)| odd << at).sum::<u32>() as usize
        };
        let mut blocks = memory::list(|| layout.what(), levels.blocks.len())?;
        let (mut slices, mut weights) = (Vec::new(), Vec::new());
        for (level, places) in levels.ranges().enumerate() {
            let all = &levels.blocks[places];
            for number in 0..parts {
                let begin = blocks.len();
                blocks.extend(all.iter().copied().filter(|&block| part(block) == number));
                if blocks.len() > begin {
                    slices.push(Slice { level, part: number, places: begin..blocks.len() });
                }
            }
            let first = layout.class.position(u64::from(all[0]) << layout.inside_bits());
            weights.push(layout.block_weight(first));
        }
        let drop = |jump: &VectorJump| {
            let before = layout.block_weight(jump.jump.from().bit() | jump.jump.over().bit());
            before - layout.block_weight(jump.jump.to().bit())
        };
        let drop = jumps.iter().map(drop).max().unwrap_or(0);
        Ok(Self { parities, blocks, slices, weights, drop })
    }

    /// The number of the slice with this place.
    pub fn slice_of(&self, place: usize) -> usize {
        self.slices.partition_point(|slice| slice.places.end <= place)
    }

    /// Whether the blocks of an earlier level are too heavy for a jump to lead from there to this level or a later one.
    pub fn is_past(&self, earlier: usize, level: usize) -> bool {
        self.weights[earlier] > self.weights[level] + self.drop
    }

    /// The number of blocks in the largest slice.
    pub fn largest(&self) -> usize {
        self.slices.iter().map(|slice| slice.places.len()).max().unwrap_or(0)
    }
}

/// How many parts a set of this many bytes is usually cut into.
pub(super) fn usual_parts(bytes: u64, levels: usize) -> usize {
    let wanted = bytes / (levels.max(1) as u64 * USUAL_BYTES);
    usize::try_from(wanted).unwrap_or(MOST_PARTS).next_power_of_two().min(MOST_PARTS)
}

/// A parity of fewer holes than this splits most levels unevenly, and so does the sum of two parities that are nearly the same.
const FEWEST_HOLES: u32 = 4;
/// Only sums of this many parities are compared, so that there are not too many.
const MOST_TERMS: usize = 14;

/// The parities that are the bits of a block's part: one after the other, the one that makes the fewest jumps change the part.
fn parities(
    layout: &Layout,
    mirrors: &[Mirror],
    jumps: &[VectorJump],
    parts: usize,
) -> Result<Vec<u32>, Error> {
    let wanted = parts.trailing_zeros() as usize;
    if !parts.is_power_of_two() || parts > MOST_PARTS || wanted > layout.block_bits {
        let most = MOST_PARTS.min(1 << layout.block_bits);
        return Err(Error::Parts { parts, most });
    }
    let all: Vec<u32> = (0..layout.block_bits).map(|bit| 1 << bit).collect();
    let symmetric = symmetric_parities(mirrors, layout.block_bits);
    let flips: Vec<u32> = jumps.iter().map(|jump| jump.block_flip as u32).collect();
    let odd = |flip: u32, parity: u32| (flip & parity).count_ones() % 2 == 1;
    // All sums of chosen parities: to choose one of them again would make no new parts.
    let (mut chosen, mut spanned) = (Vec::new(), vec![0]);
    while chosen.len() < wanted {
        let is_new = |parity: &&u32| !spanned.contains(*parity);
        let cost = |parity: &&u32| {
            let holes = spanned.iter().map(|sum| (sum ^ **parity).count_ones()).min().unwrap_or(0);
            let changes = |flip: &&u32| {
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

/// Parities that are the same for all mirror images of a block.
fn symmetric_parities(mirrors: &[Mirror], bits: usize) -> Vec<u32> {
    // What a symmetry adds to a parity's holes, bit by bit, must have no effect.
    let mut equations = Basis::default();
    for mirror in mirrors {
        for bit in (0..bits).map(|bit| 1 << bit) {
            let equation = (mirror.block(bit) ^ mirror.block(0) ^ bit) as u64;
            equations.insert_with(equation, u64::ilog2);
        }
    }
    let parities: Vec<u64> = equations.orthogonal((1 << bits) - 1).take(MOST_TERMS).collect();
    let sum = |chosen: u64| ones(chosen).fold(0, |sum, term| sum ^ parities[term as usize] as u32);
    (0..1 << parities.len()).map(sum).collect()
}
