//! The positions and sizes of pegs in font units. Knows the board, but no outlines.

use super::super::Style;
use crate::font::Font;
use peg_solitaire::board::{Board, Hole, Lattice};

/// The distance between neighbouring holes in a row.
pub(super) const PITCH: i16 = 100;
/// The radius of a round peg.
const PEG: i16 = 44;
/// The radius of the dot that marks an empty hole.
const DOT: i16 = 17;

/// The dimensions of a font in font units. Neighbouring holes in a row are 100 units apart.
///
/// ```
/// use peg_solitaire::board::Board;
/// use pegfont_type::{font::Font, typeface::{Metrics, Style}};
/// let board: Board = "5x7".parse()?;
/// let font = Font::new("pegfont", &board, board.central_vacancy())?;
/// let metrics = Metrics::of(&font, Style::Variable);
/// assert_eq!((metrics.units_per_em, metrics.advance), (800, 600));
/// assert_eq!(metrics.centre(board.parse_hole("a7")?), (100, 44));
/// assert_eq!(metrics.centre(board.parse_hole("e1")?), (500, 644));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Metrics {
    /// The size of the em square: the rows of the board and an empty one. A hole of 5 x 7 is an
    /// eighth of it, so that it has a whole number of pixels in most sizes that pages use. A line
    /// is two rows higher.
    pub units_per_em: u16,
    /// The advance of every character: the columns of the board and an empty one.
    pub advance: u16,
    /// The distance from the baseline, below the lowest pegs, to the top of the line.
    pub ascender: i16,
    /// The distance from the baseline to the bottom of the line; negative.
    pub descender: i16,
    /// The height of the letter x, or a typical height for the board.
    pub x_height: i16,
    /// The height of the letter H, or the height of the board.
    pub cap_height: i16,
    /// The radius of a peg. In the solid style, half the width of its cell.
    pub peg_radius: i16,
    /// The radius of the dot that marks an empty hole.
    pub dot_radius: i16,
    /// The centre of each hole, by number, measured right from the glyph's origin and up from the
    /// baseline.
    pub(super) centres: Vec<(i16, i16)>,
    /// The corners of a peg's cell relative to its centre, clockwise; empty for a round peg.
    pub(super) cell: &'static [(i16, i16)],
}

/// The cell of a hole on a square lattice.
const SQUARE: [(i16, i16); 4] = [(50, 50), (50, -50), (-50, -50), (-50, 50)];
/// The cell of a hole on a triangular lattice.
const HEXAGON: [(i16, i16); 6] = [
    (0, 58),
    (50, 29),
    (50, -29),
    (0, -58),
    (-50, -29),
    (-50, 29),
];

impl Metrics {
    /// The dimensions of a font in a style. All styles have the same line height and advances.
    pub fn of(font: &Font, style: Style) -> Self {
        let board = font.board();
        let round: Vec<(i16, i16)> = board.each_hole().map(|hole| centre(board, hole)).collect();
        let right = round.iter().map(|&(x, _)| x).max().unwrap_or(PITCH);
        let top = round.iter().map(|&(_, y)| y).max().unwrap_or(PEG) + PEG;
        // The letters are centred in the line, so that they are also centred in buttons and boxes.
        let em = top - 2 * PEG + 2 * PITCH;
        let line = em + 2 * PITCH;
        let descender = -(line - top) / 2;

        let (cell, peg_radius): (&[_], i16) = match (style, board.lattice()) {
            (Style::Variable, _) => (&[], PEG),
            (Style::Solid, Lattice::Square) => (&SQUARE, PITCH / 2),
            (Style::Solid, Lattice::Triangular) => (&HEXAGON, PITCH / 2),
        };
        // Cells start at the origin and stand on the baseline, so that their edges meet those of
        // pixels.
        let half_height = cell.iter().map(|&(_, y)| y).max().unwrap_or(PEG);
        let left = if cell.is_empty() { 0 } else { PITCH / 2 };
        let centres: Vec<(i16, i16)> = round
            .iter()
            .map(|&(x, y)| (x - left, y + half_height - PEG))
            .collect();

        let height = |letter: char| {
            let pattern = font.get(letter)?.pattern();
            pattern
                .pegs()
                .map(|hole| centres[hole.index()].1 + half_height)
                .max()
        };
        let top = top + 2 * (half_height - PEG);

        Self {
            units_per_em: em as u16,
            advance: (right + PITCH) as u16,
            ascender: line + descender,
            descender,
            x_height: height('x').unwrap_or(top - 2 * PITCH),
            cap_height: height('H').unwrap_or(top),
            peg_radius,
            dot_radius: DOT,
            centres,
            cell,
        }
    }

    /// The centre of a hole, measured right from the glyph's origin and up from the baseline.
    pub fn centre(&self, hole: Hole) -> (i16, i16) {
        self.centres[hole.index()]
    }
}

/// The centre of a hole for round pegs. The first column is one pitch from the origin, and the last
/// row stands on the baseline.
fn centre(board: &Board, hole: Hole) -> (i16, i16) {
    let (column, row) = board.picture_place(hole);
    let above = (board.rows() - 1 - row) as i16;

    match board.lattice() {
        Lattice::Square => (PITCH * (column as i16 + 1), PEG + PITCH * above),
        // Half a pitch per column; the rows of a triangular lattice are √3/2 of a pitch apart.
        Lattice::Triangular => (
            PITCH + PITCH / 2 * column as i16,
            PEG + (f64::from(PITCH * above) * 0.866) as i16,
        ),
    }
}
