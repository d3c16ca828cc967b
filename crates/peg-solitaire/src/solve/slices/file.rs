//! The file of a slice, in the [format](crate::data_file) of all large files. It is written once and never changed. The description has
//! the checksum of the text that describes the set, the slice's level and part, its number of blocks and their words, and how many
//! positions it has by number of pegs, mirror images included. The content is the blocks.

use std::fs::File;
use std::io;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

use serde::{Deserialize, Serialize};

use super::order::Slice;
use crate::Error;
use crate::data_file::{self, CHUNK, DataFile, Kind};
use crate::memory::HugeArray;
use crate::progress::Progress;
use crate::solve::SliceError;
use crate::whole_file::WholeFile;

const KIND: Kind = Kind { tag: *b"slic", name: "slice" };

/// What a slice's file must say, and where it is.
pub(super) struct SliceFile<'a> {
    pub path: PathBuf,
    pub slice: &'a Slice,
    /// The checksum of the set's description.
    pub set: u32,
    pub block_words: usize,
}

#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    set: u32,
    level: usize,
    part: usize,
    blocks: usize,
    block_words: usize,
    positions: Vec<u64>,
}

impl SliceFile<'_> {
    /// The error of a file that has vanished.
    pub fn gone(&self) -> SliceError {
        SliceError::Io { path: self.path.clone(), error: io::ErrorKind::NotFound.into() }
    }

    fn error(&self, error: Error) -> SliceError {
        SliceError::of(&self.path, error)
    }

    /// Writes the slice, synced, under its name.
    pub fn write(&self, words: &[u64], counts: &[u64]) -> Result<(), SliceError> {
        let description = self.description(counts.to_vec());
        let write = || -> Result<(), Error> {
            let mut file = WholeFile::create(&self.path)?;
            data_file::write(&mut file, KIND, &description, words, Progress::NONE)?;
            Ok(file.finish()?)
        };
        write().map_err(|error| self.error(error))
    }

    fn description(&self, positions: Vec<u64>) -> Description {
        let Slice { level, part, ref places } = *self.slice;
        let (set, block_words) = (self.set, self.block_words);
        Description { set, level, part, blocks: places.len(), block_words, positions }
    }

    /// Reads the header, and the numbers of positions by number of pegs. None if there is no such file.
    pub fn open(&self) -> Result<Option<(StoredSlice, Vec<u64>)>, SliceError> {
        let open = || -> Result<_, Error> {
            let data = DataFile::read(&data_file::open_plain(&self.path)?, KIND)?;
            let Description { positions, .. } = data.described()?;
            let words = (self.slice.places.len() * self.block_words) as u64;
            if data.described::<Description>()? != self.description(positions.clone())
                || data.words() != words
            {
                return Err(data.damaged("it is another slice"));
            }
            let stored = StoredSlice { path: self.path.clone(), data, open: OnceLock::new() };
            Ok((stored, positions))
        };
        match open() {
            Err(Error::Io { kind: io::ErrorKind::NotFound, .. }) => Ok(None),
            opened => opened.map(Some).map_err(|error| self.error(error)),
        }
    }
}

/// The number of bytes of a file with so many blocks, about: its header is shorter than 4 KiB without the checksums.
pub(super) fn bytes(blocks: u64, block_words: u64) -> u64 {
    let words = blocks * block_words;
    let header = 1024 + 4 * words.div_ceil(CHUNK as u64);
    header.next_multiple_of(4096) + 8 * words
}

/// A slice on disk.
pub(super) struct StoredSlice {
    pub path: PathBuf,
    data: DataFile,
    /// Its file, once it was read, if not too many others are open.
    open: OnceLock<Open>,
}

/// The most files of slices that stay open. Some systems allow a process only a few dozen.
const MOST_OPEN: usize = 16;
/// How many are open.
static OPEN: AtomicUsize = AtomicUsize::new(0);

/// A file that stays open.
struct Open(File);

impl Open {
    fn new(file: File) -> Option<Self> {
        let one_more = |open| (open < MOST_OPEN).then_some(open + 1);
        OPEN.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Self(file))
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        OPEN.fetch_sub(1, Ordering::Relaxed);
    }
}

impl StoredSlice {
    /// Reads the whole slice.
    pub fn all(&self) -> Result<HugeArray, SliceError> {
        self.read(|file| self.data.all(file))
    }

    /// Reads some words of the slice. `room` is for the chunks that they are in.
    pub fn words<'r>(
        &self,
        words: Range<usize>,
        room: &'r mut Vec<u64>,
    ) -> Result<&'r [u64], SliceError> {
        let begin = words.start / CHUNK * CHUNK;
        room.resize(words.end.next_multiple_of(CHUNK).min(self.len()) - begin, 0);
        self.read(|file| self.data.content(file, begin as u64, room))?;
        Ok(&room[words.start - begin..words.end - begin])
    }

    fn read<T>(&self, read: impl FnOnce(&File) -> Result<T, Error>) -> Result<T, SliceError> {
        let read = || {
            if let Some(Open(file)) = self.open.get() {
                return read(file);
            }
            let file = data_file::open_plain(&self.path)?;
            let found = read(&file)?;
            if let Some(file) = Open::new(file) {
                // If another thread was faster, this one is closed.
                let _ = self.open.set(file);
            }
            Ok(found)
        };
        read().map_err(|error| SliceError::of(&self.path, error))
    }

    /// Closes its file until it is read again.
    pub fn close(&mut self) {
        self.open.take();
    }

    /// The number of its words.
    pub fn len(&self) -> usize {
        self.data.words() as usize
    }
}
