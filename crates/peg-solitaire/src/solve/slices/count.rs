//! Counting a set on disk up to symmetry, slice by slice.

use std::iter::zip;

use super::InSlices;
use crate::class::{Orbits, PegCounter};
use crate::data_file::CHUNK;
use crate::progress::Progress;
use crate::solve::Record;
use crate::solve::set::and_reversed;
use crate::{Result, memory, parallel};

impl InSlices {
    /// The number of orbits by number of pegs; and of those whose complements are in the set, too:
    /// they lead from the start to its complement. The progress is counted in blocks.
    ///
    /// The weights of a block and of the block of its complements add up to that of the full board.
    /// So the complements of a level are in one level, which is in memory meanwhile.
    pub(crate) fn count_orbits(
        &self,
        orbits: &Orbits,
        progress: Progress<'_>,
    ) -> Result<[Vec<u64>; 2]> {
        let (fold, size, board) = (&self.fold, self.fold.block_words(), self.board());
        let full = fold.layout.block_weight(board.full());
        let has_complements = self.class().contains(board.complement(self.start));
        let counter = PegCounter::new(self.class());
        let mut sums = [(); 2].map(|()| vec![0; board.holes() + 1]);
        let slices: Vec<_> = fold.places.slices.iter().zip(&self.slices).collect();
        for level in slices.chunk_by(|one, next| one.0.level == next.0.level) {
            let is_opposite = |weight| has_complements && weight + level[0].0.weight == full;
            let opposite = slices.iter().filter(|(slice, _)| is_opposite(slice.weight));
            let length = opposite.clone().map(|(_, stored)| stored.len()).sum();
            let mut others = memory::list(|| format!("a level of the set of {board}"), length)?;
            let first = opposite
                .clone()
                .next()
                .map_or(0, |(slice, _)| slice.places.start);
            for (_, stored) in opposite {
                others.extend(stored.all()?);
            }
            let kept = |place: usize| others.get((place - first) * size..)?.get(..size);
            for (slice, stored) in level {
                progress.report(slice.places.start as u64, fold.places.count() as u64)?;
                let words = stored.all()?;
                // A power of two, like the size.
                let pieces: Vec<&[u64]> = words.chunks(CHUNK.max(size)).collect();
                let begin = || [(); 2].map(|()| counter.tally());
                let counted = parallel::fold(pieces.len(), begin, |[all, winning], piece| {
                    let (mut both, mut turned) = (Vec::new(), Vec::new());
                    let places = slice.places.start + piece * CHUNK.max(size) / size..;
                    for (place, words) in places.zip(pieces[piece].chunks(size)) {
                        let block = fold.places.block(place);
                        both.clear();
                        both.extend_from_slice(words);
                        let others = fold.words(fold.blocks() - 1 - block, &mut turned, kept);
                        and_reversed(&mut both, others, self.class().rank());
                        for (tally, words) in zip([&mut *all, winning], [words, &both]) {
                            for (first, words) in orbits.representatives(block * size, words) {
                                tally.add(1, first, &words);
                            }
                        }
                    }
                });
                for (which, tally) in counted.into_iter().flat_map(|pair| zip(0.., pair)) {
                    let more = zip(&mut sums[which], counter.sum([tally]));
                    more.for_each(|(sum, more)| *sum += more);
                }
            }
        }
        Ok(sums)
    }
}
