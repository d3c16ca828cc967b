//! Font files for other programs: TrueType (variable, playing the solutions, or solid) and WOFF2.
//! Needs a [`Font`] with its solutions, never the solver, and returns bytes.

mod labels;
mod ttf;

use crate::error::Error;
use crate::font::Font;
use pegfont_base::memory;

pub use labels::Labels;
pub use ttf::Metrics;

/// The tag of the axis that takes jumps back, from 0 (the letter) to at least 32 (the start
/// position).
pub const REWIND_AXIS: &str = "RWND";
/// The tag of the axis that marks empty holes, from 0 (no marks) to 100 (full-size dots).
pub const HOLE_AXIS: &str = "HOLE";

/// The format of a font file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TypefaceFormat {
    /// A TrueType file, for systems and programs.
    TrueType,
    /// A TrueType file compressed as WOFF2, for web pages.
    Woff2,
}

impl TypefaceFormat {
    /// Both formats.
    pub const ALL: [Self; 2] = [Self::TrueType, Self::Woff2];

    /// The file name extension, without the dot.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::TrueType => "ttf",
            Self::Woff2 => "woff2",
        }
    }
}

/// A style of a font family: how the pegs are drawn, and whether they move.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Style {
    /// Round pegs that move on the axes [`REWIND_AXIS`] and [`HOLE_AXIS`].
    #[default]
    Variable,
    /// Pegs that stand still and fill the cells of their holes, so that neighbours touch. For text
    /// too small to show single pegs.
    Solid,
}

/// Exports the font. The same font and labels give the same bytes on every machine.
///
/// ```
/// use peg_solitaire::{board::Board, solution::Solution};
/// use pegfont_type::font::{Character, Font};
/// use pegfont_type::typeface::{TypefaceFormat, Labels, Style, export};
/// let board: Board = "5x7".parse()?;
/// let solution = Solution::parse(&board, board.central_vacancy(), "c2-c4 a2-c2")?;
/// let mut font = Font::new("two jumps", &board, board.central_vacancy())?;
/// let design = solution.end();
/// font.insert('A', Character::new("Latin", design, solution))?;
/// let file = export(&font, &Labels::of(&font), TypefaceFormat::TrueType, Style::Variable)?;
/// assert!(file.starts_with(&[0, 1, 0, 0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the font is empty, too large for the format, takes more memory than there is, or a label is
/// too long.
pub fn export(
    font: &Font,
    labels: &Labels,
    format: TypefaceFormat,
    style: Style,
) -> Result<Vec<u8>, Error> {
    ensure!(
        !font.characters().is_empty(),
        "the font has no characters to export"
    );
    labels.check()?;
    let board = font.board();
    ensure!(
        board.picture_columns().max(board.rows()) <= MOST_SIDE,
        "a font file can have at most {MOST_SIDE} pegs in a row or column, and this font is on \
         {board}"
    );

    if style == Style::Variable {
        memory::require("the outlines of a variable font", variation_bytes(font))?;
    }
    let truetype = ttf::write(font, labels, style)?;
    if format == TypefaceFormat::TrueType {
        return Ok(truetype);
    }

    // Brotli's tables: 57 MiB were measured for a file of 200 kB, and 40 MiB for a small one.
    memory::require(
        "compressing the font",
        (64 << 20) + 16 * truetype.len() as u64,
    )?;
    let options = ttf2woff2::EncodeOptions {
        // One below the best quality, which is slow.
        quality: ttf2woff2::BrotliQuality::from(10),
        ..ttf2woff2::EncodeOptions::default()
    };

    ttf2woff2::encode_with_options(&truetype, options)
        .map_err(|error| Error::new(format_args!("the font can't be compressed: {error}")))
}

/// The most columns and rows of a font file, whose coordinates have 16 bits.
const MOST_SIDE: usize = 300;

/// A bound on the memory that packing the variations takes, for every jump of every character: two
/// lists of six bytes per hole, and what is packed. The packing itself can't be refused memory.
fn variation_bytes(font: &Font) -> u64 {
    let jumps: usize = font
        .forms()
        .map(|character| character.solution.jumps().len())
        .sum();

    48 * (jumps * font.board().holes()) as u64
}

/// Blanks that every font file has. The thin space is as wide as the others: a narrower one would
/// shift the text behind it off the grid of pegs.
const BLANKS: [char; 3] = [' ', '\u{a0}', '\u{2009}'];
