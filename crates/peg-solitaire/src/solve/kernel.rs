//! The vectorised loops of the solver, and its unsafe code: vector instructions. The loops are
//! compiled for each instruction set and chosen at run time. All give the same bits.

// Loops by number, because the adapters of iterators are not always inlined, and a call in these
// loops costs more than the work.
#![allow(clippy::needless_range_loop)]

mod vector;

use smallvec::SmallVec;

use super::mirror::Mirror;
use super::vector_jumps::{Both, JumpSet, VectorJumps, both};
use super::within::MaskedShift;
use crate::board::Bitboard;
use crate::memory;

use vector::{PlainVector, Vector};
#[cfg(target_arch = "x86_64")]
use vector::{Present, Registers};

/// What the loops need to know about a block: see [`super::layout`].
pub(super) struct Vectors<'a> {
    jumps: &'a VectorJumps,
    variant: usize,
    /// The content of the parity holes of the first vector.
    content: usize,
}

impl<'a> Vectors<'a> {
    /// The vectors of the block with this position at bit 0.
    pub fn new(jumps: &'a VectorJumps, origin: Bitboard) -> Self {
        Self {
            jumps,
            variant: jumps.variant(origin),
            content: jumps.within.content(origin),
        }
    }

    fn words(&self, block: &[u64]) -> usize {
        block.len() / self.jumps.contents.len()
    }

    /// The jumps of a set that lead into a vector, if they lead into the block.
    #[inline(always)]
    fn of<'s>(&'s self, jumps: &'s [u64], number: usize) -> Both<'s> {
        both(jumps, self.jumps.leading_into_vector(self.variant, number))
    }

    /// The content of the parity holes of a vector.
    #[inline(always)]
    fn content(&self, number: usize) -> usize {
        self.content ^ self.jumps.contents[number]
    }

    /// The mask of a jump into a vector with this content.
    #[inline(always)]
    fn mask<const W: usize>(&self, jump: usize, content: usize) -> &[u64; W] {
        first_chunk(&self.jumps.masks, self.jumps.mask(jump, content))
    }
}

/// Loops over vectors of `W` words that are held as `V`.
trait Loops {
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof);
}

/// The instructions for which loops are compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Instructions {
    /// Those that every processor has.
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    /// Twice as many registers as AVX2, and logic of three operands: the last-jump array takes 26 %
    /// less time.
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Instructions {
    /// All of them, the best first.
    const ALL: &'static [Self] = &[
        #[cfg(target_arch = "x86_64")]
        Self::Avx512,
        #[cfg(target_arch = "x86_64")]
        Self::Avx2,
        Self::Plain,
    ];

    /// Whether the processor has them.
    #[inline]
    fn are_present(self) -> bool {
        match self {
            Self::Plain => true,
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => {
                is_x86_feature_detected!("avx2")
                    && is_x86_feature_detected!("bmi1")
                    && is_x86_feature_detected!("bmi2")
                    && is_x86_feature_detected!("popcnt")
            }
            // To the compiler, the first implies the next two.
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => {
                Self::Avx2.are_present()
                    && is_x86_feature_detected!("avx512f")
                    && is_x86_feature_detected!("fma")
                    && is_x86_feature_detected!("f16c")
                    && is_x86_feature_detected!("avx512bw")
                    && is_x86_feature_detected!("avx512dq")
                    && is_x86_feature_detected!("avx512vl")
            }
        }
    }

    /// The best that the processor has.
    #[inline]
    fn best() -> Self {
        let mut present = Self::ALL
            .iter()
            .filter(|instructions| instructions.are_present());
        *present.next().unwrap_or(&Self::Plain)
    }
}

/// Runs loops over vectors of `words` words with the best instructions of the processor.
fn run(words: usize, loops: impl Loops) {
    // SAFETY: the processor has these instructions.
    unsafe { run_with(Instructions::best(), words, loops) }
}

