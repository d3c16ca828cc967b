//! Why work can't be done: the one error of this crate, beside what is wrong in a [text](crate::toml_file::FileError).

use std::convert::Infallible;
use std::io;
use std::path::PathBuf;

use crate::memory::MemoryError;
use crate::progress::Interrupted;

/// Why work was not begun, or not finished.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The watcher stopped the work.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The start or another position has pegs outside the board.
    #[error("the {what} has pegs outside {board}")]
    OutsideBoard { what: &'static str, board: String },
    /// The numbers of the triples don't fit into six bits.
    #[error("{board} has {triples} triples; a table of last jumps can hold at most 62")]
    TooManyTriples { board: String, triples: usize },
    /// A file can't be read or written.
    #[error("{}{what}", before(path))]
    Io { path: Option<PathBuf>, kind: io::ErrorKind, what: String },
    /// A file is damaged, or of another kind or version.
    #[error("{}{what}", before(path))]
    Damaged { path: Option<PathBuf>, what: String },
}

/// The name of a file, if it is known, before what is wrong with it.
fn before(path: &Option<PathBuf>) -> String {
    path.as_ref().map_or_else(String::new, |path| format!("{}: ", path.display()))
}

impl Error {
    pub(crate) fn outside(what: &'static str, board: &impl ToString) -> Self {
        Self::OutsideBoard { what, board: board.to_string() }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io { path: None, kind: error.kind(), what: error.to_string() }
    }
}

impl From<Infallible> for Error {
    fn from(never: Infallible) -> Self {
        match never {}
    }
}
