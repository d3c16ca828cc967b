//! `pegfont render`: films and pictures of texts and games.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::cli::read::{Asked, Begun, in_one_form, letters, read_played, read_subject};
use crate::cli::request::{FilmOf, RenderRequest, Subject, Takes, option_of};
use crate::cli::run::films::{Films, Plan};
use peg_console::output::Output;
use peg_console::usage::{Usage, usage};
use peg_solitaire::solution::Solution;
use pegfont_film::timeline::{Setting, Still};
use pegfont_type::font::Font;

/// What can be rendered.
const TAKES: Takes = Takes {
    command: "render",
    kinds: &[
        Subject::Input,
        Subject::Game,
        Subject::Jumps,
        Subject::Position,
        Subject::Hole,
        Subject::Text,
    ],
};

pub fn run(mut request: RenderRequest, out: &Output) -> Result<Films> {
    request.subject = in_one_form(&request.subject);
    let still = request.still;
    let (plan, setting) = match played(&request, out)? {
        Some(played) => {
            let plan = Plan::new(&request.film, &played.name, played.content, still, out)?;
            (plan, played.setting)
        }
        None => {
            let text = read_subject(&request.subject, out)?;
            let plan = Plan::new(&request.film, &text, FilmOf::Text, still, out)?;
            let setting = plan.in_lines(request.wrap, |length| {
                letters(&request.font, &text, length, out)
            })?;
            (plan, setting)
        }
    };

    let setting = match still {
        None => setting,
        Some(still) => setting
            .still(still, request.wrap)
            .map_err(|error| usage!("{}: {error}", option_of(still)))?,
    };
    plan.films(&setting, out)
}

/// What plays the argument, unless it is a text. Options that mean nothing for it are refused.
fn played(request: &RenderRequest, out: &Output) -> Result<Option<Playing>> {
    let text = &request.subject;
    let begun = request.board.read(out);
    let kind = kind(request, &begun, out)?;
    let is_text = kind == Subject::Text && !request.board.is_given();
    if text.trim().is_empty() || kind == Subject::Input || is_text {
        return Ok(None);
    }

    refuse_options_of_texts(request, kind)?;
    if kind == Subject::Game {
        if request.board.is_given() {
            refuse!("--board, --start and --reachable: {text} has its own board: omit them");
        }
        return Ok(Some(of_file(request, Path::new(text), out)?));
    }

    let solution = solution(request, kind, begun?, out).map_err(|error| {
        if error.is::<Usage>() {
            usage!("{error}{}", TAKES.as_text(text))
        } else {
            error
        }
    })?;
    Ok(Some(Playing {
        content: FilmOf::Jumps,
        setting: Setting::of_solution(solution),
        name: String::new(),
    }))
}

/// What the argument is. With a board or a record of one, less is a text.
fn kind(request: &RenderRequest, begun: &Result<Begun>, out: &Output) -> Result<Subject> {
    let holes = begun.as_ref().map_or(0, |begun| begun.board.holes());
    let has_record = begun.as_ref().is_ok_and(|begun| begun.record.is_some());
    let kind = TAKES.kind_of(&request.subject, holes, out)?;

    Ok(match kind {
        Subject::Text if has_record => Subject::Position,
        // Where the last peg of a board is left. Without a board, it is a text.
        Subject::Hole if request.board.is_given() => Subject::Position,
        Subject::Hole => Subject::Text,
        kind => kind,
    })
}

fn refuse_options_of_texts(request: &RenderRequest, kind: Subject) -> Result<()> {
    if let Some(option) = request.font.given() {
        let text = &request.subject;
        let what = if kind == Subject::Position {
            "position"
        } else {
            "game"
        };
        refuse!("{option} needs a text, and {text:?} is a {what}");
    }

    let is_strip = matches!(request.still, Some(Still::Storyboard(_)));
    if request.wrap.is_some() && !is_strip {
        refuse!("--wrap needs a text or --storyboard: a game is on one board");
    }
    Ok(())
}

/// The game in a file, whose films are named after it.
fn of_file(request: &RenderRequest, path: &Path, out: &Output) -> Result<Playing> {
    let game = read_played(path, TAKES, out)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let content = FilmOf::game(&game.solution);
    let setting = Setting::of_solution(request.film.in_order(game.solution, request.still));
    Ok(Playing {
        content,
        setting: setting.titled(game.title),
        name: name.into_owned(),
    })
}

/// The jumps that the argument is, or a game to the position that it is.
fn solution(
    request: &RenderRequest,
    kind: Subject,
    begun: Begun,
    out: &Output,
) -> Result<Solution> {
    let text = &request.subject;
    if kind == Subject::Position {
        let mut asked = Asked::new(Font::builtin()?.clone(), begun, kind, text)?;
        let puzzle = asked.solutions(out)?.pop().context("no game")?;
        return Ok(puzzle.solution);
    }

    Solution::parse(begun.board.as_board(), begun.start, text).map_err(|error| {
        if kind == Subject::Jumps {
            usage(error)
        } else {
            usage!("--board and --start are for jumps: {error}")
        }
    })
}

/// What plays an argument.
struct Playing {
    content: FilmOf,
    setting: Setting,
    /// What its file is named after; a text has none.
    name: String,
}
