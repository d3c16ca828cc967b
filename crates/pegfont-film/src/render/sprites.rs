//! The sprites: anti-aliased pictures in the colours of a palette, all drawn before the first frame. A sprite is a whole board with
//! all holes in the same look, or a single moving peg. Every frame copies from them.

use std::iter::repeat_n;

use tiny_skia::{Color, Pixmap, PixmapPaint, Transform};

use super::geometry::{Geometry, Rect};
use super::look;
use super::palette::{Mapper, Pixel};
use super::stage::Look;
use super::theme::Theme;
use crate::drawing::{Mark, raster};
use crate::timeline::{Motion, Timing};

/// The number of steps in which a jumped peg shrinks.
pub(super) const SHRINK_STEPS: usize = 24;

/// The number of steps in which a jumping peg rises.
pub(super) const RISE_STEPS: usize = 6;

/// A board with every hole in the same look.
pub(super) struct BoardSprite {
    /// The numbers of its colours.
    pub numbers: Vec<u8>,
    /// Its pixels, for blending sliding pegs; none if no peg slides.
    pub pixels: Vec<Pixel>,
}

/// The sprites of a film, and its palette.
pub(super) struct Sprites {
    pub mapper: Mapper,
    /// A board with every hole in the same look, for each look in use.
    pub boards: Vec<BoardSprite>,
    /// The part of each cell in which the looks differ.
    pub active: Vec<Rect>,
    /// A single peg in all sizes, from nothing to full size; none if no peg slides.
    pub pegs: Vec<Vec<Pixel>>,
    /// A peg at rest and, step by step, higher above the board; none if no peg slides.
    pub rising: Vec<Vec<Pixel>>,
    /// The colours of the background and of captions.
    pub empty: u8,
    pub ink: u8,
    /// Whether frames can make pixels transparent again.
    pub erases: bool,
}

impl Sprites {
    /// Draws the sprites of a film and chooses its palette.
    pub fn new(theme: &Theme, geometry: &Geometry, timing: &Timing) -> Self {
        let is_smooth = matches!(timing.motion, Motion::Smooth(_));
        let cell = geometry.cells.first().map_or((1, 1), |cell| (cell.width, cell.height));
        let pitch = geometry.pitch as f32;
        let middle = (cell.0.max(1) as f32 / 2.0, cell.1.max(1) as f32 / 2.0);
        let room = middle.0.min(middle.1);
        let drawn = |marks: &[Vec<Mark>]| {
            let mut sprite = blank(cell);
            marks.iter().for_each(|marks| raster::draw(&mut sprite, marks));
            sprite
        };
        let hole = || look::hole(theme, middle, pitch);
        let inside = |look: Look, share: f32| {
            look::inside(theme, look, timing.lights, middle, (pitch, room, share))
        };
        let looks = looks(timing);
        let grounds = repeat_n(ground(theme, geometry), looks.len());
        let boards = looks.iter().zip(grounds).map(|(&look, mut board)| {
            let sprite = drawn(&[hole(), inside(look, 1.0)]);
            for cell in &geometry.cells {
                let (x, y) = (cell.left as i32, cell.top as i32);
                let paint = PixmapPaint::default();
                board.draw_pixmap(x, y, sprite.as_ref(), &paint, Transform::identity(), None);
            }
            board
        });
        let boards: Vec<Pixmap> = boards.collect();
        let of_cells = geometry.cells.iter().flat_map(|cell| cell.rows(geometry.board.0 as usize));
        let of_cells = boards
            .iter()
            .flat_map(|board| of_cells.clone().flat_map(|row| pixels(board)[row].iter().copied()));
        let [background, ink] = [theme.background, theme.caption].map(|colour| {
            let [r, g, b, a] = colour.rgba.map(u32::from);
            [r * a / 255, g * a / 255, b * a / 255, a].map(|part| part as u8)
        });
        let others = boards.iter().flat_map(pixels).copied().chain([background, ink]);
        let mut mapper = Mapper::new(of_cells, others);
        let boards = boards.into_iter().map(|board| {
            let pixels = pixels(&board);
            let numbers = pixels.iter().map(|&pixel| mapper.nearest(pixel)).collect();
            BoardSprite { numbers, pixels: if is_smooth { pixels.to_vec() } else { Vec::new() } }
        });
        let boards: Vec<BoardSprite> = boards.collect();
        let (mut pegs, mut rising) = (Vec::new(), Vec::new());
        if is_smooth {
            let sprite = |marks| pixels(&drawn(&[marks])).to_vec();
            let share = |step: usize| step as f32 / SHRINK_STEPS as f32;
            pegs = (0..=SHRINK_STEPS).map(|step| sprite(inside(Look::Peg, share(step)))).collect();
            let higher = look::rise(theme) - 1.0;
            let height = |step: usize| 1.0 + higher * step as f32 / RISE_STEPS as f32;
            let moving = if timing.lights { Look::Moving } else { Look::Peg };
            rising = (0..=RISE_STEPS).map(|step| sprite(inside(moving, height(step)))).collect();
        }
        let active = active_parts(&boards, geometry);
        let erases = erases(&boards, &active, geometry, &mapper);
        let (empty, ink) = (mapper.nearest(background), mapper.nearest(ink));
        Self { mapper, boards, active, pegs, rising, empty, ink, erases }
    }
}

