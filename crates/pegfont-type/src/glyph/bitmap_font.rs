//! Bitmap fonts with cells of any size, for one game on a large board: their characters need not be reachable in a cell.

use std::collections::BTreeMap;

use super::bdf::{self, Bitmap, Frame, inked, laid};
use super::{GlyphError, Glyphs, Place, TooLarge};
use peg_solitaire::board::{Board, BoardError, MAX_SMALL_HOLES, Position};

/// The maximum width and height of a cell for characters without ink.
const SIDE_WITHOUT_INK: i32 = 64;

/// Characters as pegs in cells of equal size.
///
/// ```
/// use pegfont_type::glyph::BitmapFont;
/// let bdf = include_str!("../../../../examples/faces/figures-4x7.bdf");
/// let font = BitmapFont::parse_bdf("figures-4x7.bdf", bdf.as_bytes(), "10")?;
/// let cell = font.cell();
/// assert_eq!((cell.columns(), cell.rows()), (4, 7));
/// assert_eq!(cell.picture(font.get('1').unwrap()).lines().next(), Some(".#.."));
/// assert_eq!(font.get('2'), None);
/// # Ok::<(), pegfont_type::glyph::GlyphError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BitmapFont {
    name: String,
    cell: Board,
    characters: BTreeMap<char, Position>,
    missing: Position,
    skipped: Vec<char>,
}

/// How the characters of a font are laid in cells of a size.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CellFitting {
    /// The cell. Without one, the font's bounding box determines it, or the part with ink if the box is too large, or if only that part has
    /// at most 64 holes.
    pub cell: Option<Board>,
    /// The characters to read; all without it.
    pub only: Option<String>,
    /// What to do with characters that don't fit.
    pub too_large: TooLarge,
}

impl BitmapFont {
    /// A font of these characters. What stands for a missing one is a frame.
    pub fn new(name: impl Into<String>, cell: Board, characters: BTreeMap<char, Position>) -> Self {
        let is_border = |&hole: &_| {
            let (x, y) = cell.picture_place(hole);
            x == 0 || y == 0 || x + 1 == cell.columns() || y + 1 == cell.rows()
        };
        let missing = cell.each_hole().filter(is_border).collect();
        Self { name: name.into(), cell, characters, missing, skipped: Vec::new() }
    }

