//! Goals as arguments, and messages about those that can't be reached.

use anyhow::{Result, anyhow};

use super::output::side_by_side;
use super::usage::usage;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solution::ConeError;
use peg_solitaire::solve::{ReachableSet, ReadError};
use pegfont_film::puzzle::{Goal, PuzzleError};
use pegfont_type::find::{Criteria, Finder, MAX_DISTANCE};
use pegfont_type::font::Font;

/// What a target can be: the help of every command that takes one.
pub(super) const TARGET: &str = "\
What to reach: a character of the font; a pattern as rows of # and . with / between them, or as one digit 0 or 1 per hole; \
or one last peg: in a hole (d4), in the centre, or anywhere (any). A number of several digits is a pattern's code";

/// The help of a command that takes several targets.
pub(super) const TARGETS: &str = "\
What to reach: a character of the font; a pattern as rows of # and . with / between them, or as one digit 0 or 1 per hole; \
or one last peg: in a hole (d4), in the centre, or anywhere (any). Any other text is a list of characters, each a puzzle of \
its own; put spaces between characters that name a hole. On boards without a font, a number is a pattern's code";

/// The goals that a text names.
pub(super) fn read_goals(
    board: &SmallBoard,
    start: Bitboard,
    font: &Font,
    text: &str,
) -> Result<Vec<Goal>> {
    Goal::parse_all(board, start, font, text).map_err(usage)
}

/// The goal that a text names.
pub(super) fn read_goal(
    board: &SmallBoard,
    start: Bitboard,
    font: &Font,
    text: &str,
) -> Result<Goal> {
    Goal::parse(board, start, font, text).map_err(usage)
}

/// Why a goal can't be solved.
pub(super) fn out_of_reach<S: ReachableSet>(
    set: &S,
    goal: &Goal,
    error: &PuzzleError,
) -> anyhow::Error {
    let title = &goal.title;
    match (goal.targets.as_slice(), error) {
        (&[target], PuzzleError::Cone(ConeError::OtherClass | ConeError::Unreachable)) => {
            match unreachable(set, target) {
                Ok(why) => anyhow!("{title} {why}"),
                Err(error) => error.into(),
            }
        }
        _ => anyhow!("{title}: {error}"),
    }
}

/// Why a pattern can't be reached, and the nearest patterns that can.
pub(super) fn unreachable<S: ReachableSet>(
    set: &S,
    pattern: Bitboard,
) -> Result<String, ReadError> {
    let finder = Finder::new(set);
    let why = finder.reachability(pattern)?;
    let board = set.class().board();
    let near = finder.nearest(&Criteria::of(board, pattern), 3)?;
    if near.is_empty() {
        return Ok(format!("{why}; neither can any pattern within {MAX_DISTANCE} holes"));
    }
    let pictures: Vec<Vec<String>> = near
        .iter()
        .map(|near| {
            let words = format!("differs in {}", near.distance);
            std::iter::once(words)
                .chain(board.picture(near.pattern).lines().map(str::to_owned))
                .collect()
        })
        .collect();
    Ok(format!("{why}; the nearest reachable patterns:\n{}", side_by_side(&pictures)))
}
