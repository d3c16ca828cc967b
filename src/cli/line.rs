//! `pegfont line`: one-dimensional solitaire.

use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use super::board::put_two_players;
use super::input::{read_text, whole};
use super::output::{counted, print_json};
use crate::answer;
use peg_solitaire::board::{Hole, Jump, MAX_SMALL_HOLES, SmallBoard};
use peg_solitaire::line::{self, LineJump, Reduction};

/// Reduce a row of pegs on an endless line to as few pegs as possible
///
/// Holes are numbered from 1 along the row. A jump is written as its two ends, as in 3-5. Jumps can leave the row at
/// either end: hole 0 is the one before the first.
#[derive(Args)]
pub(super) struct Line {
    /// The row: 1 or # for a peg, 0 or . for an empty hole
    #[arg(value_name = "ROW", required_unless_present_any = ["file", "pegs", "language"], conflicts_with = "file")]
    row: Option<String>,

    /// Read the row from a file (- is standard input)
    #[arg(long, short, value_name = "FILE")]
    file: Option<PathBuf>,

    /// List all rows of this many pegs that can be reduced to one, from the first peg to the last
    #[arg(long, value_name = "N", conflicts_with_all = ["row", "file", "quiet"], value_parser = whole::<usize>(1..=40))]
    pegs: Option<usize>,

    /// Print the regular expression of all rows that can be reduced to one peg
    #[arg(long, conflicts_with_all = ["row", "file", "pegs", "two_players", "quiet", "json"])]
    language: bool,

    /// Say who wins if two players take turns and the one who can't jump loses
    #[arg(long, conflicts_with_all = ["pegs", "quiet", "json"])]
    two_players: bool,

    /// Omit the jumps
    #[arg(long, short)]
    quiet: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Line {
    pub(super) fn run(self) -> Result<()> {
        if self.language {
            say!("{}", line::LANGUAGE);
            return Ok(());
        }
        if let Some(pegs) = self.pegs {
            let rows = line::rows_of(pegs);
            if self.json {
                return print_json(&answer::line_rows(pegs, &rows));
            }
            say!("{} can be reduced to one peg:", counted(rows.len(), "row"));
            for row in &rows {
                say!("{}", answer::digits(row));
            }
            return Ok(());
        }
        let text = match (&self.row, &self.file) {
            (Some(row), _) => row.clone(),
            (None, Some(file)) => read_text(file)?,
            (None, None) => read_text(Path::new("-"))?,
        };
        let row = line::parse(&text).map_err(|(number, mark)| {
            usage!(
                "character {number} of the row, {mark:?}, is neither a peg (1 or #) nor an empty hole (0 or .)"
            )
        })?;
        if self.two_players {
            return put_winner(&row);
        }
        let reduction = line::reduce(&row);
        if self.json {
            return print_json(&answer::line(&row, &reduction, !self.quiet));
        }
        let mut out = BufWriter::new(std::io::stdout().lock());
        writeln!(out, "{}", said(&row, &reduction))?;
        if !self.quiet && !reduction.jumps.is_empty() {
            let mut line = String::new();
            for jump in reduction.jumps.iter().map(LineJump::to_string) {
                if line.len() + jump.len() > 98 {
                    writeln!(out, "{line}")?;
                    line.clear();
                }
                if !line.is_empty() {
                    line.push(' ');
                }
                line.push_str(&jump);
            }
            writeln!(out, "{line}")?;
        }
        Ok(out.flush()?)
    }
}

/// Says who wins a row if two players take turns.
fn put_winner(row: &[bool]) -> Result<()> {
    // No jump leads further out than into the hole beside the row.
    let holes = row.len() + 2;
    let Ok(board) = format!("line{holes}").parse::<SmallBoard>() else {
        refuse!("--two-players needs a row of 1 to {} holes", MAX_SMALL_HOLES - 2);
    };
    let pegs = (1..).zip(row).filter(|(_, peg)| **peg).map(|(number, _)| Hole(number));
    let ends = |jump: Jump| {
        let (from, to) = (jump.from().index(), jump.to().index());
        LineJump { from, to }.to_string()
    };
    put_two_players(&board, pegs.collect(), ends)
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
