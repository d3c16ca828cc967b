//! The pictures from which frames are put together, drawn once with anti-aliasing: a whole board for
//! each look of its holes, and single pegs for those under way.

use tiny_skia::{
    Color, FillRule, GradientStop, Paint, Path, PathBuilder, Pixmap, PixmapPaint, Point,
    RadialGradient, Rect as SkiaRect, Shader, SpreadMode, Stroke, Transform,
};

use super::geometry::Geometry;
use super::theme::{Colour, PegTheme, Theme};

/// What can be seen in a hole.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Look {
    /// An empty hole.
    Empty,
    /// A peg.
    Peg,
    /// The peg that jumped last.
    Jumping,
    /// The hole of the peg that was jumped over last.
    Jumped,
}

impl Look {
    pub const ALL: [Self; 4] = [Self::Empty, Self::Peg, Self::Jumping, Self::Jumped];
}

/// In how many steps a jumped peg shrinks.
pub(super) const SHRINK_STEPS: usize = 24;

/// The pictures.
pub(super) struct Sprites {
    /// A board with this look in every hole, for each look that is used.
    pub boards: Vec<Pixmap>,
    /// A peg alone, in the sizes to which it shrinks: the last is the whole peg.
    pub pegs: Vec<Pixmap>,
    /// The same, for the peg that jumps, highlighted.
    pub jumping: Vec<Pixmap>,
}

impl Sprites {
    /// Draws them. `smooth`: with pegs under way; `marks`: with marked jumps.
    pub fn draw(theme: &Theme, geometry: &Geometry, smooth: bool, marks: bool) -> Self {
        let cell = geometry.cells.first().map_or((1, 1), |cell| (cell.width, cell.height));
        let marked = PegTheme {
            colour: theme.highlight.jumping,
            light: None,
            dark: None,
            ..theme.peg.clone()
        };
        let looks = if marks { &Look::ALL[..] } else { &Look::ALL[..2] };
        let ground = ground(theme, geometry);
        let boards = looks
            .iter()
            .map(|look| {
                let mut sprite = blank(cell);
                match look {
                    Look::Empty => hole(&mut sprite, theme, geometry.pitch, None),
                    Look::Jumped => {
                        hole(&mut sprite, theme, geometry.pitch, Some(theme.highlight.jumped));
                    }
                    Look::Peg => {
                        hole(&mut sprite, theme, geometry.pitch, None);
                        peg(&mut sprite, &theme.peg, geometry.pitch, 1.0);
                    }
                    Look::Jumping => {
                        hole(&mut sprite, theme, geometry.pitch, None);
                        peg(&mut sprite, &marked, geometry.pitch, 1.0);
                    }
                }
                let mut board = ground.clone();
                for cell in &geometry.cells {
                    let (x, y) = (cell.left as i32, cell.top as i32);
                    let paint = PixmapPaint::default();
                    board.draw_pixmap(x, y, sprite.as_ref(), &paint, Transform::identity(), None);
                }
                board
            })
            .collect();
        let sizes = |theme: &PegTheme| {
            let sprite = |step: usize| {
                let mut sprite = blank(cell);
                peg(&mut sprite, theme, geometry.pitch, step as f32 / SHRINK_STEPS as f32);
                sprite
            };
            (0..=SHRINK_STEPS).map(sprite).collect()
        };
        let pegs = if smooth { sizes(&theme.peg) } else { Vec::new() };
        let jumping = if smooth && marks { sizes(&marked) } else { Vec::new() };
        Self { boards, pegs, jumping }
    }
}

/// A picture with nothing on it.
fn blank((width, height): (u32, u32)) -> Pixmap {
    Pixmap::new(width.max(1), height.max(1)).expect("sizes are checked by the geometry")
}

/// The board without holes.
fn ground(theme: &Theme, geometry: &Geometry) -> Pixmap {
    let mut pixmap = blank(geometry.board);
    pixmap.fill(colour(theme.background));
    let (width, height) = (geometry.board.0 as f32, geometry.board.1 as f32);
    let pitch = geometry.pitch as f32;
    let radius = (theme.board.corner * pitch).min(width / 2.0).min(height / 2.0);
    let line = if theme.board.edge.rgba[3] > 0 { (pitch / 16.0).max(1.0) } else { 0.0 };
    let Some(outer) = rounded(0.0, width, height, radius) else { return pixmap };
    fill(&mut pixmap, &outer, solid(theme.board.colour));
    if theme.board.grain.rgba[3] > 0 {
        grain(&mut pixmap, theme.board.grain, pitch, line);
    }
    if line > 0.0
        && let Some(path) = rounded(line / 2.0, width, height, (radius - line / 2.0).max(0.0))
    {
        let paint = Paint { shader: solid(theme.board.edge), anti_alias: true, ..Paint::default() };
        let stroke = Stroke { width: line, ..Stroke::default() };
        pixmap.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
    }
    pixmap
}

/// Lines along the board, each waving a little in its own way, always the same.
fn grain(pixmap: &mut Pixmap, of: Colour, pitch: f32, edge: f32) {
    let (width, height) = (pixmap.width() as f32, pixmap.height() as f32);
    let stroke = Stroke { width: (pitch / 20.0).max(0.6), ..Stroke::default() };
    let paint = Paint { shader: solid(of), anti_alias: true, ..Paint::default() };
    let mut x = pitch * 0.25;
    let mut number = 0.0_f32;
    while x < width - pitch * 0.2 {
        let mut path = PathBuilder::new();
        let mut y = pitch * 0.1 + edge;
        path.move_to(x, y);
        while y < height - pitch * 0.3 - edge {
            let wave = (y / pitch * 0.9 + number * 2.3).sin() * pitch * 0.09;
            y += pitch * 0.2;
            path.line_to(x + wave, y);
        }
        if let Some(path) = path.finish() {
            pixmap.stroke_path(&path, &paint, &stroke, Transform::identity(), None);
        }
        number += 1.0;
        x += pitch * (0.34 + 0.16 * (number * 1.7).sin());
    }
}

