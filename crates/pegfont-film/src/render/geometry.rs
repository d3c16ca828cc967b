//! The layout of a picture in whole pixels, so that all boards have identical pixels.

use super::View;
use super::caption::{self, CHARACTER, Label, LabelMeasures};
use super::rect::Rect;
use crate::Error;
use crate::timeline::Setting;
use peg_solitaire::board::{Hole, Lattice};

/// The most pixels on a side of a picture.
pub const MAX_SIDE: u32 = 16_383;

/// The most pixels of a picture.
pub const MAX_PIXELS: u64 = 1 << 26;

/// The space between a board and its caption, in pixels of the font of captions.
const CAPTION_GAP: u64 = 2;

/// The space around the boards is at least the shorter side divided by this, unless a theme has none.
const EDGE: u64 = 20;

/// The range of distances between holes, if the size follows from the width.
pub(super) const PITCHES: std::ops::RangeInclusive<u32> = 4..=24;

/// The size of a picture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Size {
    /// The distance between neighbouring holes, in pixels.
    Pitch(u32),
    /// Exactly this width, with the largest distance between holes that fits.
    Width(u32),
    /// Exactly this height, with the largest distance between holes that fits.
    Height(u32),
    /// Exactly this width and height, with the largest distance between holes that fits.
    Exactly(u32, u32),
    /// At most this width, with a distance of at most 24 pixels between holes.
    Within(u32),
}

impl Default for Size {
    /// At most 800 pixels wide, which fits a page.
    fn default() -> Self {
        Self::Within(800)
    }
}

/// The layout of a picture, in pixels.
#[derive(Clone, Debug)]
pub struct Geometry {
    /// The width of the picture.
    pub width: u32,
    /// Its height.
    pub height: u32,
    /// The distance between neighbouring holes in a row.
    pub pitch: u32,
    /// The width and height of a board.
    pub board: (u32, u32),
    /// The top left corner of each letter's board.
    pub corners: Vec<(u32, u32)>,
    /// The centre of each hole, relative to the top left corner of its board.
    pub middles: Vec<(f32, f32)>,
    /// The rectangle that contains each hole's peg, relative to its board.
    #[cfg(feature = "pictures")]
    pub(super) cells: Vec<Rect>,
    /// The rectangle of captions, relative to their board.
    pub(super) caption: Option<Rect>,
    /// The letters of the columns and the numbers of the rows, if there are captions.
    pub(super) labels: Vec<Label>,
}

impl Geometry {
    /// Lays out the boards of a text.
    ///
    /// # Errors
    /// If the picture is too large, or the text does not fit the width and height.
    pub fn new(setting: &Setting, view: &View) -> Result<Self, Error> {
        let longest = if view.captions { caption::longest(setting) } else { None };
        let page = Page { setting, view, longest };
        let (width, height, pitches) = match view.size {
            Size::Pitch(pitch) => return page.geometry(view.limited(pitch)),
            Size::Width(width) => (Some(width), None, 2..=MAX_SIDE),
            Size::Height(height) => (None, Some(height), 2..=MAX_SIDE),
            Size::Exactly(width, height) => (Some(width), Some(height), 2..=MAX_SIDE),
            Size::Within(width) => (Some(width), None, PITCHES),
        };
        let within = |length: u64, most: Option<u32>| most.is_none_or(|most| length <= most.into());
        let has_room = |pitch| {
            let needed = page.measures(pitch);
            within(needed.width, width) && within(needed.height, height)
        };
        // Width and height rise with the distance between holes, so halve.
        let (mut fits, mut too_large) = (0, view.limited(*pitches.end()) + 1);
        while too_large - fits > 1 {
            let middle = u32::midpoint(fits, too_large);
            if has_room(middle) { fits = middle } else { too_large = middle }
        }
        let least = *pitches.start();
        if matches!(view.size, Size::Within(_)) {
            return page.geometry(fits.max(least));
        }
        if fits < least {
            let Measures { width: across, height: down, .. } = page.measures(least);
            let (room, needed) = match (width, height) {
                (Some(width), Some(height)) => {
                    (format!("{width} x {height}"), format!("{across} x {down}"))
                }
                (Some(width), None) => (format!("a width of {width}"), across.to_string()),
                (_, height) => (format!("a height of {}", height.unwrap_or(0)), down.to_string()),
            };
            return Err(Error::NoRoom { room, needed });
        }
        let mut geometry = page.geometry(fits)?;
        let size = (width.unwrap_or(geometry.width), height.unwrap_or(geometry.height));
        check_size(size.0.into(), size.1.into())?;
        geometry.pad(size);
        Ok(geometry)
    }

    /// Makes the picture larger, with what it showed in the middle.
    pub(super) fn pad(&mut self, (width, height): (u32, u32)) {
        let more = ((width - self.width) / 2, (height - self.height) / 2);
        (self.width, self.height) = (width, height);
        for corner in &mut self.corners {
            *corner = (corner.0 + more.0, corner.1 + more.1);
        }
    }
}

/// A text that is laid out with some distance between holes.
struct Page<'s> {
    setting: &'s Setting,
    view: &'s View,
    /// The width of the longest caption, if there are captions, in pixels of their font.
    longest: Option<u32>,
}

