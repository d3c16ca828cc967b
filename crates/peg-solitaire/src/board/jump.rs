//! Jumps, one peg over an adjacent peg into the empty hole beyond, and the triples of holes that they touch.

use super::{Bitboard, Board, Hole, Position, Symmetry};

/// A jump of one peg over an adjacent peg into the empty hole beyond, which removes the jumped peg. Only a
/// board makes jumps: see [`Board::jump`], [`Board::parse_jump`] and [`Board::jumps_from`]. On a board of any size,
/// [`Position::allows`] and [`Position::play`] take them; what works with a [`Bitboard`] is for jumps of boards of at most 64 holes.
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
        Self { from: self.to, over: self.over, to: self.from }
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
    /// The legal jumps in a position, ordered by triple; for each triple the jump towards its last hole comes
    /// first.
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
        let ((x, y), (to_x, to_y)) = (self.coordinates(from), self.coordinates(to));
        let twice = |(dx, dy)| (to_x - x, to_y - y) == (2 * dx, 2 * dy);
        let in_line = self.lattice().all_directions().any(twice);
        let over = in_line.then(|| self.hole_at((x + to_x) / 2, (y + to_y) / 2)).flatten()?;
        Some(Jump { from, over, to })
    }

    /// Whether the jump is one of this board.
    pub fn has_jump(&self, jump: Jump) -> bool {
        self.jump(jump.from, jump.to) == Some(jump)
    }

    /// The jumps from a hole to those where they can end, legal or not.
    pub fn jumps_from(&self, from: Hole) -> impl Iterator<Item = Jump> {
        let (x, y) = self.coordinates(from);
        let steps = self.lattice().all_directions();
        let ends = steps.filter_map(move |(dx, dy)| self.hole_at(x + 2 * dx, y + 2 * dy));
        ends.filter_map(move |to| self.jump(from, to))
    }
}

pub(super) fn triples(board: &Board) -> Vec<Jump> {
    let mut triples = Vec::new();
    for &(dx, dy) in board.lattice().directions() {
        for from in board.each_hole() {
            let (x, y) = board.coordinates(from);
            let over = board.hole_at(x + dx, y + dy);
            let to = board.hole_at(x + 2 * dx, y + 2 * dy);
            if let (Some(over), Some(to)) = (over, to) {
                triples.push(Jump { from, over, to });
            }
        }
    }
    triples
}
