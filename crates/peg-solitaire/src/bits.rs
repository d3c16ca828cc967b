//! The bits of a word.

/// The bits of a number that is the number of a bit.
pub(crate) const WORD_BITS: usize = 6;

/// For each bit of the number of a bit: the bits of a word in whose numbers it is set.
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

pub(crate) struct Ones(u64);

impl Iterator for Ones {
    type Item = u32;

    #[inline(always)]
    fn next(&mut self) -> Option<u32> {
        let bit = (self.0 != 0).then(|| self.0.trailing_zeros())?;
        self.0 &= self.0 - 1;
        Some(bit)
    }
}
