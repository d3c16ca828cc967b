//! `peglab line`: one-dimensional solitaire.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use crate::line;
use peg_console::board::is_board_picture;
use peg_console::input::{read_text, whole};
use peg_console::output::{print_answer, print_json, say_lines};
use peg_console::{say, usage};
use peg_solitaire::board::parse_row;
use pegfont_base::words::counted;
use pegfont_base::words::quoted;

/// Reduce a row of pegs on an endless line to as few pegs as possible
///
/// Holes are numbered from 1 along the row. A jump is written as its two ends, as in 3-5. Jumps can
/// leave the row at either end: hole 0 is the one before the first.
#[derive(Args)]
pub struct Line {
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

impl Line {
    pub fn run(self) -> Result<()> {
        let Some(pegs) = self.pegs else {
            return print_answer(&self.about_row()?, "", self.json);
        };
        let digits = |row: &Vec<bool>| row.iter().map(|&peg| if peg { '1' } else { '0' }).collect();
        let rows: Vec<String> = line::rows_of(pegs).iter().map(digits).collect();
        if self.json {
            return print_json(&json!({ "pegs": pegs, "rows": rows }));
        }
        say!("{} can be reduced to one peg:", counted(rows.len(), "row"));
        say_lines(rows)
    }

    fn about_row(&self) -> Result<Value> {
        let row = self.row.as_deref().unwrap_or("-");
        let text = if is_board_picture(row) {
            read_text(Path::new(row))?
        } else {
            row.to_owned()
        };
        let row = parse_row(&text).map_err(|(number, mark)| {
            let mark = quoted(mark);
            usage!("character {number} of the row, {mark}, is neither a peg (1 or #) nor an empty hole (0 or .)")
        })?;
        let reduction = line::reduce(&row);
        let jumps = reduction
            .jumps
            .iter()
            .map(|[from, to]| format!("{from}-{to}"));
        Ok(json!({
            "holes": row.len(),
            "pegs": row.iter().filter(|&&peg| peg).count(),
            "least_pegs": reduction.pegs(),
            "jumps": jumps.collect::<Vec<String>>(),
        }))
    }
}
