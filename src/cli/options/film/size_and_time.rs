//! Options for how large and how long films are: the size of the picture and of the file, places
//! that limit them, and the timing.

use anyhow::Result;
use clap::{Arg, Args};

use crate::cli::formats::Format;
use peg_console::help::with_default;
use peg_console::input::{Keyword, Sides, bytes, decimal, one_of, sides, whole};
use pegfont_film::render::{Limits, Size};
use pegfont_film::timeline::Pace;

#[derive(Args)]
#[command(next_help_heading = "Look")]
pub struct SizeArgs {
    /// The picture in pixels: 128x128, or a width (800).
    ///
    /// Or pitch:PIXELS, the distance between holes [default: pitch:24, or less for a picture at
    /// most 800 pixels wide]
    #[arg(long, value_name = "PIXELS", value_parser = picture_size)]
    pub size: Option<Size>,

    /// Fit the file into 256K, or for slack, discord, github or story.
    ///
    /// The boards shrink until the file fits; if that is not enough, frames are left out. A place
    /// sets size, format and length, unless you do
    #[arg(long = "for", value_name = "BYTES|PLACE", value_parser = preset)]
    pub place: Option<Preset>,
}

/// What a place allows.
#[derive(Clone, Copy)]
pub struct Preset {
    pub size: Option<Size>,
    pub limits: Limits,
    /// Changes of the theme, for an emoji, whose words play one after the other.
    pub emoji: &'static [(&'static str, &'static str)],
    pub format: Option<Format>,
    pub duration: Option<Pace>,
    /// The formats of which one is needed.
    pub needs: &'static [Format],
}

/// The limits of a film that is for no place in particular.
pub const NO_LIMITS: Preset = Preset {
    size: None,
    limits: Limits::NONE,
    emoji: &[],
    format: None,
    duration: None,
    needs: &[Format::Gif, Format::Apng, Format::Png, Format::Svg],
};

const EMOJI: Preset = Preset {
    size: Some(Size::Exactly(128, 128)),
    emoji: &[
        ("background", "transparent"),
        ("layout.padding", "0"),
        ("layout.gap", "0.3"),
        ("board.margin", "0.2"),
    ],
    needs: &[Format::Gif, Format::Apng, Format::Png],
    ..NO_LIMITS
};

const fn most(bytes: u64) -> Limits {
    Limits {
        bytes,
        ..Limits::NONE
    }
}

/// The places with limits.
const PLACES: [(&str, Preset); 4] = [
    (
        "slack",
        Preset {
            limits: Limits {
                bytes: 128_000,
                frames: 50,
            },
            ..EMOJI
        },
    ),
    (
        "discord",
        Preset {
            limits: most(256_000),
            ..EMOJI
        },
    ),
    (
        "github",
        Preset {
            size: Some(Size::Exactly(1280, 640)),
            limits: most(1_000_000),
            format: Some(Format::Png),
            needs: &[Format::Png, Format::Gif],
            ..NO_LIMITS
        },
    ),
    (
        "story",
        Preset {
            size: Some(Size::Exactly(1080, 1920)),
            format: Some(Format::Mp4),
            duration: Some(Pace::Total(11_000.0)),
            ..NO_LIMITS
        },
    ),
];

fn preset(text: &str) -> Result<Preset, String> {
    if let Some((_, place)) = PLACES.iter().find(|place| place.0 == text) {
        return Ok(*place);
    }
    let or_place = |wrong| format!("{wrong}, or {}", PLACES.map(|place| place.0).join(", "));
    Ok(Preset {
        limits: most(bytes(text).map_err(or_place)?),
        ..NO_LIMITS
    })
}

