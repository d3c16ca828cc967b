//! The sprites: anti-aliased pictures in the colours of a palette, all drawn before the first
//! frame. A sprite is a whole board with all holes in the same look, or a single hole, or a peg
//! between holes. Every frame copies from them.

use std::ops::Range;

use tiny_skia::{Pixmap, PixmapPaint, Transform};

use super::counter::Counter;
use super::geometry::Geometry;
use super::look::{self, HOP, Scale};
use super::rect::Rect;
use super::stage::{Look, height};
use super::theme::Theme;
use crate::drawing::palette::{ColourCount, Mapper, Pixel};
use crate::drawing::{Element, raster};

/// The number of steps in which a jumping peg rises.
const RISE_STEPS: usize = 6;

/// The most colours of a film, with the one for unchanged pixels a power of two. More make a larger
/// file, and only shaded pegs need more.
const FLAT_COLOURS: usize = 63;
const SHADED_COLOURS: usize = 127;

/// How the edge of a peg goes over into what is behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum EdgeStyle {
    Smooth,
    /// At once, as is best where all that is seen moves.
    Hard,
}

impl EdgeStyle {
    /// The steps in which it does.
    fn steps(self) -> u32 {
        match self {
            Self::Smooth => 4,
            Self::Hard => 1,
        }
    }
}

/// A picture that is painted over others.
pub(super) struct Sprite {
    /// The number of pixels in a row.
    pub across: usize,
    pixels: Vec<Pixel>,
}

impl Sprite {
    fn of(pixmap: &Pixmap) -> Self {
        Self {
            across: pixmap.width() as usize,
            pixels: pixels(pixmap).to_vec(),
        }
    }

    /// What it covers of a rectangle in the top left corner, if anything.
    pub fn place_within(&self, whole: Rect, (left, top): (i64, i64)) -> Option<Rect> {
        let rows = within(top, self.rows(), whole.height as usize);
        let columns = within(left, self.across, whole.width as usize);
        if rows.is_empty() || columns.is_empty() {
            return None;
        }

        Some(Rect {
            left: (left + columns.start as i64) as u32,
            top: (top + rows.start as i64) as u32,
            width: columns.len() as u32,
            height: rows.len() as u32,
        })
    }

    fn rows(&self) -> usize {
        self.pixels.len() / self.across
    }

    /// Paints it over colours with so many in a row. What would be outside of them is not seen.
    pub fn blend(
        &self,
        numbers: &mut [u8],
        columns: usize,
        (left, top): (i64, i64),
        mapper: &mut Mapper,
    ) {
        let seen_rows = within(top, self.rows(), numbers.len() / columns);
        let seen_columns = within(left, self.across, columns);
        if seen_columns.is_empty() {
            return;
        }

        for row in seen_rows {
            let pixels = &self.pixels[row * self.across..][seen_columns.clone()];
            let first = (top + row as i64) * columns as i64 + left + seen_columns.start as i64;

            for (number, &pixel) in numbers[first as usize..].iter_mut().zip(pixels) {
                if pixel[3] > 0 {
                    *number = mapper.blended(pixel, *number);
                }
            }
        }
    }
}

/// The part of a length that lies within a limit, if it begins at a place, maybe before 0.
pub(super) fn within(place: i64, length: usize, limit: usize) -> Range<usize> {
    let at = |end: i64| end.clamp(0, length as i64) as usize;
    at(-place)..at(limit as i64 - place)
}

/// Where a peg is that jumps from one cell to another: its cell, and the step of its way up.
pub(super) struct Flight {
    pub left: i64,
    pub top: i64,
    pub step: usize,
}

impl Flight {
    pub fn new(from: Rect, to: Rect, way: f64, pitch: u32) -> Self {
        let between = |from: u32, to: u32| {
            let along = f64::from(from) + (f64::from(to) - f64::from(from)) * way;
            along.round() as i64
        };
        let height = height(way);
        let hop = (HOP * pitch as f32).round();
        let up = (height * f64::from(hop)).round() as i64;

        Self {
            left: between(from.left, to.left),
            top: between(from.top, to.top) - up,
            step: (height * RISE_STEPS as f64).round() as usize,
        }
    }
}