/// Runs loops over vectors of `words` words with these instructions.
///
/// # Safety
/// The processor must have them.
#[inline]
unsafe fn run_with<L: Loops>(instructions: Instructions, words: usize, loops: L) {
    // SAFETY: the processor has all instructions for which these loops are compiled, and so the
    // registers.
    #[cfg(target_arch = "x86_64")]
    unsafe {
        use Instructions::{Avx2, Avx512};
        match (instructions, words) {
            (Avx512, 16) => return run_avx512::<L, 16, Registers<4>>(loops, Present::new()),
            (Avx512, 8) => return run_avx512::<L, 8, Registers<2>>(loops, Present::new()),
            (Avx512, 4) => return run_avx512::<L, 4, Registers<1>>(loops, Present::new()),
            (Avx2, 16) => return run_avx2::<L, 16, Registers<4>>(loops, Present::new()),
            (Avx2, 8) => return run_avx2::<L, 8, Registers<2>>(loops, Present::new()),
            (Avx2, 4) => return run_avx2::<L, 4, Registers<1>>(loops, Present::new()),
            _ => {}
        }
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = instructions;

    match words {
        16 => loops.run::<16, PlainVector<16>>(()),
        8 => loops.run::<8, PlainVector<8>>(()),
        4 => loops.run::<4, PlainVector<4>>(()),
        2 => loops.run::<2, PlainVector<2>>(()),
        _ => loops.run::<1, PlainVector<1>>(()),
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn run_avx2<L: Loops, const W: usize, V: Vector<W>>(loops: L, proof: V::Proof) {
    loops.run::<W, V>(proof);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt,avx512f,avx512bw,avx512dq,avx512vl")]
fn run_avx512<L: Loops, const W: usize, V: Vector<W>>(loops: L, proof: V::Proof) {
    loops.run::<W, V>(proof);
}

/// What a jump brings into a block.
#[derive(Clone, Copy)]
pub(super) struct Incoming<'a> {
    /// The number of the jump.
    pub jump: usize,
    /// The words of the finished block that it leads from.
    pub words: &'a [u64],
}

/// Asks the processor to fetch these words, which will be read soon: the first of them, which are
/// all of a short block. It fetches the others of a long one by itself, as they are read in order.
pub(super) fn prefetch(words: &[u64]) {
    for line in (0..words.len()).step_by(8).take(16) {
        memory::prefetch(words, line);
    }
}

/// Adds to a block what jumps bring from others.
pub(super) fn pull(vectors: &Vectors<'_>, incoming: &[Incoming<'_>], block: &mut [u64]) {
    let words = vectors.words(block);
    run(
        words,
        Pull {
            vectors,
            incoming,
            block,
        },
    );
}

struct Pull<'a> {
    vectors: &'a Vectors<'a>,
    incoming: &'a [Incoming<'a>],
    block: &'a mut [u64],
}

impl Loops for Pull<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let Self {
            vectors,
            incoming,
            block,
        } = self;
        let block = block.as_chunks_mut::<W>().0;

        for &Incoming { jump, words } in incoming {
            let words = words.as_chunks::<W>().0;
            let inner_flip = vectors.jumps.all[jump].inner_flip;
            let shift = vectors.jumps.all[jump].shift;
            let is_plain = vectors.jumps.all[jump].is_plain();

            for &number in vectors.jumps.landings(vectors.variant, jump) {
                let number = usize::from(number);
                let mut from = V::load(proof, &words[number ^ inner_flip]);
                if !is_plain {
                    from = from.landed(vectors.mask(jump, vectors.content(number)), shift);
                }
                let into = &mut block[number];
                V::load(proof, into).or(from).store(into);
            }
        }
    }
}

/// Adds to a block everything that jumps inside it lead to.
pub(super) fn close(vectors: &Vectors<'_>, block: &mut [u64]) {
    let words = vectors.words(block);
    if vectors.jumps.has_exact_orders {
        run(words, Close::<false> { vectors, block });
    } else {
        run(words, Close::<true> { vectors, block });
    }
}

