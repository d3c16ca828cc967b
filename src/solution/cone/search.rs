//! How a cone is found: by a search from one end or both, or from the closures of both ends. It needs the solver's
//! sets where there are some; it works out nothing about the positions.

use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use multiversion::multiversion;

use super::super::level::{Level, Word, ones};
use super::super::shifts::{Shifts, Step};
use super::super::stabiliser::Stabiliser;
use super::found::Found;
use super::{Cone, ConeError, Parts};
use crate::board::Position;
use crate::class::{Nearby, PositionClass};
use crate::solve::{Backwards, Reachable};

/// A search that is going to hold more positions than this after its next step is given up for the closure, which takes the same time
/// for any cone.
pub(super) const LONG_SEARCH: usize = 3 << 16;

/// How many words of both closures make a piece of the work.
const PIECE: usize = 1 << 17;

/// How many of them are compared at a time.
const RUN: usize = 1 << 10;

/// How many positions a thread finds before it tells the others.
const SHARE: usize = 1 << 12;

/// What a cone is made for.
pub(super) struct Game {
    class: PositionClass,
    start: Position,
    targets: Vec<Position>,
    shifts: Shifts,
    stabiliser: Stabiliser,
    /// How many positions may be kept.
    most: usize,
}

impl Game {
    /// Leaves out the targets of another class than this, the start's.
    pub(super) fn of(
        class: PositionClass,
        start: Position,
        targets: &[Position],
        most: usize,
    ) -> Result<Self, ConeError> {
        let first = targets.first().ok_or(ConeError::NoTarget)?;
        if targets.iter().any(|target| target.pegs() != first.pegs()) {
            return Err(ConeError::UnequalTargets);
        }
        if targets != [start] && first.pegs() >= start.pegs() {
            let (start, target) = (start.pegs(), first.pegs());
            return Err(ConeError::TooManyPegs { start, target });
        }
        let mut targets = targets.to_vec();
        targets.sort_unstable();
        targets.dedup();
        targets.retain(|&target| class.contains(target));
        if targets.is_empty() {
            return Err(ConeError::OtherClass);
        }
        let stabiliser = Stabiliser::of(&class, &[&[start], &targets]);
        let shifts = Shifts::of(&class);
        // Members of a level are numbered in 32 bits.
        let most = most.min(u32::MAX as usize);
        Ok(Self { class, start, targets, shifts, stabiliser, most })
    }

    /// The cone among reachable positions of the class: by the closure, where a search is about to hold more than `long` positions.
    pub(super) fn within(mut self, reachable: &Reachable, long: usize) -> Result<Cone, ConeError> {
        self.targets.retain(|&target| reachable.contains(target));
        let jumps = self.jumps()?;
        let mut levels = vec![self.level(&self.targets)];
        let mut held = levels[0].len();
        let mut closes = self.targets.len() == 1;
        while levels.len() <= jumps {
            // The next level is expected to grow as much as the last one did.
            let last = levels[levels.len() - 1].len();
            let before = levels.iter().rev().nth(1).map_or(last, Level::len);
            let next = last.saturating_mul(last) / before.max(1);
            if closes && held.saturating_add(next) > long {
                // Without the memory for it, searching on may still do.
                match Backwards::from(reachable, self.targets[0]) {
                    Ok(Some(backwards)) => return self.intersection(reachable, backwards),
                    Ok(None) | Err(_) => closes = false,
                }
            }
            let last = &levels[levels.len() - 1];
            // Every position from which a jump leads into the class belongs to it.
            let level = self.before(last, held, |index| reachable.contains_index(index))?;
            held += level.len();
            levels.push(level);
        }
        levels.reverse();
        Ok(self.cone(levels))
    }

    /// The cone without the solver.
    pub(super) fn between(self) -> Result<Cone, ConeError> {
        let jumps = self.jumps()?;
        let mut down = vec![self.level(&[self.start])];
        let mut up = vec![self.level(&self.targets)];
        let mut held = 0;
        while down.len() + up.len() < jumps + 2 {
            let (from_start, from_target) = (&down[down.len() - 1], &up[up.len() - 1]);
            let (side, level) = if from_start.len() <= from_target.len() {
                let level = self.after(from_start, held, |_| true)?;
                (&mut down, level)
            } else {
                let level = self.before(from_target, held, |_| true)?;
                (&mut up, level)
            };
            if level.is_empty() {
                return Err(ConeError::Unreachable);
            }
            held += level.len();
            side.push(level);
        }
        // Both sides end on the same level; what is on the way goes through what they share there.
        let (Some(from_start), Some(from_target)) = (down.pop(), up.pop()) else {
            return Err(ConeError::Unreachable);
        };
        let mut shared = from_start.indices();
        shared.retain(|&index| from_target.number(index).is_some());
        let meeting = Level::of_sorted(shared.len(), shared.into_iter(), self.class.rank());
        if meeting.is_empty() {
            return Err(ConeError::Unreachable);
        }
        let mut levels = vec![meeting];
        while let Some(among) = down.pop() {
            let level = &levels[levels.len() - 1];
            levels.push(self.before(level, 0, |index| among.number(index).is_some())?);
        }
        levels.reverse();
        while let Some(among) = up.pop() {
            let level = &levels[levels.len() - 1];
            levels.push(self.after(level, 0, |index| among.number(index).is_some())?);
        }
        Ok(self.cone(levels))
    }

