//! Reads pegs from pictures (PNG, GIF, BMP, JPEG, WebP): one of a board with its holes, as this
//! program draws it, or one that is divided into equal parts, of which the dark ones are pegs.

use std::io::Cursor;

use image::metadata::Orientation;
use image::{
    DynamicImage, GrayImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits,
};

use crate::error::Error;
use peg_solitaire::board::{Board, MAX_HOLES, Position};
use pegfont_base::file_kind::FileKind;
use pegfont_base::memory;
use pegfont_base::words::grouped;

/// The maximum number of pixels.
const MAX_PIXELS: u64 = 50_000_000;

/// The file name extensions of supported pictures.
pub const PICTURE_ENDINGS: [&str; 6] = ["png", "gif", "bmp", "jpg", "jpeg", "webp"];

/// Whether a file begins as a supported picture does.
pub fn is_picture(file: &[u8]) -> bool {
    use FileKind::{Bmp, Gif, Jpeg, Png, WebP};
    matches!(FileKind::of(file), Png | Gif | Bmp | Jpeg | WebP)
}

/// The darkness of each pixel: 0 for white or transparent, 255 for black. Or how opaque it is, if
/// what is opaque has one light colour.
struct Picture {
    columns: usize,
    rows: usize,
    darkness: Vec<u8>,
    is_ink: bool,
}

/// How a picture is read.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Sampling<'b> {
    /// Where the holes are.
    pub holes: Holes<'b>,
    /// Whether the pegs are light on a dark background.
    pub light: bool,
    /// How dark a part of the picture must be to be a peg, in per cent; by default what separates
    /// the dark parts best from the light ones (Otsu's method).
    pub threshold: Option<u8>,
}

/// Where the holes are in a picture. Each has the mean of its part, unless the picture shows a
/// board with its holes.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub enum Holes<'b> {
    /// The largest equal blocks in which all pixels are alike, or the holes of the board that it
    /// shows.
    #[default]
    Found,
    /// This many columns and rows.
    Grid(usize, usize),
    /// The holes of this board.
    Of(&'b Board),
}

/// The pegs that a picture shows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// A rectangle of the picture's holes, or the board that the picture shows.
    pub board: Board,
    /// The holes whose parts of the picture are dark, or light where that was asked for.
    pub pegs: Position,
    /// Whether all parts are dark, of which the darkest are pegs; or all light, of which the
    /// lightest are.
    pub is_doubtful: bool,
}

