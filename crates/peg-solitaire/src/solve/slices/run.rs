//! Computing the slices, one after the other, within a limit of memory. What will be needed again stays in memory as long as there is
//! room, the latest first. The rest is read from the disk, block by block and in ascending order. While one slice is
//! computed, the one before is written.

use std::thread;

use super::SliceError;
use super::file::StoredSlice;
use super::folder::Folder;
use super::order::{Order, Slice};
use crate::class::{PegCounter, Tally};
use crate::memory::{HugeArray, MemoryError};
use crate::progress::Progress;
use crate::solve::folded::{Finished, Folding, Frames};

/// A run that computes the slices which are missing.
pub(super) struct Run<'r> {
    pub folding: Folding<'r>,
    pub order: &'r Order,
    folder: &'r Folder,
    /// The most bytes of slices in memory.
    memory: u64,
    counter: PegCounter<'r>,
    slices: Vec<State>,
    /// For each place, whether anything in its block was found.
    filled: Vec<bool>,
    /// The slice that is not written yet, and its counts.
    pending: Option<(usize, Vec<u64>)>,
}

/// Where the blocks of a slice are.
enum State {
    Missing,
    InMemory(HugeArray),
    OnDisk(StoredSlice),
}

/// A slice before it is computed: zeros, unless jumps from elsewhere were added already.
pub(super) struct Begun {
    pub words: HugeArray,
    /// For each block, whether anything was added to it.
    pub touched: Vec<bool>,
}

impl Begun {
    pub fn new(folding: &Folding<'_>, slice: &Slice) -> Result<Self, MemoryError> {
        let what = || format!("a slice of {}", folding.closure.layout.class.board());
        let blocks = slice.places.len();
        let words = HugeArray::zeroed(what, blocks * folding.closure.block_words())?;
        Ok(Self { words, touched: vec![false; blocks] })
    }
}

/// What a run found in its folder.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Resumed {
    /// The slices that were there already.
    pub kept: usize,
    /// The slices that were damaged and computed again.
    pub damaged: usize,
}

impl<'r> Run<'r> {
    pub fn new(
        folding: Folding<'r>,
        order: &'r Order,
        folder: &'r Folder,
        memory: u64,
    ) -> Result<Self, SliceError> {
        let places = order.blocks.len();
        let mut filled = crate::memory::list(|| folding.closure.blocks(), places)?;
        filled.resize(places, false);
        Ok(Self {
            counter: PegCounter::new(&folding.closure.layout.class),
            folding,
            order,
            folder,
            memory,
            slices: order.slices.iter().map(|_| State::Missing).collect(),
            filled,
            pending: None,
        })
    }

    /// Computes all slices that are not there yet. The progress is counted in blocks.
    pub fn complete(mut self, progress: Progress<'_>) -> Result<Resumed, SliceError> {
        let all = self.order.blocks.len() as u64;
        let mut resumed = Resumed::default();
        for (number, slice) in self.order.slices.iter().enumerate() {
            progress.report(slice.places.start as u64, all)?;
            if !self.keep(number, &mut resumed)? {
                self.finish(number, Begun::new(&self.folding, slice)?)?;
            }
        }
        self.write_pending()?;
        progress.report(all, all)?;
        Ok(resumed)
    }

    /// Reads a slice, if it is there and sound. Returns whether it is.
    pub fn keep(&mut self, number: usize, resumed: &mut Resumed) -> Result<bool, SliceError> {
        let slice = &self.order.slices[number];
        self.make_room(slice)?;
        match self.read(slice) {
            Ok(Some(words)) => {
                resumed.kept += 1;
                self.put(number, words);
                return Ok(true);
            }
            Ok(None) => {}
            Err(SliceError::Damaged { .. }) => resumed.damaged += 1,
            Err(error) => return Err(error),
        }
        Ok(false)
    }

    /// Computes a slice. Meanwhile, the one before is written.
    pub fn finish(&mut self, number: usize, begun: Begun) -> Result<(), SliceError> {
        let slice = &self.order.slices[number];
        self.make_room(slice)?;
        let (written, computed) = thread::scope(|scope| {
            let writing = scope.spawn(|| self.write_pending());
            let computed = self.compute(slice, begun);
            (writing.join(), computed)
        });
        written.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        let (words, counts) = computed?;
        self.put(number, words);
        self.pending = Some((number, counts));
        Ok(())
    }

    /// Reads a slice that is there already.
    fn read(&self, slice: &Slice) -> Result<Option<HugeArray>, SliceError> {
        self.folder.file(slice).open()?.map(|(stored, _)| stored.all()).transpose()
    }

