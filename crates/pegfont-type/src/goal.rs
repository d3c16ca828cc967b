//! What a puzzle is played for: characters of a font, a pattern, or one last peg.

use std::collections::BTreeSet;

use crate::font::{Character, Font, spelled};
use peg_solitaire::board::{Bitboard, Hole, SmallBoard};
use pegfont_base::words::{brief, listed, only_character, quoted};

/// Why a text names no goal, and what to write instead.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NoGoal {
    /// Characters that the font lacks, each with its place in the text, from 1.
    #[error("{}: leave out what it lacks, or {PATTERN}", not_in_font(.0))]
    NotInFont(Vec<(usize, char)>),
    /// Anything else.
    #[error("{0}")]
    Words(String),
}

/// Something to play for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Goal {
    /// A character, or some words.
    pub title: String,
    /// The positions that win.
    pub targets: Vec<Bitboard>,
}

impl Goal {
    /// The one goal that a text names.
    ///
    /// # Errors
    /// When it names none, or several characters.
    pub fn parse(board: &SmallBoard, font: &Font, text: &str) -> Result<Self, NoGoal> {
        let signs = spelled(text, |character| font.get(character).is_some());
        let count = signs
            .chars()
            .filter(|character| !character.is_whitespace())
            .count();
        let is_one = count <= 1;

        let goals = match Self::parse_all(board, font, text) {
            Err(NoGoal::NotInFont(_)) if !is_one => return Err(several(text)),
            goals => goals?,
        };

        match <[Self; 1]>::try_from(goals) {
            Ok([goal]) if is_one || only_character(&goal.title).is_none() => Ok(goal),
            _ => Err(several(text)),
        }
    }

    /// The goals that a text names. It is, whichever comes first:
    ///
    /// 1. a position as rows of `#` and `.`, as one digit per hole, or as `code:` and a number;
    /// 2. a character of the font, on the font's board;
    /// 3. one last peg: in a hole, by its name or number, in the `centre`, or in `any` hole;
    /// 4. several characters of the font: each different one is a goal.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, solution::Solution};
    /// use pegfont_type::{font::{Character, Font}, goal::Goal};
    /// let board: SmallBoard = "5x7".parse()?;
    /// let mut font = Font::new("dash", board.as_board(), board.central_vacancy())?;
    /// let start = board.central_vacancy();
    /// let solution = Solution::parse(board.as_board(), start, "c2-c4")?;
    /// font.insert('-', Character::new("Latin", solution.end(), solution))?;
    /// let goals = Goal::parse_all(&board, &font, "- -")?;
    /// assert_eq!((goals.len(), &*goals[0].title), (1, "-"));
    /// let english: SmallBoard = "english".parse()?;
    /// assert_eq!(Goal::parse(&english, &font, "17")?.targets, [english.centre().bit()]);
    /// assert_eq!(Goal::parse(&english, &font, "any")?.targets.len(), 33);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When it names none.
    pub fn parse_all(board: &SmallBoard, font: &Font, text: &str) -> Result<Vec<Self>, NoGoal> {
        let has = |character| font.get(character).is_some();
        let text = &spelled(text, has);
        let word = text.trim();
        if is_drawn(board.holes(), word) {
            let pattern = board.parse_pattern(text).or_else(puzzle)?;
            return Ok(vec![Self::new("pattern", vec![pattern])]);
        }

        let is_on_board = font.small().is_some_and(|(own, _)| own == *board);
        let character = only_character(word).filter(|&character| has(character));
        if is_on_board && character.is_some() {
            return Self::characters(font, text);
        }
        if word == "any" {
            let holes = board.each_hole().map(Hole::bit).collect();
            return Ok(vec![Self::new("one peg anywhere", holes)]);
        }

        let error = match board.parse_hole(word) {
            Ok(hole) => {
                let title = if word == "centre" {
                    "one peg in the centre".to_owned()
                } else {
                    format!("one peg in {}", board.hole_name(hole))
                };
                return Ok(vec![Self::new(title, vec![hole.bit()])]);
            }
            Err(error) => error,
        };
        if word.is_empty() {
            return puzzle(NO_CHARACTERS);
        }
        let number = word.strip_prefix("hole").unwrap_or_default();
        let is_numbered = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        if is_on_board && !is_numbered {
            return Self::characters(font, text);
        }

        puzzle(match character {
            Some(character) => elsewhere(font, character),
            None => format!(
                "{error}; or name a hole for the last peg, `centre` for the middle one, or `any` \
                 for all of them"
            ),
        })
    }