impl Sampling<'_> {
    /// The pegs that a picture shows: dark ones on a light or transparent background, or light ones
    /// on a dark one; those of a board with its holes, which are smaller, in any colours.
    ///
    /// # Errors
    /// If the picture can't be read or is too large, if its grid is none of a board, or if it has
    /// pegs where the board has no holes.
    pub fn read(&self, picture: &[u8]) -> Result<Drawn, Error> {
        let picture = Picture::decode(picture)?;
        let mut shown = picture.shown_board();

        let (columns, rows) = match self.holes {
            Holes::Of(board) => (board.columns(), board.rows()),
            Holes::Grid(columns, rows) => (columns, rows),
            Holes::Found => {
                let (columns, rows) = picture.natural_grid(self.threshold);
                match &shown {
                    Some(shown) if columns * rows > MAX_HOLES => shown.size(),
                    _ => {
                        shown = None;
                        (columns, rows)
                    }
                }
            }
        };
        let board = self.board(columns, rows)?;

        if let Some(pegs) = shown.and_then(|shown| shown.pegs(&board)) {
            return Ok(Drawn {
                board,
                pegs,
                is_doubtful: false,
            });
        }
        self.divided(&picture, board)
    }

    /// The board of this size, unless another one is given.
    fn board(&self, columns: usize, rows: usize) -> Result<Board, Error> {
        if let Holes::Of(board) = self.holes {
            return Ok(board.clone());
        }

        match Board::rectangle(columns, rows) {
            Ok(board) => Ok(board),
            Err(_) if self.holes == Holes::Found => Err(Error::new(format_args!(
                "the picture has {columns} x {rows} pixels, or blocks of equal pixels, and a board \
                 at most {} holes; divide it with a grid, such as 32x32",
                grouped(MAX_HOLES as u64)
            ))),
            Err(error) => Err(error.into()),
        }
    }

    /// The pegs of a picture of which each part stands for a place of the board.
    fn divided(&self, picture: &Picture, board: Board) -> Result<Drawn, Error> {
        let (columns, rows) = (board.columns(), board.rows());
        let are_light = self.light && !picture.is_ink;

        let mut levels = picture.levels(columns, rows);
        if let Holes::Of(_) = self.holes
            && let Some(inner) = picture.trimmed(self.threshold, are_light)
        {
            let inner = inner.levels(columns, rows);
            if 2 * doubt(&inner) < doubt(&levels) {
                levels = inner;
            }
        }

        let threshold = level_of(self.threshold, &levels);
        let mut pegs = Position::default();
        for (at, &level) in levels.iter().enumerate() {
            let is_dark = level > threshold;
            if is_dark == are_light {
                continue;
            }
            let Some(hole) = board.hole_at((at % columns) as i16, (at / columns) as i16) else {
                let what = format_args!("there are pegs where {board} has no holes");
                return Err(Error::new(what));
            };
            pegs.insert(hole);
        }

        let is_doubtful = levels
            .iter()
            .all(|&level| (level > BLACK / 2) != self.light);
        Ok(Drawn {
            board,
            pegs,
            is_doubtful,
        })
    }
}

/// The holes of a board that a picture shows, row by row.
struct ShownBoard(Vec<ShownHole>);

/// A hole that a picture shows.
#[derive(Clone, Copy)]
struct ShownHole {
    column: usize,
    row: usize,
    /// The number of its pixels.
    pixels: usize,
}

impl ShownBoard {
    /// Spots that stand in columns and rows at equal distances, one at each place at most.
    fn of(spots: &[Spot]) -> Option<Self> {
        let widest = spots.iter().map(Spot::side).max()?;
        let columns = places(spots.iter().map(|spot| spot.left + spot.right), widest)?;
        let rows = places(spots.iter().map(|spot| spot.top + spot.bottom), widest)?;

        let mut holes = Vec::new();
        for ((spot, column), row) in spots.iter().zip(columns).zip(rows) {
            holes.push(ShownHole {
                column,
                row,
                pixels: spot.pixels,
            });
        }
        holes.sort_unstable_by_key(|hole| (hole.row, hole.column));

        let is_same_place =
            |one: &ShownHole, next: &ShownHole| (one.column, one.row) == (next.column, next.row);
        let has_two_at_one_place = holes
            .windows(2)
            .any(|pair| is_same_place(&pair[0], &pair[1]));
        (!has_two_at_one_place && holes.len() >= LEAST_SPOTS).then_some(Self(holes))
    }

    /// The numbers of columns and rows.
    fn size(&self) -> (usize, usize) {
        let columns = self.0.iter().map(|hole| hole.column + 1).max();
        let rows = self.0.iter().map(|hole| hole.row + 1).max();
        (columns.unwrap_or(0), rows.unwrap_or(0))
    }

    /// The pegs, which are larger than empty holes, if the board has these holes and some of them
    /// have pegs.
    fn pegs(&self, board: &Board) -> Option<Position> {
        let places = board.each_hole().map(|hole| board.picture_place(hole));
        if !places.eq(self.0.iter().map(|hole| (hole.column, hole.row))) {
            return None;
        }

        let sizes = || self.0.iter().map(|hole| hole.pixels);
        let least = sizes().min()?;
        let most = sizes().max()?;
        if 2 * most <= 3 * least {
            return None;
        }

        let holes = board.each_hole().zip(sizes());
        let pegs = holes.filter(|&(_, size)| 2 * size > least + most);
        Some(pegs.map(|(hole, _)| hole).collect())
    }
}

