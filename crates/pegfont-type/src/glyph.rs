//! Designs: the characters as their designers drew them, on a board of any size and regardless of
//! what can be reached. Reads glyph files, bitmap and outline fonts, and pictures, and reports the
//! mistakes in them.

mod direction;
mod file;
#[cfg(feature = "pictures")]
mod font_file;
#[cfg(feature = "pictures")]
mod picture;

use std::collections::BTreeMap;
use std::fmt;

use toml::Spanned;

use crate::error::{Error, Location, TomlText};
use peg_solitaire::board::{Board, Position};
use pegfont_base::words::brief;

pub use direction::{joins, levels, mirrored, visual};
pub use pegfont_glyphs::ASCII;
#[cfg(feature = "pictures")]
pub use {
    font_file::{FONTS_READ, Fitting, FontFile, PathPen},
    picture::{Drawn, Holes, PICTURE_ENDINGS, Sampling, is_picture},
};

/// A character and its designs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The heading of the character in a specimen, such as `Latin`.
    pub script: String,
    /// Names of the parts it shares with other characters.
    pub families: Vec<String>,
    /// The designs in order of preference; empty for a homoglyph. A blank character has one design
    /// without pegs.
    pub designs: Vec<Position>,
    /// The number, from 0, of the design that is best where every pattern can be reached.
    pub ideal: usize,
    /// The character that it looks exactly like, if it is a homoglyph.
    pub same_as: Option<char>,
    /// A pattern chosen by hand, and where.
    pub pin: Option<(Position, Location)>,
    /// Where it was defined.
    pub at: Location,
}

/// An OpenType feature that shows alternates of characters.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Feature {
    /// `zero`: a zero that can't be mistaken for an O.
    Zero,
    /// `ss01`: first alternates.
    First,
    /// `ss02`: second alternates.
    Second,
    /// `ss03`: third alternates.
    Third,
    /// `ss04`: letters that stand upright, such as I and T, which are alike only together.
    Upright,
}

impl Feature {
    /// All features: `zero`, and `ss01` to `ss04`.
    pub const ALL: [Self; 5] = [
        Self::Zero,
        Self::First,
        Self::Second,
        Self::Third,
        Self::Upright,
    ];
    /// The features with second choices of many characters.
    pub const SETS: [Self; 3] = [Self::First, Self::Second, Self::Third];

    /// The tag by which programs select it.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::First => "ss01",
            Self::Second => "ss02",
            Self::Third => "ss03",
            Self::Upright => "ss04",
        }
    }

    /// What programs call it in place of its tag, if it has a name.
    pub const fn name(self) -> Option<&'static str> {
        match self {
            Self::Upright => Some("Upright"),
            Self::Zero | Self::First | Self::Second | Self::Third => None,
        }
    }

    /// All tags in a sentence: `zero, ss01, ... or ss04`.
    pub fn all_tags() -> String {
        let [others @ .., last] = Self::ALL.map(Self::tag);
        format!("{} or {last}", others.join(", "))
    }

    /// The feature with this tag.
    pub fn tagged(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| feature.tag() == tag)
    }

    /// The feature whose tag is in a file.
    pub(crate) fn read(source: &TomlText<'_>, tag: &Spanned<String>) -> Result<Self, Error> {
        let Some(feature) = Self::tagged(tag.get_ref()) else {
            let known = Self::ALL.map(Self::tag).join(", ");
            let found = brief(tag.get_ref());
            let what = format!("`feature` must be one of {known}, not {found:?}");
            return Err(source.wrong_in(tag, what));
        };

        Ok(feature)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

impl Glyph {
    /// A character of a file that has only designs. Such a file does not name scripts.
    fn of(character: char, designs: Vec<Position>, at: Location) -> Self {
        let script = if character.is_ascii() {
            "Latin"
        } else {
            "Other"
        };

        Self {
            script: script.to_owned(),
            families: Vec::new(),
            designs,
            ideal: 0,
            same_as: None,
            pin: None,
            at,
        }
    }

    /// Whether it has no ink, like a space.
    pub fn is_blank(&self) -> bool {
        let blank = self.designs.len() == 1 && self.designs[0].is_empty();
        blank && self.pin.is_none() && self.same_as.is_none()
    }
}

/// The characters of one or more files, all for the same board.
///
/// ```
/// use pegfont_type::glyph::Designs;
/// let rows = r#"
/// script = "Latin"
/// board = "3x5"
/// [[glyph]]
/// char = "I"
/// rows = """
/// ####  .#.
/// .#.  .#.
/// .#.  .#.
/// .#.  .#.
/// ####  .#.
/// """
/// "#;
/// let designs = Designs::parse("my.toml", rows)?;
/// assert_eq!(designs.of('I').len(), 2);
/// # Ok::<(), pegfont_type::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Designs {
    name: String,
    board: Board,
    /// The characters, each followed by its alternates.
    glyphs: BTreeMap<(char, Option<Feature>), Glyph>,
    /// The characters of fonts for other programs that were left out because they don't fit on the
    /// board.
    pub skipped: Vec<char>,
    /// The pieces of the words of a text that an outline font shapes.
    words: BTreeMap<String, Vec<(usize, char)>>,
    /// What was passed over in the files of fonts.
    pub notes: Vec<Error>,
    /// The size in pixels per em that an outline font has by itself, if it was drawn at this size
    /// because none was given.
    pub native: Option<u32>,
}

