//! The timing of a text: letters with their solutions become instants in whole ticks, and the state
//! of every board at each instant. Has no pixels and no clock.

mod captures;
mod close_up;
mod count;
mod frames;
mod lights;
mod lines;
mod phases;
mod setting;
#[cfg(test)]
mod tests;
mod timing;

pub use captures::CaptureSpan;
pub use close_up::Shot;
pub(crate) use count::counter_length;
pub use frames::Frame;
pub use lights::{SWEEP, settling};
pub use lines::{Lines, MAX_CHARACTERS, Missing, WRAP};
pub use setting::{Letter, Setting, Still};
pub use timing::{Clock, MAX_DURATION, MAX_RATE, Motion, Pace, PlayOrder, Timing};

use std::sync::Arc;

use smallvec::SmallVec;

use crate::Error;
use close_up::CloseUp;
use peg_solitaire::board::{Hole, Jump, Position};
use peg_solitaire::solution::Solution;
use phases::{FRAMES, slower};

/// A text in motion: which letter plays when.
///
/// ```
/// use pegfont_film::timeline::{Missing, Setting, Timeline, Timing, WRAP};
/// use pegfont_type::font::Font;
/// let setting = Setting::new(Font::builtin()?, "HI", WRAP, Missing::Refuse)?;
/// let timeline = Timeline::new(setting, Timing::default())?;
/// let frames: Vec<_> = timeline.frames().collect();
/// assert_eq!(frames.iter().map(|frame| frame.lasts).sum::<u64>(), timeline.duration());
/// let last = timeline.state(0, timeline.duration());
/// assert_eq!(last.position, timeline.letters()[0].solution.end());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Timeline {
    setting: Setting,
    timing: Timing,
    /// What is shown in place of the finished text, and runs back, before this film plays.
    before: Option<Arc<Self>>,
    /// The times of play at which each letter's rounds begin, and the last one ends.
    rounds: Vec<Vec<u64>>,
    /// The holes in which each letter's last pegs settle, with the rounds after which they do, in
    /// this order.
    settling: Vec<Vec<(usize, Hole)>>,
    /// The large view of the first rounds, if there is one.
    close_up: Option<CloseUp>,
    /// The columns of holes to the left of each letter's board, and in the longest line.
    lefts: Vec<usize>,
    columns: usize,
    /// The duration of a jump, but for the last ones; in one game, the mean duration.
    jump: f64,
    /// The times of play at which the first hold ends, every letter has played, and the final hold
    /// ends.
    lead: u64,
    played: u64,
    end: u64,
}

/// Jumps at the same time; usually one.
pub type Jumps = SmallVec<[Jump; 1]>;

/// The state of a letter's board at an instant.
#[derive(Clone, PartialEq, Debug)]
pub struct State {
    /// The number of completed jumps.
    pub played: usize,
    /// The position after these jumps. The three holes of jumps in progress are empty here.
    pub position: Position,
    /// The jumps in progress: one, or several of a round on a large board.
    pub under_way: Jumps,
    /// How far their pegs have moved, from 0 to 1; 0 if no jump is in progress.
    pub progress: f64,
    /// The jumps that are in progress or have just ended.
    pub moving: Jumps,
    /// The pegs that have just been captured, the earlier ones first. A peg that is jumped over is
    /// one of them from the moment at which the jumper has passed it.
    pub captured: Vec<Capture>,
    /// The pegs that have come to stay: no jump will touch them again.
    pub settled: Position,
    /// The column of the board that the middle of a band of light has reached, if the band is near.
    pub light: Option<i16>,
}

/// A peg that has been jumped over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Capture {
    /// Where it was.
    pub hole: Hole,
    /// What is still seen of it.
    pub trace: Trace,
}

/// What is seen of a peg that has been jumped over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Trace {
    /// The whole peg.
    Peg,
    /// A ring, after a fast jump.
    Ring,
    /// The first ring after a slow jump.
    Strong,
    /// The second ring after a slow jump, which is larger.
    Faint,
}

