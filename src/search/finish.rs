//! The end of a search: a beam search in one window, down to a single peg.

use rustc_hash::FxHashSet;

use super::beam::{State, Trail};
use super::window::Window;

/// A lone peg costs as much as this variance of the pegs' places.
const LONE: i64 = 10;

/// A position: its value, its pegs, the jump before the last, and the last as holes of the window, if it was played here.
type Node = (i64, u64, u32, Option<(u8, u8)>);

/// The last jump of a way to a single peg in the window, outside of which the states are empty.
pub(super) fn single_peg(
    window: &Window,
    states: &[State],
    trail: &mut Trail,
    width: usize,
) -> Option<u32> {
    let mut levels: Vec<Vec<Node>> = vec![Vec::new(); 65];
    for state in states {
        let pegs = window.pegs(&state.columns);
        levels[pegs.count_ones() as usize].push((0, pegs, state.last, None));
    }
    let mut seen: FxHashSet<u64> = FxHashSet::default();
    for count in (1..levels.len()).rev() {
        let mut level = std::mem::take(&mut levels[count]);
        level.sort_unstable();
        level.truncate(width);
        for (_, pegs, mut last, jump) in level {
            if let Some((from, to)) = jump {
                last = trail.push(last, window.cell(from), window.cell(to));
            }
            if count == 1 {
                return Some(last);
            }
            window.each_jump(pegs, |pegs, from, to| {
                if seen.insert(pegs) {
                    let value =
                        LONE * i64::from(window.lone(pegs).count_ones()) + spread(window, pegs);
                    levels[count - 1].push((value, pegs, last, Some((from, to))));
                }
            });
        }
    }
    None
}

/// The sum of the squared distances of the pegs from their centre.
fn spread(window: &Window, mut pegs: u64) -> i64 {
    let count = i64::from(pegs.count_ones()).max(1);
    let (mut sum_x, mut sum_y, mut squares) = (0, 0, 0);
    while pegs != 0 {
        let hole = i64::from(pegs.trailing_zeros());
        let (x, y) = (hole / window.area.height as i64, hole % window.area.height as i64);
        (sum_x, sum_y, squares) = (sum_x + x, sum_y + y, squares + x * x + y * y);
        pegs &= pegs - 1;
    }
    squares - (sum_x * sum_x + sum_y * sum_y) / count
}
