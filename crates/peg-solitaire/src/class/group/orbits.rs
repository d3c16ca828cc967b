//! The orbits of a group of symmetries on the dense indices of a class: the sets of indices that it
//! maps to each other. The smallest index represents its orbit. Fast for loops over a whole class.
//!
//! A symmetry usually moves whole *blocks*: positions that share the high bits of their index. Then
//! the number of a block determines which symmetry leads to the smallest index. If every other
//! symmetry moves a block to a larger one, each of its positions represents its orbit.
//!
//! ```text
//! index   | number of the block | bits inside |
//!
//!           0   stays, the others go up: every position represents its orbit
//!           1   goes to 0 by one symmetry: nothing here represents an orbit
//!           2   stays, by two symmetries: they exchange positions inside
//! ```

use std::borrow::Cow;

use super::SymmetryGroup;
use crate::bits::{WORD_BITS, ones};
use crate::class::PositionClass;
use crate::gf2::AffineMap;
use crate::{Result, memory, parallel};

/// The most bits that number blocks. Small blocks save more work, but each needs an entry in a
/// table. If the symmetries move no blocks that large, the second number applies.
const MOST_BLOCK_BITS: [usize; 2] = [20, 24];
/// The number of blocks that a thread maps in a row.
const BLOCKS_IN_A_ROW: usize = 1 << 12;
/// The most bits inside a block for a list of all their images.
const MOST_LISTED_BITS: usize = 16;

/// The orbits of a group on the indices of a class.
#[derive(Debug)]
pub struct Orbits {
    /// What each symmetry does to an index, the identity first. One by one: mostly one or two are
    /// looked up, and the first decides.
    maps: Vec<AffineMap>,
    /// The number of bits of the index inside a block.
    inside: u32,
    /// For each block, its [`PackedBlock`].
    blocks: Vec<u64>,
    /// For each symmetry and each value of the bits inside a block, what they add to a place. Empty
    /// if blocks are too large for such a list.
    within: Vec<u32>,
    /// The blocks that no symmetry makes smaller, in order.
    smallest: Vec<u32>,
}

/// What is known of a block: which symmetries lead from it to the smallest block, a bit for each,
/// the identity the lowest; and the place to which the first of them leads the block's first index.
#[derive(Clone, Copy)]
struct PackedBlock(u64);

impl PackedBlock {
    /// The bits for symmetries. A hexagon has twelve.
    const LEADS: u32 = 12;

    fn new(leads: u64, place: u64) -> Self {
        Self(place << Self::LEADS | leads)
    }

    #[inline]
    fn leads(self) -> u64 {
        self.0 & ((1 << Self::LEADS) - 1)
    }

    #[inline]
    fn place(self) -> u64 {
        self.0 >> Self::LEADS
    }

