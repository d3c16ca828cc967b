//! The file of a slice: its header, its blocks, and their checksum. It is written once and never changed.
//!
//! All numbers are little-endian:
//!
//! ```text
//! offset  bytes
//!      0      8  magic: 89 50 47 53 0d 0a 1a 0a
//!      8      4  version: 1
//!     12      4  checksum (CRC-32) of the text that describes the set
//!     16      4  level
//!     20      4  part
//!     24      8  number of blocks
//!     32      8  bytes of a block
//!     40      4  checksum of the blocks
//!     48    520  number of positions with 0, 1, ..., 64 pegs, mirror images included
//!   4092      4  checksum of the 4092 bytes before
//!   4096         the blocks
//! ```

use std::fs::File;
use std::io::{self, Read as _, Write as _};
use std::path::PathBuf;

use bytemuck::{cast_slice, cast_slice_mut};

use super::order::Slice;
use crate::board::MAX_SMALL_HOLES;
use crate::memory::HugeArray;
use crate::solve::SliceError;
use crate::whole_file::WholeFile;

const MAGIC: [u8; 8] = *b"\x89PGS\r\n\x1a\n";
const VERSION: u32 = 1;
pub(super) const HEADER: usize = 4096;
const COUNTS: usize = 48;
const CHECKSUM: usize = HEADER - 4;
/// Checksums and files are made in pieces of this many bytes.
const PIECE: usize = 1 << 20;

/// What a slice's file must say, and where it is.
pub(super) struct SliceFile<'a> {
    pub path: PathBuf,
    pub slice: &'a Slice,
    /// The checksum of the set's description.
    pub set: u32,
    pub block_words: usize,
}

/// What a header says.
pub(super) struct Header {
    pub checksum: u32,
    /// The number of positions by number of pegs.
    pub counts: Vec<u64>,
}

impl SliceFile<'_> {
    fn damaged(&self) -> SliceError {
        SliceError::Damaged { path: self.path.clone() }
    }

    fn io(&self, error: io::Error) -> SliceError {
        SliceError::Io { path: self.path.clone(), error }
    }

    /// The number of bytes of the whole file.
    pub fn bytes(&self) -> u64 {
        HEADER as u64 + (self.slice.places.len() * self.block_words * 8) as u64
    }

    fn header(&self, checksum: u32, counts: &[u64]) -> [u8; HEADER] {
        let mut header = [0; HEADER];
        let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
        put(0, &MAGIC);
        put(8, &VERSION.to_le_bytes());
        put(12, &self.set.to_le_bytes());
        put(16, &(self.slice.level as u32).to_le_bytes());
        put(20, &(self.slice.part as u32).to_le_bytes());
        put(24, &(self.slice.places.len() as u64).to_le_bytes());
        put(32, &(self.block_words as u64 * 8).to_le_bytes());
        put(40, &checksum.to_le_bytes());
        for (pegs, count) in counts.iter().enumerate() {
            put(COUNTS + 8 * pegs, &count.to_le_bytes());
        }
        let sum = crc32fast::hash(&header[..CHECKSUM]);
        header[CHECKSUM..].copy_from_slice(&sum.to_le_bytes());
        header
    }

    /// Writes the slice, synced, under its name.
    pub fn write(&self, words: &[u64], counts: &[u64]) -> Result<u32, SliceError> {
        let checksum = checksum(words);
        let write = || -> io::Result<()> {
            let mut file = WholeFile::create(&self.path)?;
            file.write_all(&self.header(checksum, counts))?;
            for piece in words.chunks(PIECE / 8) {
                file.write_all(&little_endian(piece))?;
            }
            file.finish()
        };
        write().map_err(|error| self.io(error))?;
        Ok(checksum)
    }

    /// Opens the file and reads its header. None if there is no such file.
    pub fn open(&self) -> Result<Option<(File, Header)>, SliceError> {
        let file = match File::open(&self.path) {
            Ok(file) => file,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(self.io(error)),
        };
        if file.metadata().map_err(|error| self.io(error))?.len() != self.bytes() {
            return Err(self.damaged());
        }
        let mut bytes = [0; HEADER];
        (&file).read_exact(&mut bytes).map_err(|error| self.io(error))?;
        let word =
            |at: usize| bytes[at..].first_chunk().map_or(0, |word| u64::from_le_bytes(*word));
        let counts: Vec<u64> = (0..=MAX_SMALL_HOLES).map(|pegs| word(COUNTS + 8 * pegs)).collect();
        let checksum = word(40) as u32;
        // All that the header should say is known, but for the checksum and the counts.
        if bytes != self.header(checksum, &counts) {
            return Err(self.damaged());
        }
        Ok(Some((file, Header { checksum, counts })))
    }

    /// Reads the blocks of an opened file and verifies their checksum.
    pub fn read(&self, mut file: File, header: &Header) -> Result<HugeArray, SliceError> {
        let what = || format!("the slice {}", self.path.display());
        let mut words = HugeArray::zeroed(what, self.slice.places.len() * self.block_words)?;
        file.read_exact(cast_slice_mut(&mut words)).map_err(|error| self.io(error))?;
        words.iter_mut().for_each(|word| *word = u64::from_le(*word));
        if checksum(&words) != header.checksum {
            return Err(self.damaged());
        }
        Ok(words)
    }
}

/// The words in the order of bytes of the file.
fn little_endian(words: &[u64]) -> std::borrow::Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        return cast_slice(words).into();
    }
    words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<u8>>().into()
}

fn checksum(words: &[u64]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    words.chunks(PIECE / 8).for_each(|piece| hasher.update(&little_endian(piece)));
    hasher.finalize()
}
