//! The vectorised loops of the solver, and the only unsafe code: threads that write different blocks of
//! one bit set. Plain loops over arrays of words, compiled for each level of the processor's vector
//! instructions; which one runs is chosen at run time, and all give the same bits.

use std::marker::PhantomData;
use std::slice;

use multiversion::multiversion;

use super::layout::WORD_BITS;
use super::mirror::Turn;
use super::steps::{Shift, Step, Steps};
use crate::board::Position;

/// Which compilation of the loops runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Instructions {
    /// The best that the processor has.
    #[default]
    Best,
    /// What every processor of the architecture has.
    Plain,
}

/// The words of a bit set that threads share: each writes blocks of its own and reads finished ones.
pub(super) struct SharedWords<'a> {
    first: *mut u64,
    block_words: usize,
    blocks: usize,
    owner: PhantomData<&'a mut [u64]>,
}

// SAFETY: the words are only reached through `finished` and `own`, whose callers keep threads apart.
unsafe impl Sync for SharedWords<'_> {}

impl<'a> SharedWords<'a> {
    pub fn new(words: &'a mut [u64], block_words: usize) -> Self {
        assert!(words.len().is_multiple_of(block_words));
        let blocks = words.len() / block_words;
        Self { first: words.as_mut_ptr(), block_words, blocks, owner: PhantomData }
    }

    /// A block that nobody writes.
    ///
    /// # Safety
    /// No thread may write the block as long as the slice is used.
    pub unsafe fn finished(&self, block: usize) -> &[u64] {
        assert!(block < self.blocks);
        // SAFETY: the block lies inside the words, which are borrowed for 'a; the caller sees to it that it does not change.
        unsafe { slice::from_raw_parts(self.first.add(block * self.block_words), self.block_words) }
    }

    /// A block to write.
    ///
    /// # Safety
    /// No other thread may read or write the block as long as the slice is used, and nobody may hold another slice of it.
    #[allow(clippy::mut_from_ref)] // Threads write different blocks of one set; the caller keeps them apart.
    pub unsafe fn own(&self, block: usize) -> &mut [u64] {
        assert!(block < self.blocks);
        // SAFETY: the block lies inside the words, which are borrowed mutably for 'a; the caller sees to it that nobody else uses it.
        unsafe {
            slice::from_raw_parts_mut(self.first.add(block * self.block_words), self.block_words)
        }
    }
}

/// What the loops need to know of a block: see [`super::layout`].
pub(super) struct Vectors<'a> {
    pub steps: &'a Steps,
    /// The position of bit 0 of the first vector.
    pub origin: Position,
    /// What each vector of the block adds to it.
    pub inner: &'a [Position],
    /// The holes that number the vectors of a block.
    pub inner_holes: Position,
    /// The vectors of the block by descending weight.
    pub inner_order: &'a [usize],
}

/// Loops over vectors of `W` words.
trait Loops {
    fn run<const W: usize>(self);
}

/// Runs loops over vectors of so many words, compiled for these instructions.
fn run(instructions: Instructions, words: usize, loops: impl Loops) {
    match (instructions, words) {
        (Instructions::Best, 16) => run_best::<_, 16>(loops),
        (Instructions::Best, 8) => run_best::<_, 8>(loops),
        (Instructions::Best, 4) => run_best::<_, 4>(loops),
        (Instructions::Best, 2) => run_best::<_, 2>(loops),
        (Instructions::Best, _) => run_best::<_, 1>(loops),
        (Instructions::Plain, 16) => loops.run::<16>(),
        (Instructions::Plain, 8) => loops.run::<8>(),
        (Instructions::Plain, 4) => loops.run::<4>(),
        (Instructions::Plain, 2) => loops.run::<2>(),
        (Instructions::Plain, _) => loops.run::<1>(),
    }
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt"
))]
fn run_best<L: Loops, const W: usize>(loops: L) {
    loops.run::<W>();
}

