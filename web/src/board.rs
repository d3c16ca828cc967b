//! Boards that can be enumerated, as the page names and draws them.

use peg_solitaire::board::{Bitboard, Board, Jump, Lattice, SmallBoard};
use serde::Serialize;
use wasm_bindgen::JsError;

use crate::call::mistake;

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
            board: board.as_board().to_line(),
            is_triangular: board.lattice() == Lattice::Triangular,
            holes: board.full().pegs().filter_map(place).collect(),
            triples: board.triples().iter().map(names).collect(),
        }
    }
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
