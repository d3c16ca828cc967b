//! A text as an argument, and the letters that play it.

use std::path::Path;

use anyhow::Result;
use clap::Args;

use crate::cli::args::{Choice, FontArgs, is_picture, one_of, read_text, unmarked, usage, whole};
use peg_solitaire::words::is_unseen;
use pegfont_film::Error;
use pegfont_film::timeline::{Lines, Missing, Setting, WRAP};
use pegfont_type::font::Font;
use pegfont_type::glyph::Designs;

/// The font of a text, and what to do where it lacks a character.
#[derive(Args)]
pub struct TextFont {
    #[command(flatten)]
    fonts: FontArgs,

    /// What to do about a character that no font has
    #[arg(long, value_name = "HOW", default_value = "refuse", value_parser = one_of(MISSING))]
    missing: Missing,
}

const MISSING: &[Choice<Missing>] = &[("refuse", "", Missing::Refuse), ("skip", "", Missing::Skip)];

/// The length of the lines of a text.
#[derive(Args)]
pub struct Wrapping {
    /// Break lines after this many characters [default: 16]
    #[arg(long, value_name = "CHARACTERS", value_parser = whole::<usize>(1..=1000))]
    pub wrap: Option<usize>,
}

impl Wrapping {
    /// The longest line, in characters.
    pub fn length(&self) -> usize {
        self.wrap.unwrap_or(WRAP)
    }
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
        "-" => composed(read_text(Path::new("-"))?.trim_end_matches('\n')),
        text => composed(&text.replace("\\n", "\n")),
    })
}

impl TextFont {
    /// The characters of a font of any size, as they are best for one game.
    pub fn designs(&self, text: &str, pixels: Option<u32>) -> Result<Designs> {
        self.fonts.designs(pixels, text)
    }

    /// The text in lines of characters that stand still: what one game is to leave.
    pub fn lines(&self, designs: &Designs, text: &str, wrap: usize) -> Result<Lines> {
        let lines = Lines::new(designs, text, wrap, self.missing);
        lines.map_err(|error| unset(text, &error, false))
    }

    /// The text in letters that play.
    pub fn setting(&self, text: &str, wrap: usize) -> Result<Setting> {
        let setting = Setting::new(&self.fonts.completed()?, text, wrap, self.missing);
        setting.map_err(|error| unset(text, &error, true))
    }
}

/// The message for a text that can't be set, in letters that play or stand still, with the remedy for its missing characters.
fn unset(text: &str, error: &Error, plays: bool) -> anyhow::Error {
    let missing: Vec<char> = match error {
        Error::UnknownCharacters { characters, .. } => characters.iter().map(|it| it.0).collect(),
        Error::Unshaped { .. } => return usage!("{error}; `pegfont one-game --font` shapes them"),
        _ => return usage(error),
    };
    let builtin = Font::builtin().ok().filter(|_| plays);
    let plain = builtin.map(|font| unmarked(font, missing.iter().copied())).unwrap_or_default();
    let remedy = match plays {
        true => {
            "in another BDF, TrueType or OpenType font: `pegfont one-game --font FILE`, or make one that plays with `pegfont font build FILE --only TEXT`"
        }
        false => "--font FILE takes any BDF, TrueType or OpenType font that has all of them",
    };
    let is_left = |one: char| !one.is_whitespace() && !is_unseen(one) && !missing.contains(&one);
    let skip = if text.contains(is_left) { "; --missing skip leaves them out" } else { "" };
    usage!("{error}{plain}; {remedy}{skip}")
}
