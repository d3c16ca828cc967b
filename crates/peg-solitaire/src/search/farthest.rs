//! Another order of a search: the farthest pegs first. The way to the region that is left to the
//! end leads through pegs, so the arms of a frame around a large shape are cleared along their
//! length, where lines across them would leave too few pegs to go on with.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::beam::{Beam, Spent, State, Step, clear};
use super::order::{Order, beside, lead};
use super::window::{Area, Cell, Window};
use crate::board::{Board, Position};

/// A window, and how it is used: its size; how much nearer than the farthest peg the others are
/// that go with it; and how many holes along the way it is centred.
struct Cut {
    width: usize,
    height: usize,
    nearer: u32,
    ahead: usize,
}

/// The windows that are tried, one after the other.
const CUTS: [Cut; 6] = [
    Cut {
        width: 8,
        height: 8,
        nearer: 4,
        ahead: 3,
    },
    Cut {
        width: 8,
        height: 8,
        nearer: 2,
        ahead: 3,
    },
    Cut {
        width: 10,
        height: 6,
        nearer: 3,
        ahead: 3,
    },
    Cut {
        width: 6,
        height: 10,
        nearer: 3,
        ahead: 3,
    },
    Cut {
        width: 8,
        height: 8,
        nearer: 0,
        ahead: 2,
    },
    Cut {
        width: 8,
        height: 8,
        nearer: 6,
        ahead: 4,
    },
];

/// Pegs go together if they are no farther apart than this, in columns and in rows.
const TOGETHER: usize = 2;

/// The length of a step into a hole with a peg, and into an empty one.
const STEP: u32 = 2;
const EMPTY_STEP: u32 = 3;

/// How many states are tried with a change in each of the holes nearest to a peg.
const CHANGED: usize = 8;
const NEAREST: usize = 25;

/// How far each hole is from the region, and the next cell on the shortest way.
pub(super) struct FarthestFirst {
    board: Board,
    region: Area,
    /// The most holes of the end that may be changed.
    tolerance: usize,
    /// The length of the way from each cell to the region, and the next cell on it, by column and
    /// row.
    ways: Vec<Vec<(u32, Cell)>>,
}

impl FarthestFirst {
    pub fn new(board: &Board, pegs: &Position, region: Area, tolerance: usize) -> Self {
        let middle = Cell {
            x: region.left + region.width / 2,
            y: region.top + region.height / 2,
        };
        let mut ways = vec![vec![(u32::MAX, middle); board.rows()]; board.columns()];
        ways[middle.x][middle.y].0 = 0;
        let mut waiting = BinaryHeap::from([Reverse((0, middle.x, middle.y))]);
        while let Some(Reverse((distance, x, y))) = waiting.pop() {
            if distance > ways[x][y].0 {
                continue;
            }
            for (hole, _) in beside(board, Cell { x, y }) {
                let to = Cell::of(board, hole);
                let found = distance + if pegs.has(hole) { STEP } else { EMPTY_STEP };
                if found < ways[to.x][to.y].0 {
                    ways[to.x][to.y] = (found, Cell { x, y });
                    waiting.push(Reverse((found, to.x, to.y)));
                }
            }
        }
        Self {
            board: board.clone(),
            region,
            tolerance,
            ways,
        }
    }

    fn distance(&self, cell: Cell) -> u32 {
        self.ways[cell.x][cell.y].0
    }

    /// The farthest peg of the best state outside of the region.
    fn farthest(&self, states: &[State]) -> Option<Cell> {
        let pegs = states
            .first()?
            .pegs
            .pegs()
            .map(|hole| Cell::of(&self.board, hole));
        let outside = pegs.filter(|cell| !self.region.contains(*cell));
        outside.max_by_key(|&cell| (self.distance(cell), Reverse((cell.x, cell.y))))
    }

    /// The window for a peg and those that go with it, and the holes in it that are to be empty.
    fn window(&self, peg: Cell, cut: &Cut) -> Option<(Window, u64)> {
        let mut middle = peg;
        for _ in 0..cut.ahead {
            middle = self.ways[middle.x][middle.y].1;
        }
        let (columns, rows) = (self.board.columns(), self.board.rows());
        let (width, height) = (cut.width.min(columns), cut.height.min(rows));
        let left = middle.x.saturating_sub(width / 2).min(columns - width);
        let top = middle.y.saturating_sub(height / 2).min(rows - height);
        let area = Area {
            left,
            top,
            width,
            height,
        };
        if !area.contains(peg) {
            return None;
        }
        let distance = self.distance(peg);
        let is_goal = |cell: &Cell| {
            let together = cell.distance(peg) <= TOGETHER;
            let (far, near) = (self.distance(*cell), distance.saturating_sub(cut.nearer));
            !self.region.contains(*cell) && (far > distance || together && far >= near)
        };
        let goal = area
            .cells()
            .filter(is_goal)
            .filter_map(|cell| cell.hole(&self.board))
            .collect();
        let window = Window::new(&self.board, area);
        let goal = window.pegs(&goal);
        Some((window, goal))
    }
}

impl Order for FarthestFirst {
    fn left(&self, _step: usize, states: &[State]) -> Option<u64> {
        Some(self.distance(self.farthest(states)?).into())
    }

    /// Clears the farthest peg and those that go with it.
    fn next(&self, _step: usize, states: &[State], beam: Beam, spent: &mut Spent<'_>) -> Step {
        let Some(peg) = self.farthest(states) else {
            return Ok(None);
        };
        for (window, goal) in CUTS.iter().filter_map(|cut| self.window(peg, cut)) {
            let cleared = clear(&window, goal, states, beam, spent)?;
            if !cleared.is_empty() {
                return Ok(Some(cleared));
            }
        }
        // A window may be full: then an empty hole has to come first.
        Ok(lead(states, &self.board, peg, &mut spent.tree))
    }

    /// Changes one more hole, as near as possible to the peg that can't be cleared.
    fn next_changed(&self, states: &[State], beam: Beam, spent: &mut Spent<'_>) -> Step {
        let Some(peg) = self.farthest(states).filter(|_| self.tolerance > 0) else {
            return Ok(None);
        };
        let (board, tree) = (&self.board, &mut spent.tree);
        // One change is left for the end.
        let untouched = states
            .iter()
            .map(|state| (state, tree.untouched(board, state)));
        let allowed = untouched.filter(|(_, (_, changes))| changes + 1 < self.tolerance);
        let allowed: Vec<(&State, Position)> = allowed
            .take(CHANGED)
            .map(|(state, (untouched, _))| (state, untouched))
            .collect();
        let nearest = peg
            .hole(board)
            .map_or_else(Vec::new, |hole| board.nearest_holes(hole));
        let windows = [&CUTS[0], &CUTS[4]].map(|cut| self.window(peg, cut));
        for (window, goal) in windows.into_iter().flatten() {
            for &hole in nearest.iter().take(NEAREST) {
                let changed = allowed.iter().filter(|(_, untouched)| untouched.has(hole));
                let changed: Vec<State> = changed
                    .map(|(state, _)| spent.tree.change(state, hole))
                    .collect();
                let cleared = clear(&window, goal, &changed, beam, spent)?;
                if !cleared.is_empty() {
                    return Ok(Some(cleared));
                }
            }
        }
        Ok(None)
    }
}
