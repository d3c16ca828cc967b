//! Another order of a search: the farthest pegs first. The way to the region that is left to the end leads through pegs, so the arms of
//! a frame around a large shape are cleared along their length, where lines across them would leave too few pegs to go on with.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::beam::{Beam, State, Trail, clear};
use super::lead::lead;
use super::window::{Area, Cell, Field, Window};
use crate::progress::{Interrupted, Progress};

/// A window, and how it is used: its size; how much nearer than the farthest peg the others are that go with it; and how many holes
/// along the way it is centred.
struct Way {
    width: usize,
    height: usize,
    nearer: u32,
    ahead: usize,
}

/// The windows that are tried, one after the other.
const WAYS: [Way; 6] = [
    Way { width: 8, height: 8, nearer: 4, ahead: 3 },
    Way { width: 8, height: 8, nearer: 2, ahead: 3 },
    Way { width: 10, height: 6, nearer: 3, ahead: 3 },
    Way { width: 6, height: 10, nearer: 3, ahead: 3 },
    Way { width: 8, height: 8, nearer: 0, ahead: 2 },
    Way { width: 8, height: 8, nearer: 6, ahead: 4 },
];

/// Pegs go together if they are no farther apart than this, in columns and in rows.
const TOGETHER: usize = 2;

/// The length of a step into a hole with a peg; into an empty one it is given.
const STEP: u32 = 2;

/// How often windows may fail before the attempt ends.
const FAILURES: u32 = 40;

/// If holes may be changed: how often windows may fail in a row without a new hole that is cleared. Another seed does more than patience.
const STALLED: u32 = 4;

/// How many states are tried with a change in each of the holes nearest to a peg.
const CHANGED: usize = 8;
const NEAREST: usize = 25;

/// A way to search.
pub(super) struct Peel {
    pub seed: u64,
    pub field: Field,
    pub beam: Beam,
    pub region: Area,
    /// The length of a step into an empty hole.
    pub empty_step: u32,
    /// The most holes of the end that may be changed.
    pub tolerance: usize,
}

impl Peel {
    /// States that are empty outside of the region, if they were found with at most about so much work.
    pub fn run(
        &self,
        columns: &[u64],
        trail: &mut Trail,
        most: u64,
        progress: Progress<'_>,
    ) -> Result<Option<Vec<State>>, Interrupted> {
        let map = Map::new(columns, &self.field, self.region, self.empty_step);
        let mut history = vec![vec![State { columns: columns.to_vec(), last: 0 }]];
        let is_exact = self.tolerance == 0;
        let mut failures = 0;
        let (mut deepest, mut stalled) = (0, 0);
        let mut total = None;
        while let Some(farthest) = history.last().and_then(|states| map.farthest(states)) {
            let distance = u64::from(map.distance(farthest));
            let total = *total.get_or_insert(distance);
            progress.report(total.saturating_sub(distance), total.max(1))?;
            if trail.work >= most {
                return Ok(None);
            }
            let wider: u32 = (failures / 4).min(if is_exact { 3 } else { 1 });
            let beam = Beam {
                width: self.beam.width << wider,
                results: self.beam.results << wider.min(1),
                ..self.beam
            };
            let states = &history[history.len() - 1];
            let seed = self.seed + u64::from(failures);
            let next = WAYS.iter().find_map(|way| {
                let (window, goal) = map.window(farthest, way)?;
                let states = clear(&window, goal, states, trail, beam, seed);
                (!states.is_empty()).then_some(states)
            });
            // A window may be full: then an empty hole has to come first.
            match next.or_else(|| lead(states, &self.field, farthest, trail)) {
                Some(states) => history.push(states),
                None => {
                    failures += 1;
                    stalled = if history.len() > deepest { 0 } else { stalled + 1 };
                    deepest = deepest.max(history.len());
                    if !is_exact
                        && stalled % 2 == 1
                        && let Some(states) = self.changed(&map, farthest, states, trail, seed)
                    {
                        history.push(states);
                        continue;
                    }
                    let is_over = match is_exact {
                        true => {
                            failures > FAILURES || history.len() == 1 && failures > FAILURES / 4
                        }
                        false => stalled > STALLED,
                    };
                    if is_over {
                        return Ok(None);
                    }
                    let back = (1 << (if is_exact { failures } else { stalled } % 6 + 1)) - 1;
                    history.truncate(history.len().saturating_sub(back).max(1));
                }
            }
        }
        let mut states = history.pop().unwrap_or_default();
        // The best state is empty outside of the region, and the others need not be.
        states.retain(|state| map.farthest(std::slice::from_ref(state)).is_none());
        Ok(Some(states))
    }

