//! The vectorised loops of the solver, and its unsafe code: vector instructions. The loops are compiled for each instruction set and chosen at run time. All give the same bits.

// Loops by number, because the adapters of iterators are not always inlined, and a call in these loops costs more than the work.
#![allow(clippy::needless_range_loop)]

mod image;
mod vector;

#[cfg(target_arch = "x86_64")]
use std::arch::x86_64::{__m256i, __m512i, _MM_HINT_T0, _mm_prefetch};
#[cfg(target_arch = "x86_64")]
use std::sync::LazyLock;

use smallvec::SmallVec;

use super::vector_jumps::{VectorJump, VectorJumps};
use crate::board::Bitboard;

pub(super) use image::{Crossing, SET, Turning, flip_masks, reflect};
use vector::{PlainVector, Vector};
#[cfg(target_arch = "x86_64")]
use vector::{Present, Registers};

/// Which compilation of the loops runs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Instructions {
    /// The best that the processor has.
    #[default]
    Best,
    /// At most 256 bits at a time (AVX2), on processors that have more, too.
    Narrow,
    /// What every processor of the architecture has.
    Plain,
}

impl Instructions {
    /// The width in bits of the vectors in these loops on this processor; none for plain loops.
    #[cfg(target_arch = "x86_64")]
    fn bits(self) -> Option<usize> {
        static MOST: LazyLock<Option<usize>> = LazyLock::new(|| {
            let narrow = is_x86_feature_detected!("avx2")
                && is_x86_feature_detected!("bmi1")
                && is_x86_feature_detected!("bmi2")
                && is_x86_feature_detected!("popcnt");
            let wide = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vl");
            narrow.then_some(if wide { 512 } else { 256 })
        });
        match self {
            Self::Best => *MOST,
            Self::Narrow => MOST.map(|bits| bits.min(256)),
            Self::Plain => None,
        }
    }
}

/// What the loops need to know about a block: see [`super::layout`].
pub(super) struct Vectors<'a> {
    pub jumps: &'a VectorJumps,
    /// The position of bit 0 of the first vector.
    pub origin: Bitboard,
    /// What each vector of the block adds to it.
    pub inner: &'a [Bitboard],
    /// The contents of these parity holes at bit 0 of the first vector: see [`VectorJumps::variant`].
    pub variant: usize,
}

/// Loops over vectors of `W` words that are held as `V`.
trait Loops {
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof);
}

/// Runs loops over vectors of so many words with these instructions.
#[cfg_attr(not(target_arch = "x86_64"), allow(unused_variables))]
fn run(instructions: Instructions, words: usize, loops: impl Loops) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: the processor has the instructions, and so the registers, for which these loops are compiled.
    unsafe {
        match (instructions.bits(), words) {
            (Some(512), 16) => {
                return run_wide::<_, 16, Registers<__m512i, 2>>(loops, Present::new());
            }
            (Some(512), 8) => {
                return run_wide::<_, 8, Registers<__m512i, 1>>(loops, Present::new());
            }
            (Some(_), 16) => {
                return run_narrow::<_, 16, Registers<__m256i, 4>>(loops, Present::new());
            }
            (Some(_), 8) => {
                return run_narrow::<_, 8, Registers<__m256i, 2>>(loops, Present::new());
            }
            (Some(_), 4) => {
                return run_narrow::<_, 4, Registers<__m256i, 1>>(loops, Present::new());
            }
            (Some(_), 2) => return run_narrow::<_, 2, PlainVector<2>>(loops, ()),
            (Some(_), _) => return run_narrow::<_, 1, PlainVector<1>>(loops, ()),
            (None, _) => {}
        }
    }
    match words {
        16 => loops.run::<16, PlainVector<16>>(()),
        8 => loops.run::<8, PlainVector<8>>(()),
        4 => loops.run::<4, PlainVector<4>>(()),
        2 => loops.run::<2, PlainVector<2>>(()),
        _ => loops.run::<1, PlainVector<1>>(()),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f,avx512bw,avx512dq,avx512vl,avx2,bmi1,bmi2,popcnt")]
fn run_wide<L: Loops, const W: usize, V: Vector<W>>(loops: L, proof: V::Proof) {
    loops.run::<W, V>(proof);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_narrow<L: Loops, const W: usize, V: Vector<W>>(loops: L, proof: V::Proof) {
    loops.run::<W, V>(proof);
}

/// A finished block that a jump leads from.
pub(super) struct Source<'a> {
    pub jump: &'a VectorJump,
    pub words: &'a [u64],
}

/// Asks the processor to fetch these words, which will be read soon: the first of them, which are all of a short block. It
/// fetches the others of a long one by itself, as they are read in order.
pub(super) fn prefetch(words: &[u64]) {
    #[cfg(target_arch = "x86_64")]
    for line in words.chunks(8).take(16) {
        // SAFETY: a hint that reads nothing, about an address inside the slice.
        unsafe { _mm_prefetch::<_MM_HINT_T0>(line.as_ptr().cast()) };
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = words;
}

/// Adds to a block what jumps bring from others.
pub(super) fn pull(
    instructions: Instructions,
    vectors: &Vectors<'_>,
    sources: &[Source<'_>],
    block: &mut [u64],
) {
    run(instructions, vectors.words(block), Pull { vectors, sources, block });
}

struct Pull<'a> {
    vectors: &'a Vectors<'a>,
    sources: &'a [Source<'a>],
    block: &'a mut [u64],
}

impl Loops for Pull<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let Self { vectors, sources, block } = self;
        let block = block.as_chunks_mut::<W>().0;
        for &Source { jump, words } in sources {
            let words = words.as_chunks::<W>().0;
            let begin = jump.mask(vectors.origin);
            for landing in &jump.landings[vectors.variant] {
                let mask = vectors.mask(begin ^ landing.mask_flip);
                for &number in &landing.into {
                    let number = usize::from(number);
                    let mut from = V::load(proof, &words[number ^ jump.inner_flip]);
                    if !jump.is_plain() {
                        from = from.landed(mask, jump.shift);
                    }
                    let into = &mut block[number];
                    V::load(proof, into).or(from).store(into);
                }
            }
        }
    }
}

