//! Paints the frames of a scene in order and on request, from sprites. Pixels are indices of a
//! palette that is known before the first frame.

use std::iter::Peekable;
use std::ops::Range;

use super::enlarged::Enlarged;
use super::framing::{Framing, Framings};
use super::geometry::Geometry;
use super::look::HOP;
use super::rect::Rect;
use super::sprites::{self, EdgeStyle, Flight, Sprites};
use super::stage::{Look, Seen};
use super::{Scene, Theme};
use crate::Error;
use crate::drawing::palette::UNCHANGED;
use crate::timeline::{Frame, Shot, Timeline};
use peg_solitaire::board::Jump;
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
    /// Each letter's board, without the pegs between holes.
    boards: Vec<PaintedBoard>,
    /// How many rows of pixels above a board a jumping peg may reach.
    above: u32,
    /// The large view of the first timeline, if it has one, and the part that is in view.
    framings: Option<Framings>,
    enlarged: Option<Enlarged>,
    counter: PaintedCounter,
    canvas: Canvas,
    frames: Frames<'p>,
    clears: Clears,
    done: u64,
    progress: Progress<'p>,
}

/// A letter's board as it is painted, with the rows above it that a jumping peg may reach.
#[derive(Clone)]
struct PaintedBoard {
    looks: Vec<Look>,
    /// The colours without the pegs between holes, row by row.
    numbers: Vec<u8>,
    /// The part of it that the picture shows otherwise: all of it at first, then what is below
    /// pegs between holes.
    hidden: Option<Rect>,
}

/// What a counter of jumps says, and its colours row by row.
#[derive(Default)]
struct PaintedCounter {
    text: String,
    numbers: Vec<u8>,
}

/// Which frames clear the picture, as only a whole new picture makes pixels transparent again.
#[derive(Clone, Copy)]
struct Clears {
    every_frame: bool,
    the_last_of_every_timeline: bool,
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
    /// Whether another part of the boards is in view than before, so that most pixels change.
    pub is_new_view: bool,
    /// The palette indices of the part, row by row; 0 where nothing changed.
    pub changed: &'f [u8],
    /// The palette indices of the whole picture, row by row.
    pub picture: &'f [u8],
}

impl PaintedFrame<'_> {
    /// The palette index of a pixel by its place in the part, row by row, in a picture that has
    /// `columns`.
    pub(super) fn number(&self, at: usize, columns: usize) -> u8 {
        let width = self.width as usize;
        let row = self.top as usize + at / width;
        let column = self.left as usize + at % width;
        self.picture[row * columns + column]
    }

    /// The places of the rows of its part in the picture, which has `columns`.
    pub(super) fn rows(&self, columns: usize) -> impl Iterator<Item = Range<usize>> {
        let part = Rect {
            left: self.left,
            top: self.top,
            width: self.width,
            height: self.height,
        };
        part.rows(columns)
    }
}

impl Scene {
    /// Starts painting the frames of the whole film: prepares the palette and the sprites.
    pub fn paint<'p>(&'p self, progress: Progress<'p>) -> Result<Painting<'p>, Error> {
        let theme = &self.view.theme;
        let geometry = self.geometry()?;
        let area = geometry.width as usize * geometry.height as usize;
        // The picture, what a frame changes in it, and what encoders make of that.
        let needed = sprites::needed(theme, &geometry) + 8 * area as u64;
        memory::require("the picture", needed)?;

        let sprites = Sprites::new(theme, &geometry, None);
        let above = self.rows_above(&geometry);
        let canvas = Canvas {
            width: geometry.width as usize,
            picture: vec![sprites.empty; area],
            before: vec![sprites.empty; area],
            painted: Vec::new(),
            changed: Vec::new(),
        };
        Ok(Painting {
            size: (geometry.width, geometry.height),
            palette: sprites.mapper.palette.clone(),
            scene: self,
            timeline: &self.timeline,
            following: self.then.iter(),
            boards: empty_boards(&sprites, &geometry, above),
            above,
            framings: self.framings()?,
            enlarged: None,
            counter: PaintedCounter::default(),
            geometry,
            canvas,
            sprites,
            frames: all_frames(&self.timeline),
            clears: self.clears(),
            count: self.frame_count(),
            done: 0,
            progress,
        })
    }

