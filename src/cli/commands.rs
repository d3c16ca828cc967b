//! The commands, one file each: each reads what it is given, calls the library, and hands the
//! answer to the writer.

mod completions;
mod find;
mod font;
mod moved;
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
    #[command(hide = true)]
    Board(moved::Board),
    Completions(completions::Completions),
} }