/// Visits the vectors of a block in their order: once, or `AGAIN` and again until nothing changes.
struct Close<'a, const AGAIN: bool> {
    vectors: &'a Vectors<'a>,
    block: &'a mut [u64],
}

impl<const AGAIN: bool> Loops for Close<'_, AGAIN> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let vectors = self.vectors;
        let block = self.block.as_chunks_mut::<W>().0;
        let VectorJumps {
            all,
            inner,
            within,
            masks,
            orders,
            ..
        } = vectors.jumps;

        // Visits are numbered from 1. For each vector, the number of the last that changed it.
        let len = block.len();
        let mut changed = SmallVec::<[usize; 64]>::from_elem(0, if AGAIN { len } else { 0 });
        let mut visit = 0;
        let mut has_changes = true;
        while has_changes {
            has_changes = false;
            for &number in &orders[vectors.variant] {
                visit += 1;
                let content = vectors.content(number);
                let before = V::load(proof, &block[number]);

                // What jumps bring from other vectors.
                let mut vector = before;
                for jump in vectors.of(inner, number) {
                    let source = number ^ all[jump].inner_flip;
                    // The last visit of this vector found what has not changed since.
                    if AGAIN && changed[source] + len < visit {
                        continue;
                    }
                    let from = V::load(proof, &block[source]);
                    vector = vector.or(from.landed(vectors.mask(jump, content), all[jump].shift));
                }
                let is_closed = AGAIN && visit > len && vector.xor(before).is_empty();
                if is_closed || vector.is_empty() {
                    continue;
                }

                // What jumps inside the vector lead to.
                for step in &within.sequences[content] {
                    vector = vector.or(vector.landed(first_chunk(masks, step.mask), step.shift));
                }
                if AGAIN && !vector.xor(before).is_empty() {
                    has_changes = true;
                    changed[number] = visit;
                }
                vector.store(&mut block[number]);
            }
        }
    }
}

/// Writes the image of the block with this number under a symmetry.
pub(super) fn reflect(mirror: &Mirror, number: usize, block: &[u64], image: &mut [u64]) {
    run(
        block.len() / mirror.inner.len(),
        Reflect {
            mirror,
            index: mirror.before_crossing(number),
            block,
            image,
        },
    );
}

struct Reflect<'a> {
    mirror: &'a Mirror,
    /// What the mirror makes of the index of the block's bit 0, before bits cross.
    index: u64,
    block: &'a [u64],
    image: &'a mut [u64],
}

/// Bits of each vector trade places, and the vector is stored in its place in the image. Where a
/// symmetry doesn't map vectors to vectors, bits of different vectors trade places afterwards.
impl Loops for Reflect<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let mirror = self.mirror;
        let vector_bits = mirror.vector_bits;
        // As slices, their places are not read again in the loops.
        let exchanges = &mirror.exchanges[..];
        let masks = &mirror.masks[..];
        let inner = &mirror.inner[..];
        let block = self.block.as_chunks::<W>().0;
        let image = self.image.as_chunks_mut::<W>().0;

        for (number, words) in block.iter().enumerate() {
            let mut vector = V::load(proof, words);
            for exchange in exchanges {
                vector = vector.exchanged(first_chunk(masks, exchange.mask), exchange.shift);
            }

            let index = self.index ^ inner[number];
            let flips = index as usize & ((1 << vector_bits) - 1);
            if flips != 0 {
                vector = vector.flipped(flips, masks);
            }
            let place = (index >> vector_bits) as usize & (inner.len() - 1);
            vector.store(&mut image[place]);
        }

        for crossing in &mirror.crossings {
            let MaskedShift { shift, mask } = crossing.exchange;
            let mask = first_chunk(masks, mask);
            for first in 0..image.len() {
                if first >> crossing.bit & 1 == 1 {
                    continue;
                }

                let second = first | 1 << crossing.bit;
                let one = V::load(proof, &image[first]);
                let other = V::load(proof, &image[second]);
                let differ = other.shifted(shift).xor(one).and(V::load(proof, mask));
                let back = differ.shifted(shift.back());
                one.xor(differ).store(&mut image[first]);
                other.xor(back).store(&mut image[second]);
            }
        }
    }
}

