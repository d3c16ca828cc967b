//! The timing of a text: letters with their solutions become instants in whole ticks, and the state of every board at each
//! instant. Has no pixels and no clock.

mod fitting;
mod frames;
mod lights;
mod setting;
mod timing;

pub use frames::Frame;
pub(crate) use lights::{BRIGHT, LIT};
pub use setting::{Letter, MAX_CHARACTERS, Missing, Setting, WRAP};
pub use timing::{FirstFrame, MAX_DURATION, MAX_RATE, Motion, Order, Pace, Timing};

use smallvec::SmallVec;

use crate::Error;
use peg_solitaire::board::{Hole, Jump, Position};
use peg_solitaire::solution::Solution;

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
    /// What each letter plays: the jumps of its solution in the rounds of the order.
    games: Vec<Solution>,
    /// The times of play at which each letter's rounds begin, and the last one ends.
    rounds: Vec<Vec<u64>>,
    /// The holes in which each letter's last pegs settle, with the rounds after which they do, in this order; none if the colours don't differ.
    settling: Vec<Vec<(usize, Hole)>>,
    /// The mean duration of a jump.
    jump: f64,
    /// The times of play at which the first hold ends, every letter has played, and the final hold ends.
    lead: u64,
    played: u64,
    end: u64,
}

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
    /// The jumps whose pegs have the colour of moving pegs.
    pub moving: Jumps,
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
    /// Whether the pegs of the last of these have the colour of moving pegs.
    has_moving: bool,
    /// The column that a band of light has reached.
    light: Option<i16>,
}

impl Timeline {
    /// Plans the film of a text.
    ///
    /// # Errors
    /// If a time is not a number, negative or too long; the error gives the allowed range.
    pub fn new(setting: Setting, mut timing: Timing) -> Result<Self, Error> {
        timing.check()?;
        if timing.first_frame == FirstFrame::End {
            // A frame of it comes first, and one last.
            timing.hold_end = timing.hold_end.max(2.0 * timing.shortest() as f64);
        }
        let solutions = setting.letters().iter().map(|letter| letter.solution.clone());
        let games = solutions.map(|solution| match timing.order {
            Order::Crescendo if solution.is_in_rounds() => solution.in_late_rounds(),
            _ => solution,
        });
        let games: Vec<Solution> = games.collect();
        let counts: Vec<f64> = games.iter().map(|game| game.round_count() as f64).collect();
        let begins = timing.order.begins(&counts);
        let ends = begins.iter().zip(&counts).map(|(begin, count)| begin + count);
        let jumps = ends.fold(0.0, f64::max);
        let jump = timing.jump_time(jumps)?;
        let lead = timing.hold_start;
        let rounds = games.iter().zip(begins).map(|(game, begin)| {
            let begin = lead + begin * jump;
            let times = round_times(game, jump, timing.swells).into_iter();
            times.map(|time| timing.on_tick(begin + time)).collect()
        });
        let rounds = rounds.collect();
        let settling = games.iter().map(|game| match timing.lights {
            true => lights::settling(game),
            false => Vec::new(),
        });
        let settling = settling.collect();
        let (lead, played) = (timing.on_tick(lead), timing.on_tick(lead + jumps * jump));
        let end = played + timing.on_tick(timing.hold_end - timing.opening());
        Ok(Self { setting, timing, games, rounds, settling, jump, lead, played, end })
    }

    /// The letters and their places.
    pub fn setting(&self) -> &Setting {
        &self.setting
    }

    pub fn letters(&self) -> &[Letter] {
        self.setting.letters()
    }

    /// What a letter plays: its solution, or in a crescendo the same jumps in late rounds.
    pub fn game(&self, letter: usize) -> &Solution {
        &self.games[letter]
    }

    pub fn timing(&self) -> &Timing {
        &self.timing
    }

    /// The duration of the film played once, in milliseconds; never 0.
    pub fn duration(&self) -> u64 {
        (self.before_play() + self.end).max(self.timing.least_gap).max(1)
    }

    /// When a letter plays its jumps: the beginning of each, in milliseconds from the start of play. Use
    /// [`Timeline::in_film`] to find out when that is visible.
    pub fn jump_times(&self, letter: usize) -> impl Iterator<Item = u64> {
        let game = self.game(letter);
        (0..game.jumps().len()).map(move |jump| self.rounds[letter][game.round_of(jump) - 1])
    }

