//! The file of winning positions, in the [format](crate::data_file) of all large files. The description has:
//!
//! | key | what |
//! |---|---|
//! | `board` | the board |
//! | `problems` | of each problem, the start, and the holes in which it may finish as pegs |
//! | `lists` | of each list, how many positions it has, and how many bytes they take: one list if both are the same |
//!
//! The content is the lists, filled up with zeros: the positions sorted by their codes, each as its difference from the one before (the
//! first from -1) less one, seven bits a byte, the lowest first, the high bit set on all bytes but the last.

use std::io::Write;

use serde::{Deserialize, Serialize};

use super::{WinningFile, is_own_reverse, own_images, tidy};
use crate::Error;
use crate::board::{Bitboard, SmallBoard};
use crate::data_file::{self, DataFile, Kind};
use crate::progress::Progress;

const KIND: Kind = Kind { tag: *b"wins", name: "file of winning positions" };

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    board: String,
    problems: Vec<[String; 2]>,
    lists: Vec<[usize; 2]>,
}

impl WinningFile {
    /// Writes the file.
    ///
    /// # Errors
    /// When it can't be written.
    pub fn write(&self, out: &mut dyn Write) -> Result<(), Error> {
        let packed: Vec<Vec<u8>> = self.lists.iter().map(|list| pack(list)).collect();
        let line = |position| self.board.picture_line(position);
        let problem = |&(start, finishes): &_| [line(start), line(finishes)];
        let description = Description {
            board: self.board.to_text(),
            problems: self.problems.iter().map(problem).collect(),
            lists: self
                .lists
                .iter()
                .zip(&packed)
                .map(|(list, packed)| [list.len(), packed.len()])
                .collect(),
        };
        let mut bytes = packed.concat();
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        let words: Vec<u64> =
            bytes.as_chunks::<8>().0.iter().map(|word| u64::from_le_bytes(*word)).collect();
        data_file::write(out, KIND, &description, &words, Progress::NONE)
    }

    /// Reads a file from its bytes.
    ///
    /// # Errors
    /// When the bytes are not such a file, or are of another version or damaged.
    pub fn read(bytes: &[u8]) -> Result<Self, Error> {
        let data = DataFile::read(bytes, KIND)?;
        let wrong = |what: &str| data.damaged(format!("its {what} is wrong"));
        let Description { board, problems, lists } = data.described()?;
        let board = SmallBoard::from_text(&board).map_err(|_| wrong("board"))?;
        let position =
            |line: &str| board.parse_position(line).map_err(|_| wrong("list of problems"));
        let problem = |[start, finishes]: &[String; 2]| -> Result<_, Error> {
            Ok((position(start)?, position(finishes)?))
        };
        let problems = problems.iter().map(problem).collect::<Result<Vec<_>, _>>()?;
        if tidy(&problems) != problems {
            return Err(wrong("list of problems"));
        }
        let images = own_images(&board, &problems);
        if lists.len() != if is_own_reverse(&board, &problems) { 1 } else { 2 } {
            return Err(wrong("number of lists"));
        }
        let half = board.holes() as u32 / 2;
        let content = data.all(bytes)?;
        let content: Vec<u8> = content.iter().flat_map(|word| word.to_le_bytes()).collect();
        let mut rest = &*content;
        let mut read = Vec::new();
        for [count, length] in lists {
            let (packed, after) = rest.split_at_checked(length).ok_or_else(|| wrong("length"))?;
            let list = unpack(packed, count).ok_or_else(|| wrong("list of positions"))?;
            let is_stored =
                |position: &Bitboard| board.full().contains(*position) && position.count() <= half;
            if !list.iter().all(is_stored) {
                return Err(wrong("list of positions"));
            }
            read.push(list);
            rest = after;
        }
        if rest.len() >= 8 || rest.iter().any(|&byte| byte != 0) {
            return Err(wrong("length"));
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
fn unpack(packed: &[u8], count: usize) -> Option<Vec<Bitboard>> {
    // Every position takes a byte at least, so this bounds what is set aside for them.
    if count > packed.len() {
        return None;
    }
    let mut list = Vec::with_capacity(count);
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