    fn new(title: impl Into<String>, targets: Vec<Bitboard>) -> Self {
        Self {
            title: title.into(),
            targets,
        }
    }

    /// The goals of a text that is nothing but characters of the font, even if it looks like a
    /// position or a hole: each different one is a goal.
    ///
    /// # Errors
    /// When the text has no characters, or the font lacks one, or is for another board.
    pub fn of_characters(board: &SmallBoard, font: &Font, text: &str) -> Result<Vec<Self>, NoGoal> {
        let text = &spelled(text, |character| font.get(character).is_some());
        let first = text.chars().find(|character| !character.is_whitespace());
        let is_on_board = font.small().is_some_and(|(own, _)| own == *board);

        match first {
            None => puzzle(NO_CHARACTERS),
            Some(first) if !is_on_board => puzzle(elsewhere(font, first)),
            Some(_) => Self::characters(font, text),
        }
    }

    /// Each different character of a text once, in the order of the text, without white space.
    fn characters(font: &Font, text: &str) -> Result<Vec<Self>, NoGoal> {
        let mut seen = BTreeSet::new();
        let mut goals = Vec::new();
        let mut missing = Vec::new();
        for (place, character) in (1..).zip(text.chars()) {
            if character.is_whitespace() || !seen.insert(character) {
                continue;
            }
            match font.get(character).and_then(Character::small_pattern) {
                Some(pattern) => goals.push(Self::new(character, vec![pattern])),
                None => missing.push((place, character)),
            }
        }

        if missing.is_empty() {
            Ok(goals)
        } else {
            Err(NoGoal::NotInFont(missing))
        }
    }
}

const NO_CHARACTERS: &str = "the text has no characters: give at least one, or a pattern";

/// A font has a character on a board other than the one that is played on.
fn elsewhere(font: &Font, character: char) -> String {
    let name = font.name();
    let own = font.board();

    format!(
        "the font {name} has {character:?} on {own}, and this is another board: {PATTERN}, or a \
         hole for the last peg"
    )
}

/// What to write if a text doesn't name a target.
const PATTERN: &str = "give a pattern as rows of # and . with / between them";

fn not_in_font(missing: &[(usize, char)]) -> String {
    let each = missing.iter().map(|&(place, character)| {
        format!("{} (character {place} of the text)", quoted(character))
    });
    let is = if missing.len() == 1 { "is" } else { "are" };

    format!("{} {is} not in the font", listed(each.collect(), 20))
}

fn puzzle<T>(what: impl ToString) -> Result<T, NoGoal> {
    Err(NoGoal::Words(what.to_string()))
}

/// The text has several characters where one goal is wanted.
pub fn several(text: &str) -> NoGoal {
    let first = text
        .chars()
        .find(|character| !character.is_whitespace())
        .map(String::from)
        .unwrap_or_default();
    let text = brief(text);

    NoGoal::Words(format!(
        "{text:?} has several characters: give one, such as {first:?}, or a pattern as rows of # \
         and . with / between them, a hole for the last peg, `centre` or `any`"
    ))
}

/// Whether a text is meant as a position on a board with this number of holes: as rows of `#` and
/// `.`, with a slip or two, as a digit for each hole, or as a code.
pub fn is_drawn(holes: usize, word: &str) -> bool {
    let count = |marks: &str| {
        word.chars()
            .filter(|&character| marks.contains(character))
            .count()
    };
    let all = word.chars().count();

    let are_digits = all == holes && count("01") == all;
    let are_rows = all > 1 && count("#. /\n") == all;
    let are_rows_with_slips = count("#.") > 9 && 4 * count("#./ \n") >= 3 * all;
    are_digits || are_rows || are_rows_with_slips || word.starts_with("code:")
}
