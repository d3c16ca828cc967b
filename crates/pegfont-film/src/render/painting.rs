//! Paints the frames of a scene in order and on request, from sprites. Pixels are indices of a palette that is known before the
//! first frame. Touches only what has changed.

use std::iter::Peekable;

use super::caption::{self, Label};
use super::geometry::Geometry;
use super::rect::Rect;
use super::sprites::{self, RISE_STEPS, SHRINK_STEPS, Sprites};
use super::stage::{Look, Seen};
use super::{Loops, Scene, Show, look};
use crate::Error;
use crate::drawing::palette::{Pixel, UNCHANGED};
use crate::timeline::{Frame, Timeline};
use peg_solitaire::board::{Hole, Jump};
use peg_solitaire::memory;
use peg_solitaire::progress::Progress;

/// The frames of a scene, as an iterator whose items borrow from it: see `examples/own_encoder.rs`.
pub struct Painting<'p> {
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// The colours of all frames as red, green, blue and opacity, not multiplied by the opacity. Colour 0 is not drawn: the previous frame shows
    /// through. Those used by frames after the first come first, so that a format can write these with fewer bits.
    pub palette: Vec<[u8; 4]>,
    /// The number of frames.
    pub count: u64,
    /// How often the film plays.
    pub loops: Loops,
    scene: &'p Scene,
    timeline: &'p Timeline,
    following: std::slice::Iter<'p, Timeline>,
    geometry: Geometry,
    sprites: Sprites,
    shown: Vec<Option<Seen>>,
    canvas: Canvas,
    frames: Frames<'p>,
    /// Whether every frame clears the picture, or the last one of every timeline.
    clears: [bool; 2],
    done: u64,
    progress: Progress<'p>,
}

type Frames<'p> = Peekable<Box<dyn Iterator<Item = Frame> + 'p>>;

/// A frame: the changed part of the picture, and its duration.
#[derive(Clone, Copy, Debug)]
pub struct PaintedFrame<'f> {
    /// The pixels to the left of the part.
    pub left: u32,
    /// The pixels above it.
    pub top: u32,
    /// Its width in pixels, at least 1.
    pub width: u32,
    /// Its height in pixels, at least 1.
    pub height: u32,
    /// The duration, in milliseconds.
    pub lasts: u64,
    /// Whether it is the whole picture and is cleared before the next one, which makes pixels transparent again.
    pub clears: bool,
    /// The palette indices of the part, row by row; 0 where nothing changed.
    pub changed: &'f [u8],
    /// The palette indices of the whole picture, row by row.
    pub picture: &'f [u8],
}

impl Scene {
    /// Starts painting the frames: prepares the palette and the sprites.
    pub fn paint<'p>(&'p self, progress: Progress<'p>) -> Result<Painting<'p>, Error> {
        let (timeline, geometry) = (self.timeline(), self.geometry()?);
        let area = geometry.width as usize * geometry.height as usize;
        // The picture, what a frame changes in it, and what encoders make of that.
        let needed = sprites::needed(&geometry) + 6 * area as u64;
        memory::require("the picture", needed)?;
        let sprites = Sprites::new(&self.view.theme, &geometry, None);
        let turns = self.timelines.len() > 1 && self.view.theme.background.rgba[3] < 255;
        let (loops, clears) = match self.show {
            Show::Film(loops) => (loops, [sprites.erases, turns]),
            Show::Still(_) => (Loops::Times(1), [false; 2]),
        };
        let canvas = Canvas {
            width: geometry.width as usize,
            picture: vec![sprites.empty; area],
            changed: vec![UNCHANGED; area],
            painted: None,
            part: None,
            numbers: Vec::new(),
        };
        Ok(Painting {
            size: (geometry.width, geometry.height),
            palette: sprites.mapper.palette.clone(),
            scene: self,
            timeline,
            following: self.timelines[1..].iter(),
            geometry,
            shown: vec![None; timeline.letters().len()],
            canvas,
            sprites,
            frames: self.frames(timeline).peekable(),
            clears,
            count: self.frame_count(),
            done: 0,
            loops,
            progress,
        })
    }
}

