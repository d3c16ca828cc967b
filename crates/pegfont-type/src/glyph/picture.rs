//! Reads patterns and designs from pictures (PNG, GIF, BMP) of one cell or a sheet of cells. Each cell is
//! divided into as many equal blocks as the board has columns and rows. A block that is mostly dark is a peg.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder as _, ImageError, ImageReader, Limits};
use thiserror::Error;

use super::{Glyph, GlyphError, Glyphs, Place, bdf};
use peg_solitaire::board::{Bitboard, Board, BoardError, Hole, MAX_HOLES, Position, SmallBoard};
use peg_solitaire::memory::{self, MemoryError};
use peg_solitaire::words::grouped;

/// The maximum number of pixels: a sheet of 4096 x 4096.
pub const MAX_PIXELS: u64 = 1 << 24;

/// The file name extensions of supported pictures.
pub const PICTURE_ENDINGS: [&str; 3] = ["png", "gif", "bmp"];

/// The layout of a sheet of cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sheet {
    /// The number of cells per row.
    pub columns: usize,
    /// The number of rows of cells.
    pub rows: usize,
    /// The number of pixels between neighbouring cells.
    pub gap: usize,
    /// The characters in the cells, row by row. Further cells are ignored.
    pub characters: String,
    /// Whether the pegs are light on a dark background.
    pub light: bool,
}

/// Why a picture can't be read.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum PictureError {
    #[error("this is not a readable PNG, GIF or BMP: {0}")]
    Unreadable(#[from] ImageError),
    #[error("the picture has {columns} x {rows} pixels; the maximum is {MAX_PIXELS} in total")]
    TooLarge { columns: u32, rows: u32 },
    #[error(
        "{pixels} pixels {along} can't be cut into {cells} cells of {holes} holes each with {gap} pixels between the cells"
    )]
    Grid { along: &'static str, pixels: usize, cells: usize, holes: usize, gap: usize },
    #[error("the sheet has {cells} cells for {characters} characters")]
    TooManyCharacters { cells: usize, characters: usize },
    #[error("{character:?} appears twice in the list of characters")]
    Twice { character: char },
    #[error(
        "the picture has {columns} x {rows} pixels, or blocks of equal pixels, and a board at most {} holes",
        grouped(MAX_HOLES as u64)
    )]
    NoGrid { columns: usize, rows: usize },
    #[error("{pixels} pixels {along} can't be divided into {holes} equal blocks")]
    Blocks { along: &'static str, pixels: usize, holes: usize },
    #[error(transparent)]
    Board(#[from] BoardError),
    #[error(transparent)]
    Memory(#[from] MemoryError),
    #[error("{character:?}: there are pegs where {board} has no holes")]
    OffBoard { character: char, board: String },
}

/// The darkness of each pixel: 0 for white or transparent, 255 for black.
struct Picture {
    columns: usize,
    rows: usize,
    darkness: Vec<u8>,
}

/// The pattern shown by a PNG, a BMP or the first frame of a GIF: dark pegs on a light or transparent
/// background, or with `light`, light pegs on a dark background.
///
/// # Errors
/// If the picture can't be read or is too large, or if its sides are not multiples of the board's.
pub fn pattern_from_picture(
    picture: &[u8],
    board: &SmallBoard,
    light: bool,
) -> Result<Bitboard, PictureError> {
    let picture = Picture::decode(picture)?;
    let columns = Cells::along("across", picture.columns, 1, board.columns(), 0)?;
    let rows = Cells::along("down", picture.rows, 1, board.rows(), 0)?;
    picture
        .cell(board, columns, rows, (0, 0), light)
        .ok_or_else(|| PictureError::OffBoard { character: '\u{25a1}', board: board.to_string() })
}

/// The pegs that a picture shows on a board of any size: dark pegs on a light or transparent background, or with `light`, light pegs
/// on a dark background. A block is dark if more than `threshold` per cent of it is. Without a grid of columns and rows, the blocks
/// are the largest equal ones in which all pixels are alike.
///
/// # Errors
/// If the picture can't be read or is too large, or if its sides are not multiples of the grid's.
pub fn large_pattern_from_picture(
    picture: &[u8],
    grid: Option<(usize, usize)>,
    light: bool,
    threshold: u8,
) -> Result<(Board, Position), PictureError> {
    let picture = Picture::decode(picture)?;
    let (columns, rows) = grid.unwrap_or_else(|| picture.natural_grid(threshold));
    let board = match (Board::rectangle(columns, rows), grid) {
        (Err(_), None) => return Err(PictureError::NoGrid { columns, rows }),
        (board, _) => board?,
    };
    let block = |along, pixels: usize, holes: usize| match pixels.is_multiple_of(holes) {
        true => Ok(pixels / holes),
        false => Err(PictureError::Blocks { along, pixels, holes }),
    };
    let across = block("across", picture.columns, columns)?;
    let down = block("down", picture.rows, rows)?;
    let is_peg = |hole: &Hole| {
        let (x, y) = board.coordinates(*hole);
        picture.is_dark_above(threshold, (x as usize * across, y as usize * down), (across, down))
            != light
    };
    let pegs = board.each_hole().filter(is_peg).collect();
    Ok((board, pegs))
}

pub(super) fn parse(
    name: &str,
    picture: &[u8],
    board: &SmallBoard,
    sheet: &Sheet,
) -> Result<Glyphs, GlyphError> {
    let place = || Place { file: name.to_owned(), line: 0, column: None };
    read(picture, board, sheet, &place).map_err(|error| GlyphError {
        place: place(),
        character: None,
        what: error.to_string(),
    })
}

fn read(
    picture: &[u8],
    board: &SmallBoard,
    sheet: &Sheet,
    place: &impl Fn() -> Place,
) -> Result<Glyphs, PictureError> {
    let picture = Picture::decode(picture)?;
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
            ideal: 0,
            pin: None,
            place: place(),
        };
        glyphs.insert(character, glyph).map_err(|_| PictureError::Twice { character })?;
    }
    Ok(glyphs)
}