impl Designs {
    /// No characters, for this board.
    pub fn new(name: &str, board: &Board) -> Self {
        Self {
            name: name.to_owned(),
            board: board.clone(),
            glyphs: BTreeMap::new(),
            skipped: Vec::new(),
            words: BTreeMap::new(),
            notes: Vec::new(),
            native: None,
        }
    }

    /// One design for each of these characters.
    pub(crate) fn with(mut self, characters: impl Iterator<Item = (char, Position)>) -> Self {
        let at = Location {
            file: self.name.clone(),
            line: 0,
            column: None,
        };

        for (character, design) in characters {
            let glyph = Glyph::of(character, vec![design], at.clone());
            self.glyphs.insert((character, None), glyph);
        }
        self
    }

    /// The built-in characters, those of the files in `glyphs/`.
    pub fn builtin() -> Result<Self, Error> {
        let mut files = pegfont_glyphs::FILES.iter();
        let (name, text) = files.next().expect("there are built-in designs");
        let mut designs = Self::parse(name, text)?;
        for (name, text) in files {
            designs.add(Self::parse(name, text)?)?;
        }

        designs.check()?;
        Ok(designs)
    }

    /// The name of the file, or of the first one.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board of all designs.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The characters in code point order.
    pub fn iter(&self) -> impl Iterator<Item = (char, &Glyph)> {
        self.glyphs
            .iter()
            .filter(|((_, feature), _)| feature.is_none())
            .map(|(&(character, _), glyph)| (character, glyph))
    }

    /// Whether there is no character.
    pub fn is_empty(&self) -> bool {
        self.glyphs.is_empty()
    }

    /// What the file says of a character: its own designs, or the character that it looks like.
    pub fn get(&self, character: char) -> Option<&Glyph> {
        self.glyphs.get(&(character, None))
    }

    /// What the file says of a character, or of its alternate for a feature.
    pub fn form(&self, character: char, form: Option<Feature>) -> Option<&Glyph> {
        self.glyphs.get(&(character, form))
    }

    /// The designs of a character. A homoglyph has the designs of the character that it looks like.
    pub fn of(&self, character: char) -> &[Position] {
        self.get(self.original(character))
            .map_or(&[], |glyph| &glyph.designs)
    }

    /// The design of a character that is best where every pattern can be reached, as on the large
    /// board of one game.
    pub fn ideal(&self, character: char) -> Option<&Position> {
        let glyph = self.get(self.original(character))?;
        glyph.designs.get(glyph.ideal)
    }

    /// The character whose designs this one uses: for a homoglyph, the character that it looks
    /// like.
    pub fn original(&self, character: char) -> char {
        self.get(character)
            .and_then(|glyph| glyph.same_as)
            .unwrap_or(character)
    }

