//! The animated WebP encoder. The `image-webp` crate compresses the frames losslessly; this module writes the
//! container.

use std::io::{self, Seek, SeekFrom, Write};

use image_webp::{ColorType, EncoderParams, EncodingError, WebPEncoder};

use super::palette::UNCHANGED;
use super::{Encoder, Film, Loops, PaintedFrame};

/// The longest duration of one frame, in milliseconds: 24 bits.
const LONGEST: u64 = (1 << 24) - 1;

/// Flags of the extended header: transparency and animation.
const FLAGS: u8 = 0b0001_0010;

/// A frame flag: replace what is underneath instead of blending over it.
const REPLACE: u8 = 0b0000_0010;

/// Writes an animated WebP. The output has to be seekable, because the total length comes first.
pub struct WebP<W: Write + Seek> {
    out: W,
    palette: Vec<[u8; 4]>,
    erases: bool,
    picture_width: usize,
    /// The length of the chunks so far.
    length: u64,
    pixels: Vec<u8>,
    compressed: Vec<u8>,
}

impl<W: Write + Seek> WebP<W> {
    /// An encoder that writes to this.
    pub fn new(out: W) -> Self {
        let (palette, pixels, compressed) = (Vec::new(), Vec::new(), Vec::new());
        Self { out, palette, erases: false, picture_width: 0, length: 0, pixels, compressed }
    }

    /// Writes a chunk: `head`, then the last `body` bytes of the compressed frame.
    fn chunk(&mut self, name: &[u8; 4], head: &[u8], body: usize) -> io::Result<()> {
        let length = (head.len() + body) as u32;
        self.out.write_all(name)?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.write_all(head)?;
        self.out.write_all(&self.compressed[self.compressed.len() - body..])?;
        let padding = length % 2;
        self.out.write_all(&[0][..padding as usize])?;
        self.length += 8 + u64::from(length + padding);
        Ok(())
    }
}

impl<W: Write + Seek> Encoder for WebP<W> {
    fn begin(&mut self, film: &Film<'_>) -> io::Result<()> {
        self.palette = film.palette.colours().to_vec();
        self.palette[usize::from(UNCHANGED)] = [0; 4];
        self.erases = film.erases;
        self.picture_width = film.width as usize;
        self.out.write_all(b"RIFF\0\0\0\0WEBP")?;
        let mut header = vec![FLAGS, 0, 0, 0];
        header.extend(&(film.width - 1).to_le_bytes()[..3]);
        header.extend(&(film.height - 1).to_le_bytes()[..3]);
        self.chunk(b"VP8X", &header, 0)?;
        let loops = match film.loops {
            Loops::Endless => 0,
            Loops::Times(times) => times.max(1),
        };
        let [low, high] = loops.to_le_bytes();
        self.chunk(b"ANIM", &[0, 0, 0, 0, low, high], 0)
    }

    fn frame(&mut self, frame: &PaintedFrame<'_>) -> io::Result<()> {
        // Frames begin at even coordinates.
        let (more_left, more_top) = (frame.left % 2, frame.top % 2);
        let (width, height) = (frame.width + more_left, frame.height + more_top);
        let (left, top) = (frame.left - more_left, frame.top - more_top);
        self.pixels.clear();
        let colour = |number: &u8| self.palette[usize::from(*number)];
        let row_length = frame.width as usize;
        for row in 0..height {
            let Some(row) = row.checked_sub(more_top) else {
                self.pixels.resize(width as usize * 4, 0);
                continue;
            };
            self.pixels.resize(self.pixels.len() + more_left as usize * 4, 0);
            let numbers = &frame.changed[row as usize * row_length..][..row_length];
            self.pixels.extend(numbers.iter().flat_map(colour));
        }
        self.compressed.clear();
        let mut encoder = WebPEncoder::new(&mut self.compressed);
        let mut params = EncoderParams::default();
        params.use_predictor_transform = false;
        encoder.set_params(params);
        encoder.encode(&self.pixels, width, height, ColorType::Rgba8).map_err(to_io)?;
        let mut head = Vec::with_capacity(16);
        for number in [left / 2, top / 2, width - 1, height - 1, frame.lasts.min(LONGEST) as u32] {
            head.extend(&number.to_le_bytes()[..3]);
        }
        head.push(if self.erases { REPLACE } else { 0 });
        // Skips the file header of a single picture.
        let body = self.compressed.len() - 12;
        self.chunk(b"ANMF", &head, body)
    }

    fn finish(&mut self) -> io::Result<()> {
        let length = u32::try_from(self.length + 4)
            .map_err(|_| io::Error::other("a WebP file can't be larger than 4 GiB"))?;
        self.out.seek(SeekFrom::Start(4))?;
        self.out.write_all(&length.to_le_bytes())?;
        self.out.seek(SeekFrom::End(0))?;
        self.out.flush()
    }
}

fn to_io(error: EncodingError) -> io::Error {
    match error {
        EncodingError::IoError(error) => error,
        other => io::Error::other(other),
    }
}
