//! The order of a search: lines of holes are cleared from the edges towards a region, and that is played to a single peg.

use super::beam::{Beam, State, Trail, clear};
use super::lead::lead;
use super::window::{Area, Cell, Field, Window};
use crate::progress::{Interrupted, Progress};

/// The holes of a line that are cleared at a time.
const SEGMENT: usize = 4;

/// The lines that a window spans.
const LINES: usize = 6;

/// The most holes of a line that a window spans; short lines are better seen whole.
const SPAN: usize = 10;
const WHOLE: usize = 12;

/// How often a line may fail before the attempt ends.
const FAILURES: u32 = 6;

/// An edge of the board, from which lines are cleared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Edge {
    Left,
    Right,
    Top,
    Bottom,
}

/// The first line of an area, from an edge.
#[derive(Clone, Copy, Debug)]
struct Line {
    edge: Edge,
    area: Area,
}

/// A way to search.
pub(super) struct Clearing {
    pub seed: u64,
    pub field: Field,
    pub beam: Beam,
    pub region: Area,
}

impl Clearing {
    /// States that are empty outside of the region, if they were found with at most about so much work.
    pub fn run(
        &self,
        columns: &[u64],
        trail: &mut Trail,
        most: u64,
        progress: Progress<'_>,
    ) -> Result<Option<Vec<State>>, Interrupted> {
        let lines = self.lines(columns.len(), self.region);
        // The states before each line, to go back to if a later one can't be cleared.
        let mut history = vec![vec![State { columns: columns.to_vec(), last: 0 }]];
        let (mut farthest, mut failures, mut restarts) = (0, 0, 0);
        while history.len() <= lines.len() {
            let number = history.len() - 1;
            progress.report(number as u64, lines.len() as u64)?;
            if trail.work >= most {
                return Ok(None);
            }
            // After failures the search is wider, up to a little beyond the line that failed.
            let wider = if number <= farthest + 2 { (failures / 2).min(2) } else { 0 };
            let beam = Beam {
                width: self.beam.width << wider,
                results: self.beam.results << wider,
                depth: self.beam.depth + 8 * wider as usize,
            };
            let states = history[number].clone();
            match lines[number].clear(&self.field, states, trail, beam, self.seed + restarts) {
                Some(states) => history.push(states),
                None => {
                    restarts += 1;
                    failures = if number > farthest { 1 } else { failures + 1 };
                    farthest = farthest.max(number);
                    if failures > FAILURES {
                        return Ok(None);
                    }
                    let back = (1 << failures.min(5)) - 1;
                    history.truncate(number.saturating_sub(back) + 1);
                }
            }
        }
        Ok(history.pop())
    }

    /// All lines outside of the region, in the order in which they are cleared.
    fn lines(&self, columns: usize, region: Area) -> Vec<Line> {
        let (right, bottom) = (region.left + region.width, region.top + region.height);
        let rows = Area { top: 0, height: self.field.height, ..region };
        let left = (0..region.left).map(|left| Line {
            edge: Edge::Left,
            area: Area { left, width: columns - left, ..rows },
        });
        let from_right = (right..columns).rev().map(|last| Line {
            edge: Edge::Right,
            area: Area { width: last + 1 - region.left, ..rows },
        });
        let top = (0..region.top).map(|top| Line {
            edge: Edge::Top,
            area: Area { top, height: self.field.height - top, ..region },
        });
        let from_bottom = (bottom..self.field.height).rev().map(|last| Line {
            edge: Edge::Bottom,
            area: Area { height: last + 1 - region.top, ..region },
        });
        left.chain(from_right).chain(top).chain(from_bottom).collect()
    }
}

impl Line {
    /// The number of holes of the line, and of lines in the area.
    fn size(&self) -> (usize, usize) {
        match self.edge {
            Edge::Left | Edge::Right => (self.area.height, self.area.width),
            Edge::Top | Edge::Bottom => (self.area.width, self.area.height),
        }
    }

    /// The hole at a place of the line, so many lines from the edge.
    fn cell(&self, place: usize, depth: usize) -> Cell {
        let Area { left, top, width, height } = self.area;
        match self.edge {
            Edge::Left => Cell { x: left + depth, y: top + place },
            Edge::Right => Cell { x: left + width - 1 - depth, y: top + place },
            Edge::Top => Cell { x: left + place, y: top + depth },
            Edge::Bottom => Cell { x: left + place, y: top + height - 1 - depth },
        }
    }

    /// The window in which a segment, given by its ends, is cleared.
    fn window(&self, field: &Field, (from, to): (usize, usize)) -> Window {
        let (length, lines) = self.size();
        let depth = lines.min(LINES);
        let span = if length > WHOLE { SPAN } else { length.min(64 / depth) };
        let first = ((from + to) / 2).saturating_sub(span / 2).min(length - span);
        let (one, other) = (self.cell(first, 0), self.cell(first + span - 1, depth - 1));
        let (left, top) = (one.x.min(other.x), one.y.min(other.y));
        let (width, height) = (one.x.abs_diff(other.x) + 1, one.y.abs_diff(other.y) + 1);
        field.window(Area { left, top, width, height })
    }

    /// States in which the line is empty, or `None` if none were found.
    fn clear(
        &self,
        field: &Field,
        mut states: Vec<State>,
        trail: &mut Trail,
        beam: Beam,
        seed: u64,
    ) -> Option<Vec<State>> {
        let length = self.size().0;
        let count = length.div_ceil(SEGMENT);
        let mut segments: Vec<(usize, usize)> = (0..count)
            .map(|number| (number * length / count, (number + 1) * length / count))
            .collect();
        let cells = |(from, to): (usize, usize)| (from..to).map(|place| self.cell(place, 0));
        let mut emptied: Vec<Cell> = Vec::new();
        let mut led_here = false;
        while !segments.is_empty() {
            let first = states.first()?;
            // Begin where there are jumps, so that the work spreads from there.
            let (index, jumps) = segments
                .iter()
                .map(|&segment| {
                    let window = self.window(field, segment);
                    let pegs = window.pegs(&first.columns);
                    let mut jumps = 0;
                    window.each_jump(pegs, |_, _, _| jumps += 1);
                    if pegs & window.mask(cells(segment)) == 0 { usize::MAX } else { jumps }
                })
                .enumerate()
                .rev()
                .max_by_key(|&(_, jumps)| jumps.min(4))?;
            if jumps == 0 {
                // A full window: bring an empty hole near, once.
                if led_here {
                    return None;
                }
                led_here = true;
                states = lead(&states, field, self.cell(length / 2, 0), trail)?;
                continue;
            }
            let segment = segments.remove(index);
            let window = self.window(field, segment);
            let goal = window.mask(emptied.iter().copied().chain(cells(segment)));
            states = clear(&window, goal, &states, trail, beam, seed);
            emptied.extend(cells(segment));
        }
        Some(states)
    }
}
