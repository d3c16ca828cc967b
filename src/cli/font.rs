//! `pegfont font`: what is done with whole fonts. Each subcommand has its own file.

mod export;

use anyhow::Result;
use clap::Subcommand;

/// Make font files
#[derive(Subcommand)]
pub(super) enum FontCommand {
    Export(export::Export),
}

impl FontCommand {
    pub(super) fn run(self) -> Result<()> {
        match self {
            Self::Export(command) => command.run(),
        }
    }
}
