//! Another order of a game's jumps: one after the other, so that a peg keeps jumping, and the next one jumps nearby.

use super::LargeSolution;
use crate::board::{Hole, Jump};

impl LargeSolution {
    /// The same jumps in an order in which they can be played one after the other, with long chains of jumps by one peg. Jumps that share
    /// a hole keep their order.
    #[must_use]
    pub fn in_chains(&self) -> Vec<Jump> {
        let (board, jumps) = (self.board(), self.jumps());
        // For each jump, how many jumps must come before it, and those that it must come before.
        let mut before = vec![0_usize; jumps.len()];
        let mut after: Vec<Vec<usize>> = vec![Vec::new(); jumps.len()];
        let mut last: Vec<Option<usize>> = vec![None; board.holes()];
        for (number, jump) in jumps.iter().enumerate() {
            for hole in [jump.from(), jump.over(), jump.to()] {
                if let Some(earlier) = last[hole.index()].replace(number) {
                    before[number] += 1;
                    after[earlier].push(number);
                }
            }
        }
        let far = |one: Hole, other: Hole| {
            let ((x, y), (to_x, to_y)) = (board.coordinates(one), board.coordinates(other));
            x.abs_diff(to_x) + y.abs_diff(to_y)
        };
        // The length of the chain that begins with a jump, as far as nothing else must come first.
        let chain = |number: usize, before: &[usize]| {
            let (mut length, mut at) = (1, number);
            let mut waits: Vec<(usize, usize)> = Vec::new();
            loop {
                for &next in &after[at] {
                    match waits.iter_mut().find(|(waiting, _)| *waiting == next) {
                        Some((_, left)) => *left -= 1,
                        None => waits.push((next, before[next] - 1)),
                    }
                }
                let goes_on = |&&(next, left): &&(usize, usize)| {
                    left == 0 && jumps[next].from() == jumps[at].to()
                };
                let Some(&(next, _)) = waits.iter().find(goes_on) else { return length };
                (length, at) = (length + 1, next);
            }
        };
        let mut ready: Vec<usize> =
            (0..jumps.len()).filter(|&number| before[number] == 0).collect();
        let mut order: Vec<Jump> = Vec::with_capacity(jumps.len());
        while !ready.is_empty() {
            let landed = order.last().map(|jump| jump.to());
            let value = |&number: &usize| {
                let from = jumps[number].from();
                let away = landed.map_or(0, |landed| far(landed, from));
                // The same peg goes on if it can.
                (away > 0, std::cmp::Reverse(chain(number, &before)), away, number)
            };
            let Some(best) = (0..ready.len()).min_by_key(|&at| value(&ready[at])) else { break };
            let number = ready.swap_remove(best);
            order.push(jumps[number]);
            for &next in &after[number] {
                before[next] -= 1;
                if before[next] == 0 {
                    ready.push(next);
                }
            }
        }
        order
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::LargeBoard;

    #[test]
    fn a_peg_keeps_jumping_if_it_can() {
        let (board, start) = LargeBoard::from_picture("##.#.#.\n.......\n##.#.#.").unwrap();
        let names = ["a1-c1", "a3-c3", "c1-e1", "c3-e3"];
        let mut jumps = names.map(|name| board.parse_jump(name).unwrap()).to_vec();
        let solution = LargeSolution::new(board, start, jumps.clone()).unwrap();
        // Two pegs that jump by turns jump one after the other.
        jumps.swap(1, 2);
        assert_eq!(solution.in_chains(), jumps);
    }
}
