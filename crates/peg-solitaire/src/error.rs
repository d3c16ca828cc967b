//! Why work can't be done. What is wrong in a file of text is a [`FileError`](crate::FileError);
//! pictures, boards and jumps have errors of their own. Other modules fill in the figures, so this
//! one knows none of them.

mod damage;

use std::path::PathBuf;
use std::sync::Arc;
use std::{fmt, io};

use crate::board::BoardError;
use crate::memory::{MemoryError, bytes, bytes_needed};
use crate::progress::Interrupted;

pub use damage::{Damage, Fault};

/// Why nothing in another position class can be reached.
pub(crate) const OTHER_CLASS: &str =
    "can't be reached: no game from this start can end in it, whatever is played";
/// Why a position in the right class can't be reached.
pub(crate) const OUT_OF_REACH: &str = "can't be reached: no game from this start ends in it";

/// Why work was not begun, or not finished.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum Error {
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error("the {what} has pegs outside {board}")]
    OutsideBoard { what: &'static str, board: String },
    /// A solution or a position is used with another game, or another set, than its own.
    #[error("the {what} are of another game, not of this one on {board}")]
    OtherGame { what: &'static str, board: String },
    /// The positions of this kind were not asked for when the problem was solved.
    #[error("the positions of the kind {kind} were not asked for")]
    NotAsked { kind: &'static str },
    /// A target is in another position class than the start.
    #[error("the target {OTHER_CLASS}")]
    OtherClass,
    #[error(
        "the target has as many pegs as the start or more ({target} and {start}): \
         every jump takes one away"
    )]
    TooManyPegs { start: u32, target: u32 },
    /// A target is in the right class, with few enough pegs, and still out of reach.
    #[error("the target {OUT_OF_REACH}")]
    Unreachable,
    #[error("the targets must all have the same number of pegs")]
    UnequalTargets,
    #[error(
        "more than {most} positions lie between start and target, \
         which is more than the search may keep: choose a target with more pegs"
    )]
    TooLarge { most: usize },
    #[error("there are more than 2^128 solutions or games: too many to count in 128 bits")]
    TooMany,
    /// A search ends in a small part of the board, a square of `side` holes.
    #[error(
        "the empty holes of the start lie too far apart: \
         the search needs them within {side} x {side} holes"
    )]
    FarApart { side: usize },
    /// The numbers of the triples don't fit into six bits.
    #[error("{board} has {triples} triples; a table of last jumps can hold at most 62")]
    TooManyTriples { board: String, triples: usize },
    /// A set or a table of last jumps contradicts the rules, or the two each other.
    #[error(transparent)]
    Wrong(#[from] Contradiction),
    #[error("{}{error}", named(path))]
    Io {
        path: Option<PathBuf>,
        error: IoError,
    },
    /// A file is damaged, or of another kind or version.
    #[error("{}{damage}", named(path))]
    Damaged {
        path: Option<PathBuf>,
        damage: Damage,
    },
    /// The memory that a set in slices may use is too little.
    #[error("{board} needs at least {} of memory", bytes_needed(*.least))]
    Limit { board: String, least: u64 },
    #[error(
        "not enough disk space for {board}: {} needed, {} free",
        bytes_needed(*.needed), bytes(*.free)
    )]
    Disk {
        board: String,
        needed: u64,
        free: u64,
    },
    #[error("another run is computing the set {}", path.display())]
    InUse { path: PathBuf },
    /// The folder holds other things than a set.
    #[error("{} is not a set of reachable positions in slices", path.display())]
    NotASet { path: PathBuf },
    /// The folder has another set, or the same numbered otherwise.
    #[error(
        "{} has a set of another board, start or number of parts, or from another version",
        path.display()
    )]
    OtherSet { path: PathBuf },
    /// A slice is asked for that the plan of the set doesn't have.
    #[error("there is no slice {name}: the last one is {last}")]
    NoSlice { name: String, last: String },
    #[error(
        "{}: the set is not finished, {found} of {expected} slices are there",
        path.display()
    )]
    Unfinished {
        path: PathBuf,
        found: usize,
        expected: usize,
    },
}

/// What the rules of the game prove wrong in a set, or in a table of last jumps. A `picture` shows
/// the position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the messages say it")]
#[non_exhaustive]
pub enum Contradiction {
    #[error("the set is of another board or start than the table of last jumps")]
    OfAnotherSet,
    #[error("{picture} is in the set, and no position from which a jump leads there")]
    NothingLeadsThere { picture: String },
    #[error("this position is in the set, and can't be reached:\n{picture}")]
    CannotBeReached { picture: String },
    #[error("this position is not in the set, and can be reached:\n{picture}")]
    IsMissing { picture: String },
    #[error(
        "the last jump into this position has the identifier {found}, \
         and should have {expected}:\n{picture}"
    )]
    OtherLastJump {
        found: u8,
        expected: u8,
        picture: String,
    },
}

/// What work comes to, or why it doesn't.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// The name of a file, if it is known, before what is wrong with it.
fn named(path: &Option<PathBuf>) -> String {
    match path {
        Some(path) => format!("{}: ", path.display()),
        None => String::new(),
    }
}

impl Error {
    /// A position or a set of holes, `what`, has some outside the board.
    pub fn outside(what: &'static str, board: &impl ToString) -> Self {
        Self::OutsideBoard {
            what,
            board: board.to_string(),
        }
    }

    /// `what` belongs to another game than the one on this board.
    pub fn other_game(what: &'static str, board: &impl ToString) -> Self {
        Self::OtherGame {
            what,
            board: board.to_string(),
        }
    }

    /// This error, with the file that can't be read or is damaged.
    #[cfg(feature = "files")]
    pub(crate) fn in_file(mut self, file: &std::path::Path) -> Self {
        if let Self::Io { path, .. } | Self::Damaged { path, .. } = &mut self {
            *path = Some(file.to_owned());
        }
        self
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io {
            path: None,
            error: error.into(),
        }
    }
}

impl From<Damage> for Error {
    fn from(damage: Damage) -> Self {
        Self::Damaged { path: None, damage }
    }
}

/// An [`io::Error`] that can be cloned. It equals those of the same kind and words.
#[derive(Clone, Debug)]
pub struct IoError(Arc<io::Error>);

impl IoError {
    /// Of which kind it is.
    #[must_use]
    pub fn kind(&self) -> io::ErrorKind {
        self.0.kind()
    }

    /// The number that the system gave to it, if it is the system's.
    #[must_use]
    pub fn raw_os_error(&self) -> Option<i32> {
        self.0.raw_os_error()
    }
}

impl From<io::Error> for IoError {
    fn from(error: io::Error) -> Self {
        Self(Arc::new(error))
    }
}

impl PartialEq for IoError {
    fn eq(&self, other: &Self) -> bool {
        self.kind() == other.kind() && self.to_string() == other.to_string()
    }
}

impl Eq for IoError {}

impl fmt::Display for IoError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
