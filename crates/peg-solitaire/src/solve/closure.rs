//! Closing a set: adding all positions that its positions lead to. Kept blocks are visited in order
//! of decreasing weight. Each receives what jumps from finished blocks and their images lead to, is
//! closed inside, and is stored. Where jumps lead to blocks of the same weight, those of a level
//! are visited until nothing changes. The finished blocks may be in memory or on disk.
//!
//! A jump can lead into a kept block from an image of another kept block. Instead of turning that
//! image, the whole jump is turned: it is played from the kept block into an image of this one, and
//! what it adds is turned back.

use std::sync::Arc;

use smallvec::SmallVec;

use super::kernel::{self, Incoming, Vectors};
use super::layout::IndexLayout;
use super::set::{Blocks, Fold, Home, PositionSet};
use super::vector_jumps::{VectorJumps, both};
use crate::board::{Bitboard, Jump, Symmetry};
use crate::progress::Progress;
use crate::{Result, memory, parallel};

/// The pieces of a level's work for each thread. With many pieces, threads seldom wait for each
/// other.
const PIECES_FOR_A_THREAD: usize = 16;
/// The fewest words of such a piece, some KiB: then sharing the work out costs next to nothing.
const FEWEST_WORDS_OF_A_PIECE: usize = 512;

/// A folded set with the tables that visiting a block needs.
pub(super) struct Closure<'f> {
    pub fold: &'f Fold,
    pub jumps: VectorJumps,
    /// For each symmetry except the identity, the number of the image of each jump.
    images: Vec<Vec<usize>>,
}

/// A jump into a block as it is played from a kept one: turned by a symmetry, which takes the block
/// where the jump comes from there.
struct Arrival {
    turn: usize,
    jump: usize,
    place: usize,
}

/// A thread's room for what is not in the set.
#[derive(Default)]
pub(super) struct Room {
    /// An image of the block that is computed, and what jumps add to it.
    image: Vec<u64>,
    /// The same, turned back.
    turned: Vec<u64>,
    /// Each block that is read at the same time.
    read: Vec<Vec<u64>>,
}

impl<'f> Closure<'f> {
    pub fn new(fold: &'f Fold) -> Self {
        let layout = &fold.layout;
        let jumps = VectorJumps::new(layout);
        let image = |symmetry: &Symmetry, jump: Jump| {
            let image = jump.image(symmetry);
            let found = jumps.all.iter().position(|other| other.jump == image);
            found.expect("symmetries take jumps to jumps")
        };

        let mut images = Vec::new();
        for symmetry in layout.group.symmetries().skip(1) {
            let of_symmetry = jumps.all.iter().map(|jump| image(symmetry, jump.jump));
            images.push(of_symmetry.collect());
        }
        Self {
            images,
            jumps,
            fold,
        }
    }

    /// Adds to kept blocks, from the first place on, what finished ones lead to, on all threads.
    /// `words` holds the bits that earlier blocks added; `filled` says for each block whether it
    /// got any.
    pub fn compute<F: Blocks>(
        &self,
        first: usize,
        words: &mut [u64],
        filled: &mut [bool],
        finished: &F,
    ) -> Result<()> {
        let size = self.fold.block_words();
        let fair = filled.len() / (PIECES_FOR_A_THREAD * parallel::threads());
        let together = fair.max(FEWEST_WORDS_OF_A_PIECE / size).max(1);

        let firsts = (first..).step_by(together);
        let pieces = filled
            .chunks_mut(together)
            .zip(words.chunks_mut(together * size));
        parallel::try_map(firsts.zip(pieces), |(first, (filled, words))| {
            let mut room = Room::default();
            for ((place, filled), words) in (first..).zip(filled).zip(words.chunks_mut(size)) {
                let block = self.fold.places.block(place);
                *filled |= self.gather(block, words, finished, &mut room)?;
                if *filled {
                    kernel::close(&Vectors::new(&self.jumps, self.fold.origin(block)), words);
                }
            }
            Ok(())
        })
        .map(drop)
    }

