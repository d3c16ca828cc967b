//! The laboratory: tables of the boards whose positions fit into memory.

use js_sys::Function;
use peg_laboratory::{LastPeg, levels_by_jumps, levels_by_moves, random_play, symmetric};
use peg_solitaire::board::{Bitboard, Board, SmallBoard};
use peg_solitaire::solve::Reachable;
use peg_solitaire::winning::Winning;
use pegfont_base::table::Table;
use serde::{Deserialize, Serialize};
use wasm_bindgen::prelude::*;

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
struct TableArgs {
    /// A name or a picture.
    board: String,
    table: Which,
    /// How much memory may be used, in MiB.
    memory: usize,
}

/// A table, also as a file.
#[derive(Serialize)]
struct Tabled {
    #[serde(flatten)]
    table: Table,
    csv: String,
}

/// A table of the laboratory, as `peglab` prints it.
///
/// # Errors
/// If there is no such board, or its positions don't fit into the memory that may be used.
#[wasm_bindgen]
pub fn table(args: &str, progress: &Function) -> Result<String, JsError> {
    let TableArgs {
        board,
        table,
        memory,
    } = read(args)?;
    memory::limit(memory << 20);
    let (board, drawn) = read_board(&board)?;
    // By default it is the game of the command line: one that can be solved, if that can be
    // computed here.
    let standard = match drawn {
        Some(_) => None,
        None => watched(progress, |progress| LastPeg::standard(&board, progress))
            .ok()
            .flatten(),
    };
    let game = match standard {
        Some(standard) => standard,
        None => LastPeg::from(&board, drawn.unwrap_or(board.central_vacancy())).map_err(mistake)?,
    };
    let start = game.start;
    let solve = || {
        watched(progress, |progress| {
            Reachable::solve(&board, start, progress)
        })
        .map_err(mistake)
    };
    let mut table: Table = match table {
        Which::Moves => watched(progress, |progress| {
            levels_by_moves(&board, start, None, progress)
        })
        .map_err(mistake)?,
        Which::Jumps => {
            let reachable = solve()?;
            let winning = watched(progress, |progress| {
                Winning::of(&reachable, &game.targets(), progress)
            });
            let winning = winning.map_err(mistake)?;
            watched(progress, |progress| {
                levels_by_jumps(&reachable, &winning, progress)
            })
            .map_err(mistake)?
        }
        Which::Random => {
            let reachable = solve()?;
            watched(progress, |progress| {
                random_play(&reachable, None, false, progress)
            })
            .map_err(mistake)?
            .table()
        }
        Which::Symmetric => {
            let reachable = solve()?;
            watched(progress, |progress| {
                symmetric(&reachable, start.count(), progress)
            })
            .map_err(mistake)?
        }
    };
    table.title += &format!(": {game}");
    answer(&Tabled {
        csv: table.csv(),
        table,
    })
}

/// A board by name, or as a picture with its start.
pub(crate) fn read_board(text: &str) -> Result<(SmallBoard, Option<Bitboard>), JsError> {
    if text.contains(['#', '.']) {
        let (board, start) = Board::from_picture(text).map_err(mistake)?;
        let board = board.small().map_err(mistake)?;
        let start = board.bits(&start).map_err(mistake)?;
        return Ok((board, Some(start)));
    }
    Ok((text.trim().parse().map_err(mistake)?, None))
}
