//! The one format of what is large on disk: tables of last jumps and slices of sets.
//!
//! A header says in words what the content is. The content is in chunks, each with a checksum that
//! is verified whenever the chunk is read. The checksums stay in the file, so an open file takes a
//! few hundred bytes of memory, whatever its length, and whatever the numbers in its header.
//! `docs/reference/files.md` draws the bytes.

use std::borrow::Cow;
use std::fs::{self, File};
use std::io::{self, Write};
use std::sync::{Mutex, PoisonError};

use bytemuck::{cast_slice, cast_slice_mut};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::progress::Progress;
use crate::{Damage, Error, Fault, Result, parallel};

/// What a file begins with: a byte above 127, `PEG`, and line ends, which a transfer as text would
/// change.
const MAGIC: [u8; 8] = *b"\x89PEG\r\n\x1a\n";
/// The bytes before the description: magic, version, type, and two lengths.
const FIXED: usize = 32;
/// The content begins at a multiple of so many bytes, a page of memory.
const ALIGNMENT: u64 = 4096;
/// The words that have a checksum in common: 16 KiB.
pub(crate) const CHUNK: usize = 1 << 11;
/// The words that are read or written at a time: 64 chunks, or 1 MiB.
pub(crate) const WORDS_AT_A_TIME: usize = 64 * CHUNK;
/// The longest description that is read. Those that are written have a few hundred bytes.
const LONGEST_DESCRIPTION: u64 = 1 << 16;
/// The most words that a file can have: 8 TiB. A file was in memory when it was written. The limit
/// keeps a sparse file of any length from taking hours to be refused.
const MOST_WORDS: u64 = 1 << 40;
/// The bytes of a header that are read at a time.
const HEADER_BYTES_AT_A_TIME: usize = 1 << 16;

/// What a file holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct FileType {
    /// Four letters in the header.
    pub tag: [u8; 4],
    /// The version that is written, and the only one that is read.
    pub version: u32,
    /// Its name in messages: `table of last jumps`.
    pub name: &'static str,
}

impl FileType {
    /// Whether a file that begins with these bytes is of this type, of whatever version.
    pub fn begins(self, bytes: &[u8]) -> bool {
        let tag = bytes.get(MAGIC.len() + 4..).unwrap_or_default();
        bytes.starts_with(&MAGIC) && tag.starts_with(&self.tag)
    }

    fn truncated(self, found: u64, expected: u128) -> Error {
        let damage = Damage::Truncated {
            what: self.name,
            found,
            expected,
        };
        damage.into()
    }

    pub fn faulty(self, fault: Fault) -> Error {
        let what = self.name;
        Damage::Faulty { what, fault }.into()
    }
}

/// Fills `bytes` with what begins at a place of a file.
fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    #[cfg(unix)]
    return std::os::unix::fs::FileExt::read_exact_at(file, bytes, place);
    #[cfg(not(unix))]
    {
        use std::io::{Read, Seek, SeekFrom};
        // One thread at a time, as all of them share the place in the file.
        static SEEKING: std::sync::Mutex<()> = std::sync::Mutex::new(());
        let _alone = SEEKING.lock();
        let mut file = file;
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
    kind: FileType,
    description: &impl Serialize,
    words: &[u64],
    progress: Progress<'_>,
) -> Result<()> {
    let description = toml::to_string(description).map_err(io::Error::other)?;
    let checksum = |chunk: &[u64]| crc32fast::hash(&little_endian(chunk)).to_le_bytes();
    let checksums = parallel::map(words.chunks(CHUNK), checksum);

    let mut header = MAGIC.to_vec();
    header.extend(kind.version.to_le_bytes());
    header.extend(kind.tag);
    header.extend((description.len() as u64).to_le_bytes());
    header.extend((words.len() as u64).to_le_bytes());
    header.extend(description.as_bytes());
    header.extend(checksums.as_flattened());
    header.extend(crc32fast::hash(&header).to_le_bytes());
    header.resize(header.len().next_multiple_of(ALIGNMENT as usize), 0);
    out.write_all(&header)?;

    let mut done = 0;
    for words_together in words.chunks(WORDS_AT_A_TIME) {
        progress.report(done, words.len() as u64)?;
        out.write_all(&little_endian(words_together))?;
        done += words_together.len() as u64;
    }
    Ok(progress.report(done, words.len() as u64)?)
}

