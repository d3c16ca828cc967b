//! What is seen of a letter at a moment of its timeline: the look of every hole, and the pegs
//! between holes. Pixels, shapes and text show it. Knows no lengths and no colours.

use crate::timeline::{Jumps, State, Timeline};
use peg_solitaire::board::Hole;

/// The look of a hole, or of the peg in it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(super) enum Look {
    Empty,
    /// A peg that will jump or be jumped over.
    Waiting,
    /// A peg that jumps or has just done so.
    Moving,
    /// A peg that has come to stay.
    Settled,
    /// A settled peg in a light.
    Bright,
}

/// What is seen of a letter's board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Seen {
    /// The looks of the holes, in their order. Those of a jump under way look empty.
    pub looks: Vec<Look>,
    /// The jumps under way, and the share of the way behind them, from 0 to 1: pegs slow down at
    /// both ends.
    pub flights: Jumps,
    pub way: f64,
    /// The jump that a caption names, by number.
    pub jump: Option<usize>,
}

impl Seen {
    pub fn of(timeline: &Timeline, state: &State) -> Self {
        let board = timeline.setting().board();
        let settled = |hole: Hole| {
            let column = board.picture_place(hole).0 as i16;
            let is_lit = |light: i16| light.abs_diff(column) <= timeline.reach();
            if state.light.is_some_and(is_lit) {
                Look::Bright
            } else {
                Look::Settled
            }
        };
        let mut looks = vec![Look::Empty; board.holes()];
        for hole in state.position.pegs() {
            let is_settled = state.settled.has(hole);
            looks[hole.index()] = if is_settled {
                settled(hole)
            } else {
                Look::Waiting
            };
        }
        for jump in state
            .moving
            .iter()
            .filter(|jump| state.position.has(jump.to()))
        {
            looks[jump.to().index()] = Look::Moving;
        }
        let progress = state.progress;
        let way = progress * progress * (3.0 - 2.0 * progress);
        Self {
            looks,
            flights: state.under_way.clone(),
            way,
            jump: state.last_jump(),
        }
    }

    /// Puts the pegs between holes into the nearest ones: half-way, a peg is seen in place of the
    /// one that it jumps over.
    pub fn land(&mut self) {
        for jump in self.flights.drain(..) {
            let [from, over, to] = [jump.from(), jump.over(), jump.to()].map(Hole::index);
            let at = match self.way {
                ..0.25 => from,
                0.25..0.75 => over,
                _ => to,
            };
            if at == from {
                self.looks[over] = Look::Waiting;
            }
            self.looks[at] = Look::Moving;
        }
    }
}
