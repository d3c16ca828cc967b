//! Encodes a film or a still within a number of bytes: with the largest boards that fit, unless it has an exact size, and if that is
//! not enough, with fewer frames. Writes no file.

use std::io::{self, Write};
use std::iter::once;

use anyhow::Result;

use crate::cli::output::{Format, watched};
use peg_solitaire::words::grouped;
use pegfont_film::render::{Encoder, Scene, Size};

/// Boards do not shrink below this distance between holes.
const SMALLEST_PITCH: u32 = 4;

/// A film that is too large keeps one of this many frames: the first of these numbers with which it fits.
const SHARES: [u32; 8] = [2, 3, 4, 5, 6, 8, 12, 16];

/// The encoded scene.
pub fn encoded(
    scene: &Scene,
    (max_bytes, max_frames): (Option<u64>, Option<u64>),
    encoder: Encoder,
) -> Result<Vec<u8>> {
    let most = max_bytes.unwrap_or(u64::MAX);
    let shares = if encoder.has_frames() { &SHARES[..] } else { &[] };
    let size = scene.view.size;
    let is_drawn = encoder.ending == Format::Svg.ending();
    let sizes: Vec<Size> = match size {
        // A drawing has no pixels.
        _ if is_drawn || matches!(size, Size::Exactly(..)) => vec![size],
        _ => {
            let pitch = scene.geometry()?.pitch;
            once(size).chain((SMALLEST_PITCH..pitch).rev().map(Size::Pitch)).collect()
        }
    };
    let smallest = sizes[sizes.len() - 1];
    let fewer = shares.iter().map(|&share| (smallest, share));
    for (size, share) in sizes.into_iter().map(|size| (size, 1)).chain(fewer) {
        let scene = scene.smaller(size, share)?;
        if encoder.has_frames() && max_frames.is_some_and(|most| scene.frame_count() > most) {
            continue;
        }
        let mut capped = Capped { bytes: Vec::new(), most, over: false };
        let done = watched("painting", |progress| (encoder.encode)(&scene, &mut capped, progress));
        if capped.over {
            continue;
        }
        done?;
        if share > 1 {
            note!("note: the film shows one frame in {share}, to stay within the limits");
        }
        return Ok(capped.bytes);
    }
    let Some(bytes) = max_bytes else {
        refuse!("the film has too many frames: take a shorter text");
    };
    let (ending, bytes) = (encoder.ending, grouped(bytes));
    let fewer = if encoder.has_frames() { ", even with few frames" } else { "" };
    refuse!("the .{ending} does not fit {bytes} bytes{fewer}: allow more, or take a shorter text")
}

/// Keeps what is written, up to a size.
struct Capped {
    bytes: Vec<u8>,
    most: u64,
    over: bool,
}

impl Write for Capped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + bytes.len()) as u64 > self.most {
            self.over = true;
            return Err(io::Error::other("the file is too large"));
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
