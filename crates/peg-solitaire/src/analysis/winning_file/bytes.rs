//! The bytes of a file of winning positions: packed and unpacked, with a checksum. Damaged files are refused, and no
//! number in a file decides how much memory is taken. All numbers are little-endian:
//!
//! | bytes | what |
//! |---|---|
//! | 8 | `PEGWINS` and a zero |
//! | 2 | the version, 1 |
//! | 1 | the lattice: 0 square, 1 triangular |
//! | 1 | the number of holes n |
//! | 2 n | column and row of each hole |
//! | 2 | the number of problems m |
//! | 16 m | of each problem, the code of the start, and of the holes in which it may finish |
//! | 1 | the number of lists: 1 if both are the same |
//! | each list | 8 bytes: how many positions; 8 bytes: how many bytes they take; the positions, sorted by their codes: each as its difference from the one before (the first from -1) less one, seven bits a byte, the lowest first, the high bit set on all bytes but the last |
//! | 4 | the CRC-32 of all bytes before |

use std::io::{self, Write};

use thiserror::Error;

use super::{WinningFile, is_own_reverse, own_images, tidy};
use crate::board::{Bitboard, Board, BoardError, Lattice};

const MAGIC: &[u8; 8] = b"PEGWINS\0";
const VERSION: u16 = 1;

/// Why a file of winning positions is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum WinningFileError {
    #[error("this is not a file of winning positions: it does not begin with {:?}", "PEGWINS")]
    Magic,
    #[error("the file has version {found}; this program reads version {VERSION}: make it again")]
    Version { found: u16 },
    #[error("the file is damaged: its checksum is not that of its content; make it again")]
    Checksum,
    #[error("the file is damaged: {what}; make it again")]
    Damaged { what: &'static str },
    #[error("the file's board: {0}")]
    Board(#[from] BoardError),
}

impl WinningFile {
    /// Writes the file.
    ///
    /// # Errors
    /// When it can't be written, or has more than 65,535 problems.
    pub fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut bytes = MAGIC.to_vec();
        bytes.extend(VERSION.to_le_bytes());
        bytes.push(match self.board.lattice() {
            Lattice::Square => 0,
            Lattice::Triangular => 1,
        });
        bytes.push(self.board.holes() as u8);
        for hole in self.board.full().pegs() {
            let (x, y) = self.board.coordinates(hole);
            bytes.extend([x as u8, y as u8]);
        }
        let problems = u16::try_from(self.problems.len())
            .map_err(|_| io::Error::other("a file can hold at most 65535 problems"))?;
        bytes.extend(problems.to_le_bytes());
        for (start, finishes) in &self.problems {
            bytes.extend(start.0.to_le_bytes());
            bytes.extend(finishes.0.to_le_bytes());
        }
        bytes.push(self.lists.len() as u8);
        for list in &self.lists {
            let packed = pack(list);
            bytes.extend((list.len() as u64).to_le_bytes());
            bytes.extend((packed.len() as u64).to_le_bytes());
            bytes.extend(packed);
        }
        let checksum = crc32fast::hash(&bytes);
        out.write_all(&bytes)?;
        out.write_all(&checksum.to_le_bytes())
    }

    /// Reads a file from its bytes.
    ///
    /// # Errors
    /// When the bytes are not such a file, or are of another version or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, WinningFileError> {
        let damaged = |what| WinningFileError::Damaged { what };
        let mut rest = bytes;
        if take(&mut rest, 8) != Some(MAGIC) {
            return Err(WinningFileError::Magic);
        }
        let short = || damaged("it ends too early");
        let version = take_u16(&mut rest).ok_or_else(short)?;
        if version != VERSION {
            return Err(WinningFileError::Version { found: version });
        }
        let (content, checksum) = bytes.split_last_chunk::<4>().ok_or_else(short)?;
        if crc32fast::hash(content) != u32::from_le_bytes(*checksum) {
            return Err(WinningFileError::Checksum);
        }
        rest = rest.split_last_chunk::<4>().ok_or_else(short)?.0;
        let lattice = match take(&mut rest, 1) {
            Some([0]) => Lattice::Square,
            Some([1]) => Lattice::Triangular,
            _ => return Err(damaged("unknown lattice")),
        };
        let holes = usize::from(take(&mut rest, 1).ok_or_else(short)?[0]);
        let places = take(&mut rest, 2 * holes).ok_or_else(short)?.chunks_exact(2);
        let places: Vec<(i8, i8)> = places.map(|place| (place[0] as i8, place[1] as i8)).collect();
        let board = Board::new(lattice, &places)?;
        let count = usize::from(take_u16(&mut rest).ok_or_else(short)?);
        let mut problems = Vec::new();
        for _ in 0..count {
            let start = Bitboard(take_u64(&mut rest).ok_or_else(short)?);
            let finishes = Bitboard(take_u64(&mut rest).ok_or_else(short)?);
            if !board.full().contains(start | finishes) {
                return Err(damaged("a problem has pegs outside the board"));
            }
            problems.push((start, finishes));
        }
        if tidy(&problems) != problems {
            return Err(damaged("the problems are out of order"));
        }
        let images = own_images(&board, &problems);
        let lists = usize::from(take(&mut rest, 1).ok_or_else(short)?[0]);
        if lists != if is_own_reverse(&board, &problems) { 1 } else { 2 } {
            return Err(damaged("it has the wrong number of lists"));
        }
        let half = board.holes() as u32 / 2;
        let mut read = Vec::new();
        for _ in 0..lists {
            let count = take_u64(&mut rest).ok_or_else(short)?;
            let length = take_u64(&mut rest).ok_or_else(short)?;
            let length = usize::try_from(length).map_err(|_| short())?;
            let packed = take(&mut rest, length).ok_or_else(short)?;
            let list = unpack(packed, count).ok_or_else(|| damaged("a list can't be unpacked"))?;
            let is_stored =
                |position: &Bitboard| board.full().contains(*position) && position.count() <= half;
            if !list.iter().all(is_stored) {
                return Err(damaged("a stored position is not on the board, or has too many pegs"));
            }
            read.push(list);
        }
        if !rest.is_empty() {
            return Err(damaged("there are bytes after its end"));
        }
        Ok(Self { board, problems, images, lists: read })
    }
}

