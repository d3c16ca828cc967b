//! Computes a value for every position of a cone, from the targets up, level by level. Needs the levels. Other modules define
//! the values.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bytemuck::Zeroable;
use multiversion::multiversion;

use super::super::bundle::{Bundle, MOST};
use super::super::count::CountError;
use super::super::level::{Level, Word};
use super::super::shifts::IndexedJump;
use super::{Cone, Parts, SMALL};
use crate::bits::ones;
use crate::board::{Bitboard, Hole};
use crate::class::WordPositions;
use crate::memory::{self, MemoryError, prefetch, zeros};
use crate::parallel;
use crate::progress::{Interrupted, Progress};

/// The value of a position, computed from the values of the positions after its legal jumps.
pub(in crate::solution) trait Value: Copy + Send + Sync {
    /// The value of a target.
    const AT_TARGET: Self;
    /// The empty sum: adding it changes nothing.
    const NOTHING: Self;

    /// Adds the value of the position after a jump from a hole, or [`NOTHING`](Self::NOTHING) where the jump leaves the cone. The
    /// landing is the image of the hole where the jump ends, in the representative whose value it is.
    fn add(&mut self, after: &Self, from: Hole, landing: Hole);

    /// Ends the sum. Takes the number of legal jumps, and of those that stay inside the cone.
    fn finish(&mut self, legal: u32, inside: u32);
}

/// What memory for the values is for.
const VALUES: &str = "evaluating the positions between start and target";

/// An unfinished evaluation, done from the targets up to some level.
pub(in crate::solution) struct Evaluation<'c, V, R> {
    cone: &'c Cone,
    progress: Progress<'c>,
    /// The number of jumps played on the level.
    played: usize,
    /// The values of its positions, by number.
    values: Vec<V>,
    forks: u64,
    /// What is kept of each value, from the last level to this one.
    kept: Vec<Vec<R>>,
}

/// The result of an evaluation.
pub(in crate::solution) struct Evaluated<V, R> {
    /// The value of the start.
    pub(in crate::solution) start: V,
    /// The number of positions from which a legal jump leaves the cone.
    pub(in crate::solution) forks: u64,
    /// What was kept of the value of each position, by level and number.
    pub(in crate::solution) kept: Vec<Vec<R>>,
}

impl Cone {
    /// Computes the value of every position, and keeps part of each.
    pub(in crate::solution) fn evaluate<V: Value, R: Copy + Zeroable + Send>(
        &self,
        keep: impl Fn(&V) -> R + Sync,
        progress: Progress<'_>,
    ) -> Result<Evaluated<V, R>, CountError> {
        Ok(Evaluation::new(self, &keep, progress)?.advance(keep, |_| true)?.finish())
    }

    /// The number of positions on the largest of the levels after at most `played` jumps.
    fn widest(&self, played: usize) -> usize {
        self.parts.levels[..=played].iter().map(Level::len).max().unwrap_or(0)
    }
}

impl<'c, V: Value, R: Copy + Zeroable + Send> Evaluation<'c, V, R> {
    /// Evaluates the targets.
    pub(in crate::solution) fn new(
        cone: &'c Cone,
        keep: impl Fn(&V) -> R,
        progress: Progress<'c>,
    ) -> Result<Self, MemoryError> {
        let played = cone.jumps();
        let targets = cone.parts.levels[played].len();
        let values = 2 * cone.widest(played) * size_of::<V>();
        memory::require(VALUES, (values + cone.symmetry_classes() * size_of::<R>()) as u64)?;
        let mut values = memory::list(|| VALUES, cone.widest(played))?;
        values.resize(targets, V::AT_TARGET);
        let mut kept = zeros(|| VALUES, targets)?;
        kept.fill(keep(&V::AT_TARGET));
        Ok(Self { cone, progress, played, values, forks: 0, kept: vec![kept] })
    }

    /// Continues to the start, or only to the end of a level with a value that `may` refuses.
    pub(in crate::solution) fn advance(
        mut self,
        keep: impl Fn(&V) -> R + Sync,
        may: impl Fn(&V) -> bool + Sync,
    ) -> Result<Self, CountError> {
        let levels = &self.cone.parts.levels;
        // The two lists take turns to hold the values of a level.
        let mut here = memory::list(|| VALUES, self.cone.widest(self.played))?;
        let [stop, interrupted] = [const { AtomicBool::new(false) }; 2];
        let total = self.cone.symmetry_classes() as u64;
        let done = AtomicU64::new(self.kept.iter().map(|kept| kept.len() as u64).sum());
        while self.played > 0 && !stop.load(Ordering::Relaxed) {
            let after = &levels[self.played];
            self.played -= 1;
            let level = &levels[self.played];
            resize(&mut here, level.len());
            let mut kept_here = zeros(|| VALUES, level.len())?;
            let below = &self.values;
            self.forks += in_parts(level, &mut here, &mut kept_here, |part, values, kept| {
                let done = done.fetch_add(values.len() as u64, Ordering::Relaxed);
                if interrupted.load(Ordering::Relaxed) || self.progress.report(done, total).is_err()
                {
                    interrupted.store(true, Ordering::Relaxed);
                    return 0;
                }
                let forks = evaluate(&self.cone.parts, level, part, after, below, values);
                let forks = forks.expect("a level has as many members as values");
                for (kept, value) in kept.iter_mut().zip(values) {
                    *kept = keep(value);
                    if !may(value) {
                        stop.store(true, Ordering::Relaxed);
                    }
                }
                forks
            });
            if interrupted.load(Ordering::Relaxed) {
                return Err(Interrupted.into());
            }
            self.kept.push(kept_here);
            std::mem::swap(&mut here, &mut self.values);
        }
        Ok(self)
    }

