//! Keeping a variant in a glyph file, as a pin or an alternate.

use std::collections::BTreeSet;
use std::iter;
use std::path::Path;

use anyhow::{Result, anyhow};
use clap::Args;

use super::show;
use crate::cli::args::{character, text_of_kind};
use crate::cli::output::{Format, OutputFile, other_kind, say_side_by_side};
use peg_console::board::hole_names;
use peg_console::output::Output;
use peg_solitaire::board::SmallBoard;
use pegfont_base::words::quoted;
use pegfont_film::variants::Variants;
use pegfont_type::find::{GlyphFile, Kept};
use pegfont_type::glyph::Feature;

/// How a line in each glyph file begins.
const SIGN: &str = "[[glyph]]";

/// Options for keeping a pattern.
#[derive(Args)]
#[command(next_help_heading = "Keeping patterns")]
pub struct Chosen {
    /// Pin the pattern with this number in a glyph file, which is made if it isn't there.
    ///
    /// Of several, such as 2,5,9, the first is pinned, and the others are its alternates (ss01,
    /// ss02, ss03). They replace those that were pinned before
    #[arg(long, num_args = 2, value_names = ["NUMBERS", "FILE"], conflicts_with_all = ["csv", "json"])]
    pin: Vec<String>,

    /// Pin all as alternates, beside those that the file has; beyond three, the old ones go
    #[arg(long, requires = "pin")]
    alternate: bool,

    /// The character that a pinned drawing or picture becomes
    #[arg(long = "as", value_name = "CHARACTER", requires = "pin", value_parser = character)]
    character: Option<char>,
}

/// Patterns to keep, and the file that gets them.
pub struct Keeping {
    numbers: Vec<usize>,
    alternate: bool,
    file: OutputFile,
    board: SmallBoard,
    character: char,
}

/// What is in a glyph file.
struct Glyphs {
    file: GlyphFile,
    /// Whether its lines end as they do on Windows.
    has_returns: bool,
}

impl Chosen {
    /// The glyph file that is given.
    pub fn file(&self) -> Option<&str> {
        match &self.pin[..] {
            [_, file] => Some(file),
            _ => None,
        }
    }

    /// Reads the glyph file before any work begins.
    pub fn prepare(
        &self,
        board: &SmallBoard,
        found: Option<char>,
        out: &Output,
    ) -> Result<Option<Keeping>> {
        let [words, name] = &self.pin[..] else {
            return Ok(None);
        };
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
        let file = if path.exists() {
            OutputFile::over(path, Format::Designs)?
        } else {
            OutputFile::new(path, Format::Designs, out)?
        };
        let (twice, most) = (numbers.iter().collect::<BTreeSet<_>>(), Feature::SETS.len());
        if twice.len() < numbers.len() {
            refuse!("--pin {words}: give each number once");
        }
        if numbers.len() > most + usize::from(!self.alternate) {
            refuse!("--pin {words}: a character has a pattern and three alternates at the most");
        }

        let keeping = Keeping {
            numbers,
            alternate: self.alternate,
            file,
            board: board.clone(),
            character,
        };
        // What can't be kept is said now. When the patterns are found, the file is read again.
        let now = path
            .exists()
            .then(|| out.files.read_bytes(path))
            .transpose()?;
        keeping.glyphs(now.as_deref())?;
        Ok(Some(keeping))
    }
}

impl Keeping {
    /// What is in the file, if these are its bytes; or what a new or empty one begins with.
    fn glyphs(&self, bytes: Option<&[u8]>) -> Result<Glyphs> {
        let path = self.file.path();
        let name = path.display().to_string();
        let Some(bytes) = bytes.filter(|bytes| !bytes.is_empty()) else {
            return Ok(Glyphs {
                file: GlyphFile::new(&name, &self.board, self.character)?,
                has_returns: false,
            });
        };

        let text = text_of_kind(path, bytes, SIGN)?;
        let file = GlyphFile::parse(&name, &text)
            .map_err(|error| anyhow!("{error}{}", other_kind(&text, SIGN)))?;
        let own = file.designs.board();
        if *own != *self.board {
            let board = &self.board;
            refuse!("--pin {name}: its designs are on {own}, and the patterns on {board}");
        }
        Ok(Glyphs {
            file,
            has_returns: bytes.windows(2).any(|pair| pair == b"\r\n"),
        })
    }

    /// Writes the file with the patterns in it.
    pub fn write(self, variants: &Variants, out: &Output) -> Result<()> {
        let (board, count) = (&variants.board, variants.all.len());
        let chosen = |&number: &usize| {
            variants.all.get(number - 1).ok_or_else(|| {
                usage!("--pin {number}: there are {count} patterns; the same command without --pin lists them")
            })
        };
        let chosen = self
            .numbers
            .iter()
            .map(chosen)
            .collect::<Result<Vec<_>>>()?;
        let starts: BTreeSet<_> = chosen.iter().map(|variant| variant.start).collect();
        if starts.len() > 1 {
            refuse!("--pin: a font has one start, and these patterns have several");
        }

        // Others may have saved the file while the patterns were looked for.
        let mut kept = Vec::new();
        drop(self.file.change(out, |now| {
            let mut glyphs = self.glyphs(now)?;
            kept = glyphs
                .file
                .keep(self.character, &chosen, &variants.designs, self.alternate)
                .map_err(|error| usage!("--pin: {error}"))?;
            let text = glyphs.file.to_text();
            let text = if glyphs.has_returns {
                text.replace('\n', "\r\n")
            } else {
                text
            };
            Ok(text.into_bytes())
        })?);

        let path = self.file.path().display();
        let blocks: Vec<_> = self.numbers.iter().zip(chosen).collect();
        say_side_by_side(
            &blocks,
            |&(&number, it)| show::block(variants, number, it),
            out,
        )?;
        let numbers = self.numbers.iter().map(Some).chain(iter::repeat(None));
        for ((form, change), number) in kept.into_iter().zip(numbers) {
            let form = form.map_or_else(String::new, |feature| format!(" {feature}"));
            let number = number.map_or_else(String::new, |number| format!("pattern {number}"));
            let what = match change {
                Kept::New => number,
                Kept::Replaced => number + ", in place of another pattern",
                Kept::Same => number + ", as before",
                Kept::Removed => "removed, as fewer patterns were chosen than before".to_owned(),
            };
            say!(out, "{path}: {}{form}: {what}", quoted(self.character))?;
        }
        let start = starts
            .into_iter()
            .find(|&start| start != board.central_vacancy());
        let start = start.map(|start| hole_names(board, board.complement(start)).join(" "));
        let start = start.map_or_else(String::new, |start| format!(" --start {start}"));
        say!(out, "build the font: pegfont font build {path}{start}")?;
        Ok(())
    }
}
