//! A window: at most 64 holes of a board, whose pegs are one machine word.

use std::ops::Range;

use smallvec::SmallVec;

use crate::bits::ones;
use crate::board::{Board, Hole, Position};

/// The ends of a jump. One from a hole into the same hole is a change of the position that is to be
/// left: a hole that nothing has touched so far has been full or empty from the beginning.
#[derive(Clone, Copy)]
pub(super) struct JumpEnds {
    pub from: Hole,
    pub to: Hole,
}

impl JumpEnds {
    pub fn is_change(self) -> bool {
        self.from == self.to
    }
}

/// A place in the rectangle around a board, whether it is a hole or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct ColumnRow {
    pub x: usize,
    pub y: usize,
}

impl ColumnRow {
    pub fn of(board: &Board, hole: Hole) -> Self {
        let (x, y) = board.place(hole);
        Self {
            x: x as usize,
            y: y as usize,
        }
    }

    pub fn hole(self, board: &Board) -> Option<Hole> {
        let x = i16::try_from(self.x).ok()?;
        let y = i16::try_from(self.y).ok()?;
        board.hole_at(x, y)
    }

    /// The columns or rows between two places, whichever are more.
    pub fn distance(self, other: Self) -> usize {
        self.x.abs_diff(other.x).max(self.y.abs_diff(other.y))
    }
}

/// A rectangle of columns and rows.
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

    fn columns(self) -> Range<usize> {
        self.left..self.left + self.width
    }

    fn rows(self) -> Range<usize> {
        self.top..self.top + self.height
    }

    pub fn contains(self, cell: ColumnRow) -> bool {
        self.columns().contains(&cell.x) && self.rows().contains(&cell.y)
    }

    /// The places, column by column.
    pub fn cells(self) -> impl Iterator<Item = ColumnRow> {
        self.columns()
            .flat_map(move |x| self.rows().map(move |y| ColumnRow { x, y }))
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
    /// The holes of the window and their places, by number.
    holes: Vec<Hole>,
    cells: Vec<ColumnRow>,
    /// The distance between two neighbours, and the first of them.
    pairs: Groups<u32>,
    /// The distances of the middle and of the last hole of a triple from the first.
    triples: Groups<TripleDistances>,
}

/// How much larger than the number of a triple's first hole those of its others are.
#[derive(Clone, Copy, PartialEq, Eq)]
struct TripleDistances {
    middle: u32,
    last: u32,
}

/// Everything with the same distances: a bit for each first hole.
struct Group<T> {
    distances: T,
    firsts: u64,
}

type Groups<T> = SmallVec<[Group<T>; 4]>;

fn add<T: PartialEq>(groups: &mut Groups<T>, distances: T, first: u32) {
    match groups.iter_mut().find(|group| group.distances == distances) {
        Some(group) => group.firsts |= 1 << first,
        None => groups.push(Group {
            distances,
            firsts: 1 << first,
        }),
    }
}

