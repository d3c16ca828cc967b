//! How variants are shown: as text, in colour in a terminal; and in files.

use std::path::Path;

use anyhow::Result;

use crate::cli::output::{Format, OutputFile, format_of, legend, marked, say_side_by_side};
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_base::words::counted;
use pegfont_film::drawing::{pdf, raster, svg};
use pegfont_film::render::{Theme, gif};
use pegfont_film::variants::{Variants, about, captions, difference, keeping};
use pegfont_type::find::Variant;

/// The most patterns in a picture.
pub const DRAWN: usize = 1000;

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

/// A file to write.
pub struct Sheet(OutputFile);

impl Sheet {
    /// The file, listed before any work begins.
    pub fn new(path: &Path, out: &Output) -> Result<Self> {
        let format = format_of(path, &FORMATS)?;
        Ok(Self(OutputFile::new(path, format, out)?))
    }

    /// The most patterns that the file shows.
    pub fn most(&self, limit: Option<u32>) -> usize {
        let is_page = self.0.format == Format::Page;
        if is_page || limit.is_some() {
            DRAWN
        } else {
            FIRST
        }
    }

    pub fn write(
        &self,
        variants: &Variants,
        command: &str,
        is_named: bool,
        out: &Output,
    ) -> Result<()> {
        let bytes = match self.0.format {
            Format::Page => variants.page_to_explore(command)?.into_bytes(),
            Format::Pdf => pdf::file(&variants.pages(command)),
            Format::Png => raster::png(&variants.page(command))?,
            Format::Gif => {
                let Some(scene) = variants.film(Theme::builtin("ivory")?).map_err(usage)? else {
                    refuse!(
                        "-o: no reachable pattern was found to play: give a greater --distance"
                    );
                };
                let mut bytes = Vec::new();
                out.watched("painting", |progress| gif(&scene, &mut bytes, progress))?;
                bytes
            }
            _ => svg::file(&variants.page(command)).into_bytes(),
        };
        let written = self.0.put(bytes, out)?;
        if is_named {
            let shown = variants.all.len();
            let patterns = counted(variants.found, "pattern");
            if shown < variants.found {
                written.say(&[format!("the first {shown} of {patterns}")], out)?;
            } else {
                written.say(&[patterns], out)?;
            }
        }
        Ok(())
    }
}

/// Prints the designs and the variants, many side by side.
pub fn list(variants: &Variants, command: &str, distance: u32, out: &Output) -> Result<()> {
    let board = &variants.board;
    say!(out, "{}", about(variants, false).join("\n"))?;
    say!(out, "{}\n", legend())?;
    say_side_by_side(
        &variants.models(),
        |it| {
            format!(
                "{}\n{}",
                it.name,
                marked(board, &it.pattern.into(), &it.design.into())
            )
        },
        out,
    )?;
    if variants.all.is_empty() {
        say!(
            out,
            "No pattern within {distance} holes of it can be reached."
        )?;
        return Ok(());
    }
    let numbered: Vec<(usize, &Variant)> = (1..).zip(&variants.all).collect();
    say_side_by_side(&numbered, |&(number, it)| block(variants, number, it), out)?;
    say!(out, "{}", keeping(variants, command))
}

/// A variant: what it is called, how it looks, and what is said of it.
pub fn block(variants: &Variants, number: usize, variant: &Variant) -> String {
    let (found, difference) = (&variant.found, difference(variants, variant));
    let picture = marked(&variants.board, &found.pattern.into(), &found.design.into());
    let lines = captions(variants, variant).join("\n");
    format!("{number}: {difference}\n{picture}\n{lines}")
}
