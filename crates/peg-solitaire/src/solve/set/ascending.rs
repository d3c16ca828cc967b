//! The positions of a set by increasing code, a part of them, and how many there are before one.

use std::convert::Infallible;
use std::ops::{Bound, Range, RangeBounds};
use std::sync::atomic::{AtomicU64, Ordering};

use super::{Blocks, PositionSet};
use crate::board::{Bitboard, Hole};
use crate::class::PositionClass;
use crate::progress::Progress;
use crate::{Result, parallel};

/// The most low bits of a number whose positions are looked up in a table.
const MAX_LISTED_BITS: usize = 10;

/// Positions by increasing code, without sorting them: the positions of the class are numbered a
/// second time, so that the numbers ascend with the codes.
///
/// Choose the parity holes so that each is a parity of holes with higher numbers. Take two
/// positions of a class and the highest free hole in which they differ: the position with a peg
/// there has the larger code. So the free holes, in order, are the bits of a number that ascends
/// with the code. A linear map leads from one numbering to the other.
impl<B: Blocks> PositionSet<B> {
    /// The positions of the set with `pegs` pegs by increasing code: all of them for the numbers
    /// `..`, or a part. The numbers count the positions of the class, in the set or not, by
    /// increasing code; they are below [`class_size`](Self::class_size). Runs of numbers whose
    /// positions have too few or too many pegs take no time.
    ///
    /// # Errors
    /// Each item is one when its block can't be read.
    pub fn try_positions(
        &self,
        numbers: impl RangeBounds<u64>,
        pegs: impl RangeBounds<u32>,
    ) -> impl Iterator<Item = Result<Bitboard>> {
        let asked = AskedPositions::new(self.class(), &numbers, pegs);
        asked.runs().flat_map(move |run| {
            match asked.members(run, |index| self.try_contains_index(index)) {
                Ok(found) => found.into_iter().map(Ok).collect(),
                Err(error) => vec![Err(error)],
            }
        })
    }

    /// The number of positions of the set whose codes are at most that of this position, which
    /// may be out of the set. The progress is counted in pieces.
    ///
    /// # Errors
    /// When a block can't be read, or `progress` says to stop.
    pub fn rank(&self, position: Bitboard, progress: Progress<'_>) -> Result<u64> {
        let class = AscendingCodes::of(self.class()).class;
        // Numbers below this one are of positions with at most this code.
        let mut end = 0;
        for bit in (0..class.rank()).rev() {
            let next = end | 1 << bit;
            if class.position(next - 1) <= position {
                end = next;
            }
        }
        if class.position(end) <= position {
            end += 1;
        }

        let counts = self.count_in_pieces(end, progress)?;
        Ok(counts.into_iter().sum())
    }

    /// The position that has this many positions of the set before it, by increasing code; none if
    /// the set has no more than that. The progress is counted in pieces.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, progress::Progress, solve::Reachable};
    /// let board: SmallBoard = "4x4".parse()?;
    /// let set = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
    /// let median = set.select(set.count() / 2, Progress::NONE)?.unwrap();
    /// assert_eq!(set.rank(median, Progress::NONE)?, set.count() / 2 + 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When a block can't be read, or `progress` says to stop.
    pub fn select(&self, before: u64, progress: Progress<'_>) -> Result<Option<Bitboard>> {
        let size = piece_size(self.class_size());
        let mut left = before;
        for (piece, count) in (0..).zip(self.count_in_pieces(self.class_size(), progress)?) {
            if left < count {
                let numbers = piece * size..(piece + 1) * size;
                let mut positions = self.try_positions(numbers, ..);
                return positions.nth(left as usize).transpose();
            }
            left -= count;
        }
        Ok(None)
    }

    /// The numbers of positions of the set with the numbers below `end`, in pieces of as many
    /// numbers.
    fn count_in_pieces(&self, end: u64, progress: Progress<'_>) -> Result<Vec<u64>> {
        let size = piece_size(self.class_size());
        let pieces = end.div_ceil(size);
        let done = AtomicU64::new(0);
        parallel::try_map(0..pieces, |piece| {
            let numbers = piece * size..end.min((piece + 1) * size);
            let asked = AskedPositions::new(self.class(), &numbers, ..);
            let mut count = 0;
            for run in asked.runs() {
                let found = asked.members(run, |index| self.try_contains_index(index))?;
                count += found.len() as u64;
            }
            progress.report(done.fetch_add(1, Ordering::Relaxed) + 1, pieces)?;
            Ok(count)
        })
    }
}

/// How many numbers are counted together: so many that a set has at most some hundred pieces.
fn piece_size(class_size: u64) -> u64 {
    (class_size >> 8).max(1 << MAX_LISTED_BITS)
}

