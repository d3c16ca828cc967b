//! The table file: a last-jump array on disk, with everything needed to read it and to detect damage. It is written as a
//! stream, and read into memory with all checksums verified; the caller chooses the file.
//!
//! All numbers are little-endian. The file is a header of 4096 bytes, the array, and the checksums (CRC-32):
//!
//! ```text
//! offset  bytes
//!      0      8  magic: 89 50 45 47 0d 0a 1a 0a
//!      8      4  version: 1
//!     12      1  lattice: 0 square, 1 triangular
//!     13      1  number of holes, n
//!     14      1  number of bits of an index (the rank), r
//!     15      1  number of bits of an index inside a vector, from 6 to 10
//!     16      8  start position, as its code
//!     24      8  length of the array in bytes
//!     32    128  column and row of each hole, a byte each; 0 from 2n on
//!    160     64  the hole of each bit of an index, from the least significant; 0 from r on
//!    224     64  name of the board; 0 from its end on
//!   4092      4  checksum of the 4092 bytes before
//!   4096         the array: see LastJumps
//!             4  for each MiB of the array: its checksum
//!             4  checksum of those
//! ```
//!
//! The order of the holes is stored because it numbers the array: the solver chooses which holes are bits of the index and
//! which are parities of those.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, Read as _, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use bytemuck::{cast_slice, cast_slice_mut};
use thiserror::Error;

use super::kernel::PLANES;
use super::last_jumps::LastJumps;
use crate::board::{Bitboard, Board, Hole, Lattice, MAX_HOLES};
use crate::class::PositionClass;
use crate::memory::{self, HugeArray, MemoryError};
use crate::progress::{Interrupted, Progress};

/// The version that is written, and the only one that is read.
const VERSION: u32 = 1;
/// A byte above 127, the name, and line ends, which a transfer as text would change.
const MAGIC: [u8; 8] = *b"\x89PEG\r\n\x1a\n";
const HEADER: usize = 4096;
const CHUNK: usize = 1 << 20;
const COORDINATES: usize = 32;
const ORDER: usize = COORDINATES + 2 * MAX_HOLES;
const NAME: usize = ORDER + MAX_HOLES;
const NAME_BYTES: usize = 64;
const VECTOR_BITS: RangeInclusive<usize> = 6..=10;

/// Why a table can't be opened or written.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableError {
    #[error("{0}")]
    Io(#[from] io::Error),
    /// There is not enough memory to read it.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The watcher stopped the work.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    #[error("this is not a table of last jumps{}", if *.empty { ": the file is empty" } else { "" })]
    NotATable { empty: bool },
    #[error(
        "this table has version {found}; this program reads version {VERSION}: write the table again"
    )]
    Version { found: u32 },
    #[error("the table is truncated: it has {found} of {expected} bytes; write it again")]
    Truncated { found: u64, expected: u64 },
    #[error("the table is too long: it has {found} bytes instead of {expected}; write it again")]
    TooLong { found: u64, expected: u64 },
    #[error("the {part} of the table is damaged; write it again")]
    Damaged { part: String },
    #[error("the table is for {found}, not for {asked}")]
    OtherBoard { found: String, asked: String },
    #[error("the table is for another start:\n{found}")]
    OtherStart { found: String },
    #[error("a table of {bytes} bytes is too large for this computer's addresses")]
    TooLarge { bytes: u64 },
}

impl LastJumps {
    /// Writes the table: header, array, checksums. The progress is counted in bytes of the array.
    ///
    /// # Errors
    /// When `out` can't be written to, or `progress` says to stop.
    pub fn write(&self, out: &mut dyn Write, progress: Progress<'_>) -> Result<(), TableError> {
        let all = (self.words().len() * 8) as u64;
        progress.report(0, all)?;
        let checksums = checksums(self.words());
        out.write_all(&header(self))?;
        let mut done = 0;
        for chunk in self.words().chunks(CHUNK / 8) {
            out.write_all(&little_endian(chunk))?;
            done += chunk.len() as u64 * 8;
            progress.report(done, all)?;
        }
        let checksums: Vec<u8> = checksums.into_iter().flat_map(u32::to_le_bytes).collect();
        out.write_all(&checksums)?;
        Ok(out.write_all(&crc32fast::hash(&checksums).to_le_bytes())?)
    }

