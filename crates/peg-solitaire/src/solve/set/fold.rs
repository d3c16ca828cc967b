//! How a set is folded: its layout, the symmetries that turn a block into its images, and which blocks are kept. It holds no positions.

use std::sync::Arc;

use super::Homes;
use crate::board::Bitboard;
use crate::class::{SymmetryGroup, WORD_BITS};
use crate::memory::MemoryError;
use crate::solve::kernel::Instructions;
use crate::solve::layout::Layout;
use crate::solve::mirror::{self, Mirror};

/// A layout, and where the blocks of a set are.
pub(in crate::solve) struct Fold {
    pub layout: Layout,
    /// What each symmetry of the layout except the identity does to a block.
    pub mirrors: Vec<Mirror>,
    pub homes: Homes,
}

impl Fold {
    /// A set of which these blocks are kept, in the order of their places.
    pub fn new(layout: Layout, mirrors: Vec<Mirror>, kept: &[u32]) -> Result<Self, MemoryError> {
        let homes = Homes::new(&layout, &mirrors, kept)?;
        Ok(Self { layout, mirrors, homes })
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
        let there = (0..all.blocks()).filter(|&block| all.homes.of(block).is_some());
        let kept: Vec<u32> = there.filter(first).map(|block| block as u32).collect();
        Ok(Arc::new(Self::new(layout, mirrors, &kept)?))
    }

    /// The same without any blocks.
    pub fn emptied(&self) -> Result<Self, MemoryError> {
        let layout = self.layout.clone();
        let mirrors = mirror::mirrors(&layout);
        Self::new(layout, mirrors, &[])
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
        let (place, turn) = self.homes.of((index >> bits) as usize)?;
        let index = match turn {
            0 => index,
            turn => self.mirrors[turn - 1].index(index),
        };
        let word = (index & ((1 << bits) - 1)) >> WORD_BITS;
        Some((place * self.block_words() + word as usize, (index & 63) as u32))
    }

    /// For each place, the number of the kept block, and how many blocks are its images, itself included.
    pub fn kept(&self) -> Vec<(u32, u8)> {
        let mut kept = vec![(0, 0); self.homes.places()];
        for block in 0..self.blocks() {
            if let Some((place, turn)) = self.homes.of(block) {
                kept[place].1 += 1;
                if turn == 0 {
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
            let place = self.homes.kept((index >> self.layout.inside_bits()) as usize)?;
            let word = (index >> WORD_BITS) as usize % self.block_words();
            Some((place, word, 1 << (index & 63)))
        })
    }

    /// The symmetry that undoes the one with this number, which is not the identity.
    pub fn back(&self, turn: usize) -> &Mirror {
        &self.mirrors[self.homes.inverse(turn) - 1]
    }

    /// Writes the words of a block that is an image, and that this symmetry takes to the kept block with these words.
    pub fn unfold_block(&self, block: usize, turn: usize, kept: &[u64], words: &mut [u64]) {
        let number = self.mirrors[turn - 1].block(block);
        self.back(turn).reflect(Instructions::Best, number, kept, words);
    }
}
