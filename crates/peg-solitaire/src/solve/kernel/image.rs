//! Mirror images of blocks: bits of each vector trade places, and the vector is stored in its place in the image. Where a symmetry
//! doesn't map vectors to vectors, bits of different vectors trade places afterwards.

use super::{Loops, Vector, first_chunk, run};
use crate::solve::within::MaskedShift;

/// How the image of a block is made.
pub(in crate::solve) struct Reflection<'a> {
    /// In each, the bits of a vector that the mask lets through trade places with those that the shift brings to them.
    pub exchanges: &'a [MaskedShift],
    /// What trades places between vectors of the image, in this order.
    pub crossings: &'a [Crossing],
    /// For each bit of the number of a bit in a word, the mask of the bits whose number has it clear. Then the masks of exchanges and
    /// crossings.
    pub masks: &'a [u64],
    /// The index inside the image that bit 0 of the block goes to.
    pub index: u64,
    /// For each vector of the block, what its number adds to this index.
    pub inner: &'a [u64],
    /// The number of bits of an index inside a vector.
    pub vector_bits: usize,
}

/// An exchange of bits between two vectors whose numbers differ only in one bit. The bits of the first that the mask lets through trade
/// places with those of the second that the shift brings to them.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Crossing {
    /// The bit of the vectors' numbers: clear in the first, set in the second.
    pub bit: usize,
    pub exchange: MaskedShift,
}

/// Writes the image of a block.
pub(in crate::solve) fn reflect(reflection: &Reflection<'_>, block: &[u64], image: &mut [u64]) {
    run(block.len() / reflection.inner.len(), Reflect { reflection, block, image });
}

struct Reflect<'a> {
    reflection: &'a Reflection<'a>,
    block: &'a [u64],
    image: &'a mut [u64],
}

impl Loops for Reflect<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let Reflection { exchanges, crossings, masks, index, inner, vector_bits } =
            *self.reflection;
        let (block, image) = (self.block.as_chunks::<W>().0, self.image.as_chunks_mut::<W>().0);
        for (number, words) in block.iter().enumerate() {
            let mut vector = V::load(proof, words);
            for exchange in exchanges {
                vector = vector.exchanged(first_chunk(masks, exchange.mask), exchange.shift);
            }
            let at = index ^ inner[number];
            let flips = at as usize & ((1 << vector_bits) - 1);
            if flips != 0 {
                vector = vector.flipped(flips, masks);
            }
            vector.store(&mut image[(at >> vector_bits) as usize & (inner.len() - 1)]);
        }
        for &Crossing { bit, exchange: MaskedShift { shift, mask } } in crossings {
            let mask = first_chunk(masks, mask);
            for first in (0..image.len()).filter(|number| number >> bit & 1 == 0) {
                let second = first | 1 << bit;
                let (one, other) = (V::load(proof, &image[first]), V::load(proof, &image[second]));
                let differ = other.shifted(shift).xor(one).and(V::load(proof, mask));
                one.xor(differ).store(&mut image[first]);
                other.xor(differ.shifted(shift.back())).store(&mut image[second]);
            }
        }
    }
}
