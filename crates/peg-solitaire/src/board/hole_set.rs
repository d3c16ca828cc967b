//! What sets of pegs have in common, whether they are a machine word or not: enough to look at the shapes that they form.

use std::fmt::Debug;

use super::{Bitboard, Hole, Position};

/// A set of pegs, on a board of either size.
pub trait HoleSet: Clone + Debug + Default + PartialEq + FromIterator<Hole> {
    /// Whether the hole holds a peg.
    fn has_peg(&self, hole: Hole) -> bool;
    /// The holes with a peg, in order.
    fn pegged(&self) -> impl Iterator<Item = Hole>;
    /// Whether this set contains every peg of another.
    fn includes(&self, other: &Self) -> bool;
    /// The pegs of both.
    fn and(&self, other: &Self) -> Self;
    /// The pegs of either.
    fn or(&self, other: &Self) -> Self;
    /// The pegs that are not in another.
    fn minus(&self, other: &Self) -> Self;
}

impl HoleSet for Bitboard {
    fn has_peg(&self, hole: Hole) -> bool {
        self.has(hole)
    }

    fn pegged(&self) -> impl Iterator<Item = Hole> {
        self.pegs()
    }

    fn includes(&self, other: &Self) -> bool {
        self.contains(*other)
    }

    fn and(&self, other: &Self) -> Self {
        *self & *other
    }

    fn or(&self, other: &Self) -> Self {
        *self | *other
    }

    fn minus(&self, other: &Self) -> Self {
        self.without(*other)
    }
}

impl HoleSet for Position {
    fn has_peg(&self, hole: Hole) -> bool {
        self.has(hole)
    }

    fn pegged(&self) -> impl Iterator<Item = Hole> {
        self.pegs()
    }

    fn includes(&self, other: &Self) -> bool {
        other.pegs().all(|hole| self.has(hole))
    }

    fn and(&self, other: &Self) -> Self {
        self.pegs().filter(|&hole| other.has(hole)).collect()
    }

    fn or(&self, other: &Self) -> Self {
        let mut both = self.clone();
        both.extend(other.pegs());
        both
    }

    fn minus(&self, other: &Self) -> Self {
        self.without(other)
    }
}
