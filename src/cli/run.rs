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

use crate::cli::options::Command;
use peg_console::output::Output;

impl Command {
    pub fn run(self, out: &Output) -> Result<()> {
        match self {
            Self::Render(render) => render.run(out),
            Self::OneGame(game) => game.run(out),
            Self::Play(play) => play.run(out),
            Self::Puzzle(puzzle) => puzzle.run(out),
            Self::Sheet(sheet) => sheet.run(out),
            Self::Find(find) => find.run(out),
            Self::Font(font) => font.run(out),
            Self::Solve(solve) => solve.run(out),
            Self::Board(words) => words.run(),
            Self::Completions(completions) => completions.run(crate::cli::command(), out),
        }
    }
}
