//! The timing of a text: letters with their solutions become instants, and the state of every board at each
//! instant. Has no pixels and no clock.

mod fitting;
mod frames;
mod lights;
mod setting;
#[cfg(test)]
mod tests;
mod timing;

pub use frames::Frame;
#[cfg(feature = "pictures")]
pub(crate) use lights::{BRIGHT, LIT};
pub use setting::{Letter, MAX_CHARACTERS, Missing, Setting, SettingError};
use timing::check;
pub use timing::{
    Align, FirstFrame, MAX_DURATION, MAX_RATE, Motion, Order, Pace, TimelineError, Timing,
};

use smallvec::SmallVec;

use peg_solitaire::board::{Hole, Jump, Position};
use peg_solitaire::solution::Solution;

/// A text in motion: which letter plays when.
///
/// ```
/// use pegfont_film::timeline::{Missing, Setting, Timeline, Timing};
/// use pegfont_type::font::Font;
/// let setting = Setting::new(Font::builtin()?, "HI", 16, Missing::Refuse)?;
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
    /// The time of each letter's first jump, from the end of the first hold.
    begins: Vec<f64>,
    /// The times of each letter's rounds from its first jump, and of the end of the last.
    rounds: Vec<Vec<f64>>,
    /// The holes in which each letter's last pegs settle, with the rounds after which they do, in this order; none if the colours don't differ.
    settling: Vec<Vec<(usize, Hole)>>,
    /// The mean duration of a jump.
    jump: f64,
    /// The duration of the jumps of all letters.
    play: f64,
}

/// A few jumps.
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
    /// The jumps to mark, or to show in the colour of moving pegs.
    pub marked: Jumps,
    /// The pegs that have settled, if their colour differs.
    pub settled: Position,
    /// The column that a band of light has reached, if there is one.
    pub light: Option<i16>,
}

/// What a letter plays at an instant.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Moment {
    /// The number of rounds that have begun.
    begun: usize,
    /// How far the pegs of the last of these have moved, if they are under way.
    under_way: Option<f64>,
    /// Whether the jumps of the last of these are marked.
    is_marked: bool,
    /// The column that a band of light has reached.
    light: Option<i16>,
}

impl Timeline {
    /// Plans the film of a text.
    ///
    /// # Errors
    /// If a time is not a number, negative or too long; the error gives the allowed range.
    pub fn new(mut setting: Setting, mut timing: Timing) -> Result<Self, TimelineError> {
        const MS: &str = " ms";
        let holds = [("the initial hold", timing.hold_start), ("the final hold", timing.hold_end)];
        for (what, hold) in holds {
            check(what, (hold, MS), 0.0..=MAX_DURATION, "0 ms and one hour")?;
        }
        if timing.first_frame == FirstFrame::End {
            timing.hold_end = timing.hold_end.max(2.0 * timing.shortest() as f64);
        }
        if let Motion::Smooth(rate) = timing.motion {
            check("the frame rate", (rate, ""), 1.0..=MAX_RATE, "1 and 120 frames per second")?;
        }
        let behind = match timing.order {
            Order::Cascade(jumps) => {
                check("a cascade's delay", (jumps, ""), 0.0..=1000.0, "0 and 1000 jumps")?;
                jumps
            }
            _ => 0.0,
        };
        if timing.order == Order::Crescendo {
            setting = setting.playing(|letter| match letter.solution.is_in_rounds() {
                true => letter.solution.clone().in_late_rounds(),
                false => letter.solution.clone(),
            });
        }
        let counts: Vec<f64> =
            setting.letters().iter().map(|letter| letter.solution.round_count() as f64).collect();
        let longest = counts.iter().copied().fold(0.0, f64::max);
        let mut begins = Vec::with_capacity(counts.len());
        let mut before = 0.0;
        for (number, count) in counts.iter().enumerate() {
            begins.push(match timing.order {
                Order::Sequence => before,
                _ => {
                    let late = if timing.align == Align::End { longest - count } else { 0.0 };
                    number as f64 * behind + late
                }
            });
            before += count;
        }
        let first = begins.iter().copied().fold(f64::INFINITY, f64::min);
        begins.iter_mut().for_each(|begin| *begin -= first);
        let jumps = begins.iter().zip(&counts).map(|(begin, count)| begin + count);
        let jumps = jumps.fold(0.0, f64::max);
        let times = if timing.ping_pong { 2.0 } else { 1.0 };
        let holds = timing.hold_start + timing.hold_end;
        let jump = match timing.pace {
            Pace::Jump(jump) => {
                check("a jump", (jump, MS), 1.0..=60_000.0, "1 ms and one minute")?;
                jump
            }
            Pace::Total(total) => {
                check("the duration", (total, MS), 1.0..=MAX_DURATION, "1 ms and one hour")?;
                let jump = (total - holds) / (jumps * times).max(1.0);
                if jump < 1.0 {
                    return Err(TimelineError::TotalTooShort {
                        total,
                        holds,
                        jumps: jumps * times,
                    });
                }
                jump
            }
        };
        let total = holds + jumps * jump * times;
        if total > MAX_DURATION {
            let most = MAX_DURATION / 1000.0;
            return Err(TimelineError::TooLong { seconds: total / 1000.0, most });
        }
        begins.iter_mut().for_each(|begin| *begin *= jump);
        let solutions = || setting.letters().iter().map(|letter| &letter.solution);
        let rounds = solutions().map(|it| round_times(it, jump, timing.swells)).collect();
        let settling = solutions().map(|it| match timing.lights {
            true => lights::settling(it),
            false => Vec::new(),
        });
        let settling = settling.collect();
        Ok(Self { timing, begins, rounds, settling, jump, play: jumps * jump, setting })
    }

