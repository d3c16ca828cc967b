//! The PNG encoder: the first frame, with a palette.

use std::io::{self, Write};

use super::{Encoder, Painting, RenderError, Scene};
use crate::progress::Progress;

/// Writes a PNG of the first frame.
#[derive(Clone, Copy, Debug)]
pub struct Png;

impl Encoder for Png {
    fn encode(
        &self,
        scene: &Scene<'_>,
        out: &mut dyn Write,
        progress: Progress<'_>,
    ) -> Result<(), RenderError> {
        let mut painting = scene.paint(progress)?;
        let mut writer = with_palette(out, &painting).write_header().map_err(to_io)?;
        if let Some(frame) = painting.next()? {
            writer.write_image_data(frame.picture).map_err(to_io)?;
        }
        Ok(writer.finish().map_err(to_io)?)
    }
}

/// An encoder for pictures of palette indices, one byte per pixel.
pub(super) fn with_palette<'a, W: Write>(out: W, painting: &Painting<'_>) -> png::Encoder<'a, W> {
    let mut encoder = png::Encoder::new(out, painting.width(), painting.height());
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    let colours = painting.palette().colours();
    let rgb: Vec<u8> = colours.iter().flat_map(|&[r, g, b, _]| [r, g, b]).collect();
    let opacity: Vec<u8> = colours.iter().map(|colour| colour[3]).collect();
    encoder.set_palette(rgb);
    encoder.set_trns(opacity);
    encoder.set_compression(png::Compression::Balanced);
    // Neighbouring palette indices are unrelated, so filters don't help.
    encoder.set_filter(png::Filter::NoFilter);
    encoder
}

pub(super) fn to_io(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}
