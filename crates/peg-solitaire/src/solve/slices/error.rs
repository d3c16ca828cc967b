//! Why a set in slices can't be computed or opened.

use std::io;
use std::path::{Path, PathBuf};

use super::folder::VERSION;
use crate::Error;
use crate::memory::{MemoryError, bytes, bytes_needed};
use crate::progress::Interrupted;

/// Why a set in slices can't be computed or opened.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SliceError {
    /// A file can't be read or written.
    #[error("{}: {error}", path.display())]
    Io { path: PathBuf, error: io::Error },
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The memory that may be used is too little.
    #[error("{board} needs at least {} of memory", bytes_needed(*.least))]
    Limit { board: String, least: u64 },
    /// The disk is too small.
    #[error("not enough disk space for {board}: {} needed, {} free", bytes_needed(*.needed), bytes(*.free))]
    Disk { board: String, needed: u64, free: u64 },
    /// The watcher stopped the work. What was finished stays.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The start has pegs outside the board, or the like.
    #[error(transparent)]
    Solve(Error),
    /// The board's blocks depend on each other in cycles.
    #[error("{board} can't be cut into slices: its blocks depend on each other in cycles")]
    NoOrder { board: String },
    /// The set can't be cut into this many parts.
    #[error("a set can't be cut into {parts} parts; take a power of two up to {most}")]
    Parts { parts: usize, most: usize },
    /// Another run computes this set.
    #[error("another run is computing the set {}", path.display())]
    InUse { path: PathBuf },
    /// There are other things in the folder.
    #[error("{} is not a set of reachable positions in slices", path.display())]
    NotASet { path: PathBuf },
    /// The set was written by another version.
    #[error("{}: the set has version {found}; this program reads version {VERSION}: compute it again", path.display())]
    Version { path: PathBuf, found: u32 },
    /// The folder has another set, or the same numbered otherwise.
    #[error("{} has a set of another board, start or number of parts, or from another version", path.display())]
    OtherSet { path: PathBuf },
    /// Not all slices are there.
    #[error("{}: the set is not finished, {found} of {expected} slices are there", path.display())]
    Unfinished { path: PathBuf, found: usize, expected: usize },
    /// A slice is damaged.
    #[error("{}: {error}", path.display())]
    Damaged { path: PathBuf, error: Error },
}

impl SliceError {
    pub(super) fn of(path: &Path, error: Error) -> Self {
        let path = path.to_owned();
        match error {
            Error::Io { kind, what, .. } => Self::Io { path, error: io::Error::new(kind, what) },
            Error::Memory(error) => Self::Memory(error),
            Error::Interrupted(error) => Self::Interrupted(error),
            error => Self::Damaged { path, error },
        }
    }
}

impl From<Error> for SliceError {
    fn from(error: Error) -> Self {
        match error {
            Error::Memory(error) => Self::Memory(error),
            Error::Interrupted(error) => Self::Interrupted(error),
            error => Self::Solve(error),
        }
    }
}

impl From<SliceError> for Error {
    fn from(error: SliceError) -> Self {
        match error {
            SliceError::Memory(error) => error.into(),
            SliceError::Interrupted(error) => error.into(),
            SliceError::Solve(error) => error,
            SliceError::Io { path, error } => {
                Self::Io { path: Some(path), kind: error.kind(), what: error.to_string() }
            }
            error => Self::Damaged { path: None, what: error.to_string() },
        }
    }
}
