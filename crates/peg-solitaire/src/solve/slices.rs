//! Sets larger than memory: the reachable positions of a board in slices on disk, one block of each
//! set of mirror images. `docs/internals/past-memory.md` explains them.

mod count;
mod folder;
mod run;

pub use count::OrbitCounts;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::Record;
use super::closure::Closure;
use super::layout::IndexLayout;
use super::places::Slice;
use super::set::{ClassSet, Fold};
use super::verify::{Checked, Verified, verify};
use crate::board::{Bitboard, Hole, Jump, SmallBoard};
use crate::class::PositionClass;
use crate::data_file::{CHUNK, Cache, ChunkNumber};
use crate::progress::Progress;
use crate::{Error, Result, memory};
pub(super) use folder::StoredFile;
use folder::{Folder, StoredSlice};

use run::SliceRun;

/// The disk space and memory that computing a set in slices needs, and the number of slices and
/// parts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SliceNeeds {
    /// The bytes on disk.
    pub disk: u64,
    /// The least memory in bytes: what is known of the blocks, and the two largest slices.
    pub least_memory: u64,
    /// The number of slices.
    pub slices: usize,
    /// How many parts each level has at most.
    pub parts: usize,
}

/// A plan: a board and a start, cut into slices.
pub struct Slicing {
    fold: Arc<Fold>,
    start: Bitboard,
    /// The most that a jump takes away from the weight of a block: those of heavier slices are not
    /// needed any more.
    drop: u32,
    parts: usize,
}

impl Slicing {
    /// Cuts the set of a board into slices, each level in this many parts (64 at most), or the
    /// number that suits its size; in one where jumps lead from a level to itself.
    ///
    /// # Errors
    /// When the start is not on the board, or there is not enough memory for their tables.
    pub fn new(board: &SmallBoard, start: Bitboard, parts: Option<usize>) -> Result<Self> {
        let (layout, least) = laid_out(board, start)?;
        let usual = least.disk / (least.slices as u64 / least.parts as u64 * USUAL_BYTES);
        let parts = parts.unwrap_or(usual as usize).clamp(1, least.parts);
        let weight = |hole: Hole| layout.block_weight(hole.bit());
        let drop = |jump: Jump| {
            (weight(jump.from()) + weight(jump.over())).saturating_sub(weight(jump.to()))
        };
        let drop = board.each_jump().map(drop).max().unwrap_or(0);
        let heaviest = layout.heaviest(&[start]);
        let fold = Arc::new(Fold::new(layout, heaviest, parts)?);
        Ok(Self {
            fold,
            start,
            drop,
            parts,
        })
    }

    /// Refuses, before anything is planned, a set that can't be computed in this folder: the
    /// largest slices are larger than memory, or all are larger than what is free on the disk.
    ///
    /// # Errors
    /// As with [`new`](Self::new), and when the disk is too small.
    pub fn check(board: &SmallBoard, start: Bitboard, folder: &Path) -> Result<()> {
        let (_, least) = laid_out(board, start)?;
        folder::check_space(folder, board, least.disk)
    }

    /// The plan of the set in a folder, finished or not.
    ///
    /// # Errors
    /// When there is no set, or it was written by another version.
    pub fn of(folder: &Path) -> Result<Self> {
        let (board, start, parts, text) = folder::described(folder)?;
        let plan = Self::new(&board, start, Some(parts)).map_err(|error| match error {
            Error::Memory(mut error) => {
                error.what = format!("{} in {}", error.what, folder.display()).into();
                Error::Memory(error)
            }
            error => error,
        })?;
        if plan.description() != text {
            return Err(Error::OtherSet {
                path: folder.to_owned(),
            });
        }
        Ok(plan)
    }

    /// The board of the set.
    pub fn board(&self) -> &SmallBoard {
        self.fold.layout.class.board()
    }

    /// The position that all others are reached from.
    pub fn start(&self) -> Bitboard {
        self.start
    }

    /// What computing the set takes.
    pub fn needs(&self) -> SliceNeeds {
        let slices = &self.fold.places.slices;
        let largest = slices
            .iter()
            .map(|slice| slice.places.len())
            .max()
            .unwrap_or(0);
        SliceNeeds {
            disk: self.disk_of(slices.iter()),
            least_memory: self.tables()
                + 8 * slices_held(&self.fold.layout) * (largest * self.fold.block_words()) as u64,
            slices: slices.len(),
            parts: self.parts,
        }
    }

