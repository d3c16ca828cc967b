//! Sets larger than memory: the reachable positions of a board in slices on disk, one block of each
//! set of mirror images. `docs/internals/past-memory.md` explains them.

mod folder;
mod jobs;
mod plan;
mod run;

pub use jobs::{SliceJob, SliceOutcome};
pub use plan::{PlannedSlice, SliceName, SliceNeeds, Slicing};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::set::{Blocks, Fold, Lazy, PositionSet};
use super::{Reachable, Record as _};
use crate::bits::WORD_BITS;
use crate::data_file::{CHUNK, Cache, ChunkNumber};
use crate::{Error, Fault, Result, memory};
pub(super) use folder::StoredFile;
use folder::{Folder, StoredSlice};

/// The slices of a set: their blocks are read, verified and kept in memory when they are needed.
struct Slices {
    fold: Arc<Fold>,
    path: PathBuf,
    stored: Vec<StoredSlice>,
    cache: Cache,
}

/// No more memory than this is used for look-ups, and no more than a quarter of what is free.
const MOST_CACHE_BYTES: u64 = 1 << 30;

impl Reachable<Lazy> {
    /// Opens a finished set in slices on disk. It reads the headers of the slices; blocks are read
    /// and verified when positions are looked up.
    ///
    /// # Errors
    /// When the folder has no set, the set is not finished or doesn't have its start, or a header
    /// is damaged.
    pub fn open(folder: &Path) -> Result<Self> {
        let plan = Slicing::of(folder)?;
        let place = Folder::new(folder, &plan);

        let mut stored = Vec::new();
        for slice in &plan.fold.places.slices {
            stored.extend(place.find(slice)?);
        }
        let expected = plan.fold.places.slices.len();
        if stored.len() < expected {
            return Err(Error::Unfinished {
                path: folder.to_owned(),
                found: stored.len(),
                expected,
            });
        }

        let all = stored
            .iter()
            .map(|slice| slice.file.len().next_multiple_of(CHUNK) as u64 * 8)
            .sum();
        let most =
            memory::available().map_or(MOST_CACHE_BYTES, |free| MOST_CACHE_BYTES.min(free / 4));
        let slices = Slices {
            fold: Arc::clone(&plan.fold),
            path: folder.to_owned(),
            stored,
            cache: Cache::new(most.min(all).max(8 * CHUNK as u64)),
        };

        let set = Self {
            set: PositionSet {
                fold: plan.fold,
                blocks: Lazy::new(slices),
            },
            start: plan.start,
        };
        set.check_start()?;
        Ok(set)
    }

    /// Checks that the start is in the set, and that no jump leads there from another member.
    fn check_start(&self) -> Result<()> {
        if !self.try_contains(self.start)? {
            return Err(self.faulty(Fault::NoStart));
        }
        if self.last_jump(self.start)?.is_some() {
            return Err(self.faulty(Fault::BeforeStart));
        }
        Ok(())
    }
}

impl Blocks for Slices {
    fn words<'a>(&'a self, place: usize, room: &'a mut Vec<u64>) -> Result<Option<&'a [u64]>> {
        let size = self.fold.block_words();
        let slice = self.fold.places.slice_of(place);
        let first = (place - self.fold.places.slices[slice].places.start) * size;
        let file = &self.stored[slice].file;
        file.block(&self.cache, slice, first..first + size, room)?;
        Ok(Some(room))
    }

    fn has(&self, place: usize, bit: u64) -> Result<bool> {
        let places = &self.fold.places;
        let slice = places.slice_of(place);
        let first = (place - places.slices[slice].places.start) * self.fold.block_words();
        let word = first + (bit >> WORD_BITS) as usize;

        let asked = ChunkNumber {
            file: slice,
            chunk: word / CHUNK,
        };
        let read = |words: &mut _| self.stored[slice].file.chunk(asked.chunk, words);
        let found = self.cache.chunk(asked, read, |words| words[word % CHUNK])?;
        Ok(found >> (bit & 63) & 1 == 1)
    }

    fn require(&self, slice: usize, counted: &[u64]) -> Result<()> {
        self.stored[slice].require(counted)
    }

    fn path(&self) -> Option<&Path> {
        Some(&self.path)
    }
}
