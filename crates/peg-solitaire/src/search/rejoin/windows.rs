//! Where a known game was left, and the windows in which a way back to it is sought.

use crate::board::{Board, Hole};
use crate::search::window::{Area, Cell};

/// The sizes of windows. Each has at most 64 holes.
const SIZES: [(usize, usize); 9] =
    [(8, 8), (10, 6), (6, 10), (7, 9), (9, 7), (12, 5), (5, 12), (16, 4), (4, 16)];

/// Holes so near to each other belong to one place.
const NEAR: usize = 3;

/// The holes by place: those that are near to each other, directly or by others between them, are together.
pub(super) fn clusters(board: &Board, holes: impl Iterator<Item = Hole>) -> Vec<Vec<Hole>> {
    let mut clusters: Vec<Vec<Hole>> = Vec::new();
    for hole in holes {
        let is_near = |&other: &Hole| {
            let (one, other) = (Cell::of(board, hole), Cell::of(board, other));
            one.x.abs_diff(other.x).max(one.y.abs_diff(other.y)) <= NEAR
        };
        let (near, mut apart): (Vec<_>, Vec<_>) =
            clusters.into_iter().partition(|cluster| cluster.iter().any(is_near));
        apart.push(near.into_iter().flatten().chain([hole]).collect());
        clusters = apart;
    }
    clusters
}

/// The windows that contain these holes: in the middle of each size first, then at its edges.
pub(super) fn windows(board: &Board, holes: &[Hole]) -> Vec<Area> {
    let cells = || holes.iter().map(|&hole| Cell::of(board, hole));
    let range = |places: &mut dyn Iterator<Item = usize>| {
        let places: Vec<usize> = places.collect();
        places.iter().copied().min().zip(places.iter().copied().max())
    };
    let across = range(&mut cells().map(|cell| cell.x));
    let down = range(&mut cells().map(|cell| cell.y));
    let Some((across, down)) = across.zip(down) else { return Vec::new() };
    // The first place of a side of this length, if it contains the range: in the middle, at its end, at its beginning.
    let firsts = |(least, most): (usize, usize), length: usize, all: usize| -> Vec<usize> {
        let inside = |first: usize| first.min(all - length);
        let middle = ((least + most + 1).saturating_sub(length)) / 2;
        let firsts = [inside(middle), (most + 1).saturating_sub(length), inside(least)];
        firsts.into_iter().filter(|&first| first <= least && most < first + length).collect()
    };
    let places = [(0, 0), (1, 1), (2, 2), (1, 2), (2, 1)];
    let mut areas: Vec<Area> = Vec::new();
    for (x, y) in places {
        for (width, height) in SIZES {
            let (width, height) = (width.min(board.columns()), height.min(board.rows()));
            let lefts = firsts(across, width, board.columns());
            let tops = firsts(down, height, board.rows());
            let Some((&left, &top)) = lefts.get(x).zip(tops.get(y)) else { continue };
            let area = Area { left, top, width, height };
            if !areas.contains(&area) {
                areas.push(area);
            }
        }
    }
    areas
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn holes_far_apart_are_different_places() {
        let board = Board::rectangle(30, 20).unwrap();
        let hole = |name: &str| board.parse_hole(name).unwrap();
        let holes = ["a1", "h8", "d3", "g1", "z20"].map(hole);
        let mut places = clusters(&board, holes.into_iter());
        places.sort_by_key(Vec::len);
        let [one, other, together] = &places[..] else { panic!("{places:?}") };
        assert_eq!((one.len(), other.len()), (1, 1));
        assert!(["a1", "d3", "g1"].iter().all(|name| together.contains(&hole(name))));
    }

    #[test]
    fn windows_are_on_the_board_and_contain_the_holes() {
        let board = Board::rectangle(30, 9).unwrap();
        for name in ["a1", "ad9", "o5"] {
            let hole = board.parse_hole(name).unwrap();
            let areas = windows(&board, &[hole]);
            assert!(areas.len() >= 9, "{name}: {}", areas.len());
            for Area { left, top, width, height } in areas {
                assert!(left + width <= 30 && top + height <= 9 && width * height <= 64);
                assert!(
                    Area { left, top, width, height }.contains(Cell::of(&board, hole)),
                    "{name}"
                );
            }
        }
        let apart = ["a1", "z1"].map(|name| board.parse_hole(name).unwrap());
        assert!(windows(&board, &apart).is_empty());
    }
}
