//! Vectors in the 512-bit registers of x86-64 processors that have them.

use std::arch::x86_64::{
    __m512i, _mm512_and_si512, _mm512_loadu_epi64, _mm512_or_si512, _mm512_permutex2var_epi64,
    _mm512_rolv_epi64, _mm512_set_epi64, _mm512_set1_epi64, _mm512_setzero_si512,
    _mm512_storeu_epi64, _mm512_test_epi64_mask, _mm512_xor_si512,
};

use std::sync::LazyLock;

use super::Vector;
use crate::solve::steps::Shift;

/// The words of a register.
const WORDS: usize = 8;

/// A vector of one register or two.
///
/// Its methods are inlined into loops that are compiled for these registers and run only where
/// [`are_there`](Wide::are_there) says so: that is what makes their instructions safe.
#[derive(Clone, Copy)]
pub(in crate::solve::kernel) struct Wide<const R: usize>([__m512i; R]);

impl Wide<1> {
    /// Whether the processor has the registers, and all else that the loops are compiled for.
    pub fn are_there() -> bool {
        static THERE: LazyLock<bool> = LazyLock::new(|| {
            is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt")
        });
        *THERE
    }
}

// Loops instead of closures: only what is inlined by force is sure to be compiled for the registers.
impl<const W: usize, const R: usize> Vector<W> for Wide<R> {
    #[inline(always)]
    fn load(words: &[u64; W]) -> Self {
        const { assert!(W == R * WORDS) };
        // SAFETY: there are as many words as the registers hold; for the instructions, here and below, see the type.
        unsafe {
            let mut registers = [_mm512_setzero_si512(); R];
            for (register, words) in registers.iter_mut().zip(words.as_chunks::<WORDS>().0) {
                *register = _mm512_loadu_epi64(words.as_ptr().cast());
            }
            Self(registers)
        }
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; W]) {
        for (register, words) in self.0.iter().zip(words.as_chunks_mut::<WORDS>().0) {
            // SAFETY: as in `load`.
            unsafe { _mm512_storeu_epi64(words.as_mut_ptr().cast(), *register) };
        }
    }

    #[inline(always)]
    fn and(mut self, other: Self) -> Self {
        for (register, other) in self.0.iter_mut().zip(&other.0) {
            // SAFETY: see the type.
            *register = unsafe { _mm512_and_si512(*register, *other) };
        }
        self
    }

    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        for (register, other) in self.0.iter_mut().zip(&other.0) {
            // SAFETY: see the type.
            *register = unsafe { _mm512_or_si512(*register, *other) };
        }
        self
    }

    #[inline(always)]
    fn xor(mut self, other: Self) -> Self {
        for (register, other) in self.0.iter_mut().zip(&other.0) {
            // SAFETY: see the type.
            *register = unsafe { _mm512_xor_si512(*register, *other) };
        }
        self
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let mut words = 0;
        for register in &self.0 {
            // SAFETY: see the type.
            words |= unsafe { _mm512_test_epi64_mask(*register, *register) };
        }
        words == 0
    }

    #[inline(always)]
    fn shifted(self, mask: &[u64; W], shift: Shift) -> Self {
        let through = Vector::<W>::and(self, Self::load(mask));
        let mut moved = through.0;
        // SAFETY: see the type.
        unsafe {
            let rotate = _mm512_set1_epi64(i64::from(shift.rotate));
            for register in &mut moved {
                *register = _mm512_rolv_epi64(*register, rotate);
            }
            // The words of both registers are numbered from 0 to 15.
            let first = _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0);
            let mut permuted = moved;
            for (number, register) in permuted.iter_mut().enumerate() {
                let flip = _mm512_set1_epi64(((number * WORDS) ^ shift.word_flip) as i64);
                let from = _mm512_xor_si512(first, flip);
                *register = _mm512_permutex2var_epi64(moved[0], from, moved[R - 1]);
            }
            Self(permuted)
        }
    }
}
