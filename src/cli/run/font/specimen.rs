//! `pegfont font specimen`: a poster of a font.

use anyhow::Result;

use crate::cli::options::Specimen;
use crate::cli::output::Pages;
use crate::cli::read::with_only;
use crate::cli::request::ColourNeeds;
use peg_console::output::Output;
use pegfont_base::words::counted;
use pegfont_film::Error;
use pegfont_film::specimen::specimen;

pub fn run(mut options: Specimen, out: &Output) -> Result<()> {
    if options.look.has_dark_theme() {
        refuse!("--theme: a poster has one theme");
    }
    if options.output.is_empty() {
        options.output.push(options.font.usual_file("svg"));
    }
    let mut files = Vec::new();
    for path in &options.output {
        files.push(Pages::to("-o", path, out)?);
    }

    let shown = ColourNeeds {
        is_code: false,
        plays: true,
        fills: false,
    };
    let themes = options.look.read(&[], shown, out)?;
    let (font, _) = options.font.read(out)?;
    let font = with_only(font, options.only.as_deref())?;
    let poster = specimen(&font, &themes.light, options.shape);
    let poster = poster.map_err(|error| match error {
        Error::PosterShape => usage!("--shape: {error}"),
        error => error.into(),
    })?;

    let pages = [poster];
    let contents = counted(font.characters().len(), "character");
    for file in &mut files {
        file.list(&pages, out)?;
    }
    for file in &files {
        file.write(&pages, &contents, out)?;
    }
    Ok(())
}
