//! Paints the frames of a scene in order and on request, from sprites. Pixels are indices of a
//! palette that is known before the first frame.

use std::iter::Peekable;

use super::geometry::{Geometry, Rect};
use super::sprites::{self, RISE_STEPS, SHRINK_STEPS, Sprites};
use super::stage::{Look, Seen};
use super::{Scene, Theme, look};
use crate::Error;
use crate::drawing::palette::UNCHANGED;
use crate::timeline::{Frame, Timeline};
use peg_solitaire::board::{Hole, Jump};
use peg_solitaire::progress::Progress;
use pegfont_base::memory;

/// The frames of a scene, as an iterator whose items borrow from it: see `examples/own_encoder.rs`.
pub struct Painting<'p> {
    /// Width and height, in pixels.
    pub size: (u32, u32),
    /// The colours of all frames as red, green, blue and opacity, not multiplied by the opacity.
    /// Colour 0 is not drawn: the previous frame shows through. Those used by frames after the
    /// first come first, so that a format can write these with fewer bits.
    pub palette: Vec<[u8; 4]>,
    /// The number of frames.
    pub count: u64,
    scene: &'p Scene,
    timeline: &'p Timeline,
    following: std::slice::Iter<'p, Timeline>,
    geometry: Geometry,
    sprites: Sprites,
    /// The looks and the colours of each letter's board, without the pegs between holes.
    boards: Vec<(Vec<Look>, Vec<u8>)>,
    canvas: Canvas,
    frames: Frames<'p>,
    /// Whether every frame clears the picture, or the last one of every timeline.
    clears: [bool; 2],
    done: u64,
    progress: Progress<'p>,
}

type Frames<'p> = Peekable<Box<dyn Iterator<Item = Frame> + 'p>>;

fn all_frames(timeline: &Timeline) -> Frames<'_> {
    (Box::new(timeline.frames()) as Box<dyn Iterator<Item = Frame>>).peekable()
}

/// A frame: the changed part of the picture, and its duration.
#[derive(Clone, Copy, Debug)]
pub struct PaintedFrame<'f> {
    /// The pixels to the left of the part.
    pub left: u32,
    /// The pixels above the part.
    pub top: u32,
    /// The width of the part in pixels, at least 1.
    pub width: u32,
    /// The height of the part in pixels, at least 1.
    pub height: u32,
    /// The duration, in milliseconds.
    pub lasts: u64,
    /// Whether it is the whole picture and is cleared before the next one, which makes pixels
    /// transparent again.
    pub clears: bool,
    /// The palette indices of the part, row by row; 0 where nothing changed.
    pub changed: &'f [u8],
    /// The palette indices of the whole picture, row by row.
    pub picture: &'f [u8],
}

impl Scene {
    /// Starts painting the frames of the whole film: prepares the palette and the sprites.
    pub fn paint<'p>(&'p self, progress: Progress<'p>) -> Result<Painting<'p>, Error> {
        let (timeline, geometry) = (&self.timeline, self.geometry()?);
        let area = geometry.width as usize * geometry.height as usize;
        // The picture, what a frame changes in it, and what encoders make of that.
        let needed = sprites::needed(&geometry) + 7 * area as u64;
        memory::require("the picture", needed)?;
        let sprites = Sprites::new(&self.view.theme, &geometry, None);
        let turns = !self.then.is_empty() && self.view.theme.background.rgba[3] < 255;
        let Theme {
            background, board, ..
        } = &self.view.theme;
        let is_under_pegs = board.colour.rgba[3] < 255 || board.corner > board.margin + 0.5;
        // Where pegs leave pixels that one can see through, only a whole new picture shows them.
        let clears = [background.rgba[3] < 255 && is_under_pegs, turns];
        let canvas = Canvas {
            width: geometry.width as usize,
            picture: vec![sprites.empty; area],
            before: vec![sprites.empty; area],
            painted: None,
            changed: Vec::new(),
        };
        Ok(Painting {
            size: (geometry.width, geometry.height),
            palette: sprites.mapper.palette.clone(),
            scene: self,
            timeline,
            following: self.then.iter(),
            boards: sprites.empty_boards(&geometry),
            geometry,
            canvas,
            sprites,
            frames: all_frames(timeline),
            clears,
            count: self.frame_count(),
            done: 0,
            progress,
        })
    }
}

