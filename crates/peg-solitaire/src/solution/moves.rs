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

        let mut joined = Self {
            after,
            next: vec![None; jumps.len()],
            first: (0..jumps.len()).collect(),
        };
        for (jump, next) in onward.into_iter().enumerate() {
            if let Some(next) = next {
                joined.join(jump, next);
            }
        }
        joined
    }

    /// The jumps of the move that begins with a jump.
    fn chain(&self, first: usize) -> impl Iterator<Item = usize> {
        std::iter::successors(Some(first), |&jump| self.next[jump])
    }

    /// Joins a jump to the one with which its peg goes on, unless a jump must be played between
    /// them.
    fn join(&mut self, jump: usize, next: usize) {
        let own_move = self.first[jump];
        let mut seen = vec![false; self.after.len()];
        seen[own_move] = true;
        seen[next] = true;

        // All moves that need this one, directly or not.
        let mut waiting = vec![own_move];
        while let Some(first) = waiting.pop() {
            for &after in self.chain(first).flat_map(|jump| &self.after[jump]) {
                let move_of = self.first[after];
                if move_of == next && first != own_move {
                    return;
                }
                if !seen[move_of] {
                    seen[move_of] = true;
                    waiting.push(move_of);
                }
            }
        }

        self.next[jump] = Some(next);
        let chain: Vec<usize> = self.chain(own_move).collect();
        for jump in chain {
            self.first[jump] = own_move;
        }
    }

    /// The first jumps of the moves that need the move with this first jump, each as often as it
    /// does.
    fn moves_after(&self, first: usize) -> impl Iterator<Item = usize> {
        let after = self.chain(first).flat_map(|jump| &self.after[jump]);
        after
            .map(|&jump| self.first[jump])
            .filter(move |&next| next != first)
    }

    /// All jumps, move by move: of the moves that can be played, the one that begins nearest to the
    /// end of the last.
    fn order(&self, board: &Board, jumps: &[Jump]) -> Vec<usize> {
        let is_first = |jump: &usize| self.first[*jump] == *jump;
        let firsts: Vec<usize> = (0..jumps.len()).filter(is_first).collect();
        let mut needed = vec![0; jumps.len()];
        for &first in &firsts {
            for next in self.moves_after(first) {
                needed[next] += 1;
            }
        }

        let mut ready = firsts;
        ready.retain(|&first| needed[first] == 0);
        let mut order: Vec<usize> = Vec::new();
        let mut end = (0, 0);
        while let Some(nearest) = nearest(&ready, end, board, jumps) {
            let first = ready.swap_remove(nearest);
            order.extend(self.chain(first));
            end = board.place(jumps[order[order.len() - 1]].to());

            for next in self.moves_after(first) {
                needed[next] -= 1;
                if needed[next] == 0 {
                    ready.push(next);
                }
            }
        }
        order
    }
}

/// Which of these jumps begins nearest to a place; of several, the first one played.
fn nearest(ready: &[usize], end: (i16, i16), board: &Board, jumps: &[Jump]) -> Option<usize> {
    let distance = |jump: usize| {
        let (x, y) = board.place(jumps[jump].from());
        u32::from(x.abs_diff(end.0)).pow(2) + u32::from(y.abs_diff(end.1)).pow(2)
    };
    (0..ready.len()).min_by_key(|&place| (distance(ready[place]), ready[place]))
}
