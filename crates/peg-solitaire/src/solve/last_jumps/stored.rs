//! The last-jump array in its file. Chunks of it are read, verified and kept when positions are
//! looked up.

use std::io::Write;
use std::path::Path;
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::{FIRST_TRIPLE, LastJumps, place};
use crate::board::{Bitboard, Board, Jump};
use crate::class::PositionClass;
use crate::data_file::{self, CHUNK, Cache, DataFile, Kind, open_plain};
use crate::progress::Progress;
use crate::solve::Record;
use crate::solve::layout::Layout;
use crate::solve::slices::StoredFile;
use crate::{Error, Result};

const KIND: Kind = Kind {
    tag: *b"jump",
    name: "table of last jumps",
};

#[derive(Deserialize, Serialize)]
struct Description {
    board: String,
    start: String,
    vector_bits: usize,
    holes: Vec<String>,
}

impl LastJumps {
    /// Whether a file that begins with these bytes is a table that [`write`](Self::write) wrote.
    #[must_use]
    pub fn begins_file(bytes: &[u8]) -> bool {
        KIND.begins(bytes)
    }

    /// Writes the array as a file (`docs/internals/past-memory.md`). Its description has the game
    /// as `board` and `start`, v as `vector_bits`, and as `holes` the hole of each bit of an index,
    /// from the least significant. The progress is counted in words.
    ///
    /// # Errors
    /// When `out` can't be written to, or `progress` says to stop.
    pub fn write(&self, out: &mut dyn Write, progress: Progress<'_>) -> Result<()> {
        let (board, class) = (self.board(), self.class());
        let description = Description {
            board: board.to_text(),
            start: board.picture_line(self.start),
            vector_bits: self.vector_bits,
            holes: class
                .free_holes()
                .iter()
                .map(|&hole| board.hole_name(hole))
                .collect(),
        };
        data_file::write(out, KIND, &description, &self.words, progress)
    }
}

/// The memory for what was looked up.
const CACHE: u64 = 1 << 28;

/// A table of last jumps that [`LastJumps::write`] wrote.
pub struct StoredLastJumps {
    file: StoredFile,
    class: Arc<PositionClass>,
    start: Bitboard,
    vector_bits: usize,
    cache: Cache,
}

impl StoredLastJumps {
    /// Opens a table, and checks its header.
    ///
    /// # Errors
    /// When the file can't be read, or is no such table.
    pub fn open(path: &Path) -> Result<Self> {
        Self::of(path).map_err(|error| error.in_file(path))
    }

    fn of(path: &Path) -> Result<Self> {
        let header = DataFile::read(&open_plain(path)?, KIND)?;
        let Description {
            board,
            start,
            vector_bits,
            holes,
        } = header.described()?;
        let wrong = || header.kind.damaged("its description is wrong");
        let board = Board::from_text(&board)
            .and_then(|board| board.small())
            .map_err(|_| wrong())?;
        let start = board.parse_pattern(&start).map_err(|_| wrong())?;
        let Layout {
            class,
            vector_bits: own_bits,
            ..
        } = Layout::new(&board, start);
        let own = class.free_holes().iter().map(|&hole| board.hole_name(hole));
        let bytes = LastJumps::memory_needed(&board)?;
        let is_right = own.eq(holes) && header.words == bytes / 8 && vector_bits == own_bits;
        if !is_right {
            return Err(wrong());
        }
        let cache = Cache::new(CACHE.min(bytes.next_multiple_of(8 * CHUNK as u64)));
        let file = StoredFile {
            path: path.to_owned(),
            data: header,
        };
        Ok(Self {
            file,
            class,
            start,
            vector_bits,
            cache,
        })
    }

    /// The identifier of an index below 2^rank, as [`LastJumps::identifier`] has it.
    fn identifier(&self, index: u64) -> Result<u8> {
        let plane = |plane| {
            let at = place(self.vector_bits, (index >> 6) as usize, plane);
            let read = |words: &mut _| self.file.chunk(at / CHUNK, words);
            let word = self
                .cache
                .chunk((0, at / CHUNK), read, |words| words[at % CHUNK])?;
            Ok::<u8, Error>((word >> (index & 63) & 1) as u8)
        };
        (0..super::PLANES).try_fold(0, |all, number| Ok(all | plane(number)? << number))
    }
}

impl Record for StoredLastJumps {
    fn class(&self) -> &PositionClass {
        &self.class
    }

    fn start(&self) -> Bitboard {
        self.start
    }

    fn contains_index(&self, index: u64) -> Result<bool> {
        Ok(self.identifier(index)? != 0)
    }

    /// The jump whose identifier is stored.
    fn last_jump(&self, position: Bitboard) -> Result<Option<Jump>> {
        let board = self.class.board();
        let Some(index) = self.class.index(position) else {
            return Ok(None);
        };
        let Some(triple) = self.identifier(index)?.checked_sub(FIRST_TRIPLE) else {
            return Ok(None);
        };
        let jump = board.triples().get(usize::from(triple)).copied();
        Ok(jump.map(|jump| {
            if position.has(jump.to()) {
                jump
            } else {
                jump.back()
            }
        }))
    }
}