    /// The jumps that can lead into a block, judging by its number, those that are turned alike
    /// together.
    fn arrivals(&self, block: usize) -> SmallVec<[Arrival; 32]> {
        let mut arrivals = SmallVec::new();
        let into = self.jumps.leading_into_block(self.fold.origin(block));
        for jump in both(&into, &self.jumps.outer) {
            let from = block ^ self.jumps.all[jump].block_flip;
            let Some(Home { place, turn }) = self.fold.home(from) else {
                continue;
            };

            let jump = if turn == 0 {
                jump
            } else {
                self.images[turn - 1][jump]
            };
            arrivals.push(Arrival { turn, jump, place });
        }
        if !self.images.is_empty() {
            arrivals.sort_unstable_by_key(|arrival: &Arrival| arrival.turn);
        }
        arrivals
    }

    /// Adds to a kept block what jumps from finished ones and from their images lead to. Returns
    /// whether there are any.
    pub fn gather<F: Blocks>(
        &self,
        block: usize,
        words: &mut [u64],
        finished: &F,
        room: &mut Room,
    ) -> Result<bool> {
        let Room {
            image: image_words,
            turned,
            read,
        } = room;
        let mut has_any = false;
        let arrivals = self.arrivals(block);
        for alike in arrivals.chunk_by(|arrival, next| arrival.turn == next.turn) {
            let turn = alike[0].turn;
            if turn == 0 {
                has_any |= self.pull(block, alike, words, finished, read)?;
                continue;
            }

            let image = self.fold.mirrors[turn - 1].block(block);
            image_words.clear();
            image_words.resize(words.len(), 0);
            if !self.pull(image, alike, image_words, finished, read)? {
                continue;
            }

            has_any = true;
            turned.resize(words.len(), 0);
            kernel::reflect(self.fold.back(turn), image, image_words, turned);
            for (word, turned) in words.iter_mut().zip(&*turned) {
                *word |= *turned;
            }
        }
        Ok(has_any)
    }

    /// Adds to a block what these jumps, which are turned alike, bring from finished blocks.
    /// Returns whether there are any.
    fn pull<F: Blocks>(
        &self,
        block: usize,
        arrivals: &[Arrival],
        into: &mut [u64],
        finished: &F,
        read: &mut Vec<Vec<u64>>,
    ) -> Result<bool> {
        read.resize_with(arrivals.len().max(read.len()), Vec::new);

        let mut incoming = SmallVec::<[Incoming<'_>; 32]>::new();
        for (&Arrival { jump, place, .. }, room) in arrivals.iter().zip(read) {
            if let Some(words) = finished.words(place, room)? {
                kernel::prefetch(words);
                incoming.push(Incoming { jump, words });
            }
        }
        if incoming.is_empty() {
            return Ok(false);
        }

        let vectors = Vectors::new(&self.jumps, self.fold.origin(block));
        kernel::pull(&vectors, &incoming, into);
        Ok(true)
    }
}

/// All positions that can be reached from the starts. The layout's symmetries must map the starts
/// to each other. `what` says what the memory is for. The progress is counted in blocks.
pub(super) fn closed(
    layout: IndexLayout,
    starts: &[Bitboard],
    what: impl Fn() -> String,
    progress: Progress<'_>,
) -> Result<PositionSet> {
    memory::require(what(), layout.memory_needed())?;
    let heaviest = layout.heaviest(starts);
    let fold = Fold::new(layout, heaviest, 1)?;
    let size = fold.block_words();
    let count = fold.places.count();
    progress.report(0, count as u64)?;

    let mut words = memory::zeros(what, count * size)?;
    // All threads touch the pages, 2 MiB each, before they are needed: clearing them one by one in
    // between takes 1 to 4 % longer.
    parallel::map(words.chunks_mut(HUGE_PAGE_WORDS), |page| page[0] = 0);
    let mut filled = memory::zeros(|| fold.layout.what(), count)?;
    for (place, word, bit) in fold.starts(starts) {
        filled[place] = true;
        words[place * size + word] |= bit;
    }

    Closure::new(&fold).visit(&mut words, &mut filled, progress)?;
    Ok(PositionSet::of(Arc::new(fold), words))
}

/// The words of a huge page, 2 MiB.
const HUGE_PAGE_WORDS: usize = 1 << 18;
/// The words of blocks that are computed between two reports of the progress: 32 MiB, some
/// hundredths of a second.
const WORDS_BETWEEN_REPORTS: usize = 1 << 22;

impl Closure<'_> {
    /// Visits the blocks level by level: a jump never raises the weight, so each depends on no
    /// later level.
    fn visit(&self, words: &mut [u64], filled: &mut [bool], progress: Progress<'_>) -> Result<()> {
        let size = self.fold.block_words();
        let places = &self.fold.places;
        let together = (WORDS_BETWEEN_REPORTS / size).max(1);

        for slice in &places.slices {
            let level = slice.places.clone();
            let (words_before, words) = words.split_at_mut(level.start * size);
            let (filled_before, filled) = filled.split_at_mut(level.start);
            let words = &mut words[..level.len() * size];
            let filled = &mut filled[..level.len()];
            let finished = FinishedBlocks {
                first: 0,
                words: words_before,
                filled: filled_before,
                size,
            };

            let mut done = level.start;
            let pieces = words.chunks_mut(together * size);
            for (words, filled) in pieces.zip(filled.chunks_mut(together)) {
                self.compute(done, words, filled, &finished)?;
                done += filled.len();
                progress.report(done as u64, places.count() as u64)?;
            }
            self.settle(level.start, words, filled, progress)?;
        }
        Ok(())
    }