    /// The letters and their places.
    #[must_use]
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    /// The letters, in the order of the text.
    #[must_use]
    pub fn letters(&self) -> &[Letter] {
        self.setting.letters()
    }

    /// The timing.
    #[must_use]
    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// The duration of the film played once, in milliseconds; never 0.
    #[must_use]
    pub fn duration(&self) -> u64 {
        let times = if self.timing.ping_pong { 2.0 } else { 1.0 };
        let total = self.timing.hold_start + self.timing.hold_end + times * self.play;
        self.on_tick(total).max(self.timing.least_gap).max(1)
    }

    /// When a letter plays its jumps: the beginning of each, in milliseconds from the start of play. Use
    /// [`Timeline::in_film`] to find out when that is visible.
    pub fn jump_times(&self, letter: usize) -> impl Iterator<Item = f64> {
        let solution = &self.letters()[letter].solution;
        let round = |jump| solution.round_of(jump);
        (0..solution.jumps().len()).map(move |jump| self.round_time(letter, round(jump)))
    }

    /// When a letter plays a round, counted from 1, in milliseconds from the start of play.
    fn round_time(&self, letter: usize, round: usize) -> f64 {
        self.lead() + self.begins[letter] + self.rounds[letter][round - 1]
    }

    /// The duration of a letter's round, counted from 1, in milliseconds.
    pub(crate) fn round_lasts(&self, letter: usize, round: usize) -> f64 {
        self.rounds[letter][round] - self.rounds[letter][round - 1]
    }

    /// The mean duration of a jump, in milliseconds.
    #[must_use]
    pub fn jump_time(&self) -> f64 {
        self.jump
    }

    /// How long the start positions are shown at first; with `ping_pong`, half of the hold comes before and
    /// half after.
    fn lead(&self) -> f64 {
        if self.timing.ping_pong { self.timing.hold_start / 2.0 } else { self.timing.hold_start }
    }

    /// The time of play, in milliseconds, at which every letter has played and the final hold begins.
    #[must_use]
    pub fn played_at(&self) -> f64 {
        self.lead() + self.play
    }

    /// When a jump played at this time is undone, if the film plays back.
    #[must_use]
    pub fn taken_back_at(&self, time: f64) -> Option<f64> {
        self.timing.ping_pong.then(|| 2.0 * self.played_at() + self.timing.hold_end - time)
    }

    /// The time in the film, in milliseconds, that corresponds to a time of play. They differ only if the film begins
    /// with the finished word: then the final hold comes first, and the last of it is left for the end of the film.
    #[must_use]
    pub fn in_film(&self, time: f64) -> f64 {
        let opening = match self.timing.first_frame {
            FirstFrame::Start => return time,
            FirstFrame::End => self.played_at() + self.timing.shortest() as f64,
        };
        let before = if time > opening { 0.0 } else { self.duration() as f64 };
        time - opening + before
    }

    /// An instant of the film at which every letter has played: a frame of the final hold.
    #[must_use]
    pub fn finished_at(&self) -> u64 {
        let at = self.on_tick(self.played_at());
        (at + self.duration() - self.opening()) % self.duration()
    }

    /// The time of play at which the film begins.
    fn opening(&self) -> u64 {
        match self.timing.first_frame {
            FirstFrame::Start => 0,
            FirstFrame::End => self.on_tick(self.played_at()) + self.timing.shortest(),
        }
    }

    /// The number, from 0, of the jump that a letter is playing, or has played last, in a state.
    #[must_use]
    pub fn last_jump(&self, state: &State) -> Option<usize> {
        (state.played + state.under_way.len()).checked_sub(1)
    }

