//! `pegfont font`: whole fonts. Each subcommand has its own file.

mod build;
mod check;
mod compare;
mod export;
mod list;
mod new;

use anyhow::Result;
use clap::Subcommand;

/// Start, build, check and compare fonts, export font files, and list characters
#[derive(Subcommand)]
pub(super) enum FontCommand {
    New(new::New),
    Build(build::Build),
    Check(check::Check),
    Compare(compare::Compare),
    Export(export::Export),
    List(list::List),
}

impl FontCommand {
    pub(super) fn run(self) -> Result<()> {
        match self {
            Self::New(command) => command.run(),
            Self::Build(command) => command.run(),
            Self::Check(command) => command.run(),
            Self::Compare(command) => command.run(),
            Self::Export(command) => command.run(),
            Self::List(command) => command.run(),
        }
    }
}
