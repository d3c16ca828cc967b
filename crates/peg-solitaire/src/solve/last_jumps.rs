//! The last-jump array: six bits for every position of the kept blocks, which say whether it can be
//! reached and which jump came last. For other positions, the jump into their image in a kept block
//! is turned back. The array is filled in one pass over the finished set.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Reachable;
use super::closure::Closure;
use super::kernel::{Identify, LOW_PLANES, PLANES, Vectors};
use super::layout::IndexLayout;
use super::set::Fold;
use super::vector_jumps::{JumpSet, VectorJumps, jumps_that};
use crate::bits::WORD_BITS;
use crate::board::{Bitboard, Jump, SmallBoard};
use crate::class::PositionClass;
use crate::progress::Progress;
use crate::{Error, Result, memory, parallel};

/// An identifier for every index of a position class: 0 for a position that can't be reached, 1 for
/// the start, otherwise the number of the last jump's triple plus 2. Of several possible last
/// jumps, it is that with the lowest number.
///
/// The array has six bits for each index in a kept block, in the order of the set's bits. The
/// others are looked up in the kept images of their blocks. It holds six *planes* for each vector
/// of 2^v indices (v, from 6 to 10, is that of the layout): plane p has bit p of the identifiers,
/// one bit an index. So bit i of the set is bit `i % 64` of word
/// `(i / 2^v) * 6 * 2^v / 64 + p * 2^v / 64 + i % 2^v / 64`, and 5 x 7 takes 0.4 GiB.
pub struct LastJumps {
    pub(super) fold: Arc<Fold>,
    start: Bitboard,
    turned: TurnedTriples,
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
        check_triples(board)?;
        let fold = &reachable.fold;
        let size = fold.block_words() * PLANES;
        let needed = fold.places.count() * size;
        memory::require(what(), 8 * needed as u64)?;

        // Without the images, each block would be turned for every jump that leads from there: that
        // takes five times as long.
        let set = reachable.unfold()?;
        let mut words = memory::zeros(what, needed)?;
        let closure = Closure::new(fold);
        let filling = Filling::new(fold, &closure.jumps, &set);

        let together = (WORDS_IN_A_ROW / fold.block_words()).max(1);
        let done = AtomicU64::new(0);
        let pieces = words.chunks_mut(together * size).enumerate();
        parallel::try_map(pieces, |(number, planes)| {
            let blocks = planes.chunks_exact_mut(size);
            let more = blocks.len() as u64;
            for (place, planes) in (number * together..).zip(blocks) {
                filling.fill(fold.places.block(place), planes);
            }

            let done = done.fetch_add(more, Ordering::Relaxed) + more;
            progress.report(done, fold.places.count() as u64)
        })?;
        Ok(Self {
            fold: Arc::clone(fold),
            start: reachable.start(),
            turned: TurnedTriples::new(fold),
            words,
        })
    }

    /// Checks that there is enough memory for both the set and the array of a board.
    ///
    /// # Errors
    /// When there is not, or the board has more than 62 triples.
    pub fn check_memory(board: &SmallBoard, start: Bitboard) -> Result<()> {
        check_triples(board)?;
        let layout = IndexLayout::new(board, start);
        // All bits of the set, while the array is filled.
        let rank = layout.class.rank().max(WORD_BITS);
        let unfolded = u64::try_from(1_u128 << rank >> 3).unwrap_or(u64::MAX);
        let set = layout.memory_needed();
        let array = set.saturating_mul(PLANES as u64);
        let needed = array.saturating_add(unfolded).saturating_add(set);

        let what = format!("the set and the table of last jumps of {board}");
        Ok(memory::require(what, needed)?)
    }

    /// The board of the positions.
    pub fn board(&self) -> &SmallBoard {
        self.class().board()
    }

    /// The position that all others are reached from.
    pub fn start(&self) -> Bitboard {
        self.start
    }

    /// The position class whose dense index numbers the identifiers.
    pub fn class(&self) -> &PositionClass {
        &self.fold.layout.class
    }

    /// The array, in the order above.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// The number of the bit of the set that tells whether the image of an index in a kept block
    /// can be reached. The array has the identifier of that image in the place of this bit. None
    /// for a position in a block that nothing leads to.
    pub fn place(&self, index: u64) -> Option<u64> {
        let (word, bit) = self.fold.find(index)?;
        Some((word as u64) << WORD_BITS | u64::from(bit))
    }

    /// For tests: the array, to be damaged.
    #[cfg(test)]
    pub(super) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// The array as a whole piece of itself.
    pub(super) fn planes(&self) -> PlanesOfEntries<'_> {
        PlanesOfEntries {
            vector_bits: self.fold.layout.vector_bits,
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
        let stored = self.stored(index);
        let turn = self.fold.turn(index);
        let Some(triple) = self.turned.back(turn, stored) else {
            return stored;
        };
        if turn == 0 {
            return stored;
        }

        // Triples that come after that of the kept image may come before it here.
        let position = self.class().position(index);
        let mut lower = self.board().triples()[..triple].iter();
        let first = lower.position(|&triple| {
            self.is_last_jump(triple, position) || self.is_last_jump(triple.back(), position)
        });
        FIRST_TRIPLE + first.unwrap_or(triple) as u8
    }

    /// Whether this jump leads to a position from one that can be reached.
    fn is_last_jump(&self, jump: Jump, position: Bitboard) -> bool {
        let before = jump.play(position);
        jump.is_legal(before) && self.stored(self.class().index_of_member(before)) != 0
    }

    /// The identifier of the image of an index in a kept block.
    fn stored(&self, index: u64) -> u8 {
        let Some((word, bit)) = self.fold.find(index) else {
            return 0;
        };

        let planes = self.planes();
        let mut identifier = 0;
        for plane in 0..PLANES {
            let bit = planes.plane(word, plane) >> bit & 1;
            identifier |= (bit as u8) << plane;
        }
        identifier
    }
}

/// Refuses more triples than identifiers can tell apart.
pub(super) fn check_triples(board: &SmallBoard) -> Result<()> {
    let triples = board.triples().len();
    if triples > MAX_TRIPLES {
        return Err(Error::TooManyTriples {
            board: board.to_string(),
            triples,
        });
    }
    Ok(())
}

/// What the triples of kept blocks are in images of these blocks.
pub(super) struct TurnedTriples {
    /// For each symmetry that leads to a kept block, by the number of each triple there, that of
    /// the triple that it is the image of.
    sources: Vec<Vec<usize>>,
}

impl TurnedTriples {
    pub fn new(fold: &Fold) -> Self {
        let board = fold.layout.class.board();
        let triples = board.triples();

        let mut sources = Vec::new();
        for symmetry in fold.layout.group.symmetries() {
            let mut of_symmetry = vec![0; triples.len()];
            for (number, triple) in triples.iter().enumerate() {
                let image = triple.image(symmetry).mask();
                let found = triples.iter().position(|triple| triple.mask() == image);
                of_symmetry[found.expect("symmetries take triples to triples")] = number;
            }
            sources.push(of_symmetry);
        }
        Self { sources }
    }

    /// The number of the triple of this identifier, before a symmetry led to a kept block. None if
    /// the identifier is of no triple of the board.
    pub fn back(&self, turn: usize, identifier: u8) -> Option<usize> {
        let triple = identifier.checked_sub(FIRST_TRIPLE)?;
        self.sources[turn].get(usize::from(triple)).copied()
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
    /// The number of words of the set that come before it.
    pub first: usize,
    pub words: &'a [u64],
}

impl PlanesOfEntries<'_> {
    /// A plane of the identifiers of the 64 indices of a word of the set.
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
