//! The animated WebP encoder: one losslessly compressed rectangle per frame, in a container. Its total length comes first, so
//! the file is kept in memory until it is complete.

use std::io::{self, Write};

use super::palette::UNCHANGED;
use super::{Loops, PaintedFrame, Scene, vp8l};
use crate::Error;
use peg_solitaire::memory::{self, MemoryError};
use peg_solitaire::progress::Progress;

/// The longest duration of one frame, in milliseconds: 24 bits.
const LONGEST: u64 = (1 << 24) - 1;

/// Flags of the extended header: transparency and animation.
const FLAGS: u8 = 0b0001_0010;

/// A frame flag: replace what is underneath instead of blending over it.
const REPLACE: u8 = 0b0000_0010;

/// Writes an animated WebP.
pub fn webp(scene: &Scene<'_>, out: &mut dyn Write, progress: Progress<'_>) -> Result<(), Error> {
    let mut painting = scene.paint(progress)?;
    // The file after its length.
    let mut file = b"WEBP".to_vec();
    let mut header = vec![FLAGS, 0, 0, 0];
    header.extend(&(painting.size.0 - 1).to_le_bytes()[..3]);
    header.extend(&(painting.size.1 - 1).to_le_bytes()[..3]);
    chunk(&mut file, b"VP8X", &header, &[])?;
    let loops = match painting.loops {
        Loops::Endless => 0,
        Loops::Times(times) => times.max(1),
    };
    let [low, high] = loops.to_le_bytes();
    chunk(&mut file, b"ANIM", &[0, 0, 0, 0, low, high], &[])?;
    let mut palette = painting.palette.clone();
    palette[usize::from(UNCHANGED)] = [0; 4];
    let over = if painting.erases { REPLACE } else { 0 };
    let mut pixels = Vec::new();
    while let Some(frame) = painting.next()? {
        // Frames begin at even coordinates.
        let (more_left, more_top) = (frame.left % 2, frame.top % 2);
        let (width, height) = (frame.width + more_left, frame.height + more_top);
        fill(&mut pixels, &frame, (more_left as usize, more_top as usize));
        let picture = vp8l::compressed(&pixels, width, &palette);
        let corner = [frame.left - more_left, frame.top - more_top].map(|length| length / 2);
        let lasts = frame.lasts.min(LONGEST) as u32;
        let mut head = Vec::with_capacity(24);
        for number in [corner[0], corner[1], width - 1, height - 1, lasts] {
            head.extend(&number.to_le_bytes()[..3]);
        }
        head.push(over);
        head.extend(b"VP8L");
        head.extend((picture.len() as u32).to_le_bytes());
        let padding = &[0][..picture.len() % 2];
        chunk(&mut file, b"ANMF", &head, &[&picture[..], padding].concat())?;
    }
    let length = u32::try_from(file.len())
        .map_err(|_| io::Error::other("a WebP file can't be larger than 4 GiB"))?;
    out.write_all(b"RIFF")?;
    out.write_all(&length.to_le_bytes())?;
    Ok(out.write_all(&file)?)
}

/// Writes a chunk whose content is `head` followed by `body` to the end of a file.
fn chunk(file: &mut Vec<u8>, name: &[u8; 4], head: &[u8], body: &[u8]) -> Result<(), MemoryError> {
    let length = (head.len() + body.len()) as u32;
    memory::reserve(|| "the film as WebP", file, 9 + head.len() + body.len())?;
    file.extend(name);
    file.extend(length.to_le_bytes());
    file.extend([head, body, &[0][..(length % 2) as usize]].concat());
    Ok(())
}

/// Fills in the palette indices of a frame, with `left` and `top` unchanged pixels added at its edges.
fn fill(pixels: &mut Vec<u8>, frame: &PaintedFrame<'_>, (left, top): (usize, usize)) {
    let width = frame.width as usize;
    pixels.clear();
    pixels.resize(top * (left + width), UNCHANGED);
    for row in frame.changed.chunks_exact(width) {
        pixels.resize(pixels.len() + left, UNCHANGED);
        pixels.extend(row);
    }
}
