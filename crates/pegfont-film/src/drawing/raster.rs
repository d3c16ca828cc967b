//! Draws anti-aliased pixels, and writes drawings as PNG files. Words are set in the typeface of
//! print.

use std::io::{self, Write};

use skrifa::MetadataProvider as _;
use skrifa::instance::{LocationRef, Size};
use skrifa::outline::DrawSettings;
use tiny_skia::{
    Color, FillRule, GradientStop, Paint, Path, PathBuilder, Pixmap, Point as SkiaPoint,
    RadialGradient, Rect, Shader, SpreadMode, Stroke, Transform,
};

use super::palette::{ColourCount, MOST_COLOURS, Mapper, Pixel};
use super::pixels::check_size;
use super::typeface;
use super::{Anchor, Colour, Drawing, Element, Fill, Line, Place, Point, Shown, Words};
use crate::Error;
use pegfont_base::memory;
use pegfont_type::glyph::PathPen;

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
    let width = (drawing.size.0 * scale).round() as u32;
    let height = (drawing.size.1 * scale).round() as u32;
    check_size(width, height)?;
    memory::require("the picture", 6 * u64::from(width) * u64::from(height))?;

    let mut pixmap = Pixmap::new(width, height).expect("a size within the limits");
    pixmap.fill(colour(drawing.ground));
    let whole = Place {
        scale,
        ..Place::ORIGIN
    };
    drawing.each(&drawing.elements, whole, &mut |element, place| {
        paint(&mut pixmap, element, place);
    });

    let pixels: &[Pixel] = pixmap.data().as_chunks().0;
    let mut counted = ColourCount::default();
    counted.add_first(pixels);
    let mut mapper = Mapper::new(MOST_COLOURS, counted);
    let numbers = mapper.all_nearest(pixels);
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
    draw_at(pixmap, elements, (0.0, 0.0));
}

/// The same with their origin at a place.
pub(crate) fn draw_at(pixmap: &mut Pixmap, elements: &[Element], at: Point) {
    for element in elements {
        paint(pixmap, element, Place::at(at));
    }
}

/// Draws a shape or words at a place.
fn paint(pixmap: &mut Pixmap, element: &Element, place: Place) {
    let (x, y) = place.at;
    let mut brush = Brush {
        pixmap,
        transform: Transform::from_row(place.scale, 0.0, 0.0, place.scale, x, y),
    };

    match element {
        Element::Disc {
            centre: (x, y),
            radius,
            fill,
        } => {
            let circle = PathBuilder::from_circle(*x, *y, *radius);
            brush.fill(circle, shader(fill, (*x, *y), *radius));
        }
        Element::Dots {
            centres,
            radius,
            colour,
        } => {
            brush.fill(circles(centres, *radius), solid(*colour));
        }
        Element::Ring {
            centre: (x, y),
            radius,
            line,
        } => brush.stroke(PathBuilder::from_circle(*x, *y, *radius), *line),
        Element::Box {
            corner,
            size,
            radius,
            fill,
            edge,
        } => {
            brush.fill(rounded(*corner, *size, 0.0, *radius), solid(*fill));
            if let Some(edge) = edge {
                brush.stroke(inside_edge(*corner, *size, *radius, *edge), *edge);
            }
        }
        Element::Path { points, line } => brush.stroke(polyline(points), *line),
        Element::Words(words) => {
            let outline = outline(words);
            brush.fill(outline.clone(), solid(words.colour));
            if words.bold {
                let line = Line {
                    width: words.size * BOLD,
                    colour: words.colour,
                };
                brush.stroke(outline, line);
            }
        }
        // These were taken apart.
        Element::Part { .. }
        | Element::Group { .. }
        | Element::Tagged { .. }
        | Element::Playing { .. } => {}
    }
}

/// Paints paths onto pixels. An impossible path, such as a circle without a radius, is not seen.
struct Brush<'p> {
    pixmap: &'p mut Pixmap,
    transform: Transform,
}

impl Brush<'_> {
    fn fill(&mut self, path: Option<Path>, shader: Shader<'_>) {
        let Some(path) = path else { return };

        let paint = Paint {
            shader,
            anti_alias: true,
            ..Paint::default()
        };
        self.pixmap
            .fill_path(&path, &paint, FillRule::Winding, self.transform, None);
    }

    fn stroke(&mut self, path: Option<Path>, line: Line) {
        let Some(path) = path else { return };

        let paint = Paint {
            shader: solid(line.colour),
            anti_alias: true,
            ..Paint::default()
        };
        let stroke = Stroke {
            width: line.width,
            ..Stroke::default()
        };
        self.pixmap
            .stroke_path(&path, &paint, &stroke, self.transform, None);
    }
}

