//! Vectors of bits as the loops hold them: as words, or in the registers of a processor, whose permutations the
//! compiler doesn't find by itself.

#[cfg(target_arch = "x86_64")]
mod registers;

#[cfg(target_arch = "x86_64")]
pub(super) use registers::Registers;

use crate::solve::vector_jumps::Shift;

/// A vector of `W` words in registers.
pub(super) trait Vector<const W: usize>: Copy {
    /// Whether there are registers enough to work on two at a time.
    const IN_PAIRS: bool;

    fn load(words: &[u64; W]) -> Self;
    fn store(self, words: &mut [u64; W]);
    fn and(self, other: Self) -> Self;
    fn or(self, other: Self) -> Self;
    fn xor(self, other: Self) -> Self;
    fn is_empty(self) -> bool;
    /// The bits, moved.
    fn shifted(self, shift: Shift) -> Self;
}

/// PlainVector.
#[derive(Clone, Copy)]
pub(super) struct PlainVector<const W: usize>([u64; W]);

impl<const W: usize> PlainVector<W> {
    #[inline(always)]
    fn with(mut self, other: Self, join: impl Fn(u64, u64) -> u64) -> Self {
        for word in 0..W {
            self.0[word] = join(self.0[word], other.0[word]);
        }
        self
    }
}

impl<const W: usize> Vector<W> for PlainVector<W> {
    const IN_PAIRS: bool = false;

    #[inline(always)]
    fn load(words: &[u64; W]) -> Self {
        Self(*words)
    }

    #[inline(always)]
    fn store(self, words: &mut [u64; W]) {
        *words = self.0;
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.with(other, |one, other| one & other)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.with(other, |one, other| one | other)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.with(other, |one, other| one ^ other)
    }

    #[inline(always)]
    fn is_empty(self) -> bool {
        let mut all = 0;
        for word in self.0 {
            all |= word;
        }
        all == 0
    }

    #[inline(always)]
    fn shifted(self, shift: Shift) -> Self {
        let mut moved = self.0;
        for word in &mut moved {
            *word = word.rotate_left(shift.rotate);
        }
        // Each a permutation that the compiler knows.
        Self(match shift.word_flip {
            0 => flipped::<W, 0>(&moved),
            1 => flipped::<W, 1>(&moved),
            2 => flipped::<W, 2>(&moved),
            3 => flipped::<W, 3>(&moved),
            4 => flipped::<W, 4>(&moved),
            5 => flipped::<W, 5>(&moved),
            6 => flipped::<W, 6>(&moved),
            7 => flipped::<W, 7>(&moved),
            8 => flipped::<W, 8>(&moved),
            9 => flipped::<W, 9>(&moved),
            10 => flipped::<W, 10>(&moved),
            11 => flipped::<W, 11>(&moved),
            12 => flipped::<W, 12>(&moved),
            13 => flipped::<W, 13>(&moved),
            14 => flipped::<W, 14>(&moved),
            _ => flipped::<W, 15>(&moved),
        })
    }
}

/// The words of a vector numbered with a flip.
#[inline(always)]
fn flipped<const W: usize, const FLIP: usize>(words: &[u64; W]) -> [u64; W] {
    let mut flipped = *words;
    for word in 0..W {
        flipped[word] = words[(word ^ FLIP) % W];
    }
    flipped
}
