//! The options of `pegfont font specimen`.

use std::path::PathBuf;

use clap::Args;

use crate::cli::options::{Colours, FontArgs, Paper, Text, text};
use peg_console::input::Keyword;
use pegfont_film::drawing::Point;
use pegfont_film::sheet::{A4, LETTER};
use pegfont_film::specimen::{A3, WIDE};

/// Draw a poster of a font
///
/// It has a pair of letters, one game, the alphabets, and a line of words.
/// `pegfont font list` has the figures of each character.
#[derive(Args)]
#[command(after_help = include_str!("specimen.txt"))]
pub struct Specimen {
    #[command(flatten)]
    pub font: FontArgs,

    /// Draw only these characters
    ///
    /// [default: all of them]
    #[arg(long, value_name = "TEXT", value_parser = text)]
    pub only: Option<Text>,

    /// The shape of the poster: by its name, or its width and height in mm or inches, such as
    /// 700x500mm
    #[arg(long, value_name = "NAME|SIZE", default_value = "a3", value_parser = Paper(SHAPES))]
    pub shape: Point,

    /// The file to write, .svg, .png or .pdf; can be repeated
    ///
    /// [default: output/NAME.svg]
    #[arg(short, long, value_name = "FILE")]
    pub output: Vec<PathBuf>,

    #[command(flatten)]
    pub look: Colours,
}

const SHAPES: &[Keyword<Point>] = &[
    Keyword::new("a3", "420 x 297 mm", A3),
    Keyword::new("a4", "297 x 210 mm", (A4.1, A4.0)),
    Keyword::new("letter", "11 x 8.5 inch", (LETTER.1, LETTER.0)),
    Keyword::new("16:9", "for a screen", WIDE),
];
