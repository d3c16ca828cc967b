//! The names and notices in a font file.

use crate::error::Error;
use crate::font::Font;
use pegfont_base::words::brief;

/// The address of the built-in font: that of the program it comes with.
const HOME: &str = "https://crates.io/crates/pegfont";

/// The maximum length of a label, in characters.
const MOST: usize = 1000;

/// The names and notices of a font file. Empty ones are left out.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Labels {
    /// The family name under which programs list the font.
    pub family: String,
    /// The copyright notice, such as "Copyright 2026 A. Name".
    pub copyright: String,
    /// Who drew the characters.
    pub designer: String,
    /// A sentence or two on the font.
    pub description: String,
    /// What the licence allows, in a sentence.
    pub licence: String,
    /// The address of the licence's text on the web.
    pub licence_url: String,
    /// The address of the font's maker on the web.
    pub vendor_url: String,
}

impl Labels {
    /// Default labels for a font, from its name. The copyright notice, the licence and the
    /// addresses are empty: the font's maker has to supply them.
    pub fn of(font: &Font) -> Self {
        let board = font.board();
        let named = board
            .name()
            .map_or_else(|| board.to_string(), |_| format!("the {board} board"));
        let description =
            format!("Every letter is the final position of a game of peg solitaire on {named}.");

        let capital = |word: &str| {
            let (first, rest) = word.split_at(word.chars().next().map_or(0, char::len_utf8));
            first.to_uppercase() + rest
        };
        let words: Vec<String> = font.name().split_whitespace().map(capital).collect();
        let family = if words.is_empty() {
            "Pegfont".to_owned()
        } else {
            words.join(" ")
        };

        Self {
            family,
            description,
            ..Self::default()
        }
    }

    /// The labels of the built-in font, which has the same licence as the program.
    pub fn builtin(font: &Font) -> Self {
        Self {
            // The form that Google Fonts asks for.
            copyright: format!("Copyright 2026 The Pegfont Project Authors ({HOME})"),
            designer: "the pegfont authors".to_owned(),
            licence: "Licensed under MIT or Apache-2.0, at your option".to_owned(),
            licence_url: "https://opensource.org/license/mit".to_owned(),
            vendor_url: HOME.to_owned(),
            ..Self::of(font)
        }
    }

    /// Checks that all labels fit into a font file.
    ///
    /// # Errors
    /// If one has more than 1,000 characters.
    pub fn check(&self) -> Result<(), Error> {
        let Self {
            family,
            copyright,
            designer,
            description,
            licence,
            licence_url,
            vendor_url,
        } = self;

        let labels = [
            family,
            copyright,
            designer,
            description,
            licence,
            licence_url,
            vendor_url,
        ];

        for label in labels {
            ensure!(
                label.chars().count() <= MOST,
                "a label of the font can't be longer than {MOST} characters: {:?}",
                brief(label)
            );
        }
        Ok(())
    }
}
