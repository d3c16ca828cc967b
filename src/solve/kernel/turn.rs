//! Turning the bits of vectors, as mirror images need it.

use super::{Instructions, Loops, Vector, first_chunk, run};
use crate::class::WORD_BITS;
use crate::solve::within::MaskedShift;

/// Turns the bits of vectors with this many words: in each turn, the bits that a mask lets through trade places with those that
/// the shift brings to them.
pub(in crate::solve) fn turn(
    instructions: Instructions,
    vectors: &mut [u64],
    words: usize,
    turns: &[MaskedShift],
    masks: &[u64],
) {
    run(instructions, words, Turning { vectors, turns, masks });
}

struct Turning<'a> {
    vectors: &'a mut [u64],
    turns: &'a [MaskedShift],
    masks: &'a [u64],
}

impl Loops for Turning<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self) {
        let Self { vectors, turns, masks } = self;
        for words in vectors.as_chunks_mut::<W>().0 {
            let mut vector = V::load(words);
            for turn in turns {
                let mask = V::load(first_chunk(masks, turn.mask));
                let differ = vector.shifted(turn.shift).xor(vector).and(mask);
                vector = vector.xor(differ).xor(differ.shifted(turn.shift.back()));
            }
            vector.store(words);
        }
    }
}

/// The word with each bit in the place of its neighbour along a bit of the number.
#[inline(always)]
fn flipped(word: u64, bit: usize) -> u64 {
    let distance = 1 << bit;
    word >> distance & !SET[bit] | (word & !SET[bit]) << distance
}

/// Exchanges every bit of the words with its neighbour along a bit of the number.
pub(in crate::solve) fn flip(words: &mut [u64], bit: usize) {
    for word in words {
        *word = flipped(*word, bit);
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