/// Where words begin.
pub(super) fn left(words: &Words) -> f32 {
    let width = typeface::width(&words.text, words.size);
    match words.anchor {
        Anchor::Start => words.at.0,
        Anchor::Middle => words.at.0 - width / 2.0,
        Anchor::End => words.at.0 - width,
    }
}

/// The outline of words. Characters that the typeface lacks leave a space.
fn outline(words: &Words) -> Option<Path> {
    let outlines = typeface::font().outline_glyphs();
    let size = Size::new(words.size);

    let mut path = PathBuilder::new();
    let mut left = left(words);
    let base = words.at.1;

    for character in words.text.chars() {
        let glyph = typeface::glyph(character).and_then(|glyph| outlines.get(glyph.into()));
        if let Some(glyph) = glyph {
            let settings = DrawSettings::unhinted(size, LocationRef::default());
            let mut pen = PathPen {
                path: &mut path,
                left,
                base,
            };
            glyph
                .draw(settings, &mut pen)
                .expect("the typeface has no broken glyphs");
        }
        left += typeface::width(character.encode_utf8(&mut [0; 4]), words.size);
    }
    path.finish()
}

fn shader(of: &Fill, (x, y): Point, radius: f32) -> Shader<'static> {
    let (focus, stops) = match of {
        Fill::Plain(colour) => return solid(*colour),
        Fill::Radial { focus, stops } => (*focus, stops),
    };
    let mut gradient = Vec::new();
    for &(at, of) in stops {
        gradient.push(GradientStop::new(at, colour(of)));
    }

    // An off-centre gradient ends beyond the edge. Otherwise the edge pixels would have the last
    // colour alone.
    let reach = if focus == (0.0, 0.0) {
        radius
    } else {
        radius * 1.05
    };
    let shader = RadialGradient::new(
        SkiaPoint::from_xy(x + radius * focus.0, y + radius * focus.1),
        0.0,
        SkiaPoint::from_xy(x, y),
        reach,
        gradient,
        SpreadMode::Pad,
        Transform::identity(),
    );
    shader.unwrap_or(Shader::SolidColor(Color::TRANSPARENT))
}

/// Circles of the same size as one path.
fn circles(centres: &[Point], radius: f32) -> Option<Path> {
    let mut path = PathBuilder::new();
    for &(x, y) in centres {
        path.push_circle(x, y, radius);
    }
    path.finish()
}

/// The line through these points.
pub(super) fn polyline(points: &[Point]) -> Option<Path> {
    let (first, rest) = points.split_first()?;
    let mut path = PathBuilder::new();
    path.move_to(first.0, first.1);
    for point in rest {
        path.line_to(point.0, point.1);
    }

    path.finish()
}

/// The middle of the edge of a box, which is inside it.
pub(super) fn inside_edge(corner: Point, size: Point, radius: f32, edge: Line) -> Option<Path> {
    let inset = edge.width / 2.0;
    rounded(corner, size, inset, (radius - inset).max(0.0))
}

/// A rounded rectangle, inset from its edges.
pub(super) fn rounded(
    (x, y): Point,
    (width, height): Point,
    inset: f32,
    radius: f32,
) -> Option<Path> {
    let left = x + inset;
    let top = y + inset;
    let right = x + width - inset;
    let bottom = y + height - inset;
    if radius <= 0.0 {
        let rectangle = Rect::from_ltrb(left, top, right, bottom)?;
        return Some(PathBuilder::from_rect(rectangle));
    }

    // Where the straight sides end, and the control points of the quarter circles between them.
    let handle = radius * (1.0 - 0.552_284_8);
    let left_end = left + radius;
    let top_end = top + radius;
    let right_end = right - radius;
    let bottom_end = bottom - radius;
    let left_handle = left + handle;
    let top_handle = top + handle;
    let right_handle = right - handle;
    let bottom_handle = bottom - handle;

    let mut path = PathBuilder::new();
    path.move_to(left_end, top);
    path.line_to(right_end, top);
    path.cubic_to(right_handle, top, right, top_handle, right, top_end);
    path.line_to(right, bottom_end);
    path.cubic_to(
        right,
        bottom_handle,
        right_handle,
        bottom,
        right_end,
        bottom,
    );
    path.line_to(left_end, bottom);
    path.cubic_to(left_handle, bottom, left, bottom_handle, left, bottom_end);
    path.line_to(left, top_end);
    path.cubic_to(left, top_handle, left_handle, top, left_end, top);
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
