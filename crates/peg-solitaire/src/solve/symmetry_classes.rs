//! Counts and lists the symmetry classes of a set of positions, each class once.
//!
//! Three groups of symmetries meet here. Each contains the one before:
//!
//! - The group that folds the set: of blocks that it maps to each other, one is kept in memory.
//! - The group of the problem, which is start and finishes together: it maps the set to itself. A
//!   *condition* that follows from the problem holds for all positions of an orbit under this
//!   group, or for none.
//! - The group of the board: positions that it maps to each other are one symmetry class. A
//!   condition may hold for some of them only. The class counts if it holds for one.
//!
//! The smallest index of an orbit under the second group is in a kept block, because that group
//! contains the first.

use std::ops::RangeInclusive;

use super::set::{Holder, InMemory};
use super::{PositionSet, Reachable};
use crate::bits::WORD_BITS;
use crate::board::{Bitboard, SmallBoard, Symmetry};
use crate::class::{Images, Orbits, PegCounter, SymmetryGroup, Tally, WordPositions};
use crate::progress::Progress;
use crate::{Result, memory};

/// The positions in a set, or those whose complements are, by symmetry classes.
#[derive(Debug)]
pub struct SymmetryClasses<'a, B = InMemory> {
    set: &'a PositionSet<B>,
    /// Whether the set has the complements of the positions.
    of_complements: bool,
    /// The orbits under the symmetries of the problem.
    own: Orbits,
    /// The symmetries that map the position class to itself, on indices, if there are others than
    /// those of the problem.
    of_class: Option<Images>,
}

/// Any number of pegs.
pub const ANY_PEGS: RangeInclusive<u32> = 0..=u32::MAX;

impl<'a, B: Holder> SymmetryClasses<'a, B> {
    /// The classes of a set that belongs to a problem with these symmetries.
    ///
    /// # Errors
    /// When there is not enough memory.
    ///
    /// # Panics
    /// When the set is folded by a symmetry that the problem doesn't have.
    pub fn new(set: &'a PositionSet<B>, problem: &SymmetryGroup) -> Result<Self> {
        let class = set.class();
        let is_own = |symmetry: &Symmetry| problem.symmetries().any(|own| own == symmetry);
        assert!(
            set.group().symmetries().all(is_own),
            "the set is folded by more than the problem"
        );

        let of_class = SymmetryGroup::of(class.board()).keeping_class(class);
        let has_others = of_class.order() > problem.order();
        let images = has_others.then(|| Images::of_indices(&of_class, class));
        Ok(Self {
            set,
            of_complements: false,
            own: Orbits::new(class, problem)?,
            of_class: images,
        })
    }

    /// The classes of the complements of a set that belongs to a problem with these symmetries.
    ///
    /// # Errors
    /// When there is not enough memory.
    ///
    /// # Panics
    /// As [`new`](Self::new).
    pub fn of_complements(set: &'a PositionSet<B>, problem: &SymmetryGroup) -> Result<Self> {
        let of_members = Self::new(set, problem)?;
        Ok(Self {
            of_complements: true,
            ..of_members
        })
    }

    /// The classes of the positions that can be reached.
    ///
    /// # Errors
    /// When there is not enough memory.
    pub fn reachable(reachable: &'a Reachable<B>) -> Result<Self> {
        let group = SymmetryGroup::of(reachable.board()).keeping(reachable.start());
        Self::new(reachable, &group)
    }

