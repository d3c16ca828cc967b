//! The last-jump array in its file. Chunks of it are read, verified and kept when positions are
//! looked up.

use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

use serde::{Deserialize, Serialize};

use super::kernel::PLANES;
use super::last_jumps::{LastJumps, PlanesOfEntries, TurnedTriples, check_triples, place_of_plane};
use super::layout::IndexLayout;
use super::set::{Fold, PositionSet};
use super::slices::StoredFile;
use super::verify::{Checked, Verified, Verifier};
use super::{Reachable, Record};
use crate::bits::WORD_BITS;
use crate::board::{Bitboard, Board, Jump};
use crate::class::{PegCounter, PositionClass};
use crate::data_file::{self, CHUNK, Cache, ChunkNumber, DataFile, FileType, open_plain};
use crate::progress::Progress;
use crate::{Error, Fault, Result, memory};

const TABLE: FileType = FileType {
    tag: *b"jump",
    version: 3,
    name: "table of last jumps",
};

/// The header of a table.
#[derive(PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
struct TableDescription {
    board: String,
    start: String,
    block_bits: usize,
    vector_bits: usize,
    holes: Vec<String>,
}

impl TableDescription {
    /// The description of the array of a set that is folded like this.
    fn of(fold: &Fold, start: Bitboard) -> Self {
        let class = &fold.layout.class;
        let board = class.board();
        let holes = class.free_holes().iter();

        Self {
            board: board.as_board().to_text(),
            start: board.picture_line(start),
            block_bits: fold.layout.inside_bits(),
            vector_bits: fold.layout.vector_bits,
            holes: holes.map(|&hole| board.hole_name(hole)).collect(),
        }
    }
}

impl LastJumps {
    /// Whether a file that begins with these bytes is a table that [`write`](Self::write) wrote.
    #[must_use]
    pub fn begins_file(bytes: &[u8]) -> bool {
        TABLE.begins(bytes)
    }

