//! The typeface of the page's headings: the letters and digits of ASCII in pegs, and the signs of
//! headings.

use std::path::Path;

use anyhow::Result;
use pegfont_type::font::Font;
use pegfont_type::typeface::{Labels, Style, TypefaceFormat, export};

/// The file, which the style sheet names.
const FILE: &str = "headings.woff2";
const SIGNS: &str = ",.:";

pub(crate) fn write(folder: &Path) -> Result<()> {
    let mut font = Font::builtin()?.clone();
    font.retain(|character| character.is_ascii_alphanumeric() || SIGNS.contains(character));

    let file = export(
        &font,
        &Labels::of(&font),
        TypefaceFormat::Woff2,
        Style::Solid,
    )?;
    Ok(std::fs::write(folder.join(FILE), file)?)
}