    /// Where jumps lead to blocks of the same weight: adds them to the blocks of a level, from the
    /// first place on, to which those of earlier levels were added, until nothing changes.
    pub fn settle(
        &self,
        first: usize,
        words: &mut [u64],
        filled: &mut [bool],
        progress: Progress<'_>,
    ) -> Result<()> {
        if self.fold.layout.blocks.exact {
            return Ok(());
        }
        let size = self.fold.block_words();
        let what = || self.fold.layout.what();
        let mut before = memory::list(what, words.len())?;
        before.extend_from_slice(words);
        // What changed in the pass before, and what this one visits.
        let mut changed = memory::list(what, filled.len())?;
        changed.extend_from_slice(filled);
        let mut visited = memory::zeros(what, filled.len())?;

        while changed.contains(&true) {
            progress.report(first as u64, self.fold.places.count() as u64)?;
            visited.fill(false);
            let level = FinishedBlocks {
                first,
                words: &before,
                filled: &changed,
                size,
            };
            self.compute(first, words, &mut visited, &level)?;

            take_over(size, words, &mut before, &visited, &mut changed);
            for (filled, changed) in filled.iter_mut().zip(&changed) {
                *filled |= changed;
            }
        }
        Ok(())
    }
}

/// How many blocks a thread compares in a row.
const COMPARED_IN_A_ROW: usize = 1 << 6;

/// Says which of the visited blocks changed since before, and takes over their words.
fn take_over(
    size: usize,
    words: &[u64],
    before: &mut [u64],
    visited: &[bool],
    changed: &mut [bool],
) {
    let together = COMPARED_IN_A_ROW * size;
    let pieces = words.chunks(together).zip(before.chunks_mut(together));
    let flags = visited
        .chunks(COMPARED_IN_A_ROW)
        .zip(changed.chunks_mut(COMPARED_IN_A_ROW));

    parallel::map(
        pieces.zip(flags),
        |((words, before), (visited, changed))| {
            let blocks = words.chunks(size).zip(before.chunks_mut(size));
            for ((words, before), (visited, changed)) in blocks.zip(visited.iter().zip(changed)) {
                *changed = *visited && words != before;
                if *changed {
                    before.copy_from_slice(words);
                }
            }
        },
    );
}

/// Finished blocks in memory: from one place on.
struct FinishedBlocks<'w> {
    first: usize,
    words: &'w [u64],
    /// For each place, whether its block is to be looked at.
    filled: &'w [bool],
    size: usize,
}

impl Blocks for FinishedBlocks<'_> {
    fn words<'a>(&'a self, place: usize, _: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>> {
        let number = place.wrapping_sub(self.first);
        let is_filled = self.filled.get(number).is_some_and(|&filled| filled);
        Ok(is_filled.then(|| &self.words[number * self.size..][..self.size]))
    }
}
