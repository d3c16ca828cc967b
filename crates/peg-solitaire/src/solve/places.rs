//! Which blocks are kept, and where. Kept blocks lie in memory level by level, the heaviest first,
//! because no block depends on one of the same or of a later level. They are in no list: short
//! tables give the place of each block's number, and the number at each place.
//!
//! The number of a block has two parts. No symmetry mixes its *low* bits with the others, its
//! *top*. Of the tops that are images of each other, the smallest is kept, with all low bits.
//!
//! The weight of a block is that of its top and that of its low bits, but for one thing: both
//! change the contents of some parity holes, the *shared* ones. So tops are of one *kind* if they
//! have the same content of the shared holes, and the other holes that no low bit changes weigh the
//! same. Given this content, low bits are of one kind if the holes that they change weigh the same.
//! The blocks of a kind of tops and a kind of low bits all weigh the same. They are a rectangle, a
//! *cell*:
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
use crate::board::Bitboard;
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
    /// The tops of each kind, in ascending order.
    kinds_of_tops: Vec<Vec<u32>>,
    /// The low bits of each kind, in ascending order.
    kinds_of_lows: Vec<Vec<u32>>,
    /// For each kind of tops, for each kind of low bits, the first place of the cell, or
    /// [`NO_PLACE`].
    firsts: Vec<usize>,
    /// The cells in the order of their places.
    cells: Vec<Rectangle>,
    /// The slices in the order in which they are computed.
    pub slices: Vec<Slice>,
}

#[derive(Clone, Copy, Default)]
struct Top {
    kind: u32,
    /// How many of its kind come before it.
    rank: u32,
    /// The number of the symmetry that leads to the kept top.
    symmetry: u8,
    /// The number of different images.
    images: u8,
    /// The content of the shared parity holes.
    content: u16,
}

#[derive(Clone, Copy, Default)]
struct Low {
    kind: u32,
    /// How many of its kind come before them.
    rank: u32,
    /// How many are of its kind.
    alike: u32,
}

/// A cell, by its first place and its two kinds.
struct Rectangle {
    first: usize,
    top_kind: u32,
    low_kind: u32,
}

/// What tops, or low bits, of one kind have in common. Kinds are numbered in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct KindKey {
    /// The content of the shared parity holes.
    content: usize,
    /// Of tops the weight of the other holes, of low bits that of the changed ones.
    weight: u32,
}

/// The tops, or low bits, of each kind, in ascending order.
type Kinds = BTreeMap<KindKey, Vec<u32>>;

/// Blocks too heavy to be reached have no place.
const NO_PLACE: usize = usize::MAX;

/// How a layout's block numbers split into tops and low bits.
struct Split<'l> {
    layout: &'l IndexLayout,
    low_bits: usize,
    top_bits: usize,
    /// The holes that low bits change.
    changed: Bitboard,
    /// The parity holes among them. Tops may change those, too.
    shared: Bitboard,
}

impl<'l> Split<'l> {
    fn of(layout: &'l IndexLayout) -> Self {
        let low_bits = layout.low_bits();
        let inside = layout.inside_bits();
        let changed = layout.class.changed_by(inside..inside + low_bits);

        Self {
            layout,
            low_bits,
            top_bits: layout.block_bits - low_bits,
            changed,
            shared: changed & layout.class.parity_holes() & layout.outer_holes(),
        }
    }

    /// The first position of a block.
    fn origin(&self, block: u64) -> Bitboard {
        self.layout
            .class
            .position(block << self.layout.inside_bits())
    }

    /// The tops with their symmetries. Kinds are not known yet.
    fn tops(&self) -> Result<Vec<Top>> {
        let layout = self.layout;
        let mut tops = memory::list(|| layout.what(), 1 << self.top_bits)?;
        tops.resize(1 << self.top_bits, Top::default());

        let maps: Vec<AffineMap> = layout.maps().collect();
        let inside = layout.inside_bits() + self.low_bits;
        let leads = leading(|| layout.what(), &maps, inside, tops.len())?;
        for (top, leads) in tops.iter_mut().zip(leads) {
            top.symmetry = leads.trailing_zeros() as u8;
            // As many lead to the kept top as leave a top where it is.
            top.images = (maps.len() / leads.count_ones() as usize) as u8;
        }
        Ok(tops)
    }

    /// The kinds of the tops that are kept.
    fn kinds_of_tops(&self, tops: &[Top]) -> Kinds {
        let mut kinds = Kinds::new();
        for (number, top) in (0..).zip(tops) {
            if top.symmetry != 0 {
                continue;
            }

            let origin = self.origin(u64::from(number) << self.low_bits);
            let key = KindKey {
                content: number_of(origin, self.shared),
                weight: self.layout.block_weight(origin.without(self.changed)),
            };
            kinds.entry(key).or_default().push(number);
        }
        kinds
    }

    /// The kinds of low bits, for each of these contents of the shared holes.
    fn kinds_of_lows(&self, contents: BTreeSet<usize>) -> Kinds {
        let mut kinds = Kinds::new();
        for content in contents {
            let first = self.origin(0) ^ content_of(content, self.shared);
            for low in 0..1_u32 << self.low_bits {
                let position = self.origin(low.into()) ^ first;
                let key = KindKey {
                    content,
                    weight: self.layout.block_weight(position & self.changed),
                };
                kinds.entry(key).or_default().push(low);
            }
        }
        kinds
    }

