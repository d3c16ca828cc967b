//! Another order of a search: the farthest pegs first. The way to the region that is left to the
//! end leads through pegs, so the arms of a frame around a large shape are cleared along their
//! length, where lines across them would leave too few pegs to go on with.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use super::beam::{Beam, JumpTree, Reached, Spent, StepResult, clear};
use super::order::{Order, beside, lead};
use super::window::{Area, ColumnRow, Window};
use crate::board::{Board, Position};

/// A window, and how it is used.
struct Cut {
    width: usize,
    height: usize,
    /// How much nearer than the farthest peg the others are that go with it.
    nearer: u32,
    /// How many holes along the way the window is centred.
    ahead: usize,
}

impl Cut {
    const fn new(width: usize, height: usize, nearer: u32, ahead: usize) -> Self {
        Self {
            width,
            height,
            nearer,
            ahead,
        }
    }
}

/// The windows that are tried, one after the other.
const CUTS: [Cut; 6] = [
    Cut::new(8, 8, 4, 3),
    Cut::new(8, 8, 2, 3),
    Cut::new(10, 6, 3, 3),
    Cut::new(6, 10, 3, 3),
    Cut::new(8, 8, 0, 2),
    Cut::new(8, 8, 6, 4),
];

/// The length of a step into a hole with a peg, and into an empty one.
const STEP_TO_PEG: u32 = 2;
const STEP_TO_EMPTY: u32 = 3;

/// How many positions are tried with a change in each of the holes nearest to a peg, and how many
/// of these.
const POSITIONS_CHANGED: usize = 8;
const HOLES_CHANGED: usize = 25;

/// What a search from the farthest pegs on may do.
pub(super) struct FarthestLimits {
    /// Pegs go together if they are no farther apart than this, in columns and in rows.
    pub together: usize,
    /// The most holes of the end that may be changed.
    pub changes: usize,
}

/// The farthest pegs first.
pub(super) struct FarthestFirst {
    board: Board,
    region: Area,
    limits: FarthestLimits,
    /// The way from each place to the region, by column and row.
    ways: Vec<Vec<WayToRegion>>,
}

/// A shortest way to the region.
#[derive(Clone, Copy)]
struct WayToRegion {
    length: u32,
    /// The next place on it.
    next: ColumnRow,
}

impl FarthestFirst {
    pub fn new(board: &Board, pegs: &Position, region: Area, limits: FarthestLimits) -> Self {
        let middle = ColumnRow {
            x: region.left + region.width / 2,
            y: region.top + region.height / 2,
        };
        Self {
            board: board.clone(),
            region,
            limits,
            ways: ways_to(middle, board, pegs),
        }
    }

    /// The length of the way to the region.
    fn distance(&self, cell: ColumnRow) -> u32 {
        self.ways[cell.x][cell.y].length
    }

    /// The farthest peg of the best position outside of the region.
    fn farthest(&self, reached: &[Reached]) -> Option<ColumnRow> {
        let best = reached.first()?;
        best.pegs
            .pegs()
            .map(|hole| ColumnRow::of(&self.board, hole))
            .filter(|cell| !self.region.contains(*cell))
            .max_by_key(|&cell| (self.distance(cell), Reverse((cell.x, cell.y))))
    }

