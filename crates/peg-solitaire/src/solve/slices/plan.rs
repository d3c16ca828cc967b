//! The plan of a set in slices: which there are, what each is computed from, and what that takes.
//! Nothing is computed here.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;
use std::sync::Arc;

use crate::board::{Bitboard, Hole, Jump, SmallBoard};
use crate::data_file::CHUNK;
use crate::solve::layout::IndexLayout;
use crate::solve::places::Slice;
use crate::solve::set::Fold;
use crate::{Error, Result, memory};

/// The disk space and memory that computing a set in slices needs, and the number of slices and
/// parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SliceNeeds {
    /// The bytes on disk.
    pub disk: u64,
    /// The least memory in bytes: what is known of the blocks, and the two largest slices.
    pub least_memory: u64,
    /// The number of slices.
    pub slices: usize,
    /// How many parts each level has at most.
    pub parts: usize,
}

/// The name of a slice, `012-1`: the numbers of its level and of its part of the level, from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SliceName {
    /// The number of the level.
    pub level: usize,
    /// The number of the part.
    pub part: usize,
}

impl fmt::Display for SliceName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03}-{}", self.level, self.part)
    }
}

impl FromStr for SliceName {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (level, part) = text.split_once('-')?;

            Some(Self {
                level: level.parse().ok()?,
                part: part.parse().ok()?,
            })
        };
        parse().ok_or("a slice is named by its level and part, as in 012-1")
    }
}

/// A slice of a plan.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PlannedSlice {
    /// Its name.
    pub name: SliceName,
    /// The levels whose slices it is computed from.
    pub needs: Vec<usize>,
    /// The bytes of the slices that it is computed from.
    pub bytes_read: u64,
    /// The bytes of its file, about.
    pub bytes_written: u64,
    /// The least memory in bytes that computing it takes, in addition to the program's own.
    pub memory: u64,
}

/// A plan: a board and a start, cut into slices.
pub struct Slicing {
    pub(super) fold: Arc<Fold>,
    pub(super) start: Bitboard,
    /// What jumps take away from the weight of a block, 0 left out. So a level is computed from
    /// those that are heavier by one of these.
    pub(super) drops: BTreeSet<u32>,
    pub(super) parts: usize,
}

impl Slicing {
    /// Cuts the set of a board into slices, each level in this many parts (64 at most), or the
    /// number that suits its size; in one where jumps lead from a level to itself.
    ///
    /// # Errors
    /// When the start is not on the board, or there is not enough memory for their tables.
    pub fn new(board: &SmallBoard, start: Bitboard, parts: Option<usize>) -> Result<Self> {
        let (layout, least) = laid_out(board, start)?;
        let usual = least.disk / (least.slices as u64 / least.parts as u64 * USUAL_BYTES);
        let parts = parts.unwrap_or(usual as usize).clamp(1, least.parts);

        let weight = |hole: Hole| layout.block_weight(hole.bit());
        let drop = |jump: Jump| {
            let taken = weight(jump.from()) + weight(jump.over());
            taken.saturating_sub(weight(jump.to()))
        };
        let mut drops: BTreeSet<u32> = board.each_jump().map(drop).collect();
        drops.remove(&0);

        let heaviest = layout.heaviest(&[start]);
        Ok(Self {
            fold: Arc::new(Fold::new(layout, heaviest, parts)?),
            start,
            drops,
            parts,
        })
    }

    /// The board of the set.
    pub fn board(&self) -> &SmallBoard {
        self.fold.layout.class.board()
    }

    /// The position that all others are reached from.
    pub fn start(&self) -> Bitboard {
        self.start
    }

    /// What computing the set takes.
    pub fn needs(&self) -> SliceNeeds {
        let slices = &self.fold.places.slices;
        let memory = slices.iter().map(|slice| self.memory_of(slice));
        SliceNeeds {
            disk: self.disk_of(slices.iter()),
            least_memory: memory.max().unwrap_or(self.tables()),
            slices: slices.len(),
            parts: self.parts,
        }
    }

    /// The slices in the order in which one process computes them.
    pub fn slices(&self) -> Vec<PlannedSlice> {
        let slices = &self.fold.places.slices;
        let mut planned = Vec::new();
        for slice in slices {
            let inputs: Vec<&Slice> = self.inputs_of(slice).collect();

            let levels: BTreeSet<usize> = inputs.iter().map(|input| input.level).collect();
            planned.push(PlannedSlice {
                name: slice.name(),
                needs: levels.into_iter().collect(),
                bytes_read: self.disk_of(inputs.into_iter()),
                bytes_written: self.disk_of([slice].into_iter()),
                memory: self.memory_of(slice),
            });
        }
        planned
    }

