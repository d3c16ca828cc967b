//! Mirror images of blocks: bits of each vector trade places, and the vector is stored in its place in the image. Where a symmetry
//! doesn't map vectors to vectors, bits of different vectors trade places afterwards.

use super::{Loops, Vector, first_chunk, run};
use crate::solve::mirror::{Crossing, Mirror};
use crate::solve::within::MaskedShift;

/// Writes the image of a block, if `index` is what the mirror makes of the index of its bit 0, before bits cross.
pub(in crate::solve) fn reflect(mirror: &Mirror, index: u64, block: &[u64], image: &mut [u64]) {
    run(block.len() / mirror.inner.len(), Reflect { mirror, index, block, image });
}

struct Reflect<'a> {
    mirror: &'a Mirror,
    index: u64,
    block: &'a [u64],
    image: &'a mut [u64],
}

impl Loops for Reflect<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let &Mirror { ref exchanges, ref crossings, ref masks, ref inner, vector_bits, .. } =
            self.mirror;
        // As slices, their places are not read again in the loops.
        let (exchanges, masks, inner) = (&exchanges[..], &masks[..], &inner[..]);
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
