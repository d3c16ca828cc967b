//! Random play: where a player ends who chooses among the legal jumps, each equally likely.

use super::classes::PositionSet;
use super::images::Images;
use super::table::{Column, Table};
use crate::board::{Board, Position};
use crate::solve::{Reachable, SolveError, available_memory};

/// Where random play ends.
#[derive(Clone, PartialEq, Debug)]
pub struct RandomPlay {
    pegs: u32,
    /// The number of symmetry classes of dead ends (no jump is legal) after 0, 1, ... jumps.
    pub dead_ends: Vec<u64>,
    /// The probability that play ends after 0, 1, ... jumps.
    pub probabilities: Vec<f64>,
}

/// Numbers the positions of a bit set in the order of their indices.
struct Ranks {
    words: Vec<u64>,
    /// The number of positions before each eighth word.
    before: Vec<u64>,
}

impl Ranks {
    const WORDS: usize = 8;

    fn new(words: Vec<u64>) -> Self {
        let mut sum = 0;
        let before = words.chunks(Self::WORDS).map(|chunk| {
            let here = sum;
            sum += chunk.iter().map(|word| u64::from(word.count_ones())).sum::<u64>();
            here
        });
        let before = before.collect();
        Self { before, words }
    }

    /// The number of a position of the set, by its index.
    #[inline]
    fn rank(&self, index: u64) -> usize {
        let word = (index / 64) as usize;
        let chunk = word / Self::WORDS;
        let ones = |word: &u64| u64::from(word.count_ones());
        let within: u64 = self.words[chunk * Self::WORDS..word].iter().map(ones).sum();
        let below = self.words[word] & ((1 << (index % 64)) - 1);
        (self.before[chunk] + within + ones(&below)) as usize
    }
}

/// Follows random play from the start of a reachable set to all its ends.
///
/// A position's probability is pulled from its predecessors, level by level, so the result does not
/// depend on the number of threads. One position stands for all that a symmetry of the start
/// maps to each other.
///
/// # Errors
/// When the probabilities don't fit into memory: 16 bytes a class besides the set itself.
pub fn random_play(reachable: &Reachable) -> Result<RandomPlay, SolveError> {
    let board = reachable.board();
    let class = reachable.class();
    let start = reachable.start();
    let images = Images::of(board, |number| board.symmetries()[number].apply(start) == start);
    let set = PositionSet::reachable(reachable);
    check_memory(board, reachable, images.count() as u64)?;

    let dead_ends = set.count_by_pegs(|position| {
        board.legal_jumps(position).next().is_none() && set.represents(position)
    });
    let pegs = start.pegs();
    let levels = pegs as usize + 1;
    // The representatives by number of pegs, and all of them as a bit set.
    let split = |mut by_pegs: Vec<Vec<u64>>, position: Position| {
        if images.is_smallest(position) {
            by_pegs[position.pegs() as usize].push(class.index_of_member(position));
        }
        by_pegs
    };
    let join = |mut one: Vec<Vec<u64>>, other: Vec<Vec<u64>>| {
        one.iter_mut().zip(other).for_each(|(one, mut other)| one.append(&mut other));
        one
    };
    let by_pegs = set.fold(|| vec![Vec::new(); levels], split, join);
    let mut words = vec![0_u64; reachable.words().len()];
    for &index in by_pegs.iter().flatten() {
        words[(index / 64) as usize] |= 1 << (index % 64);
    }
    let ranks = Ranks::new(words);
    // For each representative, the probability with which each one of its jumps is played.
    let mut played = vec![0.0_f64; by_pegs.iter().map(Vec::len).sum()];
    let mut probabilities = vec![0.0; levels];
    for (jumps, level) in by_pegs.iter().rev().enumerate() {
        let arrive = |&index: &u64| {
            let position = class.position(index);
            let probability = if jumps == 0 {
                1.0
            } else {
                let before = board.legal_jumps_backwards(position).map(|jump| jump.play(position));
                let reached = before
                    .filter(|&before| reachable.contains_index(class.index_of_member(before)));
                reached
                    .map(|before| {
                        played[ranks.rank(class.index_of_member(images.smallest(before)))]
                    })
                    .sum()
            };
            let choices = board.legal_jumps(position).count();
            if choices == 0 {
                (0.0, probability * images.orbit(position) as f64)
            } else {
                (probability / choices as f64, 0.0)
            }
        };
        #[cfg(feature = "parallel")]
        let arrived: Vec<(f64, f64)> = {
            use rayon::prelude::*;
            level.par_iter().with_min_len(1 << 10).map(arrive).collect()
        };
        #[cfg(not(feature = "parallel"))]
        let arrived: Vec<(f64, f64)> = level.iter().map(arrive).collect();
        for (&index, (each, ended)) in level.iter().zip(arrived) {
            played[ranks.rank(index)] = each;
            probabilities[jumps] += ended;
        }
    }
    let dead_ends: Vec<u64> = dead_ends.into_iter().take(levels).rev().collect();
    Ok(RandomPlay { pegs, dead_ends, probabilities })
}

/// Refuses boards whose probabilities don't fit into memory.
fn check_memory(board: &Board, reachable: &Reachable, symmetries: u64) -> Result<(), SolveError> {
    let set = 8 * reachable.words().len() as u64;
    // Representatives and probabilities: 8 bytes each, and a few of them twice for a moment.
    let needed = set + reachable.count() / symmetries * 20;
    let available = available_memory().unwrap_or(u64::MAX);
    if needed > available {
        return Err(SolveError::TooLarge { board: board.to_string(), needed, available });
    }
    Ok(())
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
