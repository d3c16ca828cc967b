//! Working out what every position of a cone is worth, from the targets up, level by level. It needs the levels; what a worth is
//! is told in the other rooms.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use multiversion::multiversion;

use super::super::bundle::{Bundle, MOST};
use super::super::level::{Level, Word, ones};
use super::{Cone, Parts, SMALL};
use crate::board::{Hole, Position};
use crate::class::Nearby;
use crate::hints::{large_list, prefetch};

/// What a position is worth, made of the worths of the positions after its legal jumps.
pub(in crate::solution) trait Worth: Copy + Send + Sync {
    /// The worth of a target.
    const AT_TARGET: Self;
    /// The worth of no position at all: the sum of nothing, and of no weight in any sum.
    const NOTHING: Self;

    /// Adds the worth of the position after a jump from a hole, or [`NOTHING`](Self::NOTHING) where the jump leaves the cone. The
    /// landing is the hole in which the jump ends, as the representative has it that the worth belongs to.
    fn add(&mut self, after: &Self, from: Hole, landing: Hole);

    /// Ends the sum: of so many legal jumps so many stay in the cone.
    fn finish(&mut self, legal: u32, inside: u32);
}

/// How far the working out has come: from the targets up to some level.
pub(in crate::solution) struct Sweep<'c, W, R> {
    cone: &'c Cone,
    /// The number of jumps played on the level.
    played: usize,
    /// What its positions are worth, by number.
    worths: Vec<W>,
    forks: u64,
    /// What was kept of the worths so far, from the last level to this one.
    kept: Vec<Vec<R>>,
}

/// What a sweep leaves behind.
pub(in crate::solution) struct Swept<W, R> {
    /// What the start is worth.
    pub(in crate::solution) start: W,
    /// The number of positions from which a legal jump leaves the cone.
    pub(in crate::solution) forks: u64,
    /// What was kept of the worth of each position, by level and number.
    pub(in crate::solution) kept: Vec<Vec<R>>,
}

impl Cone {
    /// Works out what every position is worth, and keeps something of each.
    pub(in crate::solution) fn sweep<W: Worth, R: Copy + Default + Send>(
        &self,
        keep: impl Fn(&W) -> R + Sync,
    ) -> Swept<W, R> {
        Sweep::of(self, &keep).on(keep, |_| true).end()
    }
}

impl<'c, W: Worth, R: Copy + Default + Send> Sweep<'c, W, R> {
    /// The worths of the targets.
    pub(in crate::solution) fn of(cone: &'c Cone, keep: impl Fn(&W) -> R) -> Self {
        let played = cone.jumps();
        let targets = cone.parts.levels[played].len();
        let kept = vec![vec![keep(&W::AT_TARGET); targets]];
        Self { cone, played, worths: vec![W::AT_TARGET; targets], forks: 0, kept }
    }

    /// Goes on to the start, or to a level with a worth with which it may not.
    pub(in crate::solution) fn on(
        mut self,
        keep: impl Fn(&W) -> R + Sync,
        may: impl Fn(&W) -> bool + Sync,
    ) -> Self {
        let levels = &self.cone.parts.levels;
        // Each takes in turn the worths of every other level.
        let most = levels[..self.played].iter().map(Level::len).max().unwrap_or(0);
        let mut here = large_list(most);
        let worths = std::mem::replace(&mut self.worths, large_list(most));
        self.worths.extend(worths);
        let stop = AtomicBool::new(false);
        while self.played > 0 && !stop.load(Ordering::Relaxed) {
            let after = &levels[self.played];
            self.played -= 1;
            let level = &levels[self.played];
            resize(&mut here, level.len());
            let mut kept_here = vec![R::default(); level.len()];
            let below = &self.worths;
            self.forks += in_parts(level, &mut here, &mut kept_here, |part, worths, kept| {
                let forks = work_out(&self.cone.parts, level, part, after, below, worths);
                for (kept, worth) in kept.iter_mut().zip(worths) {
                    *kept = keep(worth);
                    if !may(worth) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                forks
            });
            self.kept.push(kept_here);
            std::mem::swap(&mut here, &mut self.worths);
        }
        self
    }

    /// Goes on with other worths.
    pub(in crate::solution) fn with<V>(self, of: impl Fn(W) -> V) -> Sweep<'c, V, R> {
        let Self { cone, played, worths, forks, kept } = self;
        Sweep { cone, played, worths: worths.into_iter().map(of).collect(), forks, kept }
    }

    /// What is there once the start is reached.
    pub(in crate::solution) fn end(self) -> Swept<W, R> {
        let Self { worths, forks, mut kept, .. } = self;
        kept.reverse();
        Swept { start: worths[0], forks, kept }
    }
}

