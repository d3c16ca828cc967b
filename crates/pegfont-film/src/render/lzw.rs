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
    let clear = 1_u32 << bits;
    let (mut out, mut size, mut next) = (
        Bits {
            out,
            bits: 0,
            count: 0,
        },
        bits + 1,
        clear + 2,
    );
    out.put(clear, size);
    // Prefix, colour and code in one word of 12 + 8 + 12 bits; 0 for a free place. And the code of
    // each length of run of unchanged pixels.
    let (mut table, mut runs) = ([0_u32; PLACES], vec![u32::from(UNCHANGED)]);
    let mut at = 0;
    while at < pixels.len() {
        let (mut code, mut length, mut place) = (u32::from(pixels[at]), 1, 0);
        if pixels[at] == UNCHANGED {
            length = run_length(&pixels[at..pixels.len().min(at + runs.len())]);
            code = runs[length - 1];
        }
        while let Some(&colour) = pixels.get(at + length) {
            let key = code << 8 | u32::from(colour);
            // The colour is hashed, but the prefix is not: it is known last, and every step waits
            // for it.
            let scattered = u32::from(colour).wrapping_mul(0x9e37_79b1) >> (32 - PLACES.ilog2());
            place = ((2 * code) ^ scattered) as usize % PLACES;
            while table[place] != 0 && table[place] >> 12 != key {
                place = (place + 1) % PLACES;
            }
            if table[place] == 0 {
                break;
            }
            (code, length) = (table[place] % FULL, length + 1);
        }
        out.put(code, size);
        at += length;
        let Some(&colour) = pixels.get(at) else { break };
        if next == FULL {
            out.put(clear, size);
            (size, next, table) = (bits + 1, clear + 2, [0; PLACES]);
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
    let words = pixels.as_chunks().0;
    let whole = 8 * words
        .iter()
        .take_while(|&&word| word == [UNCHANGED; 8])
        .count();
    whole
        + pixels[whole..]
            .iter()
            .take_while(|&&pixel| pixel == UNCHANGED)
            .count()
}
