//! `pegfont font export`: writes font files.

use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use clap::Args;

use crate::cli::args::{FontArgs, Text, contents, text, with_only};
use crate::cli::formats::Format;
use crate::cli::output::{OutputFile, format_of};
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_type::typeface::{self, Labels, Style, TypefaceFormat};

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
        let files = self.files(out)?;
        if let Some(family) = &self.family
            && family.trim().is_empty()
        {
            refuse!("--family: a name needs at least one character");
        }

        let (font, labels) = self.font.read(out)?;
        let labels = self.labelled(labels)?;
        let mut font = with_only(font, self.only.as_deref())?;
        if self.ascii {
            font.retain(|character| ('!'..='~').contains(&character));
        }

        let style = if self.solid {
            Style::Solid
        } else {
            Style::Variable
        };
        for FontToWrite { file, format } in files {
            let bytes = typeface::export(&font, &labels, format, style);
            let bytes = bytes.context("can't make the font file")?;

            let style = if self.solid { "solid" } else { "variable" };
            let kind = match format {
                TypefaceFormat::TrueType => "TrueType",
                TypefaceFormat::Woff2 => "WOFF2",
            };
            let mut what = vec![format!("{style} {kind}")];
            what.extend(contents(&font));
            file.put(bytes, out)?.say(&what, out)?;
        }
        Ok(())
    }

    /// The files that were given, or the usual one.
    fn files(&self, out: &Output) -> Result<Vec<FontToWrite>> {
        let mut paths = self.output.clone();
        if paths.is_empty() {
            paths.push(self.font.usual_file("ttf"));
        }

        let mut files = Vec::new();
        for path in paths {
            let chosen = format_of(&path, &TypefaceFormat::ALL.map(Format::Font))?;
            let Format::Font(format) = chosen else {
                bail!("a .{chosen} is not a font file")
            };
            files.push(FontToWrite {
                file: OutputFile::new(&path, chosen, out)?,
                format,
            });
        }
        Ok(files)
    }

    /// The labels, of which some may have been given.
    fn labelled(&self, mut labels: Labels) -> Result<Labels> {
        if let Some(family) = &self.family {
            labels.family = family.to_string();
        }
        if let Some(copyright) = &self.copyright {
            labels.copyright = copyright.to_string();
        }
        if let Some(licence) = &self.licence {
            labels.licence = licence.to_string();
        }
        labels.check().map_err(usage)?;
        Ok(labels)
    }
}

/// A file, and the format of its font.
struct FontToWrite {
    file: OutputFile,
    format: TypefaceFormat,
}
