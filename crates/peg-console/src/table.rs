//! How a command prints a table: the options, and where the text, the CSV or the JSON goes.

use anyhow::Result;
use clap::Args;

use crate::output::Output;
use pegfont_base::table::Table;

/// How to print an answer.
#[derive(Args, Debug)]
pub struct TableArgs {
    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    pub csv: bool,

    /// Print JSON
    #[arg(long)]
    pub json: bool,
}

impl TableArgs {
    /// Whether the answer is for programs.
    pub fn is_given(&self) -> bool {
        self.csv || self.json
    }

    /// Prints a table that is the whole answer. As text, a remark follows.
    ///
    /// # Errors
    /// When standard output fails.
    pub fn put(&self, table: &Table, remark: &str, out: &Output) -> Result<()> {
        if self.json {
            return out.put_json(table);
        }

        let before = format!("{}\n\n", table.title);
        let after = if remark.is_empty() {
            String::new()
        } else {
            format!("\n{remark}\n")
        };
        self.put_between(&before, table, &after, out)
    }

    /// Prints a table as text, between other words; or as CSV, alone.
    ///
    /// # Errors
    /// When standard output fails.
    pub fn put_between(
        &self,
        before: &str,
        table: &Table,
        after: &str,
        out: &Output,
    ) -> Result<()> {
        if self.csv {
            say_as_is!(out, "{}", table.csv())
        } else {
            say_as_is!(out, "{before}{}{after}", table.text())
        }
    }
}
