//! Paints the frames of a timeline in order, from sprites. Touches only what has changed.

mod pictures;

use super::geometry::{Geometry, Rect};
use super::palette::{Palette, UNCHANGED};
use super::sprites::{Look, RISE_STEPS, SHRINK_STEPS};
use super::{PaintedFrame, RenderError, View, caption};
use crate::timeline::{Frame, State, Timeline};
use peg_solitaire::board::{Board, Hole, Jump};
use pictures::Pictures;

/// Paints the frames of a timeline.
pub(super) struct Painter<'t> {
    timeline: &'t Timeline,
    geometry: Geometry,
    pictures: Pictures,
    shown: Vec<Option<State>>,
    picture: Vec<u8>,
    changed: Vec<u8>,
}

impl<'t> Painter<'t> {
    /// Prepares the palette and the sprites.
    pub fn new(timeline: &'t Timeline, view: &View) -> Result<Self, RenderError> {
        let geometry = Geometry::new(timeline.setting(), view)?;
        let pictures = Pictures::new(&view.theme, &geometry, timeline.timing());
        let area = geometry.width as usize * geometry.height as usize;
        Ok(Self {
            timeline,
            shown: vec![None; timeline.letters().len()],
            picture: vec![pictures.empty; area],
            changed: Vec::with_capacity(area),
            geometry,
            pictures,
        })
    }

    pub fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// Whether frames can make pixels transparent again.
    pub fn erases(&self) -> bool {
        self.pictures.erases
    }

    pub fn palette(&self) -> &Palette {
        self.pictures.mapper.palette()
    }

    fn board(&self) -> &'t Board {
        self.timeline.setting().board()
    }

    /// Paints the changes of a frame. The first frame is the whole picture.
    pub fn paint(&mut self, frame: &Frame) -> PaintedFrame<'_> {
        let first = self.shown.iter().all(Option::is_none);
        let whole =
            Rect { left: 0, top: 0, width: self.geometry.width, height: self.geometry.height };
        let regions: Vec<(usize, State, Vec<Rect>)> = frame
            .changes
            .iter()
            .map(|(letter, state)| (*letter, state.clone(), self.regions(*letter, state)))
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
        let bounds = if first || self.erases() {
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
        if first {
            self.paint_labels();
        }
        if first || self.erases() {
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
        let strips = before.under_way.iter().chain(&state.under_way);
        let mut rects: Vec<Rect> = strips.map(|&jump| self.strip(jump)).collect();
        rects.dedup();
        let in_strips = |cell: &Rect| rects.iter().any(|strip| strip.meets(*cell));
        let differs = |hole: &Hole| look(before, *hole) != look(state, *hole);
        let cells = self.board().each_hole().filter(differs);
        let cells: Vec<Rect> = cells
            .map(|hole| self.pictures.active[hole.index()])
            .filter(|cell| !in_strips(cell))
            .collect();
        rects.extend(cells);
        rects
    }

    /// The caption of a state, if there are captions.
    fn caption(&self, letter: usize, state: &State) -> Option<String> {
        self.geometry.caption?;
        Some(caption::of(self.timeline.setting(), letter, self.timeline.last_jump(state)?))
    }

    /// The visible caption.
    fn caption_shown(&self, letter: usize) -> Option<String> {
        self.caption(letter, self.shown[letter].as_ref()?)
    }

    /// Replaces the caption with that of a state.
    fn paint_caption(&mut self, letter: usize, state: &State, bounds: Rect) {
        let Some(place) = self.geometry.caption else { return };
        let text = self.caption(letter, state).unwrap_or_default();
        let pixel = place.height / caption::CHARACTER.1;
        let place = place.at(self.geometry.corners[letter]);
        let indent = place.width.saturating_sub(caption::width(&text) * pixel) / 2;
        let mut numbers = vec![self.pictures.empty; (place.width * place.height) as usize];
        for (x, y) in caption::pixels(&text) {
            for row in y * pixel..(y + 1) * pixel {
                for column in (x * pixel..(x + 1) * pixel).map(|column| column + indent) {
                    if column < place.width {
                        numbers[(row * place.width + column) as usize] = self.pictures.ink;
                    }
                }
            }
        }
        self.show(&numbers, place, bounds);
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
                    let from = row * width + at.0 + x * label.pixel;
                    self.picture[from as usize..][..label.pixel as usize].fill(self.pictures.ink);
                }
            }
        }
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
        let empty = &self.pictures.boards[Look::Empty as usize];
        let width = region.width as usize;
        let mut numbers: Vec<u8> = Vec::with_capacity(width * region.height as usize);
        for row in region.top..region.top + region.height {
            let from = row as usize * board_width + region.left as usize;
            numbers.extend_from_slice(&empty.numbers[from..from + width]);
        }
        for hole in self.board().each_hole() {
            let cell = self.geometry.cells[hole.index()];
            let look = look(state, hole);
            if look == Look::Empty || !cell.meets(region) {
                continue;
            }
            let picture = &self.pictures.boards[look as usize];
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
        for &jump in &state.under_way {
            if self.strip(jump).meets(region) {
                self.paint_jump(&mut numbers, state, region, jump);
            }
        }
        self.show(&numbers, region.at((x, y)), bounds);
    }

    /// Copies colours into the picture, and those that differ into the frame.
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

    /// Paints the pegs of a jump in progress onto a region.
    fn paint_jump(&mut self, numbers: &mut [u8], state: &State, region: Rect, jump: Jump) {
        let progress = state.progress;
        let eased = progress * progress * (3.0 - 2.0 * progress);
        let size = ((1.0 - eased) * SHRINK_STEPS as f64).round() as usize;
        let cell = |hole: Hole| self.geometry.cells[hole.index()];
        let (from, over, to) = (cell(jump.from()), cell(jump.over()), cell(jump.to()));
        let between =
            |a: u32, b: u32| (f64::from(a) + (f64::from(b) - f64::from(a)) * eased).round() as u32;
        let height = 1.0 - (2.0 * eased - 1.0).abs();
        let height = (height * RISE_STEPS as f64).round() as usize;
        let pegs = [
            (&self.pictures.pegs[size], (over.left, over.top)),
            (
                &self.pictures.rising[height],
                (between(from.left, to.left), between(from.top, to.top)),
            ),
        ];
        let board_width = self.geometry.board.0 as usize;
        let empty = &self.pictures.boards[Look::Empty as usize].pixels;
        let width = region.width as usize;
        let mut ground: Vec<[u8; 4]> = Vec::new();
        for row in region.top..region.top + region.height {
            let start = row as usize * board_width + region.left as usize;
            ground.extend_from_slice(&empty[start..start + width]);
        }
        for hole in state.position.pegs() {
            let place = cell(hole);
            if !place.meets(region) {
                continue;
            }
            let picture = &self.pictures.boards[Look::Peg as usize].pixels;
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
                    // The rest of the peg is in another region.
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
                    numbers[at] = self.pictures.mapper.nearest(ground[at]);
                }
            }
        }
    }
}

/// The look of a hole. The holes of a jump in progress look empty.
fn look(state: &State, hole: Hole) -> Look {
    let has = state.position.has(hole);
    let marked = |end: fn(Jump) -> Hole| state.marked.iter().any(|&jump| end(jump) == hole);
    match has {
        true if marked(Jump::to) => Look::Jumping,
        true => Look::Peg,
        false if state.under_way.is_empty() && marked(Jump::over) => Look::Jumped,
        false => Look::Empty,
    }
}
