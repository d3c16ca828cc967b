//! The symmetries of a board that leave the start and the targets of a game as they are. Positions
//! that they map to each other have the same solutions, turned or reflected, so one representative
//! stands for all of them: on the English board, from the centre to the centre, for up to eight.

use crate::board::{Hole, Position, Symmetry};
use crate::class::{IndexMap, PositionClass};

/// A group of symmetries of a board, ready to be applied to many positions of a class.
#[derive(Clone, Debug)]
pub(super) struct Stabiliser {
    /// All but the identity.
    turns: Vec<Turn>,
}

/// A symmetry as what it does to dense indices and to holes.
#[derive(Clone, Debug)]
struct Turn {
    map: IndexMap,
    images: Vec<Hole>,
}

impl Turn {
    fn new(class: &PositionClass, symmetry: &Symmetry) -> Self {
        Self {
            map: IndexMap::new(class, symmetry),
            images: class.board().full().holes().map(|hole| symmetry.image(hole)).collect(),
        }
    }

    #[inline]
    fn apply(&self, index: u64) -> u64 {
        self.map.apply(index)
    }
}

impl Stabiliser {
    /// The symmetries that map each of these sets of positions to itself; at least one of the sets has a single member,
    /// which is of the class.
    pub(super) fn of(class: &PositionClass, sets: &[&[Position]]) -> Self {
        let fixes = |turn: &Symmetry| {
            let mut images = sets.iter().flat_map(|set| set.iter().map(move |&one| (set, one)));
            images.all(|(set, position)| set.contains(&turn.apply(position)))
        };
        let symmetries = class.board().symmetries().iter();
        let turns = symmetries.filter(|turn| !turn.is_identity() && fixes(turn));
        Self { turns: turns.map(|turn| Turn::new(class, turn)).collect() }
    }

    /// Whether there are no symmetries but the identity.
    pub(super) fn is_trivial(&self) -> bool {
        self.turns.is_empty()
    }

    /// The smallest index among the images.
    #[inline]
    pub(super) fn representative(&self, index: u64) -> u64 {
        self.turns.iter().fold(index, |least, turn| least.min(turn.apply(index)))
    }

    /// Whether no image has a smaller index.
    #[inline]
    pub(super) fn is_representative(&self, index: u64) -> bool {
        self.turns.iter().all(|turn| turn.apply(index) >= index)
    }

    /// The smallest index among the images, and where that image has a hole of the position (a number that is no hole of the
    /// board is left as it is): the smallest such hole, where several symmetries lead to that image.
    #[inline]
    pub(super) fn representative_with(&self, index: u64, hole: Hole) -> (u64, Hole) {
        self.turns.iter().fold((index, hole), |least, turn| {
            let place = turn.images.get(hole.index()).copied().unwrap_or(hole);
            least.min((turn.apply(index), place))
        })
    }

    /// The number of different images.
    #[inline]
    pub(super) fn orbit(&self, index: u64) -> u64 {
        let fixing = 1 + self.turns.iter().filter(|turn| turn.apply(index) == index).count() as u64;
        (self.turns.len() as u64 + 1) / fixing
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::board::Board;

    proptest! {
        #[test]
        fn a_representative_stands_for_its_whole_orbit(bits: u64) {
            let board: Board = "english".parse().unwrap();
            let class = PositionClass::of(&board, board.central_vacancy());
            let group = Stabiliser::of(&class, &[&[board.central_vacancy()]]);
            let index = bits & ((1 << class.rank()) - 1);
            let position = class.position(index);
            let images: HashSet<u64> = board
                .symmetries()
                .iter()
                .map(|turn| class.index(turn.apply(position)).unwrap())
                .collect();
            let least = group.representative(index);
            prop_assert_eq!(Some(&least), images.iter().min());
            prop_assert!(images.iter().all(|&image| group.representative(image) == least));
            prop_assert!(images.iter().all(|&image| group.is_representative(image) == (image == least)));
            prop_assert_eq!(group.orbit(index), images.len() as u64);
            for hole in position.holes() {
                let (same, place) = group.representative_with(index, hole);
                prop_assert!(same == least && class.position(least).has(place));
                // All images of position and hole have the same representative.
                for turn in board.symmetries() {
                    let image = class.index(turn.apply(position)).unwrap();
                    let other = group.representative_with(image, turn.image(hole));
                    prop_assert_eq!(other, (same, place));
                }
            }
        }
    }

    #[test]
    fn only_symmetries_that_keep_the_target_are_used() {
        let board: Board = "3x3".parse().unwrap();
        let target = board.parse_position("###\n...\n...").unwrap();
        let class = PositionClass::of(&board, board.central_vacancy());
        let group = Stabiliser::of(&class, &[&[board.central_vacancy()], &[target]]);
        assert_eq!(group.turns.len(), 1);
    }
}
