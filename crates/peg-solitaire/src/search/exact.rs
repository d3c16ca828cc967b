//! The exact search on boards of at most 64 holes that are too large to enumerate: can this position be reduced to one peg?
//!
//! From the finish, the search lists all positions with few pegs from which a finish can be reached, level by
//! level, as far as memory allows. From the start it plays down to the last of these levels, at first with
//! only the best positions of each level, then with more, and in the end with all: if none of them is listed,
//! there is no solution. Positions are taken up to symmetry.

use super::ends::Ends;
use super::{Impossible, Limit, Outcome, Search};
use crate::Error;
use crate::board::{Bitboard, Jump, Shifts, SmallBoard};
use crate::class::{Images, SymmetryGroup};
use crate::memory::{self, reserve};
use crate::parallel;
use crate::progress::Progress;
use crate::solution::Solution;

/// What the memory is for.
const REMEMBERED: &str = "the positions that a search remembers";

/// The number of positions after which progress is reported.
const REPORTED: u64 = 1 << 16;
/// The number of positions from which jumps are collected as one piece of work.
const RUN: usize = 1 << 10;

/// How many of the best positions of each level are followed in each round. As each round is eight times as large as the one before it, all rounds
/// together cost hardly more than the last.
const WIDTHS: [usize; 5] = [1 << 9, 1 << 12, 1 << 15, 1 << 18, usize::MAX];

/// A search for jumps to one peg.
pub(super) struct Exact<'a> {
    board: &'a SmallBoard,
    /// The holes of the finishes.
    aims: Bitboard,
    /// The symmetries that map the finishes to themselves.
    images: Images,
    /// The finishes and the positions before them, up to these symmetries.
    ends: Ends,
    shifts: &'a Shifts<Jump>,
    /// How much a peg in each hole is in the way.
    burden: Vec<u32>,
    /// The number of positions examined from the near end.
    seen: u64,
    limit: u64,
    /// The most positions that are remembered from the start on.
    most: u64,
    progress: Progress<'a>,
}

impl<'a> Exact<'a> {
    /// A search for one peg in one of these holes, from positions with this many pegs.
    pub fn new(
        search: &Search,
        board: &'a SmallBoard,
        aims: Bitboard,
        pegs: u32,
        progress: Progress<'a>,
    ) -> Result<Self, Error> {
        let images = Images::of(&SymmetryGroup::of(board).keeping(aims));
        let ends = ends(board, &images, aims, pegs, search.memory / 4, progress)?;
        Ok(Self {
            board,
            aims,
            images,
            ends,
            shifts: board.shifts(),
            burden: burdens(board),
            seen: 0,
            limit: search.positions,
            most: search.memory / 16,
            progress,
        })
    }

    /// The number of positions examined, from both ends.
    pub fn positions(&self) -> u64 {
        self.ends.count() + self.seen
    }

    /// Whether a finish is known to be reached from this position.
    fn is_near(&self, position: Bitboard) -> bool {
        self.ends.contains(self.images.mincode(position).0)
    }

    /// Searches for jumps from the start to a finish.
    pub fn run(&mut self, start: Bitboard) -> Result<Outcome, Error> {
        for width in WIDTHS {
            if let Some(outcome) = self.best_of_each_level(start, width)? {
                return Ok(outcome);
            }
        }
        Ok(Outcome::GaveUp(Limit::Effort))
    }

    /// Goes down level by level with the `width` best positions of each. `None` if a solution may have been missed.
    fn best_of_each_level(
        &mut self,
        start: Bitboard,
        width: usize,
    ) -> Result<Option<Outcome>, Error> {
        let mut levels = vec![vec![self.images.mincode(start)]];
        let mut all = true;
        for _ in self.ends.most_pegs()..start.count() {
            let last = &levels[levels.len() - 1];
            self.progress.report(self.seen.min(self.limit), self.limit)?;
            let count = |position: &Bitboard| self.shifts.count(*position) as usize;
            // While they are collected, from several threads, all positions are there twice.
            let collected = 2 * last.iter().map(count).sum::<usize>() as u64;
            let remembered = levels.iter().map(|level| level.len() as u64).sum::<u64>();
            if self.seen >= self.limit || remembered + collected > self.most {
                return Ok(None);
            }
            memory::require(REMEMBERED, collected * size_of::<Bitboard>() as u64)?;
            let after = |&position: &Bitboard| {
                let after = self.shifts.legal(position).map(move |jump| jump.play(position));
                after.map(|after| self.images.mincode(after))
            };
            let runs = |run: &[Bitboard]| {
                self.progress.report(self.seen.min(self.limit), self.limit)?;
                Ok::<_, Error>(run.iter().flat_map(after).collect::<Vec<_>>())
            };
            let mut next = parallel::try_map(last.chunks(RUN), runs)?.concat();
            parallel::sort(&mut next);
            next.dedup();
            self.seen += next.len() as u64;
            if next.len() > width {
                all = false;
                next.sort_by_cached_key(|&position| self.weigh(position));
                next.truncate(width);
                parallel::sort(&mut next);
            }
            levels.push(next);
        }
        let found = levels
            .last()
            .and_then(|last| last.iter().copied().find(|&position| self.is_near(position)));
        Ok(match found {
            Some(position) => Some(Outcome::Solved(self.solution(start, position, &levels))),
            None => all.then_some(Outcome::Impossible(Impossible::Exhausted)),
        })
    }

