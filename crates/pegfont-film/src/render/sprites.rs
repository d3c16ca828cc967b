//! Draws the sprites: anti-aliased pictures that every frame copies. A sprite is a whole board with all holes in
//! the same look, or a single moving peg.

use tiny_skia::{Color, Pixmap, PixmapPaint, Transform};

use super::geometry::Geometry;
use super::look;
use super::theme::Theme;
use crate::drawing::{Mark, raster};

/// The look of a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Look {
    /// An empty hole.
    Empty,
    /// A peg.
    Peg,
    /// The peg that jumped last.
    Jumping,
    /// The hole of the peg that was jumped over last.
    Jumped,
}

impl Look {
    pub const ALL: [Self; 4] = [Self::Empty, Self::Peg, Self::Jumping, Self::Jumped];
}

/// The number of steps in which a jumped peg shrinks.
pub(super) const SHRINK_STEPS: usize = 24;

/// The number of steps in which a jumping peg rises.
pub(super) const RISE_STEPS: usize = 6;

/// The sprites of a film.
pub(super) struct Sprites {
    /// A board with every hole in the same look, for each look in use.
    pub boards: Vec<Pixmap>,
    /// A single peg in all sizes, from nothing to full size.
    pub pegs: Vec<Pixmap>,
    /// A peg at rest and, step by step, higher above the board.
    pub rising: Vec<Pixmap>,
}

impl Sprites {
    /// Draws them: with `smooth` also moving pegs, with `marks` also marked jumps, and then all moving pegs are marked.
    pub fn draw(theme: &Theme, geometry: &Geometry, smooth: bool, marks: bool) -> Self {
        let cell = geometry.cells.first().map_or((1, 1), |cell| (cell.width, cell.height));
        let pitch = geometry.pitch as f32;
        let middle = (cell.0.max(1) as f32 / 2.0, cell.1.max(1) as f32 / 2.0);
        let room = middle.0.min(middle.1);
        let empty = blank(cell);
        let drawn = |marks: &[Vec<Mark>]| {
            let mut sprite = empty.clone();
            marks.iter().for_each(|marks| raster::draw(&mut sprite, marks));
            sprite
        };
        let hole = || look::hole(theme, middle, pitch);
        let peg = |share: f32| look::peg(&theme.peg, middle, pitch, room, share);
        let jumping = |share: f32| look::jumping(theme, middle, pitch, room, share);
        let looks = if marks { &Look::ALL[..] } else { &Look::ALL[..2] };
        let ground = ground(theme, geometry);
        let boards = looks
            .iter()
            .map(|look| {
                let sprite = match look {
                    Look::Empty => drawn(&[hole()]),
                    Look::Jumped => drawn(&[hole(), look::jumped(theme, middle, pitch)]),
                    Look::Peg => drawn(&[hole(), peg(1.0)]),
                    Look::Jumping => drawn(&[hole(), jumping(1.0)]),
                };
                let mut board = ground.clone();
                for cell in &geometry.cells {
                    let (x, y) = (cell.left as i32, cell.top as i32);
                    let paint = PixmapPaint::default();
                    board.draw_pixmap(x, y, sprite.as_ref(), &paint, Transform::identity(), None);
                }
                board
            })
            .collect();
        if !smooth {
            return Self { boards, pegs: Vec::new(), rising: Vec::new() };
        }
        let share = |step: usize| step as f32 / SHRINK_STEPS as f32;
        let pegs = (0..=SHRINK_STEPS).map(|step| drawn(&[peg(share(step))])).collect();
        let higher = look::rise(theme) - 1.0;
        let height = |step: usize| 1.0 + higher * step as f32 / RISE_STEPS as f32;
        let moving = |share: f32| if marks { jumping(share) } else { peg(share) };
        let rising = (0..=RISE_STEPS).map(|step| drawn(&[moving(height(step))])).collect();
        Self { boards, pegs, rising }
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
