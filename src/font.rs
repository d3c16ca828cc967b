//! The chosen font: for every character a reachable pattern and the solution that leads to it, kept in
//! a TOML file that is checked when it is read. It needs no solver.

mod file;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::OnceLock;

use thiserror::Error;

use crate::board::{Board, PatternError, Position};
use crate::solution::{Analysis, Grade, Solution, SolutionError};

/// A set of characters with their solutions, all on one board and from one start.
#[derive(Clone, PartialEq, Debug)]
pub struct Font {
    name: String,
    board: Board,
    start: Position,
    characters: BTreeMap<char, Character>,
}

/// One character of a font.
#[derive(Clone, PartialEq, Debug)]
pub struct Character {
    /// The heading under which a specimen shows it.
    pub script: String,
    /// What the designer drew.
    pub design: Position,
    /// How to play from the start to the character's pattern.
    pub solution: Solution,
    /// What is known of all the solutions. Where it is, the character's own is one with the fewest moves.
    pub figures: Option<Figures>,
}

/// What a character is like as a puzzle.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Figures {
    solutions: u128,
    effort: f64,
}

impl Figures {
    /// These figures, the effort cut to tenths; none if there is no solution, or the effort is no number from 0.
    #[must_use]
    pub fn new(solutions: u128, effort: f64) -> Option<Self> {
        let effort = (effort * 10.0).floor() / 10.0;
        let sound = solutions > 0 && effort.is_finite() && effort >= 0.0;
        sound.then_some(Self { solutions, effort })
    }

    /// The figures of a puzzle that has been analysed.
    #[must_use]
    pub fn of(analysis: &Analysis) -> Option<Self> {
        Self::new(analysis.solutions, analysis.effort())
    }

    /// The number of solutions, as sequences of jumps: 1 or more.
    #[must_use]
    pub fn solutions(&self) -> u128 {
        self.solutions
    }

    /// How hard the puzzle is, as a number, cut to tenths; see [`Analysis::effort`].
    #[must_use]
    pub fn effort(&self) -> f64 {
        self.effort
    }

    /// How hard the puzzle is, as a word.
    #[must_use]
    pub fn grade(&self) -> Grade {
        Grade::of(self.effort)
    }
}

impl Character {
    /// The pegs that are left: what is seen of the character.
    #[must_use]
    pub fn pattern(&self) -> Position {
        self.solution.end()
    }

    /// The Hamming distance of the pattern from the design.
    #[must_use]
    pub fn distance(&self) -> u32 {
        self.pattern().distance(self.design)
    }
}

/// Why a font can't be read, and in which line of its file (counted from 1).
#[derive(Clone, PartialEq, Debug)]
pub struct FontError {
    /// The line.
    pub line: usize,
    /// The character, as far as it is known.
    pub character: Option<char>,
    /// What is wrong.
    pub problem: FontProblem,
}

impl fmt::Display for FontError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.character {
            Some(character) => write!(f, "line {}: {character:?}: {}", self.line, self.problem),
            None => write!(f, "line {}: {}", self.line, self.problem),
        }
    }
}

impl std::error::Error for FontError {}

/// What can be wrong with a font.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum FontProblem {
    #[error("{0}")]
    Toml(String),
    #[error("board: {0}")]
    Board(String),
    #[error("start: {0}")]
    Start(PatternError),
    #[error("design: {0}")]
    Design(PatternError),
    #[error("pattern: {0}")]
    Pattern(PatternError),
    #[error("solution: {0}")]
    Solution(SolutionError),
    #[error("the solution ends on another pattern than the one given:\n{ends}")]
    OtherPattern { ends: String },
    #[error("the pattern is {found} away from the design, not {said}")]
    Distance { found: u32, said: u64 },
    #[error(
        "solutions: {found:?} is no number of solutions: write a whole number from 1, in quotes"
    )]
    Solutions { found: String },
    #[error("the solution has {found} moves, not {said}")]
    Moves { found: usize, said: u64 },
    #[error("an effort of {effort} is {grade}, not {said:?}")]
    Grade { effort: f64, grade: Grade, said: String },
    #[error("effort: it must be a number from 0")]
    Effort,
    #[error("is there twice")]
    Twice,
    #[error("is said to be the same as {original:?}, which the font has not drawn")]
    NoOriginal { original: char },
}

impl Font {
    /// An empty font.
    #[must_use]
    pub fn new(name: impl Into<String>, board: &Board, start: Position) -> Self {
        Self { name: name.into(), board: board.clone(), start, characters: BTreeMap::new() }
    }

    /// Reads a font file and plays every solution in it.
    ///
    /// # Errors
    /// When it is no such file, or a solution can't be played or ends on another pattern.
    pub fn parse(text: &str) -> Result<Self, FontError> {
        file::parse(text)
    }

    /// The font as a file. The same font always gives the same bytes.
    ///
    /// ```
    /// use pegfont::{board::Board, font::{Character, Font}, solution::Solution};
    /// let board: Board = "5x7".parse()?;
    /// let mut font = Font::new("dash", &board, board.central_vacancy());
    /// let solution = Solution::parse(&board, font.start(), "c2-c4")?;
    /// font.insert('-', Character { script: "Latin".into(), design: solution.end(), solution, figures: None });
    /// assert_eq!(Font::parse(&font.to_toml())?, font);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_toml(&self) -> String {
        file::to_toml(self)
    }

    /// For each pattern that several characters have, those characters in code point order: true
    /// homoglyphs, as Latin A, Greek Alpha and Cyrillic A.
    #[must_use]
    pub fn homoglyphs(&self) -> Vec<Vec<char>> {
        let mut by_pattern: BTreeMap<Position, Vec<char>> = BTreeMap::new();
        for (&character, chosen) in &self.characters {
            by_pattern.entry(chosen.pattern()).or_default().push(character);
        }
        let mut several: Vec<_> = by_pattern.into_values().filter(|all| all.len() > 1).collect();
        several.sort_unstable();
        several
    }

    /// The font that comes with the program: `fonts/pegfont.toml`.
    ///
    /// # Errors
    /// Never, unless that file was damaged when the program was built.
    pub fn builtin() -> Result<&'static Self, FontError> {
        static BUILTIN: OnceLock<Result<Font, FontError>> = OnceLock::new();
        let read = || Self::parse(include_str!("../fonts/pegfont.toml"));
        BUILTIN.get_or_init(read).as_ref().map_err(Clone::clone)
    }

    /// The name.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The board that every character is played on.
    #[must_use]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position that every solution starts from.
    #[must_use]
    pub fn start(&self) -> Position {
        self.start
    }

    /// The characters in code point order.
    #[must_use]
    pub fn characters(&self) -> &BTreeMap<char, Character> {
        &self.characters
    }

    /// The character, if the font has it.
    #[must_use]
    pub fn get(&self, character: char) -> Option<&Character> {
        self.characters.get(&character)
    }

    /// Puts a character into the font, in the place of one that was there.
    pub fn insert(&mut self, character: char, chosen: Character) {
        self.characters.insert(character, chosen);
    }
}
