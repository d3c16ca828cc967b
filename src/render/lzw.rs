//! LZW as GIF wants it, for frames in which most pixels have not changed. Three things make it worth having
//! beside the one of the `gif` crate: a pixel that has not changed may be written as its own
//! colour or as the transparent one, whichever makes the longer match; long runs of such pixels cost
//! a step a code instead of a step a pixel; and a full dictionary is kept for as long as it serves.

use super::palette::UNCHANGED;

/// The most codes.
const FULL: usize = 1 << 12;

/// Places in the hash table: a power of two, twice as many as there are codes.
const PLACES: usize = 2 * FULL;

/// With a full dictionary, how many codes are written between looks at how well it serves.
const WINDOW: u32 = 128;

/// How many ways of writing the same pixels are followed at once.
const WAYS: usize = 2;

/// A run of unchanged pixels at least this long is written transparent.
const LONG_RUN: usize = 12;

/// Compresses; its memory is used again for the next frame.
pub(super) struct Lzw {
    /// Prefix code, colour and code in one word, 12 + 8 + 12 bits; 0 where there is none.
    table: Vec<u32>,
    /// The code of each length of run of [`UNCHANGED`], from length 1.
    runs: Vec<u16>,
}

/// Pixels to be compressed.
#[derive(Clone, Copy)]
pub(super) struct Pixels<'p> {
    /// The colours, [`UNCHANGED`] where nothing changed.
    pub changed: &'p [u8],
    /// The colours that are seen, of the same pixels.
    pub seen: &'p [u8],
}

/// Bits on their way out.
struct Bits<'o> {
    out: &'o mut Vec<u8>,
    bits: u64,
    count: u32,
}

impl Bits<'_> {
    fn put(&mut self, code: u32, size: u32) {
        self.bits |= u64::from(code) << self.count;
        self.count += size;
        while self.count >= 8 {
            self.out.push(self.bits as u8);
            self.bits >>= 8;
            self.count -= 8;
        }
    }
}

impl Lzw {
    pub fn new() -> Self {
        Self { table: vec![0; PLACES], runs: Vec::new() }
    }

    /// Compresses pixels whose changed colours are below 2^`bits` (2 to 8 bits). The first byte of
    /// the output is the number of bits.
    pub fn compress(&mut self, pixels: Pixels<'_>, bits: u32, out: &mut Vec<u8>) {
        out.clear();
        out.push(bits as u8);
        let clear = 1_u32 << bits;
        let mut out = Bits { out, bits: 0, count: 0 };
        let mut size = bits + 1;
        let mut next = self.reset(clear);
        out.put(clear, size);
        let mut at = 0;
        let mut before: Option<(u32, usize)> = None;
        // How many pixels a code has stood for since the dictionary is full.
        let (mut codes, mut covered, mut best) = (0_u32, 0_usize, 0_usize);
        while at < pixels.changed.len() {
            // A reader gives the next free code to what the last code stood for and the first
            // colour of this one. So that colour is chosen first, and this code may be the new one.
            let (first, found) = self.first(pixels, at, clear);
            if let Some((code, length)) = before
                && (next as usize) < FULL
            {
                self.insert(code, first, next, length);
                if next == 1 << size {
                    size += 1;
                }
                next += 1;
            }
            let (code, length) = found.unwrap_or_else(|| self.longest(pixels, at, first));
            before = Some((code, length));
            at += length;
            out.put(code, size);
            if (next as usize) < FULL {
                (codes, covered, best) = (0, 0, 0);
            } else {
                codes += 1;
                covered += length;
                if codes == WINDOW {
                    if covered * 8 < best * 7 && at < pixels.changed.len() {
                        out.put(clear, size);
                        size = bits + 1;
                        next = self.reset(clear);
                        before = None;
                    }
                    best = best.max(covered);
                    (codes, covered) = (0, 0);
                }
            }
        }
        // A reader adds a code for the last one, too, and may widen its codes by it.
        if (next as usize) < FULL && next == 1 << size {
            size += 1;
        }
        out.put(clear + 1, size);
        out.put(0, 7);
    }

    /// Empties the dictionary; returns the first free code.
    fn reset(&mut self, clear: u32) -> u32 {
        self.table.fill(0);
        self.runs.clear();
        self.runs.push(u16::from(UNCHANGED));
        clear + 2
    }

    /// The colour to write a pixel in: of an unchanged one, that with the longer match to come; and
    /// that match.
    fn first(&self, pixels: Pixels<'_>, at: usize, clear: u32) -> (u8, Option<(u32, usize)>) {
        let (colour, seen) = (pixels.changed[at], pixels.seen[at]);
        if colour != UNCHANGED || u32::from(seen) >= clear {
            return (colour, None);
        }
        let rest = &pixels.changed[at..];
        if run_length(&rest[..rest.len().min(LONG_RUN)]) == LONG_RUN {
            return (UNCHANGED, None);
        }
        let [as_seen, clear] = [seen, UNCHANGED].map(|first| self.longest(pixels, at, first));
        if clear.1 > as_seen.1 { (UNCHANGED, Some(clear)) } else { (seen, Some(as_seen)) }
    }

