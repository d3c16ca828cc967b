//! The commands, one file each: each reads what it is given, calls the library, and hands the
//! answer to the writer.

mod board;
mod completions;
mod find;
mod font;
mod one_game;
mod play;
mod puzzle;
mod render;
mod sheet;
mod solve;

commands! { pub enum Command {
    Render(Box<render::Render>),
    OneGame(Box<one_game::OneGame>),
    Play(play::Play),
    Puzzle(puzzle::PuzzleCommand),
    Sheet(sheet::SheetCommand),
    Find(find::Find),
    #[command(subcommand)]
    Font(font::FontCommand),
    Solve(solve::Solve),
    #[command(subcommand)]
    Board(board::BoardCommand),
    Completions(completions::Completions),
} }
