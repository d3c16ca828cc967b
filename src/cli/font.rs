//! `pegfont font`: whole fonts. Each subcommand has its own file.

mod build;
mod export;
mod list;
mod new;

use anyhow::Result;
use clap::Subcommand;

/// Start and build fonts, export font files, and list characters
#[derive(Subcommand)]
pub(super) enum FontCommand {
    New(new::New),
    Build(build::Build),
    Export(export::Export),
    List(list::List),
}

impl FontCommand {
    pub(super) fn run(self) -> Result<()> {
        match self {
            Self::New(command) => command.run(),
            Self::Build(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::List(command) => command.run(),
        }
    }
}
