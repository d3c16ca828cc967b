//! Options for the size of the picture and of the file, and presets for places that limit them.

use std::str::FromStr;

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::super::Usage;
use super::super::input::whole;
use pegfont_film::render::Size;
use pegfont_type::format::Format;

/// Options for the size.
#[derive(Args)]
#[command(next_help_heading = "Size")]
pub(super) struct SizeArgs {
    /// The distance between holes, in pixels [default: up to 24, for a picture at most 800 pixels wide]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(0..=u32::MAX.into()), conflicts_with_all = ["width", "height", "fit"])]
    pitch: Option<u32>,

    /// The width of the picture, in pixels
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(0..=u32::MAX.into()), conflicts_with = "fit")]
    width: Option<u32>,

    /// The height of the picture, in pixels
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(0..=u32::MAX.into()), conflicts_with = "fit")]
    height: Option<u32>,

    /// The width and height of the picture, such as 128x128. The boards are as large as fits, in lines that suit it
    /// unless --wrap sets their length, and the background fills the rest
    #[arg(long, value_name = "WIDTHxHEIGHT")]
    fit: Option<Sides>,

    /// The largest file, such as 256K or 1M (1000 and 1,000,000 bytes). The boards shrink until it fits; if that is not
    /// enough, frames are left out
    #[arg(long, value_name = "BYTES")]
    max_bytes: Option<Bytes>,

    /// Set the options for a place with limits. Options of your own go first
    #[arg(long = "for", value_enum, value_name = "PLACE")]
    place: Option<Destination>,
}

/// A place with limits.
#[derive(Clone, Copy, ValueEnum)]
enum Destination {
    /// An emoji: --fit 128x128 --max-bytes 128K --first-frame end --background transparent, and at most 50 frames
    Slack,
    /// An emoji: --fit 128x128 --max-bytes 256K --first-frame end --background transparent
    Discord,
    /// The social preview of a repository, a still: --fit 1280x640 --max-bytes 1M --format png
    Github,
    /// A story on a phone: --fit 1080x1920 --format mp4
    Story,
}

/// What a place allows.
#[derive(Default)]
pub(super) struct Preset {
    size: Option<Sides>,
    max_bytes: Option<u64>,
    pub max_frames: Option<u64>,
    /// Whether the first frame of a film is likely to be its preview.
    pub ends_first: bool,
    pub background: Option<&'static str>,
    pub format: Option<Format>,
}

impl Destination {
    fn preset(self) -> Preset {
        let emoji = |bytes| Preset {
            size: Some(Sides(128, 128)),
            max_bytes: Some(bytes),
            ends_first: true,
            background: Some("transparent"),
            ..Preset::default()
        };
        match self {
            Self::Slack => Preset { max_frames: Some(50), ..emoji(128_000) },
            Self::Discord => emoji(256_000),
            Self::Github => Preset {
                size: Some(Sides(1280, 640)),
                max_bytes: Some(1_000_000),
                format: Some(Format::Png),
                ..Preset::default()
            },
            Self::Story => Preset {
                size: Some(Sides(1080, 1920)),
                format: Some(Format::Mp4),
                ..Preset::default()
            },
        }
    }
}

impl SizeArgs {
    /// What the place allows, if one was given.
    pub(super) fn preset(&self) -> Preset {
        self.place.map(Destination::preset).unwrap_or_default()
    }

    /// The size, if one was asked for.
    pub(super) fn size(&self) -> Result<Option<Size>> {
        let sides = [
            self.pitch,
            self.width,
            self.height,
            self.fit.map(|fit| fit.0),
            self.fit.map(|fit| fit.1),
        ];
        if sides.contains(&Some(0)) {
            let message = "a size of 0 pixels is too small: --pitch takes 2 or more, the others what the text needs";
            return Err(Usage(message.into()).into());
        }
        if self.pitch == Some(1) {
            let message = "--pitch 1: pegs would be smaller than a pixel; the least is 2";
            return Err(Usage(message.into()).into());
        }
        let preset = self.preset().size;
        let fit = |Sides(width, height): Sides| Size::Exactly(width, height);
        Ok(match (self.pitch, self.width, self.height) {
            (Some(pitch), ..) => Some(Size::Pitch(pitch)),
            (None, Some(width), Some(height)) => Some(Size::Exactly(width, height)),
            (None, Some(width), None) => Some(Size::Width(width)),
            (None, None, Some(height)) => Some(Size::Height(height)),
            (None, None, None) => self.fit.or(preset).map(fit),
        })
    }

    /// The size of the largest allowed file, in bytes.
    pub(super) fn max_bytes(&self) -> Option<u64> {
        self.max_bytes.map(|bytes| bytes.0).or(self.preset().max_bytes)
    }

    /// An option that limits the file, if it was given.
    pub(super) fn limit_given(&self) -> Option<&'static str> {
        self.max_bytes.map(|_| "--max-bytes")
    }

    /// An option that was given.
    pub(super) fn given(&self) -> Option<&'static str> {
        let options = [
            ("--pitch", self.pitch.is_some()),
            ("--width", self.width.is_some()),
            ("--height", self.height.is_some()),
            ("--fit", self.fit.is_some()),
            ("--max-bytes", self.max_bytes.is_some()),
            ("--for", self.place.is_some()),
        ];
        options.into_iter().find_map(|(name, given)| given.then_some(name))
    }
}

/// A width and a height, in pixels.
#[derive(Clone, Copy, Debug)]
struct Sides(u32, u32);

impl FromStr for Sides {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides =
            text.split_once(['x', 'X', '×']).map(|(width, height)| (width.parse(), height.parse()));
        match sides {
            Some((Ok(width), Ok(height))) => Ok(Self(width, height)),
            _ => Err("give a width and a height in pixels, such as 128x128".to_owned()),
        }
    }
}

/// A number of bytes.
#[derive(Clone, Copy, Debug)]
struct Bytes(u64);

impl FromStr for Bytes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = text.strip_suffix(['B', 'b']).unwrap_or(text);
        let (digits, unit) = match text.strip_suffix(['K', 'k']) {
            Some(digits) => (digits, 1000),
            None => match text.strip_suffix(['M', 'm']) {
                Some(digits) => (digits, 1_000_000),
                None => (text, 1),
            },
        };
        let bytes = digits.parse().ok().and_then(|count: u64| count.checked_mul(unit));
        bytes.filter(|&bytes| bytes > 0).map(Self).ok_or_else(|| {
            "give a number of bytes, with K for thousands or M for millions, such as 256K"
                .to_owned()
        })
    }
}
