//! Finds the solution with a given number, and so random solutions with equal probability. Needs the counts of a cone.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng, SeedableRng};

use super::{Counts, Solution};

impl Counts {
    /// The solution with this number, from 0 to below the [total](Counts::total). Solutions are in the order of their
    /// jumps, and jumps in that of [`SmallBoard::legal_jumps`](crate::board::SmallBoard::legal_jumps).
    #[must_use]
    pub fn solution(&self, number: u128) -> Option<Solution> {
        (number < self.total()).then(|| self.numbered(number))
    }

    fn numbered(&self, number: u128) -> Solution {
        let (board, start) = (self.cone().board(), self.cone().start());
        let mut position = start;
        let mut rest = number;
        let mut jumps = Vec::with_capacity(self.cone().jumps());
        for _ in 0..self.cone().jumps() {
            let jump = board.legal_jumps(position).find(|jump| {
                let count = self.from(jump.play(position));
                let found = rest < count;
                if !found {
                    rest -= count;
                }
                found
            });
            let jump = jump.expect("a position has as many solutions as its jumps");
            jumps.push(jump);
            position = jump.play(position);
        }
        Solution::played(board, start, jumps)
    }

    /// A solution chosen at random, each with the same probability. The same seed always chooses the same one.
    #[must_use]
    pub fn random_solution(&self, seed: u64) -> Solution {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let number = below(self.total(), || {
            u128::from(random.next_u64()) << 64 | u128::from(random.next_u64())
        });
        self.numbered(number)
    }
}

/// A random number below the bound, all with the same probability: draws again while the number is not below the last multiple of
/// the bound.
fn below(bound: u128, mut draw: impl FnMut() -> u128) -> u128 {
    let beyond = u128::MAX - u128::MAX % bound;
    loop {
        let number = draw();
        if number < beyond {
            return number % bound;
        }
    }
}
