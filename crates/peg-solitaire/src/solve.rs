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
mod vector_jumps;
mod within;

use std::ops::Deref;
use std::sync::Arc;

use crate::Error;
use crate::board::{Bitboard, SmallBoard};
use crate::class::PositionClass;
use crate::progress::Progress;
use closure::closed;
use layout::Layout;

pub use last_jumps::LastJumps;
pub use record::{Reachability, Record};
pub use set::ClassSet;
#[cfg(feature = "files")]
pub use slices::{InSlices, Resumed, Slice, SliceNeeds, SliceRun, Slicing, Sum};

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

impl Reachable {
    /// Finds every position that can be reached from the start, on all threads of the current pool. The progress is counted in blocks.
    ///
    /// # Errors
    /// When the start is not on the board, the set takes more memory than there is, or `progress` says to stop.
    pub fn solve(
        board: &SmallBoard,
        start: Bitboard,
        progress: Progress<'_>,
    ) -> Result<Self, Error> {
        if !board.full().contains(start) {
            return Err(Error::outside("start", board));
        }
        let layout = Layout::new(board, start);
        let what = || format!("the set of the reachable positions of {board}");
        let set = closed(layout, &[start], what, progress)?;
        Ok(Self { set, start })
    }

    /// The class that [`class`](Self::class) of the solved set would be, with the same index.
    pub(crate) fn class_of(board: &SmallBoard, start: Bitboard) -> Arc<PositionClass> {
        Layout::new(board, start).class
    }

    /// The memory in bytes that solving a board from this start takes: the set and the list of its blocks.
    pub fn memory_needed(board: &SmallBoard, start: Bitboard) -> u64 {
        Layout::new(board, start).memory_needed()
    }

    /// The start, which is in the set.
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
