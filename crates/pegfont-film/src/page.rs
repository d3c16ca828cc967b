//! A board on a page: where its holes lie. Sheets and specimens place their pegs with it.

use crate::drawing::{Colour, Mark, Point};
use peg_solitaire::board::{Board, Hole, Position};

/// A board whose first cell has this corner, with so much between neighbouring holes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OnPage<'b> {
    pub board: &'b Board,
    pub corner: Point,
    pub pitch: f32,
}

impl OnPage<'_> {
    /// The place so many holes to the right of the corner and below it.
    pub fn at(&self, (x, y): Point) -> Point {
        (self.corner.0 + x * self.pitch, self.corner.1 + y * self.pitch)
    }

    /// The centre of a hole.
    pub fn centre(&self, hole: Hole) -> Point {
        let (x, y) = self.board.place_on_paper(hole);
        self.at((x + 0.5, y + 0.5))
    }

    /// A dot in each of these holes, with a radius in distances between holes.
    pub fn dots(&self, pegs: &Position, radius: f32, colour: Colour) -> Mark {
        let centres = pegs.pegs().map(|hole| self.centre(hole)).collect();
        Mark::Dots { centres, radius: radius * self.pitch, colour }
    }
}
