//! Pictures and films. A [`Scene`] combines a timeline with a view; an [`Encoder`] turns it into a
//! file, from its painted frames, its drawing or its text.
//!
//! To add an output format, write its encoder in a file here and add a line to [`ENCODERS`]. To add
//! a theme, put a file into `themes/` and add a line to `THEMES` in its `lib.rs`.

mod caption;
mod counter;
#[cfg(feature = "pictures")]
mod enlarged;
mod extra;
mod fit;
mod framing;
mod geometry;
#[cfg(feature = "pictures")]
mod gif;
mod in_turn;
mod look;
#[cfg(feature = "pictures")]
mod lzw;
#[cfg(feature = "pictures")]
mod painting;
#[cfg(feature = "pictures")]
mod planes;
#[cfg(feature = "pictures")]
mod png;
mod rect;
mod shapes;
#[cfg(feature = "pictures")]
mod sprites;
mod stage;
#[cfg(all(test, feature = "pictures"))]
mod tests;
pub mod text;
pub mod theme;

use std::io::Write;

#[cfg(feature = "pictures")]
pub use self::{
    gif::gif,
    painting::{PaintedFrame, Painting},
    png::{apng, png},
};
use crate::Error;
pub use crate::drawing::Colour;
use crate::timeline::{Clock, Setting, Timeline};
pub use extra::{Extra, Medium};
pub use fit::Limits;
pub use framing::Framing;
pub(crate) use geometry::holes_that_fit;
pub use geometry::{Geometry, Size};
pub use look::Appearance;
pub(crate) use look::arrow;
use peg_solitaire::progress::Progress;
pub use shapes::svg;
pub use theme::Theme;

/// A format that scenes can be written in, and what it needs. See `examples/own_encoder.rs`.
#[derive(Clone, Copy, Debug)]
pub struct Encoder {
    /// The file name extension, without the dot.
    pub ending: &'static str,
    /// The times at which frames can begin.
    pub clock: Clock,
    /// Whether pegs usually slide in this format.
    pub slides: bool,
    /// Whether the format can't hold a film.
    pub is_still: bool,
    /// Writes a scene, and reports the number of painted frames. It fails if the output does, the
    /// picture is too large, or the watcher stops it.
    pub encode: fn(&Scene, &mut dyn Write, Progress<'_>) -> Result<(), Error>,
}

impl Encoder {
    /// Whether the format holds a film as frames.
    pub fn has_frames(&self) -> bool {
        self.medium() == Medium::Frames
    }

    /// What a file in this format is.
    pub fn medium(&self) -> Medium {
        if self.is_still {
            Medium::Still
        } else if self.ending == FILM.ending {
            Medium::Shapes
        } else {
            Medium::Frames
        }
    }
}

const FILM: Encoder = Encoder {
    ending: "svg",
    clock: Clock::FINE,
    slides: true,
    is_still: false,
    encode: svg,
};
const STILL: Encoder = Encoder {
    is_still: true,
    slides: false,
    ..FILM
};

/// The formats that scenes can be written in.
pub const ENCODERS: &[Encoder] = &[
    #[cfg(feature = "pictures")]
    Encoder {
        ending: "gif",
        clock: Clock::HUNDREDTHS,
        slides: false,
        encode: gif,
        ..FILM
    },
    #[cfg(feature = "pictures")]
    Encoder {
        ending: "apng",
        slides: false,
        encode: apng,
        ..FILM
    },
    FILM,
    #[cfg(feature = "pictures")]
    Encoder {
        ending: "png",
        encode: png,
        ..STILL
    },
    Encoder {
        ending: "txt",
        encode: text::text,
        ..STILL
    },
];

/// The format with this file name extension, if scenes can be written in it.
pub fn encoder(ending: &str) -> Option<Encoder> {
    ENCODERS
        .iter()
        .copied()
        .find(|known| known.ending == ending)
}

/// Films or a still with a view: what encoders write.
#[derive(Clone, Debug)]
pub struct Scene {
    /// What plays first, or is the only one.
    pub timeline: Timeline,
    /// What plays after it in its place. Frames show that, if the view has a width and a height; a
    /// drawing and text don't.
    pub then: Vec<Timeline>,
    /// Colours, size and layout.
    pub view: View,
    /// The whole film, or one instant.
    pub show: Show,
}

/// What a scene shows of its timelines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Show {
    /// The whole film.
    Film,
    /// One instant of the first, in milliseconds from its start.
    Still(u64),
}