impl Timeline {
    /// Plans the film of a text.
    ///
    /// # Errors
    /// If a time is not a number, negative or too long; the error gives the allowed range. If there
    /// is to be a large view, and the film isn't of one game.
    pub fn new(setting: Setting, mut timing: Timing) -> Result<Self, Error> {
        timing.check()?;
        if timing.begins_at_end {
            // A frame of it comes first, and one last.
            timing.hold_end = timing.hold_end.max(2.0 * timing.clock.shortest() as f64);
        }
        let clock = timing.clock;
        let mut lead = timing.hold_start;
        let mut close_up = None;
        if timing.zooms {
            close_up = Some(CloseUp::new(&setting, clock.on_tick(lead))?);
            lead += CloseUp::delay() as f64;
        }

        let letters = setting.letters();
        let close_rounds = close_up.map_or(0, |close_up| close_up.rounds);
        let shares: Vec<Vec<f64>> = letters
            .iter()
            .map(|letter| round_times(&letter.solution, close_rounds))
            .collect();
        let lengths: Vec<f64> = shares.iter().map(|times| times[times.len() - 1]).collect();
        let begins = timing.order.begins(&lengths);
        let ends = begins.iter().zip(&lengths);
        let jumps = ends.map(|(begin, length)| begin + length);
        let jumps = jumps.fold(0.0, f64::max);
        let close_time = close_up.map_or(0, |close_up| close_up.lasts());
        let jump = timing.jump_time(jumps, close_time as f64)?;

        let mut rounds = Vec::new();
        for (times, begin) in shares.iter().zip(begins) {
            let on_tick = |(round, time): (usize, &f64)| {
                let in_close_up = close_up.map_or(0, |close_up| close_up.time_before(round));
                clock.on_tick(lead + in_close_up as f64 + (begin + time) * jump)
            };
            rounds.push(times.iter().enumerate().map(on_tick).collect());
        }
        let settling = letters.iter().map(settling_of).collect();

        let in_close_up = close_up.map_or(0, |close_up| close_up.time_before(usize::MAX));
        let played = clock.on_tick(lead + in_close_up as f64 + jumps * jump);
        let end = played + clock.on_tick(timing.hold_end - timing.opening());
        let (lefts, columns) = lights::columns(&setting);
        Ok(Self {
            setting,
            timing,
            before: None,
            rounds,
            settling,
            close_up,
            lefts,
            columns,
            jump,
            lead: clock.on_tick(lead),
            played,
            end,
        })
    }

    /// This film of one game after another one on the same board: where it would begin with its own
    /// end and run back from there, it begins with the end of the other game. That runs back until
    /// the board is full but for the hole with which both begin, and then this game plays.
    ///
    /// # Errors
    /// If they are not games on one board that begin with the same hole empty, or have a large view.
    pub fn after(self, before: &Self) -> Result<Self, Error> {
        let starts = |timeline: &Self| -> Vec<Position> {
            let letters = timeline.letters().iter();
            letters
                .map(|letter| letter.solution.start().clone())
                .collect()
        };
        let is_same_board = self.setting.board() == before.setting.board();
        if !is_same_board || starts(&self) != starts(before) {
            return Err(Error::OtherStart);
        }
        if self.close_up.is_some() || before.close_up.is_some() {
            return Err(Error::NoCloseUp);
        }

        Ok(Self {
            before: Some(Arc::new(before.clone())),
            ..self
        })
    }

    /// This film with only one of every `share` frames.
    pub(crate) fn with_every(&self, share: u32) -> Result<Self, Error> {
        let mut timing = self.timing;
        if share > 1 {
            let gap = match timing.motion {
                Motion::Steps => self.jump / FRAMES as f64,
                Motion::Smooth(rate) => 1000.0 / rate,
            };
            let gap = (gap * f64::from(share)) as u64;
            timing.clock.least_gap = gap.next_multiple_of(timing.clock.tick.max(1));
        }
        let timeline = Self::new(self.setting.clone(), timing)?;
        Ok(Self {
            before: self.before.clone(),
            ..timeline
        })
    }

    /// The letters and their places.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The boards and what each plays, by number.
    pub fn letters(&self) -> &[Letter] {
        self.setting.letters()
    }

    /// What a letter plays.
    pub fn game(&self, letter: usize) -> &Solution {
        &self.letters()[letter].solution
    }

