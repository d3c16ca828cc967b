//! The orbits of a group of symmetries on the dense indices of a class. The smallest index represents its orbit. Fast for loops over a
//! whole class.
//!
//! A symmetry usually moves whole *blocks*: positions that share the high bits of their index. Then the number of a block
//! determines which symmetry leads to the smallest index. If every other symmetry moves a block to a larger one, each of
//! its positions represents its orbit.
//!
//! ```text
//!  index   | number of the block | bits inside |
//!             0  stays, the others go up: every position represents its orbit
//!             1  goes to 0 by one symmetry: nothing here represents an orbit
//!             2  stays, by two symmetries: they exchange positions inside
//! ```

use std::cmp::Ordering;

use super::{IndexMap, SymmetryGroup};
use crate::bits::ones;
use crate::class::PositionClass;
use crate::memory::{self, MemoryError};
use crate::parallel;

/// The maximum number of bits that number blocks. Small blocks save more work, but each needs an entry in a table; if the
/// symmetries don't move that many blocks, the second number applies.
const BLOCK_BITS: [usize; 2] = [20, 24];
/// The bits of a block's entry in which each of at most 12 symmetries has one. The others hold a place.
const LEADS: u32 = 12;
/// The number of blocks that are mapped as one piece of work.
const RUN: usize = 1 << 12;
/// The most bits inside a block for a list of all their images.
const MOST_WITHIN: usize = 16;
/// The fewest bits inside a block: those of a machine word.
const WORD_BITS: usize = 6;

/// The orbits of a group on the indices of a class.
pub(crate) struct Orbits {
    /// The identity first.
    maps: Vec<IndexMap>,
    /// The number of bits of the index inside a block.
    inside: u32,
    /// For each block, the maps that lead from it to the smallest block, a bit for each map; and above them the
    /// place to which the first of these maps leads the block's first index.
    blocks: Vec<u64>,
    /// For each map and each value of the bits inside a block, what they add to a place. Empty if blocks are too large for such a list.
    within: Vec<u32>,
    /// The blocks that no map makes smaller, in order.
    standing: Vec<u32>,
}

/// Whether indices that agree on all but the lowest `inside` bits have images that do.
fn moves_blocks(map: &IndexMap, inside: usize) -> bool {
    (0..inside).all(|bit| map.column(bit) >> inside == 0)
}

impl Orbits {
    /// The group must map the class to itself.
    pub(crate) fn new(class: &PositionClass, group: &SymmetryGroup) -> Result<Self, MemoryError> {
        let maps = group.index_maps(class);
        let rank = class.rank();
        let moved = |&inside: &usize| maps.iter().all(|map| moves_blocks(map, inside));
        let smallest = |most: usize| (rank.saturating_sub(most).max(WORD_BITS)..rank).find(moved);
        // If the maps move no smaller blocks, or there is one map, everything is one block.
        let found = if maps.len() > 1 { BLOCK_BITS.into_iter().find_map(smallest) } else { None };
        let inside = found.unwrap_or(rank.max(WORD_BITS));
        let count = 1_usize << rank.saturating_sub(inside);
        // At first with the index to which the first of the maps leads.
        let entry = |block: usize| {
            let index = (block as u64) << inside;
            let (mut least, mut leads) = (index, 1);
            for (number, map) in maps.iter().enumerate().skip(1) {
                let image = map.apply(index);
                match (image >> inside).cmp(&(least >> inside)) {
                    Ordering::Less => (least, leads) = (image, 1 << number),
                    Ordering::Equal => leads |= 1 << number,
                    Ordering::Greater => {}
                }
            }
            least << LEADS | leads
        };
        let what = || format!("the symmetry classes of {}", class.board());
        let mut blocks = memory::zeros::<u64, _>(what, count)?;
        parallel::map(blocks.chunks_mut(RUN).enumerate(), |(run, places)| {
            (RUN * run..).zip(places).for_each(|(block, place)| *place = entry(block));
        });
        let first = |block: &&u64| **block & 1 == 1;
        let mut standing = memory::list(what, blocks.iter().filter(first).count())?;
        let from_block = inside as u32 + LEADS;
        for block in 0..count {
            let entry = blocks[block];
            // The smallest block comes first, so it has its number already.
            let number = if entry & 1 == 1 {
                standing.push(block as u32);
                standing.len() as u64 - 1
            } else {
                blocks[(entry >> from_block) as usize] >> from_block
            };
            blocks[block] = number << from_block | entry & ((1 << from_block) - 1);
        }
        let mut within = Vec::new();
        if inside <= MOST_WITHIN {
            for map in &maps {
                let origin = map.apply(0);
                within.extend((0..1 << inside).map(|index| (map.apply(index) ^ origin) as u32));
            }
        }
        Ok(Self { maps, inside: inside as u32, blocks, within, standing })
    }