    /// Reads a table into memory and verifies all its checksums. What happens to the file afterwards makes no difference.
    ///
    /// ```
    /// use peg_solitaire::{board::Board, progress::Progress, solve::{Instructions, LastJumps, Reachable}};
    /// let board: Board = "4x4".parse()?;
    /// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
    /// let mut file = tempfile::NamedTempFile::new()?;
    /// LastJumps::fill(&reachable, Instructions::Best, Progress::NONE)?.write(&mut file, Progress::NONE)?;
    /// let table = LastJumps::open(file.path())?;
    /// assert_eq!((table.board(), table.start()), (&board, board.central_vacancy()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the file can't be read, is not a table of this version, or is damaged, or there is not enough memory.
    pub fn open(path: &Path) -> Result<Self, TableError> {
        let file = File::open(path)?;
        let found = file.metadata()?.len();
        let mut bytes = Vec::with_capacity(HEADER);
        (&file).take(HEADER as u64).read_to_end(&mut bytes)?;
        if bytes.len() < MAGIC.len() || !bytes.starts_with(&MAGIC) {
            return Err(TableError::NotATable { empty: bytes.is_empty() });
        }
        let Some(header) = bytes.first_chunk::<HEADER>() else {
            return Err(TableError::Truncated { found, expected: HEADER as u64 });
        };
        let header = Header::read(header)?;
        let expected = HEADER as u64 + header.bytes + checksum_bytes(header.bytes);
        if found < expected {
            return Err(TableError::Truncated { found, expected });
        }
        if found > expected {
            return Err(TableError::TooLong { found, expected });
        }
        let array =
            read_array(&file, header.bytes).map_err(|error| match (error, file.metadata()) {
                // Another program has cut it short since.
                (TableError::Io(error), Ok(now))
                    if error.kind() == io::ErrorKind::UnexpectedEof && now.len() < expected =>
                {
                    TableError::Truncated { found: now.len(), expected }
                }
                (error, _) => error,
            })?;
        Ok(Self::from_table(header.class, header.start, header.vector_bits, array))
    }

    /// Checks that the array is for this board and, if one is given, for this start.
    ///
    /// # Errors
    /// If it is not.
    pub fn require(&self, board: &Board, start: Option<Bitboard>) -> Result<(), TableError> {
        if self.board() != board {
            let (found, asked) = (self.board().to_string(), board.to_string());
            return Err(TableError::OtherBoard { found, asked });
        }
        if start.is_some_and(|start| start != self.start()) {
            return Err(TableError::OtherStart { found: board.picture(self.start()) });
        }
        Ok(())
    }
}

/// The length of the checksums of an array of this many bytes.
fn checksum_bytes(array: u64) -> u64 {
    4 * array.div_ceil(CHUNK as u64) + 4
}

/// The checksum of each chunk.
fn checksums(words: &[u64]) -> Vec<u32> {
    let checksum = |chunk: &[u64]| crc32fast::hash(&little_endian(chunk));
    #[cfg(feature = "parallel")]
    {
        use rayon::prelude::*;
        words.par_chunks(CHUNK / 8).map(checksum).collect()
    }
    #[cfg(not(feature = "parallel"))]
    words.chunks(CHUNK / 8).map(checksum).collect()
}

/// Words as they stand in the file.
fn little_endian(words: &[u64]) -> Cow<'_, [u8]> {
    if cfg!(target_endian = "little") {
        Cow::Borrowed(cast_slice(words))
    } else {
        words.iter().flat_map(|word| word.to_le_bytes()).collect()
    }
}