impl Page<'_> {
    /// Sets the boards with this distance between holes.
    fn geometry(&self, pitch: u32) -> Result<Geometry, Error> {
        let measures = self.measures(pitch);
        check_size(measures.width, measures.height)?;
        let mut corners = vec![(0, 0); self.setting.letters().len()];
        let room = measures.width - 2 * measures.padding;
        for (number, line) in self.setting.lines().iter().enumerate() {
            let y = measures.padding
                + measures.labels.top()
                + number as u64 * (measures.line_height() + measures.line_gap);
            let left_over = room.saturating_sub(measures.line_width(line));
            let mut x =
                measures.padding + if self.setting.is_storyboard() { 0 } else { left_over / 2 };
            for place in line {
                match *place {
                    Some(letter) => {
                        x += measures.labels.left();
                        corners[letter] = (x as u32, y as u32);
                        x += measures.board.0 + measures.gap;
                    }
                    None => x += measures.space,
                }
            }
        }
        let board = self.setting.board();
        let (margin, row) = (measures.margin as u32, measures.row as u32);
        let cell = |hole: Hole| {
            let (column, line) = board.picture_place(hole);
            let (column, line) = (column as u32, line as u32);
            let left = match board.lattice() {
                Lattice::Square => column * pitch,
                Lattice::Triangular => column * pitch / 2,
            };
            Rect { left: margin + left, top: margin + line * row, width: pitch, height: row }
        };
        let cells: Vec<Rect> = board.each_hole().map(cell).collect();
        let middle = |cell: &Rect| {
            (cell.left as f32 + cell.width as f32 / 2.0, cell.top as f32 + cell.height as f32 / 2.0)
        };
        Ok(Geometry {
            width: measures.width as u32,
            height: measures.height as u32,
            pitch,
            board: (measures.board.0 as u32, measures.board.1 as u32),
            corners,
            caption: (measures.caption > 0).then(|| Rect {
                left: 0,
                top: (measures.board.1 + CAPTION_GAP * measures.caption) as u32,
                width: measures.board.0 as u32,
                height: measures.caption as u32 * CHARACTER.1,
            }),
            labels: measures.labels.placed(&cells, board),
            middles: cells.iter().map(middle).collect(),
            #[cfg(feature = "pictures")]
            cells,
        })
    }

    /// The lengths with this distance between holes.
    fn measures(&self, pitch: u32) -> Measures {
        let (theme, board) = (&self.view.theme, self.setting.board());
        let pitch = u64::from(pitch);
        let of_pitch = |share: f32| (f64::from(share) * pitch as f64).round() as u64;
        let margin = of_pitch(theme.board.margin);
        let columns = board.picture_columns() as u64;
        let (width, row) = match board.lattice() {
            Lattice::Square => (columns * pitch, pitch),
            Lattice::Triangular => {
                let row = (pitch as f64 * 0.866).round().max(1.0) as u64;
                ((columns - 1) * pitch / 2 + pitch, row)
            }
        };
        let size = (width + 2 * margin, board.rows() as u64 * row + 2 * margin);
        let usual = 5 * pitch + 2 * margin;
        let mut measures = Measures {
            margin,
            row,
            board: size,
            gap: of_pitch(theme.layout.gap).max(1),
            line_gap: of_pitch(theme.layout.line_gap).max(1),
            space: (size.0 / 2).max(1),
            padding: 0,
            caption: caption::pixel(board, self.longest, size.0, usual),
            labels: LabelMeasures::new(board, self.view, pitch),
            width: 0,
            height: 0,
        };
        let lines = self.setting.lines();
        let widest = lines.iter().map(|line| measures.line_width(line)).max().unwrap_or(0);
        let count = lines.len() as u64;
        let high = count * measures.line_height() + count.saturating_sub(1) * measures.line_gap;
        let edge = match self.view.size {
            Size::Exactly(width, height) => u64::from(width.min(height)).div_ceil(EDGE),
            // With both edges, a share of the whole.
            _ => widest.min(high).div_ceil(EDGE - 2),
        };
        let padding = of_pitch(theme.layout.padding);
        measures.padding = if padding == 0 { 0 } else { padding.max(edge) };
        measures.width = widest + 2 * measures.padding;
        measures.height = high + 2 * measures.padding;
        measures
    }
}

/// Refuses a picture that is too large.
pub(crate) fn check_size(width: u64, height: u64) -> Result<(), Error> {
    let side = u64::from(MAX_SIDE);
    if width == 0 || height == 0 || width > side || height > side || width * height > MAX_PIXELS {
        return Err(Error::LargePicture { width, height });
    }
    Ok(())
}

/// The lengths of a picture, for a distance between holes.
struct Measures {
    margin: u64,
    row: u64,
    board: (u64, u64),
    gap: u64,
    line_gap: u64,
    space: u64,
    padding: u64,
    /// The side of a pixel of the captions; 0 without captions.
    caption: u64,
    labels: LabelMeasures,
    width: u64,
    height: u64,
}

impl Measures {
    /// The height of a line with its labels and captions.
    fn line_height(&self) -> u64 {
        let caption = (CAPTION_GAP + u64::from(CHARACTER.1)) * self.caption;
        self.labels.top() + self.board.1 + caption
    }

    /// The width of a line.
    fn line_width(&self, line: &[Option<usize>]) -> u64 {
        let advance = |place: &Option<usize>| match place {
            Some(_) => self.labels.left() + self.board.0 + self.gap,
            None => self.space,
        };
        line.iter().map(advance).sum::<u64>().saturating_sub(self.gap)
    }
}
