//! The last-jump array in its file. Chunks of it are read, verified and kept when positions are
//! looked up.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::Record;
use super::kernel::PLANES;
use super::last_jumps::{FIRST_TRIPLE, LastJumps, PlanesOfEntries, place_of_plane};
use super::layout::IndexLayout;
use super::slices::StoredFile;
use super::verify::{Checked, Verified, Verifier};
use crate::bits::WORD_BITS;
use crate::board::{Bitboard, Board, Jump};
use crate::class::{PegCounter, PositionClass};
use crate::data_file::{self, CHUNK, Cache, ChunkNumber, DataFile, FileType, open_plain};
use crate::progress::Progress;
use crate::{Error, Result, memory};

const TABLE: FileType = FileType {
    tag: *b"jump",
    name: "table of last jumps",
};

/// The header of a table.
#[derive(Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct TableDescription {
    board: String,
    start: String,
    vector_bits: usize,
    holes: Vec<String>,
}

impl LastJumps {
    /// Whether a file that begins with these bytes is a table that [`write`](Self::write) wrote.
    #[must_use]
    pub fn begins_file(bytes: &[u8]) -> bool {
        TABLE.begins(bytes)
    }

    /// Writes the array as a file (`docs/reference/files.md`). Its description has the game
    /// as `board` and `start`, v as `vector_bits`, and as `holes` the hole of each bit of an index,
    /// from the least significant. The progress is counted in words.
    ///
    /// # Errors
    /// When `out` can't be written to, or `progress` says to stop.
    pub fn write(&self, out: &mut dyn Write, progress: Progress<'_>) -> Result<()> {
        let board = self.board();
        let holes = self.class().free_holes().iter();
        let description = TableDescription {
            board: board.to_text(),
            start: board.picture_line(self.start()),
            vector_bits: self.vector_bits,
            holes: holes.map(|&hole| board.hole_name(hole)).collect(),
        };
        data_file::write(out, TABLE, &description, self.words(), progress)
    }
}

/// The most bytes of memory for what was looked up.
const MOST_CACHED: u64 = 1 << 28;

/// A table of last jumps that [`LastJumps::write`] wrote.
///
/// No entry is believed, whatever its checksum says.
///
/// - A position is said to be reachable once its jumps were taken back, each a legal one, as far as
///   the start.
/// - Before the first position is said to be out of reach, every entry is
///   [verified](Self::verify), and the set of positions with an entry stays in memory.
/// - If there is too little memory for that, a position is said to be out of reach when no legal
///   jump leads there from a position with an entry.
pub struct StoredLastJumps {
    file: StoredFile,
    class: Arc<PositionClass>,
    start: Bitboard,
    vector_bits: usize,
    cache: Cache,
    proved: Proved,
    /// The positions with an entry, once all were verified; none if that takes too much memory.
    verified: OnceLock<Result<Option<Vec<u64>>>>,
    watcher: Option<Watcher>,
}

/// The work of verifying every entry. It returns whether there was enough memory.
type Verifying<'v> = dyn FnMut(Progress<'_>) -> Result<bool> + 'v;

