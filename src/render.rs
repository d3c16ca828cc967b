//! Pixels: a timeline and a theme become frames, and an [`Encoder`] makes a file of them. The palette and
//! the pictures of the board are ready before the first frame; a frame is what changed, and
//! frames are made one by one.

pub mod apng;
mod caption;
mod geometry;
pub mod gif;
mod lzw;
mod painter;
mod palette;
pub mod png;
mod sprites;
pub mod svg;
pub mod text;
pub mod theme;
pub mod webp;

use std::io;
use std::ops::ControlFlow;

use thiserror::Error;

pub use geometry::{Geometry, LineAlign, MAX_PIXELS, MAX_SIDE, Size};
use painter::Painter;
pub use palette::{Palette, UNCHANGED};
pub use theme::{Colour, Theme, ThemeError};

use crate::timeline::Timeline;

/// How often a film is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Loops {
    /// For ever.
    #[default]
    Endless,
    /// This often: at least once.
    Times(u16),
}

/// How a timeline is looked at.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Colours and lengths.
    pub theme: Theme,
    /// How large the picture is.
    pub size: Size,
    /// Where lines stand that are shorter than others.
    pub align: LineAlign,
    /// Whether the jump played last is written under each board.
    pub captions: bool,
}

impl View {
    /// The usual view of a theme.
    #[must_use]
    pub fn new(theme: Theme) -> Self {
        Self { theme, size: Size::default(), align: LineAlign::default(), captions: false }
    }
}

/// What an encoder is told before the first frame.
#[derive(Clone, Debug)]
pub struct Film<'f> {
    /// Width in pixels.
    pub width: u32,
    /// Height in pixels.
    pub height: u32,
    /// The colours of all frames. Colour 0 is not drawn: there the frame before stays.
    pub palette: &'f Palette,
    /// The number of frames.
    pub frames: usize,
    /// How often it is played.
    pub loops: Loops,
    /// Whether frames may make pixels transparent again. Every frame is then the whole picture, and
    /// takes the place of the one before.
    pub erases: bool,
}

/// The part of a picture that changed, and how long it is seen.
#[derive(Clone, Copy, Debug)]
pub struct PaintedFrame<'f> {
    /// Where the part lies: the distance from the left, in pixels.
    pub left: u32,
    /// The distance from the top, in pixels.
    pub top: u32,
    /// Width of the part, in pixels: at least 1.
    pub width: u32,
    /// Height of the part, in pixels: at least 1.
    pub height: u32,
    /// How long it is seen, in milliseconds.
    pub lasts: u64,
    /// The colours of the part's pixels, row by row; 0 where nothing changed.
    pub changed: &'f [u8],
    /// The colours of the whole picture's pixels, row by row.
    pub picture: &'f [u8],
}

/// Makes something of frames: a file, a stream, a window. See `examples/own_encoder.rs`.
pub trait Encoder {
    /// Called once, before the first frame.
    ///
    /// # Errors
    /// When it can't be written, or the film doesn't fit the format.
    fn begin(&mut self, film: &Film<'_>) -> io::Result<()>;

    /// Called for each frame in turn.
    ///
    /// # Errors
    /// When it can't be written.
    fn frame(&mut self, frame: &PaintedFrame<'_>) -> io::Result<()>;

    /// Called once, after the last frame.
    ///
    /// # Errors
    /// When it can't be written.
    fn finish(&mut self) -> io::Result<()>;
}

/// Why a film can't be made.
#[derive(Debug, Error)]
pub enum RenderError {
    #[error(
        "the picture would be {width} x {height} pixels; the most is {MAX_SIDE} on a side and {MAX_PIXELS} altogether: \
         choose a smaller size, or wrap the text into more lines"
    )]
    TooLarge { width: u64, height: u64 },
    #[error("the text does not fit a width of {width} pixels: it needs at least {needed}")]
    TooNarrow { width: u32, needed: u64 },
    #[error("interrupted")]
    Interrupted,
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// Paints a timeline frame by frame into an encoder. After each frame `done` is told how many there
/// are so far, and can break off.
///
/// # Errors
/// When the picture is too large, the encoder fails, or `done` breaks off.
pub fn film(
    timeline: &Timeline,
    view: &View,
    loops: Loops,
    encoder: &mut dyn Encoder,
    mut done: impl FnMut(usize) -> ControlFlow<()>,
) -> Result<(), RenderError> {
    let mut painter = Painter::new(timeline, view)?;
    let geometry = painter.geometry();
    let (width, height) = (geometry.width, geometry.height);
    let frames = timeline.frames().count();
    let (palette, erases) = (painter.palette().clone(), painter.erases());
    encoder.begin(&Film { width, height, palette: &palette, frames, loops, erases })?;
    for (number, frame) in timeline.frames().enumerate() {
        encoder.frame(&painter.paint(&frame))?;
        if done(number + 1).is_break() {
            return Err(RenderError::Interrupted);
        }
    }
    Ok(encoder.finish()?)
}

/// Paints the picture seen at one instant, in milliseconds from the start, as a film of one frame.
///
/// # Errors
/// When the picture is too large or the encoder fails.
pub fn still(
    timeline: &Timeline,
    view: &View,
    at: u64,
    encoder: &mut dyn Encoder,
) -> Result<(), RenderError> {
    let mut painter = Painter::new(timeline, view)?;
    let geometry = painter.geometry();
    let (width, height) = (geometry.width, geometry.height);
    let (palette, erases, loops) = (painter.palette().clone(), false, Loops::Times(1));
    encoder.begin(&Film { width, height, palette: &palette, frames: 1, loops, erases })?;
    let letters = 0..timeline.letters().len();
    let changes = letters.map(|letter| (letter, timeline.state(letter, at))).collect();
    encoder.frame(&painter.paint(&crate::timeline::Frame { at, lasts: 1000, changes }))?;
    Ok(encoder.finish()?)
}
