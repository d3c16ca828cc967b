//! The mirror images of blocks: what a symmetry of board and start does to the numbers of blocks and vectors, and
//! to the bits inside. These maps are affine over GF(2). Bits of each vector trade places, and the vector is stored in its place in the image.

use super::kernel::{Loops, Vector, first_chunk, run};
use super::layout::Layout;
use super::within::{MaskedShift, Shift};
use crate::bits::{SET, WORD_BITS};
use crate::gf2::{AffineMap, Operation, operations};

/// A symmetry under which a layout's blocks and vectors are invariant.
pub(super) struct Mirror {
    vector_bits: usize,
    inner_bits: usize,
    map: AffineMap,
    /// For each vector of a block, what its number adds to the image of the block's first index.
    inner: Vec<u64>,
    /// What is done to the bits of every vector, in this order: those that the mask lets through trade places with those that the shift brings
    /// to them.
    exchanges: Vec<MaskedShift>,
    /// For each bit of the number of a bit in a word, the mask of the bits whose number has it clear. Then the masks of exchanges.
    masks: Vec<u64>,
}

/// An operation on the index of a vector's bits as a shift: where the partners of the bits that the mask lets through come from. Each of
/// these bits is below its partner.
fn exchange(operation: Operation, vector_bits: usize, masks: &mut Vec<u64>) -> MaskedShift {
    let mut shift = Shift::between(0, 0);
    let mask = masks.len();
    masks.resize(mask + (1 << (vector_bits - WORD_BITS)), 0);
    for bit in 0..1_u64 << vector_bits {
        let partner = operation.apply(bit);
        if partner > bit {
            shift = Shift::between(partner, bit);
            masks[mask + (bit >> WORD_BITS) as usize] |= 1 << (bit & 63);
        }
    }
    MaskedShift { shift, mask }
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
        let index = self.first(block);
        run(words.len() / self.inner.len(), Reflect { mirror: self, index, block: words, image });
    }
}

struct Reflect<'a> {
    mirror: &'a Mirror,
    /// The index that bit 0 of the block goes to.
    index: u64,
    block: &'a [u64],
    image: &'a mut [u64],
}

impl Loops for Reflect<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let Mirror { exchanges, masks, inner, vector_bits, .. } = self.mirror;
        let (block, image) = (self.block.as_chunks::<W>().0, self.image.as_chunks_mut::<W>().0);
        for (number, words) in block.iter().enumerate() {
            let mut vector = V::load(proof, words);
            for exchange in exchanges {
                vector = vector.exchanged(first_chunk(masks, exchange.mask), exchange.shift);
            }
            let at = self.index ^ inner[number];
            let flips = at as usize & ((1 << vector_bits) - 1);
            if flips != 0 {
                vector = vector.flipped(flips, masks);
            }
            vector.store(&mut image[(at >> vector_bits) as usize & (inner.len() - 1)]);
        }
    }
}
