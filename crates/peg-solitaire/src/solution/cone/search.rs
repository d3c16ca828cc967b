//! Finds a cone by a search from one end or from both, and leaves long searches to `intersection`. Never evaluates positions.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use super::super::level::{Level, POSITIONS, Word};
use super::super::shifts::{IndexedJump, Shifts};
use super::index_set::IndexSet;
use super::{Cone, ConeError, Parts};
use crate::Error;
use crate::board::Bitboard;
use crate::class::{Images, PositionClass, SymmetryGroup};
use crate::memory::{self, MemoryError, reserve};
use crate::parallel;
use crate::progress::Progress;
use crate::solve::Record;

/// If a search would hold more positions than this after its next step, the closure takes over, which takes the same time for any
/// cone.
pub(super) const LONG_SEARCH: usize = 3 << 16;

/// A thread adds its positions to the common count whenever it has found this many.
const SHARE: usize = 1 << 12;

/// The search asks for memory whenever it has found this many more positions.
const ASKED: usize = 1 << 18;

/// The bytes that each position will still need: for sorting its level, and in the level's tree.
const BYTES_LEFT: usize = 16;

/// The game whose cone is searched for.
pub(super) struct Game<'p> {
    pub(super) class: PositionClass,
    pub(super) start: Bitboard,
    targets: Vec<Bitboard>,
    shifts: Shifts,
    pub(super) stabiliser: Images,
    /// The most positions to keep.
    most: usize,
    pub(super) progress: Progress<'p>,
}

impl<'p> Game<'p> {
    /// Leaves out targets that are not of the start's class, which is given.
    pub(super) fn of(
        class: PositionClass,
        start: Bitboard,
        targets: &[Bitboard],
        most: usize,
        progress: Progress<'p>,
    ) -> Result<Self, ConeError> {
        let first = targets.first().ok_or(ConeError::NoTarget)?;
        if targets.iter().any(|target| target.count() != first.count()) {
            return Err(ConeError::UnequalTargets);
        }
        if targets != [start] && first.count() >= start.count() {
            let (start, target) = (start.count(), first.count());
            return Err(ConeError::TooManyPegs { start, target });
        }
        let mut targets = targets.to_vec();
        targets.sort_unstable();
        targets.dedup();
        targets.retain(|&target| class.contains(target));
        if targets.is_empty() {
            return Err(ConeError::OtherClass);
        }
        let group = SymmetryGroup::of(class.board()).keeping_sets(&[&[start], &targets]);
        let stabiliser = Images::of_indices(&group, &class);
        let shifts = Shifts::of(&class);
        // The numbers of a level's members have 32 bits.
        let most = most.min(u32::MAX as usize);
        Ok(Self { class, start, targets, shifts, stabiliser, most, progress })
    }

    /// The cone among the reachable positions. If the search is about to hold more than `long` positions, the closure takes over, if the
    /// whole set is in memory.
    pub(super) fn within(mut self, set: Record<'_>, long: usize) -> Result<Cone, ConeError> {
        let targets = self.targets.into_iter().filter_map(|target| match set.contains(target) {
            Ok(true) => Some(Ok(target)),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        });
        self.targets = targets.collect::<Result<_, _>>()?;
        let jumps = self.jumps()?;
        let mut levels = vec![self.level(&self.targets)?];
        let mut held = levels[0].len();
        let mut whole = set.whole().filter(|_| self.targets.len() == 1);
        while levels.len() <= jumps {
            // Expects the next level to grow as much as the last one did.
            let last = levels[levels.len() - 1].len();
            let before = levels.iter().rev().nth(1).map_or(last, Level::len);
            let next = last.saturating_mul(last) / before.max(1);
            if let Some(reachable) = whole
                && held.saturating_add(next) > long
            {
                let closed = self
                    .progress
                    .part(0, 1, 2, |part| reachable.complements_leading_to(&self.targets, part));
                match closed {
                    Ok(Some(backwards)) => return self.intersection(reachable, backwards),
                    Err(Error::Interrupted(interrupted)) => return Err(interrupted.into()),
                    // Without the memory for it, the search may still succeed.
                    Ok(None) | Err(_) => whole = None,
                }
            }
            let last = &levels[levels.len() - 1];
            // A jump never leaves a class, so the positions before a jump are in it.
            let stage = Stage { levels: levels.len(), held };
            let level =
                self.neighbours(Way::Backwards, last, stage, |index| set.contains_index(index))?;
            held += level.len();
            levels.push(level);
        }
        levels.reverse();
        Ok(self.cone(levels))
    }

