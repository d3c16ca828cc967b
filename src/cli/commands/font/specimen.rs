//! `pegfont font specimen`: a poster of a font.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;

use crate::cli::args::{ColourNeeds, Colours, FontArgs, Paper, Text, text, with_only};
use crate::cli::output::Pages;
use peg_console::input::Keyword;
use peg_console::output::Output;
use pegfont_base::words::counted;
use pegfont_film::Error;
use pegfont_film::drawing::Point;
use pegfont_film::sheet::{A4, LETTER};
use pegfont_film::specimen::{A3, WIDE, specimen};

/// Draw a poster of a font
///
/// It has a pair of letters, one game, the alphabets, and a line of words.
/// `pegfont font list` has the figures of each character.
#[derive(Args)]
#[command(after_help = include_str!("specimen.txt"))]
pub struct Specimen {
    #[command(flatten)]
    font: FontArgs,

    /// Draw only these characters
    ///
    /// [default: all of them]
    #[arg(long, value_name = "TEXT", value_parser = text)]
    only: Option<Text>,

    /// The shape of the poster: by its name, or its width and height in mm or inches, such as
    /// 700x500mm
    #[arg(long, value_name = "NAME|SIZE", default_value = "a3", value_parser = Paper(SHAPES))]
    shape: Point,

    /// The file to write, .svg, .png or .pdf; can be repeated
    ///
    /// [default: output/NAME.svg]
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,

    #[command(flatten)]
    look: Colours,
}

const SHAPES: &[Keyword<Point>] = &[
    Keyword::new("a3", "420 x 297 mm", A3),
    Keyword::new("a4", "297 x 210 mm", (A4.1, A4.0)),
    Keyword::new("letter", "11 x 8.5 inch", (LETTER.1, LETTER.0)),
    Keyword::new("16:9", "for a screen", WIDE),
];

impl Specimen {
    pub fn run(mut self, out: &Output) -> Result<()> {
        if self.look.has_dark_theme() {
            refuse!("--theme: a poster has one theme");
        }
        if self.output.is_empty() {
            self.output.push(self.font.usual_file("svg"));
        }
        let mut files = Vec::new();
        for path in &self.output {
            files.push(Pages::to("-o", path, out)?);
        }

        let shown = ColourNeeds {
            is_code: false,
            plays: true,
            fills: false,
        };
        let themes = self.look.read(&[], shown, out)?;
        let (font, _) = self.font.read(out)?;
        let font = with_only(font, self.only.as_deref())?;
        let poster = specimen(&font, &themes.light, self.shape);
        let poster = poster.map_err(|error| match error {
            Error::PosterShape => usage!("--shape: {error}"),
            error => error.into(),
        })?;

        let pages = [poster];
        let contents = counted(font.characters().len(), "character");
        for file in &mut files {
            file.list(&pages, out)?;
        }
        for file in &files {
            file.write(&pages, &contents, out)?;
        }
        Ok(())
    }
}