/// The fewest holes that are taken for a board.
const LEAST_SPOTS: usize = 9;

/// The number of the column of each spot, from the middles: they are at equal distances, and in one
/// column if they are nearer than half the width of a spot.
fn places(middles: impl Iterator<Item = usize>, widest: usize) -> Option<Vec<usize>> {
    let middles: Vec<usize> = middles.collect();
    let mut sorted = middles.clone();
    sorted.sort_unstable();
    let columns: Vec<&[usize]> = sorted
        .chunk_by(|middle, next| next - middle < widest)
        .collect();

    let mean = |column: &[usize]| column.iter().sum::<usize>() as f64 / column.len() as f64;
    let first = mean(columns.first()?);
    let last = mean(columns.last()?);
    let distance = (last - first) / (columns.len() - 1).max(1) as f64;

    if columns.len() > 1 {
        for (number, column) in columns.iter().enumerate() {
            let off = |middle: usize| (middle as f64 - first - distance * number as f64).abs();
            if column.iter().any(|&middle| off(middle) >= distance / 4.0) {
                return None;
            }
        }
    }

    let place = |middle: usize| ((middle as f64 - first) / distance.max(1.0)).round() as usize;
    Some(middles.into_iter().map(place).collect())
}

/// Pixels that hang together and differ from what is around them.
struct Spot {
    left: usize,
    right: usize,
    top: usize,
    bottom: usize,
    pixels: usize,
}

impl Spot {
    /// A spot of one pixel.
    fn of_pixel(x: usize, y: usize) -> Self {
        Self {
            left: x,
            right: x,
            top: y,
            bottom: y,
            pixels: 1,
        }
    }

    /// The longer side of the square around it.
    fn side(&self) -> usize {
        (self.right - self.left).max(self.bottom - self.top) + 1
    }

    fn add(&mut self, x: usize, y: usize) {
        self.left = self.left.min(x);
        self.right = self.right.max(x);
        self.top = self.top.min(y);
        self.bottom = self.bottom.max(y);
        self.pixels += 1;
    }

    /// Whether it may be a hole: what is at the edge of a picture of this size is none, nor what
    /// reaches across most of it, such as the edge of a board, nor a speck.
    fn may_be_a_hole(&self, columns: usize, rows: usize) -> bool {
        let is_inside =
            self.left > 0 && self.top > 0 && self.right + 1 < columns && self.bottom + 1 < rows;
        let is_large =
            2 * (self.right - self.left) > columns || 2 * (self.bottom - self.top) > rows;

        is_inside && !is_large && self.pixels > 3
    }
}

/// How much darker or lighter than the ground a spot is: little in dim pictures, more where the
/// edge of a board is not far from its ground.
const DIFFERENT: [i32; 2] = [20 << 8, 32 << 8];

/// The side of the picture in which a board is looked for.
const LOOKED_AT: usize = 1024;

/// The level of black. That of white is 0.
const BLACK: i32 = 255 << 8;

/// Levels that are nearer than this are those of a paper or a scan.
const ALIKE: i32 = 12 << 8;

/// The level above which a part is dark.
fn level_of(threshold: Option<u8>, levels: &[i32]) -> i32 {
    match threshold {
        Some(percent) => BLACK * i32::from(percent) / 100,
        None => separating(levels),
    }
}

