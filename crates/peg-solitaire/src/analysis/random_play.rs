//! Random play: where a player ends who chooses among all legal jumps with equal probability.

use multiversion::multiversion;

use super::symmetry_classes::{SymmetryClasses, appended};
use super::table::{Column, Table};
use crate::board::Bitboard;
use crate::class::{Orbits, PositionClass};
use crate::memory::{self, MemoryError, prefetch};
use crate::parallel;
use crate::progress::Progress;
use crate::solution::shifts::{IndexedJump, Shifts};
use crate::solve::{ClassSet, Reachable, SolveError};

/// Where random play ends.
#[derive(Clone, PartialEq, Debug)]
pub struct RandomPlay {
    pegs: u32,
    /// The number of symmetry classes of dead ends (no jump is legal) after 0, 1, ... jumps.
    pub dead_ends: Vec<u64>,
    /// The probability that play ends after 0, 1, ... jumps.
    pub probabilities: Vec<f64>,
    /// All ends with their probabilities, the likeliest first. One stands for all that a symmetry of the start maps to each other.
    pub ends: Vec<(Bitboard, f64)>,
    /// The probability that a position of a given set is left after 0, 1, ... jumps.
    pub left: Option<Vec<f64>>,
}

/// Indices, and counts, for each number of pegs.
type ByPegs = (Vec<Vec<u64>>, Vec<u64>);

/// The positions with one number of pegs, one for each orbit, and the probability of each of their jumps.
struct Played {
    /// A bit for each place in words, each with the number of positions before it.
    words: Vec<(u64, u32)>,
    /// In the order of the places.
    probabilities: Vec<f64>,
}

impl Played {
    /// Takes the places, in order, and as many probabilities. There are as many words as all places need.
    fn set(&mut self, places: impl Iterator<Item = u64>, probabilities: Vec<f64>) {
        self.words.fill((0, 0));
        for place in places {
            self.words[(place / 64) as usize].0 |= 1 << (place % 64);
        }
        let mut sum = 0;
        for (word, before) in &mut self.words {
            *before = sum;
            sum += word.count_ones();
        }
        self.probabilities = probabilities;
    }

    /// The number of the position at a place among the probabilities, if it can be reached.
    #[inline(always)]
    fn number(&self, place: u64) -> Option<u32> {
        let ((word, before), bit) = (self.words[(place / 64) as usize], 1 << (place % 64));
        (word & bit != 0).then(|| before + (word & (bit - 1)).count_ones())
    }
}

/// What is needed to compute the probabilities of a level.
struct Arrive<'a> {
    class: &'a PositionClass,
    orbits: &'a Orbits,
    shifts: &'a Shifts,
    /// The level before. The first level has none.
    before: Option<&'a Played>,
}

/// The number of positions whose predecessors are looked up together.
const RUN: usize = 64;

/// The number of positions that are looked up in the set of winning positions in a row.
const PIECE: usize = 1 << 12;

/// Computes for some positions the probability of each jump and that of the end of play.
///
/// The processor is told of each access to memory while it works on other positions. Counting bits is one instruction where it has it.
#[multiversion(targets("x86_64+bmi1+bmi2+lzcnt+popcnt"))]
fn at_positions(arrive: &Arrive<'_>, level: &[u64], each: &mut [f64], ended: &mut [f64]) {
    let Arrive { class, orbits, shifts, before } = *arrive;
    // The predecessors of all positions: their indices, then their places, then their numbers.
    let mut predecessors: Vec<u64> = Vec::with_capacity(16 * RUN);
    let mut ends = [0; RUN];
    for (&index, end) in level.iter().zip(&mut ends) {
        if before.is_some() {
            shifts.each_jump_backwards(
                class.position(index).code(),
                |&IndexedJump { adds, .. }| {
                    let index = index.wrapping_sub(adds);
                    orbits.prefetch(index);
                    predecessors.push(index);
                },
            );
        }
        *end = predecessors.len();
    }
    if let Some(before) = before {
        for place in &mut predecessors {
            *place = orbits.place(*place);
            prefetch(&before.words, (*place / 64) as usize);
        }
        for number in &mut predecessors {
            *number = before.number(*number).map_or(NONE, u64::from);
            prefetch(&before.probabilities, *number as usize);
        }
    }
    let mut first = 0;
    for (at, &index) in level.iter().enumerate() {
        let mut probability = if before.is_some() { 0.0 } else { 1.0 };
        if let Some(before) = before {
            for &number in &predecessors[first..ends[at]] {
                if number != NONE {
                    probability += before.probabilities[number as usize];
                }
            }
        }
        first = ends[at];
        (each[at], ended[at]) = match shifts.count_jumps(class.position(index).code()) {
            0 => (0.0, probability * orbits.size(index) as f64),
            choices => (probability / f64::from(choices), 0.0),
        };
    }
}

/// No number of a position.
const NONE: u64 = u64::MAX;

