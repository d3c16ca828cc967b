//! The one format of what is large on disk: tables of last jumps and slices of sets. A header says
//! in words what the content is. The content is in chunks, each with a checksum that is verified
//! whenever the chunk is read. No number in a file decides how much memory is taken.
//! `docs/internals/past-memory.md` has the bytes.

use std::borrow::Cow;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use bytemuck::{cast_slice, cast_slice_mut};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::progress::Progress;
use crate::{Error, Result, memory, parallel};

/// A byte above 127, the name, and line ends, which a transfer as text would change.
const MAGIC: [u8; 8] = *b"\x89PEG\r\n\x1a\n";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 2;
/// The bytes before the description.
const FIXED: usize = 32;
/// What the content begins at a multiple of: a page of memory.
const PAGE: u64 = 4096;
/// The words that have a checksum in common: 16 KiB.
pub(crate) const CHUNK: usize = 1 << 11;
/// The chunks that are read or written at a time: 1 MiB.
const TOGETHER: usize = 64 * CHUNK;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Kind {
    pub tag: [u8; 4],
    /// `table of last jumps`.
    pub name: &'static str,
}

impl Kind {
    /// Whether a file that begins with these bytes is of this kind, of whatever version.
    pub fn begins(self, bytes: &[u8]) -> bool {
        let tag = bytes.get(MAGIC.len() + 4..).unwrap_or_default();
        bytes.starts_with(&MAGIC) && tag.starts_with(&self.tag)
    }

    fn other(self, why: &str) -> Error {
        wrong(format!("this is not a {}{why}", self.name))
    }

    fn truncated(self, found: u64, expected: impl Display) -> Error {
        wrong(format!(
            "the {} is truncated: it has {found} of {expected} bytes; write it again",
            self.name
        ))
    }

    pub fn damaged(self, part: impl Display) -> Error {
        wrong(format!(
            "the {} is damaged: {part}; write it again",
            self.name
        ))
    }
}

fn wrong(what: String) -> Error {
    Error::Damaged { path: None, what }
}

/// Fills `bytes` with what begins at a place of a file.
fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, bytes, place);
    #[cfg(not(unix))]
    {
        use std::io::{Read, Seek, SeekFrom};
        static SEEKING: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let (_alone, mut file) = (SEEKING.lock(), file);
        file.seek(SeekFrom::Start(place))?;
        file.read_exact(bytes)
    }
}

/// Opens a plain file. A device or a pipe is refused without waiting for it.
pub(crate) fn open_plain(path: &std::path::Path) -> io::Result<File> {
    let found = fs::metadata(path)?;
    if found.is_dir() {
        return Err(io::ErrorKind::IsADirectory.into());
    }
    if !found.is_file() {
        return Err(io::Error::new(
            io::ErrorKind::InvalidInput,
            "this is not a plain file",
        ));
    }
    File::open(path)
}

/// Writes a file. The progress is counted in words of the content.
pub(crate) fn write(
    out: &mut dyn Write,
    kind: Kind,
    description: &impl Serialize,
    words: &[u64],
    progress: Progress<'_>,
) -> Result<()> {
    let description = toml::to_string(description).map_err(io::Error::other)?;
    let mut header = MAGIC.to_vec();
    header.extend(VERSION.to_le_bytes());
    header.extend(kind.tag);
    header.extend((description.len() as u64).to_le_bytes());
    header.extend((words.len() as u64).to_le_bytes());
    header.extend(description.as_bytes());
    let checksum = |chunk: &[u64]| crc32fast::hash(&little_endian(chunk)).to_le_bytes();
    header.extend(parallel::map(words.chunks(CHUNK), checksum).as_flattened());
    header.extend(crc32fast::hash(&header).to_le_bytes());
    header.resize(header.len().next_multiple_of(PAGE as usize), 0);
    out.write_all(&header)?;
    let mut done = 0;
    for words_together in words.chunks(TOGETHER) {
        progress.report(done, words.len() as u64)?;
        out.write_all(&little_endian(words_together))?;
        done += words_together.len() as u64;
    }
    Ok(progress.report(done, words.len() as u64)?)
}

/// The header of a file whose content can be read.
pub(crate) struct DataFile {
    pub kind: Kind,
    description: String,
    checksums: Vec<u32>,
    /// The length of the content in words, and where it begins in the file.
    pub words: u64,
    begin: u64,
}

