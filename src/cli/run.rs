//! The commands, one file each: each reads what its options name, calls the library, and hands the
//! answer to the writer.

mod films;
mod find;
mod font;
mod moved;
mod one_game;
mod play;
mod puzzle;
mod render;
mod sheet;
mod solve;

use anyhow::Result;

use crate::cli::options::{self, Command};
use peg_console::output::Output;

/// Runs a command.
pub fn run(command: Command, out: &Output) -> Result<()> {
    match command {
        Command::Render(options) => render::run(*options, out),
        Command::OneGame(options) => one_game::run(*options, out),
        Command::Play(options) => play::run(options, out),
        Command::Puzzle(options) => puzzle::run(options, out),
        Command::Sheet(options) => sheet::run(options, out),
        Command::Find(options) => find::run(options, out),
        Command::Font(command) => font::run(command, out),
        Command::Solve(options) => solve::run(options, out),
        Command::Board(words) => moved::run(words),
        Command::Completions(completions) => completions.run(options::command(), out),
    }
}
