//! Patterns and designs drawn as PNG: one cell, or a sheet of cells. Each cell is cut into as many
//! equal blocks as the board has columns and rows; a block that is more dark than light is a peg.

use std::io::Cursor;

use png::{ColorType, Decoder, Limits, Transformations};
use thiserror::Error;

use super::{Glyph, GlyphError, Glyphs, Place, bdf};
use crate::board::{Board, Position};

/// The most pixels that are read: a sheet of 4096 x 4096.
pub const MAX_PIXELS: u64 = 1 << 24;

/// How the cells of a sheet lie.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The number of cells side by side.
    pub columns: usize,
    /// The number of cells one below the other.
    pub rows: usize,
    /// Pixels between one cell and the next.
    pub gap: usize,
    /// The characters in the cells, row by row; cells beyond them are not read.
    pub characters: String,
    /// Whether pegs are light on a dark ground.
    pub light: bool,
}

/// Why a picture can't be read.
#[derive(Debug, Error)]
pub enum PictureError {
    #[error("this is no PNG that can be read: {0}")]
    Png(#[from] png::DecodingError),
    #[error("the picture is {columns} x {rows} pixels; it can have {MAX_PIXELS} at most")]
    TooLarge { columns: u32, rows: u32 },
    #[error(
        "{pixels} pixels {along} can't be cut into {cells} cells of {holes} holes each with {gap} pixels between the cells"
    )]
    Grid { along: &'static str, pixels: usize, cells: usize, holes: usize, gap: usize },
    #[error("the sheet has {cells} cells for {characters} characters")]
    TooManyCharacters { cells: usize, characters: usize },
    #[error("{character:?} is named twice")]
    Twice { character: char },
    #[error("{character:?}: there are pegs where {board} has no holes")]
    OffBoard { character: char, board: String },
}

/// The darkness of each pixel: 0 for white or transparent, 255 for black.
struct Picture {
    columns: usize,
    rows: usize,
    darkness: Vec<u8>,
}

/// The pattern that a PNG shows, dark pegs on a light or transparent ground; or with `light` light ones
/// on a dark ground.
///
/// # Errors
/// When it is no PNG, too large, or its sides are no multiples of the board's.
pub fn pattern_from_png(png: &[u8], board: &Board, light: bool) -> Result<Position, PictureError> {
    let picture = Picture::decode(png)?;
    let columns = Cells::along("across", picture.columns, 1, board.columns(), 0)?;
    let rows = Cells::along("down", picture.rows, 1, board.rows(), 0)?;
    picture
        .cell(board, columns, rows, (0, 0), light)
        .ok_or_else(|| PictureError::OffBoard { character: '\u{25a1}', board: board.to_string() })
}

pub(super) fn parse(
    name: &str,
    png: &[u8],
    board: &Board,
    sheet: &Sheet,
) -> Result<Glyphs, GlyphError> {
    let place = || Place { file: name.to_owned(), line: 0 };
    read(png, board, sheet, &place).map_err(|error| GlyphError {
        place: place(),
        character: None,
        what: error.to_string(),
    })
}

fn read(
    png: &[u8],
    board: &Board,
    sheet: &Sheet,
    place: &impl Fn() -> Place,
) -> Result<Glyphs, PictureError> {
    let picture = Picture::decode(png)?;
    let columns =
        Cells::along("across", picture.columns, sheet.columns, board.columns(), sheet.gap)?;
    let rows = Cells::along("down", picture.rows, sheet.rows, board.rows(), sheet.gap)?;
    let cells = sheet.columns.saturating_mul(sheet.rows);
    let characters = sheet.characters.chars().count();
    if characters > cells {
        return Err(PictureError::TooManyCharacters { cells, characters });
    }
    let mut glyphs = Glyphs::new(board);
    for (number, character) in sheet.characters.chars().enumerate() {
        let at = (number % sheet.columns, number / sheet.columns);
        let design = picture.cell(board, columns, rows, at, sheet.light);
        let design =
            design.ok_or_else(|| PictureError::OffBoard { character, board: board.to_string() })?;
        let glyph = Glyph {
            script: bdf::script(character).to_owned(),
            families: Vec::new(),
            designs: vec![design],
            same_as: None,
            pin: None,
            place: place(),
        };
        glyphs.insert(character, glyph).map_err(|_| PictureError::Twice { character })?;
    }
    Ok(glyphs)
}

