//! The folder of a set in slices (`docs/internals/past-memory.md`): the text that describes the
//! set, its lock, and the files of the slices, in the [format](crate::data_file) of all large
//! files. Each is written once and never changed.
//!
//! Any number of processes that compute single slices hold the lock together. The one that computes
//! the whole set, or plans it and removes what killed runs left, holds it alone.

use std::collections::BTreeSet;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::plan::{SliceName, Slicing, laid_out};
use crate::board::{Bitboard, Board, SmallBoard};
use crate::data_file::{self, CHUNK, Cache, ChunkNumber, DataFile, FileType, open_plain};
use crate::progress::Progress;
use crate::solve::places::Slice;
use crate::whole_file::{WholeFile, is_unfinished};
use crate::{Damage, Error, Fault, Result};

const DESCRIPTION: &str = "set.toml";
const LOCK: &str = "lock";
/// The version that is written, and the only one that is read.
const VERSION: u32 = 4;

/// How often the lock of a set is tried, and how long after each time.
const ATTEMPTS: usize = 40;
const BETWEEN_ATTEMPTS: Duration = Duration::from_millis(50);

pub(super) struct Folder {
    pub path: PathBuf,
    description: String,
    block_words: usize,
}

/// What describes a set: what it is, and how the positions and the slices are numbered. All but the
/// first follow from those.
#[derive(Serialize, Deserialize)]
struct Description {
    version: u32,
    board: String,
    start: String,
    parts: usize,
    slices: usize,
    blocks: usize,
    block_bits: usize,
    images: usize,
    holes: String,
}

impl Folder {
    pub fn new(path: &Path, plan: &Slicing) -> Self {
        Self {
            path: path.to_owned(),
            description: plan.description(),
            block_words: plan.fold.block_words(),
        }
    }

    /// Makes the folder, if need be, and locks it for this process alone, as long as the returned
    /// file is open. What is in it already must be of the same set.
    pub fn begin(&self) -> Result<File> {
        fs::create_dir_all(&self.path).map_err(in_file(&self.path))?;

        // What is refused is left as it is. Another run makes its lock before anything else.
        match self.is_begun() {
            Err(Error::NotASet { .. }) if self.path.join(LOCK).is_file() => {}
            begun => drop(begun?),
        }

        let file = self.open_lock()?;
        file.try_lock().map_err(|error| match error {
            TryLockError::WouldBlock => self.in_use(),
            TryLockError::Error(error) => in_file(&self.path.join(LOCK))(error),
        })?;

        let is_begun = self.is_begun()?;
        // What killed runs left: nobody else writes here.
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if is_unfinished(&entry.file_name()) {
                let _ = fs::remove_file(entry.path());
            }
        }
        if !is_begun {
            self.write_description()?;
        }
        Ok(file)
    }

    /// Locks the folder of a planned set together with others, as long as the returned file is
    /// open. Where the file system has no locks, there is nothing to wait for.
    pub fn join(&self) -> Result<File> {
        let file = self.open_lock()?;
        // Another process that plans the set again holds it for a moment only.
        for _ in 0..ATTEMPTS {
            match file.try_lock_shared() {
                Err(TryLockError::WouldBlock) => thread::sleep(BETWEEN_ATTEMPTS),
                Err(TryLockError::Error(_)) | Ok(()) => return Ok(file),
            }
        }
        Err(self.in_use())
    }

    /// Opens the lock, which must be a plain file. Some network file systems want it readable for a
    /// shared lock, and writable for one that is held alone.
    fn open_lock(&self) -> Result<File> {
        let lock = self.path.join(LOCK);
        if lock.exists() {
            open_plain(&lock).map_err(in_file(&lock))?;
        }

        File::options()
            .create(true)
            .truncate(false)
            .read(true)
            .write(true)
            .open(&lock)
            .map_err(in_file(&lock))
    }

    fn in_use(&self) -> Error {
        Error::InUse {
            path: self.path.clone(),
        }
    }

    fn write_description(&self) -> Result<()> {
        let name = self.path.join(DESCRIPTION);
        let write = || -> io::Result<()> {
            let mut file = WholeFile::create(&name)?;
            file.write_all(self.description.as_bytes())?;
            file.finish()
        };
        write().map_err(in_file(&name))
    }

    /// Whether the set was begun in the folder. Otherwise it has nothing but a lock, and files that
    /// a killed run left unfinished.
    pub fn is_begun(&self) -> Result<bool> {
        let path = self.path.clone();
        let name = self.path.join(DESCRIPTION);
        match read_description(&name) {
            Ok(found) if found == self.description => return Ok(true),
            Err(error) if error.kind() == io::ErrorKind::InvalidData => {
                return Err(Error::NotASet { path });
            }
            Ok(_) => return Err(Error::OtherSet { path }),
            Err(error) if error.kind() != io::ErrorKind::NotFound => {
                return Err(in_file(&name)(error));
            }
            Err(_) => {}
        }

        let entries = fs::read_dir(&path).map_err(in_file(&path))?;
        let mut names = entries.flatten().map(|entry| entry.file_name());
        if names.any(|name| name != LOCK && !is_unfinished(&name)) {
            return Err(Error::NotASet { path });
        }
        Ok(false)
    }
}

