//! `pegfont font`: whole fonts. Each subcommand has its own file.

mod build;
mod export;
mod list;
mod new;
mod specimen;

use anyhow::Result;
use clap::Subcommand;

/// Start, build, list and draw fonts, and export font files
#[derive(Subcommand)]
pub(super) enum FontCommand {
    New(new::New),
    Build(build::Build),
    List(list::List),
    Export(export::Export),
    Specimen(specimen::Specimen),
}

impl FontCommand {
    pub(super) fn run(self) -> Result<()> {
        match self {
            Self::New(command) => command.run(),
            Self::Build(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::List(command) => command.run(),
            Self::Specimen(command) => command.run(),
        }
    }
}
