//! When pegs land: what can be heard of a film.

use super::{Motion, Timeline};
use peg_solitaire::board::Hole;

/// The time within which pegs land together, in milliseconds: nobody hears that they don't.
const TOGETHER: f64 = 1.0;

/// Pegs that land together.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Landing {
    /// When they do, in milliseconds from the start of the film.
    pub at: f64,
    /// How many they are, on all boards.
    pub jumps: usize,
    /// The hole of one of them.
    pub hole: Hole,
    /// Whether the finished word stands now.
    pub is_last: bool,
}

impl Timeline {
    /// When pegs land, in the order of the film. In a film that plays back, they land again in the holes that they came from.
    #[must_use]
    pub fn landings(&self) -> Vec<Landing> {
        let mut landings = Vec::new();
        for (number, letter) in self.letters().iter().enumerate() {
            let solution = &letter.solution;
            for (at, jump) in solution.jumps().iter().enumerate() {
                let round = solution.round_of(at);
                let begins = self.round_time(number, round);
                let lands = match self.timing.motion {
                    Motion::Smooth(_) => begins + self.round_lasts(number, round),
                    Motion::Steps => begins,
                };
                landings.push((lands, jump.to()));
                landings.extend(self.taken_back_at(begins).map(|time| (time, jump.from())));
            }
        }
        let forward = |time: f64| time <= self.played_at() + TOGETHER;
        let last = landings.iter().map(|&(time, _)| time).filter(|&time| forward(time));
        let last = last.fold(0.0, f64::max);
        let mut heard: Vec<Landing> = landings
            .into_iter()
            .map(|(time, hole)| Landing {
                at: self.in_film(time),
                jumps: 1,
                hole,
                is_last: forward(time) && time > last - TOGETHER,
            })
            .collect();
        heard.sort_by(|one, other| one.at.total_cmp(&other.at).then(one.hole.cmp(&other.hole)));
        heard.dedup_by(|next, kept| {
            let together = next.at - kept.at < TOGETHER;
            if together {
                kept.jumps += 1;
                kept.is_last |= next.is_last;
            }
            together
        });
        heard
    }
}