/// The header of a table.
fn header(array: &LastJumps) -> [u8; HEADER] {
    let (board, class) = (array.board(), array.class());
    let mut header = [0; HEADER];
    let mut put = |at: usize, bytes: &[u8]| header[at..at + bytes.len()].copy_from_slice(bytes);
    put(0, &MAGIC);
    put(8, &VERSION.to_le_bytes());
    let lattice = match board.lattice() {
        Lattice::Square => 0,
        Lattice::Triangular => 1,
    };
    put(12, &[lattice, board.holes() as u8, class.rank() as u8, array.vector_bits() as u8]);
    put(16, &array.start().code().to_le_bytes());
    put(24, &(array.words().len() as u64 * 8).to_le_bytes());
    for (number, hole) in board.full().pegs().enumerate() {
        let (x, y) = board.coordinates(hole);
        put(COORDINATES + 2 * number, &[x as u8, y as u8]);
    }
    let order: Vec<u8> = class.free_holes().iter().map(|hole| hole.0 as u8).collect();
    put(ORDER, &order);
    put(NAME, board.name().filter(|name| name.len() <= NAME_BYTES).unwrap_or("").as_bytes());
    let checksum = crc32fast::hash(&header[..HEADER - 4]);
    header[HEADER - 4..].copy_from_slice(&checksum.to_le_bytes());
    header
}

/// What a header says.
struct Header {
    class: PositionClass,
    start: Bitboard,
    vector_bits: usize,
    /// The length of the array.
    bytes: u64,
}

impl Header {
    /// Reads a header whose magic is right.
    fn read(header: &[u8; HEADER]) -> Result<Self, TableError> {
        let long = |at: usize| -> [u8; 8] { std::array::from_fn(|byte| header[at + byte]) };
        let short = |at: usize| -> [u8; 4] { std::array::from_fn(|byte| header[at + byte]) };
        // The version first: another version may have its checksum elsewhere.
        let found = u32::from_le_bytes(short(8));
        let whole = crc32fast::hash(&header[..HEADER - 4]).to_le_bytes() == short(HEADER - 4);
        if found != VERSION {
            return Err(TableError::Version { found });
        }
        let damaged = || TableError::Damaged { part: "header".to_owned() };
        if !whole {
            return Err(damaged());
        }
        let &[lattice, holes, rank, vector_bits] = header[12..].first_chunk().unwrap_or(&[0; 4]);
        let lattice = match lattice {
            0 => Lattice::Square,
            1 => Lattice::Triangular,
            _ => return Err(damaged()),
        };
        let (holes, rank) = (usize::from(holes), usize::from(rank));
        let vector_bits = usize::from(vector_bits);
        if !(1..=MAX_HOLES).contains(&holes) || rank > holes || !VECTOR_BITS.contains(&vector_bits)
        {
            return Err(damaged());
        }
        let coordinates: Vec<(i8, i8)> = header[COORDINATES..ORDER]
            .chunks_exact(2)
            .take(holes)
            .map(|place| (place[0] as i8, place[1] as i8))
            .collect();
        let mut board = Board::new(lattice, &coordinates).map_err(|_| damaged())?;
        // The board sorts its holes, so any other order would give them other numbers.
        let same = |(number, &place)| board.coordinates(Hole(number as u16)) == place;
        if !coordinates.iter().enumerate().all(same) {
            return Err(damaged());
        }
        // The name is only used if it is a name of this board.
        let name = header[NAME..NAME + NAME_BYTES].split(|&byte| byte == 0).next();
        let named = name.and_then(|name| std::str::from_utf8(name).ok()?.parse().ok());
        if named.as_ref() == Some(&board) {
            board = named.unwrap_or(board);
        }
        let start = Bitboard(u64::from_le_bytes(long(16)));
        let free: Vec<Hole> =
            header[ORDER..][..rank].iter().map(|&hole| Hole(hole.into())).collect();
        if !board.full().contains(start) || free.iter().any(|hole| hole.index() >= holes) {
            return Err(damaged());
        }
        // The holes that are not free are parities of the free ones.
        let parity: Vec<Hole> =
            board.full().without(free.iter().copied().collect()).pegs().collect();
        let parity_first: Vec<Hole> = parity.iter().chain(&free).copied().collect();
        let bits: Vec<Hole> = free.iter().chain(&parity).copied().collect();
        if bits.len() != holes {
            return Err(damaged());
        }
        let class = PositionClass::with_order(&board, start, &parity_first, &bits);
        let bytes = (1_u64.checked_shl(rank.max(vector_bits) as u32))
            .and_then(|indices| (indices / 8).checked_mul(PLANES as u64));
        let bytes = bytes.filter(|&bytes| bytes == u64::from_le_bytes(long(24)));
        match bytes {
            Some(bytes) if class.free_holes() == free => {
                Ok(Self { class, start, vector_bits, bytes })
            }
            _ => Err(damaged()),
        }
    }
}

