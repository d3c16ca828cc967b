//! A text set in lines of letters: the position of each character, and what it plays.

use std::sync::Arc;

use super::lights::settling;
use crate::Error;
use peg_solitaire::board::{Board, Position};
use peg_solitaire::solution::Solution;
use pegfont_type::font::{Font, shown};
use pegfont_type::glyph::{Designs, joins, levels, mirrored, visual};

pub const MAX_CHARACTERS: usize = 1000;

/// The usual length of the longest line, in characters.
pub const WRAP: usize = 16;

/// A character with the jumps that lead to it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Letter {
    pub character: char,
    pub solution: Solution,
    /// The pegs that have come to stay, if the solution is only the beginning of what leads to the character.
    pub settled: Option<Position>,
}

impl Letter {
    /// What plays to its end.
    fn whole(character: char, solution: Solution) -> Self {
        Self { character, solution, settled: None }
    }

    /// The same letter with at most this many jumps.
    fn first(&self, jumps: usize) -> Self {
        if jumps >= self.solution.jumps().len() {
            return self.clone();
        }
        let solution = self.solution.first(jumps);
        let settling = settling(&self.solution).into_iter();
        let settled = settling.take_while(|&(round, _)| round <= solution.round_count());
        let settled = Some(settled.map(|(_, hole)| hole).collect());
        Self { solution, settled, ..*self }
    }
}

/// How to treat a character that the font doesn't have.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Missing {
    /// Refuse the text.
    #[default]
    Refuse,
    Skip,
}

/// A letter by its number, or a space, and the level of its direction.
type Place = (Option<usize>, u8);

/// Lines of letters, all on the same board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Setting {
    board: Board,
    /// Shared, since many ways to break the lines are tried.
    letters: Arc<[Letter]>,
    /// The lines as they are read.
    read: Vec<Vec<Place>>,
    /// The same from left to right.
    lines: Vec<Vec<Option<usize>>>,
    text: String,
    is_storyboard: bool,
}

impl Setting {
    /// Sets a text in a font. A line longer than `wrap` characters (usually [`WRAP`]) is broken at a space, or within a word if
    /// it has none. Line breaks in the text are kept. For a character that the font doesn't have, it shows what
    /// [stands for it](pegfont_type::font::spelled), such as ♥ for an emoji.
    ///
    /// # Errors
    /// If the text has nothing to show, is longer than [`MAX_CHARACTERS`], or contains a character that is
    /// not in the font.
    pub fn new(font: &Font, text: &str, wrap: usize, missing: Missing) -> Result<Self, Error> {
        let solution = |character| font.get(character).map(|chosen| chosen.solution.clone());
        let board = font.board().clone();
        let pieces = |word: &str| word.char_indices().collect();
        Self::set(board, font.name(), text, wrap, missing, pieces, solution)
    }

    /// Sets a text in the best designs of its characters, in lines as [`new`](Self::new) does. No letter plays: every one stands on its board from the start.
    pub fn standing(
        designs: &Designs,
        text: &str,
        wrap: usize,
        missing: Missing,
    ) -> Result<Self, Error> {
        let stands = |pegs: &Position| {
            let solution = Solution::new(designs.board(), pegs, Vec::new());
            solution.expect("the pegs of a font are on its board").in_rounds()
        };
        let solution = |character| designs.ideal(character).map(stands);
        let board = designs.board().clone();
        let pieces = |word: &str| designs.pieces(word);
        Self::set(board, designs.name(), text, wrap, missing, pieces, solution)
    }

    /// Breaks a text into lines, and gives every character its solution, if the font has one.
    fn set(
        board: Board,
        font: &str,
        text: &str,
        wrap: usize,
        missing: Missing,
        pieces: impl Fn(&str) -> Vec<(usize, char)>,
        solution: impl Fn(char) -> Option<Solution>,
    ) -> Result<Self, Error> {
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
                    let seen = if level % 2 == 1 { mirrored(character) } else { character };
                    let Some(characters) = shown(seen, |one| solution(one).is_some()) else {
                        if unknown.iter().all(|known| known.0 != character) {
                            let (line, place) = place(start + byte);
                            unknown.push((character, line, place));
                        }
                        continue;
                    };
                    for character in characters.chars() {
                        let Some(solution) = solution(character) else { continue };
                        places.push((Some(letters.len()), level));
                        letters.push(Letter::whole(character, solution));
                        set.push(character);
                    }
                }
                if letters[first..].iter().any(|letter| joins(letter.character)) && pieces.len() > 1
                {
                    let ((line, place), font) = (place(start), font.to_owned());
                    return Err(Error::Unshaped { word: word.to_owned(), line, place, font });
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
            return Err(Error::UnknownCharacters { characters: unknown, font: font.to_owned() });
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
        let setting = Self::of_letters(board, letters.into(), text);
        Ok(setting.in_lines(lines))
    }

