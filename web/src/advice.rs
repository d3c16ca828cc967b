//! Advice on a game under way: hints, and the way on from a position. What was found out about the
//! last game is kept, so that every hint after the first takes no time.

use std::cell::RefCell;

use js_sys::Function;
use peg_solitaire::board::{Bitboard, Board, Jump};
use peg_solitaire::game::{self, Advice, Game, Message, NoAdvice};
use peg_solitaire::puzzle::Hints;
use peg_solitaire::solution::Solution;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::call::{answer, mistake, read, sentence, watched};
use crate::memory;

/// The most positions on the way of a game whose solutions are counted for the first hint.
const COUNTED_AT_ONCE: usize = 300_000;

/// A game under way: the answers of the function `game`, and the jumps played.
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

        let mut game =
            Game::new(board.as_board(), start, targets.iter().copied()).map_err(mistake)?;
        let played = Solution::parse(board.as_board(), start, &self.jumps).map_err(mistake)?;
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
                let nothing = Advice::nothing(game, NoAdvice::NotYet);
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
