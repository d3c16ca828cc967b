//! The bits of a word.

/// A word has 2^6 bits, so six bits number them.
pub(crate) const WORD_BITS: usize = 6;

/// For each of these six bits: the bits of a word whose numbers have it set.
///
/// ```text
/// number of the bit   7 6 5 4 3 2 1 0
/// SET[0]              1 0 1 0 1 0 1 0   odd numbers
/// SET[1]              1 1 0 0 1 1 0 0   numbers 2, 3, 6, 7
/// SET[2]              1 1 1 1 0 0 0 0   numbers 4 to 7
/// ```
pub(crate) const SET: [u64; WORD_BITS] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The numbers of the bits that are set, in ascending order.
#[inline(always)]
pub(crate) fn ones(bits: u64) -> Ones {
    Ones(bits)
}

/// What [`ones`] returns.
#[derive(Clone, Debug)]
pub(crate) struct Ones(u64);

impl Iterator for Ones {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        if self.0 == 0 {
            return None;
        }

        let lowest = self.0.trailing_zeros();
        self.0 &= self.0 - 1;
        Some(lowest)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.0.count_ones() as usize;
        (left, Some(left))
    }
}

impl DoubleEndedIterator for Ones {
    #[inline]
    fn next_back(&mut self) -> Option<u32> {
        let highest = self.0.checked_ilog2()?;
        self.0 ^= 1 << highest;
        Some(highest)
    }
}
