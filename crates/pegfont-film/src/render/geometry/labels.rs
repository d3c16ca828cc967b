//! The room for captions below boards, and for the names of columns and rows beside them.

use super::{Label, Rect};
use crate::render::{View, caption};
use crate::timeline::Setting;
use peg_solitaire::board::{Board, Lattice};

/// The lengths of a caption.
pub(super) struct CaptionMeasures {
    /// The side of a pixel of its font; 0 for no caption.
    pub(super) pixel: u64,
}

impl CaptionMeasures {
    /// The largest size at which every caption fits under the board. On a large board, that of jumps under one of the usual width.
    pub(super) fn new(setting: &Setting, view: &View, width: u64, usual: u64) -> Self {
        if !view.captions {
            return Self { pixel: 0 };
        }
        let widths = setting.letters().iter().enumerate().flat_map(|(number, letter)| {
            let jumps = 0..letter.solution.jumps().len();
            jumps.map(move |jump| u64::from(caption::width(&caption::of(setting, number, jump))))
        });
        // Without jumps there is nothing to write.
        let Some(longest) = widths.max() else {
            return Self { pixel: 0 };
        };
        // About three fifths of the board's width, but at least one pixel.
        let pixel = |width: u64, longest: u64| (width * 3 / 5 + longest / 2) / longest;
        let fits = pixel(width, longest);
        let pixel = match setting.board().is_small() {
            true => fits,
            false => fits.min(pixel(usual, u64::from(caption::width("c2-c4")))),
        };
        Self { pixel: pixel.max(1) }
    }

    pub(super) fn letters(&self) -> u64 {
        self.pixel * u64::from(caption::CHARACTER.1)
    }

    pub(super) fn gap(&self) -> u64 {
        2 * self.pixel
    }

    pub(super) fn height(&self) -> u64 {
        if self.pixel > 0 { self.letters() + self.gap() } else { 0 }
    }
}

/// The lengths of the letters above a board and of the numbers to its left.
pub(super) struct LabelMeasures {
    /// The side of a pixel of their font; 0 for no labels.
    pub(super) pixel: u64,
    /// The most characters of a number.
    pub(super) digits: u64,
    /// Which columns and rows have a label: every so many.
    pub(super) every: (u64, u64),
}

impl LabelMeasures {
    /// The least distance between holes for which labels don't run into each other.
    const LEAST_PITCH: u64 = 6;

    pub(super) fn new(board: &Board, view: &View, pitch: u64) -> Self {
        let is_large = !board.is_small();
        if !view.captions || pitch < Self::LEAST_PITCH && !is_large {
            return Self { pixel: 0, digits: 0, every: (1, 1) };
        }
        let digits = board.rows().to_string().len() as u64;
        let pixel = ((pitch + 7) / 14).max(1);
        // On a large board, as many as have a gap of two pixels of the font between them.
        let every = |length: u32| {
            let room = (u64::from(length) + 2) * pixel;
            let steps = [1, 2, 5, 10, 20, 50, 100];
            steps.into_iter().find(|step| !is_large || room <= step * pitch).unwrap_or(1000)
        };
        Self { pixel, digits, every: (every(caption::width("aa")), every(caption::CHARACTER.1)) }
    }

    /// The room to the left of a board.
    pub(super) fn left(&self) -> u64 {
        (self.digits * u64::from(caption::CHARACTER.0 + 1) + 1) * self.pixel
    }

    /// The room above a board.
    pub(super) fn top(&self) -> u64 {
        u64::from(caption::CHARACTER.1 + 2) * self.pixel
    }

    /// The labels. On a triangular board the columns lean, and only rows are numbered.
    pub(super) fn placed(&self, cells: &[Rect], board: &Board) -> Vec<Label> {
        let pixel = self.pixel as u32;
        if pixel == 0 {
            return Vec::new();
        }
        let mut labels: Vec<Label> = Vec::new();
        for (hole, cell) in board.each_hole().zip(cells) {
            let name = board.hole_name(hole);
            let first_digit = name.find(|mark: char| mark.is_ascii_digit()).unwrap_or(0);
            let (column, row) = name.split_at(first_digit);
            let length = |text: &str| (caption::width(text) * pixel) as i32;
            let (x, y) = (cell.left + cell.width / 2, cell.top + cell.height / 2);
            let half = (caption::CHARACTER.1 * pixel / 2) as i32;
            let above = (x as i32 - length(column) / 2, -(self.top() as i32) + pixel as i32 / 2);
            let beside = (-length(row) - 2 * pixel as i32, y as i32 - half);
            let square = board.lattice() == Lattice::Square;
            let (x, y) = board.picture_place(hole);
            let shown = |place: usize, every: u64| (place as u64 + 1).is_multiple_of(every);
            let (above_it, beside_it) = (square && shown(x, self.every.0), shown(y, self.every.1));
            for (text, at, wanted) in [(column, above, above_it), (row, beside, beside_it)] {
                let label = Label { text: text.to_owned(), at, pixel };
                if wanted && !labels.contains(&label) {
                    labels.push(label);
                }
            }
        }
        labels
    }
}
