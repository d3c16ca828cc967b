//! Checks every bit of a set, and every entry of a last-jump array. It shares nothing with the
//! solver except the numbering of the positions: no layout, no blocks, no masks.
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
use super::last_jumps::{FIRST_TRIPLE, Planes};
use super::{ClassSet, LastJumps, Reachable};
use crate::bits::{SET, WORD_BITS};
use crate::board::{Bitboard, MAX_SMALL_HOLES};
use crate::class::PositionClass;
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
            let what = "the set is of another board or start than the table of last jumps";
            return Err(Error::Wrong {
                what: what.to_owned(),
            });
        }
        verify(reachable, self.start(), Some(self), progress)
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
/// to a member, and from no other position. Checks an array of its last jumps, if there is one. The
/// progress is counted in words of the set.
pub(super) fn verify(
    set: &ClassSet,
    start: Bitboard,
    array: Option<&LastJumps>,
    progress: Progress<'_>,
) -> Result<()> {
    let set_words = set.unfold()?;
    let verifier = Verifier::new(set.class(), start, &set_words);
    verifier.check(0..set_words.len(), array.map(LastJumps::planes), progress)
}

/// The number of words that a thread checks in a row.
const PIECE: usize = 1 << 13;
/// The number of words in a run: those that differ in the six bits of the index above the six
/// lowest.
const RUN: usize = 1 << 6;
type Run = [u64; RUN];

/// Checks pieces of a set, of which all bits are given as [`ClassSet::unfold`] has them, and of the
/// array of its last jumps.
pub(super) struct Verifier<'a> {
    class: &'a PositionClass,
    set: &'a [u64],
    start: u64,
    /// For each hole, which positions of a word differ there from that of bit 0.
    contents: Vec<u64>,
    /// What each word of a run adds to the position of bit 0.
    changes: [Bitboard; RUN],
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
        let contents = board.full().pegs().map(|hole| {
            let changes = class.changes(0..low).enumerate();
            changes
                .map(|(bit, change)| u64::from(change.has(hole)) << bit)
                .sum()
        });
        let flips = board.triples().iter();
        let flips = flips.map(|triple| class.index_of_member(origin ^ triple.mask()));
        let words = set.len().min(RUN) as u64;
        Self {
            class,
            set,
            start: class.index_of_member(start),
            contents: contents.collect(),
            changes: std::array::from_fn(|word| {
                class.position((word as u64 % words) << WORD_BITS) ^ origin
            }),
            flips: flips.collect(),
            in_use: u64::MAX >> (64 - (1_u32 << low)),
        }
    }

    /// Checks these words of the set, which begin with a run, and the array's entries for them, if
    /// there is one. The progress is counted in words of the set.
    pub(super) fn check(
        &self,
        words: Range<usize>,
        array: Option<Planes<'_>>,
        progress: Progress<'_>,
    ) -> Result<()> {
        let done = AtomicU64::new(0);
        let check = |begin: usize| {
            let end = words.end.min(begin + PIECE);
            let mut firsts = (begin..end).step_by(RUN);
            if let Some(what) = firsts.find_map(|first| self.wrong_entry(first, array)) {
                return Err(Error::Wrong { what });
            }

            let size = (end - begin) as u64;
            let done = done.fetch_add(size, Ordering::Relaxed) + size;
            Ok(progress.report(done, words.len() as u64)?)
        };
        parallel::try_map(words.clone().step_by(PIECE), check)?;
        Ok(())
    }

    fn wrong_entry(&self, first: usize, array: Option<Planes<'_>>) -> Option<String> {
        let size = RUN.min(self.set.len() - first);
        let mut expected = [[0; RUN]; PLANES];
        expected_run(self, first, size, &mut expected);
        (0..size).find_map(|word| {
            let expected: [u64; PLANES] = std::array::from_fn(|plane| expected[plane][word]);
            let any = expected.iter().fold(0, |any, plane| any | plane);
            let found = array.map_or(expected, |array| {
                std::array::from_fn(|plane| array.plane(first + word, plane))
            });
            let pairs = expected.iter().zip(&found);
            let wrong =
                pairs.fold(any ^ self.set[first + word], |wrong, (one, other)| wrong | one ^ other);
            (wrong != 0).then(|| {
                let bit = wrong.trailing_zeros();
                let index = ((first + word) as u64) << WORD_BITS | u64::from(bit);
                let identifier = |planes: &[u64; PLANES]| -> u8 {
                    planes.iter().rev().fold(0, |id, plane| id << 1 | (plane >> bit & 1) as u8)
                };
                let [found, expected] = [found, expected].map(|planes| identifier(&planes));
                let picture = self.class.board().picture(self.class.position(index));
                let is_in = self.set[first + word] >> bit & 1 == 1;
                let what = match (is_in, expected != 0) {
                    (true, false) => "this position is in the set, and can't be reached".to_owned(),
                    (false, true) => "this position is not in the set, and can be reached".to_owned(),
                    _ => format!(
                        "the last jump into this position has the identifier {found}, and should have {expected}"
                    ),
                };
                format!("{what}:\n{picture}")
            })
        })
    }
}

/// The expected identifiers of a run of `size` words, in planes, computed from the set alone.
#[multiversion(targets(
    "x86_64+avx512f+avx512bw+avx512dq+avx512vl+avx512vbmi2+avx512vpopcntdq+avx2+bmi1+bmi2+popcnt",
    "x86_64+avx2+bmi1+bmi2+popcnt"
))]
fn expected_run(verifier: &Verifier<'_>, first: usize, size: usize, planes: &mut [Run; PLANES]) {
    let origin = verifier.class.position((first as u64) << WORD_BITS);
    let mut contents = [[0; RUN]; MAX_SMALL_HOLES];
    for ((hole, run), &differ) in contents.iter_mut().enumerate().zip(&verifier.contents) {
        for (word, change) in run.iter_mut().zip(&verifier.changes) {
            let all = ((origin.0 ^ change.0) >> hole & 1).wrapping_neg();
            *word = differ ^ all;
        }
    }
    let mut rest = [verifier.in_use; RUN];
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
        let source = &verifier.set[(first ^ word_flip) & !(RUN - 1)..][..size];
        let mut before = [0; RUN];
        for (word, before) in before[..size].iter_mut().enumerate() {
            *before = source[word ^ (word_flip % RUN)];
        }
        for (bit, &mask) in SET.iter().enumerate() {
            if flip >> bit & 1 == 1 {
                exchange(&mut before, 1 << bit, mask);
            }
        }
        let holes = [triple.from(), triple.over(), triple.to()];
        let [one, middle, other] = holes.map(|hole| &contents[hole.index()]);
        for word in 0..RUN {
            before[word] &= !middle[word] & (one[word] ^ other[word]) & rest[word];
            rest[word] &= !before[word];
        }
        let identifier = number + usize::from(FIRST_TRIPLE);
        for (plane, bits) in planes.iter_mut().enumerate() {
            if identifier >> plane & 1 == 1 {
                for word in 0..RUN {
                    bits[word] |= before[word];
                }
            }
        }
    }
}

/// Exchanges the bits of each word that are `distance` apart; `mask` has the higher ones.
#[inline(always)]
fn exchange(words: &mut Run, distance: u32, mask: u64) {
    for word in words {
        *word = (*word & mask) >> distance | (*word << distance) & mask;
    }
}
