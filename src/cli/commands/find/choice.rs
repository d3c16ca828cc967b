//! Keeping a variant in a glyph file, as a pin or an alternate.

use std::collections::BTreeSet;
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
    /// Pin the pattern with this number in a glyph file, which is made if it isn't there. Of several, such as 2,5,9, the first is pinned,
    /// and the others are its alternates
    #[arg(long, num_args = 2, value_names = ["NUMBERS", "FILE"], conflicts_with_all = ["json", "output"])]
    pin: Vec<String>,

    /// Keep all as alternates instead: the first, second or third (ss01, ss02, ss03)
    #[arg(long, requires = "pin")]
    alternate: bool,

    /// The character of a pattern or picture that is kept
    #[arg(long = "as", value_name = "CHARACTER", requires = "pin")]
    character: Option<char>,
}

/// Patterns to keep, and the file that gets them.
pub struct Keeping {
    /// The number of each, and the feature of an alternate.
    kept: Vec<(usize, Option<Feature>)>,
    file: OutputFile,
    glyphs: GlyphFile,
    character: char,
    /// Whether its lines end as they do on Windows.
    has_returns: bool,
}

impl Chosen {
    /// Reads the glyph file before any work begins.
    pub fn prepare(&self, board: &SmallBoard, found: Option<char>) -> Result<Option<Keeping>> {
        let [words, name] = &self.pin[..] else { return Ok(None) };
        let number = |word: &str| word.trim().parse().ok().filter(|&number| number > 0);
        let Some(numbers) = words.split(',').map(number).collect::<Option<Vec<usize>>>() else {
            refuse!("--pin {words} {name}: give numbers, such as 7 or 2,5, then a glyph file");
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
        let own = glyphs.designs.board();
        if *own != **board {
            refuse!("--pin {name}: its designs are on {own}, and the patterns on {board}");
        }
        let most = Feature::SETS.len() + usize::from(!self.alternate);
        if numbers.len() > most {
            refuse!("--pin {words}: a character has a pattern and three alternates at the most");
        }
        let pin = (!self.alternate).then_some(None);
        let features = pin.into_iter().chain(glyphs.free_features(character).into_iter().map(Some));
        let kept: Vec<_> = numbers.iter().copied().zip(features).collect();
        if kept.len() < numbers.len() {
            refuse!(
                "--pin {words}: {name} has alternates for ss01, ss02 or ss03: remove one of these"
            );
        }
        Ok(Some(Keeping { kept, file, glyphs, character, has_returns }))
    }
}

impl Keeping {
    /// Writes the file with the pattern in it.
    pub fn write(mut self, answer: &Answer) -> Result<()> {
        let Answer { wanted, variants, .. } = answer;
        let (board, mut said, mut starts) = (&wanted.board, Vec::new(), BTreeSet::new());
        for &(number, feature) in &self.kept {
            let Some(variant) = variants.get(number - 1) else {
                let count = variants.len();
                refuse!(
                    "--pin {number}: there are {count} patterns; the same command without --pin lists them"
                );
            };
            let kept = self.glyphs.keep(self.character, feature, variant, &wanted.designs);
            let replaces = kept.map_err(|error| usage!("--pin {number}: {error}"))?;
            let alternate = feature.map(|feature| format!("an alternate for {feature}"));
            let what = alternate.unwrap_or_else(|| "pinned".to_owned());
            let instead = if replaces { ", in place of another pattern" } else { "" };
            said.push((number, variant, what + instead));
            starts.insert(variant.start);
        }
        if starts.len() > 1 {
            refuse!("--pin: a font has one start, and these patterns have several");
        }
        let (path, text) = (self.file.path().display(), self.glyphs.to_text());
        let text = if self.has_returns { text.replace('\n', "\r\n") } else { text };
        drop(self.file.put(&text)?);
        for (number, variant, what) in said {
            say_pegs(&(show::block(board, number, variant) + "\n"));
            say!("{path}: {} is {what}", quoted(self.character));
        }
        let start = starts.into_iter().find(|&start| start != board.central_vacancy());
        let start = start.map(|start| hole_names(board, board.complement(start)).join(" "));
        let start = start.map_or_else(String::new, |start| format!(" --start {start}"));
        say!("build the font: pegfont font build {path}{start}");
        Ok(())
    }
}
