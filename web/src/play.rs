//! Games to play: what a link, a day, a character or a picture asks for.

use js_sys::Date;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::game::{Game, Message, Over};
use peg_solitaire::progress::Progress;
use peg_solitaire::puzzle::Puzzle;
use pegfont_type::font::{Font, of_day, spelled};
use pegfont_type::goal::Goal;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::board::{BoardOnPage, read_board};
use crate::call::{answer, mistake, read};
use crate::link::{self, Link};

/// The most positions on the way of a game that is graded before it begins.
const GRADED: usize = 200_000;

/// What to play: exactly one of these.
#[derive(Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum ToBegin {
    /// A character of the built-in font, from the usual start or some jumps before its end.
    Character {
        character: char,
        before: Option<usize>,
    },
    /// The character of a day, `2026-11-22`.
    Daily(String),
    /// A step of the lesson.
    Lesson(usize),
    /// The text of a link.
    Link(String),
    /// A board by name or as a picture.
    Board(OnBoard),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OnBoard {
    board: String,
    /// The start on a named board, by default the vacancy nearest the centre.
    vacancy: Option<String>,
    /// A target as `pegfont play` takes it; by default one last peg in the vacancy, or anywhere if
    /// there are several.
    target: Option<String>,
}

/// A game, or a message whose characters are games.
#[derive(Serialize)]
#[serde(untagged)]
enum GameOrMessage {
    Game(Box<Ready>),
    Message { message: Vec<char> },
}

/// A game that can begin. Positions have a digit for each hole.
#[derive(Serialize)]
struct Ready {
    title: String,
    board: BoardOnPage,
    start: String,
    targets: Vec<String>,
    /// What is known of a character of the built-in font, or of its last jumps.
    figures: Option<Puzzle>,
    link: Option<String>,
    /// What to say of a game that is over while no advice has come.
    no_jump_left: String,
    no_pegs_to_spare: String,
}

/// The game that the visitor asks for.
///
/// # Errors
/// If there is no such character, board, day or target, or the link is damaged.
#[wasm_bindgen]
pub fn game(args: &str) -> Result<String, JsError> {
    let font = Font::builtin().map_err(mistake)?;

    match read(args)? {
        ToBegin::Character { character, before } => of_character(font, character, before),
        ToBegin::Daily(day) => {
            let (character, before) =
                of_day(font, number_of(&day)?).ok_or_else(|| mistake("the font has no letters"))?;
            of_character(font, character, before)
        }
        ToBegin::Lesson(step) => {
            let game = font
                .lesson(step)
                .ok_or_else(|| mistake("the lesson has no such step"))?;
            ready(&game.titled("one peg anywhere"), None)
        }
        ToBegin::Link(text) => match link::read(&text).map_err(mistake)? {
            Link::Message(text) => answer(&GameOrMessage::Message {
                message: text.chars().collect(),
            }),
            Link::Game(game) => ready(&game.titled("A puzzle for you"), None),
        },
        ToBegin::Board(wanted) => ready(&on_board(font, &wanted)?, None),
    }
}

/// The game of a character, from the usual start or some jumps before its end.
fn of_character(font: &Font, character: char, before: Option<usize>) -> Result<String, JsError> {
    let chosen = font.get(character).ok_or_else(|| {
        mistake(format!(
            "The font has no {character:?}. Choose another letter, digit or sign."
        ))
    })?;
    let game = Game::of(&chosen.solution).titled(character);
    let Some(before) = before else {
        let is_known = chosen.figures.is_some();
        return ready(&game, is_known.then(|| chosen.puzzle(character)));
    };

    let jumps = chosen.solution.jumps().len();
    let ending = game.ending(&chosen.solution, before).map_err(mistake)?;
    match ending {
        Some(game) if (1..jumps).contains(&before) => {
            let figures = Puzzle::solve(&game, None, GRADED, Progress::NONE).ok();
            ready(&game, figures)
        }
        _ => Err(mistake(format!(
            "{character} has {jumps} jumps, so a game can begin 1 to {} before its end, \
             not {before}.",
            jumps - 1
        ))),
    }
}

/// The number of a day such as `2026-11-22`, from 1 January 1970.
fn number_of(day: &str) -> Result<u32, JsError> {
    let date = Date::new(&day.into());
    let time = date.get_time();

    if !(time >= 0.0 && date.to_iso_string() == format!("{day}T00:00:00.000Z")) {
        return Err(mistake(
            "There is no such day. A day is written as 2026-03-31.",
        ));
    }

    Ok((time / 86_400_000.0) as u32)
}

