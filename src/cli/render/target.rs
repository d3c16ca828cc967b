//! Where a scene goes: a file of some format, numbered pictures, or the terminal.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser as _};

use pegfont_film::render::FORMATS;
use pegfont_type::format::Format;

/// The destination of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Target {
    File(Format),
    /// A PNG for each frame.
    Numbered,
    Terminal,
}

/// The formats of files: those of scenes, and videos.
pub(super) fn formats() -> Vec<Format> {
    [&FORMATS[..], &[Format::Mp4, Format::WebM]].concat()
}

/// Parses a target. The name of a format is its file name extension.
pub(super) fn target() -> impl clap::builder::TypedValueParser<Value = Target> {
    let files = formats().into_iter().map(|format| PossibleValue::new(format.ending()));
    let terminal = PossibleValue::new("terminal").help("Plays in the terminal");
    PossibleValuesParser::new(files.chain([terminal]))
        .map(|name| Format::from_ending(&name, &formats()).map_or(Target::Terminal, Target::File))
}

impl Target {
    /// Whether it cannot play.
    pub(super) fn is_still(self) -> bool {
        matches!(self, Self::File(format) if format.is_still())
    }

    /// Whether its size in bytes can be limited.
    pub(super) fn is_limited(self) -> bool {
        !matches!(self, Self::File(Format::Mp4 | Format::WebM) | Self::Numbered | Self::Terminal)
    }

    /// Whether it cannot be a still.
    pub(super) fn always_plays(self) -> bool {
        !self.is_still() && self != Self::File(Format::Svg)
    }
}
