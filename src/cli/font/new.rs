//! `pegfont font new`: writes a glyph file to start from, with the built-in designs of some characters and remarks. Never
//! replaces a file.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::cli::output::{FONTS, counted, write_to};
use peg_solitaire::board::{Board, Position};
use pegfont_type::glyph::Designs;

/// Write a glyph file to start a font of your own: designs to edit, with notes
///
/// The file has the built-in designs of some characters. Edit it with any text editor, then give it to `pegfont font build`,
/// whose help describes the format.
#[derive(Args)]
#[command(after_help = "\
Examples:
  pegfont font new my.toml                      the letters A to Z
  pegfont font new my.toml --only \"PEGS 0123\"   these characters
  pegfont font build my.toml                    builds fonts/my.toml")]
pub(in crate::cli) struct New {
    /// The glyph file to write, .toml; - is standard output
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The characters [default: A to Z]
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
}

/// The remarks before the designs, up to the script.
const HEAD: &str = "\
# Designs for a font. Edit them, then build it with `pegfont font build` and the name of this file.
#
# In the rows, # is a peg and . an empty hole. If no game ends with exactly these pegs, the program takes the pattern that is
# most like one of the designs. Draw several side by side, the best one first: the more, the better.

# The heading of the characters in a specimen.
";

/// The remarks between the script and the board.
const BOARD: &str = "
# The board of all designs. For 4x6, make every row four holes wide, and every design six rows high.
";

/// The remarks after the designs.
const FOOT: &str = "
# What else a character can have:
#
# family = [\"hook\"]     names for parts it shares: characters of a family get similar patterns
# same_as = \"A\"         instead of rows: it looks exactly like this character
# pin = \"\"\"            a pattern of your own choice, as rows; only a reachable one is taken
";

impl New {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let is_output = self.file == Path::new("-");
        if !is_output && self.file.extension().is_none_or(|ending| ending != "toml") {
            refuse!("{}: the name must end in .toml", self.file.display());
        }
        if !is_output && self.file.exists() {
            refuse!(
                "{} already exists, and was not changed: choose another name",
                self.file.display()
            );
        }
        let glyphs = Designs::builtin()?;
        let characters = self.characters(&glyphs)?;
        let text = glyph_file(&glyphs, &characters);
        let written = write_to(&self.file, |out| Ok(out.write_all(text.as_bytes())?))?;
        written.say(&[counted(characters.len(), "character")]);
        if !is_output {
            let file = self.file.display();
            // There, a font of this name would replace the file.
            let other = match self.file.parent() == Some(Path::new(FONTS)) {
                true => format!(" -o {}", self.file.with_extension("font.toml").display()),
                false => String::new(),
            };
            say!("edit it, then build the font: pegfont font build {file}{other}");
        }
        Ok(())
    }

    /// The characters, each once.
    fn characters(&self, glyphs: &Designs) -> Result<Vec<char>> {
        let Some(text) = &self.only else { return Ok(('A'..='Z').collect()) };
        let mut found = Vec::new();
        for character in text.chars() {
            if glyphs.get(character).is_none() {
                refuse!("--only: no built-in design for {character:?}");
            }
            if !found.contains(&character) {
                found.push(character);
            }
        }
        if found.is_empty() {
            refuse!("--only: give at least one character");
        }
        Ok(found)
    }
}

/// The glyph file of these characters.
fn glyph_file(glyphs: &Designs, characters: &[char]) -> String {
    let script = characters.first().and_then(|&first| glyphs.get(first));
    let script = script.map_or("Latin", |glyph| glyph.script.as_str());
    let board = glyphs.board();
    let mut text = format!("{HEAD}script = {}\n{BOARD}board = \"{board}\"\n", quoted(script));
    for &character in characters {
        let _ = write!(text, "\n[[glyph]]\nchar = {}\n", quoted(&character.to_string()));
        let Some(glyph) = glyphs.get(character) else { continue };
        if !glyph.families.is_empty() {
            let families: Vec<String> = glyph.families.iter().map(|name| quoted(name)).collect();
            let _ = writeln!(text, "family = [{}]", families.join(", "));
        }
        let original = glyphs.original(character);
        if original != character && characters.contains(&original) {
            let _ = writeln!(text, "same_as = {}", quoted(&original.to_string()));
            continue;
        }
        let designs = side_by_side(board, glyphs.of(character));
        let _ = write!(text, "rows = \"\"\"\n{designs}\"\"\"\n");
    }
    text + FOOT
}

/// The rows of all designs.
fn side_by_side(board: &Board, designs: &[Position]) -> String {
    let pictures: Vec<String> = designs.iter().map(|design| board.picture(design)).collect();
    let mut lines: Vec<_> = pictures.iter().map(|picture| picture.lines()).collect();
    let mut rows = String::new();
    for _ in 0..board.rows() {
        let row: Vec<&str> = lines.iter_mut().filter_map(Iterator::next).collect();
        let _ = writeln!(rows, "{}", row.join("  "));
    }
    rows
}

/// A TOML string.
fn quoted(text: &str) -> String {
    format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\""))
}
