//! Checks every bit of a set, and every entry of a last-jump array. It shares nothing with the
//! solver except the numbering of the positions, and of an array the places of its blocks: no
//! weights, no vectors, no masks.
//!
//! It takes words of 64 positions that differ in the six lowest bits of their index. For each hole,
//! a word says which of the 64 have a peg there. The three words of a triple say which of them a
//! jump can have led to. The positions before that jump are in one word, too, with its bits
//! exchanged in pairs.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use multiversion::multiversion;
use serde::Serialize;

use super::kernel::PLANES;
use super::last_jumps::{FIRST_TRIPLE, PlanesOfEntries};
use super::set::Fold;
use super::{LastJumps, PositionSet, Reachable};
use crate::bits::{SET, WORD_BITS};
use crate::board::{Bitboard, Jump, MAX_SMALL_HOLES};
use crate::class::PositionClass;
use crate::error::Contradiction;
use crate::progress::Progress;
use crate::{Error, Result, parallel};

impl LastJumps {
    /// Checks every entry of the array, and with it every bit of the set. An entry must be 0
    /// exactly where the bit is not set and no jump from a position of the set leads; 1 only at the
    /// start; elsewhere the lowest identifier of a legal jump from a position of the set. Each jump
    /// removes a peg, so this also proves the set: it contains exactly the positions that can be
    /// reached. The progress is counted in words of the set.
    ///
    /// # Errors
    /// The first wrong entry; or the set is of another board or start, there is not enough memory
    /// to unfold it, or `progress` says to stop.
    pub fn verify(&self, reachable: &Reachable, progress: Progress<'_>) -> Result<()> {
        if (self.board(), self.start()) != (reachable.board(), reachable.start()) {
            return Err(Contradiction::OfAnotherSet.into());
        }

        let set = reachable.unfold()?;
        let verifier = Verifier::new(self.class(), self.start(), &set);
        verifier.check_set(progress.part(0, 1, 2))?;
        verifier.check_entries(&self.fold, self.planes(), progress.part(1, 2, 2))
    }
}

/// What was checked of the positions of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verified {
    /// The checksums, and that the numbers of positions in the headers are those of the content.
    Checksums,
    /// These, and by the rules of the game that each position that can be reached is there, and no
    /// other.
    Rules,
}

/// What was checked, and what was counted meanwhile.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// What was checked.
    pub verified: Verified,
    /// The number of positions by number of pegs: entry p counts those with p pegs, from 0 to the
    /// number of holes.
    pub by_pegs: Vec<u64>,
}

/// Checks a set by the rules: the start is in it; from every other member a jump can be taken back
/// to a member, and from no other position. The progress is counted in words of the set.
pub(super) fn verify(set: &PositionSet, start: Bitboard, progress: Progress<'_>) -> Result<()> {
    let set_words = set.unfold()?;
    Verifier::new(set.class(), start, &set_words).check_set(progress)
}

/// The number of words that a thread checks between two reports of the progress.
const WORDS_BETWEEN_REPORTS: usize = 1 << 13;
/// The most words in a run: those that differ in the six bits of the index above the six lowest.
const RUN_WORDS: usize = 1 << 6;
type RunWords = [u64; RUN_WORDS];

/// Words that are checked together: a power of two, of which the number of the first is a multiple.
struct Run<'a> {
    /// The number of the first among all words of the set.
    first: usize,
    size: usize,
    /// Their entries, if those are checked, too.
    entries: Option<KeptRun<'a>>,
}

/// The entries of a run in a kept block.
#[derive(Clone, Copy)]
struct KeptRun<'a> {
    entries: PlanesOfEntries<'a>,
    /// The number of the first word among those of the kept blocks.
    kept: usize,
}

/// Checks a set, of which all bits are given as [`PositionSet::unfold`] has them, and the array of
/// its last jumps.
pub(super) struct Verifier<'a> {
    class: &'a PositionClass,
    set: &'a [u64],
    start: u64,
    /// For each hole, which positions of a word differ there from that of bit 0.
    contents: Vec<u64>,
    /// What each word of a run adds to the position of bit 0.
    changes: [Bitboard; RUN_WORDS],
    /// What the jumps of each triple change in an index. The class is an affine space, so it is the
    /// same everywhere.
    flips: Vec<u64>,
    /// The bits of a word that are positions: all, except on the smallest boards.
    in_use: u64,
}