    fn clears(&self) -> Clears {
        let Theme { board, .. } = &self.view.theme;
        let is_translucent = self.view.theme.is_translucent();
        // Pegs leave pixels that one can see through.
        let is_under_pegs = board.colour.rgba[3] < 255 || board.corner > board.margin + 0.5;

        // The large view covers what is beside the boards.
        let is_covered = is_under_pegs || self.timeline.in_close_up().is_some();

        Clears {
            every_frame: is_translucent && is_covered,
            the_last_of_every_timeline: is_translucent && !self.then.is_empty(),
        }
    }

    /// How many rows above a board are free for a jumping peg. Without a background there are none,
    /// unless each frame clears the picture: the peg would leave its colours there.
    fn rows_above(&self, geometry: &Geometry) -> u32 {
        if self.view.theme.is_translucent() && !self.clears().every_frame {
            return 0;
        }
        rows_above(&self.view.theme, geometry)
    }
}

/// An empty board for each letter, with so many rows above it.
fn empty_boards(sprites: &Sprites, geometry: &Geometry, above: u32) -> Vec<PaintedBoard> {
    let (width, height) = geometry.board;
    let mut numbers = vec![sprites.empty; Rect::of(width, above).area()];
    numbers.extend_from_slice(&sprites.boards[Look::Empty as usize]);

    let board = PaintedBoard {
        looks: vec![Look::Empty; geometry.cells.len()],
        numbers,
        hidden: Some(Rect::of(width, height + above)),
    };
    vec![board; geometry.corners.len()]
}

/// How many rows above a board are free for a jumping peg, up to what it needs.
fn rows_above(theme: &Theme, geometry: &Geometry) -> u32 {
    let pitch = geometry.pitch as f32;
    let peg = sprites::reach(theme, geometry) + HOP * pitch;
    let highest = geometry.cells.iter().map(|cell| cell.top).min();
    let within = highest.unwrap_or(0) as f32 + pitch / 2.0;
    let needed = (peg - within).ceil().max(0.0) as u32;

    let tops = || geometry.corners.iter().map(|corner| corner.1);
    let free = |top: u32| {
        let above = tops().filter(|&other| other < top).max();
        top - above.map_or(0, |above| above + geometry.board.1)
    };
    needed.min(tops().map(free).min().unwrap_or(0))
}

impl<'p> Painting<'p> {
    /// Turns to the next timeline, on an empty picture.
    fn turn(&mut self, next: &'p Timeline) -> Result<(), Error> {
        let view = &self.scene.view;
        self.timeline = next;
        self.geometry = self.scene.layout(next, view.size)?;
        let mapper = std::mem::take(&mut self.sprites.mapper);
        self.sprites = Sprites::new(&view.theme, &self.geometry, Some(mapper));
        self.above = self.scene.rows_above(&self.geometry);
        self.boards = empty_boards(&self.sprites, &self.geometry, self.above);
        self.framings = None;
        self.enlarged = None;
        self.counter = PaintedCounter::default();
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
        let is_last = self.frames.peek().is_none();
        let clears = self.clears.every_frame || is_last && self.clears.the_last_of_every_timeline;

        let whole = Rect::of(self.size.0, self.size.1);
        let is_new_view = self.turn_view(frame.shot);
        for (letter, state) in frame.changes {
            let seen = Seen::of(self.timeline, &state);
            if let Some(enlarged) = &mut self.enlarged {
                let numbers = enlarged.paint(&seen, &mut self.sprites.mapper);
                self.canvas.show(whole, &numbers);
            } else {
                self.show_board(letter, &seen);
            }
        }
        self.show_counter(frame.at);

        let part = self.canvas.end_frame();
        let is_whole = is_first || clears;
        let place = if is_whole { whole } else { part };
        let picture = &self.canvas.picture;
        PaintedFrame {
            left: place.left,
            top: place.top,
            width: place.width,
            height: place.height,
            lasts: frame.lasts,
            clears,
            is_new_view,
            changed: if is_whole {
                picture
            } else {
                &self.canvas.changed
            },
            picture,
        }
    }

