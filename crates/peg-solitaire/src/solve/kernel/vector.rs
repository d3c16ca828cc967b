//! Vectors of bits as the loops hold them: as words, or in the registers of a processor, whose
//! permutations the compiler doesn't find by itself.

#[cfg(target_arch = "x86_64")]
mod registers;

#[cfg(target_arch = "x86_64")]
pub(super) use registers::{Present, Registers};

use super::first_chunk;
use crate::bits::WORD_BITS;
use crate::solve::within::Shift;

pub(super) trait Vector<const W: usize>: Copy {
    /// A proof that the processor has the registers.
    type Proof: Copy;

    fn load(proof: Self::Proof, words: &[u64; W]) -> Self;
    /// As many copies of a word.
    fn splat(proof: Self::Proof, word: u64) -> Self;
    /// A vector is proof, too.
    fn proof(self) -> Self::Proof;
    fn store(self, words: &mut [u64; W]);
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn is_empty(self) -> bool;
    fn shifted(self, shift: Shift) -> Self;

    /// The bits, moved to where a mask lets them through.
    #[inline(always)]
    fn landed(self, mask: &[u64; W], shift: Shift) -> Self {
        self.shifted(shift).and(Self::load(self.proof(), mask))
    }

    /// The bits that a mask lets through trade places with those that the shift brings to them.
    #[inline(always)]
    fn exchanged(self, mask: &[u64; W], shift: Shift) -> Self {
        let differ = self
            .shifted(shift)
            .xor(self)
            .and(Self::load(self.proof(), mask));
        self.xor(differ).xor(differ.shifted(shift.back()))
    }

    /// The bits numbered with a flip. `clear` has a vector for each bit of the number of a bit in a
    /// word: the bits whose number has it clear.
    #[inline(always)]
    fn flipped(self, flips: usize, clear: &[u64]) -> Self {
        let mut vector = self.shifted(Shift {
            word_flip: flips >> WORD_BITS,
            left: 0,
        });

        for bit in 0..WORD_BITS {
            if flips >> bit & 1 == 1 {
                let clear = Self::load(self.proof(), first_chunk(clear, bit * W));
                let up = Shift {
                    word_flip: 0,
                    left: 1 << bit,
                };

                let raised = vector.and(clear).shifted(up);
                let lowered = vector.shifted(up.back()).and(clear);
                vector = lowered.or(raised);
            }
        }
        vector
    }
}

/// A vector as words, for any processor.
#[derive(Clone, Copy)]
pub(super) struct PlainVector<const W: usize>([u64; W]);

impl<const W: usize> PlainVector<W> {
    #[inline(always)]
    fn with(self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        let mut words = self.0;
        for word in 0..W {
            words[word] = join(words[word], other.0[word]);
        }
        Self(words)
    }
}

impl<const W: usize> Vector<W> for PlainVector<W> {
    type Proof = ();

    #[inline(always)]
    fn load((): (), words: &[u64; W]) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn splat((): (), word: u64) -> Self {
        Self([word; W])
    }

    #[inline(always)]
    fn proof(self) {}

    #[inline(always)]
    fn store(self, words: &mut [u64; W]) {
        *words = self.0;
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, |own, others| own & others)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |own, others| own | others)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.with(other, |own, others| own ^ others)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.iter().all(|&word| word == 0)
    }

    #[inline(always)]
    fn shifted(self, shift: Shift) -> Self {
        let mut shifted = [0; W];
        for word in 0..W {
            shifted[word] = shift.in_word(self.0[(word ^ shift.word_flip) % W]);
        }
        Self(shifted)
    }
}

#[cfg(all(test, target_arch = "x86_64"))]
mod tests {
    use std::io::Write;

    use super::*;

    /// What all operations make of some words.
    fn changed<const W: usize, V: Vector<W>>(proof: V::Proof) -> Vec<[u64; W]> {
        let word = |word| 0x9e37_79b9_7f4a_7c15_u64.rotate_left(7 * word as u32);
        let vector = V::load(proof, &std::array::from_fn(word));
        let splat = V::splat(proof, 0x2545_f491_4f6c_dd1d);

        // Miri takes minutes for all of them.
        let step = if cfg!(miri) { 21 } else { 1 };
        let mut changed = Vec::new();
        for word_flip in 0..W {
            for left in (-63..64).step_by(step) {
                let shifted = vector.shifted(Shift { word_flip, left });
                let mut words = [u64::from(shifted.is_empty()); W];
                shifted.and(splat).or(vector).xor(shifted).store(&mut words);
                changed.push(words);
            }
        }
        changed
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "what a processor lacks is said anyway"
    )]
    fn registers_do_what_words_do() {
        if !is_x86_feature_detected!("avx2") {
            // Past the test harness, which keeps what is printed.
            writeln!(std::io::stderr(), "not tested: this processor has no AVX2").unwrap();
            return;
        }

        // SAFETY: the processor has the registers.
        let proof = unsafe { Present::new() };
        assert!(changed::<4, Registers<1>>(proof) == changed::<4, PlainVector<4>>(()));
        assert!(changed::<8, Registers<2>>(proof) == changed::<8, PlainVector<8>>(()));
        assert!(changed::<16, Registers<4>>(proof) == changed::<16, PlainVector<16>>(()));
    }
}