/// The sprites of a film, and its palette.
pub(super) struct Sprites {
    pub mapper: Mapper,
    /// The colours of a board with every hole in the same look, for each look.
    pub boards: Vec<Vec<u8>>,
    /// A peg between holes: at the height of the board and, step by step, higher above it.
    pub flying: Vec<Sprite>,
    /// How far the picture of such a peg extends beyond its cell on each side.
    pub overhang: u32,
    /// The colour of the background.
    pub empty: u8,
}

impl Sprites {
    /// Draws the sprites of a film, and chooses its palette unless there is one.
    pub fn new(theme: &Theme, geometry: &Geometry, palette: Option<Mapper>) -> Self {
        let boards: Vec<Pixmap> = Look::ALL
            .iter()
            .map(|&look| board_of(theme, geometry, look))
            .collect();
        let [r, g, b, a] = theme.background.rgba.map(u32::from);
        let background = [r * a / 255, g * a / 255, b * a / 255, a].map(|part| part as u8);
        let mut mapper =
            palette.unwrap_or_else(|| chosen_palette(theme, geometry, &boards, background));

        let numbers = |board: &Pixmap| mapper.all_nearest(pixels(board));
        Self {
            boards: boards.iter().map(numbers).collect(),
            flying: Self::flying(theme, geometry, EdgeStyle::Smooth),
            overhang: overhang(theme, geometry),
            empty: mapper.nearest(background),
            mapper,
        }
    }

    /// The colours of the strip in which jumps are counted.
    pub fn counter(&mut self, theme: &Theme, counter: Counter, text: &str) -> Vec<u8> {
        let words = words_of(theme, counter, text);
        self.mapper.all_nearest(pixels(&words))
    }

    /// A peg between holes, for each step of its way up.
    pub fn flying(theme: &Theme, geometry: &Geometry, edges: EdgeStyle) -> Vec<Sprite> {
        let overhang = overhang(theme, geometry);
        let steps = 0..=RISE_STEPS;
        steps
            .map(|step| Sprite::of(&flying_peg(theme, geometry, overhang, step, edges)))
            .collect()
    }
}

/// The characters of a counter, from which its colours are known.
const EVERY_WORD: &str = "games · jumps of 1,234,567,890";

/// The strip in which jumps are counted.
fn words_of(theme: &Theme, counter: Counter, text: &str) -> Pixmap {
    let size = (counter.strip.width, counter.strip.height);
    let words = counter.words(text.to_owned(), (0.0, 0.0), theme.caption);
    let words = in_steps(
        drawn_smoothly(size, &[words.into()]),
        EdgeStyle::Smooth.steps(),
    );

    let mut strip = blank(size);
    strip.fill(raster::colour(theme.behind_counter()));
    put(&mut strip, (0, 0), &words);
    strip
}

/// A hole with what is in it, on nothing.
pub(super) fn hole(theme: &Theme, geometry: &Geometry, look: Look, edges: EdgeStyle) -> Sprite {
    Sprite::of(&hole_of(theme, geometry, look, edges))
}

/// The pixels of a picture of which a board without holes covers a part.
pub(super) fn ground_in(
    theme: &Theme,
    geometry: &Geometry,
    size: (u32, u32),
    (left, top): (i64, i64),
) -> Vec<Pixel> {
    let mut picture = blank(size);
    picture.fill(raster::colour(theme.background));
    let board = board_box(theme, geometry);
    raster::draw_at(&mut picture, &[board], (left as f32, top as f32));
    pixels(&picture).to_vec()
}

/// How many colours a film in a theme may have.
fn most_colours(theme: &Theme) -> usize {
    let is_flat = theme.peg.light.is_none() && theme.peg.dark.is_none();
    if is_flat {
        FLAT_COLOURS
    } else {
        SHADED_COLOURS
    }
}