impl<'a> Verifier<'a> {
    pub(super) fn new(class: &'a PositionClass, start: Bitboard, set: &'a [u64]) -> Self {
        let board = class.board();
        let low = class.rank().min(WORD_BITS);
        let origin = class.position(0);

        let mut contents = vec![0; board.holes()];
        for (bit, change) in class.changes(0..low).enumerate() {
            for hole in change {
                contents[hole.index()] |= 1 << bit;
            }
        }
        let words = set.len().min(RUN_WORDS) as u64;
        let changes = std::array::from_fn(|word| {
            let index = (word as u64 % words) << WORD_BITS;
            class.position(index) ^ origin
        });
        let flip = |triple: &Jump| class.index_of_member(origin ^ triple.mask());
        Self {
            class,
            set,
            start: class.index_of_member(start),
            contents,
            changes,
            flips: board.triples().iter().map(flip).collect(),
            in_use: u64::MAX >> (64 - (1_u32 << low)),
        }
    }

    /// Checks all words of the set. The progress is counted in words.
    pub(super) fn check_set(&self, progress: Progress<'_>) -> Result<()> {
        let size = RUN_WORDS.min(self.set.len());
        self.check_runs(0..self.set.len(), size, progress, |first| Run {
            first,
            size,
            entries: None,
        })
    }

    /// Checks entries of kept blocks. The progress is counted in words of the set.
    pub(super) fn check_entries(
        &self,
        fold: &Fold,
        entries: PlanesOfEntries<'_>,
        progress: Progress<'_>,
    ) -> Result<()> {
        let block_words = fold.block_words();
        let size = RUN_WORDS.min(block_words);
        let kept = entries.first..entries.first + entries.words.len() / PLANES;
        self.check_runs(kept, size, progress, |kept| Run {
            first: fold.places.block(kept / block_words) * block_words + kept % block_words,
            size,
            entries: Some(KeptRun { entries, kept }),
        })
    }

    /// Checks a run of `size` words from each `size`-th of these numbers on. The progress is
    /// counted in words.
    fn check_runs<'r>(
        &self,
        words: Range<usize>,
        size: usize,
        progress: Progress<'_>,
        run_from: impl Fn(usize) -> Run<'r> + Sync,
    ) -> Result<()> {
        let done = AtomicU64::new(0);
        let check_piece = |begin: usize| {
            let end = words.end.min(begin + WORDS_BETWEEN_REPORTS);
            for first in (begin..end).step_by(size) {
                if let Some(contradiction) = self.wrong_entry(&run_from(first)) {
                    return Err(Error::Wrong(contradiction));
                }
            }

            let checked = (end - begin) as u64;
            let done = done.fetch_add(checked, Ordering::Relaxed) + checked;
            Ok(progress.report(done, words.len() as u64)?)
        };
        parallel::try_map(words.clone().step_by(WORDS_BETWEEN_REPORTS), check_piece)?;
        Ok(())
    }

    /// What is wrong with the first entry of a run that is not as expected.
    fn wrong_entry(&self, run: &Run<'_>) -> Option<Contradiction> {
        let mut expected = [[0; RUN_WORDS]; PLANES];
        expected_run(self, run.first, run.size, &mut expected);

        (0..run.size).find_map(|number| {
            let expected = expected.each_ref().map(|plane| plane[number]);
            self.wrong_entry_of_word(run, number, &expected)
        })
    }

    /// What is wrong with the first entry of a word that is not as expected.
    #[inline]
    fn wrong_entry_of_word(
        &self,
        run: &Run<'_>,
        number: usize,
        expected: &[u64; PLANES],
    ) -> Option<Contradiction> {
        let word = run.first + number;
        let found = match run.entries {
            Some(KeptRun { entries, kept }) => {
                std::array::from_fn(|plane| entries.plane(kept + number, plane))
            }
            None => *expected,
        };

        let mut reachable = 0;
        let mut wrong = 0;
        for (expected, found) in expected.iter().zip(&found) {
            reachable |= expected;
            wrong |= expected ^ found;
        }
        wrong |= reachable ^ self.set[word];
        if wrong == 0 {
            return None;
        }

        let bit = wrong.trailing_zeros();
        let found = identifier(&found, bit);
        let expected = identifier(expected, bit);
        Some(self.mistake(word, bit, found, expected))
    }

    /// What is wrong with the entry of a bit of a word.
    fn mistake(&self, word: usize, bit: u32, found: u8, expected: u8) -> Contradiction {
        let index = (word as u64) << WORD_BITS | u64::from(bit);
        let picture = self.class.board().picture(self.class.position(index));

        let is_in = self.set[word] >> bit & 1 == 1;
        match (is_in, expected != 0) {
            (true, false) => Contradiction::CannotBeReached { picture },
            (false, true) => Contradiction::IsMissing { picture },
            _ => Contradiction::OtherLastJump {
                found,
                expected,
                picture,
            },
        }
    }
}