/// Colours, size and layout of a picture.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// Colours and lengths.
    pub theme: Theme,
    /// The size in pixels.
    pub size: Size,
    /// Whether the last jump is written under each board of a still, and the names of columns and
    /// rows beside it.
    pub captions: bool,
    /// Whether a film counts its jumps, below the boards.
    pub counts: bool,
    /// How often a film plays; 0 is again and again.
    pub loops: u16,
    /// The theme while the reader's device is in dark mode, in an SVG. Lengths between holes are
    /// those of the other theme.
    pub dark: Option<Theme>,
}

impl View {
    /// The default view with a theme.
    pub fn new(theme: Theme) -> Self {
        Self {
            theme,
            size: Size::default(),
            captions: false,
            counts: false,
            loops: 0,
            dark: None,
        }
    }

    /// A text in its `usual` lines; or if a width and a height are asked for, in those for which
    /// its boards are largest: see [`Setting::filling`]. Lines that are too long for a width alone
    /// are broken to fit a square.
    pub fn in_lines(&self, unbroken: &Setting, usual: Setting) -> Setting {
        let width = match self.size {
            Size::Exactly(..) => {
                return unbroken.filling(usual, |setting| self.pitch_of(setting));
            }
            Size::Pitch(_) => return usual,
            Size::Width(width) | Size::Within(width) => width,
        };

        let fits = |geometry: Geometry| geometry.width <= width;
        if Geometry::new(&usual, self).is_ok_and(fits) {
            return usual;
        }
        let square = Self {
            size: Size::Exactly(width, width),
            ..self.clone()
        };
        square.in_words(unbroken, usual)
    }

    /// A text in the lines for which its boards are largest while words stay whole, as far as they
    /// fit: see [`Setting::fitted`].
    pub fn in_words(&self, unbroken: &Setting, usual: Setting) -> Setting {
        unbroken.fitted(usual, |setting| self.pitch_of(setting))
    }

    /// The distance between the holes of a text, in pixels; 0 if it doesn't fit.
    fn pitch_of(&self, setting: &Setting) -> f64 {
        Geometry::new(setting, self).map_or(0.0, |geometry| geometry.pitch.into())
    }
}

impl Scene {
    /// A film of one timeline.
    pub fn film(timeline: Timeline, view: View) -> Self {
        Self {
            timeline,
            then: Vec::new(),
            view,
            show: Show::Film,
        }
    }

    /// A still of the finished text.
    pub fn finished(timeline: Timeline, view: View) -> Self {
        let show = Show::Still(timeline.finished_at());

        Self {
            show,
            ..Self::film(timeline, view)
        }
    }

    /// All timelines, in the order in which they play.
    pub fn timelines(&self) -> impl Iterator<Item = &Timeline> {
        std::iter::once(&self.timeline).chain(&self.then)
    }

    /// The layout of the boards of the first timeline.
    ///
    /// # Errors
    /// If the picture is too large, or the text doesn't fit the width and height.
    pub fn geometry(&self) -> Result<Geometry, Error> {
        self.layout(&self.timeline, self.view.size)
    }

    /// The layout of a timeline in some size. A film has no captions, as nobody could read them,
    /// and a still has nothing to count.
    fn layout(&self, timeline: &Timeline, size: Size) -> Result<Geometry, Error> {
        let is_film = self.show == Show::Film;
        let view = View {
            captions: self.view.captions && !is_film,
            counts: self.view.counts && is_film,
            size,
            ..self.view.clone()
        };
        Geometry::new(timeline.setting(), &view)
    }

    /// A copy of the scene in this size, with only one of every `share` frames.
    ///
    /// # Errors
    /// Those of making its timelines, which succeeded before.
    pub fn smaller(&self, size: Size, share: u32) -> Result<Self, Error> {
        let mut then = Vec::new();
        for timeline in &self.then {
            then.push(timeline.with_every(share)?);
        }

        Ok(Self {
            timeline: self.timeline.with_every(share)?,
            then,
            view: View {
                size,
                ..self.view.clone()
            },
            ..*self
        })
    }

    /// The number of frames of the whole film.
    pub fn frame_count(&self) -> u64 {
        let counts = self.timelines().map(Timeline::frame_count);
        counts.map(|count| count as u64).sum()
    }
}