/// Adds to a block what one jump leads into it from another, whose bit 0 has the position `source_origin`.
pub(super) fn pull(
    instructions: Instructions,
    vectors: &Vectors<'_>,
    step: &Step,
    block: &mut [u64],
    source: &[u64],
    source_origin: Position,
) {
    let words = vectors.words(block);
    run(instructions, words, Pull { vectors, step, block, source, source_origin });
}

struct Pull<'a> {
    vectors: &'a Vectors<'a>,
    step: &'a Step,
    block: &'a mut [u64],
    source: &'a [u64],
    source_origin: Position,
}

impl Loops for Pull<'_> {
    #[inline(always)]
    fn run<const W: usize>(self) {
        let Self { vectors, step, source_origin, .. } = self;
        let (block, source) = (self.block.as_chunks_mut::<W>().0, self.source.as_chunks::<W>().0);
        if step.is_plain() && (step.care & vectors.inner_holes).is_empty() {
            for (into, from) in block.iter_mut().zip(source) {
                or_flipped::<W, 0>(into, from);
            }
            return;
        }
        for (number, into) in block.iter_mut().enumerate() {
            if step.leads_to(vectors.inner[number], vectors.inner_holes) {
                let from = number ^ step.inner_flip;
                let mask = step.mask(source_origin ^ vectors.inner[from]);
                jump_into(into, &source[from], vectors.mask(mask), step.shift);
            }
        }
    }
}

/// Adds to a block all that jumps inside it lead to.
pub(super) fn close(instructions: Instructions, vectors: &Vectors<'_>, block: &mut [u64]) {
    run(instructions, vectors.words(block), Close { vectors, block });
}

struct Close<'a> {
    vectors: &'a Vectors<'a>,
    block: &'a mut [u64],
}

impl Loops for Close<'_> {
    #[inline(always)]
    fn run<const W: usize>(self) {
        let vectors = self.vectors;
        let block = self.block.as_chunks_mut::<W>().0;
        for &number in vectors.inner_order {
            let mut vector = block[number];
            for &step in &vectors.steps.inner_into[number] {
                let step = &vectors.steps.inner[step];
                let from = number ^ step.inner_flip;
                let mask = step.mask(vectors.origin ^ vectors.inner[from]);
                jump_into(&mut vector, &block[from], vectors.mask(mask), step.shift);
            }
            if vector.iter().all(|&word| word == 0) {
                continue;
            }
            let within = &vectors.steps.within;
            let sequence = within.sequence(vectors.origin ^ vectors.inner[number]);
            loop {
                let before = vector;
                for one in sequence {
                    let from = vector;
                    jump_into(&mut vector, &from, vectors.mask(one.mask), one.shift);
                }
                if !within.repeat || vector == before {
                    break;
                }
            }
            block[number] = vector;
        }
    }
}

impl Vectors<'_> {
    /// The number of words of a vector of this block.
    fn words(&self, block: &[u64]) -> usize {
        block.len() / self.inner.len()
    }

    /// The mask that begins here.
    #[inline(always)]
    fn mask<const W: usize>(&self, begin: usize) -> &[u64; W] {
        self.steps.masks[begin..].first_chunk().unwrap_or(&[0; W])
    }
}

/// Adds to a vector what a jump makes of another.
#[inline(always)]
fn jump_into<const W: usize>(into: &mut [u64; W], from: &[u64; W], mask: &[u64; W], shift: Shift) {
    let mut moved = [0; W];
    for word in 0..W {
        moved[word] = (from[word] & mask[word]).rotate_left(shift.rotate);
    }
    match shift.word_flip {
        0 => or_flipped::<W, 0>(into, &moved),
        1 => or_flipped::<W, 1>(into, &moved),
        2 => or_flipped::<W, 2>(into, &moved),
        3 => or_flipped::<W, 3>(into, &moved),
        4 => or_flipped::<W, 4>(into, &moved),
        5 => or_flipped::<W, 5>(into, &moved),
        6 => or_flipped::<W, 6>(into, &moved),
        7 => or_flipped::<W, 7>(into, &moved),
        8 => or_flipped::<W, 8>(into, &moved),
        9 => or_flipped::<W, 9>(into, &moved),
        10 => or_flipped::<W, 10>(into, &moved),
        11 => or_flipped::<W, 11>(into, &moved),
        12 => or_flipped::<W, 12>(into, &moved),
        13 => or_flipped::<W, 13>(into, &moved),
        14 => or_flipped::<W, 14>(into, &moved),
        _ => or_flipped::<W, 15>(into, &moved),
    }
}

