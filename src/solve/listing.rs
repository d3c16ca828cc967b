//! The reachable positions by increasing code, without sorting: the positions of a class are numbered a second time,
//! so that the numbers ascend with the codes. Needs the finished set, changes nothing.
//!
//! Where every parity hole is a parity of holes with higher numbers, of two positions of a class the one with the
//! larger code has a peg in the highest free hole in which they differ. So the free holes, in order, are the
//! bits of a number that ascends with the code; and from one numbering to the other leads a linear map.

use std::ops::Range;

use super::Reachable;
use super::layout::WORD_BITS;
use crate::board::{Hole, Position};
use crate::class::PositionClass;

/// A finished set, seen in the order of codes.
///
/// ```
/// use pegfont::{board::Board, solve::{ByCode, Reachable}};
/// let board: Board = "4x4".parse()?;
/// let reachable = Reachable::solve(&board, board.central_vacancy())?;
/// let by_code = ByCode::new(&reachable);
/// let codes: Vec<u64> = by_code.positions(0..by_code.numbers()).map(|position| position.code()).collect();
/// assert!(codes.is_sorted());
/// assert_eq!(codes.len() as u64, reachable.count());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ByCode<'a> {
    reachable: &'a Reachable,
    class: PositionClass,
    /// For each value of a number's low bits, what it adds to the position and to the dense index.
    low: Vec<(Position, u64)>,
}

/// The most low bits of a number for which there is a table.
const LOW_BITS: usize = 10;

impl<'a> ByCode<'a> {
    /// The view of this set.
    #[must_use]
    pub fn new(reachable: &'a Reachable) -> Self {
        let ascending: Vec<Hole> = reachable.board().full().holes().collect();
        let class =
            PositionClass::with_order(reachable.board(), reachable.start(), &ascending, &ascending);
        let origin = class.position(0);
        let base = reachable.class().index_of_member(origin);
        let low = (0..1_u64 << class.rank().min(LOW_BITS))
            .map(|number| {
                let position = class.position(number);
                (position ^ origin, reachable.class().index_of_member(position) ^ base)
            })
            .collect();
        Self { reachable, class, low }
    }

    /// How many numbers there are: one for each position of the class, reachable or not.
    #[must_use]
    pub fn numbers(&self) -> u64 {
        1 << self.class.rank()
    }

    /// The reachable positions among those of these numbers, by increasing code.
    pub fn positions(&self, numbers: Range<u64>) -> impl Iterator<Item = Position> {
        let size = self.low.len() as u64;
        let runs = numbers.start / size..numbers.end.min(self.numbers()).div_ceil(size);
        runs.flat_map(move |run| {
            let first = run * size;
            let from = numbers.start.saturating_sub(first).min(size) as usize;
            let to = (numbers.end - first).min(size) as usize;
            let position = self.class.position(first);
            let index = self.reachable.class().index_of_member(position);
            let words = self.reachable.words();
            self.low[from..to.max(from)].iter().filter_map(move |&(holes, bits)| {
                let at = index ^ bits;
                let set = words[(at >> WORD_BITS) as usize] >> (at & 63) & 1 == 1;
                set.then_some(position ^ holes)
            })
        })
    }
}