    /// The jumps from the start to an image of a position of the last level.
    fn back_to(&self, start: Bitboard, end: Bitboard, levels: &[Vec<Bitboard>]) -> Vec<Jump> {
        let mut position = end;
        let mut jumps = Vec::new();
        for level in levels.iter().rev().skip(1) {
            let from = |jump: &Jump| {
                level.binary_search(&self.images.mincode(jump.play(position))).is_ok()
            };
            jumps.extend(self.board.legal_jumps_backwards(position).find(from).inspect(|jump| {
                position = jump.play(position);
            }));
        }
        // The first position is an image of the start.
        let symmetry = self.board.symmetries().iter().find(|symmetry| {
            symmetry.apply(position) == start && symmetry.apply(self.aims) == self.aims
        });
        let image = |jump: Jump| symmetry.map_or(jump, |symmetry| jump.image(symmetry));
        jumps.into_iter().rev().map(image).collect()
    }

    /// An estimate of the distance from a finish; less is better.
    fn weigh(&self, position: Bitboard) -> u32 {
        let burden: u32 = position.pegs().map(|hole| self.burden[hole.index()]).sum();
        burden * 2 - self.shifts.count(position).min(burden)
    }

    /// The jumps from the start to a position of the last level, and on down the listed levels to one peg.
    fn solution(&self, start: Bitboard, near: Bitboard, levels: &[Vec<Bitboard>]) -> Solution {
        let mut jumps = self.back_to(start, near, levels);
        let mut position = jumps.iter().fold(start, |position, jump| jump.play(position));
        while position.count() > 1 {
            let on = |jump: &Jump| self.is_near(jump.play(position));
            let jump = self.board.legal_jumps(position).find(on);
            jumps.push(jump.expect("a finish is reached from every listed position"));
            position = jumps[jumps.len() - 1].play(position);
        }
        Solution::new(self.board, start, jumps).expect("the search plays legal jumps")
    }
}

/// The positions with 1, 2, ... pegs from which one peg is left in one of the holes, up to symmetries, in about this much memory.
fn ends(
    board: &SmallBoard,
    images: &Images,
    aims: Bitboard,
    pegs: u32,
    memory: u64,
    progress: Progress<'_>,
) -> Result<Ends, Error> {
    let representative = |position| images.mincode(position).0;
    let mut ends = Ends::new(aims.pegs().map(|aim| representative(aim.bit())).collect());
    let most = memory / 8 + ends.count();
    // A level is up to five times as large as the one before it, and is first listed with all repetitions.
    let fits = |ends: &Ends| {
        let last = ends.last().len() as u64;
        last > 0 && last <= most.saturating_sub(ends.count()) / 25
    };
    while ends.most_pegs() < pegs && fits(&ends) {
        let mut level = Vec::new();
        for afters in ends.last().chunks(REPORTED as usize) {
            progress.report(0, 1)?;
            for &after in afters {
                reserve(|| REMEMBERED, &mut level, 2 * board.triples().len())?;
                let jumps = board.legal_jumps_backwards(Bitboard(after));
                level.extend(jumps.map(|jump| representative(jump.play(Bitboard(after)))));
            }
        }
        ends.push(level);
    }
    Ok(ends)
}

/// How much a peg in each hole is in the way: the farther from the centre, the more, and most where no jump can remove it.
fn burdens(board: &SmallBoard) -> Vec<u32> {
    let far = |hole| board.squared_distance(hole, board.centre()) as u32;
    let is_safe = |hole| board.triples().iter().all(|triple| triple.over() != hole);
    board.each_hole().map(|hole| 2 + far(hole) + if is_safe(hole) { 6 } else { 0 }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Hole;
    use crate::solve::Reachable;

    #[test]
    fn the_exact_search_agrees_with_enumeration() {
        for (name, step) in [("triangle10", 1), ("triangle15", 97), ("4x4", 7), ("5x4", 4099)] {
            let board: SmallBoard = name.parse().unwrap();
            for code in (1..1_u64 << board.holes()).step_by(step) {
                let start = Bitboard(code);
                let reachable = Reachable::solve(&board, start, Progress::NONE).unwrap();
                let class = reachable.class();
                let aims: Vec<Bitboard> =
                    board.full().pegs().map(Hole::bit).filter(|&aim| class.contains(aim)).collect();
                if aims.is_empty() {
                    continue;
                }
                // The memory is for few ends.
                let search = Search { memory: 1 << 14, ..Search::default() };
                let holes = aims.iter().fold(Bitboard::EMPTY, |all, &aim| all | aim);
                let exact = Exact::new(&search, &board, holes, start.count(), Progress::NONE);
                let outcome = Exact { most: 1 << 20, ..exact.unwrap() }.run(start).unwrap();
                if let Outcome::Solved(solution) = &outcome {
                    assert_eq!((solution.start(), solution.end().count()), (&start.into(), 1));
                }
                let is_solvable = aims.iter().any(|&aim| reachable.contains(aim));
                assert!(
                    matches!(outcome, Outcome::Solved(_)) == is_solvable
                        && !matches!(outcome, Outcome::GaveUp(_))
                );
            }
        }
    }
}