    /// The same text with its lines broken again, where they are longer than `wrap` characters.
    #[must_use]
    pub fn wrapped(&self, wrap: usize) -> Self {
        let lines = self.read.iter().flat_map(|line| broken(line, wrap)).collect();
        self.clone().in_lines(lines)
    }

    /// The text in lines for which the boards are largest, as `size` says: 0 if the lines don't fit. Its own lines must not be broken. A word
    /// is broken only if it doesn't fit otherwise, into its `usual` lines if these fit.
    #[must_use]
    pub fn fitted(&self, usual: Self, size: impl Fn(&Self) -> f64) -> Self {
        let words = self.lines().iter().flat_map(|line| line.split(Option::is_none));
        let longest = words.map(<[_]>::len).max().unwrap_or(1).max(1);
        let whole = self.lines().iter().map(Vec::len).max().unwrap_or(1);
        let largest = |wraps: std::ops::RangeInclusive<usize>| {
            let mut best = (0.0, None);
            // Of lines that are as good, the longer ones.
            for setting in wraps.rev().map(|wrap| self.wrapped(wrap)) {
                let found = size(&setting);
                if found > best.0 {
                    best = (found, Some(setting));
                }
            }
            best.1
        };
        match largest(longest..=whole) {
            Some(setting) => setting,
            None if size(&usual) > 0.0 => usual,
            None => largest(1..=longest).unwrap_or(usual),
        }
    }

    /// The letters in these lines.
    fn in_lines(self, read: Vec<Vec<Place>>) -> Self {
        let ordered = |line: &Vec<Place>| {
            let levels: Vec<u8> = line.iter().map(|place| place.1).collect();
            visual(&levels).into_iter().map(|at| line[at].0).collect()
        };
        Self { lines: read.iter().map(ordered).collect(), read, ..self }
    }

    /// Letters that are in no lines yet.
    fn of_letters(board: Board, letters: Arc<[Letter]>, text: String) -> Self {
        let (read, lines) = (Vec::new(), Vec::new());
        Self { board, letters, read, lines, text, is_storyboard: false }
    }

    /// Its words, each a text of its own on one line.
    pub fn words(&self) -> Vec<Self> {
        let words = self.read.iter().flat_map(|line| line.split(|place| place.0.is_none()));
        let word = |places: &[Place]| {
            let own = places.iter().filter_map(|place| Some(self.letters[place.0?].clone()));
            let letters: Arc<[Letter]> = own.collect();
            let text = letters.iter().map(|letter| letter.character).collect();
            let line = (0..).zip(places).map(|(number, place)| (Some(number), place.1));
            let read = vec![line.collect()];
            Self::of_letters(self.board.clone(), letters, text).in_lines(read)
        };
        words.filter(|places| !places.is_empty()).map(word).collect()
    }

    /// One board that plays a solution.
    pub fn of_solution(solution: Solution) -> Self {
        let board = solution.board().clone();
        let letters = [Letter::whole(' ', solution)].into();
        Self::of_letters(board, letters, String::new()).in_lines(vec![vec![(Some(0), 0)]])
    }

    /// The same boards under another text, which the title of a drawing gives.
    #[must_use]
    pub fn titled(self, text: impl Into<String>) -> Self {
        Self { text: text.into(), ..self }
    }

    /// The same text with at most this many jumps of every letter.
    #[must_use]
    pub fn played(&self, jumps: usize) -> Self {
        self.first(|_| jumps)
    }

    /// The same text with at most this many rounds of every letter.
    #[must_use]
    pub fn played_rounds(&self, rounds: usize) -> Self {
        self.first(|letter| letter.solution.jumps_in(rounds))
    }

