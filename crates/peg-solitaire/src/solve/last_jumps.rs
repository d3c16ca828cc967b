//! The last-jump array: six bits for every position of the class, which say whether it can be
//! reached and which jump came last. It is filled in one pass over the finished set, and can be
//! looked up in its file.

#[cfg(feature = "files")]
mod stored;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Reachable;
use super::closure::Closure;
use super::kernel::{Identify, LOW_PLANES, PLANES, Vectors};
use super::vector_jumps::{JumpSet, jumps_that};
use crate::bits::WORD_BITS;
use crate::board::{Bitboard, SmallBoard};
use crate::class::PositionClass;
use crate::progress::Progress;
use crate::{Error, Result, memory, parallel};
#[cfg(feature = "files")]
pub use stored::StoredLastJumps;

/// Six bits for every index of a position class: 0 for a position that can't be reached, 1 for the
/// start, otherwise the number of the last jump's triple plus 2. Of several possible last jumps,
/// the lowest number is stored.
///
/// The array holds six *planes* for each vector of 2^v indices (v, from 6 to 10, is that of the
/// layout): plane p has bit p of the identifiers, one bit an index. So index i is bit `i % 64` of
/// word `(i / 2^v) * 6 * 2^v / 64 + p * 2^v / 64 + i % 2^v / 64`, and 5 x 7 takes 1.5 GiB.
pub struct LastJumps {
    class: Arc<PositionClass>,
    start: Bitboard,
    /// The number of bits of an index inside a vector, from 6 to 10.
    vector_bits: usize,
    words: Vec<u64>,
}

impl LastJumps {
    /// Fills the array from a finished set. The progress is counted in blocks.
    ///
    /// # Errors
    /// When there is not enough memory, the board has more than 62 triples, or `progress` says to
    /// stop.
    pub fn fill(reachable: &Reachable, progress: Progress<'_>) -> Result<Self> {
        let board = reachable.board();
        let what = || format!("the table of last jumps of {board}");
        memory::require(what(), Self::memory_needed(board)?)?;
        let fold = &reachable.fold;
        // Without the images, each block would be turned for every jump that leads from there: that
        // takes five times as long.
        let set = reachable.unfold()?;
        let (size, blocks) = (fold.block_words(), fold.blocks());
        let mut words = memory::zeros(what, set.len() * PLANES)?;
        let closure = Closure::new(fold);
        let jumps = &closure.jumps;
        let identifier = |jump: usize| jump / 2 + usize::from(FIRST_TRIPLE);
        let low_planes = |jump: usize| {
            std::array::from_fn(|plane| (identifier(jump) as u64 >> plane & 1).wrapping_neg())
        };
        let identifiers: Vec<[u64; LOW_PLANES]> = (0..jumps.all.len()).map(low_planes).collect();
        let rows: [JumpSet; 1 << (PLANES - LOW_PLANES)] = std::array::from_fn(|high| {
            jumps_that(&jumps.all, |jump, _| identifier(jump) >> LOW_PLANES == high)
        });
        let fill = |block: usize, planes: &mut [u64]| {
            let origin = fold.origin(block);
            let vectors = Vectors::new(jumps, origin);
            let into = jumps.leading_into_block(origin);
            let both = |other: &JumpSet| {
                into.iter()
                    .zip(other)
                    .map(|(one, other)| one & other)
                    .collect()
            };
            let (outer, into) = (both(&jumps.outer), &rows.each_ref().map(both));
            let (set, identifiers) = (&set, &identifiers);
            Identify {
                vectors,
                into,
                outer,
                block,
                set,
                identifiers,
                planes,
            }
            .run();
        };
        // A piece is longer than a huge page, so that two threads seldom touch the same page first:
        // then both would clear it.
        let piece = ((1 << 16) / size).max(1);
        let done = AtomicU64::new(0);
        parallel::try_map(
            words.chunks_mut(piece * size * PLANES).enumerate(),
            |(number, planes)| {
                let pieces = planes.chunks_exact_mut(size * PLANES);
                let more = pieces.len() as u64;
                pieces
                    .zip(number * piece..)
                    .for_each(|(planes, block)| fill(block, planes));
                progress.report(
                    done.fetch_add(more, Ordering::Relaxed) + more,
                    blocks as u64,
                )
            },
        )?;
        Ok(Self {
            class: Arc::clone(&fold.layout.class),
            start: reachable.start(),
            vector_bits: fold.layout.vector_bits,
            words,
        })
    }