/// The header of a file whose content can be read.
pub(crate) struct DataFile {
    pub kind: FileType,
    description: String,
    /// The length of the content in words.
    pub words: u64,
    /// Where the checksums and the content begin in the file.
    checksums: u64,
    begin: u64,
}

impl DataFile {
    /// Reads and verifies the header, and the length of the file.
    pub fn read(file: &File, kind: FileType) -> Result<Self> {
        let found = file.metadata()?.len();
        let Lengths { description, words } = Lengths::read(file, kind, found)?;
        if words > MOST_WORDS {
            return Err(kind.faulty(Fault::ContentLength { words }));
        }

        // As wide as it takes for any numbers.
        let checksums = FIXED as u128 + u128::from(description);
        let seal = checksums + 4 * u128::from(words.div_ceil(CHUNK as u64));
        let begin = (seal + 4).next_multiple_of(ALIGNMENT.into());
        let expected = begin + 8 * u128::from(words);
        if u128::from(found) < expected {
            return Err(kind.truncated(found, expected));
        }
        if u128::from(found) > expected {
            let damage = Damage::TooLong {
                what: kind.name,
                found,
                expected,
            };
            return Err(damage.into());
        }

        if description > LONGEST_DESCRIPTION {
            return Err(kind.faulty(Fault::DescriptionLength { bytes: description }));
        }

        // Now all of them are at most the length of the file.
        let [checksums, seal, begin] = [checksums, seal, begin].map(|place| place as u64);
        if !is_sealed(file, seal, begin)? {
            return Err(kind.faulty(Fault::Header));
        }

        let mut text = vec![0; description as usize];
        read_at(file, &mut text, FIXED as u64)?;
        let description = String::from_utf8(text).map_err(|_| kind.faulty(Fault::NotText))?;

        Ok(Self {
            kind,
            description,
            words,
            checksums,
            begin,
        })
    }

    pub fn described<T: DeserializeOwned>(&self) -> Result<T> {
        toml::from_str(&self.description).map_err(|_| self.kind.faulty(Fault::Description))
    }

    /// Reads words of the content, from `first` on, which is a multiple of [`CHUNK`], and verifies
    /// their checksums. They end with a chunk or with the content.
    pub fn content(&self, file: &File, first: u64, words: &mut [u64]) -> Result<()> {
        let mut checksums = vec![0; 4 * words.len().div_ceil(CHUNK)];
        let place = self.checksums + 4 * (first / CHUNK as u64);
        self.read_part(file, &mut checksums, place)?;
        let place = self.begin + 8 * first;
        self.read_part(file, cast_slice_mut(words), place)?;

        let chunks = words.chunks(CHUNK).zip(checksums.as_chunks::<4>().0);
        for (number, (chunk, checksum)) in (0..).zip(chunks) {
            if crc32fast::hash(cast_slice(chunk)) != u32::from_le_bytes(*checksum) {
                let from = place + 8 * number * CHUNK as u64;
                let to = from + 8 * chunk.len() as u64;
                return Err(self.kind.faulty(Fault::Bytes { from, to }));
            }
        }

        for word in words {
            *word = u64::from_le(*word);
        }
        Ok(())
    }

    /// Reads a part of the file, which another program may have cut short since it was opened.
    fn read_part(&self, file: &File, bytes: &mut [u8], place: u64) -> Result<()> {
        read_at(file, bytes, place).map_err(|error| match (error.kind(), file.metadata()) {
            (io::ErrorKind::UnexpectedEof, Ok(found)) => {
                let expected = self.begin + 8 * self.words;
                self.kind.truncated(found.len(), expected.into())
            }
            _ => error.into(),
        })
    }

    /// Calls with the content, piece by piece: the number of the first word, and `size` words,
    /// whole chunks, or fewer at the end. The progress is counted in words.
    pub fn each_piece(
        &self,
        file: &File,
        size: usize,
        progress: Progress<'_>,
        mut each: impl FnMut(usize, &[u64]) -> Result<()>,
    ) -> Result<()> {
        let mut words = Vec::new();
        for first in (0..self.words).step_by(size) {
            progress.report(first, self.words)?;
            words.resize((self.words - first).min(size as u64) as usize, 0);
            self.content(file, first, &mut words)?;
            each(first as usize, &words)?;
        }
        Ok(progress.report(self.words, self.words)?)
    }
}

