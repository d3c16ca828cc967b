//! The end of a search: a beam search in one window, down to a single peg or to given pegs, or to a
//! position from which that is known to be reached.

use rustc_hash::FxHashSet;

use super::beam::{JumpTree, POSITIONS_PER_QUESTION, Reached, Spent, noise};
use super::window::{ColumnRow, Window};
use crate::Result;
use crate::bits::ones;
use crate::class::sorted;

/// The ends of a search, all with the same number of pegs, and the positions before them.
pub(super) struct Ends {
    pegs: u32,
    /// The positions with as many pegs, one more, two more and so on from which an end is reached,
    /// sorted.
    levels: Vec<Vec<u64>>,
}

impl Ends {
    /// Any single peg in a window.
    pub fn any_peg(window: &Window) -> Self {
        let pegs = ones(window.complement(0)).map(|cell| 1 << cell);
        Self {
            pegs: 1,
            levels: vec![pegs.collect()],
        }
    }

    /// The position with these pegs of a window, and positions from which it can be reached, at
    /// most `most` together.
    pub fn of_window(window: &Window, pegs: u64, most: usize) -> Self {
        let mut levels = Vec::new();
        let mut count = 0;

        let mut next = vec![pegs];
        while !next.is_empty() && count + next.len() <= most {
            let mut before = Vec::new();
            for &after in &next {
                // A jump taken back is a jump of the empty holes.
                let empty = window.complement(after);
                window.each_jump(empty, |empty, _, _| before.push(window.complement(empty)));
            }
            count += next.len();
            levels.push(next);
            next = sorted(before);
        }

        Self {
            pegs: pegs.count_ones(),
            levels,
        }
    }

    /// The end, if there is only one.
    fn only(&self) -> Option<u64> {
        if let [end] = self.levels[0][..] {
            Some(end)
        } else {
            None
        }
    }

    /// Whether an end is reached from this position, as far as that is known.
    fn contains(&self, position: u64) -> bool {
        let Some(more_pegs) = position.count_ones().checked_sub(self.pegs) else {
            return false;
        };
        match self.levels.get(more_pegs as usize) {
            Some(level) => level.binary_search(&position).is_ok(),
            None => false,
        }
    }

    /// Plays the jumps from a contained position of a window to an end, and returns the number of
    /// the last.
    fn follow(&self, window: &Window, position: u64, last: u32, tree: &mut JumpTree) -> u32 {
        let mut pegs = position;
        let mut last = last;
        loop {
            let mut next = None;
            window.each_jump(pegs, |after, from, to| {
                if self.contains(after) {
                    next = Some((after, window.jump_ends(from, to)));
                }
            });
            let Some((after, jump)) = next else {
                return last;
            };

            pegs = after;
            last = tree.push(last, jump);
        }
    }
}

/// A lone peg costs as much as this variance of the pegs' columns and rows.
const LONE_PEG: i64 = 10;

/// The most pegs that a window has room for.
const MOST_PEGS: usize = 64;

/// A position to play on from. They are ordered by value, the best first; the other fields, in
/// their order, make the order the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Ranked {
    value: i64,
    pegs: u64,
    /// The number of the jump before the last.
    before: u32,
    /// The ends of the last jump by their numbers in the window, if it was played here.
    last: Option<(u8, u8)>,
}

/// Plays the region that is left to the end.
pub(super) struct Finish {
    window: Window,
    ends: Ends,
    /// The middle of the pegs of the only end, by column and row.
    middle: Option<(i64, i64)>,
    width: usize,
    seed: u64,
}

/// What came of a search for the end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum FinishOutcome {
    /// The number of the last jump.
    Solved(u32),
    /// Every game in the window was played, and none ends as it should.
    Exhausted,
    /// Not every game was played.
    GaveUp,
}

