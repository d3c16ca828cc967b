//! Computing the slices, one after the other, within a limit of memory. What will be needed again
//! stays in memory as long as there is room, the latest first. The rest is read from the disk,
//! block by block and in ascending order. While one slice is computed, the one before is written.

use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::thread;

use super::folder::{Folder, StoredFile};
use super::plan::{Slicing, least_cache_bytes, set_bytes};
use crate::data_file::Cache;
use crate::progress::Progress;
use crate::solve::closure::Closure;
use crate::solve::places::{Places, Slice};
use crate::solve::set::Blocks;
use crate::{Result, memory};

/// A run that computes slices of a set, one by one. Each needs its inputs.
pub(super) struct SliceRun<'r> {
    plan: &'r Slicing,
    closure: &'r Closure<'r>,
    places: &'r Places,
    folder: &'r Folder,
    /// The most bytes of slices in memory.
    memory: u64,
    cache: Cache,
    slices: Vec<SliceState>,
    /// For each place, whether its block is to be looked at: it isn't, once it was found to be
    /// empty.
    filled: Vec<AtomicBool>,
    /// The slice that is computed.
    current: usize,
    /// The slice that is not written yet, and its counts.
    pending: Option<(usize, Vec<u64>)>,
}

enum SliceState {
    Missing,
    InMemory(Vec<u64>),
    OnDisk(StoredFile),
}

impl<'r> SliceRun<'r> {
    /// A run with at most `memory` bytes for slices, and so many more for parts of slices that are
    /// read.
    pub(super) fn new(
        plan: &'r Slicing,
        closure: &'r Closure<'r>,
        folder: &'r Folder,
        memory: u64,
        more_cache: u64,
    ) -> Result<Self> {
        let fold = &plan.fold;
        let places = &fold.places;
        let mut filled = memory::list(|| fold.layout.what(), places.count())?;
        filled.resize_with(places.count(), || AtomicBool::new(true));

        let cached = least_cache_bytes(fold) + more_cache.min(set_bytes(fold));
        Ok(Self {
            cache: Cache::new(cached),
            filled,
            plan,
            closure,
            places,
            folder,
            memory,
            slices: places.slices.iter().map(|_| SliceState::Missing).collect(),
            current: 0,
            pending: None,
        })
    }

    /// Takes a slice that is there: its blocks are read and verified when they are needed. Returns
    /// whether it is.
    pub fn resume(&mut self, number: usize) -> Result<bool> {
        if matches!(self.slices[number], SliceState::Missing) {
            let Some(stored) = self.folder.find(&self.places.slices[number])? else {
                return Ok(false);
            };
            self.slices[number] = SliceState::OnDisk(stored.file);
        }
        Ok(true)
    }

    /// Computes a slice from those before it. Meanwhile, the one before is written.
    pub fn compute(&mut self, number: usize) -> Result<()> {
        let slice = &self.places.slices[number];
        let fold = &self.plan.fold;
        self.make_room(slice)?;
        self.current = number;

        let places = slice.places.clone();
        let first = places.start;
        let size = fold.block_words();
        let what = || format!("a slice of {}", self.plan.board());
        let mut words = memory::zeros(what, places.len() * size)?;
        let mut filled = memory::zeros(what, places.len())?;
        for (place, word, bit) in fold.starts(&[self.plan.start]) {
            if places.contains(&place) {
                words[(place - first) * size + word] |= bit;
                filled[place - first] = true;
            }
        }

        let (written, computed) = thread::scope(|scope| {
            let writing = thread::Builder::new().spawn_scoped(scope, || self.write_pending());
            let computed = self.closure.compute(first, &mut words, &mut filled, self);
            let computed = computed.and_then(|()| {
                self.closure
                    .settle(first, &mut words, &mut filled, Progress::NONE)
            });
            let written = match writing {
                Ok(writing) => writing.join().unwrap_or_else(|panic| resume_unwind(panic)),
                // The system refuses another thread.
                Err(_) => self.write_pending(),
            };
            (written, computed)
        });
        written?;
        computed?;

        let counts = fold.count_by_pegs(places.clone(), &words);
        for (filled, block) in self.filled[places].iter().zip(words.chunks_exact(size)) {
            filled.store(has_any(block), Relaxed);
        }
        self.slices[number] = SliceState::InMemory(words);
        self.pending = Some((number, counts));
        Ok(())
    }

    /// Writes the slice that was computed last.
    pub fn write_pending(&self) -> Result<()> {
        if let Some((number, counts)) = &self.pending
            && let SliceState::InMemory(words) = &self.slices[*number]
        {
            let slice = &self.places.slices[*number];
            self.folder.write(slice, words, counts)?;
        }
        Ok(())
    }

    /// Gives back memory, the oldest slices first: what no level needs any more, and more until
    /// there is room for this slice.
    fn make_room(&mut self, slice: &Slice) -> Result<()> {
        let size = 8 * self.plan.fold.block_words() as u64;
        let bytes = |slice: &Slice| slice.places.len() as u64 * size;

        let mut used = bytes(slice);
        for (state, held) in self.slices.iter().zip(&self.places.slices) {
            if matches!(state, SliceState::InMemory(_)) {
                used += bytes(held);
            }
        }

        let unwritten = self.pending.as_ref().map(|&(number, _)| number);
        for (number, (state, old)) in self.slices.iter_mut().zip(&self.places.slices).enumerate() {
            let is_past = old.weight > slice.weight + self.plan.largest_drop();
            if !is_past && used <= self.memory {
                break;
            }
            if matches!(state, SliceState::InMemory(_)) && Some(number) != unwritten {
                used -= bytes(old);
                *state = SliceState::OnDisk(self.folder.open(old)?.file);
            }
        }
        Ok(())
    }
}

fn has_any(block: &[u64]) -> bool {
    block.iter().any(|&word| word != 0)
}

impl Blocks for SliceRun<'_> {
    fn words<'a>(&'a self, place: usize, room: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>> {
        if !self.filled[place].load(Relaxed) {
            return Ok(None);
        }

        let number = self.places.slice_of(place);
        let size = self.plan.fold.block_words();
        let first = (place - self.places.slices[number].places.start) * size;
        match &self.slices[number] {
            SliceState::Missing => {
                // Only its own level isn't computed yet, where jumps lead from a level to itself.
                assert!(number == self.current, "a slice misses one that it needs");
                Ok(None)
            }
            SliceState::InMemory(words) => Ok(Some(&words[first..first + size])),
            SliceState::OnDisk(stored) => {
                stored.block(&self.cache, number, first..first + size, room)?;
                if !has_any(room) {
                    self.filled[place].store(false, Relaxed);
                    return Ok(None);
                }
                Ok(Some(room))
            }
        }
    }
}