    /// The state of a letter's board at this many milliseconds from the start of the film.
    #[must_use]
    pub fn state(&self, letter: usize, at: u64) -> State {
        let moment = self.moment(letter, self.time_of_play(at));
        let solution = &self.letters()[letter].solution;
        self.state_of(letter, moment, solution.position(solution.jumps_in(moment.begun)))
    }

    /// The time of play that an instant of the film shows, in milliseconds.
    fn time_of_play(&self, at: u64) -> u64 {
        match self.opening() {
            0 => at,
            opening => (at + opening) % self.duration(),
        }
    }

    /// The moment of a letter's play at this many milliseconds from the start of play.
    fn moment(&self, letter: usize, at: u64) -> Moment {
        let rounds = self.letters()[letter].solution.round_count();
        let (time, back) = self.forward_time(at as f64);
        let since = time - self.lead() - self.begins[letter];
        let is_smooth = matches!(self.timing.motion, Motion::Smooth(_));
        // In steps, half a tick of tolerance, because frames begin on ticks near the exact times of the jumps.
        let grace = match (is_smooth, back) {
            (true, _) => 0.0,
            (false, true) => -0.5 * self.timing.tick as f64,
            (false, false) => 0.5 * self.timing.tick as f64,
        };
        let times = &self.rounds[letter];
        let reached = since + grace + 1e-9 * self.jump;
        let mut begun = times[..rounds].partition_point(|&begin| begin <= reached);
        let lasts = if begun == 0 { self.jump } else { self.round_lasts(letter, begun) };
        let mut progress = if begun == 0 { 1.0 } else { (since - times[begun - 1]) / lasts };
        if is_smooth && begun > 0 && progress < 1e-6 {
            (begun, progress) = (begun - 1, 1.0);
        }
        // The last jump of all stays marked, because no other follows.
        let stays = begun == rounds && !self.timing.lights;
        let is_last = stays || progress + grace / lasts < 1.0 - 1e-6;
        Moment {
            begun,
            under_way: (is_smooth && begun > 0 && progress < 1.0 - 1e-6).then(|| progress.max(0.0)),
            is_marked: (self.timing.highlight || self.timing.lights) && begun > 0 && is_last,
            light: self.light(time),
        }
    }

    /// The state of a letter's board at a moment, from the position after the rounds that have begun.
    fn state_of(&self, letter: usize, moment: Moment, mut position: Position) -> State {
        let solution = &self.letters()[letter].solution;
        let played = solution.jumps_in(moment.begun);
        let before = solution.jumps_in(moment.begun.saturating_sub(1));
        let round = &solution.jumps()[before..played];
        let marked = if moment.is_marked { round.into() } else { Jumps::new() };
        let light = moment.light;
        let over = moment.begun - usize::from(moment.under_way.is_some());
        let settling = &self.settling[letter];
        let count = settling.partition_point(|&(round, _)| round <= over);
        let settled = settling[..count].iter().map(|&(_, hole)| hole).collect();
        let Some(progress) = moment.under_way else {
            let under_way = Jumps::new();
            return State { played, position, under_way, progress: 0.0, marked, settled, light };
        };
        round.iter().for_each(|jump| position.remove(jump.to()));
        State {
            played: before,
            position,
            under_way: round.into(),
            progress,
            marked,
            settled,
            light,
        }
    }

    /// The time on the way forward at which the same is visible, and whether the film is on its way back.
    fn forward_time(&self, at: f64) -> (f64, bool) {
        // A tick may come slightly before the end of a way. On the last tick, the end is shown.
        let turn = self.played_at() + self.timing.hold_end;
        let smooth = matches!(self.timing.motion, Motion::Smooth(_));
        let reached = |time: f64| smooth && at >= self.on_tick(time) as f64;
        if self.timing.ping_pong && at > turn {
            let begin = if reached(turn + self.play) { self.play } else { at - turn };
            (self.played_at() - begin, true)
        } else if reached(self.played_at()) {
            (at.max(self.played_at()), false)
        } else {
            (at, false)
        }
    }

    /// The nearest tick.
    fn on_tick(&self, time: f64) -> u64 {
        let tick = self.timing.tick.max(1);
        (time / tick as f64).round() as u64 * tick
    }
}

/// The times of a solution's rounds from the first, and of the end of the last, if a round takes as long as a jump in the mean.
fn round_times(solution: &Solution, jump: f64, swells: bool) -> Vec<f64> {
    let count = solution.round_count();
    if !(swells && solution.is_in_rounds()) {
        return (0..=count).map(|round| round as f64 * jump).collect();
    }
    let mut sums = vec![0.0];
    for round in 1..=count {
        let jumps = solution.jumps_in(round) - solution.jumps_in(round - 1);
        sums.push(sums[round - 1] + (jumps as f64).sqrt());
    }
    let scale = count as f64 * jump / sums[count].max(1.0);
    sums.iter().map(|sum| sum * scale).collect()
}
