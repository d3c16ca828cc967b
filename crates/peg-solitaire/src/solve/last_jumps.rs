//! The last-jump array: six bits for every position of the class, which say whether it can be
//! reached and which jump came last. It is filled in one pass over the finished set.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Reachable;
use super::closure::Closure;
use super::kernel::{Identify, LOW_PLANES, PLANES, Vectors};
use super::set::Fold;
use super::vector_jumps::{JumpSet, VectorJumps, jumps_that};
use crate::bits::WORD_BITS;
use crate::board::{Bitboard, SmallBoard};
use crate::class::PositionClass;
use crate::progress::Progress;
use crate::{Error, Result, memory, parallel};

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
    pub(super) vector_bits: usize,
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
        let mut words = memory::zeros(what, set.len() * PLANES)?;
        let closure = Closure::new(fold);
        let filling = Filling::new(fold, &closure.jumps, &set);

        let size = fold.block_words() * PLANES;
        let together = (WORDS_IN_A_ROW / fold.block_words()).max(1);
        let done = AtomicU64::new(0);
        let pieces = words.chunks_mut(together * size).enumerate();
        parallel::try_map(pieces, |(number, planes)| {
            let blocks = planes.chunks_exact_mut(size);
            let more = blocks.len() as u64;
            for (block, planes) in (number * together..).zip(blocks) {
                filling.fill(block, planes);
            }

            let done = done.fetch_add(more, Ordering::Relaxed) + more;
            progress.report(done, fold.blocks() as u64)
        })?;
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
        let unfolded = array / PLANES as u64;
        let set = Reachable::memory_needed(board, start);
        let needed = array.saturating_add(unfolded).saturating_add(set);

        let what = format!("the set and the table of last jumps of {board}");
        Ok(memory::require(what, needed)?)
    }

    /// The memory in bytes that the array of a board takes, in addition to the set. Refuses more
    /// than 62 triples.
    pub(super) fn memory_needed(board: &SmallBoard) -> Result<u64> {
        let triples = board.triples().len();
        if triples > MAX_TRIPLES {
            return Err(Error::TooManyTriples {
                board: board.to_string(),
                triples,
            });
        }

        let rank = PositionClass::of(board, board.full()).rank().max(WORD_BITS);
        let bytes = (1_u128 << rank >> 3) * PLANES as u128;
        Ok(u64::try_from(bytes).unwrap_or(u64::MAX))
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

    /// For tests: the array, to be damaged.
    #[cfg(test)]
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The array as a whole piece of itself.
    pub(super) fn planes(&self) -> PlanesOfEntries<'_> {
        PlanesOfEntries {
            vector_bits: self.vector_bits,
            first: 0,
            words: &self.words,
        }
    }

    /// The identifier of an index below 2^rank.
    ///
    /// # Panics
    /// If the index is 64 or more and not below 2^rank. Below 64, those that no position has have
    /// identifier 0.
    pub fn identifier(&self, index: u64) -> u8 {
        let word = (index >> WORD_BITS) as usize;
        let planes = self.planes();

        let mut identifier = 0;
        for plane in 0..PLANES {
            let bit = planes.plane(word, plane) >> (index & 63) & 1;
            identifier |= (bit as u8) << plane;
        }
        identifier
    }
}

/// The fewest words of a set whose identifiers a thread fills in a row: longer than a huge page, so
/// that two threads seldom touch the same page first, because then both would clear it.
const WORDS_IN_A_ROW: usize = 1 << 16;

/// What is known of all blocks while identifiers are filled in.
struct Filling<'f> {
    fold: &'f Fold,
    jumps: &'f VectorJumps,
    /// All bits of the set.
    set: &'f [u64],
    /// For each jump, the low planes of its identifier: all bits or none.
    identifiers: Vec<[u64; LOW_PLANES]>,
    /// The jumps by the other planes of their identifiers.
    rows: [JumpSet; 1 << (PLANES - LOW_PLANES)],
}

impl<'f> Filling<'f> {
    fn new(fold: &'f Fold, jumps: &'f VectorJumps, set: &'f [u64]) -> Self {
        let identifier = |jump: usize| jump / 2 + usize::from(FIRST_TRIPLE);
        let low_planes = |jump: usize| {
            std::array::from_fn(|plane| (identifier(jump) as u64 >> plane & 1).wrapping_neg())
        };
        let has_high = |jump: usize, high: usize| identifier(jump) >> LOW_PLANES == high;

        Self {
            fold,
            jumps,
            set,
            identifiers: (0..jumps.all.len()).map(low_planes).collect(),
            rows: std::array::from_fn(|high| {
                jumps_that(&jumps.all, |jump, _| has_high(jump, high))
            }),
        }
    }

    /// Fills in the identifiers of a block.
    fn fill(&self, block: usize, planes: &mut [u64]) {
        let origin = self.fold.origin(block);
        let into = self.jumps.leading_into_block(origin);
        let outer = in_both(&into, &self.jumps.outer);
        let rows = self.rows.each_ref().map(|row| in_both(&into, row));
        Identify {
            vectors: Vectors::new(self.jumps, origin),
            into: &rows,
            outer,
            block,
            set: self.set,
            identifiers: &self.identifiers,
            planes,
        }
        .run();
    }
}

/// The jumps that are in both sets.
fn in_both(first: &JumpSet, second: &JumpSet) -> JumpSet {
    let words = first.iter().zip(second);
    words.map(|(first, second)| first & second).collect()
}

/// A piece of the array: whole vectors.
#[derive(Clone, Copy)]
pub(super) struct PlanesOfEntries<'a> {
    pub vector_bits: usize,
    /// The number of 64 indices that come before it.
    pub first: usize,
    pub words: &'a [u64],
}

impl PlanesOfEntries<'_> {
    /// A plane of the identifiers of 64 indices that begin at a multiple of 64, of which this is
    /// the number.
    #[inline]
    pub(super) fn plane(&self, word: usize, plane: usize) -> u64 {
        self.words[place_of_plane(self.vector_bits, word - self.first, plane)]
    }
}

/// Where the word of a plane is, in vectors of 2^`vector_bits` bits.
#[inline]
pub(super) fn place_of_plane(vector_bits: usize, word: usize, plane: usize) -> usize {
    let bits = vector_bits - WORD_BITS;
    let vector = word >> bits;
    let within = word & ((1 << bits) - 1);
    ((vector * PLANES + plane) << bits) + within
}

/// The identifier of the jumps over the first triple: 0 and 1 have other meanings.
pub(super) const FIRST_TRIPLE: u8 = 2;
/// The most triples whose identifiers fit into six bits.
const MAX_TRIPLES: usize = (1 << PLANES) - FIRST_TRIPLE as usize;
