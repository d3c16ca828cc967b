//! `peglab set`: sets of positions in slices on disk, for boards larger than memory.

mod jobs;
mod planned;

use std::path::{Path, PathBuf};

use anyhow::{Result, anyhow};
use clap::{Args, Subcommand};

use peg_console::answer::Form;
use peg_console::command::CommandOptions;
use peg_console::counts::{PositionCounts, of_set};
use peg_console::input::bytes as bytes_given;
use peg_console::output::Output;
use peg_console::refuse;
use peg_console::table::TableArgs;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{Lazy, Reachable, Verified};
use planned::{PlanArgs, SetRequest, remedy};

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
    /// Count the positions of a set by number of pegs
    ///
    /// That reads all of it, and checks the checksums and the counts that its files state.
    Count(FinishedFolder),
    /// Check a set: checksums, counts, and every position by the rules of the game
    ///
    /// Where the positions don't fit into memory, only the checksums and counts are checked, and
    /// the answer says so.
    Verify(FinishedFolder),
}

impl SetCommand {
    /// Runs the command and prints its answer.
    pub(super) fn answer(self, out: &Output) -> Result<()> {
        match self {
            Self::Solve(options) => options.answer(solve, out),
            Self::Plan(options) => options.answer(jobs::plan, out),
            Self::Slice(options) => options.answer(jobs::slice, out),
            Self::Finish(options) => options.answer(jobs::finish, out),
            Self::Count(options) => options.answer(count, out),
            Self::Verify(options) => options.answer(verify, out),
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

pub(super) struct SolveSetRequest {
    set: SetRequest,
    /// The most memory, in bytes, if it is given.
    memory: Option<u64>,
}

impl CommandOptions for SolveSet {
    type Request = SolveSetRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    fn request(self) -> Result<SolveSetRequest> {
        Ok(SolveSetRequest {
            set: self.set.request()?,
            memory: self.memory,
        })
    }
}

fn solve(request: SolveSetRequest, out: &Output) -> Result<PositionCounts> {
    let SolveSetRequest { set, memory } = request;
    let (board, start) = set.read(out)?;
    Ok(PositionCounts {
        by_pegs: compute(&board, start, &set.folder, memory, out)?,
        board,
        start,
        verified: None,
        right: None,
    })
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

    let set = Reachable::open(folder)?;
    out.watched("counting", |progress| set.try_count_by_pegs(progress))
        .map_err(|error| remedy(error, folder, out))
}

/// The folder of a finished set, and the form of the answer.
#[derive(Args)]
pub(super) struct FinishedFolder {
    /// The folder of the set
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    #[command(flatten)]
    table: TableArgs,
}

impl CommandOptions for FinishedFolder {
    type Request = PathBuf;

    fn form(&self) -> Form {
        self.table.form()
    }

    fn request(self) -> Result<PathBuf> {
        Ok(self.folder)
    }
}

fn count(folder: PathBuf, out: &Output) -> Result<PositionCounts> {
    out.files.reads(&folder)?;
    let set = open(&folder)?;
    Ok(PositionCounts {
        board: set.board().clone(),
        start: set.start(),
        by_pegs: out.watched("counting", |progress| set.try_count_by_pegs(progress))?,
        verified: Some(Verified::Checksums),
        right: None,
    })
}

fn verify(folder: PathBuf, out: &Output) -> Result<PositionCounts> {
    out.files.reads(&folder)?;
    let set = open(&folder)?;
    let checked = out.watched("checking", |progress| set.verify(progress))?;
    Ok(PositionCounts {
        board: set.board().clone(),
        start: set.start(),
        by_pegs: checked.by_pegs,
        verified: Some(checked.verified),
        right: Some(of_set(checked.verified)),
    })
}

/// Opens a finished set.
pub(super) fn open(folder: &Path) -> Result<Reachable<Lazy>> {
    if folder.is_file() {
        let name = folder.display();
        refuse!(
            "{name} is a file, and a set is a folder: a table of last jumps is counted by \
             `pegfont solve --reachable {name}`, and checked with --verify"
        );
    }

    Reachable::open(folder).map_err(|error| match error {
        Error::Unfinished { .. } => anyhow!("{error}; `peglab set solve` goes on"),
        error => error.into(),
    })
}
