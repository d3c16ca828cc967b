//! `pegfont board`: the laboratory, one file per subcommand; the arguments that they share are here.

mod levels;
mod line;
mod positions;
mod problems;
mod reduce;
mod show;
mod solutions;

use anyhow::Result;
use clap::Args;

use crate::cli::args::{is_picture, read_finish, read_small_board, solved, start_on};
use crate::cli::output::{counted, watched};
use peg_solitaire::analysis::{Problems, Table, Winning};
use peg_solitaire::board::{Bitboard, Hole, SmallBoard};
use peg_solitaire::progress::Progress;
use peg_solitaire::solve::Reachable;

commands! {
/// Analyse the game, on a named board or your own
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

    /// The hole of the last peg, or `any` [default: the vacancy of the start; `any` if it has several; without --start, that of
    /// the standard problem]
    #[arg(long, value_name = "POSITION")]
    finish: Option<String>,
}

impl GameArgs {
    /// The board, the start, and the holes in which the last peg may end.
    fn read(&self) -> Result<(SmallBoard, Bitboard, Bitboard)> {
        let (board, drawn) = read_small_board(&self.board)?;
        let given = start_on(&board, self.start.as_deref())?;
        let start = given.unwrap_or(drawn);
        // A mistake in the finish is reported before any work begins.
        let finishes = self.finishes(&board, start)?;
        let is_large = Reachable::memory_needed(&board, drawn) > STANDARD;
        if given.is_some() || is_large || is_picture(&self.board) {
            return Ok((board, start, finishes));
        }
        let standard = watched("looking for a problem that can be solved", |progress| {
            Problems::standard(&board, progress)
        });
        // What doesn't fit into memory is refused by the command itself.
        let Ok(Some(problem)) = standard else { return Ok((board, start, finishes)) };
        if problem.vacancy != board.centre() || !problem.is_complement() {
            let [start, end] =
                [problem.vacancy, problem.survivor].map(|hole| board.hole_name(hole));
            note!(
                "the game from the centre to the centre can't be solved; this is the nearest that can: {start} vacant, the last peg in {end}"
            );
        }
        let start = board.full().without(problem.vacancy.bit());
        let finishes = if self.finish.is_some() { finishes } else { problem.survivor.bit() };
        Ok((board, start, finishes))
    }

    /// The holes in which the last peg may end.
    fn finishes(&self, board: &SmallBoard, start: Bitboard) -> Result<Bitboard> {
        let vacancies = board.complement(start);
        match self.finish.as_deref() {
            None if vacancies.count() == 1 => Ok(vacancies),
            None => Ok(board.full()),
            Some(text) => Ok(read_finish(board, "--finish", text)?.map_or(board.full(), Hole::bit)),
        }
    }
}

/// The table of a problem, which its title names.
fn titled(mut table: Table, board: &SmallBoard, start: Bitboard, finishes: Bitboard) -> Table {
    let begins = match board.complement(start).pegs().collect::<Vec<_>>()[..] {
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

/// One peg in each of these holes, as positions.
fn single_pegs(holes: Bitboard) -> Vec<Bitboard> {
    holes.pegs().map(Hole::bit).collect()
}

/// A position as its code, which every command takes.
fn coded(position: Bitboard) -> String {
    format!("code:{}", position.code())
}

/// Solves a board, if there is memory for the positions as well from which one of the finishes can be reached.
fn solved_and_won(
    board: &SmallBoard,
    start: Bitboard,
    finishes: &[Bitboard],
) -> Result<(Reachable, Winning)> {
    Winning::check_memory(board, start, finishes)?;
    let reachable = solved(board, start)?;
    let won = |progress: Progress<'_>| Winning::of(&reachable, finishes, progress);
    let winning = watched("solving backwards", won)?;
    Ok((reachable, winning))
}