    fn first(&self, jumps: impl Fn(&Letter) -> usize) -> Self {
        let letters = self.letters.iter().map(|letter| letter.first(jumps(letter))).collect();
        Self { letters, ..self.clone() }
    }

    /// Moments of every letter, from the start to the letter, on at most so many boards side by side: all, or those at which most
    /// [changes](moments). Each letter has its own lines. They have at most `wrap` boards, or as many as make them about four times as wide as
    /// high, and are as short as the letter with the most lines allows, so that those of a letter with one board more are not half as long.
    ///
    /// # Errors
    /// If there are more than [`MAX_CHARACTERS`] boards.
    pub fn storyboard(&self, boards: usize, wrap: Option<usize>) -> Result<Self, Error> {
        let moments = |letter: &Letter| moments(&letter.solution, boards);
        let moments: Vec<Vec<usize>> = self.letters.iter().map(moments).collect();
        let found = moments.iter().map(Vec::len).sum();
        if found > MAX_CHARACTERS {
            return Err(Error::LongStoryboard { found });
        }
        let most = moments.iter().map(Vec::len).max().unwrap_or(1);
        // With the space between boards.
        let (width, height) = (self.board.picture_columns() + 2, self.board.rows() + 2);
        let side = |wrap: &usize| (wrap * width).max(4 * most.div_ceil(*wrap) * height);
        let wrap = wrap.or_else(|| (1..=most).min_by_key(side)).unwrap_or(1);
        let length = most.div_ceil(most.div_ceil(wrap.max(1)));
        let (mut letters, mut lines) = (Vec::new(), Vec::new());
        for (letter, moments) in self.letters.iter().zip(moments) {
            let first = letters.len();
            let jumps = moments.into_iter().map(|round| letter.solution.jumps_in(round));
            letters.extend(jumps.map(|jumps| letter.first(jumps)));
            let places: Vec<Place> =
                (first..letters.len()).map(|letter| (Some(letter), 0)).collect();
            lines.extend(places.chunks(length).map(<[_]>::to_vec));
        }
        let steps = Self { letters: letters.into(), is_storyboard: true, ..self.clone() };
        Ok(steps.in_lines(lines))
    }

    /// Whether it shows steps. An incomplete last line keeps its boards below those of the line above.
    pub(crate) fn is_storyboard(&self) -> bool {
        self.is_storyboard
    }

    /// The board that every letter is played on.
    pub fn board(&self) -> &Board {
        &self.board
    }

    pub fn letters(&self) -> &[Letter] {
        &self.letters
    }

    /// The text, with its spaces and line breaks and without what was left out; empty if a solution plays. In a
    /// storyboard it is still the text, of which every letter has many boards.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The lines: letters by number, and `None` for a space.
    pub fn lines(&self) -> &[Vec<Option<usize>>] {
        &self.lines
    }
}

/// After which rounds the boards of a storyboard show a solution: at the start, after the first round and at the end, and where
/// as much changes from each board to the next. Most changes where pegs come to stay.
pub(crate) fn moments(solution: &Solution, boards: usize) -> Vec<usize> {
    let (rounds, boards) = (solution.round_count(), boards.max(2));
    if boards > rounds {
        return (0..=rounds).collect();
    }
    let mut changed: Vec<usize> = (0..=rounds).map(|round| solution.jumps_in(round)).collect();
    for (round, _) in settling(solution) {
        changed[round..].iter_mut().for_each(|sum| *sum += 3);
    }
    let mut moments: Vec<usize> = (0..2.min(boards - 1)).collect();
    let left = boards - moments.len();
    for number in 1..=left {
        let (last, after) = (moments[moments.len() - 1], left - number);
        let wanted = changed[last] + (changed[rounds] - changed[last]).div_ceil(after + 1);
        let reached = (last + 1..rounds - after).find(|&round| changed[round] >= wanted);
        moments.push(reached.unwrap_or(rounds - after));
    }
    moments
}

/// Breaks a line into lines of at most `wrap` places, at spaces if possible. Drops the spaces at either end.
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
    let from = places.iter().position(|place| place.0.is_some()).unwrap_or(places.len());
    let to = places.iter().rposition(|place| place.0.is_some()).map_or(from, |last| last + 1);
    &places[from..to]
}
