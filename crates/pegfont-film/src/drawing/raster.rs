//! Draws anti-aliased pixels, and writes drawings as PNG files. Words are set in the typeface of
//! print.

use std::io::{self, Write};

use skrifa::MetadataProvider as _;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::DrawSettings;
use skrifa::outline::pen::PathElement;
use tiny_skia::{
    Color, FillRule, GradientStop, Paint, Path, PathBuilder, Pixmap, Point as SkiaPoint,
    RadialGradient, Rect, Shader, SpreadMode, Stroke, Transform,
};

use super::palette::{MOST_COLOURS, Mapper, Pixel};
use super::pixels::check_size;
use super::typeface;
use super::{Anchor, Colour, Drawing, Element, Fill, Line, Place, Point, Shown, Words};
use crate::Error;
use pegfont_base::memory;

/// How much thicker the strokes of bold words are, relative to the size.
pub(super) const BOLD: f32 = 0.035;

/// Returns a PNG file of a drawing at rest, in the size in which it is shown; a point has two
/// pixels.
///
/// # Errors
/// If the picture has no pixels or too many.
pub fn png(drawing: &Drawing) -> Result<Vec<u8>, Error> {
    let scale = match drawing.shown {
        Shown::Pixels(scale) => scale as f32,
        Shown::Points => 2.0,
    };
    let [width, height] =
        [drawing.size.0, drawing.size.1].map(|length| (length * scale).round() as u32);
    check_size(width, height)?;
    memory::require("the picture", 6 * u64::from(width) * u64::from(height))?;
    let mut pixmap = Pixmap::new(width, height).expect("a size within the limits");
    pixmap.fill(colour(drawing.ground));
    drawing.each(
        &drawing.elements,
        Place {
            scale,
            at: (0.0, 0.0),
        },
        &mut |element, place| {
            paint(&mut pixmap, element, place);
        },
    );
    let pixels: &[Pixel] = pixmap.data().as_chunks().0;
    let mut mapper = Mapper::new(MOST_COLOURS, pixels.iter().copied(), std::iter::empty());
    let numbers: Vec<u8> = pixels.iter().map(|&pixel| mapper.nearest(pixel)).collect();
    let mut file = Vec::new();
    let written = with_palette(&mut file, (width, height), &mapper.palette)
        .write_header()
        .and_then(|mut writer| writer.write_image_data(&numbers));
    written.map_err(io::Error::other)?;
    Ok(file)
}

/// An encoder for pictures of palette indices, one byte per pixel.
pub(crate) fn with_palette<'a, W: Write>(
    out: W,
    size: (u32, u32),
    colours: &[[u8; 4]],
) -> png::Encoder<'a, W> {
    let mut encoder = png::Encoder::new(out, size.0, size.1);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    let rgb: Vec<u8> = colours.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
    let opacity: Vec<u8> = colours.iter().map(|colour| colour[3]).collect();
    encoder.set_palette(rgb);
    encoder.set_trns(opacity);
    encoder.set_compression(png::Compression::Balanced);
    // Neighbouring palette indices are unrelated, so filters don't help.
    encoder.set_filter(png::Filter::NoFilter);
    encoder
}

/// Draws shapes onto existing pixels, one pixel per unit.
pub(crate) fn draw(pixmap: &mut Pixmap, elements: &[Element]) {
    elements
        .iter()
        .for_each(|element| paint(pixmap, element, Place::at((0.0, 0.0))));
}

/// Draws a shape or words at a place.
fn paint(pixmap: &mut Pixmap, element: &Element, Place { at: (x, y), scale }: Place) {
    let transform = Transform::from_row(scale, 0.0, 0.0, scale, x, y);
    let mut fill = |path: Option<Path>, shader| {
        let paint = Paint {
            shader,
            anti_alias: true,
            ..Paint::default()
        };
        if let Some(path) = path {
            pixmap.fill_path(&path, &paint, FillRule::Winding, transform, None);
        }
    };
    let (path, line) = match element {
        Element::Disc {
            centre,
            radius,
            fill: of,
        } => {
            let path = PathBuilder::from_circle(centre.0, centre.1, *radius);
            return fill(path, shader(of, *centre, *radius));
        }
        Element::Dots {
            centres,
            radius,
            colour: of,
        } => {
            let mut path = PathBuilder::new();
            for &(x, y) in centres {
                path.push_circle(x, y, *radius);
            }
            return fill(path.finish(), solid(*of));
        }
        Element::Ring {
            centre,
            radius,
            line,
        } => (PathBuilder::from_circle(centre.0, centre.1, *radius), *line),
        Element::Box {
            corner,
            size,
            radius,
            fill: of,
            edge,
        } => {
            fill(rounded(*corner, *size, 0.0, *radius), solid(*of));
            let Some(edge) = edge else { return };
            let inset = edge.width / 2.0;
            (
                rounded(*corner, *size, inset, (radius - inset).max(0.0)),
                *edge,
            )
        }
        Element::Path { points, line } => (polyline(points), *line),
        Element::Words(words) => {
            let path = outline(words);
            fill(path.clone(), solid(words.colour));
            if !words.bold {
                return;
            }
            (
                path,
                Line {
                    width: words.size * BOLD,
                    colour: words.colour,
                },
            )
        }
        // Drawings are taken apart before.
        _ => return,
    };
    let paint = Paint {
        shader: solid(line.colour),
        anti_alias: true,
        ..Paint::default()
    };
    let stroke = Stroke {
        width: line.width,
        ..Stroke::default()
    };
    if let Some(path) = path {
        pixmap.stroke_path(&path, &paint, &stroke, transform, None);
    }
}

