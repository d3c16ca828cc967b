//! Bitmap fonts with cells of any size, for one game on a large board: their characters need not be reachable in a cell.

use std::collections::BTreeMap;

use super::bdf::{self, Bitmap, Frame, inked};
use super::{GlyphError, Glyphs, Place};
use crate::board::{LargeBoard, Pegs};

/// The maximum width and height of a cell for characters without ink.
const SIDE_WITHOUT_INK: i32 = 64;

/// Characters as pegs in cells of equal size.
///
/// ```
/// use pegfont::glyph::BitmapFont;
/// let bdf = include_str!("../../examples/faces/figures-4x7.bdf");
/// let font = BitmapFont::parse_bdf("figures-4x7.bdf", bdf.as_bytes(), "10")?;
/// let cell = font.cell();
/// assert_eq!((cell.columns(), cell.rows()), (4, 7));
/// assert_eq!(cell.picture(font.get('1').unwrap()).lines().next(), Some(".#.."));
/// assert_eq!(font.get('2'), None);
/// # Ok::<(), pegfont::glyph::GlyphError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitmapFont {
    name: String,
    cell: LargeBoard,
    characters: BTreeMap<char, Pegs>,
    missing: Pegs,
}

impl BitmapFont {
    /// A font of these characters. What stands for a missing one is a frame.
    pub(crate) fn new(
        name: impl Into<String>,
        cell: LargeBoard,
        characters: BTreeMap<char, Pegs>,
    ) -> Self {
        let is_border = |&hole: &_| {
            let (x, y) = cell.coordinates(hole);
            x == 0 || y == 0 || x + 1 == cell.columns() || y + 1 == cell.rows()
        };
        let missing = cell.full().holes().filter(is_border).collect();
        Self { name: name.into(), cell, characters, missing }
    }

    /// The same font with something else for a missing character.
    pub(crate) fn with_missing(self, missing: Pegs) -> Self {
        Self { missing, ..self }
    }

    /// Parses the characters of a BDF font that occur in a text. The cell is the smallest that their ink fits into, each in its
    /// place at the origin and the baseline; the widths of proportional fonts are ignored.
    ///
    /// # Errors
    /// If the file is not a BDF font, or a cell is larger than the largest board.
    pub fn parse_bdf(name: &str, bdf: &[u8], text: &str) -> Result<Self, GlyphError> {
        let (frame, mut bitmaps) = bdf::parse_bitmaps(name, bdf)?;
        bitmaps.retain(|&character, _| text.contains(character));
        Self::of_bitmaps(name, frame, bitmaps)
    }

    /// Parses the characters of a TrueType or OpenType font that occur in a text, at a size in pixels per em. The cell is as that of a
    /// BDF font.
    ///
    /// # Errors
    /// If the file is not such a font, or a cell is larger than the largest board.
    #[cfg(feature = "pictures")]
    pub fn parse_outlines(
        name: &str,
        font: &[u8],
        pixels: u32,
        text: &str,
    ) -> Result<Self, GlyphError> {
        let (bitmaps, _) = super::outline::parse_bitmaps(name, font, pixels, Some(text))?;
        Self::of_bitmaps(name, Frame { left: 0, top: 0, columns: 1, rows: 1 }, bitmaps)
    }

    fn of_bitmaps(
        name: &str,
        frame: Frame,
        bitmaps: BTreeMap<char, Bitmap>,
    ) -> Result<Self, GlyphError> {
        // A text without ink still has a cell, as large as the font's.
        let side = |length: i32| length.clamp(1, SIDE_WITHOUT_INK);
        let without = Frame { columns: side(frame.columns), rows: side(frame.rows), ..frame };
        let frame = inked(&bitmaps).unwrap_or(without);
        let cell =
            LargeBoard::new(frame.columns as usize, frame.rows as usize).map_err(|error| {
                let place = Place { file: name.to_owned(), line: 0, column: None };
                GlyphError {
                    place,
                    character: None,
                    what: format!("{error}; choose a smaller font"),
                }
            })?;
        let hole = |&(x, y): &(i32, i32)| {
            let column = usize::try_from(x - frame.left).ok()?;
            cell.hole_at(column, usize::try_from(y - frame.top).ok()?)
        };
        let pegs = |bitmap: Bitmap| bitmap.ink.iter().filter_map(hole).collect();
        let characters = bitmaps.into_iter().map(|(character, bitmap)| (character, pegs(bitmap)));
        Ok(Self::new(name, cell, characters.collect()))
    }

    /// The best design of every character of glyph files; `None` if their board is not a rectangle.
    #[must_use]
    pub fn of_glyphs(name: &str, glyphs: &Glyphs) -> Option<Self> {
        let cell = LargeBoard::of(glyphs.board())?;
        let design = |character| Some((character, Pegs::from(*glyphs.designs(character).first()?)));
        let characters = glyphs.iter().filter_map(|(character, _)| design(character)).collect();
        Some(Self::new(name, cell, characters))
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The cell.
    #[must_use]
    pub fn cell(&self) -> LargeBoard {
        self.cell
    }

    /// The pegs of a character, if the font has it.
    #[must_use]
    pub fn get(&self, character: char) -> Option<&Pegs> {
        self.characters.get(&character)
    }

    /// The pegs that stand for a missing character.
    #[must_use]
    pub fn missing(&self) -> &Pegs {
        &self.missing
    }
}
