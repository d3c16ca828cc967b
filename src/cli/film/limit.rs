//! Encodes a film or a still in at most so many bytes: with the largest boards that fit, and if small boards are
//! not enough, with fewer frames. Writes no file.

use std::io::{self, Write};

use anyhow::Result;

use super::{Film, Preset};
use crate::cli::format::Format;
use crate::cli::progress::watched;
use crate::cli::usage::usage;
use peg_solitaire::words::grouped;
use pegfont_film::render::{Encoder, Geometry, Show, View};
use pegfont_film::timeline::{Motion, Timeline};

/// Boards do not shrink below this distance between holes.
const SMALLEST_PITCH: u32 = 4;

/// A film that is too large keeps one of this many frames: the first of these numbers with which it fits.
const SHARES: [u32; 9] = [1, 2, 3, 4, 5, 6, 8, 12, 16];

/// The encoded scene.
pub(super) fn encoded(
    film: &Film,
    limits: &Preset,
    encoder: Encoder,
    format: Format,
) -> Result<Vec<u8>> {
    let most = limits.max_bytes.unwrap_or(u64::MAX);
    let scene = &film.scene;
    let mut pitch = 0;
    for timeline in scene.timelines() {
        pitch = Geometry::new(timeline.setting(), scene.view())?.pitch.max(pitch);
    }
    // A drawing has no pixels and no frames.
    let drawn = format == Format::Svg;
    let least = if drawn { pitch } else { SMALLEST_PITCH.min(pitch) };
    let is_still = matches!(scene.show(), Show::Still(_));
    let shares = if drawn || is_still { &SHARES[..1] } else { &SHARES[..] };
    for &share in shares {
        let thinned = |pitch: u32| {
            let view = View { largest_pitch: Some(pitch), ..scene.view().clone() };
            scene.changed(view, |timeline| with_every(timeline, share))
        };
        let frames = thinned(pitch)?.frame_count();
        if limits.max_frames.is_some_and(|most| frames > most) {
            continue;
        }
        let mut attempt = |pitch| -> Result<Option<Vec<u8>>> {
            let scene = thinned(pitch)?;
            let mut capped = Capped { bytes: Vec::new(), most, over: false };
            let done =
                watched("painting", |progress| (encoder.encode)(&scene, &mut capped, progress));
            if capped.over {
                return Ok(None);
            }
            done?;
            Ok(Some(capped.bytes))
        };
        let Some(found) = largest(least, pitch, &mut attempt)? else { continue };
        if share > 1 {
            note!("note: the film shows one frame in {share}, to stay within the limits");
        }
        return Ok(found);
    }
    match limits.max_bytes {
        Some(bytes) if drawn => refuse!(
            "the .svg does not fit {} bytes, and has no pixels to make it smaller: allow more, or write a .gif, .apng or .png",
            grouped(bytes)
        ),
        Some(bytes) => refuse!(
            "the picture does not fit {} bytes, even with small boards and few frames: allow more, or take a shorter text",
            grouped(bytes)
        ),
        None => refuse!("the film has too many frames: take a shorter text"),
    }
}

/// The result of the largest pitch for which there is one.
fn largest(
    least: u32,
    most: u32,
    attempt: &mut dyn FnMut(u32) -> Result<Option<Vec<u8>>>,
) -> Result<Option<Vec<u8>>> {
    if let Some(found) = attempt(most)? {
        return Ok(Some(found));
    }
    let (mut fits, mut too_large) = (least, most);
    let Some(mut best) = (if least < most { attempt(least)? } else { None }) else {
        return Ok(None);
    };
    while too_large - fits > 1 {
        let middle = u32::midpoint(fits, too_large);
        match attempt(middle)? {
            Some(found) => (fits, best) = (middle, found),
            None => too_large = middle,
        }
    }
    Ok(Some(best))
}

/// The film with only one of every `share` frames.
fn with_every(timeline: &Timeline, share: u32) -> Result<Timeline> {
    if share == 1 {
        return Ok(timeline.clone());
    }
    let mut timing = *timeline.timing();
    let gap = match timing.motion {
        Motion::Steps => timeline.jump_time() / 3.0,
        Motion::Smooth(rate) => 1000.0 / rate,
    };
    timing.clock.least_gap =
        ((gap * f64::from(share)) as u64).next_multiple_of(timing.clock.tick.max(1));
    Timeline::new(timeline.setting().clone(), timing).map_err(usage)
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
