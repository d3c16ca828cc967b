//! Computing the slices, one after the other, within a limit of memory. What will be needed again stays in memory as long as there is
//! room, the latest first. The rest is read from the disk, block by block and in ascending order. While one slice is
//! computed, the one before is written.

use std::collections::BTreeMap;
use std::fmt;
use std::panic::resume_unwind;
use std::thread;

use super::file::StoredSlice;
use super::folder::Folder;
use super::order::{Order, Slice};
use crate::Error;
use crate::board::Bitboard;
use crate::class::PegCounter;
use crate::memory::{self, HugeArray, MemoryError};
use crate::parallel;
use crate::solve::closure::{Closure, Finished, Frames};

/// A run that computes slices of a set, one by one: all of them, or some, while others compute the rest and send what their blocks add to
/// these. A slice needs all slices of earlier levels, here or elsewhere.
pub struct SliceRun<'r> {
    closure: &'r Closure<'r>,
    start: Bitboard,
    order: &'r Order,
    folder: &'r Folder,
    /// The most bytes of slices in memory.
    memory: u64,
    counter: PegCounter<'r>,
    slices: Vec<State>,
    /// For each place, whether anything in its block was found, or added to it before it is computed.
    filled: Vec<bool>,
    /// The slices to which sums were added before they are computed.
    begun: BTreeMap<usize, HugeArray>,
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
        closure: &'r Closure<'r>,
        start: Bitboard,
        order: &'r Order,
        folder: &'r Folder,
        memory: u64,
    ) -> Result<Self, Error> {
        let layout = &closure.fold.layout;
        let mut filled = memory::zeros(|| layout.what(), order.blocks.len())?;
        for (place, _, _) in closure.fold.starts(&[start]) {
            filled[place] = true;
        }
        Ok(Self {
            counter: PegCounter::new(&layout.class),
            filled,
            closure,
            start,
            order,
            folder,
            memory,
            slices: order.slices.iter().map(|_| State::Missing).collect(),
            begun: BTreeMap::new(),
            pending: None,
            resumed: Resumed::default(),
        })
    }

    /// A slice before it is computed: zeros, but for the start.
    fn begin(&self, slice: &Slice) -> Result<HugeArray, MemoryError> {
        let fold = self.closure.fold;
        let what = || format!("a slice of {}", fold.layout.class.board());
        let mut words = HugeArray::zeroed(what, slice.places.len() * fold.block_words())?;
        for (place, word, bit) in fold.starts(&[self.start]) {
            if slice.places.contains(&place) {
                words[(place - slice.places.start) * fold.block_words() + word] |= bit;
            }
        }
        Ok(words)
    }

    /// Takes a slice that is there and sound: reads it whole, or its header now and its blocks when they are needed. Returns whether it is.
    pub fn resume(&mut self, number: usize, whole: bool) -> Result<bool, Error> {
        let slice = &self.order.slices[number];
        let found = match self.folder.find(slice) {
            Ok(Some((stored, _))) if whole => {
                self.make_room(slice)?;
                stored.all().map(|words| self.put(number, words))
            }
            Ok(Some((stored, _))) => {
                self.filled[slice.places.clone()].fill(true);
                self.slices[number] = State::OnDisk(stored);
                Ok(())
            }
            Ok(None) => return Ok(false),
            Err(error) => Err(error),
        };
        match found {
            Ok(()) => self.resumed.kept += 1,
            Err(Error::Damaged { .. }) => {
                self.resumed.damaged += 1;
                return Ok(false);
            }
            Err(error) => return Err(error),
        }
        Ok(true)
    }

    /// What the blocks of this run add to a slice that is computed elsewhere: sums of about so many bytes. Blocks to which nothing is added
    /// are left out.
    pub fn sums(&self, number: usize, bytes: usize) -> Result<Vec<Sum>, Error> {
        let places = self.order.slices[number].places.clone();
        let size = self.closure.fold.block_words();
        let together = (bytes / (8 * size)).max(1);
        let sum = |chunk: usize| {
            let (mut sum, mut frames) = (vec![0; size], Frames::default());
            let mut found = Sum::default();
            for place in places.clone().skip(chunk * together).take(together) {
                sum.fill(0);
                let block = self.order.blocks[place] as usize;
                let any = self.closure.gather(block, &mut sum, self, &mut frames)?;
                if any && sum.iter().any(|&word| word != 0) {
                    found.blocks.push((place - places.start) as u32);
                    found.words.extend_from_slice(&sum);
                }
            }
            Ok::<_, Error>((!found.blocks.is_empty()).then_some(found))
        };
        let sums = parallel::try_map(0..places.len().div_ceil(together), sum)?;
        Ok(sums.into_iter().flatten().collect())
    }

    /// Adds to a slice, before it is computed, what blocks elsewhere add to it. Returns false if the sum is not of that slice.
    pub fn add(&mut self, number: usize, sum: &Sum) -> Result<bool, Error> {
        let size = self.closure.fold.block_words();
        let Some(slice) = self.order.slices.get(number) else { return Ok(false) };
        let is_block = |&block: &u32| (block as usize) < slice.places.len();
        if sum.words.len() != sum.blocks.len() * size || !sum.blocks.iter().all(is_block) {
            return Ok(false);
        }
        let mut words = match self.begun.remove(&number) {
            Some(begun) => begun,
            None => self.begin(slice)?,
        };
        for (&block, added) in sum.blocks.iter().zip(sum.words.chunks_exact(size)) {
            let block = block as usize;
            self.filled[slice.places.start + block] = true;
            let own = &mut words[block * size..][..size];
            own.iter_mut().zip(added).for_each(|(own, word)| *own |= word);
        }
        self.begun.insert(number, words);
        Ok(true)
    }

    /// Computes a slice from the blocks of this run, and from what was added. Meanwhile, the one before is written.
    pub fn compute(&mut self, number: usize) -> Result<(), Error> {
        let slice = &self.order.slices[number];
        self.make_room(slice)?;
        let mut words = match self.begun.remove(&number) {
            Some(begun) => begun,
            None => self.begin(slice)?,
        };
        let places = slice.places.clone();
        let mut filled = self.filled[places.clone()].to_vec();
        let (written, computed) = thread::scope(|scope| {
            let writing = thread::Builder::new().spawn_scoped(scope, || self.write_pending());
            let blocks = &self.order.blocks[places];
            let counter = Some(&self.counter);
            let computed = self.closure.compute(blocks, &mut words, &mut filled, self, counter);
            let written = match writing {
                Ok(writing) => writing.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // The system refuses another thread.
                Err(_) => self.write_pending(),
            };
            (written, computed)
        });
        written?;
        let holes = self.closure.fold.layout.class.board().holes();
        let counts = computed?.map(|counts| counts.by_pegs(holes)).unwrap_or_default();
        self.put(number, words);
        self.pending = Some((number, counts));
        Ok(())
    }

    /// Writes the slice that was computed last. Returns what was found in the folder.
    pub fn finish(self) -> Result<Resumed, Error> {
        self.write_pending()?;
        Ok(self.resumed)
    }

    /// Writes the slice that was computed last.
    fn write_pending(&self) -> Result<(), Error> {
        if let Some((number, counts)) = &self.pending
            && let State::InMemory(words) = &self.slices[*number]
        {
            self.folder.write(&self.order.slices[*number], words, counts)?;
        }
        Ok(())
    }

    /// Keeps a slice in memory.
    fn put(&mut self, number: usize, words: HugeArray) {
        let size = self.closure.fold.block_words();
        let places = self.order.slices[number].places.clone();
        for (filled, block) in self.filled[places].iter_mut().zip(words.chunks_exact(size)) {
            *filled = block.iter().any(|&word| word != 0);
        }
        self.slices[number] = State::InMemory(words);
    }

    /// Gives back memory, the oldest slices first: what no level needs any more, and more until there is room for this slice.
    fn make_room(&mut self, slice: &Slice) -> Result<(), Error> {
        let size = 8 * self.closure.fold.block_words() as u64;
        let bytes = |slice: &Slice| slice.places.len() as u64 * size;
        let held = self.slices.iter().zip(&self.order.slices);
        let held = held.filter(|(state, _)| matches!(state, State::InMemory(_)));
        let mut used = bytes(slice) + held.map(|(_, slice)| bytes(slice)).sum::<u64>();
        let unwritten = self.pending.as_ref().map(|&(number, _)| number);
        for (number, (state, old)) in self.slices.iter_mut().zip(&self.order.slices).enumerate() {
            let is_past = self.order.is_past(old.level, slice.level);
            if !is_past && used <= self.memory {
                break;
            }
            if matches!(state, State::InMemory(_)) && Some(number) != unwritten {
                used -= bytes(old);
                *state = State::OnDisk(self.folder.open(old)?.0);
            }
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
    type Error = Error;

    fn words<'a>(
        &'a self,
        place: usize,
        room: &'a mut Vec<u64>,
    ) -> Result<Option<&'a [u64]>, Error> {
        if !self.filled[place] {
            return Ok(None);
        }
        let number = self.order.slice_of(place);
        let size = self.closure.fold.block_words();
        let first = (place - self.order.slices[number].places.start) * size;
        match &self.slices[number] {
            State::Missing => Ok(None),
            State::InMemory(words) => Ok(Some(&words[first..first + size])),
            State::OnDisk(stored) => Ok(Some(stored.words(first..first + size, room)?)),
        }
    }
}
