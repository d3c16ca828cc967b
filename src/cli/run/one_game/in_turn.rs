//! Several texts that come out of the same full board, one after the other.

use anyhow::{Context as _, Result, bail};

use super::search::named_board;
use super::set_lines;
use crate::cli::options::OneGame;
use crate::cli::read::{lines, read_subject};
use crate::cli::request::FilmOf;
use crate::cli::run::films::Plan;
use peg_console::board::read_board;
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_base::words::counted;
use pegfont_film::one_game::{games_in_turn, shared_boards};
use pegfont_film::render::Extra;
use pegfont_film::timeline::{Setting, WRAP};

/// Makes the film of the text and of those that come after it.
pub fn run(options: &OneGame, out: &Output) -> Result<()> {
    let mut texts = vec![read_subject(&options.target, out)?];
    for text in &options.then {
        texts.push(read_subject(text, out)?);
    }
    let name = texts.join(" ");
    let plan = Plan::new(&options.film, &name, FilmOf::Game, None, out)?;
    plan.refuse_all_without(Extra::Then, "--then")?;

    let board = match &options.board {
        Some(name) => Some(read_board(name, out).context("--board")?.0),
        None => None,
    };
    let all = texts.join("\n");
    let designs = options.font.designs(options.pixels, &all, out)?;
    let board = board.as_ref();
    let mut filling = Vec::new();
    let mut usual = Vec::new();
    for text in &texts {
        filling.push(set_lines(options, text, &designs, &plan, board)?);
        let wrap = options.lines.wrap.unwrap_or(WRAP);
        usual.push(lines(&designs, text, wrap)?);
    }
    let boards = shared_boards(&[filling, usual], &designs, board, plan.view()).map_err(usage)?;

    let search = options.search.search();
    let found = out.watched("searching", |progress| {
        games_in_turn(&boards, &search, progress)
    });
    let Some(solutions) = found? else {
        let effort = options.search.effort;
        bail!(
            "no games were found for these texts on one board with --effort {effort}; give more \
             --effort, or try another --seed, or shorter texts"
        )
    };

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
