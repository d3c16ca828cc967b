//! The GIF encoder: one rectangle per frame, with unchanged pixels transparent.

use std::borrow::Cow;
use std::io::{self, Write};

use super::{Scene, lzw};
use crate::Error;
use crate::drawing::palette::UNCHANGED;
use peg_solitaire::progress::Progress;

/// Writes a GIF.
pub fn gif(scene: &Scene, out: &mut dyn Write, progress: Progress<'_>) -> Result<(), Error> {
    let mut painting = scene.paint(progress)?;
    let colours = &painting.palette;
    let rgb = |colour: &[u8; 4]| [colour[0], colour[1], colour[2]];
    let rgb: Vec<u8> = colours.iter().flat_map(rgb).collect();
    let solid = solid_numbers(colours);

    let side = |length: u32| u16::try_from(length).map_err(io::Error::other);
    let width = side(painting.size.0)?;
    let height = side(painting.size.1)?;
    let mut encoder = gif::Encoder::new(out, width, height, &rgb).map_err(to_io)?;
    // Players play once by default, and count repetitions.
    let repeats = scene.view.loops.checked_sub(1);
    let repeats = repeats.map_or(gif::Repeat::Infinite, gif::Repeat::Finite);
    encoder.set_repeat(repeats).map_err(to_io)?;

    let mut time = 0;
    let mut changed = Vec::new();
    let mut visible = Vec::new();
    let mut compressed = Vec::new();
    let mut opaque = Vec::new();
    while let Some(frame) = painting.next()? {
        // Hundredths of a second, rounded so that errors don't accumulate.
        let hundredths = |time: u64| (time + 5) / 10;
        let begin = hundredths(time);
        time += frame.lasts;

        changed.clear();
        changed.extend_from_slice(frame.changed);
        write_solid(&mut changed, solid.as_deref());

        show_short_runs(&mut changed, |at| {
            let number = frame.number(at, usize::from(width));
            solid
                .as_ref()
                .map_or(number, |solid| solid[usize::from(number)])
        });
        lzw::compress(&changed, &mut compressed);
        // What few pixels have in common with the frame before may take more bytes than it saves.
        if frame.is_new_view {
            visible.clear();
            for row in frame.rows(usize::from(width)) {
                visible.extend_from_slice(&frame.picture[row]);
            }
            write_solid(&mut visible, solid.as_deref());
            lzw::compress(&visible, &mut opaque);
            if opaque.len() < compressed.len() {
                std::mem::swap(&mut opaque, &mut compressed);
            }
        }

        let dispose = if frame.clears {
            gif::DisposalMethod::Background
        } else {
            gif::DisposalMethod::Keep
        };
        let image = gif::Frame {
            dispose,
            transparent: Some(UNCHANGED),
            left: frame.left as u16,
            top: frame.top as u16,
            width: frame.width as u16,
            height: frame.height as u16,
            buffer: Cow::Borrowed(&compressed),
            ..gif::Frame::default()
        };
        write(&mut encoder, image, hundredths(time) - begin)?;
    }
    Ok(encoder.into_inner().map_err(to_io)?.flush()?)
}

/// Runs of unchanged pixels of at least this length are written as transparent. Shorter ones lie
/// between changed pixels, within a peg or between two, and their patterns repeat more often in
/// their visible colours.
const LONG_RUN: usize = 16;

/// Gives pixels the numbers under which their colours are written.
fn write_solid(pixels: &mut [u8], solid: Option<&[u8]>) {
    if let Some(solid) = solid {
        for number in pixels {
            *number = solid[usize::from(*number)];
        }
    }
}

/// Writes short runs of unchanged pixels of a frame in their visible colours, by their places.
fn show_short_runs(changed: &mut [u8], visible: impl Fn(usize) -> u8) {
    let mut at = 0;
    while at < changed.len() {
        let end = at + lzw::run_length(&changed[at..]);
        if end - at < LONG_RUN {
            for (place, number) in (at..end).zip(&mut changed[at..end]) {
                *number = visible(place);
            }
        }

        let rest = changed[end..].iter();
        at = end + rest.take_while(|&&pixel| pixel != UNCHANGED).count();
    }
}

/// Writes a frame with a duration in hundredths of a second: several times if that is longer than
/// the format allows.
fn write<W: Write>(
    encoder: &mut gif::Encoder<W>,
    mut image: gif::Frame<'_>,
    mut delay: u64,
) -> io::Result<()> {
    loop {
        let part = delay.min(u64::from(u16::MAX));
        image.delay = part as u16;
        encoder.write_lzw_pre_encoded_frame(&image).map_err(to_io)?;

        delay -= part;
        if delay == 0 {
            return Ok(());
        }
    }
}

/// The number under which each colour is written, if any differs from its own: GIF has no partial
/// transparency.
fn solid_numbers(colours: &[[u8; 4]]) -> Option<Vec<u8>> {
    let is_clear = |colour: &[u8; 4]| colour[3] < 128;
    if !colours.iter().skip(1).any(is_clear) {
        return None;
    }

    let numbered = colours.iter().zip(0_u8..=255);
    let solid = numbered.map(|(colour, number)| if is_clear(colour) { UNCHANGED } else { number });
    Some(solid.collect())
}

fn to_io(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
