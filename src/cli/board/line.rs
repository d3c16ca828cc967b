//! `pegfont board line`: one-dimensional solitaire.

use std::path::Path;

use anyhow::Result;
use clap::Args;
use serde_json::{Value, json};

use super::two_players_of;
use crate::cli::input::{read_text, whole};
use crate::cli::output::{broken, counted, print_json, say_lines};
use crate::cli::progress::watched;
use crate::cli::subject::is_picture;
use peg_solitaire::analysis::GrundyValues;
use peg_solitaire::board::{Bitboard, Hole, Jump, MAX_SMALL_HOLES, SmallBoard};
use peg_solitaire::line::{self, LineJump, Reduction};
use peg_solitaire::words::quoted;

/// Reduce a row of pegs on an endless line to as few pegs as possible
///
/// Holes are numbered from 1 along the row. A jump is written as its two ends, as in 3-5. Jumps can leave the row at
/// either end: hole 0 is the one before the first.
#[derive(Args)]
pub(in crate::cli) struct Line {
    /// The row: 1 or # for a peg, 0 or . for an empty hole; or a file with it (- is standard input)
    #[arg(value_name = "ROW|FILE", required_unless_present_any = ["pegs", "length"])]
    row: Option<String>,

    /// List all rows of this many pegs that can be reduced to one, from the first peg to the last
    #[arg(long, value_name = "N", conflicts_with = "row", value_parser = whole::<usize>(1..=40))]
    pegs: Option<usize>,

    /// Say who wins if two players take turns and whoever has no jump loses
    #[arg(long, conflicts_with = "pegs")]
    two_players: bool,

    /// List all rows of this many holes, from the first peg to the last, with their Grundy values, which are 0 if the first
    /// player loses
    #[arg(long, value_name = "N", conflicts_with = "row", requires = "two_players", value_parser = whole::<usize>(1..=22))]
    length: Option<usize>,

    /// Print JSON
    #[arg(long)]
    json: bool,
}

impl Line {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let (answer, lines) = match (self.pegs, self.length) {
            (Some(pegs), _) => {
                let rows: Vec<String> = line::rows_of(pegs).iter().map(|row| digits(row)).collect();
                let head = format!("{} can be reduced to one peg:", counted(rows.len(), "row"));
                (json!({ "pegs": pegs, "rows": rows }), [vec![head], rows].concat())
            }
            (None, Some(length)) => {
                let rows = grundy_values(length)?;
                let lines = rows.iter().map(|(row, value)| format!("{row} {value}")).collect();
                let row = |(row, value)| json!({ "row": row, "grundy_value": value });
                let rows: Value = rows.into_iter().map(row).collect();
                (json!({ "length": length, "rows": rows }), lines)
            }
            (None, None) => self.about_row()?,
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
        if self.two_players {
            let (words, answer) = winner(&row)?;
            return Ok((json!({ "row": digits(&row), "two_players": answer }), vec![words]));
        }
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

/// Who wins a row if two players take turns.
fn winner(row: &[bool]) -> Result<(String, Value)> {
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
    two_players_of(&board, pegs.collect(), ends)
}

/// All rows of this length, from the first peg to the last, with their Grundy values.
fn grundy_values(length: usize) -> Result<Vec<(String, u8)>> {
    let board: SmallBoard = format!("line{}", length + 2).parse()?;
    watched("computing Grundy values", |progress| {
        let mut values = GrundyValues::new(&board, usize::MAX, progress);
        let rows = (1_u64 << (length - 1) | 1..1 << length).step_by(2);
        // As a position, the row is its mirror image, which has the same value.
        let value =
            |row: u64| Ok((format!("{row:b}"), values.of(Bitboard(row << 1))?.unwrap_or_default()));
        rows.map(value).collect()
    })
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
