//! `pegfont font`: whole fonts. Each subcommand has its own file.

mod build;
mod export;
mod list;
mod new;
mod specimen;

use anyhow::Result;

use crate::cli::options::FontCommand;
use peg_console::output::Output;

pub fn run(command: FontCommand, out: &Output) -> Result<()> {
    match command {
        FontCommand::New(options) => new::run(options, out),
        FontCommand::Build(options) => build::run(options, out),
        FontCommand::List(options) => list::run(options, out),
        FontCommand::Export(options) => export::run(options, out),
        FontCommand::Specimen(options) => specimen::run(options, out),
    }
}
