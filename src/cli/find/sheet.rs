//! A sheet of patterns side by side, the design first; added and removed pegs are marked.

use peg_solitaire::board::{Bitboard, SmallBoard};
use pegfont_film::drawing::{Colour, Drawing, Fill, Line, Mark};

/// Pixels from hole to hole.
const STEP: f32 = 12.0;

/// A peg's radius.
const RADIUS: f32 = 5.0;

/// Patterns in a row of the sheet.
const ACROSS: usize = 12;

const KEPT: Colour = Colour::rgb(0x22_22_2a);
const ADDED: Colour = Colour::rgb(0x1b_74_d8);
const REMOVED: Line = Line { width: 1.6, colour: Colour::rgb(0xd0_3a_2b) };
const EMPTY: Colour = Colour::rgb(0xc8_c8_ce);

/// Draws the design, and then each pattern with the pegs that it adds to and removes from its own design.
pub(super) fn draw(
    board: &SmallBoard,
    design: Bitboard,
    patterns: impl Iterator<Item = (Bitboard, Bitboard)>,
) -> Drawing {
    let pairs: Vec<_> = std::iter::once((design, design)).chain(patterns).collect();
    let place = |hole| board.picture_place(hole);
    let across = board.full().pegs().map(|hole| place(hole).0 + 1).max().unwrap_or(1);
    let (cell_width, cell_height) = (across + 2, board.rows() + 2);
    let (columns, rows) = (pairs.len().min(ACROSS), pairs.len().div_ceil(ACROSS));
    let length = |cells: usize| cells as f32 * STEP;
    let mut sheet = Drawing::new((length(columns * cell_width), length(rows * cell_height)));
    sheet.title = "Reachable patterns near a design".to_owned();
    sheet.description =
        "The design comes first. In the patterns, added pegs are blue and missing pegs are red rings."
            .to_owned();
    for (number, &(design, pattern)) in pairs.iter().enumerate() {
        let left = number % ACROSS * cell_width + 1;
        let top = number / ACROSS * cell_height + 1;
        for hole in board.full().pegs() {
            let (x, y) = place(hole);
            let centre = (length(left + x) + STEP / 2.0, length(top + y) + STEP / 2.0);
            let disc = |radius, colour| Mark::Disc { centre, radius, fill: Fill::Plain(colour) };
            sheet.marks.push(match (design.has(hole), pattern.has(hole)) {
                (true, true) => disc(RADIUS, KEPT),
                (false, true) => disc(RADIUS, ADDED),
                (true, false) => Mark::Ring { centre, radius: RADIUS - 1.0, line: REMOVED },
                (false, false) => disc(1.2, EMPTY),
            });
        }
    }
    sheet
}
