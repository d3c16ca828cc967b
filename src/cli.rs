//! The command-line program: clap reads `options`, a `request` says what they mean, `read` opens
//! what they name, `run` answers, `output` writes.

mod advice;
mod blocks;
mod formats;
mod options;
mod output;
mod read;
mod request;
mod run;

use std::process::ExitCode;

use options::Cli;
pub use options::command;
use peg_console::program::{self, Program};

/// Runs the program with the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    program::main(&Program {
        name: "pegfont",
        version: env!("CARGO_PKG_VERSION"),
        on_options: advice::note_files_among_texts,
        run: |asked: Cli, out| run::run(asked.command, out),
        advice: advice::advice,
    })
}