impl Finish {
    pub fn new(window: Window, ends: Ends, width: usize, seed: u64) -> Self {
        let middle = ends.only().map(|end| {
            let sums = Sums::of(end, &window);
            let count = i64::from(end.count_ones()).max(1);
            (sums.columns / count, sums.rows / count)
        });
        Self {
            window,
            ends,
            middle,
            width,
            seed,
        }
    }

    /// Plays on from these positions, which are empty outside of the region.
    pub fn play(&self, positions: &[Reached], spent: &mut Spent<'_>) -> Result<FinishOutcome> {
        let mut levels: Vec<Vec<Ranked>> = vec![Vec::new(); MOST_PEGS + 1];
        for reached in positions {
            let pegs = self.window.pegs(&reached.pegs);
            levels[pegs.count_ones() as usize].push(Ranked {
                value: 0,
                pegs,
                before: reached.last,
                last: None,
            });
        }

        let mut are_all_played = true;
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        for count in (1..levels.len()).rev() {
            let mut level = std::mem::take(&mut levels[count]);
            level.sort_unstable();

            if let Some(found) = level.iter().find(|found| self.ends.contains(found.pegs)) {
                let last = self.push(found, &mut spent.tree);
                let tree = &mut spent.tree;
                let last = self.ends.follow(&self.window, found.pegs, last, tree);
                return Ok(FinishOutcome::Solved(last));
            }

            if level.len() > self.width {
                are_all_played = false;
                level.truncate(self.width);
            }
            spent.work += level.len() as u64;

            // Positions of the next level have a peg less.
            seen.clear();
            let next = &mut levels[count - 1];
            for (number, ranked) in level.iter().enumerate() {
                if number % POSITIONS_PER_QUESTION == 0 {
                    spent.ask(self.width + next.len(), seen.len())?;
                }
                let before = self.push(ranked, &mut spent.tree);
                self.play_each_jump(ranked.pegs, before, &mut seen, next);
            }
        }

        Ok(if are_all_played {
            FinishOutcome::Exhausted
        } else {
            FinishOutcome::GaveUp
        })
    }

    /// Adds the last jump of a position to the tree, and returns its number.
    fn push(&self, ranked: &Ranked, tree: &mut JumpTree) -> u32 {
        match ranked.last {
            Some((from, to)) => tree.push(ranked.before, self.window.jump_ends(from, to)),
            None => ranked.before,
        }
    }

    /// Adds the positions after each jump that are not seen yet.
    fn play_each_jump(
        &self,
        pegs: u64,
        before: u32,
        seen: &mut FxHashSet<u64>,
        next: &mut Vec<Ranked>,
    ) {
        self.window.each_jump(pegs, |after, from, to| {
            if seen.insert(after) {
                let lone = i64::from(self.window.lone(after).count_ones());
                next.push(Ranked {
                    value: LONE_PEG * lone + self.spread(after),
                    pegs: after,
                    before,
                    last: Some((from, to)),
                });
            }
        });
    }

    /// The sum of the squared distances of the pegs from where they should end, or else from their
    /// centre.
    fn spread(&self, pegs: u64) -> i64 {
        let count = i64::from(pegs.count_ones()).max(1);
        let Sums {
            columns,
            rows,
            squares,
        } = Sums::of(pegs, &self.window);

        match self.middle {
            None => squares - (columns * columns + rows * rows) / count,
            Some((x, y)) => {
                let around = squares - 2 * (x * columns + y * rows) + count * (x * x + y * y);
                around + noise(pegs, self.seed)
            }
        }
    }
}

/// The sums of the columns and of the rows of pegs, and of the squares of both.
struct Sums {
    columns: i64,
    rows: i64,
    squares: i64,
}

impl Sums {
    #[inline]
    fn of(pegs: u64, window: &Window) -> Self {
        let mut sums = Self {
            columns: 0,
            rows: 0,
            squares: 0,
        };
        for number in ones(pegs) {
            let ColumnRow { x, y } = window.cell(number);
            let (x, y) = (x as i64, y as i64);
            sums.columns += x;
            sums.rows += y;
            sums.squares += x * x + y * y;
        }
        sums
    }
}
