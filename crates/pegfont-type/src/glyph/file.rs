//! The glyph file: TOML with the designs as rows of `#` and `.`, several of them side by side.

use serde::Deserialize;
use toml::Spanned;

use super::{Designs, Feature, Glyph};
use crate::composed::{Composed, composed};
use crate::error::{Error, TomlText};
use peg_solitaire::board::{Board, PatternError, Position};
use pegfont_base::toml_file;
use pegfont_base::words::{brief, only_character};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlyphFileKeys {
    script: String,
    board: Spanned<String>,
    #[serde(default)]
    glyph: Vec<Spanned<GlyphKeys>>,
}

/// A character, or its alternate for a feature.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GlyphKeys {
    char: Composed,
    feature: Option<Spanned<String>>,
    #[serde(default)]
    family: Vec<String>,
    rows: Option<Spanned<String>>,
    ideal: Option<Spanned<usize>>,
    same_as: Option<Spanned<String>>,
    pin: Option<Spanned<String>>,
}

impl Designs {
    /// Parses a glyph file. Errors refer to it as `name`.
    ///
    /// # Errors
    /// On the first mistake, with its line and character.
    pub fn parse(name: &str, text: &str) -> Result<Self, Error> {
        let file = TomlText::new(name, text);
        let keys: GlyphFileKeys = file.read(&["script", "board"])?;
        let board = Board::from_text(keys.board.get_ref())
            .map_err(|error| file.wrong_in(&keys.board, error))?;

        let mut designs = Self::new(name, &board);
        for entry in keys.glyph {
            let source = file.of(entry.get_ref().char.0, &entry);
            let entry = entry.into_inner();

            let feature = match &entry.feature {
                Some(tag) => Some(Feature::read(&source, tag)?),
                None => None,
            };
            let glyph = Glyph {
                script: keys.script.clone(),
                ..entry.glyph(&source, &board)?
            };
            designs.insert(entry.char.0, feature, glyph)?;
        }
        Ok(designs)
    }
}

impl GlyphKeys {
    fn glyph(&self, source: &TomlText<'_>, board: &Board) -> Result<Glyph, Error> {
        let designs = match &self.rows {
            Some(rows) => block(source, board, rows)?,
            None => Vec::new(),
        };
        let has_blank = designs.iter().any(Position::is_empty);
        if self.feature.is_some() && (designs.is_empty() || has_blank) {
            return Err(source.wrong("needs `rows` with pegs in every design"));
        }

        let same_as = match &self.same_as {
            Some(same) => Some(self.original(source, same, &designs)?),
            None => None,
        };
        if designs.is_empty() && same_as.is_none() {
            return Err(source.wrong(
                "has neither `rows` nor `same_as`: draw designs in rows, \
                 or write for example same_as = \"O\"",
            ));
        }
        if designs.len() > 1 && has_blank {
            return Err(source.wrong("has a design without pegs and others with pegs"));
        }

        let ideal = match &self.ideal {
            Some(number) => ideal(source, number, designs.len())?,
            None => 0,
        };
        let pin = match &self.pin {
            Some(rows) => {
                let pattern = pinned(source, board, rows)?;
                Some((pattern, source.at(rows.span().start)))
            }
            None => None,
        };

        let families = self.family.clone();
        let glyph = Glyph::of(self.char.0, designs, source.at(source.start));
        Ok(Glyph {
            families,
            ideal,
            same_as,
            pin,
            ..glyph
        })
    }

    /// The character that this one is the same as.
    fn original(
        &self,
        source: &TomlText<'_>,
        same_as: &Spanned<String>,
        designs: &[Position],
    ) -> Result<char, Error> {
        let text = same_as.get_ref();
        let original = only_character(text)
            .or(only_character(&composed(text)))
            .filter(|&original| original != self.char.0);
        let Some(original) = original else {
            let found = brief(text);
            let what = format!("`same_as` must be another character, not {found:?}");
            return Err(source.wrong_in(same_as, what));
        };

        if !designs.is_empty() || self.pin.is_some() {
            let what = "has `same_as`, which replaces `rows` and `pin`: remove them";
            return Err(source.wrong_in(same_as, what));
        }
        Ok(original)
    }
}

/// The number of the ideal design from 0, of so many.
fn ideal(source: &TomlText<'_>, number: &Spanned<usize>, count: usize) -> Result<usize, Error> {
    let found = *number.get_ref();
    if (1..=count).contains(&found) {
        return Ok(found - 1);
    }

    let what = format_args!(
        "`ideal` must be the number of one of its designs, of which there are {count}, not {found}"
    );
    Err(source.wrong_in(number, what))
}

/// The only pattern in a block of rows.
fn pinned(source: &TomlText<'_>, board: &Board, rows: &Spanned<String>) -> Result<Position, Error> {
    let patterns = block(source, board, rows)?;
    match <[Position; 1]>::try_from(patterns) {
        Ok([pattern]) => Ok(pattern),
        Err(_) => Err(source.wrong_in(rows, "has several patterns in `pin`; keep one")),
    }
}

/// The designs in a block of rows: several side by side, separated by spaces; or, if the board is
/// not a rectangle, as pictures one below the other, with empty lines between them.
fn block(
    source: &TomlText<'_>,
    board: &Board,
    rows: &Spanned<String>,
) -> Result<Vec<Position>, Error> {
    let text = rows.get_ref().as_str();
    let wrong = |part: &str, what: String| {
        let byte = toml_file::byte_of(source.text, rows, part);
        source.wrong_at(byte, what)
    };

    if !board.is_rectangle() {
        let picture = |text: &str| {
            let pattern = board.parse_pattern(text);
            pattern.map_err(|error| wrong(text, error.to_string()))
        };
        return text.split("\n\n").map(picture).collect();
    }

    // The parts of each line: a row of each design.
    let mut lines: Vec<Vec<&str>> = Vec::new();
    for line in text.lines() {
        let parts: Vec<&str> = line.split_whitespace().collect();
        if !parts.is_empty() {
            lines.push(parts);
        }
    }
    let count = lines.first().map_or(0, Vec::len);
    for (number, line) in (1..).zip(&lines) {
        let found = line.len();
        if found != count {
            let what = format!("row {number} has {found} designs, but row 1 has {count}");
            return Err(wrong(line.get(count).unwrap_or(&line[found - 1]), what));
        }
    }

    let mut designs = Vec::new();
    for number in 0..count {
        let rows: Vec<&str> = lines.iter().map(|line| line[number]).collect();
        let design = board.parse_pattern(&rows.join("/")).map_err(|error| {
            let what = format!("design {}: {error}", number + 1);
            wrong(from_mistake(&rows, &error), what)
        })?;
        designs.push(design);
    }
    Ok(designs)
}

/// The row with a mistake, from there on.
fn from_mistake<'t>(rows: &[&'t str], mistake: &PatternError) -> &'t str {
    let (row, column) = match *mistake {
        PatternError::StrayCharacter { row, column, .. }
        | PatternError::EitherWay { row, column, .. } => (row, column),
        PatternError::Row { row, .. } => (row, 1),
        _ => (1, 1),
    };

    let row = rows[row - 1];
    let byte = row
        .char_indices()
        .nth(column - 1)
        .map_or(0, |(byte, _)| byte);
    &row[byte..]
}
