//! What `pegfont find --json` prints.

use std::collections::BTreeMap;

use serde::Serialize;

use super::{BoardName, Rows, hole_names};
use peg_solitaire::board::{Bitboard, SmallBoard};
use peg_solitaire::solve::{ReachableSet, ReadError};
use pegfont_type::find::{Finder, Found, Reachability, Term};

/// The reachable patterns nearest to some designs.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Find {
    pub board: BoardName,
    pub start: Rows,
    /// The character that was asked for, if it was one.
    pub character: Option<char>,
    /// The designs, the preferred one first.
    pub designs: Vec<Design>,
    /// The patterns, the nearest first.
    pub found: Vec<FoundPattern>,
}

/// A design, and whether it can be reached as it is.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct Design {
    pub design: Rows,
    /// `reachable`, `other_class` or `unreachable`.
    pub reachability: &'static str,
}

/// A reachable pattern.
#[derive(Clone, PartialEq, Debug, Serialize)]
#[non_exhaustive]
pub struct FoundPattern {
    pub pattern: Rows,
    /// The design that it is nearest to.
    pub design: Rows,
    /// The number of holes in which it differs from the design.
    pub distance: u32,
    pub added: Vec<String>,
    pub removed: Vec<String>,
    /// The penalty points.
    pub points: u32,
    /// The number of penalties by kind; kinds that do not occur are left out.
    pub penalties: BTreeMap<&'static str, u32>,
}

impl Find {
    /// The answer of a finder.
    ///
    /// # Errors
    /// When the set can't be read.
    pub fn new<S: ReachableSet>(
        finder: &Finder<'_, S>,
        start: Bitboard,
        character: Option<char>,
        designs: &[Bitboard],
        found: &[Found],
    ) -> Result<Self, ReadError> {
        let board = finder.board();
        let design = |&design: &Bitboard| {
            let reachability = match finder.reachability(design)? {
                Reachability::Reachable => "reachable",
                Reachability::OtherClass => "other_class",
                Reachability::Unreachable => "unreachable",
            };
            Ok::<_, ReadError>(Design { design: Rows::of(board, design), reachability })
        };
        Ok(Self {
            board: BoardName::of(board),
            start: Rows::of(board, start),
            character,
            designs: designs.iter().map(design).collect::<Result<_, _>>()?,
            found: found.iter().map(|found| FoundPattern::of(board, found)).collect(),
        })
    }
}

impl FoundPattern {
    fn of(board: &SmallBoard, found: &Found) -> Self {
        let penalties = Term::ALL.into_iter().map(|term| (term.name(), found.score.count(term)));
        Self {
            pattern: Rows::of(board, found.pattern),
            design: Rows::of(board, found.design),
            distance: found.distance,
            added: hole_names(board, found.added()),
            removed: hole_names(board, found.removed()),
            points: found.score.total(),
            penalties: penalties.filter(|&(_, count)| count > 0).collect(),
        }
    }
}