    /// The timing, as it was asked for.
    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// The duration of the film played once, in milliseconds; never 0.
    pub fn duration(&self) -> u64 {
        let whole = self.before_play() + self.end;
        whole.max(self.timing.clock.least_gap).max(1)
    }

    /// When a letter plays its jumps: the beginning and the end of each, in milliseconds from the
    /// start of play. Use [`Timeline::in_film`] to find out when that is visible.
    pub fn jump_times(&self, letter: usize) -> impl Iterator<Item = [u64; 2]> {
        let game = self.game(letter);
        let rounds = &self.rounds[letter];

        (0..game.jumps().len()).map(move |jump| {
            let round = game.round_of(jump);
            [rounds[round - 1], rounds[round]]
        })
    }

    /// The times of play at which a letter's rounds begin, and the last one ends.
    pub(crate) fn rounds(&self, letter: usize) -> &[u64] {
        &self.rounds[letter]
    }

    /// The duration of a jump, but for the last ones, in milliseconds; in one game, the mean
    /// duration.
    pub fn jump_time(&self) -> f64 {
        self.jump
    }

    /// The time of play, in milliseconds, at which every letter has played and the final hold
    /// begins.
    pub fn played_at(&self) -> u64 {
        self.played
    }

    /// The time in the film, in milliseconds, that corresponds to a time of play. They differ if
    /// the film begins with the finished word.
    pub fn in_film(&self, time: f64) -> f64 {
        time + self.before_play() as f64
    }

    /// An instant of the film at which every letter has played: a frame of the final hold.
    pub fn finished_at(&self) -> u64 {
        self.before_play() + self.played
    }

    /// How long the finished word is shown first, and how long the film runs back from there.
    pub(crate) fn prologue(&self) -> [u64; 2] {
        [self.timing.opening(), self.timing.rewind()].map(|time| self.timing.clock.on_tick(time))
    }

    /// The time in the film at which play begins.
    fn before_play(&self) -> u64 {
        self.prologue().iter().sum()
    }

    /// The state of a letter's board at this many milliseconds from the start of the film.
    pub fn state(&self, letter: usize, at: u64) -> State {
        self.state_of(letter, self.moment(letter, at))
    }

    /// The same as a still shows it: nothing is left of pegs that have been captured.
    pub(crate) fn still_state(&self, letter: usize, at: u64) -> State {
        State {
            captured: Vec::new(),
            ..self.state(letter, at)
        }
    }
}

impl State {
    /// The number, from 0, of the jump that is under way, or was played last.
    pub fn last_jump(&self) -> Option<usize> {
        (self.played + self.under_way.len()).checked_sub(1)
    }
}

/// The holes in which the last pegs of a letter settle, after which rounds. Those of a moment have
/// settled before its end.
fn settling_of(letter: &Letter) -> Vec<(usize, Hole)> {
    let solution = &letter.solution;
    let Some(settled) = &letter.settled else {
        return settling(solution);
    };
    let rounds = solution.round_count();
    settled.pegs().map(|hole| (rounds, hole)).collect()
}

/// The times of a solution's rounds from the first, and of the end of the last, in jumps. A round
/// lasts as long as the square root of its jumps, compared with other rounds. The first
/// `in_close_up` rounds are left out: they have a time of their own.
fn round_times(solution: &Solution, in_close_up: usize) -> Vec<f64> {
    let count = solution.round_count();
    let root = |round: usize| {
        let jumps = solution.jumps_in(round) - solution.jumps_in(round - 1);
        (jumps as f64).sqrt()
    };
    let roots: Vec<f64> = (1..=count).map(root).collect();
    let scale = count as f64 / roots.iter().sum::<f64>().max(1.0);

    let mut times = vec![0.0];
    for (round, root) in roots.iter().enumerate() {
        if round < in_close_up {
            times.push(0.0);
            continue;
        }

        let slower = slower(count, round);
        // The first rounds of a large board have few jumps.
        let least = if slower > 1.0 { 1.0 } else { 0.0 };
        let usual = (root * scale).max(least);
        times.push(times[round] + usual * slower);
    }
    times
}
