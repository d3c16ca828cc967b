//! The counter of jumps below the boards of a film: how large it is, and where it stands.

use super::rect::Rect;
use crate::drawing::{Anchor, Colour, Point, Words};
use crate::timeline::Setting;
use crate::timeline::counter_length;

/// The size of its words, compared with the distance between holes, and in pixels at least and at
/// most.
const SIZE: f64 = 0.7;
const LEAST_SIZE: u64 = 11;
const MOST_SIZE: u64 = 32;

/// Where a counter stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counter {
    /// The strip below the boards, as wide as the picture and down to its edge.
    pub strip: Rect,
    /// Where its words end, and their base line, from the corner of the strip.
    end: (u32, u32),
    /// The size of its words.
    size: u32,
}

/// The size of the words, at this distance between holes.
fn size(pitch: u64) -> u64 {
    let wanted = (SIZE * pitch as f64).round() as u64;
    wanted.clamp(LEAST_SIZE, MOST_SIZE)
}

/// The height that a counter needs, at this distance between holes.
pub(super) fn height(pitch: u64) -> u64 {
    size(pitch) * 3 / 2
}

/// The width that the counter of a text needs. A character is taken to be as wide as two thirds of
/// its size.
pub(super) fn width(setting: &Setting, pitch: u64) -> u64 {
    counter_length(setting) as u64 * size(pitch) * 2 / 3
}

impl Counter {
    /// A counter at the right edge of a strip, of which so many pixels stay free, at this distance
    /// between holes.
    pub fn new(strip: Rect, free: u32, pitch: u64) -> Self {
        let size = size(pitch) as u32;
        Self {
            strip,
            end: (strip.width.saturating_sub(free), size * 6 / 5),
            size,
        }
    }

    /// The counter in a picture that is larger by so much on the left and above, and altogether of
    /// this size.
    pub fn padded(self, left: u32, above: u32, (width, height): (u32, u32)) -> Self {
        let top = self.strip.top + above;
        let strip = Rect {
            left: 0,
            top,
            width,
            height: height - top,
        };
        Self {
            strip,
            end: (self.end.0 + left, self.end.1),
            ..self
        }
    }

    /// The words of the counter, in a strip with this corner.
    pub fn words(self, text: String, corner: Point, colour: Colour) -> Words {
        let at = (corner.0 + self.end.0 as f32, corner.1 + self.end.1 as f32);
        Words::new(text, at, self.size as f32, colour).anchored(Anchor::End)
    }
}