/// The level that separates dark parts best from light ones, by Otsu's method: the squared distance
/// of their means, times the share of each, is largest. Of equally good levels, the middle. If all
/// parts are nearly alike, half of black.
fn separating(levels: &[i32]) -> i32 {
    let least = levels.iter().min().unwrap_or(&0);
    let most = levels.iter().max().unwrap_or(&0);
    if most - least < ALIKE {
        return BLACK / 2;
    }

    let mut parts = [0u64; 256];
    for level in levels {
        parts[(level >> 8) as usize] += 1;
    }
    let count = levels.len() as f64;
    let mut sum = 0.0;
    for (level, &parts) in (0u32..).zip(&parts) {
        sum += f64::from(level) * parts as f64;
    }

    // The parts that are as light as a level, or lighter.
    let mut lighter = 0.0;
    let mut lighter_sum = 0.0;
    let mut best_value = 0.0;
    let mut best = 127..=127;
    for (level, &parts) in (0i32..).zip(&parts[..255]) {
        lighter += parts as f64;
        lighter_sum += f64::from(level) * parts as f64;

        let between = sum * lighter - lighter_sum * count;
        let value = between * between / (lighter * (count - lighter)).max(1.0);
        if value > best_value {
            best_value = value;
            best = level..=level;
        } else if value == best_value && value > 0.0 {
            best = *best.start()..=level;
        }
    }
    ((best.start() + best.end()) << 7) + 255
}

/// How far the parts are from the lightest and the darkest of them, in all.
fn doubt(levels: &[i32]) -> i64 {
    let least = *levels.iter().min().unwrap_or(&0);
    let most = *levels.iter().max().unwrap_or(&0);

    levels
        .iter()
        .map(|&level| i64::from((level - least).min(most - level)))
        .sum()
}

impl Picture {
    fn decode(bytes: &[u8]) -> Result<Self, Error> {
        let kind = FileKind::of(bytes);
        ensure!(
            is_picture(bytes) || matches!(kind, FileKind::Data | FileKind::Text),
            "this is {}: save it as a PNG, GIF, BMP, JPEG or WebP, which are read",
            kind.name()
        );

        // The header's size is checked before anything is allocated for it.
        let mut limits = Limits::no_limits();
        limits.max_alloc = Some(MAX_PIXELS * 8);
        let mut reader = ImageReader::new(Cursor::new(bytes))
            .with_guessed_format()
            .map_err(|error| unreadable(ImageError::IoError(error)))?;
        reader.limits(limits);
        let mut decoder = reader.into_decoder().map_err(unreadable)?;

        let (columns, rows) = decoder.dimensions();
        let pixels = u64::from(columns) * u64::from(rows);
        ensure!(pixels > 0, "the picture has no pixels");
        ensure!(
            pixels <= MAX_PIXELS,
            "the picture has {columns} x {rows} pixels; the maximum is {} in total: make it \
             smaller",
            grouped(MAX_PIXELS)
        );

        // As it was compressed, and the darkness, perhaps turned.
        let bytes_per_pixel = u64::from(decoder.color_type().bytes_per_pixel()) + 2;
        memory::require("the picture", pixels * bytes_per_pixel)?;

        // How a camera was held.
        let turn = decoder.orientation().map_err(unreadable)?;
        let pixels = DynamicImage::from_decoder(decoder).map_err(unreadable)?;
        Ok(Self::of(&pixels, turn))
    }

    /// The darkness of pixels.
    fn of(pixels: &DynamicImage, turn: Orientation) -> Self {
        let is_ink = is_ink(pixels);
        let (columns, rows) = (pixels.width(), pixels.height());
        let mut levels = Vec::with_capacity(columns as usize * rows as usize);
        if is_ink {
            levels.extend(samples(pixels).map(|[_, _, _, alpha]| alpha));
        } else {
            levels.extend(samples(pixels).map(darkness));
        }

        let mut turned = GrayImage::default();
        if let Some(grey) = GrayImage::from_raw(columns, rows, levels) {
            let mut grey = DynamicImage::from(grey);
            grey.apply_orientation(turn);
            turned = grey.into_luma8();
        }
        Self {
            columns: turned.width() as usize,
            rows: turned.height() as usize,
            darkness: turned.into_raw(),
            is_ink,
        }
    }

