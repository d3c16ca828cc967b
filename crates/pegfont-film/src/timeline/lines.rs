//! The lines of a text: which characters stand where, without what they play.

use std::sync::Arc;

use crate::Error;
use pegfont_type::composed;
use pegfont_type::font::shown;
use pegfont_type::glyph::{Designs, joins, levels, mirrored, visual};

/// The most characters of a text, and boards of a storyboard.
pub const MAX_CHARACTERS: usize = 1000;

/// The usual length of the longest line, in characters.
pub const WRAP: usize = 16;

/// How to treat a character that the font doesn't have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Missing {
    /// Refuse the text.
    #[default]
    Refuse,
    /// Leave the character out.
    Skip,
}

/// A letter by its number, or a space, and the level of its direction.
type Place = (Option<usize>, u8);

/// Lines of characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// Shared, since many ways to break the lines are tried.
    characters: Arc<[char]>,
    /// The lines as they are read.
    read: Vec<Vec<Place>>,
    /// The characters of each line from left to right; none for a space.
    lines: Vec<Vec<Option<usize>>>,
    text: String,
}

impl Lines {
    /// Sets a text in characters that have designs. A line longer than `wrap` characters (usually
    /// [`WRAP`]) is broken at a space, or within a word if it has none. Line breaks in the text are
    /// kept. For a character without a design, it has what [stands for
    /// it](pegfont_type::font::spelled), such as ♥ for an emoji.
    ///
    /// # Errors
    /// If the text has nothing to show, is longer than [`MAX_CHARACTERS`], or contains a character
    /// without a design that may not be left out.
    pub fn new(
        designs: &Designs,
        text: &str,
        wrap: usize,
        missing: Missing,
    ) -> Result<Self, Error> {
        let has = |character| designs.ideal(character).is_some();
        Self::set(
            designs.name(),
            text,
            (wrap, missing),
            |word| designs.pieces(word),
            has,
        )
    }

    /// Breaks a text into lines, of the characters that a font has.
    pub(super) fn set(
        font: &str,
        text: &str,
        (wrap, missing): (usize, Missing),
        pieces: impl Fn(&str) -> Vec<(usize, char)>,
        has: impl Fn(char) -> bool,
    ) -> Result<Self, Error> {
        let text = &composed(text);
        let found = text.chars().count();
        if found > MAX_CHARACTERS {
            return Err(Error::LongText { found });
        }
        let (mut letters, mut lines, mut set) = (Vec::new(), Vec::new(), String::new());
        let mut unknown: Vec<(char, usize, usize)> = Vec::new();
        for (line, row) in text.lines().enumerate() {
            let (mut places, mut start) = (Vec::new(), 0);
            let levels = levels(row);
            let place = |byte: usize| (line + 1, row[..byte].chars().count() + 1);
            for part in row.split_inclusive(char::is_whitespace) {
                let word = part.trim_end_matches(char::is_whitespace);
                let (first, pieces) = (letters.len(), pieces(word));
                for &(byte, character) in &pieces {
                    let level = levels[start + byte];
                    let seen = if level % 2 == 1 {
                        mirrored(character)
                    } else {
                        character
                    };
                    let Some(characters) = shown(seen, &has) else {
                        if unknown.iter().all(|known| known.0 != character) {
                            let (line, place) = place(start + byte);
                            unknown.push((character, line, place));
                        }
                        continue;
                    };
                    for character in characters.chars() {
                        if has(character) {
                            places.push((Some(letters.len()), level));
                            letters.push(character);
                            set.push(character);
                        }
                    }
                }
                if letters[first..].iter().any(|&letter| joins(letter)) && pieces.len() > 1 {
                    let ((line, place), font) = (place(start), font.to_owned());
                    return Err(Error::Unshaped {
                        word: word.to_owned(),
                        line,
                        place,
                        font,
                    });
                }
                if word.len() < part.len() {
                    places.push((None, levels[start + word.len()]));
                    set.push(' ');
                }
                start += part.len();
            }
            set.push('\n');
            lines.extend(broken(&places, wrap));
        }
        if !unknown.is_empty() && missing == Missing::Refuse {
            return Err(Error::UnknownCharacters {
                characters: unknown,
                font: font.to_owned(),
            });
        }
        while lines.last().is_some_and(Vec::is_empty) {
            lines.pop();
        }
        let blank = lines.iter().take_while(|line| line.is_empty()).count();
        lines.drain(..blank);
        if letters.is_empty() {
            return Err(Error::EmptyText);
        }
        let text = set.trim().to_owned();
        Ok(Self {
            characters: letters.into(),
            text,
            ..Self::default()
        }
        .in_lines(lines))
    }

