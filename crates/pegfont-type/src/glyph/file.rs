//! The glyph file: TOML with the designs as rows of `#` and `.`, several of them side by side.

use std::fmt;

use serde::de::{SeqAccess, Visitor, value::SeqAccessDeserializer};
use serde::{Deserialize, Deserializer};
use toml::Spanned;
use toml::de::DeTable;

use super::{Feature, Glyph, GlyphError, Glyphs, Pin, Place};
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::toml_file::{self, FileError};
use peg_solitaire::words::{brief, only_character};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    script: String,
    board: Spanned<String>,
    #[serde(default)]
    glyph: Vec<Spanned<Drawn>>,
    #[serde(default)]
    alternate: Vec<Spanned<Alternate>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Drawn {
    char: char,
    #[serde(default)]
    family: Strings,
    #[serde(default)]
    rows: Strings,
    ideal: Option<Spanned<usize>>,
    same_as: Option<Spanned<String>>,
    pin: Option<Spanned<String>>,
    why: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Alternate {
    char: char,
    feature: Spanned<String>,
    #[serde(default)]
    rows: Strings,
}

/// One string or a list of strings.
#[derive(Default)]
struct Strings(Vec<Spanned<String>>);

impl<'de> Deserialize<'de> for Strings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let strings = Spanned::<OneOrMore>::deserialize(deserializer)?;
        let span = strings.span();
        Ok(Self(match strings.into_inner() {
            OneOrMore::One(string) => vec![Spanned::new(span, string)],
            OneOrMore::More(strings) => strings,
        }))
    }
}

enum OneOrMore {
    One(String),
    More(Vec<Spanned<String>>),
}

impl<'de> Deserialize<'de> for OneOrMore {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = OneOrMore;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a string or a list of strings")
            }

            fn visit_str<E>(self, string: &str) -> Result<OneOrMore, E> {
                Ok(OneOrMore::One(string.to_owned()))
            }

            fn visit_seq<A: SeqAccess<'de>>(self, list: A) -> Result<OneOrMore, A::Error> {
                Deserialize::deserialize(SeqAccessDeserializer::new(list)).map(OneOrMore::More)
            }
        }
        deserializer.deserialize_any(Either)
    }
}

/// Examples of values, for keys that are missing.
const EXAMPLES: [(&str, &str); 4] =
    [("script", "Latin"), ("board", "5x7"), ("char", "A"), ("feature", "ss01")];

/// The file that is read, and the character, once it is known.
struct Source<'n> {
    name: &'n str,
    text: &'n str,
    character: Option<char>,
}

impl Source<'_> {
    fn error(&self, byte: usize, what: impl ToString) -> GlyphError {
        let (place, what) = (self.place(byte), what.to_string());
        GlyphError { place, character: self.character, what }
    }

    fn place(&self, byte: usize) -> Place {
        let (line, column) = toml_file::place(self.text, byte);
        Place { file: self.name.to_owned(), line, column: Some(column) }
    }
}

pub(super) fn parse(name: &str, text: &str) -> Result<Glyphs, GlyphError> {
    let file: File = toml_file::read(text).map_err(|error| mistake(name, text, error))?;
    let source = |character| Source { name, text, character };
    let board = SmallBoard::from_text(file.board.get_ref());
    let board = board.map_err(|error| source(None).error(file.board.span().start, error))?;
    let mut glyphs = Glyphs::new(&board);
    for entry in file.glyph {
        let (start, entry) = (entry.span().start, entry.into_inner());
        let character = entry.char;
        let glyph = glyph(&source(Some(character)), &board, &file.script, start, entry)?;
        glyphs.insert(character, glyph)?;
    }
    for entry in file.alternate {
        let (start, entry) = (entry.span().start, entry.into_inner());
        let character = entry.char;
        let (feature, glyph) =
            alternate(&source(Some(character)), &board, &file.script, start, &entry)?;
        glyphs.insert_alternate(character, feature, glyph)?;
    }
    Ok(glyphs)
}

/// A mistake in the types of a file. It names the character of the entry that it is in.
fn mistake(name: &str, text: &str, error: FileError) -> GlyphError {
    let FileError { line, column, mut what } = error;
    let missing = |key: &str| what == format!("the key `{key}` is missing");
    if let Some((key, example)) = EXAMPLES.into_iter().find(|(key, _)| missing(key)) {
        what += &format!("; write for example {key} = {example:?}");
    }
    let character = character_at(text, line);
    GlyphError {
        place: Place { file: name.to_owned(), line, column: Some(column) },
        character,
        what,
    }
}

