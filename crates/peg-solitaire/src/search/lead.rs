//! Moves an empty hole into a full part of the board: a peg jumps into the hole, another into the one that the first left, and so on.

use std::collections::{BTreeMap, VecDeque};

use super::beam::{State, Trail};
use super::window::{Cell, Field};

/// The holes that a peg leaves, jumps over, and lands in.
type Touched = (Cell, Cell, Cell);

/// A hole is near enough if it is no farther than this, in columns and in rows.
const NEAR: usize = 2;

/// The states after an empty hole was led near a place, or `None` if there is one already or none can be led there.
pub(super) fn lead(
    states: &[State],
    field: &Field,
    place: Cell,
    trail: &mut Trail,
) -> Option<Vec<State>> {
    let way = shortest_way(&states.first()?.columns, field, place)?;
    let led = states.iter().filter_map(|state| {
        let mut state = state.clone();
        for &(from, over, to) in &way {
            let legal =
                has(&state.columns, from) && has(&state.columns, over) && !has(&state.columns, to);
            if !legal {
                return None;
            }
            for cell in [from, over, to] {
                state.columns[cell.x] ^= 1 << cell.y;
            }
            state.last = trail.push(state.last, from, to);
        }
        Some(state)
    });
    let led: Vec<State> = led.collect();
    (!led.is_empty()).then_some(led)
}

fn has(columns: &[u64], cell: Cell) -> bool {
    columns[cell.x] >> cell.y & 1 == 1
}

/// The fewest jumps that lead an empty hole near the place, in order.
fn shortest_way(columns: &[u64], field: &Field, place: Cell) -> Option<Vec<Touched>> {
    let is_near = |cell: Cell| cell.x.abs_diff(place.x).max(cell.y.abs_diff(place.y)) <= NEAR;
    let empty = field.cells().filter(|&cell| !has(columns, cell));
    // Each empty hole that was led somewhere, with the jump that did it.
    let mut jumps: BTreeMap<(usize, usize), Option<Touched>> = BTreeMap::new();
    let mut waiting: VecDeque<Cell> = empty.collect();
    jumps.extend(waiting.iter().map(|cell| ((cell.x, cell.y), None)));
    while let Some(to) = waiting.pop_front() {
        if is_near(to) {
            let mut way = Vec::new();
            let mut at = to;
            while let Some(&Some(jump)) = jumps.get(&(at.x, at.y)) {
                way.push(jump);
                at = jump.2;
            }
            way.reverse();
            return (!way.is_empty()).then_some(way);
        }
        for [over, from] in field.beside(to).filter(|[_, from]| field.has(*from)) {
            let new = !jumps.contains_key(&(from.x, from.y));
            if new && has(columns, over) && has(columns, from) {
                jumps.insert((from.x, from.y), Some((from, over, to)));
                waiting.push_back(from);
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn a_hole_is_led_into_a_full_corner_and_no_further() {
        // Nine columns of nine pegs, and one empty hole in the last column.
        let mut columns = vec![(1 << 9) - 1; 9];
        columns[8] ^= 1 << 4;
        let mut trail = Trail::new();
        let states = [State { columns, last: 0 }];
        let corner = Cell { x: 0, y: 0 };
        let board = Board::rectangle(9, 9).unwrap();
        let field = Field::of(&board, false).unwrap();
        let led = lead(&states, &field, corner, &mut trail).unwrap();
        let pegs = |state: &State| state.columns.iter().map(|pegs| pegs.count_ones()).sum::<u32>();
        assert_eq!(trail.jumps(led[0].last).len(), 4);
        assert_eq!((pegs(&states[0]), pegs(&led[0])), (80, 76));
        assert!((0..=NEAR).any(|x| (0..=NEAR).any(|y| !has(&led[0].columns, Cell { x, y }))));
        assert!(lead(&led, &field, corner, &mut trail).is_none(), "there is one already");
        let full = [State { columns: vec![(1 << 9) - 1; 9], last: 0 }];
        assert!(
            lead(&full, &field, corner, &mut trail).is_none(),
            "a full board has no empty hole"
        );
    }
}
