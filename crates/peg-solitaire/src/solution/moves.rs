//! Few moves: jumps that share no hole can be played in either order, so a game is put in an order in which pegs jump as often in a row
//! as was found. Never changes the jumps.

use chacha20::ChaCha8Rng;
use chacha20::rand_core::{Rng as _, SeedableRng as _};

use crate::board::{Board, Jump};

/// The work of a search for fewer moves, in visits to jumps: less than a second.
const VISITS: usize = 60_000_000;

/// How many times longer moves are looked for, at most.
const TURNS: usize = 400;

/// In each turn, one link of this many is given up for others.
const GIVEN_UP: u64 = 12;

/// The jumps of a game as a partial order, and how they are joined to moves.
struct Joined {
    /// The jumps that need each jump.
    after: Vec<Vec<usize>>,
    /// The jump with which the same peg goes on, if it does.
    onward: Vec<Option<usize>>,
    /// Whether a jump is joined to the one with which its peg goes on.
    joined: Vec<bool>,
    /// The first jump of the move of each jump.
    first: Vec<usize>,
    /// The number of jumps visited so far.
    visits: usize,
}

/// Orders the jumps so that they form few moves. Where possible, a move begins near the end of the one before.
pub(super) fn in_few_moves(board: &Board, jumps: &[Jump]) -> Vec<Jump> {
    let mut joined = Joined::new(board, jumps);
    joined.improve();
    joined.order(board, jumps).into_iter().map(|jump| jumps[jump]).collect()
}

impl Joined {
    fn new(board: &Board, jumps: &[Jump]) -> Self {
        let mut last: Vec<Option<usize>> = vec![None; board.holes()];
        let mut after = vec![Vec::new(); jumps.len()];
        let mut onward = vec![None; jumps.len()];
        for (number, jump) in jumps.iter().enumerate() {
            if let Some(before) = last[jump.from().index()]
                && jumps[before].to() == jump.from()
            {
                onward[before] = Some(number);
            }
            for hole in [jump.from(), jump.over(), jump.to()] {
                if let Some(before) = last[hole.index()].replace(number)
                    && !after[before].contains(&number)
                {
                    after[before].push(number);
                }
            }
        }
        let (joined, first) = (vec![false; jumps.len()], (0..jumps.len()).collect());
        Self { after, onward, joined, first, visits: 0 }
    }

    /// The jumps of the move that begins with a jump.
    fn chain(&self, first: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(first), |&jump| self.onward[jump].filter(|_| self.joined[jump]))
    }

    /// Joins a jump to the one with which its peg goes on, unless a jump must be played between them.
    fn join(&mut self, jump: usize) -> bool {
        let Some(next) = self.onward[jump].filter(|_| !self.joined[jump]) else { return false };
        let (one, other) = (self.first[jump], next);
        let mut seen = vec![false; self.after.len()];
        (seen[one], seen[other]) = (true, true);
        let mut waiting = vec![one];
        let mut visits = 0;
        let mut is_between = false;
        while let Some(first) = waiting.pop().filter(|_| !is_between) {
            for &after in self.chain(first).flat_map(|jump| &self.after[jump]) {
                visits += 1;
                let move_of = self.first[after];
                is_between |= move_of == other && first != one;
                if !std::mem::replace(&mut seen[move_of], true) {
                    waiting.push(move_of);
                }
            }
        }
        self.visits += visits;
        if is_between {
            return false;
        }
        self.joined[jump] = true;
        self.number(one);
        true
    }

    /// Notes the first jump of a move with its jumps.
    fn number(&mut self, first: usize) {
        let chain: Vec<usize> = self.chain(first).collect();
        chain.into_iter().for_each(|jump| self.first[jump] = first);
    }

    /// Joins as many jumps as possible: first greedily, then by giving up some links for others.
    fn improve(&mut self) {
        let count = self.after.len();
        for jump in 0..count {
            self.join(jump);
        }
        let mut random = ChaCha8Rng::seed_from_u64(count as u64);
        let mut best = (self.joined.clone(), self.first.clone());
        let links = |joined: &[bool]| joined.iter().filter(|&&joined| joined).count();
        let possible = self.onward.iter().flatten().count();
        for _ in 0..TURNS {
            if self.visits > VISITS || links(&best.0) == possible {
                break;
            }
            let mut apart: Vec<usize> = (0..count)
                .filter(|&jump| self.onward[jump].is_some() && !self.joined[jump])
                .collect();
            for jump in 0..count {
                if self.joined[jump] && random.next_u64().is_multiple_of(GIVEN_UP) {
                    self.joined[jump] = false;
                    if let Some(next) = self.onward[jump] {
                        self.number(next);
                    }
                }
            }
            for left in (1..apart.len()).rev() {
                apart.swap(left, (random.next_u64() % (left as u64 + 1)) as usize);
            }
            for jump in apart.into_iter().chain(0..count) {
                self.join(jump);
            }
            if links(&self.joined) >= links(&best.0) {
                best = (self.joined.clone(), self.first.clone());
            } else {
                (self.joined, self.first) = best.clone();
            }
        }
    }

    /// All jumps, move by move: of the moves that can be played, the one that begins nearest to the end of the last.
    fn order(&self, board: &Board, jumps: &[Jump]) -> Vec<usize> {
        let mut needed = vec![0; jumps.len()];
        let leads = |first: usize| {
            let after = self.chain(first).flat_map(|jump| &self.after[jump]);
            after.map(|&jump| self.first[jump]).filter(move |&next| next != first)
        };
        let firsts = (0..jumps.len()).filter(|&jump| self.first[jump] == jump);
        firsts.clone().flat_map(leads).for_each(|next| needed[next] += 1);
        let mut ready: Vec<usize> = firsts.filter(|&first| needed[first] == 0).collect();
        let mut order = Vec::new();
        let (mut x, mut y) = (0, 0);
        let distance = |first: usize, x: i16, y: i16| {
            let (from_x, from_y) = board.coordinates(jumps[first].from());
            u32::from(from_x.abs_diff(x)).pow(2) + u32::from(from_y.abs_diff(y)).pow(2)
        };
        while let Some(place) =
            (0..ready.len()).min_by_key(|&place| (distance(ready[place], x, y), ready[place]))
        {
            let first = ready.swap_remove(place);
            order.extend(self.chain(first));
            (x, y) = board.coordinates(jumps[order[order.len() - 1]].to());
            for next in leads(first) {
                needed[next] -= 1;
                if needed[next] == 0 {
                    ready.push(next);
                }
            }
        }
        order
    }
}
