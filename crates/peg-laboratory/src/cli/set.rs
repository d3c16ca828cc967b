//! `peglab set`: sets of positions in slices on disk, for boards larger than memory.

mod jobs;
mod planned;

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};

use peg_console::counts::PositionCounts;
use peg_console::input::bytes as bytes_given;
use peg_console::output::Output;
use peg_console::table::TableArgs;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{InSlices, Record as _, Verified};
use planned::{PlanArgs, remedy};

/// Solve a board on disk, also by many processes, and count and check such a set
///
/// A set is a folder, which other commands open with --reachable. docs/reference/files.md says what
/// it holds.
#[derive(Subcommand)]
pub(super) enum SetCommand {
    Solve(SolveSet),
    Plan(jobs::PlanSet),
    Slice(jobs::ComputeSlices),
    Finish(jobs::FinishSet),
    Count(CountSet),
    Verify(VerifySet),
}

impl SetCommand {
    pub(super) fn run(self, out: &Output) -> Result<()> {
        match self {
            Self::Solve(solve) => solve.run(out),
            Self::Plan(plan) => plan.run(out),
            Self::Slice(slice) => slice.run(out),
            Self::Finish(finish) => finish.run(out),
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
  peglab set solve english english.set --start c1  another start

On many machines, or with many processes: `peglab set plan`")]
pub(super) struct SolveSet {
    #[command(flatten)]
    set: PlanArgs,

    /// The most memory to use, such as 8GiB
    ///
    /// [default: three quarters of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes_given)]
    memory: Option<u64>,

    #[command(flatten)]
    table: TableArgs,
}

impl SolveSet {
    pub fn run(self, out: &Output) -> Result<()> {
        let (board, start) = self.set.read(out)?;
        let by_pegs = compute(&board, start, &self.set.folder, self.memory, out)?;

        let counts = PositionCounts {
            board: &board,
            start,
            by_pegs: &by_pegs,
            verified: None,
        };
        counts.put(&self.table, "", out)
    }
}

/// Computes the set in its folder, or what is missing of it. Returns the numbers of positions by
/// number of pegs, counted in what is on disk then.
fn compute(
    board: &SmallBoard,
    start: Bitboard,
    folder: &Path,
    memory: Option<u64>,
    out: &Output,
) -> Result<Vec<u64>> {
    let most = planned::most_memory(memory);
    let plan = planned::plan(board, start, folder, most)?;
    let budget = planned::budget(&plan, folder, most, out)?;
    planned::announce(&plan, &budget, out);

    let found = out
        .watched("solving", |progress| {
            plan.complete(folder, budget.for_slices, progress)
        })
        .map_err(|error| remedy(error, folder, out))?;
    planned::say_found(&plan, found, out);
    drop(plan);

    let set = InSlices::open(folder)?;
    out.watched("counting", |progress| set.count_by_pegs(progress))
        .map_err(|error| remedy(error, folder, out))
}

/// Count the positions of a set by number of pegs
///
/// That reads all of it, and checks the checksums and the counts that its files state.
#[derive(Args)]
pub(super) struct CountSet {
    /// The folder of the set
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    #[command(flatten)]
    table: TableArgs,
}

impl CountSet {
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
/// Where the positions don't fit into memory, only the checksums and counts are checked, and the
/// answer says so.
#[derive(Args)]
pub(super) struct VerifySet {
    /// The folder of the set
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    #[command(flatten)]
    table: TableArgs,
}

impl VerifySet {
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
        let said = peg_console::counts::of_set(checked.verified);
        counts.put(&self.table, said, out)
    }
}

/// Opens a finished set.
pub(super) fn open(folder: &Path) -> Result<InSlices> {
    InSlices::open(folder).map_err(|error| match error {
        Error::Unfinished { .. } => anyhow!("{error}; `peglab set solve` goes on"),
        error => error.into(),
    })
}
