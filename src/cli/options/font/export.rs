//! The options of `pegfont font export`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::options::{FontArgs, Text, text};

/// Write font files: TrueType that plays its solutions, WOFF2
#[derive(Args)]
#[command(after_help = include_str!("export.txt"))]
pub struct Export {
    #[command(flatten)]
    pub font: FontArgs,

    /// A file to write: .ttf or .woff2; can be repeated; - is standard output, as TrueType
    ///
    /// [default: output/NAME.ttf]
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<PathBuf>,

    /// Omit the axes and let the pegs fill their cells, so that they touch: for small text
    #[arg(long)]
    pub solid: bool,

    /// Export only these characters
    #[arg(long, value_name = "TEXT", value_parser = text)]
    pub only: Option<Text>,

    /// Export only printable ASCII characters
    #[arg(long, conflicts_with = "only")]
    pub ascii: bool,

    /// The family name, under which programs list the font
    ///
    /// [default: the font's name]
    #[arg(long, value_name = "NAME", value_parser = text)]
    pub family: Option<Text>,

    /// The copyright notice
    #[arg(long, value_name = "TEXT", value_parser = text)]
    pub copyright: Option<Text>,

    /// The licence
    #[arg(long, value_name = "TEXT", value_parser = text)]
    pub licence: Option<Text>,
}
