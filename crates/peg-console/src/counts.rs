//! How many positions a start leads to, by number of pegs, and what of them was found right.

use anyhow::Result;
use serde::Serialize;

use crate::answer::{Answer, Form};
use crate::output::Output;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::Verified;
use pegfont_base::table::{Column, Table};

/// The positions that a start leads to.
#[derive(Clone, Debug)]
pub struct PositionCounts {
    /// The board.
    pub board: SmallBoard,
    /// The start.
    pub start: Bitboard,
    /// The number of positions with 0, 1, ... pegs.
    pub by_pegs: Vec<u64>,
    /// What was checked, if anything.
    pub verified: Option<Verified>,
    /// What was found right, in words. As text, it follows.
    pub right: Option<&'static str>,
}

/// The same for programs.
#[derive(Serialize)]
struct DescribedCounts {
    board: String,
    start: String,
    positions: u64,
    by_pegs: Vec<WithPegs>,
    verified: Option<Verified>,
}

/// The positions with one number of pegs.
#[derive(Serialize)]
struct WithPegs {
    pegs: usize,
    positions: u64,
}

impl Answer for PositionCounts {
    /// Prints the counts, the most pegs first.
    fn put(self, form: Form, out: &Output) -> Result<()> {
        let mut table = self.table();
        match form {
            Form::Json => out.put_json(&self.described()),
            Form::Csv => out.put_csv(&table),
            Form::Text => {
                table.rows.push(vec!["all".into(), self.total().into()]);
                say_as_is!(out, "{}", table.text())?;
                match self.right {
                    Some(right) => say!(out, "{right}"),
                    None => Ok(()),
                }
            }
        }
    }
}

impl PositionCounts {
    fn table(&self) -> Table {
        let found = self.found();
        let pegs = found.iter().map(|some| some.pegs);
        let positions = found.iter().map(|some| some.positions);

        let mut table = Table::default();
        table.add(Column::new("pegs"), pegs);
        table.add(Column::new("positions"), positions);
        table
    }

    fn described(&self) -> DescribedCounts {
        DescribedCounts {
            board: self.board.as_board().to_line(),
            start: self.board.picture_line(self.start),
            positions: self.total(),
            by_pegs: self.found(),
            verified: self.verified,
        }
    }

    fn total(&self) -> u64 {
        self.by_pegs.iter().sum()
    }

    /// The numbers of pegs that positions have, the most first.
    fn found(&self) -> Vec<WithPegs> {
        let mut found = Vec::new();
        for (pegs, &positions) in self.by_pegs.iter().enumerate().rev() {
            if positions > 0 {
                found.push(WithPegs { pegs, positions });
            }
        }
        found
    }
}

/// What was found right of a set that was checked.
#[must_use]
pub fn of_set(verified: Verified) -> &'static str {
    match verified {
        Verified::Rules => "every checksum, count and position is right",
        Verified::Checksums => {
            "every checksum and count is right; checking every position takes more memory"
        }
    }
}
