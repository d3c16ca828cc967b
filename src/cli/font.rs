//! `pegfont font`: whole fonts. Each subcommand has its own file.

mod build;
mod export;
mod list;

use anyhow::Result;
use clap::Subcommand;

/// Build fonts, export font files, and list characters
#[derive(Subcommand)]
pub(super) enum FontCommand {
    Build(build::Build),
    Export(export::Export),
    List(list::List),
}

impl FontCommand {
    pub(super) fn run(self) -> Result<()> {
        match self {
            Self::Build(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::List(command) => command.run(),
        }
    }
}
