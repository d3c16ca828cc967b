//! The near end of a search: from the start down, first with the best positions of each level, then depth first.

use super::ends::Ends;
use super::{REMEMBERED, REPORTED, SearchAnswer, SearchError, SearchLimits};
use crate::board::{Bitboard, Hole, Jump, SmallBoard};
use crate::class::{Images, PositionClass};
use crate::memory::{self, zeros};
use crate::progress::{Interrupted, Progress};
use crate::solution::Solution;
use crate::solution::shifts::{IndexedJump, Shifts};

/// How many of the best positions of each level are followed in each round, before all are.
const WIDTHS: [usize; 4] = [1 << 9, 1 << 12, 1 << 15, 1 << 18];

/// A weight for each hole that no jump increases, and the least weight that a position needs.
struct Pagoda {
    holes: Bitboard,
    least: u32,
}

/// The search from the near end.
pub(super) struct Depth<'a> {
    board: &'a SmallBoard,
    ends: &'a Ends,
    /// The holes of the finishes.
    aims: Bitboard,
    /// The symmetries that map the finishes to themselves.
    images: &'a Images,
    shifts: Shifts,
    /// How much a peg in each hole is in the way.
    burden: Vec<u32>,
    pagodas: Vec<Pagoda>,
    /// The codes of positions that failed, indexed by their hashes; 0 where there is none.
    failed: Vec<u64>,
    pub(super) seen: u64,
    limit: u64,
    progress: Progress<'a>,
    /// The jumps so far.
    played: Vec<Jump>,
    /// The jumps still to be tried in the positions so far, each with an estimate of its distance from a
    /// finish.
    choices: Vec<(u32, Jump)>,
}

/// The result for a position in one round.
#[derive(Clone, Copy, PartialEq)]
enum Outcome {
    Solved,
    Failed,
    GaveUp,
}

impl<'a> Depth<'a> {
    pub(super) fn new(
        board: &'a SmallBoard,
        start: Bitboard,
        aims: Bitboard,
        ends: &'a Ends,
        limits: SearchLimits,
        progress: Progress<'a>,
    ) -> Result<Self, SearchError> {
        let slots = (limits.memory / 2 / 8).max(1 << 10);
        let slots = 1_usize << (63 - slots.leading_zeros()).min(40);
        let burden = burdens(board);
        let mut depth = Self {
            board,
            ends,
            aims,
            images: &ends.images,
            shifts: Shifts::of(&PositionClass::of(board, board.full())),
            burden,
            pagodas: Vec::new(),
            failed: zeros(|| REMEMBERED, slots)?,
            seen: 0,
            limit: limits.positions,
            progress,
            played: Vec::with_capacity(start.count() as usize),
            choices: Vec::new(),
        };
        depth.pagodas = depth.parity_pagodas();
        Ok(depth)
    }

    /// Counts of the pegs on holes whose column and row have given parities. A jump moves a peg by two holes,
    /// so it increases none of these counts.
    fn parity_pagodas(&self) -> Vec<Pagoda> {
        let Some(last) = self.ends.levels.last() else { return Vec::new() };
        let symmetries = self.board.symmetries();
        let sets = [(0, 0), (1, 0), (0, 1), (1, 1)].map(|parity| {
            let here = |hole: &Hole| {
                let (x, y) = self.board.coordinates(*hole);
                (x & 1, y & 1) == parity
            };
            self.board.full().pegs().filter(here).collect::<Bitboard>()
        });
        let least = |holes: Bitboard| {
            // The levels hold one position of each symmetry class, so the weights are turned instead.
            let turned: Vec<Bitboard> =
                symmetries.iter().map(|symmetry| symmetry.apply(holes)).collect();
            let weigh = |&position: &Bitboard| {
                turned.iter().map(move |&holes| (position & holes).count()).min()
            };
            last.iter().filter_map(weigh).min().unwrap_or(0)
        };
        sets.into_iter().map(|holes| Pagoda { holes, least: least(holes) }).collect()
    }

    pub(super) fn is_allowed(&self, position: Bitboard) -> bool {
        self.pagodas.iter().all(|pagoda| (position & pagoda.holes).count() >= pagoda.least)
    }

    pub(super) fn answer(&mut self, start: Bitboard) -> Result<SearchAnswer, SearchError> {
        for width in WIDTHS {
            // The rounds may examine half of the positions.
            if self.seen > self.limit / 2 {
                break;
            }
            match self.best_of_each_level(start, width)? {
                Outcome::Solved => return Ok(self.solution(start)),
                Outcome::Failed => return Ok(SearchAnswer::Impossible),
                Outcome::GaveUp => {}
            }
        }
        self.played.clear();
        let burden = start.pegs().map(|hole| self.burden[hole.index()]).sum();
        Ok(match self.visit(start, burden)? {
            Outcome::Solved => self.solution(start),
            Outcome::Failed => SearchAnswer::Impossible,
            Outcome::GaveUp => SearchAnswer::GaveUp,
        })
    }

    fn report(&self) -> Result<(), Interrupted> {
        self.progress.report(self.seen.min(self.limit), self.limit)
    }

