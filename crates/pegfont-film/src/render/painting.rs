//! Paints the frames of a scene in order and on request, from sprites. Pixels are indices of a palette that is known before the
//! first frame. Touches only what has changed.

use std::fmt;

use super::caption::{self, Captions};
use super::geometry::{Geometry, Rect};
use super::palette::{Palette, UNCHANGED};
use super::sprites::{self, Look, Pixel, RISE_STEPS, SHRINK_STEPS, Sprites};
use super::{Loops, RenderError, Scene, Show, look};
use crate::timeline::{BRIGHT, Frame, LIT, State, Timeline};
use peg_solitaire::board::{Hole, Jump};
use peg_solitaire::memory;
use peg_solitaire::progress::Progress;

/// The frames of a scene, as an iterator whose items borrow from it.
///
/// ```
/// use peg_solitaire::progress::Progress;
/// use pegfont_film::render::{Loops, Scene, Theme, View};
/// use pegfont_type::font::Font;
/// use pegfont_film::timeline::{Missing, Setting, Timeline, Timing};
/// let setting = Setting::new(Font::builtin()?, "I", 16, Missing::Refuse)?;
/// let timeline = Timeline::new(setting, Timing::default())?;
/// let view = View::new(Theme::builtin("dark")?);
/// let mut painting = Scene::film(&timeline, &view, Loops::Endless).paint(Progress::NONE)?;
/// let (mut frames, mut lasts) = (0, 0);
/// while let Some(frame) = painting.next()? {
///     assert_eq!(frame.changed.len(), frame.width as usize * frame.height as usize);
///     (frames, lasts) = (frames + 1, lasts + frame.lasts);
/// }
/// assert_eq!((frames, lasts), (painting.frames(), timeline.duration()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Painting<'p> {
    timeline: &'p Timeline,
    geometry: Geometry,
    captions: Captions<'p>,
    sprites: Sprites,
    shown: Vec<Option<State>>,
    canvas: Canvas,
    frames: Box<dyn Iterator<Item = Frame> + 'p>,
    count: u64,
    done: u64,
    loops: Loops,
    erases: bool,
    progress: Progress<'p>,
}

/// A frame: the changed part of the picture, and its duration.
#[derive(Clone, Copy, Debug)]
pub struct PaintedFrame<'f> {
    /// The distance of the part from the left, in pixels.
    pub left: u32,
    /// The distance of the part from the top, in pixels.
    pub top: u32,
    /// The width of the part, in pixels: at least 1.
    pub width: u32,
    /// The height of the part, in pixels: at least 1.
    pub height: u32,
    /// The duration, in milliseconds.
    pub lasts: u64,
    /// The palette indices of the part, row by row; 0 where nothing changed.
    pub changed: &'f [u8],
    /// The palette indices of the whole picture, row by row.
    pub picture: &'f [u8],
}

impl fmt::Debug for Painting<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Painting")
            .field("count", &self.count)
            .field("done", &self.done)
            .finish_non_exhaustive()
    }
}

/// A part of a letter's board that a new state changes.
enum Region {
    /// The cell of a hole.
    Cell(Hole),
    /// The strip of a jump in progress, or the whole board.
    Strip(Rect),
}

impl<'p> Painting<'p> {
    /// Lays out the picture, and prepares the palette and the sprites.
    pub(super) fn new<'s: 'p>(
        scene: &Scene<'s>,
        progress: Progress<'p>,
    ) -> Result<Self, RenderError> {
        let timeline: &'s Timeline = scene.timeline;
        let geometry = Geometry::new(timeline.setting(), scene.view)?;
        let area = geometry.width as usize * geometry.height as usize;
        // The picture, what a frame changes in it, and what encoders make of that.
        let needed = sprites::needed(&geometry, timeline.timing()) + 5 * area as u64;
        memory::require("the picture", needed)?;
        let sprites = Sprites::new(&scene.view.theme, &geometry, timeline.timing());
        let (frames, count, loops, erases): (Box<dyn Iterator<Item = Frame> + 'p>, _, _, _) =
            match scene.show {
                Show::Film(loops) => {
                    let count = timeline.frame_count() as u64;
                    (Box::new(timeline.frames()), count, loops, sprites.erases)
                }
                Show::Still(at) => {
                    let letters = 0..timeline.letters().len();
                    let changes =
                        letters.map(|letter| (letter, timeline.state(letter, at))).collect();
                    let frame = Frame { at, lasts: 1000, changes };
                    (Box::new(std::iter::once(frame)), 1, Loops::Times(1), false)
                }
            };
        let canvas = Canvas {
            width: geometry.width as usize,
            picture: vec![sprites.empty; area],
            bounds: Rect { left: 0, top: 0, width: 0, height: 0 },
            changed: Vec::new(),
        };
        Ok(Self {
            timeline,
            captions: Captions::new(timeline.setting()),
            shown: vec![None; timeline.letters().len()],
            canvas,
            geometry,
            sprites,
            frames,
            count,
            done: 0,
            loops,
            erases,
            progress,
        })
    }

    /// The width in pixels.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.geometry.width
    }

