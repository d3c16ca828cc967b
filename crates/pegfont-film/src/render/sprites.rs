//! The sprites: anti-aliased pictures in the colours of a palette, all drawn before the first
//! frame. A sprite is a whole board with all holes in the same look, or a single moving peg. Every
//! frame copies from them.

use std::iter::repeat_n;

use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::geometry::{Geometry, Rect};
use super::look;
use super::stage::Look;
use super::theme::Theme;
use crate::drawing::palette::{Mapper, Pixel};
use crate::drawing::{Element, raster};

/// The number of steps in which a jumped peg shrinks.
pub(super) const SHRINK_STEPS: usize = 24;

/// The number of steps in which a jumping peg rises.
pub(super) const RISE_STEPS: usize = 6;

/// The sprites of a film, and its palette.
pub(super) struct Sprites {
    pub mapper: Mapper,
    /// The colours of a board with every hole in the same look, for each look.
    pub boards: Vec<Vec<u8>>,
    /// A waiting peg in all sizes, from nothing to full size.
    pub pegs: Vec<Vec<Pixel>>,
    /// A moving peg at rest and, step by step, higher above the board.
    pub rising: Vec<Vec<Pixel>>,
    /// The colour of the background.
    pub empty: u8,
}

impl Sprites {
    /// Draws the sprites of a film, and chooses its palette unless there is one.
    pub fn new(theme: &Theme, geometry: &Geometry, palette: Option<Mapper>) -> Self {
        let cell = geometry
            .cells
            .first()
            .map_or((1, 1), |cell| (cell.width, cell.height));
        let pitch = geometry.pitch as f32;
        let middle = (cell.0.max(1) as f32 / 2.0, cell.1.max(1) as f32 / 2.0);
        let room = middle.0.min(middle.1);
        let drawn = |elements: &[Vec<Element>]| {
            let mut sprite = blank(cell);
            elements
                .iter()
                .for_each(|elements| raster::draw(&mut sprite, elements));
            sprite
        };
        let hole = || look::hole(theme, middle, pitch);
        let inside =
            |look: Look, share: f32| look::inside(theme, look, middle, (pitch, room, share));
        let grounds = repeat_n(ground(theme, geometry), LOOKS.len());
        let boards = LOOKS.iter().zip(grounds).map(|(&look, mut board)| {
            draw_in_cells(
                &mut board,
                &drawn(&[hole(), inside(look, 1.0)]),
                &geometry.cells,
            );
            board
        });
        let boards: Vec<Pixmap> = boards.collect();
        let of_cells = geometry
            .cells
            .iter()
            .flat_map(|cell| cell.rows(geometry.board.0 as usize));
        let of_cells = boards.iter().flat_map(|board| {
            of_cells
                .clone()
                .flat_map(|row| pixels(board)[row].iter().copied())
        });
        let [r, g, b, a] = theme.background.rgba.map(u32::from);
        let background = [r * a / 255, g * a / 255, b * a / 255, a].map(|part| part as u8);
        let others = boards.iter().flat_map(pixels).copied().chain([background]);
        let mut mapper = palette.unwrap_or_else(|| Mapper::new(of_cells, others));
        let numbers = |board| {
            pixels(board)
                .iter()
                .map(|&pixel| mapper.nearest(pixel))
                .collect()
        };
        let boards: Vec<Vec<u8>> = boards.iter().map(numbers).collect();
        let sprite = |elements| pixels(&drawn(&[elements])).to_vec();
        let share = |step: usize| step as f32 / SHRINK_STEPS as f32;
        let pegs = (0..=SHRINK_STEPS).map(|step| sprite(inside(Look::Waiting, share(step))));
        let higher = look::rise(theme) - 1.0;
        let height = |step: usize| 1.0 + higher * step as f32 / RISE_STEPS as f32;
        let rising = (0..=RISE_STEPS).map(|step| sprite(inside(Look::Moving, height(step))));
        let (pegs, rising) = (pegs.collect(), rising.collect());
        Self {
            boards,
            pegs,
            rising,
            empty: mapper.nearest(background),
            mapper,
        }
    }

    /// An empty board for each letter: the looks of its holes, and its colours.
    pub fn empty_boards(&self, geometry: &Geometry) -> Vec<(Vec<Look>, Vec<u8>)> {
        let looks = vec![Look::Empty; geometry.cells.len()];
        let board = (looks, self.boards[Look::Empty as usize].clone());
        vec![board; geometry.corners.len()]
    }
}

/// The looks, by their numbers.
const LOOKS: [Look; 5] = [
    Look::Empty,
    Look::Waiting,
    Look::Moving,
    Look::Settled,
    Look::Bright,
];

/// The memory in bytes that the sprites of a film take at most while they are drawn.
pub(super) fn needed(geometry: &Geometry) -> u64 {
    let area = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    let cell = geometry
        .cells
        .first()
        .map_or(0, |cell| area((cell.width, cell.height)));
    // The pixels of each look and their numbers.
    5 * (LOOKS.len() + 1) as u64 * area(geometry.board)
        + 4 * (SHRINK_STEPS + RISE_STEPS + 2) as u64 * cell
}

/// An empty picture.
fn blank((width, height): (u32, u32)) -> Pixmap {
    Pixmap::new(width.max(1), height.max(1)).expect("no sprite is larger than a picture may be")
}

/// The board without holes.
fn ground(theme: &Theme, geometry: &Geometry) -> Pixmap {
    let mut pixmap = blank(geometry.board);
    pixmap.fill(raster::colour(theme.background));
    let size = (geometry.board.0 as f32, geometry.board.1 as f32);
    raster::draw(
        &mut pixmap,
        &[look::board(theme, size, geometry.pitch as f32)],
    );
    pixmap
}

/// Draws a sprite in every cell. Most of them lie on the same ground, so that the first can be
/// copied.
fn draw_in_cells(board: &mut Pixmap, sprite: &Pixmap, cells: &[Rect]) {
    let width = board.width() as usize;
    let mut known: Vec<(Vec<Pixel>, Vec<Pixel>)> = Vec::new();
    for cell in cells {
        let seen = |board: &Pixmap| -> Vec<Pixel> {
            cell.rows(width)
                .flat_map(|row| &pixels(board)[row])
                .copied()
                .collect()
        };
        let ground = seen(board);
        if let Some((_, drawn)) = known.iter().find(|known| known.0 == ground) {
            let all = board.data_mut().as_chunks_mut().0;
            for (row, drawn) in cell
                .rows(width)
                .zip(drawn.chunks_exact(cell.width as usize))
            {
                all[row].copy_from_slice(drawn);
            }
            continue;
        }
        let ((x, y), paint) = ((cell.left as i32, cell.top as i32), PixmapPaint::default());
        board.draw_pixmap(x, y, sprite.as_ref(), &paint, Transform::identity(), None);
        known.push((ground, seen(board)));
    }
}

fn pixels(pixmap: &Pixmap) -> &[Pixel] {
    pixmap.data().as_chunks().0
}
