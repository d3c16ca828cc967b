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
        let source = TomlText::new(name, text);
        let GlyphFileKeys {
            script,
            board: named,
            glyph,
        } = source.read(&["script", "board"])?;
        let board = Board::from_text(named.get_ref());
        let board = board.map_err(|error| source.wrong_in(&named, error))?;
        let mut designs = Self::new(name, &board);
        for entry in glyph {
            let source = source.of(entry.get_ref().char.0, &entry);
            let entry = entry.into_inner();
            let feature = entry.feature.as_ref().map(|it| Feature::read(&source, it));
            let glyph = Glyph {
                script: script.clone(),
                ..entry.glyph(&source, &board)?
            };
            designs.insert(entry.char.0, feature.transpose()?, glyph)?;
        }
        Ok(designs)
    }
}

impl GlyphKeys {
    fn glyph(&self, source: &TomlText<'_>, board: &Board) -> Result<Glyph, Error> {
        let block = |rows| block(source, board, rows);
        let designs = self.rows.as_ref().map_or(Ok(Vec::new()), block)?;
        if self.feature.is_some() && (designs.is_empty() || designs.iter().any(Position::is_empty))
        {
            return Err(source.wrong("needs `rows` with pegs in every design"));
        }
        let same_as = self.same_as.as_ref().map(|same| {
            let found = same.get_ref();
            let other = only_character(found)
                .or(only_character(&composed(found)))
                .filter(|&other| other != self.char.0);
            let what = || {
                format!(
                    "`same_as` must be another character, not {:?}",
                    brief(found)
                )
            };
            let other = other.ok_or_else(|| source.wrong_in(same, what()))?;
            if designs.is_empty() && self.pin.is_none() {
                return Ok(other);
            }
            let what = "has `same_as`, which replaces `rows` and `pin`: remove them";
            Err(source.wrong_in(same, what))
        });
        let same_as = same_as.transpose()?;
        if designs.is_empty() && same_as.is_none() {
            return Err(source.wrong("has neither `rows` nor `same_as`: draw designs in rows, or write for example same_as = \"O\""));
        }
        if designs.len() > 1 && designs.iter().any(Position::is_empty) {
            return Err(source.wrong("has a design without pegs and others with pegs"));
        }
        let ideal = match &self.ideal {
            None => 0,
            Some(number) if (1..=designs.len()).contains(number.get_ref()) => number.get_ref() - 1,
            Some(number) => {
                let (found, count) = (number.get_ref(), designs.len());
                let what = "must be the number of one of its designs, of which there are";
                return Err(
                    source.wrong_in(number, format_args!("`ideal` {what} {count}, not {found}"))
                );
            }
        };
        let pin = self
            .pin
            .as_ref()
            .map(|pin| match <[Position; 1]>::try_from(block(pin)?) {
                Ok([pattern]) => Ok((pattern, source.at(pin.span().start))),
                Err(_) => Err(source.wrong_in(pin, "has several patterns in `pin`; keep one")),
            });
        let (families, pin) = (self.family.clone(), pin.transpose()?);
        let glyph = Glyph::of(self.char.0, designs, source.at(source.start));
        Ok(Glyph {
            families,
            ideal,
            same_as,
            pin,
            ..glyph
        })
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
        source.wrong_at(toml_file::byte_of(source.text, rows, part), what)
    };
    if !board.is_rectangle() {
        let picture = |text: &str| {
            board
                .parse_pattern(text)
                .map_err(|error| wrong(text, error.to_string()))
        };
        return text.split("\n\n").map(picture).collect();
    }
    let lines = text
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>());
    let lines: Vec<Vec<&str>> = lines.filter(|line| !line.is_empty()).collect();
    let first = lines.first().map_or(0, Vec::len);
    if let Some(row) = lines.iter().position(|line| line.len() != first) {
        let (line, found) = (&lines[row], lines[row].len());
        let what = format!("row {} has {found} designs, but row 1 has {first}", row + 1);
        return Err(wrong(line.get(first).unwrap_or(&line[found - 1]), what));
    }
    let design = |number: usize| {
        let rows: Vec<&str> = lines.iter().map(|line| line[number]).collect();
        board.parse_pattern(&rows.join("/")).map_err(|error| {
            let (row, column) = match error {
                PatternError::StrayCharacter { row, column, .. }
                | PatternError::EitherWay { row, column, .. } => (row, column),
                PatternError::Row { row, .. } => (row, 1),
                _ => (1, 1),
            };
            let place = rows[row - 1]
                .char_indices()
                .nth(column - 1)
                .map_or(0, |it| it.0);
            wrong(
                &rows[row - 1][place..],
                format!("design {}: {error}", number + 1),
            )
        })
    };
    (0..first).map(design).collect()
}
