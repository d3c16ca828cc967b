//! Which blocks are kept, and their places: by level (decreasing weight). No block depends on one of the same or of a
//! later level. The blocks are in no list: short tables tell the place of each number, and the number of each place.
//!
//! The *low* bits of a number are mixed into the others, its *top*, by no symmetry. Of the tops that are images of each other, the smallest
//! is kept, with all low bits. A block weighs what its top weighs with low bits 0, and what its low bits add. That depends on the contents
//! of the parity holes that both have a say in. So tops of the same weight and contents are of one *kind*, as are low bits that
//! add the same, and the blocks of a kind of tops and a kind of low bits are a rectangle, a *cell*:
//!
//! ```text
//!              low bits of a kind
//!            .------------------.
//!   tops of  |  0   1   2   3   |      place = first of the cell
//!   a kind   |  4   5   6   7   |            + rank of the top * number of low bits of the kind
//!            |  8   9  10  11   |            + rank of the low bits
//!            '------------------'
//! ```
//!
//! A level has one part in memory. On disk, it has several of the same size, each of which is a *slice*.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::ops::Range;

use super::layout::Layout;
use crate::class::{leading, number_of};
use crate::gf2::AffineMap;
use crate::{Result, memory};

/// A part of a level.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slice {
    /// The number of the level, from 0.
    pub level: usize,
    /// The number of the part, from 0.
    pub part: usize,
    /// The places of its blocks.
    pub places: Range<usize>,
    pub(super) weight: u32,
}

pub(super) struct Places {
    low_bits: usize,
    tops: Vec<Top>,
    /// For each content of the shared parity holes, for each value of the low bits.
    lows: Vec<Low>,
    /// The tops, and the low bits, of each kind, in ascending order.
    kinds_of_tops: Vec<Vec<u32>>,
    kinds_of_lows: Vec<Vec<u32>>,
    /// For each kind of tops, for each kind of low bits, the first place of the cell, or [`NOWHERE`].
    firsts: Vec<usize>,
    /// The cells in the order of their places: the first place, and the two kinds.
    cells: Vec<(usize, u32, u32)>,
    /// The slices in the order in which they are computed.
    pub slices: Vec<Slice>,
}

#[derive(Clone, Copy, Default)]
struct Top {
    kind: u32,
    rank: u32,
    /// The number of the symmetry that leads to the kept top, and of the different images.
    symmetry: u8,
    images: u8,
    /// The content of the shared parity holes.
    content: u16,
}

#[derive(Clone, Copy, Default)]
struct Low {
    kind: u32,
    rank: u32,
    /// How many are of its kind.
    alike: u32,
}

const NOWHERE: usize = usize::MAX;