    /// Characters in these lines, from left to right.
    pub(super) fn of(characters: Vec<char>, lines: Vec<Vec<usize>>) -> Self {
        let places = |line: Vec<usize>| line.into_iter().map(|at| (Some(at), 0)).collect();
        let read = lines.into_iter().map(places).collect();
        Self {
            characters: characters.into(),
            ..Self::default()
        }
        .in_lines(read)
    }

    /// A copy whose title is another text.
    pub(super) fn titled(self, text: String) -> Self {
        Self { text, ..self }
    }

    /// This text, with lines of more than `wrap` characters broken again.
    #[must_use]
    pub fn wrapped(&self, wrap: usize) -> Self {
        let lines = self
            .read
            .iter()
            .flat_map(|line| broken(line, wrap))
            .collect();
        self.clone().in_lines(lines)
    }

    /// The text in lines for which the boards are largest, as `size` says: 0 if the lines don't
    /// fit. Its own lines must not be broken. A word is broken only if it doesn't fit otherwise,
    /// into its `usual` lines if these fit.
    #[must_use]
    pub fn fitted(&self, usual: Self, size: impl Fn(&Self) -> f64) -> Self {
        let words = self
            .lines
            .iter()
            .flat_map(|line| line.split(Option::is_none));
        let longest = words.map(<[_]>::len).max().unwrap_or(1).max(1);
        let whole = self.lines.iter().map(Vec::len).max().unwrap_or(1);
        let largest = |wraps: std::ops::RangeInclusive<usize>| {
            let mut best = (0.0, None);
            // Of lines that are as good, the longer ones.
            for lines in wraps.rev().map(|wrap| self.wrapped(wrap)) {
                let found = size(&lines);
                if found > best.0 {
                    best = (found, Some(lines));
                }
            }
            best.1
        };
        match largest(longest..=whole) {
            Some(lines) => lines,
            None if size(&usual) > 0.0 => usual,
            None => largest(1..=longest).unwrap_or(usual),
        }
    }

    /// The characters in these lines.
    fn in_lines(self, read: Vec<Vec<Place>>) -> Self {
        let ordered = |line: &Vec<Place>| {
            let levels: Vec<u8> = line.iter().map(|place| place.1).collect();
            visual(&levels).into_iter().map(|at| line[at].0).collect()
        };
        Self {
            lines: read.iter().map(ordered).collect(),
            read,
            ..self
        }
    }

    /// The words of the text, each on a line of its own, and the numbers of their characters in
    /// this text.
    pub(super) fn words(&self) -> Vec<(Self, Vec<usize>)> {
        let words = self
            .read
            .iter()
            .flat_map(|line| line.split(|place| place.0.is_none()));
        let word = |places: &[Place]| {
            let own: Vec<usize> = places.iter().filter_map(|place| place.0).collect();
            let characters: Arc<[char]> = own.iter().map(|&at| self.characters[at]).collect();
            let text = characters.iter().collect();
            let line = (0..)
                .zip(places)
                .map(|(number, place)| (Some(number), place.1));
            let word = Self {
                characters,
                text,
                ..Self::default()
            };
            (word.in_lines(vec![line.collect()]), own)
        };
        words
            .filter(|places| !places.is_empty())
            .map(word)
            .collect()
    }

    /// The characters in the order in which they are read.
    pub fn characters(&self) -> &[char] {
        &self.characters
    }

    /// The text, with its spaces and line breaks and without what was left out.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines from left to right: characters by number, and `None` for a space.
    pub fn places(&self) -> &[Vec<Option<usize>>] {
        &self.lines
    }
}

/// Breaks a line into lines of at most `wrap` places, at spaces if possible. Drops the spaces at
/// either end.
fn broken(places: &[Place], wrap: usize) -> Vec<Vec<Place>> {
    let (mut lines, wrap) = (Vec::new(), wrap.max(1));
    let mut rest = trimmed(places);
    while rest.len() > wrap {
        // A break after `wrap` places uses the space that follows there, if any.
        let space = (1..=wrap).rev().find(|&at| rest[at].0.is_none());
        let at = space.unwrap_or(wrap);
        lines.push(trimmed(&rest[..at]).to_vec());
        rest = trimmed(&rest[at..]);
    }
    lines.push(rest.to_vec());
    lines
}

/// Removes the spaces at either end.
fn trimmed(places: &[Place]) -> &[Place] {
    let from = places
        .iter()
        .position(|place| place.0.is_some())
        .unwrap_or(places.len());
    let to = places
        .iter()
        .rposition(|place| place.0.is_some())
        .map_or(from, |last| last + 1);
    &places[from..to]
}