    /// The cone of what both closures have.
    fn intersection(self, reachable: &Reachable, backwards: Backwards) -> Result<Cone, ConeError> {
        let jumps = self.jumps()?;
        let held = AtomicUsize::new(0);
        let words = reachable.words().len();
        let pieces = words.div_ceil(PIECE);
        let piece = |number: usize| {
            let range = number * PIECE..words.min((number + 1) * PIECE);
            self.sift(reachable, &backwards, range, jumps, &held)
        };
        #[cfg(feature = "parallel")]
        let sifted: Result<Vec<_>, _> = {
            use rayon::prelude::*;
            (0..pieces).into_par_iter().map(piece).collect()
        };
        #[cfg(not(feature = "parallel"))]
        let sifted: Result<Vec<_>, _> = (0..pieces).map(piece).collect();
        drop(backwards);
        let mut lists: Vec<Vec<Vec<u32>>> = (0..=jumps).map(|_| Vec::new()).collect();
        for piece in sifted? {
            for (list, piece) in lists.iter_mut().zip(piece) {
                list.push(piece);
            }
        }
        let rank = self.class.rank();
        let level = |lists: Vec<Vec<u32>>| {
            let pieces = lists.iter().zip((0..).step_by(64 * PIECE));
            let indices = pieces
                .flat_map(|(list, first)| list.iter().map(move |&place| first + u64::from(place)));
            Level::of_sorted(lists.iter().map(Vec::len).sum(), indices, rank)
        };
        #[cfg(feature = "parallel")]
        let levels = {
            use rayon::prelude::*;
            lists.into_par_iter().map(level).collect()
        };
        #[cfg(not(feature = "parallel"))]
        let levels = lists.into_iter().map(level).collect();
        Ok(self.cone(levels))
    }

    /// The representatives among the positions of some words that both sets have, by the number of jumps played: where they are
    /// among the bits of all those words.
    fn sift(
        &self,
        reachable: &Reachable,
        backwards: &Backwards,
        words: Range<usize>,
        jumps: usize,
        held: &AtomicUsize,
    ) -> Result<Vec<Vec<u32>>, ConeError> {
        let mut nearby = Nearby::new(&self.class);
        let mut lists: Vec<Vec<u32>> = vec![Vec::new(); jumps + 1];
        for first in words.clone().step_by(RUN) {
            let mut run = [0; RUN];
            let run = &mut run[..RUN.min(words.end - first)];
            run.copy_from_slice(&reachable.words()[first..first + run.len()]);
            backwards.retain(first, run);
            let found = sort_out(self, &mut nearby, words.start, first, run, &mut lists);
            self.tell(held, found)?;
        }
        Ok(lists)
    }

    /// Counts positions that are about to be held, if they may be.
    fn tell(&self, held: &AtomicUsize, more: usize) -> Result<(), ConeError> {
        let held = held.fetch_add(more, Ordering::Relaxed) + more;
        if held > self.most { Err(ConeError::TooLarge { most: self.most }) } else { Ok(()) }
    }

    /// The number of jumps from the start to the targets.
    fn jumps(&self) -> Result<usize, ConeError> {
        let target = self.targets.first().ok_or(ConeError::Unreachable)?;
        Ok((self.start.pegs() - target.pegs()) as usize)
    }

    fn level(&self, positions: &[Position]) -> Level {
        let index = |&position: &Position| {
            self.stabiliser.representative(self.class.index_of_member(position))
        };
        Level::of(positions.iter().map(index), self.class.rank())
    }

    /// The positions after one jump that are kept, where so many are held already.
    fn after(
        &self,
        level: &Level,
        held: usize,
        keep: impl Fn(u64) -> bool + Sync,
    ) -> Result<Level, ConeError> {
        self.step(level, held, keep, |index, hand| {
            let position = self.class.position(index);
            self.shifts.each_jump(position.0, |step: &Step| hand(index.wrapping_add(step.adds)));
        })
    }

    /// The positions before one jump that are kept, where so many are held already.
    fn before(
        &self,
        level: &Level,
        held: usize,
        keep: impl Fn(u64) -> bool + Sync,
    ) -> Result<Level, ConeError> {
        self.step(level, held, keep, |index, hand| {
            let position = self.class.position(index);
            let hand = |step: &Step| hand(index.wrapping_sub(step.adds));
            self.shifts.each_jump_backwards(position.0, hand);
        })
    }

