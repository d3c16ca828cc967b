//! The commands, one file each: each is given a request, reads what it names, calls the library,
//! and returns its answer, which says how it is printed. No command knows an option.

mod films;
mod find;
mod font;
mod one_game;
mod play;
mod puzzle;
mod render;
mod sheet;
mod solve;

use anyhow::Result;

use crate::cli::options::{self, Command, FontCommand};
use peg_console::answer::{Answer as _, Form};
use peg_console::command::CommandOptions as _;
use peg_console::output::Output;

/// Runs a command and prints its answer.
pub fn run(command: Command, out: &Output) -> Result<()> {
    match command {
        Command::Render(options) => options.answer(render::run, out),
        Command::OneGame(options) => options.answer(one_game::run, out),
        Command::Play(options) => options.answer(play::run, out),
        Command::Puzzle(options) => options.answer(puzzle::run, out),
        Command::Sheet(options) => options.answer(sheet::run, out),
        Command::Find(options) => options.answer(find::run, out),
        Command::Font(command) => run_font(command, out),
        Command::Solve(options) => options.answer(solve::run, out),
        Command::Board(moved) => Err(moved.refusal()),
        Command::Completions(asked) => asked.script(options::command()).put(Form::Text, out),
    }
}

fn run_font(command: FontCommand, out: &Output) -> Result<()> {
    match command {
        FontCommand::New(options) => options.answer(font::new, out),
        FontCommand::Build(options) => options.answer(font::build, out),
        FontCommand::List(options) => options.answer(font::list, out),
        FontCommand::Export(options) => options.answer(font::export, out),
        FontCommand::Specimen(options) => options.answer(font::specimen, out),
    }
}
