//! Captions and labels of stills: jump notation or the round under a board, and the names of
//! columns and rows beside it. A character is taken to be as wide as two thirds of its size.

use crate::drawing::{Anchor, Colour, Point, Words};
use crate::timeline::Setting;
use peg_solitaire::board::{Board, Lattice};

/// The least distance between holes with room for labels.
const LEAST_PITCH: u64 = 10;

/// The caption of a letter whose last jump has this number: the jump, or its round if jumps are
/// played at the same time. Storyboards leave some jumps out, so they have the numbers, and end in
/// the letter alone.
pub(super) fn of(setting: &Setting, letter: usize, jump: Option<usize>) -> String {
    let Some(jump) = jump else {
        return "start".to_owned();
    };
    let letters = setting.letters();
    if setting.is_storyboard() && letters[letter].settled.is_none() {
        return "end".to_owned();
    }

    let game = &letters[letter].solution;
    let mut games = letters.iter().map(|letter| &letter.solution);
    if games.any(|game| game.round_count() < game.jumps().len()) {
        return format!("round {}", game.round_of(jump));
    }

    let name = setting.board().jump_name(game.jumps()[jump]);
    if setting.is_storyboard() {
        format!("{}: {name}", jump + 1)
    } else {
        name
    }
}

/// Whether a word can stand in a caption.
pub(super) fn is_word(word: &str) -> bool {
    let is_hole = |name: &str| {
        let row = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
        row.len() < name.len() && is_number(row)
    };
    let ends = word.split_once('-');
    let is_jump = ends.is_some_and(|(from, to)| is_hole(from) && is_hole(to));

    let number = word.strip_suffix(':').unwrap_or(word);
    ["start", "end", "round"].contains(&word) || is_number(number) || is_jump
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|digit| digit.is_ascii_digit())
}

/// The length of the longest caption, in characters; `None` if no letter plays.
pub(super) fn longest(setting: &Setting) -> Option<u64> {
    let mut longest = None;
    for (number, letter) in setting.letters().iter().enumerate() {
        if let Some(last) = letter.solution.jumps().len().checked_sub(1) {
            let caption = of(setting, number, Some(last));
            longest = longest.max(Some(caption.len() as u64));
        }
    }
    longest
}

/// The size of captions under a board that is `across` pixels wide.
pub(super) fn size(longest: u64, across: u64, pitch: u64) -> u64 {
    (across * 4 / (3 * longest)).min(pitch * 6 / 5).max(7)
}

/// The size of labels, and the room that they take to the left of a board and above it.
pub(super) fn label_room(board: &Board, pitch: u64) -> (u64, u64, u64) {
    if pitch < LEAST_PITCH {
        return (0, 0, 0);
    }

    let size = pitch * 3 / 5;
    let digits = board.rows().to_string().len() as u64;
    (size, size * (2 * digits + 2) / 3, size * 4 / 3)
}

/// The labels around a board with holes in these places. On a triangular board the columns lean,
/// and only rows are numbered.
pub(super) fn labels(board: &Board, middles: &[Point], size: u64) -> Vec<Words> {
    let mut labels = Vec::new();
    if size == 0 {
        return labels;
    }

    let size = size as f32;
    let has_columns = board.lattice() == Lattice::Square;
    for (hole, &(x, y)) in board.each_hole().zip(middles) {
        let name = board.hole_name(hole);
        let column = name.trim_end_matches(char::is_numeric);
        let row = &name[column.len()..];

        let word = |text, at, anchor| Words::new(text, at, size, Colour::WHITE).anchored(anchor);
        let above = word(column, (x, -0.35 * size), Anchor::Middle);
        let beside = word(row, (-0.35 * size, y + 0.36 * size), Anchor::End);
        if has_columns && !labels.contains(&above) {
            labels.push(above);
        }
        if !labels.contains(&beside) {
            labels.push(beside);
        }
    }
    labels
}
