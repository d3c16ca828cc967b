//! `pegfont font compare`: two fonts, character by character.

use std::path::{Path, PathBuf};

use anyhow::Result;
use clap::Args;

use crate::answer;
use crate::cli::differences;
use crate::cli::fonts::{read_font, with_only};
use crate::cli::output::{aligned, counted, print_json};
use peg_solitaire::board::{MAX_SMALL_HOLES, Position};
use pegfont_type::find::{Reading, Recognizer};
use pegfont_type::font::{Character, Font};
use pegfont_type::glyph::Glyphs;

/// Compare two fonts: the characters whose patterns differ
#[derive(Args)]
#[command(after_help = "\
Columns, with one value for each font:
  holes       the holes in which the two patterns differ
  distance    the holes in which a pattern differs from its design
  recognised  how well a pattern is recognised, in per cent, and the other character it looks most
              like; reads the pegs or the empty holes, whichever are recognised better

Examples:
  pegfont font compare built-in mine.toml
  pegfont font compare old.toml new.toml --only ABC -o output/abc.png")]
pub(in crate::cli) struct Compare {
    /// A font file, - for standard input, or built-in
    #[arg(value_name = "FILE")]
    one: PathBuf,

    /// Another font file, or built-in
    #[arg(value_name = "OTHER")]
    other: PathBuf,

    /// Compare only these characters
    #[arg(long, value_name = "CHARACTERS")]
    only: Option<String>,

    /// Draw the patterns of FILE, with the pegs that OTHER adds and removes, in a .png or .svg file; - prints SVG
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print JSON
    #[arg(long, conflicts_with = "output")]
    json: bool,
}

impl Compare {
    pub(in crate::cli) fn run(self) -> Result<()> {
        let format = self.output.as_deref().map(differences::format_of).transpose()?;
        if self.one == self.other {
            refuse!("{} is given twice", self.one.display());
        }
        let open = |path| with_only(read_font(path)?, self.only.as_deref());
        let fonts = [open(&self.one)?, open(&self.other)?];
        if fonts[0].board() != fonts[1].board() {
            let [one, other] = &fonts;
            refuse!(
                "only fonts on the same board can be compared: {} is on {}, {} on {}",
                one.name(),
                one.board(),
                other.name(),
                other.board()
            );
        }
        let readers = readers(&fonts[0])?;
        let read = |character, pattern: &Position| {
            let pattern = pattern.bits()?;
            let read = readers.iter().filter_map(|reader| reader.read(character, pattern));
            read.max_by(|one, other| one.recognition.total_cmp(&other.recognition))
        };
        let pairs: Vec<_> =
            in_both(&fonts).filter(|(_, [one, other])| one.pattern() != other.pattern()).collect();
        if let (Some(path), Some(format), false) = (&self.output, format, pairs.is_empty()) {
            let Ok(board) = fonts[0].board().small() else {
                refuse!("-o: a board of more than {MAX_SMALL_HOLES} holes can't be drawn here");
            };
            let bits = |one: &Character| board.bits(&one.pattern());
            let patterns = pairs.iter().map(|(_, [one, other])| (bits(one), bits(other)));
            let sheet = differences::draw(&board, &patterns.collect::<Vec<_>>(), SHEET);
            differences::write(path, format, &sheet)?.say(&[counted(pairs.len(), "character")]);
            return Ok(());
        }
        if self.json {
            return print_json(&answer::font_compare(&fonts, &pairs, read));
        }
        print([&self.one, &self.other], &fonts, &pairs, read);
        Ok(())
    }
}

/// Prints a table, and how many characters differ or stand in one font only.
fn print(
    paths: [&Path; 2],
    fonts: &[Font; 2],
    pairs: &[(char, [&Character; 2])],
    read: impl Fn(char, &Position) -> Option<Reading>,
) {
    let mut lines = vec![["", "holes", "distance", "recognised"].map(str::to_owned)];
    for &(character, [one, other]) in pairs {
        let recognised = |of: &Character| {
            let words = |read: Reading| format!("{:.0} {}", 100.0 * read.recognition, read.other);
            read(character, &of.pattern()).map_or("-".to_owned(), words)
        };
        lines.push([
            character.to_string(),
            one.pattern().distance(&other.pattern()).to_string(),
            format!("{} -> {}", one.distance(), other.distance()),
            format!("{} -> {}", recognised(one), recognised(other)),
        ]);
    }
    if !pairs.is_empty() {
        say_as_is!("{}", aligned(&lines));
    }
    let [one, other] = fonts;
    let only = |path: &Path, of: &Font, by: &Font| {
        let only = of.characters().keys().filter(|&&character| by.get(character).is_none()).count();
        format!("; only in {}: {only}", path.display())
    };
    let both = counted(in_both(fonts).count(), "character");
    let only = [only(paths[0], one, other), only(paths[1], other, one)].concat();
    say!("different: {} of {both}{only}", pairs.len());
}

/// The title of the drawing, and what it shows.
const SHEET: (&str, &str) = (
    "Two fonts",
    "The patterns of one font. Pegs that the other adds are blue, and those that it lacks are red rings.",
);

/// The characters that both fonts have.
fn in_both(fonts: &[Font; 2]) -> impl Iterator<Item = (char, [&Character; 2])> {
    let [one, other] = fonts;
    one.characters()
        .iter()
        .filter_map(|(&character, chosen)| Some((character, [chosen, other.get(character)?])))
}

/// Those who read the pegs and the empty holes of a font, if the built-in designs are on its board.
fn readers(font: &Font) -> Result<Vec<Recognizer>> {
    let glyphs = Glyphs::builtin()?;
    let is_on = font.board().small().is_ok_and(|board| board == *glyphs.board());
    let both = [false, true].into_iter().filter(|_| is_on);
    Ok(both.map(|inverse| Recognizer::new(&glyphs, inverse)).collect())
}
