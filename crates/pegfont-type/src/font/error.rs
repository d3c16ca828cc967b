//! What can be wrong with a font file, and with a character for a font.

use std::fmt;

use thiserror::Error;

use crate::glyph::Feature;
use peg_solitaire::board::{Board, BoardError, PatternError, Position};
use peg_solitaire::solution::{Grade, SolutionError};

/// Why a font file is refused, and where. It is written as `line:column: mistake`, so that the file name and a colon fit before
/// it.
#[derive(Clone, PartialEq, Debug)]
#[non_exhaustive]
pub struct FontError {
    /// The line, counted from 1.
    pub line: usize,
    /// The column, counted from 1.
    pub column: usize,
    /// The character, if known.
    pub character: Option<char>,
    /// The mistake.
    pub problem: FontProblem,
}

impl fmt::Display for FontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)?;
        if let Some(character) = self.character {
            write!(f, ": {character:?}")?;
        }
        write!(f, ": {}", self.problem)
    }
}

impl std::error::Error for FontError {}

/// A mistake in a font file.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum FontProblem {
    #[error("{0}")]
    Toml(String),
    #[error("board: {0}")]
    Board(BoardError),
    #[error("start: {0}")]
    Start(PatternError),
    #[error("design: {0}")]
    Design(PatternError),
    #[error("pattern: {0}")]
    Pattern(PatternError),
    #[error("solution: {0}")]
    Solution(SolutionError),
    #[error("the solution ends on a different pattern:\n{ends}")]
    OtherPattern { ends: String },
    #[error("the distance of the pattern from the design is {found}, not {said}")]
    Distance { found: u32, said: u64 },
    #[error(
        "solutions: {found:?} is not a number of solutions: write a whole number from 1, in quotes"
    )]
    Solutions { found: String },
    #[error("the solution has {found} moves, not {said}")]
    Moves { found: usize, said: u64 },
    #[error("the grade of an effort of {effort} is {grade}, not {said:?}")]
    Grade { effort: f64, grade: Grade, said: String },
    #[error("effort: must be a number, 0 or more")]
    Effort,
    #[error("appears twice")]
    Twice,
    #[error("is the same as {original:?}, which has no pattern in the font")]
    NoOriginal { original: char },
    #[error("has an alternate for {feature}, but no pattern in the font")]
    NoCharacter { feature: Feature },
    #[error("feature: must be one of zero, ss01, ss02, ss03, not {found:?}")]
    Feature { found: String },
}

/// Why a character can't be put into a font.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum Misfit {
    #[error("the solution is played on {found}, the font's are on {expected}")]
    Board { found: Board, expected: Board },
    #[error("the solution starts from another position than the font's")]
    Start { found: Position, expected: Position },
    #[error("the position has pegs outside of {board}")]
    OffBoard { board: Board },
    #[error("the font has no character {character:?} for the alternate")]
    NoCharacter { character: char },
}
