//! Prefix codes, and the bits they are written with.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The longest prefix code, and the longest one of a code of lengths.
pub(super) const LONGEST_CODE: u8 = 15;
pub(super) const LONGEST_LENGTH_CODE: u8 = 7;

/// The order in which the lengths of a code of lengths are written.
const LENGTH_ORDER: [usize; 19] =
    [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// A prefix code: the bits of each symbol, in the order in which they are written, and their number.
pub(super) struct Code(Vec<(u32, u8)>);

impl Code {
    /// The code for symbols with these counts, after writing it.
    pub(super) fn written(out: &mut Bits, counts: &[u32]) -> Self {
        let symbols: Vec<usize> = (0..counts.len()).filter(|&symbol| counts[symbol] > 0).collect();
        // One or two symbols below 256 are written as such.
        if let [] | [0..=255] | [0..=255, 0..=255] = symbols[..] {
            let first = symbols.first().copied().unwrap_or(0) as u32;
            out.write(1, 1);
            out.write((symbols.len() == 2).into(), 1);
            let wide = first > 1;
            out.write(wide.into(), 1);
            out.write(first, if wide { 8 } else { 1 });
            let mut bits = vec![(0, 0); counts.len()];
            if let [first, second] = symbols[..] {
                out.write(second as u32, 8);
                (bits[first], bits[second]) = ((0, 1), (1, 1));
            }
            return Self(bits);
        }
        let lengths = lengths(counts, LONGEST_CODE);
        out.write(0, 1);
        // The lengths have a code of their own, with symbols for runs.
        let runs = runs(&lengths);
        let mut counts = vec![0; LENGTH_ORDER.len()];
        runs.iter().for_each(|run| counts[run.0] += 1);
        let own = self::lengths(&counts, LONGEST_LENGTH_CODE);
        let last = LENGTH_ORDER.iter().rposition(|&symbol| own[symbol] > 0).unwrap_or(0);
        let written = (last + 1).max(4);
        out.write(written as u32 - 4, 4);
        for &symbol in &LENGTH_ORDER[..written] {
            out.write(own[symbol].into(), 3);
        }
        out.write(0, 1);
        let own = Self::canonical(&own);
        for (symbol, bits, more) in runs {
            own.write(out, symbol);
            out.write(more, bits);
        }
        Self::canonical(&lengths)
    }

    /// The code with these lengths.
    pub(super) fn canonical(lengths: &[u8]) -> Self {
        let used = lengths.iter().filter(|&&length| length > 0).count();
        let mut bits = vec![(0, 0); lengths.len()];
        // A single symbol takes no bits, whatever its length.
        if used < 2 {
            return Self(bits);
        }
        let mut next = 0_u32;
        for length in 1..=LONGEST_CODE {
            for (symbol, _) in lengths.iter().enumerate().filter(|&(_, &own)| own == length) {
                let reversed = next.reverse_bits() >> (32 - u32::from(length));
                bits[symbol] = (reversed, length);
                next += 1;
            }
            next <<= 1;
        }
        Self(bits)
    }

    pub(super) fn write(&self, out: &mut Bits, symbol: usize) {
        let (bits, length) = self.0[symbol];
        out.write(bits, length.into());
    }
}

/// The lengths of an optimal prefix code, none above `most`.
pub(super) fn lengths(counts: &[u32], most: u8) -> Vec<u8> {
    let mut counts = counts.to_vec();
    loop {
        let lengths = unlimited_lengths(&counts);
        if lengths.iter().all(|&length| length <= most) {
            return lengths;
        }
        // Rarer symbols come closer to the others, and their codes become shorter.
        counts.iter_mut().filter(|count| **count > 0).for_each(|count| *count = *count / 2 + 1);
    }
}

/// Huffman's algorithm.
pub(super) fn unlimited_lengths(counts: &[u32]) -> Vec<u8> {
    let symbols = (0..counts.len()).filter(|&symbol| counts[symbol] > 0);
    let mut trees: BinaryHeap<_> =
        symbols.map(|symbol| Reverse((counts[symbol], symbol, vec![symbol]))).collect();
    let mut lengths = vec![0; counts.len()];
    if let [Reverse((_, only, _))] = trees.as_slice() {
        lengths[*only] = 1;
    }
    while let (Some(Reverse(one)), Some(Reverse(other))) = (trees.pop(), trees.pop()) {
        let leaves = [one.2, other.2].concat();
        leaves.iter().for_each(|&symbol| lengths[symbol] += 1);
        trees.push(Reverse((one.0 + other.0, one.1.min(other.1), leaves)));
        if trees.len() == 1 {
            break;
        }
    }
    lengths
}

/// Code lengths with runs: a symbol, and the number and content of the bits that follow it.
pub(super) fn runs(lengths: &[u8]) -> Vec<(usize, u32, u32)> {
    let mut runs = Vec::new();
    let mut at = 0;
    while at < lengths.len() {
        let length = lengths[at];
        let mut run = lengths[at..].iter().take_while(|&&other| other == length).count();
        at += run;
        if length > 0 {
            runs.push((length.into(), 0, 0));
            run -= 1;
        }
        while run >= 3 {
            let (symbol, least, most, bits) = match (length, run) {
                (1.., _) => (16, 3, 6, 2),
                (0, ..11) => (17, 3, 10, 3),
                (0, _) => (18, 11, 138, 7),
            };
            let part = run.min(most);
            runs.push((symbol, bits, (part - least) as u32));
            run -= part;
        }
        (0..run).for_each(|_| runs.push((length.into(), 0, 0)));
    }
    runs
}

/// Bits, the lowest first.
#[derive(Default)]
pub(super) struct Bits {
    bytes: Vec<u8>,
    waiting: u64,
    count: u32,
}

impl Bits {
    pub(super) fn write(&mut self, bits: u32, count: u32) {
        self.waiting |= u64::from(bits) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.waiting as u8);
            self.waiting >>= 8;
            self.count -= 8;
        }
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.waiting as u8);
        }
        self.bytes
    }
}
