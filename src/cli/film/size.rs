//! Options for the size of the picture and of the file, and presets for places that limit them.

use clap::Args;

use crate::cli::input::{Bytes, Choice, Sides, one_of, whole};
use pegfont_film::render::Size;
use pegfont_type::format::Format;

/// Options for the size.
#[derive(Args)]
#[command(next_help_heading = "Size")]
pub(in crate::cli) struct SizeArgs {
    /// The picture in pixels: 128x128, a width (800), or a height (x600). The boards are as large as fits, and the background
    /// fills the rest. With a width and a height, lines are broken to suit, unless --wrap sets their length
    #[arg(long, value_name = "PIXELS", aliases = ["width", "fit"], value_parser = picture_size)]
    size: Option<Size>,

    /// The distance between holes, in pixels [default: up to 24, for a picture at most 800 pixels wide]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(2..=16_383), conflicts_with = "size")]
    pitch: Option<u32>,

    /// The largest file, such as 256K or 1M (1000 and 1,000,000 bytes). The boards shrink until it fits; if that is not
    /// enough, frames are left out
    #[arg(long, value_name = "BYTES")]
    max_bytes: Option<Bytes>,

    /// Set the options for a place with limits. Options that you give yourself take precedence
    #[arg(long = "for", value_name = "PLACE", value_parser = one_of(PLACES))]
    place: Option<Preset>,
}

/// What a place allows.
#[derive(Clone)]
pub(in crate::cli) struct Preset {
    size: Option<Size>,
    max_bytes: Option<u64>,
    pub(super) max_frames: Option<u64>,
    /// Whether the first frame of a film is likely to be its preview.
    pub(super) ends_first: bool,
    pub(super) background: Option<&'static str>,
    pub(super) format: Option<Format>,
    /// The duration of a film.
    pub(super) seconds: Option<f64>,
    /// Whether the picture is filled by the colour of the boards, and lines may be broken within words.
    pub(in crate::cli) fills: bool,
}

const NO_LIMITS: Preset = Preset {
    size: None,
    max_bytes: None,
    max_frames: None,
    ends_first: false,
    background: None,
    format: None,
    seconds: None,
    fills: false,
};

const EMOJI: Preset = Preset {
    size: Some(Size::Exactly(128, 128)),
    ends_first: true,
    background: Some("transparent"),
    ..NO_LIMITS
};

/// The places with limits.
const PLACES: &[Choice<Preset>] = &[
    (
        "slack",
        "An emoji: --size 128x128 --max-bytes 128K --first-frame end --background transparent, and at most 50 frames",
        Preset { max_bytes: Some(128_000), max_frames: Some(50), ..EMOJI },
    ),
    (
        "discord",
        "An emoji: --size 128x128 --max-bytes 256K --first-frame end --background transparent",
        Preset { max_bytes: Some(256_000), ..EMOJI },
    ),
    (
        "github",
        "The social preview of a repository, a still: --size 1280x640 --max-bytes 1M --format png",
        Preset {
            size: Some(Size::Exactly(1280, 640)),
            max_bytes: Some(1_000_000),
            format: Some(Format::Png),
            ..NO_LIMITS
        },
    ),
    (
        "story",
        "A story on a phone: --size 1080x1920 --format mp4 --duration 11, on a board that fills the screen",
        Preset {
            size: Some(Size::Exactly(1080, 1920)),
            format: Some(Format::Mp4),
            seconds: Some(11.0),
            fills: true,
            ..NO_LIMITS
        },
    ),
];

impl SizeArgs {
    /// What the place allows, if one was given.
    pub(in crate::cli) fn preset(&self) -> Preset {
        self.place.clone().unwrap_or(NO_LIMITS)
    }

    /// The size, if one was asked for.
    pub(super) fn size(&self) -> Option<Size> {
        self.pitch.map(Size::Pitch).or(self.size).or(self.preset().size)
    }

    /// Whether the width and the height are given, so that lines may be broken where that suits them.
    pub(in crate::cli) fn is_exact(&self) -> bool {
        matches!(self.size(), Some(Size::Exactly(..)))
    }

    /// The size of the largest allowed file, in bytes.
    pub(super) fn max_bytes(&self) -> Option<u64> {
        self.max_bytes.map(|bytes| bytes.0).or(self.preset().max_bytes)
    }

    /// Whether a largest file was asked for.
    pub(super) fn has_limit(&self) -> bool {
        self.max_bytes.is_some()
    }
}

/// Parses `128x128`, `800`, `800x` or `x600`.
fn picture_size(text: &str) -> Result<Size, String> {
    let side = |text: &str| text.parse().ok();
    let size = match text.split_once(['x', 'X', '×']) {
        None => side(text).map(Size::Width),
        Some((width, "")) => side(width).map(Size::Width),
        Some(("", height)) => side(height).map(Size::Height),
        Some(_) => Sides::parse(text).map(|Sides(width, height)| Size::Exactly(width, height)),
    };
    match size {
        Some(Size::Width(0) | Size::Height(0) | Size::Exactly(0, _) | Size::Exactly(_, 0)) => {
            Err("a size of 0 pixels is too small".to_owned())
        }
        Some(size) => Ok(size),
        None => Err("write pixels such as 128x128, a width such as 800, or a height such as x600"
            .to_owned()),
    }
}
