//! `pegfont render`: films and pictures of texts and games.

use std::path::Path;

use anyhow::{Context as _, Result};

use crate::cli::options::{Render, option_of};
use crate::cli::read::{Asked, Begun, in_one_form, letters, read_played, read_subject};
use crate::cli::request::{FilmOf, Subject, Takes};
use crate::cli::run::films::Plan;
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

pub fn run(mut options: Render, out: &Output) -> Result<()> {
    options.subject = in_one_form(&options.subject);
    let still = options.still.still();
    let (plan, setting) = match played(&options, still, out)? {
        Some(played) => {
            let plan = Plan::new(&options.film, &played.name, played.content, still, out)?;
            (plan, played.setting)
        }
        None => {
            let text = read_subject(&options.subject, out)?;
            let plan = Plan::new(&options.film, &text, FilmOf::Text, still, out)?;
            let setting = plan.in_lines(&options.lines, |length| {
                letters(&options.font, &text, length, out)
            })?;
            (plan, setting)
        }
    };

    let setting = match still {
        None => setting,
        Some(still) => setting
            .still(still, options.lines.wrap)
            .map_err(|error| usage!("{}: {error}", option_of(still)))?,
    };
    plan.write(&setting, out)
}

/// What plays the argument, unless it is a text. Options that mean nothing for it are refused.
fn played(options: &Render, still: Option<Still>, out: &Output) -> Result<Option<Playing>> {
    let text = &options.subject;
    let begun = options.board.read(out);
    let kind = kind(options, &begun, out)?;
    let is_text = kind == Subject::Text && !options.board.is_given();
    if text.trim().is_empty() || kind == Subject::Input || is_text {
        return Ok(None);
    }

    refuse_options_of_texts(options, kind, still)?;
    if kind == Subject::Game {
        if options.board.is_given() {
            refuse!("--board, --start and --reachable: {text} has its own board: omit them");
        }
        return Ok(Some(of_file(options, Path::new(text), still, out)?));
    }

    let solution = solution(options, kind, begun?, out).map_err(|error| {
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
fn kind(options: &Render, begun: &Result<Begun>, out: &Output) -> Result<Subject> {
    let holes = begun.as_ref().map_or(0, |begun| begun.board.holes());
    let has_record = begun.as_ref().is_ok_and(|begun| begun.record.is_some());
    let kind = TAKES.kind_of(&options.subject, holes, out)?;

    Ok(match kind {
        Subject::Text if has_record => Subject::Position,
        // Where the last peg of a board is left. Without a board, it is a text.
        Subject::Hole if options.board.is_given() => Subject::Position,
        Subject::Hole => Subject::Text,
        kind => kind,
    })
}

fn refuse_options_of_texts(options: &Render, kind: Subject, still: Option<Still>) -> Result<()> {
    if let Some(option) = options.font.given() {
        let text = &options.subject;
        let what = if kind == Subject::Position {
            "position"
        } else {
            "game"
        };
        refuse!("{option} needs a text, and {text:?} is a {what}");
    }

    let is_strip = matches!(still, Some(Still::Storyboard(_)));
    if options.lines.wrap.is_some() && !is_strip {
        refuse!("--wrap needs a text or --storyboard: a game is on one board");
    }
    Ok(())
}

/// The game in a file, whose films are named after it.
fn of_file(options: &Render, path: &Path, still: Option<Still>, out: &Output) -> Result<Playing> {
    let game = read_played(path, TAKES, out)?;
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let content = FilmOf::game(&game.solution);
    let setting = Setting::of_solution(options.film.in_order(game.solution, still));
    Ok(Playing {
        content,
        setting: setting.titled(game.title),
        name: name.into_owned(),
    })
}

/// The jumps that the argument is, or a game to the position that it is.
fn solution(options: &Render, kind: Subject, begun: Begun, out: &Output) -> Result<Solution> {
    let text = &options.subject;
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