/// The character of the entry that a line belongs to.
pub(crate) fn character_at(text: &str, line: usize) -> Option<char> {
    let file = DeTable::parse(text).ok()?.into_inner();
    let lists = file.values().filter_map(|value| value.get_ref().as_array());
    let entries = lists.flat_map(|list| list.iter());
    let begin = |entry: &&Spanned<_>| toml_file::place(text, entry.span().start).0;
    let entry = entries.filter(|entry| begin(entry) <= line).max_by_key(begin)?;
    only_character(entry.get_ref().get("char")?.get_ref().as_str()?)
}

/// The designs of an alternate.
fn alternate(
    source: &Source<'_>,
    board: &SmallBoard,
    script: &str,
    start: usize,
    entry: &Alternate,
) -> Result<(Feature, Glyph), GlyphError> {
    let tag = entry.feature.get_ref();
    let feature = Feature::with_tag(tag).ok_or_else(|| {
        let known = Feature::ALL.map(Feature::tag).join(", ");
        let what = format!("`feature` must be one of {known}, not {:?}", brief(tag));
        source.error(entry.feature.span().start, what)
    })?;
    let designs = all_designs(source, board, &entry.rows)?;
    if designs.is_empty() || designs.contains(&Bitboard::EMPTY) {
        return Err(source.error(start, "needs `rows` with pegs in every design"));
    }
    let (script, place) = (script.to_owned(), source.place(start));
    let families = Vec::new();
    let glyph = Glyph { script, families, designs, ideal: 0, same_as: None, pin: None, place };
    Ok((feature, glyph))
}

fn glyph(
    source: &Source<'_>,
    board: &SmallBoard,
    script: &str,
    start: usize,
    entry: Drawn,
) -> Result<Glyph, GlyphError> {
    let designs = all_designs(source, board, &entry.rows)?;
    let same_as = match entry.same_as {
        None => None,
        Some(same) => {
            let at = same.span().start;
            let other = only_character(same.get_ref()).filter(|&other| other != entry.char);
            let other = other.ok_or_else(|| {
                let found = brief(same.get_ref());
                source.error(at, format!("`same_as` must be another character, not {found:?}"))
            })?;
            if !designs.is_empty() || entry.pin.is_some() {
                let what = "has `same_as`, which replaces `rows` and `pin`: remove them";
                return Err(source.error(at, what));
            }
            Some(other)
        }
    };
    if designs.is_empty() && same_as.is_none() {
        return Err(source.error(start, "has neither `rows` nor `same_as`: draw designs in rows, or write for example same_as = \"O\""));
    }
    if designs.len() > 1 && designs.contains(&Bitboard::EMPTY) {
        return Err(source.error(start, "has a design without pegs and others with pegs"));
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
            return Err(source.error(number.span().start, what));
        }
    };
    let pin = match (entry.pin, entry.why) {
        (None, None) => None,
        (Some(pin), Some(why)) => {
            let at = pin.span().start;
            let &[pattern] = read_designs(source, board, &pin)?.as_slice() else {
                return Err(source.error(at, "has several patterns in `pin`; keep one"));
            };
            Some(Pin { pattern, why: why.into_inner(), place: source.place(at) })
        }
        (Some(pin), None) => {
            let what = "has a `pin` without a reason: explain in `why` why it is better";
            return Err(source.error(pin.span().start, what));
        }
        (None, Some(why)) => {
            return Err(source.error(why.span().start, "has a `why` without a `pin`"));
        }
    };
    let families = entry.family.0.into_iter().map(Spanned::into_inner).collect();
    let (script, place) = (script.to_owned(), source.place(start));
    Ok(Glyph { script, families, designs, ideal, same_as, pin, place })
}

fn all_designs(
    source: &Source<'_>,
    board: &SmallBoard,
    rows: &Strings,
) -> Result<Vec<Bitboard>, GlyphError> {
    let designs = rows.0.iter().map(|rows| read_designs(source, board, rows));
    Ok(designs.collect::<Result<Vec<_>, _>>()?.concat())
}

/// The designs in a block of rows: several side by side, separated by spaces, or a single one as a picture if
/// the board is not a rectangle.
fn read_designs(
    source: &Source<'_>,
    board: &SmallBoard,
    rows: &Spanned<String>,
) -> Result<Vec<Bitboard>, GlyphError> {
    let (columns, height) = (board.columns(), board.rows());
    let text = rows.get_ref().as_str();
    let wrong =
        |part: &str, what: String| source.error(toml_file::byte_of(source.text, rows, part), what);
    if columns * height != board.holes() {
        let picture = board.parse_position(text);
        return Ok(vec![picture.map_err(|error| wrong(text, error.to_string()))?]);
    }
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    if lines.len() != height {
        return Err(wrong(text, format!("has {} rows, but {board} has {height}", lines.len())));
    }
    let mut designs = vec![Bitboard::EMPTY; lines[0].split_whitespace().count()];
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
                    designs[number] = designs[number] | hole.bit();
                }
            }
        }
    }
    Ok(designs)
}
