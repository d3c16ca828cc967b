//! The positions with which a search may end, and those from which one of them is reached in a few jumps.

use rustc_hash::FxHashSet;

use super::beam::Trail;
use super::window::Window;

/// Where a search ends.
pub(super) enum Ends {
    /// At any single peg.
    AnyPeg,
    /// At given pegs of the window: the positions with as many pegs, one more, two more and so on from which they are reached.
    Given { first: u32, levels: Vec<FxHashSet<u64>>, middle: (i64, i64) },
}

impl Ends {
    /// Ends at these pegs of a window. Not many more than `most` positions are listed.
    pub fn given(window: &Window, pegs: u64, most: usize) -> Self {
        let mut levels = vec![FxHashSet::from_iter([pegs])];
        let mut count = 1;
        loop {
            let mut before = FxHashSet::default();
            for &after in &levels[levels.len() - 1] {
                // A jump taken back is a jump of the empty holes.
                let empty = window.complement(after);
                window.each_jump(empty, |empty, _, _| {
                    before.insert(window.complement(empty));
                });
            }
            count += before.len();
            if before.is_empty() || count > most {
                break;
            }
            levels.push(before);
        }
        let holes = (0..64).filter(|hole| pegs >> hole & 1 == 1).map(|hole| window.cell(hole));
        let (x, y) = holes.fold((0, 0), |(x, y), cell| {
            let (left, top) = (cell.x - window.area.left, cell.y - window.area.top);
            (x + left as i64, y + top as i64)
        });
        let first = pegs.count_ones();
        let middle = |sum: i64| sum / i64::from(first).max(1);
        Self::Given { first, levels, middle: (middle(x), middle(y)) }
    }

    /// Whether an end is reached from this position, as far as that is known.
    pub fn contains(&self, pegs: u64) -> bool {
        match self {
            Self::AnyPeg => pegs.is_power_of_two(),
            Self::Given { first, levels, .. } => {
                let level = pegs.count_ones().checked_sub(*first);
                let level = level.and_then(|level| levels.get(level as usize));
                level.is_some_and(|level| level.contains(&pegs))
            }
        }
    }

    /// Plays the jumps from a contained position to an end, and returns the number of the last.
    pub fn follow(&self, window: &Window, mut pegs: u64, mut last: u32, trail: &mut Trail) -> u32 {
        loop {
            let mut next = None;
            window.each_jump(pegs, |after, from, to| {
                if self.contains(after) {
                    next = Some((after, from, to));
                }
            });
            let Some((after, from, to)) = next else { return last };
            pegs = after;
            last = trail.push(last, window.cell(from), window.cell(to));
        }
    }

    /// The middle of the given pegs in the window, by column and row.
    pub fn middle(&self) -> Option<(i64, i64)> {
        match self {
            Self::AnyPeg => None,
            Self::Given { middle, .. } => Some(*middle),
        }
    }
}
