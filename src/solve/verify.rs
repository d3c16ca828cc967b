//! Checking a last-jump array, every entry of it, by a program that shares nothing with the solver but the numbering
//! of the positions: no layout, no blocks, no masks.
//!
//! Positions are taken in words of 64 that differ in the six lowest bits of their index. For each hole a word tells
//! which of the 64 have a peg there; from the three words of a triple follows which of them a jump can have led
//! to. The positions before that jump lie in one word too, whose bits are exchanged in pairs.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use super::last_jumps::{FIRST_TRIPLE, LastJumps};
use super::layout::WORD_BITS;
use super::{Reachable, kernel::PLANES};
use crate::board::{Board, Hole, Position};
use crate::class::PositionClass;

/// An entry of a last-jump array that is not what it should be.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrongEntry {
    /// The position.
    pub position: Position,
    /// What the array says.
    pub found: u8,
    /// What it should say.
    pub expected: u8,
    board: Board,
}

impl fmt::Display for WrongEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { found, expected, position, .. } = self;
        writeln!(
            f,
            "the last jump into this position has the identifier {found}, and should have {expected}:"
        )?;
        f.write_str(&self.board.picture(*position))
    }
}

impl std::error::Error for WrongEntry {}

impl LastJumps {
    /// Checks every entry of the array, and with it every bit of the set: 0 exactly where the bit is not set and where
    /// no jump from a position of the set leads to; 1 at the start alone; elsewhere the lowest identifier of a legal
    /// jump from a position of the set. As each jump takes a peg, this proves the set too: what is in it
    /// can be reached, and what can be reached is in it. `progress` is told how many of how many words are done.
    ///
    /// # Errors
    /// The first wrong entry that is met.
    ///
    /// # Panics
    /// When the set is of another board or start.
    pub fn verify(
        &self,
        reachable: &Reachable,
        progress: &(dyn Fn(u64, u64) + Sync),
    ) -> Result<(), WrongEntry> {
        assert!(
            self.board() == reachable.board() && self.start() == reachable.start(),
            "the set is of another board or start"
        );
        let verifier = Verifier::new(self, reachable);
        let words = reachable.words().len();
        let runs = words.div_ceil(RUN);
        let done = AtomicU64::new(0);
        let check = |run: usize| {
            let range = run * RUN..words.min((run + 1) * RUN);
            let size = range.len() as u64;
            let wrong = range.into_iter().find_map(|word| verifier.wrong_entry(word));
            progress(done.fetch_add(size, Ordering::Relaxed) + size, words as u64);
            wrong
        };
        #[cfg(feature = "parallel")]
        let wrong = {
            use rayon::prelude::*;
            (0..runs).into_par_iter().find_map_first(check)
        };
        #[cfg(not(feature = "parallel"))]
        let wrong = (0..runs).find_map(check);
        match wrong {
            Some(wrong) => Err(wrong),
            None => Ok(()),
        }
    }
}

/// The number of words that a thread checks in a row.
const RUN: usize = 1 << 12;

/// The numbers below 64 whose bit k is set, as a word.
const BIT: [u64; WORD_BITS] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

struct Verifier<'a> {
    array: &'a LastJumps,
    class: &'a PositionClass,
    set: &'a [u64],
    start: u64,
    /// For each hole, which positions of a word differ there from that of bit 0.
    contents: Vec<u64>,
    triples: Vec<IndexedTriple>,
    /// The bits of a word that are positions: all, but on the smallest boards.
    in_use: u64,
}

/// A triple's holes, and what its jumps change in an index.
struct IndexedTriple {
    holes: [Hole; 3],
    word_change: usize,
    bit_change: u64,
}

impl<'a> Verifier<'a> {
    fn new(array: &'a LastJumps, reachable: &'a Reachable) -> Self {
        let class = reachable.class();
        let board = class.board();
        let low = class.rank().min(WORD_BITS);
        let origin = class.position(0);
        let contents = board.full().holes().map(|hole| {
            let differs = |bit: &u64| (class.position(*bit) ^ origin).has(hole);
            (0..1 << low).filter(differs).fold(0, |word, bit| word | 1 << bit)
        });
        let triples = board.triples().iter().map(|triple| {
            // The class is an affine space, so a jump's change of the index is the same everywhere.
            let change = class.index_of_member(origin ^ triple.mask());
            IndexedTriple {
                holes: [triple.first, triple.middle, triple.last],
                word_change: (change >> WORD_BITS) as usize,
                bit_change: change & 63,
            }
        });
        Self {
            array,
            class,
            set: reachable.words(),
            start: class.index_of_member(reachable.start()),
            contents: contents.collect(),
            triples: triples.collect(),
            in_use: u64::MAX >> (64 - (1_u32 << low)),
        }
    }

    /// The identifiers of a word as they should be, in planes, from the set alone.
    fn expected(&self, word: usize) -> [u64; PLANES] {
        let origin = self.class.position((word as u64) << WORD_BITS);
        let content = |hole: Hole| {
            let all = if origin.has(hole) { u64::MAX } else { 0 };
            self.contents[hole.index()] ^ all
        };
        let mut planes = [0; PLANES];
        let mut rest = self.in_use;
        if self.start >> WORD_BITS == word as u64 {
            let bit = 1 << (self.start & 63);
            planes[0] |= bit;
            rest &= !bit;
        }
        for (number, triple) in self.triples.iter().enumerate() {
            let [first, middle, last] = triple.holes.map(content);
            let jumped = !middle & (first ^ last);
            let before = exchanged(self.set[word ^ triple.word_change], triple.bit_change);
            let reached = jumped & before & rest;
            rest &= !reached;
            let identifier = number + usize::from(FIRST_TRIPLE);
            for (plane, bits) in planes.iter_mut().enumerate() {
                *bits |= if identifier >> plane & 1 == 1 { reached } else { 0 };
            }
        }
        planes
    }

    /// The first entry of a word that is wrong.
    fn wrong_entry(&self, word: usize) -> Option<WrongEntry> {
        let expected = self.expected(word);
        let any = expected.iter().fold(0, |any, plane| any | plane);
        let found: [u64; PLANES] = std::array::from_fn(|plane| self.array.plane(word, plane));
        let planes = expected.iter().zip(&found);
        let wrong = planes.fold(any ^ self.set[word], |wrong, (one, other)| wrong | one ^ other);
        (wrong != 0).then(|| {
            let bit = wrong.trailing_zeros();
            let index = (word as u64) << WORD_BITS | u64::from(bit);
            let identifier = |planes: &[u64; PLANES]| -> u8 {
                planes.iter().rev().fold(0, |id, plane| id << 1 | (plane >> bit & 1) as u8)
            };
            WrongEntry {
                position: self.class.position(index),
                found: identifier(&found),
                expected: identifier(&expected),
                board: self.class.board().clone(),
            }
        })
    }
}

/// The word whose bit i is bit `i ^ change` of this one.
#[inline(always)]
fn exchanged(word: u64, change: u64) -> u64 {
    (0..WORD_BITS).filter(|bit| change >> bit & 1 == 1).fold(word, |word, bit| {
        let distance = 1 << bit;
        (word & BIT[bit]) >> distance | (word << distance) & BIT[bit]
    })
}
