//! The typeface of the page's headings: the letters, digits and signs of ASCII in pegs.

use std::path::Path;

use anyhow::Result;
use pegfont_type::font::Font;
use pegfont_type::format::Format;
use pegfont_type::typeface::{Labels, Style, export};

/// The file, which the style sheet names.
const FILE: &str = "headings.woff2";

pub(crate) fn write(folder: &Path) -> Result<()> {
    let mut font = Font::builtin()?.clone();
    font.retain(|character| ('!'..='~').contains(&character));
    let file = export(&font, &Labels::of(&font), Format::Woff2, Style::Solid)?;
    Ok(std::fs::write(folder.join(FILE), file)?)
}