    /// Writes the array as a file (`docs/reference/files.md`). Its description has the game
    /// as `board` and `start`, how many bits of an index number the positions of a block as
    /// `block_bits`, v as `vector_bits`, and as `holes` the hole of each bit of an index, from the
    /// least significant. The progress is counted in words.
    ///
    /// # Errors
    /// When `out` can't be written to, or `progress` says to stop.
    pub fn write(&self, out: &mut dyn Write, progress: Progress<'_>) -> Result<()> {
        let description = TableDescription::of(&self.fold, self.start());
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
    fold: Arc<Fold>,
    start: Bitboard,
    turned: TurnedTriples,
    cache: Cache,
    proved: Proved,
    /// The positions with an entry, once all were verified; none if that takes too much memory.
    verified: OnceLock<Result<Option<PositionSet>>>,
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
        let wrong = || header.kind.faulty(Fault::Description);
        let described: TableDescription = header.described()?;

        let board = Board::from_text(&described.board)
            .and_then(|board| board.small())
            .map_err(|_| wrong())?;
        let start = board.parse_pattern(&described.start).map_err(|_| wrong())?;
        check_triples(&board)?;

        let layout = IndexLayout::new(&board, start);
        let heaviest = layout.heaviest(&[start]);
        let fold = Arc::new(Fold::new(layout, heaviest, 1)?);
        let words = fold.places.count() as u64 * fold.block_words() as u64 * PLANES as u64;
        if header.words != words || described != TableDescription::of(&fold, start) {
            return Err(wrong());
        }

        let bytes = (8 * words).next_multiple_of(8 * CHUNK as u64);
        let cache = Cache::new(MOST_CACHED.min(bytes));
        let file = StoredFile {
            path: path.to_owned(),
            data: header,
        };
        let table = Self {
            file,
            turned: TurnedTriples::new(&fold),
            fold,
            start,
            cache,
            proved: Proved::default(),
            verified: OnceLock::new(),
            watcher: None,
        };
        // An error unless it is the entry of a start.
        table.entry(table.class().index_of_member(start), start)?;
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
            by_pegs: set.count_by_pegs(),
        })
    }

    /// The positions with an entry, in memory, once all entries were verified by the rules. The
    /// progress is counted as that of [`verify`](Self::verify).
    ///
    /// # Errors
    /// When there is not enough memory, the file is damaged or can't be read, an entry is wrong, or
    /// the progress is stopped.
    pub fn into_reachable(self, progress: Progress<'_>) -> Result<Reachable> {
        self.check_memory()?;
        let set = self.verify_by_rules(progress)?;
        Ok(Reachable {
            set,
            start: self.start,
        })
    }

    /// Checks that there is enough memory to verify all entries by the rules.
    fn check_memory(&self) -> Result<()> {
        let words = self.file.len();
        let all = self.fold.blocks() * self.fold.block_words();
        let what = format!("checking the table of {}", self.board());
        let bytes = 8 * (words / PLANES + all + words.min(VERIFIED_AT_A_TIME)) as u64;
        Ok(memory::require(what, bytes)?)
    }

    /// The positions with an entry, once all entries were verified by the rules; none if memory is
    /// too small for that.
    fn verified_set(&self, progress: Progress<'_>) -> Result<Option<PositionSet>> {
        if self.check_memory().is_err() {
            return Ok(None);
        }
        self.verify_by_rules(progress).map(Some)
    }

    fn verify_by_rules(&self, progress: Progress<'_>) -> Result<PositionSet> {
        let kept = self.file.len() / PLANES;
        let what = || format!("checking the table of {}", self.board());

        // The table is read twice: each entry is checked against entries anywhere in it.
        let mut with_entry = memory::zeros(what, kept)?;
        let first_half = progress.part(0, 1, 2);
        self.file
            .each_piece(VERIFIED_AT_A_TIME, first_half, |first, words| {
                let set = &mut with_entry[first / PLANES..][..words.len() / PLANES];
                self.join_planes(words, set);
                Ok(())
            })?;
        let set = PositionSet::of(Arc::clone(&self.fold), with_entry);

        let unfolded = set.unfold()?;
        let verifier = Verifier::new(self.class(), self.start, &unfolded);
        let disproved = |error| self.file.disproved(error);
        let third_quarter = progress.part(2, 3, 4);
        verifier.check_set(third_quarter).map_err(disproved)?;

        let last_quarter = progress.part(3, 4, 4);
        self.file
            .each_piece(VERIFIED_AT_A_TIME, last_quarter, |first, words| {
                let entries = PlanesOfEntries {
                    vector_bits: self.fold.layout.vector_bits,
                    first: first / PLANES,
                    words,
                };
                let checked = verifier.check_entries(&self.fold, entries, Progress::NONE);
                checked.map_err(disproved)
            })?;
        Ok(set)
    }

    /// The same, found once. Who watches has it done with a progress of its own.
    fn verified_once(&self) -> &Result<Option<PositionSet>> {
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
        let counter = PegCounter::new(self.class());
        let size = self.fold.block_words();
        let mut sums = vec![0; self.board().holes() + 1];
        self.file
            .each_piece(COUNTED_AT_A_TIME, progress, |first, words| {
                let mut set = vec![0; words.len() / PLANES];
                self.join_planes(words, &mut set);

                let mut tally = counter.tally();
                // Blocks, or parts of a long one: the lengths of both are powers of two.
                let numbers = (first / PLANES..).step_by(size);
                for (number, words) in numbers.zip(set.chunks(size)) {
                    let block = self.fold.places.block(number / size);
                    let first = block * size + number % size;
                    tally.add(self.fold.places.images(block), first, words);
                }
                for (sum, count) in sums.iter_mut().zip(counter.sum([tally])) {
                    *sum += count;
                }
                Ok(())
            })?;
        Ok(sums)
    }

    /// Sets the bits of the entries that aren't 0 in some words of the table.
    fn join_planes(&self, words: &[u64], set: &mut [u64]) {
        let vector_words = 1 << (self.fold.layout.vector_bits - WORD_BITS);
        let vectors = words.chunks(vector_words * PLANES);
        for (planes, set) in vectors.zip(set.chunks_mut(vector_words)) {
            for plane in planes.chunks(vector_words) {
                for (bits, plane) in set.iter_mut().zip(plane) {
                    *bits |= plane;
                }
            }
        }
    }

    /// The identifier of the image of an index below 2^rank in a kept block.
    fn stored(&self, index: u64) -> Result<u8> {
        let Some((word, bit)) = self.fold.find(index) else {
            return Ok(0);
        };
        let vector_bits = self.fold.layout.vector_bits;
        let places: [usize; PLANES] =
            std::array::from_fn(|plane| place_of_plane(vector_bits, word, plane));
        let bit = |word: u64| (word >> bit & 1) as u8;

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
        let identifier = self.stored(index)?;
        let is_start = position == self.start;
        if identifier == 0 && !is_start {
            return Ok(TableEntry::Unreachable);
        }
        if identifier == 1 && is_start {
            return Ok(TableEntry::Start);
        }

        let triple = self.turned.back(self.fold.turn(index), identifier);
        if let Some(triple) = triple
            && !is_start
        {
            let jump = self.board().triples()[triple];
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
            let index = self.class().index_of_member(at);
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
            self.proved.add(self.class().index_of_member(position));
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
            if self.stored(self.class().index_of_member(before))? != 0 {
                return Err(self.contradiction(position));
            }
        }
        Ok(())
    }
}

impl Record for StoredLastJumps {
    fn class(&self) -> &PositionClass {
        &self.fold.layout.class
    }

    fn start(&self) -> Bitboard {
        self.start
    }

    fn contains_index(&self, index: u64) -> Result<bool> {
        if index >> self.class().rank() != 0 {
            return Ok(false);
        }
        if let Some(Ok(Some(set))) = self.verified.get() {
            return Ok(set.contains_index(index));
        }
        if self.proved.has(index) {
            return Ok(true);
        }

        let position = self.class().position(index);
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

    /// The jump of the entry, or in an image of a kept block a jump of a lower triple from a
    /// position that has an entry, too.
    fn last_jump(&self, position: Bitboard) -> Result<Option<Jump>> {
        let Some(index) = self.class().index(position) else {
            return Ok(None);
        };
        let TableEntry::After(last_jump) = self.entry(index, position)? else {
            return Ok(None);
        };
        if self.fold.turn(index) == 0 {
            return Ok(Some(last_jump));
        }

        for &jump in self.board().shifts().legal_backwards(position) {
            let before = self.class().index_of_member(jump.play(position));
            if jump == last_jump || self.stored(before)? != 0 {
                return Ok(Some(jump));
            }
        }
        Ok(Some(last_jump))
    }

    fn contradiction(&self, position: Bitboard) -> Error {
        let picture = self.board().picture_line(position);
        let fault = Fault::Entry { picture };
        TABLE.faulty(fault).in_file(&self.file.path)
    }
}

/// The words of the table that are counted at a time: whole chunks, and whole vectors, of which
/// each has six planes of a power of two of words. Also whole blocks, or a part of one.
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
