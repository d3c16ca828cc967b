//! The frames of a film: when the boards change, and how. Walking once along the instants at which
//! a jump begins or ends gives all frames.

use super::phases::Moment;
use super::{Motion, Shot, State, Timeline};

/// The least time between the frames of a film that runs back, in milliseconds.
const REWOUND: u64 = 80;

/// A span of time in which nothing changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame<S = State> {
    /// Its beginning, in milliseconds from the start of the film.
    pub at: u64,
    /// Its duration, in milliseconds.
    pub lasts: u64,
    /// What is in view.
    pub shot: Shot,
    /// The letters that differ from the previous frame, in order; all of them in the first frame,
    /// and where something else comes into view.
    pub changes: Vec<(usize, S)>,
}

impl Timeline {
    /// The frames in order, each with its changes. A frame that would change nothing is merged into
    /// the previous one.
    pub fn frames(&self) -> impl Iterator<Item = Frame> + '_ {
        self.spans().map(|span| {
            let state = |(letter, moment)| (letter, self.state_of(letter, moment));
            Frame {
                at: span.at,
                lasts: span.lasts,
                shot: span.shot,
                changes: span.changes.into_iter().map(state).collect(),
            }
        })
    }

    /// The number of [`frames`](Self::frames).
    pub fn frame_count(&self) -> usize {
        self.spans().count()
    }

    /// The frames, with moments in place of states.
    fn spans(&self) -> impl Iterator<Item = Frame<Moment>> {
        let mut shown: Vec<Option<Moment>> = vec![None; self.letters().len()];
        let mut shown_shot = Shot::Whole;
        let changes = self.instants().into_iter().map(move |at| {
            let shot = self.shot(at);
            let is_new_view = shot != shown_shot;
            shown_shot = shot;

            let mut changes = Vec::new();
            for (letter, shown) in shown.iter_mut().enumerate() {
                let moment = self.moment(letter, at);
                let is_new = shown.replace(moment) != Some(moment);
                if is_new || is_new_view {
                    changes.push((letter, moment));
                }
            }
            Frame {
                at,
                lasts: 0,
                shot,
                changes,
            }
        });
        let mut spans = changes.filter(|span| !span.changes.is_empty()).peekable();
        std::iter::from_fn(move || {
            let span = spans.next()?;
            let end = spans.peek().map_or(self.duration(), |next| next.at);
            Some(Frame {
                lasts: end - span.at,
                ..span
            })
        })
    }

    /// The beginnings of the frames: increasing, the first at 0, the last before the end.
    fn instants(&self) -> Vec<u64> {
        let [opening, rewind] = self.prologue();
        if opening == 0 {
            return self.instants_of_play();
        }

        let clock = self.timing.clock;
        let count = rewind / clock.least_gap.max(REWOUND);
        let back = (0..count).map(|frame| {
            let since = (frame * rewind) as f64 / count as f64;
            opening + clock.on_tick(since)
        });
        let times = self.instants_of_play().into_iter();
        let play = times.map(|time| opening + rewind + time);

        let instants = std::iter::once(0).chain(back).chain(play).collect();
        apart(instants, clock.least_gap, self.duration())
    }

    /// The instants at which frames begin while the film plays, counted from the start positions.
    fn instants_of_play(&self) -> Vec<u64> {
        let letters = 0..self.letters().len();
        let fading = letters.flat_map(|letter| self.last_trace_times(letter));
        let mut instants: Vec<u64> = fading.chain(self.light_times()).collect();
        instants.push(0);
        instants.extend(self.shot_times());

        let gap = match self.timing.motion {
            Motion::Steps => {
                instants.extend(self.steps());
                self.timing.clock.least_gap
            }
            Motion::Smooth(rate) => {
                instants.extend(self.slides_at(rate));
                0
            }
        };

        instants.sort_unstable();
        apart(instants, gap, self.duration() - self.before_play())
    }

    /// The instants at which a peg steps on, and at which letters end.
    fn steps(&self) -> Vec<u64> {
        let mut instants = Vec::new();
        for (letter, times) in self.rounds.iter().enumerate() {
            for round in 0..times.len() - 1 {
                instants.extend(self.phases(letter, round).map(|phase| phase.begin));
            }
            instants.extend(times.last());
        }
        instants
    }

    /// The instants of a film in which pegs slide, at so many frames per second.
    fn slides_at(&self, rate: f64) -> impl Iterator<Item = u64> {
        let clock = self.timing.clock;
        let step = (1000.0 / rate).max(clock.least_gap as f64);
        let play = (self.played - self.lead) as f64;
        let count = (play / step).ceil() as u64;

        (0..=count).map(move |frame| {
            let time = (frame as f64 * step).min(play);
            clock.on_tick(self.lead as f64 + time)
        })
    }
}

/// The instants before the end, each delayed until `gap` after the previous one.
fn apart(instants: Vec<u64>, gap: u64, end: u64) -> Vec<u64> {
    let mut last: Option<u64> = None;
    let spaced = instants.into_iter().filter_map(|instant| {
        let at = match last {
            Some(last) if instant <= last => return None,
            Some(last) => instant.max(last + gap),
            None => instant,
        };
        last = Some(at);
        (at < end).then_some(at)
    });
    spaced.collect()
}
