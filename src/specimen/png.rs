//! A sheet as PNG: dots as circles with soft edges, words in the pegs of the font itself.

use tiny_skia::{Color, FillRule, Paint, PathBuilder, Pixmap, Transform};

use super::{Colour, Mark, PAPER, PEG_RADIUS, Sheet, SpecimenError, extent, set};

/// The most pixels a picture can have.
pub const MAX_PIXELS: u32 = 100_000_000;

/// The sheet as a PNG picture of `scale` pixels a unit.
pub(super) fn draw(sheet: &Sheet, scale: f32) -> Result<Vec<u8>, SpecimenError> {
    if !(scale.is_finite() && scale > 0.0) {
        return Err(SpecimenError::Scale(scale));
    }
    let pixels = |length: f32| (f64::from(length) * f64::from(scale)).ceil().max(1.0);
    let (width, height) = (pixels(sheet.width), pixels(sheet.height));
    let too_large = SpecimenError::TooLarge { width, height };
    if width * height > f64::from(MAX_PIXELS) {
        return Err(too_large);
    }
    let mut picture = Pixmap::new(width as u32, height as u32).ok_or(too_large)?;
    let Colour(red, green, blue) = PAPER;
    picture.fill(Color::from_rgba8(red, green, blue, 255));
    for mark in &sheet.marks {
        match mark {
            Mark::Dots { colour, radius, centres } => {
                dots(&mut picture, scale, *colour, *radius, centres);
            }
            Mark::Words { colour, at: (x, y), height, to_the_right, text } => {
                let (columns, rows) = extent(sheet.font.board());
                let pitch = height / rows;
                let advance = (columns + 1.0) * pitch;
                let wide = text.chars().count() as f32 * advance - pitch;
                let left = if *to_the_right { x - wide } else { *x };
                let centres = set(sheet.font, text, (left, y - height), pitch);
                dots(&mut picture, scale, *colour, PEG_RADIUS * pitch, &centres);
            }
        }
    }
    encode(&picture).map_err(|error| SpecimenError::Png(error.to_string()))
}

/// The opaque picture as a PNG file.
fn encode(picture: &Pixmap) -> Result<Vec<u8>, png::EncodingError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, picture.width(), picture.height());
    encoder.set_color(png::ColorType::Rgb);
    encoder.set_compression(png::Compression::High);
    let opaque = picture.pixels().iter().flat_map(|pixel| {
        let pixel = pixel.demultiply();
        [pixel.red(), pixel.green(), pixel.blue()]
    });
    let mut writer = encoder.write_header()?;
    writer.write_image_data(&opaque.collect::<Vec<u8>>())?;
    writer.finish()?;
    Ok(file)
}

/// Draws dots of one size and colour.
fn dots(
    picture: &mut Pixmap,
    scale: f32,
    Colour(red, green, blue): Colour,
    radius: f32,
    centres: &[(f32, f32)],
) {
    let mut path = PathBuilder::new();
    for &(x, y) in centres {
        path.push_circle(x, y, radius);
    }
    let Some(path) = path.finish() else { return };
    let mut paint = Paint { anti_alias: true, ..Paint::default() };
    paint.set_color_rgba8(red, green, blue, 255);
    let transform = Transform::from_scale(scale, scale);
    picture.fill_path(&path, &paint, FillRule::Winding, transform, None);
}
