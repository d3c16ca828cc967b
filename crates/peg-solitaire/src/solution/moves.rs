//! Few moves: jumps that share no hole can be played in either order, so a game is put in an order
//! in which pegs jump in a row wherever no jump must come between. Never changes the jumps.

use crate::board::{Board, Jump};

/// The jumps of a game as a partial order, and how they are joined to moves.
struct Joined {
    /// The jumps that need each jump.
    after: Vec<Vec<usize>>,
    /// The jump with which the same peg goes on, if the two are joined.
    next: Vec<Option<usize>>,
    /// The first jump of the move of each jump.
    first: Vec<usize>,
}

/// Orders the jumps so that they form few moves. Where possible, a move begins near the end of the
/// one before.
pub(super) fn in_few_moves(board: &Board, jumps: &[Jump]) -> Vec<Jump> {
    Joined::new(board, jumps)
        .order(board, jumps)
        .into_iter()
        .map(|jump| jumps[jump])
        .collect()
}

impl Joined {
    /// Joins jumps by the same peg wherever none must come between, in the order of the first of
    /// each two.
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
        let (next, first) = (vec![None; jumps.len()], (0..jumps.len()).collect());
        let mut joined = Self { after, next, first };
        let pairs = (0..)
            .zip(onward)
            .filter_map(|(jump, next)| Some((jump, next?)));
        pairs.for_each(|(jump, next)| joined.join(jump, next));
        joined
    }

    /// The jumps of the move that begins with a jump.
    fn chain(&self, first: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(first), |&jump| self.next[jump])
    }

    /// Joins a jump to the one with which its peg goes on, unless a jump must be played between
    /// them.
    fn join(&mut self, jump: usize, other: usize) {
        let one = self.first[jump];
        let mut seen = vec![false; self.after.len()];
        (seen[one], seen[other]) = (true, true);
        let mut waiting = vec![one];
        while let Some(first) = waiting.pop() {
            for &after in self.chain(first).flat_map(|jump| &self.after[jump]) {
                let move_of = self.first[after];
                if move_of == other && first != one {
                    return;
                }
                if !std::mem::replace(&mut seen[move_of], true) {
                    waiting.push(move_of);
                }
            }
        }
        self.next[jump] = Some(other);
        let chain: Vec<usize> = self.chain(one).collect();
        chain.into_iter().for_each(|jump| self.first[jump] = one);
    }

    /// All jumps, move by move: of the moves that can be played, the one that begins nearest to the
    /// end of the last.
    fn order(&self, board: &Board, jumps: &[Jump]) -> Vec<usize> {
        let mut needed = vec![0; jumps.len()];
        let leads = |first: usize| {
            let after = self.chain(first).flat_map(|jump| &self.after[jump]);
            after
                .map(|&jump| self.first[jump])
                .filter(move |&next| next != first)
        };
        let firsts = (0..jumps.len()).filter(|&jump| self.first[jump] == jump);
        firsts
            .clone()
            .flat_map(leads)
            .for_each(|next| needed[next] += 1);
        let mut ready: Vec<usize> = firsts.filter(|&first| needed[first] == 0).collect();
        let mut order = Vec::new();
        let (mut x, mut y) = (0, 0);
        let distance = |first: usize, x: i16, y: i16| {
            let (from_x, from_y) = board.place(jumps[first].from());
            u32::from(from_x.abs_diff(x)).pow(2) + u32::from(from_y.abs_diff(y)).pow(2)
        };
        while let Some(place) =
            (0..ready.len()).min_by_key(|&place| (distance(ready[place], x, y), ready[place]))
        {
            let first = ready.swap_remove(place);
            order.extend(self.chain(first));
            (x, y) = board.place(jumps[order[order.len() - 1]].to());
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
