//! What the commands that compute a set have in common: the board and the folder, the plan, the
//! memory, and what to do when something is wrong.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::Args;

use peg_console::board::{read_small_board, start_on};
use peg_console::output::Output;
use peg_console::{note, refuse};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::Slicing;
use pegfont_base::memory::{self, bytes, bytes_needed};
use pegfont_base::words::counted;

/// A board, a start, and the folder of their set.
#[derive(Args)]
pub struct PlanArgs {
    /// The board: a name (see `peglab list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    pub board: String,

    /// The folder of the set, NAME.set
    #[arg(value_name = "FOLDER")]
    pub folder: PathBuf,

    /// The position to start from
    ///
    /// [default: the position in the picture, or all pegs except the one nearest the centre]
    #[arg(long, value_name = "POSITION")]
    pub start: Option<String>,
}

/// A board, a start, and the folder of their set.
pub struct SetRequest {
    /// The board, by its name or its picture.
    board: String,
    /// The start, if it is given.
    start: Option<String>,
    pub folder: PathBuf,
}

impl PlanArgs {
    pub fn request(self) -> Result<SetRequest> {
        if self.folder.extension().is_none_or(|found| found != "set") {
            let name = self.folder.display();
            refuse!("{name}: the name of a set must end in .set");
        }
        Ok(SetRequest {
            board: self.board,
            start: self.start,
            folder: self.folder,
        })
    }
}

impl SetRequest {
    /// The board and the start. The folder will be written to.
    pub fn read(&self, out: &Output) -> Result<(SmallBoard, Bitboard)> {
        let (board, drawn) = read_small_board(&self.board, out)?;
        let start = start_on(&board, self.start.as_deref())?.unwrap_or(drawn);
        out.files.fills(&self.folder)?;
        Ok((board, start))
    }
}

/// The memory for threads and buffers, in addition.
const MARGIN: u64 = 16 << 20;
/// What the program is taken to need at least, so that the same limit is enough in every run.
const OWN: u64 = 16 << 20;

/// The memory that this process takes in addition to the slices and the tables of a plan.
fn own_memory(plan: &Slicing) -> u64 {
    memory::resident().map_or(OWN, |all| all.saturating_sub(plan.tables()).max(OWN)) + MARGIN
}

/// The memory that may be used: what was given, or three quarters of what is free, because the
/// system keeps what was written lately in memory as well.
pub fn most_memory(given: Option<u64>) -> Option<u64> {
    given.or_else(|| Some(memory::available()? / 4 * 3))
}

/// The plan of the set in a folder. What was begun goes on with its own parts; a new plan has more
/// of them than usual if it needs more memory than this.
pub fn plan(
    board: &SmallBoard,
    start: Bitboard,
    folder: &Path,
    most: Option<u64>,
) -> Result<Slicing> {
    let plan = Slicing::of(folder).or_else(|_| fitting(board, start, folder, most))?;
    if (plan.board(), plan.start()) != (board, start) {
        let found = plan.board();
        let begins = found.picture(plan.start());
        let folder = folder.display();
        return Err(anyhow!(
            "{folder} has the set of {found}, from this start:\n{begins}"
        ));
    }
    Ok(plan)
}

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

/// How much memory a run may use.
pub struct Budget {
    /// The most of the whole program.
    most: u64,
    /// What the plan needs at least.
    least: u64,
    /// What is left for slices and their tables.
    pub for_slices: u64,
}

/// Shares out the memory, or refuses what is too little for the plan.
pub fn budget(plan: &Slicing, folder: &Path, most: Option<u64>, out: &Output) -> Result<Budget> {
    let own = own_memory(plan);
    let least = plan.needs().least_memory + own;
    let most = most.unwrap_or(8 * least);
    if most < least {
        let board = plan.board().to_string();
        return Err(remedy(Error::Limit { board, least }, folder, out));
    }
    Ok(Budget {
        most,
        least,
        for_slices: most - own,
    })
}

/// Says, before a run, what it takes.
pub fn announce(plan: &Slicing, budget: &Budget, out: &Output) {
    let needs = plan.needs();
    note!(
        out,
        "{}: {} in {}, {} on disk; {} of memory, at least {}",
        plan.board(),
        counted(needs.slices, "slice"),
        counted(needs.parts, "part"),
        bytes(needs.disk),
        bytes(budget.most),
        bytes_needed(budget.least),
    );
}

/// Says, after a run, what was there before it.
pub fn say_found(plan: &Slicing, found: usize, out: &Output) {
    if found > 0 {
        let all = plan.needs().slices;
        note!(out, "{found} of {all} slices were there already");
    }
}

/// What to do about an error.
pub fn remedy(error: Error, folder: &Path, out: &Output) -> anyhow::Error {
    let advice = match &error {
        Error::Limit { .. } => "raise --memory",
        Error::OtherSet { .. } => "give another folder",
        Error::Interrupted(_) => {
            let folder = folder.display();
            note!(
                out,
                "finished slices stay in {folder}; the same command continues from there"
            );
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
