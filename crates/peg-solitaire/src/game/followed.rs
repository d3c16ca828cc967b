//! Where a player is on the known solution of a game. Jumps that share no hole can be played in either order, so the player follows the
//! solution as long as each jump is one of its jumps whose turn it is in all its holes.

use std::collections::VecDeque;

use super::Game;
use crate::board::Jump;

/// Where the player is on the known solution.
pub(super) struct Followed {
    /// The jumps of the player from the first that is not on it.
    pub(super) off: usize,
    /// The number of its jumps that are left.
    pub(super) left: usize,
    /// Those whose turn it is, in the solution's order.
    pub(super) ready: Vec<Jump>,
}

impl Followed {
    /// The next jump, if the player is on it and not at its end.
    pub(super) fn next(&self) -> Option<Jump> {
        self.ready.first().copied().filter(|_| self.is_on())
    }

    /// Whether all jumps of the player are on it.
    pub(super) fn is_on(&self) -> bool {
        self.off == 0
    }
}

impl Game {
    /// Follows the known solution with the jumps made so far, leaving out those that are not its.
    pub(super) fn followed(&self) -> Option<Followed> {
        let solution = self.solution()?;
        let known = solution.jumps();
        let touched = |jump: &Jump| [jump.from(), jump.over(), jump.to()];
        // The jumps of the solution that touch each hole, the next first.
        let mut turns = vec![VecDeque::new(); self.board().holes()];
        for (number, jump) in known.iter().enumerate() {
            touched(jump).into_iter().for_each(|hole| turns[hole.index()].push_back(number));
        }
        let is_next = |turns: &[VecDeque<usize>], number: usize| {
            touched(&known[number]).iter().all(|hole| turns[hole.index()].front() == Some(&number))
        };
        let mut is_played = vec![false; known.len()];
        let mut followed = None;
        for (made, jump) in self.jumps().iter().enumerate() {
            let next = turns[jump.from().index()].front().copied();
            let Some(number) =
                next.filter(|&number| known[number] == *jump && is_next(&turns, number))
            else {
                followed = followed.or(Some(made));
                continue;
            };
            touched(jump).into_iter().for_each(|hole| _ = turns[hole.index()].pop_front());
            is_played[number] = true;
        }
        let left = (0..known.len()).filter(|&number| !is_played[number]);
        let ready = left.clone().filter(|&number| is_next(&turns, number));
        Some(Followed {
            off: followed.map_or(0, |followed| self.jumps().len() - followed),
            left: left.count(),
            ready: ready.map(|number| known[number]).collect(),
        })
    }
}
