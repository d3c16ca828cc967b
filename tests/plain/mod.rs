//! The plainest programs that can stand beside the solver: a depth-first search over a hash set, and a walk
//! over every bit.

use std::collections::HashSet;

use pegfont::board::{Board, Position};
use pegfont::solve::Reachable;

/// Every position that can be reached, by depth-first search.
pub fn depth_first(board: &Board, start: Position) -> HashSet<Position> {
    let mut found = HashSet::from([start]);
    let mut waiting = vec![start];
    while let Some(position) = waiting.pop() {
        for jump in board.legal_jumps(position) {
            let after = jump.play(position);
            if found.insert(after) {
                waiting.push(after);
            }
        }
    }
    found
}

/// Every position whose bit is set.
pub fn reached(reachable: &Reachable) -> Vec<Position> {
    let class = reachable.class();
    let indices = 0..1_u64 << class.rank();
    indices
        .filter(|&index| reachable.contains_index(index))
        .map(|index| class.position(index))
        .collect()
}
