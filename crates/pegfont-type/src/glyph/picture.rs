//! Reads patterns and designs from pictures (PNG, GIF, BMP, JPEG, WebP) of one cell or a sheet of cells. Each cell is
//! divided into as many equal blocks as the board has columns and rows. A block that is mostly dark is a peg.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder as _, ImageError, ImageReader, Limits};

use super::{Designs, Glyph};
use crate::error::{Error, Location};
use peg_solitaire::board::{Board, Hole, MAX_HOLES, Position};
use peg_solitaire::memory;
use peg_solitaire::words::grouped;

/// The maximum number of pixels: a sheet of 4096 x 4096.
pub const MAX_PIXELS: u64 = 1 << 24;

/// The file name extensions of supported pictures.
pub const PICTURE_ENDINGS: [&str; 6] = ["png", "gif", "bmp", "jpg", "jpeg", "webp"];

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
pub fn pattern_from_picture(picture: &[u8], board: &Board, light: bool) -> Result<Position, Error> {
    let picture = Picture::decode(picture)?;
    let columns = Cells::along("across", picture.columns, 1, board.columns(), 0)?;
    let rows = Cells::along("down", picture.rows, 1, board.rows(), 0)?;
    picture.cell(board, columns, rows, (0, 0), light)
}

/// How a picture becomes the pegs of a board of any size: each hole has the mean of its part of the picture.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sampling {
    /// The holes in a row and in a column. Without them, a hole is one of the largest equal blocks in which all pixels are alike.
    pub grid: Option<(usize, usize)>,
    /// Whether the pegs are light on a dark background.
    pub light: bool,
    /// What makes a part a peg.
    pub threshold: Threshold,
}

/// How dark a part of a picture must be to be a peg.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Threshold {
    /// What separates the dark parts best from the light ones (Otsu's method).
    #[default]
    Separating,
    /// More than this, in per cent.
    Above(u8),
}

/// The pegs that a picture shows on a board of any size: dark ones on a light or transparent background, or light ones on a dark one.
///
/// # Errors
/// If the picture can't be read or is too large, or if its grid is none of a board.
pub fn large_pattern_from_picture(
    picture: &[u8],
    sampling: &Sampling,
) -> Result<(Board, Position), Error> {
    let picture = Picture::decode(picture)?;
    let (columns, rows) = sampling.grid.unwrap_or_else(|| picture.natural_grid(sampling.threshold));
    let board = match (Board::rectangle(columns, rows), sampling.grid) {
        (Err(_), None) => {
            return Err(Error::new(format_args!(
                "the picture has {columns} x {rows} pixels, or blocks of equal pixels, and a board at most {} holes; divide it with a grid, such as 32x32",
                grouped(MAX_HOLES as u64)
            )));
        }
        (board, _) => board?,
    };
    let levels = picture.levels(columns, rows);
    let threshold = sampling.threshold.level(&levels);
    let is_peg = |hole: &Hole| {
        let (x, y) = board.coordinates(*hole);
        (levels[y as usize * columns + x as usize] > threshold) != sampling.light
    };
    let pegs = board.each_hole().filter(is_peg).collect();
    Ok((board, pegs))
}

/// The level of black. That of white is 0.
const BLACK: i32 = 255 << 8;

impl Threshold {
    /// The level above which a part is dark.
    fn level(self, levels: &[i32]) -> i32 {
        match self {
            Self::Separating => separating(levels),
            Self::Above(percent) => BLACK * i32::from(percent) / 100,
        }
    }
}

/// The level that separates dark parts best from light ones, by Otsu's method: the squared distance of their means, times the share of
/// each, is largest. Of equally good levels, the middle. If all parts are alike, half of black.
fn separating(levels: &[i32]) -> i32 {
    let mut parts = [0u64; 256];
    levels.iter().for_each(|level| parts[(level >> 8) as usize] += 1);
    let count = levels.len() as f64;
    let sum: f64 = (0u32..).zip(parts).map(|(level, parts)| f64::from(level) * parts as f64).sum();
    let (mut lighter, mut lighter_sum) = (0.0, 0.0);
    let mut best = (0.0, 127, 127);
    for (level, &parts) in (0i32..).zip(&parts[..255]) {
        lighter += parts as f64;
        lighter_sum += f64::from(level) * parts as f64;
        let between = sum * lighter - lighter_sum * count;
        let worth = between * between / (lighter * (count - lighter)).max(1.0);
        if worth > best.0 {
            best = (worth, level, level);
        } else if worth == best.0 && worth > 0.0 {
            best.2 = level;
        }
    }
    ((best.1 + best.2) << 7) + 255
}