#[inline(always)]
fn first_chunk<const W: usize>(masks: &[u64], begin: usize) -> &[u64; W] {
    masks[begin..]
        .first_chunk()
        .expect("a mask is as long as a vector")
}

/// The planes of a last-jump identifier: six bits an index.
pub(super) const PLANES: usize = 6;
/// The planes that change from jump to jump. The others are the same for a row of jumps, and are
/// set after it.
pub(super) const LOW_PLANES: usize = 4;

/// Fills the last-jump identifiers of a finished block.
pub(super) struct Identify<'a> {
    pub vectors: Vectors<'a>,
    /// The jumps that can lead into the block, by the planes of their identifiers that come after
    /// the first [`LOW_PLANES`].
    pub into: &'a [JumpSet],
    /// The jumps of `into` that lead from other blocks.
    pub outer: JumpSet,
    /// The number of the block, and the words of the whole set.
    pub block: usize,
    pub set: &'a [u64],
    /// For each jump, the low planes of its identifier: all bits or none.
    pub identifiers: &'a [[u64; LOW_PLANES]],
    /// The identifiers, which were zero. Each vector is six planes of `W` words, the least
    /// significant first.
    pub planes: &'a mut [u64],
}

impl Identify<'_> {
    pub fn run(self) {
        run(self.vectors.words(self.planes) / PLANES, self);
    }
}

