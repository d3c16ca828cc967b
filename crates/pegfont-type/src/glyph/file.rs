//! The glyph file: TOML with the designs as rows of `#` and `.`, several of them side by side.

use super::{Feature, Glyph, GlyphError, Glyphs, Pin, Place};
use crate::toml_table::{Spot, Table, Text, TomlError, brief};
use peg_solitaire::board::{Bitboard, SmallBoard};

const FILE_KEYS: [&str; 4] = ["script", "board", "glyph", "alternate"];
const GLYPH_KEYS: [&str; 6] = ["char", "family", "rows", "same_as", "pin", "why"];

const ALTERNATE_KEYS: [&str; 3] = ["char", "feature", "rows"];

/// Words the errors of a file, and of a character in it once that is known.
struct Words<'n> {
    file: &'n str,
    character: Option<char>,
}

impl Words<'_> {
    fn error(&self, spot: Spot, what: impl Into<String>) -> GlyphError {
        GlyphError { place: self.place(spot), character: self.character, what: what.into() }
    }

    fn toml(&self, error: TomlError) -> GlyphError {
        self.error(error.spot, error.what)
    }

    fn place(&self, Spot { line, column }: Spot) -> Place {
        Place { file: self.file.to_owned(), line, column: Some(column) }
    }
}

pub(super) fn parse(name: &str, text: &str) -> Result<Glyphs, GlyphError> {
    let words = Words { file: name, character: None };
    let mut table = Table::parse(text).map_err(|error| words.toml(error))?;
    let script =
        table.needed_like("script", "Latin").map_err(|error| words.toml(error))?.value.text;
    let board = table.needed_like("board", "5x7").map_err(|error| words.toml(error))?;
    let board = SmallBoard::from_text(&board.value.text)
        .map_err(|error| words.error(board.spot, error.to_string()))?;
    let entries = table.tables("glyph").map_err(|error| words.toml(error))?;
    let alternates = table.tables("alternate").map_err(|error| words.toml(error))?;
    table.finish(&FILE_KEYS).map_err(|error| words.toml(error))?;
    let mut glyphs = Glyphs::new(&board);
    for entry in entries {
        let (character, glyph) = glyph(name, &board, &script, entry)?;
        glyphs.insert(character, glyph)?;
    }
    for entry in alternates {
        let (character, feature, glyph) = alternate(name, &board, &script, entry)?;
        glyphs.insert_alternate(character, feature, glyph)?;
    }
    Ok(glyphs)
}

/// The designs of an alternate.
fn alternate(
    name: &str,
    board: &SmallBoard,
    script: &str,
    mut table: Table<'_>,
) -> Result<(char, Feature, Glyph), GlyphError> {
    let mut words = Words { file: name, character: None };
    let spot = table.spot();
    let character = table.character("char").map_err(|error| words.toml(error))?.value;
    words.character = Some(character);
    let toml = |error| words.toml(error);
    let said = table.needed_like("feature", "ss01").map_err(toml)?;
    let rows = table.strings("rows").map_err(toml)?;
    table.finish(&ALTERNATE_KEYS).map_err(toml)?;
    let feature = Feature::with_tag(&said.value.text).ok_or_else(|| {
        let known = Feature::ALL.map(Feature::tag).join(", ");
        let what = format!("`feature` must be one of {known}, not {:?}", brief(&said.value.text));
        words.error(said.spot, what)
    })?;
    let mut designs = Vec::new();
    for rows in &rows {
        designs.extend(read_designs(board, rows, &words)?);
    }
    if designs.is_empty() || designs.contains(&Bitboard::EMPTY) {
        return Err(words.error(spot, "needs `rows` with pegs in every design"));
    }
    let (script, place) = (script.to_owned(), words.place(spot));
    let families = Vec::new();
    Ok((character, feature, Glyph { script, families, designs, same_as: None, pin: None, place }))
}

