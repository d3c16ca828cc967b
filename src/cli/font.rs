//! `pegfont font`: what is done with whole fonts. Each subcommand has its own file.

mod build;

use anyhow::Result;
use clap::Subcommand;

/// Build fonts
#[derive(Subcommand)]
pub(super) enum FontCommand {
    Build(build::Build),
}

impl FontCommand {
    pub(super) fn run(self) -> Result<()> {
        match self {
            Self::Build(command) => command.run(),
        }
    }
}
