//! Chooses one reachable pattern for every character of a font so that the characters match each other. Needs
//! the designs and a finder; knows no files.
//!
//! The *candidates* of a character are the reachable patterns nearest to its designs, and those one hole
//! further away. A candidate costs [`DISTANCE`] points per hole, the points of its [score](super::Score),
//! [`ALTERNATIVE`] points for each design preferred to the one it comes from, and up to [`RECOGNITION`] points if it
//! [reads](super::Recognizer) like other characters. Two characters of a family cost
//! [`UNLIKE`] points for each hole in which their designs agree and their patterns don't. The choice is
//! improved one character at a time, then two of a family together, until no change lowers the cost. The
//! result depends only on the glyph files.
//!
//! A candidate that is not nearer to a design of its own character than to every design of any other is
//! excluded, unless the character has no other candidate. No two characters get the same pattern. The candidates
//! that remain give the *alternates* of letters and figures.

mod alternates;
mod candidate;
mod designs;
mod distances;
mod family;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Finder, Reachability, Recognizer, Score};
use crate::glyph::{Feature, Glyph, Glyphs, Place};
use candidate::Candidates;
pub use candidate::{ALTERNATIVE, DISTANCE, RECOGNITION};
pub use designs::{Designs, Mistakable};
pub use distances::Distances;
pub use family::UNLIKE;
use family::{Variable, improve, tie};
use peg_solitaire::Error;
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::parallel;
use peg_solitaire::progress::Progress;

/// Costs are integers, in this fraction of a point, so that the points of a family can be divided.
const PARTS: u64 = 840;

/// The requirements for a font.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choosing {
    /// Whether the letters are the empty holes in a field of pegs.
    pub inverse: bool,
    /// The maximum distance from a design; a character without a pattern within it is left out.
    pub farthest: u32,
}

impl Default for Choosing {
    fn default() -> Self {
        Self { inverse: false, farthest: 6 }
    }
}

/// The pattern chosen for a character.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Choice {
    /// The pattern.
    pub pattern: Bitboard,
    /// The design it comes from; in an inverse font, the complement of the design.
    pub design: Bitboard,
    /// The index of that design among the character's designs.
    pub alternative: usize,
    /// How well the pattern preserves the design.
    pub score: Score,
    /// Whether it was chosen by hand.
    pub pinned: bool,
    /// The character whose pattern it shares, if this one is a homoglyph.
    pub same_as: Option<char>,
}

impl Choice {
    /// The number of holes in which the pattern differs from the design.
    #[must_use]
    pub fn distance(&self) -> u32 {
        self.pattern.distance(self.design)
    }
}

/// The patterns of a font.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Chosen {
    /// The choice for each character that has a pattern.
    pub choices: BTreeMap<char, Choice>,
    /// The alternates of characters, by the feature that shows them.
    pub alternates: BTreeMap<(char, Feature), Choice>,
    /// The characters without ink, such as the space.
    pub blank: Vec<char>,
    /// The characters without a reachable pattern near enough.
    pub left_out: Vec<char>,
    /// The patterns that can be mistaken for other characters.
    pub mistakable: Vec<Mistakable>,
}

impl Chosen {
    /// The characters with a design of their own, and their choices.
    pub fn drawn(&self) -> impl Iterator<Item = (char, &Choice)> {
        let all = self.choices.iter().map(|(&character, choice)| (character, choice));
        all.filter(|(_, choice)| choice.same_as.is_none())
    }

    /// The characters that have the pattern of another, and that other.
    pub fn homoglyphs(&self) -> impl Iterator<Item = (char, char)> {
        self.choices.iter().filter_map(|(&character, choice)| Some((character, choice.same_as?)))
    }

    /// The characters whose pattern a person chose.
    pub fn pinned(&self) -> impl Iterator<Item = char> {
        self.drawn().filter(|(_, choice)| choice.pinned).map(|(character, _)| character)
    }
}

/// Why no font can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ChooseError {
    /// A pinned pattern can't be reached.
    #[error(
        "{place}: {character:?}: the pinned pattern {reachability}; {}",
        nearest_in_words(.board, *.pinned, *.nearest)
    )]
    UnreachablePin {
        place: Place,
        character: char,
        board: SmallBoard,
        /// The pattern, as it is drawn in the glyph file.
        pinned: Bitboard,
        reachability: Reachability,
        /// The nearest pattern that could be pinned instead.
        nearest: Option<Bitboard>,
    },
    /// The set can't be read, there is not enough memory, or the watcher stopped the work.
    #[error(transparent)]
    Solver(#[from] Error),
}

fn nearest_in_words(board: &SmallBoard, pinned: Bitboard, nearest: Option<Bitboard>) -> String {
    match nearest {
        Some(nearest) => format!(
            "the nearest reachable pattern, at distance {}, is\n{}",
            pinned.distance(nearest),
            board.picture(nearest)
        ),
        None => "no pattern near it can be reached either".to_owned(),
    }
}

/// Chooses a pattern for every character.
///
/// # Errors
/// If a pinned pattern can't be reached, or `progress` says to stop.
pub fn choose(
    glyphs: &Glyphs,
    finder: &Finder<'_>,
    choosing: Choosing,
    progress: Progress<'_>,
) -> Result<Chosen, ChooseError> {
    let board = glyphs.board();
    let designs = Designs::of(glyphs, choosing.inverse);
    let drawn: Vec<(char, &Glyph)> =
        glyphs.iter().filter(|(_, glyph)| glyph.same_as.is_none() && !glyph.is_blank()).collect();
    let recognizer = Recognizer::new(glyphs, choosing.inverse);
    let sources = Candidates { finder, designs: &designs, recognizer: &recognizer, choosing };
    let done = AtomicU64::new(0);
    let candidates = |&(character, glyph): &(char, &Glyph)| {
        let candidates = sources.of(character, glyph)?;
        progress
            .report(done.fetch_add(1, Ordering::Relaxed) + 1, drawn.len() as u64)
            .map_err(Error::from)?;
        Ok::<_, ChooseError>(candidates)
    };
    let found = parallel::try_map(&drawn, candidates)?;
    let mut variables = Vec::new();
    let mut chosen = Chosen::default();
    for (&(character, _), candidates) in drawn.iter().zip(found) {
        if candidates.is_empty() {
            chosen.left_out.push(character);
        } else {
            variables.push(Variable { character, candidates, ties: Vec::new(), chosen: 0 });
        }
    }
    tie(&mut variables, glyphs, board, &designs);
    improve(&mut variables);
    chosen.alternates = alternates::alternates(&variables, glyphs, sources)?;
    for variable in &variables {
        let candidate = variable.candidates[variable.chosen];
        let pinned = glyphs.get(variable.character).is_some_and(|glyph| glyph.pin.is_some());
        chosen.choices.insert(variable.character, candidate.choice(pinned));
    }
    for (character, glyph) in glyphs.iter() {
        if glyph.is_blank() {
            chosen.blank.push(character);
        } else if let Some(original) = glyph.same_as {
            match chosen.choices.get(&original).cloned() {
                Some(choice) => {
                    let choice = Choice { same_as: Some(original), ..choice };
                    chosen.choices.insert(character, choice);
                }
                None => chosen.left_out.push(character),
            }
        }
    }
    chosen.left_out.sort_unstable();
    let mistakable = chosen
        .drawn()
        .filter_map(|(character, choice)| designs.mistakable(character, choice.pattern));
    chosen.mistakable = mistakable.collect();
    Ok(chosen)
}
