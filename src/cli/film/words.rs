//! A text as an argument, and the letters that play it.

use std::path::Path;

use anyhow::Result;
use clap::Args;

use crate::cli::fonts::{TextFontArgs, drawn_only};
use crate::cli::glyphs::is_picture;
use crate::cli::input::{Choice, one_of, read_text};
use crate::cli::usage::usage;
use pegfont_film::timeline::{Missing, Setting, SettingError};

/// The font of a text, and what to do where it lacks a character.
#[derive(Args)]
pub(in crate::cli) struct Words {
    #[command(flatten)]
    font: TextFontArgs,

    /// How to treat a character that the font doesn't have
    #[arg(long, default_value = "refuse", value_parser = one_of(MISSING))]
    missing: Missing,
}

const MISSING: &[Choice<Missing>] = &[
    ("refuse", "Stop with an error", Missing::Refuse),
    ("skip", "Leave it out", Missing::Skip),
    ("box", "Show a board that doesn't play", Missing::Box),
];

/// The text with letters and their marks as single characters, where there are such characters.
fn composed(text: &str) -> String {
    unicode_normalization::UnicodeNormalization::nfc(text).collect()
}

/// The text of an argument, in which \n is a line break; - reads it from standard input.
pub(in crate::cli) fn read(text: &str) -> Result<String> {
    Ok(match text {
        name if is_picture(Path::new(name)) && Path::new(name).is_file() => {
            note!("this plays {name:?} as a text; for the picture: pegfont one-game {name:?}");
            composed(name)
        }
        "-" => composed(read_text(Path::new("-"))?.trim_end_matches('\n')),
        text => composed(&text.replace("\\n", "\n")),
    })
}

impl Words {
    /// The text in letters that stand still, in a font of any size: what one game is to leave.
    pub(in crate::cli) fn standing(
        &self,
        text: &str,
        pixels: Option<u32>,
        wrap: usize,
    ) -> Result<Setting> {
        let designs = self.font.designs(pixels, text)?;
        Setting::standing(&designs, text, wrap, self.missing).map_err(|error| unset(&error))
    }

    /// The text in letters that play.
    pub(in crate::cli) fn setting(&self, text: &str, wrap: usize) -> Result<Setting> {
        Setting::new(&self.font.read_for(text)?, text, wrap, self.missing)
            .map_err(|error| unset(&error))
    }
}

/// The message for a text that can't be set.
fn unset(error: &SettingError) -> anyhow::Error {
    let remedy = match *error {
        SettingError::Unknown { character, .. } => {
            let drawn = drawn_only(character);
            format!(
                "{drawn}; --missing skip leaves it out, --missing box shows a board in its place"
            )
        }
        _ => String::new(),
    };
    usage(format!("{error}{remedy}"))
}
