//! Letters with marks as single characters: how every text and every file with characters is read.

#[cfg(feature = "composing")]
use pegfont_base::words::only_character;
use serde::Deserialize;
#[cfg(feature = "composing")]
use serde::de::{Deserializer, Error as _, Unexpected};
#[cfg(feature = "composing")]
use unicode_normalization::UnicodeNormalization as _;

/// A text in which a letter and its mark are one character, where there is such a character
/// (Unicode's form NFC). Keyboards and file systems give some letters as two. Without the feature
/// `composing`, the text as it is.
///
/// ```
/// use pegfont_type::composed;
/// # #[cfg(feature = "composing")]
/// assert_eq!(composed("e\u{301}"), "é");
/// ```
#[must_use]
pub fn composed(text: &str) -> String {
    #[cfg(feature = "composing")]
    return text.nfc().collect();

    #[cfg(not(feature = "composing"))]
    text.to_owned()
}

/// A character in a file, which may be written as a letter and its mark.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "composing"), derive(Deserialize), serde(transparent))]
pub(crate) struct Composed(pub char);

#[cfg(feature = "composing")]
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
