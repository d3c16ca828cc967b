//! Working out what every position of a cone is worth, from the targets up, level by level. It needs the levels; what a worth is
//! is told in the other rooms.

use std::ops::Range;

use multiversion::multiversion;

use super::super::level::{Level, ones};
use super::{Cone, Parts, SMALL};
use crate::board::{Hole, Position};

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

impl Cone {
    /// Works out what every position is worth. `finished` takes the worths of a level once those of the level
    /// above it are known: one for each member, by number. Returns what the start is worth, and the number of forks: positions from which
    /// a legal jump leaves the cone.
    pub(in crate::solution) fn sweep<W: Worth>(
        &self,
        mut finished: impl FnMut(usize, &[W]),
    ) -> (W, u64) {
        let levels = &self.parts.levels;
        // Beyond the worths of the members stands that of no member.
        let mut below = vec![W::AT_TARGET; levels[self.jumps()].len()];
        let mut here = Vec::new();
        let mut forks = 0;
        for played in (0..self.jumps()).rev() {
            let (level, after) = (&levels[played], &levels[played + 1]);
            finished(played + 1, &below);
            below.push(W::NOTHING);
            here.clear();
            here.resize(level.len(), W::NOTHING);
            forks += in_parts(level, &mut here, |part, worths| {
                work_out(&self.parts, level, part, after, &below, worths)
            });
            std::mem::swap(&mut here, &mut below);
        }
        finished(0, &below);
        (below[0], forks)
    }
}

/// Works out the worths of the members of a part of a level; tells the number of forks. Counting the bits of a word is one
/// instruction where the processor has it.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn work_out<W: Worth>(
    cone: &Parts,
    level: &Level,
    part: Range<usize>,
    after: &Level,
    below: &[W],
    worths: &mut [W],
) -> u64 {
    let Parts { class, shifts, stabiliser, .. } = cone;
    let origin = class.position(0);
    let low: [Position; 64] = std::array::from_fn(|bits| class.position(bits as u64) ^ origin);
    let trivial = stabiliser.is_trivial();
    let mut places = worths.iter_mut();
    let mut forks = 0;
    for word in level.words(part) {
        let position = class.position(word.first);
        for (bit, place) in ones(word.members).zip(&mut places) {
            let index = word.first | bit;
            let (mut worth, mut legal, mut inside) = (W::NOTHING, 0, 0);
            shifts.each_jump((position ^ low[bit as usize]).0, |step| {
                let (mut next, mut landing) = (index.wrapping_add(step.adds), step.jump.to);
                if !trivial {
                    (next, landing) = stabiliser.representative_with(next, landing);
                }
                let number = after.number_or_len(next);
                legal += 1;
                inside += u32::from(number < after.len());
                worth.add(&below[number], step.jump.from, landing);
            });
            worth.finish(legal, inside);
            if inside < legal {
                forks += stabiliser.orbit(index);
            }
            *place = worth;
        }
    }
    forks
}

/// Does something with each part of a level and the worths of its positions, on all threads if it is worth it; adds up what it
/// returns.
pub(super) fn in_parts<V: Send>(
    level: &Level,
    mut worths: &mut [V],
    part: impl Fn(Range<usize>, &mut [V]) -> u64 + Sync,
) -> u64 {
    let mut parts = Vec::new();
    for (branches, numbers) in level.parts((level.len() / SMALL).clamp(1, 64)) {
        let (these, others) = worths.split_at_mut(numbers.len());
        parts.push((branches, these));
        worths = others;
    }
    #[cfg(feature = "parallel")]
    if parts.len() > 1 {
        use rayon::prelude::*;
        return parts.into_par_iter().map(|(branches, worths)| part(branches, worths)).sum();
    }
    parts.into_iter().map(|(branches, worths)| part(branches, worths)).sum()
}

/// Something of each worth.
pub(in crate::solution) fn each_of<W: Sync, R: Send>(
    worths: &[W],
    of: impl Fn(&W) -> R + Sync,
) -> Vec<R> {
    #[cfg(feature = "parallel")]
    if worths.len() >= SMALL {
        use rayon::prelude::*;
        return worths.par_iter().map(&of).collect();
    }
    worths.iter().map(&of).collect()
}
