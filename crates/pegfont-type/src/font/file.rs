//! The font file: TOML with a table for each character. Reading it plays every solution.
//!
//! ```toml
//! name = "pegfont"
//! board = "5x7"
//! start = "#####/#####/#####/##.##/#####/#####/#####"
//!
//! [[character]]
//! char = "-"
//! script = "Latin"
//! design = "...../...../...../.###./...../...../....."
//! solutions = "40854092819779805952"
//! effort = 52.9
//! solution = "c2-c4 ..."
//!
//! [[character]]
//! char = "−"
//! script = "Mathematics"
//! same_as = "-"
//! ```
//!
//! The key `ideal` has the design that is best where every pattern can be reached, if it is another
//! one. `solutions` and `effort` are the figures: both are present, or none. What follows from the
//! solution, such as the pattern, is not in the file. Alternates follow the characters, with the
//! `feature` that shows them in the place of `script`.

use std::fmt::Write as _;

use serde::Deserialize;
use toml::Spanned;

use super::{Character, Font, in_time};
use crate::composed::Composed;
use crate::error::{Error, TomlText};
use crate::glyph::Feature;
use peg_solitaire::board::Board;
use peg_solitaire::solution::{Figures, Solution};
use pegfont_base::words::brief;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FontFileKeys {
    name: String,
    board: Spanned<String>,
    start: Spanned<String>,
    #[serde(default)]
    character: Vec<Spanned<CharacterKeys>>,
}

/// A character, or its alternate for a feature.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CharacterKeys {
    char: Composed,
    script: Option<Spanned<String>>,
    feature: Option<Spanned<String>>,
    same_as: Option<Spanned<Composed>>,
    design: Option<Spanned<String>>,
    ideal: Option<Spanned<String>>,
    solution: Option<Spanned<String>>,
    solutions: Option<Spanned<String>>,
    effort: Option<Spanned<f64>>,
}

impl Font {
    /// Parses a font file and plays all of its solutions.
    ///
    /// # Errors
    /// If the text is not a font file, or a solution can't be played or ends on another pattern.
    pub fn parse(text: &str) -> Result<Font, Error> {
        let source = TomlText::new("", text);
        let keys: FontFileKeys = source.read(&["name", "board", "start"])?;
        let board = Board::from_text(keys.board.get_ref())
            .map_err(|error| source.wrong_in(&keys.board, format_args!("board: {error}")))?;
        let start = board
            .parse_pattern(keys.start.get_ref())
            .map_err(|error| source.wrong_in(&keys.start, format_args!("start: {error}")))?;
        let mut font = Font::new(keys.name, &board, start)?;

        // What a character is the same as is read before it, and what an alternate is of.
        for has_feature in [false, true] {
            for is_the_same in [false, true] {
                for entry in &keys.character {
                    let keys = entry.get_ref();
                    if (keys.feature.is_some(), keys.same_as.is_some())
                        == (has_feature, is_the_same)
                    {
                        keys.add_to(&mut font, &source.of(keys.char.0, entry))?;
                    }
                }
            }
        }
        Ok(font)
    }

    /// The font as the text of a font file. The same font gives the same bytes.
    ///
    /// ```
    /// use peg_solitaire::{board::Board, solution::Solution};
    /// use pegfont_type::font::{Character, Font};
    /// let board: Board = "5x7".parse()?;
    /// let mut font = Font::new("dash", &board, board.central_vacancy())?;
    /// let solution = Solution::parse(&board, board.central_vacancy(), "c2-c4")?;
    /// font.insert('-', Character::new("Latin", solution.end(), solution))?;
    /// assert_eq!(Font::parse(&font.to_toml())?, font);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_toml(&self) -> String {
        let board = self.board();
        let mut text = String::from(
            "# A font of reachable patterns, written by `pegfont font build` and checked whenever \
             it is read.\n\n",
        );
        line(&mut text, "name", self.name());
        line(&mut text, "board", &board.to_text());
        line(&mut text, "start", &board.picture_line(self.start()));

        for (&character, chosen) in &self.characters {
            text.push_str("\n[[character]]\n");
            line(&mut text, "char", character.encode_utf8(&mut [0; 4]));
            line(&mut text, "script", &chosen.script);
            match self.first_like(chosen) {
                Some(first) if first < character => {
                    line(&mut text, "same_as", first.encode_utf8(&mut [0; 4]));
                }
                _ => write_played(&mut text, board, chosen),
            }
        }
        for (&(character, feature), chosen) in &self.alternates {
            text.push_str("\n[[character]]\n");
            line(&mut text, "char", character.encode_utf8(&mut [0; 4]));
            line(&mut text, "feature", feature.tag());
            write_played(&mut text, board, chosen);
        }
        text
    }

    /// The first character that is like this one.
    fn first_like(&self, chosen: &Character) -> Option<char> {
        let (&first, _) = self
            .characters
            .iter()
            .find(|(_, character)| are_alike(character, chosen))?;
        Some(first)
    }
}

