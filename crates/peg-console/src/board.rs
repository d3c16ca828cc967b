//! The board, the start and the finish of a game; a board that is solved; the names of its holes and
//! jumps.

use std::path::Path;

use anyhow::{Result, anyhow};

use crate::input::{in_file, is_input, read_text};
use crate::progress::watched;
use crate::usage::did_you_mean;
use peg_solitaire::Error;
use peg_solitaire::board::{
    BOARD_NAMES, Bitboard, Board, BoardError, Hole, Jump, PatternError, Position, SmallBoard,
};
use peg_solitaire::solve::Reachable;
use pegfont_base::words::counted;

/// The start that `--start` gives, if it is given.
pub fn start_on(board: &SmallBoard, start: Option<&str>) -> Result<Option<Bitboard>> {
    let bits = |start| Ok(board.bits(&read_start(board, "--start", start)?)?);
    start.map(bits).transpose()
}

/// Whether a board is given by a picture, which shows a position, too.
pub fn is_board_picture(name: &str) -> bool {
    Path::new(name).is_file() || is_input(Path::new(name))
}

/// The board of this name or in this file, and its start: the position drawn in the file, or the
/// central vacancy.
pub fn read_board(name: &str) -> Result<(Board, Position)> {
    if is_board_picture(name) {
        let path = Path::new(name);
        return Board::from_picture(&read_text(path)?).map_err(|error| in_file(path, error));
    }
    let board: Board = name.parse().map_err(|error: BoardError| match error {
        BoardError::UnknownName { .. } => {
            let families = ["5x7", "triangle15", "line9"];
            let names = BOARD_NAMES.iter().map(|board| board.0).chain(families);
            usage!(
                "{error}; nor is it a picture file{}",
                did_you_mean(name, names)
            )
        }
        error => usage!("{error}"),
    })?;
    let start = board.central_vacancy();
    Ok((board, start))
}

/// The board with this name or in this file, and its start. The board must have at most 64 holes.
pub fn read_small_board(name: &str) -> Result<(SmallBoard, Bitboard)> {
    let (board, start) = read_board(name)?;
    let board = board.small().map_err(|error| {
        let error = usage!(
            "{error} here; peglab reduce takes any board for one last peg, and pegfont one-game for a text or picture"
        );
        if is_board_picture(name) { in_file(Path::new(name), error) } else { error }
    })?;
    let start = board.bits(&start)?;
    Ok((board, start))
}

/// A start: a vacancy or a position.
pub fn read_start(board: &Board, what: &str, text: &str) -> Result<Position> {
    board.parse_start(text).map_err(|error| match error {
        PatternError::Number { .. } => {
            let centre = board.hole_name(board.centre());
            usage!("{what}: {error}; or a hole for the vacancy there, such as {centre}")
        }
        error => usage!("{what}: {error}"),
    })
}

/// The hole of the last peg; none stands for any hole. `what` says in a message what takes it.
pub fn read_finish(board: &Board, what: &str, text: &str) -> Result<Option<Hole>> {
    match (board.parse_hole(text), board.parse_pattern(text)) {
        _ if text == "any" => Ok(None),
        (Ok(hole), _) => Ok(Some(hole)),
        (_, Ok(end)) if end.count() == 1 => Ok(end.pegs().next()),
        (_, Ok(end)) => {
            let pegs = counted(end.count(), "peg");
            refuse!("{what}: {text} has {pegs}; a finish has 1: give a hole, or any")
        }
        (Err(error), _) => refuse!("{what}: {error}; or any"),
    }
}

/// Solves a board with a progress bar.
pub fn solved(board: &SmallBoard, start: Bitboard) -> Result<Reachable> {
    let solved = watched("solving", |progress| {
        Reachable::solve(board, start, progress)
    });
    solved.map_err(|error| too_large(board, error))
}

/// Says of a board that is larger than memory that it can't be solved.
pub fn too_large(board: &Board, error: Error) -> anyhow::Error {
    match error {
        Error::Memory(_) => anyhow!(error).context(format!("{board} is too large to solve")),
        error => error.into(),
    }
}

/// The names of the holes of a position that have a peg.
pub fn hole_names(board: &Board, holes: impl Into<Position>) -> Vec<String> {
    holes
        .into()
        .pegs()
        .map(|hole| board.hole_name(hole))
        .collect()
}

/// The names of jumps.
pub fn jump_names(board: &Board, jumps: impl IntoIterator<Item = Jump>) -> Vec<String> {
    jumps
        .into_iter()
        .map(|jump| board.jump_name(jump))
        .collect()
}
