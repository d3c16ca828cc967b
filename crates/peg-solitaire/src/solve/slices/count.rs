//! Counting a set on disk, slice by slice: its positions, and those up to symmetry. What the
//! headers state is compared with what is there, and never believed.

use super::InSlices;
use super::folder::StoredSlice;
use crate::class::{Orbits, PegCounter, Tally};
use crate::data_file::{CHUNK, WORDS_AT_A_TIME};
use crate::progress::Progress;
use crate::solve::Record;
use crate::solve::places::Slice;
use crate::solve::set::{Fold, and_reversed};
use crate::{Fault, Result, memory, parallel};

/// What was counted in a set on disk, by number of pegs.
#[derive(Clone, Debug)]
pub struct OrbitCounts {
    /// The orbits.
    pub orbits: Vec<u64>,
    /// The orbits whose complements are in the set, too.
    pub winning: Vec<u64>,
    /// The positions.
    pub positions: Vec<u64>,
}

/// Counts the positions of a slice by number of pegs, piece by piece, and verifies its checksums
/// and what its header states. The progress is counted in words.
pub(super) fn count_slice(
    fold: &Fold,
    slice: &Slice,
    stored: &StoredSlice,
    progress: Progress<'_>,
) -> Result<Vec<u64>> {
    let size = fold.block_words();
    let mut counts = vec![0; fold.layout.class.board().holes() + 1];

    // Both are powers of two.
    let piece = WORDS_A_PIECE.max(size);
    stored.file.each_piece(piece, progress, |first, words| {
        let first_place = slice.places.start + first / size;
        let places = first_place..first_place + words.len() / size;
        add(&mut counts, &fold.count_by_pegs(places, words));
        Ok(())
    })?;

    stored.require(&counts)?;
    Ok(counts)
}

/// The words that are read, and then counted on all threads: 8 MiB.
const WORDS_A_PIECE: usize = 8 * WORDS_AT_A_TIME;

fn add(sums: &mut [u64], counts: &[u64]) {
    for (sum, count) in sums.iter_mut().zip(counts) {
        *sum += count;
    }
}

impl InSlices {
    /// The number of positions by number of pegs: entry p counts those with p pegs, from 0 to the
    /// number of holes. Reads the whole set, and verifies all checksums, and the numbers that the
    /// headers of the slices state. The progress is counted in slices.
    ///
    /// # Errors
    /// When a slice is damaged or can't be read, or the progress is stopped.
    pub fn count_by_pegs(&self, progress: Progress<'_>) -> Result<Vec<u64>> {
        let mut sums = vec![0; self.board().holes() + 1];
        let slices = self.fold.places.slices.iter().zip(&self.slices);
        for ((slice, stored), part) in progress.each(slices) {
            add(&mut sums, &count_slice(&self.fold, slice, stored, part)?);
        }
        self.require_start(&sums)?;
        Ok(sums)
    }

    /// Checks that of all positions the start alone has as many pegs, and none more.
    pub(super) fn require_start(&self, counts: &[u64]) -> Result<()> {
        let pegs = self.start.count() as usize;
        let fuller: u64 = counts[pegs + 1..].iter().sum();
        if counts[pegs] == 1 && fuller == 0 {
            return Ok(());
        }

        let positions = counts[pegs] + fuller;
        Err(self.faulty(Fault::AsFullAsStart { positions }))
    }

