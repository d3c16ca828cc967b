//! Several texts that come out of the same full board, one after the other.

use anyhow::{Result, bail};

use super::search::named_board;
use super::{board, set_lines};
use crate::cli::read::{lines, read_subject};
use crate::cli::request::{FilmOf, OneGameRequest};
use crate::cli::run::films::{Films, Plan};
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_base::words::counted;
use pegfont_film::one_game::{games_in_turn, shared_boards};
use pegfont_film::render::Extra;
use pegfont_film::timeline::{Setting, WRAP};

/// The films of the text and of those that come after it.
pub fn films(request: &OneGameRequest, out: &Output) -> Result<Films> {
    let mut texts = vec![read_subject(&request.target, out)?];
    for text in &request.then {
        let text = read_subject(text, out)?;
        if text.trim().is_empty() {
            refuse!("--then: the text is empty");
        }
        texts.push(text);
    }

    let name = texts.join(" ");
    let plan = Plan::new(&request.film, &name, FilmOf::Game, None, out)?;
    plan.refuse_all_without(Extra::Then, "--then")?;

    let board = board(request, out)?;
    let board = board.as_ref();
    let all = texts.join("\n");
    let designs = request.font.designs(request.pixels, &all, out)?;

    let mut filling = Vec::new();
    let mut usual = Vec::new();
    for text in &texts {
        filling.push(set_lines(request, text, &designs, &plan, board)?);
        let wrap = request.wrap.unwrap_or(WRAP);
        usual.push(lines(&designs, text, wrap)?);
    }
    let boards = shared_boards(&[filling, usual], &designs, board, plan.view()).map_err(usage)?;

    let found = out.watched("searching", |progress| {
        games_in_turn(&boards, &request.search, progress)
    });
    let Some(solutions) = found? else {
        let effort = request.effort;
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
        let solution = request.film.in_order(solution, None);
        settings.push(Setting::of_solution(solution).titled(text.clone()));
    }
    plan.films_in_turn(&settings)
}
