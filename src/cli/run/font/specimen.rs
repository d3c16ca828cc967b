//! `pegfont font specimen`: a poster of a font.

use anyhow::Result;

use crate::cli::output::Pages;
use crate::cli::read::with_only;
use crate::cli::request::{ColourNeeds, SpecimenRequest};
use peg_console::answer::{Answer, Form};
use peg_console::output::Output;
use pegfont_base::words::counted;
use pegfont_film::Error;
use pegfont_film::drawing::Drawing;
use pegfont_film::specimen::specimen;

/// A poster, and the files that it is written to.
pub struct FontPoster {
    pages: [Drawing; 1],
    /// How many characters it shows, in words.
    contents: String,
    files: Vec<Pages>,
}

pub fn run(request: SpecimenRequest, out: &Output) -> Result<FontPoster> {
    let mut files = Vec::new();
    for path in &request.files {
        files.push(Pages::to("-o", path, out)?);
    }

    let shown = ColourNeeds {
        is_code: false,
        plays: true,
        fills: false,
    };
    let themes = request.look.read(&[], shown, out)?;
    let (font, _) = request.font.read(out)?;
    let font = with_only(font, request.only.as_deref())?;
    let drawing = specimen(&font, &themes.light, request.shape);

    let drawing = drawing.map_err(|error| match error {
        Error::PosterShape => usage!("--shape: {error}"),
        error => error.into(),
    })?;

    let pages = [drawing];
    for file in &mut files {
        file.list(&pages, out)?;
    }
    Ok(FontPoster {
        pages,
        contents: counted(font.characters().len(), "character"),
        files,
    })
}

impl Answer for FontPoster {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        for file in &self.files {
            file.write(&self.pages, &self.contents, out)?;
        }
        Ok(())
    }
}
