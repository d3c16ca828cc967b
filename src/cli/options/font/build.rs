//! The options of `pegfont font build`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::cli::options::{GlyphArgs, Text, text};
use peg_console::input::{Keyword, one_of, whole};
use pegfont_type::choose::DISTANCE;

/// Choose a reachable pattern for every designed character
///
/// It also computes the figures of each (the number of solutions, the fewest moves, the grade),
/// which takes a second for most letters, and minutes and gigabytes for a few with very few pegs.
/// Patterns of the built-in font are copied with theirs.
///
/// Rectangles of more than 64 holes, or that take more than a gibibyte, are searched instead: the
/// font has a game for each character, and no figures.
///
/// If a character of --only is left out, the exit code is 3; the font has the others.
#[derive(Args)]
#[command(after_help = include_str!("build.txt"))]
pub struct Build {
    /// Glyph files; BDF, PCF, PSF, TrueType, OpenType or WOFF fonts
    ///
    /// [default: the built-in glyph files]
    #[arg(value_name = "FILE")]
    pub files: Vec<PathBuf>,

    #[command(flatten)]
    pub reading: GlyphArgs,

    /// Take only these characters
    ///
    /// [default: all of them]
    #[arg(long, value_name = "TEXT", value_parser = text)]
    pub only: Option<Text>,

    /// The font's name
    ///
    /// [default: pegfont, or the name of the first file]
    #[arg(long, value_parser = text)]
    pub name: Option<Text>,

    /// Omit characters without a reachable pattern within this distance of a design
    #[arg(
        long,
        default_value_t = DISTANCE,
        value_name = "HOLES",
        value_parser = whole::<u32>(0..=64)
    )]
    pub distance: u32,

    /// Whether to compute figures, and solutions with the fewest moves
    #[arg(long, value_enum, default_value = "all")]
    pub figures: FiguresFor,

    /// The empty hole of the start, such as c4
    ///
    /// [default: the one nearest to the centre; in a search, one of the position class that the
    /// designs are nearest to]
    #[arg(long, value_name = "HOLE")]
    pub start: Option<String>,

    /// Choose from a set written by `peglab set solve` instead of solving the board
    #[arg(long, value_name = "FOLDER")]
    pub reachable: Option<PathBuf>,

    /// The font file to write; - is standard output
    ///
    /// [default: output/NAME.toml]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,

    /// Whether to search for games instead of enumerating the positions
    ///
    /// [default: what takes less time]
    #[arg(long, value_name = "WHEN", value_parser = one_of(SEARCH))]
    pub search: Option<bool>,
}

const SEARCH: &[Keyword<bool>] = &[
    Keyword::new("always", "Search, also on a small rectangle", true),
    Keyword::new(
        "never",
        "Enumerate, also where it takes minutes and gigabytes",
        false,
    ),
];

/// Whether figures are computed.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum FiguresFor {
    /// No. Each character then has the solver's solution
    None,
    /// Yes, if they fit into memory. Those that the built-in font has are copied
    All,
    /// Yes, and copy none: this takes minutes for a whole font
    Afresh,
}
