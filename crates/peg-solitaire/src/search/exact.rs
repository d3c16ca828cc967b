//! The exact search on boards of at most 64 holes that are too large to enumerate: can this position be reduced to one peg?
//!
//! From the finish, the search lists all positions with few pegs from which a finish can be reached, level by
//! level, as far as memory allows. From the start it plays down to the last of these levels, at first with
//! only the best positions of each level, then with more. If that fails, a depth-first search tries the most
//! promising jumps first and remembers the positions that failed; if it exhausts all jumps, there is no
//! solution. Positions are taken up to symmetry, and positions excluded by a pagoda function (a weight that
//! no jump increases) are skipped.

use super::ends::Ends;
use super::pagoda::Parities;
use super::{Impossible, Outcome, Search, SearchError};
use crate::board::{Bitboard, Hole, Jump, Shifts, SmallBoard};
use crate::class::{Images, SymmetryGroup};
use crate::memory::{self, reserve, zeros};
use crate::parallel;
use crate::progress::{Interrupted, Progress};
use crate::solution::Solution;

/// What the memory is for.
const REMEMBERED: &str = "the positions that a search remembers";

/// The number of positions after which progress is reported.
const REPORTED: u64 = 1 << 16;
/// The number of positions from which jumps are collected as one piece of work.
const RUN: usize = 1 << 10;

/// How many of the best positions of each level are followed in each round, before all are.
const WIDTHS: [usize; 4] = [1 << 9, 1 << 12, 1 << 15, 1 << 18];

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
    parities: Parities,
    /// The codes of positions that failed, indexed by their hashes; 0 where there is none.
    failed: Vec<u64>,
    /// The number of positions examined from the near end.
    seen: u64,
    limit: u64,
    progress: Progress<'a>,
    /// The jumps so far.
    played: Vec<Jump>,
}

/// The result for a position in one round.
#[derive(Clone, Copy, PartialEq)]
enum Visited {
    Solved,
    Failed,
    GaveUp,
}

