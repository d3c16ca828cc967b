//! `pegfont board`: the laboratory, one file per subcommand; the arguments that they share are here.

mod levels;
mod positions;
mod problems;
mod reduce;
mod show;
mod solutions;
mod winning;

use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, Subcommand};

use super::output::{Written, print_json, refuse_beside, write_to};
use super::progress::watched;
use super::subject::{is_picture, read_board, read_finish, read_small_board, read_start};
use crate::answer;
use peg_solitaire::analysis::{Problems, Table, Winner, Winning, two_players};
use peg_solitaire::board::{Bitboard, Board, Hole, Jump, Position, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::search::{Outcome, Search};
use peg_solitaire::solution::Solution;
use peg_solitaire::solve::Reachable;
use peg_solitaire::words::grouped;
use pegfont_film::drawing::svg;
use pegfont_film::plot::plot;
use pegfont_type::format::{Format, FormatError};

/// Analyse the game on any board
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
    Solutions(solutions::SolutionsCommand),
    Positions(positions::PositionsCommand),
    About(positions::AboutCommand),
    Reduce(reduce::Reduce),
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
            Command::Solutions(command) => command.run(),
            Command::Positions(command) => command.run(),
            Command::About(command) => command.run(),
            Command::Reduce(command) => command.run(),
        }
    }
}

/// The standard problem is computed on boards up to this much memory, in bytes.
const STANDARD: u64 = 2 << 30;

/// A board and a start.
#[derive(Args)]
struct StartArgs {
    /// The board: a name (see `pegfont board list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    /// The start; see Positions below
    /// [default: the position in the picture, or the start of the solvable problem nearest to the central game]
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,
}

impl StartArgs {
    fn read(&self) -> Result<(Board, Position)> {
        let (board, drawn) = read_board(&self.board)?;
        let start = self.start.as_deref().map(|start| read_start(&board, start)).transpose()?;
        Ok((board, start.unwrap_or(drawn)))
    }

    /// The board, the start, and the holes in which the last peg may end.
    fn read_problem(&self, finish: &FinishArgs) -> Result<(SmallBoard, Bitboard, Bitboard)> {
        let (board, drawn) = read_small_board(&self.board)?;
        let given = self.start.as_deref().map(|start| read_start(&board, start)).transpose()?;
        let start = given.as_ref().map_or(drawn, |start| board.bits(start));
        // A mistake in the finish is reported before any work begins.
        let finishes = finish.read(&board, start)?;
        let is_large = Reachable::memory_needed(&board, drawn) > STANDARD;
        let has_start = given.is_some() || is_large || is_picture(&self.board);
        if has_start || is_soon_solved(&board) {
            return Ok((board, start, finishes));
        }
        let standard = watched("looking for a problem that can be solved", |progress| {
            Problems::standard(&board, progress)
        });
        // What doesn't fit into memory is refused by the command itself.
        let Ok(Some(problem)) = standard else { return Ok((board, start, finishes)) };
        let last = match finish.finish {
            Some(_) => String::new(),
            None => format!(", the last peg in {}", board.hole_name(problem.survivor)),
        };
        if problem.vacancy != board.centre() || !problem.is_complement() {
            note!(
                "the game from the centre to the centre can't be solved; this is the nearest that can: {} vacant{last}",
                board.hole_name(problem.vacancy),
            );
        }
        let start = board.full().without(problem.vacancy.bit());
        let finishes = if finish.finish.is_some() { finishes } else { problem.survivor.bit() };
        Ok((board, start, finishes))
    }
}

/// Whether a short search finds the game from the centre to the centre. Then the board need not be enumerated.
fn is_soon_solved(board: &SmallBoard) -> bool {
    let short = Search { enumerated: 0, positions: 1 << 17, memory: 16 << 20, ..Search::default() };
    let start = Position::from(board.central_vacancy());
    let found = short.reduce(board, &start, Some(board.centre()), Progress::NONE);
    found.is_ok_and(|found| matches!(found.outcome, Outcome::Solved(_)))
}

/// Where a game ends.
#[derive(Args)]
struct FinishArgs {
    /// The hole of the last peg, or `any`
    /// [default: the vacancy, if the start has only one, or any; without --start, the last peg of that problem]
    #[arg(long, value_name = "POSITION")]
    finish: Option<String>,
}

impl FinishArgs {
    /// The holes in which the last peg may end.
    fn read(&self, board: &SmallBoard, start: Bitboard) -> Result<Bitboard> {
        let vacancies = board.complement(start);
        match self.finish.as_deref() {
            None if vacancies.count() == 1 => Ok(vacancies),
            None => Ok(board.full()),
            Some(text) => Ok(read_finish(board, "--finish", text)?.map_or(board.full(), Hole::bit)),
        }
    }
}

