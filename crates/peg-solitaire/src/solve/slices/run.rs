//! Computing the slices, one after the other, within a limit of memory. What will be needed again stays in memory as long as there is
//! room, the latest first. The rest is read from the disk, block by block and in ascending order. While one slice is
//! computed, the one before is written.

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;
use std::thread;

use super::SliceError;
use super::file::StoredSlice;
use super::folder::Folder;
use super::order::{Order, Slice};
use crate::class::{PegCounter, Tally};
use crate::memory::{self, HugeArray, MemoryError};
use crate::solve::gather::{Finished, Folding, Frames};

/// A run that computes slices of a set, one by one: all of them, or some, while others compute the rest and send what their blocks add to
/// these. A slice needs all slices of earlier levels, here or elsewhere.
pub struct SliceRun<'r> {
    folding: Folding<'r>,
    order: &'r Order,
    folder: &'r Folder,
    /// The most bytes of slices in memory.
    memory: u64,
    counter: PegCounter<'r>,
    slices: Vec<State>,
    /// For each place, whether anything in its block was found.
    filled: Vec<bool>,
    /// The slices to which sums were added before they are computed.
    begun: BTreeMap<usize, Begun>,
    /// The slice that is not written yet, and its counts.
    pending: Option<(usize, Vec<u64>)>,
    resumed: Resumed,
}

/// What the blocks of a run add to some blocks of a slice that is computed elsewhere.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sum {
    /// The numbers of the blocks in the slice.
    pub blocks: Vec<u32>,
    /// The words of each.
    pub words: Vec<u64>,
}

/// Where the blocks of a slice are.
enum State {
    Missing,
    InMemory(HugeArray),
    OnDisk(StoredSlice),
}

/// A slice before it is computed: zeros, unless jumps from elsewhere were added already.
struct Begun {
    words: HugeArray,
    /// For each block, whether anything was added to it.
    touched: Vec<bool>,
}

