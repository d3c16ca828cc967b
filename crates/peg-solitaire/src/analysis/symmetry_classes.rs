//! Counts and lists the symmetry classes of a set of positions, each class once. The set itself may have fewer symmetries than the
//! board.

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::Error;
use crate::board::{Bitboard, SmallBoard};
use crate::class::{Images, Orbits, SymmetryGroup, WordPositions};
use crate::memory::{self, MemoryError};
use crate::parallel;
use crate::progress::Progress;
use crate::solve::{ClassSet, Reachable};

/// A set of positions, seen by symmetry classes.
pub struct SymmetryClasses<'a> {
    set: &'a ClassSet,
    /// The symmetries that map the set to itself, on dense indices and on positions.
    own: Orbits,
    images: Images,
    /// The symmetries that map the position class to itself, if some of them don't map the set to itself.
    of_class: Option<Images>,
}

impl fmt::Debug for SymmetryClasses<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SymmetryClasses").field("set", &self.set).finish_non_exhaustive()
    }
}

/// The words of a set that are looked through in a row, at most.
const PIECE: usize = 1 << 14;

/// The runs of pieces for each thread: enough that all end at about the same time.
const RUNS: usize = 16;

impl<'a> SymmetryClasses<'a> {
    /// The classes of a set that the group maps to itself.
    pub(super) fn new(set: &'a ClassSet, own: &SymmetryGroup) -> Result<Self, MemoryError> {
        let class = set.class();
        let of_class = SymmetryGroup::of(class.board()).keeping_class(class);
        let has_others = of_class.order() > own.order();
        Ok(Self {
            set,
            own: Orbits::new(class, own)?,
            images: Images::of(own),
            of_class: has_others.then(|| Images::of_indices(&of_class, class)),
        })
    }