impl<'p> Painting<'p> {
    /// Turns to the next timeline, on an empty picture.
    fn turn(&mut self, next: &'p Timeline) -> Result<(), Error> {
        let view = &self.scene.view;
        self.timeline = next;
        self.geometry = Geometry::new(next.setting(), view)?;
        let mapper = std::mem::take(&mut self.sprites.mapper);
        self.sprites = Sprites::new(&view.theme, &self.geometry, Some(mapper));
        self.shown = vec![None; next.letters().len()];
        self.canvas.picture.fill(self.sprites.empty);
        self.frames = self.scene.frames(next).peekable();
        Ok(())
    }

    /// Paints the next frame; `None` after the last.
    ///
    /// # Errors
    /// If the watcher stops it, or a timeline that follows doesn't fit.
    #[expect(
        clippy::should_implement_trait,
        reason = "a frame borrows the picture that the next one changes"
    )]
    pub fn next(&mut self) -> Result<Option<PaintedFrame<'_>>, Error> {
        self.progress.report(self.done, self.count)?;
        self.done += 1;
        let mut frame = self.frames.next();
        if frame.is_none()
            && let Some(next) = self.following.next()
        {
            self.turn(next)?;
            frame = self.frames.next();
        }
        Ok(frame.map(|frame| self.paint(frame)))
    }

    /// Paints the changes of a frame. The first frame is the whole picture.
    fn paint(&mut self, frame: Frame) -> PaintedFrame<'_> {
        let is_first = self.shown.iter().all(Option::is_none);
        let [always, at_the_turn] = self.clears;
        let clears = always || at_the_turn && self.frames.peek().is_none();
        for (letter, state) in frame.changes {
            let seen = Seen::of(self.timeline, &state);
            let before = self.shown[letter].replace(seen.clone());
            self.repaint(letter, before.as_ref(), &seen);
        }
        if is_first {
            self.paint_labels();
        }
        let part = self.canvas.end_frame();
        let Canvas { picture, numbers, .. } = &self.canvas;
        let (width, height) = self.size;
        let (place, changed) = match is_first || clears {
            true => (Rect { left: 0, top: 0, width, height }, picture),
            false => (part, numbers),
        };
        let Rect { left, top, width, height } = place;
        PaintedFrame { left, top, width, height, lasts: frame.lasts, clears, changed, picture }
    }

    /// Paints what has changed on a letter's board: cells, the strips of jumps under way, and the caption; or all of it.
    fn repaint(&mut self, letter: usize, before: Option<&Seen>, seen: &Seen) {
        let corner = self.geometry.corners[letter];
        let mut strips: Vec<Rect> = match before {
            Some(before) => {
                before.flights.iter().chain(&seen.flights).map(|&jump| self.strip(jump)).collect()
            }
            None => {
                let (width, height) = self.geometry.board;
                vec![Rect { left: 0, top: 0, width, height }]
            }
        };
        strips.dedup();
        for &strip in &strips {
            let numbers = self.board_part(seen, strip);
            self.canvas.show(strip.at(corner), &numbers);
        }
        let changed = before.map_or(&[][..], |before| &before.looks).iter().zip(&seen.looks);
        let changed = changed.enumerate().filter(|(_, (before, now))| before != now);
        for (hole, (_, &look)) in changed {
            let cell = self.geometry.cells[hole];
            let painted = || strips.iter().filter_map(|&strip| cell.within(strip));
            if painted().any(|part| part == cell) {
                continue;
            }
            let numbers = if painted().next().is_some() {
                self.board_part(seen, cell)
            } else {
                let board = &self.sprites.boards[look as usize].numbers;
                let rows = cell.rows(self.geometry.board.0 as usize);
                rows.flat_map(|row| &board[row]).copied().collect()
            };
            self.canvas.show(cell.at(corner), &numbers);
        }
        if let Some(place) = self.geometry.caption {
            let setting = self.timeline.setting();
            let caption = |seen: &Seen| Some(caption::of(setting, letter, seen.jump?));
            let (before, now) = (before.and_then(caption), caption(seen));
            if before != now {
                self.paint_caption(place.at(corner), &now.unwrap_or_default());
            }
        }
    }

    /// The rectangle around a jump's cells, and the arc above them.
    fn strip(&self, jump: Jump) -> Rect {
        let cell = |hole: Hole| self.geometry.cells[hole.index()];
        let cells = cell(jump.from()).around(cell(jump.over())).around(cell(jump.to()));
        let top = cells.top.saturating_sub(self.arc());
        Rect { top, height: cells.height + cells.top - top, ..cells }
    }

    /// How far a jumping peg is moved up half-way, in pixels.
    fn arc(&self) -> u32 {
        (look::ARC * self.geometry.pitch as f32).round() as u32
    }

    /// Paints a caption in the middle of its place.
    fn paint_caption(&mut self, place: Rect, text: &str) {
        let pixel = place.height / caption::CHARACTER.1;
        let indent = place.width.saturating_sub(caption::width(text) * pixel) / 2;
        let mut numbers = vec![self.sprites.empty; (place.width * place.height) as usize];
        write(&mut numbers, place.width, (indent, 0), pixel, text, self.sprites.ink);
        self.canvas.show(place, &numbers);
    }

    /// Paints the names of the columns and rows beside every board.
    fn paint_labels(&mut self) {
        let Geometry { labels, corners, width, .. } = &self.geometry;
        for Label { text, at: (x, y), pixel } in labels {
            for &(left, top) in corners {
                let at = (left.saturating_add_signed(*x), top.saturating_add_signed(*y));
                write(&mut self.canvas.picture, *width, at, *pixel, text, self.sprites.ink);
            }
        }
    }

    /// The colours of a part of a board.
    fn board_part(&mut self, seen: &Seen, part: Rect) -> Vec<u8> {
        let flights = seen.flights.iter().copied();
        let meets = |&jump: &Jump| self.strip(jump).within(part).is_some();
        let flights: Vec<Jump> = flights.filter(meets).collect();
        let Self { geometry, sprites, .. } = &*self;
        let width = geometry.board.0 as usize;
        let empty = &sprites.boards[Look::Empty as usize];
        let rows = || part.rows(width);
        let mut numbers: Vec<u8> = rows().flat_map(|row| &empty.numbers[row]).copied().collect();
        // The pixels under sliding pegs.
        let mut ground: Vec<Pixel> = match flights.is_empty() {
            true => Vec::new(),
            false => rows().flat_map(|row| &empty.pixels[row]).copied().collect(),
        };
        let pegs = geometry.cells.iter().zip(&seen.looks).filter(|(_, look)| **look != Look::Empty);
        for (cell, &look) in pegs {
            let Some(cell) = cell.within(part) else { continue };
            let sprite = &sprites.boards[look as usize];
            let inner = cell.from((part.left, part.top)).rows(part.width as usize);
            for (to, from) in inner.zip(cell.rows(width)) {
                numbers[to.clone()].copy_from_slice(&sprite.numbers[from.clone()]);
                if !ground.is_empty() {
                    ground[to].copy_from_slice(&sprite.pixels[from]);
                }
            }
        }
        for jump in flights {
            self.paint_flight((&mut numbers, &mut ground), part, jump, seen.way);
        }
        numbers
    }

    /// Paints the pegs of a jump under way onto a part of a board.
    fn paint_flight(
        &mut self,
        (numbers, ground): (&mut [u8], &mut [Pixel]),
        part: Rect,
        jump: Jump,
        way: f64,
    ) {
        let size = ((1.0 - way) * SHRINK_STEPS as f64).round() as usize;
        // How much of its largest size the peg has gained, and how high it is on its arc, from 0 to 1.
        let (rise, lift) = (1.0 - (2.0 * way - 1.0).abs(), 4.0 * way * (1.0 - way));
        let height = (rise * RISE_STEPS as f64).round() as usize;
        let cell = |hole: Hole| self.geometry.cells[hole.index()];
        let (from, over, to) = (cell(jump.from()), cell(jump.over()), cell(jump.to()));
        let between =
            |a: u32, b: u32| (f64::from(a) + (f64::from(b) - f64::from(a)) * way).round() as u32;
        let arc = (lift * f64::from(self.arc())).round() as u32;
        let sliding = (between(from.left, to.left), between(from.top, to.top), arc);
        let Sprites { pegs, rising, mapper, .. } = &mut self.sprites;
        let shrinking = (over.left, over.top, 0);
        for (peg, (left, top, up)) in [(&pegs[size], shrinking), (&rising[height], sliding)] {
            for (y, row) in (top..).zip(peg.chunks_exact(from.width as usize)) {
                // What would be above the board is not seen.
                let Some(y) = y.checked_sub(up) else { continue };
                for (x, pixel) in (left..).zip(row) {
                    // The rest of the peg is in another part.
                    if pixel[3] == 0 || !part.holds((x, y)) {
                        continue;
                    }
                    let at = (y - part.top) * part.width + x - part.left;
                    let under = &mut ground[at as usize];
                    let through = 255 - u32::from(pixel[3]);
                    *under = std::array::from_fn(|part| {
                        let under = u32::from(under[part]) * through;
                        pixel[part].saturating_add(((under + 127) / 255) as u8)
                    });
                    numbers[at as usize] = mapper.nearest(*under);
                }
            }
        }
    }
}