/// An error of the system with its file.
fn in_file(path: &Path) -> impl Fn(io::Error) -> Error {
    |error| Error::from(error).in_file(path)
}

/// Reads a description: a plain file, and not a long one. Descriptions have a few hundred bytes.
fn read_description(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open_plain(path)?.take(1 << 16).read_to_string(&mut text)?;
    Ok(text)
}

impl Slicing {
    /// Refuses, before anything is planned, a set that can't be computed in this folder: the
    /// largest slices are larger than memory, or all are larger than what is free on the disk.
    ///
    /// # Errors
    /// As with [`new`](Self::new), and when the disk is too small.
    pub fn check(board: &SmallBoard, start: Bitboard, folder: &Path) -> Result<()> {
        let (_, least) = laid_out(board, start)?;
        check_space(folder, board, least.disk)
    }

    /// The plan of the set in a folder, finished or not.
    ///
    /// # Errors
    /// When there is no set, or it was written by another version.
    pub fn of(folder: &Path) -> Result<Self> {
        let found = described(folder)?;
        let plan = Self::new(&found.board, found.start, Some(found.parts));
        let plan = plan.map_err(|error| match error {
            Error::Memory(mut error) => {
                error.what = format!("{} in {}", error.what, folder.display()).into();
                Error::Memory(error)
            }
            error => error,
        })?;

        if plan.description() != found.text {
            return Err(Error::OtherSet {
                path: folder.to_owned(),
            });
        }
        Ok(plan)
    }

    /// The slices of this plan that are in a folder. Their headers are verified.
    ///
    /// # Errors
    /// When a header is damaged or that of another set.
    pub fn found_in(&self, folder: &Path) -> Result<BTreeSet<SliceName>> {
        let place = Folder::new(folder, self);
        let mut found = BTreeSet::new();
        for slice in &self.fold.places.slices {
            if place.find(slice)?.is_some() {
                found.insert(slice.name());
            }
        }
        Ok(found)
    }

    /// The text that describes the set: the board, the start, and how positions and slices are
    /// numbered.
    fn description(&self) -> String {
        let layout = &self.fold.layout;
        let places = &self.fold.places;
        let board = self.board();
        let holes = layout
            .class
            .free_holes()
            .iter()
            .map(|&hole| board.hole_name(hole));

        let description = Description {
            version: VERSION,
            board: board.as_board().to_text(),
            start: board.picture_line(self.start),
            parts: self.parts,
            slices: places.slices.len(),
            blocks: places.count(),
            block_bits: layout.inside_bits(),
            images: layout.group.order(),
            holes: holes.collect::<Vec<_>>().join(" "),
        };

        let text = toml::to_string(&description).expect("numbers and texts");
        format!(
            "# Reachable positions in slices, written by pegfont. \
             The slices belong to exactly this text.\n{text}"
        )
    }
}

