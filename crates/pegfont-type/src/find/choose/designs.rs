//! The designs of all characters, and whether a pattern can be mistaken for another character.

use crate::glyph::Glyphs;
use peg_solitaire::board::{Bitboard, SmallBoard};

/// A chosen pattern that can be mistaken: it is no nearer to its own designs than to those of another
/// character.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mistakable {
    /// The character.
    pub character: char,
    /// The distance of its pattern from the nearest of its own designs.
    pub own: u32,
    /// The character it can be mistaken for.
    pub other: char,
    /// The distance of the pattern from the nearest design of that character.
    pub others: u32,
}

/// All designs with their characters.
#[derive(Debug)]
pub struct Designs {
    designs: Vec<(Bitboard, char)>,
}

impl Designs {
    /// The designs of all characters that have their own; complements for an inverse font.
    #[must_use]
    pub fn of(glyphs: &Glyphs, inverse: bool) -> Self {
        let board = glyphs.board();
        let drawn = |design| if inverse { board.complement(design) } else { design };
        let designs = glyphs.iter().filter(|(_, glyph)| !glyph.is_blank());
        let designs = designs.flat_map(|(character, glyph)| {
            glyph.designs.iter().map(move |&design| (drawn(design), character))
        });
        Self { designs: designs.collect() }
    }

    /// The same, with other designs for one character.
    pub(super) fn with(
        &self,
        character: char,
        own: &[Bitboard],
        inverse: bool,
        board: &SmallBoard,
    ) -> Self {
        let first = self.designs.partition_point(|&(_, other)| other < character);
        let last = self.designs.partition_point(|&(_, other)| other <= character);
        let drawn = |&design| if inverse { board.complement(design) } else { design };
        let own = own.iter().map(|design| (drawn(design), character));
        let (before, after) = (&self.designs[..first], &self.designs[last..]);
        let designs = before.iter().copied().chain(own).chain(after.iter().copied());
        Self { designs: designs.collect() }
    }

    /// The designs of one character in order of preference.
    pub(super) fn of_character(&self, character: char) -> impl Iterator<Item = Bitboard> {
        let first = self.designs.partition_point(|&(_, other)| other < character);
        let rest = self.designs[first..].iter().take_while(move |&&(_, other)| other == character);
        rest.map(|&(design, _)| design)
    }

    /// Whether a character's pattern can be mistaken, and for which other character.
    #[must_use]
    pub fn mistakable(&self, character: char, pattern: Bitboard) -> Option<Mistakable> {
        let own = self.of_character(character).map(|design| design.distance(pattern)).min()?;
        let others = self.designs.iter().filter(|&&(_, other)| other != character);
        let (others, other) =
            others.map(|&(design, other)| (design.distance(pattern), other)).min()?;
        (others <= own).then_some(Mistakable { character, own, other, others })
    }
}
