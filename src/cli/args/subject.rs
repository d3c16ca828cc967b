//! What a command is about: a game, a position, jumps or a text, in the same notation for all
//! commands; how a text is set and a picture is read.

use std::path::Path;

use anyhow::Result;
use clap::Args;

use crate::cli::args::{
    FontArgs, in_file, is_input, is_picture, name_of, read_bytes, read_text, sides, unmarked,
    usage, whole,
};
use pegfont_film::Error;
use pegfont_film::timeline::{Lines, Missing, Setting};
use pegfont_type::font::Font;
use pegfont_type::glyph::{Designs, Drawn, Holes, Sampling};
use pegfont_type::goal::is_drawn;

/// What an argument is, by how it is written. Every command that takes some of these decides it
/// here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Notation {
    /// The name of a file with a game.
    Game,
    /// A position: rows, digits or a code.
    Position,
    Jumps,
    /// Anything else: the characters of a text.
    Text,
}

impl Notation {
    /// What a word is on a board with this number of holes.
    pub fn of(word: &str, holes: usize) -> Self {
        match Path::new(word).extension() {
            Some(ending) if ending.eq_ignore_ascii_case("game") => Self::Game,
            _ if is_drawn(holes, word.trim()) => Self::Position,
            _ if is_jumps(word) => Self::Jumps,
            _ => Self::Text,
        }
    }
}

/// Whether a name is that of a game in a file.
pub fn is_game(path: &Path) -> bool {
    Notation::of(&path.to_string_lossy(), 0) == Notation::Game
}

/// Whether a text is written as jumps: its first word is the names of holes, with dashes between
/// them.
fn is_jumps(text: &str) -> bool {
    let is_hole = |name: &str| {
        let row = name.trim_start_matches(|letter: char| letter.is_ascii_lowercase());
        let has_row = !row.is_empty() && row.bytes().all(|digit| digit.is_ascii_digit());
        has_row && row.len() < name.len()
    };
    let first = text.split_whitespace().next().unwrap_or_default();
    first.contains('-') && first.split('-').all(is_hole)
}

/// The length of the lines of a text.
#[derive(Args)]
pub struct Wrapping {
    /// Break lines after this many characters [default: 16]
    #[arg(long, value_name = "CHARACTERS", value_parser = whole::<usize>(1..=1000))]
    pub wrap: Option<usize>,
}

/// The text with letters and their marks as single characters, where there are such characters.
fn composed(text: &str) -> String {
    unicode_normalization::UnicodeNormalization::nfc(text).collect()
}

/// The text of an argument, in which \n is a line break; - reads it from standard input.
pub fn read_subject(text: &str) -> Result<String> {
    Ok(match text {
        name if is_picture(Path::new(name)) && Path::new(name).is_file() => {
            note!("this plays {name:?} as a text; for the picture: pegfont one-game {name:?}");
            composed(name)
        }
        name if is_input(Path::new(name)) => {
            composed(read_text(Path::new(name))?.trim_end_matches('\n'))
        }
        text => composed(&text.replace("\\n", "\n")),
    })
}

/// A text in lines of characters that stand still: what one game is to leave.
pub fn lines(designs: &Designs, text: &str, wrap: usize) -> Result<Lines> {
    let lines = Lines::new(designs, text, wrap, Missing::Refuse);
    lines.map_err(|error| unset(&error, false))
}

/// A text in letters that play.
pub fn letters(font: &FontArgs, text: &str, wrap: usize) -> Result<Setting> {
    let letters = Setting::new(&font.completed()?, text, wrap, Missing::Refuse);
    letters.map_err(|error| unset(&error, true))
}

/// The message for a text that can't be set, in letters that play or stand still, with the remedy
/// for its missing characters.
fn unset(error: &Error, plays: bool) -> anyhow::Error {
    let missing: Vec<char> = match error {
        Error::UnknownCharacters { characters, .. } => characters.iter().map(|it| it.0).collect(),
        Error::Unshaped { .. } => return usage!("{error}; `pegfont one-game --font` shapes them"),
        _ => return usage(error),
    };
    let builtin = Font::builtin().ok().filter(|_| plays);
    let plain = builtin
        .map(|font| unmarked(font, missing.iter().copied()))
        .unwrap_or_default();
    let make = "; `pegfont font build FILE --only TEXT` makes a font that plays of one";
    let make = if plays { make } else { "" };
    let remedy = "`pegfont one-game --font FILE` takes any BDF, TrueType or OpenType font that has all of them";
    usage!("{error}{plain}; {remedy}{make}")
}

/// What makes a part of a picture a peg.
#[derive(Args)]
pub struct ThresholdArgs {
    /// How dark a part of the picture must be to be a peg, in per cent [default: what best
    /// separates dark parts from light ones]
    #[arg(long, value_name = "PERCENT", value_parser = whole::<u8>(1..=99))]
    threshold: Option<u8>,
}

impl ThresholdArgs {
    /// Reads the pegs in a picture, of which there are some, but not in all holes. The option makes
    /// light parts pegs.
    pub fn read(
        &self,
        path: &Path,
        holes: Holes<'_>,
        (option, light): (&str, bool),
    ) -> Result<Drawn> {
        let sampling = Sampling {
            holes,
            light,
            threshold: self.threshold,
        };
        let drawn = sampling.read(&read_bytes(path)?);
        let drawn = drawn.map_err(|error| in_file(path, error))?;
        let (file, pegs) = (name_of(path), drawn.pegs.count());
        if pegs == 0 || pegs == drawn.board.holes() {
            let is = if (pegs == 0) == light {
                "dark"
            } else {
                "light"
            };
            refuse!("{file}: every part is {is}: try another --threshold");
        }
        let (are, with) = if light {
            ("light", "without ")
        } else {
            ("dark", "with ")
        };
        if drawn.is_doubtful {
            let other = if light { "darkest" } else { "lightest" };
            note!(
                "warning: {file}: all parts are {are}, the {are}est pegs; {with}{option}, the {other}"
            );
        }
        Ok(drawn)
    }
}

/// How a picture is divided into holes, and which are pegs.
#[derive(Args)]
#[command(next_help_heading = "Picture")]
pub struct PictureArgs {
    /// Divide the picture into this many holes, such as 32x32 [default: the largest blocks of equal
    /// pixels, or the board that it shows]
    #[arg(long, value_name = "COLUMNSxROWS", value_parser = grid)]
    grid: Option<(u32, u32)>,

    /// Light parts of the picture are pegs
    #[arg(long)]
    inverse: bool,

    #[command(flatten)]
    threshold: ThresholdArgs,
}

fn grid(text: &str) -> Result<(u32, u32), String> {
    let fits = |&(across, down): &(u32, u32)| across.min(down) > 0 && across.max(down) <= 4096;
    let example = "write two numbers from 1 to 4,096, across and down, such as 32x32";
    sides(text).filter(fits).ok_or_else(|| example.to_owned())
}

impl PictureArgs {
    /// The pegs of the picture, on a board of its columns and rows.
    pub fn read(&self, path: &Path) -> Result<Drawn> {
        let holes = match self.grid {
            Some((columns, rows)) => Holes::Grid(columns as usize, rows as usize),
            None => Holes::Found,
        };
        self.threshold
            .read(path, holes, ("--inverse", self.inverse))
    }
}