/// What the text in the folder of a set says.
struct SetInFolder {
    pub board: SmallBoard,
    pub start: Bitboard,
    pub parts: usize,
    pub text: String,
}

/// Reads what describes the set in a folder.
fn described(path: &Path) -> Result<SetInFolder> {
    let not_a_set = || Error::NotASet {
        path: path.to_owned(),
    };
    let name = path.join(DESCRIPTION);
    let text = read_description(&name).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound if !path.exists() => in_file(path)(error),
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => not_a_set(),
        // It is no text.
        io::ErrorKind::InvalidData => not_a_set(),
        _ => in_file(&name)(error),
    })?;

    let described: Description = toml::from_str(&text).map_err(|_| not_a_set())?;
    if described.version != VERSION {
        let damage = Damage::OtherVersion {
            what: "set",
            found: described.version,
            known: VERSION,
        };
        return Err(Error::from(damage).in_file(path));
    }

    let board = Board::from_text(&described.board)
        .and_then(|board| board.small())
        .map_err(|_| not_a_set())?;
    let start = board
        .parse_pattern(&described.start)
        .map_err(|_| not_a_set())?;
    Ok(SetInFolder {
        board,
        start,
        parts: described.parts,
        text,
    })
}

/// Refuses a set of `needed` bytes that is larger than what can still be written to the disk of
/// this folder, or of the one that it will be made in, where the system says.
pub(super) fn check_space(path: &Path, board: &SmallBoard, needed: u64) -> Result<()> {
    #[cfg(target_os = "linux")]
    {
        let found = [path, crate::whole_file::folder(path)]
            .into_iter()
            .find(|path| path.exists());
        let space = found.and_then(|path| rustix::fs::statvfs(path).ok());
        let free = space.map(|space| space.f_bavail.saturating_mul(space.f_frsize));
        if let Some(free) = free.filter(|&free| free < needed) {
            return Err(Error::Disk {
                board: board.to_string(),
                needed,
                free,
            });
        }
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (path, board, needed);
    Ok(())
}

const KIND: FileType = FileType {
    tag: *b"slic",
    version: 2,
    name: "slice",
};

/// What describes a slice: the checksum of the text that describes the set, where the slice is in
/// it, and how many positions it has by number of pegs, mirror images included.
#[derive(PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SliceDescription {
    set: u32,
    level: usize,
    part: usize,
    blocks: usize,
    block_words: usize,
    positions: Vec<u64>,
}

impl Folder {
    pub fn path_of(&self, slice: &Slice) -> PathBuf {
        self.path.join(format!("{}.slice", slice.name()))
    }

    fn describe(&self, slice: &Slice, positions: Vec<u64>) -> SliceDescription {
        SliceDescription {
            set: crc32fast::hash(self.description.as_bytes()),
            level: slice.level,
            part: slice.part,
            blocks: slice.places.len(),
            block_words: self.block_words,
            positions,
        }
    }

    /// Writes a slice, synced, under its name.
    pub fn write(&self, slice: &Slice, words: &[u64], counts: &[u64]) -> Result<()> {
        let path = self.path_of(slice);
        let write = || -> Result<()> {
            let mut file = WholeFile::create(&path)?;
            let description = self.describe(slice, counts.to_vec());
            data_file::write(&mut file, KIND, &description, words, Progress::NONE)?;
            Ok(file.finish()?)
        };
        write().map_err(|error| error.in_file(&path))
    }

