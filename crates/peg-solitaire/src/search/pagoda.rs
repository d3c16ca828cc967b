//! Pagoda functions: weights of the pegs that no jump can raise. From a position that weighs less
//! than an end, no game leads there.

use crate::board::{Board, Hole, Lattice, Position};

/// Less than this is rounding.
const ROUNDING: f64 = 1e-6;

/// The weights of pegs by their distance from a hole, any hole.
///
/// A peg weighs 1 in that hole, 0.618 one hole away, and less by the same factor with every further
/// hole, as in Conway's game of soldiers. Two neighbours add up to the next, 0.236 + 0.382 = 0.618,
/// so a jump towards the hole keeps the weight, and every other lowers it.
pub(super) struct Golden<'b> {
    board: &'b Board,
    by_distance: Vec<f64>,
}

impl<'b> Golden<'b> {
    pub fn new(board: &'b Board) -> Self {
        let factor = (5_f64.sqrt() - 1.0) / 2.0;
        let weights = std::iter::successors(Some(1.0), |weight| Some(weight * factor));

        Self {
            board,
            by_distance: weights.take(board.columns() + board.rows()).collect(),
        }
    }

    /// The weight of these pegs, seen from a hole.
    fn seen_from(&self, hole: Hole, pegs: &Position) -> f64 {
        let mut weight = 0.0;
        for peg in pegs.pegs() {
            weight += self.by_distance[self.distance(hole, peg)];
        }
        weight
    }

    /// The steps from a hole to another.
    fn distance(&self, from: Hole, to: Hole) -> usize {
        let (from_x, from_y) = self.board.place(from);
        let (to_x, to_y) = self.board.place(to);
        let (across, down) = (to_x - from_x, to_y - from_y);

        // A triangular board has a diagonal, along which columns and rows grow together.
        let is_triangular = self.board.lattice() == Lattice::Triangular;
        let steps = if is_triangular && across.signum() == down.signum() {
            across.abs().max(down.abs())
        } else {
            across.abs() + down.abs()
        };
        steps as usize
    }

    /// Whether the end weighs more than the start, seen from some hole: then no game leads to it.
    pub fn forbid(&self, start: &Position, end: &Position) -> bool {
        // Pegs of both weigh the same.
        let lost = start.without(end);
        let added = end.without(start);
        self.board
            .each_hole()
            .any(|hole| self.seen_from(hole, &added) > self.seen_from(hole, &lost) + ROUNDING)
    }

    /// Whether a peg in each of these holes weighs more than the start, seen from there: then none
    /// can come there.
    pub fn forbid_all(&self, start: &Position, holes: impl IntoIterator<Item = Hole>) -> bool {
        holes
            .into_iter()
            .all(|hole| self.seen_from(hole, start) + ROUNDING < 1.0)
    }
}