/// Who has that work done, once.
type Watcher = Box<dyn Fn(&mut Verifying<'_>) + Send + Sync>;

/// What the table says of a position, where it agrees with the rules.
enum TableEntry {
    Unreachable,
    Start,
    After(Jump),
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
        let header = DataFile::read(&open_plain(path)?, TABLE)?;
        let wrong = || header.kind.damaged("its description is wrong");
        let TableDescription {
            board,
            start,
            vector_bits,
            holes,
        } = header.described()?;

        let board = Board::from_text(&board)
            .and_then(|board| board.small())
            .map_err(|_| wrong())?;
        let start = board.parse_pattern(&start).map_err(|_| wrong())?;
        let bytes = LastJumps::memory_needed(&board)?;
        if header.words != bytes / 8 {
            return Err(wrong());
        }

        let IndexLayout {
            class,
            vector_bits: own_bits,
            ..
        } = IndexLayout::new(&board, start);
        let own = class.free_holes().iter().map(|&hole| board.hole_name(hole));
        if !own.eq(holes) || vector_bits != own_bits {
            return Err(wrong());
        }

        let cache = Cache::new(MOST_CACHED.min(bytes.next_multiple_of(8 * CHUNK as u64)));
        let file = StoredFile {
            path: path.to_owned(),
            data: header,
        };
        let table = Self {
            file,
            class,
            start,
            vector_bits,
            cache,
            proved: Proved::default(),
            verified: OnceLock::new(),
            watcher: None,
        };
        // An error unless it is the entry of a start.
        table.entry(table.class.index_of_member(start), start)?;
        Ok(table)
    }

    /// Has every entry verified by `watch` when it is needed, with a progress of its own. `watch`
    /// learns whether there was enough memory; if there wasn't, that a position is out of reach
    /// rests on its entry and those of the positions from which a jump leads there.
    #[must_use]
    pub fn watched_by(
        mut self,
        watch: impl Fn(&mut Verifying<'_>) + Send + Sync + 'static,
    ) -> Self {
        self.watcher = Some(Box::new(watch));
        self
    }

    /// Verifies all checksums, and if a bit for each position of the class fits into memory, every
    /// entry by the rules of the game, as [`LastJumps::verify`] does. Says which of
    /// both it did, and how many positions there are. The progress is counted in words of the
    /// table, and then in words of the set.
    ///
    /// # Errors
    /// When the file is damaged or can't be read, an entry is wrong, or the progress is stopped.
    pub fn verify(&self, progress: Progress<'_>) -> Result<Checked> {
        let Some(set) = self.verified_set(progress)? else {
            return Ok(Checked {
                verified: Verified::Checksums,
                by_pegs: self.count_entries(progress)?,
            });
        };
        Ok(Checked {
            verified: Verified::Rules,
            by_pegs: PegCounter::new(&self.class).count_all(&set),
        })
    }

    /// The positions with an entry, a bit for each index, once all entries were verified by the
    /// rules; none if memory is too small for that.
    fn verified_set(&self, progress: Progress<'_>) -> Result<Option<Vec<u64>>> {
        let words = self.file.len();
        let what = || format!("checking the table of {}", self.board());
        let bytes = 8 * (words / PLANES + words.min(VERIFIED_AT_A_TIME)) as u64;
        if memory::require(what(), bytes).is_err() {
            return Ok(None);
        }

        // The set takes a sixth of the table, which is read twice: each entry is checked against
        // entries anywhere in the table.
        let mut set = memory::zeros(what, words / PLANES)?;
        let first_half = progress.part(0, 1, 2);
        self.file
            .each_piece(VERIFIED_AT_A_TIME, first_half, |first, words| {
                let set = &mut set[first / PLANES..][..words.len() / PLANES];
                self.join_planes(words, set);
                Ok(())
            })?;

        let verifier = Verifier::new(&self.class, self.start, &set);
        let second_half = progress.part(1, 2, 2);
        self.file
            .each_piece(VERIFIED_AT_A_TIME, second_half, |first, words| {
                let first = first / PLANES;
                let planes = PlanesOfEntries {
                    vector_bits: self.vector_bits,
                    first,
                    words,
                };
                let range = first..first + words.len() / PLANES;
                let checked = verifier.check(range, Some(planes), Progress::NONE);
                checked.map_err(|error| self.file.disproved(error))
            })?;
        Ok(Some(set))
    }

    /// The same, found once. Who watches has it done with a progress of its own.
    fn verified_once(&self) -> &Result<Option<Vec<u64>>> {
        self.verified.get_or_init(|| {
            let mut found = None;
            if let Some(watcher) = &self.watcher {
                watcher(&mut |progress| {
                    let set = self.verified_set(progress);
                    let is_enough = set.as_ref().map(Option::is_some).map_err(Clone::clone);
                    found = Some(set);
                    is_enough
                });
            }
            found.unwrap_or_else(|| self.verified_set(Progress::NONE))
        })
    }

    /// The number of entries that aren't 0, by number of pegs, counted piece by piece.
    fn count_entries(&self, progress: Progress<'_>) -> Result<Vec<u64>> {
        let counter = PegCounter::new(&self.class);
        let mut sums = vec![0; self.board().holes() + 1];
        self.file
            .each_piece(COUNTED_AT_A_TIME, progress, |first, words| {
                let mut set = vec![0; words.len() / PLANES];
                self.join_planes(words, &mut set);

                let mut tally = counter.tally();
                tally.add(1, first / PLANES, &set);
                for (sum, count) in sums.iter_mut().zip(counter.sum([tally])) {
                    *sum += count;
                }
                Ok(())
            })?;
        Ok(sums)
    }

    /// Sets the bits of the entries that aren't 0 in some words of the table.
    fn join_planes(&self, words: &[u64], set: &mut [u64]) {
        let vector_words = 1 << (self.vector_bits - WORD_BITS);
        let vectors = words.chunks(vector_words * PLANES);
        for (planes, set) in vectors.zip(set.chunks_mut(vector_words)) {
            for plane in planes.chunks(vector_words) {
                for (bits, plane) in set.iter_mut().zip(plane) {
                    *bits |= plane;
                }
            }
        }
    }

    /// The identifier of an index below 2^rank, as [`LastJumps::identifier`] has it.
    fn identifier(&self, index: u64) -> Result<u8> {
        let word = (index >> WORD_BITS) as usize;
        let places: [usize; PLANES] =
            std::array::from_fn(|plane| place_of_plane(self.vector_bits, word, plane));
        let bit = |word: u64| (word >> (index & 63) & 1) as u8;

        let mut identifier = 0;
        let mut plane = 0;
        // Most often, all planes are in one chunk.
        while plane < PLANES {
            let chunk = places[plane] / CHUNK;
            let read = |words: &mut _| self.file.chunk(chunk, words);
            let asked = ChunkNumber { file: 0, chunk };
            (identifier, plane) = self.cache.chunk(asked, read, |words| {
                let mut identifier = identifier;
                let mut plane = plane;
                while plane < PLANES && places[plane] / CHUNK == chunk {
                    identifier |= bit(words[places[plane] % CHUNK]) << plane;
                    plane += 1;
                }
                (identifier, plane)
            })?;
        }
        Ok(identifier)
    }

    /// What the table says of a position of the class with this index.
    fn entry(&self, index: u64, position: Bitboard) -> Result<TableEntry> {
        let identifier = self.identifier(index)?;
        let is_start = position == self.start;
        if identifier == 0 && !is_start {
            return Ok(TableEntry::Unreachable);
        }
        if identifier == 1 && is_start {
            return Ok(TableEntry::Start);
        }

        let triple = identifier.checked_sub(FIRST_TRIPLE).map(usize::from);
        let jump = triple.and_then(|triple| self.board().triples().get(triple));
        if let Some(&jump) = jump
            && !is_start
        {
            for jump in [jump, jump.back()] {
                if jump.is_legal(jump.play(position)) {
                    return Ok(TableEntry::After(jump));
                }
            }
        }
        Err(self.contradiction(position))
    }

    /// Takes jumps back from a position with this entry, until one is known to be reachable or is
    /// the start. Each adds a peg, so this ends.
    fn prove(&self, position: Bitboard, jump: Jump) -> Result<()> {
        let mut proved = vec![position];
        let mut at = jump.play(position);
        loop {
            let index = self.class.index_of_member(at);
            if self.proved.has(index) {
                break;
            }
            match self.entry(index, at)? {
                TableEntry::Start => break,
                TableEntry::After(jump) => {
                    proved.push(at);
                    at = jump.play(at);
                }
                TableEntry::Unreachable => return Err(self.contradiction(at)),
            }
        }

        for position in proved {
            self.proved.add(self.class.index_of_member(position));
        }
        Ok(())
    }

    /// Checks that a position without an entry is out of reach.
    fn disprove(&self, position: Bitboard) -> Result<()> {
        match self.verified_once() {
            Ok(Some(_)) => return Ok(()),
            Ok(None) => {}
            Err(error) => return Err(error.clone()),
        }

        for jump in self.board().shifts().legal_backwards(position) {
            let before = jump.play(position);
            if self.identifier(self.class.index_of_member(before))? != 0 {
                return Err(self.contradiction(position));
            }
        }
        Ok(())
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
        if index >> self.class.rank() != 0 {
            return Ok(false);
        }
        if let Some(Ok(Some(set))) = self.verified.get() {
            return Ok(set[(index >> WORD_BITS) as usize] >> (index & 63) & 1 == 1);
        }
        if self.proved.has(index) {
            return Ok(true);
        }

        let position = self.class.position(index);
        match self.entry(index, position)? {
            TableEntry::Start => Ok(true),
            TableEntry::After(jump) => {
                self.prove(position, jump)?;
                Ok(true)
            }
            TableEntry::Unreachable => {
                self.disprove(position)?;
                Ok(false)
            }
        }
    }

    /// The jump whose identifier is stored.
    fn last_jump(&self, position: Bitboard) -> Result<Option<Jump>> {
        let Some(index) = self.class.index(position) else {
            return Ok(None);
        };
        match self.entry(index, position)? {
            TableEntry::After(jump) => Ok(Some(jump)),
            TableEntry::Start | TableEntry::Unreachable => Ok(None),
        }
    }

    fn contradiction(&self, position: Bitboard) -> Error {
        let picture = self.board().picture_line(position);
        let what = format!("its entry of {picture} is wrong");
        TABLE.damaged(what).in_file(&self.file.path)
    }
}

/// The words of the table that are counted at a time: whole chunks, and whole vectors, of which
/// each has six planes of a power of two of words.
const COUNTED_AT_A_TIME: usize = 6 * 8 * CHUNK;
/// The words of the table that are verified at a time, on all threads: 12 MiB.
const VERIFIED_AT_A_TIME: usize = 16 * COUNTED_AT_A_TIME;

/// Positions that were lately proved to be reachable, by index. An index has one place; another
/// with the same place displaces it, and is proved again if need be.
struct Proved(Vec<AtomicU64>);

/// The number of places: 8 MiB.
const MOST_PROVED: usize = 1 << 20;
/// Where no position was proved yet. A class has fewer positions than this index would need.
const NO_INDEX: u64 = u64::MAX;

impl Default for Proved {
    fn default() -> Self {
        let places = (0..MOST_PROVED).map(|_| AtomicU64::new(NO_INDEX));

        Self(places.collect())
    }
}

impl Proved {
    fn place(&self, index: u64) -> &AtomicU64 {
        // Fibonacci hashing: many indices differ in their high bits alone.
        let hash = index.wrapping_mul(0x9e37_79b9_7f4a_7c15);

        &self.0[(hash >> 44) as usize % MOST_PROVED]
    }

    fn has(&self, index: u64) -> bool {
        self.place(index).load(Ordering::Relaxed) == index
    }

    fn add(&self, index: u64) {
        self.place(index).store(index, Ordering::Relaxed);
    }
}