/// The layout of the cells along one side of a picture.
#[derive(Clone, Copy)]
struct Cells {
    /// The number of pixels from one cell to the next.
    step: usize,
    /// The number of pixels per block.
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
    fn decode(bytes: &[u8]) -> Result<Self, PictureError> {
        // The header's size is checked before anything is allocated for it.
        let mut limits = Limits::no_limits();
        limits.max_alloc = Some(MAX_PIXELS * 8);
        let mut reader = ImageReader::new(Cursor::new(bytes))
            .with_guessed_format()
            .map_err(ImageError::IoError)?;
        reader.limits(limits);
        let decoder = reader.into_decoder()?;
        let (columns, rows) = decoder.dimensions();
        if u64::from(columns) * u64::from(rows) > MAX_PIXELS {
            return Err(PictureError::TooLarge { columns, rows });
        }
        // As it was compressed, with four bytes for each pixel, and the darkness.
        let pixel = u64::from(decoder.color_type().bytes_per_pixel()) + 4 + 1;
        memory::require("the picture", u64::from(columns) * u64::from(rows) * pixel)?;
        let pixels = DynamicImage::from_decoder(decoder)?.into_rgba8();
        let darkness = pixels.pixels().map(|pixel| darkness(pixel.0)).collect();
        Ok(Self { columns: columns as usize, rows: rows as usize, darkness })
    }

    /// The pattern in one cell, or `None` if there is a peg where the board has no hole.
    fn cell(
        &self,
        board: &SmallBoard,
        columns: Cells,
        rows: Cells,
        at: (usize, usize),
        light: bool,
    ) -> Option<Bitboard> {
        let mut pattern = Bitboard::EMPTY;
        for y in 0..board.rows() {
            for x in 0..board.columns() {
                let left = at.0 * columns.step + x * columns.block;
                let top = at.1 * rows.step + y * rows.block;
                let hole = board.hole_at(x as i16, y as i16);
                if self.is_dark(left, top, columns.block, rows.block) != light {
                    pattern = pattern | hole?.bit();
                }
            }
        }
        Some(pattern)
    }

    /// The number of blocks in a row and in a column, if these are as large as they can be with pixels that are alike.
    fn natural_grid(&self, threshold: u8) -> (usize, usize) {
        let dark = |x: usize, y: usize| self.is_dark_above(threshold, (x, y), (1, 1));
        let is_uniform = |block: usize| {
            (0..self.rows).all(|y| {
                (0..self.columns).all(|x| dark(x, y) == dark(x - x % block, y - y % block))
            })
        };
        let mut blocks = (1..=self.columns.min(self.rows)).rev();
        let divides =
            |block: usize| self.columns.is_multiple_of(block) && self.rows.is_multiple_of(block);
        let block = blocks.find(|&block| divides(block) && is_uniform(block)).unwrap_or(1);
        (self.columns / block, self.rows / block)
    }

    /// Whether a block is mostly dark.
    fn is_dark(&self, left: usize, top: usize, columns: usize, rows: usize) -> bool {
        self.is_dark_above(50, (left, top), (columns, rows))
    }

    /// Whether more than `threshold` per cent of a block is dark.
    fn is_dark_above(
        &self,
        threshold: u8,
        (left, top): (usize, usize),
        (columns, rows): (usize, usize),
    ) -> bool {
        let row = |y: usize| {
            let start = y * self.columns + left;
            &self.darkness[start..start + columns]
        };
        let sum: u64 = (top..top + rows).flat_map(row).map(|&dark| u64::from(dark)).sum();
        sum * 100 > (columns * rows) as u64 * 255 * u64::from(threshold)
    }
}

/// The darkness of a pixel.
fn darkness([red, green, blue, alpha]: [u8; 4]) -> u8 {
    ((255 - luma(red, green, blue)) * u32::from(alpha) / 255) as u8
}

/// The perceived brightness of a colour, with the weights of ITU-R BT.601.
fn luma(red: u8, green: u8, blue: u8) -> u32 {
    (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000
}
