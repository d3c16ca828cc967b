//! Several texts that come out of the same full board, one after the other.

use anyhow::{Context as _, Result, bail};

use super::search::named_board;
use crate::cli::options::OneGame;
use crate::cli::read::{lines, read_subject};
use crate::cli::request::FilmOf;
use crate::cli::run::films::Plan;
use peg_console::board::read_board;
use peg_console::output::Output;
use peg_console::usage::usage;
use peg_solitaire::board::Position;
use peg_solitaire::search::Outcome;
use peg_solitaire::solution::Solution;
use pegfont_base::words::counted;
use pegfont_film::one_game::{SharedBoard, shared_boards};
use pegfont_film::timeline::{Setting, WRAP};

/// The boards that are tried, and the places of each text there.
const BOARDS: usize = 4;
const PLACES_OF_TEXT: usize = 3;

/// Makes the film of the text and of those that come after it.
pub fn run(options: &OneGame, out: &Output) -> Result<()> {
    let mut texts = vec![read_subject(&options.target, out)?];
    for text in &options.then {
        texts.push(read_subject(text, out)?);
    }
    let name = texts.join(" ");
    let plan = Plan::new(&options.film, &name, FilmOf::Game, None, out)?;
    plan.refuse_all_but_frames("--then")?;

    let board = match &options.board {
        Some(name) => Some(read_board(name, out).context("--board")?.0),
        None => None,
    };
    let all = texts.join("\n");
    let designs = options.font.designs(options.pixels, &all, out)?;
    let mut set = Vec::new();
    for text in &texts {
        let wrap = options.lines.wrap.unwrap_or(WRAP);
        set.push(lines(&designs, text, wrap)?);
    }
    let boards = shared_boards(&set, &designs, board.as_ref()).map_err(usage)?;

    let solutions = find(options, &boards, out)?;
    let mut settings = Vec::new();
    for (text, solution) in texts.iter().zip(solutions) {
        let jumps = counted(solution.jumps().len(), "jump");
        let board = named_board(solution.board());
        note!(out, "{text:?} on {board}: {jumps}");
        let solution = options.film.in_order(solution, None);
        settings.push(Setting::of_solution(solution).titled(text.clone()));
    }
    plan.write_in_turn(&settings, out)
}

/// The games of the first board on which all are found.
fn find(options: &OneGame, boards: &[SharedBoard], out: &Output) -> Result<Vec<Solution>> {
    for shared in boards.iter().take(BOARDS) {
        let mut solutions = Vec::new();
        for ends in &shared.ends {
            let Some(solution) = find_on(options, shared, ends, out)? else {
                break;
            };
            solutions.push(solution);
        }
        if solutions.len() == shared.ends.len() {
            return Ok(solutions);
        }
    }

    let effort = options.search.effort;
    bail!(
        "no games were found for these texts on one board with --effort {effort}; give more \
         --effort, or try another --seed, or shorter texts"
    )
}

/// A game that leaves a text in one of its places on a board.
fn find_on(
    options: &OneGame,
    shared: &SharedBoard,
    ends: &[Position],
    out: &Output,
) -> Result<Option<Solution>> {
    let search = options.search.search();
    for end in ends.iter().take(PLACES_OF_TEXT) {
        let found = out.watched("searching", |progress| {
            search.run(&shared.board, Some(&shared.start), end, progress)
        });
        if let Outcome::Solved(solution) = found? {
            return Ok(Some(solution.in_rounds()));
        }
    }
    Ok(None)
}
