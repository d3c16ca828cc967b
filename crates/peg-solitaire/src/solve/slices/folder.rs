//! The folder of a set in slices: the text that describes the set, the lock of the run that writes it, and the names of the slices.
//!
//! ```text
//! 6x7.set/
//!   set.toml           board, start, and how the positions are numbered
//!   lock               locked by the run that computes the slices
//!   000-0.slice        level 0, part 0
//!   000-1.slice
//!   ...
//! ```

use std::fmt::Write as _;
use std::fs::{self, File, TryLockError};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use serde::Deserialize;

use super::file::SliceFile;
use super::order::{Order, Slice};
use crate::board::{Bitboard, SmallBoard};
use crate::data_file::open_plain;
use crate::solve::SliceError;
use crate::solve::layout::Layout;
use crate::solve::set::Fold;
use crate::whole_file::{WholeFile, folder, is_unfinished};

const DESCRIPTION: &str = "set.toml";
const LOCK: &str = "lock";
/// The version that is written, and the only one that is read.
pub(super) const VERSION: u32 = 2;

/// The folder of a set.
#[derive(Clone)]
pub(super) struct Folder {
    pub path: PathBuf,
    /// The checksum of the description.
    set: u32,
    block_words: usize,
}

/// The folder of a set, locked: no other run writes to it.
#[derive(Debug)]
pub struct LockedFolder {
    _lock: File,
}

/// What a description says of a set; the rest follows from it.
#[derive(Deserialize)]
struct Described {
    version: u32,
    board: String,
    start: String,
    parts: usize,
}

impl Folder {
    pub fn new(path: &Path, description: &str, fold: &Fold) -> Self {
        let set = crc32fast::hash(description.as_bytes());
        Self { path: path.to_owned(), set, block_words: fold.block_words() }
    }

    /// Makes the folder, if need be, and locks it. What is in it already must be of the same set.
    pub fn begin(&self, description: &str) -> Result<LockedFolder, SliceError> {
        let io = |path: &Path, error| SliceError::Io { path: path.to_owned(), error };
        fs::create_dir_all(&self.path).map_err(|error| io(&self.path, error))?;
        let name = self.path.join(DESCRIPTION);
        let lock = self.path.join(LOCK);
        // Another run makes its lock before anything else.
        if !name.exists() && self.has_other_things()? && !lock.is_file() {
            return Err(SliceError::NotASet { path: self.path.clone() });
        }
        if lock.exists() {
            open_plain(&lock).map_err(|error| io(&lock, error))?;
        }
        let file = File::options().create(true).truncate(false).write(true).open(&lock);
        let file = file.map_err(|error| io(&lock, error))?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(SliceError::InUse { path: self.path.clone() });
            }
            Err(TryLockError::Error(error)) => return Err(io(&lock, error)),
        }
        // What killed runs left: nobody else writes here.
        for entry in fs::read_dir(&self.path).into_iter().flatten().flatten() {
            if is_unfinished(&entry.file_name()) {
                let _ = fs::remove_file(entry.path());
            }
        }
        match read_description(&name) {
            Ok(found) if found == description => Ok(LockedFolder { _lock: file }),
            Ok(_) => Err(SliceError::OtherSet { path: self.path.clone() }),
            Err(error) if error.kind() != io::ErrorKind::NotFound => Err(io(&name, error)),
            Err(_) if self.has_other_things()? => {
                Err(SliceError::NotASet { path: self.path.clone() })
            }
            Err(_) => {
                let write = || -> io::Result<()> {
                    let mut file = WholeFile::create(&name)?;
                    file.write_all(description.as_bytes())?;
                    file.finish()
                };
                write().map_err(|error| io(&name, error))?;
                Ok(LockedFolder { _lock: file })
            }
        }
    }

    /// Whether there is anything in the folder but a lock, and files that a killed run left unfinished.
    fn has_other_things(&self) -> Result<bool, SliceError> {
        let entries = fs::read_dir(&self.path)
            .map_err(|error| SliceError::Io { path: self.path.clone(), error })?;
        Ok(entries.flatten().any(|entry| {
            let name = entry.file_name();
            name != LOCK && !is_unfinished(&name)
        }))
    }

    /// The file of a slice.
    pub fn file<'s>(&self, slice: &'s Slice) -> SliceFile<'s> {
        let path = self.path.join(format!("{:03}-{}.slice", slice.level, slice.part));
        SliceFile { path, slice, set: self.set, block_words: self.block_words }
    }
}

