//! The border of a poster: the jumps of a game in small print, in a grid whose middle is left out.
//! The size of the print is the largest at which the border is not too thick.

use crate::drawing::typeface::width;
use crate::drawing::{Anchor, Drawing, Point, Role, Words};
use crate::page::PageRoom;
use crate::render::Theme;
use peg_solitaire::solution::Solution;

/// How thick a border may be, in parts of the shorter side, and the print that it may have for
/// that.
const THICKNESSES: [Thickness; 2] = [
    Thickness {
        most: 0.1,
        least_print: 5.0,
    },
    Thickness {
        most: 0.21,
        least_print: LEAST_PRINT,
    },
];

/// The smallest print, in points, and the largest, in parts of the shorter side.
const LEAST_PRINT: f32 = 4.0;
const MOST_PRINT: f32 = 0.0145;

/// From a line to the next, in sizes of the print: at least, and at most if there are few jumps.
const LEAST_LEAD: f32 = 1.3;
const MOST_LEAD: f32 = 2.0;

/// The space between two columns, and the height of letters, in sizes of the print.
const GAP: f32 = 0.8;
const HEIGHT: f32 = 0.74;

/// If jumps are played one at a time, every tenth has a number.
const NUMBERED: usize = 10;

struct Thickness {
    most: f32,
    least_print: f32,
}

/// A jump of the border, or the number before it.
struct BorderEntry {
    text: String,
    is_number: bool,
}

/// All jumps of a game in its order, with a number before each round.
fn entries(game: &Solution) -> Vec<BorderEntry> {
    let mut entries = Vec::new();
    let mut last_number = 0;

    for (at, &jump) in game.jumps().iter().enumerate() {
        let round = game.round_of(at);
        let is_numbered = game.is_in_rounds() || at % NUMBERED == 0;
        if is_numbered && round > last_number {
            last_number = round;
            entries.push(BorderEntry {
                text: round.to_string(),
                is_number: true,
            });
        }
        entries.push(BorderEntry {
            text: game.board().jump_name(jump),
            is_number: false,
        });
    }
    entries
}

/// Jumps in a grid around the middle of a page.
pub(super) struct Border {
    entries: Vec<BorderEntry>,
    room: PageRoom,
    grid: BorderGrid,
}

/// The cells of a border, in points.
#[derive(Clone, Copy, Debug)]
struct BorderGrid {
    print: f32,
    /// The width of the widest entry.
    widest: f32,
    columns: usize,
    rows: usize,
    /// From a column to the next, and from a row to the next.
    cell: Point,
    /// The columns on either side, and the whole rows above and below.
    sides: usize,
    above: usize,
    below: usize,
}

impl BorderGrid {
    /// The number of cells around the middle.
    fn cells(&self) -> usize {
        let across = self.columns.saturating_sub(2 * self.sides);
        let down = self.rows.saturating_sub(self.above + self.below);
        self.columns * self.rows - across * down
    }

    fn is_around(&self, row: usize, column: usize) -> bool {
        let in_rows = (self.above..self.rows - self.below).contains(&row);
        let in_columns = (self.sides..self.columns - self.sides).contains(&column);
        !(in_rows && in_columns)
    }
}

impl Border {
    /// The border of a game in a room, if it has room for all jumps.
    pub fn around(game: &Solution, room: PageRoom) -> Option<Self> {
        let entries = entries(game);
        let grid = fitting(&entries, room)?;
        Some(Self {
            entries,
            room,
            grid,
        })
    }

    /// The room that it surrounds.
    pub fn inside(&self) -> PageRoom {
        let BorderGrid {
            print,
            widest,
            cell,
            sides,
            above,
            below,
            ..
        } = self.grid;
        let side = (sides as f32 - 1.0) * cell.0 + widest;
        let height = |rows: usize| (rows as f32 - 1.0) * cell.1 + HEIGHT * print;

        PageRoom {
            corner: (
                self.room.corner.0 + side,
                self.room.corner.1 + height(above),
            ),
            size: (
                self.room.size.0 - 2.0 * side,
                self.room.size.1 - height(above) - height(below),
            ),
        }
    }

    /// Prints the jumps, line by line across the page.
    pub fn draw(&self, page: &mut Drawing, theme: &Theme) {
        let mut cells = Vec::new();
        for row in 0..self.grid.rows {
            for column in 0..self.grid.columns {
                if self.grid.is_around(row, column) {
                    cells.push((row, column));
                }
            }
        }

        page.tagged(Role::Paragraph, "", |page| {
            for (entry, (row, column)) in self.entries.iter().zip(cells) {
                page.put(self.words(entry, row, column, theme));
            }
        });
    }

