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

/// For each break within a word, boards count as if they were smaller by this factor.
const BROKEN: f64 = 0.7;

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
type Slot = (Option<usize>, u8);

/// Lines of characters.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Lines {
    /// Shared, since many ways to break the lines are tried.
    characters: Arc<[char]>,
    /// The lines as they are read.
    read: Vec<Vec<Slot>>,
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

        let mut typesetter = Typesetter {
            font,
            pieces,
            has,
            letters: Vec::new(),
            text: String::new(),
            unknown: Vec::new(),
        };
        let mut lines = Vec::new();
        for (number, row) in text.lines().enumerate() {
            let slots = typesetter.row(number + 1, row)?;
            lines.extend(broken(&slots, wrap));
        }

        let Typesetter {
            letters,
            text,
            unknown,
            ..
        } = typesetter;
        if !unknown.is_empty() && missing == Missing::Refuse {
            return Err(Error::UnknownCharacters {
                characters: unknown,
                font: font.to_owned(),
            });
        }
        if letters.is_empty() {
            return Err(Error::EmptyText);
        }

        while lines.last().is_some_and(Vec::is_empty) {
            lines.pop();
        }
        let blank = lines.iter().take_while(|line| line.is_empty()).count();
        lines.drain(..blank);

        let set = Self {
            characters: letters.into(),
            text: text.trim().to_owned(),
            ..Self::default()
        };
        Ok(set.in_lines(lines))
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

        if let Some(lines) = self.largest(longest..=whole, &size) {
            return lines;
        }
        if size(&usual) > 0.0 {
            return usual;
        }
        self.largest(1..=longest, size).unwrap_or(usual)
    }

    /// The text in lines for which the boards are largest, as `size` says: 0 if the lines don't
    /// fit. Its own lines must not be broken. A word is broken where the boards become much larger.
    #[must_use]
    pub fn filling(&self, usual: Self, size: impl Fn(&Self) -> f64) -> Self {
        let words = self.word_count();
        let size = |lines: &Self| {
            let breaks = lines.word_count() - words;
            (0..breaks).fold(size(lines), |size, _| size * BROKEN)
        };

        let whole = self.lines.iter().map(Vec::len).max().unwrap_or(1);
        self.largest(1..=whole, size).unwrap_or(usual)
    }

    /// The number of its words. A word that is broken is two.
    fn word_count(&self) -> usize {
        let words = |line: &Vec<Option<usize>>| {
            let words = line.split(Option::is_none);
            words.filter(|word| !word.is_empty()).count()
        };
        self.lines.iter().map(words).sum()
    }

    /// The text in lines of one of these lengths for which `size` is largest, unless it is 0 for
    /// all. Of lines that are as good, these are the longer ones.
    fn largest(
        &self,
        lengths: std::ops::RangeInclusive<usize>,
        size: impl Fn(&Self) -> f64,
    ) -> Option<Self> {
        let mut largest = 0.0;
        let mut best = None;
        for lines in lengths.rev().map(|length| self.wrapped(length)) {
            let found = size(&lines);
            if found > largest {
                largest = found;
                best = Some(lines);
            }
        }
        best
    }

    /// The characters in these lines.
    fn in_lines(self, read: Vec<Vec<Slot>>) -> Self {
        let ordered = |line: &Vec<Slot>| {
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
        let mut words = Vec::new();
        for line in &self.read {
            for slots in line.split(|slot| slot.0.is_none()) {
                if slots.is_empty() {
                    continue;
                }
                let own: Vec<usize> = slots.iter().filter_map(|slot| slot.0).collect();
                let characters: Arc<[char]> = own.iter().map(|&at| self.characters[at]).collect();

                let numbered = (0..).zip(slots);
                let line = numbered.map(|(number, slot)| (Some(number), slot.1));
                let word = Self {
                    text: characters.iter().collect(),
                    characters,
                    ..Self::default()
                };
                words.push((word.in_lines(vec![line.collect()]), own));
            }
        }
        words
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

/// Sets the rows of a text in the characters that a font has.
struct Typesetter<'t, P, H> {
    font: &'t str,
    /// The characters of a word that are set, with the byte at which each begins.
    pieces: P,
    /// Whether the font has a character.
    has: H,
    letters: Vec<char>,
    text: String,
    /// Characters that the font doesn't have, each with its line and its place there.
    unknown: Vec<(char, usize, usize)>,
}

impl<P: Fn(&str) -> Vec<(usize, char)>, H: Fn(char) -> bool> Typesetter<'_, P, H> {
    /// Sets a row of the text, by its number from 1.
    fn row(&mut self, line: usize, row: &str) -> Result<Vec<Slot>, Error> {
        let levels = levels(row);
        let place = |byte: usize| row[..byte].chars().count() + 1;
        let mut slots = Vec::new();
        let mut start = 0;

        for part in row.split_inclusive(char::is_whitespace) {
            let word = part.trim_end_matches(char::is_whitespace);
            let first = self.letters.len();
            let pieces = (self.pieces)(word);
            for &(byte, character) in &pieces {
                let level = levels[start + byte];
                if !self.character(character, level, &mut slots) {
                    self.note_unknown(character, line, place(start + byte));
                }
            }

            let joins = self.letters[first..].iter().any(|&letter| joins(letter));
            if joins && pieces.len() > 1 {
                return Err(Error::Unshaped {
                    word: word.to_owned(),
                    line,
                    place: place(start),
                    font: self.font.to_owned(),
                });
            }

            if word.len() < part.len() {
                slots.push((None, levels[start + word.len()]));
                self.text.push(' ');
            }
            start += part.len();
        }
        self.text.push('\n');
        Ok(slots)
    }

    /// Sets a character, or what stands for it. Returns whether the font has that.
    fn character(&mut self, character: char, level: u8, slots: &mut Vec<Slot>) -> bool {
        let is_mirrored = level % 2 == 1;
        let seen = if is_mirrored {
            mirrored(character)
        } else {
            character
        };
        let Some(characters) = shown(seen, &self.has) else {
            return false;
        };

        for character in characters.chars() {
            if (self.has)(character) {
                slots.push((Some(self.letters.len()), level));
                self.letters.push(character);
                self.text.push(character);
            }
        }
        true
    }

    fn note_unknown(&mut self, character: char, line: usize, place: usize) {
        if self.unknown.iter().all(|known| known.0 != character) {
            self.unknown.push((character, line, place));
        }
    }
}

/// Breaks a line into lines of at most `wrap` places, at spaces if possible. Drops the spaces at
/// either end.
fn broken(places: &[Slot], wrap: usize) -> Vec<Vec<Slot>> {
    let wrap = wrap.max(1);
    let mut lines = Vec::new();
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
fn trimmed(places: &[Slot]) -> &[Slot] {
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
