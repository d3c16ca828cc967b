//! Computes a value for every position of an interval, from the targets up, level by level. Needs
//! the levels. Other modules define the values.
//!
//! Some letters take a hundred million look-ups. To avoid mispredicted branches and to overlap the
//! waits for memory, the jumps of 64 positions go through each stage together, jump by jump, so
//! that neighbours look up neighbours, and only those that are still wanted go on.

use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};

use bytemuck::Zeroable;
use multiversion::multiversion;

use super::level::{Level, Word};
use super::{Game, Interval};
use crate::bits::{SET, ones};
use crate::board::{Bitboard, Hole};
use crate::class::{IndexedJump, WordPositions};
use crate::memory::{self, prefetch, zeros};
use crate::progress::Progress;
use crate::{Error, Result, parallel};

/// The value of a position, computed from the values of the positions after its legal jumps.
pub(in crate::solution) trait Value: Copy + Send + Sync {
    const AT_TARGET: Self;
    /// The empty sum: adding it changes nothing.
    const NOTHING: Self;

    /// Adds the value of the position after a jump from a hole. The landing is the image of the
    /// hole where the jump ends, in the representative whose value it is.
    fn add(&mut self, after: &Self, from: Hole, landing: Hole);

    /// Ends the sum. Takes the number of legal jumps, and of those that stay inside the interval.
    fn finish(&mut self, _legal: u32, _inside: u32) {}
}

/// What memory for the values is for.
const VALUES: &str = "evaluating the positions between start and target";

pub(in crate::solution) struct Evaluated<V, R> {
    pub(in crate::solution) start: V,
    /// The number of positions from which a legal jump leaves the interval.
    pub(in crate::solution) forks: u64,
    /// What was kept of the value of each position, by level and number.
    pub(in crate::solution) kept: Vec<Vec<R>>,
}

impl Interval {
    /// Computes the value of every position, and keeps part of each.
    pub(in crate::solution) fn evaluate<V: Value, R: Copy + Zeroable + Send>(
        &self,
        keep: impl Fn(&V) -> R + Sync,
        progress: Progress<'_>,
    ) -> Result<Evaluated<V, R>> {
        let widest = self.levels.iter().map(Level::len).max().unwrap_or(0);
        let total = self.symmetry_classes();
        memory::require(
            VALUES,
            (2 * widest * size_of::<V>() + total * size_of::<R>()) as u64,
        )?;
        // The two lists take turns to hold the values of a level.
        let (mut below, mut here) = (
            memory::list(|| VALUES, widest)?,
            memory::list(|| VALUES, widest)?,
        );
        let targets = self.levels[self.jumps()].len();
        below.resize(targets, V::AT_TARGET);
        let mut last = zeros(|| VALUES, targets)?;
        last.fill(keep(&V::AT_TARGET));
        let mut kept = vec![last];
        let jumps = self
            .board()
            .each_jump()
            .map(|jump| self.game.class.indexed(jump));
        let jumps: Vec<_> = jumps.collect();
        let (done, mut forks) = (AtomicU64::new(targets as u64), 0);
        for (level, after) in self.levels.iter().zip(&self.levels[1..]).rev() {
            here.truncate(level.len());
            let more = level.len() - here.len();
            parallel::extend(&mut here, more, V::NOTHING);
            let mut kept_here = zeros(|| VALUES, level.len())?;
            let mut parts = Vec::new();
            let (mut values, mut keeps) = (&mut *here, &mut *kept_here);
            for (branches, numbers) in level.parts(level.pieces()) {
                let (these, others) = values.split_at_mut(numbers.len());
                let (those, rest) = keeps.split_at_mut(numbers.len());
                parts.push((branches, these, those));
                (values, keeps) = (others, rest);
            }
            let part = |(branches, values, kept): (_, &mut [V], &mut [R])| {
                let done = done.fetch_add(values.len() as u64, Ordering::Relaxed);
                progress.report(done, total as u64)?;
                let forks = evaluate(&self.game, &jumps, level, branches, after, &below, values);
                kept.iter_mut()
                    .zip(values)
                    .for_each(|(kept, value)| *kept = keep(value));
                Ok::<u64, Error>(forks.expect("a level has as many members as values"))
            };
            forks += parallel::try_map(parts, part)?.into_iter().sum::<u64>();
            kept.push(kept_here);
            std::mem::swap(&mut here, &mut below);
        }
        kept.reverse();
        Ok(Evaluated {
            start: below[0],
            forks,
            kept,
        })
    }
}

