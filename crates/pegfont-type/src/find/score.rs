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

    /// The points for each occurrence.
    #[must_use]
    pub const fn weight(self) -> u32 {
        match self {
            Self::Pieces => 12,
            Self::Stray => 10,
            Self::Counters => 9,
            Self::Gaps => 10,
            Self::Spurs => 6,
            Self::Symmetry => 4,
            Self::Lines => 6,
            Self::Blots => 3,
            Self::Ends => 2,
        }
    }

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Pieces => "pieces",
            Self::Stray => "stray",
            Self::Counters => "counters",
            Self::Gaps => "gaps",
            Self::Spurs => "spurs",
            Self::Symmetry => "symmetry",
            Self::Lines => "lines",
            Self::Blots => "blots",
            Self::Ends => "ends",
        }
    }

    /// What it counts, in a few words.
    #[must_use]
    pub const fn meaning(self) -> &'static str {
        match self {
            Self::Pieces => "strokes broken or merged",
            Self::Stray => "added pegs that touch no stroke",
            Self::Counters => "counters opened, filled or added",
            Self::Gaps => "straight strokes pierced or bridged",
            Self::Spurs => "added pegs that continue no stroke",
            Self::Symmetry => "pegs without their mirror image in a symmetric design",
            Self::Lines => "rows or columns off the cap, x-height, base or side lines",
            Self::Blots => "2 x 2 squares of pegs that are not in the design",
            Self::Ends => "stroke ends that are not in the design",
        }
    }
}

/// The number of occurrences of each penalty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    pub(super) counts: [u8; Term::ALL.len()],
}

impl Score {
    /// The number of occurrences of a penalty.
    #[must_use]
    pub const fn count(&self, term: Term) -> u32 {
        self.counts[term as usize] as u32
    }

    /// The total points: the sum of the counts times their weights.
    #[must_use]
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
