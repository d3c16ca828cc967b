//! Paints the frames of a timeline, one after the other, from the sprites: only what changed is touched.

use super::geometry::{Geometry, Rect};
use super::palette::{Mapper, Palette, UNCHANGED};
use super::sprites::{Look, SHRINK_STEPS, Sprites};
use super::{PaintedFrame, RenderError, View, caption};
use crate::board::{Board, Hole, Jump};
use crate::timeline::{Frame, Letter, Motion, State, Timeline};

/// A board's picture in one look, pixel by pixel.
struct BoardPicture {
    numbers: Vec<u8>,
    /// Premultiplied; only used under pegs that are under way.
    pixels: Vec<[u8; 4]>,
}

/// A peg's picture.
struct PegPicture {
    width: u32,
    pixels: Vec<[u8; 4]>,
}

/// Paints frames.
pub(super) struct Painter {
    board: Board,
    geometry: Geometry,
    mapper: Mapper,
    boards: Vec<BoardPicture>,
    /// The part of each cell that is not the same in all looks.
    active: Vec<Rect>,
    pegs: Vec<PegPicture>,
    jumping: Vec<PegPicture>,
    letters: Vec<Letter>,
    /// The colours of the background and of captions.
    empty: u8,
    ink: u8,
    erases: bool,
    shown: Vec<Option<State>>,
    picture: Vec<u8>,
    changed: Vec<u8>,
}

