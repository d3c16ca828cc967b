//! A window: at most 64 holes of a board, whose pegs are one machine word.

use smallvec::SmallVec;

use crate::bits::ones;
use crate::board::{Board, Hole, Position};

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub x: usize,
    pub y: usize,
}

impl Cell {
    pub fn of(board: &Board, hole: Hole) -> Self {
        let (x, y) = board.place(hole);
        Self {
            x: x as usize,
            y: y as usize,
        }
    }

    pub fn hole(self, board: &Board) -> Option<Hole> {
        board.hole_at(i16::try_from(self.x).ok()?, i16::try_from(self.y).ok()?)
    }

    /// The columns or rows between two cells, whichever are more.
    pub fn distance(self, other: Self) -> usize {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

impl Area {
    pub fn of(board: &Board) -> Self {
        Self {
            left: 0,
            top: 0,
            width: board.columns(),
            height: board.rows(),
        }
    }

    /// The holes, column by column.
    pub fn holes(self, board: &Board) -> impl Iterator<Item = Hole> {
        self.cells().filter_map(|cell| cell.hole(board))
    }

    pub fn contains(self, cell: Cell) -> bool {
        (self.left..self.left + self.width).contains(&cell.x)
            && (self.top..self.top + self.height).contains(&cell.y)
    }

    /// The cells, column by column.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let Self {
            left,
            top,
            width,
            height,
        } = self;
        (left..left + width).flat_map(move |x| (top..top + height).map(move |y| Cell { x, y }))
    }
}

/// The holes of a board in a rectangle, numbered column by column. A set of them is a word.
///
/// ```text
///   0 3 6
///   1 4 7     a window of three columns and three rows
///   2 5 8
/// ```
///
/// Neighbours whose numbers are the same distance apart form a group, as do such triples. A few
/// shifts find all jumps of a group.
pub(super) struct Window {
    /// The holes and cells of the window, by number.
    holes: Vec<Hole>,
    cells: Vec<Cell>,
    /// The distance between two neighbours, and the first of them.
    pairs: Groups<u32>,
    /// The distances of the middle and of the last hole of a triple from the first.
    triples: Groups<(u32, u32)>,
}

/// Distances, each with a bit for the first hole of everything in the group.
type Groups<T> = SmallVec<[(T, u64); 4]>;

fn add<T: PartialEq>(groups: &mut Groups<T>, distances: T, first: u32) {
    match groups.iter_mut().find(|group| group.0 == distances) {
        Some((_, firsts)) => *firsts |= 1 << first,
        None => groups.push((distances, 1 << first)),
    }
}

impl Window {
    /// The window of an area of a board, with at most 64 holes.
    pub fn new(board: &Board, area: Area) -> Self {
        let (mut holes, mut cells) = (Vec::new(), Vec::new());
        let mut numbers = vec![None; area.width * area.height];
        for (cell, number) in area.cells().zip(&mut numbers) {
            if let Some(hole) = cell.hole(board) {
                *number = Some(holes.len() as u32);
                holes.push(hole);
                cells.push(cell);
            }
        }
        let (mut pairs, mut triples) = (SmallVec::new(), SmallVec::new());
        let directions = [(0, 1), (1, 0), (1, 1)];
        for &(dx, dy) in &directions[..board.lattice().directions().len()] {
            for (first, &Cell { x, y }) in (0_u32..).zip(&cells) {
                let number = |steps: usize| {
                    let cell = Cell {
                        x: x + steps * dx,
                        y: y + steps * dy,
                    };
                    let at = (cell.x - area.left) * area.height + cell.y - area.top;
                    Some(area.contains(cell).then(|| numbers[at])?? - first)
                };
                let Some(next) = number(1) else { continue };
                add(&mut pairs, next, first);
                if let Some(last) = number(2) {
                    add(&mut triples, (next, last), first);
                }
            }
        }
        Self {
            holes,
            cells,
            pairs,
            triples,
        }
    }

    /// The pegs of a position that are inside the window.
    pub fn pegs(&self, position: &Position) -> u64 {
        let bits = self.holes.iter().enumerate();
        bits.fold(0, |pegs, (number, &hole)| {
            pegs | u64::from(position.has(hole)) << number
        })
    }