impl<'a> Exact<'a> {
    /// A search for one peg in one of these holes, from positions with this many pegs.
    pub fn new(
        search: &Search,
        board: &'a SmallBoard,
        aims: Bitboard,
        pegs: u32,
        progress: Progress<'a>,
    ) -> Result<Self, SearchError> {
        let images = Images::of(&SymmetryGroup::of(board).keeping(aims));
        let ends = ends(board, &images, aims, pegs, search.memory / 4, progress)?;
        let slots = (search.memory / 2 / 8).max(1 << 10);
        let slots = 1_usize << (63 - slots.leading_zeros()).min(40);
        Ok(Self {
            board,
            aims,
            images,
            parities: Parities::new(board, ends.last()),
            ends,
            shifts: board.shifts(),
            burden: burdens(board),
            failed: zeros(|| REMEMBERED, slots)?,
            seen: 0,
            limit: search.positions,
            progress,
            played: Vec::new(),
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
    pub fn run(&mut self, start: Bitboard) -> Result<Outcome, SearchError> {
        if !self.parities.allow(start) {
            return Ok(Outcome::Impossible(Impossible::TooFar));
        }
        let outcome = |visited, exact: &Self| match visited {
            Visited::Solved => Outcome::Solved(exact.solution(start)),
            Visited::Failed => Outcome::Impossible(Impossible::Exhausted),
            Visited::GaveUp => Outcome::GaveUp,
        };
        for width in WIDTHS {
            // The rounds may examine half of the positions.
            if self.seen > self.limit / 2 {
                break;
            }
            let visited = self.best_of_each_level(start, width)?;
            if visited != Visited::GaveUp {
                return Ok(outcome(visited, self));
            }
        }
        self.played.clear();
        let burden = start.pegs().map(|hole| self.burden[hole.index()]).sum();
        let visited = self.visit(start, burden)?;
        Ok(outcome(visited, self))
    }

    fn report(&self) -> Result<(), Interrupted> {
        self.progress.report(self.seen.min(self.limit), self.limit)
    }

    /// Goes down level by level with the `width` best positions of each.
    fn best_of_each_level(
        &mut self,
        start: Bitboard,
        width: usize,
    ) -> Result<Visited, SearchError> {
        let mut levels = vec![vec![self.images.mincode(start)]];
        let mut all = true;
        for _ in self.ends.most_pegs()..start.count() {
            let last = &levels[levels.len() - 1];
            self.report()?;
            let count = |position: &Bitboard| self.shifts.count(*position) as usize;
            let jumps: usize = last.iter().map(count).sum();
            // While they are collected, from several threads, all positions are there twice.
            memory::require(REMEMBERED, (2 * jumps * size_of::<Bitboard>()) as u64)?;
            let after = |&position: &Bitboard| {
                let after = self.shifts.legal(position).map(move |jump| jump.play(position));
                let after = after.map(|after| self.images.mincode(after));
                after.filter(|&after| self.parities.allow(after))
            };
            let runs = |run: &[Bitboard]| run.iter().flat_map(after).collect::<Vec<_>>();
            let mut next = parallel::map(last.chunks(RUN), runs).concat();
            parallel::sort(&mut next);
            next.dedup();
            self.seen += next.len() as u64;
            if next.len() > width {
                all = false;
                next.sort_by_cached_key(|&position| {
                    let burden = position.pegs().map(|hole| self.burden[hole.index()]).sum();
                    self.weigh(position, burden)
                });
                next.truncate(width);
                parallel::sort(&mut next);
            }
            levels.push(next);
        }
        let found = levels
            .last()
            .and_then(|last| last.iter().copied().find(|&position| self.is_near(position)));
        Ok(match found {
            Some(position) => {
                self.played = self.back_to(start, position, &levels);
                Visited::Solved
            }
            None if all => Visited::Failed,
            None => Visited::GaveUp,
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

    /// Tries all jumps from a position with this burden, the best first, and remembers it if they fail.
    fn visit(&mut self, position: Bitboard, burden: u32) -> Result<Visited, Interrupted> {
        if position.count() <= self.ends.most_pegs() {
            self.seen += 1;
            let solved = self.is_near(position);
            return Ok(if solved { Visited::Solved } else { Visited::Failed });
        }
        if self.seen >= self.limit {
            return Ok(Visited::GaveUp);
        }
        self.seen += 1;
        if self.seen.is_multiple_of(REPORTED) {
            self.report()?;
        }
        let key = self.images.mincode(position);
        let slot = self.slot(key);
        if self.failed[slot] == key.0 {
            return Ok(Visited::Failed);
        }
        for (_, jump, burden) in self.best_first(position, burden) {
            self.played.push(jump);
            let visited = self.visit(jump.play(position), burden)?;
            if visited != Visited::Failed {
                return Ok(visited);
            }
            self.played.pop();
        }
        self.failed[slot] = key.0;
        Ok(Visited::Failed)
    }

    /// The jumps from a position with this burden, each with the estimate and the burden of the position after it.
    fn best_first(&self, position: Bitboard, burden: u32) -> Vec<(u32, Jump, u32)> {
        let mut jumps = Vec::new();
        for &jump in self.shifts.legal(position) {
            let after = jump.play(position);
            if self.parities.allow(after) {
                let burden = self.burden_after(burden, jump);
                jumps.push((self.weigh(after, burden), jump, burden));
            }
        }
        jumps.sort_unstable();
        jumps
    }

    fn burden_after(&self, burden: u32, jump: Jump) -> u32 {
        let of = |hole: Hole| self.burden[hole.index()];
        burden - of(jump.from()) - of(jump.over()) + of(jump.to())
    }

    fn slot(&self, key: Bitboard) -> usize {
        // A multiplicative hash: the high bits of the product depend on all pegs.
        (key.0.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 20) as usize & (self.failed.len() - 1)
    }

    /// An estimate of the distance from a finish for a position with this burden; less is better.
    fn weigh(&self, position: Bitboard, burden: u32) -> u32 {
        burden * 2 - self.shifts.count(position).min(burden)
    }

    /// The jumps played, continued down the levels to one peg.
    fn solution(&self, start: Bitboard) -> Solution {
        let mut jumps = self.played.clone();
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
) -> Result<Ends, SearchError> {
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

/// How much a peg in each hole is in the way: the fewer jumps can remove it or move it, the more.
fn burdens(board: &SmallBoard) -> Vec<u32> {
    let holes = board.holes();
    let mut over = vec![0_u32; holes];
    for triple in board.triples() {
        over[triple.middle().index()] += 1;
    }
    let (cx, cy) = board.coordinates(board.centre());
    let far = |hole: Hole| {
        let (x, y) = board.coordinates(hole);
        let (dx, dy) = (u32::from(x.abs_diff(cx)), u32::from(y.abs_diff(cy)));
        dx * dx + dy * dy
    };
    let burden = |hole: Hole| 2 + far(hole) + if over[hole.index()] == 0 { 6 } else { 0 };
    (0..holes).map(|hole| burden(Hole(hole as u16))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Reachable;

    #[test]
    fn depth_first_search_agrees_with_enumeration() {
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
                let search = Search { positions: 1_000_000, memory: 1 << 14, ..Search::default() };
                let holes = aims.iter().fold(Bitboard::EMPTY, |all, &aim| all | aim);
                let mut exact =
                    Exact::new(&search, &board, holes, start.count(), Progress::NONE).unwrap();
                let burden = start.pegs().map(|hole| exact.burden[hole.index()]).sum();
                let solvable = aims.iter().any(|&aim| reachable.contains(aim));
                let visited = exact.visit(start, burden).unwrap();
                assert!(visited == if solvable { Visited::Solved } else { Visited::Failed });
                if solvable {
                    let solution = exact.solution(start);
                    assert_eq!((solution.start(), solution.end().count()), (&start.into(), 1));
                }
            }
        }
    }
}
