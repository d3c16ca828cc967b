//! An order of a search: lines of holes are cleared from the edges towards a region, which is left
//! to the end.

use super::beam::{Beam, Spent, State, Step, clear};
use super::order::{Order, lead};
use super::window::{Area, Cell, Window};
use crate::board::{Board, Hole, Position};

/// The holes of a line that are cleared at a time.
const SEGMENT: usize = 4;

const LINES: usize = 6;

/// The most holes of a line that a window spans; short lines are better seen whole.
const SPAN: usize = 10;
const WHOLE: usize = 12;

/// As many jumps as this are enough to begin with a segment.
const MANY: usize = 4;

/// The first line of an area, from an edge of the board: a column or a row, from the left or above
/// or from the far side.
#[derive(Clone, Copy, Debug)]
struct Line {
    is_column: bool,
    is_far: bool,
    area: Area,
}

/// The lines outside of a region, in the order in which they are cleared.
pub(super) struct Lines {
    board: Board,
    lines: Vec<Line>,
}

impl Lines {
    pub fn new(board: &Board, region: Area) -> Self {
        let (mut area, mut lines) = (Area::of(board), Vec::new());
        let mut clear = |is_column, is_far, count| {
            for _ in 0..count {
                lines.push(Line {
                    is_column,
                    is_far,
                    area,
                });
                let Area {
                    left,
                    top,
                    width,
                    height,
                } = &mut area;
                let (first, length) = if is_column {
                    (left, width)
                } else {
                    (top, height)
                };
                (*first, *length) = (*first + usize::from(!is_far), *length - 1);
            }
        };
        clear(true, false, region.left);
        clear(true, true, board.columns() - region.left - region.width);
        clear(false, false, region.top);
        clear(false, true, board.rows() - region.top - region.height);
        Self {
            board: board.clone(),
            lines,
        }
    }
}

impl Line {
    /// The number of holes of the line, and of lines in the area.
    fn size(&self) -> (usize, usize) {
        let Area { width, height, .. } = self.area;
        if self.is_column {
            (height, width)
        } else {
            (width, height)
        }
    }

    /// The cell `along` holes along the line that is `depth` lines from the edge.
    fn cell(&self, along: usize, depth: usize) -> Cell {
        let Area { left, top, .. } = self.area;
        let depth = if self.is_far {
            self.size().1 - 1 - depth
        } else {
            depth
        };
        let (x, y) = if self.is_column {
            (depth, along)
        } else {
            (along, depth)
        };
        Cell {
            x: left + x,
            y: top + y,
        }
    }

    /// The holes of a segment, given by its ends.
    fn holes(&self, board: &Board, (from, to): (usize, usize)) -> impl Iterator<Item = Hole> {
        (from..to).filter_map(move |along| self.cell(along, 0).hole(board))
    }

    /// The number of jumps in the window of a segment, up to [`MANY`]; as many if the segment is
    /// empty.
    fn jumps(&self, board: &Board, segment: (usize, usize), pegs: &Position) -> usize {
        if !self.holes(board, segment).any(|hole| pegs.has(hole)) {
            return MANY;
        }
        let (window, mut jumps) = (self.window(board, segment), 0);
        window.each_jump(window.pegs(pegs), |_, _, _| jumps += 1);
        jumps.min(MANY)
    }

    /// The window in which a segment is cleared.
    fn window(&self, board: &Board, (from, to): (usize, usize)) -> Window {
        let (length, lines) = self.size();
        let depth = lines.min(LINES);
        let span = if length > WHOLE {
            SPAN
        } else {
            length.min(64 / depth)
        };
        let first = ((from + to) / 2)
            .saturating_sub(span / 2)
            .min(length - span);
        let (one, other) = (self.cell(first, 0), self.cell(first + span - 1, depth - 1));
        let (left, top) = (one.x.min(other.x), one.y.min(other.y));
        let (width, height) = (one.x.abs_diff(other.x) + 1, one.y.abs_diff(other.y) + 1);
        Window::new(
            board,
            Area {
                left,
                top,
                width,
                height,
            },
        )
    }
}

impl Order for Lines {
    fn left(&self, step: usize, _states: &[State]) -> Option<u64> {
        let left = self.lines.len() - step;
        (left > 0).then_some(left as u64)
    }

    fn next(&self, step: usize, states: &[State], beam: Beam, spent: &mut Spent<'_>) -> Step {
        let (line, board) = (&self.lines[step], &self.board);
        let mut states = states.to_vec();
        let length = line.size().0;
        let count = length.div_ceil(SEGMENT);
        let mut segments: Vec<(usize, usize)> = (0..count)
            .map(|number| (number * length / count, (number + 1) * length / count))
            .collect();
        let mut emptied = Position::default();
        let mut led_here = false;
        while !segments.is_empty() {
            let Some(first) = states.first() else {
                return Ok(None);
            };
            // Begin where there are jumps, so that the work spreads from there.
            let jumps = segments
                .iter()
                .map(|&segment| line.jumps(board, segment, &first.pegs));
            let most = jumps.enumerate().rev().max_by_key(|&(_, jumps)| jumps);
            let Some((index, jumps)) = most else {
                return Ok(None);
            };
            if jumps == 0 {
                // A full window: bring an empty hole near, once.
                let middle = line.cell(length / 2, 0);
                let lead = || lead(&states, board, middle, &mut spent.tree);
                let Some(led) = (!led_here).then(lead).flatten() else {
                    return Ok(None);
                };
                (states, led_here) = (led, true);
                continue;
            }
            let segment = segments.remove(index);
            let window = line.window(board, segment);
            emptied.extend(line.holes(board, segment));
            states = clear(&window, window.pegs(&emptied), &states, beam, spent)?;
        }
        Ok(Some(states))
    }
}
