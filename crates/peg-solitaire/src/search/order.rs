//! The holes outside of a region are emptied step by step, in some order. Where a step fails, the
//! search goes some steps back.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::beam::{Beam, JumpTree, Reached, Spent, StepResult};
use super::window::{Area, ColumnRow, JumpEnds};
use crate::board::{Board, Hole, Jump, Position};

/// An order of steps, each of which leads from many positions to many.
pub(super) trait Order {
    /// How much is left before a step from these positions, or `None` at the end.
    fn left(&self, step: usize, reached: &[Reached]) -> Option<u64>;

    /// The positions after a step.
    fn next(
        &self,
        step: usize,
        reached: &[Reached],
        beam: Beam,
        spent: &mut Spent<'_>,
    ) -> StepResult;

    /// The positions after a step that has failed, if a change of the end lets it succeed.
    fn next_changed(&self, _: &[Reached], _: Beam, _: &mut Spent<'_>) -> StepResult {
        Ok(None)
    }
}

/// How often steps may fail in a row before the attempt ends. Another seed does more than patience:
/// 40 failures took twice the work.
const MOST_FAILURES: u32 = 6;

/// How often steps have failed.
#[derive(Clone, Copy, Default)]
struct Failures {
    all: u32,
    /// The failures since the last one that was farther than all before it.
    in_a_row: u32,
    /// The number of steps up to the farthest that failed.
    farthest: usize,
}

impl Failures {
    fn add(&mut self, step: usize) {
        self.all += 1;
        if step < self.farthest {
            self.in_a_row += 1;
        } else {
            self.in_a_row = 1;
            self.farthest = step + 1;
        }
    }

    /// The beam for a step: wider up to a little beyond the one that failed.
    fn widen(self, beam: Beam, step: usize) -> Beam {
        let mut doublings = 0;
        if step <= self.farthest + 1 {
            doublings = (self.in_a_row / 2).min(2);
        }

        Beam {
            width: beam.width << doublings,
            results: beam.results << doublings,
            depth: beam.depth + 8 * doublings as usize,
            seed: beam.seed + u64::from(self.all),
        }
    }

    /// How many steps to go back after a failure.
    fn steps_back(self) -> usize {
        (1 << self.in_a_row.min(5)) - 1
    }
}

/// The memory that a position takes on a machine of 64 bits, in bytes, without its words.
const BYTES_OF_REACHED: usize = 32;

/// What some positions take, counted alike on every machine, so that all find the same games.
fn bytes(reached: &[Reached]) -> usize {
    let each = reached.iter().map(|reached| reached.pegs.bytes());
    each.map(|words| BYTES_OF_REACHED + words).sum()
}

/// Positions that are empty outside of the region, if they were found with at most about the work
/// that may be done.
pub(super) fn run(
    order: &dyn Order,
    pegs: &Position,
    beam: Beam,
    spent: &mut Spent<'_>,
) -> StepResult {
    // The positions before each step.
    let mut history = vec![vec![Reached::beginning(pegs)]];
    let mut failures = Failures::default();
    let mut total = None;
    loop {
        let step = history.len() - 1;
        let reached = &history[step];

        let left = order.left(step, reached);
        let total = *total.get_or_insert(left.unwrap_or(0));
        spent.done = (total.saturating_sub(left.unwrap_or(0)), total.max(1));
        spent.ask(0, 0)?;
        if left.is_none() {
            break;
        }
        if spent.work >= spent.most {
            return Ok(None);
        }

        let wide = failures.widen(beam, step);
        let mut next = order.next(step, reached, wide, spent)?;
        if next.is_none() {
            failures.add(step);
            if failures.in_a_row.is_multiple_of(2) {
                let seed = wide.seed;
                next = order.next_changed(reached, Beam { seed, ..beam }, spent)?;
            }
        }

        if let Some(next) = next {
            spent.history += bytes(&next);
            history.push(next);
            continue;
        }
        if failures.in_a_row > MOST_FAILURES {
            return Ok(None);
        }
        let first_left = step.saturating_sub(failures.steps_back()) + 1;
        for left_behind in history.drain(first_left..) {
            spent.history -= bytes(&left_behind);
        }
    }

    let mut last = history.pop().unwrap_or_default();
    // The best position is at its end, and the others need not be.
    last.retain(|reached| {
        let alone = std::slice::from_ref(reached);
        order.left(history.len(), alone).is_none()
    });
    Ok(Some(last))
}

