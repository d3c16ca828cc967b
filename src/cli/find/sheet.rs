//! A sheet of patterns side by side, the design first, as SVG or PNG; pegs added and removed are marked.

use std::fmt::Write as _;
use std::path::Path;

use anyhow::{Context, Result};
use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Stroke, Transform};

use crate::board::{Board, Position};
use crate::cli::Usage;

/// What a sheet is written as.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Format {
    Svg,
    Png,
}

impl Format {
    /// The format that a file's name says.
    pub(super) fn of(path: &Path) -> Result<Self> {
        if path == Path::new("-") {
            return Ok(Self::Svg);
        }
        match path.extension().and_then(|extension| extension.to_str()) {
            Some("svg") => Ok(Self::Svg),
            Some("png") => Ok(Self::Png),
            _ => {
                let path = path.display();
                Err(Usage(format!("--output: {path} is to end in .png or .svg")).into())
            }
        }
    }
}

/// Pixels from hole to hole.
const STEP: f32 = 12.0;

/// A peg's radius.
const RADIUS: f32 = 5.0;

/// Patterns in a row of the sheet.
const ACROSS: usize = 12;

/// How a hole is drawn.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Kept,
    Added,
    Removed,
    Empty,
}

/// A mark with its middle on the sheet.
struct Spot {
    x: f32,
    y: f32,
    mark: Mark,
}

/// Draws the design, and then each pattern with what it has added to and removed from its own design.
pub(super) fn draw(
    board: &Board,
    design: Position,
    patterns: impl Iterator<Item = (Position, Position)>,
    format: Format,
) -> Result<Vec<u8>> {
    let pairs: Vec<_> = std::iter::once((design, design)).chain(patterns).collect();
    let place = |hole| board.picture_place(hole);
    let across = board.full().holes().map(|hole| place(hole).0 + 1).max().unwrap_or(1);
    let (cell_width, cell_height) = (across + 2, board.rows() + 2);
    let columns = pairs.len().min(ACROSS);
    let rows = pairs.len().div_ceil(ACROSS);
    let mut spots = Vec::new();
    for (number, &(design, pattern)) in pairs.iter().enumerate() {
        let left = number % ACROSS * cell_width + 1;
        let top = number / ACROSS * cell_height + 1;
        for hole in board.full().holes() {
            let (x, y) = place(hole);
            let mark = match (design.has(hole), pattern.has(hole)) {
                (true, true) => Mark::Kept,
                (false, true) => Mark::Added,
                (true, false) => Mark::Removed,
                (false, false) => Mark::Empty,
            };
            let middle = |at: usize| (at as f32 + 0.5) * STEP;
            spots.push(Spot { x: middle(left + x), y: middle(top + y), mark });
        }
    }
    let (width, height) = (columns * cell_width, rows * cell_height);
    let size = (width as u32 * STEP as u32, height as u32 * STEP as u32);
    match format {
        Format::Svg => Ok(svg(size, &spots)),
        Format::Png => png(size, &spots),
    }
}

impl Mark {
    /// Radius, colour, and whether only the ring is drawn.
    const fn look(self) -> (f32, [u8; 3], bool) {
        match self {
            Self::Kept => (RADIUS, [0x22, 0x22, 0x2a], false),
            Self::Added => (RADIUS, [0x1b, 0x74, 0xd8], false),
            Self::Removed => (RADIUS - 1.0, [0xd0, 0x3a, 0x2b], true),
            Self::Empty => (1.2, [0xc8, 0xc8, 0xce], false),
        }
    }
}

fn svg((width, height): (u32, u32), spots: &[Spot]) -> Vec<u8> {
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\">\n<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for spot in spots {
        let (radius, [r, g, b], ring) = spot.mark.look();
        let colour = format!("#{r:02x}{g:02x}{b:02x}");
        let fill = if ring {
            format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.6\"")
        } else {
            format!("fill=\"{colour}\"")
        };
        let (x, y) = (spot.x, spot.y);
        // Writing to a string can't fail.
        let _ = writeln!(svg, "<circle cx=\"{x}\" cy=\"{y}\" r=\"{radius}\" {fill}/>");
    }
    svg.push_str("</svg>\n");
    svg.into_bytes()
}

fn png((width, height): (u32, u32), spots: &[Spot]) -> Result<Vec<u8>> {
    let too_large = || {
        Usage(format!(
            "a sheet of {width} x {height} pixels is too large for PNG: lower --limit, or write .svg"
        ))
    };
    if u64::from(width) * u64::from(height) > 1 << 26 {
        return Err(too_large().into());
    }
    let mut pixmap = Pixmap::new(width, height).ok_or_else(too_large)?;
    pixmap.fill(Color::WHITE);
    for spot in spots {
        let (radius, [r, g, b], ring) = spot.mark.look();
        let Some(circle) = PathBuilder::from_circle(spot.x, spot.y, radius) else { continue };
        let mut paint = Paint { anti_alias: true, ..Paint::default() };
        paint.set_color_rgba8(r, g, b, 255);
        if ring {
            let stroke = Stroke { width: 1.6, ..Stroke::default() };
            pixmap.stroke_path(&circle, &paint, &stroke, Transform::identity(), None);
        } else {
            pixmap.fill_path(&circle, &paint, FillRule::Winding, Transform::identity(), None);
        }
    }
    pixmap.encode_png().context("can't encode the sheet as PNG")
}
