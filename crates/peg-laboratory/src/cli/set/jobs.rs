//! `peglab set plan`, `slice` and `finish`: a set as jobs, which any engine can run.

use std::collections::BTreeSet;
use std::path::PathBuf;

use anyhow::{Result, anyhow};
use clap::Args;

use super::planned::{self, PlanArgs, SetRequest, remedy};
use peg_console::answer::{Answer, Form};
use peg_console::command::CommandOptions;
use peg_console::input::{bytes as bytes_given, whole};
use peg_console::output::Output;
use peg_console::table::{TableAnswer, TableArgs};
use peg_console::{refuse, say};
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{PlannedSlice, Reachable, SliceJob, SliceName, SliceOutcome, Slicing};
use pegfont_base::table::{Column, Table};
use pegfont_base::words::counted;

/// Plan a set that many processes compute, and print its slices
///
/// Each slice is a job for `peglab set slice`. It is computed from all slices of the levels that it
/// needs, so those come first. Slices of one level can be computed at the same time, on every
/// machine that shares the folder. `read`, `written` and `memory` are in bytes, and `memory` is
/// without that of the program, about 40 MiB. The same command prints a plan again and says which
/// slices are there; it also removes what killed processes left, if none is at work.
#[derive(Args)]
#[command(after_help = "\
Examples:
  peglab set plan 5x7 5x7.set               the slices, a line for each
  peglab set plan 6x7 6x7.set --parts 16    each level in up to 16 slices
  peglab set plan 6x7 6x7.set --json        for a script

docs/internals/past-memory.md shows how Dask or Snakemake run the slices on many machines.")]
pub struct PlanSet {
    #[command(flatten)]
    set: PlanArgs,

    /// The most slices of a level: more need less memory each
    ///
    /// [default: as many as make slices of about 32 MiB]
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1..=64))]
    parts: Option<usize>,

    /// The most memory that a process will use, such as 2GiB: a plan that needs more is cut into
    /// more parts
    #[arg(long, value_name = "BYTES", value_parser = bytes_given, conflicts_with = "parts")]
    memory: Option<u64>,

    #[command(flatten)]
    table: TableArgs,
}

pub struct PlanRequest {
    set: SetRequest,
    /// The most slices of a level, if that is given.
    parts: Option<usize>,
    /// The most memory of a process, in bytes, if that is given.
    memory: Option<u64>,
}

impl CommandOptions for PlanSet {
    type Request = PlanRequest;

    fn form(&self) -> Form {
        self.table.form()
    }

    fn request(self) -> Result<PlanRequest> {
        Ok(PlanRequest {
            set: self.set.request()?,
            parts: self.parts,
            memory: self.memory,
        })
    }
}

pub fn plan(request: PlanRequest, out: &Output) -> Result<TableAnswer> {
    let (board, start) = request.set.read(out)?;
    let folder = &request.set.folder;
    let plan = request.plan(&board, start)?;
    plan.write_plan(folder)
        .map_err(|error| remedy(error, folder, out))?;

    let found = plan
        .found_in(folder)
        .map_err(|error| remedy(error, folder, out))?;
    let all = plan.needs().slices;
    Ok(TableAnswer {
        table: table(&plan.slices(), &found),
        remark: format!("{} of {all} slices are there.", found.len()),
    })
}

impl PlanRequest {
    fn plan(&self, board: &SmallBoard, start: Bitboard) -> Result<Slicing> {
        let folder = &self.set.folder;
        let Some(parts) = self.parts else {
            return planned::plan(board, start, folder, planned::most_memory(self.memory));
        };

        let asked = Slicing::new(board, start, Some(parts))?;
        if asked.needs().parts < parts {
            refuse!(
                "{board}: a level can't be cut into parts, because jumps lead from it to itself: \
                 leave out --parts"
            );
        }
        if let Ok(found) = Slicing::of(folder)
            && (found.board(), found.start()) == (board, start)
            && found.needs().parts != parts
        {
            let (folder, found) = (folder.display(), found.needs().parts);
            refuse!(
                "{folder} is planned with --parts {found}: leave it out, or give another folder"
            );
        }
        Ok(asked)
    }
}

/// A row for each slice.
fn table(slices: &[PlannedSlice], found: &BTreeSet<SliceName>) -> Table {
    let mut needs = Vec::new();
    let mut there = Vec::new();
    for slice in slices {
        let levels = slice.needs.iter().map(|level| format!("{level:03}"));
        needs.push(levels.collect::<Vec<_>>().join(" "));
        let is_there = found.contains(&slice.name);
        there.push(if is_there { "yes" } else { "no" });
    }

    let mut table = Table::new("The slices of the set");
    let names = slices.iter().map(|slice| slice.name.to_string());
    table.add(Column::new("slice"), names);
    let levels = slices.iter().map(|slice| slice.name.level);
    table.add(Column::new("level"), levels);
    let read = slices.iter().map(|slice| slice.bytes_read);
    table.add(Column::new("read").summed(), read);
    let written = slices.iter().map(|slice| slice.bytes_written);
    table.add(Column::new("written").summed(), written);
    let memory = slices.iter().map(|slice| slice.memory);
    table.add(Column::new("memory"), memory);
    table.add(Column::new("there"), there);
    table.add(Column::new("needs"), needs);
    table
}

