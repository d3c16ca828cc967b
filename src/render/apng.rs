//! The animated PNG encoder: one rectangle per frame, with unchanged pixels transparent.

use std::io::{self, Write};

use super::png::{to_io, with_palette};
use super::{Encoder, Film, Loops, PaintedFrame};

/// Writes an animated PNG.
pub struct Apng<W: Write> {
    out: Option<W>,
    writer: Option<png::Writer<W>>,
    erases: bool,
}

impl<W: Write> Apng<W> {
    /// An encoder that writes to this.
    pub fn new(out: W) -> Self {
        Self { out: Some(out), writer: None, erases: false }
    }
}

impl<W: Write> Encoder for Apng<W> {
    fn begin(&mut self, film: &Film<'_>) -> io::Result<()> {
        let out = self.out.take().ok_or_else(|| io::Error::other("begun twice"))?;
        let mut encoder = with_palette(out, film.width, film.height, film.palette);
        let plays = match film.loops {
            Loops::Endless => 0,
            Loops::Times(times) => u32::from(times.max(1)),
        };
        let frames = u32::try_from(film.frames).map_err(io::Error::other)?;
        encoder.set_animated(frames, plays).map_err(to_io)?;
        self.erases = film.erases;
        self.writer = Some(encoder.write_header().map_err(to_io)?);
        Ok(())
    }

    fn frame(&mut self, frame: &PaintedFrame<'_>) -> io::Result<()> {
        let writer = self.writer.as_mut().ok_or_else(|| io::Error::other("not begun"))?;
        let (over, above) = if frame.lasts <= u64::from(u16::MAX) {
            (frame.lasts as u16, 1000)
        } else {
            ((frame.lasts / 100).min(u64::from(u16::MAX)) as u16, 10)
        };
        let blend = if self.erases { png::BlendOp::Source } else { png::BlendOp::Over };
        // The position is checked against the previous size.
        writer.reset_frame_position().map_err(to_io)?;
        writer.set_frame_dimension(frame.width, frame.height).map_err(to_io)?;
        writer.set_frame_position(frame.left, frame.top).map_err(to_io)?;
        writer.set_frame_delay(over, above).map_err(to_io)?;
        writer.set_blend_op(blend).map_err(to_io)?;
        writer.write_image_data(frame.changed).map_err(to_io)
    }

    fn finish(&mut self) -> io::Result<()> {
        let writer = self.writer.take().ok_or_else(|| io::Error::other("not begun"))?;
        writer.finish().map_err(to_io)
    }
}
