//! How a set is folded: its layout, the symmetries that take a block to its images, and where the
//! bits of every block are. It holds no positions.

use std::ops::Range;
use std::sync::Arc;

use crate::bits::WORD_BITS;
use crate::board::Bitboard;
use crate::class::{PegCounter, Tally};
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

/// A bit of a kept block, by its number in the block.
#[derive(Clone, Copy)]
pub(in crate::solve) struct KeptBit {
    pub place: usize,
    pub bit: u64,
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

    /// How a set is folded that is made of two: with the symmetries that both have. It has the
    /// blocks that the first may have, or for a union all that either may have.
    pub fn of_both(own: &Arc<Self>, other: &Self, is_union: bool) -> Result<Arc<Self>> {
        let group = &own.layout.group;
        let others = &other.layout.group;
        let shared = group.with(|turn| others.symmetries().any(|other| other == turn));
        let heaviest = if is_union {
            own.heaviest.max(other.heaviest)
        } else {
            own.heaviest
        };
        if shared.order() == group.order() && heaviest == own.heaviest {
            return Ok(Arc::clone(own));
        }

        let mut layout = own.layout.clone();
        layout.group = shared;
        Ok(Arc::new(Self::new(layout, heaviest, 1)?))
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

    /// Where the bit of an index, or of its image, is in a kept block. None if nothing in the block
    /// is in the set.
    #[inline]
    pub fn locate(&self, index: u64) -> Option<KeptBit> {
        let turn = self.turn(index);
        let kept = if turn == 0 {
            index
        } else {
            self.mirrors[turn - 1].index(index)
        };

        let bits = self.layout.inside_bits();
        let place = self.places.place((kept >> bits) as usize)?;
        let bit = kept & ((1 << bits) - 1);
        Some(KeptBit { place, bit })
    }

    /// The word that has the bit of an index, counted from the first kept block, and the number of
    /// the bit in it. None if nothing in the block is in the set.
    #[inline]
    pub fn find(&self, index: u64) -> Option<(usize, u32)> {
        let KeptBit { place, bit } = self.locate(index)?;
        let word = place * self.block_words() + (bit >> WORD_BITS) as usize;
        Some((word, (bit & 63) as u32))
    }

    /// The number of the symmetry that leads from the block of an index to the kept one, 0 for a
    /// kept one.
    #[inline]
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

    /// The symmetry that undoes the one with this number, which is not the identity.
    pub fn back(&self, symmetry: usize) -> &Mirror {
        &self.mirrors[self.inverses[symmetry] - 1]
    }
}