/// Compute slices of a planned set
///
/// Does nothing for a slice that is there. If one misses slices that it needs, says which, and
/// computes the others. Several of these commands can run on a set at a time: each slice appears
/// whole, by one rename, and has the same bytes whoever computes it.
#[derive(Args)]
#[command(after_help = "\
Example:
  peglab set slice 6x7.set 000-0     the first slice, on which all others depend")]
pub struct ComputeSlices {
    /// The folder of the set
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,

    /// The slices, as `peglab set plan` names them: level and part
    #[arg(value_name = "SLICE", required = true)]
    slices: Vec<SliceName>,

    /// The most memory to use, such as 2GiB
    ///
    /// [default: three quarters of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes_given)]
    memory: Option<u64>,
}

pub struct SlicesRequest {
    folder: PathBuf,
    slices: Vec<SliceName>,
    /// The most memory, in bytes, if it is given.
    memory: Option<u64>,
}

impl CommandOptions for ComputeSlices {
    type Request = SlicesRequest;

    fn request(self) -> Result<SlicesRequest> {
        Ok(SlicesRequest {
            folder: self.folder,
            slices: self.slices,
            memory: self.memory,
        })
    }
}

/// What became of each slice.
pub struct SlicesAnswer(Vec<SliceJob>);

pub fn slice(request: SlicesRequest, out: &Output) -> Result<SlicesAnswer> {
    let folder = &request.folder;
    out.files.fills(folder)?;
    let plan = Slicing::of(folder).map_err(|error| remedy(error, folder, out))?;
    let most = planned::most_memory(request.memory);
    let budget = planned::budget(&plan, folder, most, out)?;
    let jobs = out.watched("computing", |progress| {
        plan.compute_slices(folder, &request.slices, budget.for_slices, progress)
    });
    Ok(SlicesAnswer(
        jobs.map_err(|error| remedy(error, folder, out))?,
    ))
}

impl Answer for SlicesAnswer {
    /// Says what was computed. If some can't be yet, that is a mistake.
    fn put(self, _: Form, out: &Output) -> Result<()> {
        let mut waiting = Vec::new();
        for SliceJob { name, outcome } in self.0 {
            match outcome {
                SliceOutcome::Computed => say!(out, "{name}: computed")?,
                SliceOutcome::WasThere => say!(out, "{name}: was there already")?,
                SliceOutcome::Waits(missing) => waiting.push((name, missing)),
            }
        }

        let Some((name, missing)) = waiting.first() else {
            return Ok(());
        };
        let first = first_names(missing.iter());
        let others = match waiting.len() - 1 {
            0 => String::new(),
            others => format!(", and {} more can't, either", counted(others, "slice")),
        };
        refuse!(
            "{name} can't be computed yet, because it needs {first}{others}: compute those first"
        );
    }
}

/// The first names of a list, and how many there are more.
fn first_names<'n>(names: impl ExactSizeIterator<Item = &'n SliceName>) -> String {
    let more = names.len().saturating_sub(NAMED);
    let mut named: Vec<String> = names.take(NAMED).map(ToString::to_string).collect();
    if more > 0 {
        named.push(format!("{more} more"));
    }
    match named.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} and {last}", before.join(", ")),
        _ => named.concat(),
    }
}

/// The most slices that a message names.
const NAMED: usize = 4;

/// Check that all slices of a set are there
///
/// Reads their headers. `peglab set verify` checks every checksum and position.
#[derive(Args)]
#[command(after_help = "\
Example:
  peglab set finish 6x7.set")]
pub struct FinishSet {
    /// The folder of the set
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
}

impl CommandOptions for FinishSet {
    type Request = PathBuf;

    fn request(self) -> Result<PathBuf> {
        Ok(self.folder)
    }
}

/// A set whose slices are all there.
pub struct FinishedSet {
    folder: PathBuf,
    board: SmallBoard,
    slices: usize,
}

pub fn finish(folder: PathBuf, out: &Output) -> Result<FinishedSet> {
    out.files.reads(&folder)?;
    let plan = Slicing::of(&folder).map_err(|error| remedy(error, &folder, out))?;
    let found = plan
        .found_in(&folder)
        .map_err(|error| remedy(error, &folder, out))?;
    let mut missing: Vec<SliceName> = plan.slices().iter().map(|slice| slice.name).collect();
    missing.retain(|name| !found.contains(name));

    if !missing.is_empty() {
        let name = folder.display();
        return Err(anyhow!(
            "{name}: the set is not finished, it misses {}: {}; `peglab set slice` computes them",
            counted(missing.len(), "slice"),
            first_names(missing.iter()),
        ));
    }
    // The start, and that no jump leads to it.
    let set = Reachable::open(&folder).map_err(|error| remedy(error, &folder, out))?;
    Ok(FinishedSet {
        board: set.board().clone(),
        slices: found.len(),
        folder,
    })
}

impl Answer for FinishedSet {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        let name = self.folder.display();
        let all = counted(self.slices, "slice");
        say!(out, "{name}: {all} of {}, all there", self.board)
    }
}
