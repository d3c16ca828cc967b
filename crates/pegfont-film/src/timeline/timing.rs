//! The timing of a film: order, pace and holds, and their limits. Plays nothing.

use crate::Error;

/// The longest film and the longest hold, in milliseconds: an hour.
pub const MAX_DURATION: f64 = 3_600_000.0;

/// The maximum number of frames per second of a smooth film.
pub const MAX_RATE: f64 = 120.0;

/// Which letters play at the same time.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum PlayOrder {
    /// All letters end at the same time, so the whole word appears at once.
    #[default]
    Together,
    /// Each letter is this many jumps behind the one before it, but the first to begin plays two
    /// jumps alone.
    Cascade(f64),
    /// Each letter begins when the one before it has ended.
    Sequence,
}

/// The most letters that play together unless asked otherwise: nobody can follow more.
const MOST_TOGETHER: usize = 4;

/// The most jumps by which the last letter of a cascade is behind the first: longer texts overlap
/// more.
const MOST_BEHIND: f64 = 14.0;

/// How long the letter that begins a cascade plays alone, in jumps: two slow ones, so that a jump
/// is seen.
const ALONE: f64 = 16.0 / 3.0;

impl PlayOrder {
    /// The usual order of a text with this number of letters.
    pub fn usual(letters: usize) -> Self {
        if letters <= MOST_TOGETHER {
            Self::Together
        } else {
            Self::cascade(letters)
        }
    }

    /// The usual cascade of this number of letters: each is two jumps behind the one before it, or
    /// less in a text of more than eight letters.
    pub fn cascade(letters: usize) -> Self {
        let after_first = letters.saturating_sub(1).max(1);
        let behind = (MOST_BEHIND / after_first as f64).min(2.0);
        // Then the frames of one letter are those of the others, too.
        let in_thirds = (3.0 * behind).floor() / 3.0;

        Self::Cascade(if in_thirds > 0.0 { in_thirds } else { behind })
    }

    /// When letters that play for so long begin, all in jumps: the first at 0.
    pub(super) fn begins(self, lengths: &[f64]) -> Vec<f64> {
        let longest = lengths.iter().copied().fold(0.0, f64::max);
        let begin = |number: usize| match self {
            Self::Sequence => lengths[..number].iter().sum(),
            Self::Cascade(behind) => number as f64 * behind + longest - lengths[number],
            Self::Together => longest - lengths[number],
        };
        let begins: Vec<f64> = (0..lengths.len()).map(begin).collect();
        let first = begins.iter().copied().fold(f64::INFINITY, f64::min);

        let is_cascade = matches!(self, Self::Cascade(_));
        let alone = if is_cascade { ALONE } else { 0.0 };
        let after = |begin| {
            if begin > first {
                begin - first + alone
            } else {
                0.0
            }
        };
        begins.into_iter().map(after).collect()
    }
}

/// How fast a film plays.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Pace {
    /// Milliseconds per jump. The first and the last three rounds of every letter are slower.
    Jump(f64),
    /// Milliseconds for playing the film once, including the holds.
    Total(f64),
    /// Milliseconds per jump, or less if all would take longer than a time, unless the letters play
    /// in sequence.
    Within {
        /// The milliseconds of a jump, from 1 to 60,000.
        jump: f64,
        /// The most milliseconds for all jumps.
        most: f64,
    },
}

/// How a peg moves from hole to hole.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub enum Motion {
    /// A peg is shown leaving, over its neighbour and landed, as far as there is time for three
    /// frames; in the last three rounds more often.
    #[default]
    Steps,
    /// A peg slides, at this many frames per second.
    Smooth(f64),
}

/// The timing of a film, in milliseconds.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Timing {
    /// Which letters play at the same time.
    pub order: PlayOrder,
    /// How fast the film plays.
    pub pace: Pace,
    /// How pegs move from hole to hole.
    pub motion: Motion,
    /// How long the start positions are shown.
    pub hold_start: f64,
    /// How long the finished word is shown: at the end, and before that at the beginning if it
    /// comes first.
    pub hold_end: f64,
    /// Whether the film shows the finished word for a moment of the final hold first, and runs back
    /// to the start positions from there. A preview that shows only the first frame shows the word,
    /// which is held for at least two frames: one there, one at the end.
    pub begins_at_end: bool,
    /// Whether the first rounds of one game are played slowly in a large view, which then draws
    /// back to the whole board. The pace is that of the other rounds.
    pub zooms: bool,
    /// The times at which frames can begin.
    pub clock: Clock,
}

/// How a file counts the time of its frames, in milliseconds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// Frames begin at multiples of this time.
    pub tick: u64,
    /// The minimum time between frames.
    pub least_gap: u64,
}

impl Clock {
    /// Milliseconds.
    pub const FINE: Self = Self {
        tick: 1,
        least_gap: 5,
    };

