//! Reads patterns from pictures (PNG, GIF, BMP, JPEG, WebP). A picture is divided into as many equal parts as the board has columns
//! and rows. A part that is mostly dark is a peg.

use std::io::Cursor;

use image::{DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits};

use crate::error::Error;
use peg_solitaire::board::{Board, Hole, MAX_HOLES, Position};
use peg_solitaire::memory;
use peg_solitaire::words::grouped;

/// The maximum number of pixels: 4096 x 4096.
const MAX_PIXELS: u64 = 1 << 24;

/// The file name extensions of supported pictures.
pub const PICTURE_ENDINGS: [&str; 6] = ["png", "gif", "bmp", "jpg", "jpeg", "webp"];

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
/// If the picture can't be read or is too large, or if it has pegs where the board has no holes.
pub fn pattern_from_picture(picture: &[u8], board: &Board, light: bool) -> Result<Position, Error> {
    let picture = Picture::decode(picture)?;
    let columns = board.columns();
    let off = || Error::new(format_args!("there are pegs where {board} has no holes"));
    let mut pattern = Position::default();
    for (at, level) in picture.levels(columns, board.rows()).into_iter().enumerate() {
        if (level > BLACK / 2) != light {
            let hole = board.hole_at((at % columns) as i16, (at / columns) as i16);
            pattern.insert(hole.ok_or_else(off)?);
        }
    }
    Ok(pattern)
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

impl Picture {
    fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let unreadable = |error: ImageError| {
            let why = match error {
                // The decoder's words would only puzzle.
                ImageError::Decoding(error) if error.format_hint() == ImageFormat::Jpeg.into() => {
                    "the JPEG is damaged, or not complete".to_owned()
                }
                error => error.to_string(),
            };
            let why = why.trim_end();
            Error::new(format_args!("this is not a readable PNG, GIF, BMP, JPEG or WebP: {why}"))
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
        if columns == 0 || rows == 0 {
            return Err(Error::new("the picture has no pixels"));
        }
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
}

/// The darkness of a pixel.
fn darkness([red, green, blue, alpha]: [u8; 4]) -> u8 {
    ((255 - luma(red, green, blue)) * u32::from(alpha) / 255) as u8
}

/// The perceived brightness of a colour, with the weights of ITU-R BT.601.
fn luma(red: u8, green: u8, blue: u8) -> u32 {
    (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000
}