    /// Goes down level by level with the `width` best positions of each.
    fn best_of_each_level(
        &mut self,
        start: Bitboard,
        width: usize,
    ) -> Result<Outcome, SearchError> {
        let mut levels = vec![vec![self.images.representative(start)]];
        let mut all = true;
        for _ in self.ends.pegs()..start.count() {
            let last = &levels[levels.len() - 1];
            self.report()?;
            let count = |position: &Bitboard| self.shifts.count_jumps(position.code()) as usize;
            let jumps: usize = last.iter().map(count).sum();
            // While they are collected, from several threads, all positions are there twice.
            memory::require(REMEMBERED, (2 * jumps * size_of::<Bitboard>()) as u64)?;
            let after = |&position: &Bitboard| {
                let mut after = Vec::new();
                self.shifts.each_jump(position.code(), |&IndexedJump { jump, .. }| {
                    let next = self.images.representative(jump.play(position));
                    if self.is_allowed(next) {
                        after.push(next);
                    }
                });
                after
            };
            #[cfg(feature = "parallel")]
            let mut next: Vec<Bitboard> = {
                use rayon::prelude::*;
                last.par_iter().flat_map_iter(after).collect()
            };
            #[cfg(not(feature = "parallel"))]
            let mut next: Vec<Bitboard> = last.iter().flat_map(after).collect();
            super::super::symmetry_classes::sort(&mut next);
            next.dedup();
            self.seen += next.len() as u64;
            if next.len() > width {
                all = false;
                next.sort_by_cached_key(|&position| {
                    let burden = position.pegs().map(|hole| self.burden[hole.index()]).sum();
                    self.weigh(position, burden)
                });
                next.truncate(width);
                super::super::symmetry_classes::sort(&mut next);
            }
            levels.push(next);
        }
        let found = levels
            .last()
            .and_then(|last| last.iter().copied().find(|&position| self.ends.contains(position)));
        Ok(match found {
            Some(position) => {
                self.played = self.back_to(start, position, &levels);
                Outcome::Solved
            }
            None if all => Outcome::Failed,
            None => Outcome::GaveUp,
        })
    }

    /// The jumps from the start to an image of a position of the last level.
    fn back_to(&self, start: Bitboard, end: Bitboard, levels: &[Vec<Bitboard>]) -> Vec<Jump> {
        let mut position = end;
        let mut jumps = Vec::new();
        for level in levels.iter().rev().skip(1) {
            let from = |jump: &Jump| {
                level.binary_search(&self.images.representative(jump.play(position))).is_ok()
            };
            jumps.extend(self.board.legal_jumps_backwards(position).find(from).inspect(|jump| {
                position = jump.play(position);
            }));
        }
        // The first position is an image of the start.
        let turn = self.board.symmetries().iter().find(|symmetry| {
            symmetry.apply(position) == start && symmetry.apply(self.aims) == self.aims
        });
        let turned = |jump: Jump| turn.map_or(jump, |turn| jump.image(turn));
        jumps.into_iter().rev().map(turned).collect()
    }

    /// Tries all jumps from a position with this burden, the best first.
    fn visit(&mut self, position: Bitboard, burden: u32) -> Result<Outcome, Interrupted> {
        if position.count() <= self.ends.pegs() {
            self.seen += 1;
            let solved = self.ends.contains(position);
            return Ok(if solved { Outcome::Solved } else { Outcome::Failed });
        }
        if self.seen >= self.limit {
            return Ok(Outcome::GaveUp);
        }
        self.seen += 1;
        if self.seen.is_multiple_of(REPORTED) {
            self.report()?;
        }
        let key = self.images.representative(position);
        let slot = self.slot(key);
        if self.failed[slot] == key.0 {
            return Ok(Outcome::Failed);
        }
        let first = self.choices.len();
        let mut choices = std::mem::take(&mut self.choices);
        self.shifts.each_jump(position.code(), |&IndexedJump { jump, .. }| {
            let after = jump.play(position);
            if self.is_allowed(after) {
                choices.push((self.weigh(after, self.burden_after(burden, jump)), jump));
            }
        });
        choices[first..].sort_unstable();
        self.choices = choices;
        for at in first..self.choices.len() {
            let jump = self.choices[at].1;
            self.played.push(jump);
            match self.visit(jump.play(position), self.burden_after(burden, jump))? {
                Outcome::Failed => {}
                outcome => return Ok(outcome),
            }
            self.played.pop();
        }
        self.choices.truncate(first);
        self.failed[slot] = key.0;
        Ok(Outcome::Failed)
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
        burden * 2 - self.shifts.count_jumps(position.code()).min(burden)
    }

    /// The jumps played, continued down the levels to one peg.
    fn solution(&self, start: Bitboard) -> SearchAnswer {
        let mut jumps = self.played.clone();
        let mut position = jumps.iter().fold(start, |position, jump| jump.play(position));
        while position.count() > 1 {
            let on = |jump: &Jump| self.ends.contains(jump.play(position));
            let Some(jump) = self.board.legal_jumps(position).find(on) else {
                return SearchAnswer::GaveUp;
            };
            jumps.push(jump);
            position = jump.play(position);
        }
        match Solution::new(self.board, start, jumps) {
            Ok(solution) => SearchAnswer::Solved(solution),
            Err(_) => SearchAnswer::GaveUp,
        }
    }
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
                let holes = aims.iter().fold(Bitboard::EMPTY, |all, &aim| all | aim);
                let limits = SearchLimits { positions: 1_000_000, memory: 1 << 14 };
                let none = Progress::NONE;
                let ends =
                    Ends::new(&board, &aims, start.count(), limits.memory / 4, none).unwrap();
                let mut depth = Depth::new(&board, start, holes, &ends, limits, none).unwrap();
                let burden = start.pegs().map(|hole| depth.burden[hole.index()]).sum();
                let solvable = aims.iter().any(|&aim| reachable.contains(aim));
                let outcome = depth.visit(start, burden).unwrap();
                assert!(outcome == if solvable { Outcome::Solved } else { Outcome::Failed });
                if solvable {
                    let SearchAnswer::Solved(solution) = depth.solution(start) else {
                        panic!("{name}: the jumps of {start:?} don't lead to a finish");
                    };
                    assert_eq!((solution.start(), solution.end().count()), (&start.into(), 1));
                }
            }
        }
    }
}
