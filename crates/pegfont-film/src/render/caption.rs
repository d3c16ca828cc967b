//! Captions and labels: jump notation or the round under a board, and the names of columns and rows beside it. They are measured in
//! pixels of a font with characters of the same width.

use super::View;
use super::rect::Rect;
use crate::drawing::{Anchor, Colour, Words};
use crate::timeline::{Letter, Setting};
use peg_solitaire::board::{Board, Lattice};
use peg_solitaire::solution::Solution;

/// The width and height of a character, and what is below its base line.
pub(super) const CHARACTER: (u32, u32) = (4, 7);
const BELOW: u32 = 2;

/// The height of a line.
pub(super) const LINE: u32 = CHARACTER.1 + BELOW;

/// Words in a line of some height, in the middle above a place.
pub(super) fn words(text: impl Into<String>, middle: f32, height: f32, colour: Colour) -> Words {
    let base = height * CHARACTER.1 as f32 / LINE as f32;
    Words::new(text, (middle, base), 1.35 * base, colour).anchored(Anchor::Middle)
}

/// The caption of a letter whose last jump has this number: the jump, or its round if jumps are played at the same time.
pub(super) fn of(setting: &Setting, letter: usize, jump: usize) -> String {
    name(setting, in_rounds(setting), &setting.letters()[letter].solution, jump)
}

/// Whether jumps are played at the same time.
fn in_rounds(setting: &Setting) -> bool {
    let mut solutions = setting.letters().iter().map(|letter| &letter.solution);
    solutions.any(|solution| solution.round_count() < solution.jumps().len())
}

/// The name of a jump of a game, or of its round. Storyboards leave some jumps out, so they have the numbers.
fn name(setting: &Setting, in_rounds: bool, game: &Solution, jump: usize) -> String {
    if in_rounds {
        return format!("round {}", game.round_of(jump));
    }
    let name = setting.board().jump_name(game.jumps()[jump]);
    if setting.is_storyboard() { format!("{}: {name}", jump + 1) } else { name }
}

/// The width of the longest caption, in pixels of the font; `None` if no letter plays.
pub(super) fn longest(setting: &Setting) -> Option<u32> {
    let in_rounds = in_rounds(setting);
    let names = setting.letters().iter().flat_map(|Letter { solution, .. }| {
        let jumps = 0..solution.jumps().len();
        jumps.map(move |jump| name(setting, in_rounds, solution, jump))
    });
    names.map(|name| width(&name)).max()
}

/// The side of a pixel of the captions, for which each is as large as fits under a board that is `across` pixels wide; 0 without
/// captions. On a large board, it is that of jumps under a board of the `usual` width.
pub(super) fn pixel(board: &Board, longest: Option<u32>, across: u64, usual: u64) -> u64 {
    // Without jumps there is nothing to write.
    let Some(longest) = longest else { return 0 };
    // About three fifths of the board's width, but at least one pixel.
    let pixel = |across: u64, longest: u32| {
        let longest = u64::from(longest);
        (across * 3 / 5 + longest / 2) / longest
    };
    let fits = pixel(across, longest);
    let most = if board.is_small() { fits } else { pixel(usual, width("c2-c4")) };
    fits.min(most).max(1)
}

/// The side of a pixel of the labels of a board, and the room that they take to the left of it and above it; 0 without labels.
pub(super) fn label_room(board: &Board, view: &View, pitch: u64) -> (u64, u64, u64) {
    // Where holes are nearer to each other, and on large boards, labels would run into each other.
    if !view.captions || pitch < 6 || !board.is_small() {
        return (0, 0, 0);
    }
    let pixel = ((pitch + 7) / 14).max(1);
    let digits = board.rows().to_string().len() as u64;
    let left = (digits * u64::from(CHARACTER.0 + 1) + 1) * pixel;
    (pixel, left, u64::from(LINE) * pixel)
}

/// The labels. On a triangular board the columns lean, and only rows are numbered.
pub(super) fn labels(board: &Board, cells: &[Rect], pixel: u32) -> Vec<Label> {
    if pixel == 0 {
        return Vec::new();
    }
    let mut labels: Vec<Label> = Vec::new();
    let [half, top] = [CHARACTER.1 * pixel / 2, LINE * pixel];
    for (hole, cell) in board.each_hole().zip(cells) {
        let name = board.hole_name(hole);
        let first_digit = name.find(|mark: char| mark.is_ascii_digit()).unwrap_or(0);
        let (column, row) = name.split_at(first_digit);
        let length = |text: &str| (width(text) + 2) * pixel;
        let (x, y) = (cell.left + cell.width / 2, cell.top + cell.height / 2);
        let above = (x as i32 - (length(column) / 2) as i32, -(top as i32));
        let beside = (-((length(row) + pixel) as i32), y as i32 - half as i32);
        let square = board.lattice() == Lattice::Square;
        for (text, at, is_seen) in [(column, above, square), (row, beside, true)] {
            let size = (length(text), LINE * pixel);
            let label = Label { text: text.to_owned(), at, size };
            if is_seen && !labels.contains(&label) {
                labels.push(label);
            }
        }
    }
    labels
}

/// A letter or a number beside every board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Label {
    pub text: String,
    /// Its top left corner, relative to that of the board. Labels are above or to the left of it.
    pub at: (i32, i32),
    pub size: (u32, u32),
}

impl Label {
    /// Where it is beside the board with this corner.
    #[cfg(feature = "pictures")]
    pub fn place(&self, (left, top): (u32, u32)) -> Rect {
        let (width, height) = self.size;
        let [left, top] =
            [(left, self.at.0), (top, self.at.1)].map(|(from, by)| from.saturating_add_signed(by));
        Rect { left, top, width, height }
    }
}

/// The width of a caption, in pixels of its font.
pub(super) fn width(caption: &str) -> u32 {
    (caption.chars().count() as u32 * (CHARACTER.0 + 1)).saturating_sub(1)
}