/// The identifier at a bit of a word's planes.
fn identifier(planes: &[u64; PLANES], bit: u32) -> u8 {
    let mut identifier = 0;
    for (plane, bits) in planes.iter().enumerate() {
        identifier |= ((bits >> bit & 1) as u8) << plane;
    }
    identifier
}

/// The expected identifiers of a run of `size` words, in planes, computed from the set alone.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt"
))]
fn expected_run(
    verifier: &Verifier<'_>,
    first: usize,
    size: usize,
    planes: &mut [RunWords; PLANES],
) {
    // The contents of the holes, a bit for each position.
    let origin = verifier.class.position((first as u64) << WORD_BITS);
    let mut contents = [[0; RUN_WORDS]; MAX_SMALL_HOLES];
    for ((hole, run), &differ) in contents.iter_mut().enumerate().zip(&verifier.contents) {
        for (word, change) in run.iter_mut().zip(&verifier.changes) {
            let of_bit_0 = ((origin.0 ^ change.0) >> hole & 1).wrapping_neg();
            *word = differ ^ of_bit_0;
        }
    }

    // The positions for which no last jump was found yet. The start needs none.
    let mut rest = [verifier.in_use; RUN_WORDS];
    let start = (verifier.start >> WORD_BITS) as usize;
    if (first..first + size).contains(&start) {
        let bit = 1 << (verifier.start & 63);
        planes[0][start - first] |= bit;
        rest[start - first] &= !bit;
    }

    let triples = verifier.class.board().triples().iter().zip(&verifier.flips);
    for (number, (triple, flip)) in triples.enumerate() {
        // The words before the jump, in the order of those after it.
        let word_flip = (flip >> WORD_BITS) as usize;
        let source = &verifier.set[(first ^ word_flip) & !(size - 1)..][..size];
        let mut before = [0; RUN_WORDS];
        for (word, before) in before[..size].iter_mut().enumerate() {
            *before = source[word ^ (word_flip % size)];
        }
        for (bit, &mask) in SET.iter().enumerate() {
            if flip >> bit & 1 == 1 {
                exchange(&mut before, 1 << bit, mask);
            }
        }

        // After a jump, the middle is empty, and there is a peg at one of the ends.
        let holes = [triple.from(), triple.over(), triple.to()];
        let [from, middle, to] = holes.map(|hole| &contents[hole.index()]);
        for word in 0..RUN_WORDS {
            before[word] &= !middle[word] & (from[word] ^ to[word]) & rest[word];
            rest[word] &= !before[word];
        }

        let identifier = number + usize::from(FIRST_TRIPLE);
        for (plane, bits) in planes.iter_mut().enumerate() {
            if identifier >> plane & 1 == 1 {
                for word in 0..RUN_WORDS {
                    bits[word] |= before[word];
                }
            }
        }
    }
}

/// Exchanges the bits of each word that are `distance` apart; `mask` has the higher ones.
#[inline(always)]
fn exchange(words: &mut RunWords, distance: u32, mask: u64) {
    for word in words {
        *word = (*word & mask) >> distance | (*word << distance) & mask;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SmallBoard;

    #[test]
    #[cfg_attr(
        miri,
        ignore = "it solves 25 holes, and 12 of them did not end in minutes"
    )]
    fn a_wrong_entry_is_found() {
        let board: SmallBoard = "5x5".parse().unwrap();
        let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
        let mut table = LastJumps::fill(&reachable, Progress::NONE).unwrap();
        assert_eq!(table.verify(&reachable, Progress::NONE), Ok(()));

        let middle = table.words().len() / 2;
        table.words_mut()[middle] ^= 1;
        let wrong = table
            .verify(&reachable, Progress::NONE)
            .unwrap_err()
            .to_string();
        assert!(
            wrong.starts_with("the last jump into this position has the identifier "),
            "{wrong}"
        );

        let other = board.full().without(Bitboard(1));
        let wrong = verify(&reachable, other, Progress::NONE)
            .unwrap_err()
            .to_string();
        assert!(wrong.starts_with("this position is "), "{wrong}");
    }
}
