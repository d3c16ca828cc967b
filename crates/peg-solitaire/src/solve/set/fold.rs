//! How a set is folded: its layout, the symmetries that take a block to its images, and where the
//! bits of every block are. It holds no positions.

use std::ops::Range;
use std::sync::Arc;

use crate::bits::WORD_BITS;
use crate::board::Bitboard;
use crate::class::{PegCounter, SymmetryGroup, Tally};
use crate::solve::kernel;
use crate::solve::layout::IndexLayout;
use crate::solve::mirror::{self, Mirror};
use crate::solve::places::Places;
use crate::{Result, parallel};

/// A layout, and where the blocks of a set are.
pub(in crate::solve) struct Fold {
    pub layout: IndexLayout,
    /// What each symmetry of the layout except the identity does to a block.
    pub mirrors: Vec<Mirror>,
    pub places: Places,
    heaviest: u32,
    /// For each symmetry, the number of the one that undoes it.
    inverses: Vec<usize>,
}

/// The kept block that a block is an image of.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Home {
    /// Its place.
    pub place: usize,
    /// The number of the symmetry that leads to it, 0 for the block itself.
    pub turn: usize,
}

impl Fold {
    /// A set of the blocks that weigh at most as much as the heaviest, in the order of [`Places`],
    /// each level in `parts` parts.
    pub fn new(layout: IndexLayout, heaviest: u32, parts: usize) -> Result<Self> {
        let mirrors = mirror::mirrors(&layout);
        let places = Places::new(&layout, heaviest, parts)?;
        let symmetries = 0..layout.group.order();
        let inverses = symmetries
            .map(|symmetry| layout.group.inverse(symmetry))
            .collect();

        Ok(Self {
            layout,
            mirrors,
            places,
            heaviest,
            inverses,
        })
    }

    /// This fold with only these of its symmetries.
    pub fn with(all: &Arc<Self>, group: &SymmetryGroup) -> Result<Arc<Self>> {
        if group.order() == all.layout.group.order() {
            return Ok(Arc::clone(all));
        }

        let mut layout = all.layout.clone();
        layout.group = group.clone();
        Ok(Arc::new(Self::new(layout, all.heaviest, 1)?))
    }

    /// The kept block that a block is an image of. None if nothing in the block can be reached.
    #[inline]
    pub fn home(&self, block: usize) -> Option<Home> {
        let turn = self.places.symmetry(block);
        let kept = if turn == 0 {
            block
        } else {
            self.mirrors[turn - 1].block(block)
        };

        let place = self.places.place(kept)?;
        Some(Home { place, turn })
    }

    /// The place of a kept block.
    pub fn place(&self, block: usize) -> Option<usize> {
        match self.home(block)? {
            Home { place, turn: 0 } => Some(place),
            Home { .. } => None,
        }
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
        self.layout
            .class
            .position((block as u64) << self.layout.inside_bits())
    }

    /// The word that has the bit of an index, counted from the first kept block, and the number of
    /// the bit in it. None if nothing in the block is in the set.
    #[inline]
    pub fn find(&self, index: u64) -> Option<(usize, u32)> {
        let bits = self.layout.inside_bits();
        let Home { place, turn } = self.home((index >> bits) as usize)?;
        let kept = if turn == 0 {
            index
        } else {
            self.mirrors[turn - 1].index(index)
        };

        let word_of_block = (kept & ((1 << bits) - 1)) >> WORD_BITS;
        let word = place * self.block_words() + word_of_block as usize;
        Some((word, (kept & 63) as u32))
    }

    /// The number of the symmetry that leads from the block of an index to the kept one, 0 for a
    /// kept one.
    pub fn turn(&self, index: u64) -> usize {
        let block = (index >> self.layout.inside_bits()) as usize;
        self.places.symmetry(block)
    }

    /// The positions among these that are in kept blocks: place, number of the word in the block,
    /// and bit.
    pub fn starts(&self, starts: &[Bitboard]) -> impl Iterator<Item = (usize, usize, u64)> {
        starts.iter().filter_map(|&start| {
            let index = self.layout.class.index_of_member(start);
            let place = self.place((index >> self.layout.inside_bits()) as usize)?;
            let word = (index >> WORD_BITS) as usize % self.block_words();
            Some((place, word, 1 << (index & 63)))
        })
    }

    /// The number of positions by number of pegs in kept blocks at these places, with these words.
    /// Each block is weighed by the number of its images.
    pub fn count_by_pegs(&self, places: Range<usize>, words: &[u64]) -> Vec<u64> {
        let size = self.block_words();
        let counter = PegCounter::new(&self.layout.class);
        let count = |tally: &mut Tally<'_>, number: usize| {
            let block = self.places.block(places.start + number);
            let words = &words[number * size..][..size];
            tally.add(self.places.images(block), block * size, words);
        };

        counter.sum(parallel::fold(places.len(), || counter.tally(), count))
    }

    /// The words of any block, given those of the kept block at each place; none if nothing in it
    /// is in the set. `turned` is room for an image.
    pub fn words<'a, 'k: 'a>(
        &self,
        block: usize,
        turned: &'a mut Vec<u64>,
        kept: impl FnOnce(usize) -> Option<&'k [u64]>,
    ) -> Option<&'a [u64]> {
        let Home { place, turn } = self.home(block)?;
        let kept = kept(place)?;
        if turn == 0 {
            return Some(kept);
        }

        turned.resize(kept.len(), 0);
        let image = self.mirrors[turn - 1].block(block);
        kernel::reflect(self.back(turn), image, kept, turned);
        Some(turned)
    }

    /// The symmetry that undoes the one with this number, which is not the identity.
    pub fn back(&self, symmetry: usize) -> &Mirror {
        &self.mirrors[self.inverses[symmetry] - 1]
    }
}