/// Makes a list so long, whatever it holds. Memory that is used for the first time is touched by all threads.
fn resize<W: Worth>(worths: &mut Vec<W>, len: usize) {
    #[cfg(feature = "parallel")]
    if let Some(more) = len.checked_sub(worths.len()).filter(|&more| more >= SMALL) {
        use rayon::prelude::*;
        worths.par_extend(rayon::iter::repeat_n(W::NOTHING, more));
    }
    worths.resize(len, W::NOTHING);
}

/// A jump that is legal in a position of a bundle: which position it is, from where, and where it lands; eight bits each.
#[derive(Clone, Copy)]
struct Edge(u32);

impl Edge {
    #[inline(always)]
    fn new(member: u64, from: Hole, landing: Hole) -> Self {
        Self(member as u32 | u32::from(from.0) << 8 | u32::from(landing.0) << 16)
    }

    #[inline(always)]
    fn member(self) -> usize {
        self.0 as usize % MOST
    }

    #[inline(always)]
    fn from(self) -> Hole {
        Hole((self.0 >> 8) as u8)
    }

    #[inline(always)]
    fn landing(self) -> Hole {
        Hole((self.0 >> 16) as u8)
    }
}

/// Works out the worths of the members of a part of a level; tells the number of forks.
///
/// A hundred million positions are looked up one after the other for some letters, and neither what the program does next nor the
/// time it waits for memory must hang on what is found: so the jumps of a whole bundle of positions go through one
/// step after the other.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn work_out<W: Worth>(
    cone: &Parts,
    level: &Level,
    part: Range<usize>,
    after: &Level,
    below: &[W],
    worths: &mut [W],
) -> u64 {
    let Parts { class, steps, stabiliser, .. } = cone;
    let mut nearby = Nearby::new(class);
    let trivial = stabiliser.is_trivial();
    let mut words = level.words(part);
    let mut word = Word { first: 0, members: 0 };
    let mut position = Position::EMPTY;
    // As many as there can be, whatever they are; and one more, as what is not wanted is written where the next one goes.
    let none = after.seek(0, Edge(0)).1;
    let mut sought = vec![none; steps.len() * MOST + 1];
    let mut found = vec![(0, Edge(0)); sought.len()];
    let mut forks = 0;
    for worths in worths.chunks_mut(MOST) {
        let (mut indices, mut codes) = ([0; MOST], [0; MOST]);
        for (index, code) in indices.iter_mut().zip(&mut codes).take(worths.len()) {
            if word.members == 0 {
                word = words.next().expect("each worth has a member");
                position = nearby.word(word.first);
            }
            *index = word.first | u64::from(word.members.trailing_zeros());
            *code = nearby.within(position, *index).0;
            word.members &= word.members - 1;
        }
        let bundle = Bundle::of(codes);
        // At most three rows of holes go through each of 64, so fewer than 256 jumps are legal.
        let (mut legal, mut inside) = ([0_u8; MOST], [0_u8; MOST]);
        let mut left = 0;
        for step in steps {
            let (from, to) = (step.jump.from(), step.jump.to());
            for member in ones(bundle.legal(step.jump)) {
                let (mut index, mut landing) =
                    (indices[member as usize].wrapping_add(step.adds), to);
                if !trivial {
                    (index, landing) = stabiliser.representative_with(index, landing);
                }
                legal[member as usize] += 1;
                let (there, one) = after.seek(index, Edge::new(member, from, landing));
                sought[left] = one;
                left += usize::from(there);
            }
        }
        worths.fill(W::NOTHING);
        for &(number, edge) in
            after.find(&mut sought[..left], &mut found, |number| prefetch(below, number))
        {
            inside[edge.member()] += 1;
            worths[edge.member()].add(&below[number as usize], edge.from(), edge.landing());
        }
        for (member, worth) in worths.iter_mut().enumerate() {
            let (legal, inside) = (legal[member], inside[member]);
            worth.finish(u32::from(legal), u32::from(inside));
            if inside < legal {
                forks += stabiliser.orbit(indices[member]);
            }
        }
    }
    forks
}

/// Does something with each part of a level and with what two lists have for its positions, on all threads if it is worth it; adds
/// up what it returns.
pub(super) fn in_parts<V: Send, R: Send>(
    level: &Level,
    mut first: &mut [V],
    mut second: &mut [R],
    part: impl Fn(Range<usize>, &mut [V], &mut [R]) -> u64 + Sync,
) -> u64 {
    let mut parts = Vec::new();
    for (branches, numbers) in level.parts((level.len() / SMALL).clamp(1, 64)) {
        let (these, others) = first.split_at_mut(numbers.len());
        let (those, rest) = second.split_at_mut(numbers.len());
        parts.push((branches, these, those));
        (first, second) = (others, rest);
    }
    #[cfg(feature = "parallel")]
    if parts.len() > 1 {
        use rayon::prelude::*;
        return parts.into_par_iter().map(|(branches, v, r)| part(branches, v, r)).sum();
    }
    parts.into_iter().map(|(branches, v, r)| part(branches, v, r)).sum()
}
