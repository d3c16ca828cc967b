//! The order of the kept blocks on disk: by level, in a level by part, in a part by number. A *slice* is what one part has of one
//! level. It depends only on slices of earlier levels.
//!
//! The part of a block is the content of a few of the holes that number the blocks. Those are chosen that few jumps touch, so that
//! most jumps stay inside a part.

use std::collections::HashMap;
use std::ops::Range;

use crate::board::Jump;
use crate::memory;
use crate::solve::closure::{Closure, Levels};
use crate::solve::{SliceError, SolveError};

/// A slice has about this many bytes, if nothing else is asked for.
const USUAL_BYTES: u64 = 32 << 20;
/// The most parts. Each hole that is a bit of the part doubles them.
const MOST_PARTS: usize = 64;

/// The kept blocks in the order of their places.
pub(super) struct Order {
    pub blocks: Vec<u32>,
    pub slices: Vec<Slice>,
    /// For each level, the last one that its blocks are needed for.
    last_uses: Vec<usize>,
}

/// A part of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Slice {
    pub level: usize,
    pub part: usize,
    /// The places of its blocks.
    pub places: Range<usize>,
}

impl Order {
    pub fn new(closure: &Closure<'_>, levels: &Levels, parts: usize) -> Result<Self, SliceError> {
        let bits = part_bits(closure, parts)?;
        let part = |block: u32| {
            let set = bits.iter().enumerate().map(|(at, bit)| (block >> bit & 1) << at);
            set.sum::<u32>() as usize
        };
        let mut blocks =
            memory::list(|| closure.blocks(), levels.blocks.len()).map_err(SolveError::from)?;
        let (mut slices, mut weights) = (Vec::new(), Vec::new());
        for (level, all) in levels.iter().enumerate() {
            for number in 0..parts {
                let begin = blocks.len();
                blocks.extend(all.iter().copied().filter(|&block| part(block) == number));
                if blocks.len() > begin {
                    slices.push(Slice { level, part: number, places: begin..blocks.len() });
                }
            }
            weights.push(
                all.first().map_or(0, |&block| {
                    closure.layout.block_weight(closure.origin(block as usize))
                }),
            );
        }
        let last_uses = last_uses(closure, &weights);
        Ok(Self { blocks, slices, last_uses })
    }

    /// The number of the slice with this place.
    pub fn slice_of(&self, place: usize) -> usize {
        self.slices.partition_point(|slice| slice.places.end <= place)
    }

    /// Whether no level from this one on needs the blocks of an earlier one.
    pub fn is_past(&self, earlier: usize, level: usize) -> bool {
        self.last_uses[earlier] < level
    }

    /// The number of blocks in the largest slice.
    pub fn largest(&self) -> usize {
        self.slices.iter().map(|slice| slice.places.len()).max().unwrap_or(0)
    }
}

/// For each level, of these weights, the last level that a jump leads to from there.
fn last_uses(closure: &Closure<'_>, weights: &[u32]) -> Vec<usize> {
    let layout = closure.layout;
    let drop = |jump: &Jump| {
        let before = layout.block_weight(jump.from().bit() | jump.over().bit());
        before - layout.block_weight(jump.to().bit())
    };
    let drops: Vec<u32> = closure.jumps.outer.iter().map(|jump| drop(&jump.jump)).collect();
    let levels: HashMap<u32, usize> = weights.iter().copied().zip(0..).collect();
    let last = |(level, weight): (usize, &u32)| {
        let reached = drops.iter().filter_map(|drop| levels.get(&weight.checked_sub(*drop)?));
        reached.copied().max().unwrap_or(level)
    };
    weights.iter().enumerate().map(last).collect()
}

/// How many parts a set of this many bytes is usually cut into.
pub(super) fn usual_parts(bytes: u64, levels: usize) -> usize {
    let wanted = bytes / (levels.max(1) as u64 * USUAL_BYTES);
    usize::try_from(wanted).unwrap_or(MOST_PARTS).next_power_of_two().min(MOST_PARTS)
}

/// How many parts a set is cut into for so many processes, if it is usually cut into this many. Where the parts can't be shared out evenly,
/// there are more of them.
#[cfg(feature = "distributed")]
pub(super) fn parts_among(usual: usize, processes: usize) -> usize {
    let even = processes.is_power_of_two();
    let wanted = if even { processes } else { 4 * processes.next_power_of_two() };
    usual.max(wanted).min(MOST_PARTS)
}

/// The bits of a block's number that are its part: one after the other, the bit that makes the fewest jumps change it.
fn part_bits(closure: &Closure<'_>, parts: usize) -> Result<Vec<u32>, SliceError> {
    let wanted = parts.trailing_zeros() as usize;
    if !parts.is_power_of_two() || parts > MOST_PARTS || wanted > closure.layout.block_bits {
        let most = MOST_PARTS.min(1 << closure.layout.block_bits);
        return Err(SliceError::Parts { parts, most });
    }
    let mut chosen: Vec<u32> = Vec::new();
    while chosen.len() < wanted {
        let mask: usize = chosen.iter().map(|bit| 1 << bit).sum();
        let changes = |bit: &u32| {
            let mask = mask | 1 << bit;
            let jumps = closure.jumps.outer.iter();
            jumps.filter(|jump| jump.block_flip & mask != 0).count()
        };
        let free = (0..closure.layout.block_bits as u32).filter(|bit| !chosen.contains(bit));
        chosen.extend(free.min_by_key(changes));
    }
    Ok(chosen)
}
