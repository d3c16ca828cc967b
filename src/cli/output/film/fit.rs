//! Encodes a film or a still within a number of bytes: with the largest boards that fit, unless it has an exact size, and if that is
//! not enough, with fewer frames. Writes no file.

use std::io::{self, ErrorKind, Write};
use std::iter::once;

use anyhow::Result;

use crate::cli::output::{Format, watched};
use peg_solitaire::words::grouped;
use pegfont_film::Error;
use pegfont_film::render::{Encoder, Scene, Size};

/// Boards do not shrink below this distance between holes.
const SMALLEST_PITCH: u32 = 4;

/// A film that is too large keeps one of this many frames: the first of these numbers with which it fits.
const SHARES: [u32; 8] = [2, 3, 4, 5, 6, 8, 12, 16];

/// The most that a file may have.
#[derive(Clone, Copy, PartialEq)]
pub struct Limits {
    pub bytes: u64,
    pub frames: u64,
}

impl Limits {
    pub const NONE: Self = Self { bytes: u64::MAX, frames: u64::MAX };
}

/// The encoded scene.
pub fn encoded(scene: &Scene, limits: Limits, encoder: Encoder) -> Result<Vec<u8>> {
    let size = scene.view.size;
    let is_drawn = encoder.ending == Format::Svg.ending();
    let sizes: Vec<Size> = match size {
        // A drawing has no pixels.
        _ if is_drawn || matches!(size, Size::Exactly(..)) => vec![size],
        _ => {
            let smaller = (SMALLEST_PITCH..scene.geometry()?.pitch).rev().map(Size::Pitch);
            once(size).chain(smaller).collect()
        }
    };
    let smallest = sizes[sizes.len() - 1];
    let shares = if encoder.has_frames() { &SHARES[..] } else { &[] };
    let fewer = shares.iter().map(|&share| (smallest, share));
    for (size, share) in sizes.into_iter().map(|size| (size, 1)).chain(fewer) {
        let scene = scene.smaller(size, share)?;
        if encoder.has_frames() && scene.frame_count() > limits.frames {
            continue;
        }
        let mut file = Capped { bytes: Vec::new(), most: limits.bytes };
        match watched("painting", |progress| (encoder.encode)(&scene, &mut file, progress)) {
            Err(Error::Io(error)) if error.kind() == ErrorKind::FileTooLarge => continue,
            done => done?,
        }
        if share > 1 {
            note!("note: the film shows one frame in {share}, to stay within the limits");
        }
        return Ok(file.bytes);
    }
    let (ending, bytes) = (encoder.ending, grouped(limits.bytes));
    let fewer = if encoder.has_frames() { ", even with few frames" } else { "" };
    refuse!("the .{ending} does not fit {bytes} bytes{fewer}: allow more, or take a shorter text")
}

/// Keeps what is written, up to a size.
struct Capped {
    bytes: Vec<u8>,
    most: u64,
}

impl Write for Capped {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if (self.bytes.len() + bytes.len()) as u64 > self.most {
            return Err(ErrorKind::FileTooLarge.into());
        }
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
