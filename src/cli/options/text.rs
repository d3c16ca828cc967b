//! Arguments that are texts, and the length of their lines.

use std::convert::Infallible;
use std::ops::Deref;

use anyhow::Result;
use clap::Args;

use peg_console::input::whole;
use pegfont_base::words::only_character;
use pegfont_type::composed;

/// An argument that is a text, whatever it looks like. Letters and their marks are single
/// characters.
#[derive(Clone, Debug)]
pub struct Text(String);

impl Deref for Text {
    type Target = str;

    fn deref(&self) -> &str {
        &self.0
    }
}

impl From<Text> for String {
    fn from(text: Text) -> Self {
        text.0
    }
}

/// Parses an argument that is a text.
pub fn text(word: &str) -> Result<Text, Infallible> {
    Ok(Text(composed(word)))
}

/// Parses an argument that is one character.
pub fn character(word: &str) -> Result<char, &'static str> {
    only_character(&composed(word)).ok_or("give one character")
}

/// The length of the lines of a text.
#[derive(Args)]
pub struct Wrapping {
    /// Break lines after this many characters
    ///
    /// [default: 16, or where a width and a height are given, such that the boards are largest]
    #[arg(long, value_name = "CHARACTERS", value_parser = whole::<usize>(1..=1000))]
    pub wrap: Option<usize>,
}