    /// The designs of alternates, in the order of their characters.
    pub fn alternates(&self) -> impl Iterator<Item = (char, Feature, &Glyph)> {
        self.glyphs
            .iter()
            .filter_map(|(&(character, feature), glyph)| Some((character, feature?, glyph)))
    }

    /// The pieces of a word, each with its first byte, and as the character that has its design:
    /// the word's characters, or what an outline font draws for some of them together.
    pub fn pieces(&self, word: &str) -> Vec<(usize, char)> {
        self.words
            .get(word)
            .cloned()
            .unwrap_or_else(|| word.char_indices().collect())
    }

    /// Keeps only some characters, and their alternates. The first homoglyph of a character that
    /// goes takes its designs.
    pub fn retain(&mut self, keep: impl Fn(char) -> bool) {
        let mut heirs: BTreeMap<char, char> = BTreeMap::new();
        let mut kept = BTreeMap::new();
        for (&(character, feature), glyph) in &self.glyphs {
            if !keep(character) {
                continue;
            }

            let mut glyph = glyph.clone();
            if let Some(original) = glyph.same_as.filter(|&original| !keep(original)) {
                let heir = *heirs.entry(original).or_insert(character);
                if heir == character {
                    glyph.same_as = None;
                    glyph.designs = self.of(character).to_vec();
                    glyph.ideal = self.get(original).map_or(0, |original| original.ideal);
                } else {
                    glyph.same_as = Some(heir);
                }
            }
            kept.insert((character, feature), glyph);
        }

        self.glyphs = kept;
        self.skipped.retain(|&character| keep(character));
    }

    /// The characters that have ink.
    pub(crate) fn inked(&self) -> Self {
        let mut inked = self.clone();
        inked.glyphs.retain(|_, glyph| !glyph.is_blank());
        inked
    }

    /// Adds the characters of another file.
    ///
    /// # Errors
    /// If the file is for another board, or repeats a character.
    pub fn add(&mut self, other: Self) -> Result<(), Error> {
        if other.board != self.board
            && let Some(first) = other.glyphs.values().next()
        {
            let what = format!(
                "this file is for {}, the others are for {}; a font has one board",
                other.board, self.board
            );
            return Err(Error {
                at: Some(first.at.clone()),
                ..Error::new(what)
            });
        }

        for ((character, feature), glyph) in other.glyphs {
            self.insert(character, feature, glyph)?;
        }

        self.skipped.extend(other.skipped);
        self.notes.extend(other.notes);
        self.native = self.native.or(other.native);
        Ok(())
    }

    /// Adds a character, or its alternate for a feature.
    fn insert(
        &mut self,
        character: char,
        feature: Option<Feature>,
        glyph: Glyph,
    ) -> Result<(), Error> {
        if let Some(first) = self.glyphs.get(&(character, feature)) {
            let twice = match feature {
                None => "is already defined".to_owned(),
                Some(feature) => format!("already has an alternate for {feature}"),
            };
            return Err(Error {
                at: Some(glyph.at),
                character: Some(character),
                what: format!("{twice} at {}; remove one of the two", first.at),
            });
        }

        self.glyphs.insert((character, feature), glyph);
        Ok(())
    }

    /// Checks, once all files are read, that the original of every homoglyph and of every alternate
    /// exists and is drawn.
    ///
    /// # Errors
    /// On the first homoglyph or alternate that has none.
    pub fn check(&self) -> Result<(), Error> {
        for (&(character, feature), glyph) in &self.glyphs {
            if feature.is_none() && glyph.same_as.is_none() {
                continue;
            }

            let original = glyph.same_as.unwrap_or(character);
            let is_drawn = self.get(original).map(|glyph| glyph.same_as.is_none());
            let what = match is_drawn {
                Some(true) => continue,
                _ if feature.is_some() => {
                    "has an alternate, but no design in any of the glyph files".to_owned()
                }
                Some(false) => format!(
                    "is the same as {original:?}, which is itself a homoglyph; \
                     name the character that is drawn"
                ),
                None => format!("is the same as {original:?}, which is in none of the glyph files"),
            };
            return Err(Error {
                at: Some(glyph.at.clone()),
                character: Some(character),
                what,
            });
        }
        Ok(())
    }
}