    /// The cone without the solver.
    pub(super) fn between(self) -> Result<Cone, ConeError> {
        let jumps = self.jumps()?;
        let mut down = vec![self.level(&[self.start])?];
        let mut up = vec![self.level(&self.targets)?];
        let mut held = 0;
        while down.len() + up.len() < jumps + 2 {
            let (from_start, from_target) = (&down[down.len() - 1], &up[up.len() - 1]);
            let stage = Stage { levels: down.len() + up.len() - 1, held };
            let (side, level) = if from_start.len() <= from_target.len() {
                let level = self.neighbours(Way::Forwards, from_start, stage, |_| Ok(true))?;
                (&mut down, level)
            } else {
                let level = self.neighbours(Way::Backwards, from_target, stage, |_| Ok(true))?;
                (&mut up, level)
            };
            if level.is_empty() {
                return Err(ConeError::Unreachable);
            }
            held += level.len();
            side.push(level);
        }
        // Both sides end on the same level, and every solution goes through what they share there.
        let (Some(from_start), Some(from_target)) = (down.pop(), up.pop()) else {
            return Err(ConeError::Unreachable);
        };
        let mut shared = memory::list(|| POSITIONS, from_start.len().min(from_target.len()))?;
        shared.extend(from_start.indices().filter(|&index| from_target.number(index).is_some()));
        let meeting = Level::of_sorted(shared.len(), shared.into_iter(), self.class.rank())?;
        if meeting.is_empty() {
            return Err(ConeError::Unreachable);
        }
        let mut levels = vec![meeting];
        while let Some(among) = down.pop() {
            let level = &levels[levels.len() - 1];
            let stage = Stage { levels: jumps, held: 0 };
            let keep = |index| Ok(among.number(index).is_some());
            levels.push(self.neighbours(Way::Backwards, level, stage, keep)?);
        }
        levels.reverse();
        while let Some(among) = up.pop() {
            let level = &levels[levels.len() - 1];
            let stage = Stage { levels: jumps, held: 0 };
            let keep = |index| Ok(among.number(index).is_some());
            levels.push(self.neighbours(Way::Forwards, level, stage, keep)?);
        }
        Ok(self.cone(levels))
    }

    /// Counts more positions, and asks from time to time for the memory that all of them need.
    pub(super) fn hold(&self, held: &AtomicUsize, more: usize) -> Result<(), ConeError> {
        let before = held.fetch_add(more, Ordering::Relaxed);
        let held = before + more;
        if held > self.most {
            return Err(ConeError::TooLarge { most: self.most });
        }
        if before / ASKED != held / ASKED {
            memory::require(POSITIONS, (held * BYTES_LEFT) as u64)?;
        }
        Ok(())
    }

    /// The number of jumps from the start to the targets.
    pub(super) fn jumps(&self) -> Result<usize, ConeError> {
        let target = self.targets.first().ok_or(ConeError::Unreachable)?;
        Ok((self.start.count() - target.count()) as usize)
    }

    fn level(&self, positions: &[Bitboard]) -> Result<Level, MemoryError> {
        let index = |&position: &Bitboard| {
            self.stabiliser.representative(self.class.index_of_member(position))
        };
        Level::of(positions.iter().map(index), self.class.rank())
    }

