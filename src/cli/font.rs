//! `pegfont font`: what is done with whole fonts. Each subcommand has its own file.

mod build;
mod export;

use anyhow::Result;
use clap::Subcommand;

/// Build fonts, and make font files of them
#[derive(Subcommand)]
pub(super) enum FontCommand {
    Build(build::Build),
    Export(export::Export),
}

impl FontCommand {
    pub(super) fn run(self) -> Result<()> {
        match self {
            Self::Build(command) => command.run(),
            Self::Export(command) => command.run(),
        }
    }
}
