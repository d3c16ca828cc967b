//! Mirror images of blocks: the bits of each vector are turned, and the vector is stored in its place in the image. Where a symmetry
//! doesn't map vectors to vectors, bits of different vectors trade places afterwards.

use super::{Instructions, Loops, Vector, first_chunk, run};
use crate::class::WORD_BITS;
use crate::solve::within::MaskedShift;

/// How a block is turned into its image.
pub(in crate::solve) struct Turning<'a> {
    /// In each turn, the bits of a vector that the mask lets through trade places with those that the shift brings to them.
    pub turns: &'a [MaskedShift],
    /// What trades places between vectors of the image, in this order.
    pub crossings: &'a [Crossing],
    /// The masks of the turns and crossings, after [`flip_masks`].
    pub masks: &'a [u64],
    /// The index inside the image that bit 0 of the block goes to.
    pub index: u64,
    /// For each vector of the block, what its number adds to this index.
    pub inner: &'a [u64],
    /// The number of bits of an index inside a vector.
    pub vector_bits: usize,
}

/// Of each two vectors whose numbers differ only in one bit: the bits of the first that the mask lets through trade places with those
/// of the second that the shift brings to them.
#[derive(Clone, Copy)]
pub(in crate::solve) struct Crossing {
    /// The bit of the vectors' numbers: clear in the first, set in the second.
    pub bit: usize,
    pub turn: MaskedShift,
}

/// For each bit of an index that numbers the bits of a word: the bits of a vector whose number has it clear.
pub(in crate::solve) fn flip_masks(vector_words: usize) -> Vec<u64> {
    SET.iter().flat_map(|&set| vec![!set; vector_words]).collect()
}

/// Writes the image of a block.
pub(in crate::solve) fn reflect(
    instructions: Instructions,
    turning: &Turning<'_>,
    block: &[u64],
    image: &mut [u64],
) {
    run(instructions, block.len() / turning.inner.len(), Reflect { turning, block, image });
}

struct Reflect<'a> {
    turning: &'a Turning<'a>,
    block: &'a [u64],
    image: &'a mut [u64],
}

impl Loops for Reflect<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let Turning { turns, crossings, masks, index, inner, vector_bits } = *self.turning;
        let (block, image) = (self.block.as_chunks::<W>().0, self.image.as_chunks_mut::<W>().0);
        for (number, words) in block.iter().enumerate() {
            let mut vector = V::load(proof, words);
            for turn in turns {
                vector = vector.exchanged(first_chunk(masks, turn.mask), turn.shift);
            }
            let at = index ^ inner[number];
            let flips = at as usize & ((1 << vector_bits) - 1);
            if flips != 0 {
                vector = vector.flipped(flips, masks);
            }
            vector.store(&mut image[(at >> vector_bits) as usize & (inner.len() - 1)]);
        }
        for &Crossing { bit, turn: MaskedShift { shift, mask } } in crossings {
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

/// The bits of a word whose number has this bit set.
pub(in crate::solve) const SET: [u64; WORD_BITS] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];