pub(super) fn parse(
    name: &str,
    picture: &[u8],
    board: &Board,
    sheet: &Sheet,
) -> Result<Designs, Error> {
    let picture = Picture::decode(picture)?;
    let columns =
        Cells::along("across", picture.columns, sheet.columns, board.columns(), sheet.gap)?;
    let rows = Cells::along("down", picture.rows, sheet.rows, board.rows(), sheet.gap)?;
    let cells = sheet.columns.saturating_mul(sheet.rows);
    let found = sheet.characters.chars().count();
    if found > cells {
        return Err(Error::new(format_args!("the sheet has {cells} cells for {found} characters")));
    }
    let mut designs = Designs::new(name, board);
    for (number, character) in sheet.characters.chars().enumerate() {
        let at = (number % sheet.columns, number / sheet.columns);
        let design = picture.cell(board, columns, rows, at, sheet.light);
        let design = design.map_err(|error| error.about(character))?;
        let glyph = Glyph::of(character, vec![design], Location::line(name, 0));
        let twice = "appears twice in the list of characters";
        designs.insert(character, None, glyph).map_err(|_| Error::new(twice).about(character))?;
    }
    Ok(designs)
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
    ) -> Result<Self, Error> {
        let wrong = || {
            Error::new(format_args!(
                "{pixels} pixels {along} can't be cut into {cells} cells of {holes} holes each with {gap} pixels between the cells"
            ))
        };
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
    fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let unreadable = |error: ImageError| {
            Error::new(format_args!("this is not a readable PNG, GIF, BMP, JPEG or WebP: {error}"))
        };
        // The header's size is checked before anything is allocated for it.
        let mut limits = Limits::no_limits();
        limits.max_alloc = Some(MAX_PIXELS * 8);
        let mut reader = ImageReader::new(Cursor::new(bytes))
            .with_guessed_format()
            .map_err(|error| unreadable(ImageError::IoError(error)))?;
        reader.limits(limits);
        let mut decoder = reader.into_decoder().map_err(unreadable)?;
        let (columns, rows) = decoder.dimensions();
        if u64::from(columns) * u64::from(rows) > MAX_PIXELS {
            return Err(Error::new(format_args!(
                "the picture has {columns} x {rows} pixels; the maximum is {MAX_PIXELS} in total"
            )));
        }
        // As it was compressed, with four bytes for each pixel, and the darkness.
        let pixel = u64::from(decoder.color_type().bytes_per_pixel()) + 4 + 1;
        memory::require("the picture", u64::from(columns) * u64::from(rows) * pixel)?;
        // How a camera was held.
        let turn = decoder.orientation().map_err(unreadable)?;
        let mut pixels = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
        pixels.apply_orientation(turn);
        let pixels = pixels.into_rgba8();
        let darkness = pixels.pixels().map(|pixel| darkness(pixel.0)).collect();
        Ok(Self { columns: pixels.width() as usize, rows: pixels.height() as usize, darkness })
    }

    /// The pattern in one cell. There may be no peg where the board has no hole.
    fn cell(
        &self,
        board: &Board,
        columns: Cells,
        rows: Cells,
        at: (usize, usize),
        light: bool,
    ) -> Result<Position, Error> {
        let off = || Error::new(format_args!("there are pegs where {board} has no holes"));
        let mut pattern = Position::default();
        for y in 0..board.rows() {
            for x in 0..board.columns() {
                let left = at.0 * columns.step + x * columns.block;
                let top = at.1 * rows.step + y * rows.block;
                if self.is_dark(left, top, columns.block, rows.block) != light {
                    pattern.insert(board.hole_at(x as i16, y as i16).ok_or_else(off)?);
                }
            }
        }
        Ok(pattern)
    }

    /// The mean level of each part of the picture, row by row. A pixel counts for each part with what lies in it.
    fn levels(&self, columns: usize, rows: usize) -> Vec<i32> {
        // In units of which a pixel has `columns` across, and a part as many as the picture has pixels.
        let shares = |part: usize, parts: usize, pixels: usize| {
            let (start, end) = (part * pixels, (part + 1) * pixels);
            (start / parts..end.div_ceil(parts)).map(move |pixel| {
                let share = end.min((pixel + 1) * parts) - start.max(pixel * parts);
                (pixel, share as u64)
            })
        };
        let area = (self.columns * self.rows) as u64;
        let level = |x: usize, y: usize| {
            let row = |(line, high): (usize, u64)| {
                let across = shares(x, columns, self.columns);
                let dark = |pixel: usize| u64::from(self.darkness[line * self.columns + pixel]);
                high * across.map(|(pixel, wide)| wide * dark(pixel)).sum::<u64>()
            };
            let sum: u64 = shares(y, rows, self.rows).map(row).sum();
            (sum * 256 / area) as i32
        };
        (0..rows)
            .flat_map(|y| (0..columns).map(move |x| (x, y)))
            .map(|(x, y)| level(x, y))
            .collect()
    }

    /// The number of blocks in a row and in a column, if these are as large as they can be with pixels that are alike.
    fn natural_grid(&self, threshold: Threshold) -> (usize, usize) {
        let levels: Vec<i32> = self.darkness.iter().map(|&dark| i32::from(dark) << 8).collect();
        let level = threshold.level(&levels);
        let dark = |x: usize, y: usize| levels[y * self.columns + x] > level;
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
        let row = |y: usize| {
            let start = y * self.columns + left;
            &self.darkness[start..start + columns]
        };
        let sum: u64 = (top..top + rows).flat_map(row).map(|&dark| u64::from(dark)).sum();
        sum * 2 > (columns * rows) as u64 * 255
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
