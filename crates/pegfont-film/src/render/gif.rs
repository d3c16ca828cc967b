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
    let rgb: Vec<u8> = colours
        .iter()
        .flat_map(|colour| colour[..3].to_vec())
        .collect();
    let solid = solid_numbers(colours);
    let side = |length: u32| u16::try_from(length).map_err(io::Error::other);
    let (width, height) = (side(painting.size.0)?, side(painting.size.1)?);
    let mut encoder = gif::Encoder::new(out, width, height, &rgb).map_err(to_io)?;
    // Players play once by default, and count repetitions.
    let repeats = scene.view.loops.checked_sub(1);
    let repeats = repeats.map_or(gif::Repeat::Infinite, gif::Repeat::Finite);
    encoder.set_repeat(repeats).map_err(to_io)?;
    let mut time = 0;
    let (mut changed, mut compressed) = (Vec::new(), Vec::new());
    while let Some(frame) = painting.next()? {
        // Hundredths of a second, rounded so that errors don't accumulate.
        let hundredths = |time: u64| (time + 5) / 10;
        let begin = hundredths(time);
        time += frame.lasts;
        changed.clear();
        changed.extend_from_slice(frame.changed);
        let written = |number: u8| {
            solid
                .as_ref()
                .map_or(number, |all| all[usize::from(number)])
        };
        if solid.is_some() {
            changed
                .iter_mut()
                .for_each(|number| *number = written(*number));
        }
        let [left, top, across] = [frame.left, frame.top, frame.width].map(|side| side as usize);
        let seen = |at: usize| {
            let (row, column) = (top + at / across, left + at % across);
            written(frame.picture[row * usize::from(width) + column])
        };
        show_short_runs(&mut changed, seen);
        lzw::compress(&changed, &mut compressed);
        let image = gif::Frame {
            dispose: match frame.clears {
                true => gif::DisposalMethod::Background,
                false => gif::DisposalMethod::Keep,
            },
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

/// Writes short runs of unchanged pixels in their visible colours.
fn show_short_runs(changed: &mut [u8], seen: impl Fn(usize) -> u8) {
    let mut at = 0;
    while at < changed.len() {
        let end = at + lzw::run_length(&changed[at..]);
        if end - at < LONG_RUN {
            (at..end).for_each(|at| changed[at] = seen(at));
        }
        at = end
            + changed[end..]
                .iter()
                .take_while(|&&pixel| pixel != UNCHANGED)
                .count();
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
    let half = colours.iter().skip(1).any(|colour| colour[3] < 128);
    let solid = |(colour, number): (&[u8; 4], u8)| if colour[3] < 128 { UNCHANGED } else { number };
    half.then(|| colours.iter().zip(0_u8..=255).map(solid).collect())
}

fn to_io(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
