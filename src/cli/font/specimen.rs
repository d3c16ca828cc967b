//! `pegfont font specimen`: a picture of a whole font.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::cli::fonts::{FontArgs, with_only};
use crate::cli::output::{OUTPUT, OutputFile, counted, format_of};
use pegfont_film::drawing::{pdf, svg};
use pegfont_film::specimen::specimen;
use pegfont_type::format::Format;

/// Draw every character of a font on one sheet
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont font specimen                    the built-in font, in output/pegfont.svg
  pegfont font specimen --only ABC -o specimen.pdf")]
pub(in crate::cli) struct Specimen {
    #[command(flatten)]
    font: FontArgs,

    /// Draw only these characters [default: all]
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// The file to write, .svg or .pdf [default: output/NAME.svg]
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
}

impl Specimen {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let usual = || {
            let name = self.font.file_name().to_string_lossy().into_owned();
            Path::new(OUTPUT).join(format!("{name}.svg"))
        };
        let path = self.output.clone().unwrap_or_else(usual);
        let format = format_of(&path, &[Format::Svg, Format::Pdf])?;
        let file = OutputFile::of(&path, format)?;
        let (font, _) = self.font.read()?;
        let font = with_only(font, self.only.as_deref())?;
        let sheet = specimen(&font)?;
        let bytes = match format {
            Format::Pdf => pdf::file(&[sheet]),
            _ => svg::file(&sheet).into_bytes(),
        };
        file.put(bytes)?.say(&[counted(font.characters().len(), "character")]);
        Ok(())
    }
}
