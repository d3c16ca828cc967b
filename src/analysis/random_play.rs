//! Random play: where a player ends who chooses among all legal jumps with equal probability.

use super::symmetry_classes::{SymmetryClasses, appended};
use super::table::{Column, Table};
use crate::board::Position;
use crate::memory::{self, MemoryError};
use crate::progress::Progress;
use crate::solution::shifts::{IndexedJump, Shifts};
use crate::solve::{Reachable, SolveError};

/// Where random play ends.
#[derive(Clone, PartialEq, Debug)]
pub struct RandomPlay {
    pegs: u32,
    /// The number of symmetry classes of dead ends (no jump is legal) after 0, 1, ... jumps.
    pub dead_ends: Vec<u64>,
    /// The probability that play ends after 0, 1, ... jumps.
    pub probabilities: Vec<f64>,
}

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

    /// The probability for the position at a place; 0 if it can't be reached.
    #[inline]
    fn at(&self, place: u64) -> f64 {
        let ((word, before), bit) = (self.words[(place / 64) as usize], 1 << (place % 64));
        if word & bit == 0 {
            return 0.0;
        }
        self.probabilities[(before + (word & (bit - 1)).count_ones()) as usize]
    }
}

/// Follows random play from the start of a reachable set to all its ends.
///
/// A position's probability is pulled from its predecessors, level by level, so the result does not
/// depend on the number of threads. One position stands for all that a symmetry of the start
/// maps to each other.
///
/// # Errors
/// When the probabilities don't fit into memory: 16 bytes a class, in addition to the set itself.
pub fn random_play(reachable: &Reachable) -> Result<RandomPlay, SolveError> {
    random_play_with(reachable, Progress::NONE)
}

/// The same, watched.
///
/// # Errors
/// When the probabilities don't fit into memory, or the progress is stopped.
pub fn random_play_with(
    reachable: &Reachable,
    progress: Progress<'_>,
) -> Result<RandomPlay, SolveError> {
    let board = reachable.board();
    let class = reachable.class();
    let what = || format!("random play on {board}");
    let classes = SymmetryClasses::reachable(reachable)?;
    let orbits = classes.orbits();
    check_memory(reachable, orbits.count() as u64, what)?;

    let shifts = Shifts::of(class);
    let legal_jumps = |position: Position| shifts.count_jumps(position.code());
    let dead_ends = progress
        .part(0, 1, 4, |part| classes.count(|position| legal_jumps(position) == 0, part))?;
    let pegs = reachable.start().pegs();
    let levels = pegs as usize + 1;
    // The positions that represent their orbits, by number of pegs.
    let split = |by_pegs: &mut Vec<Vec<u64>>, index: u64, position: Position| {
        let level = &mut by_pegs[position.pegs() as usize];
        memory::reserve(what, level, 1)?;
        level.push(index);
        Ok(())
    };
    let join = |one: Vec<Vec<u64>>, other: Vec<Vec<u64>>| {
        one.into_iter().zip(other).map(|(one, other)| Ok(appended(what, one, other)?)).collect()
    };
    let by_pegs = progress.part(1, 2, 4, |part| {
        classes.fold_orbits(part, || vec![Vec::new(); levels], split, join)
    })?;
    let all: u64 = by_pegs.iter().map(|level| level.len() as u64).sum();
    let words = memory::filled(what, orbits.places().div_ceil(64) as usize, (0, 0))?;
    let mut played = Played { words, probabilities: Vec::new() };
    let mut probabilities = vec![0.0; levels];
    let mut done = 0;
    for (jumps, level) in by_pegs.into_iter().rev().enumerate() {
        progress.part(2, 4, 4, |part| part.report(done, all))?;
        done += level.len() as u64;
        let arrive = |index: u64| {
            let position = class.position(index);
            let mut probability = if jumps == 0 { 1.0 } else { 0.0 };
            if jumps > 0 {
                shifts.each_jump_backwards(position.code(), |&IndexedJump { adds, .. }| {
                    probability += played.at(orbits.place(index.wrapping_sub(adds)));
                });
            }
            match legal_jumps(position) {
                0 => (0.0, probability * orbits.size(index) as f64),
                choices => (probability / f64::from(choices), 0.0),
            }
        };
        // The probability of each jump from a position, and of the end of play there.
        let mut each = memory::zeros::<f64, _>(what, level.len())?;
        let mut ended = memory::zeros::<f64, _>(what, level.len())?;
        let put = |(&index, (each, ended)): (&u64, (&mut f64, &mut f64))| {
            (*each, *ended) = arrive(index);
        };
        #[cfg(feature = "parallel")]
        {
            use rayon::prelude::*;
            let places = each.par_iter_mut().zip(&mut ended);
            level.par_iter().zip(places).with_min_len(1 << 10).for_each(put);
        }
        #[cfg(not(feature = "parallel"))]
        level.iter().zip(each.iter_mut().zip(&mut ended)).for_each(put);
        probabilities[jumps] = ended.iter().fold(0.0, |sum, ended| sum + ended);
        let places = level.iter().map(|&index| orbits.place(index));
        played.set(places, each);
    }
    let dead_ends: Vec<u64> = dead_ends.into_iter().take(levels).rev().collect();
    Ok(RandomPlay { pegs, dead_ends, probabilities })
}

/// Refuses boards whose probabilities don't fit into memory.
fn check_memory(
    reachable: &Reachable,
    symmetries: u64,
    what: impl Fn() -> String,
) -> Result<(), MemoryError> {
    // Indices, a level's probabilities, and a place's share of the words of a level.
    let words = reachable.words().len() as u64;
    let needed = reachable.count() / symmetries * 16 + words / symmetries * 16;
    memory::require(what(), needed)
}

impl RandomPlay {
    /// As a table, from the first level with a dead end to the last.
    #[must_use]
    pub fn table(&self) -> Table {
        let has_end = |&level: &usize| self.dead_ends[level] > 0;
        let levels = 0..self.dead_ends.len();
        let first = levels.clone().find(has_end).unwrap_or(0);
        let last = levels.clone().rev().find(has_end).unwrap_or(0);
        let rows = first..=last;
        let jumps = rows.clone().map(|level| level as u64);
        let pegs = rows.clone().map(|level| u64::from(self.pegs) - level as u64);
        let probabilities = self.probabilities[rows.clone()].iter().copied().map(Some);
        let columns = vec![
            ("jumps".to_owned(), Column::counts(jumps)),
            ("pegs".to_owned(), Column::counts(pegs)),
            ("dead_ends".to_owned(), Column::counts(self.dead_ends[rows].iter().copied())),
            ("probability".to_owned(), Column::Probabilities(probabilities.collect())),
        ];
        Table { title: "Dead ends, and how random play ends".to_owned(), columns }
    }
}
