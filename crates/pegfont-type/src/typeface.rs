//! Font files for other programs: TrueType (variable, playing the solutions, or static), WOFF2 and BDF. Needs
//! a [`Font`] with its solutions, never the solver, and returns bytes.

mod bdf;
mod labels;
mod ttf;
mod woff2;

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use thiserror::Error;

use crate::font::Font;
use crate::format::{Format as FileFormat, FormatError};
use peg_solitaire::board::Board;
use peg_solitaire::memory::{self, MemoryError};

pub use labels::Labels;
pub use ttf::Metrics;

/// The tag of the axis that takes jumps back, from 0 (the letter) to at least 32 (the start position).
pub const REWIND_AXIS: &str = "RWND";
/// The tag of the axis that marks empty holes, from 0 (no marks) to 100 (full-size dots).
pub const HOLE_AXIS: &str = "HOLE";

/// The kinds of files that fonts are exported to.
const FILES: [FileFormat; 3] = [FileFormat::TrueType, FileFormat::Woff2, FileFormat::Bdf];

/// A style of a font family: how the pegs are drawn, and whether they move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Round pegs that move on the axes [`REWIND_AXIS`] and [`HOLE_AXIS`].
    #[default]
    Variable,
    /// Round pegs that stand still.
    Static,
    /// Position that stand still and fill the cells of their holes, so that neighbours touch. For text too small
    /// to show single pegs.
    Solid,
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Variable => "variable",
            Self::Static => "static",
            Self::Solid => "solid",
        })
    }
}

/// A font file format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// TrueType, for programs and systems.
    TrueType(Style),
    /// The same, compressed for web pages.
    Woff2(Style),
    /// A bitmap format for terminals and microcontrollers, with one pixel per peg.
    Bdf,
}

impl Format {
    /// The format for the extension of a file name (`.ttf`, `.woff2` or `.bdf`), in this style.
    ///
    /// ```
    /// use pegfont_type::typeface::{Format, Style};
    /// let format = Format::of_file("pegfont.woff2".as_ref(), Style::Solid)?;
    /// assert_eq!(format, Format::Woff2(Style::Solid));
    /// # Ok::<(), pegfont_type::format::FormatError>(())
    /// ```
    ///
    /// # Errors
    /// If the extension is unknown.
    pub fn of_file(path: &Path, style: Style) -> Result<Self, FormatError> {
        Ok(Self::of(FileFormat::from_path(path, &FILES)?).styled(style))
    }

    /// The format of a kind of file, with axes where it can have them.
    const fn of(file: FileFormat) -> Self {
        match file {
            FileFormat::Woff2 => Self::Woff2(Style::Variable),
            FileFormat::Bdf => Self::Bdf,
            _ => Self::TrueType(Style::Variable),
        }
    }

    /// The same format in another style. A bitmap has only one.
    #[must_use]
    pub const fn styled(self, style: Style) -> Self {
        match self {
            Self::TrueType(_) => Self::TrueType(style),
            Self::Woff2(_) => Self::Woff2(style),
            Self::Bdf => Self::Bdf,
        }
    }

    /// The usual file name extension.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::TrueType(_) => FileFormat::TrueType.ending(),
            Self::Woff2(_) => FileFormat::Woff2.ending(),
            Self::Bdf => FileFormat::Bdf.ending(),
        }
    }
}

impl FromStr for Format {
    type Err = TypefaceError;

    /// The format for an extension, in upper or lower case and without the dot.
    fn from_str(extension: &str) -> Result<Self, TypefaceError> {
        let unknown = || TypefaceError::UnknownFormat { extension: extension.to_owned() };
        FileFormat::from_ending(extension, &FILES).map(Self::of).ok_or_else(unknown)
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TrueType(style) => write!(f, "{style} TrueType"),
            Self::Woff2(style) => write!(f, "{style} WOFF2"),
            Self::Bdf => f.write_str("BDF"),
        }
    }
}

/// Why a font can't be exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TypefaceError {
    #[error("the font has no characters to export")]
    NoCharacters,
    #[error(
        "a TrueType font can have at most {MOST_SIDE} pegs in a row or column, and this font is on {board}: export a .bdf file instead"
    )]
    Board { board: Board },
    #[error("a font file can hold at most {most} characters; this font has {found}")]
    TooManyCharacters { found: usize, most: usize },
    #[error(
        "{extension:?} is not a font file extension: use ttf (TrueType), woff2 (for web pages) or bdf (bitmaps)"
    )]
    UnknownFormat { extension: String },
    #[error("a label of the font can't be longer than {most} characters: {label:?}")]
    LabelTooLong { label: String, most: usize },
    #[error("the font's tables can't be written: {0}")]
    Tables(String),
    #[error("the font can't be compressed: {0}")]
    Compression(#[from] ttf2woff2::Error),
    #[error(transparent)]
    Memory(#[from] MemoryError),
}

/// Exports the font. The same font and labels give the same bytes on every machine.
///
/// ```
/// use peg_solitaire::{board::SmallBoard, solution::Solution};
/// use pegfont_type::font::{Character, Font};
/// use pegfont_type::typeface::{Format, Labels, Style, export};
/// let board: SmallBoard = "5x7".parse()?;
/// let start = board.central_vacancy();
/// let solution = Solution::parse(&board, start, "c2-c4 a2-c2")?;
/// let mut font = Font::new("two jumps", &board, start)?;
/// let design = solution.end();
/// font.insert('A', Character::new("Latin", design, solution))?;
/// let file = export(&font, &Labels::of(&font), Format::TrueType(Style::Variable))?;
/// assert!(file.starts_with(&[0, 1, 0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the font is empty, too large for the format, or takes more memory than there is.
pub fn export(font: &Font, labels: &Labels, format: Format) -> Result<Vec<u8>, TypefaceError> {
    if font.characters().is_empty() {
        return Err(TypefaceError::NoCharacters);
    }
    labels.check()?;
    let truetype = |style| {
        let board = font.board();
        if board.picture_columns().max(board.rows()) > MOST_SIDE {
            return Err(TypefaceError::Board { board: board.clone() });
        }
        if style == Style::Variable {
            memory::require("the outlines of a variable font", variation_bytes(font))?;
        }
        ttf::write(font, labels, style)
    };
    match format {
        Format::TrueType(style) => truetype(style),
        Format::Woff2(style) => woff2::compress(&truetype(style)?),
        Format::Bdf => Ok(bdf::write(font, labels).into_bytes()),
    }
}

/// The most columns and rows of a TrueType font, whose coordinates have 16 bits.
const MOST_SIDE: usize = 300;

/// A bound on the memory that packing the variations takes, for every jump of every character: 254 bytes per hole were measured
/// on 5 x 7. The packing itself can't be refused memory.
fn variation_bytes(font: &Font) -> u64 {
    let jumps = font.forms().map(|character| character.solution.jumps().len());
    320 * (jumps.sum::<usize>() * font.board().holes()) as u64
}

/// Blanks that every font file has. The thin space is as wide as the others: a narrower one would shift the text behind
/// it off the grid of pegs.
const BLANKS: [char; 3] = [' ', '\u{a0}', '\u{2009}'];

/// Whether the character is blank in font files, even if the font has a pattern for it. Position in the spaces
/// would keep text from separating into words.
fn is_blank(character: char) -> bool {
    character.is_whitespace()
}