/// Whether two characters are the same but for their script.
fn are_alike(one: &Character, other: &Character) -> bool {
    one.design == other.design
        && one.ideal == other.ideal
        && one.solution == other.solution
        && one.figures == other.figures
}

impl CharacterKeys {
    /// Adds the character or the alternate to the font.
    fn add_to(&self, font: &mut Font, source: &TomlText<'_>) -> Result<(), Error> {
        let Composed(character) = self.char;
        let feature = match &self.feature {
            Some(tag) => Some(Feature::read(source, tag)?),
            None => None,
        };
        source.require_none_missing(&self.missing())?;

        let in_font = |original: char, what: std::fmt::Arguments<'_>| {
            let wrong = || source.wrong(format_args!("{what} in the font"));
            font.get(original).ok_or_else(wrong)
        };
        let script = match feature {
            None => source.needed("script", &self.script)?.get_ref().clone(),
            Some(feature) => {
                let what = format_args!("has an alternate for {feature}, but no pattern");
                in_font(character, what)?.script.clone()
            }
        };
        let chosen = match &self.same_as {
            None => self.played(source, font, script)?,
            Some(same_as) => {
                let Composed(original) = *same_as.get_ref();
                let what = format_args!("is the same as {original:?}, which has no pattern");
                Character {
                    script,
                    ..in_font(original, what)?.clone()
                }
            }
        };

        let before = match feature {
            None => font.characters.insert(character, chosen),
            Some(feature) => font.alternates.insert((character, feature), chosen),
        };
        match before {
            None => Ok(()),
            Some(_) => Err(source.wrong("appears twice")),
        }
    }

    /// The keys that it needs and doesn't have.
    fn missing(&self) -> Vec<&'static str> {
        let mut missing = Vec::new();
        if self.feature.is_none() && self.script.is_none() {
            missing.push("script");
        }

        let is_played = self.same_as.is_none();
        if is_played && self.design.is_none() {
            missing.push("design");
        }
        if is_played && self.solution.is_none() {
            missing.push("solution");
        }
        missing
    }

    /// The design of a character or an alternate, and its solution.
    fn played(
        &self,
        source: &TomlText<'_>,
        font: &Font,
        script: String,
    ) -> Result<Character, Error> {
        let board = &font.board;
        let drawn = |key: &str, rows: &Spanned<String>| {
            let drawn = board.parse_pattern(rows.get_ref());
            drawn.map_err(|error| source.wrong_in(rows, format_args!("{key}: {error}")))
        };
        let design = drawn("design", source.needed("design", &self.design)?)?;
        let ideal = match &self.ideal {
            Some(rows) => drawn("ideal", rows)?,
            None => design.clone(),
        };

        let jumps = source.needed("solution", &self.solution)?;
        let solution = Solution::parse(board, &font.start, jumps.get_ref())
            .map_err(|error| source.wrong_in(jumps, format_args!("solution: {error}")))?;

        Ok(Character {
            script,
            design,
            ideal,
            solution: in_time(solution),
            figures: self.figures(source)?,
        })
    }

    /// The figures, if present. They are taken as they are stated.
    fn figures(&self, source: &TomlText<'_>) -> Result<Option<Figures>, Error> {
        let (solutions, effort) = match (&self.solutions, &self.effort) {
            (None, None) => return Ok(None),
            (Some(solutions), Some(effort)) => (solutions, effort),
            _ => {
                let what = "needs both of the keys `solutions` and `effort`, or none";
                return Err(source.wrong(what));
            }
        };

        let text = solutions.get_ref();
        let count = match text.parse::<u128>() {
            Ok(count) if count > 0 => count,
            _ => {
                let found = brief(text);
                let what = format!(
                    "solutions: {found:?} is not a number of solutions: write a whole number \
                     from 1, in quotes"
                );
                return Err(source.wrong_in(solutions, what));
            }
        };
        match Figures::new(count, *effort.get_ref()) {
            Some(figures) => Ok(Some(figures)),
            None => Err(source.wrong_in(effort, "effort: must be a number, 0 or more")),
        }
    }
}

/// The keys from the design on.
fn write_played(text: &mut String, board: &Board, chosen: &Character) {
    line(text, "design", &board.picture_line(&chosen.design));
    if chosen.ideal != chosen.design {
        line(text, "ideal", &board.picture_line(&chosen.ideal));
    }
    if let Some(figures) = chosen.figures {
        line(text, "solutions", &figures.solutions().to_string());
        // Writing to a string can't fail.
        let _ = writeln!(text, "effort = {:.1}", figures.effort());
    }
    line(text, "solution", &chosen.solution.to_string());
}

fn line(text: &mut String, key: &str, value: &str) {
    // Writing to a string can't fail.
    let _ = writeln!(text, "{key} = {}", toml::Value::from(value));
}
