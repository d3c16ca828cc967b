//! Keeping a variant in a glyph file, as a pin or an alternate.

use std::collections::BTreeSet;
use std::iter;

use anyhow::{Result, anyhow};

use super::show;
use crate::cli::formats::{Format, other_kind};
use crate::cli::output::{OutputFile, say_side_by_side};
use crate::cli::read::text_of_kind;
use crate::cli::request::PinRequest;
use peg_console::board::hole_names;
use peg_console::output::Output;
use peg_solitaire::board::SmallBoard;
use pegfont_base::words::quoted;
use pegfont_film::variants::Variants;
use pegfont_type::find::{GlyphFile, Kept, Variant};
use pegfont_type::glyph::Feature;

/// How a line in each glyph file begins.
const SIGN: &str = "[[glyph]]";

/// Patterns to keep, and the file that gets them.
pub struct Keeping {
    numbers: Vec<usize>,
    are_alternates: bool,
    file: OutputFile,
    board: SmallBoard,
    character: char,
}

/// A form of a character in a glyph file, and what became of it.
type KeptForm = (Option<Feature>, Kept);

/// What is in a glyph file.
struct Glyphs {
    file: GlyphFile,
    /// Whether its lines end as they do on Windows.
    has_returns: bool,
}

impl Keeping {
    /// Reads the glyph file, before any work begins. What is found is of this character, unless
    /// another one was given.
    pub fn new(
        pin: &PinRequest,
        board: &SmallBoard,
        found: Option<char>,
        out: &Output,
    ) -> Result<Self> {
        let Some(character) = pin.character.or(found) else {
            refuse!("--pin: say with --as which character the pattern is, such as --as A");
        };
        let path = &pin.file;
        let file = if path.exists() {
            OutputFile::over(path, Format::Designs)?
        } else {
            OutputFile::new(path, Format::Designs, out)?
        };

        let keeping = Self {
            numbers: pin.numbers.clone(),
            are_alternates: pin.are_alternates,
            file,
            board: board.clone(),
            character,
        };
        // What can't be kept is said now. When the patterns are found, the file is read again.
        let now = if path.exists() {
            Some(out.files.read_bytes(path)?)
        } else {
            None
        };
        keeping.glyphs(now.as_deref())?;
        Ok(keeping)
    }

    /// What is in the file, if these are its bytes; or what a new or empty one begins with.
    fn glyphs(&self, bytes: Option<&[u8]>) -> Result<Glyphs> {
        let path = self.file.path();
        let name = path.display().to_string();
        let Some(bytes) = bytes.filter(|bytes| !bytes.is_empty()) else {
            return Ok(Glyphs {
                file: GlyphFile::new(&name, self.board.as_board(), self.character)?,
                has_returns: false,
            });
        };

        let text = text_of_kind(path, bytes, SIGN)?;
        let file = GlyphFile::parse(&name, &text)
            .map_err(|error| anyhow!("{error}{}", other_kind(&text, SIGN)))?;
        let own = file.designs.board();
        if own != self.board.as_board() {
            let board = &self.board;
            refuse!("--pin {name}: its designs are on {own}, and the patterns on {board}");
        }
        Ok(Glyphs {
            file,
            has_returns: bytes.windows(2).any(|pair| pair == b"\r\n"),
        })
    }

    /// Writes the file with the patterns in it.
    pub fn write(&self, variants: &Variants, out: &Output) -> Result<()> {
        let chosen = self.chosen(variants)?;
        let starts: BTreeSet<_> = chosen.iter().map(|variant| variant.start).collect();
        if starts.len() > 1 {
            refuse!("--pin: a font has one start, and these patterns have several");
        }

        let kept = self.change_file(variants, &chosen, out)?;
        let numbered: Vec<_> = self.numbers.iter().zip(chosen).collect();
        let block =
            |&(&number, variant): &(&usize, &Variant)| show::block(variants, number, variant);
        say_side_by_side(&numbered, block, out)?;
        self.say_kept(kept, out)?;

        let path = self.file.path().display();
        let board = &variants.board;
        let mut option = String::new();
        if let Some(&start) = starts.first()
            && start != board.central_vacancy()
        {
            let vacancies = hole_names(board.as_board(), board.complement(start));
            option = format!(" --start {}", vacancies.join(" "));
        }
        say!(out, "build the font: pegfont font build {path}{option}")
    }

    /// The variants with the numbers that were given.
    fn chosen<'v>(&self, variants: &'v Variants) -> Result<Vec<&'v Variant>> {
        let mut chosen = Vec::new();
        for &number in &self.numbers {
            let Some(variant) = variants.all.get(number - 1) else {
                let count = variants.all.len();
                refuse!(
                    "--pin {number}: there are {count} patterns; the same command without --pin \
                     lists them"
                );
            };
            chosen.push(variant);
        }
        Ok(chosen)
    }

    /// Puts the patterns into the file, which others may have saved while they were looked for.
    fn change_file(
        &self,
        variants: &Variants,
        chosen: &[&Variant],
        out: &Output,
    ) -> Result<Vec<KeptForm>> {
        let mut kept = Vec::new();
        let written = self.file.change(out, |now| {
            let mut glyphs = self.glyphs(now)?;
            kept = glyphs
                .file
                .keep(
                    self.character,
                    chosen,
                    &variants.designs,
                    self.are_alternates,
                )
                .map_err(|error| usage!("--pin: {error}"))?;

            let mut text = glyphs.file.to_text();
            if glyphs.has_returns {
                text = text.replace('\n', "\r\n");
            }
            Ok(text.into_bytes())
        })?;

        // The lines that follow name the file.
        drop(written);
        Ok(kept)
    }

    /// Says what became of each form of the character. The first ones are those that were chosen.
    fn say_kept(&self, forms: Vec<KeptForm>, out: &Output) -> Result<()> {
        let path = self.file.path().display();
        let name = quoted(self.character);
        let numbers = self.numbers.iter().map(Some).chain(iter::repeat(None));

        for ((form, kept), number) in forms.into_iter().zip(numbers) {
            let feature = match form {
                Some(feature) => format!(" {feature}"),
                None => String::new(),
            };
            let pattern = match number {
                Some(number) => format!("pattern {number}"),
                None => String::new(),
            };
            let what = match kept {
                Kept::New => pattern,
                Kept::Replaced => pattern + ", in place of another pattern",
                Kept::Same => pattern + ", as before",
                Kept::Removed => "removed, as fewer patterns were chosen than before".to_owned(),
            };
            say!(out, "{path}: {name}{feature}: {what}")?;
        }
        Ok(())
    }
}