/// An empty hole in the middle of a sprite.
fn hole(sprite: &mut Pixmap, theme: &Theme, pitch: u32, marked: Option<Colour>) {
    let (x, y) = (sprite.width() as f32 / 2.0, sprite.height() as f32 / 2.0);
    let radius = theme.hole.size * pitch as f32 / 2.0;
    let depth = radius * 0.16;
    disc(sprite, (x, y + depth), radius, solid(theme.hole.light));
    disc(sprite, (x, y - depth * 0.5), radius, solid(theme.hole.shade));
    disc(sprite, (x, y), radius * if marked.is_some() { 1.15 } else { 1.0 }, {
        solid(marked.unwrap_or(theme.hole.colour))
    });
}

/// A peg in the middle of a sprite, this share of its size.
fn peg(sprite: &mut Pixmap, theme: &PegTheme, pitch: u32, share: f32) {
    let middle = (sprite.width() as f32 / 2.0, sprite.height() as f32 / 2.0);
    let radius = theme.size * pitch as f32 / 2.0 * share;
    if radius <= 0.0 {
        return;
    }
    let (x, y) = middle;
    let room = sprite.width().min(sprite.height()) as f32 / 2.0;
    if theme.glow.rgba[3] > 0 {
        let reach = room * share;
        let stops = [(radius / reach * 0.7, theme.glow), (1.0, clear(theme.glow))];
        disc(sprite, middle, reach, radial(middle, middle, reach, &stops));
    }
    if theme.shadow.rgba[3] > 0 {
        let below = (x, y + radius * 0.16);
        let reach = radius * 1.16;
        let stops = [(0.8, theme.shadow), (1.0, clear(theme.shadow))];
        disc(sprite, below, reach, radial(below, below, reach, &stops));
    }
    let (light, dark) = (theme.light.unwrap_or(theme.colour), theme.dark.unwrap_or(theme.colour));
    let focus = (x - radius * 0.35, y - radius * 0.4);
    let stops = [(0.0, light), (0.45, theme.colour), (1.0, dark)];
    disc(sprite, middle, radius, radial(focus, middle, radius * 1.05, &stops));
    if theme.shine.rgba[3] > 0 {
        let at = (x - radius * 0.32, y - radius * 0.38);
        let reach = radius * 0.38;
        let stops = [(0.2, theme.shine), (1.0, clear(theme.shine))];
        disc(sprite, at, reach, radial(at, at, reach, &stops));
    }
}

/// A filled circle.
fn disc(sprite: &mut Pixmap, (x, y): (f32, f32), radius: f32, shader: Shader<'_>) {
    if radius > 0.0
        && let Some(path) = PathBuilder::from_circle(x, y, radius)
    {
        fill(sprite, &path, shader);
    }
}

fn fill(pixmap: &mut Pixmap, path: &Path, shader: Shader<'_>) {
    let paint = Paint { shader, anti_alias: true, ..Paint::default() };
    pixmap.fill_path(path, &paint, FillRule::Winding, Transform::identity(), None);
}

fn radial(
    focus: (f32, f32),
    middle: (f32, f32),
    radius: f32,
    stops: &[(f32, Colour)],
) -> Shader<'static> {
    let stops = stops.iter().map(|&(at, of)| GradientStop::new(at, colour(of))).collect();
    RadialGradient::new(
        Point::from_xy(focus.0, focus.1),
        0.0,
        Point::from_xy(middle.0, middle.1),
        radius,
        stops,
        SpreadMode::Pad,
        Transform::identity(),
    )
    .unwrap_or(Shader::SolidColor(Color::TRANSPARENT))
}

/// A rectangle with round corners, this far inside the edges.
fn rounded(inset: f32, width: f32, height: f32, radius: f32) -> Option<Path> {
    let (left, top, right, bottom) = (inset, inset, width - inset, height - inset);
    if radius <= 0.0 {
        return Some(PathBuilder::from_rect(SkiaRect::from_ltrb(left, top, right, bottom)?));
    }
    // The distance of a cubic's handles from the corner, for a quarter of a circle.
    let handle = radius * (1.0 - 0.552_284_8);
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(right - handle, top, right, top + handle, right, top + radius);
    path.line_to(right, bottom - radius);
    path.cubic_to(right, bottom - handle, right - handle, bottom, right - radius, bottom);
    path.line_to(left + radius, bottom);
    path.cubic_to(left + handle, bottom, left, bottom - handle, left, bottom - radius);
    path.line_to(left, top + radius);
    path.cubic_to(left, top + handle, left + handle, top, left + radius, top);
    path.close();
    path.finish()
}

fn solid(of: Colour) -> Shader<'static> {
    Shader::SolidColor(colour(of))
}

fn clear(of: Colour) -> Colour {
    let [r, g, b, _] = of.rgba;
    Colour { rgba: [r, g, b, 0] }
}

fn colour(of: Colour) -> Color {
    let [r, g, b, a] = of.rgba;
    Color::from_rgba8(r, g, b, a)
}
