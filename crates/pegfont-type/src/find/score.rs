//! The penalties that rank patterns at the same distance from a design, in points for what a type designer
//! would notice. Less is better; an exact copy has none.
//!
//! Two pegs *touch* if their holes are neighbours along a row, a column or a diagonal, or on a triangular
//! board, in any of the six directions.

use std::fmt;

/// A penalty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// Broken or merged strokes: the difference in the number of pieces of touching pegs.
    Pieces,
    /// Added pegs that touch no peg of the design along a row or column: they float.
    Stray,
    /// Counters opened, filled or added: the difference in the number of regions without pegs.
    Counters,
    /// Pegs missing between two pegs of a straight stroke, or added between two straight strokes.
    Gaps,
    /// Added pegs that continue no stroke: the design has no two pegs in a line from them.
    Spurs,
    /// Pegs without a mirror image, where the design is symmetric: left to right, top to bottom, or under a
    /// half turn, within the rows and columns that the design occupies.
    Symmetry,
    /// The number of rows by which the top or the bottom has moved, and columns by which a side has: off the
    /// cap line, the x-height, the baseline or the side bearing.
    Lines,
    /// Blots: the number of 2 x 2 squares of pegs beyond those in the design.
    Blots,
    /// New stroke ends: pegs that touch only one other peg and are not stroke ends of the design.
    Ends,
}

impl Term {
    /// All penalties, in the order in which they are explained.
    pub const ALL: [Self; 9] = [
        Self::Pieces,
        Self::Stray,
        Self::Counters,
        Self::Gaps,
        Self::Spurs,
        Self::Symmetry,
        Self::Lines,
        Self::Blots,
        Self::Ends,
    ];

    /// The points for each occurrence, the name, and what is counted.
    const TABLE: [(u32, &str, &str); Self::ALL.len()] = [
        (12, "pieces", "strokes broken or merged"),
        (10, "stray", "added pegs that touch no stroke"),
        (9, "counters", "counters opened, filled or added"),
        (10, "gaps", "straight strokes pierced or bridged"),
        (6, "spurs", "added pegs that continue no stroke"),
        (4, "symmetry", "pegs without their mirror image in a symmetric design"),
        (6, "lines", "rows or columns off the cap, x-height, base or side lines"),
        (3, "blots", "2 x 2 squares of pegs that are not in the design"),
        (2, "ends", "stroke ends that are not in the design"),
    ];

    /// The points for each occurrence.
    pub const fn weight(self) -> u32 {
        Self::TABLE[self as usize].0
    }

    /// Its name.
    pub const fn name(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// What it counts, in a few words.
    pub const fn meaning(self) -> &'static str {
        Self::TABLE[self as usize].2
    }
}

/// The number of occurrences of each penalty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    pub(super) counts: [u8; Term::ALL.len()],
}

impl Score {
    /// The number of occurrences of a penalty.
    pub const fn count(&self, term: Term) -> u32 {
        self.counts[term as usize] as u32
    }

    /// The total points: the sum of the counts times their weights.
    pub fn total(&self) -> u32 {
        Term::ALL.iter().map(|&term| self.count(term) * term.weight()).sum()
    }
}

impl fmt::Display for Score {
    /// The penalties that occur, as `2 symmetry, 1 gaps`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut broken = Term::ALL.into_iter().filter(|&term| self.count(term) > 0).peekable();
        if broken.peek().is_none() {
            return f.write_str("nothing");
        }
        while let Some(term) = broken.next() {
            let comma = if broken.peek().is_some() { ", " } else { "" };
            write!(f, "{} {}{comma}", self.count(term), term.name())?;
        }
        Ok(())
    }
}
