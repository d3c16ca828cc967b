//! The designs of all characters and whether a pattern can be mistaken for another character.

use crate::glyph::Designs;
use peg_solitaire::board::Position;

/// All designs with their characters, in the order of these.
pub(super) struct Rivals {
    designs: Vec<(Position, char)>,
}

impl Rivals {
    /// The designs of all characters that have their own.
    pub fn of(designs: &Designs) -> Self {
        let all = designs.iter().flat_map(|(character, glyph)| own(character, &glyph.designs));
        Self { designs: all.collect() }
    }

    /// A copy with other designs for one character.
    pub fn with(&self, character: char, designs: &[Position]) -> Self {
        let first = self.designs.partition_point(|&(_, other)| other < character);
        let last = self.designs.partition_point(|&(_, other)| other <= character);
        let own: Vec<_> = own(character, designs).collect();
        Self { designs: [&self.designs[..first], &own, &self.designs[last..]].concat() }
    }

    /// The rivals that a pattern at most `distance` from a design of the character can be mistaken for. They are at most twice that
    /// distance from a design.
    pub fn near(&self, character: char, distance: u32) -> Self {
        let own: Vec<&Position> = self.of_character(character).collect();
        let is_near = |design: &Position| own.iter().any(|it| it.distance(design) <= 2 * distance);
        let near = self.designs.iter().filter(|(design, _)| is_near(design));
        Self { designs: near.cloned().collect() }
    }

    /// The designs of one character in order of preference.
    pub fn of_character(&self, character: char) -> impl Iterator<Item = &Position> {
        let first = self.designs.partition_point(|&(_, other)| other < character);
        let rest = self.designs[first..].iter().take_while(move |(_, other)| *other == character);
        rest.map(|(design, _)| design)
    }

    /// The other character that a character's pattern can be mistaken for: it is no nearer to its own designs than to those of the other.
    pub fn mistakable(&self, character: char, pattern: &Position) -> Option<char> {
        let own = self.of_character(character).map(|design| design.distance(pattern));
        let distance = own.min()?;
        let others = self.designs.iter().filter(|(_, other)| *other != character);
        let others = others.map(|(design, other)| (design.distance(pattern), *other));
        let (other_distance, other) = others.min()?;
        (other_distance <= distance).then_some(other)
    }
}

fn own(character: char, designs: &[Position]) -> impl Iterator<Item = (Position, char)> {
    designs.iter().map(move |design| (design.clone(), character))
}
