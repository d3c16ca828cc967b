//! The solver: the set of positions that can be reached from a start, and the last jump to each.
//!
//! | what | where it is |
//! |---|---|
//! | [`Reachable`], one block of each set of mirror images | in memory |
//! | [`ClassSet`], any such set of positions, also played backwards | in memory |
//! | `InSlices`, the same as `Reachable` | in slices on disk |
//! | [`LastJumps`], the last jump to each position | in memory, or in a file |
//! | [`Record`], any of those that were reached from a start | |
//!
//! Every jump removes a peg, so all paths to a position have the same length and the order of discovery does not
//! matter. The set is closed in place, block by block (see `solve/layout.rs`), and the last jumps are filled in
//! one pass over the finished set.

mod backwards;
mod closure;
#[allow(unsafe_code, reason = "vector instructions")]
mod kernel;
mod last_jumps;
mod layout;
mod levels;
mod mirror;
mod record;
mod set;
#[cfg(feature = "files")]
mod slices;
#[cfg(feature = "files")]
mod table;
mod vector_jumps;
mod verify;
mod within;

use std::ops::Deref;
use std::sync::Arc;

use thiserror::Error;

use crate::board::{Bitboard, SmallBoard};
use crate::class::PositionClass;
use crate::memory::MemoryError;
use crate::progress::{Interrupted, Progress};
use closure::closed;
use layout::Layout;

pub use kernel::Instructions;
pub use last_jumps::{LastJump, LastJumps};
pub use record::{Reachability, ReadError, Record};
pub use set::ClassSet;
#[cfg(feature = "files")]
pub use slices::{
    InSlices, LockedFolder, Resumed, Slice, SliceError, SliceNeeds, SliceRun, Slicing, Sum,
};
pub use verify::{VerifyError, WrongEntry};

/// The positions that can be reached from a start, a [`ClassSet`]: 67 MiB on 5 x 7.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, progress::Progress, solve::Reachable};
/// let board: SmallBoard = "4x4".parse()?;
/// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
/// assert!(reachable.contains(board.parse_position("####\n#..#\n####\n####")?) == false);
/// assert!(reachable.contains(board.central_vacancy()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reachable {
    set: ClassSet,
    start: Bitboard,
}

/// Why a board can't be solved.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum SolveError {
    /// There is not enough memory.
    #[error(transparent)]
    Memory(#[from] MemoryError),
    /// The set can't be read.
    #[error(transparent)]
    Read(#[from] ReadError),
    /// The watcher stopped the work.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
    /// The start has pegs outside the board.
    #[error("the start has pegs outside {board}")]
    OutsideBoard { board: String },
    /// The numbers of the triples don't fit into six bits.
    #[error("{board} has {triples} triples; a table of last jumps can hold at most 62")]
    TooManyTriples { board: String, triples: usize },
}

impl Reachable {
    /// Finds every position that can be reached from the start, with the best instructions of the processor, on all
    /// threads of the current pool. The progress is counted in blocks.
    ///
    /// # Errors
    /// When the start is not on the board, the set takes more memory than there is, or `progress` says to stop.
    pub fn solve(
        board: &SmallBoard,
        start: Bitboard,
        progress: Progress<'_>,
    ) -> Result<Self, SolveError> {
        Self::solve_with(board, start, Instructions::Best, progress)
    }

    /// The same with a choice of instructions.
    ///
    /// # Errors
    /// As [`solve`](Self::solve).
    pub fn solve_with(
        board: &SmallBoard,
        start: Bitboard,
        instructions: Instructions,
        progress: Progress<'_>,
    ) -> Result<Self, SolveError> {
        if !board.full().contains(start) {
            return Err(SolveError::OutsideBoard { board: board.to_string() });
        }
        let layout = Layout::new(board, start);
        let what = || format!("the set of the reachable positions of {board}");
        let set = closed(layout, &[start], instructions, what, progress)?;
        Ok(Self { set, start })
    }

    /// The class that [`class`](Self::class) of the solved set would be, with the same index.
    pub(crate) fn class_of(board: &SmallBoard, start: Bitboard) -> Arc<PositionClass> {
        Layout::new(board, start).class
    }

    /// The memory in bytes that solving a board from this start takes: the set and the list of its blocks.
    #[must_use]
    pub fn memory_needed(board: &SmallBoard, start: Bitboard) -> u64 {
        Layout::new(board, start).memory_needed()
    }

    /// The start, which is in the set.
    #[must_use]
    pub fn start(&self) -> Bitboard {
        self.start
    }
}

impl Deref for Reachable {
    type Target = ClassSet;

    fn deref(&self) -> &ClassSet {
        &self.set
    }
}