    /// The times of play at which a letter's rounds begin, and the last one ends.
    pub(crate) fn rounds(&self, letter: usize) -> &[u64] {
        &self.rounds[letter]
    }

    /// The mean duration of a jump, in milliseconds.
    pub fn jump_time(&self) -> f64 {
        self.jump
    }

    /// The time of play, in milliseconds, at which every letter has played and the final hold begins.
    pub fn played_at(&self) -> u64 {
        self.played
    }

    /// The time in the film, in milliseconds, that corresponds to a time of play. They differ if the film begins with the finished word.
    pub fn in_film(&self, time: f64) -> f64 {
        time + self.before_play() as f64
    }

    /// An instant of the film at which every letter has played: a frame of the final hold.
    pub fn finished_at(&self) -> u64 {
        self.before_play() + self.played
    }

    /// How long the finished word is shown first, and how long the film runs back from there.
    fn prologue(&self) -> [u64; 2] {
        [self.timing.opening(), self.timing.rewind()].map(|time| self.timing.on_tick(time))
    }

    /// The time in the film at which play begins.
    fn before_play(&self) -> u64 {
        self.prologue().iter().sum()
    }

    /// The state of a letter's board at this many milliseconds from the start of the film.
    pub fn state(&self, letter: usize, at: u64) -> State {
        let moment = self.moment(letter, self.time_of_play(at));
        let game = self.game(letter);
        self.state_of(letter, moment, game.position(game.jumps_in(moment.begun)))
    }

    /// The time of play that an instant of the film shows, in milliseconds.
    fn time_of_play(&self, at: u64) -> u64 {
        let [opening, rewind] = self.prologue();
        match at.checked_sub(opening) {
            None => self.end,
            Some(at) if at < rewind => self.played - (self.played - self.lead) * at / rewind,
            Some(at) => at - rewind,
        }
    }

    /// The moment of a letter's play at this many milliseconds from the start of play.
    fn moment(&self, letter: usize, time: u64) -> Moment {
        let slides = matches!(self.timing.motion, Motion::Smooth(_));
        let times = &self.rounds[letter];
        let rounds = times.len() - 1;
        // A peg that slides is still in its hole when it begins to.
        let has_begun = |&begin: &u64| if slides { begin < time } else { begin <= time };
        let mut begun = times[..rounds].partition_point(has_begun);
        if slides {
            // A round that begins and ends in this very tick is over.
            begun = begun.max(times[1..].partition_point(|&end| end <= time));
        }
        let Some(last) = begun.checked_sub(1) else {
            return Moment { begun, under_way: None, has_moving: false, light: self.light(time) };
        };
        let (begin, end) = (times[last], times[begun]);
        let is_over = end <= time;
        let share = || (time - begin) as f64 / (end - begin) as f64;
        Moment {
            begun,
            under_way: (slides && !is_over).then(share),
            has_moving: self.timing.lights && !is_over,
            light: self.light(time),
        }
    }

    /// The state of a letter's board at a moment, from the position after the rounds that have begun.
    fn state_of(&self, letter: usize, moment: Moment, mut position: Position) -> State {
        let game = self.game(letter);
        let Moment { begun, light, .. } = moment;
        let over = begun - usize::from(moment.under_way.is_some());
        let round = &game.jumps()[game.jumps_in(begun.saturating_sub(1))..game.jumps_in(begun)];
        if moment.under_way.is_some() {
            round.iter().for_each(|jump| position.remove(jump.to()));
        }
        let settled = self.settling[letter].iter().take_while(|&&(round, _)| round <= over);
        State {
            played: game.jumps_in(over),
            position,
            under_way: moment.under_way.map(|_| round.into()).unwrap_or_default(),
            progress: moment.under_way.unwrap_or(0.0),
            moving: if moment.has_moving { round.into() } else { Jumps::new() },
            settled: settled.map(|&(_, hole)| hole).collect(),
            light,
        }
    }
}

impl State {
    /// The number, from 0, of the jump that is under way, or was played last.
    pub fn last_jump(&self) -> Option<usize> {
        (self.played + self.under_way.len()).checked_sub(1)
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
