//! Letters with marks as single characters: how every text and every file with characters is read.

use pegfont_base::words::only_character;
use serde::de::{Error as _, Unexpected};
use serde::{Deserialize, Deserializer};
use unicode_normalization::UnicodeNormalization as _;

/// A text in which a letter and its mark are one character, where there is such a character
/// (Unicode's form NFC). Keyboards and file systems give some letters as two.
///
/// ```
/// use pegfont_type::composed;
/// assert_eq!(composed("e\u{301}"), "é");
/// ```
#[must_use]
pub fn composed(text: &str) -> String {
    text.nfc().collect()
}

/// A character in a file, which may be written as a letter and its mark.
#[derive(Clone, Copy)]
pub(crate) struct Composed(pub char);

impl<'de> Deserialize<'de> for Composed {
    fn deserialize<D: Deserializer<'de>>(file: D) -> Result<Self, D::Error> {
        let text = String::deserialize(file)?;

        // A single character stays: some have a twin that is composed, as the middle dot has.
        match only_character(&text).or(only_character(&composed(&text))) {
            Some(character) => Ok(Self(character)),
            None => Err(D::Error::invalid_value(
                Unexpected::Str(&text),
                &"a character",
            )),
        }
    }
}
