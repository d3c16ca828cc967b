//! Designs: the characters as their designers drew them, regardless of what can be reached. Reads glyph
//! files, BDF and outline fonts, and pictures, and reports the mistakes in them.

mod bdf;
mod bitmap_font;
#[cfg(feature = "builtin")]
mod builtin;
mod file;
#[cfg(feature = "pictures")]
mod outline;
#[cfg(feature = "pictures")]
mod picture;

use std::collections::BTreeMap;
use std::fmt;

use peg_solitaire::board::{Bitboard, SmallBoard};

pub(crate) use bdf::script;
pub use bitmap_font::{BitmapFont, CellFitting};
pub(crate) use file::character_at;
#[cfg(feature = "pictures")]
pub use picture::{
    PICTURE_ENDINGS, PictureError, Sampling, Sheet, Threshold, large_pattern_from_picture,
    pattern_from_picture,
};

/// A character and its designs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The heading for it in a specimen.
    pub script: String,
    /// Names of the parts it shares with other characters.
    pub families: Vec<String>,
    /// The designs in order of preference; empty for a homoglyph. A blank character has one design without
    /// pegs.
    pub designs: Vec<Bitboard>,
    /// The number, from 0, of the design that is best where every pattern can be reached.
    pub ideal: usize,
    /// The character that it looks exactly like, if it is a homoglyph.
    pub same_as: Option<char>,
    /// A pattern chosen by hand.
    pub pin: Option<Pin>,
    /// Where it was defined.
    pub place: Place,
}

/// A pattern chosen by hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pin {
    /// The pattern.
    pub pattern: Bitboard,
    /// Why it was chosen.
    pub why: String,
    /// Where it was defined.
    pub place: Place,
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
}

impl Feature {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Zero, Self::First, Self::Second, Self::Third];
    /// Those with the second choices of many characters.
    pub const SETS: [Self; 3] = [Self::First, Self::Second, Self::Third];

    /// The tag by which programs select it.
    #[must_use]
    pub const fn tag(self) -> &'static str {
        match self {
            Self::Zero => "zero",
            Self::First => "ss01",
            Self::Second => "ss02",
            Self::Third => "ss03",
        }
    }

    /// The feature with this tag.
    #[must_use]
    pub fn with_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|feature| feature.tag() == tag)
    }
}

impl fmt::Display for Feature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.tag())
    }
}

/// How the characters of a BDF font or an outline font are laid on a board.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Fitting {
    /// The board. Without one, the font's bounding box determines it, or the part with ink if the box is too large for a
    /// board.
    pub board: Option<SmallBoard>,
    /// The characters to read; all without it.
    pub only: Option<String>,
    /// What to do with characters that don't fit.
    pub too_large: TooLarge,
}

/// What to do with a character of a font that does not fit on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum TooLarge {
    /// Leave it out; see [`Glyphs::skipped`].
    #[default]
    Skip,
    /// Keep the part that lies on the board.
    Crop,
    /// Refuse the font.
    Refuse,
}

/// A place in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The line, counted from 1; 0 for a picture, which has no lines.
    pub line: usize,
    /// The column, counted from 1, if known.
    pub column: Option<usize>,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.file)?;
        if self.line > 0 {
            write!(f, ":{}", self.line)?;
        }
        self.column.map_or(Ok(()), |column| write!(f, ":{column}"))
    }
}

/// A mistake in a design, and its location.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct GlyphError {
    /// The file and line.
    pub place: Place,
    /// The character, if known.
    pub character: Option<char>,
    /// The mistake and its remedy.
    pub what: String,
}

impl fmt::Display for GlyphError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.character {
            Some(character) => write!(f, "{}: {character:?}: {}", self.place, self.what),
            None => write!(f, "{}: {}", self.place, self.what),
        }
    }
}

impl std::error::Error for GlyphError {}

impl Glyph {
    /// Whether it has no ink, like a space.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.pin.is_none() && self.same_as.is_none() && self.designs == [Bitboard::EMPTY]
    }
}

