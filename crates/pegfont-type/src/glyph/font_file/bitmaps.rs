//! Lays the bitmaps of a font, read or drawn from outlines, on a board as designs.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::error::{Error, Location};
use crate::glyph::{Designs, Glyph};
use peg_solitaire::board::{Board, BoardError, Hole, MAX_SMALL_HOLES, Position};
use pegfont_base::words::grouped;

/// How the characters of a bitmap font or an outline font are laid on a board. Those that don't fit
/// are left out.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fitting {
    /// The board. Without one, the font's bounding box determines it, or the part with ink if the
    /// box is too large, or if only that part has at most 64 holes.
    pub board: Option<Board>,
    /// The characters to read; all if there is none.
    pub only: Option<String>,
    /// Without a board, take the smallest that their ink fits into, as one game does. There, a
    /// letter without ink is a letter that the font doesn't have, and `only` is a text, whose words
    /// are shaped.
    pub tight: bool,
    /// The size of an outline font in pixels per em; by default the font's own if it is drawn in
    /// pixels, or 8, or if the fitting is tight 16.
    pub pixels: Option<u32>,
}

impl Fitting {
    /// The size of an outline font that has none of its own, in pixels per em.
    pub fn usual_pixels(&self) -> u32 {
        if self.tight { 16 } else { 8 }
    }
}

/// The ink of a character: columns to the right of the origin, rows below the baseline.
pub(super) struct Bitmap {
    pub line: usize,
    pub ink: Vec<(i32, i32)>,
}

/// The characters of a font, and what is said of them.
#[derive(Default)]
pub(super) struct Bitmaps {
    /// The font's bounding box.
    pub frame: PixelBox,
    pub characters: BTreeMap<char, Bitmap>,
    pub too_large: Vec<char>,
    /// The pieces of each word that the font shapes, with the first byte of each: characters, or
    /// what stands for a piece from [`PIECE`] on.
    pub words: BTreeMap<String, Vec<(usize, char)>>,
    /// What was passed over, and where.
    pub notes: Vec<Error>,
    /// The font's own size in pixels per em, if it was taken.
    pub native: Option<u32>,
    /// The pixels with ink in characters that were [added](Bitmaps::add).
    pub added_ink: usize,
}

/// The most pixels with ink in all characters of a font, four times those of Unifont. Otherwise, a
/// file of 3 kB could take all memory, since thousands of characters may share one large bitmap.
const MOST_INK: usize = 1 << 24;

impl Bitmaps {
    /// Adds a character of a binary font, unless it is there.
    ///
    /// # Errors
    /// If all characters have more ink than a font can have.
    pub fn add(&mut self, character: char, ink: Vec<(i32, i32)>) -> Result<(), String> {
        self.added_ink += ink.len();
        if self.added_ink > MOST_INK {
            return Err(format!(
                "its characters have more than {} pixels, which is the limit",
                grouped(MOST_INK as u64)
            ));
        }

        self.characters
            .entry(character)
            .or_insert(Bitmap { line: 0, ink });
        Ok(())
    }
}

/// Rows of pixels, each a bit; the first pixel of a row is the highest bit of its first byte.
pub(super) struct Rows<'b> {
    pub bytes: &'b [u8],
    /// The bytes of a row.
    pub stride: usize,
    pub frame: PixelBox,
}

impl Rows<'_> {
    /// The pixels that are set.
    pub fn ink(&self) -> Vec<(i32, i32)> {
        let mut ink = Vec::new();
        for (row, bytes) in (0..self.frame.rows).zip(self.bytes.chunks(self.stride.max(1))) {
            for column in 0..self.frame.columns {
                let byte = bytes.get(column as usize / 8).copied().unwrap_or(0);
                if byte >> (7 - column % 8) & 1 == 1 {
                    ink.push((self.frame.left + column, self.frame.top + row));
                }
            }
        }
        ink
    }
}

