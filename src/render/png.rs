//! The PNG encoder: one picture with a palette.

use std::io::{self, Write};

use super::palette::Palette;
use super::{Encoder, Film, PaintedFrame};

/// Writes a PNG of the first frame.
pub struct Png<W: Write> {
    out: Option<W>,
    writer: Option<png::Writer<W>>,
}

impl<W: Write> Png<W> {
    /// An encoder that writes to this.
    pub fn new(out: W) -> Self {
        Self { out: Some(out), writer: None }
    }
}

impl<W: Write> Encoder for Png<W> {
    fn begin(&mut self, film: &Film<'_>) -> io::Result<()> {
        let out = self.out.take().ok_or_else(|| io::Error::other("begun twice"))?;
        let encoder = with_palette(out, film.width, film.height, film.palette);
        self.writer = Some(encoder.write_header().map_err(to_io)?);
        Ok(())
    }

    fn frame(&mut self, frame: &PaintedFrame<'_>) -> io::Result<()> {
        let writer = self.writer.as_mut().ok_or_else(|| io::Error::other("not begun"))?;
        writer.write_image_data(frame.picture).map_err(to_io)
    }

    fn finish(&mut self) -> io::Result<()> {
        let writer = self.writer.take().ok_or_else(|| io::Error::other("not begun"))?;
        writer.finish().map_err(to_io)
    }
}

/// An encoder for pictures of palette indices, one byte per pixel.
pub(super) fn with_palette<'a, W: Write>(
    out: W,
    width: u32,
    height: u32,
    palette: &Palette,
) -> png::Encoder<'a, W> {
    let mut encoder = png::Encoder::new(out, width, height);
    encoder.set_color(png::ColorType::Indexed);
    encoder.set_depth(png::BitDepth::Eight);
    let colours = palette.colours();
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