/// Adds to a block everything that jumps inside it lead to.
pub(super) fn close(instructions: Instructions, vectors: &Vectors<'_>, block: &mut [u64]) {
    run(instructions, vectors.words(block), Close { vectors, block });
}

struct Close<'a> {
    vectors: &'a Vectors<'a>,
    block: &'a mut [u64],
}

impl Loops for Close<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let vectors = self.vectors;
        let block = self.block.as_chunks_mut::<W>().0;
        let begins: SmallVec<[usize; 32]> =
            vectors.jumps.inner.iter().map(|jump| jump.mask(vectors.origin)).collect();
        let inside = &vectors.jumps.inside[vectors.variant];
        for &(number, partner) in &inside.order {
            match partner {
                Some(partner) if V::IN_PAIRS => {
                    close_together::<W, V, 2>(proof, vectors, &begins, block, [number, partner]);
                }
                Some(partner) => {
                    close_together::<W, V, 1>(proof, vectors, &begins, block, [number]);
                    close_together::<W, V, 1>(proof, vectors, &begins, block, [partner]);
                }
                None => close_together::<W, V, 1>(proof, vectors, &begins, block, [number]),
            }
        }
    }
}

/// Closes independent vectors of a block that have the same sequence: the processor works on one while it waits for
/// another. `begins` is where the masks of the inner jumps begin for the first vector of the block.
#[inline(always)]
fn close_together<const W: usize, V: Vector<W>, const N: usize>(
    proof: V::Proof,
    vectors: &Vectors<'_>,
    begins: &[usize],
    block: &mut [[u64; W]],
    numbers: [usize; N],
) {
    let jumps = vectors.jumps;
    let mut together = [V::load(proof, &block[numbers[0]]); N];
    let mut empty = true;
    for at in 0..N {
        let mut vector = V::load(proof, &block[numbers[at]]);
        for entry in &jumps.inside[vectors.variant].into[numbers[at]] {
            let mask = vectors.mask(begins[entry.jump] ^ entry.mask_flip);
            let from = V::load(proof, &block[entry.from]);
            vector = vector.or(from.landed(mask, jumps.inner[entry.jump].shift));
        }
        empty &= vector.is_empty();
        together[at] = vector;
    }
    if empty {
        return;
    }
    let within = &jumps.within;
    let sequence = within.sequence(vectors.origin ^ vectors.inner[numbers[0]]);
    loop {
        let before = together;
        for one in sequence {
            let mask = vectors.mask(one.mask);
            for at in 0..N {
                together[at] = together[at].or(together[at].landed(mask, one.shift));
            }
        }
        if !within.repeat {
            break;
        }
        let mut changed = false;
        for at in 0..N {
            changed |= !together[at].xor(before[at]).is_empty();
        }
        if !changed {
            break;
        }
    }
    for at in 0..N {
        together[at].store(&mut block[numbers[at]]);
    }
}

