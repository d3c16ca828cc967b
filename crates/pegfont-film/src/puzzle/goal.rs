//! What a puzzle is played for: characters of a font, a pattern, or one last peg.

use thiserror::Error;

use peg_solitaire::board::{Bitboard, PatternError, SmallBoard};
use peg_solitaire::words::{brief, only_character};
use pegfont_type::font::{Character, Font, spelled};

/// Something to play for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// A character, or some words.
    pub title: String,
    /// The positions that win.
    pub targets: Vec<Bitboard>,
}

/// Why a text names no goal.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum GoalError {
    /// It looks like a pattern, but isn't one.
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
    /// The font has the character, but on another board.
    #[error(
        "the font {font} has {character:?} on {board}, and this is another board: give a pattern as rows of # and . \
         with / between them, or a hole for the last peg"
    )]
    OtherBoard { font: String, character: char, board: String },
    /// The text has several characters where one goal is wanted.
    #[error(
        "{text:?} has several characters: give one, a pattern as rows of # and . with / between them, a hole for the last peg, \
         `centre` or `any`"
    )]
    Several { text: String },
    /// The text has no characters, or only spaces.
    #[error("the text has no characters: give at least one, or a pattern")]
    Empty,
}

impl Goal {
    fn new(title: impl Into<String>, targets: Vec<Bitboard>) -> Self {
        Self { title: title.into(), targets }
    }

    /// The one goal that a text names. It is, whichever comes first:
    ///
    /// 1. a pattern as rows of `#` and `.`, or as one digit per hole;
    /// 2. a character of the font, on the font's board;
    /// 3. one last peg: `centre`, `any` for all holes, or the name of a hole;
    /// 4. a pattern's code.
    ///
    /// ```
    /// use peg_solitaire::board::SmallBoard;
    /// use pegfont_film::puzzle::Goal;
    /// use pegfont_type::font::Font;
    /// let english: SmallBoard = "english".parse()?;
    /// let font = Font::new("empty", &english, english.central_vacancy())?;
    /// let hole = Goal::parse(&english, &font, "d4")?;
    /// assert_eq!(hole.targets, [english.centre().bit()]);
    /// assert_eq!(Goal::parse(&english, &font, "any")?.targets.len(), 33);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it names none, or several characters.
    pub fn parse(board: &SmallBoard, font: &Font, text: &str) -> Result<Self, GoalError> {
        let text = &spelled(text, |one| font.get(one).is_some());
        if let Some(goal) = Self::single(board, font, text)? {
            return Ok(goal);
        }
        match board.parse_pattern(text) {
            Ok(target) => Ok(Self::new("pattern", vec![target])),
            Err(_) if text.trim().is_empty() => Err(GoalError::Empty),
            Err(error) if text.contains('/') || text.chars().all(|mark| "#. \n".contains(mark)) => {
                Err(GoalError::Pattern(error))
            }
            Err(_) if is_on(font, board) && Self::characters(font, text).is_ok() => {
                Err(GoalError::Several { text: brief(text) })
            }
            Err(error) => Err(match only_character(text.trim()) {
                Some(character) if font.get(character).is_some() => GoalError::OtherBoard {
                    font: font.name().to_owned(),
                    character,
                    board: font.board().to_string(),
                },
                _ => GoalError::Unknown(error),
            }),
        }
    }

    /// The goals that a text names: one, as for [`parse`](Self::parse), or else each different character of the text. A
    /// number is a text on the font's board, and a code on others.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, solution::Solution};
    /// use pegfont_film::puzzle::Goal;
    /// use pegfont_type::font::{Character, Font};
    /// let board: SmallBoard = "5x7".parse()?;
    /// let mut font = Font::new("dash", &board, board.central_vacancy())?;
    /// let start = board.central_vacancy();
    /// let solution = Solution::parse(&board, start, "c2-c4")?;
    /// font.insert('-', Character::new("Latin", solution.end(), solution))?;
    /// let goals = Goal::parse_all(&board, &font, "- -")?;
    /// assert_eq!((goals.len(), &*goals[0].title), (1, "-"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it names none.
    pub fn parse_all(board: &SmallBoard, font: &Font, text: &str) -> Result<Vec<Self>, GoalError> {
        let text = &spelled(text, |one| font.get(one).is_some());
        match Self::single(board, font, text)? {
            Some(goal) => Ok(vec![goal]),
            None if is_on(font, board) => Self::characters(font, text),
            None => Self::parse(board, font, text).map(|goal| vec![goal]),
        }
    }