impl Loops for Identify<'_> {
    #[inline(always)]
    fn run<const W: usize, V: Vector<W>>(self, proof: V::Proof) {
        let vectors = &self.vectors;
        let block = self.block;
        let all = &vectors.jumps.all;
        let vectors_of_planes = self.planes.as_chunks_mut::<W>().0;
        let planes = vectors_of_planes.as_chunks_mut::<PLANES>().0;
        let set = self.set.as_chunks::<W>().0;
        let size = planes.len();

        for number in 0..size {
            let from = |number: usize, jump: usize| {
                let jump = &all[jump];
                &set[(block ^ jump.block_flip) * size + (number ^ jump.inner_flip)]
            };
            if number + 1 < size {
                for jump in vectors.of(&self.outer, number + 1) {
                    prefetch(from(number + 1, jump));
                }
            }

            // The positions whose last jump is not known yet.
            let mut rest = V::load(proof, &set[block * size + number]);
            if rest.is_empty() {
                continue;
            }

            let mut found = [V::splat(proof, 0); PLANES];
            let content = vectors.content(number);
            for (high, into) in self.into.iter().enumerate() {
                let rest_before = rest;
                for jump in vectors.of(into, number) {
                    let before = V::load(proof, from(number, jump));
                    let moved = before.landed(vectors.mask(jump, content), all[jump].shift);
                    let reached = moved.and(rest);
                    rest = rest.xor(reached);
                    for plane in 0..LOW_PLANES {
                        let chosen = V::splat(proof, self.identifiers[jump][plane]);
                        found[plane] = found[plane].or(reached.and(chosen));
                    }
                }

                let reached = rest_before.xor(rest);
                for plane in LOW_PLANES..PLANES {
                    let chosen = (high as u64 >> (plane - LOW_PLANES) & 1).wrapping_neg();
                    found[plane] = found[plane].or(reached.and(V::splat(proof, chosen)));
                }
                if rest.is_empty() {
                    break;
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

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use crate::board::SmallBoard;
    use crate::solve::layout::IndexLayout;
    use crate::solve::mirror::mirrors;

    /// Words that follow no rule that the loops know of, with about a quarter of the bits set.
    fn random_words(count: usize, seed: u64) -> Vec<u64> {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed + 1) | 1;
        let mut next = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        (0..count).map(|_| next() & next()).collect()
    }

    fn run_on(instructions: Instructions, words: usize, loops: impl Loops) {
        assert!(instructions.are_present());
        // SAFETY: the processor has them.
        unsafe { run_with(instructions, words, loops) }
    }

    /// What the loops make of a block of a board.
    #[expect(clippy::too_many_lines, reason = "each kernel is asked in turn")]
    fn results(instructions: Instructions, jumps: &VectorJumps, layout: &IndexLayout) -> Vec<u64> {
        let size = 1 << (layout.inside_bits() - 6);
        let number = 1 % (1 << layout.block_bits);
        let origin = layout
            .class
            .position((number as u64) << layout.inside_bits());
        let vectors = || Vectors::new(jumps, origin);
        let vector_words = 1 << (layout.vector_bits - 6);
        let mut results = Vec::new();

        let sources: Vec<Vec<u64>> = (0..3).map(|seed| random_words(size, seed)).collect();
        for jump in 0..jumps.all.len() {
            let words = &sources[jump % sources.len()];
            let mut block = random_words(size, 7);
            let pull = Pull {
                vectors: &vectors(),
                incoming: &[Incoming { jump, words }],
                block: &mut block,
            };
            run_on(instructions, vector_words, pull);
            results.extend(block);
        }

        let mut once = random_words(size, 8);
        let close = Close::<false> {
            vectors: &vectors(),
            block: &mut once,
        };
        run_on(instructions, vector_words, close);
        results.extend(once);

        let mut again = random_words(size, 9);
        let close = Close::<true> {
            vectors: &vectors(),
            block: &mut again,
        };
        run_on(instructions, vector_words, close);
        results.extend(again);

        for mirror in &mirrors(layout) {
            let mut image = vec![0; size];
            let reflect = Reflect {
                mirror,
                index: mirror.before_crossing(number),
                block: &sources[0],
                image: &mut image,
            };
            run_on(instructions, vector_words, reflect);
            results.extend(image);
        }

        let identifiers: Vec<[u64; LOW_PLANES]> = (0..jumps.all.len())
            .map(|jump| std::array::from_fn(|plane| (jump as u64 >> plane & 1).wrapping_neg()))
            .collect();
        let mut planes = vec![0; size * PLANES];
        let identify = Identify {
            vectors: vectors(),
            into: &[jumps.inner.clone(), jumps.outer.clone()],
            outer: jumps.outer.clone(),
            block: number,
            set: &random_words(size << layout.block_bits, 10),
            identifiers: &identifiers,
            planes: &mut planes,
        };
        run_on(instructions, vector_words, identify);
        results.extend(planes);
        results
    }

    #[test]
    #[expect(
        clippy::disallowed_methods,
        reason = "what a processor lacks is said anyway"
    )]
    #[cfg_attr(miri, ignore = "one board takes more than ten minutes")]
    fn every_set_of_instructions_gives_the_same_bits() {
        let mut sizes = Vec::new();
        for name in [
            "line6",
            "4x4",
            "5x5",
            "triangle15",
            "triangle21",
            "4x6",
            "5x6",
        ] {
            let board: SmallBoard = name.parse().unwrap();
            let layout = IndexLayout::new(&board, board.central_vacancy());
            let jumps = VectorJumps::new(&layout);
            let plain = results(Instructions::Plain, &jumps, &layout);
            sizes.push(layout.vector_bits);

            for &instructions in Instructions::ALL {
                if instructions.are_present() {
                    let found = results(instructions, &jumps, &layout);
                    assert!(found == plain, "{instructions:?} on {name}");
                } else {
                    // Past the test harness, which keeps what is printed.
                    let mut err = std::io::stderr();
                    let why = format!("this processor has no {instructions:?}");
                    writeln!(err, "not tested on {name}: {why}").unwrap();
                }
            }
        }
        for bits in [8, 9, 10] {
            assert!(
                sizes.contains(&bits),
                "no vectors of 2^{bits} bits: {sizes:?}"
            );
        }
    }
}
