//! `pegfont font`: what is done with whole fonts. Each subcommand has its own file.

mod build;
mod export;
mod list;

use anyhow::Result;
use clap::Subcommand;

/// Build fonts, make font files of them, and tell what is in them
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
