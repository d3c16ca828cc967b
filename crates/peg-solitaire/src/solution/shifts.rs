//! Finds all legal jumps from a position at once, by shifting the position over itself. Needs the board's triples and the
//! dense index of a position class.
//!
//! Triples whose hole numbers are the same distances apart form a group: on the 5 x 7 board those
//! along the rows (`+1 +2`) and those along the columns (`+5 +10`). With a bit for the first hole of
//! every triple of a group, a few operations on whole words find its legal jumps:
//!
//! ```text
//! first to last:  pegs &  pegs >> 1 & !pegs >> 2      # # .
//! last to first: !pegs &  pegs >> 1 &  pegs >> 2      . # #
//! ```
//!
//! The results of several groups are packed side by side into one word where they fit, so that fewer words are scanned.

use crate::bits::ones;
use crate::board::{Hole, Jump, SmallBoard};
use crate::class::PositionClass;

/// Finds the legal jumps of a board, in many positions one after the other.
#[derive(Clone, Debug)]
pub(crate) struct Shifts {
    words: Vec<Packed>,
    full: u64,
}

/// The groups whose jumps are packed into one word.
#[derive(Clone, Debug)]
struct Packed {
    groups: Vec<Group>,
    /// The jump that each bit stands for.
    jumps: Vec<IndexedJump>,
}

impl Packed {
    /// The jumps that are legal, as bits.
    #[inline]
    fn legal(&self, pegs: u64) -> u64 {
        self.groups.iter().fold(0, |legal, group| legal | group.legal(pegs))
    }
}

/// Triples whose hole numbers are the same distances apart, and a direction.
#[derive(Clone, Copy, Debug)]
struct Group {
    /// A bit for the first hole of each triple.
    firsts: u64,
    /// The number of the middle hole, less that of the first.
    middle: u8,
    /// The number of the last hole, less that of the first.
    last: u8,
    /// Whether the jumps go from the last hole to the first.
    back: bool,
    /// The shifts that bring the bits to their place in the word: down to bit 0, and up again.
    down: u8,
    up: u8,
}

impl Group {
    /// The jumps that are legal, a bit for the first hole of each.
    #[inline]
    fn legal(self, pegs: u64) -> u64 {
        let (ends, last) =
            if self.back { (!pegs, pegs >> self.last) } else { (pegs, !pegs >> self.last) };
        (self.firsts & ends & pegs >> self.middle & last) >> self.down << self.up
    }

    /// The number of bits that it takes in a word.
    fn bits(self) -> u32 {
        64 - (self.firsts >> self.down).leading_zeros()
    }
}

/// A jump, and what it adds (modulo 2^64) to the dense index of a position from which it is legal. This is a constant, because the
/// three holes have the same contents in all these positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct IndexedJump {
    pub(crate) jump: Jump,
    pub(crate) adds: u64,
}

impl IndexedJump {
    pub(crate) fn new(class: &PositionClass, jump: Jump) -> Self {
        let adds = |hole: Hole| class.index_of_member(hole.bit());
        let leaves = adds(jump.from()).wrapping_add(adds(jump.over()));
        Self { jump, adds: adds(jump.to()).wrapping_sub(leaves) }
    }
}

impl Shifts {
    pub(crate) fn of(class: &PositionClass) -> Self {
        let board = class.board();
        let mut words: Vec<Packed> = Vec::new();
        for group in groups(board) {
            let fits = |word: &&mut Packed| word.jumps.len() as u32 + group.bits() <= 64;
            let word = match words.iter_mut().find(fits) {
                Some(word) => word,
                None => {
                    words.push(Packed { groups: Vec::new(), jumps: Vec::new() });
                    words.last_mut().expect("one was pushed")
                }
            };
            let up = word.jumps.len() as u8;
            word.groups.push(Group { up, ..group });
            // Bits without a triple are never set.
            let last_first = 63 - group.firsts.leading_zeros() as u8;
            word.jumps.extend((group.down..=last_first).map(|first| {
                let hole = |number: u8| Hole(number.min(63).into());
                let (first, over, last) =
                    (hole(first), hole(first + group.middle), hole(first + group.last));
                let (from, to) = if group.back { (last, first) } else { (first, last) };
                IndexedJump::new(class, Jump::through(from, over, to))
            }));
        }
        Self { words, full: board.full().0 }
    }

    /// Calls `found` with each legal jump from the position with this code.
    #[inline]
    pub(crate) fn each_jump(&self, pegs: u64, mut found: impl FnMut(&IndexedJump)) {
        for word in &self.words {
            ones(word.legal(pegs)).for_each(|number| found(&word.jumps[number as usize]));
        }
    }

    /// The number of legal jumps from the position with this code.
    #[inline]
    pub(crate) fn count_jumps(&self, pegs: u64) -> u32 {
        self.words.iter().map(|word| word.legal(pegs).count_ones()).sum()
    }

    /// Calls `found` with each jump that can have led to the position with this code: playing backwards is playing forwards from the
    /// complement.
    #[inline]
    pub(crate) fn each_jump_backwards(&self, pegs: u64, found: impl FnMut(&IndexedJump)) {
        self.each_jump(!pegs & self.full, found);
    }
}

/// The triples grouped by the distances between the numbers of their holes, once for each direction.
fn groups(board: &SmallBoard) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for triple in board.triples() {
        let middle = triple.middle().0.abs_diff(triple.first().0) as u8;
        let last = (triple.last().0 - triple.first().0) as u8;
        let first = triple.first().bit().0;
        match groups.iter_mut().find(|group| group.middle == middle && group.last == last) {
            Some(group) => group.firsts |= first,
            None => {
                groups.push(Group { firsts: first, middle, last, back: false, down: 0, up: 0 });
            }
        }
    }
    for group in &mut groups {
        group.down = group.firsts.trailing_zeros() as u8;
    }
    let back = groups.iter().map(|&group| Group { back: true, ..group });
    groups.iter().copied().chain(back).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;
    use crate::board::Bitboard;

    proptest! {
        #[test]
        fn shifting_finds_the_jumps_of_the_triples(
            name in prop::sample::select(vec!["5x7", "english", "triangle15", "diamond", "8x8", "line9"]),
            code: u64,
        ) {
            let board: SmallBoard = name.parse().unwrap();
            let position = Bitboard(code & board.full().0);
            let class = PositionClass::of(&board, position);
            let shifts = Shifts::of(&class);
            let (mut forwards, mut backwards) = (Vec::new(), Vec::new());
            let index = class.index_of_member(position);
            shifts.each_jump(position.0, |indexed| {
                let after = class.index(indexed.jump.play(position));
                assert_eq!(after, Some(index.wrapping_add(indexed.adds)));
                forwards.push(indexed.jump);
            });
            shifts.each_jump_backwards(position.0, |indexed| {
                let before = class.index(indexed.jump.play(position));
                assert_eq!(before, Some(index.wrapping_sub(indexed.adds)));
                backwards.push(indexed.jump);
            });
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