    /// Continues with values of another type.
    pub(in crate::solution) fn convert<W>(
        self,
        of: impl Fn(V) -> W,
    ) -> Result<Evaluation<'c, W, R>, MemoryError> {
        let Self { cone, progress, played, values, forks, kept } = self;
        let mut converted = memory::list(|| VALUES, cone.widest(played))?;
        converted.extend(values.into_iter().map(of));
        Ok(Evaluation { cone, progress, played, values: converted, forks, kept })
    }

    /// The result, once the start is reached.
    pub(in crate::solution) fn finish(self) -> Evaluated<V, R> {
        let Self { values, forks, mut kept, .. } = self;
        kept.reverse();
        Evaluated { start: values[0], forks, kept }
    }
}

/// Makes a list this long, whatever it holds. All threads touch memory that is used for the first time.
fn resize<V: Value>(values: &mut Vec<V>, len: usize) {
    if let Some(more) = len.checked_sub(values.len()).filter(|&more| more >= SMALL) {
        parallel::extend(values, more, V::NOTHING);
    }
    values.resize(len, V::NOTHING);
}

/// A legal jump in a position of a bundle: the number of the position, the hole it starts from, the hole it lands in; eight bits each.
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
        Hole((self.0 >> 8) as u16 & 0xFF)
    }

    #[inline(always)]
    fn landing(self) -> Hole {
        Hole((self.0 >> 16) as u16)
    }
}

/// Evaluates the members of a part of a level, and returns the number of forks, or `None` if there are more values than members.
///
/// Some letters take a hundred million look-ups. To avoid mispredicted branches and to overlap the waits for memory, the jumps of a
/// whole bundle of positions go through each stage together.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn evaluate<V: Value>(
    cone: &Parts,
    level: &Level,
    part: Range<usize>,
    after: &Level,
    below: &[V],
    values: &mut [V],
) -> Option<u64> {
    let Parts { class, jumps, stabiliser, .. } = cone;
    let mut places = WordPositions::new(class);
    let trivial = stabiliser.order() == 1;
    let mut words = level.words(part);
    let mut word = Word { first: 0, members: 0 };
    let mut position = Bitboard::EMPTY;
    // Room for the maximum and one more, because an unwanted look-up is written, too, and overwritten by the next.
    let none = after.begin(0, Edge(0)).1;
    let mut lookups = vec![none; jumps.len() * MOST + 1];
    let mut found = vec![(0, Edge(0)); lookups.len()];
    let mut forks = 0;
    for values in values.chunks_mut(MOST) {
        let (mut indices, mut codes) = ([0; MOST], [0; MOST]);
        for (index, code) in indices.iter_mut().zip(&mut codes).take(values.len()) {
            if word.members == 0 {
                word = words.next()?;
                position = places.word(word.first);
            }
            *index = word.first | u64::from(word.members.trailing_zeros());
            *code = places.within(position, *index).0;
            word.members &= word.members - 1;
        }
        let bundle = Bundle::of(codes);
        // At most three rows of holes go through each of 64, so fewer than 256 jumps are legal.
        let (mut legal, mut inside) = ([0_u8; MOST], [0_u8; MOST]);
        let mut left = 0;
        for &IndexedJump { jump, adds } in jumps {
            let (from, to) = (jump.from(), jump.to());
            for member in ones(bundle.legal(jump)).map(u64::from) {
                let (mut index, mut landing) = (indices[member as usize].wrapping_add(adds), to);
                if !trivial {
                    (index, landing) = stabiliser.representative_with(index, landing);
                }
                legal[member as usize] += 1;
                let (exists, lookup) = after.begin(index, Edge::new(member, from, landing));
                lookups[left] = lookup;
                left += usize::from(exists);
            }
        }
        values.fill(V::NOTHING);
        for &(number, edge) in
            after.finish(&mut lookups[..left], &mut found, |number| prefetch(below, number))
        {
            inside[edge.member()] += 1;
            values[edge.member()].add(&below[number as usize], edge.from(), edge.landing());
        }
        for (member, value) in values.iter_mut().enumerate() {
            let (legal, inside) = (legal[member], inside[member]);
            value.finish(u32::from(legal), u32::from(inside));
            if inside < legal {
                forks += stabiliser.orbit(indices[member]) as u64;
            }
        }
    }
    Some(forks)
}

/// Calls `part` with each part of a level and the entries of two lists for its positions, on all threads if the level is large, and
/// adds up the results.
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
    parallel::map(parts, |(branches, v, r)| part(branches, v, r)).into_iter().sum()
}
