//! All legal jumps from a position at once, by shifting the position over itself. It needs the
//! board's triples; it never asks whether a jump is wise.
//!
//! Triples whose holes lie equally far apart in number are one group: on the 5 x 7 board those
//! along the rows (`+1 +2`) and those along the columns (`+5 +10`). With a bit for the first hole of
//! every triple of a group, its legal jumps are a few operations on whole words:
//!
//! ```text
//! first to last:  pegs &  pegs >> 1 & !pegs >> 2      # # .
//! last to first: !pegs &  pegs >> 1 &  pegs >> 2      . # #
//! ```

use crate::board::{Board, Hole, Jump};

/// The triples of a board, grouped by the distances between the numbers of their holes.
#[derive(Clone, Debug)]
pub(crate) struct Shifts {
    groups: Vec<Group>,
    full: u64,
}

#[derive(Clone, Copy, Debug)]
struct Group {
    /// A bit for the first hole of each triple.
    firsts: u64,
    /// How much larger the number of the middle hole is.
    middle: u8,
    /// How much larger the number of the last hole is.
    last: u8,
}

impl Shifts {
    pub(crate) fn of(board: &Board) -> Self {
        let mut groups: Vec<Group> = Vec::new();
        for triple in board.triples() {
            let (middle, last) =
                (triple.middle.0.abs_diff(triple.first.0), triple.last.0 - triple.first.0);
            let first = triple.first.bit().0;
            match groups.iter_mut().find(|group| group.middle == middle && group.last == last) {
                Some(group) => group.firsts |= first,
                None => groups.push(Group { firsts: first, middle, last }),
            }
        }
        Self { groups, full: board.full().0 }
    }

    /// Hands over each legal jump from the position of this code.
    #[inline]
    pub(crate) fn each_jump(&self, pegs: u64, mut hand: impl FnMut(Jump)) {
        for group in &self.groups {
            let (middle, last) = (pegs >> group.middle, pegs >> group.last);
            let mut onwards = group.firsts & pegs & middle & !last;
            while onwards != 0 {
                let first = onwards.trailing_zeros() as u8;
                onwards &= onwards - 1;
                let over = Hole(first + group.middle);
                hand(Jump { from: Hole(first), over, to: Hole(first + group.last) });
            }
            let mut back = group.firsts & !pegs & middle & last;
            while back != 0 {
                let first = back.trailing_zeros() as u8;
                back &= back - 1;
                let over = Hole(first + group.middle);
                hand(Jump { from: Hole(first + group.last), over, to: Hole(first) });
            }
        }
    }

    /// The number of legal jumps from the position of this code.
    #[inline]
    pub(crate) fn count_jumps(&self, pegs: u64) -> u32 {
        let in_group = |group: &Group| {
            let (middle, last) = (pegs >> group.middle, pegs >> group.last);
            // No triple has legal jumps both ways.
            (group.firsts & middle & (pegs ^ last)).count_ones()
        };
        self.groups.iter().map(in_group).sum()
    }

    /// Hands over each jump that can have led to the position of this code: playing backwards is
    /// playing forwards from the complement.
    #[inline]
    pub(crate) fn each_jump_backwards(&self, pegs: u64, hand: impl FnMut(Jump)) {
        self.each_jump(!pegs & self.full, hand);
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::board::Position;

    proptest! {
        #[test]
        fn shifting_finds_the_jumps_of_the_triples(
            name in prop::sample::select(vec!["5x7", "english", "triangle15", "diamond", "8x8", "line9"]),
            code: u64,
        ) {
            let board: Board = name.parse().unwrap();
            let position = Position(code & board.full().0);
            let shifts = Shifts::of(&board);
            let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
            shifts.each_jump(position.0, |jump| forwards.push(jump));
            shifts.each_jump_backwards(position.0, |jump| backwards.push(jump));
            prop_assert_eq!(forwards.len(), board.legal_jumps(position).count());
            prop_assert_eq!(forwards.len(), shifts.count_jumps(position.0) as usize);
            prop_assert_eq!(backwards.len(), board.legal_jumps_backwards(position).count());
            let forwards: HashSet<_> = forwards.into_iter().collect();
            let backwards: HashSet<_> = backwards.into_iter().collect();
            prop_assert_eq!(forwards, board.legal_jumps(position).collect::<HashSet<_>>());
            prop_assert_eq!(backwards, board.legal_jumps_backwards(position).collect::<HashSet<_>>());
        }
    }
}
