//! Options for the size of the picture and of the file, and presets for places that limit them.

use clap::Args;

use crate::cli::args::{Sides, bytes, whole};
use crate::cli::output::{Format, Limits};
use pegfont_film::render::Size;
use pegfont_film::timeline::Pace;

#[derive(Args)]
#[command(next_help_heading = "Look")]
pub struct SizeArgs {
    /// The picture in pixels: 128x128, or a width (800). Or pitch:PIXELS, the distance between holes [default:
    /// pitch:24, or less for a picture at most 800 pixels wide]
    #[arg(long, value_name = "PIXELS", value_parser = picture_size)]
    size: Option<Size>,

    /// The largest file, such as 256K, or slack, discord, github or story. The boards shrink until the file fits; if that is not
    /// enough, frames are left out. A place sets size, format and length, unless you do
    #[arg(long = "for", value_name = "BYTES|PLACE", value_parser = preset)]
    place: Option<Preset>,
}

/// What a place allows.
#[derive(Clone, Copy)]
pub struct Preset {
    size: Option<Size>,
    pub limits: Limits,
    /// Whether the words of a text play one after the other.
    pub plays_words: bool,
    /// Changes of the theme.
    pub theme: &'static [(&'static str, &'static str)],
    pub format: Option<Format>,
    pub duration: Option<Pace>,
    /// The formats of which one is needed.
    pub needs: &'static [Format],
}

const NO_LIMITS: Preset = Preset {
    size: None,
    limits: Limits::NONE,
    plays_words: false,
    theme: &[],
    format: None,
    duration: None,
    needs: &[Format::Gif, Format::Apng, Format::Png, Format::Svg],
};

const EMOJI: Preset = Preset {
    size: Some(Size::Exactly(128, 128)),
    plays_words: true,
    theme: &[
        ("background", "transparent"),
        ("layout.padding", "0"),
        ("layout.gap", "0.3"),
        ("board.margin", "0.2"),
    ],
    needs: &[Format::Gif, Format::Apng, Format::Png],
    ..NO_LIMITS
};

/// The names of the places with limits.
pub const PLACES: [&str; 4] = ["slack", "discord", "github", "story"];

fn preset(text: &str) -> Result<Preset, String> {
    let most = |bytes| Limits { bytes, ..Limits::NONE };
    Ok(match text {
        "slack" => Preset { limits: Limits { bytes: 128_000, frames: 50 }, ..EMOJI },
        "discord" => Preset { limits: most(256_000), ..EMOJI },
        "github" => Preset {
            size: Some(Size::Exactly(1280, 640)),
            limits: most(1_000_000),
            format: Some(Format::Png),
            needs: &[Format::Png, Format::Gif],
            ..NO_LIMITS
        },
        "story" => Preset {
            size: Some(Size::Exactly(1080, 1920)),
            format: Some(Format::Mp4),
            duration: Some(Pace::Total(11_000.0)),
            ..NO_LIMITS
        },
        _ => {
            let or_place = |wrong| format!("{wrong}, or {}", PLACES.join(", "));
            Preset { limits: most(bytes(text).map_err(or_place)?), ..NO_LIMITS }
        }
    })
}

impl SizeArgs {
    /// What the place allows, if one was given.
    pub fn preset(&self) -> Preset {
        self.place.unwrap_or(NO_LIMITS)
    }

    /// The size, if one was asked for.
    pub fn size(&self) -> Option<Size> {
        self.size.or(self.preset().size)
    }
}

/// Parses `128x128`, `800`, `800x` or `pitch:24`.
fn picture_size(text: &str) -> Result<Size, String> {
    if let Some(pitch) = text.strip_prefix("pitch:") {
        return whole(2..=16_383)(pitch).map(Size::Pitch);
    }
    match (text.strip_suffix(['x', 'X', '×']).unwrap_or(text).parse(), Sides::parse(text)) {
        (Ok(0), _) | (_, Some(Sides(0, _) | Sides(_, 0))) => Err("a size of 0 pixels is too small"),
        (Ok(width), _) => Ok(Size::Width(width)),
        (_, Some(Sides(width, height))) => Ok(Size::Exactly(width, height)),
        _ => Err("write pixels: 128x128, a width such as 800, or pitch:24 from hole to hole"),
    }
    .map_err(str::to_owned)
}
