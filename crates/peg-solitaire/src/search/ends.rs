//! The positions with which a search may end, and those from which one of them is reached in a few jumps.

use super::beam::JumpTree;
use super::window::Window;
use crate::bits::ones;
use crate::parallel;

/// The ends of a search, all with the same number of pegs, and the positions before them.
pub(super) struct Ends {
    pegs: u32,
    /// The positions with as many pegs, one more, two more and so on from which an end is reached, sorted.
    levels: Vec<Vec<u64>>,
}

impl Ends {
    pub fn new(ends: Vec<u64>) -> Self {
        Self { pegs: ends.first().map_or(0, |end| end.count_ones()), levels: vec![sorted(ends)] }
    }

    /// Any single peg in a window.
    pub fn any_peg(window: &Window) -> Self {
        Self::new(ones(window.complement(0)).map(|cell| 1 << cell).collect())
    }

    /// Adds the positions from which one jump leads to the last ones, in any order and perhaps repeated.
    pub fn push(&mut self, level: Vec<u64>) {
        self.levels.push(sorted(level));
    }

    /// These pegs of a window, and not many more than `most` positions before them.
    pub fn of_window(window: &Window, pegs: u64, most: u64) -> Self {
        let mut ends = Self::new(vec![pegs]);
        loop {
            let mut before = Vec::new();
            for &after in ends.last() {
                // A jump taken back is a jump of the empty holes.
                let empty = window.complement(after);
                window.each_jump(empty, |empty, _, _| before.push(window.complement(empty)));
            }
            ends.push(before);
            if ends.last().is_empty() || ends.count() > most {
                ends.levels.pop();
                return ends;
            }
        }
    }

    /// The only end, if there is only one.
    pub fn only(&self) -> Option<u64> {
        if let [end] = self.levels[0][..] { Some(end) } else { None }
    }

    /// The positions with the most pegs.
    pub fn last(&self) -> &[u64] {
        &self.levels[self.levels.len() - 1]
    }

    /// The number of their pegs.
    pub fn most_pegs(&self) -> u32 {
        self.pegs + self.levels.len() as u32 - 1
    }

    /// The number of all positions.
    pub fn count(&self) -> u64 {
        self.levels.iter().map(|level| level.len() as u64).sum()
    }

    /// Whether an end is reached from this position, as far as that is known.
    pub fn contains(&self, position: u64) -> bool {
        let level = position.count_ones().checked_sub(self.pegs);
        let level = level.and_then(|level| self.levels.get(level as usize));
        level.is_some_and(|level| level.binary_search(&position).is_ok())
    }

    /// Plays the jumps from a contained position of a window to an end, and returns the number of the last.
    pub fn follow(
        &self,
        window: &Window,
        mut pegs: u64,
        mut last: u32,
        tree: &mut JumpTree,
    ) -> u32 {
        loop {
            let mut next = None;
            window.each_jump(pegs, |after, from, to| {
                if self.contains(after) {
                    next = Some((after, from, to));
                }
            });
            let Some((after, from, to)) = next else { return last };
            pegs = after;
            last = tree.push(last, window.hole(from), window.hole(to));
        }
    }
}

fn sorted(mut positions: Vec<u64>) -> Vec<u64> {
    parallel::sort(&mut positions);
    positions.dedup();
    positions
}