    /// The window for a peg and those that go with it, and the holes in it that are to be empty.
    fn window(&self, peg: ColumnRow, cut: &Cut) -> Option<(Window, u64)> {
        let area = self.area(peg, cut);
        if !area.contains(peg) {
            return None;
        }

        let farthest = self.distance(peg);
        let nearest = farthest.saturating_sub(cut.nearer);
        let is_goal = |cell: &ColumnRow| {
            let distance = self.distance(*cell);
            let goes_with_peg = cell.distance(peg) <= self.limits.together && distance >= nearest;
            !self.region.contains(*cell) && (distance > farthest || goes_with_peg)
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

    /// The area of a window, centred some holes ahead of a peg where the board allows it.
    fn area(&self, peg: ColumnRow, cut: &Cut) -> Area {
        let mut middle = peg;
        for _ in 0..cut.ahead {
            middle = self.ways[middle.x][middle.y].next;
        }

        let first = |middle: usize, size: usize, count: usize| {
            middle.saturating_sub(size / 2).min(count - size)
        };
        let (columns, rows) = (self.board.columns(), self.board.rows());
        let width = cut.width.min(columns);
        let height = cut.height.min(rows);
        Area {
            left: first(middle.x, width, columns),
            top: first(middle.y, height, rows),
            width,
            height,
        }
    }

    /// The positions in which one more hole may be changed, each with the holes that nothing has
    /// touched. One change is left for the end.
    fn changeable<'r>(
        &self,
        reached: &'r [Reached],
        tree: &JumpTree,
    ) -> Vec<(&'r Reached, Position)> {
        let mut changeable = Vec::new();
        for position in reached {
            let (untouched, changes) = tree.untouched(&self.board, position);
            if changes + 1 < self.limits.changes {
                changeable.push((position, untouched));
            }
            if changeable.len() == POSITIONS_CHANGED {
                break;
            }
        }
        changeable
    }
}

/// A shortest way from each place to the middle of the region, by column and row. It leads through
/// pegs where it can.
fn ways_to(middle: ColumnRow, board: &Board, pegs: &Position) -> Vec<Vec<WayToRegion>> {
    let unknown = WayToRegion {
        length: u32::MAX,
        next: middle,
    };
    let mut ways = vec![vec![unknown; board.rows()]; board.columns()];
    ways[middle.x][middle.y].length = 0;

    let mut waiting = BinaryHeap::from([Reverse((0, middle.x, middle.y))]);
    while let Some(Reverse((length, x, y))) = waiting.pop() {
        if length > ways[x][y].length {
            continue;
        }
        let here = ColumnRow { x, y };
        for (hole, _) in beside(board, here) {
            let to = ColumnRow::of(board, hole);
            let step = if pegs.has(hole) {
                STEP_TO_PEG
            } else {
                STEP_TO_EMPTY
            };

            let found = length + step;
            if found < ways[to.x][to.y].length {
                ways[to.x][to.y] = WayToRegion {
                    length: found,
                    next: here,
                };
                waiting.push(Reverse((found, to.x, to.y)));
            }
        }
    }
    ways
}

impl Order for FarthestFirst {
    fn left(&self, _step: usize, reached: &[Reached]) -> Option<u64> {
        let peg = self.farthest(reached)?;
        Some(self.distance(peg).into())
    }

    /// Clears the farthest peg and those that go with it.
    fn next(
        &self,
        _step: usize,
        reached: &[Reached],
        beam: Beam,
        spent: &mut Spent<'_>,
    ) -> StepResult {
        let Some(peg) = self.farthest(reached) else {
            return Ok(None);
        };

        for (window, goal) in CUTS.iter().filter_map(|cut| self.window(peg, cut)) {
            let cleared = clear(&window, goal, reached, beam, spent)?;
            if !cleared.is_empty() {
                return Ok(Some(cleared));
            }
        }

        // A window may be full: then an empty hole has to come first.
        Ok(lead(reached, &self.board, peg, &mut spent.tree))
    }

    /// Changes one more hole, as near as possible to the peg that can't be cleared.
    fn next_changed(&self, reached: &[Reached], beam: Beam, spent: &mut Spent<'_>) -> StepResult {
        if self.limits.changes == 0 {
            return Ok(None);
        }
        let Some(peg) = self.farthest(reached) else {
            return Ok(None);
        };

        let changeable = self.changeable(reached, &spent.tree);
        let nearest = match peg.hole(&self.board) {
            Some(hole) => self.board.nearest_holes(hole),
            None => Vec::new(),
        };
        for cut in [&CUTS[0], &CUTS[4]] {
            let Some((window, goal)) = self.window(peg, cut) else {
                continue;
            };
            for &hole in nearest.iter().take(HOLES_CHANGED) {
                let mut changed = Vec::new();
                for (position, untouched) in &changeable {
                    if untouched.has(hole) {
                        changed.push(spent.tree.change(position, hole));
                    }
                }

                let cleared = clear(&window, goal, &changed, beam, spent)?;
                if !cleared.is_empty() {
                    return Ok(Some(cleared));
                }
            }
        }
        Ok(None)
    }
}
