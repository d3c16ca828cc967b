//! `pegfont solve`: counts or lists all reachable positions, writes and checks the table of last
//! jumps.

mod list;

use std::path::Path;

use anyhow::{Context as _, Result, anyhow};

use crate::cli::formats::Format;
use crate::cli::options::Solve;
use crate::cli::output::OutputFile;
use crate::cli::read::Begun;
use peg_console::board::solved;
use peg_console::counts::PositionCounts;
use peg_console::output::Output;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{LastJumps, Reachable, Record, Slicing, StoredLastJumps, Verified};

pub fn run(options: Solve, out: &Output) -> Result<()> {
    if let Some(path) = &options.board.reachable {
        out.files.reads(path)?;
        if path.is_dir() {
            let name = path.display();
            refuse!("{name} is a folder: for a set on disk, peglab set count {name}");
        }
        return count_table(&options, path, out);
    }
    if let Some(folder) = &options.output
        && folder.extension().is_some_and(|ending| ending == "set")
    {
        let name = folder.display();
        refuse!("sets on disk are the laboratory's: peglab set solve BOARD {name}");
    }

    let Begun { board, start, .. } = options.board.read(out)?;
    if options.output.is_some() || options.verify {
        return fill_table(&options, &board, start, out);
    }
    let reachable = solved_or_on_disk(&options, &board, start, out)?;
    if options.list {
        let file = OutputFile::new(Path::new("-"), Format::List, out)?;
        let written = file.write(out, |to| list::write(&reachable, options.pegs, to, out))?;
        return written.say(&[], out);
    }

    let counts = PositionCounts {
        board: &board,
        start,
        by_pegs: &reachable.count_by_pegs(),
        verified: None,
    };
    counts.put(&options.table, "", out)
}

/// The positions. If they don't fit into memory, but on disk, the message says so.
fn solved_or_on_disk(
    options: &Solve,
    board: &SmallBoard,
    start: Bitboard,
    out: &Output,
) -> Result<Reachable> {
    solved(board, start, out).map_err(|error| {
        let is_too_large = matches!(error.downcast_ref(), Some(Error::Memory(_)));
        let fits_disk = || Slicing::check(board, start, Path::new(".")).is_ok();
        if is_too_large && !options.list && fits_disk() {
            anyhow!("{error:#}; peglab set solve computes it on disk")
        } else {
            error
        }
    })
}

/// Counts the entries of a table on disk, and checks them.
fn count_table(options: &Solve, path: &Path, out: &Output) -> Result<()> {
    let table = StoredLastJumps::open(path)?;
    let checked = out.watched("checking", |progress| table.verify(progress))?;

    let right = match checked.verified {
        Verified::Rules => "every checksum and every last jump is right",
        Verified::Checksums => {
            "every checksum is right; checking every last jump takes more memory"
        }
    };
    let counts = PositionCounts {
        board: table.board(),
        start: table.start(),
        by_pegs: &checked.by_pegs,
        verified: Some(checked.verified),
    };
    counts.put(&options.table, if options.verify { right } else { "" }, out)
}

/// Fills the table of last jumps, checks it and writes it, as is asked for.
fn fill_table(options: &Solve, board: &SmallBoard, start: Bitboard, out: &Output) -> Result<()> {
    if options.table.is_given() {
        OutputFile::new(Path::new("-"), Format::List, out)?;
    }
    let file = match &options.output {
        Some(path) => Some(OutputFile::new(path, Format::Table, out)?),
        None => None,
    };
    LastJumps::check_memory(board, start)?;

    let reachable = solved(board, start, out)?;
    let table = out.watched("filling", |progress| LastJumps::fill(&reachable, progress))?;
    if options.verify {
        let checked = out.watched("checking", |progress| table.verify(&reachable, progress));
        checked.context("the table is wrong; please report this")?;
    }
    if let Some(file) = &file {
        let written = out.watched("writing", |progress| {
            file.write(out, |mut to| Ok(table.write(&mut to, progress)?))
        })?;
        written.say(&[], out)?;
        if file.is_standard_output() {
            return Ok(());
        }
    }

    let counts = PositionCounts {
        board,
        start,
        by_pegs: &reachable.count_by_pegs(),
        verified: options.verify.then_some(Verified::Rules),
    };
    let right = if options.verify {
        "every last jump is right"
    } else {
        ""
    };
    counts.put(&options.table, right, out)
}
