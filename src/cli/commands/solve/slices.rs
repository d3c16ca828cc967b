//! `pegfont solve -o NAME.set` and `--reachable NAME.set`: sets in slices on disk.

use std::path::Path;

use anyhow::{Result, anyhow};

use crate::cli::output::{counted, watched};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{InSlices, Slicing};
use pegfont_base::memory::{self, bytes, bytes_needed};

/// The memory for threads and buffers, in addition.
const MARGIN: u64 = 16 << 20;
/// What the program is taken to need at least, so that the same limit is enough in every run.
const OWN: u64 = 16 << 20;

/// The memory that this process takes in addition to the slices and the tables of a plan.
fn own_memory(plan: &Slicing) -> u64 {
    memory::resident().map_or(OWN, |all| all.saturating_sub(plan.tables()).max(OWN)) + MARGIN
}

/// A new plan, cut into more parts than usual if it needs more memory than this.
fn fitting(
    board: &SmallBoard,
    start: Bitboard,
    folder: &Path,
    most: Option<u64>,
) -> Result<Slicing, Error> {
    let least = |plan: &Slicing| plan.needs().least_memory + own_memory(plan);
    Slicing::check(board, start, folder)?;
    let mut plan = Slicing::new(board, start, None)?;
    while most.is_some_and(|most| least(&plan) > most) {
        match Slicing::new(board, start, Some(2 * plan.needs().parts)) {
            Ok(finer) if least(&finer) < least(&plan) => plan = finer,
            _ => break,
        }
    }
    Ok(plan)
}

/// Computes the set in its folder, or what is missing of it, in memory of this size, or in three
/// quarters of what is free: the system keeps what was written lately in memory as well. Returns
/// the numbers of positions by number of pegs, counted in what is on disk then.
pub fn compute(
    board: &SmallBoard,
    start: Bitboard,
    folder: &Path,
    memory: Option<u64>,
) -> Result<Vec<u64>> {
    let most = memory.or_else(|| Some(memory::available()? / 4 * 3));
    // What was begun goes on with its own parts.
    let plan = Slicing::of(folder).or_else(|_| fitting(board, start, folder, most))?;
    if (plan.board(), plan.start()) != (board, start) {
        let (folder, found) = (folder.display(), plan.board());
        let begins = found.picture(plan.start());
        return Err(anyhow!(
            "{folder} has the set of {found}, from this start:\n{begins}"
        ));
    }
    let (own, needs) = (own_memory(&plan), plan.needs());
    let least = needs.least_memory + own;
    let most = most.unwrap_or(8 * least);
    if most < least {
        return Err(remedy(
            Error::Limit {
                board: board.to_string(),
                least,
            },
            folder,
        ));
    }
    note!(
        "{board}: {} in {}, {} on disk; {} of memory, at least {}",
        counted(needs.slices, "slice"),
        counted(needs.parts, "part"),
        bytes(needs.disk),
        bytes(most),
        bytes_needed(least),
    );
    let found = watched("solving", |progress| {
        plan.complete(folder, most - own, progress)
    })
    .map_err(|error| remedy(error, folder))?;
    if found > 0 {
        note!("{found} of {} slices were there already", needs.slices);
    }
    drop(plan);
    let set = InSlices::open(folder)?;
    watched("counting", |progress| set.count_by_pegs(progress))
        .map_err(|error| remedy(error, folder))
}

fn remedy(error: Error, folder: &Path) -> anyhow::Error {
    let advice = match &error {
        Error::Limit { .. } => "raise --memory",
        Error::OtherSet { .. } => "give another folder",
        Error::Interrupted(_) => {
            let folder = folder.display();
            note!("finished slices stay in {folder}; the same command continues from there");
            return error.into();
        }
        Error::Damaged {
            path: Some(path), ..
        } if path.parent() == Some(folder) => "delete the file, and the same command computes it",
        // In the folder, so something was begun.
        Error::Io {
            path: Some(path), ..
        } if path != folder => "the same command goes on from here",
        _ => return error.into(),
    };
    anyhow!("{error}; {advice}")
}

/// Opens a finished set.
pub fn open(folder: &Path) -> Result<InSlices> {
    InSlices::open(folder).map_err(|error| match error {
        Error::Unfinished { .. } => {
            anyhow!("{error}; `pegfont solve -o {}` goes on", folder.display())
        }
        error => error.into(),
    })
}
