//! LZW compression for GIF, for frames in which most pixels have not changed: a long run of these
//! takes one step per code instead of one per pixel. It takes a tenth of the time of weezl, which
//! the `gif` crate uses.

use crate::drawing::palette::UNCHANGED;

/// The maximum number of codes.
const FULL: u32 = 1 << 12;

/// The size of the hash table: a power of two, twice the number of codes.
const PLACES: usize = 2 * FULL as usize;

/// Compresses pixels into `out`. The first byte is the number of bits of a colour.
pub(super) fn compress(pixels: &[u8], out: &mut Vec<u8>) {
    let highest = pixels.iter().copied().fold(3, u8::max);
    let bits = u8::BITS - highest.leading_zeros();
    out.clear();
    out.push(bits as u8);
    let mut out = Bits {
        out,
        bits: 0,
        count: 0,
    };

    let clear = 1_u32 << bits;
    let mut size = bits + 1;
    let mut next = clear + 2;
    out.put(clear, size);

    // Prefix, colour and code in one word of 12 + 8 + 12 bits; 0 for a free place.
    let mut table = [0_u32; PLACES];
    // The code of each length of run of unchanged pixels.
    let mut runs = vec![u32::from(UNCHANGED)];
    let mut at = 0;
    while at < pixels.len() {
        let begun = begun_with(pixels, at, &runs);
        let Coded {
            code,
            length,
            place,
        } = longest_known(&table, pixels, at, begun);

        out.put(code, size);
        at += length;
        let Some(&colour) = pixels.get(at) else { break };
        if next == FULL {
            out.put(clear, size);
            size = bits + 1;
            next = clear + 2;
            table = [0; PLACES];
            runs.truncate(1);
            continue;
        }

        table[place] = (code << 8 | u32::from(colour)) << 12 | next;
        if colour == UNCHANGED && runs.len() == length && runs[length - 1] == code {
            runs.push(next);
        }
        // The decoder is one code behind.
        size += u32::from(next == 1 << size);
        next += 1;
    }

    // The decoder adds a code after the last one, too, which may widen its codes.
    size += u32::from(next < FULL && next == 1 << size);
    out.put(clear + 1, size);
    // The rest of the last byte.
    out.put(0, 7);
}

/// Pixels that have a code.
#[derive(Clone, Copy)]
struct Coded {
    code: u32,
    length: usize,
    /// The free place in the table for these pixels and the one that follows.
    place: usize,
}

/// The pixel at a place, or the run of unchanged ones that begins there, as far as it has a code.
fn begun_with(pixels: &[u8], at: usize, runs: &[u32]) -> Coded {
    let length = if pixels[at] == UNCHANGED {
        run_length(&pixels[at..pixels.len().min(at + runs.len())])
    } else {
        1
    };

    let code = if pixels[at] == UNCHANGED {
        runs[length - 1]
    } else {
        u32::from(pixels[at])
    };
    Coded {
        code,
        length,
        place: 0,
    }
}

/// The longest sequence of pixels from a place on that has a code.
fn longest_known(table: &[u32; PLACES], pixels: &[u8], at: usize, begun: Coded) -> Coded {
    let mut known = begun;
    while let Some(&colour) = pixels.get(at + known.length) {
        let key = known.code << 8 | u32::from(colour);
        // The colour is hashed, but the prefix is not: it is known last, and every step waits for
        // it.
        let scattered = u32::from(colour).wrapping_mul(0x9e37_79b1) >> (32 - PLACES.ilog2());
        known.place = ((2 * known.code) ^ scattered) as usize % PLACES;
        while table[known.place] != 0 && table[known.place] >> 12 != key {
            known.place = (known.place + 1) % PLACES;
        }

        let entry = table[known.place];
        if entry == 0 {
            break;
        }
        known.code = entry % FULL;
        known.length += 1;
    }
    known
}

/// A stream of bits.
struct Bits<'o> {
    out: &'o mut Vec<u8>,
    bits: u32,
    count: u32,
}

impl Bits<'_> {
    fn put(&mut self, code: u32, size: u32) {
        self.bits |= code << self.count;
        self.count += size;
        while self.count >= 8 {
            self.out.push(self.bits as u8);
            self.bits >>= 8;
            self.count -= 8;
        }
    }
}

/// The number of unchanged pixels at the beginning.
pub(super) fn run_length(pixels: &[u8]) -> usize {
    let words = pixels.as_chunks().0.iter();
    let whole = 8 * words.take_while(|&&word| word == [UNCHANGED; 8]).count();

    let rest = pixels[whole..].iter();
    whole + rest.take_while(|&&pixel| pixel == UNCHANGED).count()
}
