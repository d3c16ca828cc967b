//! The designs of all characters as machine words, and whether a pattern can be mistaken for another character.

use serde::Serialize;

use crate::glyph::Designs;
use peg_solitaire::board::{Bitboard, Position, SmallBoard};

/// A chosen pattern that can be mistaken: it is no nearer to its own designs than to those of another
/// character.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Mistakable {
    /// The character.
    pub character: char,
    /// The distance of its pattern from the nearest of its own designs.
    pub distance: u32,
    /// The character it can be mistaken for.
    pub other: char,
    /// The distance of the pattern from the nearest design of that character.
    pub other_distance: u32,
}

/// All designs with their characters, in the order of these.
pub(super) struct Rivals {
    designs: Vec<(Bitboard, char)>,
}

impl Rivals {
    /// The designs of all characters that have their own; complements for an inverse font.
    pub fn of(designs: &Designs, board: &SmallBoard, inverse: bool) -> Self {
        let drawn = designs.iter().filter(|(_, glyph)| !glyph.is_blank());
        let of = |(character, own): (char, &[Position])| Self::own(character, own, inverse, board);
        let all = drawn.map(|(character, glyph)| (character, &glyph.designs[..]));
        Self { designs: all.flat_map(of).collect() }
    }

    fn own(
        character: char,
        designs: &[Position],
        inverse: bool,
        board: &SmallBoard,
    ) -> Vec<(Bitboard, char)> {
        let drawn = |design| if inverse { board.complement(design) } else { design };
        designs.iter().map(|design| (drawn(board.bits(design)), character)).collect()
    }

    /// The same, with other designs for one character.
    pub fn with(
        &self,
        character: char,
        own: &[Position],
        inverse: bool,
        board: &SmallBoard,
    ) -> Self {
        let first = self.designs.partition_point(|&(_, other)| other < character);
        let last = self.designs.partition_point(|&(_, other)| other <= character);
        let own = Self::own(character, own, inverse, board);
        Self { designs: [&self.designs[..first], &own, &self.designs[last..]].concat() }
    }

    /// The designs of one character in order of preference.
    pub fn of_character(&self, character: char) -> impl Iterator<Item = Bitboard> {
        let first = self.designs.partition_point(|&(_, other)| other < character);
        let rest = self.designs[first..].iter().take_while(move |&&(_, other)| other == character);
        rest.map(|&(design, _)| design)
    }

    /// Whether a character's pattern can be mistaken, and for which other character.
    pub fn mistakable(&self, character: char, pattern: Bitboard) -> Option<Mistakable> {
        let own = self.of_character(character).map(|design| design.distance(pattern));
        let distance = own.min()?;
        let others = self.designs.iter().filter(|&&(_, other)| other != character);
        let others = others.map(|&(design, other)| (design.distance(pattern), other));
        let (other_distance, other) = others.min()?;
        let is_mistakable = other_distance <= distance;
        is_mistakable.then_some(Mistakable { character, distance, other, other_distance })
    }
}