    /// The longest beginning that has a code and starts with this colour, and its length.
    fn longest(&self, pixels: Pixels<'_>, at: usize, first: u8) -> (u32, usize) {
        let mut ways = [u32::from(first); WAYS];
        let mut count = 1;
        let mut length = 1;
        if first == UNCHANGED {
            let rest = &pixels.changed[at..];
            let run = run_length(&rest[..self.runs.len().min(rest.len())]);
            if run >= LONG_RUN {
                length = run;
                ways[0] = u32::from(self.runs[length - 1]);
            }
        }
        while let Some(&colour) = pixels.changed.get(at + length) {
            let mut longer = [0_u32; WAYS];
            let mut found = 0;
            let colours = [pixels.seen[at + length], colour];
            let colours = if colour == UNCHANGED { &colours[..] } else { &colours[1..] };
            for (&code, &colour) in
                ways[..count].iter().flat_map(|code| colours.iter().map(move |to| (code, to)))
            {
                if let Ok(code) = self.find(code, colour)
                    && found < WAYS
                {
                    longer[found] = code;
                    found += 1;
                }
            }
            if found == 0 {
                break;
            }
            (ways, count) = (longer, found);
            length += 1;
        }
        (ways[0], length)
    }

    /// The code of a prefix with a colour after it, or its place in the table.
    fn find(&self, prefix: u32, colour: u8) -> Result<u32, usize> {
        let key = prefix << 8 | u32::from(colour);
        let mut place = (key.wrapping_mul(0x9e37_79b1) >> (32 - PLACES.ilog2())) as usize;
        loop {
            let entry = self.table[place];
            if entry == 0 {
                return Err(place);
            }
            if entry >> 12 == key {
                return Ok(entry & (FULL as u32 - 1));
            }
            place = (place + 1) % PLACES;
        }
    }

    /// Gives a prefix of this length with a colour after it a code.
    fn insert(&mut self, prefix: u32, colour: u8, code: u32, length: usize) {
        if let Err(place) = self.find(prefix, colour) {
            self.table[place] = (prefix << 8 | u32::from(colour)) << 12 | code;
        }
        if colour == UNCHANGED
            && self.runs.len() == length
            && u32::from(self.runs[length - 1]) == prefix
        {
            self.runs.push(code as u16);
        }
    }
}

/// How many pixels at the beginning are unchanged.
fn run_length(pixels: &[u8]) -> usize {
    const STEP: usize = 32;
    let whole = pixels.chunks_exact(STEP);
    let same = whole.take_while(|step| step.iter().all(|&pixel| pixel == UNCHANGED)).count() * STEP;
    same + pixels[same..].iter().take_while(|&&pixel| pixel == UNCHANGED).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Decompressed by weezl, which is not ours.
    fn decompressed(compressed: &[u8]) -> Vec<u8> {
        let mut decoder = weezl::decode::Decoder::new(weezl::BitOrder::Lsb, compressed[0]);
        decoder.decode(&compressed[1..]).unwrap()
    }

    /// What is read is what changed, or where nothing did may be what was seen all along.
    fn comes_back(seen: &[u8], changed: &[u8], bits: u32) {
        let mut out = Vec::new();
        Lzw::new().compress(Pixels { changed, seen }, bits, &mut out);
        let read = decompressed(&out);
        assert_eq!(read.len(), changed.len());
        for ((&read, &seen), &changed) in read.iter().zip(seen).zip(changed) {
            assert!(read == changed || changed == UNCHANGED && read == seen);
        }
    }

    #[test]
    fn runs_and_noise_come_back() {
        let mut noise = 1_u32;
        let mut pixels = vec![0; 100_000];
        for (at, pixel) in pixels.iter_mut().enumerate() {
            noise = noise.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            if at / 5000 % 2 == 1 {
                *pixel = (noise >> 24) as u8;
            }
        }
        comes_back(&pixels, &pixels, 8);
        comes_back(&vec![0; 3_000_000], &vec![0; 3_000_000], 2);
        comes_back(&vec![200; 10_000], &vec![0; 10_000], 2);
    }

    proptest! {
        #[test]
        fn what_is_compressed_comes_back(
            runs in prop::collection::vec((0_u8..16, prop::bool::ANY, 1_usize..400), 0..300),
        ) {
            let pixels = |of: fn(&(u8, bool, usize)) -> u8| -> Vec<u8> {
                runs.iter().flat_map(|run| vec![of(run); run.2]).collect()
            };
            let seen = pixels(|run| run.0);
            let changed = pixels(|run| if run.1 { run.0 } else { UNCHANGED });
            comes_back(&seen, &changed, 4);
        }
    }
}
