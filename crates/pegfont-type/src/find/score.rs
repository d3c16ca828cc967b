//! The penalties that rank patterns at the same distance from a design, in points for what a type
//! designer would notice. Less is better; an exact copy has none.
//!
//! Two pegs *touch* if their holes are neighbours along a row, a column or a diagonal, or on a
//! triangular board, in any of the six directions.

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
    /// Pegs without a mirror image, where the design is symmetric: left to right, top to bottom, or
    /// under a half turn, within the rows and columns that the design occupies.
    Symmetry,
    /// The number of rows by which the top or the bottom has moved, and columns by which a side
    /// has: off the cap line, the x-height, the baseline or the side bearing.
    Lines,
    /// Blots: the number of 2 x 2 squares of pegs beyond those in the design.
    Blots,
    /// New stroke ends: pegs that touch only one other peg and are not stroke ends of the design.
    Ends,
}

impl Term {
    /// The points for each occurrence, in the order of the penalties.
    const WEIGHTS: [u32; 9] = [12, 10, 9, 10, 6, 4, 6, 3, 2];
}

/// Points for each hole in which a pattern differs from its design.
const DISTANCE: u32 = 16;

/// Points for a pattern that looks nothing like its character. One that looks half like another
/// costs half as many.
pub(crate) const MISREAD: u32 = 16;

/// Costs are integers, in this fraction of a point, so that the points of a family can be divided.
pub(crate) const PARTS: u64 = 840;

/// The cost of a pattern that is read so surely as its character.
pub(crate) fn misread(reading: f64) -> u64 {
    ((1.0 - reading) * f64::from(MISREAD) * PARTS as f64).round() as u64
}

/// The number of occurrences of each penalty.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Score {
    pub(super) counts: [u8; Term::WEIGHTS.len()],
}

impl Score {
    /// The number of occurrences of a penalty.
    pub const fn count(&self, term: Term) -> u32 {
        self.counts[term as usize] as u32
    }

    /// The points of a pattern at this distance: for each change, and its penalties.
    pub(crate) fn points_at(&self, distance: u32) -> u32 {
        distance * DISTANCE + self.total()
    }

    /// The total points: the sum of the counts times their weights.
    pub fn total(&self) -> u32 {
        self.counts
            .iter()
            .zip(Term::WEIGHTS)
            .map(|(&count, weight)| u32::from(count) * weight)
            .sum()
    }
}
