//! `peglab set`: sets of positions in slices on disk, for boards larger than memory.

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};

use peg_console::board::{read_small_board, start_on};
use peg_console::counts::PositionCounts;
use peg_console::input::bytes as bytes_given;
use peg_console::output::Output;
use peg_console::table::TableArgs;
use peg_console::{note, refuse};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{InSlices, Record as _, Slicing, Verified};
use pegfont_base::memory::{self, bytes, bytes_needed};
use pegfont_base::words::counted;

/// Solve a board on disk, and count and check such a set
///
/// A set is a folder, which other commands open with --reachable. docs/reference/files.md says what
/// it holds.
#[derive(Subcommand)]
pub(super) enum SetCommand {
    Solve(Solve),
    Count(Count),
    Verify(Verify),
}

impl SetCommand {
    pub(super) fn run(self, out: &Output) -> Result<()> {
        match self {
            Self::Solve(solve) => solve.run(out),
            Self::Count(count) => count.run(out),
            Self::Verify(verify) => verify.run(out),
        }
    }
}

/// Find every reachable position of a board larger than memory, in a folder on disk
///
/// If a run ends early, the same command continues it.
#[derive(Args)]
#[command(after_help = "\
Examples:
  peglab set solve 6x7 6x7.set                     16 GiB on disk
  peglab set solve english english.set --start c1  another start")]
pub(super) struct Solve {
    /// The board: a name (see `peglab list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    /// The folder of the set, NAME.set
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// The start
    ///
    /// [default: the position in the picture, or all pegs except the one nearest the centre]
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,

    /// The most memory to use, such as 8GiB
    ///
    /// [default: three quarters of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes_given)]
    memory: Option<u64>,

    #[command(flatten)]
    table: TableArgs,
}

impl Solve {
    pub fn run(self, out: &Output) -> Result<()> {
        let folder = &self.folder;
        if folder.extension().is_none_or(|found| found != "set") {
            let name = folder.display();
            refuse!("{name}: the name of a set must end in .set");
        }
        let (board, drawn) = read_small_board(&self.board, out)?;
        let start = start_on(&board, self.start.as_deref())?.unwrap_or(drawn);
        out.files.fills(folder)?;

        let by_pegs = compute(&board, start, folder, self.memory, out)?;
        let counts = PositionCounts {
            board: &board,
            start,
            by_pegs: &by_pegs,
            verified: None,
        };
        counts.put(&self.table, "", out)
    }
}

/// Count the positions of a set by number of pegs
///
/// That reads all of it, and checks the checksums and the counts that its files state.
#[derive(Args)]
pub(super) struct Count {
    /// The folder of the set
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    #[command(flatten)]
    table: TableArgs,
}

impl Count {
    pub fn run(self, out: &Output) -> Result<()> {
        out.files.reads(&self.folder)?;
        let set = open(&self.folder)?;
        let by_pegs = out.watched("counting", |progress| set.count_by_pegs(progress))?;
        let counts = PositionCounts {
            board: set.board(),
            start: set.start(),
            by_pegs: &by_pegs,
            verified: Some(Verified::Checksums),
        };
        counts.put(&self.table, "", out)
    }
}

/// Check a set: checksums, counts, and every position by the rules of the game
///
/// Where the positions don't fit into memory, only the checksums and counts are checked, and that is
/// said.
#[derive(Args)]
pub(super) struct Verify {
    /// The folder of the set
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    #[command(flatten)]
    table: TableArgs,
}

impl Verify {
    pub fn run(self, out: &Output) -> Result<()> {
        out.files.reads(&self.folder)?;
        let set = open(&self.folder)?;
        let checked = out.watched("checking", |progress| set.verify(progress))?;
        let counts = PositionCounts {
            board: set.board(),
            start: set.start(),
            by_pegs: &checked.by_pegs,
            verified: Some(checked.verified),
        };
        counts.put(
            &self.table,
            peg_console::counts::of_set(checked.verified),
            out,
        )
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
fn compute(
    board: &SmallBoard,
    start: Bitboard,
    folder: &Path,
    memory: Option<u64>,
    out: &Output,
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
            out,
        ));
    }
    note!(
        out,
        "{board}: {} in {}, {} on disk; {} of memory, at least {}",
        counted(needs.slices, "slice"),
        counted(needs.parts, "part"),
        bytes(needs.disk),
        bytes(most),
        bytes_needed(least),
    );
    let found = out
        .watched("solving", |progress| {
            plan.complete(folder, most - own, progress)
        })
        .map_err(|error| remedy(error, folder, out))?;
    if found > 0 {
        note!(out, "{found} of {} slices were there already", needs.slices);
    }
    drop(plan);
    let set = InSlices::open(folder)?;
    out.watched("counting", |progress| set.count_by_pegs(progress))
        .map_err(|error| remedy(error, folder, out))
}

fn remedy(error: Error, folder: &Path, out: &Output) -> anyhow::Error {
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

/// Opens a finished set.
pub(super) fn open(folder: &Path) -> Result<InSlices> {
    InSlices::open(folder).map_err(|error| match error {
        Error::Unfinished { .. } => anyhow!("{error}; `peglab set solve` goes on"),
        error => error.into(),
    })
}
