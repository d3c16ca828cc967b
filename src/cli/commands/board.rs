//! `pegfont board`: the laboratory, one file per subcommand; the problem that they are about is here.

mod levels;
mod line;
mod positions;
mod problems;
mod reduce;
mod show;
mod solutions;

use anyhow::Result;
use clap::Args;

use crate::cli::args::{is_board_picture, read_finish, read_small_board, solved, start_on};
use crate::cli::output::{counted, watched};
use peg_solitaire::analysis::{Problems, Table, Winning};
use peg_solitaire::board::{Bitboard, Hole, SmallBoard};
use peg_solitaire::solve::Reachable;

commands! {
/// Analyse the game, on a named board or your own
///
/// docs/laboratory.md explains the terms.
pub enum BoardCommand {
    List(show::List),
    Show(show::Show),
    Levels(levels::LevelsCommand),
    Positions(positions::PositionsCommand),
    Problems(problems::ProblemsCommand),
    Solutions(solutions::SolutionsCommand),
    Reduce(reduce::Reduce),
    RandomPlay(levels::RandomPlayCommand),
    Line(line::Line),
} }

/// The standard problem is computed on boards up to this much memory, in bytes.
const STANDARD: u64 = 2 << 30;

/// A board, and where a game begins and ends.
#[derive(Args)]
struct GameArgs {
    /// The board: a name (see `pegfont board list`) or a picture file
    #[arg(value_name = "NAME|FILE")]
    board: String,

    /// The start; see Positions below [default: the position in the picture, or the start of the board's standard problem]
    #[arg(long, value_name = "POSITION")]
    start: Option<String>,

    /// The hole of the last peg, or `any` [default: the hole that is empty at the start, or `any` if several are; without --start,
    /// the finish of the board's standard problem]
    #[arg(long, value_name = "POSITION")]
    finish: Option<String>,
}

/// A start on a board, and the holes in which the last peg may end.
struct Problem {
    board: SmallBoard,
    start: Bitboard,
    finishes: Bitboard,
}

impl GameArgs {
    fn read(&self) -> Result<Problem> {
        let (board, drawn) = read_small_board(&self.board)?;
        let given = start_on(&board, self.start.as_deref())?;
        let start = given.unwrap_or(drawn);
        let vacancies = board.complement(start);
        // A mistake in the finish is reported before any work begins.
        let finish = match self.finish.as_deref() {
            None if vacancies.count() == 1 => Some(vacancies),
            None => None,
            Some(text) => read_finish(&board, "--finish", text)?.map(Hole::bit),
        };
        let finishes = finish.unwrap_or(board.full());
        let is_large = Reachable::memory_needed(&board, drawn) > STANDARD;
        let problem = Problem { board, start, finishes };
        if given.is_some() || is_large || is_board_picture(&self.board) {
            return Ok(problem);
        }
        Ok(problem.standard(self.finish.is_some()))
    }
}

impl Problem {
    /// The standard problem of its board, to its own finishes if they were given.
    fn standard(self, is_given: bool) -> Self {
        let board = &self.board;
        let standard = watched("looking for a problem", |it| Problems::standard(board, it));
        // What doesn't fit into memory is refused by the command itself.
        let Ok(Some(problem)) = standard else { return self };
        if problem.vacancy != board.centre() || !problem.is_complement() {
            let name = |hole| board.hole_name(hole);
            let (start, end) = (name(problem.vacancy), name(problem.survivor));
            note!(
                "no game from centre to centre can be won; the nearest that can: {start} to {end}"
            );
        }
        let start = board.full().without(problem.vacancy.bit());
        let finishes = if is_given { self.finishes } else { problem.survivor.bit() };
        Self { start, finishes, ..self }
    }

    /// One peg in each of the finishes, as positions.
    fn targets(&self) -> Vec<Bitboard> {
        self.finishes.pegs().map(Hole::bit).collect()
    }

    /// Solves it, if there is memory for the positions as well from which one of the finishes can be reached.
    fn solved_and_won(&self) -> Result<(Reachable, Winning)> {
        let targets = self.targets();
        Winning::check_memory(&self.board, self.start, &targets)?;
        let reachable = solved(&self.board, self.start)?;
        let winning =
            watched("solving backwards", |progress| Winning::of(&reachable, &targets, progress))?;
        Ok((reachable, winning))
    }

    /// A table of the problem, which its title names.
    fn titled(&self, mut table: Table) -> Table {
        let Self { board, start, finishes } = self;
        let begins = match board.complement(*start).pegs().collect::<Vec<_>>()[..] {
            [vacancy] => format!("{} vacant", board.hole_name(vacancy)),
            _ => counted(start.count() as usize, "peg"),
        };
        let ends = match finishes.pegs().collect::<Vec<_>>()[..] {
            [finish] => format!("in {}", board.hole_name(finish)),
            _ => "anywhere".to_owned(),
        };
        table.title += &format!(": {board}, {begins}, the last peg {ends}");
        table
    }
}

/// A position as its code, which every command takes.
fn coded(position: Bitboard) -> String {
    format!("code:{}", position.code())
}
