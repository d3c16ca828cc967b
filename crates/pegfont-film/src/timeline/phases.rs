//! What a letter plays at an instant: which round has begun, how far its pegs have moved, and what
//! is still seen of those that were jumped over.

use super::close_up::{self, FLIGHT, SLOW_FRAMES};
use super::count::BegunRounds;
use super::{Capture, Jumps, Motion, State, Timeline, Trace};
use peg_solitaire::board::Jump;

/// How much slower the first rounds are, from the first one, so that the rule is seen, and the last
/// ones, from the last one, so that the word is seen to arrive. In thirds of a jump, as frames are.
const SLOWER: [f64; 3] = [3.0, 7.0 / 3.0, 5.0 / 3.0];

/// The frames of a jump where pegs don't slide: leaving, over the neighbour, landed. Slower rounds
/// have more.
pub(super) const FRAMES: u64 = 3;

/// The most jumps of a round that has so many frames. Rounds of more jumps have fewer.
const FEW_JUMPS: usize = 2;

/// How far a peg that jumps on has moved in the first frame of the jump, compared with the share of
/// one frame. It doesn't stand still at the corner.
const JUMPS_ON: f64 = 0.9;

/// A frame of a round where pegs don't slide.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Phase {
    /// Its beginning, in times of play.
    pub begin: u64,
    /// How far the pegs have moved, from 0 to 1.
    pub progress: f64,
    /// Whether the pegs that are jumped over are seen to be captured.
    pub captures: bool,
}

/// What a letter plays at an instant.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Moment {
    /// Whether it is of the film that is shown before this one.
    is_before: bool,
    /// The number of rounds that have begun.
    begun: usize,
    /// How far the pegs of the last begun round have moved, if they are under way.
    under_way: Option<f64>,
    /// Whether the pegs of the last begun round are seen to move, or to have moved just now.
    has_moving: bool,
    /// What is seen of the pegs that the last begun round captures, if they are captured.
    captured: Option<Trace>,
    /// What is seen of the pegs that the round before has captured.
    captured_before: Option<Trace>,
    /// The column that a band of light has reached.
    light: Option<i16>,
}

/// The time of play that an instant of the film shows.
struct MomentOfPlay {
    time: u64,
    /// Whether the film runs back.
    runs_back: bool,
}

/// How much slower a round is, by its number from 0, of so many rounds.
pub(super) fn slower(rounds: usize, round: usize) -> f64 {
    let from_the_nearer_end = round.min(rounds - 1 - round);
    SLOWER.get(from_the_nearer_end).copied().unwrap_or(1.0)
}

/// How far the pegs of a round with so many frames have moved in one of them.
fn progress(frame: u64, count: u64, jumps_on: bool) -> f64 {
    match count {
        1 => 1.0,
        2 => (frame + 1) as f64 / 2.0,
        _ => {
            let first = if jumps_on {
                JUMPS_ON / count as f64
            } else {
                0.0
            };
            first + (1.0 - first) * frame as f64 / (count - 1) as f64
        }
    }
}

impl Timeline {
    /// Whether pegs slide from hole to hole.
    pub(crate) fn slides(&self) -> bool {
        matches!(self.timing.motion, Motion::Smooth(_))
    }

    /// The jumps of a round, by its number from 0.
    pub(crate) fn jumps_of(&self, letter: usize, round: usize) -> &[Jump] {
        let game = self.game(letter);
        &game.jumps()[game.jumps_in(round)..game.jumps_in(round + 1)]
    }

    /// The number of frames of a round where pegs don't slide.
    pub(super) fn phase_count(&self, letter: usize, round: usize) -> u64 {
        let slower = slower(self.game(letter).round_count(), round);
        let few_jumps = if self.close_up.is_some() {
            close_up::FEW_JUMPS
        } else {
            FEW_JUMPS
        };
        let most = if self.is_close(round) {
            SLOW_FRAMES
        } else if self.jumps_of(letter, round).len() <= few_jumps {
            (slower * FRAMES as f64) as u64
        } else {
            slower as u64 + 1
        };

        let lasts = self.landed_at(letter, round) - self.rounds[letter][round];
        (lasts / self.timing.clock.shortest()).clamp(1, most)
    }

