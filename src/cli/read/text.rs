//! How a text is set in lines: in letters that play, or in characters that stand still.

use anyhow::Result;

use crate::cli::read::unmarked;
use crate::cli::request::FontRequest;
use peg_console::output::Output;
use peg_console::usage::usage;
use pegfont_film::Error;
use pegfont_film::timeline::{Lines, Missing, Setting};
use pegfont_type::font::Font;
use pegfont_type::glyph::Designs;

/// A text in lines of characters that stand still: what one game is to leave.
pub fn lines(designs: &Designs, text: &str, wrap: usize) -> Result<Lines> {
    let lines = Lines::new(designs, text, wrap, Missing::Refuse);
    lines.map_err(|error| unset(&error, false))
}

/// A text in letters that play.
pub fn letters(font: &FontRequest, text: &str, wrap: usize, out: &Output) -> Result<Setting> {
    let letters = Setting::new(&font.completed(out)?, text, wrap, Missing::Refuse);
    letters.map_err(|error| unset(&error, true))
}

/// The message for a text that can't be set, in letters that play or stand still, with the remedy
/// for its missing characters.
fn unset(error: &Error, plays: bool) -> anyhow::Error {
    let missing: Vec<char> = match error {
        Error::UnknownCharacters { characters, .. } => {
            characters.iter().map(|unknown| unknown.0).collect()
        }
        Error::Unshaped { .. } => return usage!("{error}; `pegfont one-game --font` shapes them"),
        _ => return usage(error),
    };
    if missing.iter().all(|character| character.is_control()) {
        return usage!("{error}; leave it out of the text: no font draws a control character");
    }

    let mut plain = String::new();
    let mut make = "";
    if plays {
        if let Ok(font) = Font::builtin() {
            plain = unmarked(font, missing.iter().copied());
        }
        make = "; `pegfont font build FILE --only TEXT` makes a font that plays of one";
    }
    usage!(
        "{error}{plain}; `pegfont one-game --font FILE` takes any bitmap, TrueType or OpenType \
         font that has all of them{make}"
    )
}