    fn step(
        &self,
        level: &Level,
        held: usize,
        keep: impl Fn(u64) -> bool + Sync,
        each: impl Fn(u64, &mut dyn FnMut(u64)) + Sync,
    ) -> Result<Level, ConeError> {
        let held = AtomicUsize::new(held);
        let part = |(branches, numbers): (Range<usize>, Range<usize>)| {
            let mut found = Found::with_room_for(numbers.len());
            let mut told = 0;
            for index in level.words(branches).flat_map(Word::indices) {
                each(index, &mut |index| {
                    let index = self.stabiliser.representative(index);
                    if keep(index) {
                        found.insert(index);
                    }
                });
                if found.len() - told >= SHARE {
                    self.tell(&held, found.len() - told)?;
                    told = found.len();
                }
            }
            self.tell(&held, found.len() - told)?;
            Ok(found.into_sorted())
        };
        let mut lists = in_parts(level, part)?;
        let mut all = lists.pop().unwrap_or_default();
        if !lists.is_empty() {
            all.extend(lists.into_iter().flatten());
            #[cfg(feature = "parallel")]
            rayon::slice::ParallelSliceMut::par_sort_unstable(all.as_mut_slice());
            #[cfg(not(feature = "parallel"))]
            all.sort_unstable();
            all.dedup();
        }
        Ok(Level::of_sorted(all.len(), all.into_iter(), self.class.rank()))
    }

    fn cone(self, levels: Vec<Level>) -> Cone {
        let Self { class, start, mut targets, shifts, stabiliser, .. } = self;
        let last = &levels[levels.len() - 1];
        targets.retain(|&target| {
            last.number(stabiliser.representative(class.index_of_member(target))).is_some()
        });
        let jumps = class.board().triples().iter().flat_map(|triple| triple.jumps());
        let steps = jumps.map(|jump| Step::new(&class, jump)).collect();
        Cone { parts: Arc::new(Parts { class, start, targets, shifts, steps, stabiliser, levels }) }
    }
}

/// Adds the representatives among the positions of some words to the lists of their levels; tells how many they are. The words
/// have numbers from this one on, and the lists tell how far from another word's first position they are. Counting pegs is one
/// instruction where the processor has it.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn sort_out(
    game: &Game,
    nearby: &mut Nearby<'_>,
    origin: usize,
    number: usize,
    words: &[u64],
    lists: &mut [Vec<u32>],
) -> usize {
    let Game { start, stabiliser, .. } = game;
    let pegs = start.pegs();
    let mut found = 0;
    // Nobody can foresee which words are empty.
    let (mut full, mut left) = ([0; RUN], 0);
    for (place, &word) in words.iter().enumerate() {
        full[left % RUN] = place;
        left += usize::from(word != 0);
    }
    for &place in &full[..left] {
        let first = ((number + place) as u64) << 6;
        let position = nearby.word(first);
        for bit in ones(words[place]) {
            let played = pegs.wrapping_sub(nearby.within(position, bit).pegs());
            if stabiliser.is_representative(first | bit)
                && let Some(list) = lists.get_mut(played as usize)
            {
                list.push(((number + place - origin) as u32) << 6 | bit as u32);
                found += 1;
            }
        }
    }
    found
}

/// Does something with each part of a level, on all threads if it is worth it.
fn in_parts<R: Send>(
    level: &Level,
    part: impl Fn((Range<usize>, Range<usize>)) -> Result<R, ConeError> + Sync,
) -> Result<Vec<R>, ConeError> {
    #[cfg(feature = "parallel")]
    if level.len() >= super::SMALL {
        use rayon::prelude::*;
        return level.parts(rayon::current_num_threads()).into_par_iter().map(&part).collect();
    }
    level.parts(1).into_iter().map(&part).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::board::Board;

    /// The indices of each level of a cone.
    fn indices(cone: &Cone) -> Vec<Vec<u64>> {
        cone.parts.levels.iter().map(Level::indices).collect()
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
            let board: Board = name.parse().unwrap();
            let holes: Vec<_> = board.full().holes().collect();
            let start = board.full().without(hole.get(&holes).bit());
            let reachable = Reachable::solve(&board, start).unwrap();
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
                Game::of(class, start, &[target], most).and_then(|game| game.within(&reachable, long))
            };
            let searched = cone(usize::MAX, usize::MAX).unwrap();
            let closed = cone(0, usize::MAX).unwrap();
            prop_assert_eq!(indices(&searched), indices(&closed));
            prop_assert_eq!(searched.targets(), closed.targets());
            // What may not be held is refused by both.
            let classes = searched.symmetry_classes();
            prop_assert!(cone(0, classes).is_ok());
            for long in [0, usize::MAX] {
                let error = cone(long, classes - 1).err();
                prop_assert_eq!(error, Some(ConeError::TooLarge { most: classes - 1 }));
            }
        }
    }
}
