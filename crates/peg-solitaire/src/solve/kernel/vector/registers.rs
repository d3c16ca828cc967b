//! Vectors in the 256-bit registers of x86-64 processors (AVX2). Without them, with the code that
//! the compiler makes of words, it takes 1.6 times as long to find the positions of 5 x 7: see
//! *Instructions* in `docs/internals/solver.md`. Registers of 512 bits would save another 4 %, and
//! 8 % when the last jumps are found.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi64_si128, _mm256_and_si256, _mm256_loadu_si256, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setr_epi32,
    _mm256_sll_epi64, _mm256_srl_epi64, _mm256_storeu_si256, _mm256_testz_si256, _mm256_xor_si256,
};

use super::Vector;
use crate::solve::within::Shift;

/// The words that a register holds.
const REGISTER_WORDS: usize = 4;

/// A proof that the processor has the registers.
#[derive(Clone, Copy)]
pub(in crate::solve::kernel) struct Present(());

impl Present {
    /// # Safety
    /// The processor must have AVX2.
    pub unsafe fn new() -> Self {
        Self(())
    }
}

/// A vector of this many registers. One is only made from [`Present`]: that is what makes its
/// methods safe. They are fast only in loops that are compiled for AVX2, into which they are
/// inlined by force, and so is all that calls them: no closures.
#[derive(Clone, Copy)]
pub(in crate::solve::kernel) struct Registers<const R: usize>([__m256i; R]);

macro_rules! register_by_register {
    ($($name:ident $instruction:ident),*) => {$(
        #[inline(always)]
        fn $name(mut self, other: Self) -> Self {
            for number in 0..R {
                // SAFETY: see the type.
                self.0[number] = unsafe { $instruction(self.0[number], other.0[number]) };
            }
            self
        }
    )*};
}

impl<const W: usize, const R: usize> Vector<W> for Registers<R> {
    type Proof = Present;

    #[inline(always)]
    fn load(_: Present, words: &[u64; W]) -> Self {
        const { assert!(W == R * REGISTER_WORDS) };
        // SAFETY: there are as many words as the registers hold; for the instructions, here and
        // below, see the type.
        unsafe {
            let mut registers = [_mm256_set1_epi64x(0); R];

            for number in 0..R {
                let words = words.as_ptr().add(number * REGISTER_WORDS);
                registers[number] = _mm256_loadu_si256(words.cast());
            }
            Self(registers)
        }
    }

    #[inline(always)]
    fn splat(_: Present, word: u64) -> Self {
        // SAFETY: see the type.
        Self([unsafe { _mm256_set1_epi64x(word as i64) }; R])
    }

    #[inline(always)]
    fn proof(self) -> Present {
        Present(())
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; W]) {
        const { assert!(W == R * REGISTER_WORDS) };
        for number in 0..R {
            // SAFETY: as in `load`.
            unsafe {
                let words = words.as_mut_ptr().add(number * REGISTER_WORDS);
                _mm256_storeu_si256(words.cast(), self.0[number]);
            }
        }
    }

    register_by_register! { and _mm256_and_si256, or _mm256_or_si256, xor _mm256_xor_si256 }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let mut any = self.0[0];
        // SAFETY: see the type.
        unsafe {
            for number in 1..R {
                any = _mm256_or_si256(any, self.0[number]);
            }
            _mm256_testz_si256(any, any) == 1
        }
    }

    #[inline(always)]
    fn shifted(self, Shift { word_flip, left }: Shift) -> Self {
        let mut shifted = self.0;
        // SAFETY: see the type.
        unsafe {
            let by = _mm_cvtsi64_si128(left.unsigned_abs().into());
            for register in &mut shifted {
                *register = if left < 0 {
                    _mm256_srl_epi64(*register, by)
                } else {
                    _mm256_sll_epi64(*register, by)
                };
            }
            if word_flip == 0 {
                return Self(shifted);
            }

            // Whole registers first.
            for distance in [1, 2] {
                if (word_flip / REGISTER_WORDS) & distance != 0 {
                    for number in 0..R {
                        if number & distance == 0 {
                            shifted.swap(number, (number | distance) % R);
                        }
                    }
                }
            }

            // Then the words inside each register, as halves of 32 bits.
            let halves = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            let flip = _mm256_set1_epi32((word_flip % REGISTER_WORDS * 2) as i32);
            let from = _mm256_xor_si256(halves, flip);
            for register in &mut shifted {
                *register = _mm256_permutevar8x32_epi32(*register, from);
            }
        }
        Self(shifted)
    }
}
