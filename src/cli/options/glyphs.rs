//! Options for how files with designs are read.

use clap::Args;

use peg_console::input::whole;

/// How files with designs are read.
#[derive(Args)]
pub struct GlyphArgs {
    /// The board for fonts; a glyph file names its own
    ///
    /// [default: the size of a font's characters]
    #[arg(long, value_name = "NAME|FILE")]
    pub board: Option<String>,

    /// The size of a TrueType or OpenType font, in pixels per em
    ///
    /// [default: that of a pixel font, or 8]
    #[arg(long, value_name = "PIXELS", value_parser = whole::<u32>(4..=64))]
    pub pixels: Option<u32>,
}
