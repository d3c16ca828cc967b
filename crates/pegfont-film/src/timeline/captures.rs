//! What is seen of a peg that is jumped over, and until when: it takes another colour as soon as
//! the jumper has passed it, is left behind when that has landed, and fades as a ring. Knows no
//! colours and no lengths.

use super::phases::FRAMES;
use super::{Capture, Timeline, Trace};
use peg_solitaire::board::Hole;

/// What is left of a peg after a fast jump, in the frames that follow.
const AFTER_FAST: &[Trace] = &[Trace::Ring];

/// The same after a slow jump.
const AFTER_SLOW: &[Trace] = &[Trace::Peg, Trace::Strong, Trace::Faint];

/// How long each of these is seen where no frames of a next jump decide it, in milliseconds.
const STAGE: u64 = 40;

/// The time after the last jump in which all of them must have gone, in milliseconds.
pub(super) const REST: u64 = 250;

/// A captured peg between two times of play, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CaptureSpan {
    /// What is seen, and where.
    pub capture: Capture,
    /// The time from which on it is seen.
    pub begin: u64,
    /// The time from which on it is not.
    pub end: u64,
}

impl Timeline {
    /// What is left of the pegs that a round has captured, after its end.
    fn traces_after(&self, letter: usize, round: usize) -> &'static [Trace] {
        let is_slow = if self.slides() {
            let times = &self.rounds[letter];
            times[round + 1] - times[round] > FRAMES * STAGE
        } else {
            self.phase_count(letter, round) > FRAMES
        };

        if is_slow { AFTER_SLOW } else { AFTER_FAST }
    }

    /// The times of play at which each of [these](Self::traces_after) begins, and at which the last
    /// one ends. They are the frames of the next round, as far as that has so many.
    fn trace_times(&self, letter: usize, round: usize) -> Vec<u64> {
        let count = self.traces_after(letter, round).len() as u64;
        let times = &self.rounds[letter];
        let end = times[round + 1];

        let next_end = times.get(round + 2).copied();
        if let Some(next_end) = next_end
            && !self.slides()
        {
            let begins = self.phases(letter, round + 1).map(|phase| phase.begin);
            let all = begins.chain([next_end]);
            return all.take(count as usize + 1).collect();
        }

        let clock = self.timing.clock;
        let (gap, room) = match next_end {
            Some(next_end) => (STAGE.min((next_end - end) / count), next_end - end),
            None => {
                let gap = STAGE
                    .next_multiple_of(clock.tick.max(1))
                    .max(clock.shortest());
                let hold = (self.end - end).saturating_sub(clock.shortest());
                (gap, hold.min(REST))
            }
        };

        if count * gap > room {
            return Vec::new();
        }
        (0..=count).map(|stage| end + stage * gap).collect()
    }

    /// What is seen of the pegs that a round has captured, at a time of play after its end and not
    /// after the end of the next round.
    pub(super) fn trace(&self, letter: usize, round: usize, time: u64) -> Option<Trace> {
        let times = self.trace_times(letter, round);
        let begun = times.iter().filter(|&&begin| begin <= time).count();

        let stage = begun.checked_sub(1)?;
        self.traces_after(letter, round).get(stage).copied()
    }

    /// The times of play at which the last pegs that a letter captures fade.
    pub(super) fn last_trace_times(&self, letter: usize) -> Vec<u64> {
        match self.game(letter).round_count().checked_sub(1) {
            Some(last) => self.trace_times(letter, last),
            None => Vec::new(),
        }
    }

    /// All that is seen of the pegs that a letter captures, in times of play.
    pub fn captures(&self, letter: usize) -> Vec<CaptureSpan> {
        let mut spans = Vec::new();
        for round in 0..self.game(letter).round_count() {
            let stages = self.stages(letter, round);
            for jump in self.jumps_of(letter, round) {
                let hole = jump.over();
                let landing = self.landing(letter, round + 1, hole);

                for &(trace, begin, end) in &stages {
                    let end = landing.map_or(end, |landing| end.min(landing));
                    if begin < end {
                        let capture = Capture { hole, trace };
                        spans.push(CaptureSpan {
                            capture,
                            begin,
                            end,
                        });
                    }
                }
            }
        }
        spans
    }

    /// The time of play from which on the pegs that a round captures are seen to be captured.
    pub(crate) fn captured_at(&self, letter: usize, round: usize) -> u64 {
        let times = &self.rounds[letter];
        if self.slides() {
            return u64::midpoint(times[round], self.landed_at(letter, round));
        }
        let mut phases = self.phases(letter, round);
        let first = phases.find(|phase| phase.captures);
        first.map_or(times[round], |phase| phase.begin)
    }

    /// What is seen of the pegs that a round captures, from when to when.
    fn stages(&self, letter: usize, round: usize) -> Vec<(Trace, u64, u64)> {
        let end = self.rounds[letter][round + 1];
        let mut stages = vec![(Trace::Peg, self.captured_at(letter, round), end)];
        let fading = self.trace_times(letter, round);
        let spans = fading.windows(2).map(|span| (span[0], span[1]));
        for (&trace, (begin, end)) in self.traces_after(letter, round).iter().zip(spans) {
            match stages.last_mut() {
                Some(last) if last.0 == trace => last.2 = end,
                _ => stages.push((trace, begin, end)),
            }
        }
        stages
    }

    /// When a peg lands in a hole in a round, if one does.
    fn landing(&self, letter: usize, round: usize, hole: Hole) -> Option<u64> {
        if round >= self.game(letter).round_count() {
            return None;
        }
        self.jumps_of(letter, round)
            .iter()
            .find(|jump| jump.to() == hole)?;

        if self.slides() {
            Some(self.rounds[letter][round + 1])
        } else {
            self.phases(letter, round).last().map(|phase| phase.begin)
        }
    }
}
