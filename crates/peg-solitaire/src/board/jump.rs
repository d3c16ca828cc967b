//! Jumps, the triples of holes that they touch, and position classes, which no jump leaves.
//!
//! The classes here are those that the colours of a lattice tell apart, on boards of any size. A
//! small board can have more of them: [`class`](crate::class) finds them all.

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
    ///
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
    ///
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
    ///
    /// # Panics
    /// If a hole of the jump has a number above 63.
    #[inline]
    pub const fn play(self, position: Bitboard) -> Bitboard {
        Bitboard(position.0 ^ self.mask().0)
    }
}

impl Position {
    /// Whether a jump can be played.
    pub fn allows(&self, jump: Jump) -> bool {
        self.has(jump.from()) && self.has(jump.over()) && !self.has(jump.to())
    }

    /// Plays a legal jump, or takes back one that led to this position.
    pub fn play(&mut self, jump: Jump) {
        // The landing first, so that the words after it are not made again.
        for hole in [jump.to(), jump.from(), jump.over()] {
            self.flip(hole);
        }
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
        let (x, y) = self.coordinates(from)?;
        let (to_x, to_y) = self.coordinates(to)?;

        let is_two_steps = |(dx, dy)| (to_x - x, to_y - y) == (2 * dx, 2 * dy);
        if !self.lattice().all_directions().any(is_two_steps) {
            return None;
        }

        let over = self.hole_at((x + to_x) / 2, (y + to_y) / 2)?;
        Some(Jump { from, over, to })
    }

    /// The jumps from a hole to those where they can end, legal or not.
    pub fn jumps_from(&self, from: Hole) -> impl Iterator<Item = Jump> {
        self.lattice()
            .all_directions()
            .filter_map(move |(dx, dy)| self.jump_along(from, dx, dy))
    }

    /// The jump from a hole in a direction.
    fn jump_along(&self, from: Hole, dx: i16, dy: i16) -> Option<Jump> {
        let (x, y) = self.coordinates(from)?;
        let to = self.hole_at(x + 2 * dx, y + 2 * dy)?;
        self.jump(from, to)
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
        let classes = position.pegs().map(|hole| self.class_of_peg(hole));
        classes.fold(0, |sum, class| sum ^ class)
    }

    /// The position class of a single peg.
    ///
    /// # Panics
    /// If the board has no such hole.
    pub fn class_of_peg(&self, hole: Hole) -> u8 {
        // A jump changes all three colours, so two colours together stay the same.
        let parities = |colour: i16| [0b10, 0b11, 0b01][colour.rem_euclid(3) as usize];

        let (x, y) = self.place(hole);
        match self.lattice() {
            Lattice::Square => parities(x + y) << 2 | parities(x + 2 * y),
            Lattice::Triangular => parities(x + y),
        }
    }

    /// Whether a single peg, somewhere on the board, is in the position class of these pegs.
    ///
    /// # Panics
    /// If a peg is in no hole of this board.
    pub fn has_single_peg_in_class_of(&self, position: &Position) -> bool {
        let class = self.class(position);
        let mut classes = self.each_hole().map(|hole| self.class_of_peg(hole));

        classes.any(|of_peg| of_peg == class)
    }

    /// The holes whose vacancy, alone on the board, is in the position class of these pegs.
    ///
    /// # Panics
    /// If a peg is in no hole of this board.
    pub fn vacancies_in_class_of(&self, position: &Position) -> impl Iterator<Item = Hole> {
        let class = self.class(position) ^ self.class(&self.full());

        self.each_hole()
            .filter(move |&hole| self.class_of_peg(hole) == class)
    }
}

/// The triples of a board, direction by direction.
pub(super) fn triples(board: &Board) -> Vec<Jump> {
    let mut triples = Vec::new();
    for &(dx, dy) in board.lattice().directions() {
        for from in board.each_hole() {
            triples.extend(board.jump_along(from, dx, dy));
        }
    }
    triples
}
