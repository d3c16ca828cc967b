//! Designs: the characters as somebody wants them to look, before anything is known of what can be
//! reached. Read from glyph files, BDF fonts and pictures; all that is said of a file's mistakes is said
//! here.

mod bdf;
mod builtin;
mod file;
mod picture;

use std::collections::BTreeMap;
use std::fmt;

use crate::board::{Board, Position};

pub(crate) use file::read_board;
pub use picture::{PICTURE_ENDINGS, PictureError, Sheet, pattern_from_picture};

/// A character and how it may look.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glyph {
    /// The heading under which a specimen shows it.
    pub script: String,
    /// Names of the parts that it shares with other characters.
    pub families: Vec<String>,
    /// The designs, the best liked first; none for a homoglyph. A blank character has one without pegs.
    pub designs: Vec<Position>,
    /// The character that it looks exactly like.
    pub same_as: Option<char>,
    /// A pattern that a person has chosen for it.
    pub pin: Option<Pin>,
    /// Where it was read.
    pub place: Place,
}

/// A pattern chosen by hand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Pin {
    /// The pattern.
    pub pattern: Position,
    /// Why it was chosen.
    pub why: String,
    /// Where it was read.
    pub place: Place,
}

/// A line of a file (counted from 1; 0 for a picture, which has no lines).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Place {
    /// The name of the file.
    pub file: String,
    /// The line.
    pub line: usize,
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => f.write_str(&self.file),
            line => write!(f, "{}:{line}", self.file),
        }
    }
}

/// What is wrong with a design, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GlyphError {
    /// The file and line.
    pub place: Place,
    /// The character, as far as it is known.
    pub character: Option<char>,
    /// What is wrong, and what to do.
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
    /// Whether nothing is to be seen of it, as of a space.
    #[must_use]
    pub fn is_blank(&self) -> bool {
        self.pin.is_none() && self.same_as.is_none() && self.designs == [Position::EMPTY]
    }
}

/// The characters of one or more files, all on one board.
///
/// ```
/// use pegfont::glyph::Glyphs;
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
/// # Ok::<(), pegfont::glyph::GlyphError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Glyphs {
    board: Board,
    glyphs: BTreeMap<char, Glyph>,
}

impl Glyphs {
    /// No characters, on this board.
    #[must_use]
    pub fn new(board: &Board) -> Self {
        Self { board: board.clone(), glyphs: BTreeMap::new() }
    }

    /// Reads a glyph file; `name` is what errors call it.
    ///
    /// # Errors
    /// At the first thing that is not as it should be, with its line and character.
    pub fn parse(name: &str, text: &str) -> Result<Self, GlyphError> {
        file::parse(name, text)
    }

    /// Reads the characters of a BDF font that have a Unicode encoding. The board is laid over the
    /// font's bounding box, or over what is inked of it where the box is larger than the board.
    /// Without a board, it is as large as the box, or as what is inked where the box is too large.
    ///
    /// # Errors
    /// When the file is no BDF font, or a character does not fit on the board.
    pub fn parse_bdf(name: &str, text: &str, board: Option<&Board>) -> Result<Self, GlyphError> {
        bdf::parse(name, text, board)
    }

    /// Reads a picture (PNG, BMP, or the first frame of a GIF) with a character in each cell of a grid.
    ///
    /// # Errors
    /// When it is no picture that can be read, or can't be cut into cells.
    pub fn parse_picture(
        name: &str,
        picture: &[u8],
        board: &Board,
        sheet: &Sheet,
    ) -> Result<Self, GlyphError> {
        picture::parse(name, picture, board, sheet)
    }

    /// The board.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The characters in code point order.
    pub fn iter(&self) -> impl Iterator<Item = (char, &Glyph)> {
        self.glyphs.iter().map(|(&character, glyph)| (character, glyph))
    }

    /// The character, if it is among them.
    #[must_use]
    pub fn get(&self, character: char) -> Option<&Glyph> {
        self.glyphs.get(&character)
    }

    /// The designs of a character, of a homoglyph those of the character that it looks like.
    #[must_use]
    pub fn designs(&self, character: char) -> &[Position] {
        let original = self.original(character);
        self.glyphs.get(&original).map_or(&[], |glyph| &glyph.designs)
    }

    /// The character whose designs stand for this one: another one for a homoglyph.
    #[must_use]
    pub fn original(&self, character: char) -> char {
        self.glyphs.get(&character).and_then(|glyph| glyph.same_as).unwrap_or(character)
    }

    /// Adds the characters of another file.
    ///
    /// # Errors
    /// When the file is for another board, or has a character that is there already.
    pub fn add(&mut self, other: Self) -> Result<(), GlyphError> {
        for (character, glyph) in other.glyphs {
            if other.board != self.board {
                let what = format!(
                    "this file is for {}, the others are for {}; a font has one board",
                    other.board, self.board
                );
                return Err(GlyphError { place: glyph.place, character: None, what });
            }
            self.insert(character, glyph)?;
        }
        Ok(())
    }

    /// Adds a character.
    fn insert(&mut self, character: char, glyph: Glyph) -> Result<(), GlyphError> {
        if let Some(there) = self.glyphs.get(&character) {
            let what = format!("is there already, at {}; leave one of the two out", there.place);
            return Err(GlyphError { place: glyph.place, character: Some(character), what });
        }
        self.glyphs.insert(character, glyph);
        Ok(())
    }

    /// Checks what can only be known when all files are read: that each homoglyph's original is there.
    ///
    /// # Errors
    /// At the first whose original is missing, or a homoglyph itself.
    pub fn check(&self) -> Result<(), GlyphError> {
        for (&character, glyph) in &self.glyphs {
            let Some(original) = glyph.same_as else { continue };
            let what = match self.glyphs.get(&original) {
                Some(found) if found.same_as.is_none() => continue,
                Some(_) => format!(
                    "is said to be the same as {original:?}, which is itself a homoglyph; \
                     name the character that is drawn"
                ),
                None => format!(
                    "is said to be the same as {original:?}, which none of the glyph files has"
                ),
            };
            return Err(GlyphError {
                place: glyph.place.clone(),
                character: Some(character),
                what,
            });
        }
        Ok(())
    }
}