    /// The height in pixels.
    #[must_use]
    pub fn height(&self) -> u32 {
        self.geometry.height
    }

    /// The colours of all frames. Colour 0 is not drawn: the previous frame shows through.
    #[must_use]
    pub fn palette(&self) -> &Palette {
        self.sprites.mapper.palette()
    }

    /// The number of frames.
    #[must_use]
    pub fn frames(&self) -> u64 {
        self.count
    }

    /// How often the film plays.
    #[must_use]
    pub fn loops(&self) -> Loops {
        self.loops
    }

    /// Whether frames can make pixels transparent again. If so, every frame is a whole picture that
    /// replaces the previous one.
    #[must_use]
    pub fn erases(&self) -> bool {
        self.erases
    }

    /// Paints the next frame; `None` after the last.
    ///
    /// # Errors
    /// If the watcher stops it.
    #[expect(
        clippy::should_implement_trait,
        reason = "a frame borrows the picture that the next one changes"
    )]
    pub fn next(&mut self) -> Result<Option<PaintedFrame<'_>>, RenderError> {
        self.progress.report(self.done, self.count)?;
        self.done += 1;
        Ok(self.frames.next().map(|frame| self.paint(frame)))
    }

    /// Paints the changes of a frame. The first frame is the whole picture.
    fn paint(&mut self, frame: Frame) -> PaintedFrame<'_> {
        let is_first = self.shown.iter().all(Option::is_none);
        let is_whole = is_first || self.sprites.erases;
        let changes = frame.changes.into_iter().map(|(letter, state)| {
            let caption = self.caption(letter, Some(&state));
            let is_new = caption != self.caption(letter, self.shown[letter].as_ref());
            let place = self.geometry.caption.filter(|_| is_new);
            let place = place.map(|place| place.at(self.geometry.corners[letter]));
            (
                letter,
                self.regions(letter, &state),
                state,
                place.zip(caption.or(Some(String::new()))),
            )
        });
        let changes: Vec<_> = changes.collect();
        let Geometry { width, height, .. } = self.geometry;
        let mut bounds: Option<Rect> = None;
        for (letter, regions, _, caption) in &changes {
            let corner = self.geometry.corners[*letter];
            let regions = regions.iter().map(|region| self.rect(region).at(corner));
            for rect in regions.chain(caption.iter().map(|(place, _)| *place)) {
                bounds = Some(bounds.map_or(rect, |bounds| bounds.around(rect)));
            }
        }
        let bounds = match is_whole {
            true => Rect { left: 0, top: 0, width, height },
            false => bounds.unwrap_or(Rect { left: 0, top: 0, width: 1, height: 1 }),
        };
        self.canvas.begin(bounds);
        for (letter, regions, state, caption) in changes {
            for region in regions {
                self.paint_region(letter, &state, &region);
            }
            if let Some((place, text)) = caption {
                self.paint_caption(place, &text);
            }
            self.shown[letter] = Some(state);
        }
        if is_first {
            self.paint_labels();
        }
        let Canvas { picture, changed, .. } = &mut self.canvas;
        if is_whole {
            changed.copy_from_slice(picture);
        }
        let Rect { left, top, width, height } = bounds;
        PaintedFrame { left, top, width, height, lasts: frame.lasts, changed, picture }
    }

    /// The parts of a letter's board that a new state changes.
    fn regions(&self, letter: usize, state: &State) -> Vec<Region> {
        let Some(before) = &self.shown[letter] else {
            let (width, height) = self.geometry.board;
            return vec![Region::Strip(Rect { left: 0, top: 0, width, height })];
        };
        let strips = before.under_way.iter().chain(&state.under_way);
        let mut strips: Vec<Rect> = strips.map(|&jump| self.strip(jump)).collect();
        strips.dedup();
        let differs = |hole: &Hole| {
            let cell = self.sprites.active[hole.index()];
            look_of(self.timeline, before, *hole) != look_of(self.timeline, state, *hole)
                && !strips.iter().any(|strip| strip.meets(cell))
        };
        let holes = self.timeline.setting().board().each_hole();
        let cells: Vec<Region> = holes.filter(differs).map(Region::Cell).collect();
        strips.into_iter().map(Region::Strip).chain(cells).collect()
    }

    fn rect(&self, region: &Region) -> Rect {
        match *region {
            Region::Cell(hole) => self.sprites.active[hole.index()],
            Region::Strip(rect) => rect,
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

    /// The caption of a letter in a state, if there is one.
    fn caption(&self, letter: usize, state: Option<&State>) -> Option<String> {
        self.geometry.caption?;
        Some(self.captions.of(letter, self.timeline.last_jump(state?)?))
    }

    /// Writes a caption over the last one.
    fn paint_caption(&mut self, place: Rect, text: &str) {
        let pixel = place.height / caption::CHARACTER.1;
        let indent = place.width.saturating_sub(caption::width(text) * pixel) / 2;
        let mut numbers = vec![self.sprites.empty; (place.width * place.height) as usize];
        for (x, y) in caption::pixels(text) {
            for row in y * pixel..(y + 1) * pixel {
                for column in (x * pixel..(x + 1) * pixel).map(|column| column + indent) {
                    if column < place.width {
                        numbers[(row * place.width + column) as usize] = self.sprites.ink;
                    }
                }
            }
        }
        self.canvas.show(place, numbers.chunks_exact(place.width as usize));
    }

    /// Paints the names of the columns and rows beside every board.
    fn paint_labels(&mut self) {
        let Geometry { labels, corners, width, .. } = &self.geometry;
        for (label, &(left, top)) in
            labels.iter().flat_map(|label| corners.iter().map(move |corner| (label, corner)))
        {
            let at =
                (left.saturating_add_signed(label.at.0), top.saturating_add_signed(label.at.1));
            for (x, y) in caption::pixels(&label.text) {
                for row in (y * label.pixel..(y + 1) * label.pixel).map(|row| row + at.1) {
                    let from = (row * width + at.0 + x * label.pixel) as usize;
                    let pixels = &mut self.canvas.picture[from..][..label.pixel as usize];
                    pixels.fill(self.sprites.ink);
                }
            }
        }
    }

    /// Paints a part of a letter's board.
    fn paint_region(&mut self, letter: usize, state: &State, region: &Region) {
        let corner = self.geometry.corners[letter];
        let rect = self.rect(region);
        let width = self.geometry.board.0 as usize;
        match *region {
            Region::Cell(hole) => {
                let numbers =
                    &self.sprites.boards[look_of(self.timeline, state, hole) as usize].numbers;
                self.canvas.show(rect.at(corner), rect.rows(width).map(|row| &numbers[row]));
            }
            Region::Strip(_) => {
                let numbers = self.board_part(state, rect);
                self.canvas.show(rect.at(corner), numbers.chunks_exact(rect.width as usize));
            }
        }
    }

    /// The colours of a part of a board in a state.
    fn board_part(&mut self, state: &State, part: Rect) -> Vec<u8> {
        let Self { geometry, sprites, timeline, .. } = &*self;
        let board_width = geometry.board.0 as usize;
        let empty = &sprites.boards[Look::Empty as usize];
        let mut numbers: Vec<u8> =
            part.rows(board_width).flat_map(|row| &empty.numbers[row]).copied().collect();
        let jumps = state.under_way.iter().filter(|&&jump| self.strip(jump).meets(part));
        let jumps: Vec<Jump> = jumps.copied().collect();
        // The pixels under sliding pegs.
        let mut ground: Vec<Pixel> = Vec::new();
        if !jumps.is_empty() {
            ground.extend(part.rows(board_width).flat_map(|row| &empty.pixels[row]));
        }
        for hole in timeline.setting().board().each_hole() {
            let Some(cell) = geometry.cells[hole.index()].within(part) else { continue };
            let look = look_of(timeline, state, hole);
            let sprite = &sprites.boards[look as usize];
            if look == Look::Empty {
                continue;
            }
            let inner = cell.from((part.left, part.top)).rows(part.width as usize);
            for (to, from) in inner.zip(cell.rows(board_width)) {
                numbers[to.clone()].copy_from_slice(&sprite.numbers[from.clone()]);
                if !ground.is_empty() {
                    ground[to].copy_from_slice(&sprite.pixels[from]);
                }
            }
        }
        for jump in jumps {
            self.paint_jump(&mut numbers, &mut ground, state.progress, part, jump);
        }
        numbers
    }

    /// Paints the pegs of a jump in progress onto a part of a board.
    fn paint_jump(
        &mut self,
        numbers: &mut [u8],
        ground: &mut [Pixel],
        progress: f64,
        part: Rect,
        jump: Jump,
    ) {
        let eased = progress * progress * (3.0 - 2.0 * progress);
        let size = ((1.0 - eased) * SHRINK_STEPS as f64).round() as usize;
        let cell = |hole: Hole| self.geometry.cells[hole.index()];
        let (from, over, to) = (cell(jump.from()), cell(jump.over()), cell(jump.to()));
        let between =
            |a: u32, b: u32| (f64::from(a) + (f64::from(b) - f64::from(a)) * eased).round() as u32;
        let height = 1.0 - (2.0 * eased - 1.0).abs();
        let height = (height * RISE_STEPS as f64).round() as usize;
        let arc = (4.0 * eased * (1.0 - eased) * f64::from(self.arc())).round() as u32;
        let sliding = (between(from.left, to.left), between(from.top, to.top), arc);
        let Sprites { pegs, rising, mapper, .. } = &mut self.sprites;
        let shrinking = (over.left, over.top, 0);
        for (peg, (left, top, up)) in [(&pegs[size], shrinking), (&rising[height], sliding)] {
            for (y, row) in (top..).zip(peg.pixels.chunks_exact(peg.width)) {
                // What would be above the board is not seen.
                let Some(y) = y.checked_sub(up) else { continue };
                for (x, pixel) in (left..).zip(row) {
                    // The rest of the peg is in another region.
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

/// The look of a hole. The holes of a jump in progress look empty.
fn look_of(timeline: &Timeline, state: &State, hole: Hole) -> Look {
    let marked = |end: fn(Jump) -> Hole| state.marked.iter().any(|&jump| end(jump) == hole);
    let highlight = timeline.timing().highlight;
    if !state.position.has(hole) {
        let is_jumped = highlight && state.under_way.is_empty() && marked(Jump::over);
        return if is_jumped { Look::Jumped } else { Look::Empty };
    }
    if marked(Jump::to) {
        return if highlight { Look::Jumping } else { Look::Moving };
    }
    if !state.settled.has(hole) {
        return Look::Peg;
    }
    let column = timeline.setting().board().picture_place(hole).0 as i16;
    match state.light.map(|light| light.abs_diff(column)) {
        Some(away) if away <= BRIGHT => Look::Bright,
        Some(away) if away <= LIT => Look::Dim,
        _ => Look::Settled,
    }
}

/// The picture, and what a frame changes in it.
struct Canvas {
    width: usize,
    picture: Vec<u8>,
    /// The part that the frame changes.
    bounds: Rect,
    changed: Vec<u8>,
}

impl Canvas {
    /// Begins a frame that changes nothing outside of its bounds.
    fn begin(&mut self, bounds: Rect) {
        self.bounds = bounds;
        self.changed.clear();
        self.changed.resize(bounds.width as usize * bounds.height as usize, UNCHANGED);
    }

    /// Copies rows of colours into the picture, and those that differ into the frame.
    fn show<'r>(&mut self, place: Rect, rows: impl Iterator<Item = &'r [u8]>) {
        let in_frame = place.from((self.bounds.left, self.bounds.top));
        let targets = place.rows(self.width).zip(in_frame.rows(self.bounds.width as usize));
        for ((in_picture, in_frame), source) in targets.zip(rows) {
            let target = &mut self.picture[in_picture];
            for ((target, changed), &number) in
                target.iter_mut().zip(&mut self.changed[in_frame]).zip(source)
            {
                if *target != number {
                    *target = number;
                    *changed = number;
                }
            }
        }
    }
}