    /// The positions one jump from a level that `keep` accepts.
    fn neighbours(
        &self,
        way: Way,
        level: &Level,
        stage: Stage,
        keep: impl Fn(u64) -> Result<bool, Error> + Sync,
    ) -> Result<Level, ConeError> {
        let held = AtomicUsize::new(stage.held);
        let levels = self.jumps()? as u64 + 1;
        let report = || self.progress.report(stage.levels as u64, levels);
        let part = |(branches, numbers): (Range<usize>, Range<usize>)| {
            let mut found = IndexSet::with_room_for(numbers.len())?;
            let mut counted = 0;
            for index in level.words(branches).flat_map(Word::indices) {
                let mut kept = Ok(());
                let mut insert = |index: u64| {
                    let index = self.stabiliser.representative(index);
                    match keep(index) {
                        Ok(true) => found.insert(index),
                        Ok(false) => {}
                        Err(error) => kept = Err(error),
                    }
                };
                let position = self.class.position(index).0;
                match way {
                    Way::Forwards => self
                        .shifts
                        .each_jump(position, |jump| insert(index.wrapping_add(jump.adds))),
                    Way::Backwards => self.shifts.each_jump_backwards(position, |jump| {
                        insert(index.wrapping_sub(jump.adds))
                    }),
                }
                kept?;
                found.check()?;
                if found.len() - counted >= SHARE {
                    self.hold(&held, found.len() - counted)?;
                    counted = found.len();
                    report()?;
                }
            }
            self.hold(&held, found.len() - counted)?;
            report()?;
            Ok(found.into_sorted())
        };
        let mut lists = in_parts(level, part)?;
        let mut all = lists.pop().unwrap_or_default();
        if !lists.is_empty() {
            reserve(|| POSITIONS, &mut all, lists.iter().map(Vec::len).sum())?;
            all.extend(lists.into_iter().flatten());
            parallel::sort(&mut all);
            all.dedup();
        }
        Ok(Level::of_sorted(all.len(), all.into_iter(), self.class.rank())?)
    }

    pub(super) fn cone(self, levels: Vec<Level>) -> Cone {
        let Self { class, start, mut targets, shifts, stabiliser, .. } = self;
        let last = &levels[levels.len() - 1];
        targets.retain(|&target| {
            last.number(stabiliser.representative(class.index_of_member(target))).is_some()
        });
        let jumps = class.board().triples().iter().flat_map(|triple| triple.jumps());
        let jumps = jumps.map(|jump| IndexedJump::new(&class, jump)).collect();
        Cone { parts: Arc::new(Parts { class, start, targets, shifts, jumps, stabiliser, levels }) }
    }
}

/// Whether a search plays jumps or takes them back.
#[derive(Clone, Copy)]
enum Way {
    Forwards,
    Backwards,
}

/// The progress of a search.
#[derive(Clone, Copy)]
struct Stage {
    /// The levels found.
    levels: usize,
    /// The positions held in them.
    held: usize,
}

/// Maps the parts of a level, on all threads if it is large.
fn in_parts<R: Send>(
    level: &Level,
    part: impl Fn((Range<usize>, Range<usize>)) -> Result<R, ConeError> + Sync,
) -> Result<Vec<R>, ConeError> {
    let parts = if level.len() >= super::SMALL { parallel::threads() } else { 1 };
    parallel::try_map(level.parts(parts), part)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::SmallBoard;
    use crate::solve::Reachable;

    /// The indices of each level of a cone.
    fn indices(cone: &Cone) -> Vec<Vec<u64>> {
        cone.parts.levels.iter().map(|level| level.indices().collect()).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]
        #[test]
        fn closure_and_search_find_the_same_cone(
            name in prop::sample::select(vec!["4x4", "4x5", "5x5", "triangle15", "triangle21", "5x6"]),
            hole: prop::sample::Index,
            jumps in 1_usize..18,
            choices in prop::collection::vec(any::<prop::sample::Index>(), 18),
        ) {
            let board: SmallBoard = name.parse().unwrap();
            let holes: Vec<_> = board.full().pegs().collect();
            let start = board.full().without(hole.get(&holes).bit());
            let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
            let mut target = start;
            for choice in &choices[..jumps] {
                let legal: Vec<_> = board.legal_jumps(target).collect();
                if !legal.is_empty() {
                    target = choice.get(&legal).play(target);
                }
            }
            prop_assume!(target != start);
            let cone = |long: usize, most: usize| {
                let class = reachable.class().clone();
                Game::of(class, start, &[target], most, Progress::NONE)
                    .and_then(|game| game.within(Record::from(&reachable), long))
            };
            let searched = cone(usize::MAX, usize::MAX).unwrap();
            let closed = cone(0, usize::MAX).unwrap();
            prop_assert_eq!(indices(&searched), indices(&closed));
            prop_assert_eq!(searched.targets(), closed.targets());
            // Both refuse to hold more than they may.
            let classes = searched.symmetry_classes();
            prop_assert!(cone(0, classes).is_ok());
            for long in [0, usize::MAX] {
                let error = cone(long, classes - 1).err();
                prop_assert_eq!(error, Some(ConeError::TooLarge { most: classes - 1 }));
            }
        }
    }
}