    /// Whether no symmetry leads to a smaller block.
    #[inline]
    fn is_smallest(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Whether indices that agree on all but the lowest `inside` bits have images that do.
pub(crate) fn moves_blocks(map: &AffineMap, inside: usize) -> bool {
    (0..inside).all(|bit| map.column(bit) >> inside == 0)
}

/// For each of `count` blocks of 2^`inside` indices: a bit for each symmetry that leads to the
/// smallest of its images, the identity the lowest.
pub(crate) fn leading(
    what: impl FnOnce() -> String,
    maps: &[AffineMap],
    inside: usize,
    count: usize,
) -> Result<Vec<u16>> {
    let mut leads_of_blocks = memory::zeros(what, count)?;
    let pieces = leads_of_blocks.chunks_mut(BLOCKS_IN_A_ROW).enumerate();
    parallel::map(pieces, |(piece, leads_of_blocks)| {
        for (block, leads) in (BLOCKS_IN_A_ROW * piece..).zip(leads_of_blocks) {
            *leads = leading_from(block as u64, maps, inside);
        }
    });

    Ok(leads_of_blocks)
}

/// A bit for each symmetry that leads from a block to the smallest of its images.
fn leading_from(block: u64, maps: &[AffineMap], inside: usize) -> u16 {
    let mut least = block;
    let mut leads = 0;
    for (number, map) in maps.iter().enumerate() {
        let image = map.image(block << inside) >> inside;
        if image < least {
            least = image;
            leads = 0;
        }
        leads |= u16::from(image == least) << number;
    }

    leads
}

/// The number of bits inside blocks that the symmetries move. If they move no small blocks, or
/// there is one symmetry, everything is one block.
fn bits_inside(rank: usize, maps: &[AffineMap]) -> usize {
    if maps.len() > 1 {
        for most in MOST_BLOCK_BITS {
            let least = rank.saturating_sub(most).max(WORD_BITS);
            let is_moved = |&inside: &usize| maps.iter().all(|map| moves_blocks(map, inside));
            if let Some(inside) = (least..rank).find(is_moved) {
                return inside;
            }
        }
    }

    rank.max(WORD_BITS)
}

/// For each symmetry and each index inside a block, what its bits add to the image.
fn images_within(maps: &[AffineMap], inside: usize) -> Vec<u32> {
    let mut within = Vec::new();

    for map in maps {
        let origin = map.image(0);
        within.extend((0..1 << inside).map(|index| (map.image(index) ^ origin) as u32));
    }
    within
}

impl Orbits {
    /// The orbits of a group, which must map the class to itself.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(class: &PositionClass, group: &SymmetryGroup) -> Result<Self> {
        let maps: Vec<AffineMap> = group.index_maps(class).collect();
        let rank = class.rank();
        let inside = bits_inside(rank, &maps);
        let count = 1_usize << rank.saturating_sub(inside);
        let what = || format!("the symmetry classes of {}", class.board());

        let leads = leading(what, &maps, inside, count)?;
        let is_smallest = |leads: u16| leads & 1 == 1;
        let kept = leads.iter().filter(|&&leads| is_smallest(leads)).count();

        let mut smallest = memory::list(what, kept)?;
        let mut blocks = memory::zeros::<u64, _>(what, count)?;
        for (block, leads) in leads.into_iter().enumerate() {
            let first_lead = leads.trailing_zeros() as usize;
            let image = maps[first_lead].image((block as u64) << inside);
            // The smallest block comes first, so it has its number already.
            let number = if is_smallest(leads) {
                smallest.push(block as u32);
                smallest.len() as u64 - 1
            } else {
                PackedBlock(blocks[(image >> inside) as usize]).place() >> inside
            };
            let within = image & ((1 << inside) - 1);
            blocks[block] = PackedBlock::new(leads.into(), number << inside | within).0;
        }

        let within = if inside <= MOST_LISTED_BITS {
            images_within(&maps, inside)
        } else {
            Vec::new()
        };
        Ok(Self {
            maps,
            inside: inside as u32,
            blocks,
            within,
            smallest,
        })
    }

    /// The number of symmetries, the identity included.
    pub fn order(&self) -> usize {
        self.maps.len()
    }

    /// The number of words of a block's bits.
    pub fn block_words(&self) -> usize {
        1 << (self.inside as usize - WORD_BITS)
    }

    #[inline]
    fn block(&self, index: u64) -> PackedBlock {
        PackedBlock(self.blocks[(index >> self.inside) as usize])
    }

    /// Of the words of a set, from the one with this number on, those of blocks in which an index
    /// represents its orbit: the number of the first word, and the words with only the bits of such
    /// indices.
    ///
    /// # Panics
    /// If the class has fewer words.
    pub fn representatives<'w>(
        &self,
        first: usize,
        words: &'w [u64],
    ) -> impl Iterator<Item = (usize, Cow<'w, [u64]>)> {
        let size = self.block_words().min(words.len()).max(1);
        let blocks = (first..).step_by(size).zip(words.chunks(size));
        blocks.filter_map(move |(first, words)| {
            let block = self.block((first as u64) << WORD_BITS);
            if !block.is_smallest() {
                return None;
            }
            let only_the_identity = block.leads() == 1;
            if only_the_identity {
                return Some((first, Cow::Borrowed(words)));
            }

            let numbered = (first as u64..).zip(words);
            let least = numbered.map(|(number, &word)| self.least_of_word(block, number, word));
            Some((first, least.collect()))
        })
    }

    /// The bits of a word, which has this number, whose indices represent their orbits.
    fn least_of_word(&self, block: PackedBlock, number: u64, word: u64) -> u64 {
        let mut least = 0;
        for bit in ones(word) {
            let index = number << WORD_BITS | u64::from(bit);
            if self.leading(block).all(|map| map.image(index) >= index) {
                least |= 1 << bit;
            }
        }

        least
    }

    /// What the symmetries do that lead to the smallest block.
    #[inline]
    fn leading(&self, block: PackedBlock) -> impl Iterator<Item = &AffineMap> {
        ones(block.leads()).map(|lead| &self.maps[lead as usize])
    }

    /// The place of the representative of this index: its index, counting only blocks in which an
    /// index represents its orbit.
    ///
    /// # Panics
    /// If the index is 64 or more and not below 2^rank.
    #[inline]
    pub fn place(&self, index: u64) -> u64 {
        let block = self.block(index);
        let leads = block.leads();
        let inside = (1 << self.inside) - 1;
        let at = u64::from(leads.trailing_zeros()) << self.inside | index & inside;

        match self.within.get(at as usize) {
            Some(&adds) if leads.is_power_of_two() => block.place() ^ u64::from(adds),
            _ => self.place_in_block(block, index),
        }
    }

    /// The place of an index in its block, if several symmetries lead to the smallest block.
    #[cold]
    fn place_in_block(&self, block: PackedBlock, index: u64) -> u64 {
        let inside = (1 << self.inside) - 1;
        let first = block.place() & !inside;
        self.leading(block)
            .map(|map| first | map.image(index) & inside)
            .min()
            .unwrap_or(first)
    }

    /// Tells the processor that the place of this index will be asked for soon.
    #[inline]
    pub fn prefetch(&self, index: u64) {
        memory::prefetch(&self.blocks, (index >> self.inside) as usize);
    }

    /// The number of places: of indices in blocks in which one represents its orbit.
    pub fn places(&self) -> u64 {
        (self.smallest.len() as u64) << self.inside
    }

    /// The index at a place.
    ///
    /// # Panics
    /// If it is not below the number of [`places`](Self::places).
    #[inline]
    pub fn index(&self, place: u64) -> u64 {
        let block = u64::from(self.smallest[(place >> self.inside) as usize]);
        block << self.inside | place & ((1 << self.inside) - 1)
    }

    /// The size of the orbit that this index represents.
    ///
    /// # Panics
    /// If the index is 64 or more and not below 2^rank.
    pub fn size(&self, index: u64) -> usize {
        let keeping = self
            .leading(self.block(index))
            .filter(|map| map.image(index) == index)
            .count();
        self.order() / keeping.max(1)
    }
}
