//! `pegfont one-game`: a game on one board that leaves a text or a picture.

mod in_turn;
mod search;

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::cli::read::{in_one_form, lines, read_subject, shows_picture};
use crate::cli::request::{FilmOf, OneGameRequest, Subject, Takes};
use crate::cli::run::films::{Films, Plan};
use peg_console::board::read_board;
use peg_console::files::is_input;
use peg_console::output::Output;
use peg_console::usage::usage;
use peg_solitaire::board::Board;
use peg_solitaire::search::LastPosition;
use pegfont_film::one_game::{self, picture_layouts};
use pegfont_film::timeline::{Lines, Setting, WRAP};
use pegfont_type::glyph::Designs;
use search::Sought;

/// What one game can leave.
const TAKES: Takes = Takes {
    command: "one-game",
    kinds: &[
        Subject::Input,
        Subject::Picture,
        Subject::Hole,
        Subject::Text,
    ],
};

pub fn run(mut request: OneGameRequest, out: &Output) -> Result<Films> {
    request.target = in_one_form(&request.target);
    TAKES.kind_of(&request.target, 0, out)?;
    let is_picture = shows_picture(Path::new(&request.target), out)?;
    request.check(is_picture)?;

    if is_picture {
        of_picture(&request, out)
    } else if request.then.is_empty() {
        of_text(&request, out)
    } else {
        in_turn::films(&request, out)
    }
}

/// The game that leaves a text.
fn of_text(request: &OneGameRequest, out: &Output) -> Result<Films> {
    let text = read_subject(&request.target, out)?;
    let board = board(request, out)?;

    let plan = Plan::new(&request.film, &text, FilmOf::Game, None, out)?;
    let layouts = layouts(request, &text, &plan, board.as_ref(), out)?;
    films(request, plan, &layouts, Sought::text(text), out)
}

/// The game that leaves what a picture shows. It is named after the picture's file.
fn of_picture(request: &OneGameRequest, out: &Output) -> Result<Films> {
    let path = Path::new(&request.target);
    let name = match path.file_stem() {
        Some(name) if !is_input(path) => name.to_string_lossy().into_owned(),
        _ => "picture".to_owned(),
    };
    let board = board(request, out)?;

    let drawn = request.picture.read(path, out)?;
    let layouts = picture_layouts(&drawn.board, &drawn.pegs, board.as_ref());
    let layouts = layouts.map_err(|error| usage!("{}: {error}", path.display()))?;
    let mut ends = layouts.iter();
    let is_code = ends.any(|layout| one_game::is_code(&layout.board, &layout.end));

    let content = if is_code { FilmOf::Code } else { FilmOf::Game };
    let plan = Plan::new(&request.film, &name, content, None, out)?;
    let sought = if is_code {
        note!(
            out,
            "a QR code: black squares that touch; no hole of it may differ"
        );
        Sought::code(name)
    } else {
        Sought::picture(name, &drawn)
    };
    films(request, plan, &layouts, sought, out)
}

/// The films of the game that leaves what is sought, in one of the places where it can lie.
fn films(
    request: &OneGameRequest,
    plan: Plan<'_>,
    layouts: &[LastPosition],
    sought: Sought,
    out: &Output,
) -> Result<Films> {
    let solution = search::find(request, layouts, &sought, out)?;
    let solution = request.film.in_order(solution, None);
    plan.films(&Setting::of_solution(solution).titled(sought.name), out)
}

/// The board that is given.
fn board(request: &OneGameRequest, out: &Output) -> Result<Option<Board>> {
    match &request.board {
        Some(name) => Ok(Some(read_board(name, out).context("--board")?.0)),
        None => Ok(None),
    }
}

/// Where the text can lie: on the board that is given, or on those that fill a picture with a width
/// and a height.
fn layouts(
    request: &OneGameRequest,
    text: &str,
    plan: &Plan<'_>,
    board: Option<&Board>,
    out: &Output,
) -> Result<Vec<LastPosition>> {
    let designs = request.font.designs(request.pixels, text, out)?;
    let set = set_lines(request, text, &designs, plan, board)?;
    let layouts = match board {
        Some(board) => one_game::text_layouts(&set, &designs, Some(board)),
        None => one_game::layouts_in(&set, &designs, plan.view()),
    };
    layouts.map_err(usage)
}

/// A text in lines. In a picture with a width and a height they are those for which a board has the
/// largest holes, unless the board or their length is given.
fn set_lines(
    request: &OneGameRequest,
    text: &str,
    designs: &Designs,
    plan: &Plan<'_>,
    board: Option<&Board>,
) -> Result<Lines> {
    let usual = lines(designs, text, request.wrap.unwrap_or(WRAP))?;
    if request.wrap.is_some() || board.is_some() {
        return Ok(usual);
    }
    let unbroken = lines(designs, text, usize::MAX)?;
    Ok(one_game::fitted(&unbroken, usual, designs, plan.view()))
}
