//! The mirror images of blocks: what a symmetry of board and start does to the numbers of blocks and vectors, and
//! to the bits inside. These maps are affine over GF(2).

use super::kernel::{self, Reflection};
use super::layout::Layout;
use super::within::{MaskedShift, Shift};
use crate::bits::{SET, WORD_BITS, ones};
use crate::gf2::{AffineMap, Operation, operations};

/// A symmetry under which a layout's blocks and vectors are invariant.
pub(super) struct Mirror {
    vector_bits: usize,
    inner_bits: usize,
    map: AffineMap,
    /// For each vector of a block, what its number adds to the image of the block's first index.
    inner: Vec<u64>,
    /// What is done to the bits of every vector, in this order: some trade places.
    exchanges: Vec<MaskedShift>,
    masks: Vec<u64>,
}

/// An operation on the index of a vector's bits as a shift: where the partners of the bits that the mask lets through come from. Each of
/// these bits is below its partner.
fn exchange(operation: Operation, vector_bits: usize, masks: &mut Vec<u64>) -> MaskedShift {
    let mut shift = Shift::between(0, 0);
    let mask = add_mask(vector_bits, masks, |bit| {
        let partner = operation.apply(bit);
        if partner > bit {
            shift = Shift::between(partner, bit);
        }
        partner > bit
    });
    MaskedShift { shift, mask }
}

/// Appends the mask of the bits of a vector for whose numbers a condition holds. Returns where it begins.
fn add_mask(vector_bits: usize, masks: &mut Vec<u64>, mut holds: impl FnMut(u64) -> bool) -> usize {
    let begin = masks.len();
    let words = 0..1 << (vector_bits - WORD_BITS);
    masks.extend(words.map(|word: u64| {
        let bits = ones(u64::MAX).filter(|&bit| holds(word << WORD_BITS | u64::from(bit)));
        bits.map(|bit| 1 << bit).sum::<u64>()
    }));
    begin
}

/// What each symmetry of a layout except the identity does to a block.
pub(super) fn mirrors(layout: &Layout) -> Vec<Mirror> {
    layout.maps().skip(1).map(|map| Mirror::new(layout, map)).collect()
}

impl Mirror {
    fn new(layout: &Layout, map: AffineMap) -> Self {
        let (vector_bits, inner_bits) = (layout.vector_bits, layout.inner_bits);
        let columns: Vec<u64> = (0..vector_bits).map(|bit| map.column(bit)).collect();
        let inside = operations(&columns).expect("a symmetry can be undone");
        let mut masks = Vec::new();
        for set in SET {
            masks.resize(masks.len() + (1 << (vector_bits - WORD_BITS)), !set);
        }
        let mut exchanges = Vec::new();
        for operation in inside {
            exchanges.push(exchange(operation, vector_bits, &mut masks));
        }
        let inner = (0..1 << inner_bits).map(|number: u64| map.image(number << vector_bits));
        let inner = inner.map(|image| image ^ map.image(0)).collect();
        Self { vector_bits, inner_bits, map, inner, exchanges, masks }
    }

    /// The image of an index.
    #[inline]
    pub fn index(&self, index: u64) -> u64 {
        self.map.image(index)
    }

    /// The index that bit 0 of a block goes to.
    fn first(&self, block: usize) -> u64 {
        self.map.image((block as u64) << (self.vector_bits + self.inner_bits))
    }

    /// The number of a block's image.
    #[inline]
    pub fn block(&self, block: usize) -> usize {
        (self.first(block) >> (self.vector_bits + self.inner_bits)) as usize
    }

    /// Writes the image of a block.
    pub fn reflect(&self, block: usize, words: &[u64], image: &mut [u64]) {
        let reflection = Reflection {
            exchanges: &self.exchanges,
            masks: &self.masks,
            index: self.first(block),
            inner: &self.inner,
            vector_bits: self.vector_bits,
        };
        kernel::reflect(&reflection, words, image);
    }
}
