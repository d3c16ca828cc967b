//! Jumps, one peg over an adjacent peg into the empty hole beyond, the triples of holes that they
//! touch, and the position classes that they never leave: those that the colours of a lattice tell
//! apart, on boards of any size. [`class`](crate::class) knows all of a small board.

use super::{Bitboard, Board, Hole, Lattice, Position, Symmetry};

/// A jump of one peg over an adjacent peg into the empty hole beyond, which removes the jumped peg.
/// Only a board makes jumps: see [`Board::jump`], [`Board::parse_move`] and [`Board::jumps_from`].
/// On a board of any size, [`Position::allows`] and [`Position::play`] take them; what works with a
/// [`Bitboard`] is for jumps of boards of at most 64 holes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Jump {
    from: Hole,
    over: Hole,
    to: Hole,
}

impl Jump {
    /// The hole the peg leaves.
    pub const fn from(self) -> Hole {
        self.from
    }

    /// The hole of the peg that is removed.
    pub const fn over(self) -> Hole {
        self.over
    }

    /// The hole the peg lands in.
    pub const fn to(self) -> Hole {
        self.to
    }

    /// The three holes.
    /// # Panics
    /// If one of them has a number above 63.
    #[inline]
    pub const fn mask(self) -> Bitboard {
        Bitboard(self.from.bit().0 | self.over.bit().0 | self.to.bit().0)
    }

    /// The jump over the same holes in the other direction.
    #[inline]
    #[must_use]
    pub const fn back(self) -> Self {
        Self {
            from: self.to,
            over: self.over,
            to: self.from,
        }
    }

    /// The image of the jump under a symmetry of its board.
    pub(crate) fn image(self, symmetry: &Symmetry) -> Self {
        let [from, over, to] = [self.from, self.over, self.to].map(|hole| symmetry.image(hole));
        Self { from, over, to }
    }

    /// Whether there is a peg to jump with, a peg to jump over, and an empty hole to land in.
    /// # Panics
    /// If a hole of the jump has a number above 63.
    #[inline]
    pub const fn is_legal(self, position: Bitboard) -> bool {
        position.0 & self.mask().0 == self.from.bit().0 | self.over.bit().0
    }

    /// The position after a legal jump, or the position before it if given the one after.
    ///
    /// ```text
    ///  from over to        from over to
    ///   #    #   .   <=>    .    .   #
    /// ```
    /// # Panics
    /// If a hole of the jump has a number above 63.
    #[inline]
    pub const fn play(self, position: Bitboard) -> Bitboard {
        Bitboard(position.0 ^ self.mask().0)
    }
}

impl Board {
    /// The legal jumps in a position, ordered by triple; for each triple the jump towards its last
    /// hole comes first.
    pub fn legal_jumps(&self, position: &Position) -> impl Iterator<Item = Jump> {
        self.each_jump().filter(|&jump| position.allows(jump))
    }

    /// The jumps of the board, legal or not, in this order.
    pub fn each_jump(&self) -> impl Iterator<Item = Jump> {
        self.triples().iter().flat_map(|&jump| [jump, jump.back()])
    }

    /// The jump between two holes, if they are the ends of a triple.
    pub fn jump(&self, from: Hole, to: Hole) -> Option<Jump> {
        if from.index().max(to.index()) >= self.holes() {
            return None;
        }
        let ((x, y), (to_x, to_y)) = (self.place(from), self.place(to));
        let twice = |(dx, dy)| (to_x - x, to_y - y) == (2 * dx, 2 * dy);
        let in_line = self.lattice().all_directions().any(twice);
        let over = in_line
            .then(|| self.hole_at((x + to_x) / 2, (y + to_y) / 2))
            .flatten()?;
        Some(Jump { from, over, to })
    }

    /// The jumps from a hole to those where they can end, legal or not.
    pub fn jumps_from(&self, from: Hole) -> impl Iterator<Item = Jump> {
        let steps = self.lattice().all_directions();
        let ends = steps.filter_map(move |(dx, dy)| {
            let (x, y) = self.coordinates(from)?;
            self.hole_at(x + 2 * dx, y + 2 * dy)
        });
        ends.filter_map(move |to| self.jump(from, to))
    }
}

/// Position classes.
impl Board {
    /// The position class, which no jump leaves: the parities of the pegs on holes of three
    /// colours, so that a jump touches one hole of each. A square lattice is coloured along its
    /// diagonals in either direction, a triangular one in one way. Only nine of the sixteen classes
    /// of a square board, and three of the four of a triangular one, belong to a single peg.
    ///
    /// # Panics
    /// If a peg is in no hole of this board.
    pub fn class(&self, position: &Position) -> u8 {
        position
            .pegs()
            .fold(0, |class, hole| class ^ self.class_of_peg(hole))
    }

    /// The position class of a single peg.
    ///
    /// # Panics
    /// If the board has no such hole.
    pub fn class_of_peg(&self, hole: Hole) -> u8 {
        let (x, y) = self.place(hole);
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
        self.each_hole()
            .any(|hole| self.class_of_peg(hole) == class)
    }

    /// The holes whose vacancy, alone on the board, is in the position class of these pegs.
    pub fn vacancies_in_class_of(&self, position: &Position) -> impl Iterator<Item = Hole> {
        let class = self.class(position) ^ self.class(&self.full());
        self.each_hole()
            .filter(move |&hole| self.class_of_peg(hole) == class)
    }
}

pub(super) fn triples(board: &Board) -> Vec<Jump> {
    let along = |&(dx, dy): &(i16, i16)| {
        board.each_hole().filter_map(move |from| {
            let (x, y) = board.place(from);
            board.jump(from, board.hole_at(x + 2 * dx, y + 2 * dy)?)
        })
    };
    board
        .lattice()
        .directions()
        .iter()
        .flat_map(along)
        .collect()
}