    /// Turns to what a frame has in view. Says whether that is something else than before.
    fn turn_view(&mut self, shot: Shot) -> bool {
        let framing = self.framings.and_then(|framings| framings.of(shot));
        let before = self.enlarged.as_ref().map(|enlarged| enlarged.framing);
        if framing == before {
            return false;
        }

        let whole_board = Rect::of(self.geometry.board.0, self.geometry.board.1 + self.above);
        self.enlarged = framing.map(|framing| self.enlarged(framing, shot));
        if framing.is_none() {
            self.canvas.clear(self.sprites.empty);
            for board in &mut self.boards {
                board.hidden = Some(whole_board);
            }
        }
        true
    }

    /// The board of the game as a part of it is in view.
    fn enlarged(&mut self, framing: Framing, shot: Shot) -> Enlarged {
        let view = &self.scene.view;
        let setting = self.timeline.setting();
        let geometry = Geometry::with_pitch(setting, view, None, framing.pitch);
        let edges = match shot {
            Shot::DrawsBack(_) => EdgeStyle::Hard,
            _ => EdgeStyle::Smooth,
        };
        let mapper = &mut self.sprites.mapper;
        Enlarged::new(&view.theme, framing, geometry, self.size, edges, mapper)
    }

    /// Paints into its place what has changed of a board.
    fn show_board(&mut self, letter: usize, seen: &Seen) {
        let cells = self.change_looks(letter, &seen.looks);
        let pegs: Vec<FlyingPeg> = seen
            .flights
            .iter()
            .map(|&jump| self.flying_peg(jump, seen.way))
            .collect();

        let board = &mut self.boards[letter];
        let below_pegs = pegs
            .iter()
            .filter_map(|peg| peg.covers)
            .reduce(Rect::around);
        let hidden = std::mem::replace(&mut board.hidden, below_pegs);
        let parts = [cells, hidden, below_pegs];
        let Some(part) = parts.into_iter().flatten().reduce(Rect::around) else {
            return;
        };

        let width = self.geometry.board.0 as usize;
        let mut numbers = Vec::with_capacity(part.area());
        for row in part.rows(width) {
            numbers.extend_from_slice(&board.numbers[row]);
        }
        let Sprites { flying, mapper, .. } = &mut self.sprites;
        for FlyingPeg { step, at, .. } in pegs {
            let at = (at.0 - i64::from(part.left), at.1 - i64::from(part.top));
            flying[step].blend(&mut numbers, part.width as usize, at, mapper);
        }

        let (left, top) = self.geometry.corners[letter];
        let place = Rect {
            left: left + part.left,
            top: top - self.above + part.top,
            ..part
        };
        self.canvas.show(place, &numbers);
    }

    /// Paints the holes of a board that look otherwise than before. Returns the rectangle around
    /// them.
    fn change_looks(&mut self, letter: usize, seen: &[Look]) -> Option<Rect> {
        let width = self.geometry.board.0 as usize;
        let above = self.above;
        let PaintedBoard { looks, numbers, .. } = &mut self.boards[letter];
        let mut changed: Option<Rect> = None;
        for (&cell, (shown, &look)) in self.geometry.cells.iter().zip(looks.iter_mut().zip(seen)) {
            if *shown == look {
                continue;
            }

            *shown = look;
            let sprite = &self.sprites.boards[look as usize];
            let place = Rect {
                top: cell.top + above,
                ..cell
            };
            for (row, drawn) in place.rows(width).zip(cell.rows(width)) {
                numbers[row].copy_from_slice(&sprite[drawn]);
            }
            changed = Some(changed.map_or(place, |known| known.around(place)));
        }
        changed
    }

