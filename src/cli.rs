//! The command-line program: one file a subcommand. What the library returns as typed errors is put
//! into words here, and only here is anything printed.

mod find;
mod font;
mod glyphs;
mod input;
mod output;
mod solution;
mod solve;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// A peg solitaire font: letters that are what is left of a solved game.
#[derive(Parser)]
#[command(name = "pegfont", version, about, max_term_width = 100, subcommand_required = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Find(find::Find),
    #[command(subcommand)]
    Font(font::FontCommand),
    Solve(solve::Solve),
    Solution(solution::SolutionCommand),
}

/// A mistake in what the user asked for; the program ends with exit code 2.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct Usage(String);

/// Runs the program with the process's arguments.
#[must_use]
pub fn main() -> ExitCode {
    let done = match Cli::parse().command {
        Command::Find(command) => command.run(),
        Command::Font(command) => command.run(),
        Command::Solve(command) => command.run(),
        Command::Solution(command) => command.run(),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if output::is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            if error.is::<Usage>() { ExitCode::from(2) } else { ExitCode::FAILURE }
        }
    }
}
