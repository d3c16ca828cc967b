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
use peg_solitaire::board::{Board, Position};
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
        let FontFileKeys {
            name,
            board: named,
            start,
            character,
        } = source.read(&["name", "board", "start"])?;
        let board = Board::from_text(named.get_ref())
            .map_err(|error| source.wrong_in(&named, format_args!("board: {error}")))?;
        let start = board
            .parse_pattern(start.get_ref())
            .map_err(|error| source.wrong_in(&start, format_args!("start: {error}")))?;
        let mut font = Font::new(name, &board, start)?;
        // What a character is the same as is read before it, and what an alternate is of.
        let mut entries: Vec<&Spanned<CharacterKeys>> = character.iter().collect();
        entries.sort_by_key(|entry| {
            let CharacterKeys {
                feature, same_as, ..
            } = entry.get_ref();
            (feature.is_some(), same_as.is_some())
        });
        for entry in entries {
            let Composed(character) = entry.get_ref().char;
            let (entry, source) = (entry.get_ref(), source.of(character, entry));
            let feature = entry
                .feature
                .as_ref()
                .map(|it| Feature::read(&source, it))
                .transpose()?;
            let of = |original: char, what: std::fmt::Arguments<'_>| {
                let wrong = || source.wrong(format_args!("{what} in the font"));
                font.get(original).ok_or_else(wrong)
            };
            source.require_none_missing(&entry.missing())?;
            let script = match feature {
                None => source.needed("script", &entry.script)?.get_ref(),
                Some(feature) => {
                    let what = format_args!("has an alternate for {feature}, but no pattern");
                    &of(character, what)?.script
                }
            };
            let chosen = match entry.same_as.as_ref().map(Spanned::get_ref) {
                None => entry.played(&source, &font, script.clone())?,
                Some(&Composed(original)) => {
                    let what = format_args!("is the same as {original:?}, which has no pattern");
                    Character {
                        script: script.clone(),
                        ..of(original, what)?.clone()
                    }
                }
            };
            let twice = match feature {
                None => font.characters.insert(character, chosen),
                Some(feature) => font.alternates.insert((character, feature), chosen),
            };
            if twice.is_some() {
                return Err(source.wrong("appears twice"));
            }
        }
        Ok(font)
    }

    /// The font as the text of a font file. The same font gives the same bytes.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, solution::Solution};
    /// use pegfont_type::font::{Character, Font};
    /// let board: SmallBoard = "5x7".parse()?;
    /// let mut font = Font::new("dash", &board, board.central_vacancy())?;
    /// let solution = Solution::parse(&board, board.central_vacancy(), "c2-c4")?;
    /// font.insert('-', Character::new("Latin", solution.end(), solution))?;
    /// assert_eq!(Font::parse(&font.to_toml())?, font);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_toml(&self) -> String {
        let board = self.board();
        let mut text = String::from(
            "# A font of reachable patterns, written by `pegfont font build` and checked whenever it is read.\n\n",
        );
        line(&mut text, "name", self.name());
        line(&mut text, "board", &board.to_text());
        line(&mut text, "start", &board.picture_line(self.start()));
        let characters = self
            .characters
            .iter()
            .map(|(&character, one)| (character, None, one));
        let alternates = self
            .alternates
            .iter()
            .map(|(key, one)| (key.0, Some(key.1), one));
        for (character, feature, chosen) in characters.chain(alternates) {
            text.push_str("\n[[character]]\n");
            line(&mut text, "char", character.encode_utf8(&mut [0; 4]));
            match feature {
                None => line(&mut text, "script", &chosen.script),
                Some(feature) => line(&mut text, "feature", feature.tag()),
            }
            let first = self
                .characters
                .iter()
                .find(|it| all_but_script(it.1) == all_but_script(chosen));
            match first.filter(|it| *it.0 < character && feature.is_none()) {
                Some((first, _)) => line(&mut text, "same_as", first.encode_utf8(&mut [0; 4])),
                None => write_played(&mut text, board, chosen),
            }
        }
        text
    }
}

/// What a character has in common with one that is the same.
fn all_but_script(it: &Character) -> (&Position, &Position, &Solution, Option<Figures>) {
    (&it.design, &it.ideal, &it.solution, it.figures)
}

impl CharacterKeys {
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
        let Self {
            design,
            ideal,
            solution,
            ..
        } = self;
        let board = &font.board;
        let drawn = |key: &str, rows: &Spanned<String>| {
            let drawn = board.parse_pattern(rows.get_ref());
            drawn.map_err(|error| source.wrong_in(rows, format_args!("{key}: {error}")))
        };
        let design = drawn("design", source.needed("design", design)?)?;
        let ideal = ideal
            .as_ref()
            .map(|ideal| drawn("ideal", ideal))
            .transpose()?;
        let jumps = source.needed("solution", solution)?;
        let solution = Solution::parse(board, &font.start, jumps.get_ref())
            .map_err(|error| source.wrong_in(jumps, format_args!("solution: {error}")))?;
        let ideal = ideal.unwrap_or_else(|| design.clone());
        let (solution, figures) = (in_time(solution), self.figures(source)?);
        Ok(Character {
            script,
            design,
            ideal,
            solution,
            figures,
        })
    }

    /// The figures, if present. They are taken as they are stated.
    fn figures(&self, source: &TomlText<'_>) -> Result<Option<Figures>, Error> {
        let (solutions, effort) = match (&self.solutions, &self.effort) {
            (None, None) => return Ok(None),
            (Some(solutions), Some(effort)) => (solutions, effort),
            _ => {
                return Err(
                    source.wrong("needs both of the keys `solutions` and `effort`, or none")
                );
            }
        };
        let count = solutions
            .get_ref()
            .parse()
            .ok()
            .filter(|&count: &u128| count > 0);
        let count = count.ok_or_else(|| {
            let found = brief(solutions.get_ref());
            let what = format!(
                "solutions: {found:?} is not a number of solutions: write a whole number from 1, in quotes"
            );
            source.wrong_in(solutions, what)
        })?;
        let figures = Figures::new(count, *effort.get_ref());
        let wrong = || source.wrong_in(effort, "effort: must be a number, 0 or more");
        figures.ok_or_else(wrong).map(Some)
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
