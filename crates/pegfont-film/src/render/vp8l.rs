//! Compresses pictures of palette indices as VP8L, the lossless format of WebP: a palette, references to earlier pixels,
//! and prefix codes. Knows nothing about frames or files. The format is defined in RFC 9649. Four films are 1.9 to 6.1 times as large with
//! image-webp, which writes no palettes.

mod codes;

use codes::{Bits, Code};

/// The numbers of symbols: greens with lengths, a channel, distances.
const GREENS: usize = 256 + 24;
const CHANNEL: usize = 256;
const DISTANCES: usize = 40;

/// The shortest and the longest repetition, and the furthest one.
const SHORTEST: usize = 3;
const LONGEST: usize = 4096;
const FURTHEST: usize = (1 << 20) - 120;

/// The number of earlier places that are remembered: more than the furthest.
const RECENT: usize = 1 << 20;

/// The number of earlier places that are compared.
const TRIES: usize = 48;

/// A repetition of this length is taken without looking for a longer one.
const GOOD: usize = 256;

/// Distances to pixels nearby, across and down, that have codes of their own.
const ACROSS: [isize; 12] = [0, 1, 1, -1, 0, 2, 1, -1, 2, -2, 2, -2];
const DOWN: [isize; 12] = [1, 0, 1, 1, 2, 0, 2, 2, 1, 1, 2, 2];

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
    let (pixels, width) = bundled(numbers, width as usize, used.len());
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
fn bundled(numbers: Vec<u8>, width: usize, colours: usize) -> (Vec<u8>, usize) {
    let bits = match colours {
        0..=2 => 1,
        3..=4 => 2,
        5..=16 => 4,
        _ => return (numbers, width),
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
    // Of each place, as far back as a repetition can refer to, the one before with the same hash.
    let mut before = vec![NONE; pixels.len().min(RECENT)];
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
            earlier = before[from % RECENT];
        }
        best
    };
    let enter = |latest: &mut [u32], before: &mut [u32], at: usize| {
        if at + SHORTEST <= pixels.len() {
            before[at % RECENT] = std::mem::replace(&mut latest[hash(at)], at as u32);
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
    let is_at = |(x, y): (&isize, &isize)| x + y * width as isize == distance as isize;
    ACROSS.iter().zip(&DOWN).position(is_at).map_or(distance + 120, |place| place + 1)
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

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::codes::{LONGEST_CODE, lengths};
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
