//! Finds all legal jumps of a position at once, by shifting the position over itself.
//!
//! Triples whose hole numbers are the same distances apart form a group: on the 5 x 7 board those
//! along the rows (`+1 +2`) and those along the columns (`+5 +10`). With a bit for the first hole
//! of every triple of a group, a few operations find those with a legal jump: they have a peg in
//! the middle, and one at one of the ends.
//!
//! ```text
//! pegs >> 1 & (pegs ^ pegs >> 2)      # # .   or   . # #
//! ```
//!
//! The groups of a direction fill different bits of one word, so the jumps are found in the order
//! of the triples.

use super::{Bitboard, Jump};
use crate::bits::ones;

/// The jumps of a board of at most 64 holes, with something known about each.
#[derive(Clone, Debug)]
pub struct Shifts<T> {
    directions: Vec<Direction<T>>,
    full: Bitboard,
}

/// The triples along the rows, the columns, or the diagonals.
#[derive(Clone, Debug)]
struct Direction<T> {
    groups: Vec<SameSteps>,
    /// By the first hole of a triple: of the jump from there, and of the jump back.
    jumps: Vec<[T; 2]>,
}

/// Triples whose hole numbers are the same distances apart.
#[derive(Clone, Copy, Debug)]
struct SameSteps {
    /// A bit for the first hole of each triple.
    firsts: u64,
    /// The number of the middle hole, less that of the first.
    middle: u8,
    /// The number of the last hole, less that of the first.
    last: u8,
}

impl SameSteps {
    /// The first holes of the triples with a legal jump.
    #[inline(always)]
    fn legal(&self, pegs: u64) -> u64 {
        let has_middle = pegs >> self.middle;
        let has_one_end = pegs ^ pegs >> self.last;
        self.firsts & has_middle & has_one_end
    }
}

impl<T> Direction<T> {
    /// The first holes of the triples with a legal jump.
    #[inline(always)]
    fn legal(&self, pegs: u64) -> u64 {
        self.groups
            .iter()
            .fold(0, |legal, group| legal | group.legal(pegs))
    }

    /// The jump over the triple with this first hole.
    #[inline(always)]
    fn jump(&self, pegs: u64, first: u32) -> &T {
        &self.jumps[first as usize][usize::from(pegs >> first & 1 == 0)]
    }
}

impl<T: Clone> Direction<T> {
    const NONE: Self = Self {
        groups: Vec::new(),
        jumps: Vec::new(),
    };

    /// Adds a triple whose first hole comes after those of the others.
    fn add(&mut self, triple: Jump, known: &impl Fn(Jump) -> T) {
        let first = triple.from().index();
        let middle = (triple.over().index() - first) as u8;
        let last = (triple.to().index() - first) as u8;

        let is_alike = |group: &&mut SameSteps| group.middle == middle && group.last == last;
        match self.groups.iter_mut().find(is_alike) {
            Some(group) => group.firsts |= 1 << first,
            None => self.groups.push(SameSteps {
                firsts: 1 << first,
                middle,
                last,
            }),
        }

        // Places without a triple are never looked up.
        self.jumps
            .resize(first + 1, [triple, triple.back()].map(known));
    }
}

impl<T: Clone> Shifts<T> {
    /// The jumps over triples, which come in parts, one for each direction; and what is known about
    /// each jump. `full` has all holes.
    pub(super) fn new<'t>(
        full: Bitboard,
        triples: impl Iterator<Item = &'t [Jump]>,
        known: impl Fn(Jump) -> T,
    ) -> Self {
        let mut directions = Vec::new();
        for triples in triples {
            let mut direction = Direction::NONE;
            for &triple in triples {
                direction.add(triple, &known);
            }
            directions.push(direction);
        }
        Self { directions, full }
    }

    /// The legal jumps in a position, in the order of the triples.
    pub fn legal(&self, position: Bitboard) -> impl Iterator<Item = &T> {
        let pegs = position.0;
        self.directions.iter().flat_map(move |direction| {
            ones(direction.legal(pegs)).map(move |first| direction.jump(pegs, first))
        })
    }

    /// The jumps that can have led to a position, in the same order: playing backwards is playing
    /// forwards from the complement.
    pub fn legal_backwards(&self, after: Bitboard) -> impl Iterator<Item = &T> {
        self.legal(self.full.without(after))
    }

    /// The number of legal jumps in a position.
    pub fn count(&self, position: Bitboard) -> u32 {
        self.directions
            .iter()
            .map(|direction| direction.legal(position.0).count_ones())
            .sum()
    }
}