    /// The slices that one is computed from: those of heavier levels from which jumps lead to its
    /// own.
    pub(super) fn inputs_of(&self, slice: &Slice) -> impl Iterator<Item = &Slice> {
        let weight = slice.weight;
        let slices = self.fold.places.slices.iter();
        slices
            .take_while(move |earlier| earlier.weight > weight)
            .filter(move |earlier| self.drops.contains(&(earlier.weight - weight)))
    }

    /// The most that a jump takes away from the weight of a block: heavier slices are not needed.
    pub(super) fn largest_drop(&self) -> u32 {
        self.drops.last().copied().unwrap_or(0)
    }

    fn memory_of(&self, slice: &Slice) -> u64 {
        let words = slice.places.len() * self.fold.block_words();
        self.tables() + 8 * slices_held(&self.fold.layout) * words as u64
    }

    /// The bytes that slices take on disk, about.
    pub(super) fn disk_of<'s>(&self, slices: impl Iterator<Item = &'s Slice>) -> u64 {
        let words = self.fold.block_words() as u64;
        slices
            .map(|slice| file_bytes(slice.places.len() as u64, words))
            .sum()
    }

    /// The memory in bytes for what is known of the blocks, while slices are computed.
    pub fn tables(&self) -> u64 {
        // For each kept block, a byte says whether anything is in it.
        self.fold.layout.tables_needed()
            + self.fold.places.count() as u64
            + least_cache_bytes(&self.fold)
    }
}

impl Slice {
    pub(super) fn name(&self) -> SliceName {
        SliceName {
            level: self.level,
            part: self.part,
        }
    }
}

/// How many slices are in memory at least: one that is written and one that is computed, twice if
/// it is visited again and again.
fn slices_held(layout: &IndexLayout) -> u64 {
    if layout.blocks.exact { 2 } else { 3 }
}

/// A slice has about this many bytes, if nothing else is asked for.
const USUAL_BYTES: u64 = 32 << 20;
const MOST_PARTS: usize = 64;

/// The layout of a set in slices, and what computing it takes in as many parts as can be, if there
/// is the memory for it. That is arithmetic: nothing is listed.
pub(super) fn laid_out(board: &SmallBoard, start: Bitboard) -> Result<(IndexLayout, SliceNeeds)> {
    if !board.full().contains(start) {
        return Err(Error::outside("start", board));
    }

    let layout = IndexLayout::new(board, start);
    let parts = if layout.blocks.exact { MOST_PARTS } else { 1 };
    let by_weight = layout.blocks_by_weight();
    let levels = by_weight
        .range(..=layout.heaviest(&[start]))
        .map(|(_, &blocks)| blocks);
    let bytes = |blocks: u128| {
        let kept = blocks / layout.group.order() as u128;
        u64::try_from(kept << layout.inside_bits() >> 3).unwrap_or(u64::MAX)
    };

    let largest = bytes(levels.clone().max().unwrap_or(0)) / parts as u64;
    let needs = SliceNeeds {
        disk: bytes(levels.clone().sum()),
        least_memory: largest.saturating_mul(slices_held(&layout)),
        slices: levels.count() * parts,
        parts,
    };
    memory::require(format!("the slices of {board}"), needs.least_memory)?;
    Ok((layout, needs))
}

/// The number of bytes of a file with `blocks` blocks, about: its header is shorter than 4 KiB
/// without the checksums.
fn file_bytes(blocks: u64, block_words: u64) -> u64 {
    let words = blocks * block_words;
    let header = 1024 + 4 * words.div_ceil(CHUNK as u64);
    header.next_multiple_of(4096) + 8 * words
}

/// The most bytes of the chunks that are kept of slices on disk, if there is no more room.
const USUAL_CACHE_BYTES: u64 = 1 << 26;

/// The bytes of the chunks that are kept of slices on disk: chunks have several blocks, of which
/// one after the other is read, or blocks have several chunks.
pub(super) fn least_cache_bytes(fold: &Fold) -> u64 {
    USUAL_CACHE_BYTES
        .min(set_bytes(fold) / 64)
        .max(8 * CHUNK as u64)
}

pub(super) fn set_bytes(fold: &Fold) -> u64 {
    8 * (fold.places.count() * fold.block_words()) as u64
}
