//! `pegfont font export`: writes font files.

use anyhow::{Context as _, Result, bail};

use crate::cli::formats::Format;
use crate::cli::output::{OutputFile, format_of};
use crate::cli::read::{contents, with_only};
use crate::cli::request::{ExportRequest, Exported, OwnLabels};
use peg_console::answer::{Answer, Form};
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_type::font::Font;
use pegfont_type::typeface;
use pegfont_type::typeface::{Labels, Style, TypefaceFormat};

/// A font, and the files that it is written to in other formats.
pub struct ExportedFont {
    font: Font,
    labels: Labels,
    style: Style,
    files: Vec<FontToWrite>,
}

/// A file, and the format of its font.
struct FontToWrite {
    file: OutputFile,
    format: TypefaceFormat,
}

pub fn run(request: ExportRequest, out: &Output) -> Result<ExportedFont> {
    let files = files(&request, out)?;
    let (font, labels) = request.font.read(out)?;
    let labels = labelled(request.labels, labels)?;

    let font = match &request.characters {
        Exported::All => font,
        Exported::Only(only) => with_only(font, Some(only))?,
        Exported::Ascii => {
            let mut font = font;
            font.retain(|character| ('!'..='~').contains(&character));
            font
        }
    };
    Ok(ExportedFont {
        font,
        labels,
        style: request.style,
        files,
    })
}

fn files(request: &ExportRequest, out: &Output) -> Result<Vec<FontToWrite>> {
    let mut files = Vec::new();
    for path in &request.files {
        let chosen = format_of(path, &TypefaceFormat::ALL.map(Format::Font))?;
        let Format::Font(format) = chosen else {
            bail!("a .{chosen} is not a font file")
        };
        files.push(FontToWrite {
            file: OutputFile::new(path, chosen, out)?,
            format,
        });
    }
    Ok(files)
}

/// The labels, of which some may have been given.
fn labelled(own: OwnLabels, mut labels: Labels) -> Result<Labels> {
    if let Some(family) = own.family {
        labels.family = family;
    }
    if let Some(copyright) = own.copyright {
        labels.copyright = copyright;
    }
    if let Some(licence) = own.licence {
        labels.licence = licence;
    }
    labels.check().map_err(usage)?;
    Ok(labels)
}

impl Answer for ExportedFont {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        let style = match self.style {
            Style::Solid => "solid",
            Style::Variable => "variable",
        };

        for FontToWrite { file, format } in &self.files {
            let bytes = typeface::export(&self.font, &self.labels, *format, self.style);
            let bytes = bytes.context("can't make the font file")?;

            let kind = match format {
                TypefaceFormat::TrueType => "TrueType",
                TypefaceFormat::Woff2 => "WOFF2",
            };
            let mut what = vec![format!("{style} {kind}")];
            what.extend(contents(&self.font));
            file.put(bytes, out)?.say(&what, out)?;
        }
        Ok(())
    }
}
