//! The files of drawings: sheets, posters.

use std::path::Path;

use anyhow::Result;

use super::{OutputFile, counted, format_of, numbered};
use crate::cli::output::Format;
use peg_solitaire::words::{listed, quoted};
use pegfont_film::drawing::{Drawing, pdf, raster, svg};

/// The files of some pages: one PDF, or an SVG or PNG for each page.
pub struct Pages {
    format: Format,
    files: Vec<OutputFile>,
}

impl Pages {
    pub const FORMATS: &[Format] = &[Format::Pdf, Format::Svg, Format::Png];

    /// The first file, which an option names.
    pub fn to(option: &str, path: &Path) -> Result<Self> {
        let format = format_of(path, Self::FORMATS).map_err(|error| usage!("{option} {error}"))?;
        Ok(Self { format, files: vec![OutputFile::of(path, format)?] })
    }

    /// Lists the files of the other pages. Refuses words of a PDF that its typeface can't show.
    pub fn list(&mut self, pages: &[Drawing]) -> Result<()> {
        if self.format != Format::Svg {
            match &*listed(pdf::unseen(pages).into_iter().map(quoted).collect(), 20) {
                "" => {}
                unseen => {
                    refuse!("printed pages have no {unseen}: leave them out, or write an .svg")
                }
            }
        }
        let files = if self.format == Format::Pdf { 1 } else { pages.len() };
        for page in 2..=files {
            let path = numbered(self.files[0].path(), page, self.format.ending());
            let file = OutputFile::of(&path, self.format)?;
            self.files.push(file);
        }
        Ok(())
    }

    pub fn write(&self, pages: &[Drawing], contents: &str) -> Result<()> {
        for (number, (page, file)) in (1..).zip(pages.iter().zip(&self.files)) {
            let (bytes, what) = match self.format {
                Format::Pdf => (pdf::file(pages), counted(pages.len(), "page")),
                Format::Png => (raster::png(page)?, format!("page {number} of {}", pages.len())),
                _ => (svg::file(page).into_bytes(), format!("page {number} of {}", pages.len())),
            };
            let what = [contents.to_owned(), what];
            file.put(bytes)?.say(if pages.len() > 1 { &what } else { &what[..1] });
        }
        Ok(())
    }
}
