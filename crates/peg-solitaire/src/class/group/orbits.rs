//! The orbits of a group of symmetries on the dense indices of a class. The smallest index
//! represents its orbit. Fast for loops over a whole class.
//!
//! A symmetry usually moves whole *blocks*: positions that share the high bits of their index. Then
//! the number of a block determines which symmetry leads to the smallest index. If every other
//! symmetry moves a block to a larger one, each of its positions represents its orbit.
//!
//! ```text
//!  index   | number of the block | bits inside |
//!             0  stays, the others go up: every position represents its orbit
//!             1  goes to 0 by one symmetry: nothing here represents an orbit
//!             2  stays, by two symmetries: they exchange positions inside
//! ```

use std::borrow::Cow;

use super::SymmetryGroup;
use crate::bits::{WORD_BITS, ones};
use crate::class::PositionClass;
use crate::gf2::AffineMap;
use crate::{Result, memory, parallel};

/// The maximum number of bits that number blocks. Small blocks save more work, but each needs an
/// entry in a table; if the symmetries don't move that many blocks, the second number applies.
const BLOCK_BITS: [usize; 2] = [20, 24];
/// The number of blocks that are mapped as one piece of work.
const RUN: usize = 1 << 12;
/// The most bits inside a block for a list of all their images.
const MOST_WITHIN: usize = 16;

/// The orbits of a group on the indices of a class.
#[derive(Debug)]
pub struct Orbits {
    /// What each symmetry does to an index, the identity first. One by one: mostly one or two are
    /// looked up, and the first decides.
    maps: Vec<AffineMap>,
    /// The number of bits of the index inside a block.
    inside: u32,
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
struct Entry(u64);

impl Entry {
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
    let mut all = memory::zeros(what, count)?;
    parallel::map(all.chunks_mut(RUN).enumerate(), |(run, all)| {
        for (block, leads) in (RUN * run..).zip(all) {
            let mut least = block as u64;
            for (number, map) in maps.iter().enumerate() {
                let image = map.image((block as u64) << inside) >> inside;
                if image < least {
                    (least, *leads) = (image, 0);
                }
                *leads |= u16::from(image == least) << number;
            }
        }
    });
    Ok(all)
}

impl Orbits {
    /// The orbits of a group, which must map the class to itself.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn new(class: &PositionClass, group: &SymmetryGroup) -> Result<Self> {
        let maps: Vec<AffineMap> = group.index_maps(class).collect();
        let rank = class.rank();
        let moved = |&inside: &usize| maps.iter().all(|map| moves_blocks(map, inside));
        let smallest = |most: usize| (rank.saturating_sub(most).max(WORD_BITS)..rank).find(moved);
        // If the symmetries move no smaller blocks, or there is one symmetry, everything is one
        // block.
        let found = if group.order() > 1 {
            BLOCK_BITS.into_iter().find_map(smallest)
        } else {
            None
        };
        let inside = found.unwrap_or(rank.max(WORD_BITS));
        let count = 1_usize << rank.saturating_sub(inside);
        let what = || format!("the symmetry classes of {}", class.board());
        let leads = leading(what, &maps, inside, count)?;
        let is_smallest = |leads: &&u16| **leads & 1 == 1;
        let mut smallest = memory::list(what, leads.iter().filter(is_smallest).count())?;
        let mut blocks = memory::zeros::<u64, _>(what, count)?;
        for (block, leads) in leads.into_iter().enumerate() {
            let image = maps[leads.trailing_zeros() as usize].image((block as u64) << inside);
            // The smallest block comes first, so it has its number already.
            let number = if is_smallest(&&leads) {
                smallest.push(block as u32);
                smallest.len() as u64 - 1
            } else {
                Entry(blocks[(image >> inside) as usize]).place() >> inside
            };
            let within = image & ((1 << inside) - 1);
            blocks[block] = Entry::new(leads.into(), number << inside | within).0;
        }
        let mut within = Vec::new();
        if inside <= MOST_WITHIN {
            for map in &maps {
                let origin = map.image(0);
                within.extend((0..1 << inside).map(|index| (map.image(index) ^ origin) as u32));
            }
        }
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
    fn entry(&self, index: u64) -> Entry {
        Entry(self.blocks[(index >> self.inside) as usize])
    }

    /// Of the words of a set, from the one with this number on, those of blocks in which an index
    /// represents its orbit: the number of the first word, and the words with only the bits of such
    /// indices.
    pub fn representatives<'w>(
        &self,
        first: usize,
        words: &'w [u64],
    ) -> impl Iterator<Item = (usize, Cow<'w, [u64]>)> {
        let run = self.block_words().min(words.len());
        (first..)
            .step_by(run)
            .zip(words.chunks(run))
            .filter_map(move |(first, words)| {
                let entry = self.entry((first as u64) << WORD_BITS);
                let is_least =
                    |index: u64| self.leading(entry).all(|map| map.image(index) >= index);
                let least = |(number, &word): (u64, &u64)| {
                    let is_least = |&bit: &u32| is_least(number << WORD_BITS | u64::from(bit));
                    ones(word).filter(is_least).map(|bit| 1 << bit).sum()
                };
                entry.is_smallest().then(|| match entry.leads() {
                    1 => (first, Cow::Borrowed(words)),
                    _ => (first, (first as u64..).zip(words).map(least).collect()),
                })
            })
    }

    /// What the symmetries do that lead to the smallest block.
    #[inline]
    fn leading(&self, entry: Entry) -> impl Iterator<Item = &AffineMap> {
        ones(entry.leads()).map(|lead| &self.maps[lead as usize])
    }

    /// The place of the representative of this index: its index, counting only blocks in which an
    /// index represents its orbit.
    #[inline]
    pub fn place(&self, index: u64) -> u64 {
        let entry = self.entry(index);
        let leads = entry.leads();
        let inside = (1 << self.inside) - 1;
        let at = u64::from(leads.trailing_zeros()) << self.inside | index & inside;
        match self.within.get(at as usize) {
            Some(&adds) if leads.is_power_of_two() => entry.place() ^ u64::from(adds),
            _ => self.place_in_block(entry, index),
        }
    }

    /// The place of an index in its block, if several symmetries lead to the smallest block.
    #[cold]
    fn place_in_block(&self, entry: Entry, index: u64) -> u64 {
        let inside = (1 << self.inside) - 1;
        let first = entry.place() & !inside;
        let places = self
            .leading(entry)
            .map(|map| first | map.image(index) & inside);
        places.min().unwrap_or(first)
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
    #[inline]
    pub fn index(&self, place: u64) -> u64 {
        let block = u64::from(self.smallest[(place >> self.inside) as usize]);
        block << self.inside | place & ((1 << self.inside) - 1)
    }

    /// The size of the orbit that this index represents.
    pub fn size(&self, index: u64) -> usize {
        let leading = self.leading(self.entry(index));
        self.order()
            / leading
                .filter(|map| map.image(index) == index)
                .count()
                .max(1)
    }
}
