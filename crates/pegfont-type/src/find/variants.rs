//! Variants to choose from: what was found near some designs, and the designs that they are held against.

use std::collections::BTreeSet;

use super::{Order, Reachability, Variant};
use peg_solitaire::board::{Bitboard, SmallBoard};

/// The variants found near some designs.
#[derive(Clone, Debug)]
pub struct Variants {
    /// The board of all patterns.
    pub board: SmallBoard,
    /// The character that the designs are of.
    pub character: Option<char>,
    /// The designs, the preferred one first.
    pub designs: Vec<Bitboard>,
    /// The start, if all variants have the same, and then of each design whether it can be reached.
    pub start: Option<Bitboard>,
    /// See [`start`](Self::start); or empty.
    pub reachability: Vec<Reachability>,
    /// A pattern of one's own that the variants are near, and the vacancies from which it can be reached.
    pub own: Option<(Variant, Vec<String>)>,
    /// The variants.
    pub all: Vec<Variant>,
    /// Their order, or `None` if they were chosen to differ from each other.
    pub order: Option<Order>,
}

/// A pattern that variants are held against.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// What it is called: `the design`, `design 2`, or `yours`.
    pub name: String,
    /// Its pegs.
    pub pattern: Bitboard,
    /// The design that it is held against itself.
    pub design: Bitboard,
    /// Whether it can be reached, if that is known.
    pub reached: Option<Reachability>,
}

impl Variants {
    /// The designs to show before the variants: the first, and all that a variant is near; or the one that a pattern of one's own is near, and
    /// this pattern.
    pub fn models(&self) -> Vec<Model> {
        let model = |number: usize| {
            let (design, is_one) = (self.designs[number], self.designs.len() == 1);
            let name =
                if is_one { "the design".to_owned() } else { format!("design {}", number + 1) };
            let reached = self.reachability.get(number).copied();
            Model { name, pattern: design, design, reached }
        };
        let Some((Variant { found, .. }, _)) = &self.own else {
            let near: BTreeSet<usize> = self.all.iter().map(|it| it.place.design).collect();
            return (0..self.designs.len())
                .filter(|it| *it == 0 || near.contains(it))
                .map(model)
                .collect();
        };
        let near = self.designs.iter().position(|it| *it == found.design).unwrap_or_default();
        let (name, pattern) = ("yours".to_owned(), found.pattern);
        vec![model(near), Model { name, pattern, design: found.design, reached: None }]
    }
}
