//! The encoders for PNG, which is drawn, and for animated PNG: one rectangle per frame, with
//! unchanged pixels transparent. Both have a palette.

use std::io::{self, Write};

use super::Scene;
use crate::Error;
use crate::drawing::raster::{self, with_palette};
use peg_solitaire::progress::Progress;

/// Writes a PNG of a still.
pub fn png(scene: &Scene, out: &mut dyn Write, _: Progress<'_>) -> Result<(), Error> {
    let drawing = scene.drawn(&scene.geometry()?)?;
    Ok(out.write_all(&raster::png(&drawing)?)?)
}

/// Writes an animated PNG.
pub fn apng(scene: &Scene, out: &mut dyn Write, progress: Progress<'_>) -> Result<(), Error> {
    let mut painting = scene.paint(progress)?;
    let mut encoder = with_palette(out, painting.size, &painting.palette);
    let frames = u32::try_from(painting.count).map_err(io::Error::other)?;
    encoder
        .set_animated(frames, scene.view.loops.into())
        .map_err(to_io)?;
    let mut writer = encoder.write_header().map_err(to_io)?;

    let mut is_cleared = false;
    while let Some(frame) = painting.next()? {
        // The position is checked against the previous size.
        writer.reset_frame_position().map_err(to_io)?;
        writer
            .set_frame_dimension(frame.width, frame.height)
            .map_err(to_io)?;
        writer
            .set_frame_position(frame.left, frame.top)
            .map_err(to_io)?;
        let Delay { parts, of_a_second } = Delay::of(frame.lasts);
        writer.set_frame_delay(parts, of_a_second).map_err(to_io)?;

        // What was cleared is replaced.
        let replaces = is_cleared || frame.clears;
        is_cleared = frame.clears;
        let blend = if replaces {
            png::BlendOp::Source
        } else {
            png::BlendOp::Over
        };
        writer.set_blend_op(blend).map_err(to_io)?;
        writer.write_image_data(frame.changed).map_err(to_io)?;
    }
    Ok(writer.finish().map_err(to_io)?)
}

/// The duration of a frame as a fraction of a second.
struct Delay {
    parts: u16,
    of_a_second: u16,
}

impl Delay {
    /// In milliseconds, or in tenths of a second if these would be too many.
    fn of(milliseconds: u64) -> Self {
        match u16::try_from(milliseconds) {
            Ok(parts) => Self {
                parts,
                of_a_second: 1000,
            },
            Err(_) => Self {
                parts: (milliseconds / 100).min(u64::from(u16::MAX)) as u16,
                of_a_second: 10,
            },
        }
    }
}

fn to_io(error: png::EncodingError) -> io::Error {
    match error {
        png::EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}
