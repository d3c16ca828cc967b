//! How a command prints a table: the options, and an answer that is a table.

use anyhow::Result;
use clap::Args;

use crate::answer::{Answer, Form};
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
    /// The form that is asked for.
    #[must_use]
    pub fn form(&self) -> Form {
        if self.csv {
            Form::Csv
        } else {
            Form::json_if(self.json)
        }
    }
}

/// A table that is the whole answer.
#[derive(Debug)]
pub struct TableAnswer {
    /// The table, whose title stands above it.
    pub table: Table,
    /// What follows in a text, if anything.
    pub remark: String,
}

impl Answer for TableAnswer {
    fn put(self, form: Form, out: &Output) -> Result<()> {
        let Self { table, remark } = self;
        match form {
            Form::Json => out.put_json(&table),
            Form::Csv => out.put_csv(&table),
            Form::Text => {
                say_as_is!(out, "{}\n\n{}", table.title, table.text())?;
                if remark.is_empty() {
                    return Ok(());
                }
                say!(out, "\n{remark}")
            }
        }
    }
}

impl Output {
    /// Prints a table as CSV.
    ///
    /// # Errors
    /// When standard output fails.
    pub fn put_csv(&self, table: &Table) -> Result<()> {
        say_as_is!(self, "{}", table.csv())
    }
}