impl Painter {
    /// Prepares the palette and the sprites.
    pub fn new(timeline: &Timeline, view: &View) -> Result<Self, RenderError> {
        let setting = timeline.setting();
        let geometry = Geometry::new(setting, view)?;
        let smooth = matches!(timeline.timing().motion, Motion::Smooth(_));
        let sprites = Sprites::draw(&view.theme, &geometry, smooth, timeline.timing().highlight);
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
        let [background, ink] = [view.theme.background, view.theme.caption].map(|colour| {
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
        let area = geometry.width as usize * geometry.height as usize;
        let active = active_parts(&boards, &geometry);
        let erases = erases(&boards, &active, &geometry, mapper.palette());
        Ok(Self {
            letters: setting.letters().to_vec(),
            empty,
            ink,
            erases,
            active,
            board: setting.board().clone(),
            mapper,
            boards,
            pegs: sprites.pegs.iter().map(peg).collect(),
            jumping: sprites.jumping.iter().map(peg).collect(),
            shown: vec![None; setting.letters().len()],
            picture: vec![empty; area],
            changed: Vec::with_capacity(area),
            geometry,
        })
    }

    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Whether frames may make pixels transparent again.
    pub fn erases(&self) -> bool {
        self.erases
    }

    pub fn palette(&self) -> &Palette {
        self.mapper.palette()
    }

    /// Paints what a frame changes. The first frame is the whole picture.
    pub fn paint(&mut self, frame: &Frame) -> PaintedFrame<'_> {
        let first = self.shown.iter().all(Option::is_none);
        let whole =
            Rect { left: 0, top: 0, width: self.geometry.width, height: self.geometry.height };
        let regions: Vec<(usize, State, Vec<Rect>)> = frame
            .changes
            .iter()
            .map(|&(letter, state)| (letter, state, self.regions(letter, &state)))
            .collect();
        let corners = &self.geometry.corners;
        let touched = regions
            .iter()
            .flat_map(|(letter, _, rects)| rects.iter().map(|rect| rect.at(corners[*letter])));
        let nothing = Rect { width: 1, height: 1, ..whole };
        let captions = frame
            .changes
            .iter()
            .filter(|(letter, state)| self.caption(*letter, state) != self.caption_shown(*letter))
            .filter_map(|(letter, _)| Some(self.geometry.caption?.at(corners[*letter])));
        let touched = touched.chain(captions);
        let bounds = if first || self.erases {
            whole
        } else {
            touched.reduce(Rect::around).unwrap_or(nothing)
        };
        self.changed.clear();
        self.changed.resize(bounds.width as usize * bounds.height as usize, UNCHANGED);
        for (letter, state, rects) in regions {
            for rect in rects {
                self.paint_region(letter, &state, rect, bounds);
            }
            if self.caption(letter, &state) != self.caption_shown(letter) {
                self.paint_caption(letter, &state, bounds);
            }
            self.shown[letter] = Some(state);
        }
        if first || self.erases {
            self.changed.copy_from_slice(&self.picture);
        }
        let Rect { left, top, width, height } = bounds;
        let (changed, picture) = (&self.changed[..], &self.picture[..]);
        PaintedFrame { left, top, width, height, lasts: frame.lasts, changed, picture }
    }

    /// The parts of a letter's board that a new state changes.
    fn regions(&self, letter: usize, state: &State) -> Vec<Rect> {
        let Some(before) = &self.shown[letter] else {
            let (width, height) = self.geometry.board;
            return vec![Rect { left: 0, top: 0, width, height }];
        };
        let strips = [before.under_way, state.under_way];
        let mut rects: Vec<Rect> =
            strips.into_iter().flatten().map(|(jump, _)| self.strip(jump)).collect();
        rects.dedup();
        let in_strips = |cell: &Rect| rects.iter().any(|strip| strip.meets(*cell));
        let differs = |hole: &Hole| look(before, *hole) != look(state, *hole);
        let cells = self.board.full().holes().filter(differs);
        let cells: Vec<Rect> =
            cells.map(|hole| self.active[hole.index()]).filter(|cell| !in_strips(cell)).collect();
        rects.extend(cells);
        rects
    }

    /// The name of the jump that a state shows last, where there are captions.
    fn caption(&self, letter: usize, state: &State) -> Option<String> {
        self.geometry.caption?;
        let played =
            state.played.checked_sub(1).map(|last| self.letters[letter].solution.jumps()[last]);
        let jump = state.under_way.map(|(jump, _)| jump).or(played)?;
        Some(self.board.jump_name(jump))
    }

    /// The caption that is seen.
    fn caption_shown(&self, letter: usize) -> Option<String> {
        self.caption(letter, self.shown[letter].as_ref()?)
    }

    /// Writes the caption of a state, in the place of what was there.
    fn paint_caption(&mut self, letter: usize, state: &State, bounds: Rect) {
        let Some(place) = self.geometry.caption else { return };
        let text = self.caption(letter, state).unwrap_or_default();
        let pixel = place.height / caption::CHARACTER.1;
        let place = place.at(self.geometry.corners[letter]);
        let indent = place.width.saturating_sub(caption::width(&text) * pixel) / 2;
        let mut numbers = vec![self.empty; (place.width * place.height) as usize];
        for (x, y) in caption::pixels(&text) {
            for row in y * pixel..(y + 1) * pixel {
                for column in (x * pixel..(x + 1) * pixel).map(|column| column + indent) {
                    if column < place.width {
                        numbers[(row * place.width + column) as usize] = self.ink;
                    }
                }
            }
        }
        self.show(&numbers, place, bounds);
    }

    /// The rectangle around a jump's cells.
    fn strip(&self, jump: Jump) -> Rect {
        let cells =
            [jump.from(), jump.over(), jump.to()].map(|hole| self.geometry.cells[hole.index()]);
        cells[0].around(cells[1]).around(cells[2])
    }

    /// Paints a part of a letter's board.
    fn paint_region(&mut self, letter: usize, state: &State, region: Rect, bounds: Rect) {
        let (x, y) = self.geometry.corners[letter];
        let board_width = self.geometry.board.0 as usize;
        let empty = &self.boards[Look::Empty as usize];
        let width = region.width as usize;
        let mut numbers: Vec<u8> = Vec::with_capacity(width * region.height as usize);
        for row in region.top..region.top + region.height {
            let from = row as usize * board_width + region.left as usize;
            numbers.extend_from_slice(&empty.numbers[from..from + width]);
        }
        for hole in self.board.full().holes() {
            let cell = self.geometry.cells[hole.index()];
            let look = look(state, hole);
            if look == Look::Empty || !cell.meets(region) {
                continue;
            }
            let picture = &self.boards[look as usize];
            let left = cell.left.max(region.left);
            let right = (cell.left + cell.width).min(region.left + region.width);
            for row in
                cell.top.max(region.top)..(cell.top + cell.height).min(region.top + region.height)
            {
                let from = row as usize * board_width;
                let to = (row - region.top) as usize * width;
                let source = &picture.numbers[from + left as usize..from + right as usize];
                let start = to + (left - region.left) as usize;
                numbers[start..start + source.len()].copy_from_slice(source);
            }
        }
        if let Some((jump, progress)) = state.under_way
            && self.strip(jump).meets(region)
        {
            self.paint_jump(&mut numbers, state, region, jump, progress);
        }
        self.show(&numbers, region.at((x, y)), bounds);
    }

    /// Puts colours into a place of the picture, and what is new of them into the frame.
    fn show(&mut self, numbers: &[u8], place: Rect, bounds: Rect) {
        let picture_width = self.geometry.width as usize;
        let width = place.width as usize;
        for (row, source) in numbers.chunks_exact(width).enumerate() {
            let top = place.top as usize + row;
            let target = &mut self.picture[top * picture_width + place.left as usize..][..width];
            let changed_at = (top - bounds.top as usize) * bounds.width as usize
                + (place.left - bounds.left) as usize;
            let changed = &mut self.changed[changed_at..][..width];
            for ((target, changed), &number) in target.iter_mut().zip(changed).zip(source) {
                if *target != number {
                    *target = number;
                    *changed = number;
                }
            }
        }
    }

    /// Paints the pegs of a jump under way onto a region.
    fn paint_jump(
        &mut self,
        numbers: &mut [u8],
        state: &State,
        region: Rect,
        jump: Jump,
        progress: f64,
    ) {
        let eased = progress * progress * (3.0 - 2.0 * progress);
        let size = ((1.0 - eased) * SHRINK_STEPS as f64).round() as usize;
        let cell = |hole: Hole| self.geometry.cells[hole.index()];
        let (from, over, to) = (cell(jump.from()), cell(jump.over()), cell(jump.to()));
        let between =
            |a: u32, b: u32| (f64::from(a) + (f64::from(b) - f64::from(a)) * eased).round() as u32;
        let movers = if state.marked.is_some() { &self.jumping } else { &self.pegs };
        let pegs = [
            (&self.pegs[size], (over.left, over.top)),
            (&movers[SHRINK_STEPS], (between(from.left, to.left), between(from.top, to.top))),
        ];
        let board_width = self.geometry.board.0 as usize;
        let empty = &self.boards[Look::Empty as usize].pixels;
        let width = region.width as usize;
        let mut ground: Vec<[u8; 4]> = Vec::new();
        for row in region.top..region.top + region.height {
            let start = row as usize * board_width + region.left as usize;
            ground.extend_from_slice(&empty[start..start + width]);
        }
        for hole in state.position.holes() {
            let place = cell(hole);
            if !place.meets(region) {
                continue;
            }
            let picture = &self.boards[Look::Peg as usize].pixels;
            for row in place.top.max(region.top)
                ..(place.top + place.height).min(region.top + region.height)
            {
                for column in place.left.max(region.left)
                    ..(place.left + place.width).min(region.left + region.width)
                {
                    ground[(row - region.top) as usize * width + (column - region.left) as usize] =
                        picture[row as usize * board_width + column as usize];
                }
            }
        }
        for (peg, (left, top)) in pegs {
            for (row, pixels) in peg.pixels.chunks_exact(peg.width as usize).enumerate() {
                for (column, pixel) in pixels.iter().enumerate() {
                    if pixel[3] == 0 {
                        continue;
                    }
                    // The rest of a peg is in another region.
                    let (x, y) = (left + column as u32, top + row as u32);
                    let pixel_of_peg = Rect { left: x, top: y, width: 1, height: 1 };
                    if !pixel_of_peg.meets(region) {
                        continue;
                    }
                    let at = (y - region.top) as usize * width + (x - region.left) as usize;
                    let under = ground[at];
                    let through = 255 - u32::from(pixel[3]);
                    ground[at] = std::array::from_fn(|part| {
                        let under = u32::from(under[part]) * through;
                        pixel[part].saturating_add(((under + 127) / 255) as u8)
                    });
                    numbers[at] = self.mapper.nearest(ground[at]);
                }
            }
        }
    }
}

/// The part of each cell in which the looks differ: the same part of every cell.
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

/// Whether the looks differ where something shines through.
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

/// What is seen in a hole; of a jump under way only the empty holes.
fn look(state: &State, hole: Hole) -> Look {
    let has = state.position.has(hole);
    match state.marked {
        Some(jump) if has && jump.to() == hole => Look::Jumping,
        Some(jump) if !has && jump.over() == hole && state.under_way.is_none() => Look::Jumped,
        _ if has => Look::Peg,
        _ => Look::Empty,
    }
}
