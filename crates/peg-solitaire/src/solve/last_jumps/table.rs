//! The table file: a last-jump array on disk, with everything needed to read it. It is written as a stream, and read into memory with
//! all checksums verified; the caller chooses the file. The [format](crate::data_file) is that of all large files. The description has:
//!
//! | key | what |
//! |---|---|
//! | `board`, `start` | the game |
//! | `vector_bits` | the number of bits of an index inside a vector, from 6 to 10 |
//! | `holes` | the hole of each bit of an index, from the least significant: the solver chooses which holes are bits of the index and which are parities of those |
//!
//! The content is the array: see [`LastJumps`].

use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::LastJumps;
use crate::Error;
use crate::board::{Hole, SmallBoard};
use crate::class::PositionClass;
use crate::data_file::{self, DataFile, Kind};
use crate::progress::Progress;
use crate::solve::kernel::PLANES;

const KIND: Kind = Kind { tag: *b"jump", name: "table of last jumps" };
const VECTOR_BITS: RangeInclusive<usize> = 6..=10;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Description {
    board: String,
    start: String,
    vector_bits: usize,
    holes: Vec<String>,
}

impl LastJumps {
    /// Writes the table: header, array, checksums. The progress is counted in words of the array.
    ///
    /// # Errors
    /// When `out` can't be written to, or `progress` says to stop.
    pub fn write(&self, out: &mut dyn Write, progress: Progress<'_>) -> Result<(), Error> {
        let (board, class) = (self.board(), self.class());
        let description = Description {
            board: board.to_text(),
            start: board.picture_line(self.start()),
            vector_bits: self.vector_bits(),
            holes: class.free_holes().iter().map(|&hole| board.hole_name(hole)).collect(),
        };
        data_file::write(out, KIND, &description, self.words(), progress)
    }

    /// Reads a table into memory and verifies all its checksums. What happens to the file afterwards makes no difference.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, progress::Progress, solve::{Instructions, LastJumps, Reachable}};
    /// let board: SmallBoard = "4x4".parse()?;
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
    pub fn open(path: &Path) -> Result<Self, Error> {
        let file = data_file::open_plain(path)?;
        let data = DataFile::read(&file, KIND)?;
        let Description { board, start, vector_bits, holes } = data.described()?;
        let wrong = |what: &str| data.damaged(format!("its {what} is wrong"));
        let board = SmallBoard::from_text(&board).map_err(|_| wrong("board"))?;
        let start = board.parse_position(&start).map_err(|_| wrong("start"))?;
        let free: Result<Vec<Hole>, _> = holes.iter().map(|name| board.parse_hole(name)).collect();
        let free = free.map_err(|_| wrong("order of the holes"))?;
        // The holes that are not free are parities of the free ones.
        let parity: Vec<Hole> =
            board.full().without(free.iter().copied().collect()).pegs().collect();
        let parity_first: Vec<Hole> = parity.iter().chain(&free).copied().collect();
        let bits: Vec<Hole> = free.iter().chain(&parity).copied().collect();
        if bits.len() != board.holes() || !VECTOR_BITS.contains(&vector_bits) {
            return Err(wrong("order of the holes"));
        }
        let class = PositionClass::with_order(&board, start, &parity_first, &bits);
        if class.free_holes() != free {
            return Err(wrong("order of the holes"));
        }
        let words = 1_u64.checked_shl(class.rank().max(vector_bits) as u32);
        let words = words.and_then(|indices| (indices / 64).checked_mul(PLANES as u64));
        if words != Some(data.words()) {
            return Err(wrong("length"));
        }
        Ok(Self { class: Arc::new(class), start, vector_bits, words: data.all(&file)? })
    }
}