/// The union with another vector whose words are numbered with a flip.
#[inline(always)]
fn or_flipped<const W: usize, const FLIP: usize>(into: &mut [u64; W], moved: &[u64; W]) {
    for word in 0..W {
        into[word] |= moved[(word ^ FLIP) % W];
    }
}

/// Turns the bits of vectors of so many words.
pub(super) fn turn(instructions: Instructions, vectors: &mut [u64], words: usize, turn: Turn) {
    run(instructions, words, Turning { vectors, turn });
}

struct Turning<'a> {
    vectors: &'a mut [u64],
    turn: Turn,
}

impl Loops for Turning<'_> {
    #[inline(always)]
    fn run<const W: usize>(self) {
        let Self { vectors, turn } = self;
        match turn {
            // Bits with `low` set and `high` clear trade places with their partners above.
            Turn::Exchange(low, high) if high < WORD_BITS => {
                let distance = (1 << high) - (1 << low);
                let mask = SET[low] & !SET[high];
                for word in vectors {
                    let differ = (*word >> distance ^ *word) & mask;
                    *word ^= differ | differ << distance;
                }
            }
            Turn::Exchange(low, high) if low < WORD_BITS => {
                let (distance, mask) = (1 << low, !SET[low]);
                let stride = 1 << (high - WORD_BITS);
                for pair in vectors.chunks_exact_mut(2 * stride) {
                    let (clear, set) = pair.split_at_mut(stride);
                    for (clear, set) in clear.iter_mut().zip(set) {
                        let differ = (*clear >> distance ^ *set) & mask;
                        *set ^= differ;
                        *clear ^= differ << distance;
                    }
                }
            }
            Turn::Exchange(6, 7) => exchange_words::<4, 1, 2>(vectors),
            Turn::Exchange(6, 8) => exchange_words::<8, 1, 4>(vectors),
            Turn::Exchange(7, 8) => exchange_words::<8, 2, 4>(vectors),
            Turn::Exchange(6, _) => exchange_words::<16, 1, 8>(vectors),
            Turn::Exchange(7, _) => exchange_words::<16, 2, 8>(vectors),
            Turn::Exchange(..) => exchange_words::<16, 4, 8>(vectors),
            // Bits with `from` set trade places with their neighbours along `to`.
            Turn::Add(to, from) if to < WORD_BITS && from < WORD_BITS => {
                for word in vectors {
                    *word = *word & !SET[from] | flipped(*word, to) & SET[from];
                }
            }
            Turn::Add(to, from) if to < WORD_BITS => {
                let stride = 1 << (from - WORD_BITS);
                for pair in vectors.chunks_exact_mut(2 * stride) {
                    for word in &mut pair[stride..] {
                        *word = flipped(*word, to);
                    }
                }
            }
            Turn::Add(to, from) if from < WORD_BITS => {
                let stride = 1 << (to - WORD_BITS);
                for pair in vectors.chunks_exact_mut(2 * stride) {
                    let (clear, set) = pair.split_at_mut(stride);
                    for (clear, set) in clear.iter_mut().zip(set) {
                        let differ = (*clear ^ *set) & SET[from];
                        *clear ^= differ;
                        *set ^= differ;
                    }
                }
            }
            Turn::Add(to, from) => {
                let (to, from) = (1 << (to - WORD_BITS), 1 << (from - WORD_BITS));
                for vector in vectors.as_chunks_mut::<W>().0 {
                    for word in (0..W).filter(|word| word & from != 0 && word & to == 0) {
                        vector.swap(word, word ^ to);
                    }
                }
            }
        }
    }
}

