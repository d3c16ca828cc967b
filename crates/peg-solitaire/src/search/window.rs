//! A window: a rectangle of at most 64 places of a larger board, whose pegs are one machine word.

use crate::board::{Board, Hole, Lattice};

/// A hole by column and row.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Cell {
    pub x: usize,
    pub y: usize,
}

impl Cell {
    /// The cell of a hole on a board.
    pub fn of(board: &Board, hole: Hole) -> Self {
        let (x, y) = board.coordinates(hole);
        Self { x: x as usize, y: y as usize }
    }

    /// The same with column and row exchanged or not.
    pub fn turned(self, turned: bool) -> Self {
        if turned { Self { x: self.y, y: self.x } } else { self }
    }

    /// The hole of a cell on a board.
    pub fn hole(self, board: &Board) -> Option<Hole> {
        board.hole_at(self.x as i16, self.y as i16)
    }
}

/// A rectangle of holes.
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
}

/// The board of a search, by columns of at most 64 places, which may be its rows.
#[derive(Clone)]
pub(super) struct Field {
    pub lattice: Lattice,
    /// The places that are holes.
    pub holes: Vec<u64>,
    pub height: usize,
}

impl Field {
    /// The board, with columns and rows exchanged or not. `None` if its columns, or then its rows, are too many.
    pub fn of(board: &Board, turned: bool) -> Option<Self> {
        let (width, height) = (board.columns(), board.rows());
        let (width, height) = if turned { (height, width) } else { (width, height) };
        let mut holes = vec![0; width];
        for hole in board.each_hole() {
            let Cell { x, y } = Cell::of(board, hole).turned(turned);
            holes[x] |= 1_u64.checked_shl(y as u32)?;
        }
        Some(Self { lattice: board.lattice(), holes, height })
    }

    pub fn width(&self) -> usize {
        self.holes.len()
    }

    pub fn has(&self, cell: Cell) -> bool {
        self.holes.get(cell.x).is_some_and(|column| column.unbounded_shr(cell.y as u32) & 1 == 1)
    }

    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        let columns = (0..self.width()).flat_map(|x| (0..self.height).map(move |y| Cell { x, y }));
        columns.filter(|&cell| self.has(cell))
    }

    /// A hole and those that follow it in each direction of jumps.
    pub fn beside(&self, cell: Cell) -> impl Iterator<Item = [Cell; 2]> {
        let directions = self.lattice.directions().iter().copied();
        let directions = directions.clone().chain(directions.map(|(dx, dy)| (-dx, -dy)));
        directions.filter_map(move |(dx, dy)| {
            let step = |cell: Cell| {
                let x = cell.x.checked_add_signed(dx.into())?;
                Some(Cell { x, y: cell.y.checked_add_signed(dy.into())? })
            };
            let next = step(cell).filter(|&next| self.has(next))?;
            // Without a hole after it, a place that is none.
            let after = step(next).unwrap_or(Cell { x: usize::MAX, y: 0 });
            Some([next, after])
        })
    }

    pub fn window(&self, area: Area) -> Window {
        Window::new(area, self.lattice, |cell| self.has(cell))
    }
}

/// The masks of a window. Its places are numbered column by column.
pub(super) struct Window {
    pub area: Area,
    /// The steps between places in each direction of jumps, and the first holes of the triples in it.
    triples: [(u32, u64); 3],
    /// The places with another place below them, and above them.
    below: u64,
    above: u64,
    /// The step to the place on the right below on a triangular lattice, or 0.
    diagonal: u32,
    /// The holes.
    all: u64,
}

impl Window {
    pub fn new(area: Area, lattice: Lattice, is_hole: impl Fn(Cell) -> bool) -> Self {
        let Area { left, top, width, height } = area;
        let cells = (0..width).flat_map(|x| (0..height).map(move |y| (x, y)));
        let mask = |is_in: &dyn Fn(usize, usize) -> bool| {
            let numbered = (0..).zip(cells.clone());
            numbered
                .filter(|&(_, (x, y))| is_in(x, y))
                .fold(0, |mask, (place, _)| mask | 1 << place)
        };
        let all: u64 = mask(&|x, y| is_hole(Cell { x: left + x, y: top + y }));
        let triples = |step: u32, (dx, dy): (usize, usize)| {
            let inside = mask(&|x, y| x + 2 * dx < width && y + 2 * dy < height);
            (step, inside & all & all.unbounded_shr(step) & all.unbounded_shr(2 * step))
        };
        let side = height as u32;
        let diagonal = if lattice == Lattice::Triangular { side + 1 } else { 0 };
        let along = [(1, (0, 1)), (side, (1, 0)), (diagonal, (1, 1))];
        let triples = along.map(|(step, by)| if step == 0 { (0, 0) } else { triples(step, by) });
        Self {
            area,
            triples,
            below: mask(&|_, y| y + 1 < height),
            above: mask(&|_, y| y > 0),
            diagonal,
            all,
        }
    }

