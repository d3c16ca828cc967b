//! The position classes that the colours of a lattice tell apart, on boards of any size. [`class`](crate::class) knows all
//! classes of a small board.

use super::{Board, Hole, Lattice, Position};

impl Board {
    /// The position class, which no jump leaves: the parities of the pegs on holes of three colours, so that a jump touches one hole of
    /// each. A square lattice is coloured along its diagonals in either direction, a triangular one in one way. Only nine of the
    /// sixteen classes of a square board, and three of the four of a triangular one, belong to a single peg.
    pub fn class(&self, position: &Position) -> u8 {
        position.pegs().fold(0, |class, hole| class ^ self.class_of_peg(hole))
    }

    /// The position class of a single peg.
    pub fn class_of_peg(&self, hole: Hole) -> u8 {
        let (x, y) = self.coordinates(hole);
        // A jump changes all three colours, so two colours together stay the same.
        let parities = |colour: i16| [0b10, 0b11, 0b01][colour.rem_euclid(3) as usize];
        match self.lattice() {
            Lattice::Square => parities(x + y) << 2 | parities(x + 2 * y),
            Lattice::Triangular => parities(x + y),
        }
    }

    /// Whether a single peg, somewhere on the board, is in the position class of these pegs.
    pub fn has_single_peg_in_class_of(&self, position: &Position) -> bool {
        let class = self.class(position);
        self.each_hole().any(|hole| self.class_of_peg(hole) == class)
    }

    /// The holes whose vacancy, alone on the board, is in the position class of these pegs.
    pub fn vacancies_in_class_of(&self, position: &Position) -> impl Iterator<Item = Hole> {
        let class = self.class(position) ^ self.class(&self.full());
        self.each_hole().filter(move |&hole| self.class_of_peg(hole) == class)
    }
}
