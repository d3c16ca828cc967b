//! Sets larger than memory: the reachable positions of a board in slices on disk, one block of each
//! set of mirror images. `docs/internals/past-memory.md` explains them.

mod count;
mod folder;
mod jobs;
mod plan;
mod run;

pub use count::OrbitCounts;
pub use jobs::{SliceJob, SliceOutcome};
pub use plan::{PlannedSlice, SliceName, SliceNeeds, Slicing};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Record;
use super::set::{ClassSet, Fold};
use super::verify::{Checked, Verified, verify};
use crate::board::Bitboard;
use crate::class::PositionClass;
use crate::data_file::{CHUNK, Cache, ChunkNumber};
use crate::progress::Progress;
use crate::{Contradiction, Damage, Error, Fault, Result, memory};
pub(super) use folder::StoredFile;
use folder::{Folder, StoredSlice};

/// The positions that can be reached from a start, in slices on disk: blocks are read, verified and
/// kept in memory when positions are looked up.
pub struct InSlices {
    fold: Arc<Fold>,
    start: Bitboard,
    path: PathBuf,
    slices: Vec<StoredSlice>,
    cache: Cache,
}

/// No more memory than this is used for look-ups, and no more than a quarter of what is free.
const MOST_CACHE_BYTES: u64 = 1 << 30;

impl InSlices {
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
        let set = Self {
            fold: plan.fold,
            start: plan.start,
            path: folder.to_owned(),
            slices: stored,
            cache: Cache::new(most.min(all).max(8 * CHUNK as u64)),
        };
        set.check_start()?;
        Ok(set)
    }

    /// Checks that the start is in the set, and that no jump leads there from another member.
    fn check_start(&self) -> Result<()> {
        if !Record::contains(self, self.start)? {
            return Err(self.faulty(Fault::NoStart));
        }
        if self.last_jump(self.start)?.is_some() {
            return Err(self.faulty(Fault::BeforeStart));
        }
        Ok(())
    }

    fn faulty(&self, fault: Fault) -> Error {
        let what = "set";
        Error::from(Damage::Faulty { what, fault }).in_file(&self.path)
    }

    fn disproved(&self, contradiction: Contradiction) -> Error {
        let damage = Damage::Disproved {
            what: "set",
            contradiction,
        };
        Error::from(damage).in_file(&self.path)
    }

    /// Verifies the checksums of all slices, and the numbers of positions that their headers state;
    /// and by the rules of the game, if a bit for each position of the class fits into memory, that
    /// the set has every position that can be reached, and no other. Says which of both it did, and
    /// how many positions there are. The progress is counted in slices, and then in words.
    ///
    /// # Errors
    /// When a slice is damaged or can't be read, a position is wrong, or the progress is stopped.
    pub fn verify(&self, progress: Progress<'_>) -> Result<Checked> {
        let kept = self.fold.places.count() * self.fold.block_words();
        let what = || format!("checking the set of {}", self.board());
        let bytes = 8 * (kept as u64 + (self.fold.blocks() * self.fold.block_words()) as u64);
        if memory::require(what(), bytes).is_err() {
            return Ok(Checked {
                verified: Verified::Checksums,
                by_pegs: self.count_by_pegs(progress)?,
            });
        }

        let mut words = memory::list(what, kept)?;
        for (number, stored) in self.slices.iter().enumerate() {
            progress
                .part(0, 1, 2)
                .report(number as u64, self.slices.len() as u64)?;
            words.extend(stored.file.all(Progress::NONE)?);
        }

        let mut by_pegs = vec![0; self.board().holes() + 1];
        let size = self.fold.block_words();
        for (slice, stored) in self.fold.places.slices.iter().zip(&self.slices) {
            let own = &words[slice.places.start * size..slice.places.end * size];
            let counts = self.fold.count_by_pegs(slice.places.clone(), own);
            stored.require(&counts)?;
            for (sum, count) in by_pegs.iter_mut().zip(counts) {
                *sum += count;
            }
        }

        let set = ClassSet {
            fold: Arc::clone(&self.fold),
            words,
        };
        verify(&set, self.start, progress.part(1, 2, 2)).map_err(|error| match error {
            Error::Wrong(contradiction) => self.disproved(contradiction),
            error => error,
        })?;
        Ok(Checked {
            verified: Verified::Rules,
            by_pegs,
        })
    }
}

impl Record for InSlices {
    fn class(&self) -> &PositionClass {
        &self.fold.layout.class
    }

    fn start(&self) -> Bitboard {
        self.start
    }

    fn contains_index(&self, index: u64) -> Result<bool> {
        let Some((word, bit)) = self.fold.find(index) else {
            return Ok(false);
        };

        let places = &self.fold.places;
        let size = self.fold.block_words();
        let slice = places.slice_of(word / size);
        let word = word - places.slices[slice].places.start * size;

        let read = |words: &mut _| self.slices[slice].file.chunk(word / CHUNK, words);
        let asked = ChunkNumber {
            file: slice,
            chunk: word / CHUNK,
        };
        let found = self.cache.chunk(asked, read, |words| words[word % CHUNK])?;
        Ok(found >> bit & 1 == 1)
    }

    fn contradiction(&self, position: Bitboard) -> Error {
        let picture = self.board().picture_line(position);
        self.disproved(Contradiction::NothingLeadsThere { picture })
    }
}