impl Places {
    /// The blocks that weigh at most as much as the heaviest, each level in `parts` parts.
    pub fn new(layout: &Layout, heaviest: u32, parts: usize) -> Result<Self> {
        let low_bits = layout.low_bits();
        let top_bits = layout.block_bits - low_bits;
        let position = |block: u64| layout.class.position(block << layout.inside_bits());
        let weight = |block: u64| layout.block_weight(position(block));
        // The parity holes outside the blocks that low bits change, and so do tops.
        let inside = layout.inside_bits();
        let changed = layout.class.changed_by(inside..inside + low_bits);
        let shared = changed & layout.class.parity_holes() & layout.outer_holes();
        memory::require(layout.what(), layout.tables_needed())?;

        let mut tops = memory::list(|| layout.what(), 1 << top_bits)?;
        tops.resize(1 << top_bits, Top::default());
        let maps: Vec<AffineMap> = layout.maps().collect();
        let leads = leading(|| layout.what(), &maps, layout.inside_bits() + low_bits, tops.len())?;
        for (top, leads) in tops.iter_mut().zip(leads) {
            top.symmetry = leads.trailing_zeros() as u8;
            // As many lead to the kept top as leave a top where it is.
            top.images = (maps.len() / leads.count_ones() as usize) as u8;
        }
        let mut kinds = BTreeMap::<_, Vec<u32>>::new();
        for number in (0..1_u64 << top_bits).filter(|&top| tops[top as usize].symmetry == 0) {
            let block = number << low_bits;
            let content = number_of(position(block), shared);
            kinds.entry((content, weight(block))).or_default().push(number as u32);
        }
        let all = 1 << (low_bits + shared.count() as usize);
        let mut lows = memory::list(|| layout.what(), all)?;
        lows.resize(all, Low::default());
        // For each content, the kinds of low bits: what they add to the weight.
        let mut added = vec![Vec::new(); 1 << shared.count()];
        let mut kinds_of_lows = Vec::new();
        for (&(content, top_weight), members) in &kinds {
            if !added[content].is_empty() {
                continue;
            }
            let top = u64::from(members[0]) << low_bits;
            let mut kinds = BTreeMap::<_, Vec<u32>>::new();
            for low in 0..1_u64 << low_bits {
                let adds = i64::from(weight(top | low)) - i64::from(top_weight);
                kinds.entry(adds).or_default().push(low as u32);
            }
            for (adds, members) in kinds {
                let kind = kinds_of_lows.len() as u32;
                for (rank, &low) in (0..).zip(&members) {
                    let alike = members.len() as u32;
                    lows[content << low_bits | low as usize] = Low { kind, rank, alike };
                }
                added[content].push((adds, kind));
                kinds_of_lows.push(members);
            }
        }
        let mut order = Vec::new();
        let mut kinds_of_tops = Vec::new();
        for ((content, weight), members) in kinds {
            let kind = kinds_of_tops.len() as u32;
            for (rank, &top) in (0..).zip(&members) {
                let content = content as u16;
                tops[top as usize] = Top { kind, rank, content, ..tops[top as usize] };
            }
            for &(adds, low) in &added[content] {
                let weight = (i64::from(weight) + adds) as u32;
                if weight <= heaviest {
                    order.push((Reverse(weight), kind, low));
                }
            }
            kinds_of_tops.push(members);
        }
        order.sort_unstable();
        let mut firsts = memory::list(|| layout.what(), kinds_of_tops.len() * kinds_of_lows.len())?;
        firsts.resize(kinds_of_tops.len() * kinds_of_lows.len(), NOWHERE);
        let mut cells = memory::list(|| layout.what(), order.len())?;
        let (mut slices, mut end) = (Vec::new(), 0);
        for (level, of_level) in order.chunk_by(|one, next| one.0 == next.0).enumerate() {
            let begin = end;
            for &(_, top, low) in of_level {
                firsts[top as usize * kinds_of_lows.len() + low as usize] = end;
                cells.push((end, top, low));
                end += kinds_of_tops[top as usize].len() * kinds_of_lows[low as usize].len();
            }
            let (Reverse(weight), ..) = of_level[0];
            let cut = |part: usize| begin + (end - begin) * part / parts;
            let parts = (0..parts).map(|part| (part, cut(part)..cut(part + 1)));
            let parts = parts.filter(|(_, places)| !places.is_empty());
            slices.extend(parts.map(|(part, places)| Slice { level, part, places, weight }));
        }
        Ok(Self { low_bits, tops, lows, kinds_of_tops, kinds_of_lows, firsts, cells, slices })
    }

    pub fn count(&self) -> usize {
        self.slices.last().map_or(0, |slice| slice.places.end)
    }

    #[cfg(feature = "files")]
    pub fn slice_of(&self, place: usize) -> usize {
        self.slices.partition_point(|slice| slice.places.end <= place)
    }

    /// The symmetry that leads from a block to the kept one, 0 for a kept one, and how many images it has, itself included.
    #[inline]
    pub fn symmetry(&self, block: usize) -> (usize, u64) {
        let top = &self.tops[block >> self.low_bits];
        (top.symmetry.into(), top.images.into())
    }

    /// The place of a block whose top is kept. None if it is too heavy.
    #[inline]
    pub fn place(&self, block: usize) -> Option<usize> {
        let top = &self.tops[block >> self.low_bits];
        let content = usize::from(top.content);
        let low = &self.lows[content << self.low_bits | block & ((1 << self.low_bits) - 1)];
        let first = self.firsts[top.kind as usize * self.kinds_of_lows.len() + low.kind as usize];
        let within = top.rank as usize * low.alike as usize + low.rank as usize;
        (first != NOWHERE).then(|| first + within)
    }

    #[inline]
    pub fn block(&self, place: usize) -> usize {
        let cell = self.cells.partition_point(|&(first, _, _)| first <= place) - 1;
        let (first, top, low) = self.cells[cell];
        let lows = &self.kinds_of_lows[low as usize];
        let top = self.kinds_of_tops[top as usize][(place - first) / lows.len()];
        (top as usize) << self.low_bits | lows[(place - first) % lows.len()] as usize
    }
}
