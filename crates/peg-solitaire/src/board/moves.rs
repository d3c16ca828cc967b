//! The notations of holes, jumps and moves: `c2`, `17`, `c2-c4`, `c2-c4-e4`; and the moves of a
//! text, as people write down a game.

use std::fmt::Write as _;

use super::catalogue::number;
use super::{Board, Hole, Jump, PatternError};
use crate::words::brief;

/// What may stand between the holes of a jump.
const DASHES: [char; 5] = ['-', '–', '—', '→', '>'];

/// The letters of columns.
const LETTERS: i16 = 26;

/// The name of the hole at a column below 702 and a row, both from 0: `a1` is at the top left.
pub(crate) fn hole_name(place: (i16, i16)) -> String {
    let mut name = String::new();
    push_hole_name(&mut name, place);
    name
}

/// Adds a hole's name. Lists have hundreds of thousands, so that nothing else is made for it.
fn push_hole_name(text: &mut String, (x, y): (i16, i16)) {
    let letter = |number: i16| char::from(b'a' + number as u8);
    if x >= LETTERS {
        text.push(letter(x / LETTERS - 1));
    }
    text.push(letter(x % LETTERS));
    // Writing to a string can't fail.
    let _ = write!(text, "{}", y + 1);
}

/// The column and row in a hole's name, both from 0.
fn hole_coordinates(name: &str) -> Option<(i16, i16)> {
    let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
    if !(1..=2).contains(&letters) {
        return None;
    }

    let (column, row) = name.split_at(letters);
    let mut x = 0;
    for letter in column.bytes() {
        x = x * LETTERS + i16::from(letter - b'a') + 1;
    }
    let y = i16::try_from(number(row)?).ok()?;
    Some((x - 1, y - 1))
}

impl Board {
    /// The name of a hole: column letter and row number from the top left, `a1`; `?` if the board
    /// has no such hole.
    pub fn hole_name(&self, hole: Hole) -> String {
        let mut name = String::new();
        self.push_hole_name(&mut name, hole);
        name
    }

    fn push_hole_name(&self, text: &mut String, hole: Hole) {
        match self.coordinates(hole) {
            Some(place) => push_hole_name(text, place),
            None => text.push('?'),
        }
    }

    /// The hole with this name; with this number from 1, row by row, as much of the literature has
    /// it, `17` or `hole17`; or `centre`.
    ///
    /// # Errors
    /// If the text is not the name of a hole on this board.
    pub fn parse_hole(&self, name: &str) -> Result<Hole, PatternError> {
        let found = match number(name.strip_prefix("hole").unwrap_or(name)) {
            Some(0) => None,
            Some(number) => self.each_hole().nth(number - 1),
            None if name == "centre" => Some(self.centre()),
            None => self.hole_named(name),
        };

        found.ok_or_else(|| PatternError::Hole {
            text: name.chars().take(20).collect(),
            board: self.to_string(),
            example: self.hole_name(self.centre()),
            holes: self.holes(),
        })
    }

    /// The hole with a name such as `c2`.
    fn hole_named(&self, name: &str) -> Option<Hole> {
        let (x, y) = hole_coordinates(name)?;
        self.hole_at(x, y)
    }

    /// The name of a jump, from its ends: `c2-c4`.
    pub fn jump_name(&self, jump: Jump) -> String {
        let mut name = String::new();
        self.push_hole_name(&mut name, jump.from());
        name.push('-');
        self.push_hole_name(&mut name, jump.to());
        name
    }

    /// Parses a move, one or more jumps by the same peg, like `c2-c4-e4` or `4-1-6`; also `C2-C4`
    /// and `c2c4`.
    ///
    /// # Errors
    /// If the text is not in this form, or two consecutive holes are not the ends of a triple.
    pub fn parse_move(&self, text: &str) -> Result<Vec<Jump>, PatternError> {
        // As solutions are written, of which files have hundreds.
        let stops: Option<Vec<Hole>> = text.split('-').map(|name| self.hole_named(name)).collect();
        match stops {
            Some(stops) if stops.len() > 1 => self.jumps_between(&stops),
            _ => self.parse_stops(text, |stop| self.parse_hole(stop)),
        }
    }

    /// Parses a move whose holes are column and row, both from 1, as one number: `46-44`.
    pub(crate) fn parse_numbered_move(&self, text: &str) -> Result<Vec<Jump>, PatternError> {
        let digit = |byte: u8| match byte {
            b'1'..=b'9' => Some(i16::from(byte - b'1')),
            _ => None,
        };
        let hole = |stop: &str| {
            let &[x, y] = stop.as_bytes() else {
                return None;
            };
            self.hole_at(digit(x)?, digit(y)?)
        };

        // What no number stands for is refused like a hole without a name.
        self.parse_stops(text, |stop| {
            hole(stop).map_or_else(|| self.parse_hole(""), Ok)
        })
    }