    /// The same font with something else for a missing character.
    pub fn with_missing(self, missing: Position) -> Self {
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

    /// Parses the characters of a BDF font in cells of a size.
    ///
    /// ```
    /// use pegfont_type::glyph::{BitmapFont, CellFitting};
    /// let bdf = include_bytes!("../../../../examples/faces/spleen-8x16.bdf");
    /// let font = BitmapFont::fit_bdf("spleen-8x16.bdf", bdf, &CellFitting::default())?;
    /// assert_eq!(font.cell().to_string(), "8x16");
    /// # Ok::<(), pegfont_type::glyph::GlyphError>(())
    /// ```
    ///
    /// # Errors
    /// If the file is not a BDF font, a character is to be refused because it doesn't fit, or none fits.
    pub fn fit_bdf(name: &str, bdf: &[u8], fitting: &CellFitting) -> Result<Self, GlyphError> {
        let (frame, bitmaps) = bdf::parse_bitmaps(name, bdf)?;
        Self::fitted(name, frame, bitmaps, fitting)
    }

    /// Parses the characters of a TrueType or OpenType font, at a size in pixels per em, in cells of a size.
    ///
    /// # Errors
    /// If the file is not such a font, a character is to be refused because it doesn't fit, or none fits.
    #[cfg(feature = "pictures")]
    pub fn fit_outlines(
        name: &str,
        font: &[u8],
        pixels: u32,
        fitting: &CellFitting,
    ) -> Result<Self, GlyphError> {
        let only = fitting.only.as_deref();
        let (bitmaps, too_large) = super::outline::parse_bitmaps(name, font, pixels, only)?;
        let frame = inked(&bitmaps).unwrap_or(Frame { left: 0, top: 0, columns: 1, rows: 1 });
        let mut font = Self::fitted(name, frame, bitmaps, fitting)?;
        font.skipped.extend(too_large);
        Ok(font)
    }

    fn fitted(
        name: &str,
        frame: Frame,
        mut bitmaps: BTreeMap<char, Bitmap>,
        fitting: &CellFitting,
    ) -> Result<Self, GlyphError> {
        if let Some(only) = &fitting.only {
            bitmaps.retain(|&character, _| only.contains(character));
        }
        let wrong = |line, character, what| {
            let place = Place { file: name.to_owned(), line, column: None };
            GlyphError { place, character, what }
        };
        let inked = inked(&bitmaps);
        let cell = match &fitting.cell {
            Some(cell) => cell.clone(),
            None => cell_for(frame, inked)
                .map_err(|error| wrong(0, None, format!("{error}; choose a smaller font")))?,
        };
        let size = (cell.columns() as i32, cell.rows() as i32);
        let laid = laid(frame, inked, &bitmaps, size);
        let hole = |&(x, y): &(i32, i32)| {
            let column = i16::try_from(x - laid.left).ok()?;
            cell.hole_at(column, i16::try_from(y - laid.top).ok()?)
        };
        let (mut characters, mut skipped) = (BTreeMap::new(), Vec::new());
        for (character, bitmap) in bitmaps {
            let whole: Option<Position> = bitmap.ink.iter().map(hole).collect();
            let pegs: Position = match (whole, fitting.too_large) {
                (Some(pegs), _) => pegs,
                (None, TooLarge::Crop) => bitmap.ink.iter().filter_map(hole).collect(),
                (None, TooLarge::Skip) => {
                    skipped.push(character);
                    continue;
                }
                (None, TooLarge::Refuse) => {
                    let what = format!("does not fit on {cell}: choose a larger board");
                    return Err(wrong(bitmap.line, Some(character), what));
                }
            };
            if pegs.is_empty() && !bitmap.ink.is_empty() {
                skipped.push(character);
            } else {
                characters.insert(character, pegs);
            }
        }
        if characters.values().all(Position::is_empty) && !skipped.is_empty() {
            let what = format!(
                "none of the characters fits on {cell}; choose a larger board, or a smaller font"
            );
            return Err(wrong(0, None, what));
        }
        Ok(Self { skipped, ..Self::new(name, cell, characters) })
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
            Board::rectangle(frame.columns as usize, frame.rows as usize).map_err(|error| {
                let place = Place { file: name.to_owned(), line: 0, column: None };
                GlyphError {
                    place,
                    character: None,
                    what: format!("{error}; choose a smaller font"),
                }
            })?;
        let hole = |&(x, y): &(i32, i32)| {
            let column = i16::try_from(x - frame.left).ok()?;
            cell.hole_at(column, i16::try_from(y - frame.top).ok()?)
        };
        let pegs = |bitmap: Bitmap| bitmap.ink.iter().filter_map(hole).collect();
        // A blank in the place of a letter is a letter that the font doesn't have.
        let is_drawn =
            |character: char, bitmap: &Bitmap| character.is_whitespace() || !bitmap.ink.is_empty();
        let (drawn, blank): (BTreeMap<_, _>, BTreeMap<_, _>) =
            bitmaps.into_iter().partition(|(character, bitmap)| is_drawn(*character, bitmap));
        let characters = drawn.into_iter().map(|(character, bitmap)| (character, pegs(bitmap)));
        let characters: BTreeMap<char, Position> = characters.collect();
        let font = Self::new(name, cell, characters);
        Ok(Self { skipped: blank.into_keys().collect(), ..font })
    }

    /// The best design of every character of glyph files; `None` if their board is not a rectangle.
    #[must_use]
    pub fn of_glyphs(name: &str, glyphs: &Glyphs) -> Option<Self> {
        let cell = Board::from(glyphs.board());
        if !cell.is_rectangle() {
            return None;
        }
        let design = |character| Some((character, Position::from(glyphs.ideal(character)?)));
        let characters = glyphs.iter().filter_map(|(character, _)| design(character)).collect();
        Some(Self::new(name, cell, characters))
    }

    /// The characters in code point order, with their pegs.
    pub fn characters(&self) -> impl Iterator<Item = (char, &Position)> {
        self.characters.iter().map(|(&character, pegs)| (character, pegs))
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The characters that were left out because they don't fit, or because nothing is drawn in the place of a letter.
    #[must_use]
    pub fn skipped(&self) -> &[char] {
        &self.skipped
    }

    /// Keeps only some characters.
    pub fn retain(&mut self, keep: impl Fn(char) -> bool) {
        self.characters.retain(|&character, _| keep(character));
        self.skipped.retain(|&character| keep(character));
    }

    /// The cell.
    #[must_use]
    pub fn cell(&self) -> &Board {
        &self.cell
    }

    /// The pegs of a character, if the font has it.
    #[must_use]
    pub fn get(&self, character: char) -> Option<&Position> {
        self.characters.get(&character)
    }

    /// The pegs that stand for a missing character.
    #[must_use]
    pub fn missing(&self) -> &Position {
        &self.missing
    }
}

/// A cell of the size of the frame, or of its inked part if that is small, or the frame too large.
fn cell_for(frame: Frame, inked: Option<Frame>) -> Result<Board, BoardError> {
    let cell =
        |frame: Frame| Board::rectangle(frame.columns.max(0) as usize, frame.rows.max(0) as usize);
    let (whole, inked) = (cell(frame), cell(inked.unwrap_or(frame)));
    let is_small =
        |cell: &Result<Board, _>| cell.as_ref().is_ok_and(|cell| cell.holes() <= MAX_SMALL_HOLES);
    if is_small(&inked) && !is_small(&whole) { inked } else { whole.or(inked) }
}
