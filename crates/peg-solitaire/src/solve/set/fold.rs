//! How a set is folded: its layout, the symmetries that take a block to its images, which blocks are kept, and where the bits of every
//! block are. It holds no positions.

use std::sync::Arc;

use crate::bits::WORD_BITS;
use crate::board::Bitboard;
use crate::class::SymmetryGroup;
use crate::memory::{self, MemoryError};
use crate::solve::layout::Layout;
use crate::solve::mirror::{self, Mirror};

/// A layout, and where the blocks of a set are.
pub(in crate::solve) struct Fold {
    pub layout: Layout,
    /// What each symmetry of the layout except the identity does to a block.
    pub mirrors: Vec<Mirror>,
    /// For each block: the place of the kept block that it is an image of, and in the lowest bits the number of the symmetry that leads
    /// there; or [`NOWHERE`]. In one word, since both are looked up together.
    homes: Vec<u32>,
    /// The number of kept blocks.
    places: usize,
    /// The number of each symmetry's inverse.
    inverses: Vec<usize>,
}

/// The home of a block in which nothing can be reached.
const NOWHERE: u32 = u32::MAX;
/// The bits for the number of a symmetry: a hexagon has twelve.
const SYMMETRY_BITS: u32 = 4;

impl Fold {
    /// A set of which these blocks are kept, in the order of their places.
    pub fn new(layout: Layout, mirrors: Vec<Mirror>, kept: &[u32]) -> Result<Self, MemoryError> {
        let mut homes = memory::list(|| layout.what(), 1 << layout.block_bits)?;
        homes.resize(1 << layout.block_bits, NOWHERE);
        if kept.len() >= (NOWHERE >> SYMMETRY_BITS) as usize {
            let needed = 1_u64 << layout.class.rank() >> 3;
            let available = memory::available();
            return Err(MemoryError { what: layout.what().into(), needed, available });
        }
        let group = &layout.group;
        let inverses: Vec<usize> = (0..group.order()).map(|one| group.inverse(one)).collect();
        for (place, &block) in kept.iter().enumerate() {
            let home = (place as u32) << SYMMETRY_BITS;
            homes[block as usize] = home;
            for (mirror, &inverse) in mirrors.iter().zip(&inverses[1..]) {
                let image = &mut homes[mirror.block(block as usize)];
                if *image == NOWHERE {
                    *image = home | inverse as u32;
                }
            }
        }
        Ok(Self { layout, mirrors, homes, places: kept.len(), inverses })
    }

    /// The same set folded by these of its symmetries.
    pub fn with(all: &Arc<Self>, group: &SymmetryGroup) -> Result<Arc<Self>, MemoryError> {
        if group.order() == all.layout.group.order() {
            return Ok(Arc::clone(all));
        }
        let mut layout = all.layout.clone();
        layout.group = group.clone();
        let mirrors = mirror::mirrors(&layout);
        let first = |&block: &usize| mirrors.iter().all(|mirror| mirror.block(block) >= block);
        let there = (0..all.blocks()).filter(|&block| all.home(block).is_some());
        let kept: Vec<u32> = there.filter(first).map(|block| block as u32).collect();
        Ok(Arc::new(Self::new(layout, mirrors, &kept)?))
    }

    /// The place of the kept block that a block is an image of, and the number of the symmetry that leads there, 0 for a kept one. None if
    /// nothing in the block can be reached.
    #[inline]
    pub fn home(&self, block: usize) -> Option<(usize, usize)> {
        let home = self.homes[block];
        let symmetry = home & ((1 << SYMMETRY_BITS) - 1);
        (home != NOWHERE).then_some(((home >> SYMMETRY_BITS) as usize, symmetry as usize))
    }

    /// The place of a block, if it is a kept one.
    pub fn place(&self, block: usize) -> Option<usize> {
        self.home(block).filter(|&(_, symmetry)| symmetry == 0).map(|(place, _)| place)
    }

    /// The number of words of a block.
    #[inline]
    pub fn block_words(&self) -> usize {
        1 << (self.layout.inside_bits() - WORD_BITS)
    }

    /// The number of blocks, kept or not.
    pub fn blocks(&self) -> usize {
        1 << self.layout.block_bits
    }

    /// The position of bit 0 of a block.
    pub fn origin(&self, block: usize) -> Bitboard {
        self.layout.class.position((block as u64) << self.layout.inside_bits())
    }

    /// The word that has the bit of an index, counted from the first kept block, and the number of the bit in it. None if nothing in the
    /// block is in the set.
    #[inline]
    pub fn find(&self, index: u64) -> Option<(usize, u32)> {
        let bits = self.layout.inside_bits();
        let (place, symmetry) = self.home((index >> bits) as usize)?;
        let index = match symmetry {
            0 => index,
            symmetry => self.mirrors[symmetry - 1].index(index),
        };
        let word = (index & ((1 << bits) - 1)) >> WORD_BITS;
        Some((place * self.block_words() + word as usize, (index & 63) as u32))
    }

    /// For each place, the number of the kept block, and how many blocks are its images, itself included.
    pub fn kept(&self) -> Vec<(u32, u8)> {
        let mut kept = vec![(0, 0); self.places];
        for block in 0..self.blocks() {
            if let Some((place, symmetry)) = self.home(block) {
                kept[place].1 += 1;
                if symmetry == 0 {
                    kept[place].0 = block as u32;
                }
            }
        }
        kept
    }

    /// How many blocks are images of a kept one, itself included.
    pub fn images(&self, block: usize) -> u64 {
        let mut images: Vec<usize> =
            self.mirrors.iter().map(|mirror| mirror.block(block)).chain([block]).collect();
        images.sort_unstable();
        images.dedup();
        images.len() as u64
    }

    /// The positions among these that are in kept blocks: place, number of the word in the block, and bit.
    pub fn starts(&self, starts: &[Bitboard]) -> impl Iterator<Item = (usize, usize, u64)> {
        starts.iter().filter_map(|&start| {
            let index = self.layout.class.index_of_member(start);
            let place = self.place((index >> self.layout.inside_bits()) as usize)?;
            let word = (index >> WORD_BITS) as usize % self.block_words();
            Some((place, word, 1 << (index & 63)))
        })
    }

    /// The symmetry that undoes the one with this number, which is not the identity.
    pub fn back(&self, symmetry: usize) -> &Mirror {
        &self.mirrors[self.inverses[symmetry] - 1]
    }

    /// Writes the words of a block that is an image, and that this symmetry takes to the kept block with these words.
    pub fn unfold_block(&self, block: usize, symmetry: usize, kept: &[u64], words: &mut [u64]) {
        let number = self.mirrors[symmetry - 1].block(block);
        self.back(symmetry).reflect(number, kept, words);
    }
}
