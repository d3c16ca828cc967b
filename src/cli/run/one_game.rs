//! `pegfont one-game`: a game on one board that leaves a text or a picture.

mod in_turn;
mod search;

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::cli::options::OneGame;
use crate::cli::read::{in_one_form, lines, read_subject, shows_picture};
use crate::cli::request::{FilmOf, Subject, Takes};
use crate::cli::run::films::Plan;
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

pub fn run(mut options: OneGame, out: &Output) -> Result<()> {
    options.target = in_one_form(&options.target);
    TAKES.kind_of(&options.target, 0, out)?;
    let path = Path::new(&options.target);
    let is_picture = shows_picture(path, out)?;
    check(&options, is_picture)?;
    if !options.then.is_empty() {
        return in_turn::run(&options, out);
    }
    let name = name(&options, is_picture, out)?;
    let board = match &options.board {
        Some(name) => Some(read_board(name, out).context("--board")?.0),
        None => None,
    };
    let board = board.as_ref();

    let mut drawn = None;
    let mut in_picture = Vec::new();
    if is_picture {
        let picture = options.picture.read(path, out)?;
        let layouts = picture_layouts(&picture.board, &picture.pegs, board);
        in_picture = layouts.map_err(|error| usage!("{}: {error}", path.display()))?;
        drawn = Some(picture);
    }
    let mut ends = in_picture.iter();
    let is_code = ends.any(|layout| one_game::is_code(&layout.board, &layout.end));
    let content = if is_code { FilmOf::Code } else { FilmOf::Game };

    let plan = Plan::new(&options.film, &name, content, None, out)?;
    let layouts = if is_picture {
        in_picture
    } else {
        layouts(&options, &name, &plan, board, out)?
    };
    let sought = Sought::of(name, drawn, is_code);
    if sought.is_code() {
        note!(
            out,
            "a QR code: black squares that touch; no hole of it may differ"
        );
    }

    let solution = search::find(&options, &layouts, &sought, out)?;
    let solution = options.film.in_order(solution, None);
    plan.write(&Setting::of_solution(solution).titled(sought.name), out)
}

/// What the game is called: the text, or the name of the picture's file.
fn name(options: &OneGame, is_picture: bool, out: &Output) -> Result<String> {
    if !is_picture {
        return read_subject(&options.target, out);
    }
    let path = Path::new(&options.target);
    Ok(match path.file_stem() {
        Some(name) if !is_input(path) => name.to_string_lossy().into_owned(),
        _ => "picture".to_owned(),
    })
}

/// Where the text can lie: on the board that is given, or on those that fill a picture with a width
/// and a height.
fn layouts(
    options: &OneGame,
    text: &str,
    plan: &Plan<'_>,
    board: Option<&Board>,
    out: &Output,
) -> Result<Vec<LastPosition>> {
    let designs = options.font.designs(options.pixels, text, out)?;
    let set = set_lines(options, text, &designs, plan, board)?;
    let layouts = match board {
        Some(board) => one_game::text_layouts(&set, &designs, Some(board)),
        None => one_game::layouts_in(&set, &designs, plan.view()),
    };
    layouts.map_err(usage)
}

/// A text in lines. In a picture with a width and a height they are those for which a board has the
/// largest holes, unless the board or their length is given.
fn set_lines(
    options: &OneGame,
    text: &str,
    designs: &Designs,
    plan: &Plan<'_>,
    board: Option<&Board>,
) -> Result<Lines> {
    let usual = lines(designs, text, options.lines.wrap.unwrap_or(WRAP))?;
    if options.lines.wrap.is_some() || board.is_some() {
        return Ok(usual);
    }
    let unbroken = lines(designs, text, usize::MAX)?;
    Ok(one_game::fitted(&unbroken, usual, designs, plan.view()))
}

/// Refuses options that mean nothing for a text, or for a picture.
fn check(options: &OneGame, is_picture: bool) -> Result<()> {
    let pixels = options.pixels.map(|_| "--pixels");
    let of_text = options.font.given().or(options.lines.given()).or(pixels);
    if let Some(option) = of_text
        && is_picture
    {
        refuse!("{option} needs a text");
    }
    if is_picture && !options.then.is_empty() {
        refuse!("--then needs a text before it");
    }
    if let Some(option) = options.picture.given()
        && !is_picture
    {
        refuse!("{option} needs a picture: a .png, .gif, .bmp, .jpg or .webp");
    }
    Ok(())
}