/// The first of the characters that stand for pieces of words: private ones, which hardly any font
/// has.
pub(super) const PIECE: char = '\u{100000}';

/// A rectangle of pixels: its first column and row, and its size.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct PixelBox {
    pub left: i32,
    pub top: i32,
    pub columns: i32,
    pub rows: i32,
}

impl PixelBox {
    fn board(self) -> Result<Board, BoardError> {
        Board::rectangle(self.columns.max(0) as usize, self.rows.max(0) as usize)
    }

    /// The smallest rectangle around both.
    pub fn with(self, other: Self) -> Self {
        let left = self.left.min(other.left);
        let right = self.right().max(other.right());
        let top = self.top.min(other.top);
        let bottom = self.bottom().max(other.bottom());

        Self {
            left,
            top,
            columns: right - left,
            rows: bottom - top,
        }
    }

    fn right(self) -> i32 {
        self.left + self.columns
    }

    fn bottom(self) -> i32 {
        self.top + self.rows
    }
}

/// The maximum width and height of a bitmap. Larger ones fit no board.
pub(super) const MAX_SIDE: i32 = 256;

/// The maximum width and height of a board for characters without ink.
const SIDE_WITHOUT_INK: i32 = 64;

/// Lays the bitmaps of a font on a board.
pub(super) fn lay(name: &str, mut read: Bitmaps, fitting: &Fitting) -> Result<Designs, Error> {
    if let Some(only) = &fitting.only {
        read.characters
            .retain(|&character, _| character >= PIECE || only.contains(character));
    }
    if fitting.tight {
        // Of characters without ink, the box is the size.
        let side = |length: i32| length.clamp(1, SIDE_WITHOUT_INK);
        read.frame.columns = side(read.frame.columns);
        read.frame.rows = side(read.frame.rows);
    }
    let inked = inked(&read.characters).unwrap_or(read.frame);
    if fitting.tight {
        read.frame = inked;
    }

    let board = match &fitting.board {
        Some(board) => board.clone(),
        None => board_for(read.frame, inked).map_err(|error| {
            Error::in_file(name, 0, format_args!("{error}; choose a smaller font"))
        })?,
    };
    let size = (board.columns() as i32, board.rows() as i32);
    let laid = laid(read.frame, inked, &read.characters, size);

    let mut designs = Designs {
        words: read.words,
        notes: read.notes,
        native: read.native,
        ..Designs::new(name, &board)
    };
    add_drawn(&mut designs, read.characters, laid, fitting.tight)?;

    let is_blank = designs
        .iter()
        .all(|(_, glyph)| glyph.same_as.is_none() && glyph.is_blank());
    if is_blank && !designs.skipped.is_empty() && !fitting.tight {
        let PixelBox { columns, rows, .. } = inked;
        let what = format!(
            "none of the characters fits on {board}: they have up to {columns} columns and {rows} \
             rows; choose a larger board, or a smaller font"
        );
        return Err(Error::in_file(name, 0, what));
    }
    designs.skipped.extend(read.too_large);
    Ok(designs)
}

/// Adds the characters whose ink fits on the board, whose place among the pixels is `laid`, and
/// names the others. If only their ink is wanted, those without ink are left out, but for spaces.
fn add_drawn(
    designs: &mut Designs,
    bitmaps: BTreeMap<char, Bitmap>,
    laid: PixelBox,
    is_ink_wanted: bool,
) -> Result<(), Error> {
    let board = designs.board().clone();
    let hole = |&(x, y): &(i32, i32)| -> Option<Hole> {
        let x = i16::try_from(x - laid.left).ok()?;
        let y = i16::try_from(y - laid.top).ok()?;
        board.hole_at(x, y)
    };

    let mut first_with: BTreeMap<Position, char> = BTreeMap::new();
    for (character, bitmap) in bitmaps {
        let may_be_blank = !is_ink_wanted || character.is_whitespace();
        let is_missing = bitmap.ink.is_empty() && !may_be_blank;
        let design: Option<Position> = bitmap.ink.iter().map(hole).collect();
        let design = match design {
            Some(design) if !is_missing => design,
            _ => {
                designs.skipped.push(character);
                continue;
            }
        };

        let at = Location {
            file: designs.name().to_owned(),
            line: bitmap.line,
            column: None,
        };
        // Bitmap fonts often draw several characters alike, such as Latin A and Greek Alpha.
        let glyph = match first_with.get(&design) {
            Some(&first) if !design.is_empty() => Glyph {
                same_as: Some(first),
                ..Glyph::of(character, Vec::new(), at)
            },
            _ => {
                first_with.insert(design.clone(), character);
                Glyph::of(character, vec![design], at)
            }
        };
        designs.insert(character, None, glyph)?;
    }
    Ok(())
}