/// Follows random play from the start of a reachable set to all its ends. If a set of winning positions is given, says how likely they
/// are.
///
/// A position's probability is pulled from its predecessors, level by level, so the result does not
/// depend on the number of threads. One position stands for all that a symmetry of the start
/// maps to each other.
///
/// # Errors
/// When the probabilities don't fit into memory: 16 bytes a class, in addition to the set itself, or `progress` says to stop.
pub fn random_play(
    reachable: &Reachable,
    winning: Option<&ClassSet>,
    progress: Progress<'_>,
) -> Result<RandomPlay, SolveError> {
    let board = reachable.board();
    let class = reachable.class();
    let what = || format!("random play on {board}");
    let classes = SymmetryClasses::reachable(reachable)?;
    let orbits = classes.orbits();
    check_memory(reachable, orbits.count() as u64, what)?;

    let shifts = Shifts::of(class);
    let pegs = reachable.start().count();
    let levels = pegs as usize + 1;
    // By number of pegs: the positions that represent their orbits, and the number of classes without a jump.
    let begin = || (vec![Vec::new(); levels], vec![0; levels]);
    let split = |(by_pegs, dead_ends): &mut ByPegs, index: u64, position: Bitboard| {
        let pegs = position.count() as usize;
        if shifts.count_jumps(position.code()) == 0 && classes.is_first(index) {
            dead_ends[pegs] += 1;
        }
        memory::reserve(what, &mut by_pegs[pegs], 1)?;
        by_pegs[pegs].push(index);
        Ok(())
    };
    let join = |(one, dead_ends): ByPegs, (other, more): ByPegs| {
        let levels = one.into_iter().zip(other);
        let levels: Result<_, MemoryError> =
            levels.map(|(one, other)| appended(what, one, other)).collect();
        Ok((levels?, dead_ends.iter().zip(more).map(|(one, other)| one + other).collect()))
    };
    let (by_pegs, mut dead_ends) =
        progress.part(0, 1, 4, |part| classes.fold_orbits(part, begin, split, join))?;
    let all: u64 = by_pegs.iter().map(|level| level.len() as u64).sum();
    let words = memory::filled(what, orbits.places().div_ceil(64) as usize, (0, 0))?;
    let mut played = Played { words, probabilities: Vec::new() };
    let mut probabilities = vec![0.0; levels];
    let mut ends = Vec::new();
    let mut left = winning.map(|_| vec![0.0; levels]);
    let mut done = 0;
    for (jumps, level) in by_pegs.into_iter().rev().enumerate() {
        progress.part(1, 4, 4, |part| part.report(done, all))?;
        done += level.len() as u64;
        let arrive =
            Arrive { class, orbits, shifts: &shifts, before: (jumps > 0).then_some(&played) };
        // The probability of each jump from a position, and of the end of play there.
        let mut each = memory::zeros::<f64, _>(what, level.len())?;
        let mut ended = memory::zeros::<f64, _>(what, level.len())?;
        let put = |((level, each), ended): ((&[u64], &mut [f64]), &mut [f64])| {
            at_positions(&arrive, level, each, ended);
        };
        let runs = level.chunks(RUN).zip(each.chunks_mut(RUN));
        parallel::map(runs.zip(ended.chunks_mut(RUN)), put);
        probabilities[jumps] = ended.iter().fold(0.0, |sum, ended| sum + ended);
        for (&index, &ended) in level.iter().zip(&ended).filter(|(_, ended)| **ended > 0.0) {
            memory::reserve(what, &mut ends, 1)?;
            ends.push((class.position(index), ended));
        }
        if let (Some(winning), Some(left)) = (winning, &mut left) {
            let of = |((level, each), ended): ((&[u64], &[f64]), &[f64])| {
                let all = level.iter().zip(each).zip(ended);
                all.fold(0.0, |sum, ((&index, &each), &ended)| {
                    let position = class.position(index);
                    if !winning.contains(position) {
                        return sum;
                    }
                    let jumps = f64::from(shifts.count_jumps(position.code()));
                    sum + ended + each * jumps * orbits.size(index) as f64
                })
            };
            let pieces = level.chunks(PIECE).zip(each.chunks(PIECE)).zip(ended.chunks(PIECE));
            left[jumps] = parallel::map(pieces, of).into_iter().sum();
        }
        let places = level.iter().map(|&index| orbits.place(index));
        played.set(places, each);
    }
    dead_ends.reverse();
    ends.sort_by(|one, other| other.1.total_cmp(&one.1).then(one.0.cmp(&other.0)));
    Ok(RandomPlay { pegs, dead_ends, probabilities, ends, left })
}

/// Refuses boards whose probabilities don't fit into memory.
fn check_memory(
    reachable: &Reachable,
    symmetries: u64,
    what: impl Fn() -> String,
) -> Result<(), MemoryError> {
    // Indices, a level's probabilities, and a place's share of the words of a level.
    let words = reachable.class_size() / 64;
    let needed = reachable.count() / symmetries * 16 + words / symmetries * 16;
    memory::require(what(), needed)
}

impl RandomPlay {
    /// As a table, from the first level with a dead end to the last; with winning positions, from the start.
    #[must_use]
    pub fn table(&self) -> Table {
        let has_end = |&level: &usize| self.dead_ends[level] > 0;
        let levels = 0..self.dead_ends.len();
        let first = levels.clone().find(has_end).filter(|_| self.left.is_none()).unwrap_or(0);
        let last = levels.clone().rev().find(has_end).unwrap_or(0);
        let rows = first..=last;
        let jumps = rows.clone().map(|level| level as u64);
        let pegs = rows.clone().map(|level| u64::from(self.pegs) - level as u64);
        let probabilities = self.probabilities[rows.clone()].iter().copied().map(Some);
        let mut columns = vec![
            ("jumps".to_owned(), Column::counts(jumps)),
            ("pegs".to_owned(), Column::counts(pegs)),
            ("dead_ends".to_owned(), Column::counts(self.dead_ends[rows.clone()].iter().copied())),
            ("probability".to_owned(), Column::Probabilities(probabilities.collect())),
        ];
        if let Some(left) = &self.left {
            let left = left[rows].iter().copied().map(Some).collect();
            columns.push(("winning".to_owned(), Column::Probabilities(left)));
        }
        Table { title: "Dead ends, and how random play ends".to_owned(), columns }
    }
}
