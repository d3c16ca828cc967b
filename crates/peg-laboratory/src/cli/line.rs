//! `peglab line`: one-dimensional solitaire.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::line;
use peg_console::board::is_board_picture;
use peg_console::input::whole;
use peg_console::output::Output;
use peg_console::{say, usage};
use peg_solitaire::board::parse_row;
use pegfont_base::words::{counted, quoted};

/// Reduce a row of pegs on an endless line to as few pegs as possible
///
/// Holes are numbered from 1 along the row. A jump is written as its two ends, as in 3-5. Jumps can
/// leave the row at either end: hole 0 is the one before the first.
#[derive(Args)]
#[command(after_help = include_str!("line.txt"))]
pub struct LineCommand {
    /// The row: 1 or # for a peg, 0 or . for an empty hole; or a file with it (- is standard input)
    #[arg(value_name = "ROW|FILE", required_unless_present = "pegs")]
    row: Option<String>,

    /// List all rows of this many pegs that can be reduced to one, from the first peg to the last
    #[arg(long, value_name = "N", conflicts_with = "row", value_parser = whole::<usize>(1..=40))]
    pegs: Option<usize>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// All rows of some pegs that can be reduced to one.
#[derive(Serialize)]
struct Reducible {
    pegs: usize,
    rows: Vec<String>,
}

/// What a row can be reduced to.
#[derive(Serialize)]
struct ReducedRow {
    holes: usize,
    pegs: usize,
    least_pegs: usize,
    jumps: Vec<String>,
}

impl LineCommand {
    pub fn run(self, out: &Output) -> Result<()> {
        match self.pegs {
            Some(pegs) => self.put_rows(pegs, out),
            None => out.put_answer(&self.reduced(out)?, self.json),
        }
    }

    fn put_rows(&self, pegs: usize, out: &Output) -> Result<()> {
        let mark = |&peg: &bool| if peg { '1' } else { '0' };
        let rows = line::rows_of(pegs);
        let rows: Vec<String> = rows
            .iter()
            .map(|row| row.iter().map(mark).collect())
            .collect();
        if self.json {
            return out.put_json(&Reducible { pegs, rows });
        }

        let count = counted(rows.len(), "row");
        say!(out, "{count} can be reduced to one peg:")?;
        out.say_lines(rows)
    }

    fn reduced(&self, out: &Output) -> Result<ReducedRow> {
        let row = self.row.as_deref().unwrap_or("-");
        let text = if is_board_picture(row) {
            out.files.read_text(Path::new(row))?
        } else {
            row.to_owned()
        };
        let row = parse_row(&text).map_err(|(number, mark)| {
            let mark = quoted(mark);
            usage!(
                "character {number} of the row, {mark}, is neither a peg (1 or #) nor an empty \
                 hole (0 or .)"
            )
        })?;

        let reduction = line::reduce(&row);
        let jumps = reduction.jumps.iter();
        Ok(ReducedRow {
            holes: row.len(),
            pegs: row.iter().filter(|&&peg| peg).count(),
            least_pegs: reduction.pegs(),
            jumps: jumps.map(|[from, to]| format!("{from}-{to}")).collect(),
        })
    }
}