    /// The bytes that slices take on disk, about.
    fn disk_of<'s>(&self, slices: impl Iterator<Item = &'s Slice>) -> u64 {
        let words = self.fold.block_words() as u64;
        slices
            .map(|slice| folder::bytes(slice.places.len() as u64, words))
            .sum()
    }

    /// The memory in bytes for what is known of the blocks, while slices are computed.
    pub fn tables(&self) -> u64 {
        // For each kept block, a byte says whether anything is in it.
        self.fold.layout.tables_needed()
            + self.fold.places.count() as u64
            + run::cache_bytes(&self.fold)
    }

    /// Computes the set in this folder, which is made if it isn't there, or completes it, with at
    /// most `memory` bytes. What is there is verified when it is read. Returns how many slices were
    /// there. The progress is counted in blocks.
    ///
    /// # Errors
    /// When memory or disk are too small, the folder has something else, a slice is damaged,
    /// another run is at work, or the progress is stopped. What was finished stays, and the next
    /// run goes on from there.
    pub fn complete(&self, folder: &Path, memory: u64, progress: Progress<'_>) -> Result<usize> {
        let needs = self.needs();
        if memory < needs.least_memory {
            let board = self.board().to_string();
            return Err(Error::Limit {
                board,
                least: needs.least_memory,
            });
        }
        let place = Folder::new(folder, self);
        let slices = &self.fold.places.slices;
        let missing = slices.iter().filter(|slice| !place.path_of(slice).exists());
        folder::check_space(&place.path, self.board(), self.disk_of(missing))?;
        let _lock = place.begin()?;
        let closure = Closure::new(&self.fold);
        let memory = memory - self.tables();
        let mut run = SliceRun::new(self, &closure, &place, memory)?;
        let (mut found, all) = (0, self.fold.places.count() as u64);
        for (number, slice) in slices.iter().enumerate() {
            if run.resume(number)? {
                found += 1;
            } else {
                progress.report(slice.places.start as u64, all)?;
                run.compute(number)?;
            }
        }
        run.write_pending()?;
        progress.report(all, all)?;
        Ok(found)
    }
}

/// How many slices are in memory at least: one that is written and one that is computed, twice if
/// it is visited again and again.
fn slices_held(layout: &IndexLayout) -> u64 {
    if layout.blocks.exact { 2 } else { 3 }
}

/// A slice has about this many bytes, if nothing else is asked for.
const USUAL_BYTES: u64 = 32 << 20;
const MOST_PARTS: usize = 64;

/// The layout of a set in slices, and what computing it takes in as many parts as can be, if there
/// is the memory for it. That is arithmetic: nothing is listed.
fn laid_out(board: &SmallBoard, start: Bitboard) -> Result<(IndexLayout, SliceNeeds)> {
    if !board.full().contains(start) {
        return Err(Error::outside("start", board));
    }
    let layout = IndexLayout::new(board, start);
    let parts = if layout.blocks.exact { MOST_PARTS } else { 1 };
    let by_weight = layout.blocks_by_weight();
    let levels = by_weight
        .range(..=layout.heaviest(&[start]))
        .map(|(_, &blocks)| blocks);
    let bytes = |blocks: u128| {
        let kept = blocks / layout.group.order() as u128;
        u64::try_from(kept << layout.inside_bits() >> 3).unwrap_or(u64::MAX)
    };
    let largest = bytes(levels.clone().max().unwrap_or(0)) / parts as u64;
    let needs = SliceNeeds {
        disk: bytes(levels.clone().sum()),
        least_memory: largest.saturating_mul(slices_held(&layout)),
        slices: levels.count() * parts,
        parts,
    };
    memory::require(format!("the slices of {board}"), needs.least_memory)?;
    Ok((layout, needs))
}

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
const MOST_BYTES: u64 = 1 << 30;

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
        let (found, expected) = (stored.len(), plan.fold.places.slices.len());
        if found < expected {
            return Err(Error::Unfinished {
                path: folder.to_owned(),
                found,
                expected,
            });
        }
        let all = stored
            .iter()
            .map(|slice| slice.file.len().next_multiple_of(CHUNK) as u64 * 8)
            .sum();
        let most = memory::available().map_or(MOST_BYTES, |free| MOST_BYTES.min(free / 4));
        let cache = Cache::new(most.min(all).max(8 * CHUNK as u64));
        let set = Self {
            fold: plan.fold,
            start: plan.start,
            path: folder.to_owned(),
            slices: stored,
            cache,
        };
        set.check_start()?;
        Ok(set)
    }

    /// Checks that the start is in the set, and that no jump leads there from another member.
    fn check_start(&self) -> Result<()> {
        let damaged = |what: &str| Error::Damaged {
            path: Some(self.path.clone()),
            what: format!("the set is damaged: {what}"),
        };
        if !Record::contains(self, self.start)? {
            return Err(damaged("it doesn't have its start"));
        }
        if self.last_jump(self.start)?.is_some() {
            return Err(damaged(
                "it has positions from which a jump leads to its start",
            ));
        }
        Ok(())
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
        verify(&set, self.start, None, progress.part(1, 2, 2)).map_err(|error| match error {
            Error::Wrong { what } => Error::Damaged {
                path: Some(self.path.clone()),
                what: format!("the set is damaged: {what}"),
            },
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
        let (places, size) = (&self.fold.places, self.fold.block_words());
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
        let what = format!(
            "the set is damaged: it has {picture}, and no position from which a jump leads there"
        );
        let path = Some(self.path.clone());
        Error::Damaged { path, what }
    }
}