/// Writes a text into rows of `width` colours, in squares of `pixel`, as far as there is room.
fn write(numbers: &mut [u8], width: u32, at: (u32, u32), pixel: u32, text: &str, ink: u8) {
    for (x, y) in caption::pixels(text) {
        let left = at.0 + x * pixel;
        for row in (y * pixel..(y + 1) * pixel).map(|row| row + at.1) {
            for column in left..(left + pixel).min(width) {
                numbers[(row * width + column) as usize] = ink;
            }
        }
    }
}

/// The picture, and what a frame changes in it.
struct Canvas {
    width: usize,
    picture: Vec<u8>,
    /// The new colours of the picture where the frame changes them.
    changed: Vec<u8>,
    /// What the frame has painted, and the part of it that changes.
    painted: Option<Rect>,
    part: Option<Rect>,
    /// The new colours of that part, row by row.
    numbers: Vec<u8>,
}

impl Canvas {
    /// Paints colours, row by row.
    fn show(&mut self, place: Rect, numbers: &[u8]) {
        self.painted = Some(self.painted.map_or(place, |painted| painted.around(place)));
        let rows = place.rows(self.width).zip(numbers.chunks_exact(place.width as usize));
        for (top, (row, source)) in (place.top..).zip(rows) {
            let (target, changed) = (&mut self.picture[row.clone()], &mut self.changed[row]);
            let differs = |(target, number)| target != number;
            let mut pairs = target.iter().zip(source);
            let Some(from) = pairs.clone().position(differs) else { continue };
            let to = pairs.rposition(differs).map_or(from, |last| last + 1);
            for at in from..to {
                if target[at] != source[at] {
                    changed[at] = source[at];
                }
            }
            target[from..to].copy_from_slice(&source[from..to]);
            let (left, width) = (place.left + from as u32, (to - from) as u32);
            let row = Rect { left, top, width, height: 1 };
            self.part = Some(self.part.map_or(row, |part| part.around(row)));
        }
    }

    /// Collects what the frame changes: one pixel, if nothing. Returns where that is.
    fn end_frame(&mut self) -> Rect {
        let painted = self.painted.take().map_or((0, 0), |painted| (painted.left, painted.top));
        let pixel = Rect { left: painted.0, top: painted.1, width: 1, height: 1 };
        let part = self.part.take().unwrap_or(pixel);
        self.numbers.clear();
        for row in part.rows(self.width) {
            self.numbers.extend_from_slice(&self.changed[row.clone()]);
            self.changed[row].fill(UNCHANGED);
        }
        part
    }
}
