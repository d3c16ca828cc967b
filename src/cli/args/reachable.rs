//! The reachable positions that a command works with: from the solver, or from a set or a table on disk.

use std::path::Path;

use anyhow::{Result, bail};

use crate::cli::output::{reads, watched};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, Board, SmallBoard};
use peg_solitaire::solve::{InSlices, Reachable, Record, StoredLastJumps};

/// Opens a set in slices or a table of last jumps.
pub fn open(path: &Path) -> Result<Box<dyn Record>> {
    if !path.try_exists().unwrap_or(true) {
        let path = path.display();
        refuse!("--reachable {path}: no such file or folder; `pegfont solve -o` writes one");
    }
    reads(path)?;
    Ok(match path.is_dir() {
        true => Box::new(InSlices::open(path)?),
        false => Box::new(StoredLastJumps::open(path)?),
    })
}

/// Requires that a set is for this board and, if one is given, this start.
pub fn require(set: &dyn Record, board: &SmallBoard, start: Option<Bitboard>) -> Result<()> {
    let found = set.board();
    if found != board {
        bail!("--reachable: the set is for {found}, not for {board}")
    }
    if start.is_some_and(|start| start != set.start()) {
        bail!("--reachable: the set is for another start:\n{}", found.picture(set.start()))
    }
    Ok(())
}

/// Solves a board with a progress bar.
pub fn solved(board: &SmallBoard, start: Bitboard) -> Result<Reachable> {
    let solved = watched("solving", |progress| Reachable::solve(board, start, progress));
    solved.map_err(|error| too_large(board, error))
}

/// Says of a board that is larger than memory that it can't be solved.
pub fn too_large(board: &Board, error: Error) -> anyhow::Error {
    let is_refused = matches!(error, Error::Memory(_));
    let error = anyhow::Error::new(error);
    if is_refused { error.context(format!("{board} is too large to solve")) } else { error }
}
