//! Vectors in the registers of x86-64 processors: of 512 bits, or of 256.

use std::arch::x86_64::{
    __m256i, __m512i, _mm_cvtsi64_si128, _mm256_and_si256, _mm256_loadu_si256, _mm256_or_si256,
    _mm256_permutevar8x32_epi32, _mm256_set1_epi32, _mm256_set1_epi64x, _mm256_setr_epi32,
    _mm256_sll_epi64, _mm256_srl_epi64, _mm256_storeu_si256, _mm256_testz_si256, _mm256_xor_si256,
    _mm512_and_si512, _mm512_loadu_epi64, _mm512_or_si512, _mm512_permutex2var_epi64,
    _mm512_rolv_epi64, _mm512_set1_epi64, _mm512_setr_epi64, _mm512_storeu_epi64,
    _mm512_test_epi64_mask, _mm512_xor_si512,
};
use std::marker::PhantomData;

use super::Vector;
use crate::solve::within::Shift;

/// A register of the processor.
///
/// # Safety
/// The functions run only where the processor has the register. They are inlined by force into loops that are compiled for
/// it, and so is all that calls them: no closures.
pub(in crate::solve::kernel) trait Register: Copy {
    /// The words that it holds.
    const WORDS: usize;
    /// Whether there are enough of them to work on two vectors at a time.
    const IN_PAIRS: bool;

    /// As many copies of a word.
    unsafe fn splat(word: u64) -> Self;
    /// From as many words.
    unsafe fn load(words: *const u64) -> Self;
    /// To as many words.
    unsafe fn store(self, words: *mut u64);
    unsafe fn and(self, other: Self) -> Self;
    unsafe fn or(self, other: Self) -> Self;
    unsafe fn xor(self, other: Self) -> Self;
    unsafe fn is_zero(self) -> bool;
    /// The bits of each word moved to the left, or to the right if `left` is negative, where the masks let no bit pass the end of its word.
    unsafe fn moved(self, left: i32) -> Self;
    /// The words of up to four registers, numbered with a flip.
    unsafe fn flipped<const R: usize>(registers: [Self; R], flip: usize) -> [Self; R];
}