/// The characters of one or more files, all for the same board.
///
/// ```
/// use pegfont_type::glyph::Glyphs;
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
/// let glyphs = Glyphs::parse("my.toml", rows)?;
/// assert_eq!(glyphs.get('I').unwrap().designs.len(), 2);
/// # Ok::<(), pegfont_type::glyph::GlyphError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glyphs {
    board: SmallBoard,
    glyphs: BTreeMap<char, Glyph>,
    alternates: BTreeMap<(char, Feature), Glyph>,
    skipped: Vec<char>,
}

impl Glyphs {
    /// An empty set of characters for this board.
    #[must_use]
    pub fn new(board: &SmallBoard) -> Self {
        let (glyphs, alternates) = (BTreeMap::new(), BTreeMap::new());
        Self { board: board.clone(), glyphs, alternates, skipped: Vec::new() }
    }

    /// Parses a glyph file. Errors refer to it as `name`.
    ///
    /// # Errors
    /// On the first mistake, with its line and character.
    pub fn parse(name: &str, text: &str) -> Result<Self, GlyphError> {
        file::parse(name, text)
    }

    /// Parses the characters of a BDF font that have a Unicode encoding. The board covers the font's bounding
    /// box, or the inked part of it if the box is larger than the board, or else a part in which most characters fit.
    ///
    /// # Errors
    /// If the file is not a BDF font, or none of its characters fits on the board.
    pub fn parse_bdf(name: &str, bdf: &[u8], fitting: &Fitting) -> Result<Self, GlyphError> {
        bdf::parse(name, bdf, fitting)
    }

    /// Parses the characters of a TrueType or OpenType font at a size in pixels per em. They are laid on the board as those
    /// of a BDF font whose bounding box is that of their ink.
    ///
    /// # Errors
    /// If the file is not such a font, or none of its characters fits on the board.
    #[cfg(feature = "pictures")]
    pub fn parse_outlines(
        name: &str,
        font: &[u8],
        pixels: u32,
        fitting: &Fitting,
    ) -> Result<Self, GlyphError> {
        outline::parse(name, font, pixels, fitting)
    }

