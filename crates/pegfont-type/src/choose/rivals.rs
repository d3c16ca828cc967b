//! The designs of all characters and whether a pattern can be mistaken for another character.

use std::collections::BTreeMap;

use crate::glyph::Designs;
use peg_solitaire::board::Position;

/// The designs of each character, in order of preference.
pub(super) struct Rivals(BTreeMap<char, Vec<Position>>);

impl Rivals {
    /// The designs of all characters that have their own.
    pub fn of(designs: &Designs) -> Self {
        let all = designs
            .iter()
            .map(|(character, glyph)| (character, glyph.designs.clone()));
        Self(all.filter(|it| !it.1.is_empty()).collect())
    }

    /// A copy with other designs for one character.
    pub fn with(&self, character: char, designs: &[Position]) -> Self {
        let mut all = self.0.clone();
        all.insert(character, designs.to_vec());
        Self(all)
    }

    /// The rivals that a pattern at most `distance` from a design of the character can be mistaken
    /// for. They are at most twice that distance from a design.
    pub fn near(&self, character: char, distance: u32) -> Self {
        let own: Vec<&Position> = self.of_character(character).collect();
        let is_near = |one: &&Position| own.iter().any(|it| it.distance(one) <= 2 * distance);
        let near = |(&other, designs): (&char, &Vec<Position>)| {
            let near: Vec<Position> = designs.iter().filter(is_near).cloned().collect();
            (!near.is_empty()).then_some((other, near))
        };
        Self(self.0.iter().filter_map(near).collect())
    }

    /// The designs of one character in order of preference.
    pub fn of_character(&self, character: char) -> impl Iterator<Item = &Position> {
        self.0.get(&character).into_iter().flatten()
    }

    /// The other character that a character's pattern can be mistaken for: it is no nearer to its
    /// own designs than to those of the other.
    pub fn mistakable(&self, character: char, pattern: &Position) -> Option<char> {
        let distance = |designs: &[Position]| designs.iter().map(|it| it.distance(pattern)).min();
        let own = distance(self.0.get(&character)?)?;
        let others = self.0.iter().filter(|(other, _)| **other != character);
        let others = others.filter_map(|(&other, designs)| Some((distance(designs)?, other)));
        others
            .min()
            .filter(|&(nearest, _)| nearest <= own)
            .map(|(_, other)| other)
    }
}
