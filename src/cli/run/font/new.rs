//! `pegfont font new`: writes a glyph file to start from, with the built-in designs of ASCII and
//! remarks. Never replaces a file.

use std::path::Path;

use anyhow::Result;

use crate::cli::formats::{Format, OUTPUT};
use crate::cli::options::New;
use crate::cli::output::OutputFile;
use crate::cli::request::DESIGNS;
use peg_console::output::Output;
use pegfont_type::glyph::ASCII;

/// The remarks before the designs.
const HEAD: &str = include_str!("new.toml");

pub fn run(options: New, out: &Output) -> Result<()> {
    let file = options.file.display();
    if options
        .file
        .extension()
        .is_none_or(|ending| ending != "toml")
    {
        refuse!("{file}: the name must end in .toml");
    }
    let exists = || usage!("{file} already exists, and was not changed: choose another name");
    if options.file.exists() {
        return Err(exists());
    }

    let text = format!("{HEAD}{ASCII}");
    let new = OutputFile::new(&options.file, Format::Designs, out)?;
    let written = new.replace(None, text.as_bytes(), out)?;
    written.ok_or_else(exists)?.say(&[], out)?;

    // There, a font of this name would be the same file.
    let stem = options
        .file
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let is_same = options.file.parent() == Some(Path::new(OUTPUT)) && !stem.ends_with(DESIGNS);
    let mut option = String::new();
    if is_same {
        let other = options.file.with_extension("font.toml");
        option = format!(" -o {}", other.display());
    }
    say!(
        out,
        "edit it, then build the font: pegfont font build {file}{option}"
    )
}