impl Vectors<'_> {
    /// The number of words of a vector of this block.
    fn words(&self, block: &[u64]) -> usize {
        block.len() / self.inner.len()
    }

    /// The mask at this place.
    #[inline(always)]
    fn mask<const W: usize>(&self, begin: usize) -> &[u64; W] {
        first_chunk(&self.jumps.masks, begin)
    }
}

/// The mask at this place.
#[inline(always)]
fn first_chunk<const W: usize>(masks: &[u64], begin: usize) -> &[u64; W] {
    masks[begin..].first_chunk().expect("a mask is as long as a vector")
}

/// The planes of a last-jump identifier: six bits an index.
pub(super) const PLANES: usize = 6;

/// A jump of [`VectorJumps::by_triple`] as the last one.
pub(super) struct LastJumpBy {
    /// XORed with the number of a vector of the set, that of the vector where the jump comes from.
    pub vector_flip: usize,
    /// The planes of its identifier: all bits or none.
    pub planes: [u64; PLANES],
}

/// What the last-jump identifiers of a block are found in.
pub(super) struct LastJumpsOf<'a> {
    pub vectors: Vectors<'a>,
    /// The number of the block, and the words of the whole set.
    pub block: usize,
    pub set: &'a [u64],
    /// By number of the jump.
    pub jumps: &'a [LastJumpBy],
}

/// Fills the last-jump identifiers of a finished block, which were zero. Each vector is six planes of `W` words, the least significant
/// first.
pub(super) fn last_jumps(instructions: Instructions, of: LastJumpsOf<'_>, planes: &mut [u64]) {
    let words = planes.len() / PLANES / of.vectors.inner.len();
    run(instructions, words, Identify { of, planes });
}

struct Identify<'a> {
    of: LastJumpsOf<'a>,
    planes: &'a mut [u64],
}

impl Loops for Identify<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let LastJumpsOf { vectors, block, set, jumps } = self.of;
        let into = &vectors.jumps.by_triple_into;
        let set = set.as_chunks::<W>().0;
        let planes = self.planes.as_chunks_mut::<W>().0.as_chunks_mut::<PLANES>().0;
        let first = block * planes.len();
        for number in 0..planes.len() {
            // What the next vector will need.
            if let Some(&next) = vectors.inner.get(number + 1) {
                for word in 0..into.words() {
                    let mut left = into.word(vectors.origin ^ next, word);
                    while left != 0 {
                        let jump = word * 64 + left.trailing_zeros() as usize;
                        left &= left - 1;
                        prefetch(&set[(first + number + 1) ^ jumps[jump].vector_flip]);
                    }
                }
            }
            let mut rest = V::load(proof, &set[first + number]);
            if rest.is_empty() {
                continue;
            }
            let mut found = [rest.xor(rest); PLANES];
            let pegs = vectors.origin ^ vectors.inner[number];
            'jumps: for word in 0..into.words() {
                let mut left = into.word(pegs, word);
                while left != 0 {
                    let number_of_jump = word * 64 + left.trailing_zeros() as usize;
                    left &= left - 1;
                    let last = &jumps[number_of_jump];
                    let jump = &vectors.jumps.by_triple[number_of_jump];
                    let mask = vectors.mask(jump.mask(pegs));
                    let before = V::load(proof, &set[(first + number) ^ last.vector_flip]);
                    let reached = before.landed(mask, jump.shift).and(rest);
                    rest = rest.xor(reached);
                    for plane in 0..PLANES {
                        let chosen = V::splat(proof, last.planes[plane]);
                        found[plane] = found[plane].or(reached.and(chosen));
                    }
                    if rest.is_empty() {
                        break 'jumps;
                    }
                }
            }
            // Only the start has no last jump: identifier 1.
            found[0] = found[0].or(rest);
            for plane in 0..PLANES {
                found[plane].store(&mut planes[number][plane]);
            }
        }
    }
}