    /// The number of symmetries, the identity included.
    pub(crate) fn count(&self) -> usize {
        self.maps.len()
    }

    /// The number of words of a block's bits.
    pub(crate) fn block_words(&self) -> usize {
        1 << (self.inside as usize - WORD_BITS)
    }

    /// The maps that lead from the block of an index to the smallest block.
    #[inline]
    fn leads(&self, index: u64) -> u64 {
        self.blocks[(index >> self.inside) as usize] & ((1 << LEADS) - 1)
    }

    /// Whether any position of a block represents its orbit.
    #[inline]
    pub(crate) fn block_stands(&self, block: usize) -> bool {
        self.blocks[block] & 1 == 1
    }

    /// Whether the position of this index represents its orbit.
    #[inline]
    pub(crate) fn stands(&self, index: u64) -> bool {
        let leads = self.leads(index);
        leads == 1 || (leads & 1 == 1 && self.among(leads).all(|map| map.apply(index) >= index))
    }

    /// The place of the position that represents the orbit of this index: its index, counting only blocks in which a
    /// position represents its orbit.
    #[inline]
    pub(crate) fn place(&self, index: u64) -> u64 {
        let entry = self.blocks[(index >> self.inside) as usize];
        let leads = entry & ((1 << LEADS) - 1);
        let inside = (1 << self.inside) - 1;
        let at = u64::from(leads.trailing_zeros()) << self.inside | index & inside;
        match self.within.get(at as usize) {
            Some(&adds) if leads.is_power_of_two() => entry >> LEADS ^ u64::from(adds),
            _ => self.smallest_in_block(entry >> LEADS & !inside, leads, index),
        }
    }

    /// The smallest of the places in a block, given its first, to which these maps lead.
    #[cold]
    fn smallest_in_block(&self, first: u64, leads: u64, index: u64) -> u64 {
        let inside = (1 << self.inside) - 1;
        let places = self.among(leads).map(|map| first | map.apply(index) & inside);
        places.min().unwrap_or(first)
    }

    /// Tells the processor that the place of this index will be asked for soon.
    #[inline]
    pub(crate) fn prefetch(&self, index: u64) {
        memory::prefetch(&self.blocks, (index >> self.inside) as usize);
    }

    /// The number of places.
    pub(crate) fn places(&self) -> u64 {
        (self.standing.len() as u64) << self.inside
    }

    /// The index of a place.
    pub(crate) fn index(&self, place: u64) -> u64 {
        let block = u64::from(self.standing[(place >> self.inside) as usize]);
        block << self.inside | place & ((1 << self.inside) - 1)
    }

    /// The size of the orbit that this index represents.
    pub(crate) fn size(&self, index: u64) -> usize {
        let leads = self.leads(index);
        self.count() / self.among(leads).filter(|map| map.apply(index) == index).count().max(1)
    }

    /// The maps of these bits.
    #[inline]
    fn among(&self, leads: u64) -> impl Iterator<Item = &IndexMap> {
        ones(leads).map(|lead| &self.maps[lead as usize])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Bitboard, SmallBoard};
    use crate::progress::Progress;
    use crate::solve::Reachable;

    #[test]
    fn one_position_represents_each_orbit() {
        for name in ["triangle15", "4x4", "5x4", "line9", "3x2"] {
            let board: SmallBoard = name.parse().unwrap();
            for start in [board.central_vacancy(), board.full().without(Bitboard(1))] {
                let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
                let class = reachable.class();
                let group = SymmetryGroup::of(&board).keeping(start);
                let orbits = Orbits::new(class, &group).unwrap();
                for index in 0..1_u64 << class.rank() {
                    let position = class.position(index);
                    let images: Vec<u64> = group
                        .symmetries()
                        .map(|symmetry| class.index(symmetry.apply(position)).unwrap())
                        .collect();
                    let smallest = *images.iter().min().unwrap();
                    assert_eq!(orbits.index(orbits.place(index)), smallest, "{name}");
                    assert!(orbits.place(index) < orbits.places(), "{name}");
                    assert_eq!(orbits.stands(index), smallest == index, "{name}");
                    if smallest == index {
                        let mut distinct = images.clone();
                        distinct.sort_unstable();
                        distinct.dedup();
                        assert_eq!(orbits.size(index), distinct.len(), "{name}");
                    }
                }
            }
        }
    }
}
