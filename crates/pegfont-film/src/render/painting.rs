//! Paints the frames of a scene in order and on request, from sprites. Pixels are indices of a palette that is known before the
//! first frame.

use std::iter::Peekable;

use super::caption;
use super::geometry::Geometry;
use super::rect::Rect;
use super::sprites::{self, RISE_STEPS, SHRINK_STEPS, Sprites};
use super::stage::{Look, Seen};
use super::{Loops, Scene, Show, look};
use crate::Error;
use crate::drawing::palette::UNCHANGED;
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
    /// The caption of each letter that is seen already.
    shown: Vec<Option<String>>,
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
        let needed = sprites::needed(&geometry) + 2 * area as u64;
        memory::require("the picture", needed)?;
        let sprites = Sprites::new(&self.view.theme, &geometry, None);
        let turns = self.timelines.len() > 1 && self.view.theme.background.rgba[3] < 255;
        let (loops, clears) = match self.show {
            Show::Film(loops) => (loops, [self.view.theme.erases(), turns]),
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
            let (corner, numbers) = (self.geometry.corners[letter], self.board(&seen));
            let (width, height) = self.geometry.board;
            self.canvas.show(Rect { left: corner.0, top: corner.1, width, height }, &numbers);
            self.write(letter, seen.jump);
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

    /// Writes what changes beside a letter's board: the caption of a jump, and at first the names of columns and rows.
    fn write(&mut self, letter: usize, jump: Option<usize>) {
        let setting = self.timeline.setting();
        let caption = self.geometry.caption.zip(jump);
        let caption = caption.map(|(_, jump)| caption::of(setting, letter, jump));
        let caption = caption.unwrap_or_default();
        let before = self.shown[letter].replace(caption.clone());
        let labels = self.geometry.labels.iter().filter(|_| before.is_none());
        let labels = labels.map(|label| (label.place(self.geometry.corners[letter]), &label.text));
        let is_new = before.as_ref() != Some(&caption);
        let own =
            self.geometry.caption.filter(|_| is_new).map(|it| it.at(self.geometry.corners[letter]));
        for (place, text) in labels.chain(own.map(|place| (place, &caption))) {
            let numbers =
                self.sprites.words(&self.scene.view.theme, (place.width, place.height), text);
            self.canvas.show(place, &numbers);
        }
    }

    /// The colours of a board.
    fn board(&mut self, seen: &Seen) -> Vec<u8> {
        let width = self.geometry.board.0 as usize;
        let mut numbers = self.sprites.boards[Look::Empty as usize].clone();
        for (cell, &look) in self.geometry.cells.iter().zip(&seen.looks) {
            if look != Look::Empty {
                let sprite = &self.sprites.boards[look as usize];
                for row in cell.rows(width) {
                    numbers[row.clone()].copy_from_slice(&sprite[row]);
                }
            }
        }
        for &jump in &seen.flights {
            self.paint_flight(&mut numbers, jump, seen.way);
        }
        numbers
    }

    /// Paints the pegs of a jump under way onto a board.
    fn paint_flight(&mut self, numbers: &mut [u8], jump: Jump, way: f64) {
        let size = ((1.0 - way) * SHRINK_STEPS as f64).round() as usize;
        // How much of its largest size the peg has gained, and how high it is on its arc, from 0 to 1.
        let (rise, lift) = (1.0 - (2.0 * way - 1.0).abs(), 4.0 * way * (1.0 - way));
        let height = (rise * RISE_STEPS as f64).round() as usize;
        let cell = |hole: Hole| self.geometry.cells[hole.index()];
        let (from, over, to) = (cell(jump.from()), cell(jump.over()), cell(jump.to()));
        let between =
            |a: u32, b: u32| (f64::from(a) + (f64::from(b) - f64::from(a)) * way).round() as u32;
        let arc = (look::ARC * self.geometry.pitch as f32).round();
        let arc = (lift * f64::from(arc)).round() as u32;
        let sliding = (between(from.left, to.left), between(from.top, to.top), arc);
        let Sprites { pegs, rising, mapper, .. } = &mut self.sprites;
        let shrinking = (over.left, over.top, 0);
        for (peg, (left, top, up)) in [(&pegs[size], shrinking), (&rising[height], sliding)] {
            for (y, row) in (top..).zip(peg.chunks_exact(from.width as usize)) {
                // What would be above the board is not seen.
                let Some(y) = y.checked_sub(up) else { continue };
                for (x, &pixel) in (left..).zip(row) {
                    if pixel[3] > 0 {
                        let number = &mut numbers[(y * self.geometry.board.0 + x) as usize];
                        *number = mapper.blended(pixel, *number);
                    }
                }
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
