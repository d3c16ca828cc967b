//! How variants are shown: as text, in colour in a terminal; and in files.

use std::path::Path;

use anyhow::{Result, bail};

use crate::cli::formats::Format;
use crate::cli::output::{OutputFile, format_of, legend, marked, say_side_by_side};
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_base::words::counted;
use pegfont_film::drawing::{pdf, raster, svg};
use pegfont_film::render::{Theme, gif};
use pegfont_film::variants::{Model, Variants, about, captions, difference, keeping};
use pegfont_type::find::Variant;

/// The most patterns in a picture.
pub const MOST_DRAWN: usize = 1000;

/// The most patterns in a picture for which nobody gave a number. A page in the browser, which can
/// be sorted, shows all.
pub const FIRST: usize = 60;

/// The formats of pictures.
const FORMATS: [Format; 5] = [
    Format::Svg,
    Format::Png,
    Format::Pdf,
    Format::Gif,
    Format::Page,
];

/// A file of patterns.
pub struct PatternsFile {
    file: OutputFile,
}

impl PatternsFile {
    /// The file, listed before any work begins.
    pub fn new(path: &Path, out: &Output) -> Result<Self> {
        let format = format_of(path, &FORMATS)?;
        Ok(Self {
            file: OutputFile::new(path, format, out)?,
        })
    }

    /// The most patterns that the file shows.
    pub fn most(&self, limit: Option<u32>) -> usize {
        let is_page = self.file.format == Format::Page;
        if is_page || limit.is_some() {
            MOST_DRAWN
        } else {
            FIRST
        }
    }

    /// Writes the file, and names it unless the answer is for programs.
    pub fn write(
        &self,
        variants: &Variants,
        command: &str,
        is_named: bool,
        out: &Output,
    ) -> Result<()> {
        let bytes = match self.file.format {
            Format::Svg => svg::file(&variants.page(command)).into_bytes(),
            Format::Png => raster::png(&variants.page(command))?,
            Format::Pdf => pdf::file(&variants.pages(command)),
            Format::Page => variants.page_to_explore(command)?.into_bytes(),
            Format::Gif => film(variants, out)?,
            other => bail!("a .{other} has no patterns"),
        };
        let written = self.file.put(bytes, out)?;
        if !is_named {
            return Ok(());
        }

        let shown = variants.all.len();
        let patterns = counted(variants.found, "pattern");
        let contents = if shown < variants.found {
            format!("the first {shown} of {patterns}")
        } else {
            patterns
        };
        written.say(&[contents], out)
    }
}

/// A film in which each pattern plays its game.
fn film(variants: &Variants, out: &Output) -> Result<Vec<u8>> {
    let Some(scene) = variants.film(Theme::builtin("ivory")?).map_err(usage)? else {
        refuse!("-o: no reachable pattern was found to play: give a greater --distance");
    };

    let mut bytes = Vec::new();
    out.watched("painting", |progress| gif(&scene, &mut bytes, progress))?;
    Ok(bytes)
}

/// Prints the designs and the variants, many side by side.
pub fn list(variants: &Variants, command: &str, distance: u32, out: &Output) -> Result<()> {
    let board = &variants.board;
    say!(out, "{}", about(variants, false).join("\n"))?;
    say!(out, "{}\n", legend())?;

    let model = |model: &Model| {
        let picture = marked(
            board.as_board(),
            &model.pattern.into(),
            &model.design.into(),
        );
        format!("{}\n{picture}", model.name)
    };
    say_side_by_side(&variants.models(), model, out)?;

    if variants.all.is_empty() {
        return say!(
            out,
            "No pattern within {distance} holes of it can be reached."
        );
    }
    let numbered: Vec<(usize, &Variant)> = (1..).zip(&variants.all).collect();
    let of_number = |&(number, variant): &(usize, &Variant)| block(variants, number, variant);
    say_side_by_side(&numbered, of_number, out)?;
    say!(out, "{}", keeping(variants, command))
}

/// A variant: what it is called, how it looks, and what is said of it.
pub fn block(variants: &Variants, number: usize, variant: &Variant) -> String {
    let found = &variant.found;
    let picture = marked(
        variants.board.as_board(),
        &found.pattern.into(),
        &found.design.into(),
    );
    let difference = difference(variants, variant);
    let lines = captions(variants, variant).join("\n");
    format!("{number}: {difference}\n{picture}\n{lines}")
}