    /// Hundredths of a second, as a GIF has them. Browsers slow down frames that are shorter than
    /// two.
    pub const HUNDREDTHS: Self = Self {
        tick: 10,
        least_gap: 20,
    };

    /// The nearest tick.
    pub(super) fn on_tick(self, time: f64) -> u64 {
        let tick = self.tick.max(1);
        (time / tick as f64).round() as u64 * tick
    }

    /// The duration of the shortest frame, a multiple of the tick.
    pub(super) fn shortest(self) -> u64 {
        self.least_gap.max(1).next_multiple_of(self.tick.max(1))
    }
}

/// The longest that a film lasts if nothing else is asked for, in milliseconds.
const LONGEST_USUAL: f64 = 10_000.0;

/// How long it shows the start and the end then, and the shortest that a jump takes in it.
const USUAL_START: f64 = 600.0;
const USUAL_END: f64 = 2500.0;
const SHORTEST_JUMP: f64 = 20.0;

/// How long the finished word is shown before the rest, and how long running back takes, in
/// milliseconds.
const OPENING: f64 = 800.0;
const REWIND: f64 = 660.0;

impl Timing {
    /// The usual timing of a film with this motion of pegs, in a file with this clock. It opens on
    /// the finished word. Letters that play together are sped up to last at most ten seconds, as
    /// far as a jump can still be seen.
    pub fn usual(motion: Motion, clock: Clock) -> Self {
        let jump = match motion {
            Motion::Steps => 120.0,
            Motion::Smooth(_) => 280.0,
        };
        let most = LONGEST_USUAL - USUAL_START - USUAL_END - REWIND;

        Self {
            order: PlayOrder::Together,
            pace: Pace::Within { jump, most },
            motion,
            hold_start: USUAL_START,
            hold_end: USUAL_END,
            begins_at_end: true,
            zooms: false,
            clock,
        }
    }

    /// Refuses times that are not numbers or out of range.
    pub(super) fn check(&self) -> Result<(), Error> {
        const HOUR: &str = "0 ms and one hour";
        let hold = 0.0..=MAX_DURATION;
        check("the initial hold", self.hold_start, hold.clone(), HOUR)?;
        check("the final hold", self.hold_end, hold, HOUR)?;

        if let Motion::Smooth(rate) = self.motion {
            let allowed = "1 and 120 frames per second";
            check("the frame rate", rate, 1.0..=MAX_RATE, allowed)?;
        }
        match self.pace {
            Pace::Jump(jump) | Pace::Within { jump, .. } => {
                check("a jump", jump, 1.0..=60_000.0, "1 ms and one minute")
            }
            Pace::Total(total) => {
                let allowed = "1 ms and one hour";
                check("the duration", total, 1.0..=MAX_DURATION, allowed)
            }
        }
    }

    /// The mean milliseconds per jump in a film that plays `jumps` jumps one after the other, and
    /// has a large view for `close_up` milliseconds.
    pub(super) fn jump_time(&self, jumps: f64, close_up: f64) -> Result<f64, Error> {
        let holds = self.hold_start + self.hold_end + self.rewind() + close_up;
        let each = |time: f64| time / jumps.max(1.0);
        let jump = match self.pace {
            Pace::Within { jump, most } if self.order != PlayOrder::Sequence => {
                jump.min(each(most).max(SHORTEST_JUMP))
            }
            Pace::Jump(jump) | Pace::Within { jump, .. } => jump,
            Pace::Total(total) => each(total - holds),
        };

        if let Pace::Total(total) = self.pace
            && jump < 1.0
        {
            return Err(Error::TotalTooShort {
                total,
                holds,
                jumps,
            });
        }
        let seconds = (holds + jumps * jump) / 1000.0;
        if seconds > MAX_DURATION / 1000.0 {
            return Err(Error::TooLong { seconds });
        }
        Ok(jump)
    }

    /// How long the finished word is shown first: some of the final hold.
    pub(super) fn opening(&self) -> f64 {
        let most = (self.hold_end - self.clock.shortest() as f64).min(OPENING);
        if self.begins_at_end { most } else { 0.0 }
    }

    /// How long the film runs back from there.
    pub(super) fn rewind(&self) -> f64 {
        if self.begins_at_end { REWIND } else { 0.0 }
    }
}

/// The usual timing of a GIF that begins with the start positions.
impl Default for Timing {
    fn default() -> Self {
        let usual = Self::usual(Motion::Steps, Clock::HUNDREDTHS);
        Self {
            begins_at_end: false,
            ..usual
        }
    }
}

/// Refuses a value out of a range, which is in the words of `allowed`.
fn check(
    what: &'static str,
    value: f64,
    range: std::ops::RangeInclusive<f64>,
    allowed: &'static str,
) -> Result<(), Error> {
    if range.contains(&value) {
        return Ok(());
    }
    Err(Error::OutOfRange {
        what,
        value,
        allowed,
    })
}
