//! Goals as arguments, and messages about those that can't be reached.

use anyhow::{Result, anyhow};

use super::Usage;
use super::output::side_by_side;
use crate::board::{Board, Position};
use crate::find::{Criteria, Finder};
use crate::font::Font;
use crate::puzzle::{Goal, PuzzleError};
use crate::solution::ConeError;
use crate::solve::ReachableSet;

/// The goals that a text names, with the characters of the built-in font.
pub(super) fn read_goals(board: &Board, start: Position, text: &str) -> Result<Vec<Goal>> {
    let goals = Goal::parse_all(board, start, Font::builtin()?, text);
    Ok(goals.map_err(|error| Usage(error.to_string()))?)
}

/// Why a goal can't be solved, and the nearest patterns to one that can't be reached.
pub(super) fn out_of_reach<S: ReachableSet>(
    set: &S,
    goal: &Goal,
    error: &PuzzleError,
) -> anyhow::Error {
    let title = &goal.title;
    let (&[target], PuzzleError::Cone(ConeError::OtherClass | ConeError::Unreachable)) =
        (goal.targets.as_slice(), error)
    else {
        return anyhow!("{title}: {error}");
    };
    let board = set.class().board();
    let near = Finder::new(set).nearest(&Criteria::of(board, target), 3);
    if near.is_empty() {
        return anyhow!("{title}: {error}; no pattern near it can be reached either");
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
    anyhow!(
        "{title}: {error}; the nearest patterns that can be reached:\n{}",
        side_by_side(&pictures)
    )
}
