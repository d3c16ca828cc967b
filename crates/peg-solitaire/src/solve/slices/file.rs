//! The file of a slice, in the [format](crate::data_file) of all large files. It is written once and never changed. The description has
//! the checksum of the text that describes the set, the slice's level and part, its number of blocks and their words, and how many
//! positions it has by number of pegs, mirror images included. The content is the blocks.

use std::fs::File;
use std::io;
use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::folder::Folder;
use crate::data_file::{self, CHUNK, DataFile, Kind};
use crate::progress::Progress;
use crate::solve::places::Slice;
use crate::whole_file::WholeFile;
use crate::{Error, Result};

const KIND: Kind = Kind { tag: *b"slic", name: "slice" };

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

impl Folder {
    pub fn path_of(&self, slice: &Slice) -> PathBuf {
        self.path.join(format!("{:03}-{}.slice", slice.level, slice.part))
    }

    fn describe(&self, slice: &Slice, positions: Vec<u64>) -> Description {
        let &Slice { level, part, ref places, .. } = slice;
        let (set, block_words) = (self.set, self.block_words);
        Description { set, level, part, blocks: places.len(), block_words, positions }
    }

    /// Writes a slice, synced, under its name.
    pub fn write(&self, slice: &Slice, words: &[u64], counts: &[u64]) -> Result<()> {
        let path = self.path_of(slice);
        let write = || -> Result<()> {
            let mut file = WholeFile::create(&path)?;
            let description = self.describe(slice, counts.to_vec());
            data_file::write(&mut file, KIND, &description, words, Progress::NONE)?;
            Ok(file.finish()?)
        };
        write().map_err(|error| error.in_file(&path))
    }

    /// Reads the header of a slice, and the numbers of positions by number of pegs.
    pub fn open(&self, slice: &Slice) -> Result<(StoredSlice, Vec<u64>)> {
        let path = self.path_of(slice);
        let open = || -> Result<_> {
            let data = DataFile::read(&data_file::open_plain(&path)?, KIND)?;
            let found: Description = data.described()?;
            let expected = self.describe(slice, found.positions.clone());
            if found != expected || data.words != (expected.blocks * self.block_words) as u64 {
                return Err(data.damaged("it is another slice"));
            }
            Ok((data, found.positions))
        };
        match open() {
            Ok((data, positions)) => Ok((StoredSlice { path, data }, positions)),
            Err(error) => Err(error.in_file(&path)),
        }
    }

    /// Opens a slice; none if its file isn't there.
    pub fn find(&self, slice: &Slice) -> Result<Option<(StoredSlice, Vec<u64>)>> {
        match self.open(slice) {
            Err(Error::Io { kind: io::ErrorKind::NotFound, .. }) => Ok(None),
            found => found.map(Some),
        }
    }
}

/// The number of bytes of a file with `blocks` blocks, about: its header is shorter than 4 KiB without the checksums.
pub(super) fn bytes(blocks: u64, block_words: u64) -> u64 {
    let words = blocks * block_words;
    let header = 1024 + 4 * words.div_ceil(CHUNK as u64);
    header.next_multiple_of(4096) + 8 * words
}

/// A slice on disk. Its file is open only while it is read.
pub(super) struct StoredSlice {
    path: PathBuf,
    data: DataFile,
}

impl StoredSlice {
    /// Reads the whole slice.
    pub fn all(&self) -> Result<Vec<u64>> {
        self.read(|file| self.data.all(file))
    }

    pub fn chunk(&self, number: usize, words: &mut Vec<u64>) -> Result<()> {
        let begin = number * CHUNK;
        words.resize(CHUNK.min(self.len() - begin), 0);
        self.read(|file| self.data.content(file, begin as u64, words))
    }

    fn read<T>(&self, read: impl FnOnce(&File) -> Result<T>) -> Result<T> {
        let file = data_file::open_plain(&self.path).map_err(Error::from);
        file.and_then(|file| read(&file)).map_err(|error| error.in_file(&self.path))
    }

    pub fn len(&self) -> usize {
        self.data.words as usize
    }
}
