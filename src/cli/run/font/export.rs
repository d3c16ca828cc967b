//! `pegfont font export`: writes font files.

use anyhow::{Context as _, Result, bail};

use crate::cli::formats::Format;
use crate::cli::options::Export;
use crate::cli::output::{OutputFile, format_of};
use crate::cli::read::{contents, with_only};
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_type::typeface;
use pegfont_type::typeface::{Labels, Style, TypefaceFormat};

pub fn run(options: Export, out: &Output) -> Result<()> {
    let files = files(&options, out)?;
    if let Some(family) = &options.family
        && family.trim().is_empty()
    {
        refuse!("--family: a name needs at least one character");
    }

    let (font, labels) = options.font.read(out)?;
    let labels = labelled(&options, labels)?;
    let mut font = with_only(font, options.only.as_deref())?;
    if options.ascii {
        font.retain(|character| ('!'..='~').contains(&character));
    }

    let style = if options.solid {
        Style::Solid
    } else {
        Style::Variable
    };
    for FontToWrite { file, format } in files {
        let bytes = typeface::export(&font, &labels, format, style);
        let bytes = bytes.context("can't make the font file")?;

        let style = if options.solid { "solid" } else { "variable" };
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
fn files(options: &Export, out: &Output) -> Result<Vec<FontToWrite>> {
    let mut paths = options.output.clone();
    if paths.is_empty() {
        paths.push(options.font.usual_file("ttf"));
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
fn labelled(options: &Export, mut labels: Labels) -> Result<Labels> {
    if let Some(family) = &options.family {
        labels.family = family.to_string();
    }
    if let Some(copyright) = &options.copyright {
        labels.copyright = copyright.to_string();
    }
    if let Some(licence) = &options.licence {
        labels.licence = licence.to_string();
    }
    labels.check().map_err(usage)?;
    Ok(labels)
}

/// A file, and the format of its font.
struct FontToWrite {
    file: OutputFile,
    format: TypefaceFormat,
}
