//! The region of a board that a search leaves to the end.

use super::window::{Area, Cell, Field};
use crate::board::Position;

/// The side of the region.
pub(crate) const SIDE: usize = 8;

/// Pegs beyond this number don't make a region a better choice.
const ENOUGH: i64 = 40;

/// So many lines beside a region count among its surroundings.
const AROUND: usize = 8;

/// Where the region should be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Wish {
    /// Near the middle, where there are enough pegs.
    Middle,
    /// Where there are most pegs, in it and around it.
    Dense,
    /// Where there are most pegs, and away from the middle.
    Outside,
}

/// The region of a field with these pegs: all of a small one, or the first of the best that contain the cells. `None` if these lie too far
/// apart.
pub(super) fn region(field: &Field, pegs: &Position, wish: Wish, cells: &[Cell]) -> Option<Area> {
    let (columns, rows) = (field.width(), field.height());
    if field.board().is_small() {
        return Some(field.area());
    }
    let (width, height) = (columns.min(SIDE), rows.min(SIDE));
    // The pegs in the columns on the left of each cell and in the rows above it.
    let mut before = vec![vec![0_i64; rows + 1]; columns + 1];
    for cell in field.area().cells() {
        let peg = field.hole(cell).is_some_and(|hole| pegs.has(hole));
        let Cell { x, y } = cell;
        before[x + 1][y + 1] = before[x][y + 1] + before[x + 1][y] - before[x][y] + i64::from(peg);
    }
    let count = |left: usize, top: usize, right: usize, bottom: usize| {
        before[right][bottom] - before[left][bottom] - before[right][top] + before[left][top]
    };
    let corners = Area { left: 0, top: 0, width: columns - width + 1, height: rows - height + 1 };
    let areas = corners.cells().map(|Cell { x, y }| Area { left: x, top: y, width, height });
    let value = |&Area { left, top, .. }: &Area| {
        let (right, bottom) = (left + width, top + height);
        let pegs = count(left, top, right, bottom);
        let far = ((left + right).abs_diff(columns) + (top + bottom).abs_diff(rows)) as i64;
        match wish {
            Wish::Dense => {
                let (left, top) = (left.saturating_sub(AROUND), top.saturating_sub(AROUND));
                let (right, bottom) = ((right + AROUND).min(columns), (bottom + AROUND).min(rows));
                32 * pegs + count(left, top, right, bottom) - far
            }
            Wish::Middle => 8 * pegs.min(ENOUGH) - far,
            Wish::Outside => 64 * pegs + far,
        }
    };
    let areas = areas.filter(|area| cells.iter().all(|&cell| area.contains(cell)));
    areas.min_by_key(|area| -value(area))
}
