//! What can be told of games that are known, on boards that aren't enumerated.

use std::io::{Write as _, stdout};

use anyhow::Result;

use crate::answer;
use crate::cli::known::KnownGame;
use crate::cli::output::{aligned, counted, print_json};
use peg_solitaire::solution::Solution;

/// Prints the figures of the games, and of a single one its end and where games that end so can begin.
pub(super) fn print(games: &[KnownGame], with_solutions: bool, json: bool) -> Result<()> {
    let in_few_moves = |game: &KnownGame| (game.title.clone(), game.solution.one_at_a_time());
    let in_few_moves: Vec<(String, Solution)> = games.iter().map(in_few_moves).collect();
    if json {
        let rounds = games.iter().map(|game| game.solution.round_count());
        return print_json(&answer::known_games(in_few_moves.iter().zip(rounds)));
    }
    let mut out = stdout().lock();
    if let [KnownGame { solution, .. }] = games {
        writeln!(out, "{}\n", solution.board().picture(solution.end()))?;
    }
    let heading = ["", "pegs", "jumps", "moves", "rounds"].map(str::to_owned);
    let rows = games.iter().zip(&in_few_moves).map(|(game, (_, in_few_moves))| {
        [
            game.title.replace('\n', " "),
            game.solution.end().count().to_string(),
            game.solution.jumps().len().to_string(),
            in_few_moves.moves().count().to_string(),
            game.solution.round_count().to_string(),
        ]
    });
    let rows: Vec<[String; 5]> = std::iter::once(heading).chain(rows).collect();
    writeln!(out, "{}", aligned(&rows))?;
    let known = match games {
        [KnownGame { solution, .. }] => {
            writeln!(out, "{}", begun(solution))?;
            "One game that ends so is known, this one."
        }
        _ => "One game for each is known.",
    };
    let board = games.first().map_or(0, |game| game.solution.board().holes());
    writeln!(
        out,
        "{known} A board of {} is too large to count the others, or to grade the puzzle; there may be a game with fewer moves.",
        counted(board, "hole")
    )?;
    if with_solutions {
        for (title, solution) in &in_few_moves {
            let title = title.replace('\n', " ");
            let moves = solution.moves().count();
            writeln!(out, "\n{title} in {moves} moves: {solution}")?;
        }
    }
    Ok(())
}

/// Where this game begins, and where others can.
fn begun(solution: &Solution) -> String {
    let board = solution.board();
    let empty = board.complement(solution.start());
    let names: Vec<String> = empty.pegs().map(|hole| board.hole_name(hole)).collect();
    let here = format!("It begins with {} empty", names.join(" "));
    if empty.count() > 1 {
        return format!("{here}.");
    }
    let others = board.vacancies_in_class_of(solution.start()).filter(|&hole| !empty.has(hole));
    let holes = counted(others.count(), "other hole");
    format!("{here}. By position class, a game that ends so could also begin with one of {holes}.")
}