    /// The classes of the positions that can be reached.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn reachable(reachable: &'a Reachable) -> Result<Self, MemoryError> {
        let group = SymmetryGroup::of(reachable.board()).keeping(reachable.start());
        Self::new(reachable, &group)
    }

    /// The positions.
    #[must_use]
    pub fn set(&self) -> &'a ClassSet {
        self.set
    }

    fn board(&self) -> &'a SmallBoard {
        self.set.board()
    }

    /// What the memory of a list of classes is for.
    fn what(&self) -> String {
        format!("the symmetry classes of {}", self.board())
    }

    /// The number of symmetry classes with 0, 1, ... pegs.
    #[must_use]
    pub fn count_by_pegs(&self) -> Vec<u64> {
        self.count(|_| true, Progress::NONE).expect("nobody stops it, and it makes no long lists")
    }

    /// The number of symmetry classes with 0, 1, ... pegs for which a condition holds. If it holds for a
    /// position, it must hold for its images.
    pub(super) fn count(
        &self,
        condition: impl Fn(Bitboard) -> bool + Sync,
        progress: Progress<'_>,
    ) -> Result<Vec<u64>, Error> {
        let holes = self.board().holes();
        let count = |counts: &mut Vec<u64>, position: Bitboard| {
            counts[position.count() as usize] += u64::from(condition(position));
            Ok(())
        };
        let add = |mut counts: Vec<u64>, more: Vec<u64>| {
            counts.iter_mut().zip(more).for_each(|(count, more)| *count += more);
            Ok(counts)
        };
        self.fold(progress, || vec![0; holes + 1], count, add)
    }

    /// The position with this many pegs that has the smallest code, if there is one.
    #[must_use]
    pub fn first_with_pegs(&self, pegs: u32) -> Option<Bitboard> {
        let first = |found: &mut Option<Bitboard>, _, position: Bitboard| {
            if position.count() == pegs {
                let smallest = self.images.mincode(position);
                *found = Some(found.map_or(smallest, |found| found.min(smallest)));
            }
            Ok(())
        };
        let join = |one: Option<Bitboard>, other: Option<Bitboard>| match (one, other) {
            (Some(one), Some(other)) => Ok(Some(one.min(other))),
            (one, other) => Ok(one.or(other)),
        };
        let found = self.fold_orbits(Progress::NONE, || None, first, join);
        found.expect("nobody stops it, and it makes no lists")
    }

    /// The mincodes of the symmetry classes for which a condition holds, sorted.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn mincodes(
        &self,
        condition: impl Fn(Bitboard) -> bool + Sync,
    ) -> Result<Vec<Bitboard>, Error> {
        let all = Images::of(&SymmetryGroup::of(self.board()));
        let keep = |codes: &mut Vec<Bitboard>, position: Bitboard| {
            if condition(position) {
                memory::reserve(|| self.what(), codes, 1)?;
                codes.push(all.mincode(position));
            }
            Ok(())
        };
        let join = |one, other| Ok(appended(|| self.what(), one, other)?);
        let mut codes = self.fold(Progress::NONE, Vec::new, keep, join)?;
        parallel::sort(&mut codes);
        Ok(codes)
    }

    /// The positions for which a condition holds, one of each orbit under the symmetries of the set, in the form that
    /// `put` gives them.
    pub(super) fn representatives(
        &self,
        progress: Progress<'_>,
        condition: impl Fn(Bitboard) -> bool + Sync,
        put: impl Fn(Bitboard) -> Bitboard + Sync,
    ) -> Result<Vec<Bitboard>, Error> {
        let keep = |kept: &mut Vec<Bitboard>, _, position: Bitboard| {
            if condition(position) {
                memory::reserve(|| self.what(), kept, 1)?;
                kept.push(put(position));
            }
            Ok(())
        };
        let join = |one, other| Ok(appended(|| self.what(), one, other)?);
        self.fold_orbits(progress, Vec::new, keep, join)
    }

    /// The smallest code among the images of a position in the set.
    pub(super) fn mincode(&self, position: Bitboard) -> Bitboard {
        self.images.mincode(position)
    }

    /// The symmetries that map the set to itself.
    pub(super) fn orbits(&self) -> &Orbits {
        &self.own
    }

    /// Whether a position that represents its orbit under the symmetries of the set comes before its other images in the set.
    pub(super) fn is_first(&self, index: u64) -> bool {
        let is_before = |image| image < index && self.set.contains_index(image);
        !self.of_class.iter().flat_map(|images| images.images(index)).any(is_before)
    }

    /// Folds one position of each symmetry class.
    pub(super) fn fold<T: Send>(
        &self,
        progress: Progress<'_>,
        begin: impl Fn() -> T + Sync + Send,
        take: impl Fn(&mut T, Bitboard) -> Result<(), Error> + Sync,
        join: impl Fn(T, T) -> Result<T, Error> + Sync + Send,
    ) -> Result<T, Error> {
        let take = |sum: &mut T, index, position| {
            if self.is_first(index) { take(sum, position) } else { Ok(()) }
        };
        self.fold_orbits(progress, begin, take, join)
    }

    /// Folds one position with its index of each orbit under the symmetries of the set, in pieces on all threads. The
    /// pieces are joined in their order. The progress is counted in words of the set.
    pub(super) fn fold_orbits<T: Send>(
        &self,
        progress: Progress<'_>,
        begin: impl Fn() -> T + Sync + Send,
        take: impl Fn(&mut T, u64, Bitboard) -> Result<(), Error> + Sync,
        join: impl Fn(T, T) -> Result<T, Error> + Sync + Send,
    ) -> Result<T, Error> {
        let (block_words, blocks) = self.set.shape();
        let all = block_words * blocks;
        // Powers of two, like all numbers of words here.
        let together = ((all / 64).min(PIECE) / block_words).max(1);
        let run = self.own.block_words().min(block_words);
        let done = AtomicU64::new(0);
        let places = WordPositions::new(self.set.class());
        // The smallest index of an orbit is in a kept block.
        let piece = |(mut sum, mut places): (T, WordPositions<'a>), number: usize| {
            let piece = number * together..blocks.min((number + 1) * together);
            let more = (piece.len() * block_words) as u64;
            for (block, words) in self.set.kept_among(piece) {
                for (first, words) in (block * block_words..).step_by(run).zip(words.chunks(run)) {
                    if !self.own.is_smallest_block(first / self.own.block_words()) {
                        continue;
                    }
                    for (at, &word) in words.iter().enumerate() {
                        places.each(first + at, word, |index, position| {
                            if self.own.is_representative(index) {
                                take(&mut sum, index, position)
                            } else {
                                Ok(())
                            }
                        })?;
                    }
                }
            }
            progress.report(done.fetch_add(more, Ordering::Relaxed) + more, all as u64)?;
            Ok::<_, Error>((sum, places))
        };
        let pieces = blocks.div_ceil(together);
        let runs = pieces.min(RUNS * parallel::threads());
        let sums = parallel::try_map(0..runs, |run| {
            let mut run = pieces * run / runs..pieces * (run + 1) / runs;
            run.try_fold((begin(), places.clone()), piece).map(|(sum, _)| sum)
        })?;
        sums.into_iter().try_fold(begin(), join)
    }
}

/// Two lists as one. `what` says what they are for.
pub(super) fn appended<T>(
    what: impl FnOnce() -> String,
    mut one: Vec<T>,
    mut other: Vec<T>,
) -> Result<Vec<T>, MemoryError> {
    if one.is_empty() {
        return Ok(other);
    }
    memory::reserve(what, &mut one, other.len())?;
    one.append(&mut other);
    Ok(one)
}