fn glyph(
    name: &str,
    board: &SmallBoard,
    script: &str,
    mut table: Table<'_>,
) -> Result<(char, Glyph), GlyphError> {
    let mut words = Words { file: name, character: None };
    let spot = table.spot();
    let character = table.character("char").map_err(|error| words.toml(error))?.value;
    words.character = Some(character);
    let toml = |error| words.toml(error);
    let families = table.strings("family").map_err(toml)?;
    let rows = table.strings("rows").map_err(toml)?;
    let same_as = table.string("same_as").map_err(toml)?;
    let pin = table.string("pin").map_err(toml)?;
    let why = table.string("why").map_err(toml)?;
    table.finish(&GLYPH_KEYS).map_err(toml)?;
    let mut designs = Vec::new();
    for rows in &rows {
        designs.extend(read_designs(board, rows, &words)?);
    }
    let same_as = match same_as {
        None => None,
        Some(same) => {
            let other = crate::toml_table::single_character(&same.value.text);
            let other = other.filter(|&other| other != character).ok_or_else(|| {
                words.error(
                    same.spot,
                    format!(
                        "`same_as` must be another character, not {:?}",
                        brief(&same.value.text)
                    ),
                )
            })?;
            if !designs.is_empty() || pin.is_some() {
                let what = "has `same_as`, which replaces `rows` and `pin`: remove them";
                return Err(words.error(same.spot, what));
            }
            Some(other)
        }
    };
    if designs.is_empty() && same_as.is_none() {
        return Err(words.error(spot, "has neither `rows` nor `same_as`: draw designs in rows, or write for example same_as = \"O\""));
    }
    if designs.len() > 1 && designs.contains(&Bitboard::EMPTY) {
        return Err(words.error(spot, "has a design without pegs and others with pegs"));
    }
    let pin = match (pin, why) {
        (None, None) => None,
        (Some(pin), Some(why)) => {
            let designs = read_designs(board, &pin.value, &words)?;
            let &[pattern] = designs.as_slice() else {
                return Err(words.error(pin.spot, "has several patterns in `pin`; keep one"));
            };
            let why = why.value.text.into_owned();
            Some(Pin { pattern, why, place: words.place(pin.spot) })
        }
        (Some(pin), None) => {
            let what = "has a `pin` without a reason: explain in `why` why it is better";
            return Err(words.error(pin.spot, what));
        }
        (None, Some(why)) => {
            return Err(words.error(why.spot, "has a `why` without a `pin`"));
        }
    };
    let families = families.into_iter().map(|family| family.text.into_owned()).collect();
    let place = words.place(spot);
    let script = script.to_owned();
    Ok((character, Glyph { script, families, designs, same_as, pin, place }))
}

/// The designs in a block of rows: several side by side, separated by spaces, or a single one as a picture if
/// the board is not a rectangle.
fn read_designs(
    board: &SmallBoard,
    rows: &Text<'_>,
    words: &Words<'_>,
) -> Result<Vec<Bitboard>, GlyphError> {
    let (columns, height) = (board.columns(), board.rows());
    if columns * height != board.holes() {
        let picture = board.parse_position(&rows.text);
        let picture = picture.map_err(|error| words.error(rows.first, error.to_string()))?;
        return Ok(vec![picture]);
    }
    let lines: Vec<&str> = rows.text.lines().collect();
    let filled = lines.iter().filter(|line| !line.trim().is_empty()).count();
    if filled != height {
        let what = format!("has {filled} rows, but {board} has {height}");
        return Err(words.error(rows.first, what));
    }
    let mut designs: Vec<Bitboard> = Vec::new();
    let mut row = 0;
    for (index, line) in lines.iter().enumerate() {
        let pieces: Vec<&str> = line.split_whitespace().collect();
        // A piece is a part of the line.
        let column = |piece: &str| {
            let before = piece.as_ptr() as usize - line.as_ptr() as usize;
            line[..before].chars().count()
        };
        let at = |piece: &str, more: usize| rows.spot(index, column(piece) + more);
        if pieces.is_empty() {
            continue;
        }
        if row == 0 {
            designs.resize(pieces.len(), Bitboard::EMPTY);
        }
        if pieces.len() != designs.len() {
            let (found, first) = (pieces.len(), designs.len());
            let what = format!("row {} has {found} designs, but row 1 has {first}", row + 1);
            let first_extra = pieces.get(first).or(pieces.last()).copied().unwrap_or(line);
            return Err(words.error(at(first_extra, 0), what));
        }
        for (number, piece) in pieces.into_iter().enumerate() {
            let stray = piece.chars().enumerate().find(|(_, mark)| !matches!(mark, '#' | '.'));
            if let Some((place, stray)) = stray {
                let what = format!(
                    "unexpected {stray:?} in row {} (a peg is '#', an empty hole '.')",
                    row + 1
                );
                return Err(words.error(at(piece, place), what));
            }
            if piece.len() != columns {
                let what = format!(
                    "row {} of design {} has {} holes, but {board} has {columns}",
                    row + 1,
                    number + 1,
                    piece.len()
                );
                return Err(words.error(at(piece, 0), what));
            }
            for (x, _) in piece.bytes().enumerate().filter(|&(_, mark)| mark == b'#') {
                if let Some(hole) = board.hole_at(x as i16, row as i16) {
                    designs[number] = designs[number] | hole.bit();
                }
            }
        }
        row += 1;
    }
    Ok(designs)
}
