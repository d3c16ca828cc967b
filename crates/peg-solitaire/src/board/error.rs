//! Why a board, a position, a hole or a jump is refused.

use thiserror::Error;

use super::catalogue::all_names;
use super::{MAX_HOLES, MAX_SIDE, MAX_SMALL_HOLES};
use crate::words::{grouped, quoted};

/// Why a board is refused.
#[expect(missing_docs, reason = "the messages say what is wrong, and where")]
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum BoardError {
    #[error("a board needs at least one hole")]
    NoHoles,
    #[error(
        "a board of {} holes is too large: the most is {MAX_SMALL_HOLES}",
        grouped(*.holes as u64)
    )]
    TooManyHoles { holes: usize },
    #[error("a board can span at most {MAX_SMALL_HOLES} columns and {MAX_SMALL_HOLES} rows")]
    TooWide,
    #[error(
        "a board{} is too large: the most is {} holes, and {MAX_SIDE} in a row or column",
        of_size(*columns, *rows),
        grouped(MAX_HOLES as u64)
    )]
    TooLarge { columns: usize, rows: usize },
    #[error("hole {hole} appears twice")]
    SameHoleTwice { hole: String },
    #[error(
        "{line}:{column}: unexpected {} in the picture of a board \
         (a peg is '#', an empty hole '.', no hole a space)",
        quoted(*.character)
    )]
    StrayCharacter {
        line: usize,
        column: usize,
        character: char,
    },
    #[error("{line}:{column}: {}", either_way(*.character))]
    EitherWay {
        line: usize,
        column: usize,
        character: char,
    },
    #[error("no two holes are side by side: leave out the spaces between the columns. {MEANT_SO}")]
    ColumnsApart,
    #[error(
        "no two holes are one above the other: leave out the empty lines between the rows. \
         {MEANT_SO}"
    )]
    RowsApart,
    #[error(
        "{line}:{column}: this hole is out of step with the others \
         (on a triangular board the holes of a row stand two characters apart, \
         and those of the next row between them)"
    )]
    OutOfStep { line: usize, column: usize },
    #[error("there is no board called {name:?}: boards are {}", all_names())]
    UnknownName { name: String },
}

/// Why a position, hole or jump is refused.
#[expect(missing_docs, reason = "the messages say what is wrong, and where")]
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum PatternError {
    #[error(
        "row {row}, column {column}: unexpected {} in the pattern \
         (a peg is '#', an empty hole '.')",
        quoted(*.character)
    )]
    StrayCharacter {
        row: usize,
        column: usize,
        character: char,
    },
    #[error("row {row}, column {column}: {}", either_way(*.character))]
    EitherWay {
        row: usize,
        column: usize,
        character: char,
    },
    #[error("a pattern of {board} has {expected} rows; this one has {found}")]
    Rows {
        found: usize,
        expected: usize,
        board: String,
    },
    #[error("row {row} of the pattern has {}", unlike(*found, *expected, board))]
    Row {
        row: usize,
        found: usize,
        expected: usize,
        board: String,
    },
    #[error(
        "{text:?} is not a position on {board}: give its rows of '#' and '.', \
         its {holes} digits of 0 and 1{}",
        or_its_code(*holes)
    )]
    Number {
        text: String,
        board: String,
        holes: usize,
    },
    #[error(
        "{text:?} is not a hole of {board}: write holes like {example}, column letter and row \
         number from the top left, or by number from 1 to {holes}{}",
        if is_hole_zero(text) { NUMBERS_BEGIN_WITH_1 } else { "" }
    )]
    Hole {
        text: String,
        board: String,
        example: String,
        holes: usize,
    },
    #[error(
        "{text:?} is not a jump: write jumps like c2-c4, and moves of several jumps like c2-c4-e4"
    )]
    NotAJump { text: String },
    #[error(
        "{from}-{to} is not a jump on {board}: \
         the two holes must be in a line with one hole between them"
    )]
    NoTriple {
        from: String,
        to: String,
        board: String,
    },
}

/// What to write on the first line of a picture that is meant as it stands.
const MEANT_SO: &str = "If that is meant, write \"square\" on the first line, or \"triangular\" \
                        for jumps in six directions";

const NUMBERS_BEGIN_WITH_1: &str =
    "; the numbers begin with 1 here, so hole 0 of a code is written hole1";

/// Whether a text means the first hole to those who count from 0, as codes do.
pub(super) fn is_hole_zero(text: &str) -> bool {
    ["0", "hole0"].contains(&text)
}

/// The size of a board that is too large, which may not even be a number.
fn of_size(columns: usize, rows: usize) -> String {
    if columns == usize::MAX || rows == usize::MAX {
        " of so many holes".to_owned()
    } else {
        format!(" of {columns} x {rows} holes")
    }
}

/// How a row of a pattern differs from that of the board.
fn unlike(found: usize, expected: usize, board: &str) -> String {
    if found == expected {
        format!("its holes in other columns than {board}")
    } else {
        format!("{found} holes; on {board} it has {expected}")
    }
}

/// The other way to write a position, on boards that have codes.
fn or_its_code(holes: usize) -> String {
    if holes > MAX_SMALL_HOLES {
        String::new()
    } else {
        format!(", or code:NUMBER, below 2^{holes}")
    }
}

/// Whether a character that is not understood is a letter that some write for pegs, and others for
/// empty holes. Beside `#` or `.`, it is a mistake.
pub(super) fn is_either_way(picture: &str, character: char) -> bool {
    "xXoO".contains(character) && !picture.contains(['#', '.'])
}

fn either_way(letter: char) -> String {
    format!(
        "{} may mean a peg or an empty hole: write '#' for a peg, '.' for an empty hole, and a \
         space for no hole",
        quoted(letter)
    )
}
