//! What is written beside the boards of a puzzle. `layout` measures it, and `frame` draws it.

use super::Sheet;
use peg_solitaire::board::Position;
use peg_solitaire::puzzle::Puzzle;

/// A grade is shown as so many of five pegs: how far apart they are.
pub(super) const GRADES: u8 = 5;
pub(super) const GRADE_STEP: f32 = 7.0;

/// The words below a board.
pub(super) fn below_board(sheet: &Sheet, word: &str, position: &Position) -> String {
    format!("{word} · {}: {}", sheet.language.pegs, position.count())
}

/// The words beside an arrow.
pub(super) fn captions(sheet: &Sheet, puzzle: &Puzzle) -> Vec<String> {
    let jumps = puzzle.solution.jumps().len();
    let mut captions = vec![format!("{}: {jumps}", sheet.language.jumps)];
    if let Some(figures) = puzzle.figures {
        captions.push(sheet.language.grades[figures.grade() as usize].clone());
    }
    captions
}

/// The width of the pegs of a grade, if it is known.
pub(super) fn grade_wide(puzzle: &Puzzle) -> f32 {
    if puzzle.figures.is_some() {
        f32::from(GRADES) * GRADE_STEP
    } else {
        0.0
    }
}
