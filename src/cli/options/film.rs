//! Options of films and pictures: how they look, how they play, and where they go.

mod look;
mod size_and_time;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::{PAPER, Paper};
use crate::cli::formats::Format;
use pegfont_film::drawing::Point;
use pegfont_film::timeline::Still;

pub use look::Colours;
pub use size_and_time::{NO_LIMITS, OrderAsked, Preset, SizeArgs, TimeArgs, order_of_game};

/// The help of `-o`.
const FILES: &str = "The file to write; can be repeated";
const FILES_AT_LENGTH: &str = "\
The file to write; can be repeated.

- plays in the terminal, or with --format writes to standard output [default: a file in output/, \
named after the text or game]";

/// How a film looks, how it plays, and where it goes.
#[derive(Args)]
pub struct FilmArgs {
    #[command(flatten)]
    pub look: Colours,

    /// Write the last jump under each board of a still.
    ///
    /// Names of columns and rows stand beside it; in one large game, it is the round
    #[arg(long, help_heading = "Look")]
    pub captions: bool,

    /// Count the jumps below the boards of a film.
    ///
    /// It says `jump 12 of 179`, and at the end how many games and jumps there were
    #[arg(long, help_heading = "Look")]
    pub count: bool,

    #[command(flatten)]
    pub size: SizeArgs,
    #[command(flatten)]
    pub time: TimeArgs,

    #[arg(
        short,
        long,
        value_name = "FILE",
        help_heading = "Output",
        help = FILES,
        long_help = FILES_AT_LENGTH
    )]
    pub output: Vec<PathBuf>,

    /// The paper of a .pdf, which is a poster of one game.
    ///
    /// By its name, or its width and height in mm or inches, such as 500x700mm [default: a3]
    #[arg(
        long,
        value_name = "NAME|SIZE",
        value_parser = Paper(PAPER),
        hide_short_help = true,
        help_heading = "Output"
    )]
    pub paper: Option<Point>,

    /// The format, if the file name does not decide it
    #[arg(long, value_parser = format(), help_heading = "Output")]
    pub format: Option<Format>,
}

/// A still of a film.
#[derive(Args)]
#[command(next_help_heading = "Stills")]
pub struct StillArgs {
    /// Draw one moment.
    ///
    /// It is after this many jumps of each letter, after this many rounds of one game, or at the
    /// end
    #[arg(
        long,
        value_name = "NUMBER|end",
        conflicts_with = "storyboard",
        value_parser = moment
    )]
    pub at: Option<Still>,

    /// Draw the game as a strip.
    ///
    /// It has at most this many boards for a letter, or `all`, with arrows for the jumps [default:
    /// 6]
    #[arg(
        long,
        value_name = "BOARDS|all",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "6",
        value_parser = boards
    )]
    pub storyboard: Option<Still>,
}

impl StillArgs {
    /// The still, if one is asked for.
    pub fn still(&self) -> Option<Still> {
        self.storyboard.or(self.at)
    }
}

/// The option by which a still is asked for.
pub fn option_of(still: Still) -> &'static str {
    match still {
        Still::Storyboard(_) => "--storyboard",
        Still::Moment(_) | Still::End => "--at",
    }
}

fn moment(text: &str) -> Result<Still, String> {
    match text.parse() {
        Ok(moment) => Ok(Still::Moment(moment)),
        Err(_) if text == "end" => Ok(Still::End),
        Err(_) => Err("give a number of jumps or rounds, or end".to_owned()),
    }
}

fn boards(text: &str) -> Result<Still, String> {
    match text.parse() {
        Ok(boards @ 2..=1000) => Ok(Still::Storyboard(boards)),
        _ if text == "all" => Ok(Still::Storyboard(usize::MAX)),
        _ => Err("give a number of boards from 2 to 1000, or all".to_owned()),
    }
}

fn format() -> impl TypedValueParser<Value = Format> {
    let endings = Format::of_films().into_iter().map(Format::ending);
    PossibleValuesParser::new(endings)
        .try_map(|name| Format::from_ending(&name, &Format::of_films()).ok_or("no such format"))
}
