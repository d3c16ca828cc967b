//! `peglab line`: one-dimensional solitaire.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use serde::Serialize;

use crate::line;
use peg_console::answer::{Answer, Form};
use peg_console::board::is_board_picture;
use peg_console::command::CommandOptions;
use peg_console::input::whole;
use peg_console::output::Output;
use peg_console::{refuse, say, usage};
use peg_solitaire::board::parse_row;
use pegfont_base::words::{counted, quoted};

/// Reduce a row of pegs on an endless line to as few pegs as possible
///
/// Holes are numbered from 1 along the row. A jump is written as its two ends, as in 3-5. Jumps can
/// leave the row at either end: hole 0 is the one before the first.
#[derive(Args)]
#[command(after_help = include_str!("line.txt"))]
pub(super) struct LineCommand {
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

pub(super) enum LineRequest {
    /// All rows of so many pegs.
    Rows { pegs: usize },
    /// A row, or the file that has it.
    Row(String),
}

impl CommandOptions for LineCommand {
    type Request = LineRequest;

    fn form(&self) -> Form {
        Form::json_if(self.json)
    }

    fn request(self) -> Result<LineRequest> {
        Ok(match self.pegs {
            Some(pegs) => LineRequest::Rows { pegs },
            None => LineRequest::Row(self.row.unwrap_or_else(|| "-".to_owned())),
        })
    }
}

/// What is known of rows.
pub(super) enum LineAnswer {
    Rows(Reducible),
    Row(ReducedRow),
}

/// All rows of some pegs that can be reduced to one.
#[derive(Serialize)]
pub(super) struct Reducible {
    pegs: usize,
    rows: Vec<String>,
}

/// What a row can be reduced to.
#[derive(Serialize)]
pub(super) struct ReducedRow {
    holes: usize,
    pegs: usize,
    least_pegs: usize,
    jumps: Vec<String>,
}

pub(super) fn run(request: LineRequest, out: &Output) -> Result<LineAnswer> {
    match request {
        LineRequest::Rows { pegs } => Ok(LineAnswer::Rows(reducible(pegs))),
        LineRequest::Row(row) => reduced(&row, out).map(LineAnswer::Row),
    }
}

impl Answer for LineAnswer {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        match self {
            Self::Row(row) => out.put_answer(&row, form),
            Self::Rows(rows) if form == Form::Json => out.put_json(&rows),
            Self::Rows(Reducible { rows, .. }) => {
                let count = counted(rows.len(), "row");
                say!(out, "{count} can be reduced to one peg:")?;
                out.say_lines(rows)
            }
        }
    }
}

fn reducible(pegs: usize) -> Reducible {
    let mark = |&peg: &bool| if peg { '1' } else { '0' };
    let rows = line::rows_of(pegs);
    let rows = rows.iter().map(|row| row.iter().map(mark).collect());
    Reducible {
        pegs,
        rows: rows.collect(),
    }
}

fn reduced(row: &str, out: &Output) -> Result<ReducedRow> {
    let text = if is_board_picture(row) {
        out.files.read_text(Path::new(row))?
    } else {
        row.to_owned()
    };
    let row = parse_row(&text).map_err(|(number, mark)| {
        let mark = quoted(mark);
        usage!(
            "character {number} of the row, {mark}, is neither a peg (1 or #) nor an empty hole \
             (0 or .)"
        )
    })?;

    if row.is_empty() {
        refuse!("the row is empty: write 1 or # for a peg, 0 or . for an empty hole");
    }

    let reduction = line::reduce(&row);
    let jumps = reduction.jumps.iter();
    Ok(ReducedRow {
        holes: row.len(),
        pegs: row.iter().filter(|&&peg| peg).count(),
        least_pegs: reduction.pegs(),
        jumps: jumps.map(|[from, to]| format!("{from}-{to}")).collect(),
    })
}
