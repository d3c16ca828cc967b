//! The layout of a picture in whole pixels, so that all boards have identical pixels.

use super::View;
use super::caption;
use super::counter::{self, Counter};
use super::rect::Rect;
use crate::Error;
use crate::drawing::Words;
use crate::drawing::pixels::{MAX_SIDE, check_size};
use crate::timeline::Setting;
use peg_solitaire::board::{Board, Hole, Lattice};

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
    /// Where jumps are counted, if they are.
    pub(super) counter: Option<Counter>,
    /// The letters of the columns and the numbers of the rows, relative to their board, if there
    /// are captions. They have no colour yet.
    pub(super) labels: Vec<Words>,
}

/// The sides that a picture must have or stay within, and the distances between holes that it may
/// have.
struct SizeLimits {
    width: Option<u32>,
    height: Option<u32>,
    pitches: std::ops::RangeInclusive<u32>,
}

impl SizeLimits {
    fn of(size: Size) -> Self {
        let any = Self {
            width: None,
            height: None,
            pitches: 2..=MAX_SIDE,
        };
        match size {
            Size::Pitch(pitch) => Self {
                pitches: pitch..=pitch,
                ..any
            },
            Size::Width(width) => Self {
                width: Some(width),
                ..any
            },
            Size::Exactly(width, height) => Self {
                width: Some(width),
                height: Some(height),
                ..any
            },
            Size::Within(width) => Self {
                width: Some(width),
                pitches: PITCHES,
                ..any
            },
        }
    }

    fn has(&self, layout: &Geometry) -> bool {
        let within = |length: u32, most: Option<u32>| most.is_none_or(|most| length <= most);
        within(layout.width, self.width) && within(layout.height, self.height)
    }

    /// The largest distance between holes at which a layout has room; less than the least if none
    /// has.
    fn largest_pitch(&self, layout: impl Fn(u32) -> Geometry) -> u32 {
        // Width and height rise with the distance between holes, so halve.
        let mut fits = self.pitches.start().saturating_sub(1);
        let mut too_large = self.pitches.end() + 1;
        while too_large - fits > 1 {
            let middle = u32::midpoint(fits, too_large);
            if self.has(&layout(middle)) {
                fits = middle;
            } else {
                too_large = middle;
            }
        }
        fits
    }
}

/// The lengths of a board and of what is around it, in pixels.
struct BoardLengths {
    pitch: u64,
    /// The distance between rows.
    row: u64,
    margin: u64,
    /// The width and height of a board.
    across: u64,
    down: u64,
    /// The size of captions, of labels, and the room that labels take.
    caption: u64,
    label: u64,
    left: u64,
    above: u64,
    /// The space between boards and between lines.
    gap: u64,
    line_gap: u64,
}

impl BoardLengths {
    fn new(setting: &Setting, view: &View, longest: Option<u64>, pitch: u32) -> Self {
        let layout = &view.theme.layout;
        let board = setting.board();
        let of_pitch = |share: f32| (f64::from(share) * f64::from(pitch)).round() as u64;
        let margin = of_pitch(view.theme.board.margin);

        let columns = board.picture_columns() as u64;
        let wide = u64::from(pitch);
        let is_square = board.lattice() == Lattice::Square;
        let row = if is_square {
            wide
        } else {
            (f64::from(pitch) * 0.866).round().max(1.0) as u64
        };
        let holes = if is_square {
            columns * wide
        } else {
            (columns - 1) * wide / 2 + wide
        };

        let across = holes + 2 * margin;
        let (label, left, above) = if view.captions {
            caption::label_room(board, wide)
        } else {
            (0, 0, 0)
        };
        Self {
            pitch: wide,
            row,
            margin,
            across,
            down: board.rows() as u64 * row + 2 * margin,
            caption: longest.map_or(0, |longest| caption::size(longest, across, wide)),
            label,
            left,
            above,
            gap: of_pitch(layout.gap).max(1),
            line_gap: of_pitch(layout.line_gap).max(1),
        }
    }

    /// The room that a letter or a space takes in a line, with the gap after it.
    fn advance(&self, place: Option<usize>) -> u64 {
        match place {
            Some(_) => self.left + self.across + self.gap,
            None => (self.across / 2).max(1),
        }
    }

    fn line_width(&self, line: &[Option<usize>]) -> u64 {
        let advances = line.iter().map(|&place| self.advance(place));
        advances.sum::<u64>().saturating_sub(self.gap)
    }

    fn line_height(&self) -> u64 {
        self.above + self.down + self.caption * 5 / 4
    }

    /// The rectangle that contains the peg of a hole.
    fn cell(&self, board: &Board, hole: Hole) -> Rect {
        let (column, line) = board.picture_place(hole);
        let across = match board.lattice() {
            Lattice::Square => column as u64 * self.pitch,
            Lattice::Triangular => column as u64 * self.pitch / 2,
        };

        Rect {
            left: (self.margin + across) as u32,
            top: (self.margin + line as u64 * self.row) as u32,
            width: self.pitch as u32,
            height: self.row as u32,
        }
    }
}