impl Window {
    /// The window of an area of a board, with at most 64 holes.
    pub fn new(board: &Board, area: Area) -> Self {
        let mut holes = Vec::new();
        let mut cells = Vec::new();
        let mut numbers = vec![None; area.width * area.height];
        for (cell, number) in area.cells().zip(&mut numbers) {
            if let Some(hole) = cell.hole(board) {
                *number = Some(holes.len() as u32);
                holes.push(hole);
                cells.push(cell);
            }
        }

        let number_at = |cell: ColumnRow| {
            if !area.contains(cell) {
                return None;
            }
            numbers[(cell.x - area.left) * area.height + cell.y - area.top]
        };

        let mut pairs = SmallVec::new();
        let mut triples = SmallVec::new();
        let directions = [(0, 1), (1, 0), (1, 1)];
        for &(dx, dy) in &directions[..board.lattice().directions().len()] {
            for (first, &ColumnRow { x, y }) in (0_u32..).zip(&cells) {
                let distance = |steps: usize| {
                    let x = x + steps * dx;
                    let y = y + steps * dy;
                    Some(number_at(ColumnRow { x, y })? - first)
                };
                let Some(next) = distance(1) else { continue };
                add(&mut pairs, next, first);

                if let Some(last) = distance(2) {
                    let distances = TripleDistances { middle: next, last };
                    add(&mut triples, distances, first);
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
        let mut pegs = 0;
        for (number, &hole) in self.holes.iter().enumerate() {
            pegs |= u64::from(position.has(hole)) << number;
        }
        pegs
    }

    /// Changes a position so that it has these pegs inside the window.
    pub fn put(&self, position: &mut Position, pegs: u64) {
        for number in ones(self.pegs(position) ^ pegs) {
            position.flip(self.hole(number as u8));
        }
    }

    /// The hole with a number.
    pub fn hole(&self, number: u8) -> Hole {
        self.holes[usize::from(number)]
    }

    /// A jump between holes with these numbers.
    pub fn jump_ends(&self, from: u8, to: u8) -> JumpEnds {
        JumpEnds {
            from: self.hole(from),
            to: self.hole(to),
        }
    }

    /// The column and row of the hole with a number.
    pub fn cell(&self, number: u32) -> ColumnRow {
        self.cells[number as usize]
    }

    /// The holes of the window that are empty.
    pub fn complement(&self, pegs: u64) -> u64 {
        pegs ^ 1_u64.unbounded_shl(self.holes.len() as u32).wrapping_sub(1)
    }

    /// Calls `found` with the pegs after each legal jump, and with the numbers of the holes between
    /// which it leads.
    pub fn each_jump(&self, pegs: u64, mut found: impl FnMut(u64, u8, u8)) {
        for &Group { distances, firsts } in &self.triples {
            let TripleDistances { middle, last } = distances;

            // A peg in the middle, and one in the first or the last hole, but not in both.
            let legal = firsts & pegs >> middle & (pegs ^ pegs >> last);
            for first in ones(legal) {
                let triple = (1 | 1 << middle | 1 << last) << first;
                let (low, high) = (first as u8, (first + last) as u8);
                let (from, to) = if pegs >> first & 1 == 1 {
                    (low, high)
                } else {
                    (high, low)
                };
                found(pegs ^ triple, from, to);
            }
        }
    }

    /// The holes beside these, whether they are among them or not.
    pub fn beside(&self, holes: u64) -> u64 {
        let mut beside = 0;
        for &Group { distances, firsts } in &self.pairs {
            beside |= (holes & firsts) << distances | holes >> distances & firsts;
        }
        beside
    }

    /// The pegs without a peg beside them.
    pub fn lone(&self, pegs: u64) -> u64 {
        pegs & !self.beside(pegs)
    }
}

/// The most columns and rows of a region.
pub(super) const REGION_SIDE: usize = 8;

/// Pegs beyond this number don't make a region a better choice.
const ENOUGH_PEGS: i64 = 40;

/// The number of lines beside a region that count among its surroundings.
const LINES_AROUND: usize = 8;

/// The number of pegs in any area, by four look-ups.
struct PegCounts {
    /// The pegs in the columns on the left of each place and in the rows above it.
    before: Vec<Vec<i64>>,
}

impl PegCounts {
    fn of(board: &Board, pegs: &Position) -> Self {
        let mut before = vec![vec![0_i64; board.rows() + 1]; board.columns() + 1];
        for cell in Area::of(board).cells() {
            let has_peg = cell.hole(board).is_some_and(|hole| pegs.has(hole));
            let ColumnRow { x, y } = cell;
            let left_and_above = before[x][y + 1] + before[x + 1][y] - before[x][y];
            before[x + 1][y + 1] = left_and_above + i64::from(has_peg);
        }
        Self { before }
    }

    fn inside(&self, columns: Range<usize>, rows: Range<usize>) -> i64 {
        let before = |column: usize, row: usize| self.before[column][row];
        before(columns.end, rows.end)
            - before(columns.start, rows.end)
            - before(columns.end, rows.start)
            + before(columns.start, rows.start)
    }
}

/// These lines and some on either side, as far as there are lines.
fn widened(lines: Range<usize>, count: usize) -> Range<usize> {
    let first = lines.start.saturating_sub(LINES_AROUND);
    let end = (lines.end + LINES_AROUND).min(count);
    first..end
}

/// The region of a board with these pegs: all of a small one, or the first of the best that contain
/// the cells. The best are where most pegs are, in it and around it, or near the middle, where
/// there are enough pegs. `None` if the cells lie too far apart.
pub(super) fn region(
    board: &Board,
    pegs: &Position,
    where_most_are: bool,
    cells: &[ColumnRow],
) -> Option<Area> {
    if board.is_small() {
        return Some(Area::of(board));
    }

    let (columns, rows) = (board.columns(), board.rows());
    let width = columns.min(REGION_SIDE);
    let height = rows.min(REGION_SIDE);
    let counts = PegCounts::of(board, pegs);
    let value = |area: &Area| {
        let pegs = counts.inside(area.columns(), area.rows());
        let off_middle = |lines: Range<usize>, count| (lines.start + lines.end).abs_diff(count);
        let far = off_middle(area.columns(), columns) + off_middle(area.rows(), rows);
        if !where_most_are {
            return 8 * pegs.min(ENOUGH_PEGS) - far as i64;
        }

        let around = counts.inside(widened(area.columns(), columns), widened(area.rows(), rows));
        32 * pegs + around - far as i64
    };

    let corners = Area {
        left: 0,
        top: 0,
        width: columns - width + 1,
        height: rows - height + 1,
    };
    corners
        .cells()
        .map(|corner| Area {
            left: corner.x,
            top: corner.y,
            width,
            height,
        })
        .filter(|area| cells.iter().all(|&cell| area.contains(cell)))
        .min_by_key(|area| -value(area))
}
