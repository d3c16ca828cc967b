//! LZW compression for GIF, for frames in which most pixels have not changed. For four films, it takes a sixth to an eleventh of the
//! instructions of weezl, which the `gif` crate uses and with which rendering takes 2.4 times as many altogether, and makes files 0.1 to 2.5 %
//! smaller: long runs of transparent pixels take one step per code instead of one per pixel, and a full dictionary is kept for as long as it
//! is useful.

use crate::drawing::palette::UNCHANGED;

/// The maximum number of codes.
const FULL: usize = 1 << 12;

/// The size of the hash table: a power of two, twice the number of codes.
const PLACES: usize = 2 * FULL;

/// How many codes are written between checks of the usefulness of a full dictionary.
const WINDOW: u32 = 128;

/// Runs of unchanged pixels of at least this length are written as transparent. Shorter runs lie between
/// changed pixels, within a peg or between two, and their patterns repeat more often in their visible
/// colours.
const LONG_RUN: usize = 16;

/// A compressor that reuses its memory for the next frame.
pub(super) struct Lzw {
    /// Prefix code, colour and code packed into one word of 12 + 8 + 12 bits; 0 for a free place.
    table: Box<[u32; PLACES]>,
    /// The code of each length of run of [`UNCHANGED`], from length 1.
    runs: Vec<u16>,
}

/// A bit stream for output.
struct Bits<'o> {
    out: &'o mut Vec<u8>,
    bits: u64,
    count: u32,
}

impl Bits<'_> {
    fn put(&mut self, code: u32, size: u32) {
        self.bits |= u64::from(code) << self.count;
        self.count += size;
        if self.count >= 32 {
            self.out.extend_from_slice(&(self.bits as u32).to_le_bytes());
            self.bits >>= 32;
            self.count -= 32;
        }
    }

    fn finish(self) {
        let bytes = self.count.div_ceil(8) as usize;
        self.out.extend_from_slice(&self.bits.to_le_bytes()[..bytes]);
    }
}

impl Lzw {
    pub fn new() -> Self {
        Self { table: Box::new([0; PLACES]), runs: Vec::new() }
    }

    /// Compresses pixels whose colours are below 2^`bits` (2 to 8 bits). The first byte of the output is the
    /// number of bits.
    pub fn compress(&mut self, pixels: &[u8], bits: u32, out: &mut Vec<u8>) {
        out.clear();
        out.push(bits as u8);
        let clear = 1_u32 << bits;
        let mut out = Bits { out, bits: 0, count: 0 };
        let mut size = bits + 1;
        let mut next = self.reset(clear);
        out.put(clear, size);
        let mut at = 0;
        // How many codes were written with a full dictionary, and how many pixels they represent.
        let (mut codes, mut covered, mut best) = (0_u32, 0_usize, 0_usize);
        while at < pixels.len() {
            let (code, length, place) = self.longest(&pixels[at..]);
            out.put(code, size);
            at += length;
            let Some(&colour) = pixels.get(at) else { break };
            if (next as usize) < FULL {
                self.insert(place, code, colour, next, length);
                // The decoder is one code behind.
                if next == 1 << size {
                    size += 1;
                }
                next += 1;
                (codes, covered, best) = (0, 0, 0);
                continue;
            }
            codes += 1;
            covered += length;
            if codes == WINDOW {
                if covered * 8 < best * 7 {
                    out.put(clear, size);
                    size = bits + 1;
                    next = self.reset(clear);
                }
                best = best.max(covered);
                (codes, covered) = (0, 0);
            }
        }
        // The decoder adds a code after the last one, too, which may widen its codes.
        if (next as usize) < FULL && next == 1 << size {
            size += 1;
        }
        out.put(clear + 1, size);
        out.finish();
    }

    /// Empties the dictionary; returns the first free code.
    fn reset(&mut self, clear: u32) -> u32 {
        self.table.fill(0);
        self.runs.clear();
        self.runs.push(u16::from(UNCHANGED));
        clear + 2
    }

    /// The longest prefix that has a code: the code, its length, and the place in the table for the next
    /// longer one.
    fn longest(&self, pixels: &[u8]) -> (u32, usize, usize) {
        let mut code = u32::from(pixels[0]);
        let mut length = 1;
        if pixels[0] == UNCHANGED {
            length = run_length(&pixels[..self.runs.len().min(pixels.len())]);
            code = u32::from(self.runs[length - 1]);
        }
        for &colour in &pixels[length..] {
            match self.find(code, colour) {
                Ok(longer) => code = longer,
                Err(place) => return (code, length, place),
            }
            length += 1;
        }
        (code, length, 0)
    }

    /// The code of a prefix with a colour after it, or its place in the table.
    fn find(&self, prefix: u32, colour: u8) -> Result<u32, usize> {
        let key = prefix << 8 | u32::from(colour);
        // The colour is hashed, but the prefix is not: it is known last, and every step waits for it.
        let scattered = u32::from(colour).wrapping_mul(0x9e37_79b1) >> (32 - PLACES.ilog2());
        let mut place = ((2 * prefix) ^ scattered) as usize;
        loop {
            place %= PLACES;
            match self.table[place] {
                0 => return Err(place),
                entry if entry >> 12 == key => return Ok(entry & (FULL as u32 - 1)),
                _ => place += 1,
            }
        }
    }

    /// Assigns a code to a prefix of this length and a colour, at the free place that was found.
    fn insert(&mut self, place: usize, prefix: u32, colour: u8, code: u32, length: usize) {
        self.table[place] = (prefix << 8 | u32::from(colour)) << 12 | code;
        if colour == UNCHANGED
            && self.runs.len() == length
            && u32::from(self.runs[length - 1]) == prefix
        {
            self.runs.push(code as u16);
        }
    }
}

/// Writes short runs of unchanged pixels in their visible colours, if these are below 2^`bits`.
pub(super) fn choose(changed: &mut [u8], seen: impl Fn(usize) -> u8, bits: u32) {
    let mut at = 0;
    while at < changed.len() {
        let end = at + run_length(&changed[at..]);
        if end - at < LONG_RUN && (at..end).all(|at| u32::from(seen(at)) >> bits == 0) {
            (at..end).for_each(|at| changed[at] = seen(at));
        }
        at = end;
        at += changed[at..].iter().take_while(|&&pixel| pixel != UNCHANGED).count();
    }
}

/// The number of unchanged pixels at the beginning.
fn run_length(pixels: &[u8]) -> usize {
    let (words, rest) = pixels.as_chunks();
    for (number, &word) in words.iter().enumerate() {
        let differs = u64::from_le_bytes(word) ^ u64::from_le_bytes([UNCHANGED; 8]);
        if differs != 0 {
            return number * 8 + differs.trailing_zeros() as usize / 8;
        }
    }
    words.len() * 8 + rest.iter().take_while(|&&pixel| pixel == UNCHANGED).count()
}
