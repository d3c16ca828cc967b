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

use std::ops::RangeInclusive;

use multiversion::multiversion;
use rustc_hash::FxHashMap;

use super::{PositionClass, content_of, number_of};
use crate::bits::WORD_BITS;
use crate::board::{Bitboard, MAX_SMALL_HOLES};
#[cfg(feature = "files")]
use crate::parallel;

/// The most bits of an index that number the words of a run.
const RUN_BITS: usize = 4;
const RUN: usize = 1 << RUN_BITS;
/// The binary digits of a sum.
const DIGITS: usize = 4;
/// The runs after which a sum is counted, before it overflows.
const FULL: u8 = (1 << DIGITS) - 1;

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
    digits: [[u64; RUN]; DIGITS],
}

/// What a thread has counted.
pub(crate) struct Tally<'t> {
    counter: &'t PegCounter<'t>,
    /// By how often each position counts, the number of pegs outside the run's holes, and the
    /// number of the content of its parity holes.
    sums: FxHashMap<u64, Sum>,
    counts: Counts,
}

/// The positions by number of pegs, from 0 to [`MAX_SMALL_HOLES`].
type Counts = [u64; MAX_SMALL_HOLES + 1];

impl<'c> PegCounter<'c> {
    pub(crate) fn new(class: &'c PositionClass) -> Self {
        let low = class.rank().min(WORD_BITS);
        let high = (class.rank() - low).min(RUN_BITS);
        let bits: Vec<Bitboard> = class.changes(0..low).collect();
        let in_word = Varying::new(class, low);
        let fewer = (0..1 << in_word.parity.count()).map(|number| {
            let content = content_of(number, in_word.parity);
            let fewer = |pegs| {
                let has_fewer = |&(_, &adds): &(usize, &Bitboard)| (content ^ adds).count() < pegs;
                bits.iter()
                    .enumerate()
                    .filter(has_fewer)
                    .map(|(bit, _)| 1 << bit)
                    .sum()
            };
            (0..=in_word.holes.count() + 1).map(fewer).collect()
        });
        Self {
            class,
            fewer: fewer.collect(),
            in_word,
            in_run: Varying::new(class, low + high),
            changes: class.changes(low..low + high).collect(),
        }
    }

    /// What threads have counted, by number of pegs from 0 to the number of holes.
    pub(crate) fn sum<'t>(&'t self, tallies: impl IntoIterator<Item = Tally<'t>>) -> Vec<u64> {
        let mut sum = vec![0; self.class.board().holes() + 1];
        for mut tally in tallies {
            tally.sums.iter_mut().for_each(|(&alike, found)| {
                count(self, alike, found, &mut tally.counts);
            });
            sum.iter_mut()
                .zip(tally.counts)
                .for_each(|(sum, count)| *sum += count);
        }
        sum
    }

    /// The positions of a set with a bit for each index, by number of pegs.
    #[cfg(feature = "files")]
    pub(crate) fn count_all(&self, set: &[u64]) -> Vec<u64> {
        // A power of two, as the number of words is.
        const PIECE: usize = 1 << 14;
        let count = |tally: &mut Tally<'_>, piece: usize| {
            let first = piece * PIECE;
            let last = set.len().min(first + PIECE);
            tally.add(1, first, &set[first..last]);
        };
        self.sum(parallel::fold(
            set.len().div_ceil(PIECE),
            || self.tally(),
            count,
        ))
    }

    /// The bits of the word with this position at bit 0 whose number of pegs is in this range.
    #[inline]
    pub(crate) fn with_pegs(&self, origin: Bitboard, pegs: &RangeInclusive<u32>) -> u64 {
        let outside = origin.without(self.in_word.holes).count();
        let fewer = &self.fewer[number_of(origin, self.in_word.parity)];
        let fewer_than =
            |pegs: u32| fewer[(pegs.saturating_sub(outside) as usize).min(fewer.len() - 1)];
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

impl Tally<'_> {
    /// Counts each position in these words as `times` positions. The first word has the number
    /// `first`, a multiple of the number of words, which is a power of two.
    pub(crate) fn add(&mut self, times: u64, first: usize, words: &[u64]) {
        let counter = self.counter;
        let length = counter.changes.len();
        for (first, words) in (first..).step_by(length).zip(words.chunks(length)) {
            if words.iter().all(|&word| word == 0) {
                continue;
            }
            let offset = first % length;
            let origin = counter
                .class
                .position(((first - offset) as u64) << WORD_BITS);
            let content = number_of(origin, counter.in_run.parity) as u64;
            let outside = u64::from(origin.without(counter.in_run.holes).count());
            let alike = (times << 8 | outside) << 32 | content;
            let sum = self.sums.entry(alike).or_default();
            let mut run = [0; RUN];
            run[offset..][..words.len()].copy_from_slice(words);
            add(&mut sum.digits, run);
            sum.runs += 1;
            if sum.runs == FULL {
                count(counter, alike, sum, &mut self.counts);
            }
        }
    }
}

/// Adds 0 or 1 to each sum.
#[multiversion(targets("x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx2", "x86_64+avx2"))]
fn add(digits: &mut [[u64; RUN]; DIGITS], mut carry: [u64; RUN]) {
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
fn count(counter: &PegCounter<'_>, alike: u64, sum: &mut Sum, counts: &mut Counts) {
    let (times, outside) = (alike >> 40, (alike >> 32) as usize & 0xff);
    let content = content_of(alike as u32 as usize, counter.in_run.parity);
    for (word, &change) in counter.changes.iter().enumerate() {
        let position = content ^ change;
        let outside = outside + position.without(counter.in_word.holes).count() as usize;
        let fewer = &counter.fewer[number_of(position, counter.in_word.parity)];
        for (inside, fewer) in fewer.windows(2).enumerate() {
            let mask = fewer[1] & !fewer[0];
            if mask == 0 {
                continue;
            }
            let digits = sum.digits.iter().enumerate();
            let found = |(bit, digit): (usize, &[u64; RUN])| {
                u64::from((digit[word] & mask).count_ones()) << bit
            };
            counts[outside + inside] += times * digits.map(found).sum::<u64>();
        }
    }
    *sum = Sum::default();
}