/// The most positions that go through the stages together.
const MOST: usize = 64;

/// A legal jump in one of the positions: the number of the position, the hole it starts from, the
/// hole it lands in. It is copied as one word.
#[derive(Clone, Copy)]
#[repr(align(4))]
struct Edge {
    member: u8,
    from: u8,
    landing: u8,
}

/// Swaps rows and columns, so that positions become a word for each hole, with a bit for each
/// position.
#[inline(always)]
fn transpose(words: &mut [u64; MOST]) {
    // Swaps ever smaller squares on either side of the diagonal.
    for (step, right) in SET.into_iter().enumerate().rev() {
        let side = 1 << step;
        for row in (0..MOST)
            .step_by(2 * side)
            .flat_map(|first| first..first + side)
        {
            let swapped = (words[row] >> side ^ words[row + side]) & !right;
            words[row] ^= swapped << side;
            words[row + side] ^= swapped;
        }
    }
}

/// Evaluates the members of a part of a level, and returns the number of forks, or `None` if there
/// are more values than members.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn evaluate<V: Value>(
    game: &Game,
    jumps: &[IndexedJump],
    level: &Level,
    part: Range<usize>,
    after: &Level,
    below: &[V],
    values: &mut [V],
) -> Option<u64> {
    let Game {
        class, stabiliser, ..
    } = game;
    let places = WordPositions::new(class);
    let trivial = stabiliser.order() == 1;
    let mut words = level.words(part);
    let mut word = Word {
        first: 0,
        members: 0,
    };
    let mut position = Bitboard::EMPTY;
    // At most one jump goes over each triple. Room for one more, because an unwanted look-up is
    // written, too, and overwritten by the next.
    let nowhere = Edge {
        member: 0,
        from: 0,
        landing: 0,
    };
    let mut lookups = vec![after.begin(0, nowhere).1; class.board().triples().len() * MOST + 1];
    let mut found = vec![(0, nowhere); lookups.len()];
    let mut forks = 0;
    for values in values.chunks_mut(MOST) {
        let (mut indices, mut pegs) = ([0; MOST], [0; MOST]);
        for (index, pegs) in indices.iter_mut().zip(&mut pegs).take(values.len()) {
            if word.members == 0 {
                word = words.next()?;
                position = class.position(word.first);
            }
            *index = word.first | u64::from(word.members.trailing_zeros());
            *pegs = places.within(position, *index).0;
            word.members &= word.members - 1;
        }
        transpose(&mut pegs);
        let (mut legal, mut inside) = ([0_u8; MOST], [0_u8; MOST]);
        let mut left = 0;
        for &IndexedJump { jump, adds } in jumps {
            let [from, over, to] =
                [jump.from(), jump.over(), jump.to()].map(|hole| pegs[hole.index() % MOST]);
            for member in ones(from & over & !to) {
                let mut index = indices[member as usize].wrapping_add(adds);
                let mut landing = jump.to();
                if !trivial {
                    (index, landing) = stabiliser.representative_with(index, landing);
                }
                legal[member as usize] += 1;
                let (from, landing) = (jump.from().0 as u8, landing.0 as u8);
                let (exists, lookup) = after.begin(
                    index,
                    Edge {
                        member: member as u8,
                        from,
                        landing,
                    },
                );
                lookups[left] = lookup;
                left += usize::from(exists);
            }
        }
        values.fill(V::NOTHING);
        for &(
            number,
            Edge {
                member,
                from,
                landing,
            },
        ) in after.finish(&mut lookups[..left], &mut found, |number| {
            prefetch(below, number)
        }) {
            let member = usize::from(member) % MOST;
            inside[member] += 1;
            let (from, landing) = (Hole(from.into()), Hole(landing.into()));
            values[member].add(&below[number as usize], from, landing);
        }
        for (member, value) in values.iter_mut().enumerate() {
            let (legal, inside) = (legal[member], inside[member]);
            value.finish(u32::from(legal), u32::from(inside));
            if inside < legal {
                forks += if trivial {
                    1
                } else {
                    stabiliser.orbit(indices[member]) as u64
                };
            }
        }
    }
    Some(forks)
}