    /// States after one more hole was changed, as near as possible to a peg that can't be cleared otherwise.
    fn changed(
        &self,
        map: &Map<'_>,
        peg: Cell,
        states: &[State],
        trail: &mut Trail,
        seed: u64,
    ) -> Option<Vec<State>> {
        // One change is left for the end.
        let untouched = states.iter().map(|state| (state, trail.untouched(state)));
        let allowed = untouched.filter(|(_, (_, changes))| changes + 1 < self.tolerance);
        let allowed: Vec<(&State, Vec<u64>)> =
            allowed.take(CHANGED).map(|(state, (untouched, _))| (state, untouched)).collect();
        let mut nearest: Vec<Cell> = self.field.cells().collect();
        nearest.sort_by_key(|cell| cell.x.abs_diff(peg.x).pow(2) + cell.y.abs_diff(peg.y).pow(2));
        let ways = [&WAYS[0], &WAYS[4]].map(|way| map.window(peg, way));
        ways.into_iter().flatten().find_map(|(window, goal)| {
            nearest.iter().take(NEAREST).find_map(|&hole| {
                let changed = allowed.iter().filter(|(_, open)| open[hole.x] >> hole.y & 1 == 1);
                let changed: Vec<State> =
                    changed.map(|(state, _)| trail.change(state, hole)).collect();
                let cleared = clear(&window, goal, &changed, trail, self.beam, seed);
                (!cleared.is_empty()).then_some(cleared)
            })
        })
    }
}

/// How far each hole is from the region, and the next hole on the shortest way.
struct Map<'f> {
    region: Area,
    field: &'f Field,
    holes: Vec<Vec<(u32, Cell)>>,
}

impl<'f> Map<'f> {
    fn new(columns: &[u64], field: &'f Field, region: Area, empty_step: u32) -> Self {
        let middle = Cell { x: region.left + region.width / 2, y: region.top + region.height / 2 };
        let mut holes = vec![vec![(u32::MAX, middle); field.height]; field.width()];
        holes[middle.x][middle.y].0 = 0;
        let mut waiting = BinaryHeap::from([Reverse((0, middle.x, middle.y))]);
        while let Some(Reverse((distance, x, y))) = waiting.pop() {
            if distance > holes[x][y].0 {
                continue;
            }
            for [Cell { x: to_x, y: to_y }, _] in field.beside(Cell { x, y }) {
                let peg = columns[to_x] >> to_y & 1 == 1;
                let found = distance + if peg { STEP } else { empty_step };
                if found < holes[to_x][to_y].0 {
                    holes[to_x][to_y] = (found, Cell { x, y });
                    waiting.push(Reverse((found, to_x, to_y)));
                }
            }
        }
        Self { region, field, holes }
    }

    fn distance(&self, cell: Cell) -> u32 {
        self.holes[cell.x][cell.y].0
    }

    /// The farthest peg of the best state outside of the region.
    fn farthest(&self, states: &[State]) -> Option<Cell> {
        let columns = &states.first()?.columns;
        let is_outside =
            |cell: &Cell| columns[cell.x] >> cell.y & 1 == 1 && !self.region.contains(*cell);
        let outside = self.field.cells().filter(is_outside);
        outside.max_by_key(|&cell| (self.distance(cell), Reverse((cell.x, cell.y))))
    }

    /// The window for a peg and those that go with it, and the holes in it that are to be empty.
    fn window(&self, peg: Cell, way: &Way) -> Option<(Window, u64)> {
        let mut middle = peg;
        for _ in 0..way.ahead {
            middle = self.holes[middle.x][middle.y].1;
        }
        let (columns, rows) = (self.field.width(), self.field.height);
        let (width, height) = (way.width.min(columns), way.height.min(rows));
        let left = middle.x.saturating_sub(width / 2).min(columns - width);
        let top = middle.y.saturating_sub(height / 2).min(rows - height);
        let area = Area { left, top, width, height };
        if !area.contains(peg) {
            return None;
        }
        let distance = self.distance(peg);
        let is_goal = |cell: &Cell| {
            let together = cell.x.abs_diff(peg.x).max(cell.y.abs_diff(peg.y)) <= TOGETHER;
            let (far, near) = (self.distance(*cell), distance.saturating_sub(way.nearer));
            !self.region.contains(*cell) && (far > distance || together && far >= near)
        };
        let window = self.field.window(area);
        let holes =
            (left..left + width).flat_map(|x| (top..top + height).map(move |y| Cell { x, y }));
        let goal = window.mask(holes.filter(is_goal));
        Some((window, goal))
    }
}
