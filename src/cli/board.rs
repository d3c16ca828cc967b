//! `pegfont board`: the laboratory; one file a subcommand.

mod show;

use anyhow::Result;
use clap::{Args, Subcommand};

/// The game itself, on the boards of the literature and of your own
#[derive(Args)]
pub(super) struct BoardCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(show::List),
    Show(show::Show),
}

impl BoardCommand {
    pub(super) fn run(self) -> Result<()> {
        match self.command {
            Command::List(command) => command.run(),
            Command::Show(command) => command.run(),
        }
    }
}
