//! Lists the positions of a set by increasing code without sorting them: numbers the positions of the class a second time, so
//! that the numbers ascend with the codes.
//!
//! Choose the parity holes so that each is a parity of holes with higher numbers. Take two positions of a class and the highest
//! free hole in which they differ: the position with a peg there has the larger code. So the free holes, in order, are the bits of a
//! number that ascends with the code. A linear map leads from one numbering to the other.

use std::ops::{Range, RangeBounds};

use super::ClassSet;
use crate::board::{Bitboard, Hole};
use crate::class::PositionClass;

/// The maximum number of low bits that a table looks up.
const LOW_BITS: usize = 10;

impl ClassSet {
    /// The number of positions of the class, in the set or not: 2^rank.
    pub fn class_size(&self) -> u64 {
        1 << self.class().rank()
    }

    /// The positions of the set with `pegs` pegs by increasing code, or a part of them. The numbers count the positions of the class, in the set or
    /// not, by increasing code; they are below [`class_size`](Self::class_size). Runs of numbers whose positions have too few or too many pegs take no time.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, progress::Progress, solve::Reachable};
    /// let board: SmallBoard = "4x4".parse()?;
    /// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
    /// let half = reachable.class_size() / 2;
    /// let all = reachable.positions(0..half, ..).chain(reachable.positions(half..2 * half, ..));
    /// let codes: Vec<u64> = all.map(|position| position.code()).collect();
    /// assert!(codes.is_sorted());
    /// assert_eq!(codes.len() as u64, reachable.count());
    /// assert_eq!(reachable.positions(0..2 * half, 3..=3).count() as u64, reachable.count_by_pegs()[3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions(
        &self,
        numbers: Range<u64>,
        pegs: impl RangeBounds<u32>,
    ) -> impl Iterator<Item = Bitboard> {
        let board = self.board();
        let ascending: Vec<Hole> = board.full().pegs().collect();
        let class = PositionClass::with_order(board, self.class().position(0), &[], &ascending);
        let origin = class.position(0);
        let base = self.class().index_of_member(origin);
        // What each value of a number's low bits adds to the position and to the dense index.
        let low: Vec<(Bitboard, u64)> = (0..1_u64 << class.rank().min(LOW_BITS))
            .map(|number| {
                let position = class.position(number);
                (position ^ origin, self.class().index_of_member(position) ^ base)
            })
            .collect();
        let size = low.len() as u64;
        let changed = low.iter().fold(Bitboard::EMPTY, |all, &(holes, _)| all | holes);
        let numbers = numbers.start..numbers.end.min(self.class_size());
        let runs = numbers.start / size..numbers.end.div_ceil(size);
        runs.flat_map(move |run| {
            let first = run * size;
            let position = class.position(first);
            let outside = position.without(changed).count();
            if !(outside..=outside + changed.count()).any(|count| pegs.contains(&count)) {
                return Vec::new();
            }
            let from = numbers.start.saturating_sub(first).min(size) as usize;
            let to = (numbers.end - first).min(size) as usize;
            let index = self.class().index_of_member(position);
            let found = low[from..to.max(from)]
                .iter()
                .map(|&(holes, bits)| (position ^ holes, bits))
                .filter(|(position, _)| pegs.contains(&position.count()))
                .filter(|&(_, bits)| self.contains_index(index ^ bits));
            found.map(|(position, _)| position).collect()
        })
    }
}