/// Exchanges two bits of the number of a word, in each group of `W` words.
#[inline(always)]
fn exchange_words<const W: usize, const LOW: usize, const HIGH: usize>(vectors: &mut [u64]) {
    for vector in vectors.as_chunks_mut::<W>().0 {
        let before = *vector;
        for word in 0..W {
            let one = usize::from(word & LOW != 0) != usize::from(word & HIGH != 0);
            vector[word] = before[if one { word ^ LOW ^ HIGH } else { word }];
        }
    }
}

/// The word with each bit in the place of its neighbour along a bit of the number.
#[inline(always)]
fn flipped(word: u64, bit: usize) -> u64 {
    let distance = 1 << bit;
    word >> distance & !SET[bit] | (word & !SET[bit]) << distance
}

/// Exchanges every bit of the words with its neighbour along a bit of the number.
pub(super) fn flip(words: &mut [u64], bit: usize) {
    for word in words {
        *word = flipped(*word, bit);
    }
}

/// The bits of a word whose number has this bit set.
const SET: [u64; WORD_BITS] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// The planes of a last-jump identifier: six bits an index.
pub(super) const PLANES: usize = 6;

/// Fills the last-jump identifiers of a finished block. Each vector is six planes of `W` words, the least significant
/// first; the steps come by their identifiers.
pub(super) fn last_jumps(
    instructions: Instructions,
    vectors: &Vectors<'_>,
    steps: &[BlockStep<'_>],
    block: &[u64],
    planes: &mut [u64],
) {
    run(instructions, vectors.words(block), Identify { vectors, steps, block, planes });
}

/// A jump that can lead into a block, and where it comes from.
pub(super) struct BlockStep<'a> {
    pub step: &'a Step,
    /// The identifier that it gives.
    pub identifier: u8,
    pub source: &'a [u64],
    /// The position of bit 0 of the source.
    pub source_origin: Position,
}

struct Identify<'a> {
    vectors: &'a Vectors<'a>,
    steps: &'a [BlockStep<'a>],
    block: &'a [u64],
    planes: &'a mut [u64],
}

impl Loops for Identify<'_> {
    #[inline(always)]
    fn run<const W: usize>(self) {
        let Self { vectors, steps, block, planes } = self;
        let places = planes.as_chunks_mut::<W>().0.as_chunks_mut::<PLANES>().0;
        for ((number, reachable), place) in block.as_chunks::<W>().0.iter().enumerate().zip(places)
        {
            let mut rest = *reachable;
            let mut found = [[0; W]; PLANES];
            for entry in steps {
                let step = entry.step;
                if !step.leads_to(vectors.inner[number], vectors.inner_holes) {
                    continue;
                }
                let from = number ^ step.inner_flip;
                let mask = step.mask(entry.source_origin ^ vectors.inner[from]);
                let mut reached = [0; W];
                let source = &entry.source.as_chunks::<W>().0[from];
                jump_into(&mut reached, source, vectors.mask(mask), step.shift);
                let mut left = 0;
                for word in 0..W {
                    reached[word] &= rest[word];
                    rest[word] ^= reached[word];
                    left |= rest[word];
                }
                for (plane, bits) in found.iter_mut().enumerate() {
                    if entry.identifier >> plane & 1 == 1 {
                        for word in 0..W {
                            bits[word] |= reached[word];
                        }
                    }
                }
                if left == 0 {
                    break;
                }
            }
            // What no jump leads to is the start: identifier 1.
            for word in 0..W {
                found[0][word] |= rest[word];
            }
            *place = found;
        }
    }
}
