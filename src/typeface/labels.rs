//! The words in a font file: what it is called, who made it, how it may be used.

use super::TypefaceError;
use crate::font::Font;

/// The longest a label can be, in characters.
const MOST: usize = 1000;

/// What a font file says about itself. Nothing is said where a label is empty.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Labels {
    /// The name under which programs list the font.
    pub family: String,
    /// Whose the font is.
    pub copyright: String,
    /// Who made it.
    pub designer: String,
    /// What it is.
    pub description: String,
    /// How it may be used.
    pub licence: String,
}

impl Labels {
    /// The labels of a font, by its name. Whose it is and how it may be used is left empty: that is for
    /// its maker to say.
    ///
    /// ```
    /// use pegfont::{board::Board, font::Font, typeface::Labels};
    /// let board: Board = "5x7".parse()?;
    /// let font = Font::new("peg letters", &board, board.central_vacancy());
    /// assert_eq!(Labels::of(&font).family, "Peg Letters");
    /// # Ok::<(), pegfont::board::BoardError>(())
    /// ```
    #[must_use]
    pub fn of(font: &Font) -> Self {
        let description = format!(
            "Every letter is what is left of a game of peg solitaire on {}.",
            match font.board().name() {
                Some(name) => format!("the {name} board"),
                None => font.board().to_string(),
            }
        );
        Self {
            family: Some(title_case(font.name()))
                .filter(|name| !name.is_empty())
                .unwrap_or_else(|| "Pegfont".to_owned()),
            copyright: String::new(),
            designer: String::new(),
            description,
            licence: String::new(),
        }
    }

    /// The labels of the font that comes with the program, which may be used as the program may.
    #[must_use]
    pub fn builtin(font: &Font) -> Self {
        Self {
            copyright: "Copyright 2026 the pegfont authors".to_owned(),
            designer: "the pegfont authors".to_owned(),
            licence: "Licensed under MIT or Apache-2.0, as you like".to_owned(),
            ..Self::of(font)
        }
    }

    /// The name that PostScript knows the family by: letters and digits only.
    pub(super) fn postscript_family(&self) -> String {
        let plain: String = self.family.chars().filter(char::is_ascii_alphanumeric).collect();
        if plain.is_empty() { "Pegfont".to_owned() } else { plain.chars().take(40).collect() }
    }

    /// All labels fit into a font file.
    pub(super) fn check(&self) -> Result<(), TypefaceError> {
        let labels =
            [&self.family, &self.copyright, &self.designer, &self.description, &self.licence];
        match labels.into_iter().find(|label| label.chars().count() > MOST) {
            Some(label) => {
                let label = label.chars().take(40).collect::<String>() + "…";
                Err(TypefaceError::LabelTooLong { label, most: MOST })
            }
            None => Ok(()),
        }
    }
}

/// The words with a capital each.
fn title_case(name: &str) -> String {
    let capital = |word: &str| {
        let mut letters = word.chars();
        letters
            .next()
            .map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    };
    name.split(|letter: char| letter.is_whitespace() || letter.is_control())
        .filter(|word| !word.is_empty())
        .map(capital)
        .collect::<Vec<_>>()
        .join(" ")
}
