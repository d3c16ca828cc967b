//! Variants to choose from: what was found near some designs, and the designs that they are held against.

use std::collections::BTreeSet;

use serde::Serialize;

use super::{Order, Place, Reachability, Variant};
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
    /// Which of the designs it is, from 0; `None` for a pattern of one's own.
    pub number: Option<usize>,
}

impl Variants {
    /// The designs to show before the variants: the first, and all that a variant is near; or the one that a pattern of one's own is near, and
    /// this pattern.
    pub fn models(&self) -> Vec<Model> {
        let near = self.all.iter().map(|it| it.place.design);
        let numbers: BTreeSet<usize> = match &self.own {
            Some((own, _)) => {
                self.designs.iter().position(|it| *it == own.found.design).into_iter().collect()
            }
            None => near.chain([0]).collect(),
        };
        let is_one = self.designs.len() == 1;
        let name = |number| {
            if is_one { "the design".to_owned() } else { format!("design {}", number + 1) }
        };
        let design = |number| {
            let pattern = self.designs[number];
            Model { name: name(number), pattern, design: pattern, number: Some(number) }
        };
        let own = self.own.iter().map(|(Variant { found, .. }, _)| Model {
            name: "yours".to_owned(),
            pattern: found.pattern,
            design: found.design,
            number: None,
        });
        numbers.into_iter().map(design).chain(own).collect()
    }

    /// How a variant differs from the design that it is nearest to: not at all, or in so many holes.
    pub fn difference(&self, variant: &Variant) -> String {
        match (variant.found.distance, &self.own) {
            (0, None) => "as drawn".to_owned(),
            (0, Some(_)) => "yours".to_owned(),
            (distance, _) => format!("distance {distance}"),
        }
    }

    /// Which design a variant is near, if there are several, and where it stands.
    pub fn origin(&self, variant: &Variant) -> String {
        let Place { design, .. } = variant.place;
        let several = self.own.is_none() && self.all.iter().any(|it| it.place.design > 0);
        let which = several.then(|| format!("design {}", design + 1));
        let place = Some(variant.place.to_string()).filter(|place| !place.is_empty());
        which.into_iter().chain(place).collect::<Vec<_>>().join(", ")
    }

    /// A variant in words, to be written as JSON.
    pub fn described(&self, variant: &Variant) -> impl Serialize + use<> {
        let start = self.start.unwrap_or(variant.start);
        variant.described(&self.board, self.board.picture_line(start))
    }

    /// What was found, to be written as JSON, with a list of the [described](Self::described) variants.
    pub fn written<L: Serialize>(&self, found: L) -> impl Serialize + use<L> {
        let board = &self.board;
        let design = |(number, &design): (usize, &Bitboard)| WrittenDesign {
            design: board.picture_line(design),
            reachability: self.reachability.get(number).copied(),
        };
        let with = self.own.as_ref().map(|(own, starts)| Own {
            pattern: own.described(board, board.picture_line(own.start)),
            starts: starts.clone(),
        });
        Written {
            board: board.to_line(),
            start: self.start.map(|start| board.picture_line(start)),
            character: self.character,
            designs: self.designs.iter().enumerate().map(design).collect(),
            with,
            found,
        }
    }
}

#[derive(Serialize)]
struct Written<W: Serialize, L: Serialize> {
    board: String,
    start: Option<String>,
    character: Option<char>,
    designs: Vec<WrittenDesign>,
    with: Option<W>,
    found: L,
}

#[derive(Serialize)]
struct WrittenDesign {
    design: String,
    reachability: Option<Reachability>,
}

#[derive(Serialize)]
struct Own<P: Serialize> {
    pattern: P,
    starts: Vec<String>,
}
