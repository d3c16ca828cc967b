//! A window: a rectangle of at most 64 holes of a larger board, whose pegs are one machine word.

use crate::board::{Board, Hole};

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

/// The masks of a window. Its holes are numbered column by column.
pub(super) struct Window {
    pub area: Area,
    /// The first holes of the triples along columns, and along rows.
    triples: [u64; 2],
    /// The holes with another hole below them, and above them.
    below: u64,
    above: u64,
    all: u64,
}

impl Window {
    pub fn new(area: Area) -> Self {
        let Area { width, height, .. } = area;
        let all = u64::MAX >> (64 - width * height);
        let column = |rows: std::ops::Range<usize>| rows.fold(0u64, |bits, y| bits | 1 << y);
        let every = |bits: u64| (0..width).fold(0u64, |all, x| all | bits << (x * height));
        let along_rows = if width > 2 { all >> (2 * height) } else { 0 };
        Self {
            area,
            triples: [every(column(0..height.saturating_sub(2))), along_rows],
            below: every(column(0..height - 1)),
            above: every(column(1..height)),
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

    /// The cells that are in the window.
    pub fn mask(&self, cells: impl Iterator<Item = Cell>) -> u64 {
        let Area { left, top, height, .. } = self.area;
        let inside = cells.filter(|&cell| self.area.contains(cell));
        inside.fold(0, |mask, cell| mask | 1 << ((cell.x - left) * height + cell.y - top))
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
        for (step, firsts) in [1, self.area.height as u32].into_iter().zip(self.triples) {
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
        (holes >> 1 & self.below | holes << 1 & self.above | left | right) & self.all
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
            let window = Window::new(Area { left: 0, top: 0, width, height });
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
        let window = Window::new(Area { left: 2, top: 3, width: 4, height: 5 });
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
        let window = Window::new(Area { left: 0, top: 0, width: 3, height: 3 });
        //   # . #       by columns: a1 a2 a3 b1 b2 b3 c1 c2 c3
        //   # . .
        //   . . #
        let pegs = 0b101_000_011;
        assert_eq!(window.lone(pegs), 0b101_000_000);
    }
}