impl DataFile {
    /// Reads and verifies the header, and the length of the file.
    pub fn read(file: &File, kind: Kind) -> Result<Self> {
        let what = kind.name;
        let found = file.metadata()?.len();
        let mut fixed = [0; FIXED];
        let read = found.min(FIXED as u64) as usize;
        read_at(file, &mut fixed[..read], 0)?;
        if !fixed.starts_with(&MAGIC) {
            return Err(kind.other(if found == 0 {
                ": the file is empty"
            } else {
                ""
            }));
        }
        let number = |at: usize, bytes: usize| {
            let bytes = fixed[at..at + bytes].iter().rev();
            bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
        };
        if read < FIXED {
            return Err(kind.truncated(found, FIXED as u64));
        }
        // The version first: of another version, nothing else is known.
        let version = number(8, 4) as u32;
        if version != VERSION {
            return Err(wrong(format!(
                "this {what} has version {version}; this program reads version {VERSION}: write it again"
            )));
        }
        if fixed[12..16] != kind.tag {
            return Err(kind.other(""));
        }
        let (description, words) = (number(16, 8), number(24, 8));
        // As wide as it takes for any numbers.
        let header = FIXED as u128 + 4 + u128::from(description);
        let header = header + 4 * u128::from(words.div_ceil(CHUNK as u64));
        let begin = header.next_multiple_of(PAGE.into());
        let expected = begin + 8 * u128::from(words);
        if u128::from(found) < expected {
            return Err(kind.truncated(found, expected));
        }
        let (header, begin) = (header as usize, begin as u64);
        if u128::from(found) > expected {
            return Err(wrong(format!(
                "the {what} is too long: it has {found} bytes instead of {expected}; write it again"
            )));
        }
        let mut bytes = memory::zeros(|| what, begin as usize)?;
        read_at(file, &mut bytes, 0)?;
        let (sealed, rest) = bytes.split_at(header - 4);
        let seal = crc32fast::hash(sealed).to_le_bytes();
        if rest[..4] != seal || rest[4..].iter().any(|&byte| byte != 0) {
            return Err(kind.damaged("its header is wrong"));
        }
        let (description, checksums) = sealed[FIXED..].split_at(description as usize);
        let description = String::from_utf8(description.to_vec());
        let description = description.map_err(|_| kind.damaged("its description is not text"))?;
        let checksums = checksums
            .as_chunks::<4>()
            .0
            .iter()
            .copied()
            .map(u32::from_le_bytes);
        Ok(Self {
            kind,
            description,
            checksums: checksums.collect(),
            words,
            begin,
        })
    }

    pub fn described<T: DeserializeOwned>(&self) -> Result<T> {
        toml::from_str(&self.description).map_err(|_| self.kind.damaged("its description is wrong"))
    }

    /// Reads words of the content, from `first` on, which is a multiple of [`CHUNK`], and verifies
    /// their checksums. They end with a chunk or with the content.
    pub fn content(&self, file: &File, first: u64, words: &mut [u64]) -> Result<()> {
        let place = self.begin + 8 * first;
        read_at(file, cast_slice_mut(words), place).map_err(|error| {
            match (error.kind(), file.metadata()) {
                // Another program has cut it short since.
                (io::ErrorKind::UnexpectedEof, Ok(found)) => self
                    .kind
                    .truncated(found.len(), self.begin + 8 * self.words),
                _ => error.into(),
            }
        })?;
        let chunks = words
            .chunks(CHUNK)
            .zip(&self.checksums[first as usize / CHUNK..]);
        for (number, (chunk, &checksum)) in (0..).zip(chunks) {
            if crc32fast::hash(cast_slice(chunk)) != checksum {
                let from = place + 8 * number * CHUNK as u64;
                let to = from + 8 * chunk.len() as u64;
                return Err(self
                    .kind
                    .damaged(format!("the bytes from {from} to {to} are wrong")));
            }
        }
        words
            .iter_mut()
            .for_each(|word| *word = u64::from_le(*word));
        Ok(())
    }

    /// Reads the whole content.
    pub fn all(&self, file: &File) -> Result<Vec<u64>> {
        let what = || format!("the {}", self.kind.name);
        memory::require(what(), self.words.saturating_mul(8))?;
        let mut words = memory::zeros(what, self.words as usize)?;
        let read = |(number, words): (usize, &mut [u64])| {
            self.content(file, (number * TOGETHER) as u64, words)
        };
        parallel::try_map(words.chunks_mut(TOGETHER).enumerate(), read)?;
        Ok(words)
    }
}

/// Words as they stand in the file.
fn little_endian(words: &[u64]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(cast_slice(words))
    } else {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// A file's number and that of a chunk of it, and the chunk's words.
type Chunk = (Option<(usize, usize)>, Vec<u64>);

/// The chunks of files on disk that were read and verified, as many as fit into a limit of memory.
/// A chunk has one place; another with the same place displaces it.
pub(crate) struct Cache(Vec<Mutex<Chunk>>);

impl Cache {
    pub fn new(bytes: u64) -> Self {
        let places = bytes as usize / (8 * CHUNK);
        Self((0..places).map(|_| Mutex::default()).collect())
    }

    /// Takes something from a chunk of a file, which is read if it is not here.
    pub fn chunk<T>(
        &self,
        asked: (usize, usize),
        read: impl FnOnce(&mut Vec<u64>) -> Result<()>,
        take: impl FnOnce(&[u64]) -> T,
    ) -> Result<T> {
        // The first chunks of files are not all in the same place.
        let place = &self.0[(asked.1 + asked.0 * 0x9e37) % self.0.len()];
        let mut chunk = place.lock().unwrap_or_else(PoisonError::into_inner);
        if chunk.0 != Some(asked) {
            // If it can't be read, what is there is no chunk.
            chunk.0 = None;
            read(&mut chunk.1)?;
            chunk.0 = Some(asked);
        }
        Ok(take(&chunk.1))
    }
}
