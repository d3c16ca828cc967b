//! Moves an empty hole into a full part of the board: a peg jumps into the hole, another into the one that the first left, and so on.

use std::collections::VecDeque;
use std::collections::hash_map::Entry;

use rustc_hash::FxHashMap;

use super::beam::{JumpTree, State};
use super::window::{Cell, Field};
use crate::board::{Hole, Jump, Position};

/// A hole is near enough if it is no farther than this, in columns and in rows.
const NEAR: usize = 2;

/// The states after an empty hole was led near a cell, or `None` if there is one already or none can be led there.
pub(super) fn lead(
    states: &[State],
    field: &Field,
    near: Cell,
    tree: &mut JumpTree,
) -> Option<Vec<State>> {
    let way = shortest_way(&states.first()?.pegs, field, near)?;
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
fn shortest_way(pegs: &Position, field: &Field, near: Cell) -> Option<Vec<Jump>> {
    let is_near = |hole: Hole| {
        let cell = field.cell(hole);
        cell.x.abs_diff(near.x).max(cell.y.abs_diff(near.y)) <= NEAR
    };
    let mut waiting: VecDeque<Hole> = field.holes().filter(|&hole| !pegs.has(hole)).collect();
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
        for (over, from) in field.beside(field.cell(to)) {
            let from = from.filter(|&from| pegs.has(over) && pegs.has(from));
            let jump = from.and_then(|from| field.board().jump(from, to));
            let Some(jump) = jump else { continue };
            if let Entry::Vacant(new) = jumps.entry(jump.from()) {
                new.insert(jump);
                waiting.push_back(jump.from());
            }
        }
    }
    None
}