    /// Parses a move, whose holes `hole` understands.
    fn parse_stops(
        &self,
        text: &str,
        hole: impl Fn(&str) -> Result<Hole, PatternError>,
    ) -> Result<Vec<Jump>, PatternError> {
        let lower = text.to_ascii_lowercase();
        let names = stops_of(&lower);
        if names.len() < 2 {
            return Err(PatternError::NotAJump { text: brief(text) });
        }

        let stops: Vec<Hole> = names.into_iter().map(hole).collect::<Result<_, _>>()?;
        self.jumps_between(&stops)
    }

    /// The jumps of a peg from each hole to the next.
    fn jumps_between(&self, stops: &[Hole]) -> Result<Vec<Jump>, PatternError> {
        let mut jumps = Vec::new();
        for ends in stops.windows(2) {
            let jump = self.jump(ends[0], ends[1]);
            jumps.push(jump.ok_or_else(|| PatternError::NoTriple {
                from: self.hole_name(ends[0]),
                to: self.hole_name(ends[1]),
                board: self.to_string(),
            })?);
        }
        Ok(jumps)
    }
}

/// The names of the holes of a move in small letters, with dashes between them or without: `d6d4`.
fn stops_of(text: &str) -> Vec<&str> {
    let mut stops = Vec::new();
    for part in text.split(DASHES) {
        let mut rest = part.trim();
        while let Some(end) = end_of_name(rest) {
            stops.push(&rest[..end]);
            rest = &rest[end..];
        }
        stops.push(rest);
    }
    stops
}

/// Where the first of several names ends: before the letter that follows its number.
fn end_of_name(names: &str) -> Option<usize> {
    let number = names.find(|character: char| character.is_ascii_digit())?;
    let letter = names[number..].find(|character: char| character.is_ascii_lowercase())?;
    (number > 0).then_some(number + letter)
}

/// The moves of a text: white space, commas and semicolons are between them, and numbers such as
/// `1.` may be before them.
pub(crate) fn moves(text: &str) -> Vec<&str> {
    let words = words_of_moves(text, text.char_indices()).into_iter();
    words
        .map(unnumbered)
        .filter(|word| !word.is_empty())
        .collect()
}

/// The words between gaps, of which none lies beside a dash. It takes the characters of the text
/// one by one, each once, because a file may have thousands of jumps or of spaces.
fn words_of_moves(text: &str, characters: impl Iterator<Item = (usize, char)>) -> Vec<&str> {
    let mut words = Vec::new();
    // The bytes of the word, and whether it ends in a dash so far.
    let mut word = 0..0;
    let mut is_open = false;

    for (at, character) in characters {
        if character.is_whitespace() || matches!(character, ',' | ';') {
            continue;
        }

        let is_dash = DASHES.contains(&character);
        let goes_on = at == word.end || is_open || is_dash;
        if !goes_on || word.is_empty() {
            if !word.is_empty() {
                words.push(&text[word]);
            }
            word = at..at;
        }
        word.end = at + character.len_utf8();
        is_open = is_dash;
    }

    if !word.is_empty() {
        words.push(&text[word]);
    }
    words
}

/// A word without a number such as `1.` or `1)` before it.
fn unnumbered(word: &str) -> &str {
    let rest = word.trim_start_matches(|character: char| character.is_ascii_digit());
    if rest.len() == word.len() {
        return word;
    }
    rest.strip_prefix(['.', ')']).unwrap_or(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> (Vec<&str>, usize) {
        let mut looked_at = 0;
        let words = words_of_moves(text, text.char_indices().inspect(|_| looked_at += 1));
        (words, looked_at)
    }

    #[test]
    fn each_character_of_a_long_game_is_looked_at_once() {
        let jumps = if cfg!(miri) { 16 } else { 4096 };
        for gap in [" ", ",  ;  ", "                    ", "\n\t"] {
            let text = vec!["a1-c1"; jumps].join(gap);
            let (words, looked_at) = words(&text);
            assert_eq!(words, vec!["a1-c1"; jumps]);
            assert_eq!(looked_at, text.chars().count());
        }
    }

    #[test]
    fn a_gap_beside_a_dash_is_part_of_a_move() {
        for (text, expected) in [
            ("a1-c1 c1-e1", vec!["a1-c1", "c1-e1"]),
            ("a1 - c1,c1-  e1", vec!["a1 - c1", "c1-  e1"]),
            (" ;a1 → c1\n–e1; ", vec!["a1 → c1\n–e1"]),
            ("- a1", vec!["- a1"]),
            ("a1 → c1 → e1 a1>a3", vec!["a1 → c1 → e1", "a1>a3"]),
            ("a1\u{a0}-\nc1", vec!["a1\u{a0}-\nc1"]),
            (" , ", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(words(text).0, expected, "{text}");
        }
        assert_eq!(
            moves("1. a1-c1 2) c1-e1 3.e1-g1 17"),
            ["a1-c1", "c1-e1", "e1-g1", "17"]
        );
    }
}