    /// An entry in its cell. Numbers end where the jumps below them end, near the next jump.
    fn words(&self, entry: &BorderEntry, row: usize, column: usize, theme: &Theme) -> Words {
        let grid = &self.grid;
        let left = self.room.corner.0 + column as f32 * grid.cell.0;
        let base = self.room.corner.1 + row as f32 * grid.cell.1 + HEIGHT * grid.print;

        if entry.is_number {
            let at = (left + grid.widest, base);
            let number = Words::new(&entry.text, at, grid.print, theme.peg.colour);
            number.anchored(Anchor::End).bold()
        } else {
            Words::new(&entry.text, (left, base), grid.print, theme.caption)
        }
    }
}

/// The grid with the largest print that has a cell for every entry.
fn fitting(entries: &[BorderEntry], room: PageRoom) -> Option<BorderGrid> {
    let widest = entries.iter().map(|entry| width(&entry.text, 1.0));
    let widest = widest.fold(1.0, f32::max);
    let short = room.size.0.min(room.size.1);

    for thickness in THICKNESSES {
        let mut print = (MOST_PRINT * short).max(LEAST_PRINT);
        while print >= thickness.least_print {
            let thickest = thickness.most * short;
            if let Some(grid) = in_print(print, widest, entries.len(), thickest, room) {
                return Some(grid);
            }
            print -= 0.1;
        }
    }
    None
}

/// The thinnest grid in print of a size, if it is not too thick.
fn in_print(
    print: f32,
    widest: f32,
    entries: usize,
    thickest: f32,
    room: PageRoom,
) -> Option<BorderGrid> {
    let widest = widest * print;
    let gap = GAP * print;
    let columns = ((room.size.0 + gap) / (widest + gap)) as usize;
    let down = room.size.1 - HEIGHT * print;
    let most_rows = (down / (LEAST_LEAD * print)) as usize + 1;
    let least_rows = (down / (MOST_LEAD * print)) as usize + 1;
    if columns < 3 || least_rows < 3 {
        return None;
    }

    let across = (room.size.0 - widest) / (columns - 1) as f32;
    for sides in 1..columns.div_ceil(2) {
        let thick = sides as f32 * across;
        if thick > thickest {
            break;
        }
        // With as few rows as there is room in.
        for rows in least_rows..=most_rows {
            let lead = down / (rows - 1) as f32;
            let grid = BorderGrid {
                print,
                widest,
                columns,
                rows,
                cell: (across, lead),
                sides,
                above: 1,
                below: 1,
            };
            if let Some(grid) = grid.with_ends(thick / lead, entries) {
                return Some(grid);
            }
        }
    }
    None
}

impl BorderGrid {
    /// This grid with as few rows above and below as there is room in for all entries. They are at
    /// most as thick as the sides, which is this many rows, and about half as thick at least.
    fn with_ends(self, thick: f32, entries: usize) -> Option<Self> {
        let most = ((2.0 * thick).round() as usize).max(2);
        let least = (most * 11 / 20).max(2);

        for ends in least..=most {
            let grid = Self {
                above: ends.div_ceil(2),
                below: ends / 2,
                ..self
            };
            if ends < self.rows && grid.cells() >= entries {
                return Some(grid);
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::{BorderGrid, HEIGHT, in_print};
    use crate::page::PageRoom;

    const ROOM: PageRoom = PageRoom {
        corner: (20.0, 20.0),
        size: (800.0, 1150.0),
    };

    fn places(grid: &BorderGrid) -> usize {
        let mut places = 0;
        for row in 0..grid.rows {
            let around = (0..grid.columns).filter(|&column| grid.is_around(row, column));
            places += around.count();
        }
        places
    }

    #[test]
    fn a_border_has_a_place_for_each_entry_and_fills_its_room() {
        for entries in [1, 20, 150, 300, 433, 700, 1380, 2500] {
            for print in [4.0, 5.5, 8.0, 11.0] {
                let Some(grid) = in_print(print, 4.6, entries, 120.0, ROOM) else {
                    continue;
                };
                assert_eq!(places(&grid), grid.cells(), "{grid:?}");
                assert!(grid.cells() >= entries, "{entries}: {grid:?}");

                let right = (grid.columns - 1) as f32 * grid.cell.0 + grid.widest;
                let bottom = (grid.rows - 1) as f32 * grid.cell.1 + HEIGHT * print;
                let size = ROOM.size;
                assert!((right - size.0).abs() < 0.1 && (bottom - size.1).abs() < 0.1);
                assert!(grid.above >= grid.below && grid.below > 0 && grid.sides > 0);
            }
        }
        assert!(in_print(11.0, 4.6, 2500, 120.0, ROOM).is_none());
    }
}