/// What the first bytes of a file say of the rest.
struct Lengths {
    /// In bytes.
    description: u64,
    /// The length of the content.
    words: u64,
}

impl Lengths {
    /// Reads them from a file of `found` bytes, and checks that it is of this kind.
    fn read(file: &File, kind: FileType, found: u64) -> Result<Self> {
        let what = kind.name;
        let mut fixed = [0; FIXED];
        let read = found.min(FIXED as u64) as usize;
        read_at(file, &mut fixed[..read], 0)?;

        if found == 0 {
            return Err(Damage::Empty { what }.into());
        }
        if !fixed.starts_with(&MAGIC) {
            return Err(Damage::OtherType { what }.into());
        }
        if read < FIXED {
            return Err(kind.truncated(found, FIXED as u128));
        }

        let number = |at: usize, bytes: usize| {
            let bytes = fixed[at..at + bytes].iter().rev();
            bytes.fold(0, |number, &byte| number << 8 | u64::from(byte))
        };

        // The version before the lengths: of another version, nothing else is known.
        let version = number(8, 4) as u32;
        if fixed[12..16] != kind.tag {
            return Err(Damage::OtherType { what }.into());
        }
        if version != kind.version {
            let damage = Damage::OtherVersion {
                what,
                found: version,
                known: kind.version,
            };
            return Err(damage.into());
        }
        Ok(Self {
            description: number(16, 8),
            words: number(24, 8),
        })
    }
}

/// Whether a header that ends at `begin` has at `seal` the checksum of everything before, and zeros
/// after it. It is read piece by piece, because it can be longer than memory.
fn is_sealed(file: &File, seal: u64, begin: u64) -> io::Result<bool> {
    let mut hasher = crc32fast::Hasher::new();
    let mut bytes = vec![0; HEADER_BYTES_AT_A_TIME];
    let mut place = 0;
    while place < seal {
        let length = (seal - place).min(HEADER_BYTES_AT_A_TIME as u64) as usize;
        read_at(file, &mut bytes[..length], place)?;
        hasher.update(&bytes[..length]);
        place += length as u64;
    }

    let mut rest = vec![0; (begin - seal) as usize];
    read_at(file, &mut rest, seal)?;
    let (found, padding) = rest.split_at(4);
    let is_right = found == hasher.finalize().to_le_bytes();
    Ok(is_right && padding.iter().all(|&byte| byte == 0))
}

/// Words as they stand in the file.
fn little_endian(words: &[u64]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(cast_slice(words))
    } else {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// The number of a file, and that of a chunk of it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct ChunkNumber {
    pub file: usize,
    pub chunk: usize,
}

/// A place for a chunk.
#[derive(Default)]
struct CachedChunk {
    /// Which chunk is here, if any.
    number: Option<ChunkNumber>,
    words: Vec<u64>,
}

/// The chunks of files on disk that were read and verified, as many as fit into a limit of memory.
/// A chunk has one place; another with the same place displaces it.
pub(crate) struct Cache(Vec<Mutex<CachedChunk>>);

impl Cache {
    pub fn new(bytes: u64) -> Self {
        let places = bytes as usize / (8 * CHUNK);
        Self((0..places).map(|_| Mutex::default()).collect())
    }

    /// Takes something from a chunk of a file, which is read if it is not here.
    pub fn chunk<T>(
        &self,
        asked: ChunkNumber,
        read: impl FnOnce(&mut Vec<u64>) -> Result<()>,
        take: impl FnOnce(&[u64]) -> T,
    ) -> Result<T> {
        // The first chunks of files are not all in the same place.
        let place = (asked.chunk + asked.file * 0x9e37) % self.0.len();
        let mut cached = self.0[place].lock().unwrap_or_else(PoisonError::into_inner);

        if cached.number != Some(asked) {
            // If it can't be read, what is there is no chunk.
            cached.number = None;
            read(&mut cached.words)?;
            cached.number = Some(asked);
        }
        Ok(take(&cached.words))
    }
}
