//! The shape of a character: its ink, blurred and stretched to one size, and its height, width and place on the
//! line.

/// What is 1 in a shape.
pub(super) const UNIT: i32 = 1024;

/// The grid that ink is stretched to.
const COLUMNS: usize = 7;
const ROWS: usize = 9;

/// Ink is blurred on a grid that is this many times finer.
const FINE: usize = 4;

/// The width of the blur, in cells of the fine grid. Three passes of it are nearly a Gaussian.
const BLUR: usize = 5;

/// The length of a shape: the grid, three measures, and zeros up to whole vector registers.
const LENGTH: usize = 72;

/// Ink without margins.
#[derive(Debug)]
pub(super) struct Ink {
    /// The rows from the top. Bit x is column x.
    pub rows: Vec<u32>,
    /// The number of rows from the baseline to the top.
    pub top: i32,
}

/// A point in a space in which near means alike.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Shape([i16; LENGTH]);

impl Shape {
    /// The shape of ink that stands beside capitals of this height.
    pub fn of(ink: &Ink, capitals: u32) -> Self {
        let width = ink.rows.iter().map(|row| 32 - row.leading_zeros()).max().unwrap_or(0) as usize;
        let height = ink.rows.len();
        let across = overlaps(width, COLUMNS * FINE);
        let down = overlaps(height, ROWS * FINE);
        let mut fine = [[0_u64; COLUMNS * FINE]; ROWS * FINE];
        for &(row, y, part) in &down {
            for &(column, x, other) in &across {
                fine[y][x] += u64::from(ink.rows[row] >> column & 1) * part * other;
            }
        }
        let columns = transposed(&fine.map(blurred)).map(blurred);
        let mut cells = [0_u64; COLUMNS * ROWS];
        for (x, column) in columns.iter().enumerate() {
            for (y, value) in column.iter().enumerate() {
                cells[y / FINE * COLUMNS + x / FINE] += value;
            }
        }
        let length = cells.iter().map(|&cell| cell as f64 * cell as f64).sum::<f64>().sqrt();
        let mut shape = [0; LENGTH];
        for (value, &cell) in shape.iter_mut().zip(&cells) {
            *value = (cell as f64 / length * f64::from(UNIT)).round() as i16;
        }
        let measure = |pixels: f64, weight: f64| {
            (pixels / f64::from(capitals) * weight * f64::from(UNIT)).round() as i16
        };
        shape[cells.len()] = measure(height as f64, 0.5);
        shape[cells.len() + 1] = measure(width as f64, 0.5);
        shape[cells.len() + 2] = measure(f64::from(ink.top), 0.25);
        Self(shape)
    }

    /// The squared distance between two shapes.
    pub fn distance(&self, other: &Self) -> i32 {
        let differences = self.0.iter().zip(&other.0).map(|(one, other)| one.wrapping_sub(*other));
        differences.map(|difference| i32::from(difference) * i32::from(difference)).sum()
    }
}

/// The pixels of a line of ink, with half a pixel of margin at both ends, that overlap with each of some cells: the
/// pixel, the cell, and how much of it they share.
fn overlaps(pixels: usize, cells: usize) -> Vec<(usize, usize, u64)> {
    // In these units a pixel is 2 * cells long, and a cell 2 * pixels + 2.
    let (pixel, cell) = (2 * cells, 2 * pixels + 2);
    let shared = |at: usize, number: usize| {
        let (start, end) = (cells + at * pixel, cells + (at + 1) * pixel);
        (end.min((number + 1) * cell)).saturating_sub(start.max(number * cell))
    };
    (0..pixels)
        .flat_map(|at| (0..cells).map(move |number| (at, number, shared(at, number) as u64)))
        .filter(|&(_, _, part)| part > 0)
        .collect()
}

/// A line, blurred: three times, the sums of `BLUR` neighbours. What is outside is empty.
fn blurred<const N: usize>(line: [u64; N]) -> [u64; N] {
    let pass = |line: [u64; N]| {
        std::array::from_fn(|at| {
            let (first, last) = (at.saturating_sub(BLUR / 2), (at + BLUR / 2).min(N - 1));
            line[first..=last].iter().sum()
        })
    };
    pass(pass(pass(line)))
}

fn transposed<const A: usize, const B: usize>(grid: &[[u64; A]; B]) -> [[u64; B]; A] {
    std::array::from_fn(|x| std::array::from_fn(|y| grid[y][x]))
}
