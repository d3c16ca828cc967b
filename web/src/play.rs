//! Games to play: what a link, a day, a character or a picture asks for, hints, and the way on from
//! a position. What was found out about the last game is kept, so that every hint after the first
//! takes no time.

use std::cell::RefCell;

use js_sys::{Date, Function};
use peg_solitaire::board::{Bitboard, Board, Jump, Lattice, SmallBoard};
use peg_solitaire::game::{self, Advice, Game, Message, Over};
use peg_solitaire::progress::Progress;
use peg_solitaire::puzzle::{Hints, Puzzle};
use peg_solitaire::solution::Solution;
use pegfont_type::font::{Font, of_day, spelled};
use pegfont_type::goal::Goal;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::call::{answer, mistake, read, sentence, watched};
use crate::lab::read_board;
use crate::link::{self, Link};
use crate::memory;

/// The most positions on the way of a game whose solutions are counted for the first hint, and of
/// one that is graded before it begins.
const COUNTED_AT_ONCE: usize = 300_000;
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

/// A board as the page draws it.
#[derive(Serialize)]
pub(crate) struct BoardOnPage {
    board: String,
    is_triangular: bool,
    holes: Vec<HolePlace>,
    triples: Vec<[String; 3]>,
}

#[derive(Serialize)]
struct HolePlace {
    hole: String,
    column: i16,
    row: i16,
}

impl BoardOnPage {
    pub(crate) fn of(board: &SmallBoard) -> Self {
        let place = |hole| {
            let (column, row) = board.coordinates(hole)?;
            Some(HolePlace {
                hole: board.hole_name(hole),
                column,
                row,
            })
        };
        let names = |triple: &Jump| {
            let holes = [triple.from(), triple.over(), triple.to()];
            holes.map(|hole| board.hole_name(hole))
        };

        Self {
            board: board.to_line(),
            is_triangular: board.lattice() == Lattice::Triangular,
            holes: board.full().pegs().filter_map(place).collect(),
            triples: board.triples().iter().map(names).collect(),
        }
    }
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
        ToBegin::Link(text) => match link::read(&text)? {
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
    Ok(Game::new(&board, start, goal.targets.iter().copied())
        .map_err(mistake)?
        .titled(goal.title))
}

/// The start on a named board that a link asks for, in words of the page if there is none.
fn vacancy(board: &SmallBoard, holes: &str) -> Result<Bitboard, JsError> {
    let start = board.parse_start(holes).ok();
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

    answer(&link::to_message(text.trim())?)
}

/// A game under way: the answers of [`game`], and the jumps played.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnderWay {
    board: String,
    start: String,
    targets: Vec<String>,
    #[serde(default)]
    jumps: String,
    /// How much memory may be used, in MiB.
    memory: usize,
}

impl UnderWay {
    fn game(&self) -> Result<Game, JsError> {
        let board = Board::from_text(&self.board.replace('/', "\n"))
            .and_then(|board| board.small())
            .map_err(mistake)?;

        let position = |digits: &String| board.parse_pattern(digits).map_err(mistake);
        let start = position(&self.start)?;
        let targets: Vec<Bitboard> = self
            .targets
            .iter()
            .map(position)
            .collect::<Result<_, _>>()?;

        let mut game = Game::new(&board, start, targets.iter().copied()).map_err(mistake)?;
        let played = Solution::parse(&board, start, &self.jumps).map_err(mistake)?;
        for &jump in played.jumps() {
            game.play(jump).map_err(mistake)?;
        }
        Ok(game)
    }
}

thread_local! {
    /// The advice on the last game that was asked about.
    static KNOWN: RefCell<Option<Advice>> = const { RefCell::new(None) };
}