    /// The time of play at which the pegs of a round land: its end, but for a large view.
    pub(crate) fn landed_at(&self, letter: usize, round: usize) -> u64 {
        let times = &self.rounds[letter];
        if self.is_close(round) {
            times[round] + FLIGHT
        } else {
            times[round + 1]
        }
    }

    /// The frames of a round, by its number from 0, where pegs don't slide.
    pub(crate) fn phases(&self, letter: usize, round: usize) -> impl Iterator<Item = Phase> {
        let begin = self.rounds[letter][round];
        let lasts = self.landed_at(letter, round) - begin;
        let clock = self.timing.clock;
        let count = self.phase_count(letter, round);
        let jumps_on = self.jumps_on(letter, round);

        (0..count).map(move |frame| {
            let progress = progress(frame, count, jumps_on);
            // A slow jumper hides the peg below it, and uncovers it in its new colour.
            let is_over_it = count <= FRAMES && progress == 0.5;

            Phase {
                begin: begin + clock.on_tick((lasts * frame) as f64 / count as f64),
                progress,
                captures: progress > 0.5 || is_over_it,
            }
        })
    }

    /// Whether all jumps of a round go on with pegs that have just jumped.
    fn jumps_on(&self, letter: usize, round: usize) -> bool {
        let Some(before) = round.checked_sub(1) else {
            return false;
        };
        let landed = self.jumps_of(letter, before);
        let goes_on = |jump: &Jump| landed.iter().any(|before| before.to() == jump.from());
        self.jumps_of(letter, round).iter().all(goes_on)
    }

    /// The film of which an instant shows something: this one, or the one before it.
    pub(super) fn shown_at(&self, at: u64) -> &Self {
        match &self.before {
            Some(before) if at < self.before_play() => before,
            _ => self,
        }
    }

    /// The time of play that an instant of the film shows, in milliseconds: of the film that it
    /// [shows](Self::shown_at).
    fn time_of_play(&self, at: u64) -> MomentOfPlay {
        let [opening, rewind] = self.prologue();
        let shown = self.shown_at(at);
        let Some(since) = at.checked_sub(opening) else {
            return MomentOfPlay {
                time: shown.end,
                runs_back: false,
            };
        };

        if since < rewind {
            let share = (rewind - since) as f64 / rewind as f64;
            MomentOfPlay {
                time: (share * shown.played as f64) as u64,
                runs_back: true,
            }
        } else {
            MomentOfPlay {
                time: since - rewind,
                runs_back: false,
            }
        }
    }

    /// The number of a letter's rounds that have begun at a time of play.
    fn begun(&self, letter: usize, time: u64) -> usize {
        let times = &self.rounds[letter];
        let begins = &times[..times.len() - 1];
        if !self.slides() {
            return begins.partition_point(|&begin| begin <= time);
        }

        // A peg that slides is still in its hole when it begins to, but a round that begins and
        // ends in this very tick is over.
        let begun = begins.partition_point(|&begin| begin < time);
        begun.max(times[1..].partition_point(|&end| end <= time))
    }

    /// How much of a letter is seen to have been played at this many milliseconds from the start of
    /// the film.
    pub(super) fn begun_rounds(&self, letter: usize, at: u64) -> BegunRounds {
        let MomentOfPlay { time, .. } = self.time_of_play(at);
        let shown = self.shown_at(at);
        let times = &shown.rounds[letter];

        BegunRounds {
            begun: shown.begun(letter, time),
            are_over: times[times.len() - 1] <= time,
        }
    }

