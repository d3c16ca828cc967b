//! Closing a set: each kept block is visited in order of decreasing weight. It receives what jumps
//! from finished blocks and their images lead to, is closed inside, and is stored. Where jumps lead
//! to blocks of the same weight, those of a level are visited until nothing changes. The finished
//! blocks may be anywhere: in memory, on disk, or with another process.
//!
//! A jump can lead into a kept block from an image of another kept block. Instead of turning that
//! image, the whole jump is turned: it is played from the kept block into an image of this one, and
//! what it adds is turned back.

use std::sync::Arc;

use smallvec::SmallVec;

use super::kernel::{self, Source, Vectors};
use super::layout::IndexLayout;
use super::set::{ClassSet, Fold};
use super::vector_jumps::{VectorJumps, both};
use crate::board::{Bitboard, Jump, Symmetry};
use crate::progress::Progress;
use crate::{Result, memory, parallel};

/// The pieces of a level's work for each thread. With many pieces, threads seldom wait for each
/// other.
const PIECES: usize = 16;

/// The finished blocks that others are computed from.
pub(super) trait Finished: Sync {
    /// The words of the kept block at this place. None if nothing in it was found, or if it is to
    /// be left out. `room` is for words that have to be read first.
    fn words<'a>(&'a self, place: usize, room: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>>;
}

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

/// A thread's room for images of a block.
#[derive(Default)]
pub(super) struct Frames {
    framed: Vec<u64>,
    turned: Vec<u64>,
    /// Room for each block that is read at the same time.
    read: Vec<Vec<u64>>,
}

impl<'f> Closure<'f> {
    pub fn new(fold: &'f Fold) -> Self {
        let layout = &fold.layout;
        let jumps = VectorJumps::new(layout);
        let image = |symmetry: &Symmetry, jump: Jump| {
            let found = jumps
                .all
                .iter()
                .position(|other| other.jump == jump.image(symmetry));
            found.expect("symmetries take jumps to jumps")
        };
        let images = |symmetry| {
            jumps
                .all
                .iter()
                .map(|jump| image(symmetry, jump.jump))
                .collect()
        };
        Self {
            images: layout.group.symmetries().skip(1).map(images).collect(),
            jumps,
            fold,
        }
    }

