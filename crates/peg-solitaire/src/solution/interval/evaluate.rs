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

use super::level::{Level, LevelWords, Lookup, Word};
use super::{Interval, IntervalGame};
use crate::bits::{SET, ones};
use crate::board::{Bitboard, Hole, SmallBoard};
use crate::class::{Images, IndexedJump, PositionClass, WordPositions};
use crate::memory::{self, prefetch, zeros};
use crate::progress::Progress;
use crate::{Error, Result, parallel};

/// The value of a position, computed from the values of the positions after its legal jumps.
pub(in crate::solution) trait Value: Copy + Send + Sync {
    /// The value of a target.
    const AT_TARGET: Self;
    /// The sum of no values: what those after the jumps are added to.
    const EMPTY_SUM: Self;

    /// Adds the value of the position after a jump from a hole. The landing is the image of the
    /// hole where the jump ends, in the representative whose value it is.
    fn add(&mut self, after: &Self, from: Hole, landing: Hole);

    /// Ends the sum. Takes the number of legal jumps, and of those that stay inside the interval.
    fn finish(&mut self, _legal: u32, _inside: u32) {}
}

/// What memory for the values is for.
const VALUES: &str = "evaluating the positions between start and target";

/// What came of an evaluation.
pub(in crate::solution) struct Evaluated<V, R> {
    /// The value of the start.
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
        let needed = 2 * widest * size_of::<V>() + total * size_of::<R>();
        memory::require(VALUES, needed as u64)?;

        // The two lists take turns to hold the values of a level.
        let mut below = memory::list(|| VALUES, widest)?;
        let mut here = memory::list(|| VALUES, widest)?;

        let targets = self.levels[self.jumps()].len();
        below.resize(targets, V::AT_TARGET);
        let mut last = zeros(|| VALUES, targets)?;
        last.fill(keep(&V::AT_TARGET));

        let evaluation = Evaluation {
            game: &self.game,
            jumps: self.indexed_jumps(),
            keep,
            progress,
            done: AtomicU64::new(targets as u64),
            total: total as u64,
        };
        let mut kept = vec![last];
        let mut forks = 0;
        for (level, after) in self.levels.iter().zip(&self.levels[1..]).rev() {
            here.truncate(level.len());
            let more = level.len() - here.len();
            parallel::extend(&mut here, more, V::EMPTY_SUM);
            let mut kept_here = zeros(|| VALUES, level.len())?;

            forks += evaluation.level(level, after, &below, &mut here, &mut kept_here)?;

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

    /// All jumps of the board, with what they add to indices.
    fn indexed_jumps(&self) -> Vec<IndexedJump> {
        let jumps = self.board().each_jump();
        jumps.map(|jump| self.game.class.indexed(jump)).collect()
    }
}

/// An evaluation under way.
struct Evaluation<'p, K> {
    game: &'p IntervalGame,
    jumps: Vec<IndexedJump>,
    /// What is kept of a value.
    keep: K,
    progress: Progress<'p>,
    /// The positions evaluated so far, and all of them.
    done: AtomicU64,
    total: u64,
}

impl<K> Evaluation<'_, K> {
    /// Evaluates a level, part by part on all threads, given the level after it and its values
    /// `below`. Returns the number of forks.
    fn level<V: Value, R: Copy + Send>(
        &self,
        level: &Level,
        after: &Level,
        below: &[V],
        here: &mut [V],
        kept: &mut [R],
    ) -> Result<u64>
    where
        K: Fn(&V) -> R + Sync,
    {
        let mut parts = Vec::new();
        let mut values_left = here;
        let mut kept_left = kept;
        for (branches, numbers) in level.parts(level.pieces()) {
            let (values, values_after) = values_left.split_at_mut(numbers.len());
            let (kept, kept_after) = kept_left.split_at_mut(numbers.len());
            parts.push((branches, values, kept));
            values_left = values_after;
            kept_left = kept_after;
        }

        let evaluate_part = |(branches, values, kept): (_, &mut [V], &mut [R])| {
            let done = self.done.fetch_add(values.len() as u64, Ordering::Relaxed);
            self.progress.report(done, self.total)?;

            let forks = evaluate(
                self.game,
                &self.jumps,
                level,
                branches,
                after,
                below,
                values,
            );
            for (kept, value) in kept.iter_mut().zip(values) {
                *kept = (self.keep)(value);
            }
            Ok::<u64, Error>(forks.expect("a level has as many members as values"))
        };
        let forks = parallel::try_map(parts, evaluate_part)?;
        Ok(forks.into_iter().sum())
    }
}

/// The positions that go through the stages together, at most.
const BATCH: usize = 64;

/// A legal jump in one of the positions. It is copied as one word.
#[derive(Clone, Copy)]
#[repr(align(4))]
struct Edge {
    /// The number of the position.
    member: u8,
    from: u8,
    landing: u8,
}

impl Edge {
    const NONE: Self = Self {
        member: 0,
        from: 0,
        landing: 0,
    };
}

/// Swaps rows and columns, so that positions become a word for each hole, with a bit for each
/// position.
#[inline(always)]
fn transpose(words: &mut [u64; BATCH]) {
    // Swaps ever smaller squares on either side of the diagonal.
    for (step, right) in SET.into_iter().enumerate().rev() {
        let side = 1 << step;
        for first in (0..BATCH).step_by(2 * side) {
            for row in first..first + side {
                let swapped = (words[row] >> side ^ words[row + side]) & !right;
                words[row] ^= swapped << side;
                words[row + side] ^= swapped;
            }
        }
    }
}