impl<'p> Painting<'p> {
    /// Turns to the next timeline, on an empty picture.
    fn turn(&mut self, next: &'p Timeline) -> Result<(), Error> {
        self.timeline = next;
        self.geometry = self.scene.layout(next, self.scene.view.size)?;
        let mapper = std::mem::take(&mut self.sprites.mapper);
        self.sprites = Sprites::new(&self.scene.view.theme, &self.geometry, Some(mapper));
        self.boards = self.sprites.empty_boards(&self.geometry);
        self.canvas.picture.fill(self.sprites.empty);
        self.frames = all_frames(next);
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
        let is_first = frame.at == 0 || self.done == 1;
        let [always, at_the_turn] = self.clears;
        let clears = always || at_the_turn && self.frames.peek().is_none();
        for (letter, state) in frame.changes {
            let seen = Seen::of(self.timeline, &state);
            let (corner, numbers) = (self.geometry.corners[letter], self.board(letter, &seen));
            let (width, height) = self.geometry.board;
            self.canvas.show(
                Rect {
                    left: corner.0,
                    top: corner.1,
                    width,
                    height,
                },
                &numbers,
            );
        }
        let part = self.canvas.end_frame();
        let Canvas {
            picture, changed, ..
        } = &self.canvas;
        let (width, height) = self.size;
        let (place, changed) = match is_first || clears {
            true => (
                Rect {
                    left: 0,
                    top: 0,
                    width,
                    height,
                },
                picture,
            ),
            false => (part, changed),
        };
        let Rect {
            left,
            top,
            width,
            height,
        } = place;
        PaintedFrame {
            left,
            top,
            width,
            height,
            lasts: frame.lasts,
            clears,
            changed,
            picture,
        }
    }

    /// The colours of a board.
    fn board(&mut self, letter: usize, seen: &Seen) -> Vec<u8> {
        let width = self.geometry.board.0 as usize;
        let (looks, numbers) = &mut self.boards[letter];
        let holes = looks.iter_mut().zip(&seen.looks);
        for (cell, (shown, &look)) in self.geometry.cells.iter().zip(holes) {
            if std::mem::replace(shown, look) != look {
                let sprite = &self.sprites.boards[look as usize];
                for row in cell.rows(width) {
                    numbers[row.clone()].copy_from_slice(&sprite[row]);
                }
            }
        }
        let mut numbers = numbers.clone();
        for &jump in &seen.flights {
            self.paint_flight(&mut numbers, jump, seen.way);
        }
        numbers
    }

    /// Paints the pegs of a jump under way onto a board.
    fn paint_flight(&mut self, numbers: &mut [u8], jump: Jump, way: f64) {
        let size = ((1.0 - way) * SHRINK_STEPS as f64).round() as usize;
        // How much of its largest size the peg has gained, and how high it is on its arc, from 0 to
        // 1.
        let (rise, lift) = (1.0 - (2.0 * way - 1.0).abs(), 4.0 * way * (1.0 - way));
        let height = (rise * RISE_STEPS as f64).round() as usize;
        let cell = |hole: Hole| self.geometry.cells[hole.index()];
        let (from, over, to) = (cell(jump.from()), cell(jump.over()), cell(jump.to()));
        let between =
            |a: u32, b: u32| (f64::from(a) + (f64::from(b) - f64::from(a)) * way).round() as u32;
        let arc = (look::ARC * self.geometry.pitch as f32).round();
        let arc = (lift * f64::from(arc)).round() as u32;
        let sliding = (between(from.left, to.left), between(from.top, to.top), arc);
        let Sprites {
            pegs,
            rising,
            mapper,
            ..
        } = &mut self.sprites;
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
    /// The picture of the frame before.
    before: Vec<u8>,
    /// What the frame has painted.
    painted: Option<Rect>,
    /// The new colours of the part that changes, row by row.
    changed: Vec<u8>,
}

impl Canvas {
    /// Paints colours, row by row.
    fn show(&mut self, place: Rect, numbers: &[u8]) {
        self.painted = Some(self.painted.map_or(place, |painted| painted.around(place)));
        for (row, source) in place
            .rows(self.width)
            .zip(numbers.chunks(place.width as usize))
        {
            self.picture[row].copy_from_slice(source);
        }
    }

    /// Collects what the frame changes: one pixel, if nothing. Returns where that is.
    fn end_frame(&mut self) -> Rect {
        let Self {
            picture,
            before,
            changed,
            width,
            ..
        } = self;
        let pixel = Rect {
            left: 0,
            top: 0,
            width: 1,
            height: 1,
        };
        let painted = self.painted.take().unwrap_or(pixel);
        let rows = (painted.top..)
            .zip(painted.rows(*width))
            .filter_map(|(top, row)| {
                if picture[row.clone()] == before[row.clone()] {
                    return None;
                }
                let differs = |&at: &usize| picture[at] != before[at];
                let (first, last) = (row.clone().find(differs)?, row.clone().rev().find(differs)?);
                let left = painted.left + (first - row.start) as u32;
                Some(Rect {
                    left,
                    top,
                    width: (last - first) as u32 + 1,
                    height: 1,
                })
            });
        let nothing = Rect {
            left: painted.left,
            top: painted.top,
            ..pixel
        };
        let part = rows.reduce(Rect::around).unwrap_or(nothing);
        changed.clear();
        for row in part.rows(*width) {
            let pairs = picture[row.clone()].iter().zip(&mut before[row]);
            changed.extend(pairs.map(|(&now, before)| {
                if std::mem::replace(before, now) == now {
                    UNCHANGED
                } else {
                    now
                }
            }));
        }
        part
    }
}
