//! `pegfont font export`: writes font files.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::cli::args::{FontArgs, Text, contents, text, with_only};
use crate::cli::output::{Format, OutputFile, format_of};
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_type::typeface::{self, Style};

/// Write font files: TrueType that plays its solutions, WOFF2
#[derive(Args)]
#[command(after_help = include_str!("export.txt"))]
pub struct Export {
    #[command(flatten)]
    font: FontArgs,

    /// A file to write: .ttf or .woff2; can be repeated; - is standard output, as TrueType
    ///
    /// [default: output/NAME.ttf]
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,

    /// Omit the axes and let the pegs fill their cells, so that they touch: for small text
    #[arg(long)]
    solid: bool,

    /// Export only these characters
    #[arg(long, value_name = "TEXT", value_parser = text)]
    only: Option<Text>,

    /// Export only printable ASCII characters
    #[arg(long, conflicts_with = "only")]
    ascii: bool,

    /// The family name, under which programs list the font
    ///
    /// [default: the font's name]
    #[arg(long, value_name = "NAME", value_parser = text)]
    family: Option<Text>,

    /// The copyright notice
    #[arg(long, value_name = "TEXT", value_parser = text)]
    copyright: Option<Text>,

    /// The licence
    #[arg(long, value_name = "TEXT", value_parser = text)]
    licence: Option<Text>,
}

impl Export {
    pub fn run(self, out: &Output) -> Result<()> {
        let style = if self.solid {
            Style::Solid
        } else {
            Style::Variable
        };
        let usual = vec![self.font.usual_file("ttf")];
        let mut files = Vec::new();
        for path in if self.output.is_empty() {
            &usual
        } else {
            &self.output
        } {
            let chosen = format_of(path, &typeface::TypefaceFormat::ALL.map(Format::Font))?;
            let Format::Font(format) = chosen else {
                bail!("a .{chosen} is not a font file")
            };
            files.push((OutputFile::new(path, chosen, out)?, format));
        }
        if self
            .family
            .as_deref()
            .is_some_and(|name| name.trim().is_empty())
        {
            refuse!("--family: a name needs at least one character");
        }
        let (font, mut labels) = self.font.read(out)?;
        let given = |text: Option<Text>, usual| text.map_or(usual, |text| text.to_string());
        labels.family = given(self.family, labels.family);
        labels.copyright = given(self.copyright, labels.copyright);
        labels.licence = given(self.licence, labels.licence);
        labels.check().map_err(usage)?;
        let mut font = with_only(font, self.only.as_deref())?;
        if self.ascii {
            font.retain(|character| ('!'..='~').contains(&character));
        }
        for (file, format) in files {
            let bytes = typeface::export(&font, &labels, format, style);
            let bytes = bytes.context("can't make the font file")?;
            let style = if self.solid { "solid" } else { "variable" };
            let is_plain = format == typeface::TypefaceFormat::TrueType;
            let what = format!("{style} {}", if is_plain { "TrueType" } else { "WOFF2" });
            file.put(bytes, out)?
                .say(&[&[what], &contents(&font)[..]].concat(), out)?;
        }
        Ok(())
    }
}
