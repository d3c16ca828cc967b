//! `pegfont board`: the laboratory; one file a subcommand, and here what several of them take.

mod levels;
mod position;
mod problems;
mod show;
mod winning;

use std::path::PathBuf;

use anyhow::Result;
use clap::{Args, Subcommand};

use super::Usage;
use super::input::{read_board, read_start};
use super::output::{print_json, write_to};
use crate::analysis::{Table, plot};
use crate::answer::BoardTable;
use crate::board::{Board, Hole, Position};

/// The game itself, on the boards of the literature and of your own
#[derive(Args)]
pub(super) struct BoardCommand {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    List(show::List),
    Show(show::Show),
    Problems(problems::ProblemsCommand),
    Levels(levels::LevelsCommand),
    Winning(winning::WinningCommand),
    Symmetric(levels::SymmetricCommand),
    RandomPlay(levels::RandomPlayCommand),
    Hard(winning::HardCommand),
    Reduce(position::Reduce),
}

impl BoardCommand {
    pub(super) fn run(self) -> Result<()> {
        match self.command {
            Command::List(command) => command.run(),
            Command::Show(command) => command.run(),
            Command::Problems(command) => command.run(),
            Command::Levels(command) => command.run(),
            Command::Winning(command) => command.run(),
            Command::Symmetric(command) => command.run(),
            Command::RandomPlay(command) => command.run(),
            Command::Hard(command) => command.run(),
            Command::Reduce(command) => command.run(),
        }
    }
}

/// A board and a start.
#[derive(Args)]
struct StartArgs {
    /// The board: a name (see `pegfont board list`), or a file with its picture
    #[arg(value_name = "NAME|FILE")]
    board: String,

    /// The start: the hole that is empty at first (c4), or a pattern (rows of # and ., digits, a code)
    /// [default: the picture's, or all pegs but the one nearest to the middle]
    #[arg(long, value_name = "HOLE|PATTERN")]
    start: Option<String>,
}

impl StartArgs {
    fn read(&self) -> Result<(Board, Position)> {
        let (board, drawn) = read_board(&self.board)?;
        let start = self.start.as_deref().map(|start| read_start(&board, start)).transpose()?;
        Ok((board, start.unwrap_or(drawn)))
    }
}

/// Where a game is to end.
#[derive(Args)]
struct FinishArgs {
    /// The hole of the last peg, or `any`
    /// [default: the hole that is empty at first, if there is one such]
    #[arg(long, value_name = "HOLE|any")]
    finish: Option<String>,
}

impl FinishArgs {
    /// The holes in which the last peg may be.
    fn read(&self, board: &Board, start: Position) -> Result<Position> {
        let vacancies = board.complement(start);
        match self.finish.as_deref() {
            None if vacancies.pegs() == 1 => Ok(vacancies),
            None | Some("any") => Ok(board.full()),
            Some(hole) => Ok(board
                .parse_hole(hole)
                .map_err(|error| Usage(format!("--finish: {error}, or any")))?
                .bit()),
        }
    }
}

/// One peg in each of these holes, as positions.
fn single_pegs(holes: Position) -> Vec<Position> {
    holes.holes().map(Hole::bit).collect()
}

/// How a table is put out.
#[derive(Args)]
struct TableArgs {
    /// Print comma-separated values
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Draw the table as a picture, an SVG file (-: standard output, instead of the table)
    #[arg(long, value_name = "FILE")]
    plot: Option<PathBuf>,
}

impl TableArgs {
    /// Prints the table; below it, for people, the sums of some columns and a remark.
    fn put(&self, table: &Table, sums: &[&str], remark: &str) -> Result<()> {
        if let Some(path) = &self.plot {
            let svg = plot(table);
            write_to(path, |out| Ok(out.write_all(svg.as_bytes())?))?;
            if path == std::path::Path::new("-") {
                return Ok(());
            }
        }
        if self.json {
            return print_json(&BoardTable::new(table));
        }
        let text = if self.csv {
            table.csv()
        } else {
            format!("{}\n\n{}{remark}", table.title, table.text(sums))
        };
        write_to("-".as_ref(), |out| Ok(out.write_all(text.as_bytes())?))
    }
}
