//! The frames of a film: when the boards change, and how. Walking once along the instants at which
//! a jump begins or ends gives all frames.

use super::{Moment, Motion, State, Timeline};

/// The least time between the frames of a film that runs back, in milliseconds.
const REWOUND: u64 = 80;

/// A span of time in which nothing changes.
#[derive(Clone, PartialEq, Debug)]
pub struct Frame<S = State> {
    /// Its beginning, in milliseconds from the start of the film.
    pub at: u64,
    /// Its duration, in milliseconds.
    pub lasts: u64,
    /// The letters that differ from the previous frame, in order; all of them in the first frame.
    pub changes: Vec<(usize, S)>,
}

impl Timeline {
    /// The frames in order, each with its changes. A frame that would change nothing is merged into
    /// the previous one.
    pub fn frames(&self) -> impl Iterator<Item = Frame> + '_ {
        self.spans().map(|Frame { at, lasts, changes }| {
            let state = |(letter, moment)| (letter, self.state_of(letter, moment));
            Frame {
                at,
                lasts,
                changes: changes.into_iter().map(state).collect(),
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
        let changes = self.instants().into_iter().map(move |at| {
            let changes = shown.iter_mut().enumerate().filter_map(|(letter, shown)| {
                let moment = self.moment(letter, at);
                (shown.replace(moment) != Some(moment)).then_some((letter, moment))
            });
            Frame {
                at,
                lasts: 0,
                changes: changes.collect(),
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
        let ([opening, rewind], gap) = (self.prologue(), self.timing.clock.least_gap);
        if opening == 0 {
            return self.instants_of_play();
        }
        let count = rewind / gap.max(REWOUND);
        let back = (0..count).map(|frame| {
            opening
                + self
                    .timing
                    .clock
                    .on_tick((frame * rewind) as f64 / count as f64)
        });
        let play = self
            .instants_of_play()
            .into_iter()
            .map(|time| opening + rewind + time);
        let instants = std::iter::once(0).chain(back).chain(play).collect();
        apart(instants, gap, self.duration())
    }

    /// The instants at which frames begin while the film plays, counted from the start positions.
    fn instants_of_play(&self) -> Vec<u64> {
        let (mut instants, gap): (Vec<u64>, u64) = match self.timing.motion {
            Motion::Steps => {
                let letters = self.rounds.iter().enumerate();
                let phases = letters.flat_map(|(letter, times)| {
                    let rounds = 0..times.len() - 1;
                    rounds.flat_map(move |round| self.phases(letter, round).map(|phase| phase.0))
                });
                let ends = self.rounds.iter().flat_map(|times| times.last().copied());
                let instants = phases.chain(ends).chain(self.light_times()).collect();
                (instants, self.timing.clock.least_gap)
            }
            Motion::Smooth(rate) => {
                let step = (1000.0 / rate).max(self.timing.clock.least_gap as f64);
                let play = (self.played - self.lead) as f64;
                let count = (play / step).ceil() as u64;
                let time = |frame: u64| self.lead as f64 + (frame as f64 * step).min(play);
                let sliding = (0..=count).map(|frame| self.timing.clock.on_tick(time(frame)));
                (sliding.chain(self.light_times()).collect(), 0)
            }
        };
        instants.push(0);
        instants.sort_unstable();
        apart(instants, gap, self.duration() - self.before_play())
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