    /// The board that the picture shows: spots in columns and rows on a ground of one colour, such
    /// as one of the most frequent.
    fn shown_board(&self) -> Option<ShownBoard> {
        let side = self.columns.max(self.rows).div_ceil(LOOKED_AT);
        let (columns, rows) = (self.columns / side, self.rows / side);
        if columns == 0 || rows == 0 {
            return None;
        }

        let levels = self.levels(columns, rows);
        for ground in grounds(&levels) {
            for far in DIFFERENT {
                let differs: Vec<bool> = levels
                    .iter()
                    .map(|level| (level - ground).abs() > far)
                    .collect();
                if let Some(shown) = ShownBoard::of(&spots(&differs, columns)) {
                    return Some(shown);
                }
            }
        }
        None
    }

    /// The mean level of each part of the picture, row by row. A pixel counts for each part with
    /// what lies in it.
    fn levels(&self, columns: usize, rows: usize) -> Vec<i32> {
        // In units of which a pixel has `columns` across, and a part as many as the picture has
        // pixels.
        let shares = |part: usize, parts: usize, pixels: usize| {
            let start = part * pixels;
            let end = start + pixels;
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

        (0..columns * rows)
            .map(|at| level(at % columns, at / columns))
            .collect()
    }

    fn pixel_levels(&self) -> Vec<i32> {
        self.darkness
            .iter()
            .map(|&dark| i32::from(dark) << 8)
            .collect()
    }

    /// The picture without its margins, if it has any pegs.
    fn trimmed(&self, threshold: Option<u8>, light: bool) -> Option<Self> {
        let levels = self.pixel_levels();
        let level = level_of(threshold, &levels);
        let is_peg = |at: &usize| (levels[*at] > level) != light;
        let pegs = || (0..levels.len()).filter(is_peg);

        let across = || pegs().map(|at| at % self.columns);
        let columns = across().min()?..across().max()? + 1;
        let rows = pegs().next()? / self.columns..pegs().next_back()? / self.columns + 1;

        let row = |y: usize| &self.darkness[y * self.columns..][columns.clone()];
        let darkness: Vec<u8> = rows.clone().flat_map(row).copied().collect();
        Some(Self {
            columns: columns.len(),
            rows: rows.len(),
            darkness,
            ..*self
        })
    }

    /// The number of blocks in a row and in a column, if these are as large as they can be with
    /// pixels that are alike.
    fn natural_grid(&self, threshold: Option<u8>) -> (usize, usize) {
        let levels = self.pixel_levels();
        let level = level_of(threshold, &levels);

        let dark = |x: usize, y: usize| levels[y * self.columns + x] > level;
        let is_uniform = |block: usize| {
            (0..self.rows).all(|y| {
                (0..self.columns).all(|x| dark(x, y) == dark(x - x % block, y - y % block))
            })
        };
        let divides =
            |block: usize| self.columns.is_multiple_of(block) && self.rows.is_multiple_of(block);

        let mut blocks = (1..=self.columns.min(self.rows)).rev();
        let block = blocks
            .find(|&block| divides(block) && is_uniform(block))
            .unwrap_or(1);
        (self.columns / block, self.rows / block)
    }
}

/// Why a picture can't be read.
fn unreadable(error: ImageError) -> Error {
    let why = match error {
        // The decoder's words would only puzzle.
        ImageError::Decoding(error) if error.format_hint() == ImageFormat::Jpeg.into() => {
            "the JPEG is damaged, or not complete".to_owned()
        }
        error => error.to_string(),
    };
    let why = why.trim_end();

    Error::new(format_args!(
        "this is not a readable PNG, GIF, BMP, JPEG or WebP: {why}"
    ))
}

/// Whether the opaque pixels of a picture have one light colour, and others are transparent.
fn is_ink(pixels: &DynamicImage) -> bool {
    if !pixels.color().has_alpha() {
        return false;
    }

    let mut is_clear = false;
    let mut lightest = 0;
    let mut darkest = 255;
    for [red, green, blue, alpha] in samples(pixels) {
        if alpha < 128 {
            is_clear = true;
        } else {
            let luma = luma(red, green, blue);
            lightest = lightest.max(luma);
            darkest = darkest.min(luma);
        }
    }
    // If no pixel is opaque, the lightest is darker than the darkest.
    is_clear && darkest >= 128 && (darkest..=darkest + 32).contains(&lightest)
}

/// The four most frequent levels, each the mean of those that are much the same.
fn grounds(levels: &[i32]) -> Vec<i32> {
    let mut counts = [0_usize; 32];
    let mut sums = [0_i64; 32];
    for &level in levels {
        let kind = (level >> 11) as usize;
        counts[kind] += 1;
        sums[kind] += i64::from(level);
    }

    let mut frequent: Vec<usize> = (0..32).collect();
    frequent.sort_by_key(|&kind| std::cmp::Reverse(counts[kind]));
    frequent.truncate(4);

    let mean = |kind: usize| (sums[kind] / counts[kind].max(1) as i64) as i32;
    frequent.into_iter().map(mean).collect()
}

/// The spots of a picture that is this wide, which may be holes.
fn spots(differs: &[bool], columns: usize) -> Vec<Spot> {
    let rows = differs.len() / columns;
    let mut rest = differs.to_vec();

    let mut spots = Vec::new();
    for first in 0..rest.len() {
        if !rest[first] {
            continue;
        }
        rest[first] = false;
        let mut spot = Spot::of_pixel(first % columns, first / columns);

        let mut pixels = vec![first];
        while let Some(at) = pixels.pop() {
            let (x, y) = (at % columns, at / columns);
            let beside = [
                (x > 0).then(|| at - 1),
                (x + 1 < columns).then(|| at + 1),
                (y > 0).then(|| at - columns),
                (y + 1 < rows).then(|| at + columns),
            ];
            for next in beside.into_iter().flatten() {
                if rest[next] {
                    rest[next] = false;
                    spot.add(next % columns, next / columns);
                    pixels.push(next);
                }
            }
        }
        if spot.may_be_a_hole(columns, rows) {
            spots.push(spot);
        }
    }
    spots
}

/// Red, green, blue and opacity of each pixel, row by row.
fn samples(pixels: &DynamicImage) -> Box<dyn Iterator<Item = [u8; 4]> + '_> {
    match pixels {
        DynamicImage::ImageLuma8(grey) => {
            Box::new(grey.as_raw().iter().map(|&grey| [grey, grey, grey, 255]))
        }
        DynamicImage::ImageRgb8(rgb) => Box::new(
            rgb.as_raw()
                .as_chunks()
                .0
                .iter()
                .map(|&[r, g, b]| [r, g, b, 255]),
        ),
        DynamicImage::ImageRgba8(rgba) => Box::new(rgba.as_raw().as_chunks().0.iter().copied()),
        // In strips: a copy of all pixels may need gigabytes.
        _ => {
            let (width, height) = (pixels.width(), pixels.height());
            let strip = move |y| {
                pixels
                    .crop_imm(0, y, width, STRIP.min(height - y))
                    .into_rgba8()
            };
            let strips = (0..height).step_by(STRIP as usize).map(strip);
            Box::new(
                strips.flat_map(|strip| strip.pixels().map(|pixel| pixel.0).collect::<Vec<_>>()),
            )
        }
    }
}

/// The rows of a strip of pixels.
const STRIP: u32 = 64;

/// The darkness of a pixel.
fn darkness([red, green, blue, alpha]: [u8; 4]) -> u8 {
    ((255 - luma(red, green, blue)) * u32::from(alpha) / 255) as u8
}

/// The perceived brightness of a colour, with the weights of ITU-R BT.601.
fn luma(red: u8, green: u8, blue: u8) -> u32 {
    (299 * u32::from(red) + 587 * u32::from(green) + 114 * u32::from(blue)) / 1000
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_without_opaque_pixels_has_no_ink() {
        let picture = Picture::of(&DynamicImage::new_rgba8(5, 7), Orientation::NoTransforms);

        assert!(!picture.is_ink);
        assert!(picture.darkness.iter().all(|&level| level == 0));
    }
}
