//! Which characters of a picture are pegs, and which are empty holes. People draw boards in many
//! ways; a picture is read if it can mean only one thing.

use std::cmp::Reverse;

use super::BoardError;
use crate::words::is_unseen;

/// A peg or an empty hole in a picture, with its column and line, both from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mark {
    pub column: usize,
    pub line: usize,
    pub is_peg: bool,
}

/// A character of a picture, with its column and line, both from 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sign {
    pub column: usize,
    pub line: usize,
    pub character: char,
}

/// What stands for a peg in pictures, and what for an empty hole.
const PEG_SIGNS: &str = "#1*xX●•■⚫";
const EMPTY_SIGNS: &str = ".0·○◦□⚪";

/// Stands for a peg beside `.`, and for an empty hole beside `*` or `●`.
const ROUND_LETTERS: &str = "oO";

/// Asks for a colourful picture of the character before it.
const EMOJI_STYLE: char = '\u{fe0f}';

/// The pegs and empty holes of a picture, or the first character that may mean anything else. All
/// pegs are written in one way, and all empty holes:
///
/// - `#` and `.`; or others of [`PEG_SIGNS`] and [`EMPTY_SIGNS`];
/// - `o` or `O` and `.`, where it is a peg, or `*` (`●`) and `o` or `O`, where it is an empty hole;
/// - `-` is no hole, like a space, where there are pegs and empty holes besides.
///
/// Tabs that all lines begin with are left out. Another is the next column, if there is never more
/// than one character between tabs.
pub(super) fn marks(picture: &str) -> Result<Vec<Mark>, Sign> {
    let indent = common_tabs(picture);
    let signs = signs(picture, indent);
    let (peg, empty) = peg_and_empty(&signs);
    let has_both = peg.is_some() && empty.is_some();

    let mut marks = Vec::new();
    for sign in signs {
        let Sign { column, line, .. } = sign;
        let is_peg = peg == Some(sign.character);
        if is_peg || empty == Some(sign.character) {
            marks.push(Mark {
                column,
                line,
                is_peg,
            });
        } else if !(has_both && sign.character == '-') {
            return Err(Sign {
                column: column + indent,
                ..sign
            });
        }
    }
    Ok(marks)
}

/// The number of tabs that all lines begin with, empty ones aside.
fn common_tabs(picture: &str) -> usize {
    picture
        .lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| line.len() - line.trim_start_matches('\t').len())
        .min()
        .unwrap_or(0)
}

/// The characters of a picture other than spaces, line by line, without the first `indent` of each
/// line, which are tabs.
fn signs(picture: &str, indent: usize) -> Vec<Sign> {
    let rows: Vec<&str> = picture
        .lines()
        .map(|line| line.get(indent..).unwrap_or_default().trim_end())
        .collect();

    let is_cell = |cell: &str| cell.trim().chars().filter(is_seen).count() < 2;
    let is_table = picture.contains('\t') && rows.iter().all(|row| row.split('\t').all(is_cell));

    let mut signs = Vec::new();
    for (line, row) in rows.into_iter().enumerate() {
        let characters: Vec<char> = if is_table {
            row.split('\t').map(only_sign_of).collect()
        } else {
            row.chars().filter(is_seen).collect()
        };

        for (column, character) in characters.into_iter().enumerate() {
            if character == '\t' || !character.is_whitespace() {
                signs.push(Sign {
                    column,
                    line,
                    character,
                });
            }
        }
    }
    signs
}

fn is_seen(character: &char) -> bool {
    !is_unseen(*character) && *character != EMOJI_STYLE
}

/// The character between two tabs, or a space if there is none.
fn only_sign_of(cell: &str) -> char {
    cell.trim().chars().find(is_seen).unwrap_or(' ')
}

/// The characters that stand for pegs and for empty holes in a picture.
fn peg_and_empty(signs: &[Sign]) -> (Option<char>, Option<char>) {
    let peg = likeliest(signs, PEG_SIGNS);
    let empty = likeliest(signs, EMPTY_SIGNS);

    match (peg, empty) {
        (None, Some('.' | '·')) => (likeliest(signs, ROUND_LETTERS), empty),
        (Some('*' | '●' | '•' | '⚫'), None) => (peg, likeliest(signs, ROUND_LETTERS)),
        _ => (peg, empty),
    }
}

