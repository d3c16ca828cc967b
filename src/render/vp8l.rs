//! Compresses pictures of palette indices as VP8L, the lossless format of WebP: a palette, references to earlier pixels,
//! and prefix codes. Knows nothing about frames or files. The format is defined in RFC 9649.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The numbers of symbols: greens with lengths, a channel, distances.
const GREENS: usize = 256 + 24;
const CHANNEL: usize = 256;
const DISTANCES: usize = 40;

/// The longest prefix code, and the longest one of a code of lengths.
const LONGEST_CODE: u8 = 15;
const LONGEST_LENGTH_CODE: u8 = 7;

/// The shortest and the longest repetition, and the furthest one.
const SHORTEST: usize = 3;
const LONGEST: usize = 4096;
const FURTHEST: usize = (1 << 20) - 120;

/// The number of earlier places that are compared.
const TRIES: usize = 48;

/// A repetition of this length is taken without looking for a longer one.
const GOOD: usize = 256;

/// Distances to pixels nearby, across and down, that have codes of their own.
const NEARBY: [(isize, isize); 12] = [
    (0, 1),
    (1, 0),
    (1, 1),
    (-1, 1),
    (0, 2),
    (2, 0),
    (1, 2),
    (-1, 2),
    (2, 1),
    (-2, 1),
    (2, 2),
    (-2, 2),
];

/// The order in which the lengths of a code of lengths are written.
const LENGTH_ORDER: [usize; 19] =
    [17, 18, 0, 1, 2, 3, 4, 5, 16, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15];

/// Compresses a picture whose pixels are indices of a palette of red, green, blue and opacity.
pub(super) fn compressed(indices: &[u8], width: u32, palette: &[[u8; 4]]) -> Vec<u8> {
    let height = indices.len() as u32 / width;
    let (numbers, used) = used(indices, palette);
    let mut out = Bits::default();
    out.write(0x2f, 8);
    out.write(width - 1, 14);
    out.write(height - 1, 14);
    let translucent = used.iter().any(|colour| colour[3] < 255);
    out.write(translucent.into(), 1);
    out.write(0, 3);
    // The only transform: a palette.
    out.write(1, 1);
    out.write(3, 2);
    out.write(used.len() as u32 - 1, 8);
    let differences: Vec<[u8; 4]> = (0..used.len())
        .map(|at| {
            let before = if at > 0 { used[at - 1] } else { [0; 4] };
            std::array::from_fn(|part| used[at][part].wrapping_sub(before[part]))
        })
        .collect();
    out.write(0, 1);
    let table = differences.iter().map(|&colour| Token::Pixel(colour)).collect::<Vec<_>>();
    image(&mut out, &table, used.len());
    out.write(0, 1);
    // The picture: no cache of colours, one set of codes.
    out.write(0, 1);
    out.write(0, 1);
    let (pixels, width) = bundled(&numbers, width as usize, used.len());
    image(&mut out, &tokens(&pixels), width);
    out.finish()
}

/// The colours in use, and the picture in their numbers.
fn used(indices: &[u8], palette: &[[u8; 4]]) -> (Vec<u8>, Vec<[u8; 4]>) {
    let mut is_used = [false; 256];
    indices.iter().for_each(|&index| is_used[usize::from(index)] = true);
    let mut numbers: Vec<usize> = (0..palette.len()).filter(|&index| is_used[index]).collect();
    // Neighbours in the palette differ little, so that their differences are small numbers.
    numbers.sort_by_key(|&index| {
        let [r, g, b, a] = palette[index].map(u32::from);
        (a, 2 * r + 4 * g + b)
    });
    let mut new = [0; 256];
    for (number, &index) in (0..=255).zip(&numbers) {
        new[index] = number;
    }
    let used = numbers.iter().map(|&index| palette[index]).collect();
    (indices.iter().map(|&index| new[usize::from(index)]).collect(), used)
}