impl Register for __m512i {
    const WORDS: usize = 8;
    const IN_PAIRS: bool = true;

    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        // SAFETY: as the trait's; so below.
        unsafe { _mm512_set1_epi64(word as i64) }
    }

    #[inline(always)]
    unsafe fn load(words: *const u64) -> Self {
        // SAFETY: as the trait's.
        unsafe { _mm512_loadu_epi64(words.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, words: *mut u64) {
        // SAFETY: as the trait's.
        unsafe { _mm512_storeu_epi64(words.cast(), self) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: as the trait's.
        unsafe { _mm512_and_si512(self, other) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: as the trait's.
        unsafe { _mm512_or_si512(self, other) }
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        // SAFETY: as the trait's.
        unsafe { _mm512_xor_si512(self, other) }
    }

    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        // SAFETY: as the trait's.
        unsafe { _mm512_test_epi64_mask(self, self) == 0 }
    }

    #[inline(always)]
    unsafe fn moved(self, left: i32) -> Self {
        // SAFETY: as the trait's. A rotation moves these bits as a shift does, in either direction.
        unsafe { _mm512_rolv_epi64(self, _mm512_set1_epi64(i64::from(left))) }
    }

    #[inline(always)]
    unsafe fn flipped<const R: usize>(registers: [Self; R], flip: usize) -> [Self; R] {
        const { assert!(R <= 2) };
        let mut flipped = registers;
        // SAFETY: as the trait's.
        unsafe {
            let words = _mm512_setr_epi64(0, 1, 2, 3, 4, 5, 6, 7);
            for number in 0..R {
                // The words of both registers are numbered from 0 to 15.
                let flip = _mm512_set1_epi64(((number * Self::WORDS) ^ flip) as i64);
                let from = _mm512_xor_si512(words, flip);
                flipped[number] = _mm512_permutex2var_epi64(registers[0], from, registers[R - 1]);
            }
        }
        flipped
    }
}

impl Register for __m256i {
    const WORDS: usize = 4;
    const IN_PAIRS: bool = false;

    #[inline(always)]
    unsafe fn splat(word: u64) -> Self {
        // SAFETY: as the trait's; so below.
        unsafe { _mm256_set1_epi64x(word as i64) }
    }

    #[inline(always)]
    unsafe fn load(words: *const u64) -> Self {
        // SAFETY: as the trait's.
        unsafe { _mm256_loadu_si256(words.cast()) }
    }

    #[inline(always)]
    unsafe fn store(self, words: *mut u64) {
        // SAFETY: as the trait's.
        unsafe { _mm256_storeu_si256(words.cast(), self) }
    }

    #[inline(always)]
    unsafe fn and(self, other: Self) -> Self {
        // SAFETY: as the trait's.
        unsafe { _mm256_and_si256(self, other) }
    }

    #[inline(always)]
    unsafe fn or(self, other: Self) -> Self {
        // SAFETY: as the trait's.
        unsafe { _mm256_or_si256(self, other) }
    }

    #[inline(always)]
    unsafe fn xor(self, other: Self) -> Self {
        // SAFETY: as the trait's.
        unsafe { _mm256_xor_si256(self, other) }
    }

    #[inline(always)]
    unsafe fn is_zero(self) -> bool {
        // SAFETY: as the trait's.
        unsafe { _mm256_testz_si256(self, self) == 1 }
    }

    #[inline(always)]
    unsafe fn moved(self, left: i32) -> Self {
        let by = i64::from(left.unsigned_abs());
        // SAFETY: as the trait's.
        unsafe {
            if left < 0 {
                _mm256_srl_epi64(self, _mm_cvtsi64_si128(by))
            } else {
                _mm256_sll_epi64(self, _mm_cvtsi64_si128(by))
            }
        }
    }

    #[inline(always)]
    unsafe fn flipped<const R: usize>(registers: [Self; R], flip: usize) -> [Self; R] {
        let mut flipped = registers;
        // Whole registers first.
        for distance in [1, 2] {
            if (flip / Self::WORDS) & distance != 0 {
                for number in 0..R {
                    if number & distance == 0 {
                        flipped.swap(number, (number | distance) % R);
                    }
                }
            }
        }
        // SAFETY: as the trait's.
        unsafe {
            let halves = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
            let flip = _mm256_set1_epi32((flip % Self::WORDS * 2) as i32);
            let from = _mm256_xor_si256(halves, flip);
            for number in 0..R {
                flipped[number] = _mm256_permutevar8x32_epi32(flipped[number], from);
            }
        }
        flipped
    }
}

/// That the processor has a register, and that the code which holds this is compiled for it.
#[derive(Clone, Copy)]
pub(in crate::solve::kernel) struct Present<T>(PhantomData<T>);

impl<T> Present<T> {
    /// # Safety
    /// The processor must have the register, and this must stay in loops that are compiled for it.
    pub unsafe fn new() -> Self {
        Self(PhantomData)
    }
}

/// A vector of this many registers. One is only made from [`Present`]: that is what makes its methods safe.
#[derive(Clone, Copy)]
pub(in crate::solve::kernel) struct Registers<T, const R: usize>([T; R]);

impl<const W: usize, const R: usize, T: Register> Vector<W> for Registers<T, R> {
    type Proof = Present<T>;
    const IN_PAIRS: bool = T::IN_PAIRS;

    #[inline(always)]
    fn load(_: Present<T>, words: &[u64; W]) -> Self {
        const { assert!(W == R * T::WORDS) };
        // SAFETY: there are as many words as the registers hold; for the registers, here and below, see the type.
        unsafe {
            let mut registers = [T::splat(0); R];
            for number in 0..R {
                registers[number] = T::load(words.as_ptr().add(number * T::WORDS));
            }
            Self(registers)
        }
    }

    #[inline(always)]
    fn splat(_: Present<T>, word: u64) -> Self {
        // SAFETY: see the type.
        Self([unsafe { T::splat(word) }; R])
    }

    #[inline(always)]
    fn proof(self) -> Present<T> {
        Present(PhantomData)
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; W]) {
        for number in 0..R {
            // SAFETY: as in `load`.
            unsafe { self.0[number].store(words.as_mut_ptr().add(number * T::WORDS)) };
        }
    }

    #[inline(always)]
    fn and(mut self, other: Self) -> Self {
        for number in 0..R {
            // SAFETY: see the type.
            self.0[number] = unsafe { self.0[number].and(other.0[number]) };
        }
        self
    }

    #[inline(always)]
    fn or(mut self, other: Self) -> Self {
        for number in 0..R {
            // SAFETY: see the type.
            self.0[number] = unsafe { self.0[number].or(other.0[number]) };
        }
        self
    }

    #[inline(always)]
    fn xor(mut self, other: Self) -> Self {
        for number in 0..R {
            // SAFETY: see the type.
            self.0[number] = unsafe { self.0[number].xor(other.0[number]) };
        }
        self
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let mut all = self.0[0];
        for number in 1..R {
            // SAFETY: see the type.
            all = unsafe { all.or(self.0[number]) };
        }
        // SAFETY: see the type.
        unsafe { all.is_zero() }
    }

    #[inline(always)]
    fn shifted(self, shift: Shift) -> Self {
        let mut moved = self.0;
        for number in 0..R {
            // SAFETY: see the type.
            moved[number] = unsafe { moved[number].moved(shift.left) };
        }
        if shift.word_flip != 0 {
            // SAFETY: see the type.
            moved = unsafe { T::flipped(moved, shift.word_flip) };
        }
        Self(moved)
    }
}
