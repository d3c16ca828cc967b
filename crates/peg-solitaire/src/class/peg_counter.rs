//! Counts the positions of words of a set by number of pegs.
//!
//! The 64 positions of a word differ only in the holes of the six lowest bits of the index and in
//! the parity holes that depend on them. For each content of these parity holes, masks select the
//! bits of a word whose positions have 0, 1, 2, ... pegs there: a few ANDs and population counts
//! for a word.
//!
//! Most words are counted together. Runs of a few words that agree in their parity holes and in the
//! number of pegs outside are added bit by bit to sums that are held in binary digits, a vector for
//! each digit; only these sums are counted.

use std::hash::{Hash, Hasher};
use std::ops::RangeInclusive;

use multiversion::multiversion;
use rustc_hash::FxHashMap;

use super::{PositionClass, content_of, number_of};
use crate::bits::WORD_BITS;
use crate::board::{Bitboard, MAX_SMALL_HOLES};

/// The most bits of an index that number the words of a run.
const RUN_BITS: usize = 4;
/// The most words of a run.
const RUN_WORDS: usize = 1 << RUN_BITS;
/// The binary digits of a sum.
const DIGITS: usize = 6;
/// The most runs that a sum can hold. Then it is counted.
const MOST_RUNS: u8 = (1 << DIGITS) - 1;

/// Counts the positions of runs of words.
pub(crate) struct PegCounter<'c> {
    class: &'c PositionClass,
    /// What differs among the positions of a word, and of a run.
    in_word: Varying,
    in_run: Varying,
    /// What each word of a run changes in the position of the first.
    changes: Vec<Bitboard>,
    /// For each content of the parity holes of a word at bit 0: the bits of a word with fewer than
    /// 0, 1, ... pegs inside.
    fewer: Vec<Vec<u64>>,
}

/// What differs among the positions of indices that differ only in some of the lowest bits.
struct Varying {
    /// The holes whose content differs.
    holes: Bitboard,
    /// The parity holes among these holes.
    parity: Bitboard,
}

impl Varying {
    fn new(class: &PositionClass, bits: usize) -> Self {
        let holes = class.changed_by(0..bits);
        Self {
            holes,
            parity: holes & class.parity_holes(),
        }
    }
}

/// Runs that were added to each other since they were last counted.
#[derive(Default)]
struct Sum {
    runs: u8,
    digits: [[u64; RUN_WORDS]; DIGITS],
}

/// What a thread has counted.
pub(crate) struct Tally<'t> {
    counter: &'t PegCounter<'t>,
    sums: FxHashMap<CountedAlike, Sum>,
    counts: CountsByPegs,
}

/// What runs have in common that are added to one sum.
#[derive(Clone, Copy, PartialEq, Eq)]
struct CountedAlike {
    /// How often each position counts.
    times: u32,
    /// The number of pegs outside the holes of a run.
    outside: u8,
    /// The number of the content of its parity holes.
    content: u32,
}

/// One word, because it is looked up for each run.
impl Hash for CountedAlike {
    fn hash<H: Hasher>(&self, hasher: &mut H) {
        let times_and_outside = u64::from(self.times) << 8 | u64::from(self.outside);
        hasher.write_u64(times_and_outside << 32 | u64::from(self.content));
    }
}

/// The positions by number of pegs, from 0 to [`MAX_SMALL_HOLES`].
type CountsByPegs = [u64; MAX_SMALL_HOLES + 1];

impl<'c> PegCounter<'c> {
    pub(crate) fn new(class: &'c PositionClass) -> Self {
        let low = class.rank().min(WORD_BITS);
        let high = (class.rank() - low).min(RUN_BITS);
        let in_word = Varying::new(class, low);

        let bits: Vec<Bitboard> = class.changes(0..low).collect();
        let mut fewer = Vec::new();
        for number in 0..1 << in_word.parity.count() {
            let content = content_of(number, in_word.parity);
            let limits = 0..=in_word.holes.count() + 1;
            fewer.push(
                limits
                    .map(|pegs| with_fewer(pegs, content, &bits))
                    .collect(),
            );
        }

        Self {
            class,
            fewer,
            in_word,
            in_run: Varying::new(class, low + high),
            changes: class.changes(low..low + high).collect(),
        }
    }

