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

use clap::Parser;

use options::Command;
use peg_console::program::{self, Program};

/// Turn words into games of peg solitaire: the pegs left at the end form the letters
#[derive(Parser)]
#[command(
    name = "pegfont",
    version,
    about,
    max_term_width = 100,
    subcommand_required = true
)]
#[command(after_help = "\
Examples:
  pegfont render HELLO -o hello.gif   an animation
  pegfont one-game HELLO              one game that leaves the text
  pegfont play A                      a game
  pegfont help font build             the help of a command

Exit codes: 0 done, 1 failed, 2 wrong arguments, 101 a bug, 130 interrupted")]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

/// The program's commands and options, for those who check or document command lines.
#[must_use]
pub fn command() -> clap::Command {
    program::command::<Cli>()
}

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