/// Several pixels in one, if the palette is small, and the new width.
fn bundled(numbers: &[u8], width: usize, colours: usize) -> (Vec<u8>, usize) {
    let bits = match colours {
        0..=2 => 1,
        3..=4 => 2,
        5..=16 => 4,
        _ => return (numbers.to_vec(), width),
    };
    let together = 8 / bits;
    let bundle = |pixels: &[u8]| {
        let placed = pixels.iter().enumerate().map(|(place, &number)| number << (place * bits));
        placed.fold(0, |bundle, number| bundle | number)
    };
    let rows = numbers.chunks_exact(width);
    let pixels = rows.flat_map(|row| row.chunks(together).map(bundle)).collect();
    (pixels, width.div_ceil(together))
}

/// A pixel, or a repetition of earlier ones.
enum Token {
    Pixel([u8; 4]),
    Repeat { length: usize, distance: usize },
}

/// Finds repetitions.
fn tokens(pixels: &[u8]) -> Vec<Token> {
    const BITS: u32 = 15;
    let hash = |at: usize| {
        let three = [pixels[at], pixels[at + 1], pixels[at + 2], 0];
        (u32::from_le_bytes(three).wrapping_mul(0x9e37_79b1) >> (32 - BITS)) as usize
    };
    const NONE: u32 = u32::MAX;
    let mut latest = vec![NONE; 1 << BITS];
    let mut before = vec![NONE; pixels.len()];
    let mut found = Vec::new();
    let best = |latest: &[u32], before: &[u32], at: usize| -> (usize, usize) {
        let most = (pixels.len() - at).min(LONGEST);
        let mut best = (0, 0);
        if most < SHORTEST {
            return best;
        }
        let mut earlier = latest[hash(at)];
        for _ in 0..TRIES {
            if earlier == NONE || at - earlier as usize > FURTHEST {
                break;
            }
            let from = earlier as usize;
            let same = pixels[at..at + most].iter().zip(&pixels[from..]);
            let length = same.take_while(|(one, other)| one == other).count();
            if length > best.0 {
                best = (length, at - from);
                if length >= GOOD {
                    break;
                }
            }
            earlier = before[from];
        }
        best
    };
    let enter = |latest: &mut [u32], before: &mut [u32], at: usize| {
        if at + SHORTEST <= pixels.len() {
            before[at] = std::mem::replace(&mut latest[hash(at)], at as u32);
        }
    };
    let mut at = 0;
    while at < pixels.len() {
        let (length, distance) = best(&latest, &before, at);
        enter(&mut latest, &mut before, at);
        // A longer repetition that begins at the next pixel goes first.
        let later = if (SHORTEST..GOOD).contains(&length) && at + 1 < pixels.len() {
            best(&latest, &before, at + 1).0
        } else {
            0
        };
        if length < SHORTEST || later > length {
            found.push(Token::Pixel([0, pixels[at], 0, 255]));
            at += 1;
            continue;
        }
        found.push(Token::Repeat { length, distance });
        (at + 1..at + length).for_each(|at| enter(&mut latest, &mut before, at));
        at += length;
    }
    found
}

/// Writes pixels and repetitions with their prefix codes.
fn image(out: &mut Bits, tokens: &[Token], width: usize) {
    let mut counts =
        [vec![0; GREENS], vec![0; CHANNEL], vec![0; CHANNEL], vec![0; CHANNEL], vec![0; DISTANCES]];
    for token in tokens {
        match *token {
            Token::Pixel([r, g, b, a]) => {
                for (channel, value) in [g, r, b, a].into_iter().enumerate() {
                    counts[channel][usize::from(value)] += 1;
                }
            }
            Token::Repeat { length, distance } => {
                counts[0][256 + prefix(length).0 as usize] += 1;
                counts[4][prefix(distance_code(distance, width)).0 as usize] += 1;
            }
        }
    }
    let codes = counts.map(|counts| Code::written(out, &counts));
    for token in tokens {
        match *token {
            Token::Pixel([r, g, b, a]) => {
                for (code, value) in codes.iter().zip([g, r, b, a]) {
                    code.write(out, usize::from(value));
                }
            }
            Token::Repeat { length, distance } => {
                for (code, first, value) in
                    [(&codes[0], 256, length), (&codes[4], 0, distance_code(distance, width))]
                {
                    let (symbol, bits, more) = prefix(value);
                    code.write(out, first + symbol as usize);
                    out.write(more, bits);
                }
            }
        }
    }
}