/// A board of the size of the frame, or of its inked part if only that is small, or the frame too
/// large.
fn board_for(frame: PixelBox, inked: PixelBox) -> Result<Board, BoardError> {
    let whole = frame.board();
    let inked = inked.board();
    let is_small = |board: &Result<Board, _>| {
        board
            .as_ref()
            .is_ok_and(|board| board.holes() <= MAX_SMALL_HOLES)
    };

    if is_small(&inked) && !is_small(&whole) {
        inked
    } else {
        whole.or(inked)
    }
}

/// Where the board lies: on the font's bounding box, with ink beyond it if there is room; or on its
/// inked part if the box is larger than the board, or else where most characters fit.
fn laid(
    frame: PixelBox,
    inked: PixelBox,
    bitmaps: &BTreeMap<char, Bitmap>,
    (columns, rows): (i32, i32),
) -> PixelBox {
    let fits = |frame: &PixelBox| frame.columns <= columns && frame.rows <= rows;
    if let Some(fitting) = [frame.with(inked), frame, inked].into_iter().find(fits) {
        return fitting;
    }

    let mut boxes: Vec<PixelBox> = bitmaps
        .values()
        .filter_map(|bitmap| inked_box(bitmap.ink.iter()))
        .collect();
    let across = |frame: &PixelBox| (frame.left, frame.right());
    let left = best(&boxes, across, (inked.left, inked.columns), columns);

    boxes.retain(|frame| frame.left >= left && frame.right() <= left + columns);
    let down = |frame: &PixelBox| (frame.top, frame.bottom());
    let top = best(&boxes, down, (inked.top, inked.rows), rows);

    PixelBox {
        left,
        top,
        columns,
        rows,
    }
}

/// The first place of `room` columns or rows in which most boxes fit, and of those the one with
/// most parts of boxes.
fn best(
    boxes: &[PixelBox],
    side: impl Fn(&PixelBox) -> (i32, i32),
    (first, length): (i32, i32),
    room: i32,
) -> i32 {
    let places = first..=first + (length - room).max(0);

    let value = |&place: &i32| {
        let end = place + room;
        let mut fitting = 0;
        let mut inside = 0;
        for (from, to) in boxes.iter().map(&side) {
            if from >= place && to <= end {
                fitting += 1;
            }
            inside += i64::from((to.min(end) - from.max(place)).max(0));
        }
        (fitting, inside, Reverse(place))
    };

    places.max_by_key(value).unwrap_or(first)
}

/// The smallest frame that contains all ink.
pub(super) fn inked(bitmaps: &BTreeMap<char, Bitmap>) -> Option<PixelBox> {
    inked_box(bitmaps.values().flat_map(|bitmap| bitmap.ink.iter()))
}

/// The smallest frame that contains this ink.
pub(super) fn inked_box<'i>(ink: impl Iterator<Item = &'i (i32, i32)>) -> Option<PixelBox> {
    ink.map(|&(left, top)| PixelBox {
        left,
        top,
        columns: 1,
        rows: 1,
    })
    .reduce(PixelBox::with)
}