    /// The set whose positions these are, or their complements.
    pub fn set(&self) -> &'a PositionSet<B> {
        self.set
    }

    /// The orbits under the symmetries of the problem.
    pub fn orbits(&self) -> &Orbits {
        &self.own
    }

    fn board(&self) -> &'a SmallBoard {
        self.set.board()
    }

    /// The position that a member of the set stands for.
    fn read(&self, member: Bitboard) -> Bitboard {
        if self.of_complements {
            self.board().complement(member)
        } else {
            member
        }
    }

    /// The number of symmetry classes with 0, 1, ... pegs of which a position meets the condition.
    ///
    /// # Errors
    /// When a block can't be read, or `progress` says to stop.
    pub fn count(
        &self,
        condition: impl Fn(Bitboard) -> bool + Sync,
        progress: Progress<'_>,
    ) -> Result<Vec<u64>> {
        let begin = || vec![0; self.board().holes() + 1];
        let count = |counts: &mut Vec<u64>, index, position: Bitboard| {
            if condition(position) && self.is_first(index, &condition)? {
                counts[position.count() as usize] += 1;
            }
            Ok(())
        };
        let add = |mut counts: Vec<u64>, more: Vec<u64>| {
            for (count, more) in counts.iter_mut().zip(more) {
                *count += more;
            }
            Ok(counts)
        };

        self.fold(ANY_PEGS, progress, begin, count, add)
    }

    /// The number of all symmetry classes with 0, 1, ... pegs. Positions are not looked at one by
    /// one in blocks of which all count.
    ///
    /// # Errors
    /// When a block can't be read, or `progress` says to stop.
    pub fn count_all(&self, progress: Progress<'_>) -> Result<Vec<u64>> {
        if self.of_class.is_some() {
            return self.count(|_| true, progress);
        }

        let counter = PegCounter::new(self.set.class());
        let count = |tally: &mut Tally<'_>, first, words: &[u64]| {
            tally.add(1, first, words);
            Ok(())
        };
        let tallies = self.each_part(progress, || counter.tally(), count)?;

        let mut counts = counter.sum(tallies);
        if self.of_complements {
            counts.reverse();
        }
        Ok(counts)
    }

    /// What `of` makes of one position, with its index, of each orbit under the symmetries of the
    /// problem. Its number of pegs is in this range.
    ///
    /// # Errors
    /// When `of` fails, a block can't be read, there is not enough memory, or `progress` says to
    /// stop.
    pub fn list<T: Send, I: IntoIterator<Item = T>>(
        &self,
        pegs: RangeInclusive<u32>,
        of: impl Fn(u64, Bitboard) -> Result<I> + Sync,
        progress: Progress<'_>,
    ) -> Result<Vec<T>> {
        let what = || format!("the symmetry classes of {}", self.board());
        let keep = |list: &mut Vec<T>, index, position| {
            for element in of(index, position)? {
                memory::reserve(what, list, 1)?;
                list.push(element);
            }
            Ok(())
        };

        self.fold(pegs, progress, Vec::new, keep, |list, next| {
            appended(what, list, next)
        })
    }

    /// Whether the position of an index, which represents its orbit, comes before all other images
    /// in the set that meet the condition.
    ///
    /// # Errors
    /// When a block can't be read.
    ///
    /// # Panics
    /// As [`PositionSet::try_contains_index`].
    pub fn is_first(&self, index: u64, condition: impl Fn(Bitboard) -> bool) -> Result<bool> {
        let Some(images) = &self.of_class else {
            return Ok(true);
        };

        for image in images.images(index) {
            if image < index
                && self.set.try_contains_index(image)?
                && condition(self.read(self.set.class().position(image)))
            {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Folds one position with one of these numbers of pegs, with its index, of each orbit under
    /// the symmetries of the problem, in pieces on all threads. The pieces are joined in their
    /// order, which is that of the places of their blocks. The progress is counted in blocks.
    ///
    /// # Errors
    /// When `take` or `join` fails, a block can't be read, or `progress` says to stop.
    pub fn fold<T: Send>(
        &self,
        pegs: RangeInclusive<u32>,
        progress: Progress<'_>,
        begin: impl Fn() -> T + Sync + Send,
        take: impl Fn(&mut T, u64, Bitboard) -> Result<()> + Sync,
        join: impl Fn(T, T) -> Result<T> + Sync + Send,
    ) -> Result<T> {
        let class = self.set.class();
        let places = WordPositions::new(class);
        let pegs_in_set = self.pegs_of_members(&pegs);
        let counter = if pegs == ANY_PEGS {
            None
        } else {
            Some(PegCounter::new(class))
        };
        // What the words that are looked through in a row change in the position of the first.
        let size = self.own.block_words().min(self.set.shape().0);
        let bits = WORD_BITS + size.ilog2() as usize;
        let changes: Vec<Bitboard> = class.changes(WORD_BITS..bits).collect();
        let changed = class.changed_by(0..bits);

        let take_words = |sum: &mut T, first: usize, words: &[u64]| {
            let origin = class.position((first as u64) << WORD_BITS);
            let fewest = origin.without(changed).count();
            let most = fewest + changed.count();
            if *pegs_in_set.end() < fewest || *pegs_in_set.start() > most {
                return Ok(());
            }

            for (at, &word) in words.iter().enumerate() {
                if word == 0 {
                    continue;
                }
                let position = origin ^ changes[at];
                let asked = match &counter {
                    Some(counter) => word & counter.with_pegs(position, &pegs_in_set),
                    None => word,
                };
                places.each(first + at, position, asked, |index, member| {
                    take(sum, index, self.read(member))
                })?;
            }
            Ok(())
        };
        self.each_part(progress, &begin, take_words)?
            .into_iter()
            .try_fold(begin(), join)
    }

    /// The numbers of pegs of the set's members that stand for positions with these.
    fn pegs_of_members(&self, pegs: &RangeInclusive<u32>) -> RangeInclusive<u32> {
        if !self.of_complements {
            return pegs.clone();
        }

        let holes = self.board().holes() as u32;
        let fewest = holes.saturating_sub(*pegs.end());
        match holes.checked_sub(*pegs.start()) {
            Some(most) => fewest..=most,
            // No position has more pegs than the board has holes.
            None => RangeInclusive::new(1, 0),
        }
    }

    /// Looks through the kept blocks, in the order of their places, in parts on all threads. `take`
    /// gets the number of the first word, and the words with the bits of the positions that are the
    /// first of their orbit. The progress is counted in blocks.
    fn each_part<T: Send>(
        &self,
        progress: Progress<'_>,
        begin: impl Fn() -> T + Sync,
        take: impl Fn(&mut T, usize, &[u64]) -> Result<()> + Sync,
    ) -> Result<Vec<T>> {
        let (block_words, _) = self.set.shape();
        let take_block = |sum: &mut T, block: usize, words: &[u64]| {
            for (first, words) in self.own.representatives(block * block_words, words) {
                take(sum, first, &words)?;
            }
            Ok(())
        };
        self.set.each_kept(progress, begin, take_block)
    }
}

/// Two lists as one. `what` says what they are for.
///
/// # Errors
/// When there is not enough memory.
pub fn appended<T>(
    what: impl FnOnce() -> String,
    mut list: Vec<T>,
    mut next: Vec<T>,
) -> Result<Vec<T>> {
    if list.is_empty() {
        return Ok(next);
    }

    memory::reserve(what, &mut list, next.len())?;
    list.append(&mut next);
    Ok(list)
}