/// The looks in use, by their numbers.
fn looks(timing: &Timing) -> &'static [Look] {
    use Look::{Bright, Dim, Empty, Moving, Peg, Settled};
    if timing.lights { &[Empty, Peg, Moving, Settled, Bright, Dim] } else { &[Empty, Peg] }
}

/// The memory in bytes that the sprites of a film take at most while they are drawn.
pub(super) fn needed(geometry: &Geometry, timing: &Timing) -> u64 {
    let area = |(width, height): (u32, u32)| u64::from(width) * u64::from(height);
    // The pixels of each look and their numbers.
    let boards = 5 * looks(timing).len() as u64 * area(geometry.board);
    let cell = geometry.cells.first().map_or(0, |cell| area((cell.width, cell.height)));
    let pegs = 4 * (SHRINK_STEPS + RISE_STEPS + 2) as u64 * cell;
    // A part of a board while pegs slide over it.
    boards
        + if matches!(timing.motion, Motion::Smooth(_)) {
            pegs + 5 * area(geometry.board)
        } else {
            0
        }
}

/// An empty picture.
fn blank((width, height): (u32, u32)) -> Pixmap {
    Pixmap::new(width.max(1), height.max(1)).expect("no sprite is larger than a picture may be")
}

/// The board without holes.
fn ground(theme: &Theme, geometry: &Geometry) -> Pixmap {
    let mut pixmap = blank(geometry.board);
    let [r, g, b, a] = theme.background.rgba;
    pixmap.fill(Color::from_rgba8(r, g, b, a));
    let size = (geometry.board.0 as f32, geometry.board.1 as f32);
    raster::draw(&mut pixmap, &look::board(theme, size, geometry.pitch as f32, true));
    pixmap
}

fn pixels(pixmap: &Pixmap) -> &[Pixel] {
    pixmap.data().as_chunks().0
}

/// The part of each cell in which the looks differ. It is the same for all cells.
fn active_parts(boards: &[BoardSprite], geometry: &Geometry) -> Vec<Rect> {
    let width = geometry.board.0 as usize;
    let mut part: Option<Rect> = None;
    for cell in &geometry.cells {
        for (y, row) in (0..).zip(cell.rows(width)) {
            for (x, at) in (0..).zip(row) {
                if boards.iter().any(|board| board.numbers[at] != boards[0].numbers[at]) {
                    let pixel = Rect { left: x, top: y, width: 1, height: 1 };
                    part = Some(part.map_or(pixel, |part| part.around(pixel)));
                }
            }
        }
    }
    let part = part.unwrap_or(Rect { left: 0, top: 0, width: 1, height: 1 });
    geometry.cells.iter().map(|cell| part.at((cell.left, cell.top))).collect()
}

/// Whether the looks differ at a translucent pixel.
fn erases(boards: &[BoardSprite], active: &[Rect], geometry: &Geometry, mapper: &Mapper) -> bool {
    let pixels = active.iter().flat_map(|part| part.rows(geometry.board.0 as usize)).flatten();
    let is_translucent = |number: u8| mapper.palette[usize::from(number)][3] < 255;
    pixels.into_iter().any(|at| {
        let numbers = boards.iter().map(|board| board.numbers[at]);
        numbers.clone().any(|number| number != boards[0].numbers[at])
            && numbers.into_iter().any(is_translucent)
    })
}