/// The memory in bytes that the sprites of a film take at most while they are drawn.
pub(super) fn needed(theme: &Theme, geometry: &Geometry) -> u64 {
    let looks = Look::ALL.len() as u64 + 1;
    let (width, height) = geometry.board;
    let board = u64::from(width) * u64::from(height);

    let cell = cell(geometry);
    let overhang = 2 * overhang(theme, geometry);
    let peg = u64::from(cell.0 + overhang) * u64::from(cell.1 + overhang);

    // The pixels of each look and their numbers.
    5 * looks * board + 4 * (RISE_STEPS as u64 + 2) * peg
}

/// The width and height of a cell, at least a pixel.
fn cell(geometry: &Geometry) -> (u32, u32) {
    let first = geometry.cells.first();
    first.map_or((1, 1), |cell| (cell.width.max(1), cell.height.max(1)))
}

/// How large pegs are.
fn scale(geometry: &Geometry, share: f32) -> Scale {
    let (width, height) = cell(geometry);
    Scale {
        pitch: geometry.pitch as f32,
        room: width.min(height) as f32 / 2.0,
        share,
    }
}

/// How far a peg between holes reaches from its middle, in pixels.
pub(super) fn reach(theme: &Theme, geometry: &Geometry) -> f32 {
    look::reach(theme, scale(geometry, 1.0))
}

/// How many pixels a peg between holes takes beyond its cell.
fn overhang(theme: &Theme, geometry: &Geometry) -> u32 {
    let (width, height) = cell(geometry);
    let beyond = reach(theme, geometry) - width.min(height) as f32 / 2.0;
    beyond.ceil().max(0.0) as u32
}

/// A board with every hole in the same look.
fn board_of(theme: &Theme, geometry: &Geometry, look: Look) -> Pixmap {
    let sprite = hole_of(theme, geometry, look, EdgeStyle::Smooth);
    let mut board = ground(theme, geometry);
    draw_in_cells(&mut board, &sprite, &geometry.cells);
    board
}

/// A hole with what is in it.
fn hole_of(theme: &Theme, geometry: &Geometry, look: Look, edges: EdgeStyle) -> Pixmap {
    let cell = cell(geometry);
    let middle = (cell.0 as f32 / 2.0, cell.1 as f32 / 2.0);
    let hole = look::hole(theme, middle, geometry.pitch as f32);
    let inside = look::inside(theme, look, middle, scale(geometry, 1.0));

    let mut sprite = blank(cell);
    for elements in [hole, inside] {
        let layer = drawn(theme, cell, &elements, edges);
        put(&mut sprite, (0, 0), &layer);
    }
    sprite
}

/// A peg between holes at a step of its way up.
fn flying_peg(
    theme: &Theme,
    geometry: &Geometry,
    overhang: u32,
    step: usize,
    edges: EdgeStyle,
) -> Pixmap {
    let cell = cell(geometry);
    let size = (cell.0 + 2 * overhang, cell.1 + 2 * overhang);
    let middle = (size.0 as f32 / 2.0, size.1 as f32 / 2.0);
    let share = 1.0 + (look::RISE - 1.0) * step as f32 / RISE_STEPS as f32;

    let elements = look::flying(theme, middle, scale(geometry, share));
    drawn(theme, size, &elements, edges)
}

/// Draws elements on nothing, with few steps at their edges, unless they glow: patterns that are
/// alike compress well.
fn drawn(theme: &Theme, size: (u32, u32), elements: &[Element], edges: EdgeStyle) -> Pixmap {
    let pixmap = drawn_smoothly(size, elements);
    if theme.peg.glow.is_seen() || theme.moving.glow.is_seen() {
        return pixmap;
    }
    in_steps(pixmap, edges.steps())
}

/// Draws elements on nothing.
fn drawn_smoothly(size: (u32, u32), elements: &[Element]) -> Pixmap {
    let mut pixmap = blank(size);
    raster::draw(&mut pixmap, elements);
    pixmap
}