    /// The number of orbits by number of pegs; of those whose complements are in the set, too: they
    /// lead from the start to its complement; and of positions. The progress is counted in blocks.
    ///
    /// The weights of a block and of the block of its complements add up to that of the full board.
    /// So the complements of a level are in one level, which is in memory meanwhile.
    ///
    /// # Errors
    /// When a slice is damaged or can't be read, there is not enough memory, or the progress is
    /// stopped.
    pub fn count_orbits(&self, orbits: &Orbits, progress: Progress<'_>) -> Result<OrbitCounts> {
        let fold = &self.fold;
        let board = self.board();
        let counter = PegCounter::new(self.class());
        let has_complements = self.class().contains(board.complement(self.start));
        let full = fold.layout.block_weight(board.full());

        let empty = || vec![0; board.holes() + 1];
        let mut sums = OrbitCounts {
            orbits: empty(),
            winning: empty(),
            positions: empty(),
        };
        let slices: Vec<OfSet<'_>> = fold.places.slices.iter().zip(&self.slices).collect();
        for level in slices.chunk_by(|one, next| one.0.level == next.0.level) {
            let weight = level[0].0.weight;
            let mut opposite = slices.clone();
            opposite.retain(|(slice, _)| has_complements && slice.weight + weight == full);
            let complements = self.read_level(&opposite)?;

            for (slice, stored) in level {
                progress.report(slice.places.start as u64, fold.places.count() as u64)?;
                let words = stored.file.all(Progress::NONE)?;
                let counts = fold.count_by_pegs(slice.places.clone(), &words);
                stored.require(&counts)?;
                add(&mut sums.positions, &counts);

                let first = slice.places.start;
                for tally in self.tally(orbits, &counter, first, &words, &complements) {
                    add(&mut sums.orbits, &counter.sum([tally.orbits]));
                    add(&mut sums.winning, &counter.sum([tally.winning]));
                }
            }
        }

        self.require_start(&sums.positions)?;
        Ok(sums)
    }

    /// Reads the slices of a level. None, if no level has these complements.
    fn read_level(&self, slices: &[OfSet<'_>]) -> Result<LevelInMemory> {
        let length = slices.iter().map(|(_, stored)| stored.file.len()).sum();
        let what = || format!("a level of the set of {}", self.board());
        let mut words = memory::list(what, length)?;
        for (_, stored) in slices {
            words.extend(stored.file.all(Progress::NONE)?);
        }
        Ok(LevelInMemory {
            first: slices.first().map_or(0, |(slice, _)| slice.places.start),
            words,
            size: self.fold.block_words(),
        })
    }

    /// Counts the orbits among the words of a slice, from the first place on, on all threads.
    fn tally<'c>(
        &self,
        orbits: &Orbits,
        counter: &'c PegCounter<'_>,
        first: usize,
        words: &[u64],
        complements: &LevelInMemory,
    ) -> Vec<OrbitTally<'c>> {
        let fold = &self.fold;
        let size = fold.block_words();
        let kept = |place: usize| complements.block(place);
        let begin = || OrbitTally {
            orbits: counter.tally(),
            winning: counter.tally(),
        };

        // A power of two, like the size.
        let together = CHUNK.max(size);
        let pieces: Vec<&[u64]> = words.chunks(together).collect();
        parallel::fold(pieces.len(), begin, |tally, piece| {
            let mut both = Vec::new();
            let mut turned = Vec::new();
            let places = first + piece * together / size..;
            for (place, words) in places.zip(pieces[piece].chunks(size)) {
                let block = fold.places.block(place);
                both.clear();
                both.extend_from_slice(words);
                let others = fold.words(fold.blocks() - 1 - block, &mut turned, kept);
                and_reversed(&mut both, others, self.class().rank());

                for (first, words) in orbits.representatives(block * size, words) {
                    tally.orbits.add(1, first, &words);
                }
                for (first, words) in orbits.representatives(block * size, &both) {
                    tally.winning.add(1, first, &words);
                }
            }
        })
    }
}

/// A slice with its file.
type OfSet<'s> = (&'s Slice, &'s StoredSlice);

/// The blocks of a level, from a place on.
struct LevelInMemory {
    first: usize,
    words: Vec<u64>,
    size: usize,
}

impl LevelInMemory {
    fn block(&self, place: usize) -> Option<&[u64]> {
        let from = (place - self.first) * self.size;
        self.words.get(from..)?.get(..self.size)
    }
}

/// What a thread counted.
struct OrbitTally<'c> {
    orbits: Tally<'c>,
    winning: Tally<'c>,
}