impl PositionSet {
    /// The positions of the set with `pegs` pegs by increasing code, as
    /// [`try_positions`](Self::try_positions) has them.
    ///
    /// ```
    /// use peg_solitaire::{board::SmallBoard, progress::Progress, solve::Reachable};
    /// let board: SmallBoard = "4x4".parse()?;
    /// let reachable = Reachable::solve(&board, board.central_vacancy(), Progress::NONE)?;
    /// let half = reachable.class_size() / 2;
    /// let all = reachable.positions(..half, ..).chain(reachable.positions(half.., ..));
    /// let codes: Vec<u64> = all.map(|position| position.code()).collect();
    /// assert!(codes.is_sorted());
    /// assert_eq!(codes.len() as u64, reachable.count());
    /// assert_eq!(reachable.positions(.., 3..=3).count() as u64, reachable.count_by_pegs()[3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn positions(
        &self,
        numbers: impl RangeBounds<u64>,
        pegs: impl RangeBounds<u32>,
    ) -> impl Iterator<Item = Bitboard> {
        let asked = AskedPositions::new(self.class(), &numbers, pegs);
        asked.runs().flat_map(move |run| {
            let has = |index| Ok::<_, Infallible>(self.contains_index(index));
            let Ok(found) = asked.members(run, has);
            found
        })
    }
}

/// All positions by increasing code.
impl<'a> IntoIterator for &'a PositionSet {
    type Item = Bitboard;
    type IntoIter = Box<dyn Iterator<Item = Bitboard> + 'a>;

    fn into_iter(self) -> Self::IntoIter {
        Box::new(self.positions(.., ..))
    }
}

/// Which positions are asked for.
struct AskedPositions<'c, P> {
    indexed: &'c PositionClass,
    ascending: AscendingCodes,
    /// Of their numbers, the first, and the one after the last.
    start: u64,
    end: u64,
    pegs: P,
}

impl<'c, P: RangeBounds<u32>> AskedPositions<'c, P> {
    fn new(indexed: &'c PositionClass, numbers: &impl RangeBounds<u64>, pegs: P) -> Self {
        let (start, end) = bounds(numbers);
        Self {
            indexed,
            ascending: AscendingCodes::of(indexed),
            start,
            end: end.min(1 << indexed.rank()),
            pegs,
        }
    }

    /// The number of numbers in a run, whose positions are looked up together.
    fn run_size(&self) -> u64 {
        self.ascending.low.len() as u64
    }

    fn runs(&self) -> Range<u64> {
        self.start / self.run_size()..self.end.div_ceil(self.run_size())
    }

    /// Those of a run whose indices are in a set.
    fn members<E>(
        &self,
        run: u64,
        has: impl Fn(u64) -> Result<bool, E>,
    ) -> Result<Vec<Bitboard>, E> {
        let ascending = &self.ascending;
        let size = self.run_size();
        let first = run * size;
        let position = ascending.class.position(first);
        let outside = position.without(ascending.changed).count();
        let most = outside + ascending.changed.count();
        if !(outside..=most).any(|count| self.pegs.contains(&count)) {
            return Ok(Vec::new());
        }

        let from = self.start.saturating_sub(first).min(size) as usize;
        let to = (self.end - first).min(size) as usize;
        let index = self.indexed.index_of_member(position);
        let mut found = Vec::new();
        for low in &ascending.low[from..to.max(from)] {
            let position = position ^ low.holes;
            let is_asked = self.pegs.contains(&position.count());
            if is_asked && has(index ^ low.index)? {
                found.push(position);
            }
        }
        Ok(found)
    }
}

/// The first number of a range, and the one after its last.
fn bounds(range: &impl RangeBounds<u64>) -> (u64, u64) {
    let start = match range.start_bound() {
        Bound::Included(&first) => first,
        Bound::Excluded(&before) => before.saturating_add(1),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(&last) => last.saturating_add(1),
        Bound::Excluded(&end) => end,
        Bound::Unbounded => u64::MAX,
    };
    (start, end)
}

/// The second numbering of a class.
struct AscendingCodes {
    /// The same positions, by numbers that ascend with the codes.
    class: PositionClass,
    /// What each value of a number's low bits changes.
    low: Vec<LowChange>,
    /// The holes that low bits change.
    changed: Bitboard,
}

/// What the low bits of a number change in the position, and in its dense index.
struct LowChange {
    holes: Bitboard,
    index: u64,
}

impl AscendingCodes {
    fn of(indexed: &PositionClass) -> Self {
        let board = indexed.board();
        let holes: Vec<Hole> = board.each_hole().collect();
        let class = PositionClass::with_order(board, indexed.position(0), &[], &holes);
        let low_bits = 0..class.rank().min(MAX_LISTED_BITS);

        let origin = class.position(0);
        let first = indexed.index_of_member(origin);
        let low = class.changes(low_bits.clone()).map(|holes| LowChange {
            holes,
            index: indexed.index_of_member(holes ^ origin) ^ first,
        });
        Self {
            low: low.collect(),
            changed: class.changed_by(low_bits),
            class,
        }
    }
}
