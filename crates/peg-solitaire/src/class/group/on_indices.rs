//! A group of symmetries that acts on the dense indices of a position class, and on holes along with them. The smallest index
//! represents an orbit.

use super::{IndexMap, SymmetryGroup};
use crate::board::Hole;
use crate::class::PositionClass;

/// A group of symmetries, prepared for the indices of many positions of a class.
#[derive(Clone, Debug)]
pub(crate) struct IndexGroup {
    /// All but the identity.
    turns: Vec<Turn>,
}

/// A symmetry as a map of dense indices and of holes.
#[derive(Clone, Debug)]
struct Turn {
    map: IndexMap,
    images: Vec<Hole>,
}

impl Turn {
    #[inline]
    fn apply(&self, index: u64) -> u64 {
        self.map.apply(index)
    }
}

impl IndexGroup {
    /// The group must map the class to itself.
    pub(crate) fn new(class: &PositionClass, group: &SymmetryGroup) -> Self {
        let turn = |symmetry| Turn {
            map: IndexMap::new(class, symmetry),
            images: class.board().full().pegs().map(|hole| symmetry.image(hole)).collect(),
        };
        Self { turns: group.symmetries().skip(1).map(turn).collect() }
    }

    /// Whether the identity is the only symmetry.
    pub(crate) fn is_trivial(&self) -> bool {
        self.turns.is_empty()
    }

    /// The smallest index among the images.
    #[inline]
    pub(crate) fn representative(&self, index: u64) -> u64 {
        self.turns.iter().fold(index, |least, turn| least.min(turn.apply(index)))
    }

    /// Whether no image has a smaller index.
    #[inline]
    pub(crate) fn is_representative(&self, index: u64) -> bool {
        self.turns.iter().all(|turn| turn.apply(index) >= index)
    }

    /// The smallest index among the images, and the image of a hole under the symmetry that leads to it; the smallest such
    /// hole, if several symmetries do. A number that is not a hole of the board is unchanged.
    #[inline]
    pub(crate) fn representative_with(&self, index: u64, hole: Hole) -> (u64, Hole) {
        self.turns.iter().fold((index, hole), |least, turn| {
            let place = turn.images.get(hole.index()).copied().unwrap_or(hole);
            least.min((turn.apply(index), place))
        })
    }

    /// The number of different images.
    #[inline]
    pub(crate) fn orbit(&self, index: u64) -> u64 {
        let fixing = 1 + self.turns.iter().filter(|turn| turn.apply(index) == index).count() as u64;
        (self.turns.len() as u64 + 1) / fixing
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::board::SmallBoard;

    proptest! {
        #[test]
        fn a_representative_stands_for_its_whole_orbit(bits: u64) {
            let board: SmallBoard = "english".parse().unwrap();
            let class = PositionClass::of(&board, board.central_vacancy());
            let group = SymmetryGroup::of(&board).keeping(board.central_vacancy());
            let group = IndexGroup::new(&class, &group);
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
            for hole in position.pegs() {
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
        let board: SmallBoard = "3x3".parse().unwrap();
        let start = board.central_vacancy();
        let target = board.parse_position("###\n...\n...").unwrap();
        let class = PositionClass::of(&board, start);
        let group = SymmetryGroup::of(&board).keeping_sets(&[&[start], &[target]]);
        assert_eq!(IndexGroup::new(&class, &group).turns.len(), 1);
    }
}
