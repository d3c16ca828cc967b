//! Fits the file of a scene to a place that takes few bytes or frames: with smaller boards, and if
//! that is not enough, with fewer frames.

use std::io::{self, ErrorKind, Write};

use super::{Encoder, FILM, Scene, Size};
use crate::Error;
use peg_solitaire::progress::Progress;

/// Boards do not shrink below this distance between holes.
const SMALLEST_PITCH: u32 = 4;

/// A film that is too large keeps one of this many frames: the first of these numbers with which it
/// fits.
const SHARES: [u32; 8] = [2, 3, 4, 5, 6, 8, 12, 16];

/// The most that a file may have.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// The most bytes.
    pub bytes: u64,
    /// The most frames.
    pub frames: u64,
}

impl Limits {
    /// Any file.
    pub const NONE: Self = Self {
        bytes: u64::MAX,
        frames: u64::MAX,
    };
}

impl Encoder {
    /// The file of a scene within limits: with the largest boards that fit, unless it has an exact
    /// size, and if that is not enough, with one of so many frames, which is returned, too.
    ///
    /// # Errors
    /// If nothing fits, or as [`encode`](Self::encode).
    pub fn fitted(
        &self,
        scene: &Scene,
        limits: Limits,
        progress: Progress<'_>,
    ) -> Result<(Vec<u8>, u32), Error> {
        let has_frames = self.has_frames();
        let attempts = self.attempts(scene)?;

        for SizeAndShare { size, share } in attempts {
            let scene = scene.smaller(size, share)?;
            if has_frames && scene.frame_count() > limits.frames {
                continue;
            }

            let mut file = Capped {
                bytes: Vec::new(),
                most: limits.bytes,
            };
            match (self.encode)(&scene, &mut file, progress) {
                Err(Error::Io(error)) if error.kind() == ErrorKind::FileTooLarge => {}
                done => return done.map(|()| (file.bytes, share)),
            }
        }
        Err(Error::LargeFile {
            ending: self.ending,
            bytes: limits.bytes,
            has_frames,
        })
    }

    /// What is tried for a scene, in this order.
    fn attempts(&self, scene: &Scene) -> Result<Vec<SizeAndShare>, Error> {
        let size = scene.view.size;
        let mut attempts = vec![SizeAndShare { size, share: 1 }];

        let is_drawing = self.ending == FILM.ending;
        if !is_drawing && !matches!(size, Size::Exactly(..)) {
            let smaller = SMALLEST_PITCH..scene.geometry()?.pitch;
            for pitch in smaller.rev() {
                let size = Size::Pitch(pitch);
                attempts.push(SizeAndShare { size, share: 1 });
            }
        }

        if self.has_frames() {
            let smallest = attempts[attempts.len() - 1].size;
            for share in SHARES {
                let size = smallest;
                attempts.push(SizeAndShare { size, share });
            }
        }
        Ok(attempts)
    }
}

/// A size, and one of so many frames.
struct SizeAndShare {
    size: Size,
    share: u32,
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
