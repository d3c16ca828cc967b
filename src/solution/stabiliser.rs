//! The symmetries of a board that leave the start and the targets of a game as they are. Positions
//! that they map to each other have the same solutions, turned or reflected, so one representative
//! stands for all of them: on the English board, from the centre to the centre, for up to eight.

use crate::board::{Board, Hole, Position};

/// A group of symmetries of a board, ready to be applied to many positions.
#[derive(Clone, Debug)]
pub(super) struct Stabiliser {
    /// All but the identity.
    turns: Vec<Turn>,
}

/// A symmetry as tables: for each byte of a code, its image.
#[derive(Clone, Debug)]
struct Turn {
    bytes: Vec<[u64; 256]>,
    images: Vec<Hole>,
}

impl Turn {
    #[inline]
    fn apply(&self, code: u64) -> u64 {
        let bytes = self.bytes.iter().zip(code.to_le_bytes());
        bytes.map(|(table, byte)| table[usize::from(byte)]).fold(0, |image, part| image | part)
    }
}

impl Stabiliser {
    /// The symmetries that map each of these sets of positions to itself.
    pub(super) fn of(board: &Board, sets: &[&[Position]]) -> Self {
        let holes: Vec<_> = board.full().holes().collect();
        let fixes = |turn: &crate::board::Symmetry| {
            let mut images = sets.iter().flat_map(|set| set.iter().map(move |&one| (set, one)));
            images.all(|(set, position)| set.contains(&turn.apply(position)))
        };
        let turns = board.symmetries().iter().filter(|turn| !turn.is_identity() && fixes(turn));
        let turns = turns.map(|turn| {
            let table = |eight: &[Hole]| {
                std::array::from_fn(|byte| {
                    let set = eight.iter().enumerate().filter(|(bit, _)| byte >> bit & 1 == 1);
                    set.map(|(_, &hole)| turn.image(hole).bit().0).sum()
                })
            };
            Turn {
                bytes: holes.chunks(8).map(table).collect(),
                images: holes.iter().map(|&hole| turn.image(hole)).collect(),
            }
        });
        Self { turns: turns.collect() }
    }

    /// The smallest code among the images.
    #[inline]
    pub(super) fn representative(&self, code: u64) -> u64 {
        self.turns.iter().fold(code, |least, turn| least.min(turn.apply(code)))
    }

    /// The smallest code among the images, and where that image has a hole of the position (a number
    /// that is no hole of the board is left as it is).
    #[inline]
    pub(super) fn representative_with(&self, code: u64, hole: Hole) -> (u64, Hole) {
        let (mut least, mut place) = (code, hole);
        for turn in &self.turns {
            let image = turn.apply(code);
            if image < least {
                (least, place) = (image, turn.images.get(hole.index()).copied().unwrap_or(hole));
            }
        }
        (least, place)
    }

    /// The number of different images.
    pub(super) fn orbit(&self, code: u64) -> u64 {
        let fixing = 1 + self.turns.iter().filter(|turn| turn.apply(code) == code).count() as u64;
        (self.turns.len() as u64 + 1) / fixing
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn a_representative_stands_for_its_whole_orbit(code: u64) {
            let board: Board = "english".parse().unwrap();
            let group = Stabiliser::of(&board, &[&[board.central_vacancy()]]);
            let position = Position(code & board.full().0);
            let images: HashSet<u64> =
                board.symmetries().iter().map(|turn| turn.apply(position).0).collect();
            let least = group.representative(position.0);
            prop_assert_eq!(Some(&least), images.iter().min());
            prop_assert!(images.iter().all(|&image| group.representative(image) == least));
            prop_assert_eq!(group.orbit(position.0), images.len() as u64);
            for hole in position.holes() {
                let (same, place) = group.representative_with(position.0, hole);
                prop_assert!(same == least && Position(least).has(place));
            }
        }
    }

    #[test]
    fn only_symmetries_that_keep_the_target_are_used() {
        let board: Board = "3x3".parse().unwrap();
        let target = board.parse_position("###\n...\n...").unwrap();
        let group = Stabiliser::of(&board, &[&[board.central_vacancy()], &[target]]);
        assert_eq!(group.turns.len(), 1);
    }
}
