//! The holes outside of a region are emptied step by step, in some order. Where a step fails, the search goes some steps back.

use super::beam::{Beam, Spent, State, Step};
use crate::board::Position;

/// An order of steps, each of which leads from many states to many.
pub(super) trait Order {
    /// How much is left before a step from these states, or `None` at the end.
    fn left(&self, step: usize, states: &[State]) -> Option<u64>;

    /// The states after a step, if it succeeds with this beam.
    fn next(&self, step: usize, states: &[State], beam: Beam, spent: &mut Spent<'_>) -> Step;

    /// The beam for a step, wider after failures.
    fn beam(&self, beam: Beam, step: usize, failures: Failures) -> Beam;

    /// How many steps to go back after a step has failed, or `None` to give up.
    fn steps_back(&self, step: usize, failures: Failures) -> Option<usize>;

    /// The states after a step that has failed, if a change of the end lets it succeed.
    fn next_changed(&self, _: &[State], _: Beam, _: &mut Spent<'_>) -> Step {
        Ok(None)
    }
}

/// How often steps have failed.
#[derive(Clone, Copy, Default)]
pub(super) struct Failures {
    pub all: u32,
    /// Since the last one that was farther than all before it.
    pub in_a_row: u32,
    /// The number of steps up to the farthest that failed.
    pub farthest: usize,
}

impl Failures {
    fn add(&mut self, step: usize) {
        self.all += 1;
        self.in_a_row = if step < self.farthest { self.in_a_row + 1 } else { 1 };
        self.farthest = self.farthest.max(step + 1);
    }
}

/// The bytes of states.
fn bytes(states: &[State]) -> usize {
    states.iter().map(|state| size_of_val(state) + state.pegs.bytes()).sum()
}

/// States that are empty outside of the region, if they were found with at most about the work that may be done.
pub(super) fn run(order: &dyn Order, pegs: &Position, beam: Beam, spent: &mut Spent<'_>) -> Step {
    // The states before each step.
    let mut history = vec![vec![State { pegs: pegs.clone(), last: 0 }]];
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
        let beam = Beam { seed: beam.seed + u64::from(failures.all), ..beam };
        let mut next = order.next(step, states, order.beam(beam, step, failures), spent)?;
        if next.is_none() {
            failures.add(step);
            if failures.in_a_row.is_multiple_of(2) {
                next = order.next_changed(states, beam, spent)?;
            }
        }
        if let Some(next) = next {
            spent.states += bytes(&next);
            history.push(next);
        } else {
            let Some(back) = order.steps_back(step, failures) else { return Ok(None) };
            let left_behind = history.drain(step.saturating_sub(back) + 1..);
            spent.states -= left_behind.map(|states| bytes(&states)).sum::<usize>();
        }
    }
    let mut states = history.pop().unwrap_or_default();
    // The best state is at its end, and the others need not be.
    states.retain(|state| order.left(history.len(), std::slice::from_ref(state)).is_none());
    Ok(Some(states))
}
