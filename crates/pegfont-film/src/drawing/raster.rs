//! Draws anti-aliased pixels. Has no fonts: the caller turns words into other marks.

use std::io;

use tiny_skia::{
    Color, FillRule, GradientStop, Paint, Path, PathBuilder, Pixmap, Point as SkiaPoint,
    RadialGradient, Rect, Shader, SpreadMode, Stroke, Transform,
};

use super::{Colour, Drawing, Fill, Line, Mark, Point, Words};
use crate::Error;
use peg_solitaire::memory;

pub const MAX_PIXELS: u32 = 100_000_000;

/// Turns words into other marks.
pub type Lettering<'l> = &'l dyn Fn(&Words) -> Vec<Mark>;

/// Returns the drawing as a PNG file with `scale` pixels per unit.
///
/// # Errors
/// If the scale is not a positive number, or there would be too many pixels.
pub fn png(drawing: &Drawing, scale: f32, lettering: Lettering<'_>) -> Result<Vec<u8>, Error> {
    let picture = picture(drawing, scale, lettering)?;
    let mut file = Vec::new();
    encode(&picture, drawing.ground.is_opaque(), &mut file).map_err(io::Error::other)?;
    Ok(file)
}

/// Rasterises the drawing.
fn picture(drawing: &Drawing, scale: f32, lettering: Lettering<'_>) -> Result<Pixmap, Error> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(Error::Scale(scale));
    }
    let pixels = |length: f32| (f64::from(length) * f64::from(scale)).ceil().max(1.0);
    let (width, height) = (pixels(drawing.size.0), pixels(drawing.size.1));
    let too_large = || Error::LargeScale { width, height };
    if width * height > f64::from(MAX_PIXELS) {
        return Err(too_large());
    }
    // The pixels, and a copy for compression.
    memory::require("the picture", (8.0 * width * height) as u64)?;
    let mut pixmap = Pixmap::new(width as u32, height as u32).ok_or_else(too_large)?;
    pixmap.fill(colour(drawing.ground));
    let brush = Brush { parts: &drawing.parts, lettering };
    brush.draw(&mut pixmap, &drawing.marks, Transform::from_scale(scale, scale));
    Ok(pixmap)
}

fn encode(picture: &Pixmap, opaque: bool, file: &mut Vec<u8>) -> Result<(), png::EncodingError> {
    let mut encoder = png::Encoder::new(file, picture.width(), picture.height());
    encoder.set_color(if opaque { png::ColorType::Rgb } else { png::ColorType::Rgba });
    encoder.set_compression(png::Compression::High);
    let parts = if opaque { 3 } else { 4 };
    let mut bytes = Vec::with_capacity(picture.pixels().len() * parts);
    bytes.extend(picture.pixels().iter().flat_map(|pixel| {
        let pixel = pixel.demultiply();
        [pixel.red(), pixel.green(), pixel.blue(), pixel.alpha()].into_iter().take(parts)
    }));
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&bytes)?;
    writer.finish()
}

/// Draws marks onto existing pixels, one pixel per unit. The marks must not contain parts or words.
pub(crate) fn draw(pixmap: &mut Pixmap, marks: &[Mark]) {
    Brush { parts: &[], lettering: &|_| Vec::new() }.draw(pixmap, marks, Transform::identity());
}

/// What the marks refer to.
struct Brush<'d> {
    parts: &'d [Vec<Mark>],
    lettering: Lettering<'d>,
}