    /// What threads have counted, by number of pegs from 0 to the number of holes.
    pub(crate) fn sum<'t>(&'t self, tallies: impl IntoIterator<Item = Tally<'t>>) -> Vec<u64> {
        let mut sum = vec![0; self.class.board().holes() + 1];
        for mut tally in tallies {
            for (&alike, found) in &mut tally.sums {
                count(self, alike, found, &mut tally.counts);
            }
            for (sum, count) in sum.iter_mut().zip(tally.counts) {
                *sum += count;
            }
        }
        sum
    }

    /// The bits of the word with this position at bit 0 whose number of pegs is in this range.
    #[inline]
    pub(crate) fn with_pegs(&self, origin: Bitboard, pegs: &RangeInclusive<u32>) -> u64 {
        let outside = origin.without(self.in_word.holes).count();
        let fewer = &self.fewer[number_of(origin, self.in_word.parity)];
        let fewer_than = |pegs: u32| {
            let inside = pegs.saturating_sub(outside) as usize;
            fewer[inside.min(fewer.len() - 1)]
        };

        fewer_than(pegs.end().saturating_add(1)) & !fewer_than(*pegs.start())
    }

    /// Nothing counted yet.
    pub(crate) fn tally(&self) -> Tally<'_> {
        Tally {
            counter: self,
            sums: FxHashMap::default(),
            counts: [0; MAX_SMALL_HOLES + 1],
        }
    }
}

/// The bits whose positions have fewer than so many pegs, if bit 0 has this content and the others
/// differ from it by `changes`.
fn with_fewer(pegs: u32, content: Bitboard, changes: &[Bitboard]) -> u64 {
    let mut bits = 0;
    for (bit, &change) in changes.iter().enumerate() {
        bits |= u64::from((content ^ change).count() < pegs) << bit;
    }
    bits
}

impl Tally<'_> {
    /// Counts each position in these words as `times` positions. The first word has the number
    /// `first`, a multiple of the number of words, which is a power of two.
    pub(crate) fn add(&mut self, times: u32, first: usize, words: &[u64]) {
        let length = self.counter.changes.len();
        for (first, words) in (first..).step_by(length).zip(words.chunks(length)) {
            if words.iter().any(|&word| word != 0) {
                self.add_run(times, first, words);
            }
        }
    }

    /// Counts each position in some words of a run.
    #[inline]
    fn add_run(&mut self, times: u32, first: usize, words: &[u64]) {
        let counter = self.counter;
        let offset = first % counter.changes.len();
        let first_of_run = ((first - offset) as u64) << WORD_BITS;
        let origin = counter.class.position(first_of_run);
        let alike = CountedAlike {
            times,
            outside: origin.without(counter.in_run.holes).count() as u8,
            content: number_of(origin, counter.in_run.parity) as u32,
        };

        let mut run = [0; RUN_WORDS];
        run[offset..][..words.len()].copy_from_slice(words);
        let sum = self.sums.entry(alike).or_default();
        add(&mut sum.digits, run);
        sum.runs += 1;
        if sum.runs == MOST_RUNS {
            count(counter, alike, sum, &mut self.counts);
        }
    }
}

/// Adds 0 or 1 to each sum.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2", "x86_64+avx2"))]
fn add(digits: &mut [[u64; RUN_WORDS]; DIGITS], mut carry: [u64; RUN_WORDS]) {
    for digit in digits {
        for (digit, carry) in digit.iter_mut().zip(&mut carry) {
            let both = *digit & *carry;
            *digit ^= *carry;
            *carry = both;
        }
    }
}

/// Counts what was added, and begins anew.
#[multiversion(targets("x86_64+popcnt"))]
fn count(counter: &PegCounter<'_>, alike: CountedAlike, sum: &mut Sum, counts: &mut CountsByPegs) {
    let content = content_of(alike.content as usize, counter.in_run.parity);
    for (word, &change) in counter.changes.iter().enumerate() {
        let position = content ^ change;
        let in_other_words = position.without(counter.in_word.holes).count() as usize;
        let outside = usize::from(alike.outside) + in_other_words;

        let fewer = &counter.fewer[number_of(position, counter.in_word.parity)];
        for (inside, fewer) in fewer.windows(2).enumerate() {
            let mask = fewer[1] & !fewer[0];
            if mask == 0 {
                continue;
            }

            let mut found = 0;
            for (bit, digit) in sum.digits.iter().enumerate() {
                found += u64::from((digit[word] & mask).count_ones()) << bit;
            }
            counts[outside + inside] += u64::from(alike.times) * found;
        }
    }
    *sum = Sum::default();
}