/// Sorted positions as the differences of their codes, seven bits a byte.
fn pack(list: &[Bitboard]) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(2 * list.len());
    let mut before = None;
    for &position in list {
        let mut rest = match before {
            None => position.0,
            Some(Bitboard(before)) => position.0 - before - 1,
        };
        while rest >= 0x80 {
            bytes.push(rest as u8 | 0x80);
            rest >>= 7;
        }
        bytes.push(rest as u8);
        before = Some(position);
    }
    bytes
}

/// The positions of a packed list, if it has this many.
fn unpack(packed: &[u8], count: u64) -> Option<Vec<Bitboard>> {
    // Every position takes a byte at least, so this bounds what is set aside for them.
    if count > packed.len() as u64 {
        return None;
    }
    let mut list = Vec::with_capacity(count as usize);
    let mut before: Option<u64> = None;
    let mut bytes = packed.iter();
    for _ in 0..count {
        let mut difference = 0_u64;
        let mut shift = 0;
        loop {
            let byte = *bytes.next()?;
            let bits = u64::from(byte & 0x7f);
            if shift > 63 || bits << shift >> shift != bits {
                return None;
            }
            difference |= bits << shift;
            if byte & 0x80 == 0 {
                break;
            }
            shift += 7;
        }
        let code = match before {
            None => difference,
            Some(before) => before.checked_add(difference)?.checked_add(1)?,
        };
        list.push(Bitboard(code));
        before = Some(code);
    }
    bytes.next().is_none().then_some(list)
}

/// Takes this many bytes from the front.
fn take<'a>(rest: &mut &'a [u8], count: usize) -> Option<&'a [u8]> {
    let (taken, after) = rest.split_at_checked(count)?;
    *rest = after;
    Some(taken)
}

fn take_u16(rest: &mut &[u8]) -> Option<u16> {
    take(rest, 2)?.try_into().ok().map(u16::from_le_bytes)
}

fn take_u64(rest: &mut &[u8]) -> Option<u64> {
    take(rest, 8)?.try_into().ok().map(u64::from_le_bytes)
}