/// Parses `128x128`, `800`, `800x` or `pitch:24`.
fn picture_size(text: &str) -> Result<Size, String> {
    if let Some(pitch) = text.strip_prefix("pitch:") {
        return whole(2..=16_383)(pitch).map(Size::Pitch);
    }

    let width = text.strip_suffix(['x', 'X', '×']).unwrap_or(text).parse();
    let size = match (width, sides(text)) {
        (Ok(width), _) => Size::Width(width),
        (_, Some(Sides { across, down })) => Size::Exactly(across, down),
        _ => {
            let expected =
                "write pixels: 128x128, a width such as 800, or pitch:24 from hole to hole";
            return Err(expected.to_owned());
        }
    };

    match size {
        Size::Width(0) | Size::Exactly(0, _) | Size::Exactly(_, 0) => {
            Err("a size of 0 pixels is too small".to_owned())
        }
        size => Ok(size),
    }
}

/// How a film plays.
#[derive(Args)]
#[command(next_help_heading = "Time")]
pub struct TimeArgs {
    /// Which letters or jumps play at the same time
    ///
    /// [default: together, or a cascade of more than 4 letters]
    #[arg(long, value_parser = one_of(ORDER))]
    pub order: Option<OrderAsked>,

    /// Let the film last so many seconds, or a jump so many ms: jump:MS.
    ///
    /// Seconds include the holds; MS are milliseconds for each jump [default: jump:120, or jump:280
    /// if pegs slide; less, down to jump:20, where letters that play together would take more than
    /// 10 seconds]
    #[arg(long, value_name = "SECONDS", value_parser = pace)]
    pub duration: Option<Pace>,

    /// Slide the pegs from hole to hole.
    ///
    /// At this many frames per second (25); with 0, they don't [default: they do in an .svg, .mp4
    /// or .webm]
    #[arg(
        long,
        value_name = "FPS",
        num_args = 0..=1,
        require_equals = true,
        value_parser = decimal,
        default_missing_value = "25"
    )]
    pub smooth: Option<f64>,

    /// Play the first jumps of one game slowly, in a large view.
    ///
    /// It then draws back to the whole board, which plays as usual. For a .gif, .apng, .svg, .mp4
    /// or .webm of one game
    #[arg(long)]
    pub zoom: bool,

    /// Seconds for which the end is shown
    ///
    /// [default: 2.5]
    #[arg(long, value_name = "SECONDS", value_parser = seconds(0.0))]
    pub hold: Option<f64>,

    /// How often the film plays; 0 is an endless loop
    ///
    /// [default: 0]
    #[arg(long, value_name = "TIMES", value_parser = whole::<u16>(0..=65_535))]
    pub loops: Option<u16>,
}

/// What plays at the same time, as one asks for it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum OrderAsked {
    Together,
    Cascade,
    Sequence,
}

const ORDER: &[Keyword<OrderAsked>] = &[
    Keyword::new(
        "together",
        "all letters end at the same time; in one game, jumps of a round play together",
        OrderAsked::Together,
    ),
    Keyword::new(
        "cascade",
        "the first letter starts alone, and each ends up to two jumps after the one before it",
        OrderAsked::Cascade,
    ),
    Keyword::new(
        "sequence",
        "one letter after the other; in one game, one jump after the other",
        OrderAsked::Sequence,
    ),
];

/// The orders of one game.
const ORDER_OF_GAME: &[Keyword<OrderAsked>] = &[
    Keyword::new(
        "together",
        "the jumps of a round, each as late as possible",
        OrderAsked::Together,
    ),
    Keyword::new("sequence", "one jump after the other", OrderAsked::Sequence),
];

/// The orders of a command that plays one game.
pub fn order_of_game(order: Arg) -> Arg {
    let order = order.value_parser(one_of(ORDER_OF_GAME));
    with_default(order, "Which jumps play at the same time", "together")
}

fn pace(text: &str) -> Result<Pace, String> {
    match text.strip_prefix("jump:") {
        Some(jump) => decimal(jump).map(Pace::Jump),
        None => seconds(0.001)(text).map(Pace::Total),
    }
}

/// A parser of seconds, as milliseconds.
fn seconds(least: f64) -> impl Fn(&str) -> Result<f64, String> + Clone {
    move |text| match decimal(text) {
        Ok(seconds) if (least..=3600.0).contains(&seconds) => Ok(seconds * 1000.0),
        _ => Err(format!("write seconds, from {least} to 3600")),
    }
}
