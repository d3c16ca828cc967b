//! The layout of a picture in whole pixels, so that all boards have identical pixels.

use super::View;
use super::caption;
use crate::Error;
use crate::drawing::Words;
use crate::drawing::pixels::{MAX_SIDE, check_size};
use crate::timeline::Setting;
use peg_solitaire::board::{Hole, Lattice};

/// The space around the boards is at least the shorter side divided by this, unless a theme has
/// none.
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
    /// The height of the picture.
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
    /// The base line of captions, relative to their board, and their size; 0 without captions.
    pub(super) caption: (f32, f32),
    /// The letters of the columns and the numbers of the rows, relative to their board, if there
    /// are captions. They have no colour yet.
    pub(super) labels: Vec<Words>,
}

impl Geometry {
    /// Lays out the boards of a text.
    ///
    /// # Errors
    /// If the picture is too large, or the text does not fit the width and height.
    pub fn new(setting: &Setting, view: &View) -> Result<Self, Error> {
        let longest = if view.captions {
            caption::longest(setting)
        } else {
            None
        };
        let with_pitch = |pitch| Self::with_pitch(setting, view, longest, pitch);
        let (width, height, pitches) = match view.size {
            Size::Pitch(pitch) => return with_pitch(pitch).checked(),
            Size::Width(width) => (Some(width), None, 2..=MAX_SIDE),
            Size::Exactly(width, height) => (Some(width), Some(height), 2..=MAX_SIDE),
            Size::Within(width) => (Some(width), None, PITCHES),
        };
        let within = |length: u32, most: Option<u32>| most.is_none_or(|most| length <= most);
        let has_room = |pitch| {
            let needed = with_pitch(pitch);
            within(needed.width, width) && within(needed.height, height)
        };
        // Width and height rise with the distance between holes, so halve.
        let (mut fits, mut too_large) = (0, pitches.end() + 1);
        while too_large - fits > 1 {
            let middle = u32::midpoint(fits, too_large);
            if has_room(middle) {
                fits = middle
            } else {
                too_large = middle
            }
        }
        let least = *pitches.start();
        if matches!(view.size, Size::Within(_)) {
            return with_pitch(fits.max(least)).checked();
        }
        if fits < least {
            let Self {
                width: across,
                height: down,
                ..
            } = with_pitch(least);
            return Err(Error::NoRoom { across, down });
        }
        let mut geometry = with_pitch(fits).checked()?;
        let size = (
            width.unwrap_or(geometry.width),
            height.unwrap_or(geometry.height),
        );
        geometry.pad(size);
        geometry.checked()
    }

    /// This layout, unless the picture is too large.
    fn checked(self) -> Result<Self, Error> {
        check_size(self.width, self.height).map(|()| self)
    }

    /// The layout with this distance between holes, even if it is too large. `longest` is the
    /// length of the longest caption, if there are captions.
    fn with_pitch(setting: &Setting, view: &View, longest: Option<u64>, pitch: u32) -> Self {
        let (layout, board, lines) = (&view.theme.layout, setting.board(), setting.lines());
        let of_pitch = |share: f32| (f64::from(share) * f64::from(pitch)).round() as u64;
        let margin = of_pitch(view.theme.board.margin);
        let (columns, wide) = (board.picture_columns() as u64, u64::from(pitch));
        let (holes, row) = match board.lattice() {
            Lattice::Square => (columns * wide, wide),
            Lattice::Triangular => {
                let row = (f64::from(pitch) * 0.866).round().max(1.0) as u64;
                ((columns - 1) * wide / 2 + wide, row)
            }
        };
        let (across, down) = (holes + 2 * margin, board.rows() as u64 * row + 2 * margin);
        let caption = longest.map_or(0, |longest| caption::size(longest, across, wide));
        let room = || caption::label_room(board, wide);
        let (label, left, above) = view.captions.then(room).unwrap_or_default();
        let (gap, line_gap) = (
            of_pitch(layout.gap).max(1),
            of_pitch(layout.line_gap).max(1),
        );
        let advance = |place: &Option<usize>| match place {
            Some(_) => left + across + gap,
            None => (across / 2).max(1),
        };
        let line_width =
            |line: &Vec<Option<usize>>| line.iter().map(advance).sum::<u64>().saturating_sub(gap);
        let line_height = above + down + caption * 5 / 4;
        let widest = lines.iter().map(line_width).max().unwrap_or(0);
        let count = lines.len() as u64;
        let high = count * line_height + count.saturating_sub(1) * line_gap;
        let edge = match view.size {
            Size::Exactly(width, height) => u64::from(width.min(height)).div_ceil(EDGE),
            // With both edges, a share of the whole.
            _ => widest.min(high).div_ceil(EDGE - 2),
        };
        let padding = match of_pitch(layout.padding) {
            0 => 0,
            padding => padding.max(edge),
        };
        let mut corners = vec![(0, 0); setting.letters().len()];
        for (number, line) in (0..).zip(lines) {
            let y = padding + above + number * (line_height + line_gap);
            let left_over = if setting.is_storyboard() {
                0
            } else {
                widest - line_width(line)
            };
            let mut x = padding + left_over / 2;
            for place in line {
                if let Some(letter) = *place {
                    corners[letter] = ((x + left) as u32, y as u32);
                }
                x += advance(place);
            }
        }
        let cell = |hole: Hole| {
            let (column, line) = board.picture_place(hole);
            let across = match board.lattice() {
                Lattice::Square => column as u64 * wide,
                Lattice::Triangular => column as u64 * wide / 2,
            };
            let (left, top) = (
                (margin + across) as u32,
                (margin + line as u64 * row) as u32,
            );
            Rect {
                left,
                top,
                width: pitch,
                height: row as u32,
            }
        };
        let cells: Vec<Rect> = board.each_hole().map(cell).collect();
        let middle = |cell: &Rect| {
            (
                cell.left as f32 + cell.width as f32 / 2.0,
                cell.top as f32 + cell.height as f32 / 2.0,
            )
        };
        let middles: Vec<(f32, f32)> = cells.iter().map(middle).collect();
        let side = |length: u64| u32::try_from(length).unwrap_or(u32::MAX);
        Self {
            width: side(widest + 2 * padding),
            height: side(high + 2 * padding),
            pitch,
            board: (side(across), side(down)),
            corners,
            caption: ((down + caption) as f32, caption as f32),
            labels: caption::labels(board, &middles, label),
            middles,
            #[cfg(feature = "pictures")]
            cells,
        }
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

/// A rectangle of pixels.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Rect {
    pub left: u32,
    pub top: u32,
    pub width: u32,
    pub height: u32,
}

#[cfg(feature = "pictures")]
impl Rect {
    /// The smallest rectangle that contains both.
    pub fn around(self, other: Self) -> Self {
        let (left, top) = (self.left.min(other.left), self.top.min(other.top));
        let right = (self.left + self.width).max(other.left + other.width);
        let bottom = (self.top + self.height).max(other.top + other.height);
        Self {
            left,
            top,
            width: right - left,
            height: bottom - top,
        }
    }

    /// The places of its rows in a list of pixels with `width` in a row.
    pub fn rows(self, width: usize) -> impl Iterator<Item = std::ops::Range<usize>> + Clone {
        let rows = self.top as usize..(self.top + self.height) as usize;
        rows.map(move |row| {
            let from = row * width + self.left as usize;
            from..from + self.width as usize
        })
    }
}
