//! Pictures and films. A [`Scene`] combines a timeline with a view; an [`Encoder`] turns it into a file, from its painted
//! frames, its drawing or its text.
//!
//! To add an output format, write its encoder in a file here, add a variant to [`pegfont_type::format::Format`] and a line to
//! [`ENCODERS`]; the command line then offers it. To add a theme, put a file into `themes/` and add a line to [`theme::THEMES`].

mod caption;
mod geometry;
#[cfg(feature = "pictures")]
mod gif;
mod look;
#[cfg(feature = "pictures")]
mod lzw;
#[cfg(feature = "pictures")]
mod painting;
#[cfg(feature = "pictures")]
mod palette;
#[cfg(feature = "pictures")]
mod png;
mod shapes;
#[cfg(feature = "pictures")]
mod sprites;
mod stage;
pub mod text;
pub mod theme;

use std::io::Write;

use crate::Error;
pub use crate::drawing::{Colour, Loops};
use crate::timeline::{Clock, Frame, Setting, Timeline};
use geometry::PITCHES;
pub use geometry::{Geometry, MAX_PIXELS, MAX_SIDE, Size};
#[cfg(feature = "pictures")]
pub use gif::gif;
#[cfg(feature = "pictures")]
pub use painting::{PaintedFrame, Painting};
use peg_solitaire::progress::Progress;
use pegfont_type::format::Format;
#[cfg(feature = "pictures")]
pub use png::{apng, png};
pub use shapes::svg;
pub use theme::Theme;

/// The formats that scenes can be written in, each with its encoder.
pub const ENCODERS: &[(Format, Encoder)] = &[
    #[cfg(feature = "pictures")]
    (Format::Gif, gif),
    #[cfg(feature = "pictures")]
    (Format::Apng, apng),
    (Format::Svg, svg),
    #[cfg(feature = "pictures")]
    (Format::Png, png),
    (Format::Text, text::text),
];

/// The encoder for a format, if scenes can be written in it.
pub fn encoder(format: Format) -> Option<Encoder> {
    ENCODERS.iter().find(|known| known.0 == format).map(|known| known.1)
}

/// The clock of films in a format. Formats without one count milliseconds.
pub fn clock(format: Format) -> Clock {
    if format == Format::Gif { Clock::HUNDREDTHS } else { Clock::FINE }
}

/// Writes a scene in some format, and reports the number of painted frames. It fails if the output does, the picture is too large, or the
/// watcher stops it. See `examples/own_encoder.rs`.
pub type Encoder = fn(&Scene<'_>, &mut dyn Write, Progress<'_>) -> Result<(), Error>;

/// A timeline with a view: a film or a still.
#[derive(Clone, Copy, Debug)]
pub struct Scene<'s> {
    pub timeline: &'s Timeline,
    /// Colours, size and layout.
    pub view: &'s View,
    /// The whole film, or one instant.
    pub show: Show,
    /// What plays after it in its place. Frames show it, if the view has a width and a height; a drawing and text don't.
    pub then: &'s [Timeline],
}

/// What a scene shows of its timeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    Film(Loops),
    /// One instant, in milliseconds from the start of the film.
    Still(u64),
}

/// Colours, size and layout of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Colours and lengths.
    pub theme: Theme,
    pub size: Size,
    /// Whether the last jump is written under each board.
    pub captions: bool,
    /// The theme while the reader's device is in dark mode, in an SVG. Lengths between holes are those of the other theme.
    pub dark: Option<Theme>,
    /// The largest distance between neighbouring holes, in pixels, whatever the size.
    pub largest_pitch: Option<u32>,
}

impl View {
    /// The default view with a theme.
    pub fn new(theme: Theme) -> Self {
        Self { theme, size: Size::default(), captions: false, dark: None, largest_pitch: None }
    }

    /// A text in the lines for which its boards are largest: see [`Setting::fitted`]. Where only the width is given, they are to fit a square.
    pub fn in_lines(&self, unbroken: &Setting, usual: Setting) -> Setting {
        let size = match self.size {
            Size::Within(width) | Size::Width(width) => Size::Exactly(width, width),
            size => size,
        };
        let view = Self { size, ..self.clone() };
        unbroken.fitted(usual, |setting| {
            let pitch = Geometry::new(setting, &view).map_or(0, |geometry| geometry.pitch);
            match self.size {
                Size::Within(_) if pitch < *PITCHES.start() => 0.0,
                Size::Within(_) => pitch.min(*PITCHES.end()).into(),
                _ => pitch.into(),
            }
        })
    }

    /// The distance between holes, or the largest if that is less.
    pub(crate) fn limited(&self, pitch: u32) -> u32 {
        self.largest_pitch.map_or(pitch, |most| pitch.min(most))
    }
}

impl<'s> Scene<'s> {
    pub fn film(timeline: &'s Timeline, view: &'s View, loops: Loops) -> Self {
        Self { timeline, view, show: Show::Film(loops), then: &[] }
    }

    /// A still of the finished text.
    pub fn finished(timeline: &'s Timeline, view: &'s View) -> Self {
        Self { timeline, view, show: Show::Still(timeline.finished_at()), then: &[] }
    }

    /// The number of frames, if it is painted.
    pub fn frame_count(&self) -> u64 {
        let films = std::iter::once(self.timeline).chain(self.then);
        match self.show {
            Show::Film(_) => films.map(|film| film.frame_count() as u64).sum(),
            Show::Still(_) => 1,
        }
    }

    /// The frames of its timeline; the only one of a still has all letters.
    pub(crate) fn frames(&self) -> Box<dyn Iterator<Item = Frame> + 's> {
        let timeline = self.timeline;
        match self.show {
            Show::Film(_) => Box::new(timeline.frames()),
            Show::Still(at) => {
                let letters = 0..timeline.letters().len();
                let changes = letters.map(|letter| (letter, timeline.state(letter, at))).collect();
                Box::new(std::iter::once(Frame { at, lasts: 1000, changes }))
            }
        }
    }
}
