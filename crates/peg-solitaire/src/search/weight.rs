//! A proof that a position can't be reached: a weight of its pegs that no jump can raise (a pagoda function).

use crate::board::{Board, Hole, Position};

/// Less than this is rounding.
const ROUNDING: f64 = 1e-6;

/// The weights of pegs by their distance from a hole.
///
/// A peg weighs 1 in that hole, 0.618 one hole away, and less by the same factor with every further hole, as in Conway's game of soldiers. Two
/// neighbours add up to the next, so a jump towards the hole keeps the weight, and every other lowers it:
///
/// ```text
///   0.236 0.382 0.618   1   0.618     0.236 + 0.382 = 0.618
/// ```
pub(super) struct Weights<'b> {
    board: &'b Board,
    by_distance: Vec<f64>,
}

impl<'b> Weights<'b> {
    pub fn new(board: &'b Board) -> Self {
        let factor = (5_f64.sqrt() - 1.0) / 2.0;
        let weights = std::iter::successors(Some(1.0), |weight| Some(weight * factor));
        Self { board, by_distance: weights.take(board.columns() + board.rows()).collect() }
    }

    /// The weight of these pegs, seen from a hole.
    fn seen_from(&self, hole: Hole, pegs: &[(i16, i16)]) -> f64 {
        let (x, y) = self.board.coordinates(hole);
        pegs.iter()
            .map(|place| self.by_distance[usize::from(place.0.abs_diff(x) + place.1.abs_diff(y))])
            .sum()
    }

    fn places(&self, pegs: &Position) -> Vec<(i16, i16)> {
        pegs.pegs().map(|hole| self.board.coordinates(hole)).collect()
    }

    /// Whether the end weighs more than the start, seen from some hole: then no game leads to it.
    pub fn forbid(&self, start: &Position, end: &Position) -> bool {
        // Position of both weigh the same.
        let (lost, added) = (self.places(&start.without(end)), self.places(&end.without(start)));
        self.board
            .each_hole()
            .any(|hole| self.seen_from(hole, &added) > self.seen_from(hole, &lost) + ROUNDING)
    }

    /// Whether a peg in each of these holes weighs more than the start, seen from there: then none can come there.
    pub fn forbid_all(&self, start: &Position, holes: impl IntoIterator<Item = Hole>) -> bool {
        let start = self.places(start);
        holes.into_iter().all(|hole| self.seen_from(hole, &start) + ROUNDING < 1.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_peg_that_none_can_come_near_is_out_of_reach() {
        let rows = |rows: &str| Board::from_picture(rows).unwrap();
        let (board, start) = rows("##......\n##......\n##......");
        let (_, near) = rows("........\n...#....\n........");
        let (_, far) = rows("........\n........\n.......#");
        let weights = Weights::new(&board);
        assert!(!weights.forbid(&start, &near) && !weights.forbid_all(&start, near.pegs()));
        assert!(weights.forbid(&start, &far) && weights.forbid_all(&start, far.pegs()));
        assert!(!weights.forbid(&start, &start) && !weights.forbid_all(&start, start.pegs()));
    }
}
