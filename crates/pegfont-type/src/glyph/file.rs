//! The glyph file: TOML with the designs as rows of `#` and `.`, several of them side by side.

use serde::Deserialize;
use toml::Spanned;

use super::{Designs, Feature, Glyph};
use crate::error::{Error, Location, Source};
use peg_solitaire::board::{Board, Position};
use peg_solitaire::toml_file;
use peg_solitaire::words::{brief, only_character};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    script: String,
    board: Spanned<String>,
    #[serde(default)]
    glyph: Vec<Spanned<Entry>>,
}

/// A character, or its alternate for a feature.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    char: char,
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
        let source = Source::new(name, text);
        let File { script, board: named, glyph } = source.read()?;
        let board = Board::from_text(named.get_ref());
        let board = board.map_err(|error| source.wrong_in(&named, error))?;
        let mut designs = Self::new(name, &board);
        for entry in glyph {
            let source = source.of(entry.get_ref().char, &entry);
            let (reader, entry) = (Reader { source, board: &board }, entry.into_inner());
            let feature =
                entry.feature.as_ref().map(|it| Feature::read(&source, it)).transpose()?;
            let glyph = Glyph { script: script.clone(), ..reader.glyph(&entry)? };
            designs.insert(entry.char, feature, glyph)?;
        }
        Ok(designs)
    }
}

/// Reads an entry.
struct Reader<'t> {
    source: Source<'t>,
    board: &'t Board,
}

impl Reader<'_> {
    fn glyph(&self, entry: &Entry) -> Result<Glyph, Error> {
        let source = &self.source;
        let designs = entry.rows.as_ref().map_or(Ok(Vec::new()), |rows| self.block(rows))?;
        if entry.feature.is_some() && (designs.is_empty() || designs.iter().any(Position::is_empty))
        {
            return Err(source.wrong("needs `rows` with pegs in every design"));
        }
        let same_as = entry.same_as.as_ref().map(|same| {
            let found = same.get_ref();
            let other = only_character(found).filter(|&other| other != entry.char);
            let what = || format!("`same_as` must be another character, not {:?}", brief(found));
            let other = other.ok_or_else(|| source.wrong_in(same, what()))?;
            if designs.is_empty() && entry.pin.is_none() {
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
        let ideal = match &entry.ideal {
            None => 0,
            Some(number) if (1..=designs.len()).contains(number.get_ref()) => number.get_ref() - 1,
            Some(number) => {
                let what = format!(
                    "`ideal` must be the number of one of its designs, of which there are {}, not {}",
                    designs.len(),
                    number.get_ref()
                );
                return Err(source.wrong_in(number, what));
            }
        };
        let pin = self.pin(entry.pin.as_ref())?;
        let glyph = Glyph::of(entry.char, designs, source.at(source.start));
        Ok(Glyph { families: entry.family.clone(), ideal, same_as, pin, ..glyph })
    }

    /// The pattern to be taken, and its place.
    fn pin(&self, pin: Option<&Spanned<String>>) -> Result<Option<(Position, Location)>, Error> {
        let Some(pin) = pin else { return Ok(None) };
        match <[Position; 1]>::try_from(self.block(pin)?) {
            Ok([pattern]) => Ok(Some((pattern, self.source.at(pin.span().start)))),
            Err(_) => Err(self.source.wrong_in(pin, "has several patterns in `pin`; keep one")),
        }
    }

    /// The designs in a block of rows: several side by side, separated by spaces; or, if the board is not a rectangle, as pictures one below
    /// the other, with empty lines between them.
    fn block(&self, rows: &Spanned<String>) -> Result<Vec<Position>, Error> {
        let Self { source, board, .. } = self;
        let (columns, height) = (board.columns(), board.rows());
        let text = rows.get_ref().as_str();
        let wrong = |part: &str, what: String| {
            source.wrong_at(toml_file::byte_of(source.text, rows, part), what)
        };
        if columns * height != board.holes() {
            let picture = |text: &str| {
                board.parse_pattern(text).map_err(|error| wrong(text, error.to_string()))
            };
            return text.split("\n\n").map(picture).collect();
        }
        let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
        if lines.len() != height {
            return Err(wrong(text, format!("has {} rows, but {board} has {height}", lines.len())));
        }
        let mut designs = vec![Position::default(); lines[0].split_whitespace().count()];
        for (row, line) in lines.into_iter().enumerate() {
            let pieces: Vec<&str> = line.split_whitespace().collect();
            if pieces.len() != designs.len() {
                let (found, first) = (pieces.len(), designs.len());
                let what = format!("row {} has {found} designs, but row 1 has {first}", row + 1);
                return Err(wrong(pieces.get(first).unwrap_or(&pieces[found - 1]), what));
            }
            for (number, piece) in pieces.into_iter().enumerate() {
                let stray = piece.char_indices().find(|(_, mark)| !matches!(mark, '#' | '.'));
                if let Some((place, stray)) = stray {
                    let what = format!(
                        "unexpected {stray:?} in row {} (a peg is '#', an empty hole '.')",
                        row + 1
                    );
                    return Err(wrong(&piece[place..], what));
                }
                if piece.len() != columns {
                    let what = format!(
                        "row {} of design {} has {} holes, but {board} has {columns}",
                        row + 1,
                        number + 1,
                        piece.len()
                    );
                    return Err(wrong(piece, what));
                }
                for (x, _) in piece.bytes().enumerate().filter(|&(_, mark)| mark == b'#') {
                    if let Some(hole) = board.hole_at(x as i16, row as i16) {
                        designs[number].insert(hole);
                    }
                }
            }
        }
        Ok(designs)
    }
}