    /// The pegs inside the window.
    pub fn pegs(&self, columns: &[u64]) -> u64 {
        let Area { left, top, width, height } = self.area;
        let rows = u64::MAX >> (64 - height);
        let columns = columns[left..left + width].iter().enumerate();
        columns.fold(0, |pegs, (x, column)| pegs | (column >> top & rows) << (x * height))
    }

    /// Puts these pegs into the window.
    pub fn put(&self, columns: &mut [u64], pegs: u64) {
        let Area { left, top, width, height } = self.area;
        let rows = u64::MAX >> (64 - height);
        for (x, column) in columns[left..left + width].iter_mut().enumerate() {
            *column = *column & !(rows << top) | (pegs >> (x * height) & rows) << top;
        }
    }

    /// The holes of these that are in the window.
    pub fn mask(&self, cells: impl Iterator<Item = Cell>) -> u64 {
        let Area { left, top, height, .. } = self.area;
        let inside = cells.filter(|&cell| self.area.contains(cell));
        let mask =
            inside.fold(0, |mask, cell| mask | 1 << ((cell.x - left) * height + cell.y - top));
        mask & self.all
    }

    /// A hole of the window, by number.
    pub fn cell(&self, hole: u8) -> Cell {
        let Area { left, top, height, .. } = self.area;
        Cell { x: left + usize::from(hole) / height, y: top + usize::from(hole) % height }
    }

    /// The empty holes.
    #[inline]
    pub fn complement(&self, pegs: u64) -> u64 {
        !pegs & self.all
    }

    /// Calls `found` with the pegs after each legal jump, and with the holes between which it leads.
    #[inline]
    pub fn each_jump(&self, pegs: u64, mut found: impl FnMut(u64, u8, u8)) {
        for (step, firsts) in self.triples {
            if firsts == 0 {
                continue;
            }
            let (middles, lasts) = (pegs >> step, pegs >> (2 * step));
            let mut forth = pegs & middles & !lasts & firsts;
            let mut back = !pegs & middles & lasts & firsts;
            while forth | back != 0 {
                let first = (forth | back).trailing_zeros();
                let triple = (1 | 1 << step | 1 << (2 * step)) << first;
                let (one, other) = (first as u8, (first + 2 * step) as u8);
                let (from, to) = if forth >> first & 1 == 1 { (one, other) } else { (other, one) };
                found(pegs ^ triple, from, to);
                forth &= !(1 << first);
                back &= !(1 << first);
            }
        }
    }

    /// The holes beside these.
    #[inline]
    pub fn beside(&self, holes: u64) -> u64 {
        let height = self.area.height as u32;
        let (left, right) = (holes.wrapping_shr(height), holes.wrapping_shl(height));
        let (left, right) = if height < 64 { (left, right) } else { (0, 0) };
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

    #[test]
    fn a_window_has_the_jumps_of_a_board_of_its_size() {
        let sizes = [(1, 1), (1, 5), (5, 1), (3, 2), (4, 4), (6, 10), (8, 8), (64, 1), (1, 64)];
        for (width, height) in sizes {
            let window =
                Window::new(Area { left: 0, top: 0, width, height }, Lattice::Square, |_| true);
            // The window numbers its holes by columns, so it is the board turned.
            let board = Board::rectangle(height, width).unwrap().small().unwrap();
            let mut pegs = 0x9e37_79b9_7f4a_7c15 & board.full().0;
            for _ in 0..50 {
                let mut found = Vec::new();
                window.each_jump(pegs, |after, from, to| found.push((after, from, to)));
                let mut expected: Vec<(u64, u8, u8)> = board
                    .legal_jumps(crate::board::Bitboard(pegs))
                    .map(|jump| {
                        let after = jump.play(crate::board::Bitboard(pegs)).0;
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

    #[test]
    fn pegs_are_put_back_where_they_were() {
        let window =
            Window::new(Area { left: 2, top: 3, width: 4, height: 5 }, Lattice::Square, |_| true);
        let columns = [0x1234_5678_9abc_def0_u64.rotate_left(7); 8];
        let mut other = columns.map(|column| !column);
        window.put(&mut other, window.pegs(&columns));
        for (x, (&column, &put)) in columns.iter().zip(&other).enumerate() {
            let inside = if (2..6).contains(&x) { 0b1111_1000 } else { 0 };
            assert_eq!(column ^ put, !inside, "column {x}");
        }
        let cell = window.cell(7);
        assert_eq!(cell, Cell { x: 3, y: 5 });
        assert_eq!(window.mask([cell, Cell { x: 1, y: 4 }].into_iter()), 1 << 7);
    }

    #[test]
    fn lone_pegs_have_no_neighbour() {
        let window =
            Window::new(Area { left: 0, top: 0, width: 3, height: 3 }, Lattice::Square, |_| true);
        //   # . #       by columns: a1 a2 a3 b1 b2 b3 c1 c2 c3
        //   # . .
        //   . . #
        let pegs = 0b101_000_011;
        assert_eq!(window.lone(pegs), 0b101_000_000);
    }
}
