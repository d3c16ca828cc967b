//! The board, the start and the finish of a game; a board that is solved; the names of its holes
//! and jumps.

use std::path::Path;

use anyhow::{Result, anyhow};

use crate::files::{in_file, is_input};
use crate::output::Output;
use crate::usage::did_you_mean;
use peg_solitaire::Error;
use peg_solitaire::board::{
    Bitboard, Board, BoardError, Hole, Jump, NAMED_BOARDS, PatternError, Position, SmallBoard,
};
use peg_solitaire::solve::Reachable;
use pegfont_base::words::counted;

/// The start that `--start` gives, if it is given.
///
/// # Errors
/// When it is no position on the board.
pub fn start_on(board: &SmallBoard, start: Option<&str>) -> Result<Option<Bitboard>> {
    let Some(start) = start else {
        return Ok(None);
    };
    let start = read_start(board.as_board(), "--start", start)?;
    Ok(Some(board.bits(&start)?))
}

/// Whether a board is given by a picture, which shows a position, too.
pub fn is_board_picture(name: &str) -> bool {
    Path::new(name).is_file() || is_input(Path::new(name))
}

/// The board of this name or in this file, and its start: the position drawn in the file, or the
/// central vacancy.
///
/// # Errors
/// When there is no such board, or its picture can't be read.
pub fn read_board(name: &str, out: &Output) -> Result<(Board, Position)> {
    if is_board_picture(name) {
        let path = Path::new(name);
        let picture = out.files.read_text(path)?;
        return Board::from_picture(&picture).map_err(|error| in_file(path, error));
    }

    let board: Board = name.parse().map_err(|error: BoardError| match error {
        BoardError::UnknownName { .. } => {
            let names = NAMED_BOARDS.iter().map(|board| board.name);
            let examples = NAMED_BOARDS.iter().map(|board| board.example);
            let meant = did_you_mean(name, names.chain(examples));
            usage!("{error}; nor is it a picture file{meant}")
        }
        error => usage!("{error}"),
    })?;
    let start = board.central_vacancy();
    Ok((board, start))
}

/// The board with this name or in this file, and its start. The board must have at most 64 holes.
///
/// # Errors
/// As [`read_board`], and when it has more.
pub fn read_small_board(name: &str, out: &Output) -> Result<(SmallBoard, Bitboard)> {
    let (board, start) = read_board(name, out)?;
    let board = board.small().map_err(|error| {
        let error = usage!(
            "{error} here; peglab reduce takes any board for one last peg, and pegfont one-game \
             for a text or picture"
        );
        if is_board_picture(name) {
            in_file(Path::new(name), error)
        } else {
            error
        }
    })?;
    let start = board.bits(&start)?;
    Ok((board, start))
}

/// A start: a vacancy or a position. `what` says in a message what takes it.
///
/// # Errors
/// When it is none on this board.
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
///
/// # Errors
/// When it is neither a hole, nor a position with one peg, nor `any`.
pub fn read_finish(board: &Board, what: &str, text: &str) -> Result<Option<Hole>> {
    if text == "any" {
        return Ok(None);
    }
    let why = match board.parse_hole(text) {
        Ok(hole) => return Ok(Some(hole)),
        Err(error) => error,
    };

    let Ok(end) = board.parse_pattern(text) else {
        refuse!("{what}: {why}; or any");
    };
    if end.count() != 1 {
        let pegs = counted(end.count(), "peg");
        refuse!("{what}: {text} has {pegs}; a finish has 1: give a hole, or any");
    }
    Ok(end.pegs().next())
}

/// Solves a board with a progress bar.
///
/// # Errors
/// When it is too large, or the user stops it.
pub fn solved(board: &SmallBoard, start: Bitboard, out: &Output) -> Result<Reachable> {
    let solved = out.watched("solving", |progress| {
        Reachable::solve(board, start, progress)
    });
    solved.map_err(|error| too_large(board.as_board(), error))
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
    let holes = holes.into();
    holes.pegs().map(|hole| board.hole_name(hole)).collect()
}

/// The names of jumps.
pub fn jump_names(board: &Board, jumps: impl IntoIterator<Item = Jump>) -> Vec<String> {
    let jumps = jumps.into_iter();
    jumps.map(|jump| board.jump_name(jump)).collect()
}