impl Brush<'_> {
    fn draw(&self, pixmap: &mut Pixmap, marks: &[Mark], to: Transform) {
        for mark in marks {
            self.mark(pixmap, mark, to);
        }
    }

    fn mark(&self, pixmap: &mut Pixmap, mark: &Mark, to: Transform) {
        match mark {
            Mark::Disc { centre, radius, fill: of } => {
                let path = PathBuilder::from_circle(centre.0, centre.1, *radius);
                fill(pixmap, path, shader(of, *centre, *radius), to);
            }
            Mark::Dots { centres, radius, colour: of } => {
                let mut path = PathBuilder::new();
                for &(x, y) in centres {
                    path.push_circle(x, y, *radius);
                }
                fill(pixmap, path.finish(), solid(*of), to);
            }
            Mark::Ring { centre, radius, line } => {
                stroke(pixmap, PathBuilder::from_circle(centre.0, centre.1, *radius), *line, to);
            }
            Mark::Box { corner, size, radius, fill: of, edge } => {
                fill(pixmap, rounded(*corner, *size, 0.0, *radius), solid(*of), to);
                if let Some(edge) = edge {
                    let inset = edge.width / 2.0;
                    let path = rounded(*corner, *size, inset, (radius - inset).max(0.0));
                    stroke(pixmap, path, *edge, to);
                }
            }
            Mark::Path { points, line } => {
                let mut path = PathBuilder::new();
                if let Some((first, rest)) = points.split_first() {
                    path.move_to(first.0, first.1);
                    rest.iter().for_each(|point| path.line_to(point.0, point.1));
                }
                stroke(pixmap, path.finish(), *line, to);
            }
            Mark::Words(words) => {
                let (x, y) = words.at;
                self.draw(
                    pixmap,
                    &(self.lettering)(words),
                    to.pre_rotate_at(words.turned.into(), x, y),
                );
            }
            Mark::Part { number, place: super::Place { at, scale } } => {
                let marks = self.parts.get(*number).map_or(&[][..], Vec::as_slice);
                self.draw(pixmap, marks, to.pre_translate(at.0, at.1).pre_scale(*scale, *scale));
            }
            Mark::Group { at, marks } => self.draw(pixmap, marks, to.pre_translate(at.0, at.1)),
            Mark::Playing { mark, rest: super::Place { at, scale }, .. } => {
                self.mark(pixmap, mark, to.pre_translate(at.0, at.1).pre_scale(*scale, *scale));
            }
        }
    }
}

fn fill(pixmap: &mut Pixmap, path: Option<Path>, shader: Shader<'_>, to: Transform) {
    let paint = Paint { shader, anti_alias: true, ..Paint::default() };
    if let Some(path) = path {
        pixmap.fill_path(&path, &paint, FillRule::Winding, to, None);
    }
}

fn stroke(pixmap: &mut Pixmap, path: Option<Path>, line: Line, to: Transform) {
    let paint = Paint { shader: solid(line.colour), anti_alias: true, ..Paint::default() };
    let stroke = Stroke { width: line.width, ..Stroke::default() };
    if let Some(path) = path {
        pixmap.stroke_path(&path, &paint, &stroke, to, None);
    }
}

fn shader(of: &Fill, (x, y): Point, radius: f32) -> Shader<'static> {
    let (focus, stops) = match of {
        Fill::Plain(colour) => return solid(*colour),
        Fill::Radial { focus, stops } => (focus, stops),
    };
    let stops = stops.iter().map(|&(at, of)| GradientStop::new(at, colour(of))).collect();
    // An off-centre gradient ends beyond the edge. Otherwise the edge pixels would have the last colour alone.
    let reach = if *focus == (0.0, 0.0) { radius } else { radius * 1.05 };
    RadialGradient::new(
        SkiaPoint::from_xy(x + radius * focus.0, y + radius * focus.1),
        0.0,
        SkiaPoint::from_xy(x, y),
        reach,
        stops,
        SpreadMode::Pad,
        Transform::identity(),
    )
    .unwrap_or(Shader::SolidColor(Color::TRANSPARENT))
}

/// A rounded rectangle, inset from its edges.
fn rounded((x, y): Point, (width, height): Point, inset: f32, radius: f32) -> Option<Path> {
    let (left, top) = (x + inset, y + inset);
    let (right, bottom) = (x + width - inset, y + height - inset);
    if radius <= 0.0 {
        return Some(PathBuilder::from_rect(Rect::from_ltrb(left, top, right, bottom)?));
    }
    // The distance of the control points from the corner, for a quarter circle.
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

fn colour(of: Colour) -> Color {
    let [r, g, b, a] = of.rgba;
    Color::from_rgba8(r, g, b, a)
}
