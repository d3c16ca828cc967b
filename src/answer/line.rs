//! What `pegfont line --json` prints.

use serde::Serialize;

use peg_solitaire::line::Reduction;

/// The fewest pegs that a row on an endless line can be reduced to. Holes are numbered from 1 along the row.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Line {
    /// The number of holes of the row.
    pub length: usize,
    pub pegs: usize,
    /// Whether one peg can be left.
    pub reducible: bool,
    pub least_pegs: usize,
    /// The pieces of the row that are each reduced to one peg.
    pub pieces: Vec<Piece>,
    /// The jumps, like `3-5`, if asked for.
    pub jumps: Option<Vec<String>>,
}

/// Holes of a row, from the first to the last.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Piece {
    pub first: usize,
    pub last: usize,
}

impl Line {
    /// The answer for a row, with the jumps or without.
    #[must_use]
    pub fn new(row: &[bool], reduction: &Reduction, with_jumps: bool) -> Self {
        let pieces = reduction.pieces.iter();
        let jumps = || reduction.jumps.iter().map(ToString::to_string).collect();
        Self {
            length: row.len(),
            pegs: row.iter().filter(|&&peg| peg).count(),
            reducible: reduction.pegs() == 1,
            least_pegs: reduction.pegs(),
            pieces: pieces.map(|piece| Piece { first: piece.start, last: piece.end - 1 }).collect(),
            jumps: with_jumps.then(jumps),
        }
    }
}
