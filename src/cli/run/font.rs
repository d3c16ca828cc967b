//! `pegfont font`: whole fonts. Each subcommand has its own file.

mod build;
mod export;
mod list;
mod new;
mod specimen;

use anyhow::Result;

use crate::cli::options::FontCommand;
use peg_console::output::Output;

impl FontCommand {
    pub fn run(self, out: &Output) -> Result<()> {
        match self {
            Self::New(new) => new.run(out),
            Self::Build(build) => build.run(out),
            Self::List(list) => list.run(out),
            Self::Export(export) => export.run(out),
            Self::Specimen(specimen) => specimen.run(out),
        }
    }
}
