//! The sprites in the colours of a palette: a board in every look, and pegs of several sizes.

use super::super::geometry::{Geometry, Rect};
use super::super::palette::{Mapper, Palette};
use super::super::sprites::Sprites;
use super::super::theme::Theme;
use crate::timeline::{Motion, Timing};

/// A board with every hole in the same look.
pub struct BoardPicture {
    pub numbers: Vec<u8>,
    /// Premultiplied colours, for blending moving pegs. Empty if no peg moves.
    pub pixels: Vec<[u8; 4]>,
}

/// A peg.
pub struct PegPicture {
    pub width: u32,
    pub pixels: Vec<[u8; 4]>,
}

/// The sprites and the palette, prepared before the first frame.
pub struct Pictures {
    pub mapper: Mapper,
    /// The board with every hole in each look.
    pub boards: Vec<BoardPicture>,
    /// The part of each cell in which the looks differ.
    pub active: Vec<Rect>,
    pub pegs: Vec<PegPicture>,
    pub rising: Vec<PegPicture>,
    /// The colours of the background and of captions.
    pub empty: u8,
    pub ink: u8,
    /// Whether frames can make pixels transparent again.
    pub erases: bool,
}

impl Pictures {
    /// Draws the sprites and chooses the palette.
    pub fn new(theme: &Theme, geometry: &Geometry, timing: &Timing) -> Self {
        let smooth = matches!(timing.motion, Motion::Smooth(_));
        let sprites = Sprites::draw(theme, geometry, smooth, timing.highlight);
        let pixels = |pixmap: &tiny_skia::Pixmap| -> Vec<[u8; 4]> {
            pixmap.data().chunks_exact(4).map(|rgba| [rgba[0], rgba[1], rgba[2], rgba[3]]).collect()
        };
        let width = geometry.board.0 as usize;
        let boards: Vec<_> = sprites.boards.iter().map(pixels).collect();
        let cells = geometry.cells.iter().flat_map(|cell| {
            let rows = cell.top as usize..(cell.top + cell.height) as usize;
            rows.flat_map(move |row| {
                let from = row * width + cell.left as usize;
                from..from + cell.width as usize
            })
        });
        let [background, ink] = [theme.background, theme.caption].map(|colour| {
            let [r, g, b, a] = colour.rgba.map(u32::from);
            [r * a / 255, g * a / 255, b * a / 255, a].map(|part| part as u8)
        });
        let first = boards.iter().flat_map(|board| cells.clone().map(|at| board[at]));
        let rest = boards.iter().flatten().copied().chain([background, ink]);
        let mut mapper = Mapper::new(first, rest);
        let boards: Vec<_> = boards
            .into_iter()
            .map(|pixels| BoardPicture {
                numbers: pixels.iter().map(|&pixel| mapper.nearest(pixel)).collect(),
                pixels: if smooth { pixels } else { Vec::new() },
            })
            .collect();
        let peg = |pixmap: &tiny_skia::Pixmap| PegPicture {
            width: pixmap.width(),
            pixels: pixels(pixmap),
        };
        let (empty, ink) = (mapper.nearest(background), mapper.nearest(ink));
        let active = active_parts(&boards, geometry);
        let erases = erases(&boards, &active, geometry, mapper.palette());
        Self {
            mapper,
            boards,
            active,
            pegs: sprites.pegs.iter().map(peg).collect(),
            rising: sprites.rising.iter().map(peg).collect(),
            empty,
            ink,
            erases,
        }
    }
}

/// The part of each cell in which the looks differ. It is the same for all cells.
fn active_parts(boards: &[BoardPicture], geometry: &Geometry) -> Vec<Rect> {
    let width = geometry.board.0 as usize;
    let differs = |cell: &Rect, x: u32, y: u32| {
        let at = (cell.top + y) as usize * width + (cell.left + x) as usize;
        boards.iter().any(|board| board.numbers[at] != boards[0].numbers[at])
    };
    let mut part: Option<Rect> = None;
    for cell in &geometry.cells {
        for (y, x) in (0..cell.height).flat_map(|y| (0..cell.width).map(move |x| (y, x))) {
            if differs(cell, x, y) {
                let pixel = Rect { left: x, top: y, width: 1, height: 1 };
                part = Some(part.map_or(pixel, |part| part.around(pixel)));
            }
        }
    }
    let part = part.unwrap_or(Rect { left: 0, top: 0, width: 1, height: 1 });
    geometry.cells.iter().map(|cell| part.at((cell.left, cell.top))).collect()
}

/// Whether the looks differ at a translucent pixel.
fn erases(
    boards: &[BoardPicture],
    active: &[Rect],
    geometry: &Geometry,
    palette: &Palette,
) -> bool {
    let width = geometry.board.0;
    let pixels = active.iter().flat_map(|part| {
        let rows = part.top..part.top + part.height;
        rows.flat_map(move |y| (part.left..part.left + part.width).map(move |x| y * width + x))
    });
    let opacity = |number: u8| palette.colours()[usize::from(number)][3];
    pixels.into_iter().any(|at| {
        let mut numbers = boards.iter().map(|board| board.numbers[at as usize]);
        let first = numbers.clone().next();
        numbers.clone().any(|number| Some(number) != first)
            && numbers.any(|number| opacity(number) < 255)
    })
}
