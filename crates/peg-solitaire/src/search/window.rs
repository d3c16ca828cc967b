//! A window: a rectangle of at most 64 cells of a board, whose pegs are one machine word.

use crate::bits::ones;
use crate::board::{Board, Hole, Lattice, Position};

/// A cell by column and row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub x: usize,
    pub y: usize,
}

/// A rectangle of cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Area {
    pub left: usize,
    pub top: usize,
    pub width: usize,
    pub height: usize,
}

impl Area {
    pub fn contains(self, cell: Cell) -> bool {
        (self.left..self.left + self.width).contains(&cell.x)
            && (self.top..self.top + self.height).contains(&cell.y)
    }

    /// The cells, column by column.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        let Self { left, top, width, height } = self;
        (left..left + width).flat_map(move |x| (top..top + height).map(move |y| Cell { x, y }))
    }
}

/// The board of a search, with columns and rows exchanged or not.
#[derive(Clone)]
pub(super) struct Field {
    board: Board,
    transposed: bool,
}

impl Field {
    pub fn new(board: &Board, transposed: bool) -> Self {
        Self { board: board.clone(), transposed }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn width(&self) -> usize {
        if self.transposed { self.board.rows() } else { self.board.columns() }
    }

    pub fn height(&self) -> usize {
        if self.transposed { self.board.columns() } else { self.board.rows() }
    }

    /// The whole field.
    pub fn area(&self) -> Area {
        Area { left: 0, top: 0, width: self.width(), height: self.height() }
    }

    /// The hole at a cell, if there is one.
    pub fn hole(&self, cell: Cell) -> Option<Hole> {
        let (x, y) = if self.transposed { (cell.y, cell.x) } else { (cell.x, cell.y) };
        self.board.hole_at(i16::try_from(x).ok()?, i16::try_from(y).ok()?)
    }

    /// The cell of a hole.
    pub fn cell(&self, hole: Hole) -> Cell {
        let (x, y) = self.board.coordinates(hole);
        let (x, y) = if self.transposed { (y, x) } else { (x, y) };
        Cell { x: x as usize, y: y as usize }
    }

    /// All holes, column by column.
    pub fn holes(&self) -> impl Iterator<Item = Hole> {
        self.area().cells().filter_map(|cell| self.hole(cell))
    }

    /// The holes beside a cell, each with the one after it in the same direction, if there is one.
    pub fn beside(&self, Cell { x, y }: Cell) -> impl Iterator<Item = (Hole, Option<Hole>)> {
        let directions = self.board.lattice().directions().iter().copied();
        let directions = directions.clone().chain(directions.map(|(dx, dy)| (-dx, -dy)));
        directions.filter_map(move |(dx, dy)| {
            let at = |steps: i16| {
                let x = x.checked_add_signed((steps * dx).into())?;
                self.hole(Cell { x, y: y.checked_add_signed((steps * dy).into())? })
            };
            Some((at(1)?, at(2)))
        })
    }

    pub fn window(&self, area: Area) -> Window {
        Window::new(self, area)
    }
}

/// A rectangle of a field. Its cells are numbered column by column, and a set of them is a word.
///
/// ```text
///   0 3 6
///   1 4 7     a window of three columns and three rows
///   2 5 8
/// ```
pub(super) struct Window {
    pub area: Area,
    /// The hole at each cell. The number means nothing where there is none.
    holes: [Hole; 64],
    /// The cells that are holes.
    all: u64,
    /// The steps between cells in each direction of jumps, and the first holes of the triples in it.
    triples: [(u32, u64); 3],
    /// The cells with another cell below them, and above them.
    below: u64,
    above: u64,
    /// The step to the cell on the right below on a triangular lattice, or 0.
    diagonal: u32,
}

impl Window {
    fn new(field: &Field, area: Area) -> Self {
        let Area { width, height, .. } = area;
        let (mut holes, mut all) = ([Hole(0); 64], 0_u64);
        for (number, cell) in area.cells().enumerate() {
            if let Some(hole) = field.hole(cell) {
                holes[number] = hole;
                all |= 1 << number;
            }
        }
        let offsets = || (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let mask = |is_in: &dyn Fn(usize, usize) -> bool| {
            let inside = (0..).zip(offsets()).filter(|&(_, (x, y))| is_in(x, y));
            inside.fold(0, |mask, (number, _)| mask | 1_u64 << number)
        };
        let triples = |step: u32, (dx, dy): (usize, usize)| {
            let inside = mask(&|x, y| x + 2 * dx < width && y + 2 * dy < height);
            (step, inside & all & all.unbounded_shr(step) & all.unbounded_shr(2 * step))
        };
        let side = height as u32;
        let is_triangular = field.board.lattice() == Lattice::Triangular;
        let diagonal = if is_triangular { side + 1 } else { 0 };
        let along = [(1, (0, 1)), (side, (1, 0)), (diagonal, (1, 1))];
        Self {
            area,
            holes,
            all,
            triples: along.map(|(step, by)| if step == 0 { (0, 0) } else { triples(step, by) }),
            below: mask(&|_, y| y + 1 < height),
            above: mask(&|_, y| y > 0),
            diagonal,
        }
    }

    /// The pegs of a position that are inside the window.
    pub fn pegs(&self, position: &Position) -> u64 {
        ones(self.all)
            .filter(|&number| position.has(self.hole(number as u8)))
            .fold(0, |pegs, number| pegs | 1 << number)
    }

    /// Puts these pegs into the window.
    pub fn put(&self, position: &mut Position, pegs: u64) {
        for number in ones(self.pegs(position) ^ pegs) {
            position.flip(self.hole(number as u8));
        }
    }

    /// The hole at a cell.
    pub fn hole(&self, number: u8) -> Hole {
        self.holes[usize::from(number)]
    }

    /// The empty holes.
    #[inline]
    pub fn complement(&self, pegs: u64) -> u64 {
        !pegs & self.all
    }

    /// Calls `found` with the pegs after each legal jump, and with the cells between which it leads.
    #[inline]
    pub fn each_jump(&self, pegs: u64, mut found: impl FnMut(u64, u8, u8)) {
        for (step, firsts) in self.triples {
            if firsts == 0 {
                continue;
            }
            let (middles, lasts) = (pegs >> step, pegs >> (2 * step));
            let forth = pegs & middles & !lasts & firsts;
            let back = !pegs & middles & lasts & firsts;
            for first in ones(forth | back) {
                let triple = (1 | 1 << step | 1 << (2 * step)) << first;
                let (one, other) = (first as u8, (first + 2 * step) as u8);
                let (from, to) = if forth >> first & 1 == 1 { (one, other) } else { (other, one) };
                found(pegs ^ triple, from, to);
            }
        }
    }

    /// The holes beside these.
    #[inline]
    pub fn beside(&self, holes: u64) -> u64 {
        let height = self.area.height as u32;
        let (left, right) = (holes.unbounded_shr(height), holes.unbounded_shl(height));
        let across = match self.diagonal {
            0 => 0,
            step => holes.unbounded_shr(step) & self.below | holes.unbounded_shl(step) & self.above,
        };
        let beside = holes >> 1 & self.below | holes << 1 & self.above | left | right | across;
        beside & self.all
    }

    /// The pegs without a peg beside them.
    #[inline]
    pub fn lone(&self, pegs: u64) -> u64 {
        pegs & !self.beside(pegs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Bitboard;

    #[test]
    fn a_window_has_the_jumps_of_a_board_of_its_size() {
        let sizes = [(1, 1), (1, 5), (5, 1), (3, 2), (4, 4), (6, 10), (8, 8), (64, 1), (1, 64)];
        for (width, height) in sizes {
            // The window of the transposed board numbers its holes as the board does.
            let board = Board::rectangle(height, width).unwrap();
            let field = Field::new(&board, true);
            let window = field.window(field.area());
            let board = board.small().unwrap();
            let mut pegs = 0x9e37_79b9_7f4a_7c15 & board.full().0;
            for _ in 0..50 {
                let mut found = Vec::new();
                window.each_jump(pegs, |after, from, to| found.push((after, from, to)));
                let mut expected: Vec<(u64, u8, u8)> = board
                    .legal_jumps(Bitboard(pegs))
                    .map(|jump| {
                        let after = jump.play(Bitboard(pegs)).0;
                        (after, jump.from().0 as u8, jump.to().0 as u8)
                    })
                    .collect();
                found.sort_unstable();
                expected.sort_unstable();
                assert_eq!(found, expected, "{width} x {height}");
                pegs = pegs.wrapping_mul(0xd134_2543_de82_ef95) >> 1 & board.full().0;
            }
        }
    }
}
