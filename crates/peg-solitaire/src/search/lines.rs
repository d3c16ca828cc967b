//! An order of a search: lines of holes are cleared from the edges towards a region, which is left
//! to the end.

use std::ops::Range;

use super::beam::{Beam, Reached, Spent, StepResult, clear};
use super::order::{Order, lead};
use super::window::{Area, ColumnRow, Window};
use crate::board::{Board, Hole, Position};

/// The holes of a line that are cleared at a time, about.
const HOLES_AT_A_TIME: usize = 4;

/// The lines of a window, from the edge.
const LINES_IN_WINDOW: usize = 6;

/// A line of at most this many holes is seen whole by its windows.
const SHORT_LINE: usize = 12;

/// The holes of a longer line that a window spans.
const HOLES_IN_WINDOW: usize = 10;

/// As many jumps as this are enough to begin with a segment.
const ENOUGH_JUMPS: usize = 4;

/// The first line of an area, from an edge of the board: a column or a row, from the left or above
/// or from the far side.
#[derive(Clone, Copy, Debug)]
struct EdgeLine {
    is_column: bool,
    is_far: bool,
    area: Area,
}

/// Some holes of a line, side by side.
type Segment = Range<usize>;

/// The lines outside of a region, in the order in which they are cleared.
pub(super) struct LineByLine {
    board: Board,
    lines: Vec<EdgeLine>,
}

impl LineByLine {
    pub fn new(board: &Board, region: Area) -> Self {
        let right = board.columns() - region.left - region.width;
        let below = board.rows() - region.top - region.height;

        let mut edges = Edges {
            area: Area::of(board),
            lines: Vec::new(),
        };
        edges.take_columns(region.left, false);
        edges.take_columns(right, true);
        edges.take_rows(region.top, false);
        edges.take_rows(below, true);
        Self {
            board: board.clone(),
            lines: edges.lines,
        }
    }
}

/// The lines taken from the edges of a board, and the area that is left.
struct Edges {
    area: Area,
    lines: Vec<EdgeLine>,
}

impl Edges {
    fn take_columns(&mut self, count: usize, is_far: bool) {
        for _ in 0..count {
            self.lines.push(EdgeLine {
                is_column: true,
                is_far,
                area: self.area,
            });
            self.area.width -= 1;
            if !is_far {
                self.area.left += 1;
            }
        }
    }

    fn take_rows(&mut self, count: usize, is_far: bool) {
        for _ in 0..count {
            self.lines.push(EdgeLine {
                is_column: false,
                is_far,
                area: self.area,
            });
            self.area.height -= 1;
            if !is_far {
                self.area.top += 1;
            }
        }
    }
}

impl EdgeLine {
    /// The number of holes of the line.
    fn length(&self) -> usize {
        if self.is_column {
            self.area.height
        } else {
            self.area.width
        }
    }

    /// The number of lines of its direction in the area.
    fn lines(&self) -> usize {
        if self.is_column {
            self.area.width
        } else {
            self.area.height
        }
    }

    /// The cell `along` holes along the line that is `depth` lines from the edge.
    fn cell(&self, along: usize, depth: usize) -> ColumnRow {
        let line = if self.is_far {
            self.lines() - 1 - depth
        } else {
            depth
        };

        let Area { left, top, .. } = self.area;
        if self.is_column {
            ColumnRow {
                x: left + line,
                y: top + along,
            }
        } else {
            ColumnRow {
                x: left + along,
                y: top + line,
            }
        }
    }

    /// The segments in which the line is cleared.
    fn segments(&self) -> Vec<Segment> {
        let length = self.length();
        let count = length.div_ceil(HOLES_AT_A_TIME);
        let bound = |number: usize| number * length / count;
        (0..count)
            .map(|number| bound(number)..bound(number + 1))
            .collect()
    }

    /// The holes of a segment.
    fn holes(&self, board: &Board, segment: &Segment) -> impl Iterator<Item = Hole> {
        segment
            .clone()
            .filter_map(|along| self.cell(along, 0).hole(board))
    }

    /// The number of jumps in the window of a segment, up to [`ENOUGH_JUMPS`]; as many if the
    /// segment is empty.
    fn jumps(&self, board: &Board, segment: &Segment, pegs: &Position) -> usize {
        if !self.holes(board, segment).any(|hole| pegs.has(hole)) {
            return ENOUGH_JUMPS;
        }

        let window = self.window(board, segment);
        let mut jumps = 0;
        window.each_jump(window.pegs(pegs), |_, _, _| jumps += 1);
        jumps.min(ENOUGH_JUMPS)
    }

    /// The window in which a segment is cleared.
    fn window(&self, board: &Board, segment: &Segment) -> Window {
        let length = self.length();
        let depth = self.lines().min(LINES_IN_WINDOW);
        let span = if length > SHORT_LINE {
            HOLES_IN_WINDOW
        } else {
            length.min(64 / depth)
        };

        // In the middle of the window, where the line allows it.
        let middle = (segment.start + segment.end) / 2;
        let first = middle.saturating_sub(span / 2).min(length - span);
        let corner = self.cell(first, 0);
        let opposite = self.cell(first + span - 1, depth - 1);
        let area = Area {
            left: corner.x.min(opposite.x),
            top: corner.y.min(opposite.y),
            width: corner.x.abs_diff(opposite.x) + 1,
            height: corner.y.abs_diff(opposite.y) + 1,
        };
        Window::new(board, area)
    }
}

impl Order for LineByLine {
    fn left(&self, step: usize, _reached: &[Reached]) -> Option<u64> {
        match self.lines.len() - step {
            0 => None,
            left => Some(left as u64),
        }
    }

    /// Clears the next line, segment by segment.
    fn next(
        &self,
        step: usize,
        reached: &[Reached],
        beam: Beam,
        spent: &mut Spent<'_>,
    ) -> StepResult {
        let (line, board) = (&self.lines[step], &self.board);
        let mut reached = reached.to_vec();
        let mut segments = line.segments();
        let mut emptied = Position::default();
        let mut is_led = false;

        while !segments.is_empty() {
            let Some(best) = reached.first() else {
                return Ok(None);
            };

            // Begin where there are jumps, so that the work spreads from there.
            let jumps = segments
                .iter()
                .map(|segment| line.jumps(board, segment, &best.pegs));
            let most = jumps.enumerate().rev().max_by_key(|&(_, jumps)| jumps);
            let Some((index, jumps)) = most else {
                return Ok(None);
            };

            if jumps == 0 {
                // A full window: bring an empty hole near, once.
                if is_led {
                    return Ok(None);
                }
                let middle = line.cell(line.length() / 2, 0);
                let Some(led) = lead(&reached, board, middle, &mut spent.tree) else {
                    return Ok(None);
                };
                reached = led;
                is_led = true;
                continue;
            }

            let segment = segments.remove(index);
            let window = line.window(board, &segment);
            emptied.extend(line.holes(board, &segment));
            reached = clear(&window, window.pegs(&emptied), &reached, beam, spent)?;
        }
        Ok(Some(reached))
    }
}