/// Which of some characters a picture uses: `#` or `.` before all others, or else the most frequent
/// one, or the first of those that are equally frequent.
fn likeliest(signs: &[Sign], candidates: &str) -> Option<char> {
    let uses = |candidate: char| signs.iter().filter(move |sign| sign.character == candidate);

    candidates
        .chars()
        .filter(|&candidate| uses(candidate).next().is_some())
        .max_by_key(|&candidate| {
            let first = uses(candidate).next().map(|sign| (sign.line, sign.column));
            (
                "#.".contains(candidate),
                uses(candidate).count(),
                Reverse(first),
            )
        })
}

/// A row of holes in any of the notations of boards: whether each has a peg. An error has the
/// number of the character, from 1, and the character that isn't understood.
///
/// ```
/// use peg_solitaire::board::parse_row;
///
/// assert_eq!(parse_row("1101"), Ok(vec![true, true, false, true]));
/// assert_eq!(parse_row("# # ."), Ok(vec![true, true, false]));
/// assert_eq!(parse_row("11x1"), Err((3, 'x')));
/// ```
///
/// # Errors
/// When a character is neither a peg nor an empty hole, or a hole is missing.
pub fn parse_row(text: &str) -> Result<Vec<bool>, (usize, char)> {
    let before = text.chars().take_while(|mark| mark.is_whitespace()).count();
    let row = text.trim();
    let marks = marks(row).map_err(|sign| (before + sign.column + 1, sign.character))?;
    let marks = closed_up(marks);

    for (at, mark) in marks.iter().enumerate() {
        if (mark.column, mark.line) != (at, 0) {
            return Err((before + at + 1, row.chars().nth(at).unwrap_or(' ')));
        }
    }
    Ok(marks.iter().map(|mark| mark.is_peg).collect())
}

/// The smallest column and line of the marks.
pub(super) fn corner(marks: &[Mark]) -> Option<(usize, usize)> {
    let left = marks.iter().map(|mark| mark.column).min()?;
    let top = marks.first()?.line;
    Some((left, top))
}

/// The marks without the spaces between columns, if there is one everywhere.
pub(super) fn without_spaces(marks: &[Mark]) -> Option<Vec<Mark>> {
    let (left, _) = corner(marks)?;
    if marks.iter().any(|mark| (mark.column - left) % 2 == 1) {
        return None;
    }

    let mut closer = marks.to_vec();
    for mark in &mut closer {
        mark.column = (mark.column - left) / 2;
    }
    Some(closer)
}

/// The marks without the empty lines between rows, if there is one everywhere.
pub(super) fn without_lines(marks: &[Mark]) -> Option<Vec<Mark>> {
    let (_, top) = corner(marks)?;
    if marks.iter().any(|mark| (mark.line - top) % 2 == 1) {
        return None;
    }

    let mut closer = marks.to_vec();
    for mark in &mut closer {
        mark.line = (mark.line - top) / 2;
    }
    Some(closer)
}

/// The marks of a picture on the square lattice, without spaces between all columns and without
/// empty lines between all rows. Nobody draws a board whose every second column has no hole.
pub(super) fn closed_up(marks: Vec<Mark>) -> Vec<Mark> {
    let marks = without_spaces(&marks).unwrap_or(marks);
    without_lines(&marks).unwrap_or(marks)
}

/// Refuses a board whose columns or rows stand apart, so that no jump goes along the rows, or along
/// the columns. A row of single holes is no such board.
pub(super) fn check_not_apart(marks: &[Mark]) -> Result<(), BoardError> {
    if stand_apart(marks.iter().map(|mark| (mark.line, mark.column))) {
        return Err(BoardError::ColumnsApart);
    }
    if stand_apart(marks.iter().map(|mark| (mark.column, mark.line))) {
        return Err(BoardError::RowsApart);
    }
    Ok(())
}

/// Whether some lines have several holes, and no two of these are side by side. Each hole has the
/// number of its line and its place there; the holes of a line are in order.
fn stand_apart(holes: impl Iterator<Item = (usize, usize)>) -> bool {
    let mut share_a_line = false;
    // The last place of each line.
    let mut last: Vec<Option<usize>> = Vec::new();

    for (line, place) in holes {
        if line >= last.len() {
            last.resize(line + 1, None);
        }
        if let Some(before) = last[line].replace(place) {
            share_a_line = true;
            if before + 1 == place {
                return false;
            }
        }
    }
    share_a_line
}

/// The first mark of a triangular board that is not halfway between those of the rows beside it.
pub(super) fn out_of_step(marks: &[Mark]) -> Option<&Mark> {
    let step = |mark: &Mark| (mark.column + mark.line) % 2;
    let first = step(marks.first()?);
    marks.iter().find(|mark| step(mark) != first)
}
