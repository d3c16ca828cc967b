//! `pegfont solve`: counts or lists all reachable positions, writes and checks the table of last
//! jumps.

mod list;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;

use crate::cli::args::{Begun, BoardArgs};
use crate::cli::output::{Format, OutputFile};
use peg_console::board::solved;
use peg_console::counts::Counts;
use peg_console::input::whole;
use peg_console::listed::{is_standard_output, reads};
use peg_console::progress::watched;
use peg_console::table::TableArgs;
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{LastJumps, Record, Slicing, StoredLastJumps, Verified};

/// Find every reachable position, and count the positions by number of pegs
///
/// -o NAME.table writes the last jump into each position (1.5 GiB on 5x7), which other commands open
/// with --reachable; docs/reference/files.md says what it holds. For boards larger than memory, such
/// as 6x7, `peglab set solve` computes the positions on disk.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(mut_arg("reachable", |path| path.value_name("FILE").conflicts_with_all(["output", "list"]).help("Count the entries of a table, and check it; it determines board and start")))]
#[command(after_help = include_str!("solve.txt"))]
pub struct Solve {
    #[command(flatten)]
    board: BoardArgs,

    /// Write a last jump for each position to this file, as a table; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Check every entry of the table by the rules of the game; with --reachable, if memory allows,
    /// or else its checksums
    #[arg(long)]
    verify: bool,

    /// List the positions as codes, in increasing order, one per line
    #[arg(long, conflicts_with_all = ["output", "verify", "csv", "json"])]
    list: bool,

    /// List only the positions with this many pegs
    #[arg(long, value_name = "N", requires = "list", value_parser = whole::<u32>(0..=64))]
    pegs: Option<u32>,

    #[command(flatten)]
    table: TableArgs,
}

impl Solve {
    pub fn run(self) -> Result<()> {
        if let Some(path) = &self.board.reachable {
            reads(path)?;
            if path.is_dir() {
                let name = path.display();
                refuse!("{name} is a folder: for a set on disk, peglab set count {name}");
            }
            return self.count_table(path);
        }
        let output = self.output.as_deref();
        if let Some(folder) = output.filter(|path| path.extension().is_some_and(|end| end == "set"))
        {
            let name = folder.display();
            refuse!("sets on disk are the laboratory's: peglab set solve BOARD {name}");
        }
        let Begun { board, start, .. } = self.board.read()?;
        if output.is_some() || self.verify {
            return self.fill_table(&board, start);
        }
        let fits_disk = || Slicing::check(&board, start, Path::new(".")).is_ok();
        let reachable = solved(&board, start).map_err(|error| match error.downcast_ref() {
            Some(Error::Memory(_)) if !self.list && fits_disk() => {
                anyhow!("{error:#}; peglab set solve computes it on disk")
            }
            _ => error,
        })?;
        if self.list {
            let out = OutputFile::new(Path::new("-"), Format::List)?;
            out.write(|out| list::write(&reachable, self.pegs, out))?
                .say(&[]);
            return Ok(());
        }
        let counts = Counts {
            board: &board,
            start,
            by_pegs: &reachable.count_by_pegs(),
            verified: None,
        };
        counts.put(&self.table, "")
    }

    /// Counts the entries of a table on disk, and checks them.
    fn count_table(&self, path: &Path) -> Result<()> {
        let table = StoredLastJumps::open(path)?;
        let checked = watched("checking", |progress| table.verify(progress))?;

        let right = match checked.verified {
            Verified::Rules => "every checksum and every last jump is right",
            Verified::Checksums => {
                "every checksum is right; checking every last jump takes more memory"
            }
        };
        let counts = Counts {
            board: table.board(),
            start: table.start(),
            by_pegs: &checked.by_pegs,
            verified: Some(checked.verified),
        };
        counts.put(&self.table, if self.verify { right } else { "" })
    }

    /// Fills the table of last jumps, checks it and writes it, as is asked for.
    fn fill_table(&self, board: &SmallBoard, start: Bitboard) -> Result<()> {
        let output = self.output.as_deref();
        let is_direct = output.is_some_and(is_standard_output);
        if self.table.csv || self.table.json {
            OutputFile::new(Path::new("-"), Format::List)?;
        }
        let file = output
            .map(|path| OutputFile::new(path, Format::Table))
            .transpose()?;
        LastJumps::check_memory(board, start)?;
        let reachable = solved(board, start)?;
        let table = watched("filling", |progress| LastJumps::fill(&reachable, progress))?;
        if self.verify {
            watched("checking", |progress| table.verify(&reachable, progress))
                .context("the table is wrong; please report this")?;
        }
        if let Some(file) = file {
            watched("writing", |it| {
                file.write(|mut out| Ok(table.write(&mut out, it)?))
            })?
            .say(&[]);
        }
        if is_direct {
            return Ok(());
        }
        let counts = Counts {
            board,
            start,
            by_pegs: &reachable.count_by_pegs(),
            verified: self.verify.then_some(Verified::Rules),
        };
        let right = "every last jump is right";
        counts.put(&self.table, if self.verify { right } else { "" })
    }
}
