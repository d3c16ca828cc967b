//! The timing of a text: letters with their solutions become instants in whole ticks, and the state
//! of every board at each instant. Has no pixels and no clock.

mod frames;
mod lights;
mod lines;
mod setting;
mod timing;

pub use frames::Frame;
pub use lights::{SWEEP, settling};
pub use lines::{Lines, MAX_CHARACTERS, Missing, WRAP};
pub use setting::{Letter, Setting, Still};
pub use timing::{Clock, MAX_DURATION, MAX_RATE, Motion, Order, Pace, Timing};

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
    /// The times of play at which each letter's rounds begin, and the last one ends.
    rounds: Vec<Vec<u64>>,
    /// The holes in which each letter's last pegs settle, with the rounds after which they do, in
    /// this order.
    settling: Vec<Vec<(usize, Hole)>>,
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
    /// The pegs that have come to stay: no jump will touch them again.
    pub settled: Position,
    /// The column of the board that the middle of a band of light has reached, if the band is near.
    pub light: Option<i16>,
}

/// What a letter plays at an instant.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Moment {
    /// The number of rounds that have begun.
    begun: usize,
    /// How far the pegs of the last begun round have moved, if they are under way.
    under_way: Option<f64>,
    /// Whether the pegs of the last begun round are seen to move, or to have moved just now.
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
        if timing.begins_at_end {
            // A frame of it comes first, and one last.
            timing.hold_end = timing.hold_end.max(2.0 * timing.clock.shortest() as f64);
        }
        let shares: Vec<Vec<f64>> = setting
            .letters()
            .iter()
            .map(|letter| round_times(&letter.solution))
            .collect();
        let lengths: Vec<f64> = shares.iter().map(|times| times[times.len() - 1]).collect();
        let begins = timing.order.begins(&lengths);
        let jumps = begins
            .iter()
            .zip(&lengths)
            .map(|(begin, length)| begin + length);
        let jumps = jumps.fold(0.0, f64::max);
        let jump = timing.jump_time(jumps)?;
        let (lead, clock) = (timing.hold_start, timing.clock);
        let rounds = shares.iter().zip(begins).map(|(times, begin)| {
            times
                .iter()
                .map(|time| clock.on_tick(lead + (begin + time) * jump))
                .collect()
        });
        let rounds = rounds.collect();
        let settling = setting.letters().iter().map(
            |Letter {
                 solution, settled, ..
             }| {
                let at_the_end = |pegs: &Position| {
                    pegs.pegs()
                        .map(|hole| (solution.round_count(), hole))
                        .collect()
                };
                settled
                    .as_ref()
                    .map_or_else(|| lights::settling(solution), at_the_end)
            },
        );
        let settling = settling.collect();
        let (lead, played) = (clock.on_tick(lead), clock.on_tick(lead + jumps * jump));
        let end = played + clock.on_tick(timing.hold_end - timing.opening());
        let (lefts, columns) = lights::columns(&setting);
        Ok(Self {
            setting,
            timing,
            rounds,
            settling,
            lefts,
            columns,
            jump,
            lead,
            played,
            end,
        })
    }

    /// This film with only one of every `share` frames.
    pub(crate) fn with_every(&self, share: u32) -> Result<Self, Error> {
        let mut timing = self.timing;
        let gap = match timing.motion {
            Motion::Steps => self.jump / FRAMES as f64,
            Motion::Smooth(rate) => 1000.0 / rate,
        };
        let gap = ((gap * f64::from(share)) as u64).next_multiple_of(timing.clock.tick.max(1));
        if share > 1 {
            timing.clock.least_gap = gap;
        }
        Self::new(self.setting.clone(), timing)
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
        (self.before_play() + self.end)
            .max(self.timing.clock.least_gap)
            .max(1)
    }

    /// When a letter plays its jumps: the beginning and the end of each, in milliseconds from the
    /// start of play. Use [`Timeline::in_film`] to find out when that is visible.
    pub fn jump_times(&self, letter: usize) -> impl Iterator<Item = [u64; 2]> {
        let (game, rounds) = (self.game(letter), &self.rounds[letter]);
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

    /// The time of play that an instant of the film shows, in milliseconds, and whether the film
    /// runs back.
    fn time_of_play(&self, at: u64) -> (u64, bool) {
        let [opening, rewind] = self.prologue();
        match at.checked_sub(opening) {
            None => (self.end, false),
            Some(since) if since < rewind => {
                let share = (rewind - since) as f64 / rewind as f64;
                ((share * self.played as f64) as u64, true)
            }
            Some(since) => (since - rewind, false),
        }
    }

    /// The moment of a letter's play at this many milliseconds from the start of the film.
    fn moment(&self, letter: usize, at: u64) -> Moment {
        let (time, runs_back) = self.time_of_play(at);
        let slides = self.slides();
        let times = &self.rounds[letter];
        let rounds = times.len() - 1;
        // A peg that slides is still in its hole when it begins to.
        let has_begun = |&begin: &u64| if slides { begin < time } else { begin <= time };
        let mut begun = times[..rounds].partition_point(has_begun);
        if slides {
            // A round that begins and ends in this very tick is over.
            begun = begun.max(times[1..].partition_point(|&end| end <= time));
        }
        let light = self.light(letter, time);
        // A still of a moment shows the last jump.
        let is_moment = self.letters()[letter].settled.is_some();
        let stops = begun == rounds && is_moment;
        let rests = Moment {
            begun,
            under_way: None,
            has_moving: stops,
            light,
        };
        let Some(last) = begun.checked_sub(1) else {
            return rests;
        };
        let (begin, end) = (times[last], times[begun]);
        // Nobody can follow a peg that runs back.
        if end <= time || runs_back {
            return rests;
        }
        let under_way = match slides {
            true => Some((time - begin) as f64 / (end - begin) as f64),
            false => {
                let shown = self
                    .phases(letter, last)
                    .take_while(|&(begin, _)| begin <= time);
                shown
                    .last()
                    .and_then(|(_, progress)| (progress < 1.0).then_some(progress))
            }
        };
        Moment {
            under_way,
            has_moving: true,
            ..rests
        }
    }

    /// Whether pegs slide from hole to hole.
    pub(crate) fn slides(&self) -> bool {
        matches!(self.timing.motion, Motion::Smooth(_))
    }

    /// The frames of a round, by its number from 0, where pegs don't slide: the time of play of
    /// each, and how far the pegs have moved.
    pub(crate) fn phases(&self, letter: usize, round: usize) -> impl Iterator<Item = (u64, f64)> {
        let (times, clock) = (&self.rounds[letter], self.timing.clock);
        let [begin, lasts] = [times[round], times[round + 1] - times[round]];
        let game = self.game(letter);
        let slower = slower(game.round_count(), round);
        let is_few = game.jumps_in(round + 1) - game.jumps_in(round) <= FEW;
        let most = match is_few {
            true => (slower * FRAMES as f64) as u64,
            false => slower as u64 + 1,
        };
        let count = (lasts / clock.shortest()).clamp(1, most);
        (0..count).map(move |frame| {
            let progress = match count {
                1 => 1.0,
                2 => (frame + 1) as f64 / 2.0,
                _ => frame as f64 / (count - 1) as f64,
            };
            (
                begin + clock.on_tick((lasts * frame) as f64 / count as f64),
                progress,
            )
        })
    }

    /// The state of a letter's board at a moment.
    fn state_of(&self, letter: usize, moment: Moment) -> State {
        let game = self.game(letter);
        let Moment { begun, light, .. } = moment;
        let over = begun - usize::from(moment.under_way.is_some());
        let round = &game.jumps()[game.jumps_in(begun.saturating_sub(1))..game.jumps_in(begun)];
        let mut position = game.position(game.jumps_in(begun));
        if moment.under_way.is_some() {
            round.iter().for_each(|jump| position.remove(jump.to()));
        }
        let settled = self.settling[letter]
            .iter()
            .take_while(|&&(round, _)| round <= over);
        State {
            played: game.jumps_in(over),
            position,
            under_way: moment.under_way.map(|_| round.into()).unwrap_or_default(),
            progress: moment.under_way.unwrap_or(0.0),
            moving: if moment.has_moving {
                round.into()
            } else {
                Jumps::new()
            },
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

/// How much slower the first rounds are, from the first one, so that the rule is seen, and the last
/// ones, from the last one, so that the word is seen to arrive. In thirds of a jump, as frames are.
const SLOWER: [f64; 3] = [3.0, 7.0 / 3.0, 5.0 / 3.0];

/// How much slower a round is, by its number from 0, of so many rounds.
fn slower(rounds: usize, round: usize) -> f64 {
    SLOWER
        .get(round.min(rounds - 1 - round))
        .copied()
        .unwrap_or(1.0)
}

/// The frames of a jump where pegs don't slide: leaving, over the neighbour, landed. Slower rounds
/// have more, and rounds with more than a few jumps fewer.
const FRAMES: u64 = 3;
const FEW: usize = 2;

/// The times of a solution's rounds from the first, and of the end of the last, in jumps. A round
/// lasts as long as the square root of its jumps, compared with other rounds.
fn round_times(solution: &Solution) -> Vec<f64> {
    let count = solution.round_count();
    let jumps = |round: usize| solution.jumps_in(round) - solution.jumps_in(round - 1);
    let roots: Vec<f64> = (1..=count)
        .map(|round| (jumps(round) as f64).sqrt())
        .collect();
    let scale = count as f64 / roots.iter().sum::<f64>().max(1.0);
    let mut times = vec![0.0];
    for (round, root) in roots.iter().enumerate() {
        let slower = slower(count, round);
        // The first rounds of a large board have few jumps.
        let usual = if slower > 1.0 {
            (root * scale).max(1.0)
        } else {
            root * scale
        };
        times.push(times[round] + usual * slower);
    }
    times
}
