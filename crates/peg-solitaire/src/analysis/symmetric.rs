//! The reachable positions that are symmetric, by the type of their symmetry.

use std::collections::BTreeSet;

use super::table::{Column, Table};
use crate::board::{Bitboard, Lattice, SmallBoard};
use crate::class::{Images, SymmetryGroup};
use crate::solve::Reachable;

/// A type of symmetry: the symmetries that leave a position as it is, up to a symmetry of the board.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SymmetryType {
    /// How many turns, half a turn being two, leave the position as it is (1: only the whole turn).
    pub turns: u8,
    /// How many reflections in a line along the rows or columns do.
    pub orthogonal: u8,
    /// How many other reflections do.
    pub diagonal: u8,
}

/// The types on the square lattice in the order of the literature, with their names.
const SQUARE_TYPES: [(&str, SymmetryType); 7] = [
    ("square", SymmetryType { turns: 4, orthogonal: 2, diagonal: 2 }),
    ("rotation90", SymmetryType { turns: 4, orthogonal: 0, diagonal: 0 }),
    ("both_diagonals", SymmetryType { turns: 2, orthogonal: 0, diagonal: 2 }),
    ("rectangular", SymmetryType { turns: 2, orthogonal: 2, diagonal: 0 }),
    ("rotation180", SymmetryType { turns: 2, orthogonal: 0, diagonal: 0 }),
    ("orthogonal_axis", SymmetryType { turns: 1, orthogonal: 1, diagonal: 0 }),
    ("diagonal_axis", SymmetryType { turns: 1, orthogonal: 0, diagonal: 1 }),
];

impl SymmetryType {
    /// No symmetry: only the whole turn.
    pub const NONE: Self = Self { turns: 1, orthogonal: 0, diagonal: 0 };

    /// The type of a position.
    #[must_use]
    pub fn of(board: &SmallBoard, position: Bitboard) -> Self {
        let mut found = Self { turns: 0, orthogonal: 0, diagonal: 0 };
        for symmetry in board.symmetries() {
            if symmetry.apply(position) != position {
                continue;
            }
            let [[a, b], [c, d]] = symmetry.matrix();
            let along = match board.lattice() {
                Lattice::Square => b == 0 && c == 0,
                // In skew coordinates: the reflections that turn a row, a column or a diagonal around.
                Lattice::Triangular => [(1, 0), (0, 1), (1, 1)]
                    .iter()
                    .any(|&(x, y)| (a * x + b * y, c * x + d * y) == (-x, -y)),
            };
            match (symmetry.is_reflection(), along) {
                (false, _) => found.turns += 1,
                (true, true) => found.orthogonal += 1,
                (true, false) => found.diagonal += 1,
            }
        }
        found
    }

    /// The name under which the literature lists the type; on triangular boards the number of turns,
    /// and `axis` or `axes` where there are reflections.
    #[must_use]
    pub fn name(self, lattice: Lattice) -> String {
        let known = SQUARE_TYPES.iter().find(|(_, known)| *known == self);
        match (lattice, known) {
            (Lattice::Square, Some((name, _))) => (*name).to_owned(),
            _ => {
                let turns = match self.turns {
                    1 => String::new(),
                    turns => format!("rotation{}", 360 / u16::from(turns)),
                };
                let axes = match (self.orthogonal, self.diagonal) {
                    (0, 0) => "",
                    (_, 0) => "mirror",
                    (0, _) => "cross_mirror",
                    _ => "mirrors",
                };
                let parts: Vec<&str> =
                    [&*turns, axes].into_iter().filter(|part| !part.is_empty()).collect();
                parts.join("_")
            }
        }
    }
}

/// How many symmetry classes of symmetric positions there are, by type and number of pegs.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SymmetricPositions {
    lattice: Lattice,
    pegs: u32,
    /// For each type that the board allows, the counts after 0, 1, ... jumps.
    pub counts: Vec<(SymmetryType, Vec<u64>)>,
}

/// Counts the reachable positions that are symmetric, each under its own type of symmetry (the highest).
///
/// Only the positions that are left as they are by some symmetry are looked at: they are unions of
/// that symmetry's cycles.
#[must_use]
pub fn symmetric(reachable: &Reachable) -> SymmetricPositions {
    let board = reachable.board();
    let group = SymmetryGroup::of(board);
    let images = Images::of(&group);
    let mut classes = BTreeSet::new();
    for symmetry in board.symmetries().iter().filter(|symmetry| !symmetry.is_identity()) {
        let mut cycles: Vec<Bitboard> = Vec::new();
        for hole in board.full().pegs() {
            if !cycles.iter().any(|cycle| cycle.has(hole)) {
                let cycle = std::iter::successors(Some(hole), |&at| Some(symmetry.image(at)));
                let rest = cycle.skip(1).take_while(|&at| at != hole);
                cycles.push(hole.bit() | rest.collect());
            }
        }
        // One cycle is added or removed at a time, in the order of a Gray code.
        let mut position = Bitboard::EMPTY;
        for step in 1..=1_u64 << cycles.len() {
            if reachable.contains(position) {
                classes.insert(images.representative(position));
            }
            if let Some(&cycle) = cycles.get(step.trailing_zeros() as usize) {
                position = position ^ cycle;
            }
        }
    }
    let pegs = reachable.start().count().max(1);
    let mut counts: Vec<(SymmetryType, Vec<u64>)> = Vec::new();
    if board.lattice() == Lattice::Square {
        let full = SymmetryType::of(board, board.full());
        let allowed = SQUARE_TYPES.iter().map(|(_, kind)| *kind).filter(|kind| {
            kind.turns <= full.turns
                && kind.orthogonal <= full.orthogonal
                && kind.diagonal <= full.diagonal
        });
        counts.extend(allowed.map(|kind| (kind, vec![0; pegs as usize])));
    }
    for position in classes {
        let kind = SymmetryType::of(board, position);
        let jumps = (pegs - position.count()) as usize;
        let at = counts.iter().position(|(known, _)| *known == kind).unwrap_or_else(|| {
            counts.push((kind, vec![0; pegs as usize]));
            counts.len() - 1
        });
        counts[at].1[jumps] += 1;
    }
    if board.lattice() == Lattice::Triangular {
        counts.sort_by(|(one, _), (other, _)| other.cmp(one));
    }
    SymmetricPositions { lattice: board.lattice(), pegs, counts }
}

impl SymmetricPositions {
    /// As a table.
    #[must_use]
    pub fn table(&self) -> Table {
        let levels = u64::from(self.pegs);
        let mut columns = vec![
            ("jumps".to_owned(), Column::counts(0..levels)),
            ("pegs".to_owned(), Column::counts((0..levels).map(|level| levels - level))),
        ];
        for (kind, counts) in &self.counts {
            columns.push((kind.name(self.lattice), Column::counts(counts.iter().copied())));
        }
        Table { title: "Symmetric positions by type of symmetry".to_owned(), columns }
    }
}
