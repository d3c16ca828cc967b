//! The designs of all characters and whether a pattern can be mistaken for another character.

use std::collections::BTreeMap;

use crate::glyph::Designs;
use peg_solitaire::board::Position;

/// The designs of each character, in order of preference.
pub(super) struct Rivals(BTreeMap<char, Vec<Position>>);

impl Rivals {
    /// The designs of all characters that have their own.
    pub fn of(designs: &Designs) -> Self {
        let mut all = BTreeMap::new();
        for (character, glyph) in designs.iter() {
            if !glyph.designs.is_empty() {
                all.insert(character, glyph.designs.clone());
            }
        }

        Self(all)
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
        let is_near = |rival: &&Position| own.iter().any(|own| own.distance(rival) <= 2 * distance);

        let mut all = BTreeMap::new();
        for (&other, designs) in &self.0 {
            let near: Vec<Position> = designs.iter().filter(is_near).cloned().collect();
            if !near.is_empty() {
                all.insert(other, near);
            }
        }
        Self(all)
    }

    /// The designs of one character in order of preference.
    pub fn of_character(&self, character: char) -> impl Iterator<Item = &Position> {
        self.0.get(&character).into_iter().flatten()
    }

    /// The other character that a character's pattern can be mistaken for: it is no nearer to its
    /// own designs than to those of the other.
    pub fn mistakable(&self, character: char, pattern: &Position) -> Option<char> {
        let distance = |designs: &[Position]| {
            let distances = designs.iter().map(|design| design.distance(pattern));
            distances.min()
        };
        let own = distance(self.0.get(&character)?)?;

        let mut nearest: Option<(u32, char)> = None;
        for (&other, designs) in &self.0 {
            if other == character {
                continue;
            }
            if let Some(distance) = distance(designs)
                && nearest.is_none_or(|(least, _)| distance < least)
            {
                nearest = Some((distance, other));
            }
        }
        let (distance, other) = nearest?;
        (distance <= own).then_some(other)
    }
}
