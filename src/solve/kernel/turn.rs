//! Turning the bits of vectors, as mirror images need it: exchanges of bits of the index, in every vector of a block.

use super::{Instructions, Loops, Vector, run};
use crate::class::WORD_BITS;
use crate::solve::mirror::Turn;

/// Turns the bits of vectors with this many words.
pub(in crate::solve) fn turn(
    instructions: Instructions,
    vectors: &mut [u64],
    words: usize,
    turn: Turn,
) {
    run(instructions, words, Turning { vectors, turn });
}

struct Turning<'a> {
    vectors: &'a mut [u64],
    turn: Turn,
}

impl Loops for Turning<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self) {
        let Self { vectors, turn } = self;
        match turn {
            // Bits with `low` set and `high` clear trade places with their partners above.
            Turn::Exchange(low, high) if high < WORD_BITS => {
                let distance = (1 << high) - (1 << low);
                let mask = SET[low] & !SET[high];
                for word in vectors {
                    let differ = (*word >> distance ^ *word) & mask;
                    *word ^= differ | differ << distance;
                }
            }
            Turn::Exchange(low, high) if low < WORD_BITS => {
                let (distance, mask) = (1 << low, !SET[low]);
                let stride = 1 << (high - WORD_BITS);
                for pair in vectors.chunks_exact_mut(2 * stride) {
                    let (clear, set) = pair.split_at_mut(stride);
                    for (clear, set) in clear.iter_mut().zip(set) {
                        let differ = (*clear >> distance ^ *set) & mask;
                        *set ^= differ;
                        *clear ^= differ << distance;
                    }
                }
            }
            Turn::Exchange(6, 7) => exchange_words::<4, 1, 2>(vectors),
            Turn::Exchange(6, 8) => exchange_words::<8, 1, 4>(vectors),
            Turn::Exchange(7, 8) => exchange_words::<8, 2, 4>(vectors),
            Turn::Exchange(6, _) => exchange_words::<16, 1, 8>(vectors),
            Turn::Exchange(7, _) => exchange_words::<16, 2, 8>(vectors),
            Turn::Exchange(..) => exchange_words::<16, 4, 8>(vectors),
            // Bits with `from` set trade places with their neighbours along `to`.
            Turn::Add(to, from) if to < WORD_BITS && from < WORD_BITS => {
                for word in vectors {
                    *word = *word & !SET[from] | flipped(*word, to) & SET[from];
                }
            }
            Turn::Add(to, from) if to < WORD_BITS => {
                let stride = 1 << (from - WORD_BITS);
                for pair in vectors.chunks_exact_mut(2 * stride) {
                    for word in &mut pair[stride..] {
                        *word = flipped(*word, to);
                    }
                }
            }
            Turn::Add(to, from) if from < WORD_BITS => {
                let stride = 1 << (to - WORD_BITS);
                for pair in vectors.chunks_exact_mut(2 * stride) {
                    let (clear, set) = pair.split_at_mut(stride);
                    for (clear, set) in clear.iter_mut().zip(set) {
                        let differ = (*clear ^ *set) & SET[from];
                        *clear ^= differ;
                        *set ^= differ;
                    }
                }
            }
            Turn::Add(to, from) => {
                let (to, from) = (1 << (to - WORD_BITS), 1 << (from - WORD_BITS));
                for vector in vectors.as_chunks_mut::<W>().0 {
                    for word in (0..W).filter(|word| word & from != 0 && word & to == 0) {
                        vector.swap(word, word ^ to);
                    }
                }
            }
        }
    }
}

/// Exchanges two bits of the number of a word, in each group of `W` words.
#[inline(always)]
fn exchange_words<const W: usize, const LOW: usize, const HIGH: usize>(vectors: &mut [u64]) {
    for vector in vectors.as_chunks_mut::<W>().0 {
        let before = *vector;
        for word in 0..W {
            let one = usize::from(word & LOW != 0) != usize::from(word & HIGH != 0);
            vector[word] = before[if one { word ^ LOW ^ HIGH } else { word }];
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
