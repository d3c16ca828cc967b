//! Keeping a variant in a glyph file, as a pin or an alternate.

use std::path::Path;

use anyhow::{Result, anyhow};
use clap::Args;

use super::{Answer, show};
use crate::cli::args::{read_bytes, read_kind};
use crate::cli::output::{Format, OutputFile, hole_names, other_kind, say_pegs};
use peg_solitaire::board::SmallBoard;
use peg_solitaire::words::quoted;
use pegfont_type::find::GlyphFile;
use pegfont_type::glyph::Feature;

/// Options for keeping a pattern.
#[derive(Args)]
#[command(next_help_heading = "Keeping one")]
pub struct Chosen {
    /// Pin the pattern with this number in a glyph file, which is made if it isn't there
    #[arg(long, num_args = 2, value_names = ["NUMBER", "FILE"], conflicts_with_all = ["json", "output"])]
    pin: Vec<String>,

    /// Keep it as an alternate instead: the first, second or third (ss01, ss02, ss03)
    #[arg(long, requires = "pin")]
    alternate: bool,

    /// The character of a pattern or picture that is kept
    #[arg(long = "as", value_name = "CHARACTER", requires = "pin")]
    character: Option<char>,
}

/// A pattern to keep, and the file that gets it.
pub struct Keeping {
    number: usize,
    file: OutputFile,
    glyphs: GlyphFile,
    character: char,
    /// The feature of an alternate.
    feature: Option<Feature>,
    /// Whether its lines end as they do on Windows.
    has_returns: bool,
}

impl Chosen {
    /// Reads the glyph file before any work begins.
    pub fn prepare(&self, board: &SmallBoard, found: Option<char>) -> Result<Option<Keeping>> {
        let [number, name] = &self.pin[..] else { return Ok(None) };
        let Some(number) = number.parse().ok().filter(|&number| number > 0) else {
            refuse!("--pin {number} {name}: give the number of a pattern, then a glyph file");
        };
        let Some(character) = self.character.or(found) else {
            refuse!("--pin: say with --as which character the pattern is, such as --as A");
        };
        let path = Path::new(name);
        if path.extension().is_none_or(|ending| ending != "toml") {
            refuse!("--pin {name}: the name of a glyph file must end in .toml");
        }
        let mut has_returns = false;
        let (file, glyphs) = if path.exists() {
            let (file, text) =
                (OutputFile::over(path, Format::Designs)?, read_kind(path, "[[glyph]]")?);
            has_returns = read_bytes(path)?.windows(2).any(|pair| pair == b"\r\n");
            let glyphs = GlyphFile::parse(name, &text);
            let other = || other_kind(&text, "[[glyph]]");
            (file, glyphs.map_err(|error| anyhow!("{error}{}", other()))?)
        } else {
            (OutputFile::new(path, Format::Designs)?, GlyphFile::new(name, board, character)?)
        };
        let own = glyphs.designs().board();
        if *own != **board {
            refuse!("--pin {name}: its designs are on {own}, and the patterns on {board}");
        }
        let feature = glyphs.free_feature(character).filter(|_| self.alternate);
        if self.alternate && feature.is_none() {
            refuse!("--alternate: ss01, ss02 and ss03 are taken: remove one from {name}");
        }
        Ok(Some(Keeping { number, file, glyphs, character, feature, has_returns }))
    }
}

impl Keeping {
    /// Writes the file with the pattern in it.
    pub fn write(mut self, answer: &Answer) -> Result<()> {
        let (number, board) = (self.number, &answer.wanted.board);
        let Some(variant) = answer.variants.get(number - 1) else {
            let count = answer.variants.len();
            refuse!(
                "--pin {number}: there are {count} patterns; the same command without --pin lists them"
            );
        };
        let designs = &answer.wanted.designs;
        let kept = self.glyphs.keep(self.character, self.feature, variant, designs);
        let replaces = kept.map_err(|error| usage!("--pin {number}: {error}"))?;
        let (path, text) = (self.file.path().display(), self.glyphs.to_text());
        let text = if self.has_returns { text.replace('\n', "\r\n") } else { text };
        drop(self.file.put(&text)?);
        say_pegs(&(show::block(board, number, variant) + "\n"));
        let alternate = self.feature.map(|feature| format!("an alternate for {feature}"));
        let what = alternate.as_deref().unwrap_or("pinned");
        let instead = if replaces { ", in place of another pattern" } else { "" };
        say!("{path}: {} is {what}{instead}", quoted(self.character));
        let own = variant.start != board.central_vacancy();
        let start = hole_names(board, board.complement(variant.start)).join(" ");
        let start = if own { format!(" --start {start}") } else { String::new() };
        say!("build the font: pegfont font build {path}{start}");
        Ok(())
    }
}