    /// Writes the slice that was computed last.
    pub fn write_pending(&self) -> Result<(), SliceError> {
        if let Some((number, counts)) = &self.pending
            && let State::InMemory(words) = &self.slices[*number]
        {
            self.folder.file(&self.order.slices[*number]).write(words, counts)?;
        }
        Ok(())
    }

    /// Keeps a slice in memory.
    fn put(&mut self, number: usize, words: HugeArray) {
        let size = self.folding.closure.block_words();
        let places = self.order.slices[number].places.clone();
        for (filled, block) in self.filled[places].iter_mut().zip(words.chunks_exact(size)) {
            *filled = block.iter().any(|&word| word != 0);
        }
        self.slices[number] = State::InMemory(words);
    }

    /// Gives back memory until there is room for this slice: first what no level needs any more, then the oldest.
    fn make_room(&mut self, slice: &Slice) -> Result<(), SliceError> {
        let size = 8 * self.folding.closure.block_words() as u64;
        let bytes = |slice: &Slice| slice.places.len() as u64 * size;
        let mut used = bytes(slice);
        for (other, state) in self.order.slices.iter().zip(&self.slices) {
            used += if matches!(state, State::InMemory(_)) { bytes(other) } else { 0 };
        }
        for old in 0..self.slices.len() {
            let other = &self.order.slices[old];
            let written = self.pending.as_ref().is_none_or(|&(pending, _)| pending != old);
            let past = self.order.is_past(other.level, slice.level);
            if written
                && (past || used > self.memory)
                && matches!(self.slices[old], State::InMemory(_))
            {
                used -= bytes(other);
                let file = self.folder.file(other);
                let (stored, _) = file.open()?.ok_or_else(|| file.gone())?;
                self.slices[old] = State::OnDisk(stored);
            }
        }
        Ok(())
    }

    /// Computes a slice and counts its positions.
    fn compute(&self, slice: &Slice, begun: Begun) -> Result<(HugeArray, Vec<u64>), SliceError> {
        let size = self.folding.closure.block_words();
        let Begun { mut words, touched } = begun;
        let blocks = &self.order.blocks[slice.places.clone()];
        let begin = || (self.counter.tally(), Frames::default());
        let compute = |room: &mut (Tally<'_>, Frames), (&block, &touched): (&u32, &bool), words| {
            self.compute_block(block as usize, touched, words, room)
        };
        #[cfg(feature = "parallel")]
        let tally = {
            use rayon::prelude::*;
            let work = blocks.par_iter().zip(&touched).zip(words.par_chunks_mut(size));
            let tallies = work.try_fold(begin, |mut room, (block, words)| {
                compute(&mut room, block, words)?;
                Ok::<_, SliceError>(room)
            });
            let tallies = tallies.map(|room| room.map(|(tally, _)| tally));
            tallies.try_reduce(|| self.counter.tally(), |one, other| Ok(one.with(other)))?
        };
        #[cfg(not(feature = "parallel"))]
        let tally = {
            let mut room = begin();
            let mut work = blocks.iter().zip(&touched).zip(words.chunks_mut(size));
            work.try_for_each(|(block, words)| compute(&mut room, block, words))?;
            room.0
        };
        let counts = tally.by_pegs();
        Ok((words, counts))
    }

    fn compute_block(
        &self,
        block: usize,
        touched: bool,
        words: &mut [u64],
        (tally, frames): &mut (Tally<'_>, Frames),
    ) -> Result<(), SliceError> {
        let folding = &self.folding;
        let starts = folding.begin(block, words);
        if folding.gather(block, words, self, frames)? || starts || touched {
            folding.close(block, words);
            let images = folding.homes.images(folding.closure, block);
            tally.add(images, block * words.len(), words);
        }
        Ok(())
    }
}

impl Finished for Run<'_> {
    type Error = SliceError;

    fn words<'a>(
        &'a self,
        place: usize,
        room: &'a mut Vec<u64>,
    ) -> Result<Option<&'a [u64]>, SliceError> {
        if !self.filled[place] {
            return Ok(None);
        }
        let number = self.order.slice_of(place);
        let size = self.folding.closure.block_words();
        let first = (place - self.order.slices[number].places.start) * size;
        match &self.slices[number] {
            State::Missing => Ok(None),
            State::InMemory(words) => Ok(Some(&words[first..first + size])),
            State::OnDisk(stored) => Ok(Some(stored.words(first..first + size, room)?)),
        }
    }
}
