//! Choosing one reachable pattern for every character of a font, so that they go together. Needs the
//! designs and a finder; knows no files.
//!
//! Every character has *candidates*: the reachable patterns nearest to its designs, and those one hole
//! further away. A candidate costs [`DISTANCE`] points a hole, the points of its [score](super::score),
//! and [`ALTERNATIVE`] points for each design that is liked better than the one it comes from. Characters
//! of one family cost [`UNLIKE`] points for each hole in which their designs agree and their patterns
//! don't. The choice is improved one character after the other, then two of a family together, until no
//! change makes it cheaper; so the result depends on nothing but the glyph files.
//!
//! A candidate that is not nearer to a design of its own character than to every design of any other is
//! no candidate, unless there is no other; no two characters get the same pattern.

mod candidate;
mod designs;
mod family;

use std::collections::BTreeMap;

use thiserror::Error;

use super::{Finder, ReachableSet, Score};
use crate::board::Position;
use crate::glyph::{Glyph, Glyphs, Place};
use candidate::candidates;
pub use candidate::{ALTERNATIVE, DISTANCE};
pub use designs::{Designs, Mistakable};
pub use family::UNLIKE;
use family::{Variable, improve, tie};

/// Costs are counted in this many parts of a point, so that family points can be shared out.
const PARTS: u64 = 840;

/// What a font is to be like.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Choosing {
    /// Whether the letters are the empty holes in a field of pegs.
    pub inverse: bool,
    /// The largest distance from a design; a character without a pattern within it is left out.
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
    pub pattern: Position,
    /// The design that it comes from (in an inverse font, its complement).
    pub design: Position,
    /// The number of that design among the character's, from 0.
    pub alternative: usize,
    /// How the pattern keeps to the design.
    pub score: Score,
    /// Whether a person chose it.
    pub pinned: bool,
    /// The character that it is the pattern of, where this is a homoglyph.
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
    /// The characters of which nothing is to be seen, such as the space.
    pub blank: Vec<char>,
    /// The characters that have no reachable pattern near enough.
    pub left_out: Vec<char>,
}

/// Why no font can be chosen.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ChooseError {
    /// A pinned pattern can't be reached.
    #[error("{place}: {character:?}: the pinned pattern can't be reached{why}; {nearest}")]
    UnreachablePin { place: Place, character: char, why: &'static str, nearest: String },
}

/// Chooses a pattern for every character.
///
/// # Errors
/// When a pinned pattern can't be reached.
pub fn choose<S: ReachableSet + Sync>(
    glyphs: &Glyphs,
    finder: &Finder<'_, S>,
    choosing: Choosing,
) -> Result<Chosen, ChooseError> {
    let board = glyphs.board();
    let designs = Designs::of(glyphs, choosing.inverse);
    let drawn: Vec<(char, &Glyph)> =
        glyphs.iter().filter(|(_, glyph)| glyph.same_as.is_none() && !glyph.is_blank()).collect();
    let candidates = |&(character, glyph): &(char, &Glyph)| {
        candidates(character, glyph, finder, &designs, choosing)
    };
    #[cfg(feature = "parallel")]
    let found: Vec<_> = {
        use rayon::prelude::*;
        drawn.par_iter().map(candidates).collect()
    };
    #[cfg(not(feature = "parallel"))]
    let found: Vec<_> = drawn.iter().map(candidates).collect();
    let mut variables = Vec::new();
    let mut chosen = Chosen::default();
    for (&(character, _), found) in drawn.iter().zip(found) {
        let candidates = found?;
        if candidates.is_empty() {
            chosen.left_out.push(character);
        } else {
            variables.push(Variable { character, candidates, ties: Vec::new(), chosen: 0 });
        }
    }
    tie(&mut variables, glyphs, board, &designs);
    improve(&mut variables);
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
    Ok(chosen)
}