    /// Parses a picture (PNG, BMP, or the first frame of a GIF) with a character in each cell of a grid.
    ///
    /// # Errors
    /// If the picture can't be read or can't be divided into cells.
    #[cfg(feature = "pictures")]
    pub fn parse_picture(
        name: &str,
        picture: &[u8],
        board: &SmallBoard,
        sheet: &Sheet,
    ) -> Result<Self, GlyphError> {
        picture::parse(name, picture, board, sheet)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &SmallBoard {
        &self.board
    }

    /// The characters in code point order.
    pub fn iter(&self) -> impl Iterator<Item = (char, &Glyph)> {
        self.glyphs.iter().map(|(&character, glyph)| (character, glyph))
    }

    /// The glyph of a character, if there is one.
    #[must_use]
    pub fn get(&self, character: char) -> Option<&Glyph> {
        self.glyphs.get(&character)
    }

    /// The designs of a character. A homoglyph has the designs of the character that it looks like.
    #[must_use]
    pub fn designs(&self, character: char) -> &[Bitboard] {
        let original = self.original(character);
        self.glyphs.get(&original).map_or(&[], |glyph| &glyph.designs)
    }

    /// The design of a character that is best where every pattern can be reached, as on the large board of one game.
    #[must_use]
    pub fn ideal(&self, character: char) -> Option<Bitboard> {
        let glyph = self.glyphs.get(&self.original(character))?;
        glyph.designs.get(glyph.ideal).copied()
    }

    /// The character whose designs this one uses: for a homoglyph, the character that it looks like.
    #[must_use]
    pub fn original(&self, character: char) -> char {
        self.glyphs.get(&character).and_then(|glyph| glyph.same_as).unwrap_or(character)
    }

    /// The designs of alternates, in the order of their characters.
    pub fn alternates(&self) -> impl Iterator<Item = (char, Feature, &Glyph)> {
        self.alternates.iter().map(|(&(character, feature), glyph)| (character, feature, glyph))
    }

    /// The characters of BDF and outline fonts that were left out because they don't fit on the board.
    #[must_use]
    pub fn skipped(&self) -> &[char] {
        &self.skipped
    }

    /// Keeps only some characters, and their alternates. The first homoglyph of a character that goes takes its designs.
    pub fn retain(&mut self, keep: impl Fn(char) -> bool) {
        let mut heirs: BTreeMap<char, char> = BTreeMap::new();
        let mut kept = BTreeMap::new();
        for (&character, glyph) in self.glyphs.iter().filter(|glyph| keep(*glyph.0)) {
            let mut glyph = glyph.clone();
            if let Some(original) = glyph.same_as.filter(|&original| !keep(original)) {
                let heir = *heirs.entry(original).or_insert(character);
                glyph.same_as = Some(heir).filter(|&heir| heir != character);
                if heir == character {
                    glyph.designs = self.designs(character).to_vec();
                    glyph.ideal = self.glyphs.get(&original).map_or(0, |original| original.ideal);
                }
            }
            kept.insert(character, glyph);
        }
        self.glyphs = kept;
        self.alternates.retain(|&(character, _), _| keep(character));
        self.skipped.retain(|&character| keep(character));
    }

    /// Adds the characters of another file.
    ///
    /// # Errors
    /// If the file is for another board, or repeats a character.
    pub fn add(&mut self, other: Self) -> Result<(), GlyphError> {
        let all = other.glyphs.values().chain(other.alternates.values());
        if let Some(stray) = all.into_iter().next().filter(|_| other.board != self.board) {
            let what = format!(
                "this file is for {}, the others are for {}; a font has one board",
                other.board, self.board
            );
            return Err(GlyphError { place: stray.place.clone(), character: None, what });
        }
        for (character, glyph) in other.glyphs {
            self.insert(character, glyph)?;
        }
        for ((character, feature), glyph) in other.alternates {
            self.insert_alternate(character, feature, glyph)?;
        }
        self.skipped.extend(other.skipped);
        Ok(())
    }

    /// Adds a character.
    fn insert(&mut self, character: char, glyph: Glyph) -> Result<(), GlyphError> {
        if let Some(there) = self.glyphs.get(&character) {
            let what = format!("is already defined at {}; remove one of the two", there.place);
            return Err(GlyphError { place: glyph.place, character: Some(character), what });
        }
        self.glyphs.insert(character, glyph);
        Ok(())
    }

    /// Adds the designs of an alternate.
    fn insert_alternate(
        &mut self,
        character: char,
        feature: Feature,
        glyph: Glyph,
    ) -> Result<(), GlyphError> {
        if let Some(there) = self.alternates.get(&(character, feature)) {
            let what = format!(
                "already has an alternate for {feature} at {}; remove one of the two",
                there.place
            );
            return Err(GlyphError { place: glyph.place, character: Some(character), what });
        }
        self.alternates.insert((character, feature), glyph);
        Ok(())
    }

    /// Checks, once all files are read, that the original of every homoglyph and of every alternate exists.
    ///
    /// # Errors
    /// On the first homoglyph or alternate whose original is missing or a homoglyph itself.
    pub fn check(&self) -> Result<(), GlyphError> {
        for (&character, glyph) in &self.glyphs {
            let Some(original) = glyph.same_as else { continue };
            let what = match self.glyphs.get(&original) {
                Some(found) if found.same_as.is_none() => continue,
                Some(_) => format!(
                    "is the same as {original:?}, which is itself a homoglyph; \
                     name the character that is drawn"
                ),
                None => format!("is the same as {original:?}, which is in none of the glyph files"),
            };
            return Err(GlyphError {
                place: glyph.place.clone(),
                character: Some(character),
                what,
            });
        }
        for (&(character, _), glyph) in &self.alternates {
            if self.glyphs.get(&character).is_none_or(|original| original.designs.is_empty()) {
                let what = "has an alternate, but no design in any of the glyph files".to_owned();
                let place = glyph.place.clone();
                return Err(GlyphError { place, character: Some(character), what });
            }
        }
        Ok(())
    }
}
