//! The positions of holes on paper, relative to the distance between neighbouring holes of a row.

use super::{Board, Hole, Lattice};

impl Board {
    /// The distance of a hole's cell from the left and from the top. The rows of a triangular board are closer together.
    #[must_use]
    pub fn place_on_paper(&self, hole: Hole) -> (f32, f32) {
        let (column, row) = self.picture_place(hole);
        match self.lattice() {
            Lattice::Square => (column as f32, row as f32),
            Lattice::Triangular => (column as f32 / 2.0, row as f32 * 0.866),
        }
    }

    /// The width and height of all cells together.
    #[must_use]
    pub fn extent_on_paper(&self) -> (f32, f32) {
        let places = self.each_hole().map(|hole| self.place_on_paper(hole));
        places.fold((1.0, 1.0), |(width, height): (f32, f32), (x, y)| {
            (width.max(x + 1.0), height.max(y + 1.0))
        })
    }
}
