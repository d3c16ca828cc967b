//! What is seen of a letter at a moment of its timeline: the look of every hole, and the pegs
//! between holes. Pixels, shapes and text show it. Knows no lengths and no colours.

use crate::timeline::{Jumps, State, Timeline, Trace};
use peg_solitaire::board::{Hole, Jump};

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
    /// A peg that is being jumped over, or has just been.
    Captured,
    /// What is seen of that after a fast jump.
    Ring,
    /// What is seen of it first and last after a slow jump.
    Strong,
    Faint,
}

impl Look {
    /// All looks, by their numbers.
    pub const ALL: [Self; 9] = [
        Self::Empty,
        Self::Waiting,
        Self::Moving,
        Self::Settled,
        Self::Bright,
        Self::Captured,
        Self::Ring,
        Self::Strong,
        Self::Faint,
    ];

    /// The looks of a still.
    pub const OF_STILL: usize = 5;

    /// What a captured peg looks like.
    pub fn of(trace: Trace) -> Self {
        match trace {
            Trace::Peg => Self::Captured,
            Trace::Ring => Self::Ring,
            Trace::Strong => Self::Strong,
            Trace::Faint => Self::Faint,
        }
    }
}

/// What is seen of a letter's board.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Seen {
    /// The looks of the holes, in their order. Those of a jump under way look empty, but for the
    /// peg that is jumped over.
    pub looks: Vec<Look>,
    /// The jumps under way, from the top of the board to the bottom, so that a peg hides what is
    /// behind it.
    pub flights: Jumps,
    /// The share of the way behind them, from 0 to 1: pegs slow down at both ends.
    pub way: f64,
    /// The jump that a caption names, by number.
    pub jump: Option<usize>,
}

impl Seen {
    pub fn of(timeline: &Timeline, state: &State) -> Self {
        let board = timeline.setting().board();
        let mut looks = vec![Look::Empty; board.holes()];

        for jump in &state.under_way {
            looks[jump.over().index()] = Look::Waiting;
        }
        for capture in &state.captured {
            looks[capture.hole.index()] = Look::of(capture.trace);
        }

        let is_lit = |hole: Hole| {
            let column = board.picture_place(hole).0 as i16;
            let light = state.light;
            light.is_some_and(|light| light.abs_diff(column) <= timeline.reach())
        };
        for hole in state.position.pegs() {
            looks[hole.index()] = if !state.settled.has(hole) {
                Look::Waiting
            } else if is_lit(hole) {
                Look::Bright
            } else {
                Look::Settled
            };
        }
        for jump in &state.moving {
            if state.position.has(jump.to()) {
                looks[jump.to().index()] = Look::Moving;
            }
        }

        let mut flights = state.under_way.clone();
        flights.sort_by_key(|jump| board.picture_place(jump.over()).1);
        Self {
            looks,
            flights,
            way: eased(state.progress),
            jump: state.last_jump(),
        }
    }

    /// Puts the pegs between holes into the nearest ones: half-way, a peg is seen in place of the
    /// one that it jumps over.
    pub fn land(&mut self) {
        let way = self.way;
        let landing = |jump: Jump| match way {
            ..0.25 => jump.from(),
            0.25..0.75 => jump.over(),
            _ => jump.to(),
        };

        for jump in self.flights.drain(..) {
            let over = &mut self.looks[jump.over().index()];
            if way >= 0.75 && *over == Look::Waiting {
                *over = Look::Empty;
            }
            self.looks[landing(jump).index()] = Look::Moving;
        }
    }
}

/// The share of its way that a peg has behind it, from the share of its time.
pub(super) fn eased(progress: f64) -> f64 {
    progress * progress * (3.0 - 2.0 * progress)
}

/// How high a peg is on its arc, from 0 to 1, by the share of its way.
pub(super) fn height(way: f64) -> f64 {
    4.0 * way * (1.0 - way)
}
