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
use crate::memory::{self, MemoryError};

pub use labels::Labels;
pub use ttf::Metrics;

/// The tag of the axis that takes jumps back, from 0 (the letter) to at least 32 (the start position).
pub const REWIND_AXIS: &str = "RWND";
/// The tag of the axis that marks empty holes, from 0 (no marks) to 100 (full-size dots).
pub const HOLE_AXIS: &str = "HOLE";

/// The kinds of files that fonts are exported to.
const FILES: [FileFormat; 3] = [FileFormat::TrueType, FileFormat::Woff2, FileFormat::Bdf];

/// A font file format.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Format {
    /// TrueType with the axes [`REWIND_AXIS`] and [`HOLE_AXIS`].
    Variable,
    /// TrueType without axes: the letters stand still.
    Static,
    /// [`Format::Variable`] compressed for web pages.
    Woff2,
    /// [`Format::Static`] compressed for web pages.
    StaticWoff2,
    /// A bitmap format for terminals and microcontrollers, with one pixel per peg.
    Bdf,
}

impl Format {
    /// The format for the extension of a file name (`.ttf`, `.woff2` or `.bdf`), with or without axes.
    ///
    /// ```
    /// use pegfont::typeface::Format;
    /// assert_eq!(Format::of_file("pegfont.woff2".as_ref(), false)?, Format::Woff2);
    /// # Ok::<(), pegfont::format::FormatError>(())
    /// ```
    ///
    /// # Errors
    /// If the extension is unknown.
    pub fn of_file(path: &Path, fixed: bool) -> Result<Self, FormatError> {
        let format = Self::of(FileFormat::from_path(path, &FILES)?);
        Ok(if fixed { format.fixed() } else { format })
    }

    /// The format of a kind of file, with axes where it can have them.
    const fn of(file: FileFormat) -> Self {
        match file {
            FileFormat::Woff2 => Self::Woff2,
            FileFormat::Bdf => Self::Bdf,
            _ => Self::Variable,
        }
    }

    /// The same format without axes.
    #[must_use]
    pub const fn fixed(self) -> Self {
        match self {
            Self::Variable | Self::Static => Self::Static,
            Self::Woff2 | Self::StaticWoff2 => Self::StaticWoff2,
            Self::Bdf => Self::Bdf,
        }
    }

    /// The usual file name extension.
    #[must_use]
    pub const fn extension(self) -> &'static str {
        match self {
            Self::Variable | Self::Static => FileFormat::TrueType.ending(),
            Self::Woff2 | Self::StaticWoff2 => FileFormat::Woff2.ending(),
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
        f.write_str(match self {
            Self::Variable => "variable TrueType",
            Self::Static => "static TrueType",
            Self::Woff2 => "variable WOFF2",
            Self::StaticWoff2 => "static WOFF2",
            Self::Bdf => "BDF",
        })
    }
}

/// Why a font can't be exported.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TypefaceError {
    #[error("the font has no characters to export")]
    NoCharacters,
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
/// use pegfont::{board::Board, font::{Character, Font}, solution::Solution};
/// use pegfont::typeface::{Format, Labels, export};
/// let board: Board = "5x7".parse()?;
/// let start = board.central_vacancy();
/// let solution = Solution::parse(&board, start, "c2-c4 a2-c2")?;
/// let mut font = Font::new("two jumps", &board, start)?;
/// let design = solution.end();
/// font.insert('A', Character { script: "Latin".into(), design, solution, figures: None })?;
/// let file = export(&font, &Labels::of(&font), Format::Variable)?;
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
    let variable = || {
        memory::require("the outlines of a variable font", variation_bytes(font))?;
        ttf::write(font, labels, true)
    };
    match format {
        Format::Variable => variable(),
        Format::Static => ttf::write(font, labels, false),
        Format::Woff2 => woff2::compress(&variable()?),
        Format::StaticWoff2 => woff2::compress(&ttf::write(font, labels, false)?),
        Format::Bdf => Ok(bdf::write(font, labels).into_bytes()),
    }
}

/// A bound on the memory that packing the variations takes, for every jump of every character: 254 bytes per hole were measured
/// on 5 x 7. The packing itself can't be refused memory.
fn variation_bytes(font: &Font) -> u64 {
    let jumps = font.characters().values().map(|character| character.solution.jumps().len());
    320 * (jumps.sum::<usize>() * font.board().holes()) as u64
}

/// Whether the character is blank in font files, even if the font has a pattern for it. Pegs in the spaces
/// would keep text from separating into words.
fn is_blank(character: char) -> bool {
    character.is_whitespace()
}
