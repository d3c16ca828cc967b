//! `pegfont font specimen`: pictures of a whole font.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};

use crate::cli::fonts::FontArgs;
use crate::cli::input::decimal;
use crate::cli::output::{PICTURES, counted, write_to};
use crate::cli::usage::usage;
use pegfont_film::specimen::Sheet;
use pegfont_type::format::Format;

/// Draw a contact sheet or pangrams of a font
#[derive(Args)]
#[command(allow_negative_numbers = true)]
#[command(after_help = "\
Examples:
  pegfont font specimen                             both pages as SVG and PNG, in output/
  pegfont font specimen -o sheet.png --scale 4      the contact sheet, twice as large as usual
  pegfont font specimen --page pangrams -o text.pdf")]
pub(in crate::cli) struct Specimen {
    #[command(flatten)]
    font: FontArgs,

    /// An output file, .svg, .png or .pdf; can be repeated
    /// [default: both pages in both formats, as output/NAME-sheet.svg and so on]
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,

    /// The page to write with -o
    #[arg(long, value_enum, default_value = "sheet", requires = "output")]
    page: Page,

    /// The resolution of a PNG: at 1, a page is about 1400 pixels wide [default: 2]
    #[arg(long, value_parser = decimal)]
    scale: Option<f64>,
}

/// A page of a specimen.
#[derive(Clone, Copy, ValueEnum)]
enum Page {
    /// Every character, by script
    Sheet,
    /// Pangrams in several sizes
    Pangrams,
}

impl Specimen {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let (font, _) = self.font.read()?;
        let mut files: Vec<(PathBuf, Page)> =
            self.output.iter().map(|path| (path.clone(), self.page)).collect();
        if files.is_empty() {
            let name = self.font.file_name();
            let name = name.to_string_lossy();
            for (page, word) in [(Page::Sheet, "sheet"), (Page::Pangrams, "pangrams")] {
                let file = |end: &str| Path::new(PICTURES).join(format!("{name}-{word}.{end}"));
                files.extend([(file("svg"), page), (file("png"), page)]);
            }
        }
        let format =
            |path: &Path| Format::from_path(path, &[Format::Svg, Format::Png, Format::Pdf]);
        for (path, _) in &files {
            format(path).map_err(usage)?;
        }
        let is_png = |(path, _): &(PathBuf, Page)| format(path) == Ok(Format::Png);
        if self.scale.is_some() && !files.iter().any(is_png) {
            refuse!("--scale is the resolution of a .png file");
        }
        let scale = self.scale.unwrap_or(2.0);
        for (path, page) in files {
            let sheet = match page {
                Page::Sheet => Sheet::contact(&font)?,
                Page::Pangrams => Sheet::pangrams(&font)?,
            };
            let bytes = match format(&path)? {
                Format::Png => {
                    sheet.png(scale as f32).map_err(|error| usage!("--scale: {error}"))?
                }
                Format::Pdf => sheet.pdf(),
                _ => sheet.svg().into_bytes(),
            };
            write_to(&path, |out| Ok(out.write_all(&bytes)?))?
                .say(&[counted(font.characters().len(), "character")]);
        }
        Ok(())
    }
}
