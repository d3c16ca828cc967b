//! The shape of a character: its ink, blurred and stretched to one size, and its height, width and
//! place on the line.

use std::sync::LazyLock;

/// What is 1 in a shape.
pub(super) const UNIT: i32 = 1024;

/// The grid that ink is stretched to.
const COLUMNS: usize = 7;
const ROWS: usize = 9;

/// Ink is blurred on a grid that is this many times finer.
const FINE: usize = 4;

/// The width of the blur, in cells of the fine grid. Three passes of it are nearly a Gaussian.
const BLUR: usize = 5;

static ACROSS: LazyLock<Vec<[u64; COLUMNS]>> = LazyLock::new(blur);
static DOWN: LazyLock<Vec<[u64; ROWS]>> = LazyLock::new(blur);

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
pub(super) struct InkShape([i16; LENGTH]);

impl InkShape {
    /// The shape of ink that stands beside capitals of this height.
    pub fn of(ink: &Ink, capitals: u32) -> Self {
        let width = ink
            .rows
            .iter()
            .map(|row| 32 - row.leading_zeros())
            .max()
            .unwrap_or(0) as usize;
        let height = ink.rows.len();

        let across = spread(width, &ACROSS);
        let mut cells = [0_u64; COLUMNS * ROWS];
        for (&row, down) in ink.rows.iter().zip(spread(height, &DOWN)) {
            let mut line = [0; COLUMNS];
            for (column, parts) in across.iter().enumerate() {
                let ink = u64::from(row >> column & 1);
                for (sum, part) in line.iter_mut().zip(parts) {
                    *sum += ink * part;
                }
            }
            for (cells, part) in cells.chunks_mut(COLUMNS).zip(down) {
                for (cell, sum) in cells.iter_mut().zip(line) {
                    *cell += sum * part;
                }
            }
        }

        // As a vector, the cells of the grid have the length of a unit.
        let length = cells
            .iter()
            .map(|&cell| cell as f64 * cell as f64)
            .sum::<f64>()
            .sqrt();
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
        self.0
            .iter()
            .zip(&other.0)
            .map(|(own, others)| {
                let difference = i32::from(own.wrapping_sub(*others));
                difference * difference
            })
            .sum()
    }
}

/// How much of the ink in each cell of a fine line comes into each cell of the grid: blurred three
/// times, which is the sums of `BLUR` neighbours. What is outside is empty.
fn blur<const CELLS: usize>() -> Vec<[u64; CELLS]> {
    let length = CELLS * FINE;

    let pass = |line: Vec<u64>| {
        let ends = |at: usize| at.saturating_sub(BLUR / 2)..(at + BLUR / 2 + 1).min(length);
        (0..length).map(|at| line[ends(at)].iter().sum()).collect()
    };

    let blurred = |at: usize| {
        let ink = (0..length).map(|number| u64::from(number == at)).collect();
        let fine: Vec<u64> = pass(pass(pass(ink)));
        std::array::from_fn(|cell| fine[cell * FINE..(cell + 1) * FINE].iter().sum())
    };

    (0..length).map(blurred).collect()
}

/// How much of the ink in each pixel of a line comes into each cell of the grid, with half a pixel
/// of margin at both ends.
fn spread<const CELLS: usize>(pixels: usize, blur: &[[u64; CELLS]]) -> Vec<[u64; CELLS]> {
    // In these units a pixel is `pixel` long, and a cell of the fine line `cell`.
    let pixel = 2 * blur.len();
    let cell = 2 * pixels + 2;

    let ink = |at: usize| {
        let start = blur.len() + at * pixel;
        let end = start + pixel;
        let touched = start / cell..end.div_ceil(cell);

        let mut cells = [0; CELLS];
        for (number, parts) in touched.clone().zip(&blur[touched]) {
            let shared = end.min((number + 1) * cell) - start.max(number * cell);
            for (sum, part) in cells.iter_mut().zip(parts) {
                *sum += shared as u64 * part;
            }
        }
        cells
    };

    (0..pixels).map(ink).collect()
}