/// Descriptions have a few hundred bytes.
const LONGEST: u64 = 1 << 16;

/// Reads a description: a plain file, and not a long one.
fn read_description(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    open_plain(path)?.take(LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

/// The text that describes a set: what it is, and how the positions and the slices are numbered.
pub(super) fn description(start: Bitboard, layout: &Layout, order: &Order, parts: usize) -> String {
    let board = layout.class.board();
    let holes: Vec<String> =
        layout.class.free_holes().iter().map(|&hole| board.hole_name(hole)).collect();
    let mut text = String::from(
        "# Reachable positions in slices, written by pegfont. The slices belong to exactly this text.\n",
    );
    let mut parities = Vec::new();
    let mut line = |key: &str, value: &dyn std::fmt::Display| {
        // Writing to a string can't fail.
        let _ = writeln!(text, "{key} = {value}");
    };
    let quoted = |text: String| toml::Value::String(text);
    line("version", &VERSION);
    line("board", &quoted(board.to_text()));
    line("start", &quoted(board.picture_line(start)));
    line("parts", &parts);
    line("slices", &order.slices.len());
    line("blocks", &order.blocks.len());
    line("block_bits", &layout.inside_bits());
    line("images", &layout.group.order());
    line("holes", &quoted(holes.join(" ")));
    let blocks = &holes[layout.inside_bits()..];
    for parity in &order.parities {
        let counted = blocks.iter().enumerate().filter(|(bit, _)| parity >> bit & 1 == 1);
        let counted: Vec<&str> = counted.map(|(_, hole)| hole.as_str()).collect();
        parities.push(toml::Value::String(counted.join(" ")));
    }
    line("parities", &toml::Value::Array(parities));
    text
}

/// The board, the start and the number of parts of the set in a folder, and the text that says so.
pub(super) fn described(path: &Path) -> Result<(SmallBoard, Bitboard, usize, String), SliceError> {
    let not_a_set = || SliceError::NotASet { path: path.to_owned() };
    let name = path.join(DESCRIPTION);
    let text = read_description(&name).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound if !path.exists() => {
            SliceError::Io { path: path.to_owned(), error }
        }
        io::ErrorKind::NotFound | io::ErrorKind::NotADirectory => not_a_set(),
        _ => SliceError::Io { path: name.clone(), error },
    })?;
    let described: Described = toml::from_str(&text).map_err(|_| not_a_set())?;
    if described.version != VERSION {
        return Err(SliceError::Version { path: path.to_owned(), found: described.version });
    }
    let board = SmallBoard::from_text(&described.board).map_err(|_| not_a_set())?;
    let start = board.parse_position(&described.start).map_err(|_| not_a_set())?;
    Ok((board, start, described.parts, text))
}

/// The bytes that can still be written to the disk of this folder, or of the one that it will be made in, where the system
/// says.
pub(super) fn free_space(path: &Path) -> Option<u64> {
    #[cfg(target_os = "linux")]
    {
        let found = [path, folder(path)].into_iter().find(|path| path.exists());
        let space = rustix::fs::statvfs(found?).ok()?;
        Some(space.f_bavail.saturating_mul(space.f_frsize))
    }
    #[cfg(not(target_os = "linux"))]
    {
        let _ = path;
        None
    }
}