    /// The low bits, by content of the shared holes and by value.
    fn lows(&self, kinds: &Kinds) -> Result<Vec<Low>> {
        let count = 1 << (self.low_bits + self.shared.count() as usize);
        let mut lows = memory::list(|| self.layout.what(), count)?;
        lows.resize(count, Low::default());

        for (kind, (key, members)) in (0..).zip(kinds) {
            let alike = members.len() as u32;
            for (rank, &low) in (0..).zip(members) {
                lows[key.content << self.low_bits | low as usize] = Low { kind, rank, alike };
            }
        }
        Ok(lows)
    }
}

/// A cell before it has a place. The heaviest come first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct WeighedCell {
    weight: Reverse<u32>,
    top_kind: u32,
    low_kind: u32,
}

/// The cells that weigh at most as much as the heaviest, in the order of their places.
fn cells_by_weight(tops: &Kinds, lows: &Kinds, heaviest: u32) -> Vec<WeighedCell> {
    let mut cells = Vec::new();
    for (top_kind, top) in (0..).zip(tops.keys()) {
        for (low_kind, low) in (0..).zip(lows.keys()) {
            let weight = top.weight + low.weight;
            if top.content == low.content && weight <= heaviest {
                cells.push(WeighedCell {
                    weight: Reverse(weight),
                    top_kind,
                    low_kind,
                });
            }
        }
    }

    cells.sort_unstable();
    cells
}

/// A level in so many parts of about the same size, without those that would be empty.
fn cut(level: usize, weight: u32, places: Range<usize>, parts: usize) -> Vec<Slice> {
    let begin = |part: usize| places.start + places.len() * part / parts;

    let mut slices = Vec::new();
    for part in 0..parts {
        let places = begin(part)..begin(part + 1);
        if !places.is_empty() {
            slices.push(Slice {
                level,
                part,
                places,
                weight,
            });
        }
    }
    slices
}

impl Places {
    /// The blocks that weigh at most as much as the heaviest, each level in `parts` parts.
    pub fn new(layout: &IndexLayout, heaviest: u32, parts: usize) -> Result<Self> {
        memory::require(layout.what(), layout.tables_needed())?;
        let split = Split::of(layout);
        let mut tops = split.tops()?;
        let tops_by_kind = split.kinds_of_tops(&tops);
        let contents = tops_by_kind.keys().map(|key| key.content).collect();
        let lows_by_kind = split.kinds_of_lows(contents);
        let lows = split.lows(&lows_by_kind)?;

        for (kind, (key, members)) in (0..).zip(&tops_by_kind) {
            for (rank, &top) in (0..).zip(members) {
                let top = &mut tops[top as usize];
                top.kind = kind;
                top.rank = rank;
                top.content = key.content as u16;
            }
        }

        let cells = cells_by_weight(&tops_by_kind, &lows_by_kind, heaviest);
        let places = Self {
            low_bits: split.low_bits,
            tops,
            lows,
            kinds_of_tops: tops_by_kind.into_values().collect(),
            kinds_of_lows: lows_by_kind.into_values().collect(),
            firsts: Vec::new(),
            cells: Vec::new(),
            slices: Vec::new(),
        };
        places.with_cells(&cells, parts, || layout.what())
    }

    /// Gives these cells their places.
    fn with_cells(
        mut self,
        cells: &[WeighedCell],
        parts: usize,
        what: impl Fn() -> String,
    ) -> Result<Self> {
        let pairs = self.kinds_of_tops.len() * self.kinds_of_lows.len();
        self.firsts = memory::list(&what, pairs)?;
        self.firsts.resize(pairs, NO_PLACE);
        self.cells = memory::list(&what, cells.len())?;

        let mut end = 0;
        let levels = cells.chunk_by(|cell, next| cell.weight == next.weight);
        for (level, cells) in levels.enumerate() {
            let begin = end;
            for cell in cells {
                let pair = self.pair(cell.top_kind, cell.low_kind);
                self.firsts[pair] = end;
                self.cells.push(Rectangle {
                    first: end,
                    top_kind: cell.top_kind,
                    low_kind: cell.low_kind,
                });
                end += self.kinds_of_tops[cell.top_kind as usize].len()
                    * self.kinds_of_lows[cell.low_kind as usize].len();
            }
            let Reverse(weight) = cells[0].weight;
            self.slices.extend(cut(level, weight, begin..end, parts));
        }
        Ok(self)
    }

    /// Where the first place of a cell is.
    #[inline]
    fn pair(&self, top_kind: u32, low_kind: u32) -> usize {
        top_kind as usize * self.kinds_of_lows.len() + low_kind as usize
    }

    /// The number of blocks that have a place.
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
        let low_value = block & ((1 << self.low_bits) - 1);
        let low = &self.lows[content << self.low_bits | low_value];

        let first = self.firsts[self.pair(top.kind, low.kind)];
        let within = top.rank as usize * low.alike as usize + low.rank as usize;
        (first != NO_PLACE).then(|| first + within)
    }

    /// The number of the block at a place.
    #[inline]
    pub fn block(&self, place: usize) -> usize {
        let number = self.cells.partition_point(|cell| cell.first <= place) - 1;
        let cell = &self.cells[number];
        let tops = &self.kinds_of_tops[cell.top_kind as usize];
        let lows = &self.kinds_of_lows[cell.low_kind as usize];

        let within = place - cell.first;
        let top = tops[within / lows.len()] as usize;
        let low = lows[within % lows.len()] as usize;
        top << self.low_bits | low
    }
}
