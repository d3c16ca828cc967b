//! Which blocks are kept, and their places: by level (decreasing weight). No block depends on one
//! of the same or of a later level. The blocks are in no list: short tables tell the place of each
//! number, and the number of each place.
//!
//! The *low* bits of a number are mixed into the others, its *top*, by no symmetry. Of the tops
//! that are images of each other, the smallest is kept, with all low bits. Both change the contents
//! of some parity holes, the *shared* ones. Tops with the same content of these are of one *kind*
//! if the holes weigh the same that no low bit changes; so are low bits if, with this content, the
//! others do. The blocks of a kind of tops and a kind of low bits are a rectangle, a *cell*:
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
//! A level has one part in memory. On disk, it has several of the same size, each of which is a
//! *slice*.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use super::layout::IndexLayout;
use crate::class::{content_of, leading, number_of};
use crate::gf2::AffineMap;
use crate::{Result, memory};

/// A part of a level.
#[cfg_attr(
    not(feature = "files"),
    expect(dead_code, reason = "only the places count in memory")
)]
pub(super) struct Slice {
    /// The numbers of the level and of the part, from 0.
    pub level: usize,
    pub part: usize,
    /// The places of its blocks.
    pub places: Range<usize>,
    pub weight: u32,
}

pub(super) struct Places {
    low_bits: usize,
    tops: Vec<Top>,
    /// For each content of the shared parity holes, for each value of the low bits.
    lows: Vec<Low>,
    /// The tops, and the low bits, of each kind, in ascending order.
    kinds_of_tops: Vec<Vec<u32>>,
    kinds_of_lows: Vec<Vec<u32>>,
    /// For each kind of tops, for each kind of low bits, the first place of the cell, or
    /// [`NOWHERE`].
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
    pub fn new(layout: &IndexLayout, heaviest: u32, parts: usize) -> Result<Self> {
        let (inside, low_bits) = (layout.inside_bits(), layout.low_bits());
        let top_bits = layout.block_bits - low_bits;
        let position = |block: u64| layout.class.position(block << inside);
        // The holes that low bits change, and the parity holes among them: tops may change those,
        // too.
        let changed = layout.class.changed_by(inside..inside + low_bits);
        let shared = changed & layout.class.parity_holes() & layout.outer_holes();
        memory::require(layout.what(), layout.tables_needed())?;

        let mut tops = memory::list(|| layout.what(), 1 << top_bits)?;
        tops.resize(1 << top_bits, Top::default());
        let maps: Vec<AffineMap> = layout.maps().collect();
        let leads = leading(|| layout.what(), &maps, inside + low_bits, tops.len())?;
        for (top, leads) in tops.iter_mut().zip(leads) {
            top.symmetry = leads.trailing_zeros() as u8;
            // As many lead to the kept top as leave a top where it is.
            top.images = (maps.len() / leads.count_ones() as usize) as u8;
        }
        // The kinds by content and weight: of tops that of the other holes, of low bits that of the
        // changed ones.
        let mut kinds_of_tops = BTreeMap::<(usize, u32), Vec<u32>>::new();
        for top in (0..1_u64 << top_bits).filter(|&top| tops[top as usize].symmetry == 0) {
            let first = position(top << low_bits);
            let kind = (
                number_of(first, shared),
                layout.block_weight(first.without(changed)),
            );
            kinds_of_tops.entry(kind).or_default().push(top as u32);
        }
        let contents: BTreeSet<usize> = kinds_of_tops.keys().map(|&(content, _)| content).collect();
        let mut kinds_of_lows = BTreeMap::<(usize, u32), Vec<u32>>::new();
        for content in contents {
            let first = position(0) ^ content_of(content, shared);
            for low in 0..1_u64 << low_bits {
                let weight = layout.block_weight((position(low) ^ first) & changed);
                kinds_of_lows
                    .entry((content, weight))
                    .or_default()
                    .push(low as u32);
            }
        }
        let all = 1 << (low_bits + shared.count() as usize);
        let mut lows = memory::list(|| layout.what(), all)?;
        lows.resize(all, Low::default());
        for (kind, (&(content, _), members)) in (0..).zip(&kinds_of_lows) {
            let alike = members.len() as u32;
            for (rank, &low) in (0..).zip(members) {
                lows[content << low_bits | low as usize] = Low { kind, rank, alike };
            }
        }
        let mut order = Vec::new();
        for (kind, (&(content, weight), members)) in (0..).zip(&kinds_of_tops) {
            for (rank, &top) in (0..).zip(members) {
                let top = &mut tops[top as usize];
                (top.kind, top.rank, top.content) = (kind, rank, content as u16);
            }
            for (low, &(of, more)) in (0..).zip(kinds_of_lows.keys()) {
                if of == content && weight + more <= heaviest {
                    order.push((Reverse(weight + more), kind, low));
                }
            }
        }
        let kinds_of_tops: Vec<Vec<u32>> = kinds_of_tops.into_values().collect();
        let kinds_of_lows: Vec<Vec<u32>> = kinds_of_lows.into_values().collect();
        order.sort_unstable();
        let all = kinds_of_tops.len() * kinds_of_lows.len();
        let mut firsts = memory::list(|| layout.what(), all)?;
        firsts.resize(all, NOWHERE);
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
            slices.extend(parts.map(|(part, places)| Slice {
                level,
                part,
                places,
                weight,
            }));
        }
        Ok(Self {
            low_bits,
            tops,
            lows,
            kinds_of_tops,
            kinds_of_lows,
            firsts,
            cells,
            slices,
        })
    }

    pub fn count(&self) -> usize {
        self.slices.last().map_or(0, |slice| slice.places.end)
    }

    #[cfg(feature = "files")]
    pub fn slice_of(&self, place: usize) -> usize {
        self.slices
            .partition_point(|slice| slice.places.end <= place)
    }

    /// The symmetry that leads from a block to the kept one, 0 for a kept one.
    #[inline]
    pub fn symmetry(&self, block: usize) -> usize {
        self.tops[block >> self.low_bits].symmetry.into()
    }

    /// How many images a block has, itself included.
    #[inline]
    pub fn images(&self, block: usize) -> u32 {
        self.tops[block >> self.low_bits].images.into()
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