/// Asks the advice on a game, which is found if it isn't known yet.
fn advised<T>(
    wanted: &UnderWay,
    game: &Game,
    progress: &Function,
    ask: impl FnOnce(game::Advised<'_>) -> Result<T, JsError>,
) -> Result<T, JsError> {
    let is_known = |known: &Advice| known.is_on(game) && known.why_nothing().is_none();
    if !KNOWN.with_borrow(|known| known.as_ref().is_some_and(is_known)) {
        // What was known gives its memory back first.
        KNOWN.set(None);
        memory::limit(wanted.memory << 20);
        let advice = watched(progress, |progress| {
            Advice::of(game, Some(COUNTED_AT_ONCE), progress)
        });
        KNOWN.set(Some(advice));
    }

    KNOWN.with_borrow(|known| {
        let advised = known.as_ref().and_then(|advice| advice.on(game).ok());
        match advised {
            Some(advised) => ask(advised),
            None => {
                let nothing = Advice::nothing(game, "nothing is known");
                ask(nothing.on(game).map_err(mistake)?)
            }
        }
    })
}

/// The hints for a position, how long it has been lost, and what to say.
#[derive(Serialize)]
struct PositionAdvice {
    #[serde(flatten)]
    hints: Hints,
    /// What each jump of the hints leaves, in words.
    leaves: Vec<String>,
    /// Whether the game can still be won, in words.
    verdict: String,
    /// How many jumps to take back until a target is within reach again, if that is known.
    lost: Option<usize>,
}

impl PositionAdvice {
    fn of(advised: game::Advised<'_>) -> Self {
        let mut hints = Hints::of(advised);
        hints.unknown = hints.unknown.map(sentence);

        let rated = advised.rate_jumps().into_iter();

        Self {
            hints,
            leaves: rated.map(|jump| jump.leaves().to_string()).collect(),
            verdict: Message::verdict(advised).to_string(),
            lost: advised.jumps_lost(),
        }
    }
}

/// Which jumps keep a target within reach, soon: only where few positions lie between, with the
/// number of solutions that each leaves; and how many jumps ago the game was lost.
///
/// # Errors
/// If the game isn't one.
#[wasm_bindgen]
pub fn hints(args: &str, progress: &Function) -> Result<String, JsError> {
    let wanted: UnderWay = read(args)?;
    let game = wanted.game()?;

    advised(&wanted, &game, progress, |advised| {
        answer(&PositionAdvice::of(advised))
    })
}

thread_local! {
    /// The advice with counts on the last game that was asked about, from a position of it.
    static COUNTED: RefCell<Option<Advice>> = const { RefCell::new(None) };
}

/// The answer of [`hints`], with the number of solutions that each jump leaves unless memory has no
/// room for them: what `pegfont puzzle --hints --json` prints. They are counted from the position
/// onwards, which takes seconds at first, and serve all positions after it.
///
/// # Errors
/// If the game isn't one.
#[wasm_bindgen]
pub fn counted_hints(args: &str, progress: &Function) -> Result<String, JsError> {
    let wanted: UnderWay = read(args)?;
    let game = wanted.game()?;

    let known = COUNTED.with_borrow(|advice| from_advice(advice.as_ref()?, &game));
    if let Some(known) = known {
        return answer(&known);
    }

    // What was known gives its memory back first.
    COUNTED.set(None);
    memory::limit(wanted.memory << 20);
    let ahead = game.ahead();

    let advice = watched(progress, |progress| Advice::of(&ahead, None, progress));
    let found = answer(&PositionAdvice::of(advice.on(&ahead).map_err(mistake)?));
    COUNTED.set(Some(advice));
    found
}

/// What counts say about a game that went through the position from which they were made.
fn from_advice(advice: &Advice, game: &Game) -> Option<PositionAdvice> {
    let played = game.played();
    for (number, position) in played.positions().enumerate() {
        let mut later = Game::new(game.board(), position, game.targets().to_vec()).ok()?;
        if !advice.is_on(&later) {
            continue;
        }
        for &jump in played.jumps().get(number..)? {
            later.play(jump).ok()?;
        }

        // Later, there may be room for what had none.
        let advised = advice.on(&later).ok()?;
        let is_old = advice.unknown().is_some() && !later.jumps().is_empty();
        return (!is_old).then(|| PositionAdvice::of(advised));
    }
    None
}

/// The jumps that win from here, by the names of their ends; `null` if none are known.
///
/// # Errors
/// If the game isn't one.
#[wasm_bindgen]
pub fn solve_from(args: &str, progress: &Function) -> Result<String, JsError> {
    let wanted: UnderWay = read(args)?;
    let game = wanted.game()?;
    let board = game.board();

    let jumps = advised(&wanted, &game, progress, |advised| Ok(advised.solution()))?;
    let names = |jumps: Vec<Jump>| -> Vec<String> {
        jumps
            .into_iter()
            .map(|jump| board.jump_name(jump))
            .collect()
    };
    answer(&jumps.map(names))
}