    /// The moment of a letter's play at this many milliseconds from the start of the film.
    pub(super) fn moment(&self, letter: usize, at: u64) -> Moment {
        let of_play = self.time_of_play(at);
        let shown = self.shown_at(at);
        Moment {
            is_before: !std::ptr::eq(shown, self),
            ..shown.moment_of_play(letter, of_play)
        }
    }

    /// The moment of a letter's play at a time of play.
    fn moment_of_play(&self, letter: usize, of_play: MomentOfPlay) -> Moment {
        let MomentOfPlay { time, runs_back } = of_play;
        let begun = self.begun(letter, time);
        let times = &self.rounds[letter];

        // A still of a moment shows the last jump.
        let is_moment = self.letters()[letter].settled.is_some();
        let rests = Moment {
            is_before: false,
            begun,
            under_way: None,
            has_moving: is_moment && begun == times.len() - 1,
            captured: None,
            captured_before: None,
            light: self.light(letter, time),
        };

        let Some(last) = begun.checked_sub(1) else {
            return rests;
        };
        // Nobody can follow a peg that runs back.
        if runs_back {
            return rests;
        }
        if times[begun] <= time {
            return Moment {
                captured: self.trace(letter, last, time),
                ..rests
            };
        }

        let phase = self.phase(letter, last, time);
        let before = last.checked_sub(1);
        Moment {
            under_way: (phase.progress < 1.0).then_some(phase.progress),
            has_moving: true,
            captured: phase.captures.then_some(Trace::Peg),
            captured_before: before.and_then(|round| self.trace(letter, round, time)),
            ..rests
        }
    }

    /// How a round is seen at a time of play between its beginning and its end.
    fn phase(&self, letter: usize, round: usize, time: u64) -> Phase {
        let begin = self.rounds[letter][round];
        let landed = self.landed_at(letter, round);
        let progress = (time.min(landed) - begin) as f64 / (landed - begin) as f64;
        let sliding = Phase {
            begin,
            progress,
            captures: progress > 0.5,
        };
        if self.slides() {
            return sliding;
        }

        let phases = self.phases(letter, round);
        let shown = phases.take_while(|phase| phase.begin <= time);
        shown.last().unwrap_or(sliding)
    }

    /// The state of a letter's board at a moment.
    pub(super) fn state_of(&self, letter: usize, moment: Moment) -> State {
        if moment.is_before
            && let Some(before) = &self.before
        {
            let is_before = false;
            return before.state_of(
                letter,
                Moment {
                    is_before,
                    ..moment
                },
            );
        }

        let game = self.game(letter);
        let begun = moment.begun;
        let is_under_way = moment.under_way.is_some();
        let over = begun - usize::from(is_under_way);

        let last: Jumps = match begun.checked_sub(1) {
            Some(last) => self.jumps_of(letter, last).into(),
            None => Jumps::new(),
        };
        let mut position = game.position(game.jumps_in(begun));
        if is_under_way {
            for jump in &last {
                position.remove(jump.to());
            }
        }

        let mut captured = Vec::new();
        if let (Some(trace), Some(before)) = (moment.captured_before, begun.checked_sub(2)) {
            captured.extend(captures(self.jumps_of(letter, before), trace));
        }
        if let Some(trace) = moment.captured {
            captured.extend(captures(&last, trace));
        }

        let settling = self.settling[letter].iter();
        let settled = settling.take_while(|&&(round, _)| round <= over);
        State {
            played: game.jumps_in(over),
            position,
            under_way: if is_under_way {
                last.clone()
            } else {
                Jumps::new()
            },
            progress: moment.under_way.unwrap_or(0.0),
            moving: if moment.has_moving {
                last
            } else {
                Jumps::new()
            },
            captured,
            settled: settled.map(|&(_, hole)| hole).collect(),
            light: moment.light,
        }
    }
}

/// The pegs that jumps have captured, all seen in the same way.
fn captures(jumps: &[Jump], trace: Trace) -> impl Iterator<Item = Capture> {
    jumps.iter().map(move |jump| Capture {
        hole: jump.over(),
        trace,
    })
}
