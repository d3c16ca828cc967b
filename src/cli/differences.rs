//! A drawing of patterns side by side, in which the pegs are marked that each adds to another or removes from it.

use std::path::Path;

use anyhow::Result;

use super::output::{Written, write_to};
use peg_solitaire::board::{Bitboard, SmallBoard};
use pegfont_film::drawing::{Colour, Drawing, Fill, Line, Mark, raster, svg};
use pegfont_type::format::Format;

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

/// The format of the drawing in a file with this name; `-` is standard output.
pub(super) fn format_of(path: &Path) -> Result<Format> {
    if path == Path::new("-") {
        return Ok(Format::Svg);
    }
    let format = Format::from_path(path, &[Format::Svg, Format::Png]);
    format.map_err(|error| usage!("-o {error}"))
}

/// Draws the second of each two patterns with the pegs that it adds to and removes from the first.
pub(super) fn draw(
    board: &SmallBoard,
    pairs: &[(Bitboard, Bitboard)],
    (title, description): (&str, &str),
) -> Drawing {
    let place = |hole| board.picture_place(hole);
    let (cell_width, cell_height) = (board.picture_columns() + 2, board.rows() + 2);
    let (columns, rows) = (pairs.len().min(ACROSS), pairs.len().div_ceil(ACROSS));
    let length = |cells: usize| cells as f32 * STEP;
    let mut sheet = Drawing::new((length(columns * cell_width), length(rows * cell_height)));
    (sheet.title, sheet.description) = (title.to_owned(), description.to_owned());
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

/// Writes a drawing.
pub(super) fn write(path: &Path, format: Format, drawing: &Drawing) -> Result<Written> {
    let bytes = match format {
        Format::Png => raster::png(drawing, 1.0, &|_| Vec::new())
            .map_err(|error| usage!("{error}; draw fewer, or write .svg"))?,
        _ => svg::file(drawing).into_bytes(),
    };
    write_to(path, |out| Ok(out.write_all(&bytes)?))
}