    /// Checks that there is enough memory for both the set and the array of a board.
    ///
    /// # Errors
    /// When there is not, or the board has more than 62 triples.
    pub fn check_memory(board: &SmallBoard, start: Bitboard) -> Result<()> {
        let array = Self::memory_needed(board)?;
        // A bit for each of the array's six, while it is filled.
        let needed = array.saturating_add(array / PLANES as u64);
        let needed = needed.saturating_add(Reachable::memory_needed(board, start));
        let what = format!("the set and the table of last jumps of {board}");
        Ok(memory::require(what, needed)?)
    }

    /// The memory in bytes that the array of a board takes, in addition to the set. Refuses more
    /// than 62 triples.
    fn memory_needed(board: &SmallBoard) -> Result<u64> {
        let triples = board.triples().len();
        if triples > MAX_TRIPLES {
            return Err(Error::TooManyTriples {
                board: board.to_string(),
                triples,
            });
        }
        let rank = PositionClass::of(board, board.full()).rank().max(WORD_BITS);
        Ok(u64::try_from((1_u128 << rank >> 3) * PLANES as u128).unwrap_or(u64::MAX))
    }

    /// The board of the positions.
    pub fn board(&self) -> &SmallBoard {
        self.class.board()
    }

    /// The position that all others are reached from.
    pub fn start(&self) -> Bitboard {
        self.start
    }

    /// The position class whose dense index numbers the identifiers.
    pub fn class(&self) -> &PositionClass {
        &self.class
    }

    /// The array, in the order above.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The array as a whole piece of itself.
    pub(super) fn planes(&self) -> Planes<'_> {
        Planes {
            vector_bits: self.vector_bits,
            first: 0,
            words: &self.words,
        }
    }

    /// The identifier of an index below 2^rank.
    /// # Panics
    /// If the index is 64 or more and not below 2^rank. Below 64, those that no position has have
    /// identifier 0.
    pub fn identifier(&self, index: u64) -> u8 {
        let word = (index >> WORD_BITS) as usize;
        let planes = self.planes();
        let bit = |plane| (planes.plane(word, plane) >> (index & 63) & 1) as u8;
        (0..PLANES).map(|plane| bit(plane) << plane).sum()
    }
}

/// A piece of the array: whole vectors.
#[derive(Clone, Copy)]
pub(super) struct Planes<'a> {
    vector_bits: usize,
    /// The number of 64 indices that come before it.
    first: usize,
    words: &'a [u64],
}

impl Planes<'_> {
    /// A plane of the identifiers of 64 indices that begin at a multiple of 64, of which this is
    /// the number.
    #[inline]
    pub(super) fn plane(&self, word: usize, plane: usize) -> u64 {
        self.words[place(self.vector_bits, word - self.first, plane)]
    }
}

/// Where the word of a plane is, in vectors of 2^`vector_bits` bits.
#[inline]
fn place(vector_bits: usize, word: usize, plane: usize) -> usize {
    let bits = vector_bits - WORD_BITS;
    (((word >> bits) * PLANES + plane) << bits) + (word & ((1 << bits) - 1))
}

pub(super) const FIRST_TRIPLE: u8 = 2;
/// The most triples whose identifiers fit into six bits.
const MAX_TRIPLES: usize = (1 << PLANES) - FIRST_TRIPLE as usize;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::verify::verify;

    #[test]
    fn a_wrong_entry_is_found() {
        let board: SmallBoard = "5x5".parse().unwrap();
        let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE).unwrap();
        let mut table = LastJumps::fill(&reachable, Progress::NONE).unwrap();
        assert_eq!(table.verify(&reachable, Progress::NONE), Ok(()));
        let middle = table.words.len() / 2;
        table.words[middle] ^= 1;
        let wrong = table
            .verify(&reachable, Progress::NONE)
            .unwrap_err()
            .to_string();
        assert!(
            wrong.starts_with("the last jump into this position has the identifier "),
            "{wrong}"
        );
        let other = board.full().without(Bitboard(1));
        let wrong = verify(&reachable, other, None, Progress::NONE)
            .unwrap_err()
            .to_string();
        assert!(wrong.starts_with("this position is "), "{wrong}");
    }
}
