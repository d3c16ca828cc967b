//! The holes outside of a region are emptied step by step, in some order. Where a step fails, the
//! search goes some steps back.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::beam::{Beam, JumpTree, Spent, State, Step};
use super::window::{Area, Cell};
use crate::board::{Board, Hole, Jump, Position};

/// An order of steps, each of which leads from many states to many.
pub(super) trait Order {
    /// How much is left before a step from these states, or `None` at the end.
    fn left(&self, step: usize, states: &[State]) -> Option<u64>;

    fn next(&self, step: usize, states: &[State], beam: Beam, spent: &mut Spent<'_>) -> Step;

    /// The states after a step that has failed, if a change of the end lets it succeed.
    fn next_changed(&self, _: &[State], _: Beam, _: &mut Spent<'_>) -> Step {
        Ok(None)
    }
}

/// How often steps may fail in a row before the attempt ends. Another seed does more than patience:
/// 40 failures took twice the work.
const STALLED: u32 = 6;

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
        self.in_a_row = if step < self.farthest {
            self.in_a_row + 1
        } else {
            1
        };
        self.farthest = self.farthest.max(step + 1);
    }

    /// The beam for a step: wider up to a little beyond the one that failed.
    fn widen(self, beam: Beam, step: usize) -> Beam {
        let is_near = step <= self.farthest + 1;
        let wider = if is_near {
            (self.in_a_row / 2).min(2)
        } else {
            0
        };
        let (width, results) = (beam.width << wider, beam.results << wider);
        let (depth, seed) = (
            beam.depth + 8 * wider as usize,
            beam.seed + u64::from(self.all),
        );
        Beam {
            width,
            results,
            depth,
            seed,
        }
    }
}

/// The memory that a state takes on a machine of 64 bits, in bytes, without its words.
const STATE: usize = 32;

/// What some states take, counted alike on every machine, so that all find the same games.
fn bytes(states: &[State]) -> usize {
    states.iter().map(|state| STATE + state.pegs.bytes()).sum()
}

/// States that are empty outside of the region, if they were found with at most about the work that
/// may be done.
pub(super) fn run(order: &dyn Order, pegs: &Position, beam: Beam, spent: &mut Spent<'_>) -> Step {
    // The states before each step.
    let mut history = vec![vec![State {
        pegs: pegs.clone(),
        last: 0,
    }]];
    let mut failures = Failures::default();
    let mut total = None;
    loop {
        let step = history.len() - 1;
        let states = &history[step];
        let left = order.left(step, states);
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
        let mut next = order.next(step, states, wide, spent)?;
        if next.is_none() {
            failures.add(step);
            if failures.in_a_row.is_multiple_of(2) {
                next = order.next_changed(
                    states,
                    Beam {
                        seed: wide.seed,
                        ..beam
                    },
                    spent,
                )?;
            }
        }
        if let Some(next) = next {
            spent.states += bytes(&next);
            history.push(next);
        } else {
            if failures.in_a_row > STALLED {
                return Ok(None);
            }
            let back = (1 << failures.in_a_row.min(5)) - 1;
            let left_behind = history.drain(step.saturating_sub(back) + 1..);
            spent.states -= left_behind.map(|states| bytes(&states)).sum::<usize>();
        }
    }
    let mut states = history.pop().unwrap_or_default();
    // The best state is at its end, and the others need not be.
    states.retain(|state| {
        order
            .left(history.len(), std::slice::from_ref(state))
            .is_none()
    });
    Ok(Some(states))
}

/// A hole is near enough if it is no farther than this, in columns and in rows.
const NEAR: usize = 2;

/// The states after an empty hole was led near a cell, or `None` if there is one already or none
/// can be led there.
pub(super) fn lead(
    states: &[State],
    board: &Board,
    near: Cell,
    tree: &mut JumpTree,
) -> Option<Vec<State>> {
    let way = shortest_way(&states.first()?.pegs, board, near)?;
    let led = states.iter().filter_map(|state| {
        let mut state = state.clone();
        for &jump in &way {
            if !state.pegs.allows(jump) {
                return None;
            }
            state.pegs.play(jump);
            state.last = tree.push(state.last, jump.from(), jump.to());
        }
        Some(state)
    });
    let led: Vec<State> = led.collect();
    (!led.is_empty()).then_some(led)
}

/// The fewest jumps that lead an empty hole near this cell, in order.
fn shortest_way(pegs: &Position, board: &Board, near: Cell) -> Option<Vec<Jump>> {
    let is_near = |hole: Hole| Cell::of(board, hole).distance(near) <= NEAR;
    let all = Area::of(board).holes(board);
    let mut waiting: VecDeque<Hole> = all.filter(|&hole| !pegs.has(hole)).collect();
    // The jump that leads an empty hole to each hole with a peg that was reached.
    let mut jumps: FxHashMap<Hole, Jump> = FxHashMap::default();
    while let Some(to) = waiting.pop_front() {
        if is_near(to) {
            let jump_to = |hole: &Hole| jumps.get(hole).copied();
            let back = std::iter::successors(jump_to(&to), |jump| jump_to(&jump.to()));
            let mut way: Vec<Jump> = back.collect();
            way.reverse();
            return (!way.is_empty()).then_some(way);
        }
        for (over, from) in beside(board, Cell::of(board, to)) {
            let from = from.filter(|&from| pegs.has(over) && pegs.has(from));
            let jump = from.and_then(|from| board.jump(from, to));
            let Some(jump) = jump else { continue };
            if let Entry::Vacant(new) = jumps.entry(jump.from()) {
                new.insert(jump);
                waiting.push_back(jump.from());
            }
        }
    }
    None
}

/// The holes beside a cell, each with the one after it in the same direction, if there is one.
pub(super) fn beside(
    board: &Board,
    Cell { x, y }: Cell,
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
    fn the_memory_of_a_state_is_what_is_counted_for_it() {
        let small = State {
            pegs: Position::from(Hole(0)),
            last: 0,
        };
        assert_eq!(size_of_val(&small), STATE);
        assert_eq!(
            bytes(std::slice::from_ref(&small)),
            STATE + size_of::<Position>() + 8
        );
    }
}