/// A hole is near enough if it is no farther than this, in columns and in rows.
const NEAR_ENOUGH: usize = 2;

/// The positions after an empty hole was led near a cell, or `None` if there is one already or none
/// can be led there.
pub(super) fn lead(
    reached: &[Reached],
    board: &Board,
    near: ColumnRow,
    tree: &mut JumpTree,
) -> Option<Vec<Reached>> {
    let way = shortest_way(&reached.first()?.pegs, board, near)?;

    let mut led = Vec::new();
    for before in reached {
        led.extend(after_jumps(before, &way, tree));
    }
    if led.is_empty() { None } else { Some(led) }
}

/// A position after these jumps, if they are legal.
fn after_jumps(before: &Reached, jumps: &[Jump], tree: &mut JumpTree) -> Option<Reached> {
    let mut reached = before.clone();
    for &jump in jumps {
        if !reached.pegs.allows(jump) {
            return None;
        }
        reached.pegs.play(jump);
        let ends = JumpEnds {
            from: jump.from(),
            to: jump.to(),
        };
        reached.last = tree.push(reached.last, ends);
    }
    Some(reached)
}

/// The fewest jumps that lead an empty hole near this cell, in order.
fn shortest_way(pegs: &Position, board: &Board, near: ColumnRow) -> Option<Vec<Jump>> {
    let is_near = |hole: Hole| ColumnRow::of(board, hole).distance(near) <= NEAR_ENOUGH;
    let holes = Area::of(board).holes(board);
    let mut waiting: VecDeque<Hole> = holes.filter(|&hole| !pegs.has(hole)).collect();
    // The jump that leads an empty hole to each hole with a peg that was reached.
    let mut jumps: FxHashMap<Hole, Jump> = FxHashMap::default();

    while let Some(to) = waiting.pop_front() {
        if is_near(to) {
            let way = way_to(to, &jumps);
            return if way.is_empty() { None } else { Some(way) };
        }

        for (over, from) in beside(board, ColumnRow::of(board, to)) {
            let Some(from) = from else { continue };
            if !pegs.has(over) || !pegs.has(from) {
                continue;
            }
            let Some(jump) = board.jump(from, to) else {
                continue;
            };
            if let Entry::Vacant(new) = jumps.entry(from) {
                new.insert(jump);
                waiting.push_back(from);
            }
        }
    }
    None
}

/// The jumps by which an empty hole comes to this one.
fn way_to(hole: Hole, jumps: &FxHashMap<Hole, Jump>) -> Vec<Jump> {
    let mut way = Vec::new();
    let mut at = hole;
    while let Some(&jump) = jumps.get(&at) {
        way.push(jump);
        at = jump.to();
    }
    way.reverse();
    way
}

/// The holes beside a cell, each with the one after it in the same direction, if there is one.
pub(super) fn beside(
    board: &Board,
    ColumnRow { x, y }: ColumnRow,
) -> impl Iterator<Item = (Hole, Option<Hole>)> {
    board
        .lattice()
        .all_directions()
        .filter_map(move |(dx, dy)| {
            let at = |steps: i16| board.hole_at(x as i16 + steps * dx, y as i16 + steps * dy);
            Some((at(1)?, at(2)))
        })
}

#[cfg(all(test, target_pointer_width = "64"))]
mod tests {
    use super::*;

    #[test]
    fn the_memory_of_a_position_is_what_is_counted_for_it() {
        let small = Reached {
            pegs: Position::from(Hole(0)),
            last: 0,
        };
        assert_eq!(size_of_val(&small), BYTES_OF_REACHED);
        assert_eq!(
            bytes(std::slice::from_ref(&small)),
            BYTES_OF_REACHED + size_of::<Position>() + 8
        );
    }
}
