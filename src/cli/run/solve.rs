//! `pegfont solve`: counts or lists all reachable positions, writes and checks the table of last
//! jumps.

mod list;

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};

use crate::cli::formats::Format;
use crate::cli::output::OutputFile;
use crate::cli::read::Begun;
use crate::cli::request::{BoardRequest, SolveJob, SolveRequest};
use peg_console::answer::{Answer, Form};
use peg_console::board::solved;
use peg_console::counts::PositionCounts;
use peg_console::output::Output;
use peg_solitaire::Error;
use peg_solitaire::solve::{LastJumps, Record as _, Slicing, StoredLastJumps, Verified};

use list::PositionCodes;

/// The positions of a board.
pub enum SolveAnswer {
    Counts(PositionCounts),
    Codes(PositionCodes),
    Table(FilledTable),
}

impl Answer for SolveAnswer {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        match self {
            Self::Counts(counts) => counts.put(form, out),
            Self::Codes(codes) => codes.put(form, out),
            Self::Table(table) => table.put(form, out),
        }
    }
}

pub fn run(request: SolveRequest, out: &Output) -> Result<SolveAnswer> {
    match request.job {
        SolveJob::Count(board) => count(&board, out).map(SolveAnswer::Counts),
        SolveJob::List { board, pegs } => {
            let Begun { board, start, .. } = board.read(out)?;
            Ok(SolveAnswer::Codes(PositionCodes {
                reachable: solved(&board, start, out)?,
                pegs,
                file: OutputFile::new(Path::new("-"), Format::List, out)?,
            }))
        }
        SolveJob::Fill {
            board,
            is_checked,
            file,
        } => {
            if request.form.is_for_programs() {
                OutputFile::new(Path::new("-"), Format::List, out)?;
            }

            let filled = fill(&board, is_checked, file.as_deref(), out);
            filled.map(SolveAnswer::Table)
        }
        SolveJob::Recount { file, is_said } => {
            recount(&file, is_said, out).map(SolveAnswer::Counts)
        }
    }
}

/// Counts the positions. If they don't fit into memory, but on disk, the message says so.
fn count(board: &BoardRequest, out: &Output) -> Result<PositionCounts> {
    let Begun { board, start, .. } = board.read(out)?;
    let reachable = solved(&board, start, out).map_err(|error| {
        let is_too_large = matches!(error.downcast_ref(), Some(Error::Memory(_)));
        if is_too_large && Slicing::check(&board, start, Path::new(".")).is_ok() {
            anyhow!("{error:#}; peglab set solve computes it on disk")
        } else {
            error
        }
    })?;

    Ok(PositionCounts {
        by_pegs: reachable.count_by_pegs(),
        board,
        start,
        verified: None,
        right: None,
    })
}

/// Counts the entries of a table on disk, and checks them.
fn recount(path: &Path, is_said: bool, out: &Output) -> Result<PositionCounts> {
    out.files.reads(path)?;
    if path.is_dir() {
        let name = path.display();
        refuse!("{name} is a folder: for a set on disk, peglab set count {name}");
    }
    let table = StoredLastJumps::open(path)?;
    let checked = out.watched("checking", |progress| table.verify(progress))?;

    let right = match checked.verified {
        Verified::Rules => "every checksum and every last jump is right",
        Verified::Checksums => {
            "every checksum is right; checking every last jump takes more memory"
        }
    };
    Ok(PositionCounts {
        board: table.board().clone(),
        start: table.start(),
        by_pegs: checked.by_pegs,
        verified: Some(checked.verified),
        right: is_said.then_some(right),
    })
}

/// The last jump into each position, and the file that gets it, if there is one.
pub struct FilledTable {
    table: LastJumps,
    file: Option<OutputFile>,
    counts: PositionCounts,
}

/// Fills the table of last jumps, and checks it if that is asked for.
fn fill(
    board: &BoardRequest,
    is_checked: bool,
    path: Option<&Path>,
    out: &Output,
) -> Result<FilledTable> {
    let Begun { board, start, .. } = board.read(out)?;
    let file = match path {
        Some(path) => Some(OutputFile::new(path, Format::Table, out)?),
        None => None,
    };
    LastJumps::check_memory(&board, start)?;

    let reachable = solved(&board, start, out)?;
    let table = out.watched("filling", |progress| LastJumps::fill(&reachable, progress))?;
    if is_checked {
        let checked = out.watched("checking", |progress| table.verify(&reachable, progress));
        checked.context("the table is wrong; please report this")?;
    }

    let counts = PositionCounts {
        board,
        start,
        by_pegs: reachable.count_by_pegs(),
        verified: is_checked.then_some(Verified::Rules),
        right: is_checked.then_some("every last jump is right"),
    };
    Ok(FilledTable {
        table,
        file,
        counts,
    })
}

impl Answer for FilledTable {
    /// Writes the table, and counts the positions unless it is standard output that gets it.
    fn put(self, form: Form, out: &Output) -> Result<()> {
        if let Some(file) = &self.file {
            let written = out.watched("writing", |progress| {
                file.write(out, |mut to| Ok(self.table.write(&mut to, progress)?))
            })?;
            written.say(&[], out)?;
            if file.is_standard_output() {
                return Ok(());
            }
        }
        self.counts.put(form, out)
    }
}
