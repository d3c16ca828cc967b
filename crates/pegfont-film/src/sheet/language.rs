//! The languages of sheets: a small TOML file each, in `languages/`. To add one, write such a file
//! and a line in [`LANGUAGES`].

use crate::Error;
use pegfont_base::toml_file;
use serde::Deserialize;

macro_rules! languages {
    ($($code:literal),*) => {
        &[$(($code, include_str!(concat!("../../languages/", $code, ".toml")))),*]
    };
}

/// The languages by their codes, the usual one first.
pub const LANGUAGES: &[(&str, &str)] = languages!(
    "en", "cs", "de", "el", "es", "fr", "it", "nl", "pl", "pt", "ru", "sv", "tr", "uk"
);

/// What sheets say, in one language.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Language {
    /// Its code, which screen readers need.
    pub code: String,
    /// The title of a sheet that has no other.
    pub title: String,
    pub(super) name: String,
    pub(super) start: String,
    pub(super) goal: String,
    pub(super) pegs: String,
    pub(super) jumps: String,
    pub(super) mine: String,
    pub(super) page: String,
    pub(super) grades: [String; 5],
    /// The captions of the three drawings of the rule.
    pub rules: [String; 3],
    /// The captions of the drawings of what the rule forbids.
    pub(crate) never: [String; 2],
    /// The long words of the captions, with a hyphen wherever they may be broken.
    #[serde(default)]
    hyphens: Vec<String>,
    pub(super) aim: String,
    pub(super) any: String,
    /// How a jump is written.
    pub(super) write: String,
    pub(super) solutions: String,
    pub(super) other: String,
    pub(super) one_solution: String,
    pub(super) count: String,
}

impl Language {
    /// Parses a file.
    ///
    /// # Errors
    /// If the text is not such a file, with the line.
    pub fn parse(text: &str) -> Result<Self, Error> {
        Ok(toml_file::read(text)?)
    }

    /// A caption with a soft hyphen wherever a long word of it may be broken.
    pub(crate) fn hyphenated(&self, caption: &str) -> String {
        let mut hyphenated = caption.to_owned();
        for parts in &self.hyphens {
            let word = parts.replace('-', "");
            let breakable = parts.replace('-', "\u{ad}");
            hyphenated = hyphenated.replace(&word, &breakable);
        }
        hyphenated
    }
}

/// A sentence with these words in place of their names in braces.
pub(super) fn filled(sentence: &str, words: &[(&str, &str)]) -> String {
    let mut filled = sentence.to_owned();
    for (name, word) in words {
        filled = filled.replace(&format!("{{{name}}}"), word);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::{LANGUAGES, Language};
    use crate::hyphenation::plain;

    #[test]
    fn long_words_below_drawings_have_soft_hyphens_in_every_language() {
        for (code, file) in LANGUAGES {
            let language = Language::parse(file).expect("it is a language");
            for caption in language.rules.iter().chain(&language.never) {
                let hyphenated = language.hyphenated(caption);
                assert_eq!(plain(&hyphenated), *caption);
                for part in hyphenated.split([' ', '-', '\u{ad}']) {
                    assert!(part.chars().count() <= 9, "{code}: {part}");
                }
            }
        }
    }
}