impl Begun {
    fn new(folding: &Folding<'_>, slice: &Slice) -> Result<Self, MemoryError> {
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

impl<'r> SliceRun<'r> {
    pub(super) fn new(
        folding: Folding<'r>,
        order: &'r Order,
        folder: &'r Folder,
        memory: u64,
    ) -> Result<Self, SliceError> {
        Ok(Self {
            counter: PegCounter::new(&folding.closure.layout.class),
            filled: memory::filled(|| folding.closure.layout.what(), order.blocks.len(), false)?,
            folding,
            order,
            folder,
            memory,
            slices: order.slices.iter().map(|_| State::Missing).collect(),
            begun: BTreeMap::new(),
            pending: None,
            resumed: Resumed::default(),
        })
    }

    /// Reads a slice, if it is there and sound. Returns whether it is.
    ///
    /// # Errors
    /// When a file can't be read, or there is not enough memory.
    pub fn resume(&mut self, number: usize) -> Result<bool, SliceError> {
        let slice = &self.order.slices[number];
        self.make_room(slice)?;
        match self.read(slice) {
            Ok(Some(words)) => {
                self.resumed.kept += 1;
                self.put(number, words);
                return Ok(true);
            }
            Ok(None) => {}
            Err(SliceError::Damaged { .. }) => self.resumed.damaged += 1,
            Err(error) => return Err(error),
        }
        Ok(false)
    }

    /// What the blocks of this run add to a slice that is computed elsewhere: sums of about so many bytes. Blocks to which nothing is added
    /// are left out.
    ///
    /// # Errors
    /// When a block can't be read.
    pub fn sums(&self, number: usize, bytes: usize) -> Result<Vec<Sum>, SliceError> {
        let places = self.order.slices[number].places.clone();
        let size = self.folding.closure.block_words();
        let together = (bytes / (8 * size)).max(1);
        let begin = || (vec![0; size], Frames::default());
        let sum = |(sum, frames): &mut (Vec<u64>, Frames), (chunk, blocks): (usize, &[u32])| {
            let mut found = Sum::default();
            for (number, &block) in (chunk * together..).zip(blocks) {
                sum.fill(0);
                let any = self.folding.gather(block as usize, sum, self, frames)?;
                if any && sum.iter().any(|&word| word != 0) {
                    found.blocks.push(number as u32);
                    found.words.extend_from_slice(sum);
                }
            }
            Ok((!found.blocks.is_empty()).then_some(found))
        };
        let blocks = &self.order.blocks[places];
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            let sums = blocks.par_chunks(together).enumerate().map_init(begin, sum);
            sums.filter_map(Result::transpose).collect()
        }
        #[cfg(not(feature = "parallel"))]
        {
            let mut room = begin();
            let sums = blocks.chunks(together).enumerate().map(|chunk| sum(&mut room, chunk));
            sums.filter_map(Result::transpose).collect()
        }
    }

    /// Adds to a slice, before it is computed, what blocks elsewhere add to it. Returns false if the sum is not of that slice.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn add(&mut self, number: usize, sum: &Sum) -> Result<bool, SliceError> {
        let size = self.folding.closure.block_words();
        let Some(slice) = self.order.slices.get(number) else { return Ok(false) };
        let is_block = |&block: &u32| (block as usize) < slice.places.len();
        if sum.words.len() != sum.blocks.len() * size || !sum.blocks.iter().all(is_block) {
            return Ok(false);
        }
        let begun = match self.begun.entry(number) {
            Entry::Occupied(entry) => entry.into_mut(),
            Entry::Vacant(entry) => entry.insert(Begun::new(&self.folding, slice)?),
        };
        for (&block, words) in sum.blocks.iter().zip(sum.words.chunks_exact(size)) {
            let block = block as usize;
            begun.touched[block] = true;
            let own = &mut begun.words[block * size..][..size];
            own.iter_mut().zip(words).for_each(|(own, word)| *own |= word);
        }
        Ok(true)
    }

    /// Computes a slice from the blocks of this run, and from what was added. Meanwhile, the one before is written.
    ///
    /// # Errors
    /// When a file can't be read or written, or there is not enough memory.
    pub fn compute(&mut self, number: usize) -> Result<(), SliceError> {
        let slice = &self.order.slices[number];
        self.make_room(slice)?;
        let begun = match self.begun.remove(&number) {
            Some(begun) => begun,
            None => Begun::new(&self.folding, slice)?,
        };
        let (written, computed) = thread::scope(|scope| {
            let writing = scope.spawn(|| self.write_pending());
            let computed = self.compute_with(slice, begun);
            (writing.join(), computed)
        });
        written.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
        let (words, counts) = computed?;
        self.put(number, words);
        self.pending = Some((number, counts));
        Ok(())
    }

    /// Writes the slice that was computed last. Returns what was found in the folder.
    ///
    /// # Errors
    /// When the slice can't be written.
    pub fn finish(self) -> Result<Resumed, SliceError> {
        self.write_pending()?;
        Ok(self.resumed)
    }

    /// Reads a slice that is there already.
    fn read(&self, slice: &Slice) -> Result<Option<HugeArray>, SliceError> {
        self.folder.file(slice).open()?.map(|(stored, _)| stored.all()).transpose()
    }

    /// Writes the slice that was computed last.
    fn write_pending(&self) -> Result<(), SliceError> {
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
    fn compute_with(
        &self,
        slice: &Slice,
        begun: Begun,
    ) -> Result<(HugeArray, Vec<u64>), SliceError> {
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
            let images = folding.homes.images(&folding.closure.mirrors, block);
            tally.add(images, block * words.len(), words);
        }
        Ok(())
    }
}

impl fmt::Debug for SliceRun<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SliceRun").field("resumed", &self.resumed).finish_non_exhaustive()
    }
}

impl Finished for SliceRun<'_> {
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