    /// The peg of a jump under way.
    fn flying_peg(&self, jump: Jump, way: f64) -> FlyingPeg {
        let from = self.geometry.cells[jump.from().index()];
        let to = self.geometry.cells[jump.to().index()];
        let flight = Flight::new(from, to, way, self.geometry.pitch);

        let overhang = i64::from(self.sprites.overhang);
        let at = (
            flight.left - overhang,
            flight.top - overhang + i64::from(self.above),
        );
        let (width, height) = self.geometry.board;
        let board = Rect::of(width, height + self.above);
        FlyingPeg {
            step: flight.step,
            at,
            covers: self.sprites.flying[flight.step].place_within(board, at),
        }
    }

    /// Paints the counter of jumps over what is there, if there is one.
    fn show_counter(&mut self, at: u64) {
        let Some(counter) = self.geometry.counter else {
            return;
        };
        let text = self.timeline.counter(at);
        if text != self.counter.text {
            let numbers = self.sprites.counter(&self.scene.view.theme, counter, &text);
            self.counter = PaintedCounter { text, numbers };
        }
        self.canvas.show(counter.strip, &self.counter.numbers);
    }
}

/// A peg between holes, on a board with the rows above it.
struct FlyingPeg {
    /// The step of its way up.
    step: usize,
    /// Its left and top.
    at: (i64, i64),
    /// What it covers of the board, if anything.
    covers: Option<Rect>,
}

/// The picture, and what a frame changes in it.
struct Canvas {
    width: usize,
    picture: Vec<u8>,
    /// The picture of the frame before.
    before: Vec<u8>,
    /// What the frame has painted, in rectangles that may overlap.
    painted: Vec<Rect>,
    /// The new colours of the part that changes, row by row.
    changed: Vec<u8>,
}

impl Canvas {
    /// Paints all of it in one colour.
    fn clear(&mut self, number: u8) {
        self.picture.fill(number);
        let height = self.picture.len() / self.width;
        self.painted
            .push(Rect::of(self.width as u32, height as u32));
    }

    /// Paints colours, row by row.
    fn show(&mut self, place: Rect, numbers: &[u8]) {
        self.painted.push(place);
        let sources = numbers.chunks(place.width as usize);
        for (row, source) in place.rows(self.width).zip(sources) {
            self.picture[row].copy_from_slice(source);
        }
    }

    /// Collects what the frame changes: one pixel, if nothing. Returns where that is.
    fn end_frame(&mut self) -> Rect {
        let painted = std::mem::take(&mut self.painted);
        let differences: Vec<Rect> = painted
            .into_iter()
            .filter_map(|place| self.difference(place))
            .collect();
        let around_all = differences.iter().copied().reduce(Rect::around);
        let part = around_all.unwrap_or(Rect::of(1, 1));

        self.changed.clear();
        self.changed.resize(part.area(), UNCHANGED);
        for place in differences {
            self.collect(place, part);
        }
        part
    }

    /// Collects what changes in a place within a part.
    fn collect(&mut self, place: Rect, part: Rect) {
        let within = Rect {
            left: place.left - part.left,
            top: place.top - part.top,
            ..place
        };
        for (row, changed) in place.rows(self.width).zip(within.rows(part.width as usize)) {
            let now = &self.picture[row.clone()];
            let before = &mut self.before[row];
            let changed = &mut self.changed[changed];
            for ((changed, before), now) in changed.iter_mut().zip(&*before).zip(now) {
                *changed = if now == before { *changed } else { *now };
            }
            before.copy_from_slice(now);
        }
    }

