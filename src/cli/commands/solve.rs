//! `pegfont solve`: counts or lists all reachable positions, writes and checks the table of last
//! jumps, and sets on disk.

mod list;
pub mod slices;

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow};
use clap::Args;
use serde_json::{Value, json};

use crate::cli::args::{Begun, BoardArgs, bytes, solved, whole};
use crate::cli::output::{
    Format, OutputFile, TableArgs, fills, is_standard_output, print_json, reads, watched,
};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{Checked, LastJumps, Record, Slicing, StoredLastJumps, Verified};
use pegfont_base::table::{Column, Table};

/// Find every reachable position, and count the positions by number of pegs
///
/// -o NAME.table writes the last jump into each position (1.5 GiB on 5x7). -o NAME.set computes the
/// set on disk, in a folder: for boards larger than memory, such as 6x7. If a run ends early, the
/// same command continues it. Other commands open both with
/// --reachable; docs/reference/files.md says what they hold.
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(mut_arg("reachable", |path| path.value_name("FILE").conflicts_with_all(["output", "list", "memory"]).help("Count the positions of a .set or table; it determines board and start")))]
#[command(after_help = include_str!("solve.txt"))]
pub struct Solve {
    #[command(flatten)]
    board: BoardArgs,

    /// Write the table of last jumps to this file (`-` is standard output); or the set to
    /// FOLDER.set
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// The most memory for a set on disk, such as 8GiB [default: three quarters of what is free]
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    memory: Option<u64>,

    /// Check every entry of the table by the rules of the game; with --reachable, check the
    /// checksums, and every position or entry if memory allows
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
        let output = self.output.as_deref();
        let folder = output.filter(|path| path.extension().is_some_and(|found| found == "set"));
        if self.memory.is_some() && folder.is_none() {
            refuse!("--memory is for sets on disk: add -o NAME.set");
        }
        if let Some(path) = &self.board.reachable {
            reads(path)?;
            return if path.is_file() {
                self.count_table(path)
            } else {
                self.count_set(path)
            };
        }
        let Begun { board, start, .. } = self.board.read()?;
        if let Some(folder) = folder {
            fills(folder)?;
            if self.verify {
                refuse!("--verify doesn't go with a .set");
            }
            let counts = slices::compute(&board, start, folder, self.memory)?;
            return self.say((&board, start), &counts, None, "");
        }
        if output.is_some() || self.verify {
            return self.fill_table(&board, start);
        }
        let fits_disk = || Slicing::check(&board, start, Path::new(".")).is_ok();
        let reachable = solved(&board, start).map_err(|error| match error.downcast_ref() {
            Some(Error::Memory(_)) if !self.list && fits_disk() => {
                anyhow!("{error:#}; -o NAME.set computes it on disk")
            }
            _ => error,
        })?;
        if self.list {
            let out = OutputFile::new(Path::new("-"), Format::List)?;
            out.write(|out| list::write(&reachable, self.pegs, out))?
                .say(&[]);
            return Ok(());
        }
        self.say((&board, start), &reachable.count_by_pegs(), None, "")
    }

    /// Counts the positions of a set on disk. That reads all of it, so checksums and headers are
    /// always checked.
    fn count_set(&self, folder: &Path) -> Result<()> {
        let set = slices::open(folder)?;
        let checked = if self.verify {
            watched("checking", |progress| set.verify(progress))?
        } else {
            Checked {
                by_pegs: watched("counting", |progress| set.count_by_pegs(progress))?,
                verified: Verified::Checksums,
            }
        };

        let right = match checked.verified {
            Verified::Rules => "every checksum, count and position is right",
            Verified::Checksums => {
                "every checksum and count is right; checking every position takes more memory"
            }
        };
        let game = (set.board(), set.start());
        self.say(game, &checked.by_pegs, Some(checked.verified), right)
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
        let game = (table.board(), table.start());
        self.say(game, &checked.by_pegs, Some(checked.verified), right)
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
        self.say(
            (board, start),
            &reachable.count_by_pegs(),
            self.verify.then_some(Verified::Rules),
            "every last jump is right",
        )
    }

    /// Says how many positions there are, and with --verify what was found right.
    fn say(
        &self,
        set: (&SmallBoard, Bitboard),
        counts: &[u64],
        verified: Option<Verified>,
        right: &str,
    ) -> Result<()> {
        let (board, start) = set;
        let all: u64 = counts.iter().sum();
        let found = counts
            .iter()
            .enumerate()
            .rev()
            .filter(|&(_, &positions)| positions > 0);
        if self.table.json {
            let found = found.map(|(pegs, &count)| json!({ "pegs": pegs, "positions": count }));
            return print_json(&json!({
                "board": board.to_line(),
                "start": board.picture_line(start),
                "positions": all,
                "by_pegs": found.collect::<Value>(),
                "verified": verified,
            }));
        }

        let mut table = Table::default();
        table.add(Column::new("pegs"), found.clone().map(|(pegs, _)| pegs));
        table.add(Column::new("positions"), found.map(|(_, &count)| count));
        if !self.table.csv {
            table.rows.push(vec!["all".into(), all.into()]);
        }
        let after = if self.verify {
            format!("{right}\n")
        } else {
            String::new()
        };
        self.table.put_between("", &table, &after);
        Ok(())
    }
}
