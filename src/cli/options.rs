//! The options of all commands, as clap reads them: what was given, and in which words it is
//! refused at once. Nothing here opens a file or keeps a state.

mod board;
mod film;
mod find;
mod font;
mod fonts;
mod glyphs;
mod goal;
mod moved;
mod one_game;
mod paper;
mod picture;
mod play;
mod puzzle;
mod render;
mod sheet;
mod solve;
mod text;

use clap::{Parser, Subcommand};

use peg_console::completions::{Completions, how_to_use};
use peg_console::program;

pub use {
    board::*, film::*, find::*, font::*, fonts::*, glyphs::*, goal::*, moved::*, one_game::*,
    paper::*, picture::*, play::*, puzzle::*, render::*, sheet::*, solve::*, text::*,
};

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
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    Render(Box<Render>),
    OneGame(Box<OneGame>),
    Play(Play),
    Puzzle(PuzzleCommand),
    Sheet(SheetCommand),
    Find(Find),
    #[command(subcommand)]
    Font(FontCommand),
    Solve(Solve),
    #[command(hide = true)]
    Board(MovedBoard),
    #[command(long_about = how_to_use("pegfont"))]
    Completions(Completions),
}

/// The program's commands and options, for those who check or document command lines.
#[must_use]
pub fn command() -> clap::Command {
    program::command::<Cli>()
}
