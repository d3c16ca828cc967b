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
//! The key `ideal` has the design that is best where every pattern can be reached, if it is another one. `solutions` and `effort` are the
//! figures: both are present, or none. What follows from the solution, such as the pattern, is not in the file. Alternates follow the characters, with
//! the `feature` that shows them in the place of `script`.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use serde::Deserialize;
use toml::Spanned;

use super::{Character, Font, in_time};
use crate::error::{Error, Source};
use crate::glyph::Feature;
use peg_solitaire::board::{Board, Position};
use peg_solitaire::solution::{Figures, Solution};
use peg_solitaire::words::brief;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    name: String,
    board: Spanned<String>,
    start: Spanned<String>,
    #[serde(default)]
    character: Vec<Spanned<Entry>>,
}

/// A character, or its alternate for a feature.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    char: char,
    script: Option<Spanned<String>>,
    feature: Option<Spanned<String>>,
    same_as: Option<Spanned<char>>,
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
        let source = Source::new("", text);
        let File { name, board: named, start, character } = source.read()?;
        let board = Board::from_text(named.get_ref())
            .map_err(|error| source.wrong_in(&named, format_args!("board: {error}")))?;
        let start = board
            .parse_pattern(start.get_ref())
            .map_err(|error| source.wrong_in(&start, format_args!("start: {error}")))?;
        let mut font =
            Font { name, board, start, characters: BTreeMap::new(), alternates: BTreeMap::new() };
        // What a character is the same as is read before it, and what an alternate is of.
        let mut entries: Vec<&Spanned<Entry>> = character.iter().collect();
        entries.sort_by_key(|entry| {
            let Entry { feature, same_as, .. } = entry.get_ref();
            (feature.is_some(), same_as.is_some())
        });
        for entry in entries {
            let reader = Reader::of(source, entry);
            let Entry { char, script, same_as, feature, .. } = entry.get_ref();
            let feature =
                feature.as_ref().map(|it| Feature::read(&reader.source, it)).transpose()?;
            let of = |original: char, what: std::fmt::Arguments<'_>| {
                let wrong = || reader.source.wrong(format_args!("{what} in the font"));
                font.get(original).ok_or_else(wrong)
            };
            let script = match feature {
                None => reader.needed("script", script)?.get_ref(),
                Some(feature) => {
                    let what = format_args!("has an alternate for {feature}, but no pattern");
                    &of(*char, what)?.script
                }
            };
            let chosen = match same_as.as_ref().map(Spanned::get_ref) {
                None => reader.played(&font, script.clone())?,
                Some(&original) => {
                    let what = format_args!("is the same as {original:?}, which has no pattern");
                    Character { script: script.clone(), ..of(original, what)?.clone() }
                }
            };
            let twice = match feature {
                None => font.characters.insert(*char, chosen),
                Some(feature) => font.alternates.insert((*char, feature), chosen),
            };
            if twice.is_some() {
                return Err(reader.source.wrong("appears twice"));
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
        let mut drawn: BTreeMap<(Position, Position), Vec<char>> = BTreeMap::new();
        for (&character, chosen) in self.characters() {
            text.push_str("\n[[character]]\n");
            line(&mut text, "char", character.encode_utf8(&mut [0; 4]));
            line(&mut text, "script", &chosen.script);
            let alike = drawn.entry((chosen.pattern(), chosen.design.clone())).or_default();
            let same = |other: &&char| {
                self.get(**other).is_some_and(|other| {
                    other.solution == chosen.solution
                        && other.figures == chosen.figures
                        && other.ideal == chosen.ideal
                })
            };
            if let Some(original) = alike.iter().find(same) {
                line(&mut text, "same_as", original.encode_utf8(&mut [0; 4]));
                continue;
            }
            alike.push(character);
            write_played(&mut text, board, chosen);
        }
        for (&(character, feature), chosen) in self.alternates() {
            text.push_str("\n[[character]]\n");
            line(&mut text, "char", character.encode_utf8(&mut [0; 4]));
            line(&mut text, "feature", feature.tag());
            write_played(&mut text, board, chosen);
        }
        text
    }
}

/// Reads a character or an alternate.
struct Reader<'t> {
    source: Source<'t>,
    entry: &'t Entry,
}

impl<'t> Reader<'t> {
    fn of(source: Source<'t>, entry: &'t Spanned<Entry>) -> Self {
        Self { source: source.of(entry.get_ref().char, entry), entry: entry.get_ref() }
    }

    fn needed<T>(&self, key: &str, value: &'t Option<T>) -> Result<&'t T, Error> {
        value.as_ref().ok_or_else(|| self.source.wrong(format_args!("missing field `{key}`")))
    }

    /// The design of a character or an alternate, and its solution.
    fn played(&self, font: &Font, script: String) -> Result<Character, Error> {
        let (board, source) = (&font.board, &self.source);
        let Entry { design, ideal, solution, .. } = self.entry;
        let drawn = |key: &str, rows: &Spanned<String>| {
            let drawn = board.parse_pattern(rows.get_ref());
            drawn.map_err(|error| source.wrong_in(rows, format_args!("{key}: {error}")))
        };
        let design = drawn("design", self.needed("design", design)?)?;
        let ideal = ideal.as_ref().map(|ideal| drawn("ideal", ideal)).transpose()?;
        let jumps = self.needed("solution", solution)?;
        let solution = Solution::parse(board, &font.start, jumps.get_ref())
            .map_err(|error| source.wrong_in(jumps, format_args!("solution: {error}")))?;
        let ideal = ideal.unwrap_or_else(|| design.clone());
        let (solution, figures) = (in_time(solution), self.figures()?);
        Ok(Character { script, design, ideal, solution, figures })
    }

    /// The figures, if present. They are taken as they are stated.
    fn figures(&self) -> Result<Option<Figures>, Error> {
        let source = &self.source;
        let (solutions, effort) = match (&self.entry.solutions, &self.entry.effort) {
            (None, None) => return Ok(None),
            (Some(solutions), Some(effort)) => (solutions, effort),
            _ => {
                return Err(
                    source.wrong("needs both of the keys `solutions` and `effort`, or none")
                );
            }
        };
        let count = solutions.get_ref().parse().ok().filter(|&count: &u128| count > 0);
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
