//! `pegfont font new`: writes a glyph file to start from, with the built-in designs of ASCII and
//! remarks. Never replaces a file.

use std::path::Path;

use anyhow::Result;

use crate::cli::formats::{Format, OUTPUT};
use crate::cli::output::OutputFile;
use crate::cli::request::{DESIGNS, NewRequest};
use peg_console::answer::{Answer, Form};
use peg_console::output::Output;
use pegfont_type::glyph::ASCII;

/// The remarks before the designs.
const HEAD: &str = include_str!("new.toml");

/// A glyph file that isn't there yet.
pub struct NewGlyphs {
    file: OutputFile,
    text: String,
}

pub fn run(request: NewRequest, out: &Output) -> Result<NewGlyphs> {
    if request.file.exists() {
        return Err(exists(&request.file));
    }
    Ok(NewGlyphs {
        file: OutputFile::new(&request.file, Format::Designs, out)?,
        text: format!("{HEAD}{ASCII}"),
    })
}

fn exists(path: &Path) -> anyhow::Error {
    let path = path.display();
    usage!("{path} already exists, and was not changed: choose another name")
}

impl Answer for NewGlyphs {
    fn put(self, _: Form, out: &Output) -> Result<()> {
        let path = self.file.path();
        let written = self.file.replace(None, self.text.as_bytes(), out)?;
        written.ok_or_else(|| exists(path))?.say(&[], out)?;

        // There, a font of this name would be the same file.
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        let is_same = path.parent() == Some(Path::new(OUTPUT)) && !stem.ends_with(DESIGNS);
        let mut option = String::new();
        if is_same {
            let other = path.with_extension("font.toml");
            option = format!(" -o {}", other.display());
        }
        say!(
            out,
            "edit it, then build the font: pegfont font build {}{option}",
            path.display()
        )
    }
}