/// The letters and digits to choose from, the easiest first, and their board.
#[derive(Serialize)]
struct Letters {
    board: BoardOnPage,
    letters: Vec<ToPlay>,
}

#[derive(Serialize)]
struct ToPlay {
    character: char,
    /// A digit for each hole.
    pattern: String,
    jumps: usize,
    grade: Option<&'static str>,
}

/// The letters and digits of the font, the easiest first.
///
/// # Errors
/// If the font can't be read; then the page has a bug.
#[wasm_bindgen]
pub fn letters() -> Result<String, JsError> {
    let font = Font::builtin().map_err(mistake)?;
    let (board, _) = crate::font::board()?;

    let found = font.easiest().filter_map(|character| {
        let chosen = font.get(character)?;
        Some(ToPlay {
            character,
            pattern: board.digits(chosen.pattern()),
            jumps: chosen.solution.jumps().len(),
            grade: chosen.figures.map(|figures| figures.grade().word()),
        })
    });

    answer(&Letters {
        board: BoardOnPage::of(&board),
        letters: found.collect(),
    })
}

/// A game on a board that was named or drawn.
fn on_board(font: &Font, wanted: &OnBoard) -> Result<Game, JsError> {
    let (board, drawn) = read_board(&wanted.board)?;

    let start = match (
        drawn,
        wanted.vacancy.as_deref().filter(|start| !start.is_empty()),
    ) {
        (Some(drawn), _) => drawn,
        (None, Some(start)) => vacancy(&board, start)?,
        (None, None) => board.central_vacancy(),
    };
    if board.legal_jumps(start).next().is_none() {
        return Err(mistake(
            "No jump is possible from this position. Leave a hole empty beside two pegs in a line.",
        ));
    }

    let vacancies = board.complement(start);
    let usual = match vacancies.pegs().next() {
        Some(hole) if vacancies.count() == 1 => board.hole_name(hole),
        _ => "any".to_owned(),
    };
    let target = wanted
        .target
        .as_deref()
        .filter(|target| !target.is_empty())
        .unwrap_or(&usual);

    let goal = Goal::parse(&board, font, target).map_err(mistake)?;
    Ok(
        Game::new(board.as_board(), start, goal.targets.iter().copied())
            .map_err(mistake)?
            .titled(goal.title),
    )
}

/// The start on a named board that a link asks for, in words of the page if there is none.
fn vacancy(board: &SmallBoard, holes: &str) -> Result<Bitboard, JsError> {
    let start = board.as_board().parse_start(holes).ok();
    if let Some(start) = start.and_then(|start| board.bits(&start).ok()) {
        return Ok(start);
    }

    let central = board.complement(board.central_vacancy()).pegs().next();
    let example = central.map_or_else(String::new, |hole| {
        format!(
            " Holes are named as on the board: the middle is {}.",
            board.hole_name(hole)
        )
    });
    Err(mistake(format!(
        "The board has no hole {holes:?} to leave empty.{example}"
    )))
}

/// What to say of a game that is over, of which nothing else is known.
fn over(over: Over) -> String {
    let lost = Message::Lost {
        over: Some(over),
        jumps_ago: None,
    };
    lost.to_string()
}

fn ready(game: &Game, figures: Option<Puzzle>) -> Result<String, JsError> {
    let (board, ..) = game.small().map_err(mistake)?;

    let ready = Ready {
        title: game.title.clone(),
        start: board.digits(game.start()),
        targets: game
            .targets()
            .iter()
            .map(|target| board.digits(target))
            .collect(),
        board: BoardOnPage::of(&board),
        figures,
        link: link::to_game(game),
        no_jump_left: over(Over::NoJumpLeft),
        no_pegs_to_spare: over(Over::NoPegsToSpare),
    };

    answer(&GameOrMessage::Game(Box::new(ready)))
}

/// The link to a hidden message.
///
/// # Errors
/// If it is empty or too long, or has characters that the font hasn't.
#[wasm_bindgen]
pub fn message_link(args: &str) -> Result<String, JsError> {
    let text: String = read(args)?;
    let font = Font::builtin().map_err(mistake)?;
    let text = spelled(&text, |one| font.get(one).is_some());

    let missing = text
        .chars()
        .find(|&one| !one.is_whitespace() && font.get(one).is_none());
    if let Some(missing) = missing {
        return Err(mistake(format!(
            "The font has no {missing:?}. Write the message without it."
        )));
    }

    answer(&link::to_message(text.trim()).map_err(mistake)?)
}
