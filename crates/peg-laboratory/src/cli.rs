//! The program `peglab`: one file per command, and the game that they are about.

mod game;
mod levels;
mod line;
mod positions;
mod problems;
mod reduce;
mod set;
mod shape;
mod show;
mod solutions;

use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

use peg_console::answer::{Answer as _, Form};
use peg_console::command::CommandOptions as _;
use peg_console::completions::{Completions, how_to_use};
use peg_console::output::Output;
use peg_console::program::{self, Program};

/// The laboratory of peg solitaire: what is known of a board and its games
///
/// docs/laboratory.md explains the terms.
#[derive(Parser)]
#[command(
    name = "peglab",
    version,
    max_term_width = 100,
    subcommand_required = true
)]
#[command(after_help = "\
Examples:
  peglab levels english     the positions after each number of jumps
  peglab problems french    which vacancies can be solved
  peglab show triangle15    a board, and what follows from its shape
  peglab help positions     the help of a command

Exit codes: 0 done, 1 failed, 2 wrong arguments, 101 a bug, 130 interrupted")]
struct Cli {
    #[command(subcommand)]
    command: LaboratoryCommand,
}

#[derive(Subcommand)]
enum LaboratoryCommand {
    List(shape::ListCommand),
    Show(show::ShowCommand),
    Levels(levels::LevelsCommand),
    Positions(positions::PositionsCommand),
    Problems(problems::ProblemsCommand),
    Solutions(solutions::SolutionsCommand),
    Reduce(reduce::ReduceCommand),
    RandomPlay(levels::RandomPlayCommand),
    Line(line::LineCommand),
    #[command(subcommand)]
    Set(set::SetCommand),
    #[command(long_about = how_to_use("peglab"))]
    Completions(Completions),
}

/// Runs a command and prints its answer.
fn run(command: LaboratoryCommand, out: &Output) -> Result<()> {
    match command {
        LaboratoryCommand::List(_) => shape::boards().put(Form::Text, out),
        LaboratoryCommand::Show(options) => options.answer(show::run, out),
        LaboratoryCommand::Levels(options) => options.answer(levels::run, out),
        LaboratoryCommand::Positions(options) => options.answer(positions::run, out),
        LaboratoryCommand::Problems(options) => options.answer(problems::run, out),
        LaboratoryCommand::Solutions(options) => options.answer(solutions::run, out),
        LaboratoryCommand::Reduce(options) => options.answer(reduce::run, out),
        LaboratoryCommand::RandomPlay(options) => options.answer(levels::run_random_play, out),
        LaboratoryCommand::Line(options) => options.answer(line::run, out),
        LaboratoryCommand::Set(command) => command.answer(out),
        LaboratoryCommand::Completions(asked) => asked.script(self::command()).put(Form::Text, out),
    }
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
        name: "peglab",
        version: env!("CARGO_PKG_VERSION"),
        on_options: |_, _| (),
        run: |asked: Cli, out| run(asked.command, out),
        advice: |_| None,
    })
}