/// The number that stands for a distance.
fn distance_code(distance: usize, width: usize) -> usize {
    let is_at = |&(x, y): &(isize, isize)| x + y * width as isize == distance as isize;
    NEARBY.iter().position(is_at).map_or(distance + 120, |place| place + 1)
}

/// The symbol of a length or distance, and the number and content of the bits that follow it.
fn prefix(value: usize) -> (u32, u32, u32) {
    let value = value as u32 - 1;
    if value < 4 {
        return (value, 0, 0);
    }
    let high = value.ilog2();
    let second = (value >> (high - 1)) & 1;
    (2 * high + second, high - 1, value & ((1 << (high - 1)) - 1))
}

/// A prefix code: the bits of each symbol, in the order in which they are written, and their number.
struct Code(Vec<(u32, u8)>);

impl Code {
    /// The code for symbols with these counts, after writing it.
    fn written(out: &mut Bits, counts: &[u32]) -> Self {
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
    fn canonical(lengths: &[u8]) -> Self {
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

    fn write(&self, out: &mut Bits, symbol: usize) {
        let (bits, length) = self.0[symbol];
        out.write(bits, length.into());
    }
}

/// The lengths of an optimal prefix code, none above `most`.
fn lengths(counts: &[u32], most: u8) -> Vec<u8> {
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
fn unlimited_lengths(counts: &[u32]) -> Vec<u8> {
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
fn runs(lengths: &[u8]) -> Vec<(usize, u32, u32)> {
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
struct Bits {
    bytes: Vec<u8>,
    waiting: u64,
    count: u32,
}

impl Bits {
    fn write(&mut self, bits: u32, count: u32) {
        self.waiting |= u64::from(bits) << self.count;
        self.count += count;
        while self.count >= 8 {
            self.bytes.push(self.waiting as u8);
            self.waiting >>= 8;
            self.count -= 8;
        }
    }

    fn finish(mut self) -> Vec<u8> {
        if self.count > 0 {
            self.bytes.push(self.waiting as u8);
        }
        self.bytes
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// The pixels of a compressed picture, from a decoder that is not ours.
    fn decoded(bytes: &[u8]) -> Vec<u8> {
        let mut file = b"RIFF".to_vec();
        let padded = bytes.len().next_multiple_of(2) as u32;
        file.extend((12 + padded).to_le_bytes());
        file.extend(b"WEBPVP8L");
        file.extend((bytes.len() as u32).to_le_bytes());
        file.extend(bytes);
        file.resize(20 + padded as usize, 0);
        let mut decoder = image_webp::WebPDecoder::new(std::io::Cursor::new(file)).unwrap();
        let mut pixels = vec![0; decoder.output_buffer_size().unwrap()];
        decoder.read_image(&mut pixels).unwrap();
        pixels
    }

    proptest! {
        #[test]
        fn pictures_are_read_back(
            (width, colours, seed) in (1_u32..40, 1_usize..=256, any::<u64>()),
            height in 1_u32..40,
            sparse in any::<bool>(),
        ) {
            let mut state = seed;
            let mut next = || {
                state = state.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
                (state >> 33) as usize
            };
            let opaque = |number: usize| [number as u8, (number * 7) as u8, (number * 31) as u8, 255];
            let palette: Vec<[u8; 4]> = (0..colours).map(opaque).collect();
            let mut pixel = || if sparse && next() % 8 > 0 { 0 } else { (next() % colours) as u8 };
            let indices: Vec<u8> = (0..width * height).map(|_| pixel()).collect();
            let expected: Vec<u8> =
                indices.iter().flat_map(|&index| palette[usize::from(index)][..3].to_vec()).collect();
            prop_assert_eq!(decoded(&compressed(&indices, width, &palette)), expected);
        }
    }

    #[test]
    fn a_code_with_counts_that_grow_fast_is_still_short_enough() {
        let counts: Vec<u32> = (0..30).map(|power| 1 << power).collect();
        let lengths = lengths(&counts, LONGEST_CODE);
        assert!(lengths.iter().all(|&length| (1..=LONGEST_CODE).contains(&length)), "{lengths:?}");
        let room: f64 = lengths.iter().map(|&length| 0.5_f64.powi(length.into())).sum();
        assert!((room - 1.0).abs() < 1e-9, "{room}");
    }
}
