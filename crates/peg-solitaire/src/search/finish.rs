//! The end of a search: a beam search in one window, down to a single peg or to given pegs.

use rustc_hash::FxHashSet;

use super::beam::{RUN, Spent, State, noise};
use super::ends::Ends;
use super::window::Window;
use crate::Error;
use crate::bits::ones;

/// A lone peg costs as much as this variance of the pegs' columns and rows.
const LONE: i64 = 10;

/// A position: its value, its pegs, the jump before the last, and the last as cells of the window, if it was played here.
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

/// What came of it.
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
        Self { window, ends, middle, width, seed }
    }

    /// Plays on from these states, which are empty outside of the region.
    pub fn play(&self, states: &[State], spent: &mut Spent<'_>) -> Result<Finished, Error> {
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
                    last = spent.tree.push(last, self.window.hole(from), self.window.hole(to));
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
                    last = spent.tree.push(last, self.window.hole(from), self.window.hole(to));
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
        Ok(if all { Finished::Exhausted } else { Finished::GaveUp })
    }

    /// The sum of the squared distances of the pegs from where they should end, or else from their centre.
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
    let height = window.area.height as i64;
    let places = ones(pegs).map(|cell| (i64::from(cell) / height, i64::from(cell) % height));
    places.fold([0; 3], |[xs, ys, squares], (x, y)| [xs + x, ys + y, squares + x * x + y * y])
}
