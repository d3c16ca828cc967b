//! `pegfont board line`: one-dimensional solitaire.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use crate::cli::input::{read_text, whole};
use crate::cli::output::{broken, counted, print_json, say_lines};
use crate::cli::subject::is_picture;
use peg_solitaire::line::{self, LineJump, Reduction};
use peg_solitaire::words::quoted;

/// Reduce a row of pegs on an endless line to as few pegs as possible
///
/// Holes are numbered from 1 along the row. A jump is written as its two ends, as in 3-5. Jumps can leave the row at
/// either end: hole 0 is the one before the first.
#[derive(Args)]
pub(in crate::cli) struct Line {
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
    pub(in crate::cli) fn run(self) -> Result<()> {
        let (answer, lines) = match self.pegs {
            Some(pegs) => {
                let rows: Vec<String> = line::rows_of(pegs).iter().map(|row| digits(row)).collect();
                let head = format!("{} can be reduced to one peg:", counted(rows.len(), "row"));
                (json!({ "pegs": pegs, "rows": rows }), [vec![head], rows].concat())
            }
            None => self.about_row()?,
        };
        if self.json { print_json(&answer) } else { say_lines(lines) }
    }

    /// What is known of the row, as an answer and in lines.
    fn about_row(&self) -> Result<(Value, Vec<String>)> {
        let row = self.row.as_deref().unwrap_or("-");
        let text = if is_picture(row) { read_text(Path::new(row))? } else { row.to_owned() };
        let row = line::parse(&text).map_err(|(number, mark)| {
            usage!(
                "character {number} of the row, {}, is neither a peg (1 or #) nor an empty hole (0 or .)",
                quoted(mark)
            )
        })?;
        let reduction = line::reduce(&row);
        let jumps: Vec<String> = reduction.jumps.iter().map(LineJump::to_string).collect();
        let mut lines = vec![said(&row, &reduction)];
        if !jumps.is_empty() {
            lines.extend(broken(&jumps.join(" "), 99));
        }
        let pieces = reduction.pieces.iter();
        let pieces = pieces.map(|piece| json!({ "first": piece.start, "last": piece.end - 1 }));
        let answer = json!({
            "length": row.len(),
            "pegs": row.iter().filter(|&&peg| peg).count(),
            "reducible": reduction.pegs() == 1,
            "least_pegs": reduction.pegs(),
            "pieces": pieces.collect::<Value>(),
            "jumps": jumps,
        });
        Ok((answer, lines))
    }
}

fn digits(row: &[bool]) -> String {
    row.iter().map(|&peg| if peg { '1' } else { '0' }).collect()
}

/// The answer in a sentence.
fn said(row: &[bool], reduction: &Reduction) -> String {
    let pegs = row.iter().filter(|&&peg| peg).count();
    let (all, least) = (counted(pegs, "peg"), counted(reduction.pegs(), "peg"));
    let jumps = counted(reduction.jumps.len(), "jump");
    match (pegs, reduction.pegs()) {
        (0, _) => format!("{}, no pegs", counted(row.len(), "hole")),
        (1, _) => "1 peg: nothing to do".to_owned(),
        (_, 1) => format!("{all} can be reduced to one peg, in {jumps}"),
        (_, left) if left == pegs => format!("{all}, and no play can leave fewer"),
        _ => format!("{all} can be reduced to {least} and no fewer, in {jumps}"),
    }
}