    /// Reads the header of a slice.
    pub fn open(&self, slice: &Slice) -> Result<StoredSlice> {
        let path = self.path_of(slice);
        let open = || -> Result<_> {
            let data = DataFile::read(&open_plain(&path)?, KIND)?;
            let found: SliceDescription = data.described()?;
            let expected = self.describe(slice, found.positions.clone());
            if found != expected || data.words != (expected.blocks * self.block_words) as u64 {
                return Err(data.kind.faulty(Fault::AnotherSlice));
            }
            Ok((data, found.positions))
        };

        let (data, stated) = open().map_err(|error| error.in_file(&path))?;
        Ok(StoredSlice {
            file: StoredFile { path, data },
            stated,
        })
    }

    /// Opens a slice; none if its file isn't there.
    pub fn find(&self, slice: &Slice) -> Result<Option<StoredSlice>> {
        match self.open(slice) {
            Err(Error::Io { error, .. }) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            found => found.map(Some),
        }
    }
}

/// A slice on disk.
pub(super) struct StoredSlice {
    pub file: StoredFile,
    /// The numbers of positions by number of pegs, as its header states them.
    stated: Vec<u64>,
}

impl StoredSlice {
    /// Checks that the header states what was counted.
    pub fn require(&self, counted: &[u64]) -> Result<()> {
        if self.stated == counted {
            return Ok(());
        }

        let sum = |counts: &[u64]| -> u128 { counts.iter().map(|&count| u128::from(count)).sum() };
        let stated = sum(&self.stated);
        let counted = sum(counted);
        let fault = if stated == counted {
            Fault::Pegs { counted }
        } else {
            Fault::Count { stated, counted }
        };
        Err(KIND.faulty(fault).in_file(&self.file.path))
    }
}

/// A slice or table on disk. The file is open only while it is read.
pub(in crate::solve) struct StoredFile {
    pub path: PathBuf,
    pub data: DataFile,
}

impl StoredFile {
    /// Reads a block of the file with this number, or takes it from the chunks that were read
    /// lately.
    pub fn block(
        &self,
        cache: &Cache,
        file: usize,
        words: Range<usize>,
        block: &mut Vec<u64>,
    ) -> Result<()> {
        block.clear();

        // Both are powers of two.
        let size = words.len();
        for first in words.step_by(CHUNK) {
            let within = first % CHUNK..first % CHUNK + size.min(CHUNK);
            let asked = ChunkNumber {
                file,
                chunk: first / CHUNK,
            };
            let read = |chunk: &mut _| self.chunk(asked.chunk, chunk);
            let take = |chunk: &[u64]| block.extend_from_slice(&chunk[within]);
            cache.chunk(asked, read, take)?;
        }
        Ok(())
    }

    /// Calls with all words, piece by piece: see [`DataFile::each_piece`].
    pub fn each_piece(
        &self,
        size: usize,
        progress: Progress<'_>,
        each: impl FnMut(usize, &[u64]) -> Result<()>,
    ) -> Result<()> {
        self.read(|file| self.data.each_piece(file, size, progress, each))
    }

    /// Names this file in the error that says what the rules prove wrong in it.
    pub fn disproved(&self, error: Error) -> Error {
        match error {
            Error::Wrong(contradiction) => {
                let damage = Damage::Disproved {
                    what: self.data.kind.name,
                    contradiction,
                };
                Error::from(damage).in_file(&self.path)
            }
            error => error,
        }
    }

    pub fn chunk(&self, number: usize, words: &mut Vec<u64>) -> Result<()> {
        let begin = number * CHUNK;
        words.resize(CHUNK.min(self.len() - begin), 0);
        self.read(|file| self.data.content(file, begin as u64, words))
    }

    fn read<T>(&self, read: impl FnOnce(&File) -> Result<T>) -> Result<T> {
        let file = open_plain(&self.path).map_err(Error::from);
        file.and_then(|file| read(&file))
            .map_err(|error| error.in_file(&self.path))
    }

    pub fn len(&self) -> usize {
        self.data.words as usize
    }
}