    /// The goal of a text that can't be a code or several characters.
    fn single(board: &SmallBoard, font: &Font, text: &str) -> Result<Option<Self>, GoalError> {
        if looks_like_a_pattern(board, text) {
            let pattern = board.parse_pattern(text).map_err(GoalError::Pattern)?;
            return Ok(Some(Self::new("pattern", vec![pattern])));
        }
        let word = text.trim();
        if is_on(font, board) && only_character(word).is_some() {
            return Ok(Self::characters(font, text)?.pop());
        }
        Ok(match word {
            "centre" | "center" => {
                Some(Self::new("one peg in the centre", vec![board.centre().bit()]))
            }
            "any" => {
                let pegs = board.full().pegs().map(|hole| hole.bit());
                Some(Self::new("one peg anywhere", pegs.collect()))
            }
            hole => board
                .parse_hole(hole)
                .ok()
                .map(|found| Self::new(format!("one peg in {hole}"), vec![found.bit()])),
        })
    }

    /// Each different character of a text once, in the order of the text, without white space.
    fn characters(font: &Font, text: &str) -> Result<Vec<Self>, GoalError> {
        let mut goals: Vec<Self> = Vec::new();
        for (at, character) in text.chars().enumerate() {
            let twice = || goals.iter().any(|goal| goal.title.starts_with(character));
            if character.is_whitespace() || twice() {
                continue;
            }
            let found = font.get(character).and_then(Character::small_pattern);
            let found = found.ok_or(GoalError::NotInFont { number: at + 1, character })?;
            goals.push(Self::new(character, vec![found]));
        }
        if goals.is_empty() { Err(GoalError::Empty) } else { Ok(goals) }
    }
}

/// Whether the font's characters are patterns of this board.
fn is_on(font: &Font, board: &SmallBoard) -> bool {
    font.small().is_some_and(|(own, _)| own == *board)
}

/// Whether the text is meant as rows of `#` and `.`, with a slip or two, or as a digit for each hole.
fn looks_like_a_pattern(board: &SmallBoard, text: &str) -> bool {
    let count = |marks: &str| text.chars().filter(|&character| marks.contains(character)).count();
    let digits =
        text.len() == board.holes() && text.bytes().all(|byte| matches!(byte, b'0' | b'1'));
    digits || count("#.") > 9 && 4 * count("#./ \n") >= 3 * text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use peg_solitaire::solution::Solution;

    #[test]
    fn on_the_board_of_the_font_holes_come_before_texts_and_texts_before_codes() {
        let board: SmallBoard = "5x7".parse().unwrap();
        let start = board.central_vacancy();
        let mut font = Font::new("few", &board, start).unwrap();
        let solution = Solution::parse(&board, start, "c2-c4").unwrap();
        let chosen = Character::new("Latin", solution.end(), solution);
        for character in "any4d17".chars() {
            font.insert(character, chosen.clone()).unwrap();
        }
        let titles = |text: &str| -> Vec<String> {
            let goals = Goal::parse_all(&board, &font, text).unwrap();
            goals.into_iter().map(|goal| goal.title).collect()
        };
        assert_eq!(titles("d4"), ["one peg in d4"]);
        assert_eq!(titles("d 4"), ["d", "4"]);
        assert_eq!(titles("any"), ["one peg anywhere"]);
        assert_eq!(titles("a ny"), ["a", "n", "y"]);
        assert_eq!(titles("centre"), ["one peg in the centre"]);
        assert_eq!(titles("17"), ["1", "7"]);
        let one = |text| Goal::parse(&board, &font, text);
        assert_eq!(one("17").unwrap().targets, [Bitboard(17)]);
        assert_eq!(one("7").unwrap().title, "7");
        assert_eq!(one("07").unwrap().targets, [Bitboard(7)]);
        assert_eq!(one("ay"), Err(GoalError::Several { text: "ay".to_owned() }));
        assert!(matches!(one("8"), Err(GoalError::NotInFont { number: 1, character: '8' })));
        assert!(matches!(one("az"), Err(GoalError::Unknown(_))));
        assert_eq!(one(" "), Err(GoalError::Empty));
        let slip = "..#../....x/...../...../...../...../.....";
        assert!(matches!(one(slip), Err(GoalError::Pattern(_))));
        assert!(matches!(one("##.##"), Err(GoalError::Pattern(_))));
        let all = Goal::parse_all(&board, &font, slip);
        assert!(matches!(all, Err(GoalError::Pattern(_))));
    }
}
