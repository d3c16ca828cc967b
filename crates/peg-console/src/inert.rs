//! Text without effects on the terminal that shows it, wherever its words come from: names and
//! texts from files can have control characters.

use std::borrow::Cow;
use std::io::{self, Write};

/// Whether a character has an effect on a terminal that shows it: a control character, or one that
/// changes the direction of others.
fn has_effects(letter: char) -> bool {
    let is_control = letter.is_control() && letter != '\n' && letter != '\t';
    let is_direction = matches!(
        letter,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    is_control || is_direction
}

/// The code of a character in words: `\u{1b}`.
pub fn escaped(letter: char) -> String {
    letter.escape_unicode().to_string()
}

/// The code of a character in a string of JSON: `\u001b`.
pub fn escaped_in_json(letter: char) -> String {
    format!("\\u{:04x}", u32::from(letter))
}

/// A text in which the code of a character stands instead of its effects on a terminal.
pub fn inert(text: &str) -> Cow<'_, str> {
    with_codes(text, escaped)
}

/// `text` in one line, with the codes of characters instead of their effects.
pub fn inert_line(text: &str) -> String {
    inert(text).replace(['\n', '\t'], " ")
}

/// Whether text is of printable ASCII and line ends, as hundreds of megabytes of JSON are.
fn is_plain(text: &[u8]) -> bool {
    let is_plain_byte = |byte: u8| matches!(byte, b' '..=b'~') | (byte == b'\n');
    // The fold looks at many bytes at once.
    text.iter()
        .fold(true, |all, &byte| all & is_plain_byte(byte))
}

fn with_codes(text: &str, code: fn(char) -> String) -> Cow<'_, str> {
    if is_plain(text.as_bytes()) || !text.chars().any(has_effects) {
        return text.into();
    }

    let mut coded = String::with_capacity(text.len());
    for letter in text.chars() {
        if has_effects(letter) {
            coded.push_str(&code(letter));
        } else {
            coded.push(letter);
        }
    }
    coded.into()
}

/// Writes text so that it has no effects on a terminal. Each write is of whole characters.
#[derive(Debug)]
pub struct Inert<W> {
    /// Where it goes.
    pub out: W,
    /// The code of a character that would have an effect.
    pub code: fn(char) -> String,
}

impl<W: Write> Write for Inert<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if is_plain(bytes) {
            self.out.write_all(bytes)?;
            return Ok(bytes.len());
        }

        let text = String::from_utf8_lossy(bytes);
        let coded = with_codes(&text, self.code);
        self.out.write_all(coded.as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
