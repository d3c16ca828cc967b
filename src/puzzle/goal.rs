//! What a puzzle is played for: characters of a font, a pattern, or one last peg.

use thiserror::Error;

use crate::board::{Board, PatternError, Position};
use crate::font::Font;

/// Something to play for.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Goal {
    /// A character, or some words.
    pub title: String,
    /// The positions that win.
    pub targets: Vec<Position>,
}

/// Why a text names no goal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GoalError {
    /// It looks like a pattern, and is none.
    #[error(transparent)]
    Pattern(PatternError),
    /// It is neither a pattern nor a hole.
    #[error(
        "{0}; or name a hole for the last peg, `centre` for the middle one, or `any` for all of them"
    )]
    Unknown(PatternError),
    /// The font has no such character.
    #[error(
        "character {number} of the text, {character:?}, is not in the font: leave it out, or give its pattern as rows of \
         # and . with / between them"
    )]
    NotInFont { number: usize, character: char },
    /// The text has no characters, or only spaces.
    #[error("the text has no characters: give at least one, or a pattern")]
    Empty,
}

impl Goal {
    fn new(title: impl Into<String>, targets: Vec<Position>) -> Self {
        Self { title: title.into(), targets }
    }

    /// The goals that a text names. On the font's board and from its start that is each different character of the text,
    /// unless the text is a pattern as rows or digits. Elsewhere it is a pattern, a hole, `centre` or `any`.
    ///
    /// ```
    /// use pegfont::{board::Board, font::{Character, Font}, puzzle::Goal, solution::Solution};
    /// let board: Board = "5x7".parse()?;
    /// let mut font = Font::new("dash", &board, board.central_vacancy())?;
    /// let solution = Solution::parse(&board, font.start(), "c2-c4")?;
    /// let (script, design, figures) = ("Latin".to_owned(), solution.end(), None);
    /// font.insert('-', Character { script, design, solution, figures })?;
    /// let goals = Goal::parse_all(&board, font.start(), &font, "- -")?;
    /// assert_eq!((goals.len(), &*goals[0].title), (1, "-"));
    ///
    /// let english: Board = "english".parse()?;
    /// let goals = Goal::parse_all(&english, english.central_vacancy(), &font, "d4")?;
    /// assert_eq!(goals[0].targets, [english.centre().bit()]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it names none.
    pub fn parse_all(
        board: &Board,
        start: Position,
        font: &Font,
        text: &str,
    ) -> Result<Vec<Self>, GoalError> {
        let pattern = board.parse_pattern(text);
        if looks_like_a_pattern(board, text) {
            return Ok(vec![Self::new("pattern", vec![pattern.map_err(GoalError::Pattern)?])]);
        }
        if font.board() == board && font.start() == start {
            return Self::characters(font, text);
        }
        let goal = match text {
            "centre" | "center" => Self::new("one peg in the centre", vec![board.centre().bit()]),
            "any" => {
                let pegs = board.full().holes().map(|hole| hole.bit());
                Self::new("one peg anywhere", pegs.collect())
            }
            text => match (board.parse_hole(text), pattern) {
                (Ok(hole), _) => Self::new(format!("one peg in {text}"), vec![hole.bit()]),
                (_, Ok(target)) => Self::new("pattern", vec![target]),
                (_, Err(error)) => return Err(GoalError::Unknown(error)),
            },
        };
        Ok(vec![goal])
    }

    /// Each different character of a text once, in the order of the text, without white space.
    fn characters(font: &Font, text: &str) -> Result<Vec<Self>, GoalError> {
        let mut goals: Vec<Self> = Vec::new();
        for (at, character) in text.chars().enumerate() {
            let twice = || goals.iter().any(|goal| goal.title.starts_with(character));
            if character.is_whitespace() || twice() {
                continue;
            }
            let found = font.get(character);
            let found = found.ok_or(GoalError::NotInFont { number: at + 1, character })?;
            goals.push(Self::new(character, vec![found.pattern()]));
        }
        if goals.is_empty() { Err(GoalError::Empty) } else { Ok(goals) }
    }
}

/// Whether the text is meant as rows of `#` and `.`, or as a digit for each hole.
fn looks_like_a_pattern(board: &Board, text: &str) -> bool {
    let picture = text.chars().all(|character| "#./ \n".contains(character));
    let digits =
        text.len() == board.holes() && text.bytes().all(|byte| matches!(byte, b'0' | b'1'));
    digits || picture && text.chars().filter(|character| "#.".contains(*character)).count() > 9
}
