//! The GIF encoder: one rectangle per frame, with unchanged pixels transparent.

use std::borrow::Cow;
use std::io::{self, Write};

use super::lzw::{self, Lzw};
use super::palette::UNCHANGED;
use super::{Encoder, Film, Loops, PaintedFrame};

/// Writes a GIF.
pub struct Gif<W: Write> {
    out: Option<W>,
    encoder: Option<gif::Encoder<W>>,
    /// The duration of the frames so far, in milliseconds.
    time: u64,
    lzw: Lzw,
    compressed: Vec<u8>,
    changed: Vec<u8>,
    seen: Vec<u8>,
    width: usize,
    erases: bool,
    /// The number under which each colour is written, if it differs from its own: GIF has no partial
    /// transparency.
    numbers: Option<Vec<u8>>,
}

impl<W: Write> Gif<W> {
    /// An encoder that writes to this.
    pub fn new(out: W) -> Self {
        Self {
            out: Some(out),
            encoder: None,
            time: 0,
            lzw: Lzw::new(),
            compressed: Vec::new(),
            changed: Vec::new(),
            seen: Vec::new(),
            width: 0,
            erases: false,
            numbers: None,
        }
    }
}

impl<W: Write> Encoder for Gif<W> {
    fn begin(&mut self, film: &Film<'_>) -> io::Result<()> {
        self.width = film.width as usize;
        self.erases = film.erases;
        let colours = film.palette.colours();
        let numbers = colours.iter().zip(0_u8..=255);
        let solid =
            |(colour, number): (&[u8; 4], u8)| if colour[3] < 128 { UNCHANGED } else { number };
        let half = colours.iter().skip(1).any(|colour| colour[3] < 128);
        self.numbers = half.then(|| numbers.map(solid).collect());
        let rgb: Vec<u8> = colours.iter().flat_map(|colour| colour[..3].to_vec()).collect();
        let side = |length: u32| u16::try_from(length).map_err(io::Error::other);
        let out = self.out.take().ok_or_else(|| io::Error::other("begun twice"))?;
        let mut encoder =
            gif::Encoder::new(out, side(film.width)?, side(film.height)?, &rgb).map_err(to_io)?;
        match film.loops {
            Loops::Endless => encoder.set_repeat(gif::Repeat::Infinite).map_err(to_io)?,
            // Players play once by default, and count repetitions.
            Loops::Times(times) => {
                let again = gif::Repeat::Finite(times.saturating_sub(1));
                encoder.set_repeat(again).map_err(to_io)?;
            }
        }
        self.encoder = Some(encoder);
        Ok(())
    }

    fn frame(&mut self, frame: &PaintedFrame<'_>) -> io::Result<()> {
        let encoder = self.encoder.as_mut().ok_or_else(|| io::Error::other("not begun"))?;
        // Hundredths of a second, rounded so that errors don't accumulate.
        let hundredths = |time: u64| (time + 5) / 10;
        let begin = hundredths(self.time);
        self.time += frame.lasts;
        let mut delay = hundredths(self.time) - begin;
        self.changed.clear();
        self.changed.extend_from_slice(frame.changed);
        self.seen.clear();
        for row in frame.top..frame.top + frame.height {
            let from = row as usize * self.width + frame.left as usize;
            let row = &frame.picture[from..from + frame.width as usize];
            self.seen.extend_from_slice(row);
        }
        if let Some(numbers) = &self.numbers {
            for number in self.changed.iter_mut().chain(&mut self.seen) {
                *number = numbers[usize::from(*number)];
            }
        }
        let highest = self.changed.iter().copied().fold(0, u8::max);
        let bits = (u8::BITS - highest.leading_zeros()).max(2);
        lzw::choose(&mut self.changed, &self.seen, bits);
        self.lzw.compress(&self.changed, bits, &mut self.compressed);
        let dispose =
            if self.erases { gif::DisposalMethod::Background } else { gif::DisposalMethod::Keep };
        let mut image = gif::Frame {
            dispose,
            transparent: Some(UNCHANGED),
            left: frame.left as u16,
            top: frame.top as u16,
            width: frame.width as u16,
            height: frame.height as u16,
            buffer: Cow::Borrowed(&self.compressed),
            ..gif::Frame::default()
        };
        // A frame that lasts longer than the format allows is written several times.
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

    fn finish(&mut self) -> io::Result<()> {
        let encoder = self.encoder.take().ok_or_else(|| io::Error::other("not begun"))?;
        encoder.into_inner().map_err(to_io)?.flush()
    }
}

fn to_io(error: gif::EncodingError) -> io::Error {
    match error {
        gif::EncodingError::Io(error) => error,
        other => io::Error::other(other),
    }
}