/// Where words begin.
pub(super) fn left(words: &Words) -> f32 {
    let width = typeface::width(&words.text, words.size);
    words.at.0
        - match words.anchor {
            Anchor::Start => 0.0,
            Anchor::Middle => width / 2.0,
            Anchor::End => width,
        }
}

/// The outline of words. Characters that the typeface lacks leave a space.
fn outline(words: &Words) -> Option<Path> {
    let (outlines, size) = (typeface::font().outline_glyphs(), Size::new(words.size));
    let (mut path, mut left, base) = (PathBuilder::new(), left(words), words.at.1);
    for character in words.text.chars() {
        let mut elements: Vec<PathElement> = Vec::new();
        let glyph = typeface::glyph(character).and_then(|glyph| outlines.get(glyph.into()));
        if let Some(glyph) = glyph {
            let settings = DrawSettings::unhinted(size, LocationRef::default());
            glyph
                .draw(settings, &mut elements)
                .expect("the typeface has no broken glyphs");
        }
        let at = |(x, y): Point| (left + x, base - y);
        for element in elements {
            match element {
                PathElement::MoveTo { x, y } => path.move_to(left + x, base - y),
                PathElement::LineTo { x, y } => path.line_to(left + x, base - y),
                PathElement::QuadTo { cx0, cy0, x, y } => {
                    path.quad_to(left + cx0, base - cy0, left + x, base - y);
                }
                PathElement::CurveTo {
                    cx0,
                    cy0,
                    cx1,
                    cy1,
                    x,
                    y,
                } => {
                    let [one, other, to] = [(cx0, cy0), (cx1, cy1), (x, y)].map(at);
                    path.cubic_to(one.0, one.1, other.0, other.1, to.0, to.1);
                }
                PathElement::Close => path.close(),
            }
        }
        left += typeface::width(character.encode_utf8(&mut [0; 4]), words.size);
    }
    path.finish()
}

fn shader(of: &Fill, (x, y): Point, radius: f32) -> Shader<'static> {
    let (focus, stops) = match of {
        Fill::Plain(colour) => return solid(*colour),
        Fill::Radial { focus, stops } => (focus, stops),
    };
    let stops = stops
        .iter()
        .map(|&(at, of)| GradientStop::new(at, colour(of)))
        .collect();
    // An off-centre gradient ends beyond the edge. Otherwise the edge pixels would have the last
    // colour alone.
    let reach = if *focus == (0.0, 0.0) {
        radius
    } else {
        radius * 1.05
    };
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

/// The line through these points.
pub(super) fn polyline(points: &[Point]) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first.0, first.1);
    rest.iter().for_each(|point| path.line_to(point.0, point.1));
    path.finish()
}

/// A rounded rectangle, inset from its edges.
pub(super) fn rounded(
    (x, y): Point,
    (width, height): Point,
    inset: f32,
    radius: f32,
) -> Option<Path> {
    let (left, top) = (x + inset, y + inset);
    let (right, bottom) = (x + width - inset, y + height - inset);
    if radius <= 0.0 {
        return Some(PathBuilder::from_rect(Rect::from_ltrb(
            left, top, right, bottom,
        )?));
    }
    // The distance of the control points from the corner, for a quarter circle.
    let handle = radius * (1.0 - 0.552_284_8);
    let mut path = PathBuilder::new();
    path.move_to(left + radius, top);
    path.line_to(right - radius, top);
    path.cubic_to(
        right - handle,
        top,
        right,
        top + handle,
        right,
        top + radius,
    );
    path.line_to(right, bottom - radius);
    path.cubic_to(
        right,
        bottom - handle,
        right - handle,
        bottom,
        right - radius,
        bottom,
    );
    path.line_to(left + radius, bottom);
    path.cubic_to(
        left + handle,
        bottom,
        left,
        bottom - handle,
        left,
        bottom - radius,
    );
    path.line_to(left, top + radius);
    path.cubic_to(left, top + handle, left + handle, top, left + radius, top);
    path.close();
    path.finish()
}

fn solid(of: Colour) -> Shader<'static> {
    Shader::SolidColor(colour(of))
}

pub(crate) fn colour(of: Colour) -> Color {
    let [r, g, b, a] = of.rgba;
    Color::from_rgba8(r, g, b, a)
}
