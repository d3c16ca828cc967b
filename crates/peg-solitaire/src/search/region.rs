//! The region of a board that a search leaves to the end.

use super::window::{Area, Cell};

/// The side of the region.
pub(super) const SIDE: usize = 8;

/// Position that are enough to play with.
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

/// The region of a board of columns with `height` holes: the first of the best that contain the cells. `None` if these lie too far apart.
pub(super) fn region(columns: &[u64], height: usize, wish: Wish, cells: &[Cell]) -> Option<Area> {
    let (width, rows) = (columns.len().min(SIDE), height.min(SIDE));
    let places = (0..=columns.len() - width)
        .flat_map(|left| (0..=height - rows).map(move |top| (left, top)));
    let areas = places.map(|(left, top)| Area { left, top, width, height: rows });
    let value = |area: &Area| {
        let pegs = count(columns, *area);
        let far = (2 * area.left + width).abs_diff(columns.len())
            + (2 * area.top + rows).abs_diff(height);
        match wish {
            Wish::Dense => {
                let surroundings = surroundings(*area, columns.len(), height);
                32 * pegs + count(columns, surroundings) - far as i64
            }
            Wish::Middle => 8 * pegs.min(ENOUGH) - far as i64,
            Wish::Outside => 64 * pegs + far as i64,
        }
    };
    let areas = areas.filter(|area| cells.iter().all(|&cell| area.contains(cell)));
    areas.rev().max_by_key(value)
}

/// The area with the lines beside it that are on the board.
fn surroundings(area: Area, columns: usize, rows: usize) -> Area {
    let (left, top) = (area.left.saturating_sub(AROUND), area.top.saturating_sub(AROUND));
    let right = (area.left + area.width + AROUND).min(columns);
    let bottom = (area.top + area.height + AROUND).min(rows);
    Area { left, top, width: right - left, height: bottom - top }
}

/// The number of pegs in an area.
fn count(columns: &[u64], Area { left, top, width, height }: Area) -> i64 {
    let rows = u64::MAX >> (64 - height) << top;
    columns[left..left + width].iter().map(|column| i64::from((column & rows).count_ones())).sum()
}
