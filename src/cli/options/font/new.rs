//! The options of `pegfont font new`.

use std::path::PathBuf;

use clap::Args;

/// Write a glyph file to start a font of your own: designs to edit, with notes
///
/// The file has the built-in designs of ASCII. Edit it with a text editor, then give it to `pegfont
/// font build`, whose help describes the format.
#[derive(Args)]
#[command(after_help = include_str!("new.txt"))]
pub struct New {
    /// The glyph file to write, .toml
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
}
