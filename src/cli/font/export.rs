//! `pegfont font export`: writes font files.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::answer;
use crate::cli::fonts::{FontArgs, with_only};
use crate::cli::output::{
    PICTURES, Written, counted, print_json, refuse_beside, refuse_terminal, write_to,
};
use pegfont_type::font::Font;
use pegfont_type::typeface::{self, Format, Labels, Style, TypefaceError};

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
    #[arg(long, value_name = "FORMAT")]
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

    /// The designer
    #[arg(long, value_name = "NAME")]
    designer: Option<String>,

    /// The copyright notice
    #[arg(long, value_name = "TEXT")]
    copyright: Option<String>,

    /// The licence
    #[arg(long, value_name = "TEXT")]
    licence: Option<String>,

    /// The web address of the licence
    #[arg(long, value_name = "URL")]
    licence_url: Option<String>,

    /// The web address of the font's maker
    #[arg(long, value_name = "URL")]
    vendor_url: Option<String>,

    /// Print a report as JSON
    #[arg(long)]
    json: bool,
}

impl Export {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let files = self.files()?;
        if self.family.as_deref().is_some_and(|name| name.trim().is_empty()) {
            refuse!("--family: a name needs at least one character");
        }
        for (path, _) in &files {
            refuse_terminal(path)?;
            refuse_beside("-o", Some(path), &[("--json", self.json)])?;
        }
        let (font, labels) = self.font.read()?;
        let labels = self.labels(labels);
        let mut font = with_only(font, self.only.as_deref())?;
        if self.ascii {
            font.retain(|character| ('!'..='~').contains(&character));
        }
        let mut written = Vec::new();
        for (path, format) in files {
            let bytes = typeface::export(&font, &labels, format).map_err(|error| match error {
                TypefaceError::LabelTooLong { .. } => usage!("{error}"),
                error => anyhow::Error::new(error).context("can't make the font file"),
            })?;
            written.push((
                path.clone(),
                format,
                write_to(&path, |out| Ok(out.write_all(&bytes)?))?,
            ));
        }
        self.report(&font, &written)
    }

    /// The files to write, and their formats.
    fn files(&self) -> Result<Vec<(PathBuf, Format)>> {
        let style = match (self.fixed, self.solid) {
            (_, true) => Style::Solid,
            (true, false) => Style::Static,
            (false, false) => Style::Variable,
        };
        let format = |path: &Path| match self.format {
            Some(format) => Ok(format.styled(style)),
            None if path == Path::new("-") => Err(usage!("standard output needs a --format")),
            None => Format::of_file(path, style)
                .map_err(|error| usage!("{error}, or choose one with --format")),
        };
        let mut files: Vec<(PathBuf, Format)> = Vec::new();
        for path in &self.output {
            let format = format(path)?;
            let named = Format::of_file(path, style);
            if let Some(other) = named.ok().filter(|named| *named != format) {
                let (name, other) = (path.display(), other.extension());
                refuse!("--format {}: {name} is a name for .{other}", format.extension());
            }
            if files.iter().any(|(other, _)| other == path) {
                refuse!("-o {}: this file is given twice", path.display());
            }
            files.push((path.clone(), format));
        }
        if files.is_empty() {
            let format = format(Path::new(".ttf").with_file_name("font.ttf").as_path())?;
            let name = self.font.file_name();
            files.push((Path::new(PICTURES).join(name).with_extension(format.extension()), format));
        }
        let outlines = [("--solid", self.solid), ("--static", self.fixed)];
        if let Some((option, _)) = outlines.iter().find(|option| option.1)
            && files.iter().all(|file| file.1 == Format::Bdf)
        {
            refuse!("{option} needs a .ttf or .woff2 file: a BDF has pixels, no outlines");
        }
        Ok(files)
    }

    /// The labels, changed by the options.
    fn labels(&self, labels: Labels) -> Labels {
        let or = |option: &Option<String>, label| option.clone().unwrap_or(label);
        Labels {
            family: or(&self.family, labels.family),
            designer: or(&self.designer, labels.designer),
            copyright: or(&self.copyright, labels.copyright),
            licence: or(&self.licence, labels.licence),
            licence_url: or(&self.licence_url, labels.licence_url),
            vendor_url: or(&self.vendor_url, labels.vendor_url),
            description: labels.description,
        }
    }

    /// Prints what was written, unless a file went to standard output.
    fn report(&self, font: &Font, written: &[(PathBuf, Format, Written)]) -> Result<()> {
        if written.iter().any(|(path, ..)| path == Path::new("-")) {
            return Ok(());
        }
        if self.json {
            let files = written.iter().map(|(path, format, written)| {
                (path.display().to_string(), format.to_string(), written.bytes)
            });
            return print_json(&answer::font_export(font, files));
        }
        let characters = counted(font.characters().len(), "character");
        for (_, format, written) in written {
            written.say(&[format.to_string(), characters.clone()]);
        }
        Ok(())
    }
}