    /// The smallest rectangle around all pixels of a place that differ from the frame before.
    fn difference(&self, place: Rect) -> Option<Rect> {
        let mut difference: Option<Rect> = None;
        for (top, row) in (place.top..).zip(place.rows(self.width)) {
            let now = &self.picture[row.clone()];
            let before = &self.before[row];
            if now == before {
                continue;
            }

            let pairs = || now.iter().zip(before);
            let differ = |(now, before): (&u8, &u8)| now != before;
            let Some(first) = pairs().position(differ) else {
                continue;
            };
            let last = pairs().rposition(differ).unwrap_or(first);
            let changed = Rect {
                left: place.left + first as u32,
                top,
                width: (last - first) as u32 + 1,
                height: 1,
            };
            difference = Some(difference.map_or(changed, |known| known.around(changed)));
        }
        difference
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::drawing::Colour;
    use crate::render::View;
    use crate::render::theme::THEMES;
    use crate::timeline::{Missing, Setting, Timing};
    use pegfont_type::font::Font;

    fn scene(text: &str, zooms: bool, theme: Theme) -> Scene {
        let font = Font::builtin().expect("it is whole");
        let setting = Setting::new(font, text, 16, Missing::Refuse).expect("it is there");
        let timing = Timing {
            zooms,
            ..Timing::default()
        };
        let timeline = Timeline::new(setting, timing).expect("it has time");
        let view = View {
            counts: true,
            ..View::new(theme)
        };
        Scene::film(timeline, view)
    }

    /// A board with the rows above it, painted anew.
    fn whole_board(painting: &mut Painting<'_>, letter: usize, at: u64) -> Vec<u8> {
        let state = painting.timeline.state(letter, at);
        let seen = Seen::of(painting.timeline, &state);
        let pegs = seen.flights.iter();
        let pegs: Vec<FlyingPeg> = pegs
            .map(|&jump| painting.flying_peg(jump, seen.way))
            .collect();

        let (width, above) = (painting.geometry.board.0, painting.above);
        let sprites = &mut painting.sprites;
        let mut numbers = vec![sprites.empty; Rect::of(width, above).area()];
        numbers.extend_from_slice(&sprites.boards[Look::Empty as usize]);
        for (cell, look) in painting.geometry.cells.iter().zip(seen.looks) {
            for row in cell.rows(width as usize) {
                let place = row.start + Rect::of(width, above).area();
                let drawn = &sprites.boards[look as usize][row];
                numbers[place..place + drawn.len()].copy_from_slice(drawn);
            }
        }
        for peg in pegs {
            sprites.flying[peg.step].blend(
                &mut numbers,
                width as usize,
                peg.at,
                &mut sprites.mapper,
            );
        }
        numbers
    }

    fn check(scene: &Scene) {
        let mut painting = scene.paint(Progress::NONE).expect("it fits");
        let columns = painting.size.0 as usize;
        let mut shown = vec![UNCHANGED; columns * painting.size.1 as usize];
        let mut time = 0;
        while let Some(frame) = painting.next().expect("nobody stops it") {
            // What a frame changes makes the picture from the one before.
            for (place, &number) in frame.rows(columns).flatten().zip(frame.changed) {
                if number != UNCHANGED {
                    shown[place] = number;
                }
            }
            assert!(shown == frame.picture, "at {time}");
            let at = time;
            time += frame.lasts;
            if painting.enlarged.is_some() {
                continue;
            }

            for letter in 0..painting.boards.len() {
                let expected = whole_board(&mut painting, letter, at);
                let (left, top) = painting.geometry.corners[letter];
                let (width, height) = painting.geometry.board;
                let place = Rect {
                    left,
                    top: top - painting.above,
                    width,
                    height: height + painting.above,
                };
                let found: Vec<u8> = place
                    .rows(columns)
                    .flat_map(|row| shown[row].to_vec())
                    .collect();
                assert!(found == expected, "board {letter} at {at}");
            }
        }
    }

    #[test]
    fn what_is_painted_of_a_board_is_all_that_changes() {
        for (name, _) in THEMES {
            for is_clear in [false, true] {
                for (text, zooms) in [("Peg", false), ("A", true)] {
                    let mut theme = Theme::builtin(name).expect("it is built in");
                    if is_clear {
                        theme.background = Colour { rgba: [0; 4] };
                    }
                    check(&scene(text, zooms, theme));
                }
            }
        }
    }
}
