//! What is played for: characters of the font, a pattern, a peg in a certain hole or in any; and the words for
//! goals that can't be reached.

use anyhow::{Result, anyhow, bail};

use super::Usage;
use crate::board::{Board, Position};
use crate::find::{Criteria, Finder, ReachableSet};
use crate::font::Font;
use crate::solution::ConeError;

/// Something to play for.
pub(super) struct Goal {
    /// What it is called.
    pub(super) title: String,
    /// The positions that will do.
    pub(super) targets: Vec<Position>,
}

/// The goals that a text names. On the font's board it is a text of the font's characters, unless it is the
/// picture of a pattern; on another, a pattern, a hole, `centre` or `any`.
pub(super) fn read_goals(board: &Board, start: Position, text: &str) -> Result<Vec<Goal>> {
    let one = |title: &str, targets| Ok(vec![Goal { title: title.to_owned(), targets }]);
    let pattern = board.parse_pattern(text);
    if looks_like_a_pattern(board, text) {
        let target = pattern.map_err(|error| Usage(error.to_string()))?;
        return one("pattern", vec![target]);
    }
    let font = Font::builtin()?;
    if font.board() == board && font.start() == start {
        return characters(font, text);
    }
    match text {
        "centre" | "center" => one("one peg in the centre", vec![board.centre().bit()]),
        "any" => one("one peg anywhere", board.full().holes().map(|hole| hole.bit()).collect()),
        text => match (board.parse_hole(text), pattern) {
            (Ok(hole), _) => one(&format!("one peg in {text}"), vec![hole.bit()]),
            (_, Ok(target)) => one("pattern", vec![target]),
            (_, Err(error)) => bail!(Usage(format!(
                "{error}; or name a hole in which one peg is to be left, `centre` for the middle one, or `any`"
            ))),
        },
    }
}

/// Whether the text is meant as rows of `#` and `.`, or as a digit for each hole.
fn looks_like_a_pattern(board: &Board, text: &str) -> bool {
    let picture = text.chars().all(|character| "#./ \n".contains(character));
    let digits =
        text.len() == board.holes() && text.bytes().all(|byte| matches!(byte, b'0' | b'1'));
    digits || picture && text.chars().filter(|character| "#.".contains(*character)).count() > 9
}

/// Each different character of a text once, in the order of the text; white space is left out.
fn characters(font: &Font, text: &str) -> Result<Vec<Goal>> {
    let mut goals: Vec<Goal> = Vec::new();
    for (at, character) in text.chars().enumerate() {
        if character.is_whitespace() || goals.iter().any(|goal| goal.title.starts_with(character)) {
            continue;
        }
        let Some(found) = font.get(character) else {
            bail!(Usage(format!(
                "character {} of the text, {character:?}, is not in the font: leave it out, or give its pattern as \
                 rows of # and . with / between them",
                at + 1
            )));
        };
        goals.push(Goal { title: character.to_string(), targets: vec![found.pattern()] });
    }
    if goals.is_empty() {
        bail!(Usage(
            "there is no character in the text: give at least one, or a pattern".to_owned()
        ));
    }
    Ok(goals)
}

/// A goal that has no cone, in words: why, and what is nearest to a pattern that can't be reached.
pub(super) fn out_of_reach<S: ReachableSet>(
    set: &S,
    goal: &Goal,
    error: &ConeError,
) -> anyhow::Error {
    let title = &goal.title;
    let (&[target], ConeError::OtherClass | ConeError::Unreachable) =
        (goal.targets.as_slice(), error)
    else {
        return anyhow!("{title}: {error}");
    };
    let board = set.class().board();
    let near = Finder::new(set).nearest(&Criteria::of(board, target), 3);
    if near.is_empty() {
        return anyhow!("{title}: {error}; nothing near it can be reached either");
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

/// Blocks of lines beside each other.
pub(super) fn side_by_side(blocks: &[Vec<String>]) -> String {
    let height = blocks.iter().map(Vec::len).max().unwrap_or(0);
    let width = |block: &Vec<String>| block.iter().map(|line| line.chars().count()).max();
    let mut lines = Vec::new();
    for row in 0..height {
        let mut line = String::new();
        for block in blocks {
            let width = width(block).unwrap_or(0) + 4;
            let text = block.get(row).map_or("", String::as_str);
            line.push_str(&format!("{text:<width$}"));
        }
        lines.push(format!("  {}", line.trim_end()));
    }
    lines.join("\n")
}