/// How the cells lie along one side of a picture.
#[derive(Clone, Copy)]
struct Cells {
    /// Pixels from one cell to the next.
    step: usize,
    /// Pixels of a block.
    block: usize,
}

impl Cells {
    fn along(
        along: &'static str,
        pixels: usize,
        cells: usize,
        holes: usize,
        gap: usize,
    ) -> Result<Self, PictureError> {
        let wrong = || PictureError::Grid { along, pixels, cells, holes, gap };
        let gaps = cells.checked_sub(1).and_then(|gaps| gaps.checked_mul(gap)).ok_or_else(wrong)?;
        let inked = pixels.checked_sub(gaps).ok_or_else(wrong)?;
        let blocks = cells.checked_mul(holes).ok_or_else(wrong)?;
        if blocks == 0 || inked == 0 || inked % blocks != 0 {
            return Err(wrong());
        }
        let block = inked / blocks;
        Ok(Self { step: block * holes + gap, block })
    }
}

impl Picture {
    fn decode(png: &[u8]) -> Result<Self, PictureError> {
        let limits = Limits { bytes: MAX_PIXELS as usize * 8 };
        let mut decoder = Decoder::new_with_limits(Cursor::new(png), limits);
        decoder.set_transformations(Transformations::EXPAND | Transformations::STRIP_16);
        let mut reader = decoder.read_info()?;
        let (columns, rows) = reader.info().size();
        if u64::from(columns) * u64::from(rows) > MAX_PIXELS {
            return Err(PictureError::TooLarge { columns, rows });
        }
        let size = reader
            .output_buffer_size()
            .filter(|&size| size as u64 <= MAX_PIXELS * 4)
            .ok_or(PictureError::TooLarge { columns, rows })?;
        let mut samples = vec![0; size];
        let frame = reader.next_frame(&mut samples)?;
        let channels = match frame.color_type {
            ColorType::Grayscale => 1,
            ColorType::GrayscaleAlpha => 2,
            ColorType::Rgb | ColorType::Indexed => 3,
            ColorType::Rgba => 4,
        };
        let darkness = samples.chunks_exact(channels).map(darkness).collect();
        Ok(Self { columns: columns as usize, rows: rows as usize, darkness })
    }

    /// The pattern in one cell; none if there is a peg where the board has no hole.
    fn cell(
        &self,
        board: &Board,
        columns: Cells,
        rows: Cells,
        at: (usize, usize),
        light: bool,
    ) -> Option<Position> {
        let mut pattern = Position::EMPTY;
        for y in 0..board.rows() {
            for x in 0..board.columns() {
                let left = at.0 * columns.step + x * columns.block;
                let top = at.1 * rows.step + y * rows.block;
                let hole = board.hole_at(x as i8, y as i8);
                if self.is_dark(left, top, columns.block, rows.block) != light {
                    pattern = pattern | hole?.bit();
                }
            }
        }
        Some(pattern)
    }

    /// Whether a block is more dark than light.
    fn is_dark(&self, left: usize, top: usize, columns: usize, rows: usize) -> bool {
        let row = |y: usize| {
            let start = y * self.columns + left;
            self.darkness.get(start..start + columns).unwrap_or(&[])
        };
        let sum: u64 = (top..top + rows).flat_map(row).map(|&dark| u64::from(dark)).sum();
        sum * 2 > (columns * rows) as u64 * 255
    }
}

/// The darkness of a pixel of one (grey), two (grey, alpha), three or four (colours, alpha) samples.
fn darkness(pixel: &[u8]) -> u8 {
    let (light, alpha) = match *pixel {
        [grey] => (u32::from(grey), 255),
        [grey, alpha] => (u32::from(grey), u32::from(alpha)),
        [red, green, blue] => (luma(red, green, blue), 255),
        [red, green, blue, alpha] => (luma(red, green, blue), u32::from(alpha)),
        _ => (255, 255),
    };
    ((255 - light) * alpha / 255) as u8
}

/// How bright a colour is seen: the weights of ITU-R BT.601.
fn luma(red: u8, green: u8, blue: u8) -> u32 {
    (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000
}
