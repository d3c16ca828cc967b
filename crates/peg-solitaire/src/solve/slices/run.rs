//! Computing the slices, one after the other, within a limit of memory. What will be needed again
//! stays in memory as long as there is room, the latest first. The rest is read from the disk,
//! block by block and in ascending order. While one slice is computed, the one before is written.

use std::panic::resume_unwind;
use std::thread;

use super::Slicing;
use super::folder::{Folder, StoredFile};
use crate::data_file::{CHUNK, Cache, ChunkNumber};
use crate::progress::Progress;
use crate::solve::closure::{Closure, Finished};
use crate::solve::places::{Places, Slice};
use crate::solve::set::Fold;
use crate::{Result, memory};

/// A run that computes the slices of a set, one by one. A slice needs all slices of earlier levels.
pub(super) struct SliceRun<'r> {
    plan: &'r Slicing,
    closure: &'r Closure<'r>,
    places: &'r Places,
    folder: &'r Folder,
    /// The most bytes of slices in memory.
    memory: u64,
    cache: Cache,
    slices: Vec<State>,
    /// For each place, whether anything in its block was found.
    filled: Vec<bool>,
    /// The slice that is not written yet, and its counts.
    pending: Option<(usize, Vec<u64>)>,
}

enum State {
    Missing,
    InMemory(Vec<u64>),
    OnDisk(StoredFile),
}

/// The most bytes of the chunks that are kept of slices on disk.
const MOST_BYTES: u64 = 1 << 26;

/// The bytes of the chunks that are kept of slices on disk: chunks have several blocks, of which
/// one after the other is read, or blocks have several chunks.
pub(super) fn cache_bytes(fold: &Fold) -> u64 {
    let bytes = 8 * (fold.places.count() * fold.block_words()) as u64;
    MOST_BYTES.min(bytes / 64).max(8 * CHUNK as u64)
}

impl<'r> SliceRun<'r> {
    pub(super) fn new(
        plan: &'r Slicing,
        closure: &'r Closure<'r>,
        folder: &'r Folder,
        memory: u64,
    ) -> Result<Self> {
        let (layout, places) = (&plan.fold.layout, &plan.fold.places);
        let mut run = Self {
            cache: Cache::new(cache_bytes(&plan.fold)),
            filled: memory::zeros(|| layout.what(), places.count())?,
            plan,
            closure,
            places,
            folder,
            memory,
            slices: places.slices.iter().map(|_| State::Missing).collect(),
            pending: None,
        };
        plan.fold
            .starts(&[plan.start])
            .for_each(|(place, _, _)| run.filled[place] = true);
        Ok(run)
    }

    /// Takes a slice that is there: its blocks are read and verified when they are needed. Returns
    /// whether it is.
    pub fn resume(&mut self, number: usize) -> Result<bool> {
        let slice = &self.places.slices[number];
        let Some(stored) = self.folder.find(slice)? else {
            return Ok(false);
        };
        self.filled[slice.places.clone()].fill(true);
        self.slices[number] = State::OnDisk(stored.file);
        Ok(true)
    }

    /// Computes a slice from those before it. Meanwhile, the one before is written.
    pub fn compute(&mut self, number: usize) -> Result<()> {
        let (slice, fold) = (&self.places.slices[number], &self.plan.fold);
        self.make_room(slice)?;
        let (places, size) = (slice.places.clone(), fold.block_words());
        let what = || format!("a slice of {}", self.plan.board());
        let mut words = memory::zeros(what, places.len() * size)?;
        for (place, word, bit) in fold.starts(&[self.plan.start]) {
            if places.contains(&place) {
                words[(place - places.start) * size + word] |= bit;
            }
        }
        let mut filled = self.filled[places.clone()].to_vec();
        let (written, computed) = thread::scope(|scope| {
            let writing = thread::Builder::new().spawn_scoped(scope, || self.write_pending());
            let first = places.start;
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
        for (filled, block) in self.filled[places].iter_mut().zip(words.chunks_exact(size)) {
            *filled = block.iter().any(|&word| word != 0);
        }
        self.slices[number] = State::InMemory(words);
        self.pending = Some((number, counts));
        Ok(())
    }

    /// Writes the slice that was computed last.
    pub fn write_pending(&self) -> Result<()> {
        if let Some((number, counts)) = &self.pending
            && let State::InMemory(words) = &self.slices[*number]
        {
            self.folder
                .write(&self.places.slices[*number], words, counts)?;
        }
        Ok(())
    }

    /// Gives back memory, the oldest slices first: what no level needs any more, and more until
    /// there is room for this slice.
    fn make_room(&mut self, slice: &Slice) -> Result<()> {
        let size = 8 * self.plan.fold.block_words() as u64;
        let bytes = |slice: &Slice| slice.places.len() as u64 * size;
        let held = self.slices.iter().zip(&self.places.slices);
        let held = held.filter(|(state, _)| matches!(state, State::InMemory(_)));
        let mut used = bytes(slice) + held.map(|(_, slice)| bytes(slice)).sum::<u64>();
        let unwritten = self.pending.as_ref().map(|&(number, _)| number);
        for (number, (state, old)) in self.slices.iter_mut().zip(&self.places.slices).enumerate() {
            let is_past = old.weight > slice.weight + self.plan.drop;
            if !is_past && used <= self.memory {
                break;
            }
            if matches!(state, State::InMemory(_)) && Some(number) != unwritten {
                used -= bytes(old);
                *state = State::OnDisk(self.folder.open(old)?.file);
            }
        }
        Ok(())
    }
}

impl Finished for SliceRun<'_> {
    fn words<'a>(&'a self, place: usize, room: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>> {
        if !self.filled[place] {
            return Ok(None);
        }
        let number = self.places.slice_of(place);
        let size = self.plan.fold.block_words();
        let first = (place - self.places.slices[number].places.start) * size;
        match &self.slices[number] {
            State::Missing => Ok(None),
            State::InMemory(words) => Ok(Some(&words[first..first + size])),
            State::OnDisk(stored) => {
                room.clear();
                // Both are powers of two.
                for first in (first..first + size).step_by(CHUNK) {
                    let words = first % CHUNK..first % CHUNK + size.min(CHUNK);
                    let read = |chunk: &mut _| stored.chunk(first / CHUNK, chunk);
                    let take = |chunk: &[u64]| room.extend_from_slice(&chunk[words]);
                    let asked = ChunkNumber {
                        file: number,
                        chunk: first / CHUNK,
                    };
                    self.cache.chunk(asked, read, take)?;
                }
                Ok(Some(room))
            }
        }
    }
}