/// Refuses a number of pegs that is above the most.
fn check_pegs(pegs: Option<u32>, most: u32, what: &str) -> Result<()> {
    if let Some(pegs) = pegs.filter(|&pegs| pegs > most) {
        refuse!("--pegs {pegs}: {what} has only {most}");
    }
    Ok(())
}

/// One peg in each of these holes, as positions.
fn single_pegs(holes: Bitboard) -> Vec<Bitboard> {
    holes.pegs().map(Hole::bit).collect()
}

/// A solution in jump notation, with the names of the holes or with their numbers from 1.
fn notation(solution: &Solution, is_numbered: bool) -> String {
    match is_numbered {
        true => format!("{solution:#}"),
        false => solution.to_string(),
    }
}

/// Prints codes, one per line. `kind` says what the positions are.
fn put_codes(board: &SmallBoard, kind: &str, codes: &[Bitboard], json: bool) -> Result<()> {
    if json {
        return print_json(&answer::positions(board, kind, codes));
    }
    put_lines("-".as_ref(), codes.iter().map(|code| format!("code:{}", code.code()))).map(drop)
}

/// The positions from which one of the finishes can be reached.
fn winning_positions(reachable: &Reachable, finishes: &[Bitboard]) -> Result<Winning> {
    watched("solving backwards", |progress| Ok(Winning::of(reachable, finishes, progress)?))
}

/// Writes lines to a file, or to standard output.
fn put_lines<T: Display>(path: &Path, lines: impl IntoIterator<Item = T>) -> Result<Written> {
    write_to(path, |out| {
        lines.into_iter().try_for_each(|line| writeln!(out, "{line}"))?;
        Ok(())
    })
}

/// The most positions that decide the game for two.
const TWO_PLAYERS: usize = 1 << 24;

/// Says who wins a position if two players take turns. `name` is what a jump is called.
pub(super) fn put_two_players(
    board: &SmallBoard,
    position: Bitboard,
    name: impl Fn(Jump) -> String,
) -> Result<()> {
    let winner =
        watched("playing for two", |progress| two_players(board, position, TWO_PLAYERS, progress))?;
    match winner {
        Winner::First(jump) => say!("two players: the first wins, with {}", name(jump)),
        Winner::Second => say!("two players: the second wins"),
        Winner::Unknown => {
            let most = grouped(TWO_PLAYERS as u64);
            say!("two players: not decided within {most} positions");
        }
    }
    Ok(())
}

/// A file to write as SVG, or standard output.
fn svg_file(name: &str) -> Result<PathBuf, FormatError> {
    let path = PathBuf::from(name);
    if name != "-" {
        Format::from_path(&path, &[Format::Svg])?;
    }
    Ok(path)
}

/// How to print a table.
#[derive(Args)]
struct TableArgs {
    /// Print CSV
    #[arg(long, conflicts_with = "json")]
    csv: bool,

    /// Print JSON
    #[arg(long)]
    json: bool,

    /// Plot the table in an SVG file (- prints the plot instead of the table)
    #[arg(long, value_name = "FILE", value_parser = svg_file)]
    plot: Option<PathBuf>,
}

impl TableArgs {
    /// The options, and whether they were given.
    fn options(&self) -> [(&'static str, bool); 3] {
        [("--csv", self.csv), ("--json", self.json), ("--plot", self.plot.is_some())]
    }

    /// Refuses to print two things.
    fn check(&self) -> Result<()> {
        refuse_beside("--plot", self.plot.as_deref(), &self.options()[..2])
    }

    /// Prints the table. As text, the sums of some columns and a remark follow.
    fn put(&self, table: &Table, sums: &[&str], remark: &str) -> Result<()> {
        if let Some(path) = &self.plot {
            let svg = svg::file(&plot(table));
            let written = write_to(path, |out| Ok(out.write_all(svg.as_bytes())?))?;
            if path == Path::new("-") {
                return Ok(());
            }
            if !self.json && !self.csv {
                written.say(&[]);
            }
        }
        if self.json {
            return print_json(&answer::table(table));
        }
        let text = if self.csv {
            table.csv()
        } else {
            format!("{}\n\n{}{remark}", table.title, table.text(sums))
        };
        write_to("-".as_ref(), |out| Ok(out.write_all(text.as_bytes())?)).map(drop)
    }
}