/// Reads the array behind the header, and checks it with the checksums behind the array. It is read rather than mapped:
/// a map of a file that another program cuts short would end the process.
fn read_array(file: &File, bytes: u64) -> Result<HugeArray, TableError> {
    let Ok(words) = usize::try_from(bytes / 8) else {
        return Err(TableError::TooLarge { bytes });
    };
    memory::require("the table of last jumps", bytes)?;
    let mut checksums = vec![0; checksum_bytes(bytes) as usize];
    read_at(file, &mut checksums, HEADER as u64 + bytes)?;
    let damaged = |part: String| TableError::Damaged { part };
    let (stored, last) =
        checksums.split_last_chunk::<4>().ok_or_else(|| damaged("checksums".into()))?;
    if crc32fast::hash(stored) != u32::from_le_bytes(*last) {
        return Err(damaged("checksums".into()));
    }
    let stored = stored.as_chunks::<4>().0;
    let mut array = HugeArray::zeroed(|| "the table of last jumps", words)?;
    let read = |(number, chunk): (usize, &mut [u64])| {
        let from = HEADER + number * CHUNK;
        read_at(file, cast_slice_mut(chunk), from as u64)?;
        if crc32fast::hash(cast_slice(chunk)) != u32::from_le_bytes(stored[number]) {
            let to = from + chunk.len() * 8;
            return Err(damaged(format!("array between bytes {from} and {to}")));
        }
        for word in chunk {
            *word = u64::from_le(*word);
        }
        Ok(())
    };
    // The first of several damaged chunks is named, whichever thread is first.
    #[cfg(feature = "parallel")]
    let read: Vec<Result<(), TableError>> = {
        use rayon::prelude::*;
        array.par_chunks_mut(CHUNK / 8).enumerate().map(read).collect()
    };
    #[cfg(not(feature = "parallel"))]
    let read = array.chunks_mut(CHUNK / 8).enumerate().map(read);
    read.into_iter().collect::<Result<(), _>>()?;
    Ok(array)
}

/// Reads bytes at a place in a file.
#[cfg(unix)]
fn read_at(file: &File, bytes: &mut [u8], place: u64) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, place)
}

/// Reads bytes at a place in a file.
#[cfg(not(any(unix, windows)))]
fn read_at(_: &File, _: &mut [u8], _: u64) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

/// Reads bytes at a place in a file.
#[cfg(windows)]
fn read_at(file: &File, mut bytes: &mut [u8], mut place: u64) -> io::Result<()> {
    while !bytes.is_empty() {
        let read = std::os::windows::fs::FileExt::seek_read(file, bytes, place)?;
        if read == 0 {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        bytes = &mut bytes[read..];
        place += read as u64;
    }
    Ok(())
}
