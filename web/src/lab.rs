//! The laboratory: tables of the boards whose positions fit into memory.

use js_sys::Function;
use peg_laboratory::{LastPeg, levels_by_jumps, levels_by_moves, random_play, symmetric};
use peg_solitaire::solve::Reachable;
use peg_solitaire::winning::Winning;
use pegfont_base::table::Table;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

use crate::board::{BoardOnPage, read_board};
use crate::call::{answer, mistake, read, watched};
use crate::memory;

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Which {
    /// The positions after each number of jumps, and how many of them can still be won.
    Jumps,
    /// The positions first reached after each number of moves.
    Moves,
    /// Where random play ends.
    Random,
    /// Symmetric positions.
    Symmetric,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TableAsked {
    /// A name or a picture.
    board: String,
    table: Which,
    /// How much memory may be used, in MiB.
    memory: usize,
}

/// A table, also as a file, and the game that it is about.
#[derive(Serialize)]
struct TableOnPage {
    #[serde(flatten)]
    table: Table,
    csv: String,
    game: LabGame,
}

/// The game of a table, as the function `game` answers it. Positions have a digit for each hole.
#[derive(Serialize)]
struct LabGame {
    board: BoardOnPage,
    start: String,
    targets: Vec<String>,
}

impl LabGame {
    fn of(game: &LastPeg) -> Self {
        let board = &game.board;
        let targets = game.targets();

        Self {
            board: BoardOnPage::of(board),
            start: board.digits(game.start),
            targets: targets.iter().map(|&target| board.digits(target)).collect(),
        }
    }
}

/// A table of the laboratory, as `peglab` prints it.
///
/// # Errors
/// If there is no such board, or its positions don't fit into the memory that may be used.
#[wasm_bindgen]
pub fn table(args: &str, progress: &Function) -> Result<String, JsError> {
    let asked: TableAsked = read(args)?;
    memory::limit(asked.memory << 20);
    let game = game_on(&asked.board, progress)?;

    let mut table = match asked.table {
        Which::Jumps => by_jumps(&game, progress)?,
        Which::Moves => watched(progress, |progress| {
            levels_by_moves(&game.board, game.start, None, progress)
        })
        .map_err(mistake)?,
        Which::Random => {
            let reachable = reachable(&game, progress)?;
            watched(progress, |progress| {
                random_play(&reachable, None, false, progress)
            })
            .map_err(mistake)?
            .table()
        }
        Which::Symmetric => {
            let reachable = reachable(&game, progress)?;
            watched(progress, |progress| {
                symmetric(&reachable, game.start.count(), progress)
            })
            .map_err(mistake)?
        }
    };

    table.title += &format!(": {game}");
    answer(&TableOnPage {
        csv: table.csv(),
        table,
        game: LabGame::of(&game),
    })
}

/// The game of the command line on a board: one that can be solved, if that can be computed here.
fn game_on(board: &str, progress: &Function) -> Result<LastPeg, JsError> {
    let (board, drawn) = read_board(board)?;
    if let Some(start) = drawn {
        return LastPeg::from(&board, start).map_err(mistake);
    }

    let standard = watched(progress, |progress| LastPeg::standard(&board, progress));
    match standard.ok().flatten() {
        Some(standard) => Ok(standard),
        None => LastPeg::from(&board, board.central_vacancy()).map_err(mistake),
    }
}

fn reachable(game: &LastPeg, progress: &Function) -> Result<Reachable, JsError> {
    let found = watched(progress, |progress| {
        Reachable::solve(&game.board, game.start, progress)
    });
    found.map_err(mistake)
}

fn by_jumps(game: &LastPeg, progress: &Function) -> Result<Table, JsError> {
    let reachable = reachable(game, progress)?;
    let winning = watched(progress, |progress| {
        Winning::of(&reachable, &game.targets(), progress)
    });
    let winning = winning.map_err(mistake)?;

    let levels = watched(progress, |progress| {
        levels_by_jumps(&reachable, &winning, progress)
    });
    levels.map_err(mistake)
}