    /// Adds to kept blocks, from the first place on, what finished ones lead to, on all threads.
    /// `words` holds the bits that earlier blocks added; `filled` says for each block whether it
    /// got any.
    pub fn compute<F: Finished>(
        &self,
        first: usize,
        words: &mut [u64],
        filled: &mut [bool],
        finished: &F,
    ) -> Result<()> {
        let size = self.fold.block_words();
        // Some KiB at least: enough work that the cost of sharing it out is negligible.
        let fair = filled.len() / (PIECES * parallel::threads());
        let together = fair.max(512 / size).max(1);
        let pieces = filled
            .chunks_mut(together)
            .zip(words.chunks_mut(together * size));
        let pieces = (first..).step_by(together).zip(pieces);
        parallel::try_map(pieces, |(first, (filled, words))| {
            let mut frames = Frames::default();
            for ((place, filled), words) in (first..).zip(filled).zip(words.chunks_mut(size)) {
                let block = self.fold.places.block(place);
                *filled |= self.gather(block, words, finished, &mut frames)?;
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
            if let Some((place, turn)) = self.fold.home(from) {
                let jump = if turn == 0 {
                    jump
                } else {
                    self.images[turn - 1][jump]
                };
                arrivals.push(Arrival { turn, jump, place });
            }
        }
        if !self.images.is_empty() {
            arrivals.sort_unstable_by_key(|arrival: &Arrival| arrival.turn);
        }
        arrivals
    }

    /// Adds to a kept block what jumps from finished ones and from their images lead to. Returns
    /// whether there are any.
    pub fn gather<F: Finished>(
        &self,
        block: usize,
        words: &mut [u64],
        finished: &F,
        frames: &mut Frames,
    ) -> Result<bool> {
        let Frames {
            framed,
            turned,
            read,
        } = frames;
        let mut any = false;
        for alike in self
            .arrivals(block)
            .chunk_by(|one, other| one.turn == other.turn)
        {
            let turn = alike[0].turn;
            if turn == 0 {
                any |= self.pull(block, alike, words, finished, read)?;
                continue;
            }
            let image = self.fold.mirrors[turn - 1].block(block);
            framed.clear();
            framed.resize(words.len(), 0);
            if !self.pull(image, alike, framed, finished, read)? {
                continue;
            }
            any = true;
            turned.resize(words.len(), 0);
            self.fold.back(turn).reflect(image, framed, turned);
            for (word, turned) in words.iter_mut().zip(&*turned) {
                *word |= *turned;
            }
        }
        Ok(any)
    }

    /// Adds to a block what these jumps, which are turned alike, bring from finished blocks.
    /// Returns whether there are any.
    fn pull<F: Finished>(
        &self,
        block: usize,
        arrivals: &[Arrival],
        into: &mut [u64],
        finished: &F,
        read: &mut Vec<Vec<u64>>,
    ) -> Result<bool> {
        read.resize_with(arrivals.len().max(read.len()), Vec::new);
        let mut sources = SmallVec::<[Source<'_>; 32]>::new();
        for (&Arrival { jump, place, .. }, room) in arrivals.iter().zip(read) {
            if let Some(words) = finished.words(place, room)? {
                kernel::prefetch(words);
                sources.push((jump, words));
            }
        }
        if sources.is_empty() {
            return Ok(false);
        }
        let vectors = Vectors::new(&self.jumps, self.fold.origin(block));
        kernel::pull(&vectors, &sources, into);
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
) -> Result<ClassSet> {
    memory::require(what(), layout.memory_needed())?;
    let heaviest = layout.heaviest(starts);
    let fold = Fold::new(layout, heaviest, 1)?;
    let (size, all) = (fold.block_words(), fold.places.count());
    progress.report(0, all as u64)?;
    let mut words = memory::zeros(what, all * size)?;
    // All threads touch the pages, 2 MiB each, before they are needed: clearing them one by one in
    // between takes 1 to 4 % longer.
    parallel::map(words.chunks_mut(1 << 18), |page| page[0] = 0);
    let mut filled = memory::zeros(|| fold.layout.what(), all)?;
    for (place, word, bit) in fold.starts(starts) {
        filled[place] = true;
        words[place * size + word] |= bit;
    }
    let closure = Closure::new(&fold);
    closure.visit(&mut words, &mut filled, progress)?;
    drop(closure);
    Ok(ClassSet {
        fold: Arc::new(fold),
        words,
    })
}

/// The words of blocks that are computed between two reports of the progress: 32 MiB, some
/// hundredths of a second.
const AT_ONCE: usize = 1 << 22;

impl Closure<'_> {
    /// Visits the blocks level by level: a jump never raises the weight, so each depends on no
    /// later level.
    fn visit(&self, words: &mut [u64], filled: &mut [bool], progress: Progress<'_>) -> Result<()> {
        let (size, places) = (self.fold.block_words(), &self.fold.places);
        for level in places.slices.iter().map(|slice| slice.places.clone()) {
            let (finished, words) = words.split_at_mut(level.start * size);
            let (found, filled) = filled.split_at_mut(level.start);
            let (words, filled) = (&mut words[..level.len() * size], &mut filled[..level.len()]);
            let finished = Blocks {
                first: 0,
                words: finished,
                filled: found,
                size,
            };
            let together = (AT_ONCE / size).max(1);
            let pieces = words.chunks_mut(together * size);
            let mut done = level.start;
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
            let level = Blocks {
                first,
                words: &before,
                filled: &changed,
                size,
            };
            self.compute(first, words, &mut visited, &level)?;
            let pieces = words
                .chunks(SETTLED * size)
                .zip(before.chunks_mut(SETTLED * size));
            let flags = changed.chunks_mut(SETTLED).zip(visited.chunks(SETTLED));
            parallel::map(
                pieces.zip(flags),
                |((words, before), (changed, visited))| {
                    let blocks = words.chunks(size).zip(before.chunks_mut(size));
                    for ((words, before), (changed, visited)) in
                        blocks.zip(changed.iter_mut().zip(visited))
                    {
                        *changed = *visited && words != before;
                        if *changed {
                            before.copy_from_slice(words);
                        }
                    }
                },
            );
            filled
                .iter_mut()
                .zip(&changed)
                .for_each(|(filled, changed)| *filled |= changed);
        }
        Ok(())
    }
}

/// How many blocks a thread compares in a row.
const SETTLED: usize = 1 << 6;

/// Finished blocks in memory: from one place on.
struct Blocks<'w> {
    first: usize,
    words: &'w [u64],
    /// For each place, whether its block is to be looked at.
    filled: &'w [bool],
    size: usize,
}

impl Finished for Blocks<'_> {
    fn words<'a>(&'a self, place: usize, _: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>> {
        let at = place.wrapping_sub(self.first);
        let is_asked = self.filled.get(at).is_some_and(|&filled| filled);
        Ok(is_asked.then(|| &self.words[at * self.size..][..self.size]))
    }
}