/// The same picture with so many steps at edges.
fn in_steps(mut pixmap: Pixmap, steps: u32) -> Pixmap {
    let most = pixels(&pixmap).iter().map(|pixel| pixel[3]).max();
    let most = u32::from(most.unwrap_or(0)).max(1);
    for pixel in pixmap.data_mut().as_chunks_mut::<4>().0 {
        let opacity = u32::from(pixel[3]);
        let step = (opacity * steps + most / 2) / most;
        let wanted = step * most / steps;
        if opacity > 0 {
            *pixel = pixel.map(|part| (u32::from(part) * wanted / opacity).min(255) as u8);
        }
    }
    pixmap
}

/// An empty picture.
fn blank((width, height): (u32, u32)) -> Pixmap {
    Pixmap::new(width.max(1), height.max(1)).expect("no sprite is larger than a picture may be")
}

/// The board without holes.
fn ground(theme: &Theme, geometry: &Geometry) -> Pixmap {
    let mut pixmap = blank(geometry.board);
    pixmap.fill(raster::colour(theme.background));

    raster::draw(&mut pixmap, &[board_box(theme, geometry)]);
    pixmap
}

fn board_box(theme: &Theme, geometry: &Geometry) -> Element {
    let size = (geometry.board.0 as f32, geometry.board.1 as f32);
    look::board(theme, size, geometry.pitch as f32)
}

/// Draws a picture over another.
fn put(below: &mut Pixmap, (left, top): (i32, i32), above: &Pixmap) {
    let paint = PixmapPaint::default();
    below.draw_pixmap(
        left,
        top,
        above.as_ref(),
        &paint,
        Transform::identity(),
        None,
    );
}

/// Draws a sprite in every cell. Most of them lie on the same ground, so that the first can be
/// copied.
fn draw_in_cells(board: &mut Pixmap, sprite: &Pixmap, cells: &[Rect]) {
    let width = board.width() as usize;
    let mut known: Vec<(Vec<Pixel>, Vec<Pixel>)> = Vec::new();
    for cell in cells {
        let ground = pixels_in(board, *cell);

        if let Some((_, drawn)) = known.iter().find(|known| known.0 == ground) {
            let all = board.data_mut().as_chunks_mut().0;
            let rows = drawn.chunks_exact(cell.width as usize);
            for (row, drawn) in cell.rows(width).zip(rows) {
                all[row].copy_from_slice(drawn);
            }
        } else {
            put(board, (cell.left as i32, cell.top as i32), sprite);
            known.push((ground, pixels_in(board, *cell)));
        }
    }
}

/// The palette of a film, in which what changes comes first: the cells of boards, and a counter.
fn chosen_palette(
    theme: &Theme,
    geometry: &Geometry,
    boards: &[Pixmap],
    background: Pixel,
) -> Mapper {
    let mut counted = ColourCount::default();
    for board in boards {
        let all = pixels(board);
        let width = board.width() as usize;
        for row in geometry.cells.iter().flat_map(|cell| cell.rows(width)) {
            counted.add_first(&all[row]);
        }
        counted.add(all);
    }
    if let Some(counter) = geometry.counter {
        counted.add_first(pixels(&words_of(theme, counter, EVERY_WORD)));
    }

    counted.add(&[background]);
    Mapper::new(most_colours(theme), counted)
}

/// The pixels of a board in a rectangle.
fn pixels_in(board: &Pixmap, place: Rect) -> Vec<Pixel> {
    let rows = place.rows(board.width() as usize);
    rows.flat_map(|row| &pixels(board)[row]).copied().collect()
}

fn pixels(pixmap: &Pixmap) -> &[Pixel] {
    pixmap.data().as_chunks().0
}

#[cfg(test)]
mod tests {
    use super::within;

    #[test]
    fn what_is_outside_of_a_limit_is_left_out_on_either_side() {
        assert_eq!(within(2, 3, 9), 0..3);
        assert_eq!(within(-2, 3, 9), 2..3);
        assert_eq!(within(8, 3, 9), 0..1);
        assert_eq!(within(-1, 20, 9), 1..10);

        assert!(within(-3, 3, 9).is_empty());
        assert!(within(9, 3, 9).is_empty());
    }
}