    pub fn put(&self, position: &mut Position, pegs: u64) {
        for number in ones(self.pegs(position) ^ pegs) {
            position.flip(self.hole(number as u8));
        }
    }

    /// The hole with a number, and its cell.
    pub fn hole(&self, number: u8) -> Hole {
        self.holes[usize::from(number)]
    }

    pub fn cell(&self, number: u32) -> Cell {
        self.cells[number as usize]
    }

    pub fn complement(&self, pegs: u64) -> u64 {
        pegs ^ 1_u64.unbounded_shl(self.holes.len() as u32).wrapping_sub(1)
    }

    /// Calls `found` with the pegs after each legal jump, and with the holes between which it
    /// leads.
    pub fn each_jump(&self, pegs: u64, mut found: impl FnMut(u64, u8, u8)) {
        for &((middle, last), firsts) in &self.triples {
            for first in ones(firsts & pegs >> middle & (pegs ^ pegs >> last)) {
                let triple = (1 | 1 << middle | 1 << last) << first;
                let (one, other) = (first as u8, (first + last) as u8);
                let (from, to) = if pegs >> first & 1 == 1 {
                    (one, other)
                } else {
                    (other, one)
                };
                found(pegs ^ triple, from, to);
            }
        }
    }

    pub fn beside(&self, holes: u64) -> u64 {
        let beside = |(step, at): &(u32, u64)| (holes & at) << step | holes >> step & at;
        self.pairs
            .iter()
            .map(beside)
            .fold(0, |all, more| all | more)
    }

    /// The pegs without a peg beside them.
    pub fn lone(&self, pegs: u64) -> u64 {
        pegs & !self.beside(pegs)
    }
}

pub(super) const SIDE: usize = 8;

/// Pegs beyond this number don't make a region a better choice.
const ENOUGH: i64 = 40;

/// The number of lines beside a region that count among its surroundings.
const AROUND: usize = 8;

/// The region of a board with these pegs: all of a small one, or the first of the best that contain
/// the cells. The best are where most pegs are, in it and around it, or near the middle, where
/// there are enough pegs. `None` if the cells lie too far apart.
pub(super) fn region(
    board: &Board,
    pegs: &Position,
    where_most_are: bool,
    cells: &[Cell],
) -> Option<Area> {
    let (columns, rows) = (board.columns(), board.rows());
    if board.is_small() {
        return Some(Area::of(board));
    }
    let (width, height) = (columns.min(SIDE), rows.min(SIDE));
    // The pegs in the columns on the left of each cell and in the rows above it.
    let mut before = vec![vec![0_i64; rows + 1]; columns + 1];
    for cell in Area::of(board).cells() {
        let peg = cell.hole(board).is_some_and(|hole| pegs.has(hole));
        let Cell { x, y } = cell;
        before[x + 1][y + 1] = before[x][y + 1] + before[x + 1][y] - before[x][y] + i64::from(peg);
    }
    let count = |left: usize, top: usize, right: usize, bottom: usize| {
        before[right][bottom] - before[left][bottom] - before[right][top] + before[left][top]
    };
    let corners = Area {
        left: 0,
        top: 0,
        width: columns - width + 1,
        height: rows - height + 1,
    };
    let areas = corners.cells().map(|Cell { x, y }| Area {
        left: x,
        top: y,
        width,
        height,
    });
    let value = |&Area { left, top, .. }: &Area| {
        let (right, bottom) = (left + width, top + height);
        let pegs = count(left, top, right, bottom);
        let far = ((left + right).abs_diff(columns) + (top + bottom).abs_diff(rows)) as i64;
        if !where_most_are {
            return 8 * pegs.min(ENOUGH) - far;
        }
        let (left, top) = (left.saturating_sub(AROUND), top.saturating_sub(AROUND));
        let (right, bottom) = ((right + AROUND).min(columns), (bottom + AROUND).min(rows));
        32 * pegs + count(left, top, right, bottom) - far
    };
    let areas = areas.filter(|area| cells.iter().all(|&cell| area.contains(cell)));
    areas.min_by_key(|area| -value(area))
}
