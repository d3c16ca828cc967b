//! What can be told of a game on a large board without enumerating it.

use std::io::{Write as _, stdout};
use std::path::Path;

use anyhow::Result;

use crate::board::{Hole, LargeBoard};
use crate::cli::input::read_game;
use crate::cli::output::{aligned, counted};
use crate::solution::LargeSolution;

/// Prints the end, the figures of the game, and where games that end so can begin.
pub(super) fn print(path: &Path) -> Result<()> {
    let (title, solution) = read_game(path)?;
    let (board, end) = (solution.board(), solution.end());
    let heading = ["", "pegs", "jumps", "moves", "rounds"].map(str::to_owned);
    let row = [
        title.replace('\n', " "),
        end.count().to_string(),
        solution.jumps().len().to_string(),
        solution.one_at_a_time().moves().to_string(),
        solution.rounds().last().copied().unwrap_or(0).to_string(),
    ];
    let mut out = stdout().lock();
    writeln!(out, "{}\n", board.picture(&end))?;
    writeln!(out, "{}", aligned(&[heading, row]))?;
    writeln!(out, "{}", begun(&solution))?;
    writeln!(
        out,
        "One game that ends so is known, this one. A board of {} is too large to count the others, or to grade the puzzle; there \
         may be a game with fewer moves.",
        counted(board.holes(), "hole")
    )?;
    Ok(())
}

/// Where this game begins, and where others can.
fn begun(solution: &LargeSolution) -> String {
    let board = solution.board();
    let empty: Vec<Hole> = board.complement(solution.start()).holes().collect();
    let names: Vec<String> = empty.iter().map(|&hole| board.hole_name(hole)).collect();
    let here = format!("It begins with {} empty", names.join(" "));
    match empty.as_slice() {
        &[vacancy] => {
            let others = vacancies(board, vacancy).saturating_sub(1);
            let holes = counted(others, "other hole");
            format!(
                "{here}. By position class, a game that ends so could also begin with one of {holes}."
            )
        }
        _ => format!("{here}."),
    }
}

/// The number of vacancies whose boards are in the same position class.
fn vacancies(board: LargeBoard, vacancy: Hole) -> usize {
    let class = |hole: Hole| board.class(&[hole].into_iter().collect());
    board.full().holes().filter(|&hole| class(hole) == class(vacancy)).count()
}
