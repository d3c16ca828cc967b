//! The chosen font: for every character a reachable pattern and the solution that leads to it, kept in
//! a TOML file that is checked when it is read. It needs no solver.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::{Board, BoardError, PatternError, Position};
use crate::solution::{Solution, SolutionError};

/// A set of characters with their solutions, all on one board and from one start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Font {
    name: String,
    board: Board,
    start: Position,
    characters: BTreeMap<char, Character>,
}

/// One character of a font.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Character {
    /// The heading under which a specimen shows it.
    pub script: String,
    /// What the designer drew.
    pub design: Position,
    /// How to play from the start to the character's pattern.
    pub solution: Solution,
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

/// Why a font can't be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum FontError {
    #[error("{0}")]
    Toml(String),
    #[error("board: {0}")]
    Board(#[from] BoardError),
    #[error("start: {0}")]
    Start(PatternError),
    #[error("{character:?}: {error}")]
    Design { character: char, error: PatternError },
    #[error("{character:?}: {error}")]
    Pattern { character: char, error: PatternError },
    #[error("{character:?}: {error}")]
    Solution { character: char, error: SolutionError },
    #[error("{character:?}: the solution ends on another pattern:\n{ends}")]
    OtherPattern { character: char, ends: String },
    #[error("{character:?}: the distance is {found}, not {said}")]
    Distance { character: char, found: u32, said: u32 },
    #[error("{character:?} is there twice")]
    Twice { character: char },
}

/// A font file as it stands.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct FontFile {
    name: String,
    board: String,
    start: String,
    #[serde(default)]
    character: Vec<CharacterEntry>,
}

/// A character in a font file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CharacterEntry {
    char: char,
    script: String,
    distance: u32,
    design: String,
    pattern: String,
    solution: String,
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
        let file: FontFile =
            toml::from_str(text).map_err(|error| FontError::Toml(error.to_string()))?;
        let board: Board = file.board.parse()?;
        let start = board.parse_pattern(&file.start).map_err(FontError::Start)?;
        let mut font = Self::new(file.name, &board, start);
        for entry in file.character {
            let character = entry.char;
            let design = board
                .parse_pattern(&entry.design)
                .map_err(|error| FontError::Design { character, error })?;
            let pattern = board
                .parse_pattern(&entry.pattern)
                .map_err(|error| FontError::Pattern { character, error })?;
            let solution = Solution::parse(&board, start, &entry.solution)
                .map_err(|error| FontError::Solution { character, error })?;
            if solution.end() != pattern {
                let ends = board.picture(solution.end());
                return Err(FontError::OtherPattern { character, ends });
            }
            let found = pattern.distance(design);
            if found != entry.distance {
                return Err(FontError::Distance { character, found, said: entry.distance });
            }
            let chosen = Character { script: entry.script, design, solution };
            if font.characters.insert(character, chosen).is_some() {
                return Err(FontError::Twice { character });
            }
        }
        Ok(font)
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
