//! The options of `pegfont find`.

mod choice;

use std::path::PathBuf;

use clap::Args;

use crate::cli::options::{GlyphArgs, ThresholdArgs};
use peg_console::command_line::AsWritten;
use peg_console::help::with_default;
use peg_console::input::{Keyword, one_of, whole};
use peg_console::table::TableArgs;
use pegfont_type::find::{MAX_DISTANCE, Ranking};

pub use choice::Chosen;

/// Find the reachable patterns near a design, and choose among them
///
/// The patterns are listed as text. -o draws them. --pin keeps some in a glyph file, of which
/// `pegfont font build` makes a font.
#[derive(Args)]
#[command(mut_arg("board", |board| with_default(board, BOARD_HELP, BOARD_BY_DEFAULT)))]
#[command(after_help = include_str!("find.txt"))]
pub struct Find {
    #[command(flatten)]
    pub written: AsWritten,

    /// What to look near: a character, of which the designs count, a position, or a picture (PNG,
    /// GIF, BMP, JPEG, WebP).
    ///
    /// A game or jumps stand for their end
    #[arg(value_name = "TARGET|FILE")]
    pub wanted: String,

    /// List all patterns that differ from a design in at most this many holes (up to 8)
    #[arg(
        short,
        long,
        value_name = "HOLES",
        value_parser = whole::<u32>(0..=u64::from(MAX_DISTANCE))
    )]
    pub distance: Option<u32>,

    /// List at most this many patterns
    ///
    /// [default: 12, or all with --distance, of which a picture shows the first 60]
    #[arg(short, long, value_name = "NUMBER", value_parser = whole::<u32>(1..=1_000_000))]
    pub limit: Option<u32>,

    /// Keep the design where it was drawn, instead of trying it anywhere on the board
    #[arg(long)]
    pub there: bool,

    /// Also try the mirror image of the design
    #[arg(long)]
    pub mirror: bool,

    /// How to sort the patterns.
    ///
    /// Looks are compared within --distance, or two holes beyond the nearest [default: looks for a
    /// character; distance with --distance, --with or `--start any`, and for a pattern]
    #[arg(long, value_name = "ORDER", value_parser = one_of(ORDERS))]
    pub by: Option<Ranking>,

    /// List patterns that differ most from each other, within --distance or two holes beyond the
    /// nearest
    #[arg(long)]
    pub unlike: bool,

    /// Search near a pattern of your own, and compare it with the design.
    ///
    /// It is given in the same ways as TARGET
    #[arg(long, value_name = "PATTERN|FILE")]
    pub with: Option<String>,

    /// A file with designs: a glyph file, or a font; can be repeated.
    ///
    /// BDF, PCF, PSF, TrueType, OpenType and WOFF fonts are read [default: the built-in glyph
    /// files]
    #[arg(long, value_name = "FILE")]
    pub glyphs: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: GlyphArgs,

    /// The start, or `any`: the nearest pattern from each vacancy
    ///
    /// [default: the position in the picture of the board, or all pegs except the one nearest the
    /// centre]
    #[arg(long, value_name = "POSITION")]
    pub start: Option<String>,

    /// Use a table or a set on disk instead of solving.
    ///
    /// `pegfont solve -o` writes a table, and `peglab set solve` a set; it determines board and
    /// start
    #[arg(long = "reachable", value_name = "FILE")]
    pub set: Option<PathBuf>,

    /// Draw the patterns: a sheet as .svg, .png or .pdf; a .gif in which each plays its game; an
    /// .html page to sort, compare and play them; can be repeated
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<PathBuf>,

    #[command(flatten)]
    pub table: TableArgs,

    #[command(flatten)]
    pub picture: ThresholdArgs,

    #[command(flatten)]
    pub chosen: Chosen,
}

/// The help of `--board`.
const BOARD_HELP: &str = "The board of a pattern or a font; a glyph file names its own";
const BOARD_BY_DEFAULT: &str = "5x7, or the size of a font's characters";

const ORDERS: &[Keyword<Ranking>] = &[
    Keyword::new(
        "distance",
        "those nearest to the design, then those with the fewest points",
        Ranking::Distance,
    ),
    Keyword::new(
        "looks",
        "the lowest cost: 16 for each changed hole, the penalty points, and up to 16 for not being \
         read as the character",
        Ranking::Looks,
    ),
];