/// The space around all boards, at this distance between holes, when it must be at least `edge`.
fn padding(view: &View, pitch: u32, edge: u64) -> u64 {
    let share = f64::from(view.theme.layout.padding);
    match (share * f64::from(pitch)).round() as u64 {
        0 => 0,
        padding => padding.max(edge),
    }
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
        let room = SizeLimits::of(view.size);
        let pitch = room.largest_pitch(with_pitch);
        let least = *room.pitches.start();
        if matches!(view.size, Size::Within(_)) {
            return with_pitch(pitch.max(least)).checked();
        }
        if pitch < least {
            let needed = with_pitch(least);
            return Err(Error::NoRoom {
                across: needed.width,
                down: needed.height,
            });
        }

        let mut geometry = with_pitch(pitch).checked()?;
        let width = room.width.unwrap_or(geometry.width);
        let height = room.height.unwrap_or(geometry.height);
        geometry.pad((width, height));
        geometry.checked()
    }

    /// This layout, unless the picture is too large.
    fn checked(self) -> Result<Self, Error> {
        check_size(self.width, self.height).map(|()| self)
    }

    /// The layout with this distance between holes, even if it is too large. `longest` is the
    /// length of the longest caption, if there are captions.
    pub(super) fn with_pitch(
        setting: &Setting,
        view: &View,
        longest: Option<u64>,
        pitch: u32,
    ) -> Self {
        let lengths = BoardLengths::new(setting, view, longest, pitch);
        let lines = setting.lines();
        let widths = lines.iter().map(|line| lengths.line_width(line));
        let mut widest = widths.max().unwrap_or(0);
        let mut strip = 0;
        if view.counts {
            widest = widest.max(counter::width(setting, lengths.pitch));
            strip = counter::height(lengths.pitch);
        }

        let count = lines.len() as u64;
        let gaps = count.saturating_sub(1) * lengths.line_gap;
        let boards = count * lengths.line_height() + gaps;
        let high = boards + strip;
        let edge = match view.size {
            Size::Exactly(width, height) => u64::from(width.min(height)).div_ceil(EDGE),
            // With both edges, a share of the whole.
            _ => widest.min(high).div_ceil(EDGE - 2),
        };
        let padding = padding(view, pitch, edge);

        let board = setting.board();
        let cells: Vec<Rect> = board
            .each_hole()
            .map(|hole| lengths.cell(board, hole))
            .collect();
        let middles: Vec<(f32, f32)> = cells.iter().map(|cell| cell.middle()).collect();
        let side = |length: u64| u32::try_from(length).unwrap_or(u32::MAX);
        let counter = view.counts.then(|| {
            let strip = Rect {
                left: 0,
                top: side(padding + boards),
                width: side(widest + 2 * padding),
                height: side(strip + padding),
            };
            Counter::new(strip, side(padding), lengths.pitch)
        });
        Self {
            width: side(widest + 2 * padding),
            height: side(high + 2 * padding),
            pitch,
            board: (side(lengths.across), side(lengths.down)),
            corners: corners(setting, &lengths, widest, padding),
            caption: (
                (lengths.down + lengths.caption) as f32,
                lengths.caption as f32,
            ),
            counter,
            labels: caption::labels(board, &middles, lengths.label),
            middles,
            #[cfg(feature = "pictures")]
            cells,
        }
    }

    /// Makes the picture larger, with what it showed in the middle.
    pub(super) fn pad(&mut self, (width, height): (u32, u32)) {
        let left = (width - self.width) / 2;
        let above = (height - self.height) / 2;
        self.width = width;
        self.height = height;
        for corner in &mut self.corners {
            *corner = (corner.0 + left, corner.1 + above);
        }
        let counter = self.counter;
        self.counter = counter.map(|counter| counter.padded(left, above, (width, height)));
    }
}

/// The top left corner of each letter's board. Lines are centred, but for those of a storyboard.
fn corners(
    setting: &Setting,
    lengths: &BoardLengths,
    widest: u64,
    padding: u64,
) -> Vec<(u32, u32)> {
    let mut corners = vec![(0, 0); setting.letters().len()];
    for (number, line) in (0..).zip(setting.lines()) {
        let y = padding + lengths.above + number * (lengths.line_height() + lengths.line_gap);
        let left_over = if setting.is_storyboard() {
            0
        } else {
            widest - lengths.line_width(line)
        };

        let mut x = padding + left_over / 2;
        for &place in line {
            if let Some(letter) = place {
                corners[letter] = ((x + lengths.left) as u32, y as u32);
            }
            x += lengths.advance(place);
        }
    }
    corners
}

/// The most columns and rows of holes of one board, this far apart, in a picture with a width and a
/// height.
pub(crate) fn holes_that_fit(view: &View, pitch: u32) -> Option<(usize, usize)> {
    let Size::Exactly(width, height) = view.size else {
        return None;
    };
    let edge = u64::from(width.min(height)).div_ceil(EDGE);
    let margin = f64::from(view.theme.board.margin) * f64::from(pitch);

    let around = 2 * (padding(view, pitch, edge) + margin.round() as u64);
    let holes = |side: u32| u64::from(side).saturating_sub(around) / u64::from(pitch.max(1));
    Some((holes(width) as usize, holes(height) as usize))
}
