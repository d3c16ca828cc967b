//! A set of positions as a bit set over a position class, and how to go through it by symmetry classes.

use std::borrow::Cow;

use super::images::Images;
use super::orbits::{Orbits, index_maps, keeps};
use crate::board::{Board, Position};
use crate::class::{IndexMap, PositionClass};
use crate::solve::Reachable;

/// The positions of a bit set over the dense index of a position class.
pub struct PositionSet<'a> {
    class: Cow<'a, PositionClass>,
    words: Cow<'a, [u64]>,
    /// The symmetries that map the set to itself.
    own: Orbits,
    /// The same, as maps of positions.
    images: Images,
    /// The symmetries that map the position class to itself, but perhaps not the set.
    others: Vec<IndexMap>,
}

/// How many words of a bit set are looked through at a time, at most.
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
        let keeps_set = |number: usize| keeps(board, number, anchors);
        let keeps_class = |number: usize| {
            let symmetry = &board.symmetries()[number];
            anchors.first().is_some_and(|&anchor| class.contains(symmetry.apply(anchor)))
        };
        let own = Orbits::of(&class, keeps_set);
        let images = Images::of(board, keeps_set);
        let others = index_maps(&class, |number| keeps_class(number) && !keeps_set(number));
        Self { own, images, others, class, words }
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

    /// The number of symmetry classes with 0, 1, ... pegs.
    #[must_use]
    pub fn classes_by_pegs(&self) -> Vec<u64> {
        self.count_classes(|_| true)
    }

    /// The number of symmetry classes with 0, 1, ... pegs that are wanted; what is asked of a position must
    /// hold for its images too.
    pub(super) fn count_classes(&self, wanted: impl Fn(Position) -> bool + Sync) -> Vec<u64> {
        let holes = self.board().holes();
        let count = |counts: &mut Vec<u64>, position: Position| {
            counts[position.pegs() as usize] += u64::from(wanted(position));
        };
        let add = |mut counts: Vec<u64>, more: Vec<u64>| {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
            counts
        };
        self.fold_classes(|| vec![0; holes + 1], count, add)
    }

    /// The position with so many pegs that has the smallest code, if there is one.
    #[must_use]
    pub fn first_with_pegs(&self, pegs: u32) -> Option<Position> {
        let first = |found: &mut Option<Position>, _, position: Position| {
            if position.pegs() == pegs {
                let smallest = self.images.smallest(position);
                *found = Some(found.map_or(smallest, |found| found.min(smallest)));
            }
        };
        let join = |one: Option<Position>, other: Option<Position>| match (one, other) {
            (Some(one), Some(other)) => Some(one.min(other)),
            (one, other) => one.or(other),
        };
        self.fold_orbits(|| None, first, join)
    }

    /// The mincodes of the symmetry classes that are wanted, sorted.
    #[must_use]
    pub fn mincodes(&self, wanted: impl Fn(Position) -> bool + Sync) -> Vec<Position> {
        let all = Images::all(self.board());
        let keep = |codes: &mut Vec<Position>, position: Position| {
            if wanted(position) {
                codes.push(all.smallest(position));
            }
        };
        let mut codes = self.fold_classes(Vec::new, keep, appended);
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
        let keep = |kept: &mut Vec<Position>, _, position: Position| {
            if wanted(position) {
                kept.push(put(position));
            }
        };
        self.fold_orbits(Vec::new, keep, appended)
    }

    /// The smallest code among the images of a position in the set.
    pub(super) fn smallest_image(&self, position: Position) -> Position {
        self.images.smallest(position)
    }

    /// The symmetries that map the set to itself.
    pub(super) fn orbits(&self) -> &Orbits {
        &self.own
    }

    /// Folds one position of each symmetry class.
    pub(super) fn fold_classes<T: Send>(
        &self,
        begin: impl Fn() -> T + Sync + Send,
        take: impl Fn(&mut T, Position) + Sync,
        join: impl Fn(T, T) -> T + Sync + Send,
    ) -> T {
        let is_first = |index: u64| {
            let image = |map: &IndexMap| map.apply(index);
            !self.others.iter().map(image).any(|image| image < index && self.has_index(image))
        };
        let take = |sum: &mut T, index, position| {
            if is_first(index) {
                take(sum, position);
            }
        };
        self.fold_orbits(begin, take, join)
    }

    /// Folds one position with its index for all that a symmetry of the set maps to each other, in chunks on
    /// all threads; the chunks are joined in their order.
    pub(super) fn fold_orbits<T: Send>(
        &self,
        begin: impl Fn() -> T + Sync + Send,
        take: impl Fn(&mut T, u64, Position) + Sync,
        join: impl Fn(T, T) -> T + Sync + Send,
    ) -> T {
        let spread = Spread::new(&self.class);
        let block_words = self.own.block_words();
        let size = block_words.min(CHUNK);
        let chunk = |mut sum: T, (number, words): (usize, &[u64])| {
            let first = number * size;
            if self.own.block_stands(first / block_words) {
                for (at, &word) in words.iter().enumerate() {
                    spread.each(&self.class, first + at, word, |index, position| {
                        if self.own.stands(index) {
                            take(&mut sum, index, position);
                        }
                    });
                }
            }
            sum
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            let chunks = self.words.par_chunks(size).enumerate();
            chunks.fold(&begin, chunk).reduce(&begin, &join)
        }
        #[cfg(not(feature = "parallel"))]
        {
            let _ = join;
            self.words.chunks(size).enumerate().fold(begin(), chunk)
        }
    }
}

/// What each bit of a word adds to the position of the word's first one.
pub(super) struct Spread([Position; 64]);

impl Spread {
    pub(super) fn new(class: &PositionClass) -> Self {
        let zero = class.position(0);
        Self(std::array::from_fn(|bit| {
            if bit >> class.rank().min(6) == 0 {
                class.position(bit as u64) ^ zero
            } else {
                Position::EMPTY
            }
        }))
    }

    /// Calls with the index and the position of each bit of a word that is set.
    #[inline]
    pub(super) fn each(
        &self,
        class: &PositionClass,
        number: usize,
        word: u64,
        mut call: impl FnMut(u64, Position),
    ) {
        if word == 0 {
            return;
        }
        let first = (number as u64) << 6;
        let base = class.position(first);
        let mut rest = word;
        while rest != 0 {
            let bit = rest.trailing_zeros();
            call(first | u64::from(bit), base ^ self.0[bit as usize]);
            rest &= rest - 1;
        }
    }
}

/// Two lists as one.
pub(super) fn appended<T>(mut one: Vec<T>, mut other: Vec<T>) -> Vec<T> {
    if one.is_empty() {
        return other;
    }
    one.append(&mut other);
    one
}

/// Sorts codes, on all threads.
pub(super) fn sort(codes: &mut [Position]) {
    #[cfg(feature = "parallel")]
    rayon::slice::ParallelSliceMut::par_sort_unstable(codes);
    #[cfg(not(feature = "parallel"))]
    codes.sort_unstable();
}
