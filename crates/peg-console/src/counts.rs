//! How many positions a start leads to, by number of pegs, and what of them was found right.

use anyhow::Result;
use serde_json::{Value, json};

use crate::output::print_json;
use crate::table::TableArgs;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::Verified;
use pegfont_base::table::{Column, Table};

/// The positions that a start leads to.
#[derive(Clone, Copy, Debug)]
pub struct Counts<'a> {
    /// The board.
    pub board: &'a SmallBoard,
    /// The start.
    pub start: Bitboard,
    /// The number of positions with 0, 1, ... pegs.
    pub by_pegs: &'a [u64],
    /// What was checked, if anything.
    pub verified: Option<Verified>,
}

impl Counts<'_> {
    /// Prints the counts, the most pegs first. As text, what was found right follows.
    ///
    /// # Errors
    /// When standard output fails.
    pub fn put(&self, args: &TableArgs, right: &str) -> Result<()> {
        let all: u64 = self.by_pegs.iter().sum();
        let numbered = self.by_pegs.iter().enumerate().rev();
        let found = numbered.filter(|&(_, &positions)| positions > 0);
        if args.json {
            let found = found.map(|(pegs, &count)| json!({ "pegs": pegs, "positions": count }));
            return print_json(&json!({
                "board": self.board.to_line(),
                "start": self.board.picture_line(self.start),
                "positions": all,
                "by_pegs": found.collect::<Value>(),
                "verified": self.verified,
            }));
        }

        let mut table = Table::default();
        table.add(Column::new("pegs"), found.clone().map(|(pegs, _)| pegs));
        table.add(Column::new("positions"), found.map(|(_, &count)| count));
        if !args.csv {
            table.rows.push(vec!["all".into(), all.into()]);
        }
        let after = if right.is_empty() {
            String::new()
        } else {
            format!("{right}\n")
        };
        args.put_between("", &table, &after);
        Ok(())
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
