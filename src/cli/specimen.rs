//! `pegfont specimen`: pictures of a whole font to look at.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::{Args, ValueEnum};

use super::Usage;
use super::input::FontArgs;
use super::output::write_to;
use crate::specimen::{Sheet, SpecimenError};

/// Draw every character of a font with what is known of it, and pangrams
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont specimen                              both pages as SVG and PNG, in output/
  pegfont specimen -o sheet.png --scale 2       the contact sheet, twice as large
  pegfont specimen -o sheet.svg --differences   with the pegs that are not as designed
  pegfont specimen --page pangrams -o text.svg")]
pub(super) struct Specimen {
    #[command(flatten)]
    font: FontArgs,

    /// A file to write, .svg or .png; may be given several times
    /// [default: both pages in both formats, as output/NAME-sheet.svg and so on]
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,

    /// The page to write with -o
    #[arg(long, value_enum, default_value = "sheet")]
    page: Page,

    /// Pixels of a PNG for each of the about 1400 units of a page's width
    #[arg(long, default_value_t = 2.0)]
    scale: f32,

    /// Colour the pegs that the design doesn't have, and ring the holes where it has some
    #[arg(long)]
    differences: bool,
}

/// A page of a specimen.
#[derive(Clone, Copy, ValueEnum)]
enum Page {
    /// Every character, by script
    Sheet,
    /// Text in several sizes
    Pangrams,
}

impl Specimen {
    pub(super) fn run(self) -> Result<()> {
        let (font, _) = self.font.read()?;
        let mut files: Vec<(PathBuf, Page)> = Vec::new();
        for path in &self.output {
            extension(path)?;
            files.push((path.clone(), self.page));
        }
        if files.is_empty() {
            let name = self.font.file_name();
            let name = name.to_string_lossy();
            for (page, word) in [(Page::Sheet, "sheet"), (Page::Pangrams, "pangrams")] {
                let file = |end: &str| Path::new("output").join(format!("{name}-{word}.{end}"));
                files.extend([(file("svg"), page), (file("png"), page)]);
            }
        }
        for (path, page) in files {
            let usage = |error: SpecimenError| Usage(error.to_string());
            let sheet = match page {
                Page::Sheet => Sheet::contact(&font, self.differences)?,
                Page::Pangrams => Sheet::pangrams(&font)?,
            };
            let bytes = match extension(&path)? {
                Extension::Svg => sheet.svg().into_bytes(),
                Extension::Png => sheet.png(self.scale).map_err(usage)?,
            };
            write_to(&path, |out| Ok(out.write_all(&bytes)?))?;
            say!("{}", path.display());
        }
        Ok(())
    }
}

/// The kinds of pictures.
enum Extension {
    Svg,
    Png,
}

/// The kind of picture that a file's name asks for.
fn extension(path: &Path) -> Result<Extension> {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    match extension.to_string_lossy().as_ref() {
        "svg" => Ok(Extension::Svg),
        "png" => Ok(Extension::Png),
        _ => {
            Err(Usage(format!("{}: a specimen is written as .svg or .png", path.display())).into())
        }
    }
}
