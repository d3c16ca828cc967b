//! The vectorised loops of the solver, and the only unsafe code: threads that write different blocks of
//! one bit set. Plain loops over arrays of words, compiled for each level of the processor's vector
//! instructions; which one runs is chosen at run time, and all give the same bits.

use std::marker::PhantomData;
use std::slice;

use multiversion::multiversion;

use super::layout::WORD_BITS;
use super::steps::{Step, Steps};
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

    /// Puts a block in its place.
    ///
    /// # Safety
    /// No other thread may read or write the block at the same time.
    pub unsafe fn put(&self, block: usize, words: &[u64]) {
        assert!(block < self.blocks && words.len() == self.block_words);
        // SAFETY: the block lies inside the words, which are borrowed mutably for 'a; the caller sees to it that nobody else uses it.
        let place = unsafe {
            slice::from_raw_parts_mut(self.first.add(block * self.block_words), self.block_words)
        };
        place.copy_from_slice(words);
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

/// Adds to a block what one jump leads into it from another.
pub(super) fn pull(
    instructions: Instructions,
    vectors: &Vectors<'_>,
    step: &Step,
    block: &mut [u64],
    source: &[u64],
    source_origin: Position,
) {
    match (instructions, block.len() / vectors.inner.len()) {
        (Instructions::Best, 16) => pull_best::<16>(vectors, step, block, source, source_origin),
        (Instructions::Best, 8) => pull_best::<8>(vectors, step, block, source, source_origin),
        (Instructions::Best, 4) => pull_best::<4>(vectors, step, block, source, source_origin),
        (Instructions::Best, 2) => pull_best::<2>(vectors, step, block, source, source_origin),
        (Instructions::Best, _) => pull_best::<1>(vectors, step, block, source, source_origin),
        (Instructions::Plain, 16) => pull_loop::<16>(vectors, step, block, source, source_origin),
        (Instructions::Plain, 8) => pull_loop::<8>(vectors, step, block, source, source_origin),
        (Instructions::Plain, 4) => pull_loop::<4>(vectors, step, block, source, source_origin),
        (Instructions::Plain, 2) => pull_loop::<2>(vectors, step, block, source, source_origin),
        (Instructions::Plain, _) => pull_loop::<1>(vectors, step, block, source, source_origin),
    }
}

/// Adds to a block all that jumps inside it lead to.
pub(super) fn close(instructions: Instructions, vectors: &Vectors<'_>, block: &mut [u64]) {
    match (instructions, block.len() / vectors.inner.len()) {
        (Instructions::Best, 16) => close_best::<16>(vectors, block),
        (Instructions::Best, 8) => close_best::<8>(vectors, block),
        (Instructions::Best, 4) => close_best::<4>(vectors, block),
        (Instructions::Best, 2) => close_best::<2>(vectors, block),
        (Instructions::Best, _) => close_best::<1>(vectors, block),
        (Instructions::Plain, 16) => close_loop::<16>(vectors, block),
        (Instructions::Plain, 8) => close_loop::<8>(vectors, block),
        (Instructions::Plain, 4) => close_loop::<4>(vectors, block),
        (Instructions::Plain, 2) => close_loop::<2>(vectors, block),
        (Instructions::Plain, _) => close_loop::<1>(vectors, block),
    }
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt"
))]
fn pull_best<const W: usize>(
    vectors: &Vectors<'_>,
    step: &Step,
    block: &mut [u64],
    source: &[u64],
    source_origin: Position,
) {
    pull_loop::<W>(vectors, step, block, source, source_origin);
}

#[inline(always)]
fn pull_loop<const W: usize>(
    vectors: &Vectors<'_>,
    step: &Step,
    block: &mut [u64],
    source: &[u64],
    source_origin: Position,
) {
    let (block, source) = (block.as_chunks_mut::<W>().0, source.as_chunks::<W>().0);
    for (number, into) in block.iter_mut().enumerate() {
        if step.leads_to(vectors.inner[number], vectors.inner_holes) {
            let from = number ^ step.inner_flip;
            let mask = step.mask(source_origin ^ vectors.inner[from], W);
            jump_into(into, &source[from], vectors.mask(mask), step);
        }
    }
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt"
))]
fn close_best<const W: usize>(vectors: &Vectors<'_>, block: &mut [u64]) {
    close_loop::<W>(vectors, block);
}

#[inline(always)]
fn close_loop<const W: usize>(vectors: &Vectors<'_>, block: &mut [u64]) {
    let block = block.as_chunks_mut::<W>().0;
    for &number in vectors.inner_order {
        let mut vector = block[number];
        let pegs = vectors.inner[number];
        for step in &vectors.steps.inner {
            if step.leads_to(pegs, vectors.inner_holes) {
                let from = number ^ step.inner_flip;
                let mask = step.mask(vectors.origin ^ vectors.inner[from], W);
                jump_into(&mut vector, &block[from], vectors.mask(mask), step);
            }
        }
        if vector.iter().all(|&word| word == 0) {
            continue;
        }
        loop {
            let before = vector;
            for step in &vectors.steps.within {
                let mask = step.mask(vectors.origin ^ pegs, W);
                let from = vector;
                jump_into(&mut vector, &from, vectors.mask(mask), step);
            }
            if !vectors.steps.repeat_within || vector == before {
                break;
            }
        }
        block[number] = vector;
    }
}

