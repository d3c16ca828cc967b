//! The options of `pegfont one-game`.

use clap::Args;

use crate::cli::options::{FilmArgs, FontArgs, PictureArgs, Text, Wrapping, order_of_game, text};
use peg_console::help::explained;
use peg_console::input::{SearchArgs, whole};

/// Play one game on one board that leaves a text or a picture
///
/// The board is full except for one hole. Jumps that don't depend on each other play at the same
/// time. -o FILE.game keeps the game for other commands.
#[derive(Args)]
#[command(mut_arg("font", |font| explained(font, FONT_HELP, FONT_HELP_LONG)))]
#[command(mut_arg("order", order_of_game))]
#[command(after_help = include_str!("one_game.txt"))]
pub struct OneGame {
    /// The text, with \n for a line break, or a picture.
    ///
    /// Dark parts of a picture are pegs, in at most 4,096 holes. - reads either from standard input
    #[arg(value_name = "TEXT|FILE")]
    pub target: String,

    /// Play on this board [default: a rectangle around the text].
    ///
    /// A name of `peglab list`, or a picture file
    #[arg(long, value_name = "NAME|FILE")]
    pub board: Option<String>,

    /// Let this text come out of the full board next; can be repeated.
    ///
    /// Each text plays back into the full board before the next one comes out of it, and the first
    /// comes last. For a .gif, .apng, .mp4 or .webm
    #[arg(
        long,
        value_name = "TEXT",
        conflicts_with_all = ["zoom", "distance"],
        value_parser = text
    )]
    pub then: Vec<Text>,

    #[command(flatten)]
    pub font: FontArgs,
    #[command(flatten)]
    pub lines: Wrapping,
    /// The size of a TrueType or OpenType font, in pixels per em
    ///
    /// [default: that of a pixel font, or 16]
    #[arg(
        long,
        value_name = "PIXELS",
        value_parser = whole::<u32>(4..=64),
        hide_short_help = true
    )]
    pub pixels: Option<u32>,
    #[command(flatten)]
    pub picture: PictureArgs,

    /// Accept up to this many wrong holes.
    ///
    /// It takes them if no exact game is found, and lists them
    #[arg(
        long,
        value_name = "HOLES",
        default_value = "0",
        value_parser = whole::<u16>(0..=MOST_DISTANCE.into()),
        help_heading = "Search"
    )]
    pub distance: u16,

    #[command(flatten)]
    pub search: SearchArgs,
    #[command(flatten)]
    pub film: FilmArgs,
}

/// The help of `--font`.
const FONT_HELP: &str = "A font file, a glyph file, or a font of another program";
const FONT_HELP_LONG: &str = "\
BDF, PCF, PSF, TrueType, OpenType and WOFF are read; - is standard input [default: the built-in \
font]";

const MOST_DISTANCE: u16 = 256;