/// Up to [`BATCH`] positions.
struct Batch {
    indices: [u64; BATCH],
    /// For each hole, a bit for each position that has a peg there.
    pegs: [u64; BATCH],
}

/// The members of a part of a level, which are read from words, each with the position of its first
/// index.
struct MembersOfPart<'g> {
    class: &'g PositionClass,
    places: WordPositions,
    words: LevelWords<'g>,
    /// What is left of the word that is read.
    word: Word,
    word_position: Bitboard,
}

impl<'g> MembersOfPart<'g> {
    fn of(class: &'g PositionClass, words: LevelWords<'g>) -> Self {
        Self {
            class,
            places: WordPositions::new(class),
            words,
            word: Word {
                first: 0,
                members: 0,
            },
            word_position: Bitboard::EMPTY,
        }
    }

    /// The next `count` members, at most [`BATCH`]; none if fewer are left.
    #[inline(always)]
    fn batch(&mut self, count: usize) -> Option<Batch> {
        let mut indices = [0; BATCH];
        let mut pegs = [0; BATCH];
        for (index, pegs) in indices.iter_mut().zip(&mut pegs).take(count) {
            if self.word.members == 0 {
                self.word = self.words.next()?;
                self.word_position = self.class.position(self.word.first);
            }

            *index = self.word.first | u64::from(self.word.members.trailing_zeros());
            *pegs = self.places.within(self.word_position, *index).0;
            self.word.members &= self.word.members - 1;
        }

        transpose(&mut pegs);
        Some(Batch { indices, pegs })
    }
}

/// Where the jumps of a batch lead: what is looked up in the next level, and what is found there.
struct Landings {
    lookups: Vec<Lookup<Edge>>,
    /// How many look-ups were begun for this batch. The others are room.
    begun: usize,
    found: Vec<(u32, Edge)>,
}

impl Landings {
    fn new(board: &SmallBoard, after: &Level) -> Self {
        // At most one jump goes over each triple. Room for one more, because an unwanted look-up is
        // written, too, and overwritten by the next.
        let room = board.triples().len() * BATCH + 1;
        Self {
            lookups: vec![after.begin(0, Edge::NONE).1; room],
            begun: 0,
            found: vec![(0, Edge::NONE); room],
        }
    }

    /// Begins to look up where each jump leads, from every position where it is legal. Returns the
    /// number of legal jumps in each position.
    #[inline(always)]
    fn begin(
        &mut self,
        batch: &Batch,
        jumps: &[IndexedJump],
        stabiliser: &Images,
        after: &Level,
    ) -> [u8; BATCH] {
        let trivial = stabiliser.order() == 1;
        let mut legal = [0_u8; BATCH];
        let mut begun = 0;
        for &IndexedJump { jump, adds } in jumps {
            let from = batch.pegs[jump.from().index() % BATCH];
            let over = batch.pegs[jump.over().index() % BATCH];
            let to = batch.pegs[jump.to().index() % BATCH];
            for member in ones(from & over & !to) {
                let mut index = batch.indices[member as usize].wrapping_add(adds);
                let mut landing = jump.to();
                if !trivial {
                    (index, landing) = stabiliser.representative_with(index, landing);
                }
                legal[member as usize] += 1;

                let edge = Edge {
                    member: member as u8,
                    from: jump.from().0 as u8,
                    landing: landing.0 as u8,
                };
                let (exists, lookup) = after.begin(index, edge);
                self.lookups[begun] = lookup;
                begun += usize::from(exists);
            }
        }

        self.begun = begun;
        legal
    }

    /// Finishes the look-ups: those that lead into the next level add its values, `below`. Returns
    /// the number of these for each position.
    #[inline(always)]
    fn add<V: Value>(&mut self, after: &Level, below: &[V], values: &mut [V]) -> [u8; BATCH] {
        let mut inside = [0_u8; BATCH];
        let lookups = &mut self.lookups[..self.begun];
        for &(number, edge) in after.finish(lookups, &mut self.found, |at| prefetch(below, at)) {
            let member = usize::from(edge.member) % BATCH;
            inside[member] += 1;
            let from = Hole(edge.from.into());
            let landing = Hole(edge.landing.into());
            values[member].add(&below[number as usize], from, landing);
        }
        inside
    }
}

/// Evaluates the members of a part of a level, and returns the number of forks, or `None` if there
/// are more values than members. The stages are inlined, so that they are compiled for the same
/// processors.
#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn evaluate<V: Value>(
    game: &IntervalGame,
    jumps: &[IndexedJump],
    level: &Level,
    part: Range<usize>,
    after: &Level,
    below: &[V],
    values: &mut [V],
) -> Option<u64> {
    let IntervalGame {
        class, stabiliser, ..
    } = game;
    let mut members = MembersOfPart::of(class, level.words(part));
    let mut landings = Landings::new(class.board(), after);

    let mut forks = 0;
    for values in values.chunks_mut(BATCH) {
        let batch = members.batch(values.len())?;
        let legal = landings.begin(&batch, jumps, stabiliser, after);
        values.fill(V::EMPTY_SUM);
        let inside = landings.add(after, below, values);

        for (member, value) in values.iter_mut().enumerate() {
            let (legal, inside) = (legal[member], inside[member]);
            value.finish(u32::from(legal), u32::from(inside));

            if inside < legal {
                forks += if stabiliser.order() == 1 {
                    1
                } else {
                    stabiliser.orbit(batch.indices[member]) as u64
                };
            }
        }
    }
    Some(forks)
}
