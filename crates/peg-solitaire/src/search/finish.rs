//! The end of a search: a beam search in one window, down to a single peg or to given pegs, or to a
//! position from which that is known to be reached.

use rustc_hash::FxHashSet;

use super::beam::{JumpTree, RUN, Spent, State, noise};
use super::window::{Cell, Window};
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
        let (mut levels, mut count) = (Vec::new(), 0);
        let mut next = vec![pegs];
        while !next.is_empty() && count + next.len() <= most {
            let mut before = Vec::new();
            for &after in &next {
                // A jump taken back is a jump of the empty holes.
                let empty = window.complement(after);
                window.each_jump(empty, |empty, _, _| before.push(window.complement(empty)));
            }
            count += next.len();
            levels.push(std::mem::replace(&mut next, sorted(before)));
        }
        Self {
            pegs: pegs.count_ones(),
            levels,
        }
    }

    fn only(&self) -> Option<u64> {
        if let [end] = self.levels[0][..] {
            Some(end)
        } else {
            None
        }
    }

    /// Whether an end is reached from this position, as far as that is known.
    fn contains(&self, position: u64) -> bool {
        let level = position.count_ones().checked_sub(self.pegs);
        let level = level.and_then(|level| self.levels.get(level as usize));
        level.is_some_and(|level| level.binary_search(&position).is_ok())
    }

    /// Plays the jumps from a contained position of a window to an end, and returns the number of
    /// the last.
    fn follow(&self, window: &Window, mut pegs: u64, mut last: u32, tree: &mut JumpTree) -> u32 {
        loop {
            let mut next = None;
            window.each_jump(pegs, |after, from, to| {
                if self.contains(after) {
                    next = Some((after, from, to));
                }
            });
            let Some((after, from, to)) = next else {
                return last;
            };
            pegs = after;
            last = tree.push(last, window.hole(from), window.hole(to));
        }
    }
}

/// A lone peg costs as much as this variance of the pegs' columns and rows.
const LONE: i64 = 10;

/// A position: its value, its pegs, the jump before the last, and the last as cells of the window,
/// if it was played here.
type Node = (i64, u64, u32, Option<(u8, u8)>);

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
pub(super) enum Finished {
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
            let [x, y, _] = sums(end, &window);
            let count = i64::from(end.count_ones()).max(1);
            (x / count, y / count)
        });
        Self {
            window,
            ends,
            middle,
            width,
            seed,
        }
    }

    /// Plays on from these states, which are empty outside of the region.
    pub fn play(&self, states: &[State], spent: &mut Spent<'_>) -> Result<Finished> {
        let mut levels: Vec<Vec<Node>> = vec![Vec::new(); 65];
        for state in states {
            let pegs = self.window.pegs(&state.pegs);
            levels[pegs.count_ones() as usize].push((0, pegs, state.last, None));
        }
        let mut seen: FxHashSet<u64> = FxHashSet::default();
        let mut all = true;
        for count in (1..levels.len()).rev() {
            let mut level = std::mem::take(&mut levels[count]);
            level.sort_unstable();
            if let Some(&(_, pegs, mut last, jump)) =
                level.iter().find(|(_, pegs, ..)| self.ends.contains(*pegs))
            {
                if let Some((from, to)) = jump {
                    last = spent
                        .tree
                        .push(last, self.window.hole(from), self.window.hole(to));
                }
                let last = self.ends.follow(&self.window, pegs, last, &mut spent.tree);
                return Ok(Finished::Solved(last));
            }
            all &= level.len() <= self.width;
            level.truncate(self.width);
            spent.work += level.len() as u64;
            // Positions of the next level have a peg less.
            seen.clear();
            for (number, (_, pegs, mut last, jump)) in level.into_iter().enumerate() {
                if number % RUN == 0 {
                    spent.ask(self.width + levels[count - 1].len(), seen.len())?;
                }
                if let Some((from, to)) = jump {
                    last = spent
                        .tree
                        .push(last, self.window.hole(from), self.window.hole(to));
                }
                self.window.each_jump(pegs, |pegs, from, to| {
                    if seen.insert(pegs) {
                        let lone = i64::from(self.window.lone(pegs).count_ones());
                        let value = LONE * lone + self.spread(pegs);
                        levels[count - 1].push((value, pegs, last, Some((from, to))));
                    }
                });
            }
        }
        Ok(if all {
            Finished::Exhausted
        } else {
            Finished::GaveUp
        })
    }

    /// The sum of the squared distances of the pegs from where they should end, or else from their
    /// centre.
    fn spread(&self, pegs: u64) -> i64 {
        let count = i64::from(pegs.count_ones()).max(1);
        let [sum_x, sum_y, squares] = sums(pegs, &self.window);
        match self.middle {
            None => squares - (sum_x * sum_x + sum_y * sum_y) / count,
            Some((x, y)) => {
                let around = squares - 2 * (x * sum_x + y * sum_y) + count * (x * x + y * y);
                around + noise(pegs, self.seed)
            }
        }
    }
}

/// The sums of the columns and of the rows of pegs, and of the squares of both.
fn sums(pegs: u64, window: &Window) -> [i64; 3] {
    let places = ones(pegs).map(|number| {
        let Cell { x, y } = window.cell(number);
        (x as i64, y as i64)
    });
    places.fold([0; 3], |[xs, ys, squares], (x, y)| {
        [xs + x, ys + y, squares + x * x + y * y]
    })
}
