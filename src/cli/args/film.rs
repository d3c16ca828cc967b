//! Films and pictures, for the commands that make them: their options. What they make of it is in
//! `films`.

mod look;
mod size_and_time;

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::cli::formats::Format;
pub use look::{ColourNeeds, Colours};
use peg_solitaire::solution::Solution;
use pegfont_film::one_game::is_code;
use pegfont_film::timeline::Still;
pub use size_and_time::{SizeArgs, TimeArgs, order_of_game};

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

    /// The format, if the file name does not decide it
    #[arg(long, value_parser = format(), help_heading = "Output")]
    pub format: Option<Format>,
}

/// What a film is of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilmOf {
    /// A text, each of its letters on a board.
    Text,
    /// Jumps, one after the other.
    Jumps,
    /// A game in rounds, which can be kept in a file.
    Game,
    /// Such a game that leaves a QR code.
    Code,
}

impl FilmOf {
    /// A game with this end.
    pub fn game(end: &Solution) -> Self {
        if is_code(end.board(), &end.end()) {
            Self::Code
        } else {
            Self::Game
        }
    }

    pub fn is_game(self) -> bool {
        matches!(self, Self::Game | Self::Code)
    }
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
    at: Option<Still>,

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
    storyboard: Option<Still>,
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

impl FilmArgs {
    /// A game in rounds as it plays. The steps of a still are as early as possible, unless they
    /// come one after the other.
    pub fn in_order(&self, game: Solution, still: Option<Still>) -> Solution {
        if self.time.is_sequence() {
            game.one_at_a_time()
        } else if game.is_in_rounds() && still.is_none() {
            game.in_late_rounds()
        } else {
            game
        }
    }
}

fn format() -> impl TypedValueParser<Value = Format> {
    let endings = Format::of_films().into_iter().map(Format::ending);
    PossibleValuesParser::new(endings)
        .try_map(|name| Format::from_ending(&name, &Format::of_films()).ok_or("no such format"))
}
