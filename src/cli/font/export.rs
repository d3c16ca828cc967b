//! `pegfont font export`: writes font files.

use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};
use clap::Args;
use serde::Serialize;

use crate::cli::fonts::{FontArgs, with_only};
use crate::cli::output::{
    PICTURES, Written, counted, is_same, print_json, refuse_beside, refuse_terminal, write_to,
};
use crate::cli::usage::usage;
use pegfont_type::format::Format;
use pegfont_type::typeface::{self, FORMATS, Style};

/// Write font files: TrueType that plays its solutions, WOFF2, BDF
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont font export                           the font as output/pegfont.ttf
  pegfont font export -o peg.ttf -o peg.woff2   in two formats
  pegfont font export --ascii -o peg.woff2      only ASCII characters
  pegfont font export --static -o peg.ttf       for programs without variable fonts
  pegfont font export --solid -o small.ttf      for text below 24 pixels")]
pub(in crate::cli) struct Export {
    #[command(flatten)]
    font: FontArgs,

    /// A file to write: .ttf, .woff2 or .bdf; can be repeated; - is standard output
    /// [default: output/NAME.ttf]
    #[arg(short, long, value_name = "FILE")]
    output: Vec<PathBuf>,

    /// The format, if the file name doesn't determine it: ttf, woff2 or bdf
    #[arg(long, value_name = "FORMAT", value_parser = format_named)]
    format: Option<Format>,

    /// Omit the axes: the letters don't move
    #[arg(long = "static")]
    fixed: bool,

    /// Omit the axes and let the pegs fill their cells, so that they touch: for small text
    #[arg(long, conflicts_with = "fixed")]
    solid: bool,

    /// Export only these characters
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,

    /// Export only printable ASCII characters
    #[arg(long, conflicts_with = "only")]
    ascii: bool,

    /// The family name, under which programs list the font [default: the font's name]
    #[arg(long, value_name = "NAME")]
    family: Option<String>,

    /// The copyright notice
    #[arg(long, value_name = "TEXT")]
    copyright: Option<String>,

    /// The licence
    #[arg(long, value_name = "TEXT")]
    licence: Option<String>,

    /// Print a report as JSON
    #[arg(long)]
    json: bool,
}

fn format_named(name: &str) -> Result<Format, String> {
    Format::from_ending(name, &FORMATS).ok_or_else(|| {
        format!(
            "{name:?} is not a font file extension: use ttf (TrueType), woff2 (for web pages) or bdf (bitmaps)"
        )
    })
}

/// What was written.
#[derive(Serialize)]
struct Exported<'f> {
    font: &'f str,
    character_count: usize,
    files: Vec<File>,
}

#[derive(Serialize)]
struct File {
    file: String,
    /// In words.
    format: String,
    bytes: u64,
    #[serde(skip)]
    written: Written,
}

impl Export {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let style = match (self.fixed, self.solid) {
            (_, true) => Style::Solid,
            (true, false) => Style::Static,
            (false, false) => Style::Variable,
        };
        let files = self.files()?;
        let outlines = [("--solid", self.solid), ("--static", self.fixed)];
        if let Some((option, _)) = outlines.iter().find(|option| option.1)
            && files.iter().all(|file| file.1 == Format::Bdf)
        {
            refuse!("{option} needs a .ttf or .woff2 file: a BDF has pixels, no outlines");
        }
        if self.family.as_deref().is_some_and(|name| name.trim().is_empty()) {
            refuse!("--family: a name needs at least one character");
        }
        for (path, _) in &files {
            refuse_terminal(path)?;
            refuse_beside("-o", Some(path), &[("--json", self.json)])?;
        }
        let (font, mut labels) = self.font.read()?;
        for (label, option) in [
            (&mut labels.family, self.family),
            (&mut labels.copyright, self.copyright),
            (&mut labels.licence, self.licence),
        ] {
            *label = option.unwrap_or_else(|| label.clone());
        }
        labels.check().map_err(usage)?;
        let mut font = with_only(font, self.only.as_deref())?;
        if self.ascii {
            font.retain(|character| ('!'..='~').contains(&character));
        }
        let mut written = Vec::new();
        for (path, format) in &files {
            let bytes = typeface::export(&font, &labels, *format, style)
                .context("can't make the font file")?;
            let format = match format {
                Format::TrueType => format!("{style} TrueType"),
                Format::Woff2 => format!("{style} WOFF2"),
                _ => "BDF".to_owned(),
            };
            let file = write_to(path, |out| Ok(out.write_all(&bytes)?))?;
            let (name, bytes) = (path.display().to_string(), file.bytes);
            written.push(File { file: name, format, bytes, written: file });
        }
        let character_count = font.characters().len();
        if self.json {
            return print_json(&Exported { font: font.name(), character_count, files: written });
        }
        // Standard output may carry a file.
        if files.iter().all(|(path, _)| path != Path::new("-")) {
            for File { format, written, .. } in written {
                written.say(&[format, counted(character_count, "character")]);
            }
        }
        Ok(())
    }

    /// The files to write, and their formats.
    fn files(&self) -> Result<Vec<(PathBuf, Format)>> {
        let mut files: Vec<(PathBuf, Format)> = Vec::new();
        for path in &self.output {
            let named = Format::from_path(path, &FORMATS);
            let format = match self.format {
                Some(format) => format,
                None if path == Path::new("-") => refuse!("standard output needs a --format"),
                None => {
                    named.clone().map_err(|error| usage!("{error}, or choose one with --format"))?
                }
            };
            if let Some(other) = named.ok().filter(|named| *named != format) {
                refuse!("--format {format}: {} is a name for .{other}", path.display());
            }
            if files.iter().any(|(other, _)| is_same(other, path)) {
                refuse!("-o {}: this file is given twice", path.display());
            }
            files.push((path.clone(), format));
        }
        if files.is_empty() {
            let format = self.format.unwrap_or(Format::TrueType);
            let name = self.font.file_name();
            files.push((Path::new(PICTURES).join(name).with_extension(format.ending()), format));
        }
        Ok(files)
    }
}
