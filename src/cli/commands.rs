//! The commands, one file each: each reads what it is given, calls the library, and hands the
//! answer to the writer.

use anyhow::Result;
use clap::Subcommand;

use peg_console::completions::{Completions, how_to_use};
use peg_console::output::Output;

mod find;
mod font;
mod moved;
mod one_game;
mod play;
mod puzzle;
mod render;
mod sheet;
mod solve;

#[derive(Subcommand)]
pub enum Command {
    Render(Box<render::Render>),
    OneGame(Box<one_game::OneGame>),
    Play(play::Play),
    Puzzle(puzzle::PuzzleCommand),
    Sheet(sheet::SheetCommand),
    Find(find::Find),
    #[command(subcommand)]
    Font(font::FontCommand),
    Solve(solve::Solve),
    #[command(hide = true)]
    Board(moved::MovedBoard),
    #[command(long_about = how_to_use("pegfont"))]
    Completions(Completions),
}

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
