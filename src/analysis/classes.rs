//! A set of positions as a bit set over a position class, and how to go through it by symmetry classes.

use std::borrow::Cow;

use super::images::Images;
use crate::board::{Board, Position};
use crate::class::PositionClass;
use crate::solve::Reachable;

/// The positions of a bit set over the dense index of a position class.
pub struct PositionSet<'a> {
    class: Cow<'a, PositionClass>,
    words: Cow<'a, [u64]>,
    /// The symmetries that map the set to itself.
    own: Images,
    /// The symmetries that map the position class to itself, but perhaps not the set.
    others: Images,
}

/// How many words of a bit set are looked through at a time.
const CHUNK: usize = 1 << 14;

impl<'a> PositionSet<'a> {
    /// The set of these words, which is mapped to itself by all symmetries that leave the
    /// `anchors` (a start, a set of finishes) as they are.
    pub(super) fn new(
        class: Cow<'a, PositionClass>,
        words: Cow<'a, [u64]>,
        anchors: &[Position],
    ) -> Self {
        let board = class.board();
        let keeps_set = |number: usize| {
            let symmetry = &board.symmetries()[number];
            anchors.iter().all(|&anchor| symmetry.apply(anchor) == anchor)
        };
        let keeps_class = |number: usize| {
            let symmetry = &board.symmetries()[number];
            anchors.first().is_some_and(|&anchor| class.contains(symmetry.apply(anchor)))
        };
        let own = Images::of(board, keeps_set);
        let others = Images::of(board, |number| keeps_class(number) && !keeps_set(number));
        Self { own, others, class, words }
    }

    /// The positions that can be reached.
    #[must_use]
    pub fn reachable(reachable: &'a Reachable) -> Self {
        let class = Cow::Borrowed(reachable.class());
        Self::new(class, Cow::Borrowed(reachable.words()), &[reachable.start()])
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        self.class.board()
    }

    /// The position class that all positions of the set belong to.
    #[must_use]
    pub fn class(&self) -> &PositionClass {
        &self.class
    }

    /// Whether the position is in the set.
    #[must_use]
    pub fn contains(&self, position: Position) -> bool {
        self.class.index(position).is_some_and(|index| self.has_index(index))
    }

    #[inline]
    fn has_index(&self, index: u64) -> bool {
        self.words[(index / 64) as usize] >> (index % 64) & 1 == 1
    }

    /// The number of positions.
    #[must_use]
    pub fn count(&self) -> u64 {
        self.words.iter().map(|word| u64::from(word.count_ones())).sum()
    }

    /// The number of positions with 0, 1, ... pegs.
    #[must_use]
    pub fn by_pegs(&self) -> Vec<u64> {
        self.count_by_pegs(|_| true)
    }

    /// The number of symmetry classes with 0, 1, ... pegs.
    #[must_use]
    pub fn classes_by_pegs(&self) -> Vec<u64> {
        self.count_by_pegs(|position| self.represents(position))
    }

    /// The number of positions with 0, 1, ... pegs that are wanted.
    pub(super) fn count_by_pegs(&self, wanted: impl Fn(Position) -> bool + Sync) -> Vec<u64> {
        let holes = self.board().holes();
        let count = |mut counts: Vec<u64>, position: Position| {
            counts[position.pegs() as usize] += u64::from(wanted(position));
            counts
        };
        let add = |mut counts: Vec<u64>, more: Vec<u64>| {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
            counts
        };
        self.fold(|| vec![0; holes + 1], count, add)
    }

    /// The position with so many pegs that has the smallest code, if there is one.
    #[must_use]
    pub fn first_with_pegs(&self, pegs: u32) -> Option<Position> {
        let first = |found: Option<Position>, position: Position| {
            if position.pegs() == pegs {
                Some(found.map_or(position, |found| found.min(position)))
            } else {
                found
            }
        };
        let join = |one: Option<Position>, other: Option<Position>| match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.fold(|| None, first, join)
    }

    /// Whether the position, one of the set, is the smallest of its symmetry class in the set: the one
    /// of its class that is counted.
    #[inline]
    #[must_use]
    pub fn represents(&self, position: Position) -> bool {
        self.own.is_smallest(position)
            && !self
                .others
                .images(position)
                .any(|image| image < position && self.has_index(self.class.index_of_member(image)))
    }

    /// The mincodes of the symmetry classes that are wanted, sorted.
    #[must_use]
    pub fn mincodes(&self, wanted: impl Fn(Position) -> bool + Sync) -> Vec<Position> {
        let board = self.board();
        let whole = self.own.count() == board.symmetries().len();
        let all = Images::all(board);
        let keep = |mut codes: Vec<Position>, position: Position| {
            if wanted(position) && self.represents(position) {
                codes.push(if whole { position } else { all.smallest(position) });
            }
            codes
        };
        let join = |mut codes: Vec<Position>, mut more: Vec<Position>| {
            codes.append(&mut more);
            codes
        };
        let mut codes = self.fold(Vec::new, keep, join);
        sort(&mut codes);
        codes
    }

    /// The positions that are wanted, one for all that a symmetry of the set maps to each other, as
    /// `put` makes them.
    pub(super) fn representatives(
        &self,
        wanted: impl Fn(Position) -> bool + Sync,
        put: impl Fn(Position) -> Position + Sync,
    ) -> Vec<Position> {
        let keep = |mut kept: Vec<Position>, position: Position| {
            if wanted(position) && self.own.is_smallest(position) {
                kept.push(put(position));
            }
            kept
        };
        let join = |mut one: Vec<Position>, mut other: Vec<Position>| {
            one.append(&mut other);
            one
        };
        self.fold(Vec::new, keep, join)
    }

    /// Folds all positions, in chunks on all threads; the chunks are joined in their order.
    pub(super) fn fold<T: Send>(
        &self,
        begin: impl Fn() -> T + Sync + Send,
        take: impl Fn(T, Position) -> T + Sync,
        join: impl Fn(T, T) -> T + Sync + Send,
    ) -> T {
        let zero = self.class.position(0);
        let spread: [Position; 64] = std::array::from_fn(|bit| {
            if bit >> self.class.rank().min(6) == 0 {
                self.class.position(bit as u64) ^ zero
            } else {
                Position::EMPTY
            }
        });
        let chunk = |(number, words): (usize, &[u64])| {
            let mut sum = begin();
            for (at, &word) in words.iter().enumerate() {
                let mut rest = word;
                if rest == 0 {
                    continue;
                }
                let base = self.class.position(((number * CHUNK + at) as u64) << 6);
                while rest != 0 {
                    sum = take(sum, base ^ spread[rest.trailing_zeros() as usize]);
                    rest &= rest - 1;
                }
            }
            sum
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            self.words.par_chunks(CHUNK).enumerate().map(chunk).reduce(&begin, &join)
        }
        #[cfg(not(feature = "parallel"))]
        {
            self.words.chunks(CHUNK).enumerate().map(chunk).fold(begin(), &join)
        }
    }
}

/// Sorts codes, on all threads.
pub(super) fn sort(codes: &mut [Position]) {
    #[cfg(feature = "parallel")]
    rayon::slice::ParallelSliceMut::par_sort_unstable(codes);
    #[cfg(not(feature = "parallel"))]
    codes.sort_unstable();
}