impl Vectors<'_> {
    /// The mask that begins here.
    #[inline(always)]
    fn mask<const W: usize>(&self, begin: usize) -> &[u64; W] {
        self.steps.masks[begin..].first_chunk().unwrap_or(&[0; W])
    }
}

/// Adds to a vector what a jump makes of another.
#[inline(always)]
fn jump_into<const W: usize>(into: &mut [u64; W], from: &[u64; W], mask: &[u64; W], step: &Step) {
    let mut moved = [0; W];
    for word in 0..W {
        moved[word] = (from[word] & mask[word]) << step.left >> step.right;
    }
    match step.word_flip {
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

/// Exchanges two bits of the index of a block's bits.
pub(super) fn exchange(instructions: Instructions, block: &mut [u64], low: usize, high: usize) {
    match instructions {
        Instructions::Best => exchange_best(block, low, high),
        Instructions::Plain => exchange_loop(block, low, high),
    }
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt"
))]
fn exchange_best(block: &mut [u64], low: usize, high: usize) {
    exchange_loop(block, low, high);
}

#[inline(always)]
fn exchange_loop(block: &mut [u64], low: usize, high: usize) {
    debug_assert!(low < high);
    if high < WORD_BITS {
        // Bits with `low` set and `high` clear trade places with their partners above.
        let distance = (1 << high) - (1 << low);
        let mask = SET[low] & !SET[high];
        for word in block {
            let differ = (*word >> distance ^ *word) & mask;
            *word ^= differ | differ << distance;
        }
    } else {
        let stride = 1 << (high - WORD_BITS);
        for pair in block.chunks_exact_mut(2 * stride) {
            let (clear, set) = pair.split_at_mut(stride);
            if low < WORD_BITS {
                for (clear, set) in clear.iter_mut().zip(set) {
                    let differ = (*clear >> (1 << low) ^ *set) & !SET[low];
                    *set ^= differ;
                    *clear ^= differ << (1 << low);
                }
            } else {
                let inner = 1 << (low - WORD_BITS);
                for (clear, set) in
                    clear.chunks_exact_mut(2 * inner).zip(set.chunks_exact_mut(2 * inner))
                {
                    clear[inner..].swap_with_slice(&mut set[..inner]);
                }
            }
        }
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

/// Fills the last-jump identifiers of a block, whose vectors are reachable as `source` (by what is added to the
/// number of the block) says. Each vector is six planes of `W` words, the least significant first.
pub(super) fn last_jumps<'a>(
    instructions: Instructions,
    vectors: &Vectors<'_>,
    steps: &[BlockStep<'a>],
    block: &[u64],
    planes: &mut [u64],
) {
    match (instructions, block.len() / vectors.inner.len()) {
        (Instructions::Best, 16) => last_jumps_best::<16>(vectors, steps, block, planes),
        (Instructions::Best, 8) => last_jumps_best::<8>(vectors, steps, block, planes),
        (Instructions::Best, 4) => last_jumps_best::<4>(vectors, steps, block, planes),
        (Instructions::Best, 2) => last_jumps_best::<2>(vectors, steps, block, planes),
        (Instructions::Best, _) => last_jumps_best::<1>(vectors, steps, block, planes),
        (Instructions::Plain, 16) => last_jumps_loop::<16>(vectors, steps, block, planes),
        (Instructions::Plain, 8) => last_jumps_loop::<8>(vectors, steps, block, planes),
        (Instructions::Plain, 4) => last_jumps_loop::<4>(vectors, steps, block, planes),
        (Instructions::Plain, 2) => last_jumps_loop::<2>(vectors, steps, block, planes),
        (Instructions::Plain, _) => last_jumps_loop::<1>(vectors, steps, block, planes),
    }
}

/// A jump that can lead into a block, and where it comes from.
pub(super) struct BlockStep<'a> {
    pub step: &'a Step,
    /// The identifier that it gives.
    pub identifier: u8,
    pub source: &'a [u64],
    pub source_origin: Position,
}

#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt"
))]
fn last_jumps_best<const W: usize>(
    vectors: &Vectors<'_>,
    steps: &[BlockStep<'_>],
    block: &[u64],
    planes: &mut [u64],
) {
    last_jumps_loop::<W>(vectors, steps, block, planes);
}

#[inline(always)]
fn last_jumps_loop<const W: usize>(
    vectors: &Vectors<'_>,
    steps: &[BlockStep<'_>],
    block: &[u64],
    planes: &mut [u64],
) {
    let places = planes.as_chunks_mut::<W>().0.as_chunks_mut::<PLANES>().0;
    for ((number, reachable), place) in block.as_chunks::<W>().0.iter().enumerate().zip(places) {
        let mut rest = *reachable;
        let mut found = [[0; W]; PLANES];
        for entry in steps {
            let step = entry.step;
            if !step.leads_to(vectors.inner[number], vectors.inner_holes) {
                continue;
            }
            let from = number ^ step.inner_flip;
            let mask = step.mask(entry.source_origin ^ vectors.inner[from], W);
            let mut reached = [0; W];
            let source = &entry.source.as_chunks::<W>().0[from];
            jump_into(&mut reached, source, vectors.mask(mask), step);
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
